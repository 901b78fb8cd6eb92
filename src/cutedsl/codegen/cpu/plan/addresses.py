"""Addresses as sums of multiples of unknowns: which accesses lie at constant distances from each other."""

from __future__ import annotations

from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.llvm.attributes import attribute
from cutedsl.codegen.llvm.types import bit_width, storage_bytes
from cutedsl.ir.ops.elementwise import ExtSIOp, TruncIOp
from cutedsl.ir.ops.pointer import PtrAddOp, PtrCastOp
from cutedsl.ir.types import PtrType

DEPTH: Final = 12
"""How many ops back an address is followed."""
_WORD_BITS: Final = 32
WORD: Final = 1 << _WORD_BITS
"""Addresses are told apart modulo this."""

Form = tuple[frozenset[tuple[SSAValue, int]], int]
"""An address modulo 2**32: the coefficients of its unknowns, and a constant."""


def address_form(value: SSAValue, depth: int = DEPTH) -> Form:
    """A value as a sum of multiples of unknowns, modulo 2**32, where widening and narrowing change nothing."""
    op = value.owner
    if not depth or not isinstance(op, Operation):
        return frozenset({(value, 1)}), 0
    match op:
        case arith.ConstantOp():
            number = attribute(op, "value")
            if isinstance(number, IntegerAttr):
                return frozenset(), number.value.data
        case arith.AddiOp():
            return _sum(address_form(op.operands[0], depth - 1), address_form(op.operands[1], depth - 1), 1)
        case PtrAddOp():
            mlir = op.operands[0].type
            assert isinstance(mlir, PtrType)
            return _sum(
                address_form(op.operands[0], depth - 1),
                address_form(op.operands[1], depth - 1),
                storage_bytes(mlir.element),
            )
        case arith.MuliOp():
            (unknowns, factor), other = address_form(op.operands[1], depth - 1), address_form(op.operands[0], depth - 1)
            if not unknowns:
                return _sum((frozenset(), 0), other, factor)
        case PtrCastOp():
            return address_form(op.operands[0], depth - 1)
        case ExtSIOp() | TruncIOp():
            if min(bit_width(x.type) for x in (op.operands[0], op.results[0])) >= _WORD_BITS:
                return address_form(op.operands[0], depth - 1)
        case _:
            pass
    return frozenset({(value, 1)}), 0


def _sum(a: Form, b: Form, factor: int) -> Form:
    """`a + factor * b`."""
    total = dict(a[0])
    for unknown, times in b[0]:
        total[unknown] = (total.get(unknown, 0) + factor * times) % WORD
    return frozenset(item for item in total.items() if item[1]), (a[1] + factor * b[1]) % WORD
