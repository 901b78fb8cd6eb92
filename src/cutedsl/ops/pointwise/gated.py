"""Gates between the two halves of each row, forward and backward, in one pass.

Floor for M rows of 2N elements of b bytes: forward 3*M*N*b bytes moved, backward 5*M*N*b, at 4.3 TB/s on an H200.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, result, same_device, same_shape, with_axes
from cutedsl.ops.gates import Gate, named_gate
from cutedsl.ops.plans import remembered
from cutedsl.ops.pointwise.functions import THREADS, pointwise
from cutedsl.ops.programs import launch
from cutedsl.ops.reduction.fold_modes import reduced_mode, reshaped
from cutedsl.ops.refuse import refused
from cutedsl.ops.rowwise.tile import LOADS, RowTile, power_at_least, vector_of


def halves_of_rows(x: cute.Tensor, tile: RowTile) -> list[cute.Tensor]:
    """The first and the second half of each row of (rows, 2N), both (rows, N)."""
    columns = x.shape[1] // 2
    layout = cute.make_layout((x.shape[0], columns), stride=x.stride)
    second = cute.assume(columns, divby=tile.vector) * x.stride[1]
    return [cute.make_tensor(iterator, layout) for iterator in (x.iterator, x.iterator + second)]


@cute.jit
def gated_rows(x: cute.Tensor, out: cute.Tensor, tile: cutlass.Constexpr[RowTile], gate: cutlass.Constexpr[Gate]):
    """`out = gate(first half, second half)` of each row."""
    pointwise(tile, gate, 2, *halves_of_rows(x, tile), out)


@cute.jit
def gated_backward_rows(
    grad: cute.Tensor, x: cute.Tensor, out: cute.Tensor, tile: cutlass.Constexpr[RowTile],
    gate: cutlass.Constexpr[Gate],
):  # fmt: skip
    """Both halves of each row of the gradient of `x`."""
    pointwise(tile, gate.gradients, 3, grad, *halves_of_rows(x, tile), *halves_of_rows(out, tile))


def _rows(view: View) -> View:
    """(rows, columns). Errors: ops-shape where the rows lie apart by several strides."""
    mode = reduced_mode(view, range(view.rank - 1))
    if mode is None:
        raise refused("ops-shape", f"`{view.name}` has the strides {view.strides}; its rows lie apart by one stride")
    return reshaped(view, (mode[0], view.shape[-1]), (mode[1], view.strides[-1]))


def _tile(views: list[View], columns: int) -> RowTile:
    """Threads for a part of the columns of some rows."""
    vector = vector_of(views)
    vector = vector if columns % vector == 0 else 1
    accesses = -(-columns // vector)
    threads = min(THREADS, power_at_least(accesses))
    return RowTile(vector, threads, max(1, THREADS // threads), min(LOADS, -(-accesses // threads)), 1)


def _both_halves(view: View) -> int:
    """The columns of one half. Errors: ops-shape."""
    if view.shape[-1] % 2:
        raise refused(
            "ops-shape", f"`x` has the shape {view.shape}: {view.shape[-1]} columns, which have no two halves"
        )
    return view.shape[-1] // 2


@remembered
def gated(x: Any, gate: str = "swiglu", *, out: Any = None) -> Any:
    """`gate(x[..., :N], x[..., N:])` along the last axis: `"swiglu"` is `silu(x[..., :N]) * x[..., N:]`.

    The gates are those of `gated_matmul`, by name. **Shapes**: `x` (rows..., 2N), the result (rows..., N).
    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-function.

    >>> import numpy as np
    >>> gated(np.array([[1, -1, 2, 3]], np.float32), "reglu")
    array([[2., 0.]], dtype=float32)
    """
    given, function = with_axes("x", x), named_gate(gate)
    columns = _both_halves(given)
    made = result(given, (*given.shape[:-1], columns), out)
    if 0 not in made.shape:
        views = [_rows(given), _rows(made)]
        launch(gated_rows, views, _tile(views, columns), function, meaning=gate)
    return made.array


@remembered
def gated_backward(grad: Any, x: Any, gate: str = "swiglu", *, out: Any = None) -> Any:
    """The gradient of `x` for the gradient of `gated(x, gate)`, in one pass; `out` may be `x` itself.

    **Shapes**: `grad` (rows..., N), `x` and the result (rows..., 2N). Errors: as `gated`.

    >>> import numpy as np
    >>> gated_backward(np.ones((1, 1), np.float32), np.array([[2, 3]], np.float32), "reglu")
    array([[3., 2.]], dtype=float32)
    """
    given, function, grads = with_axes("x", x), named_gate(gate), with_axes("grad", grad)
    columns = _both_halves(given)
    same_shape("grad", grads, (*given.shape[:-1], columns))
    same_device(given, grad=grads)
    made = result(given, given.shape, out)
    if 0 not in made.shape:
        views = [_rows(grads), _rows(given), _rows(made)]
        launch(gated_backward_rows, views, _tile(views, columns), function, meaning=gate)
    return made.array
