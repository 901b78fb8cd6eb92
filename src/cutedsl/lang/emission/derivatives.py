"""Derivatives of functions that are staged: each op that is recorded for a number is followed by that of its slope.

Forward mode: a value and its slope along one number go through the program together. Source: Wengert 1964.
"""

from __future__ import annotations

import math as exact
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from cutedsl.errors import fail
from cutedsl.lang import math
from cutedsl.staging.choose import select_
from cutedsl.staging.numeric import Numeric, as_numeric, numeric_class
from cutedsl.staging.protocol import Handle, current_emitter, tracing
from cutedsl.types import DType
from cutedsl.types.dtype import BOOLEAN


def value_and_derivative(function: Callable[..., Any], x: Any, *more: Any) -> tuple[Any, Any]:
    """`function(x, *more)` and its derivative along the float `x`, both numbers of a kernel.

    What is a step (comparisons, `floor`, conversions to integers) has the derivative 0, and the extreme of two equal
    numbers that of the first. A derivative that multiplies an infinite value by 0 is NaN.
    Errors: no-derivative for ops without a rule, such as loops, branches and memory.

    >>> import numpy as np
    >>> import cutedsl.cute as cute
    >>> @cute.jit
    ... def cube(out: cute.Tensor):
    ...     out[0], out[1] = value_and_derivative(lambda x: x * x * x, out[0])
    >>> numbers = np.array([2.0, 0.0], np.float32)
    >>> cube(numbers)
    >>> numbers.tolist()
    [8.0, 12.0]
    """
    base = current_emitter()
    following: Any = _following(type(base))(base)
    number = as_numeric(x)
    start = number.ir_value()
    following.slopes[id(start)] = start, number.dtype.spec, 1.0
    with tracing(following):
        made = function(type(number).from_handle(start), *more)
    known = isinstance(made, Numeric) and not made.is_static
    slope = following.slopes.get(id(made.ir_value())) if known else None
    return made, type(number)(0.0) if slope is None else as_numeric(slope[2]).to(type(number))


