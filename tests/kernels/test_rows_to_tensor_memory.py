"""Copies of rows to tensor memory by atoms: each element in the lanes and columns that the PTX ISA names."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
from cutedsl import cute, utils
from cutedsl.cute.nvgpu import tcgen05
from cutedsl.utils import sm100

LANES, COLUMNS = 128, 32
LANE = 1 << 17
"""The next lane, in elements of 16 bits."""
ONE = tcgen05.CtaGroup.ONE
OPTIONS = "--target cpu --gpu-arch sm_100a"


def lane_of(op: type, row: int) -> list[int]:
    """Where a row goes, by the ISA's table of `tcgen05.cp`."""
    if op is tcgen05.Cp2x64x128b0213Op:
        return [row, row + 64]
    if op is tcgen05.Cp2x64x128b0123Op:
        return [row, row + 32] if row < 32 else [row + 32, row + 64]
    return [31 + 32 * row] if op is tcgen05.Cp4x256bOp else [row]


@cute.jit
def zero(words: cute.Tensor, tidx: cutlass.Int32):
    """All lanes of tensor memory; after it copies of any warp may follow."""
    store = cute.make_copy_atom(tcgen05.St32x32bOp(tcgen05.Repetition.x32), cutlass.Float32)
    part = tcgen05.make_tmem_copy(store, words).get_slice(tidx)
    there = part.partition_D(words)
    values = cute.make_rmem_tensor(there.shape, cutlass.Float32)
    values.fill(0.0)
    cute.copy(part, values, there)
    cute.arch.fence_view_async_tmem_store()
    cute.arch.sync_threads()


@cute.kernel
def copied(given: cute.Tensor, out: cute.Tensor, layout: Any, rows: cutlass.Constexpr, op: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    shared = smem.allocate_tensor(cutlass.Float16, layout.outer, 1024, swizzle=layout.inner)
    word = smem.allocate_array(cutlass.Int32, 1)
    barrier = smem.allocate_array(cutlass.Int64, 1)
    if warp == 0:
        cute.arch.alloc_tmem(COLUMNS, word)
        with cute.arch.elect_one():
            cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
    if tidx < rows:
        for k in cutlass.range(2 * COLUMNS):
            shared[tidx, k] = given[tidx, k]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    pointer = cute.arch.retrieve_tmem_ptr(cutlass.Float16, 16, word)
    words = cute.make_tensor(
        cute.recast_ptr(pointer, dtype=cutlass.Float32), cute.make_layout((LANES, COLUMNS), stride=(1 << 16, 1))
    )
    zero(words, tidx)
    if cutlass.const_expr(rows == 8):  # four of them, to the last lane of each quarter
        shared = cute.local_tile(shared, (4, 2 * COLUMNS), (0, 0))
        place = cute.make_tensor(pointer + 31 * LANE, cute.make_layout((4, 2 * COLUMNS), stride=(32 * LANE, 1)))
    else:
        place = cute.make_tensor(pointer, cute.make_layout((LANES, 2 * COLUMNS), stride=(LANE, 1)))
    copy = tcgen05.make_s2t_copy(cute.make_copy_atom(op, cutlass.Float16), place)
    part = copy.get_slice(0)
    source = tcgen05.get_s2t_smem_desc_tensor(copy, part.partition_S(shared))
    if warp == 0:
        cute.copy(copy, source, part.partition_D(place))
        with cute.arch.elect_one():
            tcgen05.commit(barrier)
    cute.arch.mbarrier_wait(barrier, 0)
    load = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition.x32), cutlass.Float32)
    back = tcgen05.make_tmem_copy(load, words).get_slice(tidx)
    result = back.partition_D(cute.make_tensor(out.iterator, cute.make_ordered_layout((LANES, COLUMNS), order=(1, 0))))
    values = cute.make_rmem_tensor(result.shape, cutlass.Float32)
    cute.copy(back, back.partition_S(words), values)
    cute.autovec_copy(values, result)
    cute.arch.sync_threads()
    if warp == 0:
        cute.arch.relinquish_tmem_alloc_permit()
        cute.arch.dealloc_tmem(pointer, COLUMNS)


@cute.jit
def run(
    given: cute.Tensor, out: cute.Tensor, swizzle: cutlass.Constexpr, rows: cutlass.Constexpr, op: cutlass.Constexpr
):
    kinds = tcgen05.SmemLayoutAtomKind
    kind = {0: kinds.K_INTER, 32: kinds.K_SW32, 64: kinds.K_SW64, 128: kinds.K_SW128}[swizzle]
    atom = tcgen05.make_smem_layout_atom(kind, cutlass.Float16)
    layout = cute.tile_to_shape(atom, (rows, 2 * COLUMNS), order=(0, 1))
    copied(given, out, layout, rows, op).launch(grid=1, block=LANES)


OPS = (tcgen05.Cp128x256bOp, tcgen05.Cp128x128bOp, tcgen05.Cp2x64x128b0213Op, tcgen05.Cp2x64x128b0123Op)


@pytest.mark.parametrize(
    ("op", "swizzle"),
    [
        (tcgen05.Cp4x256bOp, 0),
        (tcgen05.Cp4x256bOp, 128),
        (OPS[0], 0),
        (OPS[0], 128),
        (OPS[1], 64),
        *[(op, width) for op in OPS[2:] for width in (0, 32, 128)],
    ],
)
def test_rows_of_shared_memory_lie_in_the_lanes_of_the_copy(op: Any, swizzle: int) -> None:
    rows = {1: 128, 2: 64}[len(lane_of(op, 0))] if op in OPS else 8
    given = np.arange(rows * 2 * COLUMNS, dtype=np.uint16).reshape(rows, -1).view(np.float16)
    out = np.zeros((LANES, COLUMNS), np.float32)
    cute.compile(run, given, out, swizzle, rows, op(ONE), options=OPTIONS)(given, out)
    expected = np.zeros((LANES, 2 * COLUMNS), np.uint16)
    lanes = [lane_of(op, row) for row in range(rows if op in OPS else 4)]
    for row, places in enumerate(lanes):
        expected[places] = given.view(np.uint16)[row]
    assert (out.view(np.uint16) == expected).all()


