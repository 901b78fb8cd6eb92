"""What the planted kernels with warp-group multiplies share: D (64, 8) = A B^T of one (72, 16) array, A above B."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import OperandMajorMode, warpgroup

M: Final = 64
N: Final = 8
K: Final = 16
SHAPE: Final = (M + N, K)
F16: Final = cutlass.Float16


def product(x: np.ndarray) -> np.ndarray:
    """What a kernel leaves in `out`."""
    wide = x.astype(np.float64)
    return wide[:M] @ wide[M:].T


def small() -> np.ndarray:
    """Small integers, whose products are exact in half precision."""
    return np.random.default_rng(0).integers(-2, 3, SHAPE).astype(np.float16)


def multiplying(kernel: Any, block: int = 128) -> Callable[[Any, Any, bool], None]:
    """The host function of a kernel (x, out, tiled_mma, layouts, bug); `layouts` are A's and B's in shared memory."""

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        major = OperandMajorMode.K
        op = warpgroup.MmaF16BF16Op(F16, cutlass.Float32, (M, N), warpgroup.OperandSource.SMEM, major, major)
        atom = warpgroup.make_smem_layout_atom(warpgroup.SmemLayoutAtomKind.K_SW32, F16)
        layouts = tuple(cute.tile_to_shape(atom, shape, (0, 1)) for shape in ((M, K), (N, K)))
        kernel(x, out, cute.make_tiled_mma(op), layouts, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    return host


def operands(layouts: Any) -> tuple[Any, Any]:
    """A and B in shared memory."""
    smem = utils.SmemAllocator()
    sA, sB = (smem.allocate_tensor(F16, layout.outer, 1024, swizzle=layout.inner) for layout in layouts)
    return sA, sB


@cute.jit
def fill(x: cute.Tensor, sA: cute.Tensor, sB: cute.Tensor) -> None:
    """128 threads write A and B."""
    tidx, _, _ = cute.arch.thread_idx()
    for i in range(tidx, M * K, 128):
        sA[i // K, i % K] = x[i // K, i % K]
    for i in range(tidx, N * K, 128):
        sB[i // K, i % K] = x[M + i // K, i % K]


def fragments(tiled_mma: Any, sA: Any, sB: Any, out: Any) -> tuple[Any, Any, Any, Any]:
    """Operands, accumulators, and this thread's part of the result."""
    thr = tiled_mma.get_slice(cute.arch.thread_idx()[0])
    tCgC = thr.partition_C(cute.make_tensor(out.iterator, cute.make_layout((M, N), stride=(N, 1))))
    tCrA = tiled_mma.make_fragment_A(thr.partition_A(sA))
    tCrB = tiled_mma.make_fragment_B(thr.partition_B(sB))
    return tCrA, tCrB, tiled_mma.make_fragment_C(tCgC), tCgC
