"""Who wants to know of compilations: the command line's `show`, debug output, tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cutedsl.driver.cache.lookup import Request
    from cutedsl.driver.compile.pipeline import Artifacts

Observer = Callable[["Artifacts"], None]
RequestObserver = Callable[["Request"], None]

_OBSERVERS: ContextVar[tuple[Observer, ...]] = ContextVar("cutedsl_observers", default=())
_request_observers: Final[list[RequestObserver]] = []
"""For the whole process, as programs may compile on threads of their own."""


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
    """Tells every observer of a finished compilation, and shows it where debug output is requested."""
    from cutedsl.driver.compile.debug import report  # loads the compiler, as whoever made the artifacts did

    report(artifacts)
    for observer in _OBSERVERS.get():
        observer(artifacts)


@contextmanager
def observing_requests(observer: RequestObserver) -> Iterator[None]:
    """Calls `observer` before each program of the process is looked up or compiled, until the block ends."""
    _request_observers.append(observer)
    try:
        yield
    finally:
        _request_observers.remove(observer)


def notify_request(request: Request) -> None:
    """Tells every observer of a program that will be looked up or compiled."""
    for observer in _request_observers:
        observer(request)
