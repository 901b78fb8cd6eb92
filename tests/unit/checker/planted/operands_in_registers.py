"""A of a warp group's multiplies lies in registers, which the multiply reads until it has ended.

After deepseek-ai/DeepGEMM#448, where the next tile's A was loaded before the wait for the multiply of this one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import OperandMajorMode, warpgroup
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.wgmma import F16, K, M, N, product, small


def _host(kernel: Any, _block: int) -> Any:
    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        major = OperandMajorMode.K
        op = warpgroup.MmaF16BF16Op(F16, cutlass.Float32, (M, N, K), warpgroup.OperandSource.RMEM, major, major)
        layout = cute.tile_to_shape(
            warpgroup.make_smem_layout_atom(warpgroup.SmemLayoutAtomKind.K_SW32, F16), (N, K), (0, 1)
        )
        tiled_mma = cute.make_tiled_mma(op)
        tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
        kernel(x, out, tiled_mma, layout, bug).launch(grid=[1, 1, 1], block=[128, 1, 1])

    return host


def multiply(story: str) -> Any:
    return planted(
        Bug.WGMMA_WAIT,
        story,
        x=small,
        out=(M, N),
        dtype=np.float32,
        block=128,
        want=lambda x: 2 * product(x),
        host=_host,
    )


@cute.jit
def _fill(x: cute.Tensor, sB: cute.Tensor) -> None:
    """128 threads write B."""
    tidx, _, _ = cute.arch.thread_idx()
    for i in range(tidx, N * K, 128):
        sB[i // K, i % K] = x[M + i // K, i % K]


def _begin(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layout: Any) -> tuple[Any, Any, Any, Any]:
    """A of this thread in global memory, B in shared memory, cleared sums, and where these go."""
    tidx, _, _ = cute.arch.thread_idx()
    sB = utils.SmemAllocator().allocate_tensor(F16, layout.outer, 1024, swizzle=layout.inner)
    _fill(x, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    thr = tiled_mma.get_slice(tidx)
    tCgC = thr.partition_C(cute.make_tensor(out.iterator, cute.make_layout((M, N), stride=(N, 1))))
    tCgA = thr.partition_A(cute.make_tensor(x.iterator, cute.make_layout((M, K), stride=(K, 1))))
    acc = tiled_mma.make_fragment_C(tCgC)
    acc.fill(0.0)
    return tCgA, tiled_mma.make_fragment_B(thr.partition_B(sB)), acc, tCgC


@multiply("The next A is loaded into the registers that the multiply under way reads.")
@cute.kernel
def next_tile_loaded_in_flight(
    x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layout: cutlass.Constexpr, bug: cutlass.Constexpr
):
    tCgA, tCrB, acc, tCgC = _begin(x, out, tiled_mma, layout)
    tCrA = tiled_mma.make_fragment_A(tCgA)
    for step in cutlass.range_constexpr(2):
        if cutlass.const_expr(not bug or step == 0):
            cute.autovec_copy(tCgA, tCrA)
        warpgroup.fence()
        cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
        warpgroup.commit_group()
        if cutlass.const_expr(bug and step == 0):
            cute.autovec_copy(tCgA, tCrA)  # found
        warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)


@multiply("One element of A is masked after the multiply was started; the other half of the registers may be filled.")
@cute.kernel
def masked_in_flight(
    x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layout: cutlass.Constexpr, bug: cutlass.Constexpr
):
    tCgA, tCrB, acc, tCgC = _begin(x, out, tiled_mma, layout)
    one = tiled_mma.make_fragment_A(tCgA)
    both = cute.make_rmem_tensor(cute.make_layout((cute.size(one), 2)), F16)
    first, second = (cute.make_tensor(both.iterator + k * cute.size(one), one.layout) for k in (0, 1))
    cute.autovec_copy(tCgA, first)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, first, tCrB, acc)  # found
    warpgroup.commit_group()
    cute.autovec_copy(tCgA, second)
    if bug:
        first[0] = F16(0.0)  # found
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, second, tCrB, acc)
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)
