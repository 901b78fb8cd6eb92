"""`mixture_of_experts`: tokens to their experts, both layers of each, and the weighted sums back, in one call.

Floor: the products' operations, or the bytes of the weights of all experts that have tokens, whichever takes longer.
The first layer is one kernel with its gate. Sizes of groups stay on the device.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cutedsl.ops.arrays import FLOATS, View, apart, empty, result, same_device, same_shape, view_of
from cutedsl.ops.entropy import LABELS
from cutedsl.ops.experts.routing import collect, route
from cutedsl.ops.gates import gate_of
from cutedsl.ops.gemm.gated_product import prepared_gated
from cutedsl.ops.gemm.grouped_product import prepared_groups
from cutedsl.ops.gemm.terms import PLAIN
from cutedsl.ops.indexed.rows import tile_of_rows
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.refuse import refused
from cutedsl.ops.workspaces import workspace

MOST_EXPERTS: Final = 4096
"""Their counters lie in a block's shared memory."""


@remembered
def mixture_of_experts(
    x: Any,
    choices: Any,
    weights: Any,
    gate_and_value: Any,
    down: Any,
    out: Any = None,
    *,
    gate: str | Callable[[Any, Any], Any] = "swiglu",
) -> Any:
    """`sum over k of weights[t, k] * mlp(x[t], expert choices[t, k])`, with `mlp(x) = gate(x @ g, x @ v) @ down`.

    Tokens are sorted by expert on the device, both layers are grouped products, and nothing is read back: the call
    fits into a CUDA graph. A choice of no expert, -1 say, adds nothing. Rows between the layers have the type of `x`;
    sums are float32. The gates are those of `gated_matmul`.

    **Shapes**: `x` (T,H) of float32, float16 or bfloat16, `choices` (T,k) int32 or int64, `weights` (T,k) floats,
    `gate_and_value` (E,H,2I), the gate's columns first, and `down` (E,I,H), each major in any axis; the result (T,H).
    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-function.

    >>> import numpy as np
    >>> x, eyes = np.array([[1.0, 2.0]], np.float32), np.stack([np.eye(2, dtype=np.float32)] * 2)
    >>> both = np.concatenate([np.ones_like(eyes), eyes], 2)  # the gate is the sum of a row
    >>> mixture_of_experts(x, np.array([[0, 1]]), np.array([[0.5, 1.0]], np.float32), both, eyes, gate="reglu")
    array([[4.5, 9. ]], dtype=float32)
    """
    vx, vw = view_of("x", x), view_of("weights", weights)
    vchoices = view_of("choices", choices, LABELS)
    first, second = (view_of(n, a, FLOATS) for n, a in (("gate_and_value", gate_and_value), ("down", down)))
    function = gate_of(gate)
    _refuse_shapes(vx, vchoices, first, second)
    same_shape("weights", vw, vchoices.shape)
    same_device(vx, choices=vchoices, weights=vw, gate_and_value=first, down=second)
    made = result(vx, vx.shape, out)
    apart(made, vx, first, second)
    tokens, width = vx.shape
    each, inner, experts = vchoices.shape[1], second.shape[1], second.shape[0]
    if not tokens or not width:
        return made.array
    rows, between = empty(vx, (max(tokens * each, 1), width)), empty(vx, (max(tokens * each, 1), inner))
    spots, ends = empty(vx, (max(tokens * each, 1),), "int32"), empty(vx, (experts,), "int32")
    tile = tile_of_rows(vx, rows)
    if each:
        _, counts = workspace(vx, 1, experts, "int32")
        launch(route, (vchoices, vx, rows, spots, ends, counts), tile, experts, each)
        if inner:
            prepared_gated(rows, first, between, None, ends, function, None)()
        prepared_groups(between, second, rows, ends, PLAIN, None)()
    launch(collect, (rows, vw, spots, made), tile_of_rows(rows, made))
    return made.array


def _refuse_shapes(x: View, choices: View, first: View, second: View) -> None:
    """Errors: ops-shape, ops-dtype."""
    for view in (first, second):
        if view.dtype_name != x.dtype_name:
            raise refused("ops-dtype", f"`{view.name}` holds {view.dtype_name}, `x` {x.dtype_name}; they are one type")
    if x.rank != 2 or choices.rank != 2 or choices.shape[0] != x.shape[0]:
        raise refused("ops-shape", f"`x` has the shape {x.shape}, `choices` {choices.shape}; they are (T,H) and (T,k)")
    shapes = f"`gate_and_value` has the shape {first.shape}, `down` {second.shape}"
    if (first.rank, second.rank) != (3, 3) or first.shape[0] != second.shape[0]:
        raise refused("ops-shape", f"{shapes}; they are (E,H,2I) and (E,I,H)")
    experts, inner, width = second.shape
    if first.shape[1:] != (width, 2 * inner) or width != x.shape[1]:
        raise refused("ops-shape", f"{shapes}, `x` {x.shape}; they are (E,H,2I), (E,I,H) and (T,H)")
    if not 0 < experts <= MOST_EXPERTS:
        raise refused("ops-shape", f"{shapes}: {experts} experts; there may be 1 to {MOST_EXPERTS}")
