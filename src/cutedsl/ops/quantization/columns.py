"""Quantisation of whole columns, each read once: multiprocessors together hold some columns of all rows.

Floor for M x N elements of b bytes: (b+1)*M*N bytes moved. How it gets there: a block has the same rows of every slab
of its team, some columns wide. Its threads find the largest elements of its part of a slab and go on with later slabs,
whose parts are on their way into its shared memory. Warps of their own carry what is found to the other blocks and
back, which takes longer than the work on a slab; `lag` slabs later the threads write the results. All blocks run at the
same time (the launch is cooperative), as each waits for the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import LoadCacheMode, cpasync
from cutedsl.ops.arrays import View
from cutedsl.ops.programs import launch
from cutedsl.ops.quantization.scales import factor_of, magnitude, rounded, scale_of
from cutedsl.ops.rowwise.rows import fold, policy
from cutedsl.ops.rowwise.slices import meet
from cutedsl.ops.rowwise.tile import ACCESS_BYTES, allows, multiprocessors, vector_of
from cutedsl.ops.workspaces import workspace

LANES: Final = (16, 8)
"""Accesses of a row of a slab: of 64 bytes of a row memory gives no more than of two reads of the whole."""
LEAST_BYTES: Final = 32 << 20
"""Of a matrix: a smaller one is in the second-level cache when it is read again."""


@dataclass(frozen=True, slots=True)
class SlabTile:
    """The tile of a block: `lanes` accesses of `vector` elements across a slab, `loads` rows of it a thread.

    `stages` slabs are in shared memory, 32 KB each: on their way there, or up to `lag` of them until all blocks have
    told their largest elements. Each of the `carriers`, which are warps, takes a slab in its turn. `leaves` is as
    in `RowTile`.
    """

    vector: int
    lanes: int
    threads: int = 512
    loads: int = 4
    stages: int = 6
    lag: int = 4
    carriers: int = 5
    leaves: Literal["", "first", "last"] = "last"

    @property
    def block(self) -> int:
        """Threads of a block."""
        return self.threads + 32 * self.carriers

    @property
    def columns(self) -> int:
        """Columns of a slab."""
        return self.lanes * self.vector

    @property
    def rows(self) -> int:
        """Rows that a block holds at most."""
        return self.together * self.loads

    @property
    def together(self) -> int:
        """Rows that a block's threads have one access of."""
        return self.threads // self.lanes


@dataclass(frozen=True, slots=True)
class _Place:
    """A block's number in a team of `blocks`, and the slabs of the team: `count` from `first` on, `teams` apart."""

    number: Any
    blocks: Any
    first: Any
    teams: Any
    count: Any


@dataclass(frozen=True, slots=True)
class _Part:
    """A thread's part of every slab: its rows from `first` on and before `end`, and its access across."""

    first: Any
    end: Any
    lane: Any
    accesses: Any


@dataclass(frozen=True, slots=True)
class _Shared:
    """A block's shared memory. Each stage has this thread's accesses, the largest elements of the columns so far, the
    factors of results, and barriers for the first and the second.
    """

    ring: Any
    tops: Any
    factors: Any
    told: Any
    heard: Any


