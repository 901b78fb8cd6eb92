"""Powers of Float32.

Source: ours; the logarithm in two floats keeps the product with a large exponent exact enough to round.
"""

from __future__ import annotations

import math
from typing import Final

from cutedsl.codegen.nvptx.math_body import MathBody
from cutedsl.codegen.nvptx.math_f32 import EXP2, LOG2E_HI, LOG2E_LO, round_magic, scale

_POW_LOG: Final = (0.6666666269302368, 0.4000033438205719, 0.28537309169769287, 0.23582129180431366)


def _precise_log2(b: MathBody, x: str) -> tuple[str, str]:
    """`log2 x` of a positive finite x as an unevaluated sum of two floats, about 40 bits."""
    tiny = b.compare("olt", x, b.const(2.0**-126))
    bits = b.bits(b.select(tiny, b.mul(x, b.const(2.0**23)), x))
    exponent = b.integer("and", b.integer("sub", bits, 0x3F3504F3), -0x800000)
    m = b.from_bits(b.integer("sub", bits, exponent))
    power = b.emit(f"sitofp i32 {b.integer('ashr', exponent, 23)} to float")
    power = b.add(power, b.select(tiny, b.const(-23.0), b.const(0.0)))
    top = b.sub(m, b.const(1.0))
    bottom = b.add(m, b.const(1.0))
    bottom_low = b.sub(m, b.sub(bottom, b.const(1.0)))
    s = b.div(top, bottom)
    error = b.fma(s, b.neg(bottom), top)
    error = b.fma(s, b.neg(bottom_low), error)
    s_low = b.div(error, bottom)
    square = b.mul(s, s)
    tail = b.fma(b.mul(s, square), b.horner(square, _POW_LOG), b.add(s_low, s_low))
    log_high, log_low = _two_sum(b, b.add(s, s), tail)
    # times log2(e), then plus the exponent
    high = b.mul(log_high, b.const(LOG2E_HI))
    low = b.fma(log_high, b.const(LOG2E_HI), b.neg(high))
    low = b.fma(log_high, b.const(LOG2E_LO), low)
    low = b.fma(log_low, b.const(LOG2E_HI), low)
    total, lost = _two_sum(b, power, high)
    return _two_sum(b, total, b.add(lost, low))


def _two_sum(b: MathBody, a: str, c: str) -> tuple[str, str]:
    """`(h, l)` with `h + l = a + c` exactly, `|a| >= |c|` or a = 0."""
    high = b.add(a, c)
    return high, b.sub(c, b.sub(high, a))


def pow(b: MathBody, x: str, y: str) -> None:
    """`x**y = 2**(y log2 |x|)` with the logarithm in two floats; edge cases as C's `pow`."""
    size = b.call("fabs", x)
    high, low = _precise_log2(b, size)
    product = b.mul(y, high)
    rest = b.fma(y, low, b.fma(y, high, b.neg(product)))
    bounded = b.call("minimum", b.call("maximum", product, b.const(-250.0)), b.const(250.0))
    same = b.compare("oeq", bounded, product)
    rest = b.select(same, rest, b.const(0.0))
    whole, power = round_magic(b, bounded)
    fraction = b.add(b.sub(bounded, whole), rest)
    value = scale(b, b.horner(fraction, EXP2), power)
    b.ret(_pow_edges(b, x, y, size, value))


def _pow_edges(b: MathBody, x: str, y: str, size: str, value: str) -> str:
    """Zero and infinite bases, negative bases, NaN, and the exact cases `x**0` and `1**y`."""
    zero, one = b.const(0.0), b.const(1.0)
    truncated = b.call("trunc", y)
    whole = b.compare("oeq", truncated, y)
    halved = b.mul(y, b.const(0.5))
    even = b.compare("oeq", b.call("trunc", halved), halved)
    odd = b.emit(f"and i1 {whole}, {b.emit(f'xor i1 {even}, true')}")
    grows = b.compare("ogt", y, zero)
    # |x| is 0 or inf: the result is 0 or inf
    at_zero = b.select(grows, zero, b.const(math.inf))
    at_inf = b.select(grows, b.const(math.inf), zero)
    value = b.select(b.compare("oeq", size, zero), at_zero, value)
    value = b.select(b.compare("oeq", size, b.const(math.inf)), at_inf, value)
    # |y| is inf
    y_infinite = b.compare("oeq", b.call("fabs", y), b.const(math.inf))
    outward = b.emit(f"xor i1 {b.compare('ogt', size, one)}, {b.emit(f'xor i1 {grows}, true')}")
    limit = b.select(outward, b.const(math.inf), zero)
    limit = b.select(b.compare("oeq", size, one), one, limit)
    value = b.select(y_infinite, limit, value)
    # signs
    negative = b.integer("icmp slt", b.bits(x), 0)
    flip = b.emit(f"and i1 {negative}, {odd}")
    value = b.select(flip, b.neg(value), value)
    below = b.compare("olt", x, zero)
    finite_x = b.compare("one", size, b.const(math.inf))
    root = b.emit(f"and i1 {below}, {b.emit(f'xor i1 {whole}, true')}")
    root = b.emit(f"and i1 {root}, {finite_x}")
    value = b.select(root, b.const(math.nan), value)
    value = b.select(b.compare("uno", x, y), b.const(math.nan), value)
    value = b.select(b.compare("oeq", x, one), one, value)
    return b.select(b.compare("oeq", y, zero), one, value)
