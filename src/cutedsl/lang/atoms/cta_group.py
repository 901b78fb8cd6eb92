"""`CtaGroup`: how many blocks multiply and copy together."""

from __future__ import annotations

from enum import Enum


class CtaGroup(Enum):
    """How many blocks multiply together: one, or a pair in a cluster."""

    ONE = 1
    TWO = 2
