"""The row sum at the memory's speed: 16-byte loads, eight of them in flight in each thread.

Floor for M x N float32: M*N*4 bytes read once, M*4 written. On an H200 that reads 4.4 to 4.5 TB/s, 16384 x 16384
takes at least 0.24 ms and 32768 x 32768 at least 0.96 ms; nothing but the loads is left to save.

How it gets there:
* N is static: one compilation for each row length, any number of rows (the seed's "middle path").
* 16 bytes a thread and load; `LOADS` loads are issued before the first value is used.
* One block a row; long rows get more threads, so that each block still reads its row in few rounds.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute

VALUES = 4  # float32 in one 16-byte load
LOADS = 8  # loads of one thread that are in flight at a time


@cute.kernel
def _row_sum_kernel(
    gX: cute.Tensor, output: cute.Tensor, tv_layout: cute.Layout, N: cutlass.Constexpr, loads: cutlass.Constexpr
):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    (_, tile), (_, tiles) = gX.shape  # gX is ((1, tile), (M, tiles))

    acc = cute.full(VALUES, 0.0)
    rounds = N // (tile * loads)
    for i in range(rounds):
        parts = []
        for k in cutlass.range_constexpr(loads):
            parts.append(_fragment(gX, bidx, i * loads + k, tv_layout, tidx).load())
        acc += _tree_sum(parts)
    for k in cutlass.range_constexpr(rounds * loads, tiles):  # what is left of the row, at most `loads` tiles
        if k * tile + tidx * VALUES < N:
            acc += _fragment(gX, bidx, k, tv_layout, tidx).load()

    total = _block_sum(acc.reduce(cute.ReductionOp.ADD, 0.0, 0))
    if tidx == 0:
        output[bidx] = total


@cute.jit
def _fragment(gX: cute.Tensor, row, tile_idx, tv_layout: cute.Layout, tidx):
    """The values of this thread in tile `tile_idx` of a row."""
    block_tile = gX[((0, None), (row, tile_idx))]
    return cute.composition(block_tile, tv_layout)[(tidx, None)]


@cute.jit
def _tree_sum(parts: list[cute.TensorSSA]):
    """The sum of register vectors, in as few dependent steps as possible."""
    while len(parts) > 1:
        parts = [a + b for a, b in zip(parts[::2], parts[1::2], strict=True)]
    return parts[0]


@cute.jit
def _block_sum(value):
    """The sum over all threads of the block, in warp 0."""
    shmem = cutlass.utils.SmemAllocator().allocate_tensor(cute.Float32, cute.make_layout((32,)))
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    bdimx, _, _ = cute.arch.block_dim()
    value = cute.arch.warp_reduction_sum(value)
    if lane == 0:
        shmem[warp] = value
    cute.arch.sync_threads()
    total = shmem[lane] if lane < bdimx // 32 else 0.0
    return cute.arch.warp_reduction_sum(total)


@cute.jit
def row_sum(x: cute.Tensor, output: cute.Tensor, threads: cutlass.Constexpr, loads: cutlass.Constexpr):
    """`output[i]` is the sum of row i of `x`, by blocks of `threads` threads with `loads` loads in flight in each."""
    M, N = x.shape
    thr_layout = cute.make_layout((threads,), stride=(1,))
    val_layout = cute.make_layout((VALUES,), stride=(1,))
    tiler, tv_layout = cute.make_layout_tv(thr_layout, val_layout)
    gX = cute.zipped_divide(x, (1, tiler[0]))
    _row_sum_kernel(gX, output, tv_layout, N, loads).launch(grid=(M, 1, 1), block=(threads, 1, 1))


def threads_for(columns: int) -> int:
    """Threads of a block: one round of loads for rows of up to 16384 elements."""
    return min(512, max(128, columns // (VALUES * LOADS)))


def compiled(columns: int, threads: int | None = None, loads: int = LOADS, options: str = "") -> Any:
    """The row sum of any number of rows of `columns` float32 (a multiple of 4), compact and 16-byte aligned."""
    M = cute.sym_int()
    x = cute.runtime.make_fake_compact_tensor(cute.Float32, (M, columns), stride_order=(1, 0), assumed_align=16)
    output = cute.runtime.make_fake_compact_tensor(cute.Float32, (M,))
    return cute.compile(row_sum, x, output, threads or threads_for(columns), loads, options=options)


if __name__ == "__main__":
    from arrays import check_row_sums, empty_sums, random_matrix

    for columns in (4096, 1028, 20000):
        program = compiled(columns)
        for rows in (1000, 33):
            x = random_matrix(rows, columns)
            output = empty_sums(x)
            program(x, output)
            check_row_sums(x, output)
    print("Success!")
