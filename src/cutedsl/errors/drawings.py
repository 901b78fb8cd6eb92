"""Drawings in reports: who raises an error names one, who can draw has said where; neither imports the other.

The public packages register drawers of `viz`. A report without its drawing is still whole, so a drawer that cannot
draw what it is given (a run-time layout, say) leaves it out.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

_PLACES: dict[str, tuple[str, str]] = {}


def register_drawer(kind: str, module: str, function: str) -> None:
    """Drawings of a kind are made by `module.function(*things)`, which gives lines of text."""
    _PLACES[kind] = (module, function)


def drawing(kind: str, *things: Any) -> list[str]:
    """The note with a drawing of a kind, or no note."""
    if kind not in _PLACES:
        return []
    from cutedsl.errors.classes import DSLBaseError

    module, function = _PLACES[kind]
    draw: Callable[..., tuple[str, ...]] = vars(importlib.import_module(module))[function]
    try:
        return ["\n".join(draw(*things))]
    except DSLBaseError:
        return []
