"""Kernels that would take a process down: each must end as an error. `test_bad_input.py` runs them in a child.

python -m tests.kernels.nasty_kernels NAME...      # prints a JSON line for each: name, and what the error says
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import cpasync
from cutedsl.errors import DSLUserCodeError

GMEM = cute.AddressSpace.gmem


def launched(kernel: Any, block: Any = 32, grid: Any = 1) -> Callable[..., None]:
    """A program that launches a kernel with its own arguments."""

    @cute.jit
    def program(x: cute.Tensor, n: cutlass.Int64):
        kernel(x, n).launch(grid=grid, block=block)

    return program


@cute.kernel
def writes_at_an_address(x: cute.Tensor, n: cutlass.Int64):
    cute.make_tensor(cute.make_ptr(cutlass.Float32, n, GMEM), cute.make_layout(32))[0] = 1.0


@cute.kernel
def reads_at_an_address(x: cute.Tensor, n: cutlass.Int64):
    tidx, _, _ = cute.arch.thread_idx()
    x[tidx] = cute.make_tensor(cute.make_ptr(cutlass.Float32, n, GMEM), cute.make_layout(4096))[tidx * 128]


@cute.kernel
def updates_outside(x: cute.Tensor, n: cutlass.Int64):
    tidx, _, _ = cute.arch.thread_idx()
    cute.arch.atomic_add(x.iterator + tidx * n, cutlass.Float32(1.0))


@cute.kernel
def updates_outside_of_shared(x: cute.Tensor, n: cutlass.Int64):
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(32))
    cute.arch.atomic_add(s.iterator + tidx * n.to(cutlass.Int32), 1)


@cute.kernel
def swaps_before(x: cute.Tensor, n: cutlass.Int64):
    cute.arch.atomic_cas(cute.recast_ptr(x.iterator, dtype=cutlass.Int32) - n, cmp=0, val=1)


@cute.kernel
def writes_at_an_offset(x: cute.Tensor, n: cutlass.Int64):
    """A number as an address of shared memory, of which the block has 128 bytes."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32))
    s[tidx] = 0.0
    place = cute.make_ptr(cutlass.Float32, n.to(cutlass.Int32), cute.AddressSpace.smem)
    (place + tidx).store(cutlass.Float32(1))
    x[tidx] = s[tidx]


