"""`cute.math`: functions of scalars and register vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutedsl.errors import fail
from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.layouts.value_types import RoundingMode as RoundingMode
from cutedsl.lang.layouts.value_types import binary, check_rounding, test, unary
from cutedsl.lang.math_plain import abs as abs
from cutedsl.lang.math_plain import absi as absi
from cutedsl.lang.math_plain import add as add
from cutedsl.lang.math_plain import clamp as clamp
from cutedsl.lang.math_plain import div as div
from cutedsl.lang.math_plain import ipowi as ipowi
from cutedsl.lang.math_plain import max as max
from cutedsl.lang.math_plain import min as min
from cutedsl.lang.math_plain import mul as mul
from cutedsl.lang.math_plain import neg as neg
from cutedsl.lang.math_plain import rem as rem
from cutedsl.lang.math_plain import sub as sub
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA, common_shape, full, full_like
from cutedsl.staging.numeric import Numeric, as_numeric, numeric_class
from cutedsl.staging.scalars import Float32, Float64
from cutedsl.types import promote

_OPS = {"erfc": "cute.erfc"}
"""Functions that MLIR's `math` dialect does not have here."""


def _check_width(name: str, kind: type[Numeric]) -> None:
    if kind.width < 16:
        raise fail("operand-type", f"`{name}` is not defined for {kind.__name__}", fix="Convert it: `x.to(Float32)`.")


def _apply(name: str, x: object, *, fastmath: bool = False) -> Any:
    """One unary math op on a scalar or, element by element, on a register vector."""
    value = x if isinstance(x, TensorSSA) else as_numeric(x)
    kind = value.dtype
    if not kind.is_float:
        raise fail(
            "math-needs-float",
            f"`{name}` takes a float, got {kind.__name__}",
            fix=f"Write it as a float: `{float(x)}`." if type(x) is int else "Convert it: `x.to(Float32)`.",
        )
    _check_width(name, kind)
    emitter = cute_emitter()
    handle = value.handle if isinstance(value, TensorSSA) else value.ir_value()
    attrs: dict[str, object] = {"approximate": True} if fastmath else {}
    (result,) = emitter.op(_OPS.get(name, f"math.{name}"), (handle,), (emitter.type_of(handle),), attrs)
    return TensorSSA(result, value.shape, kind) if isinstance(value, TensorSSA) else kind.from_handle(result)


@unary
def exp(x: object, fastmath: bool = False) -> Any:
    """E to the power x."""
    return _apply("exp", x, fastmath=fastmath)


@unary
def exp2(x: object, fastmath: bool = False) -> Any:
    """2 to the power x."""
    return _apply("exp2", x, fastmath=fastmath)


@unary
def log(x: object, fastmath: bool = False) -> Any:
    """The natural logarithm."""
    return _apply("log", x, fastmath=fastmath)


@unary
def log2(x: object, fastmath: bool = False) -> Any:
    """The logarithm to base 2."""
    return _apply("log2", x, fastmath=fastmath)


@unary
def log10(x: object, fastmath: bool = False) -> Any:
    """The logarithm to base 10."""
    return _apply("log10", x, fastmath=fastmath)


@unary
def sqrt(x: object, fastmath: bool = False) -> Any:
    """The square root."""
    return _apply("sqrt", x, fastmath=fastmath)


@unary
def rsqrt(x: object, fastmath: bool = False) -> Any:
    """1 / sqrt(x)."""
    return _apply("rsqrt", x, fastmath=fastmath)


@unary
def sin(x: object, fastmath: bool = False) -> Any:
    """The sine of x in radians."""
    return _apply("sin", x, fastmath=fastmath)


@unary
def cos(x: object, fastmath: bool = False) -> Any:
    """The cosine of x in radians."""
    return _apply("cos", x, fastmath=fastmath)


@unary
def tan(x: object, fastmath: bool = False) -> Any:
    """The tangent of x in radians."""
    return _apply("tan", x, fastmath=fastmath)


@unary
def tanh(x: object, fastmath: bool = False) -> Any:
    """The hyperbolic tangent."""
    return _apply("tanh", x, fastmath=fastmath)


@unary
def erf(x: object, fastmath: bool = False) -> Any:
    """The error function."""
    return _apply("erf", x, fastmath=fastmath)


