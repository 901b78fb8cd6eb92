"""How a block ends a sequence of latents: its sums go into the result, or the last block adds up those of all."""

from __future__ import annotations

import math
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.decode.finish import HALF, add_parts, count_done, quad, slot_of, store_row
from cutedsl.ops.decode.latent_tiles import COLUMNS, GROUP, HALVES, LATENT, ROWS, WIDE
from cutedsl.ops.decode.schedule import share_start, team_of
from cutedsl.ops.decode.softmax import QUAD

NEIGHBOURS: Final = 12
"""Blocks that share a sequence and whose parts one of them adds up before the last block adds up these sums."""

_QUADS: Final = {2: 8, 4: 4, NEIGHBOURS: 2}
"""How many parts are loaded at a time, and of each how many times four columns: the registers are those of the sums.

As few parts as there are, since the others would be loaded in vain.
"""

CLOSERS: Final = 1, HALVES * GROUP
"""The named barrier of the threads that have a block's sums, which are its first ones: its number, their count."""


@cute.jit
def store_nothing(mO: Any, mLSE: Any, batch: Any, rows: Any) -> None:
    """The results of a sequence without keys."""
    tidx, _, _ = cute.arch.thread_idx()
    _, count, group = rows
    for at in range(tidx, count * LATENT, CLOSERS[1]):
        mO[batch, at // LATENT // group, at // LATENT % group, at % LATENT] = mO.element_type(0.0)
    if cutlass.const_expr(mLSE is not None):
        for at in range(tidx, count, CLOSERS[1]):
            mLSE[batch, at % group, at // group] = -cutlass.Float32.inf


@cute.jit
def close_rows(results: Any, shared: Any, own: Any, place: Any, rows: Any, shares: Any) -> None:
    """All closers: what this block has of a sequence goes into the result, or where blocks share it, to its slot.

    Each group has its columns of all rows, and maxima and totals of a thread's two rows.
    """
    mO, mLSE = results
    workspace, _, _ = shared
    output, highest, total = own
    batch, wg, row = place
    first_row, count, group = rows
    first, last, unit, stop_unit, _, blocks, block = shares
    row_group = first_row // ROWS
    lane = cute.arch.lane_idx()
    alone = (first >= unit) & (last <= stop_unit)
    slot = 2 * (row_group * blocks)
    values, stats = slot_of(workspace, slot + 2 * block + cutlass.select_(first < unit, 0, 1), WIDE)
    for r in cutlass.range_constexpr(2):
        line = row + HALF * r
        at = first_row + line
        whole = total[r]
        base = cutlass.select_(highest[r] == -cutlass.Float32.inf, 0.0, highest[r])
        if at < count:
            column = cute.assume(wg * COLUMNS + lane % QUAD * 2, divby=2)
            if alone:
                inverse = cutlass.select_(whole == 0.0, 0.0, 1.0 / whole)
                to = mO[batch, at // group, at % group, None].iterator + column
                for tile in cutlass.range_constexpr(COLUMNS // 8):
                    pair = cute.make_tensor(output.iterator + (2 * r + 4 * tile), cute.make_layout(2))
                    both = (pair.load() * inverse).to(mO.element_type)
                    cute.make_tensor(to + 8 * tile, cute.make_layout(2)).store(both)
            else:
                to = values[line, None].iterator + column
                for tile in cutlass.range_constexpr(COLUMNS // 8):
                    pair = cute.make_tensor(output.iterator + (2 * r + 4 * tile), cute.make_layout(2))
                    cute.autovec_copy(pair, cute.make_tensor(to + 8 * tile, cute.make_layout(2)))
            if (wg == 0) & (lane % QUAD == 0):
                if alone:
                    if cutlass.const_expr(mLSE is not None):
                        mLSE[batch, at % group, at // group] = cutlass.select_(
                            whole == 0.0, -cutlass.Float32.inf, base * math.log(2.0) + cute.math.log(whole)
                        )
                else:
                    stats[0, line], stats[1, line] = highest[r], whole
    if not alone:
        join_blocks(results, shared, batch, rows, shares)


@cute.jit
def join_blocks(results: Any, shared: Any, batch: Any, rows: Any, shares: Any) -> None:
    """All closers: the last block of each few that share a sequence adds up their slots, the last of these all.

    Rows of 512 columns are much to read for one block, where all blocks share one sequence.
    """
    mO, _ = results
    workspace, flags, ended = shared
    first_row, _, _ = rows
    first, last, unit, stop_unit, every, blocks, block = shares
    row_group, row_groups = first_row // ROWS, cute.arch.grid_dim()[1]
    near, far = (team_of(at, every, blocks) for at in (first, last - 1))
    few = (block - near) // NEIGHBOURS
    few_first = near + few * NEIGHBOURS
    few_last = cutlass.min(few_first + NEIGHBOURS - 1, far)
    begin, end = cutlass.max(first, share_start(few_first, every, blocks)), share_start(few_last + 1, every, blocks)
    units = cutlass.min(last, end) - begin
    pair = batch * row_groups + row_group
    own = flags.iterator + (mO.shape[0] * row_groups + pair * groups_of(blocks) + few)
    done = count_done(own, cutlass.min(last, stop_unit) - cutlass.max(first, unit), units, ended, CLOSERS)
    parts = (2 * (row_group * blocks + few_first), 2, few_last - few_first + 1, cutlass.select_(few == 0, 1, 0))
    if done & (far - near >= NEIGHBOURS):
        merged = 2 * (row_groups + row_group) * blocks
        own_slot = merged + 2 * few_first + cutlass.select_(few == 0, 1, 0)
        join_rows(results, workspace, parts, own_slot, batch, rows, False, NEIGHBOURS)
        done = count_done(flags.iterator + pair, units, last - first, ended, CLOSERS)
        parts = (merged + 2 * near, 2 * NEIGHBOURS, (far - near) // NEIGHBOURS + 1, 1)
    if done:
        few, some, _ = _QUADS
        if parts[2] <= few:
            join_rows(results, workspace, parts, 0, batch, rows, True, few)
        elif parts[2] <= some:
            join_rows(results, workspace, parts, 0, batch, rows, True, some)
        else:
            join_rows(results, workspace, parts, 0, batch, rows, True, NEIGHBOURS)


def groups_of(blocks: Any) -> Any:
    """Upper limit on the groups of neighbours that share a sequence."""
    return (blocks + NEIGHBOURS - 1) // NEIGHBOURS


@cute.jit
def join_rows(
    results: Any, workspace: Any, parts: Any, slot: Any, batch: Any, rows: Any, ends: cutlass.Constexpr,
    ahead: cutlass.Constexpr[int],
) -> None:  # fmt: skip
    """Adds up slots, `ahead` at a time, into the result if this `ends` the sequence, else into another slot.

    The time is that of the loads' latency, item after item. So an item is of several quads.
    """
    mO, mLSE = results
    first_row, count, group = rows
    each = cutlass.const_expr(_QUADS[ahead])
    items = LATENT // 4 // each
    for item in range(cute.arch.thread_idx()[0], cutlass.min(count - first_row, ROWS) * items, CLOSERS[1]):
        line = item // items
        columns = [item % items * 4 + k * (LATENT // each) for k in range(each)]
        joined, top, whole = add_parts(workspace, parts, line, columns, WIDE, ahead)
        for k in cutlass.range_constexpr(each):
            if cutlass.const_expr(ends):
                at = first_row + line
                place = (batch, at // group, at % group)
                store_row(mO, mLSE, None, place, joined[None, k], top, whole, columns[k], 1.0)
            else:
                values, stats = slot_of(workspace, slot, WIDE)
                cute.autovec_copy(joined[None, k], quad(values[line, None], columns[k]))
                if columns[k] == 0:
                    stats[0, line], stats[1, line] = top, whole
