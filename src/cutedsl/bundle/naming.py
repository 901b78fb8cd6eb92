"""The names under which a bundle holds programs."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_NAME: ContextVar[str | None] = ContextVar("cutedsl_bundle_name", default=None)


@contextmanager
def named(name: str) -> Generator[None]:
    """Programs that are compiled in the block have this name in a bundle; elsewhere the block changes nothing.

    Two programs need names where a call does not tell them apart: methods of two objects of one class, or functions
    that a function returned for different settings.

    >>> with named("gemm_128"):
    ...     current_name()
    'gemm_128'
    """
    token = _NAME.set(name)
    try:
        yield
    finally:
        _NAME.reset(token)


def current_name() -> str | None:
    """The name that `named` gave; None outside of its blocks."""
    return _NAME.get()


def name_of(function: Callable[..., Any], shown: str) -> str:
    """The name of a program of `function`, which a compilation calls `shown`.

    The class for its `__call__`, else the name with the classes around it. `named` goes first.

    >>> name_of(name_of, "name_of")
    'name_of'
    """
    given = current_name()
    if given is not None:
        return given
    if shown != function.__name__:
        return shown
    return function.__qualname__.rpartition("<locals>.")[2].removesuffix(".__call__")
