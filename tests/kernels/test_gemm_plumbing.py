"""What GEMMs are plumbed with, each by itself: rings of `cp.async` and of bulk stores, maps of A, B and C, set-up."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import (
    OpError,
    OutputMajorMode,
    SharedSpace,
    cpasync,
    make_tiled_tma_atom_A,
    make_tiled_tma_atom_B,
    make_tiled_tma_atom_C,
    warp,
)
from cutedsl.utils import LayoutEnum, sm90
from tests.kernels.arrays import TARGETS, Arrays

STAGES, COLUMNS = 3, 128
F16, F32 = cutlass.Float16, cutlass.Float32


def group(threads: int) -> pipeline.CooperativeGroup:
    return pipeline.CooperativeGroup(pipeline.Agent.Thread, threads)


@cute.kernel
def by_cp_async(x: cute.Tensor, out: cute.Tensor) -> None:
    """Warp 0 copies the rows of `x` into a ring, warp 1 folds them."""
    stage = utils.SmemAllocator().allocate_tensor(F32, cute.make_layout((COLUMNS, STAGES)), 16)
    pipe = pipeline.PipelineCpAsync.create(num_stages=STAGES, producer_group=group(32), consumer_group=group(32))
    lane, which = cute.arch.lane_idx(), cute.arch.warp_idx()
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), F32, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout(32), cute.make_layout(4)).get_slice(lane)
    if which == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
        for row in range(x.shape[0]):
            pipe.producer_acquire(state)
            cute.copy(atom, copy.partition_S(x[row, None]), copy.partition_D(stage[None, state.index]))
            pipe.producer_commit(state)
            state.advance()
        pipe.producer_tail(state)
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
        sums = cute.make_rmem_tensor(4, F32)
        sums.fill(0.0)
        for _ in range(x.shape[0]):
            pipe.consumer_wait(state)
            for k in cutlass.range_constexpr(4):
                sums[k] = sums[k] * 0.5 + stage[lane + 32 * k, state.index]
            pipe.consumer_release(state)
            state.advance()
        for k in cutlass.range_constexpr(4):
            out[lane + 32 * k] = sums[k]


@cute.jit
def run_cp_async(x: cute.Tensor, out: cute.Tensor) -> None:
    by_cp_async(x, out).launch(grid=1, block=64)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_a_ring_of_asynchronous_copies(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal((11, COLUMNS)).astype(np.float32)
    back = arrays.poisoned((COLUMNS,))
    run_cp_async(cute.runtime.from_dlpack(arrays.put(x), assumed_align=16), back)
    want = np.zeros(COLUMNS)
    for row in x.astype(np.float64):
        want = want * 0.5 + row
    np.testing.assert_allclose(arrays.get(back), want, rtol=1e-5, atol=1e-5)


@cute.kernel
def by_bulk_stores(store: Any, tiles: cute.Tensor, count: cutlass.Int32) -> None:
    """All threads write a stage, warp 0 stores it; a stage is written again when its store has read it."""
    stage = utils.SmemAllocator().allocate_tensor(F32, cute.make_layout((8, 32, STAGES), stride=(32, 1, 256)), 128)
    pipe = pipeline.PipelineTmaStore.create(num_stages=STAGES, producer_group=group(64))
    tid, _, _ = cute.arch.thread_idx()
    which = cute.arch.warp_idx()
    parts = cute.group_modes(cute.local_tile(tiles, (8, 32), (None, 0)), 0, 2)
    s, g = cpasync.tma_partition(store, 0, cute.make_layout(1), cute.group_modes(stage, 0, 2), parts)
    for tile in range(count):
        if which == 0:
            pipe.producer_acquire()
        pipeline.sync()
        for k in cutlass.range_constexpr(4):
            at = tid * 4 + k
            stage[at // 32, at % 32, tile % STAGES] = F32(tile * 1000 + at)
        cute.arch.fence_proxy("async.shared", space="cta")
        pipeline.arrive_and_wait(1, 64)
        if which == 0:
            cute.copy(store, s[None, tile % STAGES], g[None, tile])
            pipe.producer_commit()
    if which == 0:
        pipe.producer_tail()
        cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def run_bulk_stores(out: cute.Tensor) -> None:
    layout = cute.make_layout((8, 32), stride=(32, 1))
    store, tiles = make_tiled_tma_atom_C(cpasync.CopyBulkTensorTileS2GOp(), out, layout, (8, 32, 64))
    by_bulk_stores(store, tiles, cute.ceil_div(out.shape[0], 8)).launch(grid=1, block=64)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_a_ring_of_bulk_stores(target: str) -> None:
    arrays = Arrays(target)
    back = arrays.poisoned((60, 32))
    run_bulk_stores(back)
    at = np.arange(60 * 32).reshape(60, 32)
    np.testing.assert_array_equal(arrays.get(back), (at // 256 * 1000 + at % 256).astype(np.float32))


@cute.kernel
def both_operands(
    load_a: Any, tiles_a: cute.Tensor, load_b: Any, tiles_b: cute.Tensor, out_a: cute.Tensor, out_b: cute.Tensor
) -> None:
    """Two blocks share B's tile by multicast, each half of it; A is each block's own."""
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(F32, cute.make_layout((16, 32), stride=(32, 1)), 128)
    sB = smem.allocate_tensor(F32, cute.make_layout((8, 32), stride=(32, 1)), 128)
    bar = smem.allocate_array(cutlass.Int64, 1)
    rank, tid = cute.arch.block_idx_in_cluster(), cute.arch.thread_idx()[0]
    cluster = cute.make_layout((1, 2, 1, 1))
    if tid == 0:
        cute.arch.mbarrier_init(bar, 1)
    pipeline.pipeline_init_arrive((2, 1), is_relaxed=True)
    pipeline.pipeline_init_wait((2, 1))
    mask = cpasync.create_tma_multicast_mask(cluster, (0, rank, 0, 0), 1)
    gA = cute.group_modes(cute.local_tile(tiles_a, (16, 32), (rank, 0)), 0, 2)
    gB = cute.group_modes(cute.local_tile(tiles_b, (8, 32), (0, 0)), 0, 2)
    s_a, g_a = cpasync.tma_partition(load_a, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), gA)
    s_b, g_b = cpasync.tma_partition(load_b, rank, cute.make_layout(2), cute.group_modes(sB, 0, 2), gB)
    if tid == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(bar, 16 * 32 * 4 + 8 * 32 * 4)
    if cute.arch.warp_idx() == 0:
        cute.copy(load_a, g_a, s_a, tma_bar_ptr=bar)
        cute.copy(load_b, g_b, s_b, tma_bar_ptr=bar, mcast_mask=mask)
    cute.arch.mbarrier_wait(bar, 0)
    for row in cutlass.range_constexpr(16):
        out_a[rank * 16 + row, tid] = sA[row, tid]
    for row in cutlass.range_constexpr(8):
        out_b[rank, row, tid] = sB[row, tid]
    pipeline.agent_sync(pipeline.Agent.ThreadBlockCluster)


@cute.jit
def run_operands(a: cute.Tensor, b: cute.Tensor, out_a: cute.Tensor, out_b: cute.Tensor) -> None:
    mma = cute.make_tiled_mma(warp.MmaTF32Op((16, 8, 8)))
    tiler, cluster = (16, 8, 32), (1, 2, 1, 1)
    layouts = [cute.make_layout((rows, 32), stride=(32, 1)) for rows in (16, 8)]
    own, shared = cpasync.CopyBulkTensorTileG2SOp(), cpasync.CopyBulkTensorTileG2SMulticastOp()
    info: cpasync.TmaInfo = make_tiled_tma_atom_A(own, a, layouts[0], tiler, mma, cluster)
    load_b, tiles_b = make_tiled_tma_atom_B(shared, b, layouts[1], tiler, mma, cluster)
    both_operands(info.atom, info.tma_tensor, load_b, tiles_b, out_a, out_b).launch(
        grid=[2, 1, 1], block=32, cluster=[2, 1, 1]
    )


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_maps_of_the_operands(target: str) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    a, b = (rng.standard_normal(shape).astype(np.float32) for shape in ((32, 32), (8, 32)))
    out_a, out_b = arrays.poisoned((32, 32)), arrays.poisoned((2, 8, 32))
    run_operands(arrays.put(a), arrays.put(b), out_a, out_b)
    np.testing.assert_array_equal(arrays.get(out_a), a)
    np.testing.assert_array_equal(arrays.get(out_b), np.stack([b, b]))


def test_ptxas_assembles_it(ptxas: Any) -> None:
    zeros = [np.zeros(shape, np.float32) for shape in ((32, 32), (8, 32), (32, 32), (2, 8, 32))]
    x = cute.runtime.from_dlpack(np.zeros((4, COLUMNS), np.float32), assumed_align=16)
    programs = [
        cute.compile(run_operands, *zeros),
        cute.compile(run_bulk_stores, zeros[0]),
        cute.compile(run_cp_async, x, np.zeros(COLUMNS, np.float32)),
    ]
    for program in programs:
        assemble(program.artifacts.ptx("sm_90a"), gpu_target("sm_90a"), ptxas=str(ptxas))
    ptx = programs[2].artifacts.ptx("sm_80")
    assert "cp.async.mbarrier.arrive.noinc" in ptx
    assemble(ptx, gpu_target("sm_80"), ptxas=str(ptxas))


def test_helpers_of_epilogues_run() -> None:
    assert sm90.compute_tile_shape_or_override((128, 256, 64), F16, True) == (128, 32)
    assert sm90.compute_tile_shape_or_override((64, 256, 64), F16) == (64, 32)
    assert sm90.compute_tile_shape_or_override((64, 256, 64), F16, epi_tile_override=(64, 16)) == (64, 16)
    atom = sm90.sm90_get_smem_store_op(LayoutEnum.COL_MAJOR, F16, F32)
    assert atom.record.name == "stmatrix.x4.trans"
    assert sm90.sm90_get_smem_store_op(LayoutEnum.ROW_MAJOR, F32, F32).record.name == "universal.0"


def test_names_of_modes_and_errors() -> None:
    assert [mode.name for mode in OutputMajorMode] == ["M", "N"]
    assert {space.name for space in SharedSpace} >= {"shared_cta", "shared_cluster"}
    with pytest.raises(OpError) as found:
        warp.MmaF16BF16Op(F32, F32, (16, 8, 16))
    assert found.value.name == "mma-type"
