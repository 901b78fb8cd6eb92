"""The two sides of the ring of Hopper's matrix products: copying tiles of A and B into it, and multiplying them."""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warpgroup

TURN_BARRIER = 3
"""The first of the named barriers by which warp groups that play ping-pong give each other the multipliers."""


@cute.jit
def copy_steps(pipe: Any, state: Any, maps: Any, sources: Any, stages: Any, masks: Any, steps: tuple[Any, Any]) -> Any:
    """Copies the tiles of steps `steps[0]` to `steps[1]` of K, each into the next free stage.

    Returns the state after them. **Shapes**: `sources` and `stages` are partitioned by the tensor maps of A and B:
    (tile, steps of K) and (tile, stages). `masks` say which blocks of the cluster get A and B too.
    """
    state = state.clone()
    for k in range(*steps):
        pipe.producer_acquire(state)
        full = pipe.producer_get_barrier(state)
        for source, stage, copy, mask in zip(sources, stages, maps, masks, strict=True):
            cute.copy(copy, source[None, k], stage[None, state.index], tma_bar_ptr=full, mcast_mask=mask)
        state.advance()
    return state


@cute.jit
def multiply_steps(pipe: Any, full: Any, tiled_mma: Any, acc: Any, stages: Any, steps: tuple[Any, Any]) -> Any:
    """Issues the multiplies of steps `steps[0]` to `steps[1]` of K; the last stage is still read when this returns.

    Returns the state after them, and that of the last stage, to be released after `warpgroup.wait_group(0)`.
    """
    tCrA, tCrB = stages
    full, free = full.clone(), full.clone()
    for k in range(*steps):
        pipe.consumer_wait(full)
        tiled_mma.set(warpgroup.Field.ACCUMULATE, k > steps[0])
        warpgroup.fence()
        for kk in cutlass.range_constexpr(cute.size(tCrA, [2])):
            cute.gemm(tiled_mma, acc, tCrA[None, None, kk, full.index], tCrB[None, None, kk, full.index], acc)
            tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
        warpgroup.commit_group()
        warpgroup.wait_group(1)
        if k > steps[0]:
            pipe.consumer_release(free)
        free = full.clone()
        full.advance()
    return full, free


@cute.jit
def pass_steps(pipe: Any, full: Any, steps: tuple[Any, Any]) -> Any:
    """Releases the unused stages of steps `steps[0]` to `steps[1]`, and returns the state after them."""
    full = full.clone()
    for _ in range(*steps):
        pipe.consumer_wait(full)
        pipe.consumer_release(full)
        full.advance()
    return full


@cute.jit
def take_turn(group: Any) -> None:
    """Ping-pong: waits until the other group has issued its multiplies."""
    cute.arch.barrier(barrier_id=TURN_BARRIER + group, number_of_threads=256)


@cute.jit
def signal_next_group(group: Any) -> None:
    """Ping-pong: the other group may multiply."""
    cute.arch.barrier_arrive(barrier_id=TURN_BARRIER + 1 - group, number_of_threads=256)
