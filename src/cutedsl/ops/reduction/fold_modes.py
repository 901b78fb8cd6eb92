"""Which kernel folds an axis, and in how many steps: along rows or across them, pieces first where rows are few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cutedsl.ops.arrays import LARGEST_EXTENT, View, empty
from cutedsl.ops.programs import launch
from cutedsl.ops.reduction.column_folds import WARPS, fold_columns
from cutedsl.ops.reduction.folds import Fold
from cutedsl.ops.reduction.row_folds import fold_rows
from cutedsl.ops.rowwise.tile import RowTile, multiprocessors, row_tile, vector_of

PIECES: Final = 2048
"""Independent pieces of work to aim at: several blocks for each multiprocessor of the largest GPU."""
SHORTEST: Final = 4096
"""Elements that a piece of a row has at least."""
FEWEST: Final = 64
"""Rows that a piece has at least where columns are folded."""


@dataclass(frozen=True, slots=True)
class Mode:
    """An axis that stays: its extent, and its stride in the source and in the result."""

    extent: int
    source: int
    target: int


def kept_modes(source: View, target: View, axes: Sequence[int]) -> list[Mode]:
    """The axes that stay, innermost first, merged where both arrays allow it; `target` has extent 1 at `axes`."""
    modes: list[Mode] = []
    for k in reversed(range(source.rank)):
        extent, a, b = source.shape[k], source.strides[k], target.strides[k]
        if k in axes or extent == 1:
            continue
        last = modes[-1] if modes else None
        fits = last is not None and last.extent * extent <= LARGEST_EXTENT
        if last is not None and fits and (last.extent * last.source, last.extent * last.target) == (a, b):
            modes[-1] = Mode(last.extent * extent, last.source, last.target)
        else:
            modes.append(Mode(extent, a, b))
    return modes


def reduced_mode(source: View, axes: Sequence[int]) -> tuple[int, int] | None:
    """The axes to fold as one (extent, stride), if their strides allow it."""
    found = (1, 1)
    for k in sorted(axes, reverse=True):
        extent, stride = source.shape[k], source.strides[k]
        if extent == 1:
            continue
        if found[0] == 1:
            found = (extent, stride)
        elif found[0] * found[1] == stride and found[0] * extent <= LARGEST_EXTENT:
            found = (found[0] * extent, found[1])
        else:
            return None
    return found


def split_count(extent: int, others: int, step: int, least: int = SHORTEST) -> int:
    """In how many equal pieces an axis is folded first: a divisor that leaves multiples of `step`, 1 if none is due.

    There are `others` independent pieces anyway, and a piece has `least` elements.

    >>> split_count(1 << 20, 1, 4), split_count(1 << 20, 4096, 4), split_count(1000003, 1, 1)
    (256, 1, 1)
    """
    wanted = min(PIECES // max(others, 1), extent // least)
    return next((n for n in range(wanted, 1, -1) if extent % n == 0 and extent // n % step == 0), 1)


def blocks_together(groups: int, rows: int) -> int:
    """How many blocks, as a cluster, fold a group of columns where that makes two blocks for a multiprocessor; else 0.

    Of all numbers of blocks that run at once two were the fastest on an H200, and they need no second launch.
    """
    most = 2 * multiprocessors()
    return next((n for n in (1, 2) if 7 * most <= 8 * groups * n <= 8 * most and rows >= n * FEWEST), 0)


def fold_modes(source: View, target: View, kept: list[Mode], extent: int, stride: int, fold: Fold) -> None:
    """Folds an axis of the source into the target, in two steps if one has too few independent pieces."""
    columns = next((m for m in kept if m.source == 1 and m.target == 1), None) if stride != 1 else None
    others = [m for m in kept if m is not columns]
    count = 1
    for mode in others:
        count *= mode.extent
    batch = others or [Mode(1, 0, 0)]
    extents = tuple(m.extent for m in batch)
    x_strides, y_strides = tuple(m.source for m in batch), tuple(m.target for m in batch)
    together = 0
    if columns is None:
        x = reshaped(source, (*extents, extent), (*x_strides, stride))
        y = reshaped(target, (*extents, 1), (*y_strides, 1))
    else:
        x = reshaped(source, (*extents, extent, columns.extent), (*x_strides, stride, 1))
        y = reshaped(target, (*extents, columns.extent), (*y_strides, 1))
        together = blocks_together(-(-columns.extent // (32 * vector_of((x,)))) * count, extent)
    width = columns.extent // 32 if columns is not None else 1
    step, least = (16, SHORTEST) if columns is None else (1, FEWEST)
    pieces = 1 if fold.indexed or together else split_count(extent, count * max(width, 1), step, least)
    if pieces > 1:
        shape = (pieces, *(m.extent for m in reversed(kept)))
        parts = empty(target, shape, "float32")
        inner = [Mode(m.extent, m.source, d) for m, d in zip(kept, reversed(parts.strides[1:]), strict=True)]
        step = extent // pieces
        fold_modes(source, parts, [*inner, Mode(pieces, step * stride, parts.strides[0])], step, stride, fold)
        outer = [Mode(m.extent, d, m.target) for m, d in zip(kept, reversed(parts.strides[1:]), strict=True)]
        fold_modes(parts, target, outer, pieces, parts.strides[0], fold)
        return
    vector = vector_of((x,))
    if columns is None:
        launch(fold_rows, (x, y), row_tile(extent, vector, source.dtype.width), fold)
    else:
        launch(fold_columns, (x, y, None), RowTile(vector, 32, WARPS, 1, max(together, 1)), fold)


def reshaped(view: View, shape: tuple[int, ...], strides: tuple[int, ...]) -> View:
    """The same memory under other modes."""
    return replace(view, shape=shape, strides=strides)
