"""PTX's `cvt.rs`: floats as narrower ones, rounded away from zero if random bits added to what is cut off carry.

Each value takes the random bits below its result's: 16 of a bfloat16, the low 13 of 16 of a float16, 8 of each of four.
The ISA shows that in a figure alone; public measurements agree for 16 and 8 bits. Those of sm_103a permute the bits for
four of e2m1, which is not done here. Source: PTX ISA, "cvt".
"""

from __future__ import annotations

from typing import Any, Final

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import Float64Type, IntegerAttr, bf16, f16, f32, i1, i16, i32, i64
from xdsl.ir import SSAValue

from cutedsl.errors.frozen import frozen
from cutedsl.ir.ops.elementwise import CmpfOp
from cutedsl.passes.ptx.arithmetic import limited
from cutedsl.passes.ptx.narrow_pairs import narrow_code
from cutedsl.passes.ptx.registers import Machine
from cutedsl.passes.ptx.rounding import narrowed, of_integer
from cutedsl.passes.ptx.text import Instruction

_F64: Final = Float64Type()
_SIGN, _EXPONENT_AT, _EXPONENT = 1 << 31, 23, 0xFF
_BIAS, _WIDE_BIAS, _WIDE_AT = 127, 1023, 52
_UNORDERED: Final = 14
_NAN: Final = 0x7FFF
"""What a NaN becomes in 16 bits."""


@frozen
class _Form:
    """A result: its mantissa, its least exponent, bits of one and how many, random bits, the largest of 16 bits."""

    mantissa: int
    least: int
    bits: int
    count: int
    random: int
    largest: float = 0.0


_FORMS: Final = {
    "f16x2": _Form(10, -14, 16, 2, 13, 65504.0), "bf16x2": _Form(7, -126, 16, 2, 16, float.fromhex("0x1.fep127")),
    "e4m3x4": _Form(3, -6, 8, 4, 8), "e5m2x4": _Form(2, -14, 8, 4, 8), "e2m3x4": _Form(3, 0, 8, 4, 8),
    "e3m2x4": _Form(2, -2, 8, 4, 8), "e2m1x4": _Form(1, 0, 4, 4, 8),
}  # fmt: skip


def stochastic(m: Machine, i: Instruction) -> None:
    """`cvt.rs` of two or four floats, the first into the upper part. Errors: inline-ptx-on-cpu."""
    to, source = i.modifiers[-2:]
    form = _FORMS.get(to)
    if form is None or source != "f32" or (form.count == 4 and "satfinite" not in i.modifiers):
        raise m.unknown(i.name)
    given = i.operands[1:-1] if form.count == 2 else m.parts(i.operands[1])
    if len(given) != form.count or len(i.operands) != (4 if form.count == 2 else 3):
        raise m.unknown(i.name)
    random, whole = m.read(i.operands[-1], i32), i32 if form.bits * form.count == 32 else i16
    joined = m.constant(0, whole)
    for k, name in enumerate(reversed(given)):
        own = m.op(arith.ShRUIOp, (random, m.constant(32 // form.count * k, i32)), i32)
        own = m.op(arith.AndIOp, (own, m.constant((1 << form.random) - 1, i32)), i32)
        code = m.converted(_code(m, i, _rounded(m, i, form, m.read(name, f32), own), form), whole)
        joined = m.op(arith.OrIOp, (joined, m.op(arith.ShLIOp, (code, m.constant(form.bits * k, whole)), whole)), whole)
    m.write(i.operands[0], joined)


def _rounded(m: Machine, i: Instruction, form: _Form, value: SSAValue, random: SSAValue) -> SSAValue:
    """The number as a float32 that the result's type holds: whole units of its last place."""
    bits = m.converted(value, i32)
    field = _binary(m, arith.AndIOp, _binary(m, arith.ShRUIOp, bits, _EXPONENT_AT), _EXPONENT)
    exponent = m.converted(_binary(m, arith.MaxUIOp, field, form.least + _BIAS), i64)
    unit = _power(m, _binary(m, arith.AddiOp, exponent, _WIDE_BIAS - _BIAS - form.mantissa))
    reversed_exponent = m.op(arith.SubiOp, (m.constant(_WIDE_BIAS + _BIAS + form.mantissa, i64), exponent), i64)
    size = m.op(arith.ExtFOp, (m.converted(_binary(m, arith.AndIOp, bits, _SIGN - 1), f32),), _F64)
    added = m.op(
        arith.MulfOp, (of_integer(m, random, _F64, "rn", signed=False), m.constant(0.5**form.random, _F64)), _F64
    )
    units = m.op(arith.AddfOp, (m.op(arith.MulfOp, (size, _power(m, reversed_exponent)), _F64), added), _F64)
    found = m.op(arith.MulfOp, (m.op(math.FloorOp, (units,), _F64), unit), _F64)
    if form.largest and "satfinite" in i.modifiers:
        found = m.op(arith.MinimumfOp, (found, m.constant(form.largest, _F64)), _F64)
    narrow = m.converted(m.op(arith.TruncFOp, (found,), f32), i32)
    sign = _binary(m, arith.AndIOp, bits, _SIGN)
    return m.converted(m.op(arith.OrIOp, (narrow, sign), i32), f32)


def _code(m: Machine, i: Instruction, value: SSAValue, form: _Form) -> SSAValue:
    name = i.modifiers[-2]
    if form.count == 4:
        return narrow_code(m, i, value, name.replace("x4", "x2"))
    half = narrowed(m, value, f16 if name == "f16x2" else bf16, "rn")
    is_nan = m.op(CmpfOp, (value, value), i1, predicate=IntegerAttr(_UNORDERED, i64))
    return m.select(is_nan, m.constant(_NAN, i16), m.converted(limited(m, i, half), i16))


def _power(m: Machine, exponent: SSAValue) -> SSAValue:
    """The float64 of an exponent as it is stored."""
    return m.converted(_binary(m, arith.ShLIOp, exponent, _WIDE_AT), _F64)


def _binary(m: Machine, op: Any, value: SSAValue, number: int) -> SSAValue:
    return m.op(op, (value, m.constant(number, value.type)), value.type)
