"""Tiles moved by tensor maps: there and back at odd sizes, swizzled, multicast, reduced, through a pipeline."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.arch.targets import target as gpu_target
from cutedsl.checker import check
from cutedsl.codegen.nvptx import assemble
from cutedsl.config import override
from cutedsl.cute.nvgpu import cpasync
from cutedsl.errors import DSLUserCodeError
from cutedsl.ir.text import parse_module
from tests.kernels.arrays import TARGETS, Arrays

M, K, STAGES = 32, 64, 2
E0, E1 = cute.E(0), 2 * cute.E(1)
LAYOUTS = {
    "plain": lambda: cute.make_layout((M, K, STAGES), stride=(K, 1, M * K)),
    "swizzled": lambda: cute.tile_to_shape(
        cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 32), stride=(32, 1))),
        (M, K, STAGES),
        (0, 1, 2),
    ),
}


@cute.kernel
def through(
    load: Any, source: cute.Tensor, store: Any, target: cute.Tensor, layout: cutlass.Constexpr, tiles: cutlass.Int32
) -> None:
    """Copies each tile to shared memory and on: warp 0 loads, warp 1 stores."""
    smem = utils.SmemAllocator()
    plain = cutlass.const_expr(isinstance(layout, cute.Layout))
    if plain:
        stage = smem.allocate_tensor(cutlass.Float32, layout, 1024)
    else:
        stage = smem.allocate_tensor(cutlass.Float32, layout.outer, 1024, layout.inner)
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=STAGES,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 1),
        tx_count=M * K * 4,
    )
    row, _, _ = cute.arch.block_idx()
    warp = cute.arch.warp_idx()
    g_in = cute.local_tile(source, (M, K), (row, None))
    g_out = cute.local_tile(target, (M, K), (row, None))
    grouped = cute.group_modes(stage, 0, 2)
    s_in, t_in = cpasync.tma_partition(load, 0, cute.make_layout(1), grouped, cute.group_modes(g_in, 0, 2))
    s_out, t_out = cpasync.tma_partition(store, 0, cute.make_layout(1), grouped, cute.group_modes(g_out, 0, 2))
    if warp == 0:
        cpasync.prefetch_descriptor(load)
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
        for k in range(tiles):
            pipe.producer_acquire(state)
            barrier = pipe.producer_get_barrier(state)
            cute.copy(load, t_in[None, k], s_in[None, state.index], tma_bar_ptr=barrier)
            pipe.producer_commit(state)
            state.advance()
        pipe.producer_tail(state)
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
        for k in range(tiles):
            pipe.consumer_wait(state)
            cute.copy(store, s_out[None, state.index], t_out[None, k])
            cute.arch.cp_async_bulk_commit_group()
            cute.arch.cp_async_bulk_wait_group(0, read=True)
            pipe.consumer_release(state)
            state.advance()
        cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def run_through(x: cute.Tensor, out: cute.Tensor, kind: cutlass.Constexpr, adds: cutlass.Constexpr) -> None:
    layout = LAYOUTS[kind]()
    op = cpasync.CopyReduceBulkTensorTileS2GOp() if adds else cpasync.CopyBulkTensorTileS2GOp()
    load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, (M, K))
    tile = cute.composition(cute.make_identity_layout(out.shape), (M, K))  # the same tile, as its coordinates
    store, target = cpasync.make_tiled_tma_atom(op, out, layout, tile)
    tiles = cute.ceil_div(x.shape[1], K)
    grid = [cute.ceil_div(x.shape[0], M), 1, 1]
    through(load, source, store, target, layout, tiles).launch(grid=grid, block=[64, 1, 1])


@pytest.mark.parametrize("adds", [False, True])
@pytest.mark.parametrize("kind", list(LAYOUTS))
@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_tiles_there_and_back_at_odd_sizes(target: str, kind: str, adds: bool) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    for shape in ((64, 128), (100, 72), (33, 260), (1, 4)):
        x, before = (rng.standard_normal(shape).astype(np.float32) for _ in range(2))
        back = arrays.put(before)
        run_through(arrays.put(x), back, kind, adds)
        want = (x + before) if adds else x
        np.testing.assert_array_equal(arrays.get(back), want)
        assert not np.array_equal(want, before)


@cute.kernel
def apart(load: Any, source: cute.Tensor, out: cute.Tensor, layout: cutlass.Constexpr, tiler: cutlass.Constexpr):
    """One tile to shared memory, whose columns lie apart in the tensor; then as it lies."""
    stage = utils.SmemAllocator().allocate_tensor(cutlass.Float32, layout, 1024)
    barrier = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    with cute.arch.elect_one():
        cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, cute.size(layout) * 4)
    cute.arch.sync_warp()
    tiles = cute.flat_divide(source, tiler)
    s_in, t_in = cpasync.tma_partition(
        load, 0, cute.make_layout(1), cute.group_modes(stage, 0, 2), cute.group_modes(tiles, 0, 2)
    )
    cute.copy(load, t_in[None, 0, 1], s_in, tma_bar_ptr=barrier)
    cute.arch.mbarrier_wait(barrier, 0)
    for k in range(cute.arch.thread_idx()[0], cute.size(layout), 32):
        out[k] = stage[k]


@cute.jit
def run_apart(x: cute.Tensor, out: cute.Tensor, by_rows: cutlass.Constexpr) -> None:
    tiler = (cute.make_layout(8), cute.make_layout((4, 2), stride=(1, 8)))
    layout = cute.make_ordered_layout((8, 8), order=(1, 0) if by_rows else (0, 1))
    load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, tiler)
    apart(load, source, out, layout, tiler).launch(grid=1, block=32)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_a_tile_may_have_columns_that_lie_apart(target: str) -> None:
    """As an epilogue's tile where two warps each have half of the columns."""
    arrays = Arrays(target)
    x = np.arange(8 * 16, dtype=np.float32).reshape(16, 8).T
    out = arrays.put(np.zeros(64, np.float32))
    run_apart(arrays.put(x.T).T, out, False)
    want = x[:, [4, 5, 6, 7, 12, 13, 14, 15]]
    np.testing.assert_array_equal(arrays.get(out).reshape((8, 8), order="F"), want)


