"""Features of the execution model in one kernel each: what holds for one by one must hold for them together."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import Arrays

TARGETS = [pytest.param("cpu"), pytest.param("cuda", marks=[pytest.mark.gpu, pytest.mark.child])]
GRID, BLOCK = (4, 2, 3), (8, 4, 2)
THREADS, ROUNDS = 64, 5


@cute.kernel
def cluster_histogram_kernel(x: cute.Tensor, counts: cute.Tensor, leaders: cute.Tensor):
    """Clusters of 2 x 2 blocks in a grid of three dimensions: each warp finds the lanes that hold the same value, and
    the first of them adds their number, 64 bits wide, in the shared memory of the block that owns the value.
    """
    tx, ty, tz = cute.arch.thread_idx()
    bx, by, bz = cute.arch.block_idx()
    gx, gy, _ = cute.arch.grid_dim()
    thread, lane = tx + 8 * (ty + 4 * tz), cute.arch.lane_idx()
    block, rank = bx + gx * (by + gy * bz), cute.arch.block_idx_in_cluster()
    mine = cutlass.utils.SmemAllocator().allocate_array(cutlass.Int64, 4)
    if thread < 4:
        (mine + thread).store(cutlass.Int64(0))
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    value = x[block, thread]
    same = cute.arch.match_sync(0xFFFFFFFF, value, "any")
    first = cute.arch.popc(same & ((1 << lane) - 1)) == 0
    if first:
        owner = cute.arch.map_dsmem_ptr(mine, value // 4)
        cute.arch.atomic_add(owner + value % 4, cute.arch.popc(same).to(cutlass.Int64), scope="cluster")
    heads = cute.arch.vote_ballot_sync(first)
    largest = cute.arch.warp_redux_sync(cute.arch.popc(same), "max")
    leaders[block, thread] = cute.arch.shuffle_sync_bfly(cute.arch.popc(heads) * 100 + largest, 5)
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if thread < 4:
        counts[block, thread] = (mine + thread).load() * 10 + rank


@cute.jit
def cluster_histogram(x: cute.Tensor, counts: cute.Tensor, leaders: cute.Tensor):
    cluster_histogram_kernel(x, counts, leaders).launch(grid=GRID, block=BLOCK, cluster=(2, 2, 1))


@pytest.mark.parametrize("target", TARGETS)
def test_a_histogram_over_clusters(target: str) -> None:
    arrays, blocks = Arrays(target), 24
    x = np.random.default_rng(7).integers(0, 16, (blocks, THREADS)).astype(np.int32)
    counts, leaders = arrays.poisoned((blocks, 4), np.int64), arrays.poisoned((blocks, THREADS), np.int32)
    cluster_histogram(arrays.put(x), counts, leaders)
    want = np.zeros((blocks, 4), np.int64)
    for block in range(blocks):
        bx, by, bz = block % 4, block // 4 % 2, block // 8
        members = [bx // 2 * 2 + i + 4 * (j + 2 * bz) for j in range(2) for i in range(2)]
        rank = bx % 2 + 2 * by
        want[block] = 10 * np.bincount(x[members].ravel(), minlength=16)[4 * rank : 4 * rank + 4] + rank
    np.testing.assert_array_equal(arrays.get(counts), want)
    warps = x.reshape(-1, 32)
    said = [100 * len(set(w)) + np.bincount(w).max() for w in warps]
    np.testing.assert_array_equal(arrays.get(leaders).reshape(-1, 32), np.repeat(said, 32).reshape(-1, 32))


@cute.kernel
def work_queue_kernel(x: cute.Tensor, y: cute.Tensor, queue: cute.Tensor, done: cute.Tensor):
    """Resident blocks take tiles from a queue; a tile is loaded in groups of asynchronous copies, one round ahead, and
    waits for the tile before it, which any block may have.
    """
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    stages = smem.allocate_tensor(cutlass.Float32, cute.make_layout((THREADS, 2)))
    taken = smem.allocate_tensor(cutlass.Int32, cute.make_layout(1))
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), cutlass.Float32, num_bits_per_copy=32)
    one = cute.make_layout(1)
    more = cutlass.Boolean(True)
    while more:
        if tidx == 0:
            taken[0] = cute.arch.atomic_add(queue.iterator, 1, sem="relaxed", scope="gpu")
        cute.arch.sync_threads()
        tile = taken[0]
        more = tile < y.shape[0]
        if more:
            total = cutlass.Float32(0.0)
            source = cute.make_tensor(x.iterator + tile * ROUNDS * THREADS + tidx, one)
            cute.copy(atom, source, cute.make_tensor(stages.iterator + tidx, one))
            cute.arch.cp_async_commit_group()
            for k in range(ROUNDS):
                if k + 1 < ROUNDS:
                    ahead = cute.make_tensor(x.iterator + (tile * ROUNDS + k + 1) * THREADS + tidx, one)
                    cute.copy(atom, ahead, cute.make_tensor(stages.iterator + (k + 1) % 2 * THREADS + tidx, one))
                cute.arch.cp_async_commit_group()
                cute.arch.cp_async_wait_group(1)
                cute.arch.sync_threads()
                total += stages[THREADS - 1 - tidx, k % 2]
                cute.arch.sync_threads()
            if tidx == 0:
                while cute.arch.load(done.iterator, sem="acquire", scope="gpu") < tile:
                    cute.arch.nanosleep(100)
            cute.arch.sync_threads()
            before = cutlass.Float32(0.0)
            if tile > 0:
                before = y[tile - 1, tidx]
            y[tile, tidx] = before + total
            cute.arch.sync_threads()
            if tidx == 0:
                cute.arch.store(done.iterator, tile + 1, sem="release", scope="gpu")


@cute.jit
def work_queue(x: cute.Tensor, y: cute.Tensor, queue: cute.Tensor, done: cute.Tensor):
    work_queue_kernel(x, y, queue, done).launch(grid=7, block=THREADS, cooperative=True)


@pytest.mark.parametrize("target", TARGETS)
def test_a_queue_of_tiles_that_wait_for_each_other(target: str) -> None:
    arrays, tiles = Arrays(target), 40
    x = np.random.default_rng(7).integers(-9, 9, (tiles, ROUNDS, THREADS)).astype(np.float32)
    y, zero = arrays.poisoned((tiles, THREADS)), np.zeros(1, np.int32)
    work_queue(arrays.put(x), y, arrays.put(zero), arrays.put(zero))
    np.testing.assert_array_equal(arrays.get(y), x.sum(axis=1)[:, ::-1].cumsum(axis=0))
