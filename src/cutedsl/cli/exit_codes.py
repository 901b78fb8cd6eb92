"""Exit codes that commands share."""

from __future__ import annotations

from typing import Final

COULD_NOT_RUN: Final = 2
"""A program could not be run, or failed."""
