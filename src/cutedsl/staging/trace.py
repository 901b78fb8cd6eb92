"""What is open in a trace: scopes that emission is inside of, and conditional expressions."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from cutedsl.staging.protocol import current_emitter
from cutedsl.staging.region import RegionInfo


class OpenExpression(Protocol):
    """A conditional expression; `arm` says whether its next operand is evaluated."""

    def arm(self) -> bool: ...


class OpenScope(Protocol):
    """A scope that emission is inside of; `abandon` leaves its region when an exception went past it."""

    @property
    def info(self) -> RegionInfo | None: ...
    def abandon(self) -> None: ...
    def materialize(self, name: str, sample: object) -> object: ...


@dataclass(slots=True)
class _State:
    """What is open in the trace of one emitter."""

    emitter: object
    scopes: list[OpenScope]
    expressions: list[OpenExpression]


_STATE: ContextVar[_State | None] = ContextVar("cutedsl_trace_state", default=None)


def _state() -> _State:
    """The state of this trace; a new trace starts with nothing open."""
    emitter = current_emitter()
    state = _STATE.get()
    if state is None or state.emitter is not emitter:
        state = _State(emitter, [], [])
        _STATE.set(state)
    return state


def open_scopes() -> list[OpenScope]:
    """The stack of scopes, innermost last."""
    return _state().scopes


def open_expressions() -> list[OpenExpression]:
    """The stack of conditional expressions whose operands are being evaluated, innermost last."""
    return _state().expressions


def push(scope: OpenScope) -> None:
    """Notes that emission goes into a region of `scope` from here on."""
    _state().scopes.append(scope)


def pop(scope: OpenScope, stack: list[OpenScope] | None = None) -> None:
    """Notes that a region of `scope` is done; scopes inside that an exception went past are abandoned."""
    stack = _state().scopes if stack is None else stack
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
