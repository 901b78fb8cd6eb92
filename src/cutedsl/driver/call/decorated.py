"""What `@jit` and `@kernel` may be applied to, and with what."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from types import FunctionType, MethodType
from typing import Any

from cutedsl.driver.call.like_function import LikeFunction
from cutedsl.errors import fail
from cutedsl.errors.article import with_article


def plain_function(function: Any) -> Any:
    """The author's function; another decorator in between is an error."""
    if isinstance(function, LikeFunction | staticmethod | classmethod):
        raise fail(
            "decorator-order",
            f"@jit or @kernel is applied to {with_article(type(function).__name__)}",
            fix="Put @jit or @kernel directly above `def`, other decorators above it.",
        )
    if not (isinstance(function, FunctionType | MethodType) or hasattr(function, "__code__")):
        raise _no_function(function)
    return function


def _no_function(given: Any) -> Exception:
    """The error for a decorator of ours on something without a body that can be compiled."""
    name = getattr(given, "__name__", type(given).__name__)
    message = f"@jit or @kernel is applied to {given!r} of type {type(given).__name__}, which has no Python source"
    fix = f"Write a function that calls it: `def f(x): return {name}(x)`."
    if isinstance(given, type):
        fix = "Decorate the methods of the class, each above its `def`."
    elif isinstance(given, functools.partial):
        fix = "Decorate the function itself, and pass all of its arguments in the call."
    elif isinstance(given, str):
        fix = "Leave the signature out: types come from the arguments and annotations."
    elif not callable(given):
        fix = "Put @jit or @kernel above a `def`."
    return fail("not-callable", message, fix=fix)


def no_others(name: str, others: Sequence[object], options: Mapping[str, object]) -> None:
    """Refuses what the decorators do not take; error argument-unexpected."""
    if others or options:
        given = [*(f"{value!r}" for value in others), *(f"{key}=" for key in options)]
        raise fail(
            "argument-unexpected",
            f"`@{name}` got {', '.join(given)}",
            fix=f"Write `@{name}` alone; options go to `cute.compile(f, ..., options=...)` or `CUTEDSL_` variables, "
            "grids and blocks to `.launch(grid=..., block=...)`.",
        )
