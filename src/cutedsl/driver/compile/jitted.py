"""What a `@jit` function offers to a compilation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Jitted(Protocol):
    """A staged function with what is bound to it: `self` of a method."""

    __name__: str

    @property
    def function(self) -> Callable[..., Any]: ...
    @property
    def bound(self) -> tuple[object, ...]: ...
    @property
    def preprocess(self) -> bool: ...
    @property
    def staged(self) -> Callable[..., Any]: ...
