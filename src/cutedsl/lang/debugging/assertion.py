"""`cute.testing.assert_`: a check at run time, in programs that are compiled with assertions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.staging.choose import not_
from cutedsl.staging.explicit import if_generate
from cutedsl.staging.scopes.condition import truth

_KEPT: ContextVar[bool] = ContextVar("cutedsl_assertions", default=True)


@contextmanager
def keeping_assertions(kept: bool) -> Iterator[None]:
    """Whether the assertions of programs traced in the block are part of them; an eager run always checks."""
    token = _KEPT.set(kept)
    try:
        yield
    finally:
        _KEPT.reset(token)


def assert_(cond: object, msg: str = "assertion failed") -> None:
    """Stops the program with `msg` if `cond` is false and the program is compiled with `--enable-assertions`.

    A compile-time condition is checked at compile time.

    Errors: kernel-trap at run time; AssertionError while compiling.
    Source: CuTe DSL documentation, "Debugging with the DSL".
    """
    held = truth(cond)
    if isinstance(held, bool):
        assert held, msg
    elif _KEPT.get():
        if_generate(not_(held), lambda: cute_emitter().op("cute.trap", (), (), {"message": msg}) and None)
