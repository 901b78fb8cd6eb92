"""Sine, cosine and tangent of Float64.

Source: ours; the reduction as in `math_trig`, with the part that a float cannot hold carried along; coefficients from
Chebyshev interpolation in 60-digit arithmetic.
"""

from __future__ import annotations

import math
from typing import Final

from cutedsl.codegen.functions.body import MathBody
from cutedsl.codegen.functions.large_angles import of_large_angles

_SIN: Final = (
    -0.16666666666666666,
    0.008333333333333331,
    -0.0001984126984126457,
    2.755731921895673e-06,
    -2.5052106100926675e-08,
    1.605851097953535e-10,
    -7.58549250782124e-13,
)
_COS: Final = (
    0.041666666666666664,
    -0.0013888888888888887,
    2.480158730158437e-05,
    -2.75573192211902e-07,
    2.0876755717957296e-09,
    -1.147044941240971e-11,
    4.745202155702359e-14,
)
_HALF_PI: Final = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33)
_REDUCE_LIMIT: Final = 2.0**20
"""Larger angles need more bits of pi/2 than the three parts above have."""
REDUCE_LARGE: Final = "cutedsl.reduce_large.f64"
TWO_OVER_PI: Final = "cutedsl.two_over_pi.f64"
TWO_OVER_PI_WORDS: Final = (
    0,
    0xA2F9836E4E441529,
    0xFC2757D1F534DDC0,
    0xDB6295993C439041,
    0xFE5163ABDEBBC561,
    0xB7246E3A424DD2E0,
    0x06492EEA09D1921C,
    0xFE1DEB1CB129A73E,
    0xE88235F52EBB4484,
    0xE99C7026B45F7E41,
    0x3991D639835339F4,
    0x9C845F8BBDF9283B,
    0x1FF897FFDE05980F,
    0xEF2F118B5A0A6D1F,
    0x6D367ECF27CB09B7,
    0x4F463F669E5FEA2D,
    0x7527BAC7EBE5F17B,
    0x3D0739F78A5292EA,
    0x6BFB5FB11F8D5D08,
    0x56033046FC7B6BAB,
)
"""A zero word, then 2/pi in binary, 64 bits a word."""
REDUCED: Final = "{ double, double, i64 }"


def reduce_large(b: MathBody, x: str) -> None:
    """`(r, rest, q)` with `x = q pi/2 + r + rest` for large |x|: 192 bits of 2/pi at the right place times x.

    The product is kept modulo 4 with 126 fraction bits, which leaves 64 of them for the double that is nearest to a
    multiple of pi/2 (Payne and Hanek).
    """
    bits = b.bits(x)
    significand = b.integer("or", b.integer("and", bits, (1 << 52) - 1), 1 << 52)
    left = b.emit(f"zext i64 {b.integer('shl', significand, 11)} to i128")
    # x = left * 2**shift; 2/pi is stored from 2**-1 down, with one word of zeros before it.
    exponent = b.integer("and", b.integer("lshr", bits, 52), 2047)
    shift = b.integer("sub", exponent, 1023 + 1)
    index, bit = b.integer("lshr", shift, 6), b.integer("and", shift, 63)
    words = [_word(b, b.integer("add", index, k)) for k in range(4)]
    high, middle, low = (b.call_integer("fshl", words[k], words[k + 1], bit) for k in range(3))

    def wide(op: str, a: str, c: str | int) -> str:
        return b.integer(op, a, c, 128)

    products = [wide("mul", left, b.emit(f"zext i64 {word} to i128")) for word in (high, middle, low)]
    total = wide("add", wide("shl", products[0], 64), wide("add", products[1], wide("lshr", products[2], 64)))
    # total / 2**126 is x * 2/pi modulo 4; round it to the nearest integer.
    quadrant = wide("lshr", wide("add", total, 1 << 125), 126)
    rest = wide("sub", total, wide("shl", quadrant, 126))
    top = b.emit(f"trunc i128 {wide('lshr', rest, 64)} to i64")
    bottom = b.emit(f"trunc i128 {rest} to i64")
    first = b.emit(f"sitofp i64 {top} to double")
    missed = b.integer("sub", top, b.emit(f"fptosi double {first} to i64"))
    second = b.add(
        b.mul(b.emit(f"sitofp i64 {missed} to double"), b.const(2.0**-62)),
        b.mul(b.emit(f"uitofp i64 {bottom} to double"), b.const(2.0**-126)),
    )
    r, tail = _times_half_pi(b, b.mul(first, b.const(2.0**-62)), second)
    negative = b.integer("icmp slt", bits, 0)
    r, tail = (b.select(negative, b.neg(part), part) for part in (r, tail))
    number = b.emit(f"trunc i128 {quadrant} to i64")
    number = b.select(negative, b.integer("sub", "0", number), number, "i64")
    result = b.emit(f"insertvalue {REDUCED} poison, double {r}, 0")
    result = b.emit(f"insertvalue {REDUCED} {result}, double {tail}, 1")
    b.ret(b.emit(f"insertvalue {REDUCED} {result}, i64 {number}, 2"), REDUCED)


