"""`expm1`, `log1p` and the hyperbolic functions with their inverses, for Float32 and Float64.

Source: ours; coefficients from Chebyshev interpolation in 60-digit arithmetic. The logarithm of `1 + f` as
`f - f**2/2 + s (f**2/2 + R)`, `s = f / (2 + f)`, is that of K. C. Ng (FreeBSD's `e_log.c`, by its description).
"""

from __future__ import annotations

import math
from typing import Final

from cutedsl.codegen.functions.body import MathBody

EXPM1: Final = {
    "f32": (
        0.5,
        0.1666666716337204,
        0.04166645556688309,
        0.00833331048488617,
        0.0013934541493654251,
        0.00019891980628017336,
    ),
    "f64": (
        0.5,
        0.1666666666666667,
        0.04166666666666667,
        0.008333333333325544,
        0.0013888888888883327,
        0.00019841269876864356,
        2.4801587327007187e-05,
        2.755725283351691e-06,
        2.75572718102198e-07,
        2.5106274733573296e-08,
        2.0915442297780116e-09,
    ),
}
"""`(exp(r) - 1 - r) / r**2` in r, |r| <= log(2) / 2."""
_LOG: Final = {
    "f32": (
        0.6666666865348816,
        0.40000128746032715,
        0.2854996919631958,
        0.23353427648544312,
    ),
    "f64": (
        0.6666666666666666,
        0.40000000000001007,
        0.2857142857072325,
        0.22222222409750114,
        0.18181793732111753,
        0.15386342449645143,
        0.13266048812203002,
        0.131148348695975,
    ),
}
"""`(2 atanh(s) - 2 s) / s**3` in `s**2`."""
_LN2: Final = {"f32": (0.693145751953125, 1.4286068203094172e-06), "f64": (0.6931471803691238, 1.9082149292705877e-10)}
_FAR: Final = {"f32": (2.0**25, 160.0), "f64": (2.0**54, 1400.0)}
"""Where `x + 1` is x, and an argument whose exponential is infinite."""


def _exp_parts(b: MathBody, x: str) -> tuple[str, str]:
    """`(exp(r) - 1, k)` with `x = k log(2) + r`."""
    high, low = _LN2[b.kind]
    limit = _FAR[b.kind][1]
    bounded = b.call("minimum", b.call("maximum", x, b.const(-limit)), b.const(limit))
    whole, power = b.nearest(b.mul(bounded, b.const(1.0 / math.log(2.0))))
    rest = b.fma(whole, b.const(-low), b.fma(whole, b.const(-high), bounded))
    return b.fma(b.mul(rest, rest), b.horner(rest, EXPM1[b.kind]), rest), power


def exp_of(b: MathBody, x: str) -> str:
    """`e**x`."""
    part, power = _exp_parts(b, x)
    return b.scaled(b.add(part, b.const(1.0)), power)


def _expm1_and_half(b: MathBody, x: str) -> tuple[str, str]:
    """`(e**x - 1, e**x / 2)`; the half is finite where `e**x` no longer is."""
    part, power = _exp_parts(b, x)
    whole = b.add(part, b.const(1.0))
    large = b.integer("icmp sgt", power, b.mantissa_bits + 1)
    tiny = b.integer("icmp slt", power, -(b.mantissa_bits + 10))
    floor = b.number(-(b.mantissa_bits + 10))
    near = b.select(large, b.number(0), b.select(tiny, floor, power, b.bits_type), b.bits_type)
    two = b.power_of_two(near)
    small = b.fma(two, part, b.sub(two, b.const(1.0)))
    value = b.select(large, b.scaled(whole, power), small)
    return b.keep_zero(x, value), b.scaled(whole, b.integer("sub", power, 1))


def expm1(b: MathBody, x: str) -> None:
    """`exp(x) - 1`."""
    b.ret(_expm1_and_half(b, x)[0])


def sinh(b: MathBody, x: str) -> None:
    """`sinh`: `(E + E / (E + 1)) / 2` with `E = exp(|x|) - 1` below 1, from the exponential beyond."""
    size = b.call("fabs", x)
    less, half = _expm1_and_half(b, size)
    near = b.mul(b.const(0.5), b.add(less, b.div(less, b.add(less, b.const(1.0)))))
    far = b.sub(half, b.div(b.const(0.25), half))
    b.ret(b.call("copysign", b.select(b.compare("olt", size, b.const(1.0)), near, far), x))


