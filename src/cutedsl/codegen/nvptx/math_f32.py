"""Elementary functions of Float32 for the GPU, from polynomials and `ex2`.

LLVM has no code for `exp`, `log`, `sin`, … on NVPTX (it stops the process), so the compiler brings its own. Each
function here writes one LLVM function. Errors, in units of the last place over the whole range, are measured by
`tests/unit/codegen_nvptx/test_math_accuracy.py`: 2 or less, `pow` and `tan` 4 or less.

Source: ours; coefficients from a Remez exchange in 50-digit arithmetic. Argument reductions after W. Cody and W. Waite,
"Software Manual for the Elementary Functions" (1980), and M. Payne and R. Hanek, "Radian reduction for trigonometric
functions" (1983).
"""

from __future__ import annotations

import math
from typing import Final

from cutedsl.codegen.llvm.constants import float_text
from cutedsl.codegen.nvptx.math_body import MathBody

LN2: Final = math.log(2.0)
_MAGIC: Final = 12582912.0  # 1.5 * 2**23: adding it leaves the rounded integer in the low bits
_MAGIC_BITS: Final = 0x4B400000
_LOG2E_HI: Final = 1.4426950216293335
_LOG2E_LO: Final = 1.9259629911266175e-08
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
_SIN: Final = (-0.1666666716337204, 0.008333329111337662, -0.0001983933470910415, 2.7183123165741563e-06)
_COS: Final = (0.0416666679084301, -0.0013888883404433727, 2.4799519451335073e-05, -2.7210242592445866e-07)
_TANH: Final = (
    -0.33333298563957214,
    0.13331958651542664,
    -0.053786687552928925,
    0.020805396139621735,
    -0.005905880592763424,
)
_ERF: Final = (  # erf(x) / x - 1
    0.1283791670955126,
    -0.37612637877464294,
    0.11283782869577408,
    -0.02686544507741928,
    0.005221074912697077,
    -0.0008484711870551109,
    0.00011270546383457258,
    -9.68013955571223e-06,
)
_LOG_ERFC: Final = (
    0.00018846188322640955,
    -1.1295802593231201,
    -0.6332164406776428,
    -0.10842204093933105,
    0.02521030232310295,
    -0.004205271136015654,
    0.0004414698632899672,
    -2.1697378542739898e-05,
)
_ATAN: Final = (
    -0.33333301544189453,
    0.19998638331890106,
    -0.1426524519920349,
    0.10957575589418411,
    -0.0841946005821228,
    0.05823459476232529,
    -0.03145577013492584,
    0.011064487509429455,
    -0.0018272249726578593,
)
_POW_LOG: Final = (0.6666666269302368, 0.4000033438205719, 0.28537309169769287, 0.23582129180431366)
_EXP2: Final = (
    1.0,
    0.6931471824645996,
    0.24022652208805084,
    0.05550327152013779,
    0.009617994539439678,
    0.0013400432653725147,
    0.0001547796855447814,
)
_HALF_PI: Final = (1.5707963705062866, -4.371139000186243e-08, -1.7151245100058819e-15)
_REDUCE_LIMIT: Final = 65536.0
REDUCE_LARGE: Final = "cutedsl.reduce_large.f32"
TWO_OVER_PI: Final = "cutedsl.two_over_pi"
TWO_OVER_PI_WORDS: Final = (0, 0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041)
"""A zero word, then 2/pi in binary, 32 bits a word."""
_PIO2_2M62: Final = 3.4061215800304633e-19  # pi/2 * 2**-62


def _round_magic(b: MathBody, t: str) -> tuple[str, str]:
    """The integer nearest to a float of magnitude below 2**22: as a float and as an i32."""
    shifted = b.add(t, b.const(_MAGIC))
    whole = b.sub(shifted, b.const(_MAGIC))
    return whole, b.integer("sub", b.bits(shifted), _MAGIC_BITS)


def _scale(b: MathBody, value: str, power: str) -> str:
    """`value * 2**power` for an i32 power within ±252, by two exact factors (so that subnormals round once)."""
    half = b.integer("ashr", power, 1)
    rest = b.integer("sub", power, half)
    for part in (half, rest):
        exponent = b.integer("shl", b.integer("add", part, 127), 23)
        value = b.mul(value, b.from_bits(exponent))
    return value


def exp_of(b: MathBody, x: str) -> str:
    """`e**x` = `2**j * 2**r` with `x log2(e) = j + r`, `|r| <= 1/2`."""
    bounded = b.call("minimum", b.call("maximum", x, b.const(-160.0)), b.const(160.0))
    whole, power = _round_magic(b, b.mul(bounded, b.const(_LOG2E_HI)))
    rest = b.fma(bounded, b.const(_LOG2E_HI), b.neg(whole))
    rest = b.fma(bounded, b.const(_LOG2E_LO), rest)
    return _scale(b, b.horner(rest, _EXP2), power)


def exp(b: MathBody, x: str) -> None:
    """`exp`."""
    b.ret(exp_of(b, x))


def exp2(b: MathBody, x: str) -> None:
    """`exp2`: the reduction is exact."""
    bounded = b.call("minimum", b.call("maximum", x, b.const(-200.0)), b.const(200.0))
    whole, power = _round_magic(b, bounded)
    b.ret(_scale(b, b.horner(b.sub(bounded, whole), _EXP2), power))


