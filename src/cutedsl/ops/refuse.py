"""The errors of operations, which point at the author's call and not into the library."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.frames import span_at
from cutedsl.errors.span import Span

_FOLDER = os.path.dirname(os.path.abspath(__file__)) + os.sep
_PACKAGE = __name__.rpartition(".")[0]
_NO_GRADIENT = (
    "Pass `x.detach()`, or call it under `torch.no_grad()`: operations record no gradient. `softmax_backward` and its "
    "like compute gradients; `@cutedsl.torch.operator(..., backward=)` makes an operator of both."
)


def refused(name: str, message: str, fix: str | None = None) -> DSLUserCodeError:
    """`fail` at the line that called the operation: `raise refused(...)`."""
    return fail(name, message, span=_authors_call(), fix=fix)


def run_for_author(run: Callable[..., None], arguments: list[Any]) -> None:
    """Runs a program of the library; errors about an array are reported at the line that called the operation."""
    try:
        run(*arguments)
    except DSLUserCodeError as error:
        raise for_author(error) from None


def for_author(error: DSLUserCodeError) -> DSLUserCodeError:
    """An error that a program of the library raised, at the line that called the operation."""
    if error.span is None or not error.span.file.startswith(_FOLDER):
        return error
    fix = _NO_GRADIENT if "wants a gradient" in error.message else error.report.fix
    return type(error)(replace(error.report, span=_authors_call(), fix=fix))


def _authors_call() -> Span | None:
    frame = sys._getframe(2)  # pyright: ignore[reportPrivateUsage]
    while frame.f_back is not None and _in_library(frame):
        frame = frame.f_back
    return span_at(frame.f_code, frame.f_lasti)


def _in_library(frame: FrameType) -> bool:
    """Also what a dataclass of the library generates, which has no file."""
    module: str = frame.f_globals.get("__name__", "")
    return frame.f_code.co_filename.startswith(_FOLDER) or module.startswith(_PACKAGE)
