"""Barriers whose counts cannot match are found when a program is compiled; what may match is let through."""

from __future__ import annotations

from typing import Any

import numpy as np
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
        (arrivals, 48, "64 are made, which is not a multiple of it"),
        (named_by_all, 64, "96 come to it, which is not a multiple of it"),
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


def test_counts_known_at_run_time_only_are_not_checked() -> None:
    cute.compile(run_later, named_by_those_that, 1)
    cute.compile(run_later, arrivals, 7)


@cute.jit
def turns(picked: Any) -> None:
    """Warp 0 comes to barrier 1 and warp 1 arrives at a barrier that only run time picks; warp 2 at its own number."""
    warp = cute.arch.warp_idx()
    if warp == 0:
        cute.arch.barrier(barrier_id=1, number_of_threads=64)
    if warp == 1:
        cute.arch.barrier_arrive(barrier_id=picked, number_of_threads=64)
    if warp == 2:
        cute.arch.barrier_arrive(barrier_id=warp + 2, number_of_threads=64)


@cute.jit
def other_turns(picked: Any) -> None:
    """Warp 0 waits at barrier 1, the others arrive at one that their warp's number gives, which is another."""
    warp = cute.arch.warp_idx()
    if warp == 0:
        cute.arch.barrier(barrier_id=1, number_of_threads=64)
    else:
        cute.arch.barrier_arrive(barrier_id=2 + warp, number_of_threads=64)


def test_a_barrier_that_run_time_picks_may_be_any() -> None:
    cute.compile(run_later, turns, 1)


def test_a_number_that_each_warp_computes_is_known() -> None:
    with pytest.raises(DSLUserCodeError, match="named barrier 1 waits for 64 threads; only the 32 threads of warp 0"):
        cute.compile(run_later, other_turns, 1)


def test_a_named_barrier_without_a_count_takes_the_whole_block() -> None:
    @cute.kernel
    def exchange(out: cute.Tensor) -> None:
        shared = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(THREADS))
        tid, _, _ = cute.arch.thread_idx()
        shared[tid] = tid
        pipeline.sync(barrier_id=1)
        out[tid] = shared[THREADS - 1 - tid]
        cute.arch.barrier(barrier_id=2)

    @cute.jit
    def exchanged(out: cute.Tensor) -> None:
        exchange(out).launch(grid=1, block=THREADS)

    out = np.full(THREADS, -1, np.int32)
    exchanged(out)
    assert out.tolist() == list(range(THREADS))[::-1]
