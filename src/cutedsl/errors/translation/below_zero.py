"""What is said of an element before the first, by both who run programs: eagerly and compiled."""

from __future__ import annotations

BELOW_ZERO = "Indices count from 0, also backwards: the last element is `x[x.shape[0] - 1]`."
"""The fix of `out-of-bounds` there."""
