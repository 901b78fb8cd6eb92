"""`cute.math`: functions of scalars and register vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutedsl.errors import fail
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.tensor_ssa import TensorSSA
from cutedsl.staging.numeric import as_numeric


def _apply(name: str, x: object, *, fastmath: bool = False) -> Any:
    """One unary math op on a scalar or, element by element, on a register vector."""
    value = x if isinstance(x, TensorSSA) else as_numeric(x)
    kind = value.dtype
    if not kind.is_float:
        raise fail(
            "math-needs-float",
            f"`{name}` takes a float, got {kind.__name__}",
            fix="Convert it: `x.to(Float32)`.",
        )
    emitter = cute_emitter()
    handle = value.handle if isinstance(value, TensorSSA) else value.ir_value()
    attrs: dict[str, object] = {"fast": True} if fastmath else {}
    (result,) = emitter.op(f"math.{name}", (handle,), (emitter.type_of(handle),), attrs)
    return TensorSSA(result, value.shape, kind) if isinstance(value, TensorSSA) else kind.from_handle(result)


def exp(x: object, *, fastmath: bool = False) -> Any:
    """E to the power x."""
    return _apply("exp", x, fastmath=fastmath)


def exp2(x: object, *, fastmath: bool = False) -> Any:
    """2 to the power x."""
    return _apply("exp2", x, fastmath=fastmath)


def log(x: object, *, fastmath: bool = False) -> Any:
    """The natural logarithm."""
    return _apply("log", x, fastmath=fastmath)


def log2(x: object, *, fastmath: bool = False) -> Any:
    """The logarithm to base 2."""
    return _apply("log2", x, fastmath=fastmath)


def log10(x: object, *, fastmath: bool = False) -> Any:
    """The logarithm to base 10."""
    return _apply("log10", x, fastmath=fastmath)


def sqrt(x: object, *, fastmath: bool = False) -> Any:
    """The square root."""
    return _apply("sqrt", x, fastmath=fastmath)


def rsqrt(x: object, *, fastmath: bool = False) -> Any:
    """1 / sqrt(x)."""
    return _apply("rsqrt", x, fastmath=fastmath)


def sin(x: object, *, fastmath: bool = False) -> Any:
    """The sine of x in radians."""
    return _apply("sin", x, fastmath=fastmath)


def cos(x: object, *, fastmath: bool = False) -> Any:
    """The cosine of x in radians."""
    return _apply("cos", x, fastmath=fastmath)


def tan(x: object, *, fastmath: bool = False) -> Any:
    """The tangent of x in radians."""
    return _apply("tan", x, fastmath=fastmath)


def tanh(x: object, *, fastmath: bool = False) -> Any:
    """The hyperbolic tangent."""
    return _apply("tanh", x, fastmath=fastmath)


def erf(x: object, *, fastmath: bool = False) -> Any:
    """The error function."""
    return _apply("erf", x, fastmath=fastmath)


def floor(x: object, *, fastmath: bool = False) -> Any:
    """The largest integer not above x."""
    return _apply("floor", x, fastmath=fastmath)


def ceil(x: object, *, fastmath: bool = False) -> Any:
    """The smallest integer not below x."""
    return _apply("ceil", x, fastmath=fastmath)


def round(x: object, *, fastmath: bool = False) -> Any:
    """The nearest integer, halves away from zero."""
    return _apply("round", x, fastmath=fastmath)


def roundeven(x: object, *, fastmath: bool = False) -> Any:
    """The nearest integer, halves to even."""
    return _apply("roundeven", x, fastmath=fastmath)


def trunc(x: object, *, fastmath: bool = False) -> Any:
    """X without its fraction."""
    return _apply("trunc", x, fastmath=fastmath)


def absf(x: object, *, fastmath: bool = False) -> Any:
    """The absolute value."""
    return _apply("absf", x, fastmath=fastmath)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from cutedsl.errors.not_yet import missing_name

        return missing_name("cute.math", name)
