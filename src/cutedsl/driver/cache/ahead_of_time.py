"""Programs that were compiled ahead of time: where calls look before they look on disk or compile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cutedsl.driver.cache.lookup import Request
    from cutedsl.driver.cache.memory import Remembered

Find = Callable[["Request"], "Remembered | None"]
"""Returns the program of a request, or None where it has none."""
_finders: Final[list[Find]] = []


def look_ahead_of_time(find: Find) -> None:
    """From now on calls of this process ask `find` for a program; what was added last is asked first."""
    _finders.insert(0, find)


def found_ahead_of_time(request: Request) -> Remembered | None:
    """The program of a request that was compiled ahead of time."""
    return next(filter(None, (find(request) for find in _finders)), None)
