"""Products of a narrow A, which warps convert before the multiply: its copies, factors and searches of groups."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
from cutedsl import cute, pipeline, utils
from cutedsl.arch.targets import target
from cutedsl.cute.nvgpu import tcgen05
from cutedsl.utils import mixed_input_helpers as mixed
from cutedsl.utils import sm100
from tests.kernels.arrays import TARGETS, Arrays
from tests.products import long

M, N, K, THREADS, GRANULE = 128, 64, 64, 128, 64
MAJOR = tcgen05.OperandMajorMode


@cute.kernel
def multiply(
    tiled_mma: cute.TiledMma, a: cute.Tensor, s: cute.Tensor, b: cute.Tensor, d: cute.Tensor, plan: cutlass.Constexpr
):
    source, mode, layouts, scale_layout, shuffle = plan
    tidx, _, _ = cute.arch.thread_idx()
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    barriers = smem.allocate_array(cutlass.Int64, 2)
    kinds = (a.element_type, b.element_type, b.element_type)
    sA, sWide, sB = (smem.allocate_tensor(kind, x.outer, 1024, x.inner) for kind, x in zip(kinds, layouts, strict=True))
    sS = smem.allocate_tensor(b.element_type, scale_layout.outer, 1024, scale_layout.inner)
    tmem = utils.TmemAllocator(barrier_for_retrieve=pipeline.NamedBarrier(1, THREADS))
    tmem.allocate(128)
    group = pipeline.CooperativeGroup
    producer, consumer = pipeline.PipelineUmmaAsync.create(
        num_stages=1,
        producer_group=group(pipeline.Agent.Thread),
        consumer_group=group(pipeline.Agent.Thread, THREADS),
        barrier_storage=barriers,
    ).make_participants()
    for k in range(K):
        sA[(tidx, k % 16), 0, k // 16, 0] = a[tidx, k]
        if tidx < N:
            sB[(tidx, k % 16), 0, k // 16, 0] = b[tidx, k]
    cute.make_tensor(sS.iterator, cute.make_layout(M))[tidx] = s[tidx]
    cute.arch.sync_threads()
    tmem.wait_for_alloc()
    pointer = tmem.retrieve_ptr(cutlass.Float32)
    acc = tiled_mma.make_fragment_C(tiled_mma.partition_shape_C((M, N)))
    acc = cute.make_tensor(pointer, acc.layout)
    wide = sWide
    if cutlass.const_expr(source is tcgen05.OperandSource.TMEM):
        place = cute.recast_ptr(pointer + N, dtype=b.element_type)
        wide = cute.make_tensor(place, tiled_mma.make_fragment_A(layouts[1].outer).layout)
    rows = tiled_mma.partition_shape_A((M, K))
    store = mixed.get_copy_atom_a_transform(b.element_type, False, source, rows, a.element_type)
    load, put, part, out = mixed.transform_partition(source, mode, None, store, sA, wide, tidx)
    own = cute.make_rmem_tensor(part[None, None, None, None, 0].shape, a.element_type)
    cute.autovec_copy(part[None, None, None, None, 0], own)
    values = mixed.cvt_tensor_a(own, b.element_type, shuffle)
    if cutlass.const_expr(mode is mixed.TransformMode.ConvertScale):
        _, factors, once, each = mixed.scale_partition(
            load, tiled_mma.get_slice(0).partition_A(sS), tidx, b.element_type
        )
        factors = factors[None, None, None, None, 0]
        cute.autovec_copy(cute.make_tensor(factors.iterator, cute.filter_zeros(factors.layout)), once)
        values = values * each.load()
    converted = cute.make_rmem_tensor(own.shape, b.element_type)
    converted.store(values.reshape(own.shape))
    mixed.store_transformed_a(converted, out[None, None, None, None, 0], put)
    if cutlass.const_expr(source is tcgen05.OperandSource.TMEM):
        cute.arch.fence_view_async_tmem_store()
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    rA = wide if source is tcgen05.OperandSource.TMEM else tiled_mma.make_fragment_A(sWide)
    rB = tiled_mma.make_fragment_B(sB)
    if warp_idx == 0:
        handle = producer.acquire_and_advance()
        for k in cutlass.range_constexpr(K // 16):
            cute.gemm(tiled_mma, acc, rA[None, None, k, 0], rB[None, None, k, 0], acc)
            tiled_mma.set(tcgen05.Field.ACCUMULATE, True)
        handle.commit()
    done = consumer.wait_and_advance()
    tile = tiled_mma.get_slice(0).partition_C(cute.local_tile(d, (M, N), (0, 0)))
    atom = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition.x32), cutlass.Float32)
    copy = tcgen05.make_tmem_copy(atom, acc).get_slice(tidx)
    result = copy.partition_D(tile)
    sums = cute.make_rmem_tensor(result.shape, cutlass.Float32)
    cute.copy(copy, copy.partition_S(acc), sums)
    cute.autovec_copy(sums, result)
    done.release()
    cute.arch.sync_threads()
    tmem.relinquish_alloc_permit()
    tmem.free(pointer)


@cute.jit
def run(
    a: cute.Tensor,
    s: cute.Tensor,
    b: cute.Tensor,
    d: cute.Tensor,
    major: cutlass.Constexpr,
    scales: cutlass.Constexpr,
    shuffle: cutlass.Constexpr,
):
    kind, source = b.element_type, mixed.get_transform_a_source(major)
    mma = sm100.make_trivial_tiled_mma(kind, major, MAJOR.K, cutlass.Float32, tcgen05.CtaGroup.ONE, (M, N), source)
    layouts = mixed.compute_smem_layout(mma, (M, N, K), a.element_type, kind, 1, 1)
    _, _, staged = mixed.get_smem_layout_scale((M, N, K), False, 1, GRANULE, MAJOR.MN, kind, 1)
    mode = mixed.TransformMode.ConvertScale if scales else mixed.TransformMode.ConvertOnly
    multiply(mma, a, s, b, d, (source, mode, layouts, staged, shuffle)).launch(grid=1, block=THREADS)


@pytest.mark.parametrize(
    ("major", "scales", "shuffle"),
    [
        *((MAJOR.K, True, False), (MAJOR.MN, False, False), long(MAJOR.K, False, False), long(MAJOR.MN, True, False)),
        (MAJOR.K, False, True),  # only a K-major A is shuffled
    ],
)
def test_a_narrow_a_is_converted_and_multiplied(major: Any, scales: bool, shuffle: bool, ptxas: Any) -> None:
    random = np.random.default_rng(3)
    a = random.integers(-7, 8, (M, K)).astype(np.int8)
    b = random.integers(-3, 4, (N, K)).astype(np.float16)
    s = random.integers(1, 5, M).astype(np.float16)
    given = a.reshape(M, -1, 8)[:, :, [0, 2, 1, 3, 4, 6, 5, 7]].reshape(M, K) if shuffle else a
    d = np.full((M, N), np.nan, np.float32)
    program = cute.compile(run, given, s, b, d, major, scales, shuffle, options="--target cpu --gpu-arch sm_100a")
    program(given, s, b, d)
    wide = a.astype(np.float32) * (s.astype(np.float32)[:, None] if scales else 1)
    np.testing.assert_array_equal(d, wide @ b.astype(np.float32).T)
    from cutedsl.codegen.nvptx import assemble

    (kernel,) = assemble(program.artifacts.ptx("sm_100a"), target("sm_100a"), ["-O1"], ptxas=str(ptxas)).kernels
    assert kernel.spill_store_bytes == 0


# -- groups ------------------------------------------------------------------------------------------------------------
TILE_N = 32


@cute.kernel
def groups_kernel(
    out: cute.Tensor, cumsum: cute.Tensor, params: utils.PersistentTileSchedulerParams, groups: cutlass.Constexpr
):
    """Each block writes what it finds of each of its tiles: (tile along M, first column, group, columns left)."""
    smem = utils.SmemAllocator()
    info = smem.allocate_tensor(cutlass.Int32, cute.make_layout(4))
    _, _, number = cute.arch.block_idx()
    schedule = utils.StaticPersistentRuntimeTileScheduler.create(
        params, cute.arch.block_idx(), cute.arch.grid_dim(), inner_mode=0
    )
    work = schedule.initial_work_tile_info()
    state = mixed.create_initial_contiguous_group_search_state()
    left, count = cutlass.Boolean(True), cutlass.Int32(0)
    while left:
        along_m, along_n, _ = work.tile_idx
        state = mixed.contiguous_group_search((64, TILE_N, 16), groups, along_n, state, cumsum, 1)
        left = state.cur_group_idx <= groups
        info[0], info[1] = along_m, state.cur_start
        info[2], info[3] = state.cur_group_idx - 1, state.cur_boundary - state.cur_start
        found = mixed.make_contiguous_group_work_tile_info(groups, info)
        if found.is_valid_tile:
            out[number, count, 0], out[number, count, 1] = found.cta_coord_m, found.coord_n
            out[number, count, 2], out[number, count, 3] = found.group_idx, found.distance_to_boundary
        count += 1
        schedule.advance_to_next_work()
        work = schedule.get_current_work()


@cute.jit
def run_groups(out: cute.Tensor, cumsum: cute.Tensor, blocks: cutlass.Constexpr, groups: cutlass.Constexpr):
    params = utils.PersistentTileSchedulerParams((3, 7, 1), (1, 1, 1))
    groups_kernel(out, cumsum, params, groups).launch(grid=(1, 1, blocks), block=1)


@pytest.mark.parametrize("blocks", [1, 4])
@pytest.mark.parametrize("sizes", [(40, 0, 64, 1), (32,), (0, 0, 5)])
@pytest.mark.parametrize("target", TARGETS)
def test_each_tile_of_each_group_is_found_once(target: str, sizes: tuple[int, ...], blocks: int) -> None:
    arrays = Arrays(target)
    ends = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    out = arrays.put(np.full((blocks, 32, 4), -1, np.int32))
    run_groups(out, arrays.put(ends), blocks, len(sizes))
    rows = arrays.get(out).reshape(-1, 4)
    found = {tuple(map(int, row)) for row in rows if row[0] >= 0}
    wanted = {
        (m, int(ends[g]) + start, g, size - start)
        for g, size in enumerate(sizes)
        for start in range(0, size, TILE_N)
        for m in range(3)
    }
    assert found == wanted and sum(rows[:, 0] >= 0) == len(wanted)


# -- halves of a pair ------------------------------------------------------------------------------------------------
def test_a_block_of_a_pair_releases_the_stages_of_its_own_half_only() -> None:
    """Of a cluster (V, M, N) = (2, 1, 2) lanes 0 to 3 name the blocks; a block's stage gets arrivals of its own V."""
    seen = np.full((4, 4), -1, np.int32)

    @cute.kernel
    def kernel(out: cute.Tensor):
        lane, _, _ = cute.arch.thread_idx()
        peer, signals = pipeline.PipelineTmaAsync.init_empty_barrier_arrive_signal(
            cute.make_layout((2, 1, 2, 1)), lane, (1, 0)
        )
        if lane < 4:
            out[cute.arch.block_idx_in_cluster(), peer] = cutlass.Int32(1) if signals else cutlass.Int32(0)

    @cute.jit
    def call(out: cute.Tensor):
        kernel(out).launch(grid=(2, 2, 1), block=32, cluster=(2, 2, 1))

    call(seen)
    np.testing.assert_array_equal(seen, [[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1]])


