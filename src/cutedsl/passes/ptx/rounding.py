"""PTX's roundings other than to the nearest: of arithmetic as `cute.rounded`, of conversions by a look at the error.

The narrower float nearest to a number is one of its two neighbours, so the wanted one is it or the next: comparing it
with the number says which. Source: PTX ISA, "Rounding Modifiers".
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, IntegerType, StringAttr, f32, f64, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue

from cutedsl.ir.ops.elementwise import CmpfOp, SIToFPOp, UIToFPOp
from cutedsl.ir.ops.ptx import ROUNDED_KINDS, RoundedOp
from cutedsl.passes.ptx.registers import Machine, width_of
from cutedsl.passes.ptx.text import Instruction

DIRECTED: Final = frozenset({"rz", "rm", "rp"})
_ORDERED_GREATER, _ORDERED_LESS, _SIGNED_LESS = 2, 4, 2


def rounded(m: Machine, i: Instruction, cls: type[Operation], operands: list[SSAValue], mlir: Attribute) -> SSAValue:
    """A float op, rounded as its instruction says: to the nearest unless it names another direction."""
    modes = [part for part in i.modifiers if part in DIRECTED]
    if not modes:
        return m.op(cls, operands, mlir)
    if len(modes) > 1 or mlir not in (f32, f64) or cls not in ROUNDED_KINDS:
        raise m.unknown(i.name)
    return directed(m, ROUNDED_KINDS[cls], modes[0], operands, mlir)


def directed(m: Machine, kind: str, mode: str, operands: list[SSAValue], mlir: Attribute) -> SSAValue:
    """An op (LLVM's name) rounded in a direction."""
    return m.op(RoundedOp, operands, mlir, kind=StringAttr(kind), rounding=StringAttr(mode))


def narrowed(m: Machine, value: SSAValue, to: Attribute, mode: str) -> SSAValue:
    """A float as a narrower one: `rn`, or rounded in a direction."""
    near = m.op(arith.TruncFOp, (value,), to)
    if mode == "rn":
        return near
    back = m.op(arith.ExtFOp, (near,), value.type)
    word = IntegerType(width_of(to))
    bits = m.converted(near, word)
    above, below = (
        m.op(CmpfOp, (back, value), i1, predicate=IntegerAttr(how, i64)) for how in (_ORDERED_GREATER, _ORDERED_LESS)
    )
    down, up = _next(m, bits, word, falls=True), _next(m, bits, word, falls=False)
    if mode == "rz":
        zero = m.constant(0.0, value.type)
        positive = m.op(CmpfOp, (value, zero), i1, predicate=IntegerAttr(_ORDERED_GREATER, i64))
        negative = m.op(CmpfOp, (value, zero), i1, predicate=IntegerAttr(_ORDERED_LESS, i64))
        above, below = (m.op(arith.AndIOp, both, i1) for both in ((above, positive), (below, negative)))
    if mode != "rp":
        bits = m.select(above, down, bits)
    if mode != "rm":
        bits = m.select(below, up, bits)
    return m.converted(bits, to)


def of_integer(m: Machine, value: SSAValue, to: Attribute, mode: str, *, signed: bool) -> SSAValue:
    """An integer as a float, rounded in a direction; one of up to 32 bits is a float64 exactly."""
    cls = SIToFPOp if signed else UIToFPOp
    if mode == "rn":
        return m.op(cls, (value,), to)
    if width_of(value.type) < 64:
        exact = m.op(cls, (value,), f64)
        return exact if to == f64 else narrowed(m, exact, to, mode)
    if to in (f32, f64):
        return directed(m, ROUNDED_KINDS[cls], mode, [value], to)
    return narrowed(m, directed(m, ROUNDED_KINDS[cls], mode, [value], f64), to, mode)


def _next(m: Machine, bits: SSAValue, word: Attribute, *, falls: bool) -> SSAValue:
    """The bits of the next float below, or above; a zero has the sign of what became it."""
    negative = m.compare(_SIGNED_LESS, bits, m.constant(0, word))
    more, less = (m.op(arith.AddiOp, (bits, m.constant(step, word)), word) for step in (1, -1))
    return m.select(negative, more, less) if falls else m.select(negative, less, more)
