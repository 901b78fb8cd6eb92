"""What kernels over rows are made of: a thread's place, its part of a row in registers, sums and extremes of a row.

A row is read once, into registers, `loads` accesses of 16 bytes a thread in flight; what the threads of a row find out
together goes through warp shuffles and one step through shared memory, of all blocks of the cluster if it has several.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.row_tile import RowTile


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
def load(
    row: Any, present: Any, lane: Any, tile: cutlass.Constexpr[RowTile], fill: cutlass.Constexpr, piece: Any = 0
) -> Any:
    """This thread's elements of a row's piece, (vector, loads): `fill` past its end and in a row not `present`."""
    held = cute.make_rmem_tensor((tile.vector, tile.loads), row.element_type)
    held.fill(fill)
    accesses = cute.zipped_divide(row, (tile.vector,))
    count = cute.size(row) // tile.vector if present else 0
    for k in cutlass.range_constexpr(tile.loads):
        at = (piece * tile.loads + k) * tile.lanes + lane
        if at < count:
            held[(None, k)].store(accesses[(None, at)].load())
    return held.load().to(cutlass.Float32)


@cute.jit
def store(values: Any, row: Any, present: Any, lane: Any, tile: cutlass.Constexpr[RowTile], piece: Any = 0) -> None:
    """Writes this thread's elements of a row's piece, (vector, loads), where the row has them."""
    accesses = cute.zipped_divide(row, (tile.vector,))
    count = cute.size(row) // tile.vector if present else 0
    for k in cutlass.range_constexpr(tile.loads):
        at = (piece * tile.loads + k) * tile.lanes + lane
        if at < count:
            accesses[(None, at)].store(values[(None, k)].to(row.element_type))


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
def across_warps(values: Any, merge: cutlass.Constexpr, tile: cutlass.Constexpr[RowTile]) -> Any:
    """Float32 numbers that each warp of a row agrees on, merged over the row's warps; every thread gets the result.

    `merge` takes and gives as many numbers as `values` has. Each call uses shared memory of its own, so that one
    barrier is enough.
    """
    if cutlass.const_expr(tile.warps == 1):
        return values
    slots = cute.make_layout((tile.warps, tile.rows, len(values)))
    parts = utils.SmemAllocator().allocate_tensor(cutlass.Float32, slots)
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    in_block = tile.threads // 32
    row = warp // in_block
    if cutlass.const_expr(tile.blocks == 1):
        if lane == 0:
            for k in cutlass.range_constexpr(len(values)):
                parts[warp % in_block, row, k] = values[k]
        cute.arch.sync_threads()
    else:
        _to_every_block(parts, values, tile)
    mine = [parts[lane % tile.warps, row, k] for k in range(len(values))]
    for first in cutlass.range_constexpr(32, tile.warps, 32):
        mine = merge(mine, [parts[lane + first, row, k] for k in range(len(values))])
    return _merged_lanes(mine, merge, min(32, tile.warps))


def _merged_lanes(values: Any, merge: Callable[[Any, Any], Any], lanes: int) -> Any:
    """The numbers of so many lanes merged, in all of them."""
    while lanes > 1:
        lanes //= 2
        values = merge(values, [cute.arch.shuffle_sync_bfly(value, lanes) for value in values])
    return values


@cute.jit
def _to_every_block(parts: Any, values: Any, tile: cutlass.Constexpr[RowTile]) -> None:
    """Lane b of each warp writes the warp's numbers into the shared memory of block b of the cluster."""
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    slot = cute.arch.block_idx_in_cluster() * (tile.threads // 32) + warp
    if lane < tile.blocks:
        for k in cutlass.range_constexpr(len(values)):
            here = parts.iterator + (slot + tile.warps * k)
            there = cute.make_tensor(cute.arch.map_dsmem_ptr(here, lane), cute.make_layout(1))
            there[0] = values[k]
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


def row_fold(values: Any, op: Callable[[Any, Any], Any], tile: RowTile) -> Any:
    """`op`, associative and commutative, over all elements that the threads of a row hold."""
    mine = warp_fold(fold(values, op), op, tile)
    return across_warps([mine], lambda a, b: [op(a[0], b[0])], tile)[0]


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
    return (cute.ceil_div(rows, tile.rows) * tile.blocks, 1, 1)


def cluster_of(tile: RowTile) -> Sequence[int] | None:
    """The cluster to launch with."""
    return (tile.blocks, 1, 1) if tile.blocks > 1 else None
