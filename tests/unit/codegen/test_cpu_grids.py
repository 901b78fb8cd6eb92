"""Every block of a grid runs once, under its own index, however the grid is shared among threads."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def mark_kernel(seen: cute.Tensor, warps: cutlass.Constexpr):
    x, y, z = cute.arch.block_idx()
    gx, gy, _ = cute.arch.grid_dim()
    tx, ty, tz = cute.arch.thread_idx()
    if cutlass.const_expr(warps > 1):
        cute.arch.sync_threads()
    block = x + gx * (y + gy * z)
    thread = tx + 2 * (ty + 4 * tz)
    cute.arch.atomic_add(seen.iterator + block, thread)


@cute.jit
def mark(seen: cute.Tensor, x: cutlass.Int32, y: cutlass.Int32, z: cutlass.Int32, warps: cutlass.Constexpr):
    mark_kernel(seen, warps).launch(grid=[x, y, z], block=[2, 4, 4 * warps])


@pytest.mark.parametrize("grid", [(1, 1, 1), (7, 5, 11), (3, 1, 1000), (1000, 3, 7), (1, 20011, 1), (100003, 1, 1)])
@pytest.mark.parametrize("warps", [1, 2])
def test_each_block_runs_once(grid: tuple[int, int, int], warps: int) -> None:
    x, y, z = grid
    seen = np.zeros(x * y * z, np.int32)
    mark(seen, x, y, z, warps)
    threads = 32 * warps
    np.testing.assert_array_equal(seen, np.full(x * y * z, threads * (threads - 1) // 2))


def test_a_grid_of_a_million_blocks() -> None:
    seen = np.zeros(1_000_000, np.int32)
    mark(seen, 1_000_000, 1, 1, 1)
    assert (seen == 31 * 16).all()
