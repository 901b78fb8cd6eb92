"""`residual_matmul`: a product, a residual, and the sums of squares that the next RMS norm needs, in one kernel.

Floor: that of the product, and the residual read. Each tile writes the sum of squares of its part of a row; a small
kernel adds up those of a row, always in the same order.
"""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import FLOATS, View, apart, empty, result, same_device, same_shape, view_of
from cutedsl.ops.epilogues import unchanged
from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm.matrix_product import matmul
from cutedsl.ops.gemm.operands import vector_operand
from cutedsl.ops.gemm.plan import problem_of
from cutedsl.ops.gemm.program import batched, fake_of
from cutedsl.ops.gemm.terms import Terms
from cutedsl.ops.gemm.wgmma import gemm
from cutedsl.ops.gemm_tuning.choice import config_by_columns, has_wgmma, operand_of
from cutedsl.ops.gemm_tuning.cost import clusters_at_once
from cutedsl.ops.gemm_tuning.machines import known_machine
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import call, compiled_for
from cutedsl.ops.refuse import refused
from cutedsl.ops.workspaces import workspace
from cutedsl.testing.checked import is_checked
from cutedsl.utils.hardware_info import blocks_at_once

WARPS: Final = 8
"""Of a block that adds up rows, each a warp's."""
_PROGRAMS: Final[dict[object, Any]] = {}


@cute.kernel
def row_kernel(parts: cute.Tensor, squares: cute.Tensor, power: cutlass.Constexpr[int]):
    """A row by a warp: the sum of its elements, or of their squares."""
    block, _, _ = cute.arch.block_idx()
    row, lane = block * WARPS + cute.arch.warp_idx(), cute.arch.lane_idx()
    total = cutlass.Float32(0.0)
    if row < parts.shape[0]:
        for column in range(lane, parts.shape[1], 32):
            value = parts[row, column].to(cutlass.Float32)
            total += value * value if power == 2 else value
    total = cute.arch.warp_reduction_sum(total)
    if (row < parts.shape[0]) & (lane == 0):
        squares[row] = total


@cute.jit
def add_up(parts: cute.Tensor, squares: cute.Tensor, power: cutlass.Constexpr[int]):
    """`squares[r]` is the sum of `parts[r, :] ** power`."""
    row_kernel(parts, squares, power).launch(
        grid=(cute.ceil_div(parts.shape[0], WARPS), 1, 1), block=(32 * WARPS, 1, 1)
    )


@cute.jit
def residual_product(
    a: cute.Tensor,
    b: cute.Tensor,
    residual: cute.Tensor,
    out: cute.Tensor,
    parts: cute.Tensor,
    squares: cute.Tensor,
    sums: Any,
    flags: Any,
    blocks: cutlass.Int32,
    config: cutlass.Constexpr,
):
    """out = a b + residual, and the sums of the squares of its rows."""
    terms = [], [batched(residual)]
    scales = [cutlass.Float32(1.0), None]
    matrices = batched(a), batched(b, transposed=True), batched(out)
    gemm(*matrices, terms, scales, (sums, flags), unchanged, config, blocks, squares=parts)
    add_up(parts, squares, 1)


@remembered
def residual_matmul(
    a: Any, b: Any, residual: Any, out: Any = None, *, squares: Any = None, config: GemmConfig | None = None
) -> tuple[Any, Any]:
    """`a @ b + residual`, rounded once, and the float32 sum of squares of each of its rows.

    What an RMS norm after it needs: `rsqrt(squares / N + eps)` is the `scale_a` of the next product, whose weight has
    the norm's weight in it, so that the norm takes no pass of its own.

    **Shapes**: `a` (M,K), `b` (K,N), `residual` and the result (M,N), of one type of float, each major in any axis;
    `squares` (M) float32. `out` may be `residual` itself.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, gemm-config.

    >>> import numpy as np
    >>> one = np.ones((1, 2), np.float32)
    >>> residual_matmul(one, np.eye(2, dtype=np.float32), one)
    (array([[2., 2.]], dtype=float32), array([8.], dtype=float32))
    """
    va, vb, vr = (view_of(name, x, FLOATS) for name, x in (("a", a), ("b", b), ("residual", residual)))
    if not isinstance(config, GemmConfig | None):
        raise refused("gemm-config", f"`config` is {config!r}")
    for view in (vb, vr):
        if view.dtype_name != va.dtype_name:
            raise refused("ops-dtype", f"`{view.name}` holds {view.dtype_name}, `a` {va.dtype_name}; they are one type")
    if (va.rank, vb.rank) != (2, 2) or va.shape[1] != vb.shape[0]:
        raise refused("ops-shape", f"`a` has the shape {va.shape}, `b` {vb.shape}; they are (M,K) and (K,N)")
    shape = va.shape[0], vb.shape[1]
    same_shape("residual", vr, shape)
    same_device(va, b=vb, residual=vr)
    vo, vs = result(va, shape, out), result(va, shape[:1], squares, "float32", "squares")
    apart(vo, va, vb)
    if not shape[0]:
        return vo.array, vs.array
    operands = operand_of(va), operand_of(vb), operand_of(vo, written=True)
    mapped = va.dtype_name != "float32" and all(operand.mapped for operand in operands) and has_wgmma(va)
    if mapped and 0 not in (*shape, va.shape[1]):
        _run(va, vb, vr, vo, vs, config)
    else:
        matmul(a, b, vo.array, c=residual, beta=1.0)
        _add_up(vo, vs)
    return vo.array, vs.array


def _run(a: View, b: View, residual: View, out: View, squares: View, config: GemmConfig | None) -> None:
    """By the kernel of warp groups. Errors: gemm-config."""
    blocks = blocks_at_once()
    operands = operand_of(a), operand_of(b), operand_of(residual), operand_of(out, written=True)
    if config is None:
        config = config_by_columns(problem_of(a, b, out, Terms(c=residual, beta=1.0), blocks))
    elif not config.has_halves(1):
        raise refused("gemm-config", f"{config} for sums of squares, whose kernel has only the other choices")
    parts = empty(a, (out.shape[0], -(-out.shape[1] // config.tile_n)), "float32")
    shared: tuple[View | None, View | None] = (None, None)
    blocks = clusters_at_once(blocks, config.across, known_machine().machine) * config.across
    if config.stream_k:
        slots = max(blocks * config.resident, config.across)
        shared = workspace(a, slots * config.tile_m * config.tile_n, slots * config.sharing)
    given = [view for view in (a, b, residual, out, parts, squares, *shared) if view is not None]
    classes = (*operands, *map(vector_operand, (parts, squares, *shared)))
    run = residual_program(classes, config, a.target)
    call(run, given, (blocks,))


def residual_program(classes: Any, config: GemmConfig, target: str) -> Any:
    """The program for the tensors of `residual_product` in their order, compiled at the first call."""
    key = (classes, config, target, is_checked())
    compiled = _PROGRAMS.get(key)
    if compiled is None:
        fakes = map(fake_of, classes)
        compiled = _PROGRAMS[key] = compiled_for(target, residual_product, *fakes, cutlass.Int32(0), config)
    return compiled


def _add_up(out: View, squares: View) -> None:
    """The sums of squares of a result that another kernel made."""
    classes = operand_of(out), vector_operand(squares)
    key = (classes, out.target, is_checked())
    compiled = _PROGRAMS.get(key)
    if compiled is None:
        compiled = _PROGRAMS[key] = compiled_for(out.target, add_up, *map(fake_of, classes), 2)
    call(compiled, [out, squares], ())
