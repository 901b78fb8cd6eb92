"""The matrix product for operands that no tensor map holds: any strides, any alignment, any NVIDIA GPU.

Elements are loaded one by one under predicates into registers, a tile ahead, and multiplied from shared memory.
Floats of 16 and 8 bits, TFloat32 and Int8 use the warp instructions of Ampere and Ada, Float32 multiply-adds of one
thread each.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import warp
from cutedsl.ops.gemm.epilogue import batch_of, finished, half_of, halves_of_sums, parts_from

BM, BN, THREADS = 64, 64, 256
BYTES_K = 32
"""Of each row of a tile."""
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
    terms: Any,
    scales: Any,
    copies: Any,
    tiled_mma: cute.TiledMma,
    epilogue: cutlass.Constexpr,
    halves: cutlass.Constexpr,
):
    """One block: a tile of 64 x 64 of C (M,N,L) = A (M,K,L) B (N,K,L)^T; of 64 x 32 where B has two halves."""
    general_tile(mA, mB, mC, terms, scales, copies, tiled_mma, epilogue, halves, cute.arch.block_idx())


@cute.jit
def general_tile(
    mA: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    terms: Any,
    scales: Any,
    copies: Any,
    tiled_mma: cute.TiledMma,
    epilogue: cutlass.Constexpr,
    halves: cutlass.Constexpr,
    place: tuple[Any, Any, Any],
):
    """All threads of a block: the tile of C at `place` (M,N,L).

    A thread has the same columns of both halves: each 32 columns of the multiply begin with the first thread again.
    """
    tidx, _, _ = cute.arch.thread_idx()
    bx, by, bz = place
    smem = utils.SmemAllocator()
    shared, loads = [], []
    BK, columns = tile_k(mA.element_type), BN // halves
    for tensor, rows, parts, block, copy in ((mA, BM, 1, bx, copies[0]), (mB, BN, halves, by, copies[1])):
        layout = cute.make_layout((rows, BK), stride=(BK + PAD, 1))
        s = smem.allocate_tensor(tensor.element_type, layout, 16)
        shared.append(s)
        thread = copy.get_slice(tidx)
        at, part = (block, None, batch_of(tensor, bz)), (rows // parts, BK)
        for half in cutlass.range_constexpr(parts):
            moved = (half_of(t, half, parts) for t in (tensor, cute.make_identity_tensor(tensor.shape)))
            tiles, coords = (cute.local_tile(t, part, at) for t in moved)
            tXs = thread.partition_D(cute.local_tile(s, part, (half, 0)))
            held = cute.make_rmem_tensor(cute.make_layout(tXs.shape), tensor.element_type)
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
    tile, at = (BM, columns), (bx, by * columns, bz)
    gC, cC = parts_from(mC, thr_mma, tile, at)
    count = cute.size(acc) // halves
    firsts = [half * count for half in range(halves)]
    sums = halves_of_sums(acc, firsts, count, terms, thr_mma, tile, at, mC.shape[1])
    out = finished(sums, scales, epilogue, mC.element_type)
    for v in cutlass.range_constexpr(count):
        row, column, _ = cC[v]
        if (row < mC.shape[0]) & (column < mC.shape[1]):
            gC[v] = out[v]


def tile_k(kind: Any) -> int:
    """Elements of K in a tile."""
    return 16 if kind.width == 32 else BYTES_K * 8 // kind.width


def tiled_mma_of(kind: Any, tf32: bool) -> cute.TiledMma:
    """The multiply of a block for elements of a type."""
    if kind.width == 32 and not tf32:
        return cute.make_tiled_mma(cute.nvgpu.MmaUniversalOp(kind), cute.make_layout((16, 16, 1)))
    if kind.width == 32:
        op: Any = warp.MmaTF32Op((16, 8, 8))
    elif kind.width == 16:
        op = warp.MmaF16BF16Op(kind, cutlass.Float32, (16, 8, 16))
    elif kind is cutlass.Int8:
        op = warp.MmaI8Op(kind, kind, (16, 8, 32))
    else:
        op = warp.MmaFP8Op(kind, cutlass.Float32, (16, 8, 32))
    return cute.make_tiled_mma(op, cute.make_layout((4, 2, 1)), (64, 32, op.shape_mnk[2]))


def general_gemm(
    mA: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    terms: Any,
    scales: Any,
    epilogue: Any,
    tf32: bool,
    halves: int = 1,
) -> None:
    """C = epilogue(scales[0] factors A B^T + sum of scales[1 + i] addends[i]); `terms` are (factors, addends).

    With two `halves`, B has twice the rows, and the epilogue takes the sums by both halves of B.
    """
    copies, tiled_mma = general_parts(mA, mB, tf32, halves)
    grid = (cute.ceil_div(mC.shape[0], BM), cute.ceil_div(mC.shape[1], BN // halves), mC.shape[2])
    general_kernel(mA, mB, mC, terms, scales, copies, tiled_mma, epilogue, halves).launch(
        grid=grid, block=(THREADS, 1, 1)
    )


def general_parts(
    mA: cute.Tensor, mB: cute.Tensor, tf32: bool, halves: int = 1
) -> tuple[list[cute.TiledCopy], cute.TiledMma]:
    """The copies of A and B into shared memory, and the multiply."""
    kind = mA.element_type
    copies: list[cute.TiledCopy] = []
    for tensor, rows in ((mA, BM), (mB, BN // halves)):
        along_k = isinstance(tensor.stride[1], int)  # a static stride is 1: neighbours are read by neighbours
        per_k = tile_k(kind)
        threads = (
            cute.make_layout((THREADS // per_k, per_k), stride=(per_k, 1))
            if along_k
            else cute.make_layout((rows, THREADS // rows))
        )
        atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), tensor.element_type)
        copies.append(cute.make_tiled_copy_tv(atom, threads, cute.make_layout((1, 1))))
    return copies, tiled_mma_of(kind, tf32)
