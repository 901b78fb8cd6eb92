"""The turns in which warp groups of attention hand multiplies to the matrix units."""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.attention_forward.tiles import WARP_GROUP, AttentionTiles

_TURN: Final = 1
"""The named barrier of group 0's turns; those of the others follow."""


def take_turn(wg: Any, tiles: AttentionTiles) -> None:
    """Waits until the group before has handed on the turn."""
    if tiles.turns:
        cute.arch.barrier(barrier_id=_TURN + wg, number_of_threads=2 * WARP_GROUP)


def end_turn(wg: Any, tiles: AttentionTiles) -> None:
    """Lets the next group have its turn."""
    if tiles.turns:
        cute.arch.barrier_arrive(barrier_id=_TURN + (wg + 1) % tiles.consumers, number_of_threads=2 * WARP_GROUP)


def has_queries(first_row: Any, rows: Any, tiles: AttentionTiles) -> Any:
    """Whether the group whose queries begin at `first_row` of `rows` multiplies, where one without queries does not."""
    return (first_row >= 0) & (first_row < rows) if tiles.passes_over else True


@cute.jit
def pass_over(
    pipes: tuple[Any, Any, Any], states: tuple[Any, Any, Any], count: Any, wg: Any, tiles: cutlass.Constexpr
) -> tuple[Any, Any, Any]:
    """What a group without queries does at a tile: it frees what it does not read, and lets the others have its turns.

    `pipes` and `states` are of queries, keys and values, `count` the tiles of keys; the states after them are returned.
    """
    pipe_q, pipe_k, pipe_v = pipes
    q_at, k_at, v_at = states
    if count > 0:
        pipe_q.consumer_wait(q_at)
        pipe_q.consumer_release(q_at)
        q_at.phase = q_at.phase ^ 1
    for _ in range(count):
        pipe_k.consumer_wait(k_at)
        pipe_k.consumer_release(k_at)
        k_at.advance()
        take_turn(wg, tiles)
        end_turn(wg, tiles)
        pipe_v.consumer_wait(v_at)
        pipe_v.consumer_release(v_at)
        v_at.advance()
    return q_at, k_at, v_at
