"""Matrix descriptors of warp-group multiplies: 16-byte units of an address below the layout's constant bits.

The offset of each multiply is added, in units, to the low word of the descriptor at the allocation's start. A step
costs an addition or two instead of a whole descriptor, and the tensor cores wait for the instructions between
multiplies.
"""

from __future__ import annotations

from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation, SSAValue

from cutedsl.arch.atoms.warpgroup import OperandPlace
from cutedsl.codegen.llvm.types import bit_width
from cutedsl.codegen.nvptx.emitter import KernelEmitter
from cutedsl.codegen.nvptx.value_types import value_type
from cutedsl.ir.ops.pointer import PtrAddOp, PtrCastOp

_UNIT_BYTES = 16
_UNITS = (1 << 14) - 1
"""The descriptor's field of an address."""

Terms = dict[SSAValue, int]
Place: TypeAlias = tuple[SSAValue, Terms, int]
"""A pointer, and what is added to it in bytes: values times constants, and a constant."""


def descriptor(e: KernelEmitter, op: Operation, pointer: SSAValue, place: OperandPlace) -> str:
    """The descriptor of the matrix at `pointer`, an operand of `op`."""
    base, terms, constant_bytes = origin(pointer)
    low = _low_word(e, op, base, terms, place)
    if constant_bytes:
        low = e.f.op(f"add i32 {low}, {constant_bytes // _UNIT_BYTES}")
    high = place.descriptor >> 32 << 32
    return e.f.op(f"or i64 {e.f.op(f'zext i32 {low} to i64')}, {high - (1 << 64) if high >> 63 else high}")


def _low_word(e: KernelEmitter, op: Operation, base: SSAValue, terms: Terms, place: OperandPlace) -> str:
    """The low word of the descriptor at `base` and `terms` further, once for all multiplies of a block that have it.

    The lanes of a warp share it, as the instruction asks; `redux` tells ptxas so, which then keeps it in a uniform
    register.
    """
    key = (op.parent, base, frozenset(terms.items()), place.descriptor & 0xFFFFFFFF)
    found = e.shared.get(key)
    if found is None:
        address = e.f.op(f"ptrtoint {value_type(base.type)} {e.text(base)} to i32")
        units = e.f.op(f"and i32 {e.f.op(f'lshr i32 {address}, 4')}, {_UNITS}")
        found = e.f.op(f"or i32 {units}, {place.descriptor & 0xFFFFFFFF}")
        for value, step_bytes in terms.items():
            found = e.f.op(f"add i32 {found}, {e.f.op(f'mul i32 {e.text(value)}, {step_bytes // _UNIT_BYTES}')}")
        if terms:
            found = e.call("i32", "llvm.nvvm.redux.sync.or", ("i32", found), ("i32", "-1"))
        e.shared[key] = found
    return found


def origin(pointer: SSAValue) -> Place:
    """A pointer further up, and what is added to it in bytes: values times constants, all of whole units."""
    terms: Terms = {}
    constant_bytes = 0
    while True:
        match pointer.owner:
            case PtrCastOp(operands=(inner,)) if inner.type.space == pointer.type.space:  # pyright: ignore
                pointer = inner
            case PtrAddOp(operands=(inner, offset)):
                elem_bits = bit_width(pointer.type.element)  # pyright: ignore
                found, constant = _sum(offset, elem_bits)
                steps = (constant, *found.values())
                if bit_width(offset.type) != 32 or any(step % (8 * _UNIT_BYTES) for step in steps):
                    return pointer, terms, constant_bytes
                for value, step in found.items():
                    terms[value] = terms.get(value, 0) + step // 8
                constant_bytes += constant // 8
                pointer = inner
            case _:
                return pointer, terms, constant_bytes


def _sum(value: SSAValue, factor: int) -> tuple[Terms, int]:
    """`factor * value` as values times constants, and a constant."""
    match value.owner:
        case arith.ConstantOp(value=IntegerAttr() as constant):
            return {}, factor * constant.value.data
        case arith.AddiOp(lhs=left, rhs=right):
            terms, constant = _sum(left, factor)
            more, other = _sum(right, factor)
            return {v: terms.get(v, 0) + more.get(v, 0) for v in {**terms, **more}}, constant + other
        case arith.MuliOp(lhs=left, rhs=right):
            for one, by in ((left, right), (right, left)):
                if isinstance(by.owner, arith.ConstantOp) and isinstance(by.owner.value, IntegerAttr):
                    return _sum(one, factor * by.owner.value.value.data)
    return {value: factor}, 0
