"""Numbers that a function gets while another one is traced: an integer parameter takes no float, and what it can hold.

Inside of a trace an annotation converts nothing: the function gets the value as it is. A kernel gets a number of
Python's as its annotation says: a constant of that type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from cutedsl.driver.arguments.annotations import annotations_of, stripped
from cutedsl.driver.arguments.specs import Argument, out_of_range
from cutedsl.errors import fail
from cutedsl.staging.numeric import Numeric, is_numeric_class
from cutedsl.staging.scalars import Float, Integer

_OPEN = (Numeric, Integer, Float)
"""Annotations that leave the type of a number open."""
_PYTHON = (bool, int, float)
_PARTS = ("nt", "Float", "Bool")
"""Of the names of types of numbers."""
_KNOWN: WeakKeyDictionary[Callable[..., object], tuple[tuple[int, str, type[Numeric]], ...]] = WeakKeyDictionary()


def check_numbers(function: Any, args: Sequence[object], kwargs: Mapping[str, object]) -> None:
    """Checks the numbers for parameters that are annotated as integers.

    Errors: argument-type for a float; argument-range for an int of Python's that the type does not hold.
    """
    by_position = function.__code__.co_argcount
    for position, name, kind in _annotated(function):
        if not kind.spec.is_integer or kind.spec.is_bool:
            continue
        value = kwargs[name] if name in kwargs else args[position] if position < min(len(args), by_position) else None
        if type(value) is int:
            if not kind.spec.min <= value <= kind.spec.max:
                raise out_of_range(value, kind.spec, Argument(position, name, function.__name__))
        elif isinstance(value, float) or (isinstance(value, Numeric) and value.spec.is_float):
            where, got = Argument(position, name, function.__name__), type(value).__name__
            raise fail(
                "argument-type",
                f"{where} is annotated as {kind.__name__}, got a {got}",
                fix=f"Convert it: `{kind.__name__}(value)` rounds toward zero.",
            )


def as_annotated(
    function: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> tuple[Sequence[Any], Mapping[str, Any]]:
    """The arguments, Python's numbers among them as constants of the types that their parameters are annotated with."""
    if not any(type(value) in _PYTHON for value in (*args, *kwargs.values())):
        return args, kwargs
    positional, named, by_position = list(args), dict(kwargs), function.__code__.co_argcount
    for position, name, kind in _annotated(function):
        if name in named:
            if type(named[name]) in _PYTHON:
                named[name] = kind(named[name])
        elif position < min(len(positional), by_position) and type(positional[position]) in _PYTHON:
            positional[position] = kind(positional[position])
    return positional, named


def _annotated(function: Any) -> tuple[tuple[int, str, type[Numeric]], ...]:
    known = _KNOWN.get(function)
    if known is None:
        known = _KNOWN[function] = tuple(_numbers(function))
    return known


def _numbers(function: Any) -> list[tuple[int, str, type[Numeric]]]:
    """The parameters that are annotated as one type of numbers."""
    given = function.__annotations__.values()
    if not any(is_numeric_class(one) or any(part in str(one) for part in _PARTS) for one in given):
        return []  # the common case, without evaluating annotations
    code, hints = function.__code__, annotations_of(function)
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    found = ((k, name, stripped(hints.get(name))) for k, name in enumerate(names))
    return [(k, name, kind) for k, name, kind in found if is_numeric_class(kind) and kind not in _OPEN]
