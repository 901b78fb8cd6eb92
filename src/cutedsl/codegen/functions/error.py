"""The error function of Float64, and its complement of Float32 and Float64.

Source: ours; `(1 + 2x) exp(x**2) erfc(x)` as a polynomial in `(x - k) / (x + k)` over all x >= 0 is from M. M. Shepherd
and J. G. Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x in 0 <= x < infinity" (1981); coefficients
from Chebyshev interpolation in 60-digit arithmetic.
"""

from __future__ import annotations

from typing import Final

from cutedsl.codegen.functions.body import MathBody
from cutedsl.codegen.functions.exponential import exp_of

_ERF: Final = {
    "f32": (
        0.12837916612625122,
        -0.37612608075141907,
        0.11282803118228912,
        -0.02675563469529152,
        0.004714318085461855,
    ),
    "f64": (
        0.1283791670955126,
        -0.3761263890318375,
        0.11283791670954879,
        -0.026866170645076792,
        0.0052239776248180145,
        -0.000854832698083379,
        0.0001205533111164271,
        -1.4925595266831182e-05,
        1.6461000484121368e-06,
        -1.6350312701054695e-07,
        1.4659775274047436e-08,
        -1.1372848856791674e-09,
        5.957176147748911e-11,
    ),
}
"""`erf(x) / x - 1` in `x**2`: up to 1 for f64, to 1/2 for f32."""
_SCALED: Final = {
    "f32": (
        1.2769783735275269,
        -0.0927637591958046,
        -0.1660303920507431,
        0.1640494018793106,
        -0.054220184683799744,
        -0.008018636144697666,
        0.008724294602870941,
        0.0012166654923930764,
        -0.0014635117258876562,
        -0.0003571778943296522,
        0.00022110545251052827,
        6.310018216026947e-05,
        -2.010893149417825e-05,
    ),
    "f64": (
        1.2329951186255526,
        -0.1396211168405625,
        0.015379652102610162,
        0.0680970542546862,
        -0.10103906603585294,
        0.09373283499865172,
        -0.06633036582050365,
        0.037167515531843213,
        -0.016197733979924422,
        0.005031970032548528,
        -0.0007577737141830246,
        -0.00019925700412096737,
        0.00015062311784879204,
        -2.4398117944964026e-05,
        -1.1225140348544464e-05,
        5.707239579714139e-06,
        2.980595976653137e-07,
        -8.218020735023906e-07,
        7.111913074846523e-08,
        1.0683443586252955e-07,
        -1.6357386970837195e-08,
        -1.2544828451120282e-08,
        1.5712159570587212e-09,
        9.655414273971016e-10,
    ),
}
"""`(1 + 2x) exp(x**2) erfc(x)` in `(x - k) / (x + k)`."""
_K: Final = {"f32": 2.0, "f64": 4.0}
_LARGEST: Final = {"f32": 12.0, "f64": 30.0}
"""Where `erfc` is 0."""


def _near_zero(b: MathBody, x: str) -> str:
    return b.fma(x, b.horner(b.mul(x, x), _ERF[b.kind]), x)


def _complement(b: MathBody, size: str) -> str:
    """`erfc(size)` for size >= 0."""
    k = _K[b.kind]
    x = b.call("minimum", size, b.const(_LARGEST[b.kind]))
    q = b.div(b.sub(x, b.const(k)), b.add(x, b.const(k)))
    scaled = b.div(b.horner(q, _SCALED[b.kind]), b.fma(b.const(2.0), x, b.const(1.0)))
    square = b.mul(x, x)
    lost = b.fma(x, x, b.neg(square))
    decay = exp_of(b, b.neg(square))
    decay = b.fma(b.neg(lost), decay, decay)
    return b.mul(scaled, decay)


def erf(b: MathBody, x: str) -> None:
    """`erf`: a polynomial up to 1, `1 - erfc(|x|)` beyond."""
    size = b.call("fabs", x)
    far = b.call("copysign", b.sub(b.const(1.0), _complement(b, size)), x)
    b.ret(b.select(b.compare("olt", size, b.const(1.0)), _near_zero(b, x), far))


def erfc(b: MathBody, x: str) -> None:
    """`erfc`: `1 - erf(x)` up to 1/2, `exp(-x**2)` times a scaled complement beyond, 2 minus that for negative x."""
    size = b.call("fabs", x)
    far = _complement(b, size)
    far = b.select(b.compare("olt", x, b.const(0.0)), b.sub(b.const(2.0), far), far)
    b.ret(b.select(b.compare("olt", size, b.const(0.5)), b.sub(b.const(1.0), _near_zero(b, x)), far))
