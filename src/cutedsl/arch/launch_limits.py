"""What a launch may ask of a GPU target: checks that name the limit, before the driver says "invalid"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from cutedsl.errors import DSLCudaRuntimeError, fail

if TYPE_CHECKING:
    from cutedsl.arch.targets import GpuTarget

Dim3: TypeAlias = tuple[int, int, int]

MAX_GRID: Final[Dim3] = (2**31 - 1, 65535, 65535)
MAX_BLOCK: Final[Dim3] = (1024, 1024, 64)
PORTABLE_CLUSTER_BLOCKS: Final = 8
"""The largest cluster that needs no opting in."""
REFUSED_SIZE: Final = -(2**31)
"""What a launch gets in place of a size that 32 bits do not hold."""
MAX_PRIVATE_BYTES: Final = 512 * 1024
"""Local memory of a thread (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability")."""
COOPERATIVE_LAUNCH_TOO_LARGE: Final = 720
"""`CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE`."""


def sizes_text(sizes: Sequence[int]) -> str:
    """The sizes of a launch for a message.

    >>> sizes_text((REFUSED_SIZE, 1, 1))
    '(above 2147483647 or negative, 1, 1)'
    """
    return f"({', '.join('above 2147483647 or negative' if size == REFUSED_SIZE else str(size) for size in sizes)})"


def check_grid(kernel: str, grid: Dim3) -> None:
    """Errors: `launch-invalid-grid`."""
    if any(not 1 <= size <= limit for size, limit in zip(grid, MAX_GRID, strict=True)):
        message = f"{kernel}: the grid is {sizes_text(grid)}; its sizes must lie between 1 and {MAX_GRID}"
        raise fail("launch-invalid-grid", message)


def check_block(kernel: str, block: Dim3, target: GpuTarget) -> None:
    """Errors: `launch-invalid-block`, `too-many-threads`."""
    if any(not 1 <= size <= limit for size, limit in zip(block, MAX_BLOCK, strict=True)):
        message = f"{kernel}: the block is {sizes_text(block)}; its sizes must lie between 1 and {MAX_BLOCK}"
        raise fail("launch-invalid-block", message)
    threads, limit = math.prod(block), target.max_threads_per_block
    if threads > limit:
        message = f"{kernel}: a block of {block} has {threads} threads; {target.name} allows {limit}"
        raise fail("too-many-threads", message)


def check_smem(kernel: str, smem_bytes: int, target: GpuTarget) -> None:
    """Errors: `too-much-shared-memory`."""
    limit = target.max_smem_bytes
    if smem_bytes > limit:
        message = f"{kernel}: {smem_bytes} bytes of shared memory a block; {target.name} allows {limit}"
        raise fail("too-much-shared-memory", message)


def check_cluster_size(kernel: str, cluster: Dim3, target: GpuTarget) -> None:
    """Errors: `launch-invalid-cluster`."""
    blocks, limit = math.prod(cluster), target.max_cluster_blocks
    if blocks > limit:
        message = f"{kernel}: a cluster of {cluster} has {blocks} blocks; {target.name} allows {limit}"
        raise fail("launch-invalid-cluster", message)


def check_cluster(kernel: str, cluster: Dim3, grid: Dim3, target: GpuTarget) -> None:
    """Errors: `launch-invalid-cluster`."""
    check_cluster_size(kernel, cluster, target)
    if any(size % part for size, part in zip(grid, cluster, strict=True)):
        message = f"{kernel}: the grid {grid} is not a multiple of the cluster {cluster}"
        raise fail("launch-invalid-cluster", message)


def cooperative_launch_too_large(message: str) -> Exception:
    """The refusal of a cooperative launch, with the driver's number; error cooperative-launch-too-large."""
    error = fail("cooperative-launch-too-large", message)
    if isinstance(error, DSLCudaRuntimeError):
        error.error_code = COOPERATIVE_LAUNCH_TOO_LARGE
    return error
