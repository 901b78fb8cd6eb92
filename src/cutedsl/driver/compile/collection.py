"""Disables the garbage collector during compilation and loading, which make many objects and hardly any garbage."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from cutedsl.config import config
from cutedsl.forks.locks import fork_safe_lock

_lock: Final = fork_safe_lock()
_resting: Final[list[bool]] = []
"""One item a compilation under way; the first says whether the collector was on before."""
_FROZEN_AT_START: Final = 1000
"""Python 3.12 starts with a few hundred frozen objects of its own; a program that freezes has many more."""


@contextmanager
def collector_at_rest() -> Generator[None]:
    """Collects no garbage until it ends, in any thread; leaves the collector as the first compilation found it.

    Full collections walked everything that the compiler had made so far: three fifths of the time of a pass over
    3,000 ops.
    """
    if config().leaves_alone("gc"):
        yield
        return
    with _lock:
        _resting.append(_resting[0] if _resting else gc.isenabled())
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            was_on = _resting.pop()
            if was_on and not _resting:
                gc.enable()


def keep_all() -> None:
    """Moves all objects to the oldest generation, as for what a large import made and nothing will let go.

    The first collection after it would walk them all, and find nothing. Where the program has frozen objects, which
    `gc.unfreeze` would give back, nothing is done.
    """
    if gc.get_freeze_count() < _FROZEN_AT_START and not config().leaves_alone("gc"):
        gc.freeze()
        gc.unfreeze()
