"""One lane fills stages and one lane of another warp multiplies them, as programs with `if tid == 32:` do."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Float16, Int32, Int64, utils
from cutedsl.checker import checking
from cutedsl.lang.blackwell import tcgen05
from cutedsl.lang.instructions import primitives_copies as copies
from cutedsl.lang.instructions import tensor_maps

M, N, K, STEPS = 128, 16, 64, 3
Map = tensor_maps.GridConstant[tensor_maps.TensorMap]
INSTRUCTION = 1 << 4 | N >> 3 << 17 | M >> 4 << 24
DESCRIPTOR = 1 << 16 | 1024 >> 4 << 32 | 1 << 46 | 2 << 61
"""Rows of 128 bytes, swizzled."""


@cute.kernel
def steps_kernel(of_a: Map, of_b: Map, out: cute.Tensor, early: cutlass.Constexpr):
    """A stage for K of 64; `early`: filled anew before the multiplies that read it have ended."""
    smem = utils.SmemAllocator()
    a, b = (smem.allocate_array(Float16, rows * K, byte_alignment=1024) for rows in (M, N))
    word, bars = smem.allocate_array(Int32, 1), smem.allocate_array(Int64, 3)
    tid, warp = cute.arch.thread_idx()[0], cute.arch.warp_idx()
    if warp == 0:
        tcgen05.alloc(32, word)
    if tid == 0:
        for k in cutlass.range_constexpr(3):
            cute.arch.mbarrier_init(bars + k, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    full, empty, last, d = bars, bars + 1, bars + 2, word.load()
    if tid == 0:
        for step in range(STEPS):
            if cutlass.const_expr(not early):
                cute.arch.mbarrier_wait(empty, (step & 1) ^ 1)
            cute.arch.mbarrier_arrive_and_expect_tx(full, (M + N) * K * 2)
            copies.cp_async_bulk_tensor_shared_cluster_global(a, of_a, (K * step, 0), full)
            copies.cp_async_bulk_tensor_shared_cluster_global(b, of_b, (K * step, 0), full)
            if cutlass.const_expr(early):
                cute.arch.mbarrier_wait(full, step & 1)
    if tid == 32:
        for step in range(STEPS):
            cute.arch.mbarrier_wait(full, step & 1)
            for k in cutlass.range_constexpr(K // 16):
                of_a_side, of_b_side = ((Int64(place.toint() + 32 * k) >> 4) + DESCRIPTOR for place in (a, b))
                tcgen05.mma("f16", 1, d, of_a_side, of_b_side, INSTRUCTION, (step > 0) | (k > 0))
            tcgen05.commit(empty)
        tcgen05.commit(last)
    cute.arch.mbarrier_wait(last, 0)
    tcgen05.fence_after_thread_sync()
    sums = tcgen05.load("32x32b", N, d + (warp << 21))
    tcgen05.wait_load()
    for j in cutlass.range_constexpr(N):
        out[tid, j] = sums[j].bitcast(cutlass.Float32)
    tcgen05.fence_before_thread_sync()
    cute.arch.sync_threads()
    if warp == 0:
        tcgen05.dealloc(d, 32)


@cute.jit
def steps(a: cute.Tensor, b: cute.Tensor, out: cute.Tensor, early: cutlass.Constexpr):
    swizzle = tensor_maps.TensorMapSwizzle.s128b
    maps = [
        tensor_maps.create_tensor_map_tiled_from_view(x, (rows, K), swizzle, stride_order=(1, 0))
        for x, rows in ((a, M), (b, N))
    ]
    steps_kernel(*maps, out, early).launch(grid=1, block=128)


@pytest.mark.parametrize("early", [False, True])
def test_what_one_lane_waited_for_goes_on_with_its_commit(early: bool) -> None:
    rng = np.random.default_rng(0)
    a, b = (rng.integers(-2, 3, (rows, K * STEPS)).astype(np.float16) for rows in (M, N))
    out = np.zeros((M, N), np.float32)
    with checking() as report:
        cute.compile(steps, a, b, out, early, options="--target cpu --gpu-arch sm_100a")(a, b, out)
    if early:
        assert report.findings
    else:
        assert report.findings == []
        assert np.array_equal(out, a.astype(np.float32) @ b.T.astype(np.float32))
