"""RMS norm and layer norm over rows, forward.

Floor for M x N elements of b bytes: 2*M*N*b bytes moved; on an H200 (copy 4.3 TB/s) 32768 x 4096 bf16 takes 125 us.
How it gets there: one read, kept in registers; few instructions an element, so that they run under other blocks' loads.
The variance is that of the differences to the mean, not a difference of squares, and takes no exchange of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, number_of, result, same_device, same_shape, view_of, with_axes
from cutedsl.ops.epilogues import applied, callable_of, unchanged
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.rowwise.moments import row_moments
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
from cutedsl.ops.rowwise.tile import RowTile, resident_blocks, rows_of, tile_of_norm, vector_of


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
    mean = row_totals(row, lambda _, x: [x])[0] * per_length
    squares = row_totals_inside(row, lambda _, x: [(x - mean, x - mean)])[0]
    scale = cute.math.rsqrt(squares * per_length + eps)
    return lambda x: (x - mean) * scale


@cute.kernel
def norm_kernel(
    x: cute.Tensor, weight: Any, bias: Any, y: cute.Tensor, eps: cutlass.Float32, tile: cutlass.Constexpr[RowTile],
    centred: cutlass.Constexpr[bool], epilogue: cutlass.Constexpr,
):  # fmt: skip
    """Normalises rows by the threads of a tile."""
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
        plain = normaliser(row, eps, centred)
        if tile.held and tile.keep == "memory":
            write_accesses(
                row, plain(row.values[-1]), lambda out, at: shaped(out, lambda k: access_of(each[k], at, tile)), y
            )
        else:
            write_row(row, lambda piece, values: shaped(plain(values), lambda k: held(k, row, piece)), y)

    each_row((x,), tile, one_row)


@cute.jit
def norm_rows(
    x: cute.Tensor, weight: Any, bias: Any, y: cute.Tensor, eps: cutlass.Float32, tile: cutlass.Constexpr[RowTile],
    centred: cutlass.Constexpr[bool], epilogue: cutlass.Constexpr = unchanged,
):  # fmt: skip
    """`y = epilogue((x - mean) / sqrt(variance + eps) * weight + bias)` of each row; mean is 0 if not `centred`."""
    rows = cute.size(flat_rows(x), mode=[0])
    norm_kernel(x, weight, bias, y, eps, tile, centred, epilogue).launch(
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


def _norm(x: Any, weight: Any, bias: Any, eps: float, out: Any, centred: bool, epilogue: Callable[[Any], Any]) -> Any:
    given = with_axes("x", x)
    scales, shifts = parameter("weight", weight, given), parameter("bias", bias, given)
    made = result(given, given.shape, out)
    if 0 in given.shape:
        return made.array
    source, target = rows_of(given, given.rank - 1), rows_of(made, given.rank - 1)
    views = (source, scales, shifts, target)
    vector = vector_of([v for v in views if v is not None])
    shared_bits = sum(v.dtype.width for v in (scales, shifts) if v is not None)
    tile = tile_of_norm(source.shape[-1], vector, source.dtype.width, shared_bits)
    epilogue = callable_of("epilogue", epilogue)
    launch(norm_rows, views, tile, centred, epilogue, numbers=[number_of("eps", eps, float)])
    return made.array


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

    `epilogue` takes and gives a vector of float32 in registers, before it is rounded.

    **Shapes**: `x` any with at least one axis, `weight` (columns) of any float type; the result is like `x`.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-number, ops-size, ops-function.

    >>> import numpy as np
    >>> rms_norm(np.full((1, 4), 3.0, np.float32)).round(3)
    array([[1., 1., 1., 1.]], dtype=float32)
    """
    return _norm(x, weight, None, eps, out, False, epilogue)


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

    `epilogue` takes and gives a vector of float32 in registers, before it is rounded.

    **Shapes**: `x` any with at least one axis, `weight` and `bias` (columns) of any float type; the result is like `x`.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-number, ops-size, ops-function.

    >>> import numpy as np
    >>> layer_norm(np.array([[1.0, 3.0]], np.float32), eps=0.0)
    array([[-1.,  1.]], dtype=float32)
    """
    return _norm(x, weight, bias, eps, out, True, epilogue)
