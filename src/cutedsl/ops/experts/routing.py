"""Brings the rows of tokens to their experts, one expert after another, and adds up what comes back.

Floor for T tokens of H elements of b bytes with k experts each: (1 + k)*T*H*b bytes moved there, and as many back, at
4.3 TB/s on an H200. How it gets there: choices are counted within blocks first, in shared memory, so that the counters
of few experts in global memory see one addition a block; a token's row is read once for all its experts.
"""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.indexed.sums_by_number import WARP
from cutedsl.ops.rowwise.rows import grid_of, load, pieces, place, store
from cutedsl.ops.rowwise.tile import RowTile

THREADS: Final = 256
EACH: Final = 4
"""Choices of a thread."""


@cute.jit
def choice_of(thread: Any, turn: int) -> Any:
    """A choice of this thread, in turn."""
    block, _, _ = cute.arch.block_idx()
    return (block * EACH + turn) * THREADS + thread


@cute.jit
def expert_of(choices: Any, at: Any, experts: Any) -> Any:
    """The expert of a choice, and whether there is such a choice and such an expert."""
    number = cutlass.Int64(-1)
    if at < cute.size(choices):
        each = choices.shape[1]
        number = choices[(at // each, at % each)].to(cutlass.Int64)
    inside = (number >= 0) & (number < experts)
    return cutlass.Int32(number if inside else cutlass.Int64(0)), inside


@cute.kernel
def count_kernel(
    choices: cute.Tensor, spots: cute.Tensor, counts: cute.Tensor, experts: cutlass.Constexpr[int]
):  # fmt: skip
    """How many choices fell on each expert, in `counts`. For each choice, in `spots`, how many of them came before."""
    thread, _, _ = cute.arch.thread_idx()
    own = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(experts), 4)
    for expert in range(thread, experts, THREADS):
        own[expert] = cutlass.Int32(0)
    cute.arch.sync_threads()
    ranks = cute.make_rmem_tensor(cute.make_layout(EACH), cutlass.Int32)
    for turn in cutlass.range_constexpr(EACH):
        expert, inside = expert_of(choices, choice_of(thread, turn), experts)
        ranks[turn] = cute.arch.atomic_add(own.iterator + expert, cutlass.Int32(1)) if inside else cutlass.Int32(0)
    cute.arch.sync_threads()
    for expert in range(thread, experts, THREADS):
        found = own[expert]
        if found > 0:
            own[expert] = cute.arch.atomic_add(counts.iterator + expert, found)
    cute.arch.sync_threads()
    for turn in cutlass.range_constexpr(EACH):
        at = choice_of(thread, turn)
        expert, inside = expert_of(choices, at, experts)
        if inside:
            spots[at] = own[expert] + ranks[turn]


@cute.jit
def starts_of(counts: Any, starts: Any, thread: Any, experts: cutlass.Constexpr[int]) -> None:
    """Where the rows of each expert begin, in shared memory: the first warp adds up the counts before."""
    each = -(-experts // WARP)
    if thread < WARP:
        total = cutlass.Int32(0)
        for k in cutlass.range_constexpr(each):
            expert = thread * each + k
            total += counts[expert] if expert < experts else cutlass.Int32(0)
        until = total
        for k in cutlass.range_constexpr(WARP.bit_length() - 1):
            before = cute.arch.shuffle_sync_up(until, 1 << k, mask_and_clamp=0)
            until += before if thread >= 1 << k else 0
        start = until - total
        for k in cutlass.range_constexpr(each):
            expert = thread * each + k
            if expert < experts:
                starts[expert] = start
                start += counts[expert]
    cute.arch.sync_threads()


@cute.kernel
def place_kernel(
    choices: cute.Tensor, spots: cute.Tensor, counts: cute.Tensor, ends: cute.Tensor, experts: cutlass.Constexpr[int]
):
    """The row of each choice among those of all experts, in `spots`; -1 for a choice of no expert."""
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    starts = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(experts), 4)
    starts_of(counts, starts, thread, experts)
    for turn in cutlass.range_constexpr(EACH):
        at = choice_of(thread, turn)
        expert, inside = expert_of(choices, at, experts)
        if at < cute.size(choices):
            spots[at] = starts[expert] + spots[at] if inside else cutlass.Int32(-1)
    if block == 0:
        for expert in range(thread, experts, THREADS):
            ends[expert] = starts[expert] + counts[expert]


@cute.kernel
def bring_kernel(
    x: cute.Tensor, spots: cute.Tensor, counts: cute.Tensor, rows: cute.Tensor, each: cutlass.Constexpr[int],
    tile: cutlass.Constexpr[RowTile],
):  # fmt: skip
    """A token's row to its place among each of its experts' rows. Counts are 0 for the next launch."""
    token, lane = place(tile)
    present = token < x.shape[0]
    number = cutlass.min(token, x.shape[0] - 1)
    source = x[(number, None)]
    to = [spots[number * each + k] for k in range(each)]
    for piece in range(pieces(source, tile)):
        values = load(source, present, lane, tile, 0.0, piece)
        for k in cutlass.range_constexpr(each):
            target = rows[(cutlass.max(to[k], 0), None)]
            store(values, target, present & (to[k] >= 0), lane, tile, piece)
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    if block == 0:
        for expert in range(thread, counts.shape[0], tile.block):
            counts[expert] = cutlass.Int32(0)


@cute.jit
def route(
    choices: cute.Tensor, x: cute.Tensor, rows: cute.Tensor, spots: cute.Tensor, ends: cute.Tensor,
    counts: cute.Tensor, tile: cutlass.Constexpr[RowTile], experts: cutlass.Constexpr[int],
    each: cutlass.Constexpr[int],
):  # fmt: skip
    """The rows of `x` to those of their experts, whose places are in `spots` and `ends`. `counts` stay 0."""
    blocks = cute.ceil_div(cute.size(choices), THREADS * EACH)
    count_kernel(choices, spots, counts, experts).launch(grid=(blocks, 1, 1), block=(THREADS, 1, 1))
    place_kernel(choices, spots, counts, ends, experts).launch(grid=(blocks, 1, 1), block=(THREADS, 1, 1))
    bring_kernel(x, spots, counts, rows, each, tile).launch(grid=grid_of(x.shape[0], tile), block=(tile.block, 1, 1))


@cute.kernel
def collect_kernel(
    rows: cute.Tensor, weights: cute.Tensor, spots: cute.Tensor, out: cute.Tensor, tile: cutlass.Constexpr[RowTile]
):
    """The sum of a token's rows, each times its weight, in the order of its choices."""
    token, lane = place(tile)
    present = token < out.shape[0]
    number = cutlass.min(token, out.shape[0] - 1)
    target = out[(number, None)]
    each: Any = cute.size(weights, mode=[1])
    for piece in range(pieces(target, tile)):
        total = cute.make_rmem_tensor((tile.vector, tile.loads), cutlass.Float32)
        total.fill(0.0)
        for k in range(each):
            spot = spots[number * each + k]
            row = rows[(cutlass.max(spot, 0), None)]
            values = load(row, present & (spot >= 0), lane, tile, 0.0, piece)
            total.store(total.load() + values * weights[(number, k)].to(cutlass.Float32))
        store(total.load(), target, present, lane, tile, piece)


@cute.jit
def collect(
    rows: cute.Tensor, weights: cute.Tensor, spots: cute.Tensor, out: cute.Tensor, tile: cutlass.Constexpr[RowTile]
):
    """`out[t] = sum of weights[t, k] * rows[spots[t, k]]`."""
    collect_kernel(rows, weights, spots, out, tile).launch(grid=grid_of(out.shape[0], tile), block=(tile.block, 1, 1))
