"""Rows in turn: a block works on rows that lie a grid apart while the next ones are on their way into shared memory.

What is in flight then depends on shared memory, not on how many threads wait in registers; what all rows share, such as
weights, is read once a block. Each thread copies what it reads itself, so that a row's arrival needs no barrier.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import LoadCacheMode, cpasync
from cutedsl.ops.rowwise.reader import Row, open_row
from cutedsl.ops.rowwise.rows import accesses, blocks_awaited, blocks_started, flat_rows, place, policy
from cutedsl.ops.rowwise.tile import ACCESS_BYTES, RowTile

Early = Callable[[Any], Any]
"""What is requested, by a row's index, before the row is: the row's `early`."""


def nothing_early(_index: Any) -> None:
    """For rows that come alone."""


def each_row(
    tensors: tuple[Any, ...],
    tile: RowTile,
    body: Callable[[Row], None],
    fill: float = 0.0,
    early: Early = nothing_early,
    pending: bool = False,
) -> None:
    """Runs `body` on every row of this block: one, or with `most` blocks those that lie a grid apart.

    With `pending` the body is given a row in pieces before they are there, and waits for each.
    """
    blocks_started(tile)
    if tile.stages and tile.most:
        _rows_in_turn(tensors, tile, body, fill, early)
        return
    if tile.stages:
        _row_in_pieces(tensors, tile, body, fill, early, pending)
        return
    if tile.most:
        _rows_read_in_turn(tensors, tile, body, fill, early)
        return
    asked = early(place(tile)[0])
    row = open_row(tensors, tile, fill, early=asked)
    blocks_awaited(tile)
    body(row)


@cute.jit
def _rows_read_in_turn(
    tensors: Any, tile: cutlass.Constexpr[RowTile], body: cutlass.Constexpr[Callable[[Row], None]], fill: Any,
    early: cutlass.Constexpr[Early],
) -> None:  # fmt: skip
    """Rows that lie a grid apart, each read when its turn comes."""
    grid, _, _ = cute.arch.grid_dim()
    thread, _, _ = cute.arch.thread_idx()
    first, _ = place(tile)
    blocks_awaited(tile)
    own = thread // tile.threads if tile.blocks == 1 else 0
    turn = cutlass.Int32(0)
    for base in range(first - own, cute.size(flat_rows(tensors[0]), mode=[0]), grid // tile.blocks * tile.rows):
        body(open_row(tensors, tile, fill, base + own, early(base + own), turn))
        turn = 1 - turn


@cute.jit
def _row_in_pieces(
    tensors: Any, tile: cutlass.Constexpr[RowTile], body: cutlass.Constexpr[Callable[[Row], None]], fill: Any,
    early: cutlass.Constexpr[Early], pending: cutlass.Constexpr[bool],
) -> None:  # fmt: skip
    """One row, all of whose pieces come into shared memory at once and are read there as often as `body` asks."""
    index, lane = place(tile)
    flat = [flat_rows(x) for x in tensors]
    asked = early(index)
    rings = _rings(flat, tile, fill)
    for piece in cutlass.range_constexpr(tile.stages):
        _fetch(flat, rings, index, lane, piece, tile, fill, piece)
    if cutlass.const_expr(not pending):
        cute.arch.cp_async_wait_group(0)
    sources = tuple(x[(index, None)] for x in flat)
    blocks_awaited(tile)
    present = index < cute.size(flat[0], mode=[0])
    body(Row(sources, index, present, lane, tile, fill, (), tuple(rings), asked, pending=pending))


@cute.jit
def _rings(flat: Any, tile: cutlass.Constexpr[RowTile], fill: Any) -> Any:
    """This thread's slots of shared memory for each tensor, (vector, loads, stages), filled."""
    smem = utils.SmemAllocator()
    thread, _, _ = cute.arch.thread_idx()
    slots = cute.make_layout((tile.vector, tile.loads, tile.stages, tile.block), stride=_slot_strides(tile))
    rings = [smem.allocate_tensor(x.element_type, slots, ACCESS_BYTES)[(None, None, None, thread)] for x in flat]
    for ring in rings:
        ring.fill(fill)
    return rings


@cute.jit
def _rows_in_turn(
    tensors: Any, tile: cutlass.Constexpr[RowTile], body: cutlass.Constexpr[Callable[[Row], None]], fill: Any,
    early: cutlass.Constexpr[Early],
) -> None:  # fmt: skip
    """Rows that lie a grid apart, the next ones on their way into shared memory."""
    thread, _, _ = cute.arch.thread_idx()
    grid, _, _ = cute.arch.grid_dim()
    first, lane = place(tile)
    own = thread // tile.threads if tile.blocks == 1 else 0
    flat = [flat_rows(x) for x in tensors]
    rings = _rings(flat, tile, fill)
    count, step = cute.size(flat[0], mode=[0]), grid // tile.blocks * tile.rows
    for ahead in cutlass.range_constexpr(tile.stages):
        _fetch(flat, rings, first + ahead * step, lane, ahead, tile, fill)
    asked = early(first)
    blocks_awaited(tile)
    stage, turn = cutlass.Int32(0), cutlass.Int32(0)
    for base in range(first - own, count, step):
        index = base + own
        cute.arch.cp_async_wait_group(tile.stages - 1)
        values = tuple(ring[(None, None, stage)].load().to(cutlass.Float32) for ring in rings)
        _fetch(flat, rings, index + tile.stages * step, lane, stage, tile, fill)
        known, asked = asked, early(index + step)
        sources = tuple(x[(index, None)] for x in flat)
        body(Row(sources, index, index < count, lane, tile, fill, values, early=known, turn=turn))
        turn = 1 - turn
        stage = stage + 1 if stage < tile.stages - 1 else 0


def _slot_strides(tile: RowTile) -> tuple[int, int, int, int]:
    """Neighbouring threads have neighbouring accesses, which keeps to all banks alike."""
    access = tile.vector * tile.block
    return 1, access, access * tile.loads, tile.vector


@cute.jit
def _fetch(
    flat: Any, rings: Any, index: Any, lane: Any, stage: Any, tile: cutlass.Constexpr[RowTile], fill: Any,
    piece: Any = 0,
) -> None:  # fmt: skip
    """Starts the copies of this thread's part of a row's piece, as one group; past the last row it is `fill`."""
    for k in cutlass.range_constexpr(len(flat)):
        x = flat[k]
        bits = tile.vector * x.element_type.width
        atom = cute.make_copy_atom(cpasync.CopyG2SOp(LoadCacheMode.GLOBAL), x.element_type, num_bits_per_copy=bits)
        if index < cute.size(x, mode=[0]):
            divided, count = accesses(x[(index, None)], True, tile)
            for load in cutlass.range_constexpr(tile.loads):
                at = (piece * tile.loads + load) * tile.lanes + lane
                if at < count:
                    cute.copy(atom, divided[(None, at)], rings[k][(None, load, stage)], **policy(tile.leaves))
        elif cutlass.const_expr(tile.rows > 1):  # the block's other rows go on, and sums over rows take this one too
            rings[k][(None, None, stage)].fill(fill)
    cute.arch.cp_async_commit_group()