@cute.kernel
def quantize_columns_kernel(
    x: cute.Tensor, y: cute.Tensor, scales: cute.Tensor, flags: cute.Tensor, blocks: cutlass.Int32,
    tile: cutlass.Constexpr[SlabTile], largest: cutlass.Constexpr[float],
):  # fmt: skip
    """`flags` has a place for each column's largest element, for each slab, and one more; all 0 before and after."""
    block, _, _ = cute.arch.block_idx()
    grid, _, _ = cute.arch.grid_dim()
    thread, _, _ = cute.arch.thread_idx()
    rows, columns = x.shape
    slabs = cute.ceil_div(columns, tile.columns)
    team, teams = block // blocks, grid // blocks
    place = _Place(block % blocks, blocks, team, teams, (slabs - team + teams - 1) // teams)
    shared = _shared(x.element_type, tile)
    warp = cute.arch.warp_idx()
    if warp < tile.threads // 32:
        share = cute.ceil_div(rows, blocks)
        end = cutlass.min((place.number + 1) * share, rows)
        part = _Part(place.number * share + thread // tile.lanes, end, thread % tile.lanes, columns // tile.vector)
        _work(x, y, shared, place, part, tile, largest)
    else:
        _carry(shared, scales, flags, warp - tile.threads // 32, place, tile, largest)
    cute.arch.sync_threads()
    _lower_flags(flags, columns + slabs, grid, tile)


@cute.jit
def _shared(dtype: Any, tile: cutlass.Constexpr[SlabTile]) -> Any:
    """The block's shared memory, ready for its first slab."""
    thread, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    slots = cute.make_layout((tile.vector, tile.threads, tile.loads, tile.stages))
    ring = smem.allocate_tensor(dtype, slots, ACCESS_BYTES)[None, thread % tile.threads, None, None]
    of_columns = cute.make_layout((tile.columns, tile.stages))
    tops = smem.allocate_tensor(cutlass.Int32, of_columns, ACCESS_BYTES)
    factors = smem.allocate_tensor(cutlass.Float32, of_columns, ACCESS_BYTES)
    told, heard = (smem.allocate_array(cutlass.Int64, tile.stages) for _ in range(2))
    if thread < tile.threads:
        ring.fill(0.0)  # what lies past the end stays so
    for at in range(thread, tile.columns * tile.stages, tile.block):
        tops[at] = cutlass.Int32(0)
    if thread == 0:
        for stage in cutlass.range_constexpr(tile.stages):
            cute.arch.mbarrier_init(told + stage, tile.threads // 32)
            cute.arch.mbarrier_init(heard + stage, 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    return _Shared(ring, tops, factors, told, heard)


@cute.jit
def _work(
    x: Any, y: Any, shared: Any, place: Any, part: Any, tile: cutlass.Constexpr[SlabTile],
    largest: cutlass.Constexpr[float],
) -> None:  # fmt: skip
    """Looks at each slab, and when its columns' largest elements are known, `lag` slabs later, writes the results."""
    for slab in cutlass.range_constexpr(tile.stages):
        _fetch(x, shared.ring, place.first + slab * place.teams, slab, part, tile)
    ahead, behind, phase = cutlass.Int32(0), cutlass.Int32(0), cutlass.Int32(0)
    for slab in range(place.count + tile.lag):
        if slab < place.count:
            # Of the slabs asked for, up to stages - 1 - lag after this one may still be on their way.
            cute.arch.cp_async_wait_group(tile.stages - 1 - tile.lag)
            _find(shared, ahead, tile)
            ahead = ahead + 1 if ahead < tile.stages - 1 else 0
        if slab >= tile.lag:
            old = place.first + (slab - tile.lag) * place.teams
            cute.arch.mbarrier_wait(shared.heard + behind, phase)
            _write(shared, behind, y, old, part, tile, largest)
            _fetch(x, shared.ring, old + tile.stages * place.teams, behind, part, tile)
            phase = phase if behind < tile.stages - 1 else 1 - phase
            behind = behind + 1 if behind < tile.stages - 1 else 0


@cute.jit
def _fetch(x: Any, ring: Any, slab: Any, stage: Any, part: Any, tile: cutlass.Constexpr[SlabTile]) -> None:
    """Starts the copies of this thread's accesses of a slab."""
    at = slab * tile.lanes + part.lane
    bits = tile.vector * x.element_type.width
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(LoadCacheMode.GLOBAL), x.element_type, num_bits_per_copy=bits)
    for k in cutlass.range_constexpr(tile.loads):
        row = part.first + k * tile.together
        if row < part.end and at < part.accesses:
            source = cute.zipped_divide(x[(row, None)], (tile.vector,))
            cute.copy(atom, source[(None, at)], ring[None, k, stage], **policy(tile.leaves))
    cute.arch.cp_async_commit_group()


@cute.jit
def _find(shared: Any, stage: Any, tile: cutlass.Constexpr[SlabTile]) -> None:
    """Finds the largest elements of this warp's part of a slab's columns."""
    lane = cute.arch.lane_idx()
    values = shared.ring[None, None, stage].load().to(cutlass.Float32)
    tops = [magnitude(fold(values[(j, None)], magnitude), 0.0) for j in range(tile.vector)]
    step = tile.lanes
    while cutlass.const_expr(step < 32):
        tops = [magnitude(top, cute.arch.shuffle_sync_bfly(top, step)) for top in tops]
        step = 2 * step
    if lane < tile.lanes:
        for j in cutlass.range_constexpr(tile.vector):
            # Magnitudes are in the order of their bits, NaN the largest.
            place = shared.tops[None, stage].iterator + (lane % tile.lanes * tile.vector + j)
            cute.arch.red(place, tops[j].bitcast(cutlass.Int32), op="max", sem="relaxed", scope="cta")
    cute.arch.sync_warp()
    if lane == 0:
        cute.arch.mbarrier_arrive(shared.told + stage)


@cute.jit
def _carry(
    shared: Any, scales: Any, flags: Any, first: Any, place: Any, tile: cutlass.Constexpr[SlabTile],
    largest: cutlass.Constexpr[float],
) -> None:  # fmt: skip
    """Tells the other blocks what this one found of some of the slabs, and finds out what all did."""
    lane = cute.arch.lane_idx()
    columns = cute.size(scales)
    for turn in range(first, place.count, tile.carriers):
        stage, slab = turn % tile.stages, place.first + turn * place.teams
        cute.arch.mbarrier_wait(shared.told + stage, turn // tile.stages % 2)
        for column in range(lane, tile.columns, 32):
            at = slab * tile.columns + column
            if at < columns:
                cute.arch.red(flags.iterator + at, shared.tops[column, stage], op="max", sem="relaxed", scope="gpu")
            shared.tops[column, stage] = cutlass.Int32(0)
        cute.arch.sync_warp()
        meet(flags.iterator + columns + slab, place.blocks)
        tops = cute.make_rmem_tensor(tile.columns // 32, cutlass.Int32)
        for k in cutlass.range_constexpr(tile.columns // 32):  # all under way before the first is used
            at = cutlass.min(slab * tile.columns + lane + 32 * k, columns - 1)
            tops[k] = cute.arch.load(flags.iterator + at, sem="relaxed", scope="gpu")
        for k in cutlass.range_constexpr(tile.columns // 32):
            column, top = lane + 32 * k, tops[k].bitcast(cutlass.Float32)
            at = slab * tile.columns + column
            shared.factors[column, stage] = factor_of(top, largest)
            if at < columns and place.number == turn % place.blocks:
                scales[0, at] = scale_of(top, largest)
        cute.arch.sync_warp()
        if lane == 0:
            cute.arch.mbarrier_arrive(shared.heard + stage)


@cute.jit
def _write(
    shared: Any, stage: Any, y: Any, slab: Any, part: Any, tile: cutlass.Constexpr[SlabTile],
    largest: cutlass.Constexpr[float],
) -> None:  # fmt: skip
    """Writes this thread's results of a slab."""
    at = slab * tile.lanes + part.lane
    if at < part.accesses:
        values = shared.ring[None, None, stage].load().to(cutlass.Float32)
        factors = (
            cute.zipped_divide(shared.factors[None, stage], (tile.vector,))[None, part.lane].load().reshape(tile.vector)
        )
        for k in cutlass.range_constexpr(tile.loads):
            row = part.first + k * tile.together
            if row < part.end:
                made = rounded(values[(None, k)] * factors, largest)
                cute.zipped_divide(y[(row, None)], (tile.vector,))[(None, at)].store(made.to(y.element_type))


@cute.jit
def _lower_flags(flags: Any, ended: Any, blocks: Any, tile: cutlass.Constexpr[SlabTile]) -> None:
    """The last block to end leaves all flags as they were, for the next launch."""
    thread, _, _ = cute.arch.thread_idx()
    last = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(1))
    if thread == 0:
        last[0] = cute.arch.atomic_add(flags.iterator + ended, cutlass.Int32(1), sem="acq_rel", scope="gpu")
    cute.arch.sync_threads()
    if last[0] == blocks - 1:
        for at in range(thread, ended + 1, tile.block):
            flags[at] = cutlass.Int32(0)


@cute.jit
def quantize_columns(
    x: cute.Tensor, y: cute.Tensor, scales: cute.Tensor, flags: cute.Tensor, blocks: cutlass.Int32,
    teams: cutlass.Int32, tile: cutlass.Constexpr[SlabTile], largest: cutlass.Constexpr[float],
):  # fmt: skip
    """`scales[0, :] = max(abs(x[:, :])) / largest` over the rows, `y = x / scales`; all of (rows, columns)."""
    quantize_columns_kernel(x, y, scales, flags, blocks, tile, largest).launch(
        grid=(blocks * teams, 1, 1), block=(tile.block, 1, 1), min_blocks_per_mp=1, cooperative=True
    )


def slab_tile(rows: int, vector: int, blocks: int) -> SlabTile | None:
    """The tile for so many rows; None for more than all blocks hold of the narrowest slab.

    >>> slab_tile(16384, 8, 132).columns, slab_tile(1 << 20, 8, 132)
    (128, None)
    """
    tiles = (SlabTile(vector, lanes) for lanes in LANES)
    return next((tile for tile in tiles if tile.rows * blocks >= rows), None)


def quantized_in_slabs(given: View, made: View, scales: View, largest: float) -> bool:
    """Quantises the columns of a matrix with a scale for each, if it is one that all blocks hold columns of."""
    if given.rank != 2 or given.shape[0] * given.shape[1] * given.item_bytes < LEAST_BYTES:
        return False
    vector, most = vector_of((given,)), multiprocessors()
    tile = slab_tile(given.shape[0], vector, most)
    if tile is None or vector * given.item_bytes != ACCESS_BYTES or not allows(made, vector):
        return False
    blocks = -(-given.shape[0] // tile.rows)
    launch_in_slabs(given, made, scales, tile, largest, blocks, most // blocks)
    return True


def launch_in_slabs(
    given: View, made: View, scales: View, tile: SlabTile, largest: float, blocks: int, teams: int
) -> None:
    """Launches the quantisation by `teams` of so many blocks."""
    columns = given.shape[1]
    _, flags = workspace(given, 0, columns + -(-columns // tile.columns) + 1)
    launch(quantize_columns, (given, made, scales, flags), tile, largest, numbers=[blocks, teams])
