"""Every block of a grid runs once, under its own index, however the grid is shared among threads."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLRuntimeError
from cutedsl.execution.cpu.pool import usable_cores


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


@cute.kernel
def shared_kernel(x: cute.Tensor):
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(24 << 10))
    tidx, _, _ = cute.arch.thread_idx()
    for i in cutlass.range_constexpr(24):
        s[tidx + 1024 * i] = x[tidx]
    cute.arch.sync_threads()
    x[tidx] = s[23 * 1024 + 1023 - tidx]


@cute.jit
def shared(x: cute.Tensor, blocks: cutlass.Int32):
    shared_kernel(x).launch(grid=[blocks, 1, 1], block=[1024, 1, 1])


@pytest.mark.alone
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the most memory that was used")
def test_a_launch_takes_the_shared_memory_of_the_blocks_that_run() -> None:
    x = np.arange(1024, dtype=np.float32)
    program = cute.compile(shared, x, 1, options="--target cpu")
    with _growth_bytes() as taken:
        program(x, 2000)  # 2000 blocks of 96 KiB are 188 MiB
    assert taken[0] < usable_cores() * (96 << 10) + (8 << 20)


@cute.kernel
def resident_kernel(count: cute.Tensor, goal: cutlass.Int32):
    """Blocks of 128 KiB that all wait for the last one to come."""
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32 << 10))
    tidx, _, _ = cute.arch.thread_idx()
    for i in cutlass.range(128):
        s[tidx + 256 * i] = cutlass.Float32(i)
    if tidx == 0:
        cute.arch.atomic_add(count.iterator, 1, sem="release", scope="gpu")
        seen = cute.arch.load(count.iterator, sem="acquire", scope="gpu")
        while seen < goal:
            seen = cute.arch.load(count.iterator, sem="acquire", scope="gpu")
    cute.arch.sync_threads()
    if s[127 * 256 + tidx] != 127.0:
        cute.arch.atomic_add(count.iterator, goal)


@cute.jit
def resident(count: cute.Tensor, blocks: cutlass.Int32):
    resident_kernel(count, blocks).launch(grid=[blocks, 1, 1], block=[256, 1, 1], cooperative=True)


@pytest.mark.alone
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the most memory that was used")
def test_a_launch_takes_the_shared_memory_of_the_blocks_that_wait_together() -> None:
    count, blocks = np.zeros(1, np.int32), 132
    program = cute.compile(resident, count, 1, options="--target cpu")
    with _growth_bytes() as taken:
        program(count, blocks)
    assert count[0] == blocks
    together = blocks * (128 << 10)
    assert together <= taken[0] < together + (8 << 20)


@cute.kernel
def trap_kernel(seen: cute.Tensor):
    cute.arch.atomic_add(seen.iterator, 1)
    cute.testing.assert_(seen[0] < 0)


@cute.jit
def trapping(seen: cute.Tensor, blocks: cutlass.Int32):
    trap_kernel(seen).launch(grid=[blocks, 1, 1], block=[32, 1, 1])


@pytest.mark.alone
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the most memory that was used")
def test_the_largest_grid_starts_at_once() -> None:
    """Its first block ends the launch; nothing is done or kept for the other two thousand million."""
    seen = np.zeros(1, np.int32)
    program = cute.compile(trapping, seen, 1, options="--target cpu --enable-assertions")
    with _growth_bytes() as taken, pytest.raises(DSLRuntimeError, match="kernel-trap"):
        program(seen, (1 << 31) - 1)
    assert taken[0] < 2 << 20
    assert 0 < seen[0] <= 32 * usable_cores()


@contextmanager
def _growth_bytes() -> Iterator[list[int]]:
    """Its list holds afterwards by how much the process's memory grew in the block, at the most."""
    Path("/proc/self/clear_refs").write_text("5")
    before, taken = _memory_bytes("VmRSS"), list[int]()
    yield taken
    taken.append(_memory_bytes("VmHWM") - before)


def _memory_bytes(field: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) << 10
    raise AssertionError(field)
