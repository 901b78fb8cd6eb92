"""Operands of 6 and 4 bits, packed in global memory, a byte each in shared memory: loaded so, and multiplied."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
from cutedsl import cute, pipeline, utils
from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import cpasync, tcgen05
from cutedsl.errors import DSLUserCodeError
from cutedsl.utils import sm100
from tests.kernels.tcgen05_model import finite, value

OPTIONS = "--target cpu --gpu-arch sm_100a"
M, N, K = 128, 32, 128
PTX = {
    cutlass.Float6E3M2FN: ("e3m2", 6),
    cutlass.Float6E2M3FN: ("e2m3", 6),
    cutlass.Float4E2M1FN: ("e2m1", 4),
    cutlass.Float8E5M2: ("e5m2", 8),
}
ONE, K_MAJOR = tcgen05.CtaGroup.ONE, tcgen05.OperandMajorMode.K


@cute.kernel
def product_kernel(
    tiled_mma: cute.TiledMma,
    tma_a: cute.CopyAtom,
    mA: cute.Tensor,
    tma_b: cute.CopyAtom,
    mB: cute.Tensor,
    c: cute.Tensor,
    layouts: cutlass.Constexpr,
    count: cutlass.Constexpr,
):
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    sA, sB = (smem.allocate_tensor(kind, one.outer, 1024, swizzle=one.inner) for kind, one in layouts)
    word, bars = smem.allocate_array(cutlass.Int32, 1), smem.allocate_array(cutlass.Int64, 2)
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_init(bars, 1)
            cute.arch.mbarrier_init(bars + 1, 1)
        cute.arch.mbarrier_init_fence()
    tmem = utils.TmemAllocator(word, pipeline.NamedBarrier(1, 128))
    tmem.allocate(32)
    tmem.wait_for_alloc()
    place = tmem.retrieve_ptr(cutlass.Float32)
    acc = cute.make_tensor(place, tiled_mma.make_fragment_C(tiled_mma.partition_shape_C((M, N))).layout)
    mma, one = tiled_mma.get_slice(0), cute.make_layout(1)
    gA, gB = mma.partition_A(cute.local_tile(mA, (M, K), (0, 0))), mma.partition_B(cute.local_tile(mB, (N, K), (0, 0)))
    tAs, tAg = cpasync.tma_partition(tma_a, 0, one, cute.group_modes(sA, 0, 3), cute.group_modes(gA, 0, 3))
    tBs, tBg = cpasync.tma_partition(tma_b, 0, one, cute.group_modes(sB, 0, 3), cute.group_modes(gB, 0, 3))
    rA, rB = tiled_mma.make_fragment_A(sA), tiled_mma.make_fragment_B(sB)
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bars, count)
        cute.copy(tma_a, tAg, tAs[None, 0], tma_bar_ptr=bars)
        cute.copy(tma_b, tBg, tBs[None, 0], tma_bar_ptr=bars)
        cute.arch.mbarrier_wait(bars, 0)
        for k in cutlass.range_constexpr(K // 32):
            tiled_mma.set(tcgen05.Field.ACCUMULATE, k > 0)
            cute.gemm(tiled_mma, acc, rA[None, None, k, 0], rB[None, None, k, 0], acc)
        with cute.arch.elect_one():
            tcgen05.commit(bars + 1)
    cute.arch.mbarrier_wait(bars + 1, 0)
    load = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition.x32), cutlass.Float32)
    back = tcgen05.make_tmem_copy(load, acc).get_slice(tidx)
    result = back.partition_D(mma.partition_C(cute.local_tile(c, (M, N), (0, 0))))
    values = cute.make_rmem_tensor(result.shape, cutlass.Float32)
    cute.copy(back, back.partition_S(acc), values)
    cute.autovec_copy(values, result)
    cute.arch.sync_threads()
    tmem.relinquish_alloc_permit()
    tmem.free(place)


@cute.jit
def product(
    a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, kinds: cutlass.Constexpr, as_bytes: cutlass.Constexpr = True
):
    """C = A B^T; `a` and `b` are the bytes of packed rows."""
    mma = sm100.make_trivial_tiled_mma(*kinds, K_MAJOR, K_MAJOR, cutlass.Float32, ONE, (M, N))
    own = [cutlass.Int8 if cutlass.const_expr(kind.width < 8 and as_bytes) else kind for kind in kinds]
    layout_a = sm100.make_smem_layout_a(mma, (M, N, K), own[0], 1)
    layout_b = sm100.make_smem_layout_b(mma, (M, N, K), own[1], 1)
    internal = [kind if cutlass.const_expr(kind is cutlass.Int8) else None for kind in own]
    mA, mB = (
        cute.make_tensor(cute.recast_ptr(x.iterator, dtype=kind), cute.make_ordered_layout((rows, K), order=(1, 0)))
        for x, kind, rows in ((a, kinds[0], M), (b, kinds[1], N))
    )
    load, first = cpasync.CopyBulkTensorTileG2SOp(), (None, None, None, 0)
    makers = cute.nvgpu.make_tiled_tma_atom_A, cute.nvgpu.make_tiled_tma_atom_B
    (tma_a, tA), (tma_b, tB) = (
        make(load, x, cute.slice_(layout, first), (M, N, K), mma, internal_type=kind)
        for make, x, layout, kind in zip(makers, (mA, mB), (layout_a, layout_b), internal, strict=True)
    )
    # A barrier counts the bytes of global memory: padding is none of them.
    count = (M * kinds[0].width + N * kinds[1].width) * K // 8
    layouts = (own[0], layout_a), (own[1], layout_b)
    product_kernel(mma, tma_a, tA, tma_b, tB, c, layouts, count).launch(grid=1, block=128)


def packed(kind: Any, rows: int, rng: np.random.Generator) -> tuple[Any, Any]:
    """Rows of random numbers, as bytes at a multiple of 32 and as floats."""
    name, bits = PTX[kind]
    codes = rng.choice([code for code in finite(name) if abs(float(value(int(code), name))) <= 28], (rows, K))
    numbers = np.vectorize(lambda code: float(value(int(code), name)))(codes)
    each = (codes[..., None] >> np.arange(bits) & 1).astype(np.uint8).reshape(rows, -1)
    whole = np.packbits(each, axis=1, bitorder="little")
    room = np.zeros(whole.size + 128, np.uint8)
    start = -room.ctypes.data % 128
    found = room[start : start + whole.size].reshape(whole.shape)
    found[...] = whole
    return found, numbers


@pytest.mark.parametrize(
    "kinds",
    [
        (cutlass.Float6E3M2FN, cutlass.Float8E5M2),
        (cutlass.Float4E2M1FN, cutlass.Float6E2M3FN),
        (cutlass.Float8E5M2, cutlass.Float4E2M1FN),
    ],
    ids=lambda kinds: "-".join(PTX[kind][0] for kind in kinds),
)
def test_packed_operands_are_loaded_with_padding_and_multiplied(kinds: Any, ptxas: Path) -> None:
    rng = np.random.default_rng(2)
    (a, wide_a), (b, wide_b) = (packed(kind, rows, rng) for kind, rows in zip(kinds, (M, N), strict=True))
    c = np.zeros((M, N), np.float32)
    given = [cute.runtime.from_dlpack(x, assumed_align=align) for x, align in ((a, 128), (b, 128), (c, 16))]
    program = cute.compile(product, *given, kinds, options=OPTIONS)
    program(*given)
    np.testing.assert_allclose(c, wide_a @ wide_b.T, rtol=1e-5, atol=1e-2)
    assemble(program.artifacts.ptx("sm_100a"), target("sm_100a"), ["-O1"], ptxas=str(ptxas))


def test_operands_without_padding_are_refused() -> None:
    kinds = cutlass.Float4E2M1FN, cutlass.Float8E5M2
    (a, _), (b, _) = (packed(kind, rows, np.random.default_rng(2)) for kind, rows in zip(kinds, (M, N), strict=True))
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, b, np.zeros((M, N), np.float32))]
    with pytest.raises(DSLUserCodeError, match=r"mma-operand.*takes a byte for each element"):
        cute.compile(product, *given, kinds, False, options=OPTIONS)
