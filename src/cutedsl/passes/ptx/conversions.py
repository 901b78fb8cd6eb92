"""PTX's `cvt` as ops: between integers, floats, and pairs of narrow floats.

Results are those of the ISA, which also says what a NaN becomes; roundings that the CPU has no instruction for are
named errors. Source: PTX ISA, "cvt".
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import (
    Float64Type,
    IntegerAttr,
    bf16,
    f16,
    f32,
    i1,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from cutedsl.ir.ops.elementwise import CmpfOp, ExtSIOp, ExtUIOp, FPToSIOp, FPToUIOp
from cutedsl.passes.ptx.arithmetic import is_float, is_signed, limited, type_of, within, word_of
from cutedsl.passes.ptx.narrow_pairs import NARROW, narrow_pair, wide_pair
from cutedsl.passes.ptx.registers import PACKED, Machine, width_of
from cutedsl.passes.ptx.rounding import DIRECTED, narrowed, of_integer
from cutedsl.passes.ptx.stochastic import stochastic
from cutedsl.passes.ptx.text import Instruction

_ROUNDINGS: Final = ("rn", "rna", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi")
_MODES: Final = DIRECTED | {"rn"}
_WHOLE: Final[dict[str, type[Operation]]] = {
    "rni": math.RoundEvenOp,
    "rzi": math.TruncOp,
    "rmi": math.FloorOp,
    "rpi": math.CeilOp,
}
_LARGEST: Final = MappingProxyType({"f16x2": 65504.0, "bf16x2": float.fromhex("0x1.fep127")})
"""The largest numbers of the halves."""
_GREATER, _LESS, _UNORDERED = 2, 4, 14
_NAN: Final = 0x7FFF
"""What a NaN becomes in 16 bits."""
_TF32_HALF, _TF32_KEPT, _QUIET = 1 << 12, -(1 << 13), 1 << 22


def convert(m: Machine, i: Instruction) -> None:
    """`cvt`, by what its two types are. Errors: inline-ptx-on-cpu."""
    if len(i.modifiers) < 2:
        raise m.unknown(i.name)
    to, source = i.modifiers[-2:]
    rounding = [part for part in i.modifiers[:-2] if part in _ROUNDINGS]
    if "rs" in i.modifiers:
        stochastic(m, i)
    elif to in PACKED and source == "f32":
        _pair(m, i, rounding)
    elif to in NARROW:
        narrow_pair(m, i, rounding)
    elif source in NARROW:
        wide_pair(m, i, rounding)
    elif to == "tf32" and source == "f32":
        _tf32(m, i, rounding)
    elif "satfinite" in i.modifiers:
        raise m.unknown(i.name)
    else:
        _number(m, i, rounding)


def _number(m: Machine, i: Instruction, rounding: list[str]) -> None:
    """One number to another type; a signed one fills a wider register by its sign."""
    to, source = type_of(m, i, -2), type_of(m, i)
    value = m.read(i.operands[1], source)
    if is_float(to) and is_float(source):
        result = limited(m, i, _between_floats(m, i, value, to, rounding))
    elif is_float(to):
        if len(rounding) != 1 or rounding[0] not in _MODES or "sat" in i.modifiers:
            raise m.unknown(i.name)
        result = of_integer(m, value, to, rounding[0], signed=is_signed(i))
    elif is_float(source):
        result = _to_integer(m, i, value, to, rounding)
    else:
        result = _between_integers(m, i, value, to)
    m.write(i.operands[0], m.filled(result, signed=i.modifiers[-2][0] == "s"))


def _between_integers(m: Machine, i: Instruction, value: SSAValue, to: Attribute) -> SSAValue:
    signed = is_signed(i)
    extend = ExtSIOp if signed else ExtUIOp
    if "sat" in i.modifiers:
        wide = value if value.type == i64 else m.op(extend, (value,), i64)
        if value.type == i64 or to == i64:
            raise m.unknown(i.name)
        bits, negative = width_of(to), i.modifiers[-2][0] == "s"
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if negative else (0, (1 << bits) - 1)
        return m.converted(within(m, wide, low, high), to)
    return m.op(extend, (value,), to) if width_of(to) > width_of(value.type) else m.converted(value, to)


def _between_floats(m: Machine, i: Instruction, value: SSAValue, to: Attribute, rounding: list[str]) -> SSAValue:
    if width_of(to) > width_of(value.type):
        return m.op(arith.ExtFOp, (value,), to)
    if width_of(to) < width_of(value.type):
        if len(rounding) != 1 or rounding[0] not in _MODES:
            raise m.unknown(i.name)
        return narrowed(m, value, to, rounding[0])
    if to != value.type or len(rounding) > 1 or not set(rounding) <= set(_WHOLE):
        raise m.unknown(i.name)
    return m.op(_WHOLE[rounding[0]], (value,), to) if rounding else value


def _to_integer(m: Machine, i: Instruction, value: SSAValue, to: Attribute, rounding: list[str]) -> SSAValue:
    """Rounded as asked, then converted; what lies outside the type becomes its nearest number.

    A NaN becomes 0; from or to 64 bits the highest bit alone.
    """
    if len(rounding) != 1 or rounding[0] not in _WHOLE or "relu" in i.modifiers:
        raise m.unknown(i.name)
    whole = m.op(_WHOLE[rounding[0]], (value,), value.type)
    found = m.op(FPToSIOp if i.modifiers[-2][0] == "s" else FPToUIOp, (whole,), to)
    if to != i64 and not isinstance(value.type, Float64Type):
        return found
    return m.select(_is_nan(m, value), m.constant(1 << width_of(to) - 1, to), found)


def _is_nan(m: Machine, value: SSAValue) -> SSAValue:
    return m.op(CmpfOp, (value, value), i1, predicate=IntegerAttr(_UNORDERED, i64))


def _pair(m: Machine, i: Instruction, rounding: list[str]) -> None:
    """Two floats into the halves of a word, the first into the upper one."""
    if rounding not in (["rn"], ["rz"]) or len(i.operands) != 3:
        raise m.unknown(i.name)
    name = i.modifiers[-2]
    given = [m.read(x, f32) for x in i.operands[1:]]
    if "satfinite" in i.modifiers:
        given = [_finite(m, value, _LARGEST[name]) for value in given]
    half = f16 if name == "f16x2" else bf16
    bits = [m.converted(limited(m, i, narrowed(m, value, half, rounding[0])), i16) for value in given]
    high, low = (
        m.select(_is_nan(m, value), m.constant(_NAN, i16), part) for value, part in zip(given, bits, strict=True)
    )
    m.write(i.operands[0], word_of(m, low, high))


def _finite(m: Machine, value: SSAValue, largest: float) -> SSAValue:
    """A float whose magnitude is at most `largest`; NaNs stay."""
    for limit, order in ((largest, _GREATER), (-largest, _LESS)):
        bound = m.constant(limit, value.type)
        beyond = m.op(CmpfOp, (value, bound), i1, predicate=IntegerAttr(order, i64))
        value = m.select(beyond, bound, value)
    return value


def _tf32(m: Machine, i: Instruction, rounding: list[str]) -> None:
    """A number with 10 bits of mantissa; a NaN stays one.

    Of two that are as near `rna` takes the one further from zero, `rn` the even one; `rz` takes the one nearer to zero.
    """
    if len(rounding) != 1 or rounding[0] not in ("rna", "rn", "rz") or {"relu", "satfinite"} & set(i.modifiers):
        raise m.unknown(i.name)
    value = m.read(i.operands[1], f32)
    bits = m.converted(value, i32)
    near = bits
    if rounding == ["rna"]:
        near = m.op(arith.AddiOp, (bits, m.constant(_TF32_HALF, i32)), i32)
    elif rounding == ["rn"]:
        odd = m.op(
            arith.ShRUIOp, (m.op(arith.AndIOp, (bits, m.constant(-_TF32_KEPT, i32)), i32), m.constant(13, i32)), i32
        )
        near = m.op(arith.AddiOp, (bits, m.op(arith.AddiOp, (odd, m.constant(_TF32_HALF - 1, i32)), i32)), i32)
    quiet = m.op(arith.OrIOp, (bits, m.constant(_QUIET, i32)), i32)
    found = m.select(_is_nan(m, value), quiet, near)
    m.write(i.operands[0], m.op(arith.AndIOp, (found, m.constant(_TF32_KEPT, i32)), i32))
