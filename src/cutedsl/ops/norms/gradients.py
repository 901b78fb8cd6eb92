"""RMS norm and layer norm over rows, backward: gradients of the input, the weight and the bias.

Floor for M x N elements of b bytes: 3*M*N*b bytes moved; on an H200 (copy 4.3 TB/s) 32768 x 4096 bf16 takes 187 us.
How it gets there: a block works on many rows in turn and adds up its part of the weight's gradient in registers; the
parts, one for each multiprocessor, are added up in one launch (`parts`). Of longer rows a block has a slice of columns
(`gradients_in_slices`).
"""

from __future__ import annotations

import math
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import empty, number_of, result, same_device, same_shape, view_of, with_axes
from cutedsl.ops.norms.forward import parameter
from cutedsl.ops.norms.gradients_in_slices import gradient_slices, launch_in_slices
from cutedsl.ops.norms.parts import added_up, parts_of, registers_beside, write_parts
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.rowwise.moments import row_moments
from cutedsl.ops.rowwise.reader import Row, open_shared, row_totals, row_totals_inside, write_row
from cutedsl.ops.rowwise.ring import each_row
from cutedsl.ops.rowwise.rows import cluster_of, flat_rows, grid_of
from cutedsl.ops.rowwise.tile import (
    ACCESS_BYTES,
    RowTile,
    resident_blocks,
    rows_of,
    tile_in_turn,
    vector_of,
)


@cute.jit
def rms_gradient(row: Any, weighted: Any, eps: Any) -> Any:
    """A function of (piece, grad, x) that gives the gradient of x, and the row's (mean, scale)."""
    squares, products = row_totals(row, lambda piece, grad, x: [(x, x), (weighted(piece, grad), x)])
    scale = cute.math.rsqrt(squares / row.length + eps)
    slope = products / row.length * scale * scale * scale
    return lambda piece, grad, x: weighted(piece, grad) * scale - x * slope, cutlass.Float32(0.0), scale


@cute.jit
def layer_gradient(row: Any, weighted: Any, eps: Any) -> Any:
    """As `rms_gradient`, with the mean."""
    if cutlass.const_expr(row.tile.held):
        found = row_moments(row, weighted(0, row.values[0]))
        mean, variance, (pulled, products) = found.mean, found.variance, found.pulled
    else:
        total, pulled = row_totals(row, lambda piece, grad, x: [x, weighted(piece, grad)])
        mean, pulled = total / row.length, pulled / row.length
        squares, products = row_totals_inside(
            row, lambda piece, grad, x: [(x - mean, x - mean), (weighted(piece, grad), x - mean)]
        )
        variance, products = squares / row.length, products / row.length
    scale = cute.math.rsqrt(variance + eps)
    shift = pulled * scale
    slope = products * scale * scale * scale
    return lambda piece, grad, x: weighted(piece, grad) * scale - shift - (x - mean) * slope, mean, scale


@cute.kernel
def norm_backward_kernel(
    grad: cute.Tensor, x: cute.Tensor, more: Any, weight: Any, dx: cute.Tensor, dweight: Any, dbias: Any,
    eps: cutlass.Float32, tile: cutlass.Constexpr[RowTile], centred: cutlass.Constexpr[bool],
):  # fmt: skip
    """Rows in turn; `dweight` and `dbias` (parts, columns) get what this block's rows add up to.

    `more` is added to the gradient of x.
    """
    held = open_shared((weight,), tile)
    totals = [cute.make_rmem_tensor((tile.vector, tile.loads), cutlass.Float32) for _ in range(2)]
    for total in totals:
        total.fill(0.0)
    targets = (dweight, dbias)

    def one_row(row: Row) -> None:
        def weighted(piece: Any, values: Any) -> Any:
            return values if weight is None else values * held(0, row, piece)

        whole, row = row, row.sources_from(0 if more is None else 1)
        gradient, mean, scale = (layer_gradient if centred else rms_gradient)(row, weighted, eps)
        if more is None:
            write_row(row, gradient, dx)
        else:
            write_row(whole, lambda piece, more, grad, x: gradient(piece, grad, x) + more, dx)
        added = (lambda _, grad, x: grad * ((x - mean) * scale), lambda _, grad, x: grad)
        for total, target, fn in zip(totals, targets, added, strict=True):
            if target is None:
                continue
            if tile.held:
                total.store(total.load() + fn(0, *row.values))
            else:
                write_row(row, fn, target)  # a part for each row, as no thread could hold its part of one

    cute.arch.griddepcontrol_launch_dependents()  # those that add up the parts start now, and wait for this grid
    each_row((grad, x) if more is None else (more, grad, x), tile, one_row)
    if cutlass.const_expr(tile.held):
        write_parts(totals, targets, tile)