def test_numbers_of_4_bits_lie_in_torchs_bytes() -> None:
    torch = pytest.importorskip("torch")
    from cutedsl.torch import cute_tensor_like

    values = torch.tensor([[-8.0, 7.0, 1.0, -1.0], [0.0, 3.0, -4.0, 2.0]])
    tensor, memory = cute_tensor_like(values, cutlass.Int4, is_dynamic_layout=False)
    assert tensor.element_type is cutlass.Int4 and tensor.shape == (2, 4)
    assert memory.view(torch.uint8).view(-1)[:4].tolist() == [0x78, 0xF1, 0x30, 0x2C]


def test_mixed_products_say_which_shapes_they_take() -> None:
    four, eight, wide = cutlass.Int4, cutlass.Int8, cutlass.BFloat16
    assert mixed.is_valid_scale_granularity(0, 0, eight, 64, 64)
    assert not mixed.is_valid_scale_granularity(1, 64, eight, 64, 64)
    assert mixed.is_valid_scale_granularity(1, 128, four, 256, 64)
    assert not mixed.is_valid_scale_granularity(1, 32, four, 256, 64)
    assert mixed.is_shuffle_a("k", 64, four, wide, 64) and not mixed.is_shuffle_a("m", 64, four, wide, 64)
    shape = (128, 128, 64), True, (2, 1), 1, 64
    assert mixed.is_valid_tensor_alignment(128, 64, 64, four, wide, wide, wide, "k", "k", "n", *shape)
    assert not mixed.is_valid_tensor_alignment(128, 64, 48, four, wide, wide, wide, "k", "k", "n", *shape)
