"""One row of several tensors, as kernels over rows see it: held in registers, or read again for each question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.row_tile import RowTile
from cutedsl.ops.rows import (
    add,
    cleared,
    flat_rows,
    fold,
    load,
    pieces,
    place,
    row_merged,
    store,
)


@dataclass(frozen=True, slots=True)
class Row:
    """A thread's part of row `index` of its `sources`; `values` where the tile holds rows in registers."""

    sources: tuple[Any, ...]
    index: Any
    present: Any
    lane: Any
    tile: RowTile
    fill: float
    values: tuple[Any, ...]

    def read(self, piece: Any = 0) -> tuple[Any, ...]:
        """Float32 values of a piece of every source."""
        if self.tile.held:
            return self.values
        return tuple(load(s, self.present, self.lane, self.tile, self.fill, piece) for s in self.sources)

    def shared(self, vector: Any, piece: Any = 0) -> Any:
        """Float32 values of a piece of a tensor that all rows share, such as weights."""
        return load(vector, self.present, self.lane, self.tile, 0.0, piece)

    @property
    def length(self) -> Any:
        """Elements of the row, as a Float32."""
        return cutlass.Int32(cute.size(self.sources[0])).to(cutlass.Float32)


def open_row(tensors: tuple[Any, ...], tile: RowTile, fill: float = 0.0) -> Row:
    """This thread's row of each tensor (batch..., columns), read if the tile holds it; past the end it is `fill`."""
    index, lane = place(tile)
    flat = [flat_rows(x) for x in tensors]
    present = index < cute.size(flat[0], mode=[0])
    sources = tuple(x[(index, None)] for x in flat)
    values = tuple(load(s, present, lane, tile, fill) for s in sources) if tile.held else ()
    return Row(sources, index, present, lane, tile, fill, values)


@cute.jit
def row_total(row: Any, fn: cutlass.Constexpr[Callable[..., Any]]) -> Any:
    """The sum over the row of `fn` of its values; `fn` of the fill must be 0."""
    tile: RowTile = row.tile
    if cutlass.const_expr(tile.held):
        mine = fold(fn(*row.values), add)
    else:
        mine = cutlass.Float32(0.0)
        for piece in range(pieces(row.sources[0], tile)):
            mine += fold(fn(*row.read(piece)), add)
    return agreed(mine, tile)


@cute.jit
def row_total_inside(row: Any, fn: cutlass.Constexpr[Callable[..., Any]]) -> Any:
    """The sum over the row of `fn` of its values, which may be anything past the end."""
    tile: RowTile = row.tile
    mine = cutlass.Float32(0.0)
    for piece in range(pieces(row.sources[0], tile)):
        mine += fold(cleared(fn(*row.read(piece)), row.sources[0], row.lane, tile, piece), add)
    return agreed(mine, tile)


def agreed(mine: Any, tile: RowTile) -> Any:
    """The sum of each thread's number over the threads of a row."""
    return row_merged([mine], lambda a, b: [a[0] + b[0]], tile)[0]


@cute.jit
def write_row(row: Any, fn: cutlass.Constexpr[Callable[..., Any]], target: Any) -> None:
    """Writes `fn(piece, values...)` into the same row of `target` (batch..., columns)."""
    out = flat_rows(target)[(row.index, None)]
    for piece in range(pieces(out, row.tile)):
        store(fn(piece, *row.read(piece)), out, row.present, row.lane, row.tile, piece)
