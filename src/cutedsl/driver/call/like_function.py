"""`LikeFunction`: what programs ask of a function, of what `@jit` and `@kernel` make of it.

Libraries make keys of functions from their code, defaults and variables, as `inspect` and `functools` show them.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CellType, CodeType
from typing import Any, Self

from cutedsl.errors import fail


class LikeFunction:
    """An object with the attributes of the author's function: they follow it when it is replaced after an edit."""

    function: Callable[..., Any]

    def __getattr__(self, name: str) -> Any:
        """What functions do not have. Errors: no-attribute, an AttributeError too."""
        if name.startswith("_") or "function" not in self.__dict__:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
        own = self.__dict__["function"].__name__
        kind = "kernel" if type(self).__name__ == "KernelFunction" else "@jit function"
        fix = f"Call it: `{own}(...)`; `cute.compile({own}, ...)` compiles it."
        if kind == "kernel":
            fix = f"Inside a @jit function: `{own}(...).launch(grid=..., block=...)`."
        elif name == "launch":
            fix = f"Call it: `{own}(...)`. Only a kernel is launched: decorate it with @cute.kernel."
        raise fail("no-attribute", f"the {kind} `{own}` has no `{name}`", fix=fix)

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Itself, as of a function of Python: a copy of a model keeps its kernels."""
        return self

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
    """The attribute; a callable object that is not a function may lack it."""
    return getattr(owner.function, name)
