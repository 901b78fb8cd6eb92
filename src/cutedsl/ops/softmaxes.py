"""Softmax and log-softmax.

Floor for M x N elements of b bytes: 2*M*N*b bytes moved; on an H200 (copy 4.3 TB/s) 32768 x 4096 bf16 takes 125 us.
How it gets there: one read, kept in registers; each thread takes exp(x - its own maximum) at once, so that the row
needs a single exchange, of (maximum, sum) pairs, and a product an element after it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import apart, axis_of, result, same_device, same_shape, view_of
from cutedsl.ops.epilogues import applied, callable_of, unchanged
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.rowwise.reader import Row, row_totals, write_row
from cutedsl.ops.rowwise.ring import each_row
from cutedsl.ops.rowwise.rows import (
    across_warps,
    add,
    cluster_of,
    flat_rows,
    fold,
    grid_of,
    largest,
    pieces,
    warp_fold,
)
from cutedsl.ops.rowwise.tile import RowTile, row_tile, rows_of, tile_of_exchange, vector_of

LOG2_E: Final = 1.4426950408889634
LN_2: Final = 0.6931471805599453
FAR: Final = 2.0**29
"""Above this, adjacent float32 values differ by at least 32."""


def exponential(x: Any) -> Any:
    """E to the power x, as the hardware approximates it."""
    return cute.math.exp2(x * LOG2_E, fastmath=True)


def exponentials(values: Any, shift: Any) -> tuple[Any, Any]:
    """`exp(values - shift)` divided by a factor, and that factor: one multiply-add an element and its power of two.

    What is subtracted is `shift * log2(e)`, which was rounded; the factor makes up for what that lost. Beyond `FAR` it
    would be too much, but there all numbers but `shift` are so much smaller that powers of two vanish as well.
    """
    scale, base, factor = powers_from(shift)
    return cute.math.exp2(cute.math.fma(values, scale, -base), fastmath=True), factor


def powers_from(shift: Any) -> tuple[Any, Any, Any]:
    """`scale`, `base` and `factor` of `exp(x - shift) = factor * 2 ** (x * scale - base)`, as in `exponentials`."""
    scale = cutlass.select_(abs(shift) < FAR, LOG2_E, 1.0)
    base = shift * scale
    lost = cute.math.fma(shift, scale, -base)
    return scale, base, cute.math.exp2(-lost, fastmath=True)


@cute.jit
def reachable(maximum: Any) -> Any:
    """A maximum to subtract: 0 in place of -inf, where nothing is left to compare."""
    return cutlass.Float32(0.0) if maximum == -cutlass.Float32.inf else maximum


def merge_softmax(a: Any, b: Any) -> Any:
    """Two partial softmaxes, (maximum, sum of exp(x - maximum)) each, as one."""
    highest = largest(a[0], b[0])
    shift = reachable(highest)
    return [highest, a[1] * exponential(a[0] - shift) + b[1] * exponential(b[0] - shift)]


@cute.jit
def row_softmax(own: Any, total: Any, row: Any) -> Any:
    """The row's (maximum, sum of exp(x - maximum)) from each thread's own."""
    tile: RowTile = row.tile
    of_warp = warp_fold(own, largest, tile)
    scaled = total * exponential(own - reachable(of_warp))
    return across_warps([of_warp, warp_fold(scaled, add, tile)], merge_softmax, tile, row.turn)


@cute.jit
def held_softmax(row: Any, y: Any, log: cutlass.Constexpr[bool], epilogue: cutlass.Constexpr) -> None:
    """The softmax of a row that fits in registers."""
    (values,) = row.values
    own = fold(values, largest)
    shift = reachable(own)
    exps, factor = exponentials(values, shift)
    highest, total = row_softmax(own, fold(exps, add) * factor, row)
    if cutlass.const_expr(log):
        level = logarithm(highest, total)
        write_row(row, lambda _, x: applied(epilogue, x - level), y)
    else:
        scale = exponential(own - highest) * factor / total
        write_row(row, lambda *_: applied(epilogue, exps * scale), y)


@cute.jit
def held_maximum_and_sum(row: Any) -> Any:
    """The row's (maximum, sum of exp(x - maximum)), from registers."""
    (values,) = row.values
    own = fold(values, largest)
    exps, factor = exponentials(values, reachable(own))
    return row_softmax(own, fold(exps, add) * factor, row)


