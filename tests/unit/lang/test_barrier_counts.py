"""Barriers whose counts cannot match are found when a program is compiled; what may match is let through."""

from __future__ import annotations

from typing import Any

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.errors import DSLUserCodeError

THREADS = 96


@cute.jit
def ring(consumers: cutlass.Constexpr) -> None:
    """Warp 0 fills a stage, the other two warps release it."""
    group = pipeline.CooperativeGroup
    pipe = pipeline.PipelineAsync.create(
        num_stages=2,
        producer_group=group(pipeline.Agent.Thread, 32),
        consumer_group=group(pipeline.Agent.Thread, consumers),
    )
    if cute.arch.warp_idx() == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
        for _ in range(4):
            pipe.producer_acquire(state)
            pipe.producer_commit(state)
            state.advance()
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        for _ in range(4):
            pipe.consumer_wait(state)
            pipe.consumer_release(state)
            state.advance()


@cute.jit
def arrivals(count: Any) -> None:
    """Two of three warps arrive at the first of two mbarriers, one thread at the second, in a loop."""
    bar = utils.SmemAllocator().allocate_array(cutlass.Int64, 2)
    tid, _, _ = cute.arch.thread_idx()
    if tid == 0:
        cute.arch.mbarrier_init(bar, count)
        cute.arch.mbarrier_init(bar + 1, 4)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if tid >= 32:
        cute.arch.mbarrier_arrive(bar)
    if tid == 40:
        for _ in range(4):
            cute.arch.mbarrier_arrive(bar + 1)
    cute.arch.mbarrier_wait(bar, 0)


@cute.jit
def named(threads: cutlass.Constexpr) -> None:
    """Warps 0 and 1 come."""
    if cute.arch.make_warp_uniform(cute.arch.thread_idx()[0] // 32) < 2:
        cute.arch.barrier(barrier_id=1, number_of_threads=threads)


def named_by_all(threads: cutlass.Constexpr) -> None:
    cute.arch.barrier(barrier_id=2, number_of_threads=threads)


@cute.jit
def named_by_nobody(threads: cutlass.Constexpr) -> None:
    """In a branch that no thread of the block takes."""
    if cute.arch.thread_idx()[0] // 128:
        cute.arch.barrier(barrier_id=5, number_of_threads=threads)


@cute.jit
def named_by_those_that(held: Any) -> None:
    """Who comes is known at run time only."""
    if held > 0:
        cute.arch.barrier(barrier_id=1, number_of_threads=THREADS)


@cute.jit
def half_waits(threads: cutlass.Constexpr) -> None:
    """Warp 0 waits for what the others bring."""
    if cute.arch.warp_idx() == 0:
        cute.arch.barrier(barrier_id=3, number_of_threads=threads)
    else:
        cute.arch.barrier_arrive(barrier_id=3, number_of_threads=threads)


@cute.kernel
def kernel(what: cutlass.Constexpr, count: cutlass.Constexpr) -> None:
    what(count)


@cute.jit
def run(what: cutlass.Constexpr, count: cutlass.Constexpr) -> None:
    kernel(what, count).launch(grid=1, block=THREADS)


@cute.kernel
def kernel_later(what: cutlass.Constexpr, count: cutlass.Int32) -> None:
    what(count)


@cute.jit
def run_later(what: cutlass.Constexpr, count: cutlass.Int32) -> None:
    kernel_later(what, count).launch(grid=1, block=THREADS)


@pytest.mark.parametrize(
    ("what", "count", "said"),
    [
        (ring, 96, "this mbarrier counts 96 arrivals a phase; only 64 threads ever arrive there"),
        (arrivals, 65, "this mbarrier counts 65 arrivals a phase; at most 64 are ever made"),
        (arrivals, 48, "64 are made, which is no multiple of it"),
        (named_by_all, 64, "96 come to it, which is no multiple of it"),
        (named_by_all, 128, "named barrier 2 waits for 128 threads; the block has 96"),
        (half_waits, 128, "the block has 96"),
    ],
)
def test_counts_that_cannot_match(what: Any, count: int, said: str) -> None:
    with pytest.raises(DSLUserCodeError) as found:
        cute.compile(run, what, count)
    assert found.value.name == "barrier-count"
    assert said in str(found.value)
    assert "test_barrier_counts.py" in str(found.value)


@pytest.mark.parametrize(
    ("what", "count"),
    [
        (ring, 64),
        (ring, 32),
        (arrivals, 64),
        (arrivals, 32),
        (named, 64),
        (half_waits, 96),
        (named_by_all, 32),
        (named_by_nobody, 32),
    ],
)
def test_counts_that_may_match(what: Any, count: int) -> None:
    cute.compile(run, what, count)


def test_what_is_known_at_run_time_only_is_not_judged() -> None:
    cute.compile(run_later, named_by_those_that, 1)
    cute.compile(run_later, arrivals, 7)
