"""Producers and consumers: mbarriers, pipelines and their states in loops, clusters, on both targets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays

STAGES = 3


def group(threads: int) -> pipeline.CooperativeGroup:
    return pipeline.CooperativeGroup(pipeline.Agent.Thread, threads)


@cute.kernel
def ring(x: cute.Tensor, out: cute.Tensor, participants: cutlass.Constexpr) -> None:
    """Warp 0 writes the rows of `x` into a ring, warps 1 and 2 sum them."""
    smem = utils.SmemAllocator()
    tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, STAGES)))
    pipe = pipeline.PipelineAsync.create(num_stages=STAGES, producer_group=group(32), consumer_group=group(64))
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    if cutlass.const_expr(participants):
        producer, consumer = pipe.make_participants()
        if warp == 0:
            for row in range(x.shape[0]):
                handle = producer.acquire_and_advance()
                tile[lane, handle.index] = x[row, lane]
                handle.commit()
            producer.tail()
        else:
            total = cutlass.Float32(0)
            for row in range(x.shape[0]):
                handle = consumer.wait_and_advance(consumer.try_wait())
                total = total * 0.5 + tile[lane, handle.index]
                handle.release()
            out[warp - 1, lane] = total
    else:
        if warp == 0:
            state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
            for row in range(x.shape[0]):
                pipe.producer_acquire(state, pipe.producer_try_acquire(state))
                tile[lane, state.index] = x[row, lane]
                pipe.producer_commit(state)
                state.advance()
            pipe.producer_tail(state)
        else:
            state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
            total = cutlass.Float32(0)
            for row in range(x.shape[0]):
                pipe.consumer_wait(state)
                total = total * 0.5 + tile[lane, state.index]
                pipe.consumer_release(state)
                state.advance()
            out[warp - 1, lane] = total


@cute.jit
def run_ring(x: cute.Tensor, out: cute.Tensor, participants: cutlass.Constexpr) -> None:
    ring(x, out, participants).launch(grid=[1, 1, 1], block=[96, 1, 1])


@pytest.mark.parametrize("participants", [False, True])
@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_a_ring_between_warps(target: str, participants: bool) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal((17, 32)).astype(np.float32)
    out = np.full((2, 32), np.nan, np.float32)
    sent, back = arrays.put(x), arrays.put(out)
    run_ring(sent, back, participants)
    want = np.zeros(32)
    for row in x.astype(np.float64):
        want = want * 0.5 + row
    np.testing.assert_allclose(arrays.get(back), np.broadcast_to(want, (2, 32)), rtol=1e-5, atol=1e-5)


@cute.kernel
def turns(out: cute.Tensor) -> None:
    """Two warps take turns at one counter."""
    smem = utils.SmemAllocator()
    counter = smem.allocate_tensor(cutlass.Int32, cute.make_layout(1))
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    order = pipeline.PipelineOrder.create(depth=1, length=2, group_id=warp, producer_group=group(32))
    if warp == 0:
        counter[0] = 0
    for turn in range(5):
        order.wait()
        found = counter[0]
        cute.arch.sync_warp()
        if lane == 0:
            counter[0] = found + 1
            out[found] = warp * 100 + turn
        order.arrive()


@cute.jit
def run_turns(out: cute.Tensor) -> None:
    turns(out).launch(grid=[1, 1, 1], block=[64, 1, 1])


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_groups_take_turns(target: str) -> None:
    arrays = Arrays(target)
    back = arrays.put(np.full(10, -1, np.int32))
    run_turns(back)
    assert arrays.get(back).tolist() == [w * 100 + t for t in range(5) for w in range(2)]


@cute.kernel
def neighbours(out: cute.Tensor) -> None:
    """Each block writes into the shared memory of the next block of its cluster, and arrives at its mbarrier."""
    smem = utils.SmemAllocator()
    box = smem.allocate_array(cutlass.Int32, 32)
    bar = smem.allocate_array(cutlass.Int64, 1)
    tid, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    rank, size = cute.arch.block_idx_in_cluster(), cute.arch.cluster_size()
    if tid == 0:
        cute.arch.mbarrier_init(bar, 32)
    cute.arch.mbarrier_init_fence()
    cute.arch.cluster_arrive_relaxed()
    cute.arch.cluster_wait()
    peer = (rank + 1) % size
    there = cute.arch.map_dsmem_ptr(box, peer)
    (there + tid).store(block * 100 + tid)
    cute.arch.mbarrier_arrive(bar, peer)
    cute.arch.mbarrier_wait(bar, 0)
    out[block, tid] = (box + tid).load()
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def run_neighbours(out: cute.Tensor, cluster: cutlass.Constexpr) -> None:
    neighbours(out).launch(grid=[8, 1, 1], block=[32, 1, 1], cluster=[cluster, 1, 1])


@pytest.mark.parametrize("cluster", [2, 4])
@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_blocks_of_a_cluster_write_to_each_other(target: str, cluster: int) -> None:
    arrays = Arrays(target)
    back = arrays.put(np.full((8, 32), -1, np.int32))
    run_neighbours(back, cluster)
    block, tid = np.meshgrid(np.arange(8), np.arange(32), indexing="ij")
    sender = block // cluster * cluster + (block % cluster - 1) % cluster
    np.testing.assert_array_equal(arrays.get(back), sender * 100 + tid)


def caught(function: Any, *args: Any) -> DSLUserCodeError:
    with pytest.raises(DSLUserCodeError) as found:
        function(*args)
    return found.value


def test_clusters_that_cannot_be() -> None:
    out = np.zeros((8, 32), np.int32)
    assert "the grid (8, 1, 1) is not a multiple of the cluster (3, 1, 1)" in str(caught(run_neighbours, out, 3))
    assert "has 17 blocks; a cluster has at most 16" in str(caught(run_neighbours, out, 17))


@cute.kernel
def try_it(what: cutlass.Constexpr) -> None:
    smem = utils.SmemAllocator()
    what(smem)


@cute.jit
def run_it(what: cutlass.Constexpr) -> None:
    try_it(what).launch(grid=[1, 1, 1], block=[32, 1, 1])


def words(smem: Any) -> Any:
    return smem.allocate_array(cutlass.Int64, 1)


arch = cute.arch


def wait_on_words(smem: Any) -> None:
    barrier = smem.allocate_tensor(cutlass.Int32, cute.make_layout(6), 16).iterator + 2
    arch.mbarrier_init(barrier, 32)
    arch.mbarrier_init_fence()
    arch.mbarrier_arrive(barrier)
    arch.mbarrier_wait(barrier, 0)


def test_two_words_aligned_as_eight_bytes_are_an_mbarrier() -> None:
    run_it(wait_on_words)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("mbarrier-count", lambda smem: arch.mbarrier_init(words(smem), 0)),
        ("mbarrier-pointer", lambda smem: arch.mbarrier_init(smem.allocate_array(cutlass.Int32, 3) + 1, 1)),
        ("mbarrier-pointer", lambda _: arch.mbarrier_wait(cute.make_rmem_tensor(1, cutlass.Int64).iterator, 0)),
        ("barrier-arguments", lambda _: pipeline.NamedBarrier(16, 32)),
        ("barrier-arguments", lambda _: arch.barrier(barrier_id=1, number_of_threads=33)),
        ("fence-kind", lambda _: arch.fence_proxy("shared")),
        ("fence-kind", lambda _: arch.fence_proxy("async", space="cta")),
        ("register-count", lambda _: arch.setmaxregister_increase(250)),
        ("pipeline-group", lambda _: group(0)),
        ("pipeline-stages", lambda _: pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 0).advance()),
        (
            "pipeline-stages",
            lambda _: pipeline.PipelineAsync.create(num_stages=0, producer_group=group(1), consumer_group=group(1)),
        ),
    ],
)
def test_misuse_is_an_error(name: str, what: Any) -> None:
    assert caught(run_it, what).name == name


@cute.kernel
def walk(out: cute.Tensor, dynamic: cutlass.Constexpr) -> None:
    state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 3)
    if cutlass.const_expr(dynamic):
        for k in range(8):
            out[k, 0], out[k, 1], out[k, 2] = state.index, state.phase, state.count
            state.advance()
    else:
        for k in cutlass.range_constexpr(8):
            out[k, 0], out[k, 1], out[k, 2] = state.index, state.phase, state.count
            state.advance()
    state.reverse()
    out[8, 0], out[8, 1], out[8, 2] = state.index, state.phase, state.count


@cute.jit
def run_walk(out: cute.Tensor, dynamic: cutlass.Constexpr) -> None:
    walk(out, dynamic).launch(grid=[1, 1, 1], block=[1, 1, 1])


@pytest.mark.parametrize("dynamic", [False, True])
def test_pipeline_states_advance_and_turn_their_phase(dynamic: bool) -> None:
    """k advances from the start: index k mod stages, phase changed k div stages times."""
    out = np.full((9, 3), -1, np.int32)
    run_walk(out, dynamic)
    assert out.tolist() == [[k % 3, 1 - k // 3 % 2, k] for k in range(8)] + [[1, 1, 7]]


@cute.kernel
def leap(out: cute.Tensor) -> None:
    for k in range(out.shape[0]):
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 3)
        state.advance()
        state.advance(k)
        out[k, 0], out[k, 1], out[k, 2] = state.index, state.phase, state.count


@cute.jit
def run_leap(out: cute.Tensor) -> None:
    leap(out).launch(grid=[1, 1, 1], block=[1, 1, 1])


def test_states_advance_by_a_run_time_number() -> None:
    out = np.full((9, 3), -1, np.int32)
    run_leap(out)
    assert out.tolist() == [[k % 3, 1 - k // 3 % 2, k] for k in range(1, 10)]


@pytest.mark.parametrize("stages", [1, 2, 3, 5])
def test_states_advance_by_a_known_number(stages: int) -> None:
    """As many single steps; and no more code for more of them."""
    for first in range(2 * stages):
        for steps in range(12):
            one, many = (pipeline.PipelineState(stages, first, first % stages, first // stages % 2) for _ in range(2))
            for _ in range(steps):
                one.advance()
            many.advance(steps)
            assert (many.count, many.index, many.phase) == (one.count, one.index, one.phase)


@cute.kernel
def persistent(out: cute.Tensor, params: utils.PersistentTileSchedulerParams) -> None:
    """Counts in `out` how often each tile is worked on."""
    scheduler = utils.StaticPersistentTileScheduler.create(params, cute.arch.block_idx(), cute.arch.grid_dim())
    work = scheduler.initial_work_tile_info()
    while work.is_valid_tile:
        m, n, batch = work.tile_idx
        if (m < out.shape[0]) & (n < out.shape[1]):
            out[m, n, batch] = out[m, n, batch] + 1
        scheduler.advance_to_next_work()
        work = scheduler.get_current_work()


@cute.jit
def run_persistent(
    out: cute.Tensor, clusters: cutlass.Constexpr, cluster: cutlass.Constexpr, swizzle: cutlass.Constexpr
) -> None:
    tiles = (out.shape[0], out.shape[1], out.shape[2])
    along_m = clusters % 2 == 0
    params = utils.PersistentTileSchedulerParams(tiles, cluster, swizzle, along_m)
    persistent(out, params).launch(grid=params.get_grid_shape(clusters), block=[1, 1, 1])


@pytest.mark.parametrize("swizzle", [1, 3])
@pytest.mark.parametrize("cluster", [(1, 1, 1), (2, 1, 1), (2, 3, 1)])
@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_a_persistent_scheduler_covers_every_tile_once(
    target: str, cluster: tuple[int, int, int], swizzle: int
) -> None:
    arrays = Arrays(target)
    for shape, clusters in (((5, 7, 2), 4), ((1, 8, 1), 3), ((9, 2, 3), 100)):
        back = arrays.put(np.zeros(shape, np.int32))
        run_persistent(back, clusters, cluster, swizzle)
        assert (arrays.get(back) == 1).all()


def test_the_size_of_a_group_may_be_a_whole_float() -> None:
    sizes: list[Any] = [128 / 32, 16 / 32]
    size = pipeline.CooperativeGroup(pipeline.Agent.Thread, sizes[0]).size
    assert (size, type(size)) == (4, int)
    with pytest.raises(DSLUserCodeError, match=r"needs at least 1 member, got 0\.5"):
        pipeline.CooperativeGroup(pipeline.Agent.Thread, sizes[1])
