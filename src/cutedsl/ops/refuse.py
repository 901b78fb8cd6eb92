"""The errors of operations, which point at the author's call and not into the library."""

from __future__ import annotations

import os
import sys
from types import FrameType

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.frames import span_at

_FOLDER = os.path.dirname(os.path.abspath(__file__)) + os.sep
_PACKAGE = __name__.rpartition(".")[0]


def refused(name: str, message: str, fix: str | None = None) -> DSLUserCodeError:
    """`fail` at the line that called the operation: `raise refused(...)`."""
    frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame.f_back is not None and _in_library(frame):
        frame = frame.f_back
    return fail(name, message, span=span_at(frame.f_code, frame.f_lasti), fix=fix)


def _in_library(frame: FrameType) -> bool:
    """Also what a dataclass of the library generates, which has no file."""
    module: str = frame.f_globals.get("__name__", "")
    return frame.f_code.co_filename.startswith(_FOLDER) or module.startswith(_PACKAGE)