@cute.jit
def pieced_maximum_and_sum(row: Any) -> Any:
    """The row's (maximum, sum of exp(x - maximum)), read piece by piece: of a pending row, as the pieces come."""
    own, total = -cutlass.Float32.inf, cutlass.Float32(0.0)
    if cutlass.const_expr(row.pending):
        for piece in cutlass.range_constexpr(row.tile.stages):
            row.arrived(piece)
            own, total = _with_piece(own, total, row.read(piece)[0])
    else:
        for piece in range(pieces(row.sources[0], row.tile)):
            own, total = _with_piece(own, total, row.read(piece)[0])
    return row_softmax(own, total, row)


def _with_piece(own: Any, total: Any, values: Any) -> tuple[Any, Any]:
    """A thread's (maximum, sum of exp(x - maximum)) with more values."""
    highest = largest(own, fold(values, largest))
    shift = reachable(highest)
    exps, factor = exponentials(values, shift)
    return highest, total * exponential(own - shift) + fold(exps, add) * factor


@cute.jit
def pieced_softmax(row: Any, y: Any, log: cutlass.Constexpr[bool], epilogue: cutlass.Constexpr) -> None:
    """The softmax of a longer row: read for its maximum and sum, then again for the result."""
    highest, total = pieced_maximum_and_sum(row)
    if cutlass.const_expr(log):
        level = logarithm(highest, total)
        write_row(row, lambda _, x: applied(epilogue, x - level), y)
    else:
        scale, base, factor = powers_from(highest)
        share = factor / total

        def of_row(_: Any, x: Any) -> Any:
            return applied(epilogue, cute.math.exp2(cute.math.fma(x, scale, -base), fastmath=True) * share)

        write_row(row, of_row, y)


def logarithm(highest: Any, total: Any) -> Any:
    """The logarithm of a row's sum of exp(x)."""
    return highest + cute.math.log2(total, fastmath=True) * LN_2


@cute.kernel
def softmax_kernel(
    x: cute.Tensor, y: cute.Tensor, tile: cutlass.Constexpr[RowTile], log: cutlass.Constexpr[bool],
    epilogue: cutlass.Constexpr,
):  # fmt: skip
    """A row, or its logarithm's, by the threads of a tile."""
    whole = held_softmax if tile.held else pieced_softmax
    each_row((x,), tile, lambda row: whole(row, y, log, epilogue), -math.inf, pending=not tile.held)


@cute.jit
def softmax_rows(
    x: cute.Tensor, y: cute.Tensor, tile: cutlass.Constexpr[RowTile], log: cutlass.Constexpr[bool],
    epilogue: cutlass.Constexpr = unchanged,
):  # fmt: skip
    """`y = epilogue(softmax(x))` along the last mode."""
    rows = cute.size(flat_rows(x), mode=[0])
    softmax_kernel(x, y, tile, log, epilogue).launch(
        grid=grid_of(rows, tile), block=(tile.block, 1, 1), cluster=cluster_of(tile)
    )


def _softmax(x: Any, axis: int, out: Any, log: bool, epilogue: Callable[[Any], Any]) -> Any:
    given = view_of("x", x)
    made = result(given, given.shape, out)
    apart(made, given, in_place=True)
    at = axis_of(given, axis)
    if 0 in given.shape:
        return made.array
    source, target = rows_of(given, at), rows_of(made, at)
    size = (source.shape[-1], vector_of((source, target)), source.dtype.width)
    tile = tile_of_exchange(*size)
    launch(softmax_rows, (source, target), tile, log, callable_of("epilogue", epilogue))
    return made.array


