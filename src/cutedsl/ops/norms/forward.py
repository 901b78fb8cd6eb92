"""RMS norm and layer norm over rows, forward.

Floor for M x N elements of b bytes: 2*M*N*b bytes moved; on an H200 (copy 4.3 TB/s) 32768 x 4096 bf16 takes 125 us.
How it gets there: one read, kept in registers; few instructions an element, so that they run under other blocks' loads.
The variance comes from differences to the mean of a part of the row, in the exchange that finds the row's mean.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, number_of, result, same_device, same_shape, view_of, with_axes
from cutedsl.ops.epilogues import applied, callable_of, unchanged
from cutedsl.ops.norms.forward_in_slices import launch_norm_in_slices, norm_slices
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.rowwise.moments import moments_of_pieces, row_moments
from cutedsl.ops.rowwise.reader import (
    Row,
    access_of,
    open_shared,
    row_totals,
    row_totals_inside,
    write_accesses,
    write_row,
)
from cutedsl.ops.rowwise.ring import each_row
from cutedsl.ops.rowwise.rows import cluster_of, flat_rows, grid_of
from cutedsl.ops.rowwise.tile import (
    ACCESS_BYTES,
    CROWDED_BLOCKS,
    RowTile,
    resident_blocks,
    rows_of,
    tile_of_norm,
    vector_of,
)


def normaliser(row: Row, eps: Any, centred: bool) -> Callable[[Any], Any]:
    """What a row's elements become before the weight: (x - mean) / sqrt(variance + eps), or without a mean."""
    per_length = 1.0 / row.length  # found while the row is on its way
    if not centred:
        scale = cute.math.rsqrt(row_totals(row, lambda _, x: [(x, x)])[0] * per_length + eps)
        return lambda x: x * scale
    if row.tile.held:
        found = row_moments(row)
        scale = cute.math.rsqrt(found.variance + eps)
        shift = (found.own - found.mean) * scale
        return lambda _: cute.math.fma(found.inside, scale, shift)
    if row.slots:
        mean, variance = moments_of_pieces(row)
    else:
        mean = row_totals(row, lambda _, x: [x])[0] * per_length
        variance = row_totals_inside(row, lambda _, x: [(x - mean, x - mean)])[0] * per_length
    scale = cute.math.rsqrt(variance + eps)
    return lambda x: (x - mean) * scale


@cute.kernel
def norm_kernel(
    x: cute.Tensor, residual: Any, weight: Any, bias: Any, y: cute.Tensor, summed: Any, eps: cutlass.Float32,
    tile: cutlass.Constexpr[RowTile], centred: cutlass.Constexpr[bool], epilogue: cutlass.Constexpr,
):  # fmt: skip
    """Normalises rows by the threads of a tile; with `residual` those of `summed = x + residual`."""
    held, each = open_shared((weight, bias), tile), (weight, bias)

    def shaped(out: Any, of: Callable[[int], Any]) -> Any:
        if weight is not None and bias is not None:
            out = cute.math.fma(out, of(0), of(1))
        elif weight is not None:
            out = out * of(0)
        elif bias is not None:
            out = out + of(1)
        return applied(epilogue, out)

    def one_row(row: Row) -> None:
        if residual is not None:
            row = row.joined(lambda a, b: (a + b).to(summed.element_type).to(cutlass.Float32))
            write_row(row, lambda _, total: total, summed)
            if not tile.held and not tile.stages:  # read again from where it is, as it may have replaced a source
                row = replace(row, sources=(flat_rows(summed)[(row.index, None)],), join=None)
        plain = normaliser(row, eps, centred)
        if tile.held and tile.keep == "memory":
            write_accesses(
                row, plain(row.values[-1]), lambda out, at: shaped(out, lambda k: access_of(each[k], at, tile)), y
            )
        else:
            write_row(row, lambda piece, values: shaped(plain(values), lambda k: held(k, row, piece)), y)

    each_row((x,) if residual is None else (x, residual), tile, one_row)


@cute.jit
def norm_rows(
    x: cute.Tensor, residual: Any, weight: Any, bias: Any, y: cute.Tensor, summed: Any, eps: cutlass.Float32,
    tile: cutlass.Constexpr[RowTile], centred: cutlass.Constexpr[bool], epilogue: cutlass.Constexpr = unchanged,
):  # fmt: skip
    """`y = epilogue((x - mean) / sqrt(variance + eps) * weight + bias)` of each row; mean is 0 if not `centred`.

    With `residual`, x + residual stands for x, and is written to `summed`.
    """
    rows = cute.size(flat_rows(x), mode=[0])
    norm_kernel(x, residual, weight, bias, y, summed, eps, tile, centred, epilogue).launch(
        grid=grid_of(rows, tile),
        block=(tile.block, 1, 1),
        cluster=cluster_of(tile),
        min_blocks_per_mp=resident_blocks(tile),
    )


def parameter(name: str, given: Any, x: View) -> View | None:
    """A weight or bias: one number a column. Errors: ops-shape, ops-device, ops-array, ops-dtype."""
    if given is None:
        return None
    view = view_of(name, given)
    same_shape(name, view, x.shape[-1:])
    same_device(x, **{name: view})
    return view


@dataclass(frozen=True, slots=True)
class _Asked:
    """The options of a norm besides its rows."""

    weight: Any
    bias: Any
    eps: float
    centred: bool
    epilogue: Callable[[Any], Any] = unchanged


