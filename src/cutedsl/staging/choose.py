"""`min`, `max`, `any`, `all`, `select_` and the logical functions, for values known now or at run time."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, overload

from cutedsl.errors import fail
from cutedsl.staging.numeric import Numeric, NumericT, as_numeric
from cutedsl.staging.operators import binary, common_pair, is_numeric
from cutedsl.staging.scopes.condition import select_number, truth
from cutedsl.staging.tree import is_taken_apart


def select_(condition: Any, a: Any, b: Any) -> Any:
    """`a` where the condition holds, else `b`; both are evaluated, numbers in their common type.

    Register vectors and containers of the same structure are chosen part by part. Errors: numeric-cast for run-time
    conditions on what has no run-time parts, numeric-promotion, branch-type-mismatch.
    """
    held = truth(condition)
    if not isinstance(held, bool) and common_pair(a, b) is None and is_taken_apart(a) and is_taken_apart(b):
        from cutedsl.staging.explicit import if_generate  # few programs choose containers

        return if_generate(held, lambda: a, lambda: b)
    return select_number(held, a, b)


@overload
def min(a: NumericT, b: NumericT | int, /, *rest: NumericT | int) -> NumericT: ...
@overload
def min(a: int, b: NumericT, /, *rest: NumericT | int) -> NumericT: ...
@overload
def min(*values: Any, **options: Any) -> Any: ...
def min(*values: Any, **options: Any) -> Any:
    """The smallest, as Python's `min`; numbers known at run time compare at run time, in their common type."""
    return _extreme("min", builtins.min, values, options)


@overload
def max(a: NumericT, b: NumericT | int, /, *rest: NumericT | int) -> NumericT: ...
@overload
def max(a: int, b: NumericT, /, *rest: NumericT | int) -> NumericT: ...
@overload
def max(*values: Any, **options: Any) -> Any: ...
def max(*values: Any, **options: Any) -> Any:
    """The largest, as Python's `max`; numbers known at run time compare at run time, in their common type."""
    return _extreme("max", builtins.max, values, options)


def _extreme(op: str, plain: Callable[..., Any], values: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """`min` or `max` of the arguments or of one iterable."""
    items = list(values[0]) if len(values) == 1 and not is_numeric(values[0]) else list(values)
    if not any_numeric(items) or options.get("key") is not None:
        return plain(items, **options)
    del options
    return reduce(lambda a, b: _of_pair(op, a, b), items)


def _of_pair(op: str, a: Any, b: Any) -> Any:
    """One step of `min` or `max`."""
    pair = common_pair(a, b)
    if pair is None:
        as_numeric(b if is_numeric(a) else a)  # says what to write
        raise fail("numeric-cast", f"`{op}` got {type(a).__name__} and {type(b).__name__}")
    return binary(op, *pair)


def any_numeric(values: Iterable[Any]) -> bool:
    """Whether one of the values is a Numeric."""
    return builtins.any(is_numeric(value) for value in values)


def any_(values: Iterable[Any]) -> Any:
    """Whether one of the values holds; decided now if possible, else at run time (all are evaluated)."""
    return _fold_truth("or", values, True)


def all_(values: Iterable[Any]) -> Any:
    """Whether all of the values hold; decided now if possible, else at run time (all are evaluated)."""
    return _fold_truth("and", values, False)


def _fold_truth(op: str, values: Iterable[Any], decisive: bool) -> Any:
    """Joins conditions; one that is known and `decisive` decides at once."""
    pending: list[Numeric] = []
    for value in values:
        held = truth(value)
        if is_numeric(held):
            pending.append(held)
        elif held is decisive:
            return decisive
    return reduce(lambda a, b: binary(op, a, b), pending) if pending else not decisive


def and_(*values: Any) -> Any:
    """Python's `and` as a function: the first value that does not hold, else the last; all are evaluated."""
    return reduce(lambda a, b: b if truth(a) is True else a if truth(a) is False else select_(a, b, a), values)


def or_(*values: Any) -> Any:
    """Python's `or` as a function: the first value that holds, else the last; all are evaluated."""
    return reduce(lambda a, b: a if truth(a) is True else b if truth(a) is False else select_(a, a, b), values)


def not_(value: Any) -> Any:
    """Python's `not`: a bool when the value is known now, else a Boolean."""
    held = truth(value)
    return (not held) if isinstance(held, bool) else ~held
