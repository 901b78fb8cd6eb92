"""Rows in order, with the places that their elements had.

Floor for M x N elements of b bytes: (2*b+8)*M*N bytes moved. How it gets there: a row's elements and their indices
are integers in shared memory, of 64 bits, or of 32 for narrow elements. Their order is that of the elements, then of
the indices. A bitonic network puts them in order; a thread takes up to 32 of them into registers and does up to five
steps of the network before it puts them back.
Source: Batcher, "Sorting networks and their applications", 1968.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.arrays import FLOATS, axis_of, result, view_of
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.refuse import refused
from cutedsl.ops.rowwise.rows import flat_rows
from cutedsl.ops.rowwise.tile import power_at_least, rows_of

LONGEST: Final = 1 << 14
"""Elements of a row at most: 128 KB of shared memory."""
WARP: Final = 32
OWN: Final = 16
"""Elements that a thread has in registers at a time."""
MOST_THREADS: Final = 512
"""Threads of a row at most: with 1024 the keys of 16 elements do not fit into 64 registers."""
THREADS: Final = 128
"""Threads of a block at least: short rows share one."""
HALF_BITS: Final = 16
"""Elements so narrow have a key of as many bits, and all numbers of a row fit into as many."""
_SIGN: Final = 1 << 31
_LAST: Final = (1 << 32) - 1


@cute.jit
def key_of(x: Any, descending: cutlass.Constexpr[bool]) -> Any:
    """A Uint32 whose order is that of the elements: NaN the largest, both zeros equal."""
    if cutlass.const_expr(x.dtype.is_float):
        value = x.to(cutlass.Float32) + 0.0
        if cutlass.const_expr(x.dtype.width > HALF_BITS):
            bits = value.bitcast(cutlass.Uint32)
        else:
            bits = cutlass.Uint32(value.to(x.dtype).bitcast(cutlass.Uint16)) << HALF_BITS
        key = ~bits if bits >= cutlass.Uint32(_SIGN) else bits | cutlass.Uint32(_SIGN)
        key = cutlass.Uint32(_LAST) if value != value else key
    else:
        key = cutlass.Uint32(x) ^ cutlass.Uint32(_SIGN)
    return ~key if cutlass.const_expr(descending) else key


@dataclass(frozen=True, slots=True)
class SortTile:
    """How rows are sorted.

    `rows` of them a block, `size` places a row, `own` of them in registers of a thread; keys are of `bits` bits.
    """

    size: int
    own: int
    rows: int
    bits: int
    vector: int = 1
    """Elements of an access of global memory."""

    @property
    def threads(self) -> int:
        """Threads of a row."""
        return self.size // self.own

    @property
    def groups(self) -> list[tuple[int, int]]:
        """The steps that go without shared memory in between, the widest first: the least distance of a thread's
        elements, and the least step."""
        narrow, distance = [], 1
        while distance < self.threads:
            narrow.append((distance, distance))
            distance *= self.own
        return [(self.threads, distance), *reversed(narrow)]

    @property
    def key(self) -> Any:
        """The type of an element's key with its number."""
        return cutlass.Uint64 if self.bits == 64 else cutlass.Uint32

    @property
    def row_places(self) -> int:
        """Places of a row in shared memory: one is left free after each `own`, so that threads whose elements lie side
        by side use different banks."""
        return self.size + self.threads

    def place(self, number: Any) -> Any:
        """Where the element with a number lies."""
        return number + number // self.own


