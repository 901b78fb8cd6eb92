"""Elementary functions of Float64 for the GPU: exponentials and logarithms.

Source: ours; coefficients from a Remez exchange in 50-digit arithmetic.
"""

from __future__ import annotations

import math
from typing import Final

from cutedsl.codegen.functions.body import MathBody
from cutedsl.codegen.functions.exponential import EXPM1

_MAGIC: Final = 6755399441055744.0  # 1.5 * 2**52
_LN2_HI: Final = 0.6931471803691238
_LN2_LO: Final = 1.9082149292705877e-10
_LOG: Final = (
    0.6666666666666666,
    0.4000000000000624,
    0.28571428569087337,
    0.22222222646575907,
    0.18181775683322193,
    0.15387089972689175,
    0.1325013596299898,
    0.13251165783711433,
)


def _exp_tail(b: MathBody, whole_shifted: str, rest: str) -> None:
    """Returns `2**j e**rest`, j being the integer in the low bits of the shifted float."""
    power = b.integer("sub", b.bits(whole_shifted), 0x4338000000000000, 64)
    series = b.add(b.fma(b.mul(rest, rest), b.horner(rest, EXPM1["f64"]), rest), b.const(1.0))
    b.ret(b.scaled(series, power))


def exp(b: MathBody, x: str) -> None:
    """`exp`."""
    bounded = b.call("minimum", b.call("maximum", x, b.const(-800.0)), b.const(800.0))
    shifted = b.fma(bounded, b.const(1.0 / math.log(2.0)), b.const(_MAGIC))
    whole = b.sub(shifted, b.const(_MAGIC))
    rest = b.fma(whole, b.const(-_LN2_LO), b.fma(whole, b.const(-_LN2_HI), bounded))
    _exp_tail(b, shifted, rest)


def exp2(b: MathBody, x: str) -> None:
    """`exp2`."""
    bounded = b.call("minimum", b.call("maximum", x, b.const(-1200.0)), b.const(1200.0))
    shifted = b.add(bounded, b.const(_MAGIC))
    fraction = b.sub(bounded, b.sub(shifted, b.const(_MAGIC)))
    _exp_tail(b, shifted, b.mul(fraction, b.const(math.log(2.0))))


def _logarithm(b: MathBody, x: str, of_two: tuple[float, float], of_e: float) -> None:
    """A logarithm in the base where 2 has the logarithm `of_two` (high and low part) and e has `of_e`."""
    tiny = b.compare("olt", x, b.const(2.0**-1022))
    bits = b.bits(b.select(tiny, b.mul(x, b.const(2.0**52)), x))
    exponent = b.integer("and", b.integer("sub", bits, 0x3FE6A09E667F3BCD, 64), -(1 << 52), 64)
    m = b.from_bits(b.integer("sub", bits, exponent, 64))
    power = b.from_integer(b.integer("ashr", exponent, 52))
    power = b.add(power, b.select(tiny, b.const(-52.0), b.const(0.0)))
    f = b.sub(m, b.const(1.0))
    s = b.div(f, b.add(b.const(2.0), f))
    square = b.mul(s, s)
    # log(1 + f) = f - f²/2 + s (f²/2 + s² P(s²)), s = f / (2 + f)
    half_square = b.mul(b.mul(f, f), b.const(0.5))
    correction = b.mul(s, b.fma(square, b.horner(square, _LOG), half_square))
    log_m = b.sub(f, b.sub(half_square, correction))
    scaled = log_m if of_e == 1.0 else b.mul(log_m, b.const(of_e))
    low = scaled if of_two[1] == 0.0 else b.fma(power, b.const(of_two[1]), scaled)
    result = b.fma(power, b.const(of_two[0]), low)
    result = b.select(b.compare("oeq", x, b.const(math.inf)), x, result)
    result = b.select(b.compare("oeq", x, b.const(0.0)), b.const(-math.inf), result)
    b.ret(b.select(b.compare("ult", x, b.const(0.0)), b.const(math.nan), result))


def log(b: MathBody, x: str) -> None:
    """`log`: natural logarithm."""
    _logarithm(b, x, (_LN2_HI, _LN2_LO), 1.0)


def log2(b: MathBody, x: str) -> None:
    """`log2`: exact for powers of two."""
    _logarithm(b, x, (1.0, 0.0), 1.0 / math.log(2.0))


def log10(b: MathBody, x: str) -> None:
    """`log10`."""
    _logarithm(b, x, (0.30102999566395283, 2.8363394551042263e-14), 1.0 / math.log(10.0))
