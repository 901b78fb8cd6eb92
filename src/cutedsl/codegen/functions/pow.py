"""Powers of Float32 and Float64.

Source: ours; a logarithm in two floats keeps the product with a large exponent exact enough to round. Coefficients from
Chebyshev interpolation in 60-digit arithmetic.
"""

from __future__ import annotations

import math
from typing import Final

from cutedsl.codegen.functions.body import MathBody
from cutedsl.codegen.functions.exponential import EXPM1

Two = tuple[str, str]
"""A sum of two floats that stays unevaluated, the larger one first."""

_LN2: Final = {
    "f32": (0.6931471824645996, -1.904654299957768e-09),
    "f64": (0.6931471805599453, 2.3190468138462996e-17),
}
_LOG2E: Final = {
    "f32": (1.4426950216293335, 1.925963033500011e-08),
    "f64": (1.4426950408889634, 2.0355273740931033e-17),
}
_TWO_THIRDS: Final = {
    "f32": (0.6666666865348816, -1.9868215517249155e-08),
    "f64": (0.6666666666666666, 3.700743415417188e-17),
}
_TAIL: Final = {
    "f32": (
        0.4000000059604645,
        0.28571537137031555,
        0.22204042971134186,
        0.19139818847179413,
    ),
    "f64": (
        0.4,
        0.28571428571428564,
        0.22222222222229365,
        0.18181818179379808,
        0.15384615801141957,
        0.13333293425590076,
        0.11766946267193636,
        0.10453373259983653,
        0.1078893012949437,
    ),
}
"""`2 (atanh(s) - s - s**3 / 3) / s**5` in `s**2`."""
_SUBNORMAL: Final = {"f32": (2.0**-126, 24), "f64": (2.0**-1022, 54)}
"""The least normal float, and the power of two that makes subnormal ones normal."""
_LIMIT: Final = {"f32": 250.0, "f64": 1300.0}
"""An exponent beyond which powers of two are 0 or infinite, within reach of `MathBody.scaled`."""


def _two_sum(b: MathBody, a: str, c: str) -> Two:
    """`(h, l)` with `h + l = a + c` exactly, `|a| >= |c|` or a = 0."""
    high = b.add(a, c)
    return high, b.sub(c, b.sub(high, a))


def _square(b: MathBody, x: Two) -> Two:
    square = b.mul(x[0], x[0])
    return square, b.fma(b.add(x[0], x[0]), x[1], b.fma(x[0], x[0], b.neg(square)))


def _product(b: MathBody, x: Two, y: Two) -> Two:
    product = b.mul(x[0], y[0])
    lost = b.fma(x[0], y[0], b.neg(product))
    return _two_sum(b, product, b.fma(x[0], y[1], b.fma(x[1], y[0], lost)))


def _constant(b: MathBody, parts: tuple[float, float]) -> Two:
    return b.const(parts[0]), b.const(parts[1])


def _precise_log2(b: MathBody, x: str) -> Two:
    """`log2 x` of a positive finite x, a dozen bits more than the type has.

    `log m = 2 s + 2/3 s**3 + s**5 P(s**2)`, `s = (m - 1) / (m + 1)`, the first two terms in two floats.
    """
    least, shift = _SUBNORMAL[b.kind]
    tiny = b.compare("olt", x, b.const(least))
    m, power = b.split_exponent(b.select(tiny, b.mul(x, b.const(2.0**shift)), x))
    power = b.add(power, b.select(tiny, b.const(-float(shift)), b.const(0.0)))
    top, bottom = b.sub(m, b.const(1.0)), b.add(m, b.const(1.0))
    bottom_low = b.sub(m, b.sub(bottom, b.const(1.0)))
    s = b.div(top, bottom)
    s_low = b.div(b.fma(b.neg(s), bottom_low, b.fma(b.neg(s), bottom, top)), bottom)
    square = _square(b, (s, s_low))
    cubic = _product(b, _product(b, square, (s, s_low)), _constant(b, _TWO_THIRDS[b.kind]))
    tail = b.mul(b.mul(b.mul(square[0], square[0]), s), b.horner(square[0], _TAIL[b.kind]))
    high, low = _two_sum(b, b.add(s, s), cubic[0])
    low = b.add(b.add(low, b.add(s_low, s_low)), b.add(cubic[1], tail))
    scaled = _product(b, _two_sum(b, high, low), _constant(b, _LOG2E[b.kind]))
    total, lost = _two_sum(b, power, scaled[0])
    return _two_sum(b, total, b.add(lost, scaled[1]))


def pow(b: MathBody, x: str, y: str) -> None:
    """`x**y = 2**(y log2 |x|)` with the product in two floats; edge cases as C's `pow`."""
    size = b.call("fabs", x)
    high, low = _precise_log2(b, size)
    product = b.mul(y, high)
    rest = b.fma(y, low, b.fma(y, high, b.neg(product)))
    limit = _LIMIT[b.kind]
    bounded = b.call("minimum", b.call("maximum", product, b.const(-limit)), b.const(limit))
    rest = b.select(b.compare("oeq", bounded, product), rest, b.const(0.0))
    whole, power = b.nearest(bounded)
    fraction = _two_sum(b, b.sub(bounded, whole), rest)
    angle, angle_low = _product(b, fraction, _constant(b, _LN2[b.kind]))
    series = b.fma(b.mul(angle, angle), b.horner(angle, EXPM1[b.kind]), angle)
    value = b.add(b.const(1.0), b.add(series, b.fma(angle_low, series, angle_low)))
    b.ret(_pow_edges(b, x, y, size, b.scaled(value, power)))


def _pow_edges(b: MathBody, x: str, y: str, size: str, value: str) -> str:
    """Zero and infinite bases, negative bases, NaN, and the exact cases `x**0` and `1**y`."""
    zero, one = b.const(0.0), b.const(1.0)
    truncated = b.call("trunc", y)
    whole = b.compare("oeq", truncated, y)
    halved = b.mul(y, b.const(0.5))
    even = b.compare("oeq", b.call("trunc", halved), halved)
    odd = b.logical("and", whole, b.negated(even))
    grows = b.compare("ogt", y, zero)
    # |x| is 0 or inf: the result is 0 or inf
    at_zero = b.select(grows, zero, b.const(math.inf))
    at_inf = b.select(grows, b.const(math.inf), zero)
    value = b.select(b.compare("oeq", size, zero), at_zero, value)
    value = b.select(b.compare("oeq", size, b.const(math.inf)), at_inf, value)
    # |y| is inf
    y_infinite = b.compare("oeq", b.call("fabs", y), b.const(math.inf))
    outward = b.logical("xor", b.compare("ogt", size, one), b.negated(grows))
    limit = b.select(outward, b.const(math.inf), zero)
    limit = b.select(b.compare("oeq", size, one), one, limit)
    value = b.select(y_infinite, limit, value)
    # signs
    negative = b.integer("icmp slt", b.bits(x), 0)
    flip = b.logical("and", negative, odd)
    value = b.select(flip, b.neg(value), value)
    below = b.compare("olt", x, zero)
    finite_x = b.compare("one", size, b.const(math.inf))
    root = b.logical("and", below, b.negated(whole))
    root = b.logical("and", root, finite_x)
    value = b.select(root, b.const(math.nan), value)
    value = b.select(b.compare("uno", x, y), b.const(math.nan), value)
    value = b.select(b.compare("oeq", x, one), one, value)
    return b.select(b.compare("oeq", y, zero), one, value)