@cute.jit
def norm_backward_rows(
    grad: cute.Tensor, x: cute.Tensor, more: Any, weight: Any, dx: cute.Tensor, dweight: Any, dbias: Any,
    eps: cutlass.Float32, tile: cutlass.Constexpr[RowTile], centred: cutlass.Constexpr[bool],
):  # fmt: skip
    """The gradients of `norms.norm_rows`."""
    rows = cute.size(flat_rows(x), mode=[0])
    norm_backward_kernel(grad, x, more, weight, dx, dweight, dbias, eps, tile, centred).launch(
        grid=grid_of(rows, tile),
        block=(tile.block, 1, 1),
        cluster=cluster_of(tile),
        min_blocks_per_mp=resident_blocks(tile),
        max_registers=0 if more is not None or (dweight is None and dbias is None) else registers_beside(tile),
    )


def _backward(
    grad: Any, x: Any, weight: Any, added: Any, eps: float, out: Any, centred: bool, with_bias: bool
) -> tuple[Any, ...]:
    given, grads = with_axes("x", x), view_of("grad", grad)
    more = None if added is None else view_of("added", added)
    for name, view in (("grad", grads), ("added", more)):
        if view is not None:
            same_shape(name, view, given.shape)
            same_device(given, **{name: view})
    scales = parameter("weight", weight, given)
    made = result(given, given.shape, out)
    like = [v for v, wanted in ((scales, weight is not None), (scales or given, with_bias)) if wanted]
    columns = given.shape[-1:]
    sums = [empty(v or given, columns) for v in like]
    if 0 in given.shape:
        for total in sums:
            total.native()[...] = 0
        not_again()
        return (made.array, *(total.array for total in sums))
    axis = given.rank - 1
    of_grad, of_x, of_dx = (rows_of(v, axis) for v in (grads, given, made))
    of_more = None if more is None else rows_of(more, axis)
    views = [v for v in (of_grad, of_x, of_more, of_dx, scales) if v is not None]
    tensors = 2 + (more is not None)
    tile = tile_in_turn(columns[0], vector_of(views), given.dtype.width, tensors, len(sums))
    number, kinds = number_of("eps", eps, float), (weight is not None, with_bias)
    slices = None
    if more is None and tile.blocks > 1 and tile.vector * given.dtype.width == 8 * ACCESS_BYTES:
        slices = gradient_slices(columns[0], tile.vector, math.prod(given.shape[:-1]), centred)
    if slices is not None:
        parts = launch_in_slices(of_grad, of_x, scales, of_dx, kinds, number, slices, centred)
    else:
        parts = [parts_of(given, of_x, tile) for _ in sums]
        dweight, dbias = (parts[k] if wanted else None for k, wanted in ((0, kinds[0]), (-1, kinds[1])))
        launch(
            norm_backward_rows, (of_grad, of_x, of_more, scales, of_dx, dweight, dbias), tile, centred, numbers=[number]
        )
    return (made.array, *added_up(parts, sums))


@remembered
def rms_norm_backward(
    grad: Any, x: Any, weight: Any = None, *, added: Any = None, eps: float = 1e-6, out: Any = None
) -> tuple[Any, ...]:
    """The gradients of `rms_norm`: (of x,), or with a weight (of x, of the weight).

    `added` is added to the gradient of x, such as the gradient of the sum of `add_rms_norm`.

    **Shapes**: `grad`, `x`, `added` and the first result alike, the second like `weight`.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-number.

    >>> import numpy as np
    >>> one = np.ones((1, 2), np.float32)
    >>> rms_norm_backward(one, one, added=one)[0].round(3)
    array([[1., 1.]], dtype=float32)
    """
    return _backward(grad, x, weight, added, eps, out, centred=False, with_bias=False)


@remembered
def layer_norm_backward(
    grad: Any,
    x: Any,
    weight: Any = None,
    *,
    bias: bool = False,
    added: Any = None,
    eps: float = 1e-5,
    out: Any = None,
) -> tuple[Any, ...]:
    """The gradients of `layer_norm`: of x, of the weight if there is one, of the bias if `bias` is true.

    `added` is added to the gradient of x, as in `rms_norm_backward`.

    **Shapes**: `grad`, `x`, `added` and the first result alike; the bias's gradient has the weight's type, or that of
    `x`. Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-number.

    >>> import numpy as np
    >>> x, grad = np.array([[0.0, 2.0]], np.float32), np.array([[1.0, 3.0]], np.float32)
    >>> [total.tolist() for total in layer_norm_backward(grad, x, bias=True)[1:]]
    [[1.0, 3.0]]
    """
    return _backward(grad, x, weight, added, eps, out, centred=True, with_bias=bias)
