"""`AddressSpace`: the memory that a pointer points into."""

from __future__ import annotations

from enum import IntEnum


class AddressSpace(IntEnum):
    """The memories of the execution model; the numbers are CuTe's.

    >>> AddressSpace.smem.value, AddressSpace.smem == "smem", AddressSpace.smem != "smem"
    (3, True, False)

    Source: CuTe DSL documentation, "cute".
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

    def __eq__(self, other: object) -> bool:
        """A space equals its number and its short name, under which the IR knows it."""
        return self.name == other if isinstance(other, str) else int(self) == other

    def __ne__(self, other: object) -> bool:
        """Not equal: `int` has its own, which knows no names."""
        return not self == other

    __hash__ = int.__hash__
