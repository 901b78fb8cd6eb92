"""`asin`, `acos`, `atan` and `atan2` for Float32 and Float64.

Source: ours; coefficients of Float32's `atan` from a Remez exchange in 50-digit arithmetic, the others from Chebyshev
interpolation in 60-digit arithmetic.
"""

from __future__ import annotations

import math
from typing import Final

from cutedsl.codegen.functions.body import MathBody

_ASIN: Final = {
    "f32": (
        0.16666673123836517,
        0.07498855143785477,
        0.045001380145549774,
        0.026554541662335396,
        0.03808502480387688,
    ),
    "f64": (
        0.16666666666666669,
        0.07499999999998433,
        0.04464285714635543,
        0.030381944138531247,
        0.02237217294214989,
        0.017352392720869973,
        0.013971212973552933,
        0.011479177415184906,
        0.01032281435018578,
        0.005457506718640358,
        0.01740087944269402,
        -0.014851887071247204,
        0.028757851367421566,
    ),
}
"""`(asin(s) / s - 1) / s**2` in `s**2`, up to 1/2."""
_ATAN: Final = {
    "f32": (
        -0.33333301544189453,
        0.19998638331890106,
        -0.1426524519920349,
        0.10957575589418411,
        -0.0841946005821228,
        0.05823459476232529,
        -0.03145577013492584,
        0.011064487509429455,
        -0.0018272249726578593,
    ),
    "f64": (
        -0.3333333333333333,
        0.19999999999999554,
        -0.14285714285648404,
        0.11111111107234799,
        -0.09090908969557403,
        0.07692305354678655,
        -0.06666636435777692,
        0.05882074956371294,
        -0.05261265735709454,
        0.04752086773576656,
        -0.04308119655330471,
        0.03872640214042632,
        -0.033750132001619734,
        0.027567942297344678,
        -0.020238706986393514,
        0.012756172907694298,
        -0.006575683344151699,
        0.002622977891906089,
        -0.0007518472526973822,
        0.0001368724853148122,
        -1.1832505417555692e-05,
    ),
}
"""`(atan(x) / x - 1) / x**2` in `x**2`, up to 1."""
HALF_PI: Final = {"f32": (1.5707963705062866, -4.371139000186243e-08), "f64": (math.pi / 2, 6.123233995736766e-17)}
"""pi / 2 as a float and the rest of it."""


def _arc(b: MathBody, size: str) -> tuple[str, str, str, str]:
    """`(steep, s, z, z P(z))`, `asin s = s + s z P(z)`: s is |x|, or `sqrt((1 - |x|) / 2)` where steep (|x| > 1/2)."""
    steep = b.compare("ogt", size, b.const(0.5))
    reduced = b.mul(b.sub(b.const(1.0), size), b.const(0.5))
    z = b.select(steep, reduced, b.mul(size, size))
    s = b.select(steep, b.call("sqrt", reduced), size)
    return steep, s, z, b.mul(z, b.horner(z, _ASIN[b.kind]))


def asin(b: MathBody, x: str) -> None:
    """`asin`: a polynomial up to 1/2, `pi/2 - 2 asin(sqrt((1 - |x|) / 2))` beyond."""
    high, low = HALF_PI[b.kind]
    steep, s, z, series = _arc(b, b.call("fabs", x))
    near = b.fma(s, series, s)
    rest = b.fma(s, series, _lost_by_root(b, s, z))
    far = b.sub(b.sub(b.const(high), b.add(s, s)), b.sub(b.add(rest, rest), b.const(low)))
    b.ret(b.call("copysign", b.select(steep, far, near), x))


def acos(b: MathBody, x: str) -> None:
    """`acos`: `pi/2 - asin x` up to 1/2; `2 asin(sqrt((1 - |x|) / 2))`, from pi for negative x, beyond."""
    high, low = HALF_PI[b.kind]
    steep, s, z, series = _arc(b, b.call("fabs", x))
    near = b.sub(b.const(high), b.sub(x, b.fma(b.neg(x), series, b.const(low))))
    small = b.add(s, b.fma(s, series, _lost_by_root(b, s, z)))
    right = b.add(small, small)
    tail = b.sub(b.fma(s, series, s), b.const(low))
    left = b.sub(b.const(2 * high), b.add(tail, tail))
    negative = b.compare("olt", x, b.const(0.0))
    b.ret(b.select(steep, b.select(negative, left, right), near))


def _lost_by_root(b: MathBody, s: str, z: str) -> str:
    """`sqrt(z) - s` for its rounded root s: `(z - s**2) / (2 s)`; nothing where s is 0."""
    lost = b.div(b.fma(b.neg(s), s, z), b.add(s, s))
    return b.select(b.compare("oeq", s, b.const(0.0)), b.const(0.0), lost)


def atan(b: MathBody, x: str) -> None:
    """`atan`."""
    b.ret(_angle(b, x, b.const(1.0)))


def atan2(b: MathBody, y: str, x: str) -> None:
    """`atan2(y, x)`: the angle of the point (x, y), signed zeros and infinities as in IEEE 754."""
    b.ret(_angle(b, y, x))


def _angle(b: MathBody, y: str, x: str) -> str:
    half, rest = HALF_PI[b.kind]
    height, width = b.call("fabs", y), b.call("fabs", x)
    steep = b.compare("ogt", height, width)
    top = b.select(steep, width, height)
    bottom = b.select(steep, height, width)
    ratio = b.div(top, bottom)
    ratio = b.select(b.compare("oeq", bottom, b.const(0.0)), b.const(0.0), ratio)
    ratio = b.select(b.compare("oeq", top, b.const(math.inf)), b.const(1.0), ratio)
    square = b.mul(ratio, ratio)
    angle = b.fma(b.mul(ratio, square), b.horner(square, _ATAN[b.kind]), ratio)
    turned = b.add(b.sub(b.const(half), angle), b.const(rest))
    angle = b.select(steep, turned, angle)
    left = b.integer("icmp slt", b.bits(x), 0)
    behind = b.add(b.sub(b.const(2 * half), angle), b.const(2 * rest))
    angle = b.call("copysign", b.select(left, behind, angle), y)
    return b.select(b.compare("uno", x, y), b.add(x, y), angle)
