"""The cube root of Float32 and Float64.

Source: ours: a third of the exponent bits, Halley's iteration, then a correction from the exact cube.
"""

from __future__ import annotations

import math
from typing import Final

from cutedsl.codegen.functions.body import MathBody

_GUESS: Final = {"f32": 709_958_130, "f64": 0x2A9F7893_782DA1CE}
"""Two thirds of the exponent's bias, less what makes the guess from the bits best."""
_STEPS: Final = {"f32": 1, "f64": 2}
_RANGE: Final = {"f32": (2.0**-100, 2.0**100, 2.0**16), "f64": (2.0**-900, 2.0**900, 2.0**72)}
"""Between the first two no step leaves the range of floats; others are scaled by the third cubed, or by its inverse."""


def cbrt(b: MathBody, x: str) -> None:
    """`cbrt`."""
    least, most, root = _RANGE[b.kind]
    scale = root**3
    size = b.call("fabs", x)
    tiny, huge = b.compare("olt", size, b.const(least)), b.compare("ogt", size, b.const(most))
    one = b.const(1.0)
    a = b.mul(size, b.select(tiny, b.const(scale), b.select(huge, b.const(1 / scale), one)))
    r = b.from_bits(b.integer("add", b.integer("udiv", b.bits(a), 3), _GUESS[b.kind]))
    for _ in range(_STEPS[b.kind]):
        cube = b.mul(b.mul(r, r), r)
        r = b.mul(r, b.div(b.add(cube, b.add(a, a)), b.add(b.add(cube, cube), a)))
    square = b.mul(r, r)
    square_low = b.fma(r, r, b.neg(square))
    cube = b.mul(square, r)
    cube_low = b.fma(square_low, r, b.fma(square, r, b.neg(cube)))
    excess = b.add(b.sub(cube, a), cube_low)
    r = b.sub(r, b.div(excess, b.mul(b.const(3.0), square)))
    r = b.call("copysign", b.mul(r, b.select(tiny, b.const(1 / root), b.select(huge, b.const(root), one))), x)
    same = b.logical("or", b.compare("oeq", size, b.const(0.0)), b.compare("ueq", size, b.const(math.inf)))
    b.ret(b.select(same, x, r))
