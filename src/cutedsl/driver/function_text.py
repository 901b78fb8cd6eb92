"""Finding the text of functions that have no file, at the moment when they are decorated."""

from __future__ import annotations

from types import FunctionType


def remember_text(function: object) -> None:
    """Notes the text of a function that `exec` made; the rewriter loads only for such a one."""
    if isinstance(function, FunctionType) and function.__code__.co_filename.startswith("<"):
        from cutedsl.staging.rewrite import remember_source

        remember_source(function)
