"""PTX's `cvt` of two floats of 8, 6 or 4 bits, and of two scale factors, from and to wider ones.

The first source goes into the upper part. What is too large becomes the largest number; a NaN stays one in 8 bits and
becomes the largest number in fewer. Source: PTX ISA, "cvt".
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    Float4E2M1FNType,
    Float6E2M3FNType,
    Float6E3M2FNType,
    Float8E4M3FNType,
    Float8E5M2Type,
    IntegerType,
    bf16,
    f16,
    f32,
    i8,
    i16,
    i32,
)
from xdsl.ir import SSAValue

from cutedsl.ir.ops.elementwise import BitcastOp
from cutedsl.passes.ptx.arithmetic import limited, word_of
from cutedsl.passes.ptx.registers import Machine
from cutedsl.passes.ptx.text import Instruction

_KINDS: Final = MappingProxyType(
    {
        "e4m3x2": Float8E4M3FNType(), "e5m2x2": Float8E5M2Type(), "e2m3x2": Float6E2M3FNType(),
        "e3m2x2": Float6E3M2FNType(), "e2m1x2": Float4E2M1FNType(),
    }
)  # fmt: skip
NARROW: Final = frozenset({*_KINDS, "ue8m0x2"})
_UNSIGNED_GREATER: Final = 8
_MAGNITUDE, _MANTISSA, _INFINITY = 0x7FFFFFFF, 0x7FFFFF, 0x7F800000
_SMALLEST_MANTISSA: Final = 0x400000
"""Of a subnormal number: what 2**-127, the least factor, has."""
_LARGEST_FACTOR, _NOT_A_FACTOR = 0xFE, 0xFF


def narrow_pair(m: Machine, i: Instruction, rounding: list[str]) -> None:
    """Two floats as narrow ones. Errors: inline-ptx-on-cpu."""
    to, source = i.modifiers[-2:]
    if "satfinite" not in i.modifiers or source not in ("f32", "f16x2", "bf16x2"):
        raise m.unknown(i.name)
    high, low = _wide(m, i, source)
    if to == "ue8m0x2":
        if rounding not in (["rz"], ["rp"]) or source == "f16x2" or "relu" in i.modifiers:
            raise m.unknown(i.name)
        codes = [_factor(m, x, up=rounding == ["rp"]) for x in (low, high)]
    elif rounding != ["rn"] or source == "bf16x2":
        raise m.unknown(i.name)
    else:
        codes = [narrow_code(m, i, x, to) for x in (low, high)]
    m.write(i.operands[0], _joined(m, codes, _bits(to)))


def wide_pair(m: Machine, i: Instruction, rounding: list[str]) -> None:
    """Two narrow floats as halves, exactly; factors as bfloat16. Errors: inline-ptx-on-cpu."""
    to, source = i.modifiers[-2:]
    if rounding != ["rn"] or to != ("bf16x2" if source == "ue8m0x2" else "f16x2"):
        raise m.unknown(i.name)
    bits = _bits(source)
    both = m.read(i.operands[1], IntegerType(2 * bits if bits == 4 else 16))
    parts: list[SSAValue] = []
    for place in (0, bits):
        code = m.converted(m.op(arith.ShRUIOp, (both, m.constant(place, both.type)), both.type), i8)
        if source == "ue8m0x2":
            parts.append(_factor_as_bfloat(m, code))
            continue
        code = m.op(arith.AndIOp, (code, m.constant(_mask(source), i8)), i8)
        number = m.op(arith.ExtFOp, (m.op(BitcastOp, (code,), _KINDS[source]),), f16)
        parts.append(m.converted(limited(m, i, number), i16))
    m.write(i.operands[0], word_of(m, *parts))


def _bits(kind: str) -> int:
    """Bits from one of a pair to the next."""
    return 4 if kind == "e2m1x2" else 8


def _mask(kind: str) -> int:
    return {"e2m1x2": 0xF, "e2m3x2": 0x3F, "e3m2x2": 0x3F}.get(kind, 0xFF)


def _wide(m: Machine, i: Instruction, source: str) -> list[SSAValue]:
    """Both sources as float32, the upper one first."""
    if source == "f32":
        return [m.read(x, f32) for x in i.operands[1:3]]
    word, half = m.read(i.operands[1], i32), f16 if source == "f16x2" else bf16
    halves = [m.converted(m.op(arith.ShRUIOp, (word, m.constant(place, i32)), i32), i16) for place in (16, 0)]
    return [m.op(arith.ExtFOp, (m.converted(x, half),), f32) for x in halves]


def narrow_code(m: Machine, i: Instruction, value: SSAValue, kind: str) -> SSAValue:
    """The code of a float32 in a byte, as type `kind` of pairs names it."""
    return m.op(BitcastOp, (m.op(arith.TruncFOp, (limited(m, i, value),), _KINDS[kind]),), i8)


def _factor(m: Machine, value: SSAValue, *, up: bool) -> SSAValue:
    """The exponent of a number without its sign, rounded up or towards zero; there is none for zero but the least."""
    bits = m.op(arith.AndIOp, (m.converted(value, i32), m.constant(_MAGNITUDE, i32)), i32)
    exponent = m.op(arith.ShRUIOp, (bits, m.constant(23, i32)), i32)
    code = exponent
    if up:
        rest = m.op(arith.AndIOp, (bits, m.constant(_MANTISSA, i32)), i32)
        is_small = m.compare(0, exponent, m.constant(0, i32))
        free = m.select(is_small, m.constant(_SMALLEST_MANTISSA, i32), m.constant(0, i32))
        above = m.compare(_UNSIGNED_GREATER, rest, free)
        code = m.op(arith.AddiOp, (code, m.converted(above, i32)), i32)
    code = m.op(arith.MinUIOp, (code, m.constant(_LARGEST_FACTOR, i32)), i32)
    is_nan = m.compare(_UNSIGNED_GREATER, bits, m.constant(_INFINITY, i32))
    return m.converted(m.select(is_nan, m.constant(_NOT_A_FACTOR, i32), code), i8)


def _factor_as_bfloat(m: Machine, code: SSAValue) -> SSAValue:
    """2**(code - 127) in 16 bits; the least is subnormal, and 255 is NaN."""
    wide = m.converted(code, i16)
    moved = m.op(arith.ShLIOp, (wide, m.constant(7, i16)), i16)
    for special, bits in ((0, 0x40), (0xFF, 0x7FFF)):
        moved = m.select(m.compare(0, wide, m.constant(special, i16)), m.constant(bits, i16), moved)
    return moved


def _joined(m: Machine, codes: list[SSAValue], bits: int) -> SSAValue:
    """The lower and the upper code in a register."""
    whole = IntegerType(2 * bits) if bits == 4 else i16
    low, high = (m.converted(code, whole) for code in codes)
    return m.op(arith.OrIOp, (low, m.op(arith.ShLIOp, (high, m.constant(bits, whole)), whole)), whole)
