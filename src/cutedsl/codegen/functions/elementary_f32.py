"""Elementary functions of Float32 for the GPU, from polynomials.

LLVM has no code for `exp`, `log`, `sin` and their like on NVPTX (it stops the process), so the compiler brings its own.
Each function here writes one LLVM function. Errors, in units of the last place over the whole range, are measured by
`tests/unit/codegen/nvptx/test_math_accuracy.py`: 2 or less; `log2` 2.5, `log10` 3.5, `tan` 4.

Source: ours; coefficients from a Remez exchange in 50-digit arithmetic.
"""

from __future__ import annotations

import math
from typing import Final

from cutedsl.codegen.functions.body import MathBody

LN2: Final = math.log(2.0)
# log2(e) as a float32, and what that rounding left: together they are exact to 48 bits.
LOG2E_HI: Final = 1.4426950216293335
LOG2E_LO: Final = 1.9259629911266175e-08
_LOG1P: Final = (
    -0.5,
    0.3333320915699005,
    -0.24999716877937317,
    0.20010727643966675,
    -0.16682302951812744,
    0.14001449942588806,
    -0.12167170643806458,
    0.1400347799062729,
    -0.12948937714099884,
)
_TANH: Final = (
    -0.33333298563957214,
    0.13331958651542664,
    -0.053786687552928925,
    0.020805396139621735,
    -0.005905880592763424,
)
_ERF: Final = (  # erf(x) / x - 1
    0.12837916612625122,
    -0.3761262595653534,
    0.11283578723669052,
    -0.026853350922465324,
    0.0051871794275939465,
    -0.000799810397438705,
    7.808076770743355e-05,
)
_LOG2_ERFC: Final = (  # log2(erfc(x)) / x
    -1.6280525922775269,
    -0.9173107743263245,
    -0.15165075659751892,
    0.032891396433115005,
    -0.0045978534035384655,
    0.0003039026923943311,
)
EXP2: Final = (
    1.0,
    0.6931471824645996,
    0.24022652208805084,
    0.05550327152013779,
    0.009617994539439678,
    0.0013400432653725147,
    0.0001547796855447814,
)
_EXP2_SHORT: Final = (  # to 1e-7
    1.0,
    0.6931470036506653,
    0.24022245407104492,
    0.05550706386566162,
    0.00967136025428772,
    0.001327154110185802,
)


def exp_of(b: MathBody, x: str) -> str:
    """`e**x` = `2**j * 2**r` with `x log2(e) = j + r`, `|r| <= 1/2`."""
    bounded = b.call("minimum", b.call("maximum", x, b.const(-160.0)), b.const(160.0))
    whole, power = b.nearest(b.mul(bounded, b.const(LOG2E_HI)))
    rest = b.fma(bounded, b.const(LOG2E_HI), b.neg(whole))
    rest = b.fma(bounded, b.const(LOG2E_LO), rest)
    return b.scaled(b.horner(rest, EXP2), power)


def exp(b: MathBody, x: str) -> None:
    """`exp`."""
    b.ret(exp_of(b, x))


def exp2(b: MathBody, x: str) -> None:
    """`exp2`: the reduction is exact."""
    bounded = b.call("minimum", b.call("maximum", x, b.const(-200.0)), b.const(200.0))
    whole, power = b.nearest(bounded)
    b.ret(b.scaled(b.horner(b.sub(bounded, whole), EXP2), power))


def _split_log(b: MathBody, x: str) -> tuple[str, str]:
    """`(e, log(m))` with `x = 2**e m`, `2/3 <= m < 4/3`, for a positive finite x (subnormals too)."""
    tiny = b.compare("olt", x, b.const(2.0**-126))
    scaled = b.select(tiny, b.mul(x, b.const(2.0**23)), x)
    bits = b.bits(scaled)
    exponent = b.integer("and", b.integer("sub", bits, 0x3F2AAAAB), -0x800000)
    f = b.sub(b.from_bits(b.integer("sub", bits, exponent)), b.const(1.0))
    power = b.from_integer(b.integer("ashr", exponent, 23))
    power = b.add(power, b.select(tiny, b.const(-23.0), b.const(0.0)))
    log_m = b.fma(b.mul(f, f), b.horner(f, _LOG1P), f)
    return power, log_m


def _log_edges(b: MathBody, x: str, result: str) -> str:
    """log of 0 is -inf, of +inf is +inf, of a negative number or NaN is NaN."""
    result = b.select(b.compare("oeq", x, b.const(math.inf)), x, result)
    result = b.select(b.compare("oeq", x, b.const(0.0)), b.const(-math.inf), result)
    return b.select(b.compare("ult", x, b.const(0.0)), b.const(math.nan), result)


def _logarithm(b: MathBody, x: str, of_two: tuple[float, float], of_e: float) -> None:
    """A logarithm in the base where 2 has the logarithm `of_two` (high and low part) and e has `of_e`."""
    power, log_m = _split_log(b, x)
    scaled = log_m if of_e == 1.0 else b.mul(log_m, b.const(of_e))
    low = scaled if of_two[1] == 0.0 else b.fma(power, b.const(of_two[1]), scaled)
    b.ret(_log_edges(b, x, b.fma(power, b.const(of_two[0]), low)))


def log(b: MathBody, x: str) -> None:
    """`log`: natural logarithm."""
    _logarithm(b, x, (0.693145751953125, 1.42860682030941723212e-6), 1.0)


def log2(b: MathBody, x: str) -> None:
    """`log2`: exact for powers of two."""
    _logarithm(b, x, (1.0, 0.0), 1.0 / LN2)


def log10(b: MathBody, x: str) -> None:
    """`log10`."""
    _logarithm(b, x, (0.301025390625, 4.605038981195213738894e-6), 1.0 / math.log(10.0))


def tanh(b: MathBody, x: str) -> None:
    """`tanh`: a polynomial up to 0.6, `1 - 2 / (exp(2|x|) + 1)` beyond."""
    size = b.call("fabs", x)
    square = b.mul(x, x)
    near = b.fma(b.mul(x, square), b.horner(square, _TANH), x)
    growth = exp_of(b, b.add(size, size))
    far = b.sub(b.const(1.0), b.div(b.const(2.0), b.add(growth, b.const(1.0))))
    b.ret(b.call("copysign", b.select(b.compare("olt", size, b.const(0.6)), near, far), x))


def erf(b: MathBody, x: str) -> None:
    """`erf`: a polynomial up to 1, `1 - 2**log2(erfc(|x|))` up to 4, 1 beyond."""
    size = b.call("fabs", x)
    near = b.fma(x, b.horner(b.mul(x, x), _ERF), x)
    bounded = b.call("minimum", size, b.const(4.0))
    slope = b.horner(bounded, _LOG2_ERFC)
    whole, power = b.nearest_product(bounded, slope)
    rest = b.fma(bounded, slope, b.neg(whole))
    far = b.fma(b.neg(b.horner(rest, _EXP2_SHORT)), b.power_of_two(power), b.const(1.0))
    far = b.call("copysign", far, x)
    b.ret(b.select(b.compare("olt", size, b.const(1.0)), near, far))
