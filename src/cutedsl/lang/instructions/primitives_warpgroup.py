"""`cutlass.experimental.primitives` of a warp group's multiplies: fences, groups, descriptors of matrices.

Source: names and arguments from CuTe DSL programs; PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions".
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from cutedsl.lang.atoms import warpgroup
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.scalars import Int64


class WgmmaSwizzle(IntEnum):
    """How the pieces of a matrix lie in shared memory: bits 62 and 63 of its descriptor."""

    SWIZZLE_NONE = 0
    SWIZZLE_128B = 1
    SWIZZLE_64B = 2
    SWIZZLE_32B = 3


class WgmmaSmemDesc:
    """The descriptor of a matrix in shared memory: an Int64. Adding a number moves it by units of 16 bytes."""

    def __new__(cls, value: Any) -> Any:
        return as_numeric(value).to(Int64)


def wgmma_fence_aligned() -> None:
    """Orders earlier writes to registers and shared memory before later multiplies."""
    warpgroup.fence()


def wgmma_commit_group_sync_aligned() -> None:
    """Commits the multiplies so far as one group."""
    warpgroup.commit_group()


def wgmma_wait_group_sync_aligned(group: int) -> None:
    """Waits until at most `group` groups are pending. Errors: requires-constexpr."""
    warpgroup.wait_group(group)


functions_take_places(globals())
