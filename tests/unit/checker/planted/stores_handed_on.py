"""A warp waits for bulk stores of one of its lanes, and tells others: by which lane, by what kind of barrier."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.cute.nvgpu import cpasync
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug, helper, planted
from tests.unit.checker.planted.groups_of_lanes import same, start
from tests.unit.checker.planted.started_by_one_lane import F32, LANES, row, tile
from tests.unit.checker.planted.tcgen05 import tile as sums
from tests.unit.checker.planted.tma import ROWS, barriers, partitioned, stages, storing

arch = cute.arch
WAIT = Bug.TMA_WAIT
TWO_ROWS, FOUR_ROWS = (2, LANES), (4, LANES)


@cute.jit
def put(s: cute.Tensor, x: cute.Tensor, number: Any) -> None:
    """A warp fills the tile for the copy engine."""
    s[arch.lane_idx()] = x[number, arch.lane_idx()]
    arch.fence_proxy("async.shared", space="cta")
    arch.sync_warp()


@helper
@cute.jit
def take_over(s: cute.Tensor, x: cute.Tensor, out: cute.Tensor) -> None:
    """The next warp uses the tile for the second row."""
    s[arch.lane_idx()] = x[1, arch.lane_idx()]  # found
    out[1, arch.lane_idx()] = s[arch.lane_idx()]


# -- mbarriers -------------------------------------------------------------------------------------------------------
@planted(WAIT, "An elected lane stores, the warp waits, and lane 3 arrives instead of an elected one.",
         shape=TWO_ROWS, want=same)  # fmt: skip
@cute.kernel
def arrives_by_another_lane(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, over = tile(), barriers(1)
    if arch.warp_idx() == 0:
        put(s, x, 0)
        with arch.elect_one():
            start(s, row(out, 0))
        arch.cp_async_bulk_commit_group()
        arch.cp_async_bulk_wait_group(0, read=True)
        if cutlass.const_expr(bug):
            if arch.lane_idx() == 3:
                arch.mbarrier_arrive(over)
        else:
            with arch.elect_one():
                arch.mbarrier_arrive(over)
    else:
        arch.mbarrier_wait(over, 0)
        take_over(s, x, out)  # found


@planted(WAIT, "Every lane but the one that stored arrives: 31 instead of 32.", shape=TWO_ROWS, want=same)
@cute.kernel
def arrives_by_all_the_others(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, over = tile(), barriers(1, 31 if bug else 32)
    if arch.warp_idx() == 0:
        put(s, x, 0)
        if arch.lane_idx() == 0:
            start(s, row(out, 0))
            arch.cp_async_bulk_commit_group()
        arch.cp_async_bulk_wait_group(0, read=True)
        if arch.lane_idx() >= (1 if bug else 0):
            arch.mbarrier_arrive(over)
    else:
        arch.mbarrier_wait(over, 0)
        take_over(s, x, out)  # found


@planted(WAIT, "A third warp hears of the store's end from the second one, and that from a lane that has not waited.",
         shape=TWO_ROWS, block=96, want=same)  # fmt: skip
@cute.kernel
def told_by_a_warp_between(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, over = tile(), barriers(2)
    if arch.warp_idx() == 0:
        put(s, x, 0)
        if arch.lane_idx() == 0:
            start(s, row(out, 0))
            arch.cp_async_bulk_commit_group()
        arch.cp_async_bulk_wait_group(0, read=True)
        if arch.lane_idx() == (1 if bug else 0):
            arch.mbarrier_arrive(over)
    elif arch.warp_idx() == 1:
        arch.mbarrier_wait(over, 0)
        with arch.elect_one():
            arch.mbarrier_arrive(over + 1)
    else:
        arch.mbarrier_wait(over + 1, 0)
        take_over(s, x, out)  # found


@planted(WAIT, "Two stages: the wait leaves one store too many under way before the stage before is given back.",
         shape=FOUR_ROWS, want=same)  # fmt: skip
@cute.kernel
def gives_back_the_stage_before(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    first, second, full, empty = tile(), tile(), barriers(2, LANES), barriers(2)
    lane = arch.lane_idx()
    if arch.warp_idx() == 1:
        for k in range(4):
            arch.mbarrier_wait(empty + k % 2, (k // 2 + 1) % 2)
            if k % 2 == 0:
                first[lane] = x[k, lane]  # found
            else:
                second[lane] = x[k, lane]  # found
            arch.fence_proxy("async.shared", space="cta")
            arch.mbarrier_arrive(full + k % 2)
    else:
        for k in range(4):
            arch.mbarrier_wait(full + k % 2, k // 2 % 2)
            with arch.elect_one():
                if k % 2 == 0:
                    start(first, row(out, k))
                else:
                    start(second, row(out, k))
            arch.cp_async_bulk_commit_group()
            arch.cp_async_bulk_wait_group(2 if bug else 1, read=True)
            if k > 0:
                with arch.elect_one():
                    arch.mbarrier_arrive(empty + (k + 1) % 2)
        arch.cp_async_bulk_wait_group(0)


# -- other barriers --------------------------------------------------------------------------------------------------
@planted(WAIT, "The storing warp arrives at a named barrier, and waits for its store only after that.",
         shape=TWO_ROWS, want=same)  # fmt: skip
@cute.kernel
def waits_after_the_named_barrier(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = tile()
    if arch.warp_idx() == 0:
        put(s, x, 0)
        if arch.lane_idx() == 0:
            start(s, row(out, 0))
            arch.cp_async_bulk_commit_group()
        if cutlass.const_expr(not bug):
            arch.cp_async_bulk_wait_group(0, read=True)
        arch.barrier_arrive(barrier_id=1, number_of_threads=64)
        arch.cp_async_bulk_wait_group(0, read=True)
    else:
        arch.barrier(barrier_id=1, number_of_threads=64)
        take_over(s, x, out)  # found


@planted(WAIT, "Blocks of a cluster clear each other's tile; the arrival over there is of a lane that has not waited.",
         shape=TWO_ROWS, grid=2, cluster=2, block=32, want=same)  # fmt: skip
@cute.kernel
def tells_a_peer(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    rank = arch.block_idx_in_cluster()
    s, over = tile(), barriers(1)
    put(s, x, rank)
    arch.cluster_arrive()
    arch.cluster_wait()
    with arch.elect_one():
        start(s, row(out, rank))
        arch.cp_async_bulk_commit_group()
    arch.cp_async_bulk_wait_group(0, read=True)
    if arch.lane_idx() == (4 if bug else 0):
        arch.mbarrier_arrive(over, 1 - rank)
    arch.mbarrier_wait(over, 0)
    there = cute.make_tensor(arch.map_dsmem_ptr(s.iterator, 1 - rank), cute.make_layout(LANES))
    there[arch.lane_idx()] = F32(0)  # found
    arch.cluster_arrive()
    arch.cluster_wait()


@planted(WAIT, "A flag in global memory says that a row is there: its store has only been waited for with `read=True`.",
         shape=(LANES,), out=(2 * LANES + 1,), grid=2, block=32, fill=0,
         want=lambda x: np.concatenate([x, x, [1]]))  # fmt: skip
@cute.kernel
def raises_a_flag(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, flag, lane = tile(), out.iterator + 2 * LANES, arch.lane_idx()
    if arch.block_idx()[0] == 0:
        s[lane] = x[lane]
        arch.fence_proxy("async.shared", space="cta")
        arch.sync_warp()
        with arch.elect_one():
            start(s, row(out, 0))
        arch.cp_async_bulk_commit_group()
        arch.cp_async_bulk_wait_group(0, read=bug)
        arch.fence_proxy("async.global")
        with arch.elect_one():
            arch.atomic_add(flag, F32(1), sem="release", scope="gpu")
    else:
        if lane == 0:
            seen = arch.load(flag, sem="acquire", scope="gpu")
            while seen == F32(0):
                seen = arch.load(flag, sem="acquire", scope="gpu")
        arch.sync_warp()
        out[LANES + lane] = out[lane]  # found


# -- pipelines -------------------------------------------------------------------------------------------------------
@planted(WAIT, "A stage of a bulk load is stored from where it lies, and released before the store has read it.",
         shape=FOUR_ROWS, want=same)  # fmt: skip
@cute.kernel
def releases_a_loaded_stage(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, one = tile(), pipeline.CooperativeGroup(pipeline.Agent.Thread, 1)
    ring = pipeline.PipelineTmaAsync.create(num_stages=1, producer_group=one, consumer_group=one, tx_count=4 * LANES)
    load = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), F32)
    if arch.warp_idx() == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 1)
        for k in range(4):
            ring.producer_acquire(state)
            with arch.elect_one():
                cute.copy(load, row(x, k), s, mbar_ptr=ring.producer_get_barrier(state))  # found
            state.advance()
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 1)
        for k in range(4):
            ring.consumer_wait(state)
            with arch.elect_one():
                start(s, row(out, k))
                arch.cp_async_bulk_commit_group()
            if cutlass.const_expr(not bug):
                arch.cp_async_bulk_wait_group(0, read=True)
            ring.consumer_release(state)
            state.advance()
        arch.cp_async_bulk_wait_group(0)


@planted(WAIT, "A stage that threads filled is released by one lane, which is not the one that stored it.",
         shape=FOUR_ROWS, want=same)  # fmt: skip
@cute.kernel
def releases_by_another_lane(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, lane = tile(), arch.lane_idx()
    warp, one = (pipeline.CooperativeGroup(pipeline.Agent.Thread, size) for size in (LANES, 1))
    ring = pipeline.PipelineAsync.create(num_stages=1, producer_group=warp, consumer_group=one)
    if arch.warp_idx() == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 1)
        for k in range(4):
            ring.producer_acquire(state)
            s[lane] = x[k, lane]  # found
            arch.fence_proxy("async.shared", space="cta")
            ring.producer_commit(state)
            state.advance()
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 1)
        for k in range(4):
            ring.consumer_wait(state)
            with arch.elect_one():
                start(s, row(out, k))
                arch.cp_async_bulk_commit_group()
            arch.cp_async_bulk_wait_group(0, read=True)
            if lane == (9 if bug else 0):
                ring.consumer_release(state)
            state.advance()
        arch.cp_async_bulk_wait_group(0)


@planted(WAIT, "A tile goes out by its tensor map; lane 31 gives the stage back without meeting the lane that waited.",
         shape=(4 * ROWS, 32), want=same, host=storing)  # fmt: skip
@cute.kernel
def gives_back_a_mapped_tile(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s, full, empty, lane = stages(1), barriers(1, LANES), barriers(1), arch.lane_idx()
    of, to = partitioned(store, s, target)
    if arch.warp_idx() == 1:
        for k in range(4):
            arch.mbarrier_wait(empty, (k + 1) % 2)
            for r in range(ROWS):
                s[r, lane, 0] = x[k * ROWS + r, lane]  # found
            arch.fence_proxy("async.shared", space="cta")
            arch.mbarrier_arrive(full)
    else:
        for k in range(4):
            arch.mbarrier_wait(full, k % 2)
            with arch.elect_one():
                cute.copy(store, of[None, 0], to[None, k])  # found
                arch.cp_async_bulk_commit_group()
            arch.cp_async_bulk_wait_group(0, read=True)
            if cutlass.const_expr(not bug):
                arch.sync_warp()
            if lane == 31:
                arch.mbarrier_arrive(empty)
        arch.cp_async_bulk_wait_group(0)


@sums.tile(WAIT, "Sums go out through one tile of shared memory, and lane 2 says that the store has read it.", 2)
@cute.kernel
def epilogue_of_sums(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, over = sums.begin(x), barriers(1)
    s = utils.SmemAllocator().allocate_tensor(F32, cute.make_layout((sums.M, sums.N), stride=(sums.N, 1)), 128)
    store, whole = cute.make_copy_atom(cpasync.CopyBulkS2GOp(), F32), cute.make_layout(sums.M * sums.N)
    for step in cutlass.range_constexpr(2):
        if t.tidx == 0:
            tcgen05.mma("f16", 1, t.d, t.a, t.b, sums.instruction(), step > 0)
            tcgen05.commit(t.bar)
        arch.mbarrier_wait(t.bar, step)
        values = tcgen05.load("32x32b", sums.N, t.own)
        tcgen05.wait_load()
        if step > 0:
            arch.mbarrier_wait(over, step - 1)
        for j in cutlass.range_constexpr(sums.N):
            s[t.tidx, j] = values[j].bitcast(F32)  # found
        arch.fence_proxy("async.shared", space="cta")
        arch.barrier(barrier_id=1, number_of_threads=sums.M)
        if t.warp == 3:
            with arch.elect_one():
                target = cute.make_tensor(out.iterator.align(16), whole)
                cute.copy(store, cute.make_tensor(s.iterator, whole), target)  # found
            arch.cp_async_bulk_commit_group()
            arch.cp_async_bulk_wait_group(0)
            if arch.lane_idx() == (2 if bug else 0):
                arch.mbarrier_arrive(over)
    sums.give_back(t.d)