def test_copies_of_a_tile_begin_at_whole_128_bytes() -> None:
    """Of a row whose columns lie apart each part of 16 bytes would be a copy."""
    x, out = np.zeros((8, 16), np.float32), np.zeros(64, np.float32)
    with pytest.raises(ValueError, match="several copies of 16 bytes"):
        run_apart(x, out, True)


@cute.kernel
def through_at_once(load: Any, source: cute.Tensor, store: Any, target: cute.Tensor, layout: cutlass.Constexpr):
    """One tile to shared memory and back, of more elements than one copy moves."""
    smem = utils.SmemAllocator()
    stage = smem.allocate_tensor(cutlass.Float32, layout, 1024)
    barrier = smem.allocate_array(cutlass.Int64, 1)
    with cute.arch.elect_one():
        cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, cute.size(layout) * 4)
    cute.arch.sync_warp()
    parts = cute.group_modes(stage, 0, cute.rank(stage))
    tiles = [cute.local_tile(t, layout.shape, (0,) * cute.rank(layout)) for t in (source, target)]
    tiles = [cute.group_modes(t, 0, cute.rank(t)) for t in tiles]
    s_in, t_in = cpasync.tma_partition(load, 0, cute.make_layout(1), parts, tiles[0])
    cute.copy(load, t_in, s_in, tma_bar_ptr=barrier)
    cute.arch.mbarrier_wait(barrier, 0)
    s_out, t_out = cpasync.tma_partition(store, 0, cute.make_layout(1), parts, tiles[1])
    cute.copy(store, s_out, t_out)
    cute.arch.cp_async_bulk_commit_group()
    cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def run_at_once(x: cute.Tensor, y: cute.Tensor, shape: cutlass.Constexpr):
    layout = cute.make_ordered_layout(shape, order=tuple(reversed(range(len(shape)))))
    load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, shape)
    store, target = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), y, layout, shape)
    through_at_once(load, source, store, target, layout).launch(grid=1, block=32)


@pytest.mark.parametrize("shape", [(16384,), (512, 8), (8, 512), (3, 768, 4)])
@pytest.mark.parametrize("target", TARGETS)
def test_a_tile_that_one_copy_does_not_hold(target: str, shape: tuple[int, ...]) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    x = rng.standard_normal(shape).astype(np.float32)
    y = arrays.put(np.zeros_like(x))
    run_at_once(arrays.put(x), y, shape)
    np.testing.assert_array_equal(arrays.get(y), x)


