"""A loop of bulk copies, `ldmatrix`, multiplies and a barrier: how many runs of a product are wrong.

    PYTHONPATH=src:. python3 -m benchmarks.gpu.reused_memory [--seconds S] [record]

The barrier is all that keeps the next copy from what warps still read. Each run is compared with the exact product, as
compiled, and without the fence that the compiler puts before such a barrier (`codegen/nvptx/reused_memory.py`).
"""

from __future__ import annotations

import sys
import time
from typing import Any
from unittest.mock import patch

import torch

import cutedsl as cutlass
import cutedsl.cute as cute
from benchmarks.record import write_result
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync, warp
from cutedsl.cute.runtime import from_dlpack
from cutedsl.utils import LayoutEnum, sm90

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
SIZE = 4096
TILE = (128, 128, 64)
THREADS = 128


@cute.kernel
def product_kernel(
    tma_a: Any, mA: cute.Tensor, tma_b: Any, mB: cute.Tensor, mC: cute.Tensor, layout_a: Any, layout_b: Any,
    tiled_mma: cute.TiledMma,
):  # fmt: skip
    """A tile of C = A B^T: one stage, copied by the first warp, multiplied by four, and a barrier before the next."""
    tidx, _, _ = cute.arch.thread_idx()
    block = (*cute.arch.block_idx()[:2], None)
    smem = utils.SmemAllocator()
    sA, sB = (
        smem.allocate_tensor(cutlass.Float16, layout.outer, 1024, swizzle=layout.inner)
        for layout in (layout_a, layout_b)
    )
    full = smem.allocate_array(cutlass.Int64, 1)
    gA = cute.local_tile(mA, TILE, block, proj=(1, None, 1))
    gB = cute.local_tile(mB, TILE, block, proj=(None, 1, 1))
    gC = cute.local_tile(mC, TILE, block, proj=(1, 1, None))
    one = cute.make_layout(1)
    tAsA, tAgA = cpasync.tma_partition(tma_a, 0, one, cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    tBsB, tBgB = cpasync.tma_partition(tma_b, 0, one, cute.group_modes(sB, 0, 2), cute.group_modes(gB, 0, 2))
    thr_mma = tiled_mma.get_slice(tidx)
    tile_a, tile_b = sA[None, None, 0], sB[None, None, 0]
    tCrA = tiled_mma.make_fragment_A(thr_mma.partition_A(tile_a))
    tCrB = tiled_mma.make_fragment_B(thr_mma.partition_B(tile_b))
    tCgC = thr_mma.partition_C(gC)
    acc = tiled_mma.make_fragment_C(tCgC)
    load = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(num_matrices=4), cutlass.Float16)
    copy_a, copy_b = cute.make_tiled_copy_A(load, tiled_mma), cute.make_tiled_copy_B(load, tiled_mma)
    thr_a, thr_b = copy_a.get_slice(tidx), copy_b.get_slice(tidx)
    if tidx == 0:
        cute.arch.mbarrier_init(full, 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    acc.fill(0.0)
    for k in range(mA.shape[1] // TILE[2]):
        if tidx < 32:
            if tidx == 0:
                cute.arch.mbarrier_arrive_and_expect_tx(full, (TILE[0] + TILE[1]) * TILE[2] * 2)
            cute.copy(tma_a, tAgA[None, k], tAsA[None, 0], tma_bar_ptr=full)
            cute.copy(tma_b, tBgB[None, k], tBsB[None, 0], tma_bar_ptr=full)
        cute.arch.mbarrier_wait(full, k % 2)
        cute.copy(copy_a, thr_a.partition_S(tile_a), thr_a.retile(tCrA))
        cute.copy(copy_b, thr_b.partition_S(tile_b), thr_b.retile(tCrB))
        cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)
        cute.arch.sync_threads()
    tCgC.store(acc.load().to(mC.element_type))


@cute.jit
def product(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
    """C (M,N) = A (M,K) B (N,K)^T in whole tiles."""
    layouts = [
        make(LayoutEnum.ROW_MAJOR, TILE, cutlass.Float16, 1)
        for make in (sm90.make_smem_layout_a, sm90.make_smem_layout_b)
    ]
    maps = [
        cpasync.make_tiled_tma_atom(
            cpasync.CopyBulkTensorTileG2SOp(), matrix, cute.slice_(layout, (None, None, 0)), (TILE[0], TILE[2])
        )
        for matrix, layout in zip((mA, mB), layouts, strict=True)
    ]
    mma = warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    tiled_mma = cute.make_tiled_mma(mma, cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))
    grid = (*cute.ceil_div(mC.shape, TILE[:2]), 1)
    product_kernel(*maps[0], *maps[1], mC, *layouts, tiled_mma).launch(grid=grid, block=(THREADS, 1, 1))


def operands(size: int) -> list[torch.Tensor]:
    """A and B of small integers, whose sums are exact in float16, and C."""
    made = [torch.randint(-2, 3, (size, size), device=DEVICE, dtype=torch.float16) for _ in range(2)]
    return [*made, torch.empty_like(made[0])]


def wrong_runs(seconds: float, size: int = SIZE) -> tuple[int, int]:
    """How many runs there were in some seconds, and how many of them were wrong."""
    a, b, c = operands(size)
    exact = (a.float() @ b.float().T).half()
    given = [from_dlpack(t, assumed_align=16) for t in (a, b, c)]
    run = cute.compile(product, *given)
    runs, wrong, end = 0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        c.zero_()
        run(*given)
        runs, wrong = runs + 1, wrong + (not torch.equal(c, exact))
    return runs, wrong


def main() -> None:
    """Prints both counts."""
    seconds = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 5.0
    rows: list[dict[str, object]] = []
    for name in ("as compiled", "without the fence"):
        if name == "as compiled":
            runs, wrong = wrong_runs(seconds)
        else:
            with patch("cutedsl.codegen.nvptx.module.barriers_to_fence", lambda kernel: frozenset()):
                runs, wrong = wrong_runs(seconds)
        rows.append({"check": name, "size": SIZE, "runs": runs, "wrong": wrong})
        print(f"{name}: {wrong} of {runs} runs wrong", flush=True)
    if "record" in sys.argv:
        print(write_result("gpu_reused_memory", rows, device=torch.cuda.get_device_name()))


if __name__ == "__main__":
    main()
