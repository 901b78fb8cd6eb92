"""What kernels over rows are made of: a thread's place, its part of a row in registers, sums and extremes of a row.

A row is read once, into registers, `loads` accesses of 16 bytes a thread in flight; what the threads of a row find out
together goes through warp shuffles and one step through shared memory, of all blocks of the cluster if it has several.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import CopyG2ROp
from cutedsl.ops.rowwise.tile import ACCESS_BYTES, RowTile

CHAINS: Final = 4
"""Sums that a thread adds to in turn, as each waits for its last addition."""


POLICIES: Final = {"first": 0x12F0000000000000, "last": 0x14F0000000000000}
"""What PTX's `createpolicy.fractional.L2::evict_...` gives for all of memory. Source: BSD-3 `TMA::CacheHintSm90`."""


def flat_rows(x: Any) -> Any:
    """A tensor whose modes before the last are one: (rows, columns)."""
    return cute.group_modes(x, 0, cute.rank(x) - 1)


@cute.jit
def place(tile: cutlass.Constexpr[RowTile]) -> Any:
    """This thread's row, and its number among the threads of the row."""
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    if cutlass.const_expr(tile.blocks == 1):
        return block * tile.rows + thread // tile.threads, thread % tile.threads
    return block // tile.blocks, block % tile.blocks * tile.threads + thread


@cute.jit
def accesses(row: Any, present: Any, tile: cutlass.Constexpr[RowTile]) -> Any:
    """The accesses of a row as ((vector), count), and how many of them may be made."""
    divided = cute.zipped_divide(row, (tile.vector,))
    count = cute.size(row) // tile.vector
    if cutlass.const_expr(tile.rows > 1):
        count = count if present else 0
    return divided, count


@cute.jit
def load(
    row: Any, present: Any, lane: Any, tile: cutlass.Constexpr[RowTile], fill: cutlass.Constexpr, piece: Any = 0
) -> Any:
    """This thread's elements of a row's piece, (vector, loads): `fill` past its end and in a row not `present`."""
    held = cute.make_rmem_tensor((tile.vector, tile.loads), row.element_type)
    held.fill(fill)
    divided, count = accesses(row, present, tile)
    for k in cutlass.range_constexpr(tile.loads):
        at = (piece * tile.loads + k) * tile.lanes + lane
        if at < count:
            if cutlass.const_expr(tile.leaves):
                cute.copy(
                    _row_copy(row.element_type, tile), divided[(None, at)], held[(None, k)], **policy(tile.leaves)
                )
            else:
                held[(None, k)].store(divided[(None, at)].load())
    return held.load().to(cutlass.Float32)


def _row_copy(dtype: Any, tile: RowTile) -> Any:
    bits = min(8 * ACCESS_BYTES, tile.vector * dtype.width)
    return cute.make_copy_atom(CopyG2ROp(), dtype, num_bits_per_copy=bits)


def policy(leaves: str) -> dict[str, Any]:
    """The keyword of a copy from a row, by `leaves` of its tile."""
    return {"cache_policy": cutlass.Int64(POLICIES[leaves])} if leaves else {}


@cute.jit
def store(values: Any, row: Any, present: Any, lane: Any, tile: cutlass.Constexpr[RowTile], piece: Any = 0) -> None:
    """Writes this thread's elements of a row's piece, (vector, loads), where the row has them."""
    divided, count = accesses(row, present, tile)
    for k in cutlass.range_constexpr(tile.loads):
        at = (piece * tile.loads + k) * tile.lanes + lane
        if at < count:
            divided[(None, at)].store(values[(None, k)].to(row.element_type))


def pieces(row: Any, tile: RowTile) -> Any:
    """How many pieces of registers a row is read in."""
    return 1 if tile.held else cute.ceil_div(cute.size(row), tile.columns)


def fold(values: Any, op: Callable[[Any, Any], Any]) -> Any:
    """The elements of a register vector combined as a tree, which leaves few steps that wait for each other."""
    parts = [values.element(k) for k in range(values.count)]
    while len(parts) > 1:
        rest = parts[len(parts) & ~1 :]
        parts = [op(a, b) for a, b in zip(parts[::2], parts[1::2], strict=False)] + rest
    return parts[0]


def product_sum(a: Any, b: Any) -> Any:
    """The sum of the products of two register vectors' elements, one instruction each, in independent chains."""
    sums = [a.element(k) * b.element(k) for k in range(min(CHAINS, a.count))]
    for k in range(len(sums), a.count):
        sums[k % len(sums)] = cute.math.fma(a.element(k), b.element(k), sums[k % len(sums)])
    while len(sums) > 1:
        sums = [sum(sums[k + 1 : k + 2], sums[k]) for k in range(0, len(sums), 2)]
    return sums[0]


def total_of(part: Any) -> Any:
    """The sum of a register vector's elements, or for a pair of them of their products."""
    return product_sum(*part) if isinstance(part, tuple) else fold(part, add)


def total_inside(part: Any, row: Any, lane: Any, tile: RowTile, piece: Any = 0) -> Any:
    """As `total_of`, of the part's elements before the row's end."""
    count = cute.size(row) // tile.vector
    totals: list[Any] = []
    for k in range(tile.loads):
        own = tuple(x[(None, k)] for x in part) if isinstance(part, tuple) else part[(None, k)]
        at = (piece * tile.loads + k) * tile.lanes + lane
        totals.append(cutlass.select_(at < count, total_of(own), 0.0))
    return sum(totals[1:], totals[0])


