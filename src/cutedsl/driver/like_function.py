"""`LikeFunction`: what programs ask of a function, of what `@jit` and `@kernel` make of it.

Libraries make keys of functions from their code, defaults and variables, as `inspect` and `functools` show them.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CellType, CodeType
from typing import Any


class LikeFunction:
    """An object with the attributes of the author's function: they follow it when it is replaced after an edit."""

    function: Callable[..., Any]

    @property
    def __code__(self) -> CodeType:
        return _of(self, "__code__")

    @__code__.setter
    def __code__(self, code: CodeType) -> None:
        # IPython's %autoreload writes into the memory of what refuses a new attribute with an AttributeError, as if it
        # were a plain function. After any other error it loads the module anew, which `reloading` follows.
        raise NotImplementedError(f"{self!r} takes no other code: its module must be loaded anew")

    @property
    def __defaults__(self) -> tuple[Any, ...] | None:
        return _of(self, "__defaults__")

    @property
    def __kwdefaults__(self) -> dict[str, Any] | None:
        return _of(self, "__kwdefaults__")

    @property
    def __globals__(self) -> dict[str, Any]:
        return _of(self, "__globals__")

    @property
    def __closure__(self) -> tuple[CellType, ...] | None:
        return _of(self, "__closure__")


def _of(owner: LikeFunction, name: str) -> Any:
    """The attribute; a callable object that is no function may lack it."""
    return getattr(owner.function, name)
