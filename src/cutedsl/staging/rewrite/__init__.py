"""Pre-staging: the rewrite of a function's AST into the same Python with calls of `Stage` around control flow.

Importing it is light: the rewriter itself loads with the first function that is staged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from cutedsl.staging.rewrite.texts import remember_source

P = ParamSpec("P")
R = TypeVar("R")


def staged_function(function: Callable[P, R]) -> Callable[P, R]:
    """The function with its control flow staged; see `build.staged_function`."""
    from cutedsl.staging.rewrite.build import staged_function as build

    return build(function)


__all__ = ["remember_source", "staged_function"]