def _times_half_pi(b: MathBody, first: str, second: str) -> tuple[str, str]:
    """The sum of two floats times pi/2, as a float and what is left."""
    total = b.add(first, second)
    lost = b.sub(second, b.sub(total, first))
    product = b.mul(total, b.const(_HALF_PI[0]))
    tail = b.fma(total, b.const(_HALF_PI[0]), b.neg(product))
    tail = b.fma(total, b.const(_HALF_PI[1]), b.fma(lost, b.const(_HALF_PI[0]), tail))
    whole = b.add(product, tail)
    return whole, b.sub(tail, b.sub(whole, product))


def _word(b: MathBody, index: str) -> str:
    address = b.emit(f"getelementptr i64, ptr addrspace(4) @{TWO_OVER_PI}, i64 {index}")
    return b.emit(f"load i64, ptr addrspace(4) {address}, align 8")


def _reduce(b: MathBody, x: str) -> tuple[str, str, str]:
    """`(r, rest, q)` with `x = q pi/2 + r + rest`, `|r| <= pi/4` and a bit more; q is meaningful modulo 4."""
    size = b.call("fabs", x)
    big = b.compare("oge", size, b.const(_REDUCE_LIMIT))
    slow = b.logical("and", big, b.compare("one", size, b.const(math.inf)))
    whole, small_q = b.nearest(b.mul(x, b.const(2.0 / math.pi)))
    minus = [b.const(-part) for part in _HALF_PI]
    first = b.fma(whole, minus[0], x)
    small_r = b.fma(whole, minus[1], first)
    small_rest = b.fma(whole, minus[2], b.fma(whole, minus[1], b.sub(first, small_r)))
    small = ((small_r, "double"), (small_rest, "double"), (small_q, "i64"))
    r, rest, q = of_large_angles(b, x, slow, small, f"{REDUCED} @{REDUCE_LARGE}")
    return r, rest, q


def _sin_cos(b: MathBody, r: str, rest: str) -> tuple[str, str]:
    """`(sin, cos)` of `r + rest`."""
    square = b.mul(r, r)
    half = b.mul(square, b.const(0.5))
    slope = b.sub(b.const(1.0), half)
    sine = b.add(r, b.fma(b.mul(r, square), b.horner(square, _SIN), b.mul(rest, slope)))
    lost = b.sub(b.sub(b.const(1.0), slope), half)
    cosine = b.fma(b.mul(square, square), b.horner(square, _COS), b.fma(b.neg(r), rest, lost))
    return sine, b.add(slope, cosine)


def _wave(b: MathBody, x: str, quarter: int) -> str:
    r, rest, q = _reduce(b, x)
    if quarter:
        q = b.integer("add", q, quarter)
    sine, cosine = _sin_cos(b, r, rest)
    odd = b.integer("icmp ne", b.integer("and", q, 1), 0)
    value = b.select(odd, cosine, sine)
    return b.select(b.integer("icmp ne", b.integer("and", q, 2), 0), b.neg(value), value)


def sin(b: MathBody, x: str) -> None:
    """`sin`."""
    b.ret(b.keep_zero(x, _wave(b, x, 0)))


def cos(b: MathBody, x: str) -> None:
    """`cos(x) = sin(x + pi/2)`."""
    b.ret(_wave(b, x, 1))


def tan(b: MathBody, x: str) -> None:
    """`tan = sin / cos`, turned over in odd quadrants."""
    r, rest, q = _reduce(b, x)
    sine, cosine = _sin_cos(b, r, rest)
    odd = b.integer("icmp ne", b.integer("and", q, 1), 0)
    top = b.select(odd, b.neg(cosine), sine)
    b.ret(b.keep_zero(x, b.div(top, b.select(odd, sine, cosine))))
