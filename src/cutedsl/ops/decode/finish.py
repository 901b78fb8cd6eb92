"""How a block ends a pair: sums of its warps are joined; the block that ends a shared pair joins those of all blocks.

A partial result of rows has their sums of values (float32), and for each row its maximum and total. Sums of several
parts add up once each is scaled by 2**(its maximum - the common one). A block has at most two pairs that it shares,
its first and its last, so there are two slots for each block, however many sequences there are.
"""

from __future__ import annotations

import math
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.attention_forward.softmax import with_sink
from cutedsl.ops.decode.products import column_of
from cutedsl.ops.decode.schedule import team_of
from cutedsl.ops.decode.softmax import QUAD
from cutedsl.ops.decode.tiles import DecodeTiles

HALF: Final = 8
"""Rows of one `mma` that a lane holds two neighbouring sums of."""

_VECTOR: Final = 4
AHEAD: Final = 8
"""Parts that are loaded before the first is added."""


def slot_elems(tiles: DecodeTiles) -> int:
    """Float32 numbers of a slot: sums of all rows, then a maximum and a total of each."""
    return 2 * HALF * tiles.row_tiles * (tiles.head_dim + 2)


def slot_of(sums: cute.Tensor, number: Any, tiles: DecodeTiles) -> tuple[cute.Tensor, cute.Tensor]:
    """A slot of the workspace: (rows, columns) sums, and (2, rows) maxima and totals."""
    rows, size = 2 * HALF * tiles.row_tiles, tiles.head_dim
    start = sums.iterator + cute.assume(number * slot_elems(tiles), divby=_VECTOR)
    return (
        cute.make_tensor(start, cute.make_layout((rows, size), stride=(size, 1))),
        cute.make_tensor(start + rows * size, cute.make_layout((2, rows), stride=(1, 2))),
    )


