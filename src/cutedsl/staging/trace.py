"""The scopes that are open in a trace, innermost last."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Protocol

from cutedsl.staging.protocol import current_emitter, is_tracing
from cutedsl.staging.region import RegionInfo


class OpenScope(Protocol):
    """A scope that emission is inside of; `abandon` leaves its region when an exception went past it."""

    @property
    def info(self) -> RegionInfo | None: ...
    def abandon(self) -> None: ...
    def materialize(self, name: str, sample: object) -> object: ...


_OPEN: ContextVar[tuple[object, list[OpenScope]] | None] = ContextVar("cutedsl_open_scopes", default=None)


def open_scopes() -> list[OpenScope]:
    """The stack of this trace; a new trace starts with an empty one."""
    emitter = current_emitter() if is_tracing() else None
    held = _OPEN.get()
    if held is None or held[0] is not emitter:
        held = (emitter, [])
        _OPEN.set(held)
    return held[1]


def push(scope: OpenScope) -> None:
    """Notes that emission goes into a region of `scope` from here on."""
    open_scopes().append(scope)


def pop(scope: OpenScope) -> None:
    """Notes that a region of `scope` is done; scopes inside that an exception went past are abandoned."""
    stack = open_scopes()
    while stack:
        top = stack.pop()
        if top is scope:
            return
        top.abandon()


def unwind(depth: int) -> None:
    """Abandons the scopes above `depth`: an exception left them and is handled here."""
    stack = open_scopes()
    while len(stack) > depth:
        stack.pop().abandon()
