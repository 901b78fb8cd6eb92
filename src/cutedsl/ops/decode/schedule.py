"""Which keys a block works on: equal shares of all units of keys, counted from lengths that lie on the device.

Blocks work in teams: as many as there are heads of keys, or a part of the heads, side by side. A team reads the same
keys of all of its heads at the same time, which lie next to each other in memory: a DRAM page is opened once. A pair
is a sequence and a team's heads of it. Its units of keys come one after the other, pair after pair. Each team takes
as many of the whole list as the others, give or take one, so a pair may begin in one team's share and end in
another's.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.decode.tiles import WARP, DecodeTiles


@cute.jit
def keys_of(batch: Any, sizes: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> Any:
    """The first key of a sequence's first unit, and one past its last key."""
    lengths, batches, _, most, left, queries = sizes
    stop = most
    if cutlass.const_expr(lengths is not None):
        stop = lengths[cutlass.min(batch, batches - 1)]
    start = cutlass.Int32(0)
    if cutlass.const_expr(tiles.bounded_left):
        start = cutlass.max(stop - queries - left, 0) // tiles.unit * tiles.unit
    return start, stop


@cute.jit
def units_of(batch: Any, sizes: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> Any:
    """Units of a sequence for all heads; 0 beyond the last one."""
    start, stop = keys_of(batch, sizes, tiles)
    units = cute.ceil_div(cutlass.max(stop - start, 0), tiles.unit) * sizes[2]
    return cutlass.select_(batch < sizes[1], units, 0)


@cute.jit
def all_units(sizes: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> Any:
    """Units of all sequences."""
    return units_before(sizes[1], sizes, tiles)


@cute.jit
def units_before(batch: Any, sizes: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> Any:
    """Units of the sequences before one."""
    if cutlass.const_expr(sizes[0] is None):
        return units_of(cutlass.Int32(0), sizes, tiles) * batch
    total = cutlass.Int32(0)
    for first in cutlass.range(0, batch, WARP, unroll=1):
        own = first + cute.arch.lane_idx()
        total = total + cutlass.select_(own < batch, units_of(own, sizes, tiles), 0)
    return cute.arch.warp_reduction_sum(total)


def share_start(team: Any, total: Any, teams: Any) -> Any:
    """The first unit of a team."""
    return team * (total // teams) + cutlass.min(team, total % teams)


def team_of(unit: Any, total: Any, teams: Any) -> Any:
    """The team that has a unit."""
    few, more = total // teams, total % teams
    long = more * (few + 1)
    return cutlass.select_(unit < long, unit // (few + 1), more + (unit - long) // cutlass.max(few, 1))


@cute.jit
def find_unit(unit: Any, sizes: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> Any:
    """The sequence that has a unit, and that sequence's first unit."""
    if cutlass.const_expr(sizes[0] is None):
        each = units_of(cutlass.Int32(0), sizes, tiles)
        batch = unit // cutlass.max(each, 1)
        return batch, batch * each
    batch, base, before = cutlass.Int32(0), cutlass.Int32(0), cutlass.Int32(0)
    lane = cute.arch.lane_idx()
    for first in cutlass.range(0, sizes[1], WARP, unroll=1):
        own = units_of(first + lane, sizes, tiles)
        upto = own
        for step in cutlass.range_constexpr(5):
            other = cute.arch.shuffle_sync_up(upto, 1 << step)
            upto = upto + cutlass.select_(lane >= (1 << step), other, 0)
        start = before + upto - own
        here = (start <= unit) & (unit < start + own)
        batch, base = cutlass.select_(here, first + lane, batch), cutlass.select_(here, start, base)
        before = before + cute.arch.shuffle_sync(upto, WARP - 1)
    return cute.arch.warp_reduction_max(batch), cute.arch.warp_reduction_max(base)


@cute.jit
def cursor_at(unit: Any, sizes: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> Any:
    """Where a unit lies: sequence, team's heads of it, first key, one past the sequence's last key."""
    batch, base = find_unit(unit, sizes, tiles)
    start, stop = keys_of(batch, sizes, tiles)
    each = cutlass.max(cute.ceil_div(stop - start, tiles.unit), 1)
    head, number = (unit - base) // each, (unit - base) % each
    return batch, head, start + number * tiles.unit, stop


@cute.jit
def next_unit(cursor: Any, sizes: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> Any:
    """The cursor one unit on: the sequence's next keys, or its next heads, or the next sequence that has keys."""
    batch, head, key, stop = cursor
    key = key + tiles.unit
    if key >= stop:
        head = head + 1
        if head == sizes[2]:
            head, batch = cutlass.Int32(0), batch + 1
            start, stop = keys_of(batch, sizes, tiles)
            while (stop <= start) & (batch < sizes[1]):
                batch = batch + 1
                start, stop = keys_of(batch, sizes, tiles)
        start, stop = keys_of(batch, sizes, tiles)
        key = start
    return batch, head, key, stop