@cute.jit
def leave_half(
    own: Any, stats: Any, output: Any, highest: Any, total: Any, half: cutlass.Constexpr,
    tiles: cutlass.Constexpr[DecodeTiles],
) -> None:  # fmt: skip
    """A warp writes eight rows of its sums (row, column) and, of all, maxima and totals (2, row) to shared memory."""
    lane = cute.arch.lane_idx()
    row_tile, r = half // 2, half % 2
    whole = cute.arch.warp_reduction_sum(total[half], threads_in_group=QUAD)
    if lane % QUAD == 0:
        stats[0, lane // QUAD], stats[1, lane // QUAD] = highest[half], whole
    for tile in cutlass.range_constexpr(tiles.head_dim // 8):
        for c in cutlass.range_constexpr(2):
            value = output[c + 2 * r + 4 * tile + tiles.head_dim // 2 * row_tile]
            own[lane // QUAD, column_of(tile, c, lane, tiles)] = value


@cute.jit
def join_warps(sums: Any, stats: Any, row: Any, column: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> Any:
    """Four columns of a row, from all warps: their sums, the row's maximum, and its total."""
    top = stats[0, row, 0]
    for warp in cutlass.range_constexpr(1, tiles.warps):
        top = cute.arch.fmax(top, stats[0, row, warp])
    base = cutlass.select_(top == -cutlass.Float32.inf, 0.0, top)
    joined = cute.make_rmem_tensor(_VECTOR, cutlass.Float32)
    joined.fill(0.0)
    whole = cutlass.Float32(0.0)
    for warp in cutlass.range_constexpr(tiles.warps):
        factor = cute.arch.exp2(stats[0, row, warp] - base)
        whole = whole + stats[1, row, warp] * factor
        part = quad(sums[row, None, warp], column)
        joined.store(joined.load() + part.load() * factor)
    return joined, top, whole


def quad(row: cute.Tensor, column: Any) -> cute.Tensor:
    """Four neighbouring elements of a row, `column` a multiple of four."""
    return cute.make_tensor(row.iterator + cute.assume(column, divby=_VECTOR), cute.make_layout(_VECTOR))


@cute.jit
def add_parts(
    sums: cute.Tensor, parts: Any, row: Any, column: Any, tiles: cutlass.Constexpr[DecodeTiles],
    ahead: cutlass.Constexpr[int] = AHEAD,
) -> Any:  # fmt: skip
    """Four columns of a row from several slots, with the row's maximum and total.

    `parts` has the first slot, the distance between slots, their number, and the distance to the first one used. A
    pair that begins in a block is in its second slot, one that went on into a block in its first. `ahead` parts are
    loaded before the first is added.
    """
    base_slot, step, count, further = parts
    joined = cute.make_rmem_tensor(_VECTOR, cutlass.Float32)
    joined.fill(0.0)
    top, whole = -cutlass.Float32.inf, cutlass.Float32(0.0)
    for start in cutlass.range(0, count, ahead, unroll=1):
        held = cute.make_rmem_tensor((_VECTOR, ahead), cutlass.Float32)
        marks = cute.make_rmem_tensor((2, ahead), cutlass.Float32)
        for i in cutlass.range_constexpr(ahead):
            part = cutlass.min(start + i, count - 1)
            slot = base_slot + step * part + cutlass.select_(part == 0, further, 0)
            values, stats = slot_of(sums, slot, tiles)
            cute.autovec_copy(quad(values[row, None], column), held[None, i])
            cute.autovec_copy(stats[None, row], marks[None, i])
        now = top
        for i in cutlass.range_constexpr(ahead):
            now = cute.arch.fmax(now, marks[0, i])
        base = cutlass.select_(now == -cutlass.Float32.inf, 0.0, now)
        shrink = cute.arch.exp2(top - base)
        joined.store(joined.load() * shrink)
        whole, top = whole * shrink, now
        for i in cutlass.range_constexpr(ahead):
            factor = cutlass.select_(start + i < count, cute.arch.exp2(marks[0, i] - base), 0.0)
            whole = whole + marks[1, i] * factor
            joined.store(joined.load() + held[None, i].load() * factor)
    return joined, top, whole


@cute.jit
def store_row(
    mO: Any, mLSE: Any, sinks: Any, place: Any, joined: Any, top: Any, whole: Any, column: Any, value_scale: Any
) -> None:
    """Four columns of a finished row, `place` (sequence, query, head); its logarithm where wanted.

    A row that sees no key is 0 and its logarithm -inf. A sink counts in the total only.
    """
    batch, query, head = place
    base = cutlass.select_(top == -cutlass.Float32.inf, 0.0, top)
    if cutlass.const_expr(mLSE is not None):
        if column == 0:
            mLSE[batch, head, query] = cutlass.select_(
                whole == 0.0, -cutlass.Float32.inf, base * math.log(2.0) + cute.math.log(whole)
            )
    if cutlass.const_expr(sinks is not None):
        shrink, whole = with_sink(base, whole, sinks[head])
        joined.store(joined.load() * shrink)
    inverse = cutlass.select_(whole == 0.0, 0.0, value_scale / whole)
    quad(mO[batch, query, head, None], column).store((joined.load() * inverse).to(mO.element_type))


@cute.jit
def count_done(flag: Any, done: Any, every: Any, ended: Any) -> Any:
    """All threads: counts the units whose sums are in a slot; whether that was the last of `every` one of a pair.

    The flag is 0 again then, for the next launch, and the other blocks' slots may be read.
    """
    tidx, _, _ = cute.arch.thread_idx()
    # Causality order goes through the barriers (PTX ISA, memory consistency model): the release of one thread publishes
    # what all wrote before the first, and its acquire serves all after the second. A fence of all threads adds time.
    cute.arch.sync_threads()
    if tidx == 0:
        before = cute.arch.atomic_add(flag, done, sem="acq_rel", scope="gpu")
        ended[0] = cutlass.Int32(0)
        if before + done == every:
            ended[0] = cutlass.Int32(1)
            cute.arch.store(flag, cutlass.Int32(0), sem="relaxed", scope="gpu")
    cute.arch.sync_threads()
    return ended[0] != 0


@cute.jit
def close_pair(
    results: Any, shared: Any, stage: Any, stats: Any, ended: Any, own: Any, place: Any, rows: Any,
    shares: Any,
    tiles: cutlass.Constexpr[DecodeTiles],
) -> None:  # fmt: skip
    """All threads: what this block has of a pair goes into the result, or where other blocks share it, to its slot.

    `stage` is memory of the ring that nobody reads any more. The last of the blocks that share a pair adds them up.
    """
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    mO, mLSE, sinks, value_scale = results
    workspace, flags = shared
    output, highest, total = own
    batch, head, side, member = place
    first_row, count, group = rows
    first, last, unit, stop_unit, all_units, teams, team = shares
    row_group = first_row // (2 * HALF * tiles.row_tiles)
    quads = tiles.head_dim // 4
    from_row_to_row = min(tiles.head_dim + HALF, tiles.chunk_words // HALF)
    layout = cute.make_layout((HALF, tiles.head_dim, tiles.warps), stride=(from_row_to_row, 1, tiles.chunk_words))
    sums = cute.make_tensor(cute.recast_ptr(stage, dtype=cutlass.Float32), layout)
    alone = (first >= unit) & (last <= stop_unit)
    slot = 2 * (row_group * (teams * side) + member)
    mine = slot + 2 * side * team + cutlass.select_(first < unit, 0, 1)
    for half in cutlass.range_constexpr(2 * tiles.row_tiles):
        some = cutlass.min(count - first_row - HALF * half, HALF)
        if some > 0:
            leave_half(sums[None, None, warp], stats[None, None, warp], output, highest, total, half, tiles)
            cute.arch.sync_threads()
            for item in cutlass.range(tidx, some * quads, tiles.threads, unroll=1):
                row, column = item // quads, item % quads * 4
                joined, top, whole = join_warps(sums, stats, row, column, tiles)
                at = first_row + HALF * half + row
                if alone:
                    spot = (batch, at // group, head * group + at % group)
                    store_row(mO, mLSE, sinks, spot, joined, top, whole, column, value_scale)
                else:
                    values, marks = slot_of(workspace, mine, tiles)
                    cute.autovec_copy(joined, quad(values[HALF * half + row, None], column))
                    if column == 0:
                        marks[0, HALF * half + row], marks[1, HALF * half + row] = top, whole
            cute.arch.sync_threads()
    if not alone:
        done = cutlass.min(last, stop_unit) - cutlass.max(first, unit)
        flag = flags.iterator + (batch * (mO.shape[2] // group) + head) * cute.arch.grid_dim()[1] + row_group
        if count_done(flag, done, last - first, ended):
            some = cutlass.min(count - first_row, 2 * HALF * tiles.row_tiles)
            near, far = (team_of(at, all_units, teams) for at in (first, last - 1))
            parts = (slot + 2 * side * near, 2 * side, far - near + 1, 1)
            for item in cutlass.range(tidx, some * quads, tiles.threads, unroll=1):
                row, column = item // quads, item % quads * 4
                joined, top, whole = add_parts(workspace, parts, row, column, tiles)
                at = first_row + row
                spot = (batch, at // group, head * group + at % group)
                store_row(mO, mLSE, sinks, spot, joined, top, whole, column, value_scale)
        cute.arch.sync_threads()
