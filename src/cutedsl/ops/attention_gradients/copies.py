"""What the copying warps of attention's backward pass do: one fills shared memory, one adds to the queries' sums."""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline
from cutedsl.cute.nvgpu import cpasync
from cutedsl.ops.attention_forward.copies import parts
from cutedsl.ops.attention_gradients.places import turn_of
from cutedsl.ops.attention_gradients.queue import states, take
from cutedsl.ops.attention_gradients.rows import lane_sums

FULL: Final = 2
"""The named barrier where warp group 0 has handed on its sums; the next groups' follow."""

EMPTY: Final = 5
"""The named barrier where warp group 0 may hand on sums again."""

_HANDED: Final = 128 + 32
_STORE: Final = "cp.async.bulk.global.shared::cta.bulk_group [{$r0}], [{$r1}], {$r2};"
_ADD: Final = "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [{$r0}], [{$r1}], {$r2};"


@cute.jit
def copy_tiles(keys: Any, queries: Any, stats: Any, queue: Any, taken: Any, plan: Any):
    """Takes tiles of keys while there are any and copies: keys and values, then queries and the result's gradient,
    each with a number for each row.

    `keys` and `queries` are pairs of: the copy, its tensor, the memory and its ring. `stats` are pairs of the numbers
    and their memory.
    """
    tiles = plan.tiles
    M = tiles.tile_m
    once = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 1)
    state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, tiles.stages)
    told, _ = states()
    number, _, _ = cute.arch.block_idx()
    waited = False
    while number < plan.total():
        queue.tell(number, told)
        work = plan.work(number)
        has_queries = work.first < work.last if cutlass.const_expr(tiles.block is None) else plan.count(work) > 0
        if has_queries:
            for (tma, tensor, memory, pipe), size in zip(keys, (tiles.head_dim, tiles.value_dim), strict=True):
                of_head = cute.domain_offset((work.from_k, 0), tensor[None, None, work.head_k, work.slot])
                ts, tg = parts(tma, memory, cute.local_tile(of_head, (tiles.tile_n, size), (None, 0)))
                pipe.producer_acquire(once)
                cute.copy(tma, tg[None, work.n], ts[None, 0], tma_bar_ptr=pipe.producer_get_barrier(once))
            once.advance()
        if not waited:
            cute.arch.griddepcontrol_wait()
            waited = True
        if cutlass.const_expr(tiles.block is None):
            for j in range(work.first, work.last):
                m = work.queries(j)
                for h in range(work.group):
                    copy_queries(queries, stats, work, work.head_k * work.group + h, m, state, tiles)
                    state.advance()
        else:
            for h in range(work.group):
                head = work.head_k * work.group + h
                seeing = plan.seeing(work, head)
                for j in range(seeing.count):
                    m = seeing.queries(j)
                    if m * M < work.len_q:
                        copy_queries(queries, stats, work, head, m, state, tiles)
                        state.advance()
        number = take(taken)
    queue.tell(number, told)


@cute.jit
def copy_queries(queries: Any, stats: Any, work: Any, head: Any, m: Any, state: Any, tiles: cutlass.Constexpr):
    """Copies a tile of queries of a head, and of the result's gradient, each with a number for each row."""
    M = tiles.tile_m
    atom = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), cutlass.Float32)
    sizes = tiles.head_dim, tiles.value_dim
    for (tma, tensor, memory, pipe), (numbers, beside), size in zip(queries, stats, sizes, strict=True):
        of_head = cute.domain_offset((work.from_q, 0), tensor[None, None, head, work.slot])
        ts, tg = parts(tma, memory, cute.local_tile(of_head, (M, size), (None, 0)))
        pipe.producer_acquire(state)
        full = pipe.producer_get_barrier(state)
        cute.copy(tma, tg[None, m], ts[None, state.index], tma_bar_ptr=full)
        start = numbers[work.slot, head, None].iterator + cute.assume(work.row + m * M, divby=16)
        source = cute.make_tensor(start.align(16), cute.make_layout(M))
        with cute.arch.elect_one():
            cute.copy(atom, source, beside[None, state.index], mbar_ptr=full)