@unary
def floor(x: object, fastmath: bool = False) -> Any:
    """The largest integer not above x."""
    return _apply("floor", x, fastmath=fastmath)


@unary
def ceil(x: object, fastmath: bool = False) -> Any:
    """The smallest integer not below x."""
    return _apply("ceil", x, fastmath=fastmath)


@unary
def round(x: object, fastmath: bool = False) -> Any:
    """The nearest integer, halves away from zero."""
    return _apply("round", x, fastmath=fastmath)


@unary
def roundeven(x: object, fastmath: bool = False) -> Any:
    """The nearest integer, halves to even."""
    return _apply("roundeven", x, fastmath=fastmath)


@unary
def trunc(x: object, fastmath: bool = False) -> Any:
    """Rounds toward zero."""
    return _apply("trunc", x, fastmath=fastmath)


@unary
def absf(x: object, fastmath: bool = False) -> Any:
    """The absolute value."""
    return _apply("absf", x, fastmath=fastmath)


if TYPE_CHECKING:
    from cutedsl.lang.layouts.value_types import ValueT
else:
    __getattr__ = missing_names("cute.math")


@unary
def asin(x: object, fastmath: bool = False) -> Any:
    """The angle whose sine is x."""
    return _apply("asin", x, fastmath=fastmath)


@unary
def acos(x: object, fastmath: bool = False) -> Any:
    """The angle whose cosine is x."""
    return _apply("acos", x, fastmath=fastmath)


@unary
def atan(x: object, fastmath: bool = False) -> Any:
    """The angle whose tangent is x."""
    return _apply("atan", x, fastmath=fastmath)


@unary
def sinh(x: object, fastmath: bool = False) -> Any:
    """The hyperbolic sine."""
    return _apply("sinh", x, fastmath=fastmath)


@unary
def cosh(x: object, fastmath: bool = False) -> Any:
    """The hyperbolic cosine."""
    return _apply("cosh", x, fastmath=fastmath)


@unary
def asinh(x: object, fastmath: bool = False) -> Any:
    """The inverse of sinh."""
    return _apply("asinh", x, fastmath=fastmath)


@unary
def acosh(x: object, fastmath: bool = False) -> Any:
    """The inverse of cosh."""
    return _apply("acosh", x, fastmath=fastmath)


@unary
def atanh(x: object, fastmath: bool = False) -> Any:
    """The inverse of tanh."""
    return _apply("atanh", x, fastmath=fastmath)


@unary
def expm1(x: object, fastmath: bool = False) -> Any:
    """`exp(x) - 1`, exact near zero."""
    return _apply("expm1", x, fastmath=fastmath)


@unary
def log1p(x: object, fastmath: bool = False) -> Any:
    """`log(1 + x)`, exact near zero."""
    return _apply("log1p", x, fastmath=fastmath)


@unary
def erfc(x: object, fastmath: bool = False) -> Any:
    """`1 - erf(x)`, with all its digits where erf is close to 1."""
    del fastmath  # there is no approximation of it
    return _apply("erfc", x)


@unary
def cbrt(x: object, fastmath: bool = False) -> Any:
    """The cube root."""
    return _apply("cbrt", x, fastmath=fastmath)


def _common_math(name: str, operands: tuple[Any, ...], *, fastmath: bool = False) -> Any:
    """A math op of several operands in their common type, spread to a common shape."""
    numbers = [x if isinstance(x, TensorSSA) else as_numeric(x) for x in operands]
    model: Any = next((x for x in numbers if isinstance(x, TensorSSA)), None)
    kind = numbers[0].dtype
    for x in operands[1:]:
        kind = numeric_class(promote(kind.spec, (x if isinstance(x, TensorSSA) else as_numeric(x)).dtype.spec))
    if not kind.is_float:
        raise fail("math-needs-float", f"`{name}` takes floats, got {kind.__name__}")
    _check_width(name, kind)
    emitter = cute_emitter()
    attrs: dict[str, object] = {"approximate": True} if fastmath else {}
    if model is None:
        handles = [x.to(kind).ir_value() for x in numbers]
        (result,) = emitter.op(f"math.{name}", handles, (emitter.type_of(handles[0]),), attrs)
        return kind.from_handle(result)
    shape = model.shape
    for x in numbers:
        shape = common_shape(shape, x.shape) if isinstance(x, TensorSSA) else shape
    spread = [x.to(kind).broadcast_to(shape) if isinstance(x, TensorSSA) else full(shape, x, kind) for x in numbers]
    handles = [x.handle for x in spread]
    (result,) = emitter.op(f"math.{name}", handles, (emitter.type_of(handles[0]),), attrs)
    return TensorSSA(result, shape, kind)