@cute.kernel
def by_block_copy(load: Any, source: cute.Tensor, store: Any, target: cute.Tensor) -> None:
    """A tile to shared memory and back, with the coordinates of whole tiles; both blocks load the same one."""
    smem = utils.SmemAllocator()
    stage = smem.allocate_tensor(cutlass.Float32, cute.make_layout((M, K, 1), stride=(K, 1, M * K)), 1024)
    barrier = smem.allocate_array(cutlass.Int64, 1)
    row, block, _ = cute.arch.block_idx()
    stages = cute.group_modes(stage, 0, 2)
    tiles = cute.group_modes(cute.local_tile(source, (M, K), (row, None)), 0, 2)
    out = cute.local_tile(target, (M, K), (row, block))
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, M * K * 4)
        same = {"cluster_shape": (1, 2), "multicast_dim": "M", "use_2cta_mma_inst": False}
        utils.block_copy(load, tiles[None, 1], stages[None, 0], tma_multicast=same, tma_bar_ptr=barrier)
        cute.arch.mbarrier_wait(barrier, 0)
        utils.block_copy(store, stage[None, None, 0], out)
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def run_by_block_copy(x: cute.Tensor, out: cute.Tensor) -> None:
    layout = cute.make_layout((M, K), stride=(K, 1))
    load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, (M, K))
    store, target = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), out, layout, (M, K))
    by_block_copy(load, source, store, target).launch(grid=[2, 2, 1], block=[32, 1, 1], cluster=[1, 2, 1])


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_tiles_that_nobody_partitioned(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal((2 * M, 2 * K)).astype(np.float32)
    out = arrays.put(np.zeros_like(x))
    run_by_block_copy(arrays.put(x), out)
    np.testing.assert_array_equal(arrays.get(out), np.tile(x[:, K:], (1, 2)))


def test_the_kernel_assembles_for_sm_90a(ptxas: Any) -> None:
    x = np.zeros((64, 128), np.float32)
    ptx = cute.compile(run_through, x, x, "swizzled", False).artifacts.ptx("sm_90a")
    assert "cp.async.bulk.tensor.2d.shared::cluster.global" in ptx
    report = assemble(ptx, gpu_target("sm_90a"), ["-O3"], ptxas=str(ptxas))
    assert all(kernel.spill_store_bytes == 0 for kernel in report.kernels)


def test_the_text_of_a_program_with_tensor_maps_reads_back() -> None:
    x = np.zeros((64, 128), np.float32)
    text = cute.compile(run_through, x, x, "swizzled", False).artifacts.ir
    assert str(parse_module(text)) == str(parse_module(str(parse_module(text))))
    assert "box = array<i32: 32, 32>" in text


def test_a_stage_is_released_at_another_block_without_a_fence_of_the_gpu(ptxas: Any) -> None:
    """Consumers have only read; `release.cluster` would make each release wait for all memory."""
    x = np.zeros((5 * M, 32), np.float32)
    out = np.zeros((4, 5 * M, 32), np.float32)
    with override(verify=True):
        made = cute.compile(run_shared_rows, x, out, 3, False).artifacts
    assert 'scope = "cta"' in str(parse_module(made.ir))  # as a kept program is read
    ptx = made.ptx("sm_90a")
    assert "mbarrier.arrive.release.cta.shared::cluster.b64" in ptx
    assert "mbarrier.arrive.release.cluster" not in ptx
    assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))


@cute.jit
def make_bad(x: cute.Tensor, make: cutlass.Constexpr) -> None:
    make(x)


@pytest.mark.parametrize(
    ("name", "said", "make"),
    [
        ("tma-layout", "contiguous in shared memory, not in the tensor", lambda x: atom(x, cute.make_layout((32, 8)))),
        ("tma-layout", "do not support the swizzle S<2,5,3>", lambda x: atom(x, composed(2, 5, 3))),
        ("tma-limits", "is 12 bytes", lambda x: atom(x, cute.make_layout((32, 3), stride=(3, 1)), (32, 3))),
        (
            "tma-layout",
            "in steps of 1",
            lambda x: atom(x, composed(3, 4, 3), cute.make_layout((32, 8), stride=(E0, E0))),
        ),
        (
            "tma-layout",
            "in steps of 1",
            lambda x: atom(x, composed(3, 4, 3), cute.make_layout((32, 8), stride=(E0, E1))),
        ),
    ],
)
def test_a_tensor_map_refuses_other_tensors(name: str, said: str, make: Any) -> None:
    with pytest.raises(DSLUserCodeError) as found:
        make_bad(np.zeros((64, 64), np.float32), make)
    assert found.value.name == name
    assert said in str(found.value)


def atom(x: Any, layout: Any, tiler: Any = (32, 8)) -> Any:
    return cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, tiler)


def composed(b: int, m: int, s: int) -> Any:
    return cute.make_composed_layout(cute.make_swizzle(b, m, s), 0, cute.make_layout((32, 8), stride=(8, 1)))


