"""Whether programs run eagerly now, and who watches. Light: the driver asks at each call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from cutedsl.errors.frozen import frozen
from cutedsl.errors.translation.refusals import callable_given

if TYPE_CHECKING:
    from cutedsl.eager.block import Block

Around = Callable[["Block", Callable[[], None]], None]
"""Called for each block with a function that runs it."""


def plainly(block: Block, run: Callable[[], None]) -> None:
    """Runs a block, unwatched."""
    run()


@frozen
class Session:
    """One eager run: `around` is called for each block in the place of running it, and runs it or not."""

    around: Around = plainly


_SESSION: ContextVar[Session | None] = ContextVar("cutedsl_eager_session", default=None)


def current_session() -> Session | None:
    """The session that calls of `@jit` functions belong to now; None: they are compiled."""
    return _SESSION.get()


def session_variable() -> ContextVar[Session | None]:
    """The variable that `running` sets; machine code asks it whether calls run eagerly."""
    return _SESSION


@contextmanager
def running(session: Session) -> Iterator[Session]:
    """Makes direct calls and `cute.compile` run eagerly in this thread or task, until the block ends."""
    token = _SESSION.set(session)
    try:
        yield session
    finally:
        _SESSION.reset(token)


def run(function: Callable[..., Any], *args: object, **kwargs: object) -> Any:
    """Calls a `@jit` function (or one that calls such) as ordinary Python over NumPy lanes, on the CPU.

    **Law**: writes what a compiled run writes, for every program that does not race. A block's threads run in
    lockstep, blocks one after another; each of the author's lines runs with the values of all threads.

    >>> from cutedsl import cute, eager
    >>> eager.run(cute.jit(lambda: None))                                 # doctest: +SKIP

    Errors: eager-warps-wait, eager-device, and those of the program.
    Source: ours.
    """
    callable_given("eager.run", function)
    with running(Session()):
        return function(*args, **kwargs)
