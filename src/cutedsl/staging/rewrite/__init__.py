"""Pre-staging: the rewrite of a function's AST into the same Python with calls of `Stage` around control flow."""

from __future__ import annotations

from cutedsl.staging.rewrite.build import staged_function
from cutedsl.staging.rewrite.exec_source import remember_source

__all__ = ["remember_source", "staged_function"]
