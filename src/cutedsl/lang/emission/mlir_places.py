"""`loc=` and `ip=`: CuTe DSL's places in MLIR. Functions here take them and leave them alone.

Locations travel by frame here: an operation's place is the author's line.
Source: CuTe DSL documentation, "CuTe DSL API".
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

from cutedsl.errors.classes import DSLBaseError
from cutedsl.errors.translation.refusals import named_refusal
from cutedsl.staging.protocol import is_tracing

T = TypeVar("T")
C = TypeVar("C", bound=type)
_INNER = ("cutedsl.lang.emission.emitter", "cutedsl.errors", "cutedsl.staging")
"""What modules of the public surface import for their own use."""


def takes_places(value: T) -> T:
    """A function that accepts `loc` and `ip` besides its own arguments; other objects as they are."""
    if type(value) is not FunctionType or "loc" in _parameters(value):
        return value
    function: Callable[..., Any] = value

    @functools.wraps(function)
    def op(*args: Any, loc: object = None, ip: object = None, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (TypeError, AttributeError, ValueError, LookupError, AssertionError) as error:
            if is_tracing() or isinstance(error, DSLBaseError):  # a trace names its errors itself
                raise
            raise named_refusal(error, function) from None

    return cast(T, op)


def _parameters(function: FunctionType) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def methods_take_places(cls: C) -> C:
    """A class whose public methods accept `loc` and `ip`; properties and Python's own methods are as they were."""
    for name, method in list(vars(cls).items()):
        if name.startswith("_"):
            continue
        if isinstance(method, classmethod | staticmethod):
            setattr(cls, name, type(method)(takes_places(method.__func__)))
        elif type(method) is FunctionType:
            setattr(cls, name, takes_places(method))
    return cls


def functions_take_places(names: dict[str, Any]) -> None:
    """The same for the public functions of a module, given its `globals()`."""
    for name, value in list(names.items()):
        if type(value) is FunctionType and not name.startswith("_") and not value.__module__.startswith(_INNER):
            names[name] = takes_places(value)