M, N, K = 128, 64, 64
"""Of one block, or of a pair, whose blocks have 64 rows and 32 columns each."""


@cute.kernel
def multiplied(
    tiled_mma: cute.TiledMma,
    a: cute.Tensor,
    b: cute.Tensor,
    c: cute.Tensor,
    layout_a: cutlass.Constexpr,
    layout_b: cutlass.Constexpr,
    op: cutlass.Constexpr,
):
    """A goes to tensor memory by `tcgen05.cp`, and is multiplied from there."""
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    blocks = cutlass.const_expr(op.cta_group.value)
    half = cute.arch.make_warp_uniform(cute.arch.block_idx_in_cluster())
    rows, columns = cutlass.const_expr(M // blocks), cutlass.const_expr(N // blocks)
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(a.element_type, layout_a.outer, 1024, swizzle=layout_a.inner)
    sB = smem.allocate_tensor(b.element_type, layout_b.outer, 1024, swizzle=layout_b.inner)
    word, barrier = smem.allocate_array(cutlass.Int32, 1), smem.allocate_array(cutlass.Int64, 1)
    if warp == 0:
        cute.arch.alloc_tmem(128, word, is_two_cta=blocks == 2)
        with cute.arch.elect_one():
            cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
    for k in cutlass.range(K):
        if tidx < rows:
            sA[(tidx, k % 16), 0, k // 16, 0] = a[half * rows + tidx, k]
        if tidx < columns:
            sB[(tidx, k % 16), 0, k // 16, 0] = b[half * columns + tidx, k]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    place = cute.arch.retrieve_tmem_ptr(cutlass.Float32, 16, word)
    acc = cute.make_tensor(place, tiled_mma.make_fragment_C(tiled_mma.partition_shape_C((M, N))).layout)
    fragment = tiled_mma.make_fragment_A(tiled_mma.partition_shape_A((M, K)))
    tA = cute.make_tensor(cute.recast_ptr(place + N, dtype=a.element_type), fragment.layout)
    rB = tiled_mma.make_fragment_B(sB)
    copy = tcgen05.make_s2t_copy(cute.make_copy_atom(op, a.element_type), cute.filter_zeros(tA))
    part = copy.get_slice(0)
    shared = cute.filter_zeros(sA[None, None, None, 0])
    source = tcgen05.get_s2t_smem_desc_tensor(copy, part.partition_S(shared))
    if warp == 0 and half == 0:
        cute.copy(copy, source, part.partition_D(cute.filter_zeros(tA)))
        for k in cutlass.range_constexpr(K // 16):
            tiled_mma.set(tcgen05.Field.ACCUMULATE, k > 0)
            cute.gemm(tiled_mma, acc, tA[None, None, k], rB[None, None, k, 0], acc)
        with cute.arch.elect_one():
            tcgen05.commit(barrier, (1 << blocks) - 1 if cutlass.const_expr(blocks == 2) else None, op.cta_group)
    cute.arch.mbarrier_wait(barrier, 0)
    load = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition.x32), cutlass.Float32)
    back = tcgen05.make_tmem_copy(load, acc).get_slice(tidx)
    result = back.partition_D(tiled_mma.get_slice(half).partition_C(cute.local_tile(c, (M, N), (0, 0))))
    values = cute.make_rmem_tensor(result.shape, cutlass.Float32)
    cute.copy(back, back.partition_S(acc), values)
    cute.autovec_copy(values, result)
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if warp == 0:
        cute.arch.relinquish_tmem_alloc_permit(is_two_cta=blocks == 2)
        cute.arch.dealloc_tmem(place, 128, is_two_cta=blocks == 2)


@cute.jit
def product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, op: cutlass.Constexpr):
    kind, k_major, group = a.element_type, tcgen05.OperandMajorMode.K, op.cta_group
    sources = tcgen05.OperandSource.SMEM, tcgen05.OperandSource.TMEM
    from_shared, tiled_mma = (
        sm100.make_trivial_tiled_mma(kind, k_major, k_major, cutlass.Float32, group, (M, N), source)
        for source in sources
    )
    layout_a = sm100.make_smem_layout_a(from_shared, (M, N, K), kind, 1)
    layout_b = sm100.make_smem_layout_b(from_shared, (M, N, K), kind, 1)
    blocks = cutlass.const_expr(group.value)
    multiplied(tiled_mma, a, b, c, layout_a, layout_b, op).launch(grid=blocks, block=128, cluster=(blocks, 1, 1))


@pytest.mark.parametrize(
    "op",
    [tcgen05.Cp128x256bOp(ONE), tcgen05.Cp128x128bOp(ONE), tcgen05.Cp2x64x128b0213Op(tcgen05.CtaGroup.TWO)],
    ids=["256 bits", "128 bits", "a pair, each row twice"],
)
def test_an_operand_copied_to_tensor_memory_is_multiplied(op: Any) -> None:
    rng = np.random.default_rng(0)
    a, b = (rng.integers(-4, 5, (rows, K)).astype(np.float16) for rows in (M, N))
    c = np.full((M, N), np.nan, np.float32)
    cute.compile(product, a, b, c, op, options=OPTIONS)(a, b, c)
    assert (c == a.astype(np.float32) @ b.astype(np.float32).T).all()
