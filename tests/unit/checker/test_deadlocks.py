"""The report of a deadlock: who waits for which phase of what, what has come there, and where the others stopped."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.checker import Finding, check, checking
from tests.unit.checker.lines import line_of
from tests.unit.checker.planted.suite import CASES


@cute.jit
def _launch(kernel: cutlass.Constexpr, out: cute.Tensor, block: cutlass.Constexpr, cluster: cutlass.Constexpr):
    kernel(out).launch(grid=(cluster, 1, 1), block=(block, 1, 1), cluster=(cluster, 1, 1))


def _stuck(kernel: Any, block: int = 96, cluster: int = 1) -> Finding:
    (finding,) = check(_launch, kernel, np.zeros(256, np.float32), block, cluster).findings
    return finding


def _said(finding: Finding) -> list[tuple[int, str]]:
    return [(place.span.line, place.what) for place in finding.places if place.span is not None]


@cute.kernel
def _one_never_arrives(out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(tidx // 32)
    bars = utils.SmemAllocator().allocate_array(cutlass.Int64, 2)
    if tidx == 0:
        cute.arch.mbarrier_init(bars + 1, 64)
    cute.arch.sync_threads()
    if warp == 0:
        cute.arch.mbarrier_arrive(bars + 1)
        cute.arch.mbarrier_wait(bars + 1, 0)
    elif warp == 2:
        out[tidx] = 1.0


def test_an_mbarrier_says_what_came_and_where_the_others_ended() -> None:
    finding = _stuck(_one_never_arrives)
    assert finding.kind == "deadlock"
    assert (finding.tensor, finding.coord) == ("bars", "1")
    wait = "warp 0 waits here for phase 0 of mbarrier 1 of `bars`: 32 of 64 arrivals have come"
    assert finding.message == f"in block (0, 0, 0) 1 warp is waiting and none can make progress; {wait}"
    assert _said(finding) == [
        (line_of(_one_never_arrives, "mbarrier_wait"), wait),
        (line_of(_one_never_arrives, "mbarrier_arrive"), "warp 0 arrived here in this phase"),
        (line_of(_one_never_arrives, "sync_threads"), "warp 1 ended after this"),
        (line_of(_one_never_arrives, "out[tidx]"), "warp 2 ended after this"),
    ]


@cute.kernel
def _second_round(out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(tidx // 32)
    bar = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.mbarrier_arrive(bar)
    if warp == 1:
        for phase in cutlass.range(2):
            cute.arch.mbarrier_wait(bar, phase)


def test_where_nothing_came_in_a_phase_the_last_arrival_before_is_shown() -> None:
    said = _said(_stuck(_second_round, 64))
    assert said[0][1] == "warp 1 waits here for phase 1 of mbarrier 0 of `bar`: 0 of 1 arrivals have come"
    assert said[1] == (line_of(_second_round, "mbarrier_arrive"), "warp 0 arrived here in phase 0, the last before")
    assert said[2] == (line_of(_second_round, "mbarrier_arrive"), "warp 0 ended after this")


@cute.kernel
def _first_wait_at_the_wrong_parity(out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    full = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(full, 1)
    cute.arch.sync_threads()
    if tidx == 64:
        cute.arch.mbarrier_arrive(full)
    elif tidx < 32:
        cute.arch.mbarrier_wait(full, 1)


def test_a_wait_for_the_phase_after_the_last_is_told_by_its_parity() -> None:
    fix = _stuck(_first_wait_at_the_wrong_parity).fix
    assert fix.startswith("Phase 0 of it has ended, and nothing has come to phase 1, which this waits for: check")


@cute.kernel
def _arrives_and_never_waits(out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    for _ in range(4):
        if tidx < 64:
            cute.arch.barrier_arrive(barrier_id=1, number_of_threads=128)
        else:
            cute.arch.barrier(barrier_id=1, number_of_threads=128)


def test_arrivals_that_nobody_waits_for_lack_an_answer() -> None:
    found = check(_launch, _arrives_and_never_waits, np.zeros(256, np.float32), 128, 1).findings
    arrivals = [
        one for one in found if {span.line for span in one.spans} == {line_of(_arrives_and_never_waits, "arrive(")}
    ]
    assert [one.kind for one in arrivals] == ["barrier-shared"]
    assert arrivals[0].fix.startswith("Let a group that arrives wait for the others' answer")


@cute.kernel
def _named(out: cute.Tensor):
    warp = cute.arch.warp_idx()
    if warp != 2:
        cute.arch.barrier(barrier_id=3, number_of_threads=96)
    out[cute.arch.thread_idx()[0]] = 1.0


def test_a_named_barrier_says_how_many_warps_came() -> None:
    said = _said(_stuck(_named))
    assert said[0][1] == "warps 0, 1 wait here at barrier 3: 2 of 3 warps have come"
    assert said[-1] == (line_of(_named, "out["), "warp 2 ended after this")


@cute.kernel
def _rank_stays_away(out: cute.Tensor):
    rank = cute.arch.block_idx_in_cluster()
    bar = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if rank == 1:
        cute.arch.mbarrier_wait(bar, 0)


@cute.kernel
def _waits_without_arriving(out: cute.Tensor):
    cute.arch.cluster_wait()


def test_a_wait_for_the_cluster_needs_an_arrival_of_its_own() -> None:
    finding = _stuck(_waits_without_arriving, 32, 2)
    both = "warp 0 of block (0, 0, 0) and warp 0 of block (1, 0, 0)"
    wait = "wait here for the cluster's barrier, without an arrival of their own since the last wait"
    assert _said(finding) == [(line_of(_waits_without_arriving, "cluster_wait"), f"{both} {wait}")]


def test_warps_of_a_cluster_are_told_with_their_blocks() -> None:
    finding = _stuck(_rank_stays_away, 32, 2)
    wait = "warp 0 of block (1, 0, 0) waits here for phase 0 of mbarrier 0 of `bar`: 0 of 1 arrivals have come"
    assert finding.message == f"in block (1, 0, 0) 1 warp is waiting and none can make progress; {wait}"
    assert _said(finding)[-1] == (
        line_of(_rank_stays_away, "cluster_wait"),
        "warp 0 of block (0, 0, 0) ended after this",
    )


@cute.struct
class _Room:
    bars: cute.struct.MemRange[cutlass.Int64, 4]
    tile: cute.struct.MemRange[cutlass.Float32, 64]


def _tile_of(room: Any) -> Any:
    return room.tile.get_tensor(cute.make_layout(64))


def _pipe_of(room: Any) -> Any:
    return pipeline.PipelineAsync.create(
        barrier_storage=room.bars.data_ptr(),
        num_stages=2,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 32),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 64),
    )


@cute.kernel
def _half_a_release(out: cute.Tensor):
    lane = cute.arch.lane_idx()
    room = utils.SmemAllocator().allocate(_Room)
    tile = _tile_of(room)
    pipe = _pipe_of(room)
    if cute.arch.warp_idx() == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
        for _ in range(3):
            pipe.producer_acquire(state)
            tile[32 * state.index + lane] = 1.0
            pipe.producer_commit(state)
            state.advance()
    elif cute.arch.warp_idx() == 1:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        for _ in range(3):
            pipe.consumer_wait(state)
            out[lane] = tile[32 * state.index + lane]
            pipe.consumer_release(state)
            state.advance()


@cute.kernel
def _nothing_comes(out: cute.Tensor):
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread, 32)
    ring = pipeline.PipelineAsync.create(num_stages=2, producer_group=group, consumer_group=group)
    if cute.arch.warp_idx() == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        state.advance()
        ring.consumer_wait(state)


def test_a_pipeline_of_the_kernel_is_told_by_its_variable() -> None:
    assert "phase 0 of stage 1's full mbarrier of `ring`" in _stuck(_nothing_comes).message


def test_a_pipeline_is_told_by_its_name_and_its_stages() -> None:
    found = _stuck(_half_a_release)
    assert "phase 0 of stage 0's empty mbarrier of `pipe`: 32 of 64 arrivals have come" in found.message
    assert any("phase 1 of stage 0's full mbarrier of `pipe`" in text for _, text in _said(found))
    assert "initialise it for 32" in found.fix


@cute.kernel
def _no_barrier(out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    tile = _tile_of(utils.SmemAllocator().allocate(_Room))
    if tidx < 64:
        tile[tidx] = 1.0
        out[tidx] = tile[63 - tidx]


def test_a_field_of_a_struct_is_told_by_its_name() -> None:
    found = check(_launch, _no_barrier, np.zeros(64, np.float32), 64, 1).findings
    assert {one.tensor for one in found} == {"tile"}


@cute.kernel
def _field_of_a_helper(out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    room = utils.SmemAllocator().allocate(_Room)
    _tile_of(room)[tidx] = 1.0
    out[tidx] = _tile_of(room)[63 - tidx]


def test_a_field_without_a_variable_is_told_with_its_struct() -> None:
    found = check(_launch, _field_of_a_helper, np.zeros(64, np.float32), 64, 1).findings
    assert {one.tensor for one in found} == {"_Room.tile"}


@cute.struct
class Rings:
    full: cute.struct.MemRange[cutlass.Int64, 2]


@cute.kernel
def one_arrival_of_two(how: cutlass.Constexpr):
    storage = cutlass.utils.SmemAllocator().allocate(Rings)
    ready = storage.full.data_ptr()
    if cute.arch.lane_idx() == 0:
        cute.arch.mbarrier_init(ready + 1, 2)
    cute.arch.sync_warp()
    if cute.arch.lane_idx() == 0:
        cute.arch.mbarrier_arrive(ready + 1)
    if cutlass.const_expr(how == "loop"):
        while not cute.arch.mbarrier_try_wait(ready + 1, 0):
            pass
    elif cutlass.const_expr(how == "loop that asks at its end"):
        done = cute.arch.mbarrier_try_wait(ready + 1, 0)
        while not done:
            done = cute.arch.mbarrier_try_wait(ready + 1, 0)
    else:
        cute.arch.mbarrier_wait(ready + 1, 0)


@pytest.mark.parametrize("how", ["wait", "loop", "loop that asks at its end"])
def test_a_loop_that_asks_names_its_mbarrier(how: str) -> None:
    @cute.jit
    def host():
        one_arrival_of_two(how).launch(grid=1, block=32)

    (found,) = check(host).findings
    assert found.kind == "deadlock"
    assert "phase 0 of mbarrier 1 of `ready`: 1 of 2 arrivals have come" in found.message
    assert "arrived here in this phase" in found.places[1].what


def test_arrivals_that_each_end_a_phase_are_the_place() -> None:
    case = next(one for one in CASES if one.name == "one_counted_two_warps_arrive")
    with checking() as report:
        case.run(True)
    (found,) = report.findings
    assert found.places[0].what == "warps 0, 1 each ended a phase of mbarrier 0 of `bars` here"
    assert found.fix == "It counts one arrival a phase, and 2 come by one line: initialise it for 2."