def add(a: Any, b: Any) -> Any:
    """The sum."""
    return a + b


def largest(a: Any, b: Any) -> Any:
    """The larger one; NaN if one is."""
    return cute.arch.fmax(a, b, nan=True)


def warp_fold(value: Any, op: Callable[[Any, Any], Any], tile: RowTile) -> Any:
    """`op` over the threads of a row that are in this warp."""
    return cute.arch.warp_reduction(value, op, threads_in_group=min(32, tile.threads))


@cute.jit
def across_warps(values: Any, merge: cutlass.Constexpr, tile: cutlass.Constexpr[RowTile], turn: Any = 0) -> Any:
    """Numbers that each warp of a row agrees on, merged over the row's warps; every thread gets the result.

    `merge` takes and returns lists as long as `values`. Each call uses shared memory of its own, so that one barrier is
    enough; in a loop, `turn` must alternate between 0 and 1 (with `most`), or a barrier come between two runs.
    """
    if cutlass.const_expr(tile.warps == 1):
        return values
    mine, *others = warp_parts(values, tile, turn)
    for other in others:
        mine = merge(mine, other)
    return lanes_merged(mine, merge, min(32, tile.warps))


@cute.jit
def warp_parts(values: Any, tile: cutlass.Constexpr[RowTile], turn: Any = 0) -> Any:
    """Lists of numbers that each warp of a row agrees on, shared out among the lanes. A lane gets those of warp
    number `lane` (of the first one again, where the row has fewer warps), of warp `lane + 32`, and so on.
    """
    smem = utils.SmemAllocator()
    slots = cute.make_layout((tile.warps, tile.rows, tile.turns))
    parts = [smem.allocate_tensor(value.dtype, slots) for value in values]
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    in_block = tile.threads // 32
    row = warp // in_block
    if cutlass.const_expr(tile.blocks == 1):
        if lane == 0:
            for k in cutlass.range_constexpr(len(values)):
                parts[k][warp % in_block, row, turn] = values[k]
        row_synced(tile)
    else:
        _to_every_block(parts, values, tile, turn)
    return [[part[lane % tile.warps + first, row, turn] for part in parts] for first in range(0, tile.warps, 32)]


@cute.jit
def row_synced(tile: cutlass.Constexpr[RowTile]) -> None:
    """Waits for the threads of a row, which are in one block; where a block works on many in turn, its others go on.

    Rows that come alone all wait: a barrier for each took 40 us for 37 (add_rms_norm 16384x1024).
    """
    if cutlass.const_expr(tile.rows == 1 or not tile.most):
        cute.arch.sync_threads()
    else:
        own = 1 + cute.arch.make_warp_uniform(cute.arch.warp_idx()) // (tile.threads // 32)
        cute.arch.barrier(barrier_id=own, number_of_threads=tile.threads)


@cute.jit
def _to_every_block(parts: Any, values: Any, tile: cutlass.Constexpr[RowTile], turn: Any) -> None:
    """Lane b of each warp writes the warp's numbers into the shared memory of block b of the cluster."""
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    slot = cute.arch.block_idx_in_cluster() * (tile.threads // 32) + warp + turn * tile.warps
    if lane < tile.blocks:
        for k in cutlass.range_constexpr(len(values)):
            here = cute.arch.map_dsmem_ptr(parts[k].iterator + slot, lane)
            cute.make_tensor(here, cute.make_layout(1))[0] = values[k]
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


def lanes_merged(values: Any, merge: Callable[[Any, Any], Any], lanes: int) -> Any:
    """Lists of numbers merged over groups of so many lanes, for all of them."""
    step = 1
    while step < lanes:
        values = merge(values, [cute.arch.shuffle_sync_bfly(value, step) for value in values])
        step *= 2
    return values


def row_merged(values: Any, merge: Callable[[Any, Any], Any], tile: RowTile, turn: Any = 0) -> Any:
    """Each thread's list of numbers merged over the threads of a row, for all of them."""
    return across_warps(lanes_merged(values, merge, min(32, tile.threads)), merge, tile, turn)


def exchanges_over(tile: RowTile) -> None:
    """All threads of a row have what they exchanged: the same shared memory serves the next exchange."""
    if tile.blocks > 1:
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()
    elif tile.warps > 1:
        row_synced(tile)


def blocks_started(tile: RowTile) -> None:
    """Says that this block runs: others of the cluster may write into its shared memory after `blocks_awaited`."""
    if tile.blocks > 1:
        cute.arch.cluster_arrive_relaxed()


def blocks_awaited(tile: RowTile) -> None:
    """Waits until all blocks of the cluster run."""
    if tile.blocks > 1:
        cute.arch.cluster_wait()


def grid_of(rows: Any, tile: RowTile) -> Any:
    """The blocks that cover `rows` rows."""
    groups = cute.ceil_div(rows, tile.rows)
    return ((cutlass.min(groups, tile.most // tile.blocks) if tile.most else groups) * tile.blocks, 1, 1)


def cluster_of(tile: RowTile) -> Sequence[int] | None:
    """The cluster to launch with."""
    return (tile.blocks, 1, 1) if tile.blocks > 1 else None
