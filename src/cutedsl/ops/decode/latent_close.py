"""How a block ends a sequence of latents: its sums go into the result, or where blocks share it into the workspace."""

from __future__ import annotations

import math
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.decode.finish import HALF, slot_of
from cutedsl.ops.decode.latent_tiles import COLUMNS, GROUP, HALVES, LATENT, ROWS, WIDE
from cutedsl.ops.decode.softmax import QUAD

CLOSERS: Final = HALVES * GROUP
"""How many threads have a block's sums: its first ones."""


@cute.jit
def store_nothing(mO: Any, mLSE: Any, batch: Any, rows: Any) -> None:
    """The results of a sequence without keys."""
    tidx, _, _ = cute.arch.thread_idx()
    _, count, group = rows
    for at in range(tidx, count * LATENT, CLOSERS):
        mO[batch, at // LATENT // group, at // LATENT % group, at % LATENT] = mO.element_type(0.0)
    if cutlass.const_expr(mLSE is not None):
        for at in range(tidx, count, CLOSERS):
            mLSE[batch, at % group, at // group] = -cutlass.Float32.inf


@cute.jit
def close_rows(results: Any, workspace: Any, own: Any, place: Any, rows: Any, shares: Any) -> None:
    """All closers: what this block has of a sequence goes into the result, or where blocks share it, to its slot.

    Each group has its columns of all rows, and maxima and totals of a thread's two rows.
    """
    first_row, count, _ = rows
    first, last, unit, stop_unit, blocks, block = shares
    alone = (first >= unit) & (last <= stop_unit)
    if alone:
        store_result(results, own, place, rows)
    else:
        slot = 2 * (first_row // ROWS * blocks + block) + cutlass.select_(first < unit, 0, 1)
        leave_part(slot_of(workspace, slot, WIDE), own, place, count - first_row)


@cute.jit
def store_result(results: Any, own: Any, place: Any, rows: Any) -> None:
    """All closers: the rows of a sequence that no other block shares."""
    mO, mLSE = results
    output, highest, total = own
    batch, wg, row = place
    first_row, count, group = rows
    lane = cute.arch.lane_idx()
    for r in cutlass.range_constexpr(2):
        at, whole = first_row + row + HALF * r, total[r]
        if at < count:
            inverse = cutlass.select_(whole == 0.0, 0.0, 1.0 / whole)
            to = mO[batch, at // group, at % group, None].iterator + column_of(wg)
            for tile in cutlass.range_constexpr(COLUMNS // 8):
                both = (pair_of(output, r, tile).load() * inverse).to(mO.element_type)
                cute.make_tensor(to + 8 * tile, cute.make_layout(2)).store(both)
            if cutlass.const_expr(mLSE is not None):
                if (wg == 0) & (lane % QUAD == 0):
                    base = cutlass.select_(highest[r] == -cutlass.Float32.inf, 0.0, highest[r])
                    mLSE[batch, at % group, at // group] = cutlass.select_(
                        whole == 0.0, -cutlass.Float32.inf, base * math.log(2.0) + cute.math.log(whole)
                    )


@cute.jit
def leave_part(slot: Any, own: Any, place: Any, count: Any) -> None:
    """All closers: `count` rows of sums, maxima and totals go to a slot, for the kernel that joins parts."""
    values, stats = slot
    output, highest, total = own
    _, wg, row = place
    for r in cutlass.range_constexpr(2):
        line = row + HALF * r
        if line < count:
            to = values[line, None].iterator + column_of(wg)
            for tile in cutlass.range_constexpr(COLUMNS // 8):
                cute.autovec_copy(pair_of(output, r, tile), cute.make_tensor(to + 8 * tile, cute.make_layout(2)))
            if (wg == 0) & (cute.arch.lane_idx() % QUAD == 0):
                stats[0, line], stats[1, line] = highest[r], total[r]


def column_of(wg: Any) -> Any:
    """The first column of a lane of a group."""
    return cute.assume(wg * COLUMNS + cute.arch.lane_idx() % QUAD * 2, divby=2)


def pair_of(output: Any, r: int, tile: int) -> cute.Tensor:
    """Two neighbouring columns that a lane has of its row `r`."""
    return cute.make_tensor(output.iterator + (2 * r + 4 * tile), cute.make_layout(2))
