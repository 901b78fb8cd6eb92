"""`AddressSpace`: the memory that a pointer points into."""

from __future__ import annotations

from enum import IntEnum


class AddressSpace(IntEnum):
    """The memories of the execution model; the numbers are CuTe's.

    >>> AddressSpace.smem.value
    3

    Source: reference/cute-dsl.md 2.1.
    """

    generic = 0
    gmem = 1
    smem = 3
    cmem = 4
    rmem = 5
    tmem = 6
    dsmem = 7

    def __str__(self) -> str:
        """The short name that tensors and pointers print."""
        return self.name