def _split_log(b: MathBody, x: str) -> tuple[str, str]:
    """`(e, log(m))` with `x = 2**e m`, `2/3 <= m < 4/3`, for a positive finite x (subnormals too)."""
    tiny = b.compare("olt", x, b.const(2.0**-126))
    scaled = b.select(tiny, b.mul(x, b.const(2.0**23)), x)
    bits = b.bits(scaled)
    exponent = b.integer("and", b.integer("sub", bits, 0x3F2AAAAB), -0x800000)
    f = b.sub(b.from_bits(b.integer("sub", bits, exponent)), b.const(1.0))
    power = b.emit(f"sitofp i32 {b.integer('ashr', exponent, 23)} to float")
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
    pair = b.emit(f"insertvalue {{ float, i32 }} poison, float {r}, 0")
    pair = b.emit(f"insertvalue {{ float, i32 }} {pair}, i32 {quadrant}, 1")
    b.ret(pair, "{ float, i32 }")


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
    slow = b.emit(f"and i1 {big}, {finite}")
    whole, small_q = _round_magic(b, b.mul(x, b.const(2.0 / math.pi)))
    small_r = x
    for part in _HALF_PI:
        small_r = b.fma(whole, b.const(-part), small_r)
    before, large, joined = b.text.block, b.text.label("large"), b.text.label("reduced")
    b.text.branch_if(slow, large, joined)
    b.text.begin(large)
    pair = b.emit(f"call {{ float, i32 }} @{REDUCE_LARGE}(float {x})")
    large_r = b.emit(f"extractvalue {{ float, i32 }} {pair}, 0")
    large_q = b.emit(f"extractvalue {{ float, i32 }} {pair}, 1")
    b.text.branch(joined)
    b.text.begin(joined)
    r = b.text.phi("float", (small_r, before), (large_r, large))
    q = b.text.phi("i32", (small_q, before), (large_q, large))
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
    b.ret(value if quarter else _keep_zero(b, x, value))


def _keep_zero(b: MathBody, x: str, value: str) -> str:
    """`value`, but x itself where x is a zero of either sign."""
    return b.select(b.compare("oeq", x, b.const(0.0)), x, value)


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
    b.ret(_keep_zero(b, x, b.div(top, b.select(odd, sine, cosine))))


def tanh(b: MathBody, x: str) -> None:
    """`tanh`: a polynomial up to 0.6, `1 - 2 / (exp(2|x|) + 1)` beyond."""
    size = b.call("fabs", x)
    square = b.mul(x, x)
    near = b.fma(b.mul(x, square), b.horner(square, _TANH), x)
    growth = exp_of(b, b.add(size, size))
    far = b.sub(b.const(1.0), b.div(b.const(2.0), b.add(growth, b.const(1.0))))
    b.ret(b.call("copysign", b.select(b.compare("olt", size, b.const(0.6)), near, far), x))


def erf(b: MathBody, x: str) -> None:
    """`erf`: a polynomial up to 1, `1 - exp(P(|x|))` up to 4, 1 beyond."""
    size = b.call("fabs", x)
    near = b.fma(x, b.horner(b.mul(x, x), _ERF), x)
    bounded = b.call("minimum", size, b.const(4.0))
    far = b.sub(b.const(1.0), exp_of(b, b.horner(bounded, _LOG_ERFC)))
    far = b.call("copysign", far, x)
    b.ret(b.select(b.compare("olt", size, b.const(1.0)), near, far))


def atan2(b: MathBody, y: str, x: str) -> None:
    """`atan2(y, x)`: the angle of the point (x, y), signed zeros and infinities as in IEEE 754."""
    height, width = b.call("fabs", y), b.call("fabs", x)
    steep = b.compare("ogt", height, width)
    top = b.select(steep, width, height)
    bottom = b.select(steep, height, width)
    ratio = b.div(top, bottom)
    ratio = b.select(b.compare("oeq", bottom, b.const(0.0)), b.const(0.0), ratio)
    ratio = b.select(b.compare("oeq", top, b.const(math.inf)), b.const(1.0), ratio)
    square = b.mul(ratio, ratio)
    angle = b.fma(b.mul(ratio, square), b.horner(square, _ATAN), ratio)
    turned = b.add(b.sub(b.const(_HALF_PI[0]), angle), b.const(_HALF_PI[1]))
    angle = b.select(steep, turned, angle)
    left = b.integer("icmp slt", b.bits(x), 0)
    behind = b.add(b.sub(b.const(2 * _HALF_PI[0]), angle), b.const(2 * _HALF_PI[1]))
    angle = b.call("copysign", b.select(left, behind, angle), y)
    unordered = b.compare("uno", x, y)
    b.ret(b.select(unordered, b.add(x, y), angle))


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
    high = b.mul(log_high, b.const(_LOG2E_HI))
    low = b.fma(log_high, b.const(_LOG2E_HI), b.neg(high))
    low = b.fma(log_high, b.const(_LOG2E_LO), low)
    low = b.fma(log_low, b.const(_LOG2E_HI), low)
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
    whole, power = _round_magic(b, bounded)
    fraction = b.add(b.sub(bounded, whole), rest)
    value = _scale(b, b.horner(fraction, _EXP2), power)
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