@cute.kernel
def without_its_map(store: cute.CopyAtom, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    y[tidx] = 1.0


@cute.jit
def makes_a_map_that_is_not_used(y: cute.Tensor):
    rows = cute.make_tensor(y.iterator, cute.make_layout((8, 9), stride=(9, 1)))
    store, _ = cpasync.make_tiled_tma_atom(
        cpasync.CopyBulkTensorTileS2GOp(), rows, cute.make_layout((8, 8), stride=(8, 1)), (8, 8)
    )
    without_its_map(store, y).launch(grid=1, block=32)


def test_rows_of_36_bytes_are_refused_only_where_their_map_is_used() -> None:
    y = np.zeros(72, np.float32)
    makes_a_map_that_is_not_used(y)
    assert y.tolist() == [1] * 32 + [0] * 40


def test_a_tensor_whose_rows_are_not_whole_16_bytes() -> None:
    x = np.zeros((64, 63), np.float32)
    with pytest.raises(DSLUserCodeError) as found:
        run_through(x, x, "plain", False)
    assert found.value.name == "tma-limits"
    assert "a stride of 252 bytes" in str(found.value)


@cute.kernel
def shared_rows(
    load: Any, source: cute.Tensor, out: cute.Tensor, swizzle: cutlass.Constexpr, by_warps: cutlass.Constexpr
) -> None:
    """Two blocks of a cluster each load half of every tile for both; each reads all of it, element by element."""
    smem = utils.SmemAllocator()
    layout = cute.make_layout((M, 32, STAGES), stride=(32, 1, M * 32))
    stage = smem.allocate_tensor(cutlass.Float32, layout, 1024, cute.make_swizzle(swizzle, 4, 3))
    cluster = cute.make_layout((1, 2, 1, 1))
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=STAGES,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(
            pipeline.Agent.Warp if by_warps else pipeline.Agent.Thread, 2 if by_warps else 64
        ),
        tx_count=M * 32 * 4,
        cta_layout_vmnk=cluster,
        mcast_mode_mn=(0, 1),
        enable_multicast_signaling=True,
    )
    block, _, _ = cute.arch.block_idx()
    rank = cute.arch.block_idx_in_cluster()
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    tiles = cute.group_modes(cute.local_tile(source, (M, 32), (None, 0)), 0, 2)
    s, g = cpasync.tma_partition(load, rank, cute.make_layout(2), cute.group_modes(stage, 0, 2), tiles)
    if warp == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
        for k in range(5):
            pipe.producer_acquire(state)
            barrier = pipe.producer_get_barrier(state)
            cute.copy(load, g[None, k], s[None, state.index], tma_bar_ptr=barrier, mcast_mask=3)
            state.advance()
        pipe.producer_tail(state)
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
        for k in range(5):
            pipe.consumer_wait(state)
            for row in range(warp - 1, M, 2):
                out[block, k * M + row, lane] = stage[row, lane, state.index]
            pipe.consumer_release(state)
            state.advance()
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def run_shared_rows(x: cute.Tensor, out: cute.Tensor, swizzle: cutlass.Constexpr, by_warps: cutlass.Constexpr) -> None:
    layout = cute.make_composed_layout(cute.make_swizzle(swizzle, 4, 3), 0, cute.make_layout((M, 32), stride=(32, 1)))
    op = cpasync.CopyBulkTensorTileG2SMulticastOp()
    load, source = cpasync.make_tiled_tma_atom(op, x, layout, (M, 32), 2)
    shared_rows(load, source, out, swizzle, by_warps).launch(grid=[4, 1, 1], block=[96, 1, 1], cluster=[2, 1, 1])


@pytest.mark.parametrize(("swizzle", "by_warps"), [(0, True), (3, False)])
@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_multicast_through_a_pipeline_reads_as_the_tensor_says(target: str, swizzle: int, by_warps: bool) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal((5 * M, 32)).astype(np.float32)
    back = arrays.put(np.full((4, 5 * M, 32), np.nan, np.float32))
    run_shared_rows(arrays.put(x), back, swizzle, by_warps)
    np.testing.assert_array_equal(arrays.get(back), np.broadcast_to(x, (4, 5 * M, 32)))