@cute.kernel
def reads_outside_of_the_cluster(x: cute.Tensor, n: cutlass.Int64):
    """Each lane names the block whose shared memory it reads."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32))
    s[tidx] = 1.0
    cute.arch.sync_threads()
    theirs = cute.arch.map_dsmem_ptr(s.iterator + n.to(cutlass.Int32) * tidx, x[tidx].to(cutlass.Int32))
    x[tidx] = theirs.load()


@cute.kernel
def waits_outside(x: cute.Tensor, n: cutlass.Int64):
    barrier = cutlass.utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    cute.arch.mbarrier_wait(barrier + n.to(cutlass.Int32), 0)


@cute.kernel
def arrives_before_init(x: cute.Tensor, n: cutlass.Int64):
    cute.arch.mbarrier_arrive(cutlass.utils.SmemAllocator().allocate_array(cutlass.Int64, 1))


@cute.kernel
def names_a_barrier(x: cute.Tensor, n: cutlass.Int64):
    cute.arch.barrier(barrier_id=n.to(cutlass.Int32), number_of_threads=32)


@cute.kernel
def divides(x: cute.Tensor, n: cutlass.Int64):
    x[0] = (cutlass.Int32(-(2**31)) // (n.to(cutlass.Int32))).to(cutlass.Float32)


@cute.kernel
def owns_much(x: cute.Tensor, n: cutlass.Int64):
    tidx, _, _ = cute.arch.thread_idx()
    mine = cute.make_rmem_tensor(cute.make_layout(131072), cutlass.Float32)
    mine[tidx * 4000] = 3.0
    x[tidx] = mine[tidx * 4000]


@cute.kernel
def leaves_its_registers(x: cute.Tensor, n: cutlass.Int64):
    mine = cute.make_rmem_tensor(cute.make_layout(8), cutlass.Float32)
    mine.fill(0.0)
    mine[n.to(cutlass.Int32)] = 1.0
    x[0] = mine[0]


@cute.kernel
def never_ends(x: cute.Tensor, n: cutlass.Int64):
    i = cutlass.Int32(0)
    while i >= 0:
        i = (i + 1) & 0xFFFF
    x[0] = 1.0


@cute.kernel
def ends_late(x: cute.Tensor, n: cutlass.Int64):
    i = cutlass.Int64(0)
    for _ in range(n):
        i = i * 3 + 1
    x[0] = i.to(cutlass.Float32)


@cute.kernel
def tile_kernel(atom: Any, t: cute.Tensor, y: cute.Tensor, c: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    s = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(32, 1)), byte_alignment=128)
    bar = smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    tile = cute.group_modes(cute.local_tile(t, (32, 32), (c, c)), 0, 2)
    ss, gs = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(s, 0, 2), tile)
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(bar, 32 * 32 * 4)
    cute.copy(atom, gs, ss, tma_bar_ptr=bar)
    cute.arch.mbarrier_wait(bar, 0)
    y[tidx] = s[tidx]


@cute.jit
def tile_far_outside(x: cute.Tensor, y: cute.Tensor, c: cutlass.Int32):
    layout = cute.make_layout((32, 32), stride=(32, 1))
    atom, t = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, (32, 32))
    tile_kernel(atom, t, y, c).launch(grid=1, block=32)


def _far_tile(place: int) -> None:
    """A tile outside of the tensor reads as zeros."""
    y = np.full(32, np.nan, np.float32)
    tile_far_outside(np.ones((64, 64), np.float32), y, place)
    assert not y.any()


def _much_memory() -> None:
    x = np.full(32, np.nan, np.float32)
    launched(owns_much)(x, 0)
    assert (x == 3.0).all()


def _dynamic_recursion(x: Any) -> Any:
    return _dynamic_recursion(x + 1)


@cute.kernel
def recurses(x: cute.Tensor, n: cutlass.Int64):
    x[0] = _dynamic_recursion(x[0])


def _run(kernel: Any, n: int, **sizes: Any) -> Callable[[], None]:
    return lambda: launched(kernel, **sizes)(np.zeros(32, np.float32), n)


CASES: dict[str, tuple[Callable[[], None], str]] = {
    "null, written": (_run(writes_at_an_address, 0), "illegal-access: block (0, 0, 0) writes address 0x0"),
    "null, gathered": (_run(reads_at_an_address, 0), "illegal-access: block (0, 0, 0) reads address 0x"),
    "not an address": (_run(writes_at_an_address, -(2**40)), "illegal-access: block (0, 0, 0) writes address 0x"),
    "the first page": (_run(reads_at_an_address, 64, grid=9), "illegal-access: block ("),
    "atomics outside": (_run(updates_outside, 10**9), "out-of-bounds: thread (1, 0, 0)"),
    "atomics outside of shared": (_run(updates_outside_of_shared, 10**7), "out-of-bounds: thread (1, 0, 0)"),
    "shared memory by a number": (_run(writes_at_an_offset, 0), ""),
    "before shared memory, by a number": (_run(writes_at_an_offset, -4), "out-of-bounds: thread (0, 0, 0)"),
    "far after shared memory, by a number": (_run(writes_at_an_offset, 10**9), "out-of-bounds: thread (0, 0, 0)"),
    "shared memory of the cluster": (_run(reads_outside_of_the_cluster, 1), ""),
    "after shared memory of the cluster": (
        _run(reads_outside_of_the_cluster, 10**6),
        "out-of-bounds: thread (1, 0, 0)",
    ),
    "before shared memory of the cluster": (
        _run(reads_outside_of_the_cluster, -(10**6)),
        "out-of-bounds: thread (1, 0, 0)",
    ),
    "compare and swap before": (_run(swaps_before, 10**9), "out-of-bounds: thread (0, 0, 0)"),
    "an mbarrier outside": (_run(waits_outside, 10**8), "out-of-bounds: thread (0, 0, 0)"),
    "an mbarrier before": (_run(waits_outside, -(10**6)), "out-of-bounds: thread (0, 0, 0)"),
    "an mbarrier not made": (_run(arrives_before_init, 0), "mbarrier-misuse: thread (0, 0, 0)"),
    "barrier 16": (_run(names_a_barrier, 16, block=64), "kernel-trap: thread (0, 0, 0)"),
    "barrier -1": (_run(names_a_barrier, -1, block=64), "kernel-trap: thread (0, 0, 0)"),
    "division by zero": (_run(divides, 0), "division-by-zero: thread (0, 0, 0)"),
    "division by -1": (_run(divides, -1), ""),
    "much private memory": (_much_memory, ""),
    "registers outside": (_run(leaves_its_registers, 10**6), "out-of-bounds: thread (0, 0, 0)"),
    "registers before": (_run(leaves_its_registers, -(10**6)), "out-of-bounds: thread (0, 0, 0)"),
    "an endless loop": (_run(never_ends, 0), "launch-timeout: "),
    "a long loop": (_run(ends_late, 1 << 60), "launch-timeout: "),
    "a tile far outside": (lambda: _far_tile(30_000_000), ""),
    "a tile far before": (lambda: _far_tile(-30_000_000), ""),
    "recursion": (_run(recurses, 0), "endless-recursion"),
    "blocks too deep": (_run(divides, 1, block=(1, 1, 128)), "launch-invalid-block: "),
    "a grid too high": (_run(divides, 1, grid=(1, 70000, 1)), "launch-invalid-grid: "),
    "too many threads": (_run(divides, 1, block=2048), "too-many-threads: "),
}
"""Name to what runs it and how the error begins, "" where there is none."""


def outcome(name: str) -> str:
    """What a case gives: the error's name and message."""
    try:
        CASES[name][0]()
    except DSLUserCodeError as error:
        return f"{error.name}: {error.message}" + ("" if error.span else " (without a line)")
    except RecursionError:
        return "RecursionError"
    return ""


if __name__ == "__main__":
    for name in sys.argv[1:] or CASES:
        print(json.dumps([name, outcome(name)]), flush=True)
