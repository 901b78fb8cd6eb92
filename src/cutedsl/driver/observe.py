"""Who wants to know of compilations: the command line's `show`, debug output, tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from cutedsl.driver.compilation import Compilation
from cutedsl.driver.debug import report

Observer = Callable[[Compilation], None]

_OBSERVERS: ContextVar[tuple[Observer, ...]] = ContextVar("cutedsl_observers", default=())


@contextmanager
def observing(observer: Observer) -> Iterator[None]:
    """Calls `observer` after each compilation in this thread or task until the block ends."""
    token = _OBSERVERS.set((*_OBSERVERS.get(), observer))
    try:
        yield
    finally:
        _OBSERVERS.reset(token)


def notify(artifacts: Compilation) -> None:
    """Tells every observer of a finished compilation, and shows it where debug output is asked for."""
    report(artifacts)
    for observer in _OBSERVERS.get():
        observer(artifacts)
