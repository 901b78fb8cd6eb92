"""Sums over all rows, of which each block has a part: over the rows of a block at its end, then over the blocks.

Floor for P parts of C columns: 4*P*C bytes, which the second-level cache still has. The launches dominate: each takes
two microseconds on an H200. So one block of each multiprocessor makes a part, and one launch adds up the parts of all
sums.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.arrays import View, empty
from cutedsl.ops.programs import launch
from cutedsl.ops.reduction.fold_modes import fold_modes, kept_modes, reshaped
from cutedsl.ops.reduction.folds import SUM
from cutedsl.ops.rowwise.reader import thread_slots
from cutedsl.ops.rowwise.rows import add, fold, place, store
from cutedsl.ops.rowwise.tile import ACCESS_BYTES, TURN_ELEMENTS, TURN_THREADS, RowTile, vector_of

_MOST_PARTS: Final = 1024
"""Beyond so many, a part for each row perhaps, parts of the parts are added up first."""
_LANES: Final = 8
"""Threads of a block for one row of parts: more blocks with fewer columns each. With 32, the gradients of 16384x1024
take 35.5 us instead of 33.9."""
_TOGETHER: Final = 32
"""Parts that a block reads at a time: of 256 threads, which find registers beside a block that makes parts."""
_LOADS: Final = 5
"""Parts that a thread asks for before it uses the first. They cover those of 160 multiprocessors."""
_REGISTERS_BESIDE: Final = 112
"""Of each of the 512 threads of a block that makes parts. A block that adds parts up then waits beside it: 0.872 and
0.846 of a copy's speed instead of 0.857 and 0.837 (RMS norm and layer norm of 16384x1024)."""
_MOST_BESIDE: Final = 128
"""Threads of a row up to which this gains something; of 16384x4096 layer norm has 0.904 instead of 0.922."""