@cute.kernel
def stamp(
    store: Any,
    coords: cute.Tensor,
    load: Any,
    source: cute.Tensor,
    back: cute.Tensor,
    kind: cutlass.Constexpr,
    at: cutlass.Int32,
):
    """Stores a tile of ones at a tensor's edge, and loads one, from column `at` on."""
    smem = utils.SmemAllocator()
    stage = smem.allocate_tensor(kind, cute.make_layout((4, 16), stride=(16, 1)), 128)
    bar = smem.allocate_array(cutlass.Int64, 1)
    lane, _, _ = cute.arch.thread_idx()
    for i in range(lane, 64, 32):
        stage[i // 16, i % 16] = kind(1)
    if lane == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    moved = [cute.domain_offset((0, at), t) for t in (coords, source)]
    sides = [cute.group_modes(cute.local_tile(t, (4, 16), (0, 0)), 0, 2) for t in moved]
    s_out, t_out = cpasync.tma_partition(store, 0, cute.make_layout(1), cute.group_modes(stage, 0, 2), sides[0])
    s_in, t_in = cpasync.tma_partition(load, 0, cute.make_layout(1), cute.group_modes(stage, 0, 2), sides[1])
    cute.copy(store, s_out, t_out)
    cute.arch.cp_async_bulk_commit_group()
    cute.arch.cp_async_bulk_wait_group(0)
    cute.arch.sync_threads()
    if lane == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(bar, 64 * (kind.width // 8))
    cute.copy(load, t_in, s_in, tma_bar_ptr=bar)
    cute.arch.mbarrier_wait(bar, 0)
    for i in range(lane, 64, 32):
        back[i // 16, i % 16] = stage[i // 16, i % 16]


@cute.jit
def run_stamp(
    out: cute.Tensor, ones: cute.Tensor, back: cute.Tensor, adds: cutlass.Constexpr, at: cutlass.Int32
) -> None:
    layout, kind = cute.make_layout((4, 16), stride=(16, 1)), out.element_type
    op = cpasync.CopyReduceBulkTensorTileS2GOp() if adds else cpasync.CopyBulkTensorTileS2GOp()
    store, coords = cpasync.make_tiled_tma_atom(op, out, layout, (4, 16))
    load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), ones, layout, (4, 16))
    stamp(store, coords, load, source, back, kind, at).launch(grid=[1, 1, 1], block=[32, 1, 1])


EDGES = [
    (np.float32, 5, False),
    (np.float32, 5, True),
    (np.float32, 8, False),
    (np.float16, 1, True),
    (np.int8, 13, False),
]


@pytest.mark.child
@pytest.mark.parametrize(("dtype", "columns", "adds"), EDGES)
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.cutedsl_unchecked  # what is written after the rows is a finding there
def test_the_edge_of_rows(target: str, dtype: Any, columns: int, adds: bool) -> None:
    """Loads end at the tensor's last column, stores and sums at the 16 bytes in which it lies: so on an H200."""
    arrays, unit = Arrays(target), 16 // np.dtype(dtype).itemsize
    whole, ones = arrays.put(np.full((6, 16), 3, dtype)), arrays.put(np.ones((4, 16), dtype))
    back = arrays.put(np.full((4, 16), 77, dtype))
    run_stamp(whole[1:5, :columns], ones[:, :columns], back, adds, 0)
    end = -(-columns // unit) * unit
    want, got = np.full((6, 16), 3, dtype), arrays.get(whole)
    want[1:5, :end] = 4 if adds else 1
    # The last row's end may be the end of the memory: the CPU writes nothing after it.
    want[4, columns:end] = got[4, columns:end]
    np.testing.assert_array_equal(got, want)
    np.testing.assert_array_equal(arrays.get(back), np.where(np.arange(16) < columns, np.ones((4, 16), dtype), 0))


@pytest.mark.cutedsl_unchecked  # what is written after the rows is a finding there
def test_nothing_is_written_after_an_array() -> None:
    """Its last row ends inside of 16 bytes; what follows in memory belongs to others."""
    memory = np.full(4 * 8 + 16, 3, np.float32)
    out = np.lib.stride_tricks.as_strided(memory, (4, 5), (32, 4))
    run_stamp(out, np.ones((4, 8), np.float32)[:, :5], np.zeros((4, 16), np.float32), False, 0)
    assert (memory[:29].reshape(-1) == [1] * 29).all()
    assert (memory[29:] == 3).all()


@pytest.mark.parametrize(("at", "said"), [(4, []), (2, ["store", "load"]), (-4, ["store"])])
def test_where_a_tile_may_begin(at: int, said: list[str]) -> None:
    """On an H200 those that are reported are illegal instructions."""
    whole, ones = np.full((6, 24), 3, np.float32), np.ones((4, 16), np.float32)
    report = check(run_stamp, whole[1:5, 8:16], ones[:, :8], np.zeros((4, 16), np.float32), False, at)
    assert {f.kind for f in report.findings} <= {"misaligned"}
    begun = [f.message.split(" begins ")[0].split()[-1] for f in report.findings]
    assert begun == said
