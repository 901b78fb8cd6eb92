"""What Python's builtins mean in staged code where they are given run-time values."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

from cutedsl.errors import fail
from cutedsl.staging import order, trace
from cutedsl.staging.aliases import check_joined
from cutedsl.staging.choose import any_numeric
from cutedsl.staging.operators import CLASS_OF, is_numeric
from cutedsl.staging.ranges import Range
from cutedsl.staging.scopes.condition import truth
from cutedsl.staging.short_circuit import all_, any_
from cutedsl.staging.unset import not_set
from cutedsl.types import FLOAT32, INT32, INT64


def int_(*arguments: Any) -> Any:
    """`int(x)`: a run-time float, rounded toward zero, as Int32 (Float64 as Int64), a Boolean as Int32."""
    value = arguments[0] if len(arguments) == 1 else None
    if not is_numeric(value) or value.is_static:
        return builtins.int(*_no_tensor("int", arguments))
    if value.spec.is_integer and not value.spec.is_bool:
        return value
    return value.to(CLASS_OF[INT64 if value.spec.width > 32 else INT32])


def float_(*arguments: Any) -> Any:
    """`float(x)`: a run-time integer as Float32; a run-time float as it is."""
    value = arguments[0] if len(arguments) == 1 else None
    if not is_numeric(value) or value.is_static:
        return builtins.float(*_no_tensor("float", arguments))
    return value if value.spec.is_float else value.to(CLASS_OF[FLOAT32])


def _no_tensor(name: str, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of `int` or `float`; error python-operation for a tensor or register vector."""
    if any(hasattr(type(value), "element_type") for value in arguments):
        fix = "Take one element (`x[i]`), or reduce it: `x.load().reduce(cute.ReductionOp.ADD, 0.0, 0)`."
        raise fail("python-operation", f"`{name}` cannot take a whole {type(arguments[0]).__name__}", fix=fix)
    return arguments


def bool_(*arguments: Any) -> Any:
    """`bool(x)`: a run-time number as a Boolean."""
    return truth(arguments[0]) if len(arguments) == 1 else builtins.bool(*arguments)


def range_(*bounds: Any) -> Any:
    """`range(...)` outside the head of a `for`: Python's, or the description of a loop if a bound is not known yet."""
    known = not any_numeric(bounds) or all(bound.is_static for bound in bounds if is_numeric(bound))
    return builtins.range(*bounds) if known else Range(*bounds)


def len_(value: Any) -> Any:
    """`len(x)`: also the extent of a tensor that only run time knows."""
    extent = getattr(type(value), "__staged_len__", None)
    return builtins.len(value) if extent is None else extent(value)


_ABSENT = object()


def hasattr_(value: Any, name: str) -> bool:
    """`hasattr(x, "a")`; error read-never-set where a run-time path decides."""
    return getattr_(value, name, _ABSENT) is not _ABSENT


def getattr_(value: Any, name: str, *default: Any) -> Any:
    """`getattr(x, "a", default)`; error read-never-set where a run-time path decides which it is."""
    check_joined(value)
    found = builtins.getattr(value, name, _ABSENT)
    if found is not _ABSENT:
        return found
    _check_set(value, name)
    return builtins.getattr(value, name, *default)


def vars_(*arguments: Any) -> Any:
    """`vars(x)`; error read-never-set where a run-time path decides what there is."""
    for value in arguments:
        _check_set(value)
    return builtins.vars(*arguments)


def isinstance_(value: Any, classes: Any) -> bool:
    """`isinstance(x, C)`; error branch-type-mismatch where a run-time path decides the type."""
    check_joined(value)
    return builtins.isinstance(value, classes)


def _check_set(value: Any, name: str | None = None) -> None:
    """Refuses an object whose attribute, or any of them, only some paths have set. Errors: read-never-set."""
    for key, known, gap in trace.emptied(value):
        if name in (key, None) and builtins.getattr(value, key, _ABSENT) is _ABSENT:
            raise not_set(known, gap)


_STAGED: dict[int, Callable[..., Any]] = {
    id(builtins.min): order.min,
    id(builtins.max): order.max,
    id(builtins.any): any_,
    id(builtins.all): all_,
    id(builtins.sorted): order.sorted,
    id(builtins.int): int_,
    id(builtins.float): float_,
    id(builtins.bool): bool_,
    id(builtins.range): range_,
    id(builtins.len): len_,
    id(builtins.hasattr): hasattr_,
    id(builtins.getattr): getattr_,
    id(builtins.vars): vars_,
    id(builtins.isinstance): isinstance_,
}


def staged(function: Any) -> Any:
    """The staged form of a builtin; another function of the same name is itself."""
    return _STAGED.get(id(function), function)
