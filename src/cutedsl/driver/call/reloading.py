"""`%autoreload`: a name that was imported from a module before an edit means the function as it is after the edit.

IPython replaces the code of plain functions in place, as `from module import f` keeps the old object. It does not know
objects that decorators make, so these take over what their successors are made of.
"""

from __future__ import annotations

import sys
import weakref
from types import FrameType, FunctionType
from typing import Any, Protocol

_RELOADERS = ("IPython.extensions.autoreload", "IPython.extensions.deduperreload")


class Replaceable(Protocol):
    """What a decorator made of a function."""

    def replace_function(self, function: Any) -> None: ...


_LIVE: dict[tuple[int, str], weakref.WeakSet[Any]] = {}
"""What was made of each function, by the namespace and the name that it is defined under."""


def follow_reload(made: Replaceable, function: object) -> None:
    """Notes what was made of a module's function; while IPython reloads, those before it get the new function."""
    if not isinstance(function, FunctionType) or "<locals>" in function.__qualname__:
        return
    live = _LIVE.setdefault((id(function.__globals__), function.__qualname__), weakref.WeakSet())
    if live and _RELOADERS[0] in sys.modules and _reloads():
        for before in live:
            if type(before) is type(made):
                before.replace_function(function)
    live.add(made)


def _reloads() -> bool:
    """Whether the module that is being executed is loaded anew by IPython."""
    frame: FrameType | None = sys._getframe(2)  # pyright: ignore[reportPrivateUsage]
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith(_RELOADERS):
            return True
        frame = frame.f_back
    return False