@cute.jit
def add_sums(sums: Any, turns: Any, memory: Any, queue: Any, plan: Any):
    """Adds the gradient of each tile of queries, group by group, to `sums` in global memory.

    If the sums are not zeroed, the first tile of keys stores and the others wait until it has; ordered, each waits for
    its turn. `turns` counts for each tile of queries.
    """
    tiles = plan.tiles
    lane = cute.arch.lane_idx()
    cute.arch.griddepcontrol_wait()
    _, heard = states()
    number = queue.hear(heard)
    while number < plan.total():
        work = plan.work(number)
        if cutlass.const_expr(tiles.block is None):
            for j in range(work.first, work.last):
                m = work.queries(j)
                turn = turn_of(work.n, m, work.len_q, work.len_k, plan.window, tiles)
                for h in range(work.group):
                    add_tile(sums, turns, memory, (work, work.head_k * work.group + h, m, turn), plan)
        else:
            for h in range(work.group):
                head = work.head_k * work.group + h
                seeing = plan.seeing(work, head)
                for j in range(seeing.count):
                    m = seeing.queries(j)
                    if m * tiles.tile_m < work.len_q:
                        add_tile(sums, turns, memory, (work, head, m, seeing.turn(j)), plan)
        number = queue.hear(heard)
    if lane == 0:
        cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def add_tile(sums: Any, turns: Any, memory: Any, place: Any, plan: Any):
    """Adds what the groups hand on for one tile of queries; `place` are the work, head, tile and turn."""
    work, head, m, turn = place
    tiles = plan.tiles
    lane = cute.arch.lane_idx()
    part = tiles.tile_m * tiles.head_dim // tiles.groups
    target = sums[work.slot, head, work.row + m * tiles.tile_m, None].iterator
    counter = turns[work.slot, head, None].iterator + (work.row // tiles.tile_m + m)
    in_turn = cutlass.const_expr(tiles.block is not None and tiles.ordered)
    if (plan.zeroed == 0) | in_turn:
        wait_for(counter, turn if tiles.ordered else cutlass.min(turn, 1))
    for g in cutlass.range_constexpr(tiles.groups):
        cute.arch.barrier(barrier_id=FULL + g, number_of_threads=_HANDED)
        if lane == 0:
            places = [
                (target + g * part).toint(),
                memory[None, g].iterator.toint(),
                cutlass.Int32(4 * part),
            ]
            if (plan.zeroed == 0) & (turn == 0):
                cute.arch.inline_ptx(_STORE, read_only_args=places)
            else:
                cute.arch.inline_ptx(_ADD, read_only_args=places)
            cute.arch.cp_async_bulk_commit_group()
    for g in cutlass.range_constexpr(tiles.groups):
        if lane == 0:
            cute.arch.cp_async_bulk_wait_group(tiles.groups - 1 - g, read=True)
        cute.arch.sync_warp()
        cute.arch.barrier_arrive(barrier_id=EMPTY + g, number_of_threads=_HANDED)
    if (plan.zeroed == 0) | in_turn:
        if (lane == 0) & (tiles.ordered | (turn == 0)):
            cute.arch.cp_async_bulk_wait_group(0)
            cute.arch.red(counter, cutlass.Int32(1), op="add", sem="release", scope="gpu")


@cute.jit
def wait_for(counter: Any, count: Any):
    """A warp waits until a counter in global memory has come to a value."""
    if cute.arch.lane_idx() == 0:
        found = cute.arch.load(counter, sem="acquire", scope="gpu")
        while found < count:
            found = cute.arch.load(counter, sem="acquire", scope="gpu")
    cute.arch.sync_warp()


@cute.jit
def hand_sums(sums: Any, memory: Any, again: Any, wg: Any, thread: Any):
    """A warp group's accumulators to its part of shared memory, for the warp that adds them."""
    if again:
        take_memory(wg)
    target = lane_sums(memory[None, wg].iterator, thread, cute.size(sums))
    cute.autovec_copy(cute.make_tensor(sums.iterator, cute.make_layout(target.shape)), target)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.barrier_arrive(barrier_id=FULL + wg, number_of_threads=_HANDED)


def take_memory(wg: Any) -> None:
    """Waits until what a warp group has handed on last is read."""
    cute.arch.barrier(barrier_id=EMPTY + wg, number_of_threads=_HANDED)