def sort_tile(count: int, element_bits: int) -> SortTile:
    """The tile for rows of `count` elements.

    >>> sort_tile(1000, 32).threads, sort_tile(1000, 16).bits, sort_tile(3, 32).rows
    (64, 32, 64)
    """
    size = max(power_at_least(count), 2)
    own = max(min(size // WARP, OWN), size // MOST_THREADS, 2)
    return SortTile(size, own, max(1, THREADS * own // size), 64 if element_bits > HALF_BITS else 32)


@cute.kernel
def sort_kernel(
    x: cute.Tensor, values: cute.Tensor, places: cute.Tensor, tile: cutlass.Constexpr[SortTile],
    descending: cutlass.Constexpr[bool],
):  # fmt: skip
    """Rows by a block; a row's size, a power of two, is at least its length."""
    block, _, _ = cute.arch.block_idx()
    thread, _, _ = cute.arch.thread_idx()
    number = block * tile.rows + thread // tile.threads
    lane = thread % tile.threads
    rows = flat_rows(x)
    row = cutlass.min(number, cute.size(rows, mode=[0]) - 1)  # a row too many is sorted again, and not written
    source = rows[(row, None)]
    count = cute.size(source)
    layout = cute.make_layout((tile.row_places, tile.rows))
    held = utils.SmemAllocator().allocate_tensor(tile.key, layout)[None, thread // tile.threads]
    half = tile.bits // 2
    for k in cutlass.range_constexpr(tile.own):
        at = k * tile.threads + lane
        key = cutlass.Uint32(_LAST)  # what fills the row up comes after all, by its number
        if at < count:
            key = key_of(source[at], descending)
        if cutlass.const_expr(half < 32):
            key = key >> half
        held[tile.place(at)] = tile.key(key) << half | tile.key(at)
    cute.arch.sync_threads()
    put_in_order(held, lane, tile)
    sorted_values, sorted_places = flat_rows(values)[(row, None)], flat_rows(places)[(row, None)]
    for k in cutlass.range_constexpr(tile.own):
        at = k * tile.threads + lane
        if at < count and number == row:
            place = cutlass.Int32(held[tile.place(at)] & tile.key((1 << half) - 1))
            sorted_values[at] = source[place]
            sorted_places[at] = place.to(places.element_type)


@cute.jit
def put_in_order(held: Any, lane: Any, tile: cutlass.Constexpr[SortTile]) -> None:
    """The bitonic network: runs of `run` elements, in turn rising and falling, become runs twice as long."""
    run = cutlass.Int32(2)
    while run <= tile.size:
        for distance, least in tile.groups:
            if least < run:
                steps_in_registers(held, lane, run, tile, distance, least)
                cute.arch.sync_threads()
        run = run * 2


@cute.jit
def steps_in_registers(
    held: Any, lane: Any, run: Any, tile: cutlass.Constexpr[SortTile], distance: cutlass.Constexpr[int],
    least: cutlass.Constexpr[int],
) -> None:  # fmt: skip
    """The steps from `run / 2` to `least` of a run, those that pair elements a power of two times `distance` apart."""
    first = (lane - lane % distance) * tile.own + lane % distance
    start, apart = tile.place(first), distance + distance // tile.own
    mine = cute.make_rmem_tensor(tile.own, tile.key)
    for k in cutlass.range_constexpr(tile.own):
        mine[k] = held[start + k * apart]
    falls = first & run != 0
    for step in cutlass.range_constexpr(tile.own.bit_length() - 1):
        pairs = tile.own >> (step + 1)
        if pairs * distance >= least and pairs * distance < run:
            for k in cutlass.range_constexpr(tile.own):
                if cutlass.const_expr(k & pairs == 0):
                    a, b = mine[k], mine[k + pairs]
                    swap = (a > b) != (falls != (k * distance & run != 0))
                    mine[k] = b if swap else a
                    mine[k + pairs] = a if swap else b
    for k in cutlass.range_constexpr(tile.own):
        held[start + k * apart] = mine[k]


@cute.jit
def sort_rows(
    x: cute.Tensor, values: cute.Tensor, places: cute.Tensor, tile: cutlass.Constexpr[SortTile],
    descending: cutlass.Constexpr[bool],
):  # fmt: skip
    """`values[r..., :]` are those of `x[r..., :]` in order, `places` where they stood."""
    rows = cute.size(flat_rows(x), mode=[0])
    sort_kernel(x, values, places, tile, descending).launch(
        grid=(cute.ceil_div(rows, tile.rows), 1, 1), block=(tile.threads * tile.rows, 1, 1)
    )


@remembered
def sort(x: Any, axis: int = -1, *, descending: bool = False) -> tuple[Any, Any]:
    """Sorts along an axis, and returns the elements and their old indices (int64); the sort is stable.

    NaN counts as largest, as in torch. **Shapes**: both results are like `x`, of floats or int32; at most 16384
    elements along the axis. Errors: ops-array, ops-dtype, ops-axis, ops-shape, ops-number.

    >>> import numpy as np
    >>> sort(np.array([3, 1, 2], np.float32))
    (array([1., 2., 3.], dtype=float32), array([1, 2, 0]))
    """
    given = view_of("x", x, (*FLOATS, "int32"))
    at = axis_of(given, axis)
    count = given.shape[at]
    if count > LONGEST:
        raise refused("ops-shape", f"{count} elements along axis {axis}; `sort` holds {LONGEST} at most")
    made, places = result(given, given.shape, None), result(given, given.shape, None, "int64")
    if 0 in given.shape:
        return made.array, places.array
    views = [rows_of(view, at) for view in (given, made, places)]
    launch(sort_rows, views, sort_tile(count, given.dtype.width), bool(descending))
    return made.array, places.array
