"""One row of several tensors, as kernels over rows see it: held in registers, or read again for each question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import LoadCacheMode, cpasync
from cutedsl.ops.rowwise.rows import (
    accesses,
    flat_rows,
    load,
    pieces,
    place,
    row_merged,
    store,
    total_inside,
    total_of,
)
from cutedsl.ops.rowwise.tile import ACCESS_BYTES, RowTile


@dataclass(frozen=True, slots=True)
class Row:
    """A thread's part of row `index` of its `sources`; `values` where the tile holds rows in registers,
    `slots` where it holds their pieces in shared memory; `early` is what was asked for before the row, `turn`
    alternates between 0 and 1 from row to row. `join` makes one value of those of all sources. With `pending`, pieces
    are still on their way, and whoever reads them first waits for each."""

    sources: tuple[Any, ...]
    index: Any
    present: Any
    lane: Any
    tile: RowTile
    fill: float
    values: tuple[Any, ...]
    slots: tuple[Any, ...] = ()
    early: Any = None
    turn: Any = 0
    join: Callable[..., Any] | None = None
    pending: bool = False

    def arrived(self, piece: int) -> None:
        """Waits until this thread's copies of a `pending` row's piece, and of those before it, are there."""
        cute.arch.cp_async_wait_group(self.tile.stages - 1 - piece)

    def read(self, piece: Any = 0) -> tuple[Any, ...]:
        """Float32 values of a piece of every source, or what `join` makes of them."""
        if self.tile.held:
            return self.values
        if self.slots:
            found = tuple(slot[(None, None, piece)].load().to(cutlass.Float32) for slot in self.slots)
        else:
            found = tuple(load(s, self.present, self.lane, self.tile, self.fill, piece) for s in self.sources)
        return found if self.join is None else (self.join(*found),)

    def joined(self, join: Callable[..., Any]) -> Row:
        """The row whose only elements are `join` of those of all sources."""
        return replace(self, values=(join(*self.values),) if self.tile.held else (), join=join)

    def sources_from(self, first: int) -> Row:
        """The row without its first sources."""
        return replace(self, sources=self.sources[first:], values=self.values[first:], slots=self.slots[first:])

    @property
    def length(self) -> Any:
        """Elements of the row, as a Float32."""
        return cutlass.Int32(cute.size(self.sources[0])).to(cutlass.Float32)


def open_row(
    tensors: tuple[Any, ...], tile: RowTile, fill: float = 0.0, index: Any = None, early: Any = None, turn: Any = 0
) -> Row:
    """This thread's row of each tensor (batch..., columns), or row `index`; read if the tile holds it.

    Past the end of a row, and past the last row, it is `fill`.
    """
    first, lane = place(tile)
    index = first if index is None else index
    flat = [flat_rows(x) for x in tensors]
    present = index < cute.size(flat[0], mode=[0])
    sources = tuple(x[(index, None)] for x in flat)
    values = tuple(load(s, present, lane, tile, fill) for s in sources) if tile.held else ()
    return Row(sources, index, present, lane, tile, fill, values, early=early, turn=turn)


@cute.jit
def write_accesses(row: Any, values: Any, fn: cutlass.Constexpr[Callable[[Any, Any], Any]], target: Any) -> None:
    """Writes `fn(values of an access, its number in the row)` of a held row, one access after the other.

    What an access needs besides is requested in its turn, which leaves registers for more rows at a time.
    """
    out, tile = flat_rows(target)[(row.index, None)], row.tile
    divided, count = accesses(out, row.present, tile)
    for k in cutlass.range_constexpr(tile.loads):
        at = k * tile.lanes + row.lane
        if at < count:
            divided[(None, at)].store(fn(values[(None, k)], at).to(out.element_type))


def access_of(x: Any, at: Any, tile: RowTile) -> Any:
    """Float32 values of access number `at` of a tensor (columns,)."""
    return cute.zipped_divide(x, (tile.vector,))[(None, at)].load().to(cutlass.Float32).reshape(tile.vector)


def open_shared(tensors: tuple[Any, ...], tile: RowTile) -> Callable[[int, Row, Any], Any]:
    """Float32 values of tensors that all rows share, such as weights, by number, row and piece; None has none.

    One row in registers asks for them before it is waited for; rows in turn find them where the tile keeps them.
    """
    _, lane = place(tile)
    stays = replace(tile, leaves="")
    if tile.keep == "memory" or not tile.held:
        return lambda k, row, piece: load(tensors[k], True, lane, stays, 0.0, piece)
    if tile.keep == "registers":
        values = [load(x, True, lane, stays, 0.0) if x is not None else None for x in tensors]
        return lambda k, row, piece: values[k]
    slots: list[Any] = [None if x is None else _own_slots(x, lane, tile) for x in tensors]
    return lambda k, row, piece: slots[k].load().to(cutlass.Float32)


def thread_slots(dtype: Any, tile: RowTile) -> Any:
    """Shared memory with a part for each thread of the block, (vector, loads, thread)."""
    layout = cute.make_layout((tile.vector, tile.loads, tile.block), stride=(1, tile.vector * tile.block, tile.vector))
    return utils.SmemAllocator().allocate_tensor(dtype, layout, ACCESS_BYTES)


@cute.jit
def _own_slots(x: Any, lane: Any, tile: cutlass.Constexpr[RowTile]) -> Any:
    """This thread's part of shared memory with its accesses of a tensor (columns,), (vector, loads); 0 past its end.

    The copies belong to the group of the first row, which then need not wait until these are there.
    """
    thread, _, _ = cute.arch.thread_idx()
    slots = thread_slots(x.element_type, tile)[(None, None, thread)]
    slots.fill(0.0)
    each = min(tile.vector, 8 * ACCESS_BYTES // x.element_type.width)
    atom = cute.make_copy_atom(
        cpasync.CopyG2SOp(LoadCacheMode.GLOBAL), x.element_type, num_bits_per_copy=each * x.element_type.width
    )
    divided = cute.zipped_divide(x, (each,))
    for k in cutlass.range_constexpr(tile.loads):
        at = k * tile.lanes + lane
        if at < cute.size(x) // tile.vector:
            for j in cutlass.range_constexpr(tile.vector // each):
                part = cute.zipped_divide(slots[(None, k)], (each,))[(None, j)]
                cute.copy(atom, divided[(None, at * (tile.vector // each) + j)], part)
    return slots


@cute.jit
def row_totals(row: Any, fn: cutlass.Constexpr[Callable[..., Any]]) -> Any:
    """The sums over the row of each of the vectors `fn(piece, values...)`, which must be 0 for the fill.

    A pair of vectors stands for their products.
    """
    tile: RowTile = row.tile
    if cutlass.const_expr(tile.held):
        mine = [total_of(part) for part in fn(0, *row.values)]
    else:
        mine = [cutlass.Float32(0.0) for _ in range(len(fn(0, *row.read())))]
        for piece in range(pieces(row.sources[0], tile)):
            mine = [a + total_of(part) for a, part in zip(mine, fn(piece, *row.read(piece)), strict=True)]
    return row_merged(mine, sums, tile, row.turn)


@cute.jit
def row_totals_inside(row: Any, fn: cutlass.Constexpr[Callable[..., Any]]) -> Any:
    """As `row_totals`, for an `fn` that may make anything of the fill."""
    source, lane, tile = row.sources[0], row.lane, row.tile
    if cutlass.const_expr(tile.held):
        mine = [total_inside(part, source, lane, tile) for part in fn(0, *row.values)]
    else:
        mine = [cutlass.Float32(0.0) for _ in range(len(fn(0, *row.read())))]
        for piece in range(pieces(source, tile)):
            found = [total_inside(part, source, lane, tile, piece) for part in fn(piece, *row.read(piece))]
            mine = [a + b for a, b in zip(mine, found, strict=True)]
    return row_merged(mine, sums, tile, row.turn)


def sums(a: Any, b: Any) -> list[Any]:
    """Lists of numbers added."""
    return [x + y for x, y in zip(a, b, strict=True)]


@cute.jit
def write_row(row: Any, fn: cutlass.Constexpr[Callable[..., Any]], target: Any) -> None:
    """Writes `fn(piece, values...)` into the same row of `target` (batch..., columns)."""
    out = flat_rows(target)[(row.index, None)]
    for piece in range(pieces(out, row.tile)):
        store(fn(piece, *row.read(piece)), out, row.present, row.lane, row.tile, piece)
