"""What is open in a trace: scopes that emission is inside of, and conditional expressions."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.frames import span_at
from cutedsl.staging.protocol import current_emitter
from cutedsl.staging.unset import Gap

if TYPE_CHECKING:
    from cutedsl.staging.scopes.region import RegionInfo


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
    gaps: dict[tuple[str, str], Gap]
    filled: set[tuple[str, int, str]]
    left: dict[tuple[str, int, str], set[str]]
    emptied: dict[tuple[int, str], tuple[object, str, Gap]]
    iterators: list[Iterator[object]]
    passed: OpenScope | None = None
    """The outermost scope that an exception left through a `finally`, which nobody may catch."""


_STATE: ContextVar[_State | None] = ContextVar("cutedsl_trace_state", default=None)


def _state() -> _State:
    """The state of this trace; a new trace starts with nothing open."""
    emitter = current_emitter()
    state = _STATE.get()
    if state is None or state.emitter is not emitter:
        state = _State(emitter, [], [], {}, set(), {}, {}, [])
        _STATE.set(state)
    return state


def open_scopes() -> list[OpenScope]:
    """The stack of scopes, innermost last."""
    return _state().scopes


def open_expressions() -> list[OpenExpression]:
    """The stack of conditional expressions whose operands are being evaluated, innermost last."""
    return _state().expressions


def iterators() -> list[Iterator[object]]:
    """What the loops that Python runs are going through, innermost last."""
    return _state().iterators


def note_gap(info: RegionInfo, name: str, path: str) -> None:
    """Notes that a region leaves a variable unset on a path; a carried one holds something there nevertheless."""
    file, state = "" if info.span is None else info.span.file, _state()
    state.gaps[(file, name)] = Gap(info.span, path)
    if name in info.carried:
        fill(file, info.owner, name)


def note_emptied(info: RegionInfo, holder: object, key: str, name: str, path: str) -> None:
    """Notes that a region leaves an attribute of an object unset on a path, as `note_gap` does of its name."""
    note_gap(info, name, path)
    _state().emptied[id(holder), key] = holder, name, Gap(info.span, path)


def emptied(holder: object) -> Iterator[tuple[str, str, Gap]]:
    """The attributes of an object that are set on some paths only: name, name as the author writes it, and why."""
    for (_, key), (held, name, gap) in _state().emptied.items():
        if held is holder:
            yield key, name, gap


def note_left(info: RegionInfo, flags: Iterable[str], name: str, path: str) -> None:
    """Notes that a path on which `flags` of exits hold has not set a variable."""
    file, state = "" if info.span is None else info.span.file, _state()
    state.gaps[(file, name)] = Gap(info.span, path)
    for flag in flags:
        state.left.setdefault((file, info.owner, flag), set()).add(name)


def take_left(file: str, owner: int, flags: Iterable[str], name: str) -> bool:
    """Whether a path on which one of a loop's `flags` holds has not set a variable; asked once, after the loop."""
    found = False
    for flag in flags:
        names = _state().left.get((file, owner, flag), set[str]())
        found = found or name in names
        names.discard(name)
    return found


def fill(file: str, owner: int, name: str) -> None:
    """Notes that a variable of a function holds something where no path has set it."""
    _state().filled.add((file, owner, name))


def is_filled(file: str, owner: int, name: str) -> bool:
    """Whether a variable of a function may hold something where no path has set it."""
    return (file, owner, name) in _state().filled


def gap_of(file: str, name: str) -> Gap | None:
    """The region that left a variable of a function in `file` unset, the latest of this trace."""
    return _state().gaps.get((file, name))


def unset_attribute(file: str, name: str) -> tuple[str, Gap] | None:
    """The attribute of this name that a region of this trace has left unset on a path, as the author writes it."""
    found = ((key, gap) for (where, key), gap in _state().gaps.items() if where == file)
    return next(((key, gap) for key, gap in found if key.endswith("." + name)), None)


def push(scope: OpenScope) -> None:
    """Notes that emission goes into a region of `scope` from here on."""
    _state().scopes.append(scope)


def pop(scope: OpenScope, stack: list[OpenScope] | None = None) -> None:
    """Notes that a region of `scope` is done; error early-exit if an exception went past a scope inside."""
    stack = _state().scopes if stack is None else stack
    top = stack.pop()
    if top is not scope:
        raise _caught_outside(top, None)


Mark = tuple[int, BaseException | None]
"""Where a `try` begins: how many scopes are open, and which exception is being handled."""


def mark() -> Mark:
    """The mark of now."""
    return len(open_scopes()), sys.exception()


def unwind(start: Mark) -> None:
    """Checks at the start of a handler that its exception left no scope opened since a mark; error early-exit.

    Whether the program raises there depends on a run-time value, and the handler would be compiled in any case.
    """
    error, left = sys.exception(), _abandon(start[0])
    if left is None:
        return
    if isinstance(error, DSLUserCodeError):
        raise error  # of the trace, and not of the author's program
    raise _caught_outside(left, error)


def unwind_finally(start: Mark) -> None:
    """Abandons at the start of a `finally` the scopes opened since a mark; an error of the trace goes on at once.

    What the block would read is left as the error found it, so that it would end in an error that hides the first.
    """
    error = sys.exception()
    if error is not start[1] and isinstance(error, DSLUserCodeError):
        raise error
    _abandon(start[0])


def check_closed(start: Mark) -> None:
    """Checks at the end of a function that no exception left a scope of it and was caught; error early-exit."""
    left = _abandon(start[0])
    if left is not None:
        raise _caught_outside(left, None)


def _abandon(depth: int) -> OpenScope | None:
    """Leaves the scopes from `depth` on; the outermost of them, or of those left before."""
    state = _state()
    left = state.scopes[depth] if len(state.scopes) > depth else state.passed
    while len(state.scopes) > depth:
        state.scopes.pop().abandon()
    state.passed = left
    return left


def _caught_outside(scope: OpenScope, error: BaseException | None) -> DSLUserCodeError:
    region, place = None if scope.info is None else scope.info.span, None if error is None else error.__traceback__
    raised = "an exception" if error is None else f"`{error!r}`"
    return fail(
        "early-exit",
        f"{raised} leaves a branch or loop whose condition is only known at run time, and is caught outside of it",
        span=region if place is None else span_at(place.tb_frame.f_code, place.tb_lasti),
        also=[(region, "the condition")] if region and place else (),
        fix="Catch it in the branch or loop, or look before (`if key in table`).",
    )