def cosh(b: MathBody, x: str) -> None:
    """`cosh = (e**|x| + e**-|x|) / 2`."""
    _, half = _expm1_and_half(b, b.call("fabs", x))
    b.ret(b.add(half, b.div(b.const(0.25), half)))


def tanh(b: MathBody, x: str) -> None:
    """`tanh`: `E / (E + 2)` with `E = exp(2|x|) - 1` below 1, `1 - 2 / (E + 2)` beyond."""
    size = b.call("fabs", x)
    less, _ = _expm1_and_half(b, b.add(size, size))
    more = b.add(less, b.const(2.0))
    far = b.sub(b.const(1.0), b.div(b.const(2.0), more))
    value = b.select(b.compare("olt", size, b.const(0.5)), b.div(less, more), far)
    b.ret(b.call("copysign", value, x))


def _log1p_of(b: MathBody, x: str) -> str:
    """`log(1 + x)`; what `1 + x` loses in rounding is added to first order."""
    high, low = _LN2[b.kind]
    u = b.add(x, b.const(1.0))
    over_one = b.compare("ogt", b.call("fabs", x), b.const(1.0))
    lost_large = b.sub(b.const(1.0), b.sub(u, x))
    lost_small = b.sub(x, b.sub(u, b.const(1.0)))
    lost = b.div(b.select(over_one, lost_large, lost_small), u)
    m, power = b.split_exponent(u)
    f = b.sub(m, b.const(1.0))
    s = b.div(f, b.add(f, b.const(2.0)))
    z = b.mul(s, s)
    half_square = b.mul(b.mul(f, f), b.const(0.5))
    inner = b.fma(s, b.fma(z, b.horner(z, _LOG[b.kind]), half_square), b.fma(power, b.const(low), lost))
    value = b.fma(power, b.const(high), b.sub(f, b.sub(half_square, inner)))
    value = b.select(b.compare("oeq", x, b.const(math.inf)), x, value)
    value = b.select(b.compare("oeq", x, b.const(-1.0)), b.const(-math.inf), value)
    value = b.select(b.compare("ult", x, b.const(-1.0)), b.const(math.nan), value)
    return b.keep_zero(x, value)


def log1p(b: MathBody, x: str) -> None:
    """`log(1 + x)`."""
    b.ret(_log1p_of(b, x))


def asinh(b: MathBody, x: str) -> None:
    """`asinh = log1p(|x| + x**2 / (1 + sqrt(x**2 + 1)))`; `log(2 |x|)` for the largest."""
    size = b.call("fabs", x)
    square = b.mul(size, size)
    root = b.call("sqrt", b.add(square, b.const(1.0)))
    near = b.add(size, b.div(square, b.add(root, b.const(1.0))))
    b.ret(b.call("copysign", _log_or_log_of_double(b, size, near), x))


def acosh(b: MathBody, x: str) -> None:
    """`acosh = log1p(t + sqrt(2 t + t**2))`, `t = x - 1`; `log(2 x)` for the largest; NaN below 1."""
    t = b.sub(x, b.const(1.0))
    near = b.add(t, b.call("sqrt", b.fma(t, t, b.add(t, t))))
    value = _log_or_log_of_double(b, x, near)
    b.ret(b.select(b.compare("ult", x, b.const(1.0)), b.const(math.nan), value))


def _log_or_log_of_double(b: MathBody, size: str, near: str) -> str:
    """`log1p(near)`, but `log(2 size)` where size is large."""
    far = b.compare("ogt", size, b.const(_FAR[b.kind][0]))
    value = _log1p_of(b, b.select(far, size, near))
    return b.add(value, b.select(far, b.const(math.log(2.0)), b.const(0.0)))


def atanh(b: MathBody, x: str) -> None:
    """`atanh = log1p(2|x| + 2|x| |x| / (1 - |x|)) / 2`."""
    size = b.call("fabs", x)
    double = b.add(size, size)
    rest = b.sub(b.const(1.0), size)
    near = b.add(double, b.div(b.mul(double, size), rest))
    ratio = b.select(b.compare("olt", size, b.const(0.5)), near, b.div(double, rest))
    b.ret(b.call("copysign", b.mul(b.const(0.5), _log1p_of(b, ratio)), x))
