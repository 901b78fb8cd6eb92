"""A multiply into tensor memory on the CPU, from shared memory without a swizzle, accumulated over K."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Float16, Float32, Int32, Int64, utils
from cutedsl.checker import check
from cutedsl.lang.blackwell import tcgen05

M, N, K = 128, 64, 32
LEADING_A, LEADING_B, STRIDE = M * 16, N * 16, 128
INSTRUCTION = 1 << 4 | (N // 8) << 17 | (M // 16) << 24


@cute.kernel
def product_kernel(a: cute.Tensor, b: cute.Tensor, y: cute.Tensor):
    smem = utils.SmemAllocator()
    s_a = smem.allocate_array(Float16, M * K, byte_alignment=1024)
    s_b = smem.allocate_array(Float16, N * K, byte_alignment=1024)
    word, bar = smem.allocate_array(Int32, 1), smem.allocate_array(Int64, 1)
    warp, (tid, _, _) = cute.arch.warp_idx(), cute.arch.thread_idx()
    if warp == 0:
        tcgen05.alloc(64, word)
        tcgen05.relinquish_alloc_permit()
    if tid == 0:
        cute.arch.mbarrier_init(bar, 1)
    row = tid // 8 * 64 + tid % 8 * 8
    for k in range(K):
        s_a[k // 8 * (M * 8) + row + k % 8] = a[tid, k]
        if tid < N:
            s_b[k // 8 * (N * 8) + row + k % 8] = b[tid, k]
    cute.arch.fence_view_async_shared()
    cute.arch.sync_threads()
    d = word.load()
    if tid == 0:
        place_a = Int64(s_a.toint() >> 4) | LEADING_A >> 4 << 16 | STRIDE >> 4 << 32 | 1 << 46
        place_b = Int64(s_b.toint() >> 4) | LEADING_B >> 4 << 16 | STRIDE >> 4 << 32 | 1 << 46
        for k in cutlass.range_constexpr(K // 16):
            at = k * 2 * LEADING_A >> 4, k * 2 * LEADING_B >> 4
            tcgen05.mma("f16", 1, d, place_a + at[0], place_b + at[1], INSTRUCTION, k > 0)
        tcgen05.commit(bar)
    cute.arch.mbarrier_wait(bar, 0)
    tcgen05.fence_after_thread_sync()
    for c in range(0, N, 8):
        sums = tcgen05.load("32x32b", 8, d + (warp << 21) + c)
        tcgen05.wait_load()
        for j in cutlass.range_constexpr(8):
            y[tid, c + j] = sums[j].bitcast(Float32)
    tcgen05.fence_before_thread_sync()
    cute.arch.sync_threads()
    tcgen05.fence_after_thread_sync()
    if warp == 0:
        tcgen05.dealloc(d, 64)


@cute.jit
def product(a: cute.Tensor, b: cute.Tensor, y: cute.Tensor):
    product_kernel(a, b, y).launch(grid=1, block=128)


def test_a_product_is_exact() -> None:
    rng = np.random.default_rng(3)
    a, b = (rng.integers(-8, 8, (rows, K)).astype(np.float16) for rows in (M, N))
    y = np.full((M, N), np.nan, np.float32)
    product(a, b, y)
    assert np.array_equal(y, a.astype(np.float64) @ b.astype(np.float64).T)


def test_the_checker_sees_that_allocation_writes_the_address() -> None:
    rng = np.random.default_rng(4)
    a, b = (rng.standard_normal((rows, K)).astype(np.float16) for rows in (M, N))
    y = np.full((M, N), np.nan, np.float32)
    assert not check(product, a, b, y).findings