def _norm(x: View, residual: View | None, made: View, summed: View | None, asked: _Asked) -> None:
    """Launches a norm of the last axis."""
    scales, shifts = parameter("weight", asked.weight, x), parameter("bias", asked.bias, x)
    epilogue = callable_of("epilogue", asked.epilogue)
    if 0 in x.shape:
        return
    rows = [None if v is None else rows_of(v, x.rank - 1) for v in (x, residual, made, summed)]
    views = (*rows[:2], scales, shifts, *rows[2:])
    given = [v for v in views if v is not None]
    shared_bits = sum(v.dtype.width for v in (scales, shifts) if v is not None)
    tile = tile_of_norm(x.shape[-1], vector_of(given), x.dtype.width, shared_bits, 1 + (residual is not None))
    eps, slices = number_of("eps", asked.eps, float), None
    whole = tile.vector * x.dtype.width == 8 * ACCESS_BYTES
    wide = shared_bits > x.dtype.width
    least = 2 if wide or residual is not None else CROWDED_BLOCKS
    if whole and tile.blocks >= least:
        crowded = wide and residual is None and tile.blocks >= CROWDED_BLOCKS
        rows_of_all, tensors = math.prod(x.shape[:-1]), 1 + (residual is not None)
        slices = norm_slices(x.shape[-1], tile.vector, rows_of_all, tensors, crowded)
    if slices is not None:
        launch_norm_in_slices(views, eps, slices, asked.centred, epilogue)
    else:
        launch(norm_rows, views, tile, asked.centred, epilogue, numbers=[eps])


def _norm_of(x: Any, out: Any, asked: _Asked) -> Any:
    given = with_axes("x", x)
    made = result(given, given.shape, out)
    _norm(given, None, made, None, asked)
    return made.array


def _norm_of_sum(x: Any, residual: Any, out: Any, summed: Any, asked: _Asked) -> tuple[Any, Any]:
    given, other = with_axes("x", x), view_of("residual", residual)
    same_shape("residual", other, given.shape)
    same_device(given, residual=other)
    made, total = result(given, given.shape, out), result(other, given.shape, summed, name="summed")
    _norm(given, other, made, total, asked)
    return made.array, total.array


@remembered
def rms_norm(
    x: Any,
    weight: Any = None,
    *,
    eps: float = 1e-6,
    out: Any = None,
    epilogue: Callable[[Any], Any] = unchanged,
) -> Any:
    """`x / sqrt(mean(x * x) + eps) * weight` along the last axis, computed in float32.

    `epilogue` takes and returns a float32 vector in registers, before it is rounded.

    **Shapes**: `x` any with at least one axis, `weight` (columns) of any float type; the result is like `x`.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-number, ops-size, ops-function.

    >>> import numpy as np
    >>> rms_norm(np.full((1, 4), 3.0, np.float32)).round(3)
    array([[1., 1., 1., 1.]], dtype=float32)
    """
    return _norm_of(x, out, _Asked(weight, None, eps, False, epilogue))


@remembered
def layer_norm(
    x: Any,
    weight: Any = None,
    bias: Any = None,
    *,
    eps: float = 1e-5,
    out: Any = None,
    epilogue: Callable[[Any], Any] = unchanged,
) -> Any:
    """`(x - mean(x)) / sqrt(variance(x) + eps) * weight + bias` along the last axis, computed in float32.

    `epilogue` takes and returns a float32 vector in registers, before it is rounded.

    **Shapes**: `x` any with at least one axis, `weight` and `bias` (columns) of any float type; the result is like `x`.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-number, ops-size, ops-function.

    >>> import numpy as np
    >>> layer_norm(np.array([[1.0, 3.0]], np.float32), eps=0.0)
    array([[-1.,  1.]], dtype=float32)
    """
    return _norm_of(x, out, _Asked(weight, bias, eps, True, epilogue))


@remembered
def add_rms_norm(
    x: Any, residual: Any, weight: Any = None, *, eps: float = 1e-6, out: Any = None, summed: Any = None
) -> tuple[Any, Any]:
    """`(rms_norm(s, weight), s)` of `s = x + residual`, in one pass: the residual addition of a layer, and the norm
    of the next.

    `s` is rounded to the type of `residual` before it is normalised. `summed` receives it, and may be `residual`
    itself; `out` receives the norm, and may be `x`. The gradient of both arguments is that of
    `rms_norm_backward(grad, s, weight, added=)`, with the gradient that reaches `s` elsewhere as `added`.

    **Shapes**: `x`, `residual` and both results alike; `weight` (columns). Errors: as `rms_norm`.

    >>> import numpy as np
    >>> add_rms_norm(np.ones((1, 2), np.float32), np.ones((1, 2), np.float32), eps=0.0)
    (array([[1., 1.]], dtype=float32), array([[2., 2.]], dtype=float32))
    """
    return _norm_of_sum(x, residual, out, summed, _Asked(weight, None, eps, False))


@remembered
def add_layer_norm(
    x: Any,
    residual: Any,
    weight: Any = None,
    bias: Any = None,
    *,
    eps: float = 1e-5,
    out: Any = None,
    summed: Any = None,
) -> tuple[Any, Any]:
    """`(layer_norm(s, weight, bias), s)` of `s = x + residual`, in one pass; otherwise as `add_rms_norm`.

    **Shapes**: `x`, `residual` and both results alike; `weight` and `bias` (columns). Errors: as `layer_norm`.

    >>> import numpy as np
    >>> add_layer_norm(np.array([[0.0, 1.0]], np.float32), np.array([[1.0, 2.0]], np.float32), eps=0.0)
    (array([[-1.,  1.]], dtype=float32), array([[1., 3.]], dtype=float32))
    """
    return _norm_of_sum(x, residual, out, summed, _Asked(weight, bias, eps, True))
