"""Rows in slices: a block has the same columns of many rows, and the blocks of a row exchange their results.

For rows that fill the shared memory of many multiprocessors. What all rows share (weights, sums over rows) stays in
the registers of the thread that has those columns, however long a row is. The results of a row's blocks go through
global memory, by separate warps. That takes longer than the work on a group of rows, so the others work on later
groups meanwhile, and more are being loaded. All blocks run at the same time (the launch is cooperative), as each
waits for the others of its rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import LoadCacheMode, cpasync
from cutedsl.ops.rowwise.rows import flat_rows, policy
from cutedsl.ops.rowwise.tile import ACCESS_BYTES, multiprocessors, power_at_least

FOUND: Final = 4
"""Numbers that are found out about a part of a row, at most: 16 bytes."""
_LINE: Final = 128 // ACCESS_BYTES
_WORKERS: Final = 1
"""The named barrier of the warps that do not carry."""


@dataclass(frozen=True, slots=True)
class SliceTile:
    """The tile of a block: `threads` accesses of `vector` elements of `rows` rows a group.

    `stages` groups are in shared memory: on their way there, or up to `lag` of them until their numbers are known.
    Of the `carriers`, warps that carry numbers between blocks, each takes a group in its turn, for about 5 us; there
    are no more of them than stages. A lane of them reads up to `parts` of what all blocks found about a row. `leaves`
    is as in `RowTile`.

    More stages than `lag` needs make rows slower (rms_norm_backward 8192x65536: 790 us for 777): more reads are then
    under way at a time, between which memory writes.
    """

    vector: int
    parts: int
    threads: int = 512
    rows: int = 2
    stages: int = 5
    lag: int = 3
    carriers: int = 4
    leaves: Literal["", "first", "last"] = "last"

    @property
    def slots(self) -> int:
        """Groups of rows whose numbers have a place in memory, at least 2 + 2 * lag.

        A block that writes those of group g knows the results of group g - 1 - lag. So all blocks have written about
        these, and have then read those of g - 2 - 2 * lag.
        """
        return power_at_least(2 + 2 * self.lag)

    @property
    def block(self) -> int:
        """Threads of a block."""
        return self.threads + 32 * self.carriers

    @property
    def warps(self) -> int:
        """Warps that look at one row, in a block."""
        return self.threads // 32 // self.rows

    @property
    def accesses(self) -> int:
        """Accesses of a warp's part of a row."""
        return self.threads // self.warps


@dataclass(frozen=True, slots=True)
class Slices:
    """How the launch shares rows out: `blocks` have a row, and `teams` of so many blocks take groups of rows in turn.

    `tile` says what a block does.
    """

    tile: SliceTile
    blocks: int
    teams: int

    @property
    def numbers(self) -> int:
        """Float32 numbers that the blocks exchange through."""
        return self.tile.slots * self.teams * self.tile.rows * self.blocks * FOUND

    @property
    def flags(self) -> int:
        """Int32 numbers that count the blocks that have written, and those that have ended."""
        return self.teams * (self.tile.slots + 1)


