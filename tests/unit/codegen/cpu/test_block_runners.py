"""The runtime's functions that run blocks: one for kernels of all sorts."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

THREADS, BLOCKS = 96, 6


@cute.kernel
def plain(y: cute.Tensor):
    """Warps that wait for nothing."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    y[bidx * THREADS + tidx] = y[bidx * THREADS + tidx] + cutlass.Float32(bidx)


@cute.kernel
def meets(y: cute.Tensor):
    """Warps that meet twice."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(THREADS))
    s[tidx] = y[bidx * THREADS + tidx]
    cute.arch.sync_threads()
    t = s[THREADS - 1 - tidx]
    cute.arch.sync_threads()
    y[bidx * THREADS + tidx] = t


@cute.kernel
def exchanges(y: cute.Tensor):
    """Pairs of blocks, each of which has its index in the pair told by the other."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(1))
    rank = cute.arch.block_idx_in_cluster()
    if tidx == 0:
        s[0] = rank
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    other = cute.arch.map_dsmem_ptr(s.iterator, 1 - rank)
    told = cute.make_tensor(other, cute.make_layout(1))[0]
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    y[bidx * THREADS + tidx] = y[bidx * THREADS + tidx] * cutlass.Float32(1 + told)


@cute.jit
def all_of_them(y: cute.Tensor):
    plain(y).launch(grid=BLOCKS, block=THREADS)
    meets(y).launch(grid=BLOCKS, block=THREADS)
    exchanges(y).launch(grid=BLOCKS, block=THREADS, cluster=(2, 1, 1))
    plain(y).launch(grid=BLOCKS, block=THREADS)


def test_kernels_of_several_sorts_run_in_one_program() -> None:
    y = np.arange(BLOCKS * THREADS, dtype=np.float32)
    compiled = cute.compile(all_of_them, y, options="--target cpu")
    wanted = y.reshape(BLOCKS, THREADS) + np.arange(BLOCKS, dtype=np.float32)[:, None]
    wanted = wanted[:, ::-1] * np.where(np.arange(BLOCKS) % 2, 1, 2)[:, None] + np.arange(BLOCKS)[:, None]
    compiled(y)
    assert np.array_equal(y.reshape(BLOCKS, THREADS), wanted)
    text = compiled.artifacts.source.llvm_text
    assert text.count("call void @cute.run_blocks(") == 4
    assert "atomicrmw" not in text  # taking blocks is no part of the program
