"""Why mutants that nothing tells from the original behave as it does: no GPU may run them otherwise."""

from __future__ import annotations

from typing import Final

from benchmarks.mutations.mutants import Mutant

_REASONS: Final[dict[tuple[str, str, str], str]] = {}
"""By file, function and deleted text."""


def reason(file: str, mutant: Mutant) -> str:
    """Why a mutant is equivalent; "" where none is known."""
    return _REASONS.get((file, mutant.function, mutant.deleted), "")
