"""The second kernel of latent decoding: parts of a sequence that several blocks have become its result.

Rows of 512 columns are much for one block to read, where many share a sequence. Here a block has 64 columns of a row,
or of several where there are few parts. Its half warps load different parts of them, and add these up in shared memory.
The kernel starts while the first one ends (programmatic dependent launch).
"""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.decode.finish import add_parts, quad, store_row
from cutedsl.ops.decode.latent_tiles import LATENT, ROWS, WIDE, LatentTiles
from cutedsl.ops.decode.schedule import all_units, team_of, units_before, units_of

_LANES: Final = 16
"""Threads that load neighbouring columns, four each: 256 bytes of a part."""

_TEAMS: Final = 16
"""Half warps of a block."""

THREADS: Final = _LANES * _TEAMS

_EACH: Final = 6
"""Parts that a thread loads before it adds the first; more of them would take registers of other blocks."""

_FEW: Final = 2
"""So few parts are loaded by themselves."""

_ITEMS: Final = LATENT // (4 * _LANES)
"""Items of a row."""


def join_blocks_of(rows: int, pairs: int, parts: int, most: int) -> int:
    """Blocks for each of `pairs` sequences that are about so many parts; all together not many more than `most`."""
    teams = next(n for n in (1, 2, 4, 8, _TEAMS) if parts <= _EACH * n or n == _TEAMS)
    wanted = -(-min(rows, ROWS) * _ITEMS * teams // _TEAMS)
    return max(1, min(wanted, most // pairs))


@cute.jit
def teams_for(parts: Any) -> Any:
    """Half warps that share the parts of an item: a power of two, each with at most `_EACH` where all suffice."""
    teams = cutlass.Int32(1)
    for power in cutlass.range_constexpr(4):
        teams = cutlass.select_(parts > _EACH << power, 2 << power, teams)
    return teams


@cute.kernel
def join_kernel(
    mO: cute.Tensor, mLSE: cute.Tensor | None, lengths: cute.Tensor | None, sums: cute.Tensor, most: cutlass.Int32,
    blocks: cutlass.Int32, tiles: cutlass.Constexpr[LatentTiles],
):  # fmt: skip
    """Some blocks a sequence and group of rows: adds up the slots of the blocks of the first kernel that share it."""
    chunk, batch, row_group = cute.arch.block_idx()
    chunks, _, _ = cute.arch.grid_dim()
    tidx, _, _ = cute.arch.thread_idx()
    sizes = (lengths, mO.shape[0], cutlass.Int32(1), most, cutlass.Int32(0), mO.shape[1])
    smem = utils.SmemAllocator()
    shared = smem.allocate_tensor(cutlass.Float32, cute.make_layout((_TEAMS, 4 * _LANES), stride=(4 * _LANES, 1)), 16)
    marks = smem.allocate_tensor(cutlass.Float32, cute.make_layout((2, _TEAMS)), 16)
    # The first kernel lets this one start after it has waited itself, so whatever wrote the lengths has ended.
    total = all_units(sizes, tiles)
    unit, units = units_before(batch, sizes, tiles), units_of(batch, sizes, tiles)
    near, far = team_of(unit, total, blocks), team_of(unit + units - 1, total, blocks)
    parts = far - near + 1
    cute.arch.griddepcontrol_wait()
    if (units > 0) & (parts > 1):
        teams, team = teams_for(parts), tidx // _LANES
        own, each = team % teams, _TEAMS // teams
        # The first of the blocks has its part in its second slot, where a sequence begins; the others in their first.
        slot, further = 2 * (row_group * blocks + near + own), cutlass.select_(own == 0, 1, 0)
        mine = (slot, 2 * teams, cutlass.max(parts - own + teams - 1, 0) // teams, further)
        items = cutlass.min(mO.shape[1] * mO.shape[2] - row_group * ROWS, ROWS) * _ITEMS
        for first in range(chunk * each, items, chunks * each):
            item = first + team // teams
            line, column = cutlass.min(item, items - 1) // _ITEMS, item % _ITEMS * (4 * _LANES) + tidx % _LANES * 4
            joined, top, whole = load_parts(sums, mine, parts, line, column)
            if teams > 1:
                top, whole = join_teams((shared, marks), (team, own, teams), joined, top, whole)
            if (own == 0) & (item < items):
                at, group = row_group * ROWS + line, mO.shape[2]
                place = (batch, at // group, at % group)
                store_row(mO, mLSE, None, place, joined, top, whole, column, 1.0)
    cute.arch.griddepcontrol_launch_dependents()


@cute.jit
def load_parts(sums: Any, mine: Any, parts: Any, line: Any, column: Any) -> Any:
    """Four columns of a row from a team's parts: their sums, the maximum and the total."""
    joined = cute.make_rmem_tensor(4, cutlass.Float32)
    top, whole = -cutlass.Float32.inf, cutlass.Float32(0.0)
    if parts <= _FEW:
        some, top, whole = add_parts(sums, mine, line, column, WIDE, _FEW)
        joined.store(some.load())
    else:
        some, top, whole = add_parts(sums, mine, line, column, WIDE, _EACH)
        joined.store(some.load())
    return joined, top, whole


@cute.jit
def join_teams(memory: Any, place: Any, joined: Any, top: Any, whole: Any) -> Any:
    """The first team of an item gets the sums of all in `joined`, their maximum and total."""
    shared, marks = memory
    team, own, teams = place
    lane = cute.arch.thread_idx()[0] % _LANES
    cute.autovec_copy(joined, quad(shared[team, None], lane * 4))
    if lane == 0:
        marks[0, team], marks[1, team] = top, whole
    cute.arch.sync_threads()
    if own == 0:
        for other in range(1, teams):
            top = cute.arch.fmax(top, marks[0, team + other])
        base = cutlass.select_(top == -cutlass.Float32.inf, 0.0, top)
        whole = cutlass.Float32(0.0)
        joined.fill(0.0)
        for other in range(teams):
            factor = cute.arch.exp2(marks[0, team + other] - base)
            whole = whole + marks[1, team + other] * factor
            joined.store(joined.load() + quad(shared[team + other, None], lane * 4).load() * factor)
    cute.arch.sync_threads()
    return top, whole