class _Following:
    """Records as the emitter `base` does, whose state it shares, and keeps the slope of each number that has one."""

    __slots__ = ("base", "slopes")

    def __init__(self, base: Any) -> None:
        self.base = base
        self.slopes: dict[int, tuple[Handle, DType, Any]] = {}
        """By the id of a handle: the handle (which keeps the id its own), its type, and the slope. A slope that is
        known while tracing is a plain float.
        """
        object.__setattr__(self, "__dict__", base.__dict__)

    def _slope_of(self, handle: Handle) -> Any:
        found = self.slopes.get(id(handle))
        return 0.0 if found is None else found[2]

    def _has_slope(self, *handles: Handle) -> bool:
        return any(id(handle) in self.slopes for handle in handles)

    def _put_slope(self, made: Handle, dtype: DType, rule: Callable[[], Any]) -> None:
        with tracing(self.base):
            slope = rule()
            slope = slope.to(numeric_class(dtype)) if isinstance(slope, Numeric) else slope
            self.slopes[id(made)] = made, dtype, slope

    def binary(self, op: str, dtype: DType, a: Handle, b: Handle) -> Handle:
        """The op and, of floats, the rule of `_BINARY`."""
        made = self.base.binary(op, dtype, a, b)
        if self._has_slope(a, b):
            x, y, z = (numeric_class(dtype).from_handle(handle) for handle in (a, b, made))
            rule = _rule(_BINARY, op)
            self._put_slope(made, dtype, lambda: rule(x, y, z, self._slope_of(a), self._slope_of(b)))
        return made

    def unary(self, op: str, dtype: DType, a: Handle) -> Handle:
        """The op, and the slope of `neg` and `abs`."""
        made = self.base.unary(op, dtype, a)
        if self._has_slope(a):
            x, slope = numeric_class(dtype).from_handle(a), self._slope_of(a)
            self._put_slope(made, dtype, lambda: -slope if op == "neg" else _where(x < 0.0, -slope, slope))
        return made

    def cast(self, a: Handle, src: DType, dst: DType) -> Handle:
        """The op; a float of another type keeps its slope."""
        made = self.base.cast(a, src, dst)
        if self._has_slope(a) and dst.is_float and made is not a:
            self._put_slope(made, dst, lambda: self._slope_of(a))
        return made

    def bitcast(self, a: Handle, src: DType, dst: DType) -> Handle:
        """The op, of numbers without a slope."""
        if self._has_slope(a):
            raise _unknown("a change of type without a change of bits")
        return self.base.bitcast(a, src, dst)

    def select(self, cond: Handle, dtype: DType, a: Handle, b: Handle) -> Handle:
        """The op, and the slope of what is chosen."""
        made = self.base.select(cond, dtype, a, b)
        if self._has_slope(a, b):
            held = numeric_class(BOOLEAN).from_handle(cond)
            self._put_slope(made, dtype, lambda: _where(held, self._slope_of(a), self._slope_of(b)))
        return made

    def op(
        self, name: str, operands: Sequence[Handle], result_types: Sequence[Any], attrs: Mapping[str, object]
    ) -> tuple[Handle, ...]:
        """The op, and the rule of `_NAMED`."""
        made = self.base.op(name, operands, result_types, attrs)
        if self._has_slope(*operands):
            rule = _rule(_NAMED, name)
            kind = numeric_class(next(self.slopes[id(x)][1] for x in operands if id(x) in self.slopes))
            values = [kind.from_handle(x) for x in operands]
            slopes = [self._slope_of(x) for x in operands]
            self._put_slope(made[0], kind.spec, lambda: rule(values, kind.from_handle(made[0]), slopes))
        return made

    def close_region(self, region: Any, yields: Sequence[Handle]) -> None:
        """The end of a branch or loop, none of whose values has a slope."""
        if self._has_slope(*yields):
            raise _unknown("a branch or loop that the number goes through")
        self.base.close_region(region, yields)

    def for_(self, lo: Handle, hi: Handle, step: Handle, dtype: DType, inits: Sequence[Handle], *more: Any) -> Any:
        """The loop, none of whose first values has a slope."""
        if self._has_slope(*inits):
            raise _unknown("a loop that the number goes through")
        return self.base.for_(lo, hi, step, dtype, inits, *more)

    def while_(self, inits: Sequence[Handle], before: Any, after: Any) -> Any:
        """The loop, none of whose first values has a slope."""
        if self._has_slope(*inits):
            raise _unknown("a loop that the number goes through")
        return self.base.while_(inits, before, after)

    def merge(self, before: Handle, after: Handle, type: Any) -> Handle:
        """What a branch that runs at once leaves; its values have no slope."""
        if self._has_slope(before, after):
            raise _unknown("a branch that the number goes through")
        return self.base.merge(before, after, type)


@cache
def _following(cls: type) -> type[_Following]:
    """A class of emitters that follow those of `cls`; it is one of these, as staging asks for classes."""
    return type(f"Following{cls.__name__}", (_Following, cls), {})


def _unknown(what: str) -> Exception:
    return fail("no-derivative", f"cannot differentiate {what}")


def _rule(rules: Mapping[str, Any], op: str) -> Any:
    found = rules.get(op)
    if found is None:
        raise _unknown(f"`{op.partition('.')[2] or op}`")
    return found


def _larger(x: Any, y: Any, z: Any, dx: Any, dy: Any) -> Any:
    return _where(x >= y, dx, dy)


def _smaller(x: Any, y: Any, z: Any, dx: Any, dy: Any) -> Any:
    return _where(x <= y, dx, dy)


def _is(slope: Any, value: float) -> bool:
    return isinstance(slope, float) and slope == value


def _times(x: Any, slope: Any) -> Any:
    """`x * slope`, without an op where the slope is 0 or 1."""
    return 0.0 if _is(slope, 0.0) else x if _is(slope, 1.0) else x * slope


def _plus(a: Any, b: Any) -> Any:
    return b if _is(a, 0.0) else a if _is(b, 0.0) else a + b


def _minus(a: Any, b: Any) -> Any:
    return a if _is(b, 0.0) else -b if _is(a, 0.0) else a - b


def _where(held: Any, a: Any, b: Any) -> Any:
    return a if isinstance(a, float) and isinstance(b, float) and a == b else select_(held, a, b)


