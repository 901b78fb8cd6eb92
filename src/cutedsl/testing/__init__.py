"""`cutlass.testing`: timing, and the arguments of timed runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.testing.benchmark import CantImplementError, JitArguments, benchmark, get_workspace_count, tune

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from cutedsl.errors.not_yet import missing_name

        return missing_name("testing", name)


__all__ = ["CantImplementError", "JitArguments", "benchmark", "get_workspace_count", "tune"]
