"""Sine, cosine and tangent of Float32.

Source: ours; the reduction of small angles after W. Cody and W. Waite, "Software Manual for the Elementary Functions"
(1980), of large ones after M. Payne and R. Hanek, "Radian reduction for trigonometric functions" (1983).
"""

from __future__ import annotations

import math
from typing import Final

from cutedsl.codegen.functions.body import MathBody
from cutedsl.codegen.functions.large_angles import of_large_angles
from cutedsl.codegen.llvm.constants import float_text

_HALF_PI: Final = (1.5707963705062866, -4.371139000186243e-08, -1.7151245100058819e-15)
_SIN: Final = (-0.1666666716337204, 0.008333329111337662, -0.0001983933470910415, 2.7183123165741563e-06)
_COS: Final = (0.0416666679084301, -0.0013888883404433727, 2.4799519451335073e-05, -2.7210242592445866e-07)
_REDUCE_LIMIT: Final = 65536.0
REDUCED: Final = "{ float, i32 }"
REDUCE_LARGE: Final = "cutedsl.reduce_large.f32"
TWO_OVER_PI: Final = "cutedsl.two_over_pi"
TWO_OVER_PI_WORDS: Final = (0, 0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041)
"""A zero word, then 2/pi in binary, 32 bits a word."""
_PIO2_2M62: Final = 3.4061215800304633e-19  # pi/2 * 2**-62


def reduce_large(b: MathBody, x: str) -> None:
    """`(r, q)` with `x = q pi/2 + r` for large |x|: 96 bits of 2/pi at the right place times the significand.

    The product is kept modulo 4 with 62 fraction bits, so r has full precision for every float (Payne and Hanek).
    """
    bits = b.bits(x)
    significand = b.integer("or", b.integer("and", bits, 0x7FFFFF), 0x800000)
    left = b.integer("shl", significand, 8)
    # x = left * 2**shift; 2/pi is stored from 2**-1 down, with one word of zeros before it.
    exponent = b.integer("and", b.integer("lshr", bits, 23), 255)
    shift = b.integer("sub", exponent, 127 + 1)
    index = b.integer("lshr", shift, 5)
    bit = b.emit(f"zext i32 {b.integer('and', shift, 31)} to i64")
    words = [_two_over_pi_word(b, index, k) for k in range(4)]
    pairs = [b.integer("or", b.integer("shl", words[k], 32, 64), words[k + 1], 64) for k in range(3)]
    down = b.integer("sub", "32", bit, 64)
    high, middle, low = (b.integer("and", b.integer("lshr", pair, down, 64), 0xFFFFFFFF, 64) for pair in pairs)
    wide = b.emit(f"zext i32 {left} to i64")
    carry = b.integer("lshr", b.integer("mul", wide, low, 64), 32, 64)
    total = b.integer("add", b.integer("mul", wide, middle, 64), carry, 64)
    top = b.integer("shl", b.integer("mul", wide, high, 64), 32, 64)
    total = b.integer("add", top, total, 64)
    # total / 2**62 is x * 2/pi modulo 4; round it to the nearest integer.
    rounded = b.integer("add", total, 1 << 61, 64)
    quadrant = b.emit(f"trunc i64 {b.integer('lshr', rounded, 62, 64)} to i32")
    rest = b.integer("sub", total, b.integer("and", rounded, -(1 << 62), 64), 64)
    as_double = b.emit(f"sitofp i64 {rest} to double")
    angle = b.emit(f"fmul double {as_double}, {float_text(_PIO2_2M62, 'double')}")
    r = b.emit(f"fptrunc double {angle} to float")
    negative = b.integer("icmp slt", bits, 0)
    r = b.select(negative, b.neg(r), r)
    quadrant = b.select(negative, b.integer("sub", "0", quadrant), quadrant, "i32")
    pair = b.emit(f"insertvalue {REDUCED} poison, float {r}, 0")
    pair = b.emit(f"insertvalue {REDUCED} {pair}, i32 {quadrant}, 1")
    b.ret(pair, REDUCED)


def _two_over_pi_word(b: MathBody, index: str, step: int) -> str:
    """Word `index + step` of the table as an i64."""
    at = b.integer("add", index, step)
    table = f"ptr addrspace(4) @{TWO_OVER_PI}"
    address = b.emit(f"getelementptr i32, {table}, i32 {at}")
    return b.emit(f"zext i32 {b.emit(f'load i32, ptr addrspace(4) {address}, align 4')} to i64")


def _reduce(b: MathBody, x: str) -> tuple[str, str]:
    """`(r, q)` with `x = q pi/2 + r`, `|r| <= pi/4` and a bit more; q is meaningful modulo 4."""
    big = b.compare("oge", b.call("fabs", x), b.const(_REDUCE_LIMIT))
    finite = b.compare("one", b.call("fabs", x), b.const(math.inf))
    slow = b.logical("and", big, finite)
    whole, small_q = b.nearest(b.mul(x, b.const(2.0 / math.pi)))
    small_r = x
    for part in _HALF_PI:
        small_r = b.fma(whole, b.const(-part), small_r)
    r, q = of_large_angles(b, x, slow, ((small_r, "float"), (small_q, "i32")), f"{REDUCED} @{REDUCE_LARGE}")
    return r, q


def _sin_cos(b: MathBody, r: str) -> tuple[str, str]:
    """`(sin r, cos r)` for a reduced angle."""
    square = b.mul(r, r)
    sine = b.fma(b.mul(r, square), b.horner(square, _SIN), r)
    cosine = b.fma(b.mul(square, square), b.horner(square, _COS), b.fma(square, b.const(-0.5), b.const(1.0)))
    return sine, cosine


def _wave(b: MathBody, x: str, quarter: int) -> None:
    r, q = _reduce(b, x)
    if quarter:
        q = b.integer("add", q, quarter)
    sine, cosine = _sin_cos(b, r)
    odd = b.integer("icmp ne", b.integer("and", q, 1), 0)
    value = b.select(odd, cosine, sine)
    negative = b.integer("icmp ne", b.integer("and", q, 2), 0)
    value = b.select(negative, b.neg(value), value)
    b.ret(value if quarter else b.keep_zero(x, value))


def sin(b: MathBody, x: str) -> None:
    """`sin`."""
    _wave(b, x, 0)


def cos(b: MathBody, x: str) -> None:
    """`cos(x) = sin(x + pi/2)`."""
    _wave(b, x, 1)


def tan(b: MathBody, x: str) -> None:
    """`tan = sin / cos`, turned over in odd quadrants."""
    r, q = _reduce(b, x)
    sine, cosine = _sin_cos(b, r)
    odd = b.integer("icmp ne", b.integer("and", q, 1), 0)
    top = b.select(odd, b.neg(cosine), sine)
    b.ret(b.keep_zero(x, b.div(top, b.select(odd, sine, cosine))))