@binary
def atan2(y: object, x: object, fastmath: bool = False) -> Any:
    """The angle of the point (x, y)."""
    return _common_math("atan2", (y, x), fastmath=fastmath)


@binary
def pow(x: object, y: object, fastmath: bool = False) -> Any:
    """X to the power y."""
    return _common_math("powf", (x, y), fastmath=fastmath)


@binary
def fpowi(x: object, n: object, fastmath: bool = False) -> Any:
    """X to an integer power, in the type of x; computed in Float64.

    Errors: math-needs-float for x, operand-type for a power that is not an integer.
    """
    base = x if isinstance(x, TensorSSA) else as_numeric(x)
    power = n if isinstance(n, TensorSSA) else as_numeric(n)
    if not base.dtype.is_float:
        raise fail("math-needs-float", f"`fpowi` takes a float, got {base.dtype.__name__}")
    if not power.dtype.is_integer:
        raise fail("operand-type", f"`fpowi` takes an integer power, got {power.dtype.__name__}")
    size = pow(absf(base.to(Float64)), power.to(Float64), fastmath=fastmath)
    sign = copysign(Float64(1.0), base.to(Float64))
    odd = (power & 1).to(Float64)
    return (size * (1.0 + (sign - 1.0) * odd)).to(base.dtype)


@binary
def copysign(x: object, y: object, fastmath: bool = False) -> Any:
    """The size of x with the sign of y."""
    return _common_math("copysign", (x, y), fastmath=fastmath)


def fma(
    a: ValueT,
    b: ValueT | float,
    c: ValueT | float,
    fastmath: bool = False,
    *,
    ftz: bool = False,
    rounding: RoundingMode | None = None,
) -> ValueT:
    """`a * b + c`, rounded once, to the nearest. `ftz` allows results below the normal numbers to become 0.

    Errors: math-needs-float, not-yet for another `rounding`.
    """
    check_rounding("fma", rounding)
    return _common_math("fma", (a, b, c), fastmath=fastmath)


def sincos(x: ValueT, fastmath: bool = False) -> tuple[ValueT, ValueT]:
    """The sine and the cosine."""
    return sin(x, fastmath=fastmath), cos(x, fastmath=fastmath)


@unary
def rcp(x: Any, fastmath: bool = False) -> Any:
    """1 / x; with `fastmath` a Float32's as the hardware approximates it."""
    value: Any = x if isinstance(x, TensorSSA) else as_numeric(x)
    if not fastmath or value.dtype is not Float32:
        return 1.0 / value
    emitter = cute_emitter()
    ones: Any = full_like(value, 1.0) if isinstance(value, TensorSSA) else Float32(1.0)
    one, handle = (x.handle if isinstance(x, TensorSSA) else x.ir_value() for x in (ones, value))
    (result,) = emitter.op("arith.divf", (one, handle), (emitter.type_of(handle),), {"approximate": True})
    return TensorSSA(result, value.shape, Float32) if isinstance(value, TensorSSA) else Float32.from_handle(result)


@test
def isnan(x: Any, fastmath: bool = False) -> Any:
    """Whether x is not a number."""
    return x != x


@test
def isinf(x: Any, fastmath: bool = False) -> Any:
    """Whether x is an infinity."""
    return absf(x) == float("inf")


@test
def isfinite(x: Any, fastmath: bool = False) -> Any:
    """Whether x is neither an infinity nor NaN."""
    return absf(x) < float("inf")


@test
def isnormal(x: Any, fastmath: bool = False) -> Any:
    """Whether x is neither zero, subnormal, infinite nor NaN."""
    size = absf(x)
    least = 2.0 ** (1 - size.dtype.spec.bias)
    return (size >= least) & (size < float("inf"))


functions_take_places(globals())