@remembered
def softmax(x: Any, axis: int = -1, *, out: Any = None, epilogue: Callable[[Any], Any] = unchanged) -> Any:
    """`exp(x) / sum(exp(x))` along an axis, computed in float32.

    **Shapes**: any; the result has the shape, type and device of `x`. A row that is all -inf, and one with NaN or
    +inf in it, gives NaN, as in torch. Errors: ops-array, ops-dtype, ops-axis, ops-shape, ops-device,
    ops-function.

    >>> import numpy as np
    >>> softmax(np.zeros((1, 4), np.float32))
    array([[0.25, 0.25, 0.25, 0.25]], dtype=float32)
    """
    return _softmax(x, axis, out, False, epilogue)


@remembered
def log_softmax(x: Any, axis: int = -1, *, out: Any = None, epilogue: Callable[[Any], Any] = unchanged) -> Any:
    """`x - log(sum(exp(x)))` along an axis, computed in float32; shapes and errors as `softmax`.

    >>> import numpy as np
    >>> log_softmax(np.zeros((1, 1), np.float32))
    array([[0.]], dtype=float32)
    """
    return _softmax(x, axis, out, True, epilogue)


@cute.kernel
def softmax_backward_kernel(
    grad: cute.Tensor, y: cute.Tensor, dx: cute.Tensor, tile: cutlass.Constexpr[RowTile], log: cutlass.Constexpr[bool]
):
    """The gradient of a row's softmax, or of its logarithm, from the result."""

    def one_row(row: Row) -> None:
        if log:
            (total,) = row_totals(row, lambda _, grad, y: [grad])
            write_row(row, lambda _, grad, y: grad - exponential(y) * total, dx)
        else:
            (total,) = row_totals(row, lambda _, grad, y: [(grad, y)])
            write_row(row, lambda _, grad, y: y * (grad - total), dx)

    each_row((grad, y), tile, one_row)


@cute.jit
def softmax_backward_rows(
    grad: cute.Tensor, y: cute.Tensor, dx: cute.Tensor, tile: cutlass.Constexpr[RowTile], log: cutlass.Constexpr[bool]
):
    """`dx` of `y = softmax(x)` for the gradient of y."""
    rows = cute.size(flat_rows(y), mode=[0])
    softmax_backward_kernel(grad, y, dx, tile, log).launch(
        grid=grid_of(rows, tile), block=(tile.block, 1, 1), cluster=cluster_of(tile)
    )


def _softmax_backward(grad: Any, y: Any, axis: int, out: Any, log: bool) -> Any:
    given, grads = view_of("y", y), view_of("grad", grad)
    same_shape("grad", grads, given.shape)
    same_device(given, grad=grads)
    made = result(given, given.shape, out)
    at = axis_of(given, axis)
    if 0 in given.shape:
        return made.array
    views = [rows_of(view, at) for view in (grads, given, made)]
    tile = row_tile(given.shape[at], vector_of(views), given.dtype.width)
    launch(softmax_backward_rows, views, tile, log)
    return made.array


@remembered
def softmax_backward(grad: Any, y: Any, axis: int = -1, *, out: Any = None) -> Any:
    """The gradient of x where `y = softmax(x, axis)`: `y * (grad - sum(grad * y))`.

    **Shapes**: all alike. Errors: as `softmax`.
    """
    return _softmax_backward(grad, y, axis, out, log=False)


@remembered
def log_softmax_backward(grad: Any, y: Any, axis: int = -1, *, out: Any = None) -> Any:
    """The gradient of x where `y = log_softmax(x, axis)`: `grad - exp(y) * sum(grad)`.

    **Shapes**: all alike. Errors: as `softmax`.
    """
    return _softmax_backward(grad, y, axis, out, log=True)