def slices_of(columns: int, rows: int, tile: SliceTile) -> Slices | None:
    """The slices for rows of `columns` elements; None where the GPU does not hold the blocks of one row.

    >>> slices_of(1 << 26, 4, SliceTile(8, 1)) is None
    True
    """
    accesses, held = columns // tile.vector, multiprocessors()
    least = -(-accesses // tile.threads)
    if least > held:
        return None
    teams = max(1, min(held // least, -(-rows // tile.rows)))
    each = tile.threads
    if 10 * least * teams < 9 * held:  # smaller parts, so that all multiprocessors have one
        each = min(each, -(-accesses // (held // teams * _LINE)) * _LINE)  # no line of the caches is two blocks'
    blocks = -(-accesses // each)
    return Slices(replace(tile, parts=power_at_least(-(-blocks * tile.rows // 32))), blocks, teams)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a block is: its `part` of the rows of `team`, of so many `teams` of `blocks`; the `first` access of that
    part and their `count`, the accesses of a `whole` part and of `all`, and how many rows there are."""

    part: Any
    team: Any
    teams: Any
    blocks: Any
    first: Any
    count: Any
    whole: Any
    all: Any
    rows: Any

    def elements(self, block: Any, tile: SliceTile) -> Any:
        """How many elements of a row a block has, as Float32; none from the last one on."""
        count = cutlass.min(self.whole, self.all - block * self.whole)
        return (cutlass.max(count, 0) * tile.vector).to(cutlass.Float32)


@dataclass(frozen=True, slots=True)
class RowWork:
    """What a kernel does with rows in slices.

    `found(values, inside, per_element)` gives `numbers` numbers that the lanes of a warp agree on, of its values
    (vector, accesses) of each tensor. `per_element` is 1 / the elements before the end; the fill is 0.
    `inside(number)` is a vector of that number for the elements and of 0 for the fill. `merged(lists, counts,
    per_element, lanes)` makes one of the lists, of so many elements, that each of some lanes has; `per_element` is 1 /
    the sum of all counts. `known(numbers, per_element)` gives up to `FOUND` numbers of the row, of the list of all its
    parts. `each(row, known, values)` is called for a thread's access of each row, and `end()` after the last. Only
    threads that look at rows hold the sums, so the others need no registers for them.
    """

    found: Callable[..., Any]
    merged: Callable[..., Any]
    known: Callable[..., Any]
    each: Callable[..., None]
    end: Callable[[], None]
    numbers: int


@dataclass(frozen=True, slots=True)
class _Shared:
    """A block's shared memory: groups of rows, what its warps found, what is known, and the barriers for these two."""

    rings: Any
    found: Any
    known: Any
    told: Any
    heard: Any


@cute.jit
def place_of(x: Any, blocks: Any, tile: cutlass.Constexpr[SliceTile]) -> Any:
    """This block's place among those that work on the rows of `x` (batch..., columns)."""
    block, _, _ = cute.arch.block_idx()
    grid, _, _ = cute.arch.grid_dim()
    flat = flat_rows(x)
    total = cute.size(flat, mode=[1]) // tile.vector
    whole = cute.round_up(cute.ceil_div(total, blocks), _LINE)
    part = block % blocks
    first = part * whole
    count = cutlass.min(whole, total - first)
    return Place(part, block // blocks, grid // blocks, blocks, first, count, whole, total, cute.size(flat, mode=[0]))


@cute.jit
def own_access(x: Any, place: Any, tile: cutlass.Constexpr[SliceTile]) -> Any:
    """Float32 values of this thread's access of a tensor (columns,); 0 where it has none."""
    thread, _, _ = cute.arch.thread_idx()
    held = cute.make_rmem_tensor(tile.vector, cutlass.Float32)
    held.fill(0.0)
    if thread < place.count:
        held.store(cute.zipped_divide(x, (tile.vector,))[(None, place.first + thread)].load().to(cutlass.Float32))
    return held.load()


@cute.jit
def write_access(values: Any, row: Any, place: Any, tile: cutlass.Constexpr[SliceTile]) -> None:
    """Writes this thread's access of a row (columns,)."""
    thread, _, _ = cute.arch.thread_idx()
    if thread < place.count:
        access = cute.zipped_divide(row, (tile.vector,))[(None, place.first + thread)]
        access.store(values.to(row.element_type))


@cute.jit
def each_row_in_slices(
    tensors: Any, memory: Any, flags: Any, place: Any, tile: cutlass.Constexpr[SliceTile],
    work: cutlass.Constexpr[RowWork],
) -> None:  # fmt: skip
    """Does the work on every row of this block's team; `memory` and `flags` are a workspace of all blocks."""
    flat = [flat_rows(x) for x in tensors]
    warp = cute.arch.warp_idx()
    shared = _shared_memory(flat, tile)
    count = cute.ceil_div(cute.ceil_div(place.rows, tile.rows) - place.team, place.teams)
    if warp < tile.threads // 32:
        _work(flat, shared, count, place, tile, work)
    else:
        _carry(shared, memory, flags, count, warp - tile.threads // 32, place, tile, work)
    cute.arch.sync_threads()
    if warp == 0 and cute.arch.lane_idx() == 0:
        _lower_flags(flags, place, tile)


@cute.jit
def _shared_memory(flat: Any, tile: cutlass.Constexpr[SliceTile]) -> Any:
    smem = utils.SmemAllocator()
    thread, _, _ = cute.arch.thread_idx()
    layout = cute.make_layout((tile.vector, tile.threads, tile.rows, tile.stages))
    rings = [smem.allocate_tensor(x.element_type, layout, ACCESS_BYTES) for x in flat]
    found = smem.allocate_tensor(
        cutlass.Float32, cute.make_layout((FOUND, tile.warps, tile.rows, tile.stages)), ACCESS_BYTES
    )
    known = smem.allocate_tensor(cutlass.Float32, cute.make_layout((FOUND, tile.rows, tile.stages)), ACCESS_BYTES)
    told, heard = (smem.allocate_array(cutlass.Int64, tile.stages) for _ in range(2))
    if thread < tile.threads:
        for ring in rings:
            ring[None, thread, None, None].fill(0.0)  # what lies past the end stays so
    if thread == 0:
        for stage in cutlass.range_constexpr(tile.stages):
            cute.arch.mbarrier_init(told + stage, tile.threads // 32)
            cute.arch.mbarrier_init(heard + stage, 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    return _Shared(rings, found, known, told, heard)


@cute.jit
def _work(
    flat: Any, shared: Any, count: Any, place: Any, tile: cutlass.Constexpr[SliceTile],
    work: cutlass.Constexpr[RowWork],
) -> None:  # fmt: skip
    """Looks at each group of rows, and when what it needs is known, `lag` groups later, does the work."""
    lane = cute.arch.lane_idx()
    for group in cutlass.range_constexpr(tile.stages):
        _fetch(flat, shared.rings, group, group, place, tile)
    ahead, behind, phase = cutlass.Int32(0), cutlass.Int32(0), cutlass.Int32(0)
    for group in range(count + tile.lag):
        if group < count:
            # Of the groups asked for, up to stages - 1 - lag after this one may still be on their way.
            cute.arch.cp_async_wait_group(tile.stages - 1 - tile.lag)
            cute.arch.barrier(barrier_id=_WORKERS, number_of_threads=tile.threads)
            _find(shared, ahead, place, tile, work)
            if lane == 0:
                cute.arch.mbarrier_arrive(shared.told + ahead)
            ahead = ahead + 1 if ahead < tile.stages - 1 else 0
        if group >= tile.lag:
            cute.arch.mbarrier_wait(shared.heard + behind, phase)
            _write(shared, behind, group - tile.lag, place, tile, work)
            _fetch(flat, shared.rings, group - tile.lag + tile.stages, behind, place, tile)
            phase = phase if behind < tile.stages - 1 else 1 - phase
            behind = behind + 1 if behind < tile.stages - 1 else 0
    work.end()


@cute.jit
def _lower_flags(flags: Any, place: Any, tile: cutlass.Constexpr[SliceTile]) -> None:
    """The last block of a team to end leaves the flags as they were, for the next launch."""
    own = flags.iterator + place.team * (tile.slots + 1)
    ended = cute.arch.atomic_add(own + tile.slots, cutlass.Int32(1), sem="acq_rel", scope="gpu")
    if ended == place.blocks - 1:
        for k in cutlass.range_constexpr(tile.slots + 1):
            cute.arch.store(own + k, cutlass.Int32(0), sem="relaxed", scope="gpu")


def _row_of(group: Any, row: Any, place: Any, tile: SliceTile) -> Any:
    """The number of a row of the team's group."""
    return (place.team + group * place.teams) * tile.rows + row


@cute.jit
def _fetch(flat: Any, rings: Any, group: Any, stage: Any, place: Any, tile: cutlass.Constexpr[SliceTile]) -> None:
    """Starts the copies of this thread's accesses of a group of rows."""
    thread, _, _ = cute.arch.thread_idx()
    for row in cutlass.range_constexpr(tile.rows):
        index = _row_of(group, row, place, tile)
        if index < place.rows and thread < place.count:
            for x, ring in zip(flat, rings, strict=True):
                bits = tile.vector * x.element_type.width
                atom = cute.make_copy_atom(
                    cpasync.CopyG2SOp(LoadCacheMode.GLOBAL), x.element_type, num_bits_per_copy=bits
                )
                source = cute.zipped_divide(x[(index, None)], (tile.vector,))
                cute.copy(
                    atom, source[(None, place.first + thread)], ring[None, thread, row, stage], **policy(tile.leaves)
                )
    cute.arch.cp_async_commit_group()


@cute.jit
def _find(
    shared: Any, stage: Any, place: Any, tile: cutlass.Constexpr[SliceTile], work: cutlass.Constexpr[RowWork]
) -> None:
    """Each warp looks at its part of a row and notes what it found."""
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    row, part = warp % tile.rows, warp // tile.rows
    loads = tile.accesses // 32
    first = part * tile.accesses + lane
    values = []
    for ring in shared.rings:
        held = cute.make_rmem_tensor((tile.vector, loads), ring.element_type)
        for k in cutlass.range_constexpr(loads):
            held[None, k].store(ring[None, first + 32 * k, row, stage].load())
        values.append(held.load().to(cutlass.Float32))

    def inside(number: Any) -> Any:
        """Chosen once an access, not once an element."""
        kept = cute.make_rmem_tensor((tile.vector, loads), cutlass.Float32)
        for k in cutlass.range_constexpr(loads):
            kept[None, k].fill(cutlass.select_(first + 32 * k < place.count, number, 0.0))
        return kept.load()

    found = work.found(values, inside, 1.0 / cutlass.max(_elements(part, place, tile), 1.0))
    if lane == 0:
        for k in cutlass.range_constexpr(work.numbers):
            shared.found[k, part, row, stage] = found[k]


def _elements(part: Any, place: Any, tile: SliceTile) -> Any:
    """How many elements of a row a warp's part has, as Float32."""
    count = cutlass.min(cutlass.max(place.count - part * tile.accesses, 0), tile.accesses)
    return (count * tile.vector).to(cutlass.Float32)


@cute.jit
def _numbers(memory: Any, group: Any, row: Any, place: Any, tile: cutlass.Constexpr[SliceTile]) -> Any:
    """What the blocks found about a row of a group, (FOUND, blocks)."""
    slot = ((group % tile.slots) * place.teams + place.team) * tile.rows + row
    start = memory.iterator + cute.assume(slot * place.blocks * FOUND, divby=FOUND)
    return cute.make_tensor(start.align(4 * FOUND), cute.make_layout((FOUND, place.blocks)))


@cute.jit
def meet(flag: Any, wanted: Any) -> None:
    """All lanes of a warp: says that this block has written, and waits until `wanted` such calls are counted."""
    if cute.arch.lane_idx() == 0:
        cute.arch.red(flag, cutlass.Int32(1), op="add", sem="release", scope="gpu")
        written = cute.arch.load(flag, sem="acquire", scope="gpu")
        while written < wanted:
            written = cute.arch.load(flag, sem="acquire", scope="gpu")
    cute.arch.sync_warp()


@cute.jit
def _carry(
    shared: Any, memory: Any, flags: Any, count: Any, first: Any, place: Any, tile: cutlass.Constexpr[SliceTile],
    work: cutlass.Constexpr[RowWork],
) -> None:  # fmt: skip
    """Tells the other blocks what this one found about some of the groups, and finds out what they did."""
    lane = cute.arch.lane_idx()
    lanes = 32 // tile.rows
    per_own, per_element = 1.0 / place.elements(place.part, tile), 1.0 / (place.all * tile.vector).to(cutlass.Float32)
    own_counts = [_elements(lane % tile.warps, place, tile)]
    counts = [place.elements(lane % lanes + lanes * k, tile) for k in range(tile.parts)]
    for group in range(first, count, tile.carriers):
        stage = group % tile.stages
        cute.arch.mbarrier_wait(shared.told + stage, group // tile.stages % 2)
        _tell(shared, stage, _numbers(memory, group, lane // tile.warps % tile.rows, place, tile), own_counts, per_own,
              place, tile, work)  # fmt: skip
        flag = flags.iterator + (place.team * (tile.slots + 1) + group % tile.slots)
        meet(flag, (group // tile.slots + 1) * place.blocks)
        lists = _heard(_numbers(memory, group, lane // lanes, place, tile), lanes, place, tile, work)
        known = work.known(work.merged(lists, counts, per_element, lanes), per_element)
        if lane % lanes == 0:
            for k in cutlass.range_constexpr(len(known)):
                shared.known[k, lane // lanes, stage] = known[k]
        cute.arch.sync_warp()
        if lane == 0:
            cute.arch.mbarrier_arrive(shared.heard + stage)


@cute.jit
def _tell(
    shared: Any, stage: Any, target: Any, counts: Any, per_element: Any, place: Any,
    tile: cutlass.Constexpr[SliceTile], work: cutlass.Constexpr[RowWork],
) -> None:  # fmt: skip
    """Writes what all warps found about a row, as one list; groups of lanes take a row each."""
    lane = cute.arch.lane_idx()
    row, part = lane // tile.warps % tile.rows, lane % tile.warps
    found = work.merged(
        [[shared.found[k, part, row, stage] for k in range(work.numbers)]], counts, per_element, tile.warps
    )
    if part == 0 and lane < tile.warps * tile.rows:
        mine = cute.make_rmem_tensor(FOUND, cutlass.Float32)
        mine.fill(0.0)
        for k in cutlass.range_constexpr(work.numbers):
            mine[k] = found[k]
        target[None, place.part].store(mine.load())
    cute.arch.sync_warp()  # orders the stores of all lanes before the flag


@cute.jit
def _heard(
    source: Any, lanes: cutlass.Constexpr[int], place: Any, tile: cutlass.Constexpr[SliceTile],
    work: cutlass.Constexpr[RowWork],
) -> Any:  # fmt: skip
    """What all blocks found about a row, a list for each of the parts of a lane."""
    own = cute.arch.lane_idx() % lanes
    held = cute.make_rmem_tensor((FOUND, tile.parts), cutlass.Float32)
    held.fill(0.0)
    for k in cutlass.range_constexpr(tile.parts):
        if own + lanes * k < place.blocks:
            held[None, k].store(source[None, own + lanes * k].load())
    return [[held[j, k] for j in range(work.numbers)] for k in range(tile.parts)]


@cute.jit
def _write(
    shared: Any, stage: Any, group: Any, place: Any, tile: cutlass.Constexpr[SliceTile],
    work: cutlass.Constexpr[RowWork],
) -> None:  # fmt: skip
    """Each thread does what is left to do with its accesses of a group's rows."""
    thread, _, _ = cute.arch.thread_idx()
    for row in cutlass.range_constexpr(tile.rows):
        index = _row_of(group, row, place, tile)
        if index < place.rows:
            values = [ring[None, thread, row, stage].load().to(cutlass.Float32) for ring in shared.rings]
            work.each(index, [shared.known[k, row, stage] for k in range(FOUND)], values)