def _power(x: Any, y: Any, z: Any, dx: Any, dy: Any) -> Any:
    """A power that does not change keeps negative bases, which have no logarithm."""
    by_base = 0.0 if _is(dx, 0.0) else _times(y * math.pow(x, y - 1.0), dx)
    return by_base if _is(dy, 0.0) else _plus(by_base, _times(z * math.log(x), dy))


_BINARY: Final[dict[str, Callable[[Any, Any, Any, Any, Any], Any]]] = {
    "add": lambda x, y, z, dx, dy: _plus(dx, dy),
    "sub": lambda x, y, z, dx, dy: _minus(dx, dy),
    "mul": lambda x, y, z, dx, dy: _plus(_times(y, dx), _times(x, dy)),
    "div": lambda x, y, z, dx, dy: _minus(dx, _times(z, dy)) / y,
    "rem": lambda x, y, z, dx, dy: _minus(dx, _times(math.trunc(x / y), dy)),
    "floordiv": lambda x, y, z, dx, dy: 0.0,
    "pow": _power,
    "min": _smaller,
    "minnum": _smaller,
    "max": _larger,
    "maxnum": _larger,
}
"""By the name of an op on two floats: from x, y, the result and both slopes to that of the result."""


def _one(derivative: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Any], Any]:
    """The rule of a function of one number, from the number and its result to the derivative."""
    return lambda values, made, slopes: _times(derivative(values[0], made), slopes[0])


_LN2: Final = exact.log(2.0)
_NAMED: Final[dict[str, Callable[[Any, Any, Any], Any]]] = {
    **{f"math.{name}": _one(lambda x, y: 0.0) for name in ("floor", "ceil", "round", "roundeven", "trunc")},
    "math.exp": _one(lambda x, y: y),
    "math.exp2": _one(lambda x, y: y * _LN2),
    "math.expm1": _one(lambda x, y: y + 1.0),
    "math.log": _one(lambda x, y: 1.0 / x),
    "math.log2": _one(lambda x, y: 1.0 / (x * _LN2)),
    "math.log10": _one(lambda x, y: 1.0 / (x * exact.log(10.0))),
    "math.log1p": _one(lambda x, y: 1.0 / (x + 1.0)),
    "math.sqrt": _one(lambda x, y: 0.5 / y),
    "math.rsqrt": _one(lambda x, y: -0.5 * y / x),
    "math.cbrt": _one(lambda x, y: 1.0 / (3.0 * y * y)),
    "math.sin": _one(lambda x, y: math.cos(x)),
    "math.cos": _one(lambda x, y: -math.sin(x)),
    "math.tan": _one(lambda x, y: 1.0 + y * y),
    "math.asin": _one(lambda x, y: math.rsqrt(1.0 - x * x)),
    "math.acos": _one(lambda x, y: -math.rsqrt(1.0 - x * x)),
    "math.atan": _one(lambda x, y: 1.0 / (1.0 + x * x)),
    "math.sinh": _one(lambda x, y: math.cosh(x)),
    "math.cosh": _one(lambda x, y: math.sinh(x)),
    "math.tanh": _one(lambda x, y: 1.0 - y * y),
    "math.asinh": _one(lambda x, y: math.rsqrt(x * x + 1.0)),
    "math.acosh": _one(lambda x, y: math.rsqrt(x * x - 1.0)),
    "math.atanh": _one(lambda x, y: 1.0 / (1.0 - x * x)),
    "math.erf": _one(lambda x, y: 2.0 / exact.sqrt(exact.pi) * math.exp(-(x * x))),
    "cute.erfc": _one(lambda x, y: -2.0 / exact.sqrt(exact.pi) * math.exp(-(x * x))),
    "math.absf": _one(lambda x, y: select_(x < 0.0, -1.0, 1.0)),
    "math.fma": lambda v, y, d: _plus(_plus(_times(v[1], d[0]), _times(v[0], d[1])), d[2]),
    "math.powf": lambda v, y, d: _power(v[0], v[1], y, d[0], d[1]),
    "math.atan2": lambda v, y, d: _minus(_times(v[1], d[0]), _times(v[0], d[1])) / (v[0] * v[0] + v[1] * v[1]),
}
"""By the name of an op: from its operands, its result and the operands' slopes to that of the result."""
