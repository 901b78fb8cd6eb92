"""Kernels whose blocks read what other blocks wrote, or update the same words: what a check of them costs.

Last-block reductions, decoupled look-back, stream-K, blocks in a chain, histograms, and launches of a few microseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils

F32, I32 = cutlass.Float32, cutlass.Int32


@cute.kernel
def last_block_kernel(x: cute.Tensor, parts: cute.Tensor, count: cute.Tensor, out: cute.Tensor):
    """Each block writes one partial sum and fences; the last to count adds them up."""
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    before = utils.SmemAllocator().allocate_tensor(I32, cute.make_layout(1), 16)
    total = cute.arch.warp_reduction_sum(x[b, t])
    if t == 0:
        parts[b] = total
        cute.arch.fence_acq_rel_gpu()
        before[0] = cute.arch.atomic_add(count.iterator, I32(1))
    cute.arch.sync_warp()
    if before[0] == blocks - 1:
        cute.arch.fence_acq_rel_gpu()
        total = F32(0)
        for i in range(t, blocks, 32):
            total += parts[i]
        total = cute.arch.warp_reduction_sum(total)
        if t == 0:
            out[0] = total


@cute.jit
def last_block(x: cute.Tensor, parts: cute.Tensor, count: cute.Tensor, out: cute.Tensor):
    """A block of one warp for each row."""
    last_block_kernel(x, parts, count, out).launch(grid=(parts.shape[0], 1, 1), block=(32, 1, 1))


@cute.kernel
def last_rows_kernel(x: cute.Tensor, parts: cute.Tensor, count: cute.Tensor, out: cute.Tensor):
    """Each block writes a row of partial sums; the last adds up all rows."""
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    before = utils.SmemAllocator().allocate_tensor(I32, cute.make_layout(1), 16)
    total = F32(0)
    for i in range(8):
        total += x[b * 8 + i, t]
    parts[b, t] = total
    cute.arch.sync_threads()
    if t == 0:
        before[0] = cute.arch.atomic_add(count.iterator, I32(1), sem="acq_rel", scope="gpu")
    cute.arch.sync_threads()
    if before[0] == blocks - 1:
        total = F32(0)
        for i in range(blocks):
            total += parts[i, t]
        out[t] = total


@cute.jit
def last_rows(x: cute.Tensor, parts: cute.Tensor, count: cute.Tensor, out: cute.Tensor):
    """A block of 128 threads for eight rows."""
    last_rows_kernel(x, parts, count, out).launch(grid=(parts.shape[0], 1, 1), block=(128, 1, 1))


@cute.kernel
def look_back_kernel(x: cute.Tensor, sums: cute.Tensor, flags: cute.Tensor, ticket: cute.Tensor, out: cute.Tensor):
    """Prefix sums in one pass: flag 1 is a block's own sum, 2 that of all blocks up to it.

    Source: Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back" (2016).
    """
    t, _, _ = cute.arch.thread_idx()
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    smem = utils.SmemAllocator()
    shared, part = (smem.allocate_tensor(I32, cute.make_layout(size), 16) for size in (2, 4))
    if t == 0:
        shared[0] = cute.arch.atomic_add(ticket.iterator, I32(1))
    cute.arch.sync_threads()
    b = shared[0]
    value = x[b, t]
    for i in cutlass.range_constexpr(5):
        up = cute.arch.shuffle_sync_up(value, 1 << i)
        if lane >= 1 << i:
            value += up
    if lane == 31:
        part[warp] = value
    cute.arch.sync_threads()
    for i in range(warp):
        value += part[i]
    if t == 0:
        total = part[0] + part[1] + part[2] + part[3]
        sums[0, b] = total
        cute.arch.store(flags.iterator + b, I32(1), sem="release", scope="gpu")
        prefix, at = I32(0), b - 1
        while at >= 0:
            flag = cute.arch.load(flags.iterator + at, sem="acquire", scope="gpu")
            while flag == 0:
                flag = cute.arch.load(flags.iterator + at, sem="acquire", scope="gpu")
            if flag == 2:
                prefix += sums[1, at]
                at = -1
            else:
                prefix += sums[0, at]
                at -= 1
        sums[1, b] = prefix + total
        cute.arch.store(flags.iterator + b, I32(2), sem="release", scope="gpu")
        shared[1] = prefix
    cute.arch.sync_threads()
    out[b, t] = value + shared[1]


@cute.jit
def look_back(x: cute.Tensor, sums: cute.Tensor, flags: cute.Tensor, ticket: cute.Tensor, out: cute.Tensor):
    """A block of 128 threads for each row."""
    look_back_kernel(x, sums, flags, ticket, out).launch(grid=(out.shape[0], 1, 1), block=(128, 1, 1))


@cute.kernel
def stream_k_kernel(x: cute.Tensor, parts: cute.Tensor, flags: cute.Tensor, out: cute.Tensor):
    """Four blocks add up a tile's rows; the last of them waits for the others' partial sums."""
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    tile, part = b // 4, b % 4
    total = F32(0)
    for i in range(16):
        total += x[b * 16 + i, t]
    if part < 3:
        parts[b, t] = total
        cute.arch.sync_threads()
        if t == 0:
            cute.arch.red(flags.iterator + tile, I32(1), op="add", sem="release", scope="gpu")
    else:
        if t == 0:
            while cute.arch.load(flags.iterator + tile, sem="acquire", scope="gpu") < 3:
                pass
        cute.arch.sync_threads()
        for i in range(3):
            total += parts[tile * 4 + i, t]
        out[tile, t] = total


@cute.jit
def stream_k(x: cute.Tensor, parts: cute.Tensor, flags: cute.Tensor, out: cute.Tensor):
    """A block of 128 threads for sixteen rows."""
    stream_k_kernel(x, parts, flags, out).launch(grid=(parts.shape[0], 1, 1), block=(128, 1, 1))


@cute.kernel
def chain_kernel(x: cute.Tensor, turn: cute.Tensor, out: cute.Tensor):
    """Blocks add to one row in their order, as a split along K with the same result each time does."""
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    value = x[b, t]
    if t == 0:
        while cute.arch.load(turn.iterator, sem="acquire", scope="gpu") != b:
            pass
    cute.arch.sync_threads()
    out[t] = out[t] + value
    cute.arch.sync_threads()
    if t == 0:
        cute.arch.store(turn.iterator, b + 1, sem="release", scope="gpu")


@cute.jit
def chain(x: cute.Tensor, turn: cute.Tensor, out: cute.Tensor):
    """A block of 128 threads for each row."""
    chain_kernel(x, turn, out).launch(grid=(x.shape[0], 1, 1), block=(128, 1, 1))


@cute.kernel
def histogram_kernel(x: cute.Tensor, out: cute.Tensor):
    """Counts in shared memory, then adds them to the result."""
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    counts = utils.SmemAllocator().allocate_tensor(I32, cute.make_layout(256), 16)
    for i in range(t, 256, 128):
        counts[i] = 0
    cute.arch.sync_threads()
    for i in range(32):
        cute.arch.atomic_add(counts.iterator + x[b, i * 128 + t], I32(1))
    cute.arch.sync_threads()
    for i in range(t, 256, 128):
        cute.arch.red(out.iterator + i, counts[i], op="add")


@cute.jit
def histogram(x: cute.Tensor, out: cute.Tensor):
    """A block of 128 threads for each row of 4096 numbers."""
    histogram_kernel(x, out).launch(grid=(x.shape[0], 1, 1), block=(128, 1, 1))


@cute.kernel
def counts_kernel(x: cute.Tensor, out: cute.Tensor):
    """Counts in global memory."""
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    for i in range(8):
        cute.arch.red(out.iterator + x[b, i * 128 + t], I32(1), op="add")


@cute.jit
def counts(x: cute.Tensor, out: cute.Tensor):
    """A block of 128 threads for each row of 1024 numbers."""
    counts_kernel(x, out).launch(grid=(x.shape[0], 1, 1), block=(128, 1, 1))


@cute.kernel
def add_one_kernel(x: cute.Tensor, out: cute.Tensor):
    """Nothing but a load and a store."""
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    out[b * 128 + t] = x[b * 128 + t] + 1.0


@cute.jit
def add_one(x: cute.Tensor, out: cute.Tensor):
    """A block for 128 numbers."""
    add_one_kernel(x, out).launch(grid=(x.shape[0] // 128, 1, 1), block=(128, 1, 1))


def patterns() -> Iterator[tuple[str, Any, list[Any]]]:
    """Name, host function and arguments; those that must be zero are zeros at first."""
    rng = np.random.default_rng(7)

    def floats(*shape: int) -> np.ndarray:
        return rng.standard_normal(shape, dtype=np.float32)

    def integers(end: int, *shape: int) -> np.ndarray:
        return rng.integers(0, end, shape).astype(np.int32)

    def zeros(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.int32)

    def empty(*shape: int) -> np.ndarray:
        return np.empty(shape, np.float32)

    yield "last block of 1024", last_block, [floats(1024, 32), empty(1024), zeros(1), empty(1)]
    yield "last block of 4096", last_block, [floats(4096, 32), empty(4096), zeros(1), empty(1)]
    yield "last rows of 256 blocks", last_rows, [floats(2048, 128), empty(256, 128), zeros(1), empty(128)]
    yield (
        "look-back over 512 blocks",
        look_back,
        [integers(9, 512, 128), zeros(2, 512), zeros(512), zeros(1), zeros(512, 128)],
    )
    yield "stream-K on 256 blocks", stream_k, [floats(4096, 128), empty(256, 128), zeros(64), empty(64, 128)]
    yield "chain of 256 blocks", chain, [floats(256, 128), zeros(1), np.zeros(128, np.float32)]
    yield "histogram in shared memory", histogram, [integers(256, 64, 4096), zeros(256)]
    yield "histogram in global memory", counts, [integers(1024, 64, 1024), zeros(1024)]
    yield "add one, 8 blocks", add_one, [floats(1024), empty(1024)]
    yield "add one, 1024 blocks", add_one, [floats(131072), empty(131072)]
