"""The row sum written with layouts: the matrix in tiles, and a thread-value layout that says who reads what.

The last form of the blog post "CuTe DSL Intro".
A tile is 512 values of a row, one for each thread; N must be a multiple of 512.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import gettempdir

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.viz import render_tv_layout_svg

PICTURE = Path(gettempdir()) / "tv_layout.svg"


@cute.jit
def print_layout(mA: cute.Tensor):
    """Prints what the layouts of a warp that reads a row look like, and draws one."""
    threads_per_block = 32
    thr_layout = cute.make_layout((threads_per_block,), stride=(1,))
    val_layout = cute.make_layout((1,), stride=(1,))
    tiler_mn, layout_tv = cute.make_layout_tv(thr_layout, val_layout)
    print(f"layout: {layout_tv}")
    print(f"tiler: {tiler_mn}")
    tiler_2d = (1, tiler_mn[0])
    render_tv_layout_svg(layout_tv, tiler_2d, PICTURE)

    gX = cute.zipped_divide(mA, tiler_2d)
    print(f"gx: {gX}")


@cute.kernel
def _reduce_sum(input: cute.Tensor, output: cute.Tensor, tv_layout, num_warps: int):
    smem_alloc = cutlass.utils.SmemAllocator()
    shmem = smem_alloc.allocate_tensor(cute.Float32, cute.make_layout((32,)))

    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    lane = cute.arch.lane_idx()
    warp = cute.arch.warp_idx()

    acc = cute.Float32(0.0)

    _, mode1 = input.shape
    ntiles = mode1[1]

    for tile_idx in range(ntiles):
        blk_coord = ((0, None), (bidx, tile_idx))  # all values in this [bidx, tile_idx] tile
        blk = input[blk_coord]
        thr_frag = cute.composition(blk, tv_layout)
        thr_val = thr_frag[tidx, 0]
        acc += thr_val

    acc = cute.arch.warp_reduction_sum(acc)
    if lane == 0:
        shmem[warp] = acc
    cute.arch.sync_threads()

    if warp == 0:
        acc2 = shmem[lane] if lane < num_warps else 0.0
        acc2 = cute.arch.warp_reduction_sum(acc2)
        if lane == 0:
            output[bidx] = acc2


@cute.jit
def reduce_sum(x, output):
    """`output[i]` is the sum of row i of `x`."""
    num_warps = 16
    threads_per_block = 512
    M, _N = x.shape

    thr_layout = cute.make_layout((threads_per_block,), stride=(1,))
    val_layout = cute.make_layout((1,), stride=(1,))
    tiled_mn, tv_layout = cute.make_layout_tv(thr_layout, val_layout)
    gX = cute.zipped_divide(x, (1, tiled_mn[0]))

    _reduce_sum(gX, output, tv_layout, num_warps).launch(
        grid=(M, 1, 1),
        block=(threads_per_block, 1, 1),
    )


if __name__ == "__main__":
    from arrays import check_row_sums, empty_sums, random_matrix

    matrix = random_matrix(1024, 2048)
    output = empty_sums(matrix)
    print_layout(matrix)
    reduce_sum(matrix, output)
    check_row_sums(matrix, output)
    print("Success!")
