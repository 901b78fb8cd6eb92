"""Who wants to know of compilations: the command line's `show`, debug output, tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cutedsl.driver.pipeline import Artifacts

Observer = Callable[["Artifacts"], None]

_OBSERVERS: ContextVar[tuple[Observer, ...]] = ContextVar("cutedsl_observers", default=())


@contextmanager
def observing(observer: Observer) -> Iterator[None]:
    """Calls `observer` after each compilation in this thread or task until the block ends."""
    token = _OBSERVERS.set((*_OBSERVERS.get(), observer))
    try:
        yield
    finally:
        _OBSERVERS.reset(token)


def observed() -> bool:
    """Whether somebody wants to see compilations: remembered ones then do not serve."""
    return bool(_OBSERVERS.get())


def notify(artifacts: Artifacts) -> None:
    """Tells every observer of a finished compilation, and shows it where debug output is asked for."""
    from cutedsl.driver.debug import report  # loads the compiler, as whoever made the artifacts did

    report(artifacts)
    for observer in _OBSERVERS.get():
        observer(artifacts)
