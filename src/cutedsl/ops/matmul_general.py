"""The matrix product for operands that no tensor map holds: any strides, any alignment, any NVIDIA GPU.

Elements are loaded one by one under predicates into registers, a tile ahead, and multiplied from shared memory: 16-bit
floats by the warp instruction of Ampere, Float32 by multiply-adds of one thread each.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import warp
from cutedsl.ops.matmul_epilogue import batch_of, fetched, finished

BM, BN, BK, THREADS = 64, 64, 16, 256
PAD = 8
"""Elements between the ends of rows in shared memory, so that a column of them lies in different banks."""


@cute.jit
def load_tile(tiles: Any, coords: Any, k: Any, shape: Any, held: Any) -> None:
    """This thread's elements of tile `k` into registers, zeros outside the tensor."""
    for i in cutlass.range_constexpr(cute.size(held)):
        row, column, _ = coords[None, None, None, k][i]
        inside = (row < shape[0]) & (column < shape[1])
        held[i] = tiles[None, None, None, k][i] if inside else held.element_type(0)


@cute.kernel
def general_kernel(
    mA: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    addends: Any,
    scales: Any,
    copies: Any,
    tiled_mma: cute.TiledMma,
    epilogue: cutlass.Constexpr,
):
    """One block: a tile of 64 x 64 of C (M,N,L) = A (M,K,L) B (N,K,L)^T."""
    tidx, _, _ = cute.arch.thread_idx()
    bx, by, bz = cute.arch.block_idx()
    smem = utils.SmemAllocator()
    shared, loads = [], []
    for tensor, rows, block, copy in ((mA, BM, bx, copies[0]), (mB, BN, by, copies[1])):
        layout = cute.make_layout((rows, BK), stride=(BK + PAD, 1))
        s = smem.allocate_tensor(tensor.element_type, layout, 16)
        thread = copy.get_slice(tidx)
        identity = cute.make_identity_tensor(tensor.shape)
        at = (block, None, batch_of(tensor, bz))
        tiles, coords = (cute.local_tile(t, (rows, BK), at) for t in (tensor, identity))
        tXs = thread.partition_D(s)
        held = cute.make_rmem_tensor(cute.make_layout(tXs.shape), tensor.element_type)
        shared.append(s)
        loads.append((thread.partition_S(tiles), thread.partition_S(coords), tensor.shape, held, tXs))
    thr_mma = tiled_mma.get_slice(tidx)
    tCsA, tCsB = thr_mma.partition_A(shared[0]), thr_mma.partition_B(shared[1])
    tCrA, tCrB = tiled_mma.make_fragment_A(tCsA), tiled_mma.make_fragment_B(tCsB)
    acc = tiled_mma.make_fragment_C(tiled_mma.partition_shape_C((BM, BN)))
    acc.fill(0.0)
    tiles_k = cute.ceil_div(mA.shape[1], BK)
    for tiles, coords, shape, held, _ in loads:
        load_tile(tiles, coords, 0, shape, held)
    for k in range(tiles_k):
        cute.arch.sync_threads()
        for _, _, _, held, tXs in loads:
            cute.autovec_copy(held, tXs)
        cute.arch.sync_threads()
        if k + 1 < tiles_k:
            for tiles, coords, shape, held, _ in loads:
                load_tile(tiles, coords, k + 1, shape, held)
        cute.autovec_copy(tCsA, tCrA)
        cute.autovec_copy(tCsB, tCrB)
        cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)
    gC, cC = (
        thr_mma.partition_C(cute.local_tile(t, (BM, BN), (bx, by, bz)))
        for t in (mC, cute.make_identity_tensor(mC.shape))
    )
    count = cute.size(acc)
    values = [fetched(tensor, thr_mma, (BM, BN), (bx, by, bz), count) for tensor in addends]
    sums = cute.make_tensor(acc.iterator, cute.make_layout(count))
    out = finished(sums, values, scales, epilogue, mC.element_type)
    for v in cutlass.range_constexpr(count):
        row, column, _ = cC[v]
        if (row < mC.shape[0]) & (column < mC.shape[1]):
            gC[v] = out[v]


def general_gemm(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, addends: Any, scales: Any, epilogue: Any) -> None:
    """C = epilogue(scales[0] A B^T + sum of scales[1 + i] addends[i])."""
    kind = mA.element_type
    copies: list[cute.TiledCopy] = []
    for tensor in (mA, mB):
        along_k = isinstance(tensor.stride[1], int)  # a static stride is 1: neighbours are read by neighbours
        threads = (
            cute.make_layout((THREADS // BK, BK), stride=(BK, 1)) if along_k else cute.make_layout((BM, THREADS // BM))
        )
        atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), tensor.element_type)
        copies.append(cute.make_tiled_copy_tv(atom, threads, cute.make_layout((1, 1))))
    if kind.width == 16:
        op: Any = warp.MmaF16BF16Op(kind, cutlass.Float32, (16, 8, 16))
        tiled_mma = cute.make_tiled_mma(op, cute.make_layout((4, 2, 1)), (64, 32, 16))
    else:
        tiled_mma = cute.make_tiled_mma(cute.nvgpu.MmaUniversalOp(kind), cute.make_layout((16, 16, 1)))
    grid = (cute.ceil_div(mC.shape[0], BM), cute.ceil_div(mC.shape[1], BN), mC.shape[2])
    general_kernel(mA, mB, mC, addends, scales, copies, tiled_mma, epilogue).launch(grid=grid, block=(THREADS, 1, 1))