def parts_of(like: View, source: View, tile: RowTile) -> View:
    """An array for the parts of a sum over rows: one for each block, or for each row that is not held."""
    rows = math.prod(source.shape[:-1])
    blocks = min(-(-rows // tile.rows), tile.most // tile.blocks) if tile.most else rows
    return empty(like, (blocks, source.shape[-1]), "float32")


def registers_beside(tile: RowTile) -> int:
    """The most registers of a thread where one block on a multiprocessor makes parts and another, which adds them up,
    is to start beside it; 0, no bound, where several make parts or rows are long."""
    short = tile.threads <= _MOST_BESIDE and tile.loads * tile.vector <= TURN_ELEMENTS
    alone = tile.held and tile.block == TURN_THREADS and short
    return _REGISTERS_BESIDE if alone else 0


@cute.jit
def write_parts(totals: Any, targets: Any, tile: cutlass.Constexpr[RowTile]) -> None:
    """Writes each of the threads' `totals` (vector, loads), added up over the rows of the block, into its row of a
    target (parts, columns); a target may be None.

    All threads of the block add: those of its first row alone took a microsecond.
    """
    index, lane = place(tile)
    wanted = [(total, target) for total, target in zip(totals, targets, strict=True) if target is not None]
    if cutlass.const_expr(tile.rows == 1):
        for total, target in wanted:
            store(total.load(), target[(index, None)], True, lane, tile)
    elif cutlass.const_expr(len(wanted) > 0):
        thread, _, _ = cute.arch.thread_idx()
        given = [thread_slots(cutlass.Float32, tile) for _ in wanted]
        for (total, _), slots in zip(wanted, given, strict=True):
            slots[(None, None, thread)].store(total.load())
        cute.arch.sync_threads()
        for (_, target), slots in zip(wanted, given, strict=True):
            _write_sums(slots, target[(index // tile.rows, None)], thread, tile)


@cute.jit
def _write_sums(slots: Any, target: Any, thread: Any, tile: cutlass.Constexpr[RowTile]) -> None:
    """Writes the sums over the rows of a block, whose `thread_slots` are full."""
    width, line = 4 if tile.vector % 4 == 0 else 1, tile.threads * tile.vector
    layout = cute.make_layout(
        (width, (line // width, tile.loads), tile.rows), stride=(1, (width, tile.vector * tile.block), line)
    )
    columns = cute.make_tensor(slots.iterator, layout)
    out = cute.zipped_divide(target, (width,))
    for turn in cutlass.range_constexpr(-(-tile.columns // (width * tile.block))):
        at = turn * tile.block + thread
        if at < cute.size(target) // width:
            total = columns[(None, at, 0)].load()
            for row in cutlass.range(1, tile.rows, unroll_full=True):
                total = total + columns[(None, at, row)].load()
            out[(None, at)].store(total)


@cute.kernel
def add_parts_kernel(
    first: cute.Tensor, second: Any, first_sum: cute.Tensor, second_sum: Any, tile: cutlass.Constexpr[RowTile]
):
    """The columns of one sum that a block has, whose parts are the rows: `tile.rows` of them at a time."""
    cute.arch.griddepcontrol_wait()
    _, number, _ = cute.arch.block_idx()
    if number == 0:
        add_parts_of(first, first_sum, tile)
    elif cutlass.const_expr(second is not None):
        add_parts_of(second, second_sum, tile)


@cute.jit
def add_parts_of(parts: Any, total: Any, tile: cutlass.Constexpr[RowTile]) -> None:
    """This block's columns of one sum."""
    vector, lanes, together, warps = tile.vector, tile.threads, tile.rows, tile.block // 32
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    rows, columns = parts.shape
    own = cutlass.min(block * lanes + lane % lanes, columns // vector - 1)  # past the last column, its values again
    source = cute.zipped_divide(parts, (1, vector))[((0, None), (None, own))]
    mine = cute.make_rmem_tensor(vector, cutlass.Float32)
    mine.fill(0.0)
    held = cute.make_rmem_tensor((vector, tile.loads), cutlass.Float32)
    for first in range(thread // lanes, rows, together * tile.loads):
        for k in cutlass.range_constexpr(tile.loads):
            held[None, k].store(source[(None, cutlass.min(first + k * together, rows - 1))].load())
        for k in cutlass.range_constexpr(tile.loads):
            for j in cutlass.range_constexpr(vector):
                mine[j] = mine[j] + cutlass.select_(first + k * together < rows, held[j, k], 0.0)
    for apart in (lanes << i for i in reversed(range((32 // lanes).bit_length() - 1))):
        for j in cutlass.range_constexpr(vector):
            mine[j] = mine[j] + cute.arch.shuffle_sync_bfly(mine[j], apart)
    slots = utils.SmemAllocator().allocate_tensor(
        cutlass.Float32, cute.make_layout((vector, lanes, warps), stride=(1, vector, lanes * vector)), ACCESS_BYTES
    )
    if lane < lanes:
        slots[(None, lane, warp)].store(mine.load())
    cute.arch.sync_threads()
    found = cute.make_tensor(slots.iterator, cute.make_layout((lanes * vector, warps)))
    at = block * lanes * vector + thread
    if thread < lanes * vector and at < columns:
        of_warps = cute.make_rmem_tensor(warps, cutlass.Float32)
        for w in cutlass.range_constexpr(warps):
            of_warps[w] = found[thread, w]
        total[at] = fold(of_warps.load(), add).to(total.element_type)


@cute.jit
def add_parts(
    first: cute.Tensor, second: Any, first_sum: cute.Tensor, second_sum: Any, tile: cutlass.Constexpr[RowTile]
):
    """The sums over the rows of one or two arrays of parts."""
    groups = cute.ceil_div(first.shape[-1], tile.threads * tile.vector)
    add_parts_kernel(first, second, first_sum, second_sum, tile).launch(
        grid=(groups, 1 if second is None else 2, 1), block=(tile.block, 1, 1), use_pdl=True
    )


def added_up(parts: Sequence[View], sums: Sequence[View]) -> tuple[Any, ...]:
    """The arrays of `sums`, each with the sum over its parts, in its type."""
    if parts and parts[0].shape[0] <= _MOST_PARTS:
        pairs = [[*views, None][:2] for views in (parts, sums)]
        launch(add_parts, (*pairs[0], *pairs[1]), RowTile(vector_of(parts), _LANES, _TOGETHER, _LOADS, 1))
        return tuple(total.array for total in sums)
    for part, total in zip(parts, sums, strict=True):
        wide = reshaped(total, (1, *total.shape), (1, *total.strides))
        fold_modes(part, wide, kept_modes(part, wide, (0,)), part.shape[0], part.strides[0], SUM)
    return tuple(total.array for total in sums)
