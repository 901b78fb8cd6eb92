"""Registers of warps that wait: the frames that hold them lie where LLVM counts on, whichever warp has them."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import TARGETS, Arrays

THREADS, WORDS = 256, 8


@cute.kernel
def bytes_kernel(x: cute.Tensor, y: cute.Tensor, skipped: cutlass.Int32):
    thread, _, _ = cute.arch.thread_idx()
    place = cutlass.Int64(thread) * skipped  # 64-bit numbers of 32 lanes, kept over a wait, need 256 bytes' alignment
    held = cute.make_rmem_tensor(WORDS, cutlass.Int16)
    small = cute.make_tensor(cute.recast_ptr(held.iterator, dtype=cutlass.Int8), cute.make_layout(2 * WORDS))
    if thread % 3 != skipped:
        for i in cutlass.range_constexpr(WORDS):
            held[i] = x[thread, i]
    cute.arch.sync_threads()
    if thread % 3 != skipped:
        for i in cutlass.range_constexpr(2 * WORDS):
            y[place // skipped, i] = small[i]


@cute.jit
def bytes_of(x: cute.Tensor, y: cute.Tensor, skipped: cutlass.Int32):
    bytes_kernel(x, y, skipped).launch(grid=1, block=THREADS)


@pytest.mark.parametrize("target", TARGETS)
def test_bytes_of_words_that_were_kept_over_a_wait(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(5).integers(-(2**15), 2**15, (THREADS, WORDS)).astype(np.int16)
    y = arrays.put(np.full((THREADS, 2 * WORDS), -1, np.int8))
    bytes_of(arrays.put(x), y, 2)
    written = np.arange(THREADS)[:, None] % 3 != 2
    np.testing.assert_array_equal(arrays.get(y), np.where(written, x.view(np.int8), -1))
