"""`gated_matmul`: a product by two halves of a matrix and the gate between them, in one kernel.

Floor: that of one product of all columns, and half of its result written. A block has the same columns of both halves,
side by side in shared memory, so that each thread has both sums of an element of the result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import FLOATS, View, apart, result, same_device, same_shape, view_of
from cutedsl.ops.gates import gate_of
from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm.general import general_gemm
from cutedsl.ops.gemm.grouped import grouped_gemm
from cutedsl.ops.gemm.matrix_product import result_dtype
from cutedsl.ops.gemm.operands import vector_operand
from cutedsl.ops.gemm.program import batched, fake_of
from cutedsl.ops.gemm.wgmma import gemm
from cutedsl.ops.gemm_tuning.candidates import Problem
from cutedsl.ops.gemm_tuning.choice import config_by_columns, config_for_groups, has_wgmma, operand_of
from cutedsl.ops.gemm_tuning.cost import clusters_at_once
from cutedsl.ops.gemm_tuning.machines import known_machine
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import call, compiled_for
from cutedsl.ops.refuse import refused
from cutedsl.ops.workspaces import workspace
from cutedsl.testing.checked import is_checked
from cutedsl.utils.hardware_info import blocks_at_once

HALVES: Final = 2
_PROGRAMS: Final[dict[object, Any]] = {}


@cute.jit
def gated_product(
    a: cute.Tensor,
    b: cute.Tensor,
    out: cute.Tensor,
    bias: Any,
    ends: Any,
    sums: Any,
    flags: Any,
    blocks: cutlass.Int32,
    gate: cutlass.Constexpr,
    config: cutlass.Constexpr,
):
    """out = gate(a b_gate + bias_gate, a b_value + bias_value); with `ends` for groups of rows."""
    mA, mB, mC = batched(a), batched(b, transposed=True), batched(out)
    addends: list[cute.Tensor] = []
    scales: list[Any] = [cutlass.Float32(1.0)]
    if cutlass.const_expr(bias is not None):
        *stack, along = bias.stride
        extent = bias.shape[0] if stack else mC.shape[2]
        layout = cute.make_layout((mC.shape[0], mB.shape[0], extent), stride=(0, along, stack[0] if stack else 0))
        addends.append(cute.make_tensor(bias.iterator, layout))
        scales.append(None)
    terms: tuple[list[cute.Tensor], list[cute.Tensor]] = ([], addends)
    if cutlass.const_expr(ends is not None):
        grouped_gemm(mA, mB, mC, ends, terms, scales, gate, config, False, blocks, halves=HALVES)
    elif cutlass.const_expr(config is None):
        general_gemm(mA, mB, mC, terms, scales, gate, False, HALVES)
    else:
        gemm(mA, mB, mC, terms, scales, (sums, flags), gate, config, blocks, halves=HALVES)


@remembered
def gated_matmul(
    a: Any,
    b: Any,
    out: Any = None,
    *,
    gate: str | Callable[[Any, Any], Any] = "swiglu",
    bias: Any = None,
    ends: Any = None,
    out_dtype: Any = None,
    config: GemmConfig | None = None,
) -> Any:
    """`gate(a @ b[:, :N] + bias[:N], a @ b[:, N:] + bias[N:])` in one kernel, in float32, rounded once.

    The columns of `b` are the weights of the gate and, after them, those of the values: `gate_up_proj` of a model,
    transposed. `gate` is `"swiglu"` (`silu(g) * v`), `"geglu"`, `"geglu_tanh"`, `"reglu"`, `"glu"` (`sigmoid(g) * v`),
    or a function of two float32 vectors in registers that returns one.

    **Shapes**: `a` (M,K) or (L,M,K), `b` (K,2N) or (L,K,2N), each major in any axis, of float32, float16 or bfloat16;
    `bias` (2N); the result (M,N) or (L,M,N). With `ends` (G) int32 on the same device, rows `ends[g-1]` to `ends[g]` of
    `a` are multiplied by `b[g]`, as in `grouped_matmul`: `a` (M,K), `b` (G,K,2N), `bias` (G,2N); rows from `ends[-1]`
    on are not written.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-function, gemm-config.

    >>> import numpy as np
    >>> a, b = np.ones((1, 2), np.float32), np.array([[1, -1, 2, 3], [1, -1, 2, 3]], np.float32)
    >>> gated_matmul(a, b, gate="reglu")
    array([[8., 0.]], dtype=float32)
    """
    va, vb = view_of("a", a, FLOATS), view_of("b", b, FLOATS)
    vends = None if ends is None else view_of("ends", ends, ("int32",))
    vbias = None if bias is None else view_of("bias", bias)
    function = gate_of(gate)
    if not isinstance(config, GemmConfig | None):
        raise refused("gemm-config", f"`config` is {config!r}")
    shape = _shape(va, vb, vends is not None)
    vo = result(va, shape, out, result_dtype(out_dtype, out, va))
    apart(vo, va, vb)
    both = vb.shape[-1:]
    for name, view, wanted in (
        ("ends", vends, vb.shape[:1]),
        ("bias", vbias, both if vends is None else (vb.shape[0], *both)),
    ):
        if view is not None:
            same_shape(name, view, wanted)
            same_device(va, **{name: view})
    same_device(va, b=vb)
    if 0 not in shape and (vends is None or vb.shape[0]):
        prepared_gated(va, vb, vo, vbias, vends, function, config)()
    return vo.array


def _shape(a: View, b: View, grouped: bool) -> tuple[int, ...]:
    """The result's shape. Errors: ops-shape, ops-dtype."""
    if a.dtype_name != b.dtype_name:
        raise refused("ops-dtype", f"`b` holds {b.dtype_name}, `a` {a.dtype_name}; a product's operands have one type")
    ranks = (a.rank, b.rank)
    fits = ranks == (2, 3) if grouped else ranks[0] in (2, 3) and ranks[1] in (2, 3)
    stacks = set() if grouped else {view.shape[0] for view in (a, b) if view.rank == 3}
    if not fits or a.shape[-1] != b.shape[-2] or len(stacks) > 1:
        forms = "(M,K) and (G,K,2N)" if grouped else "(M,K) and (K,2N), or stacks"
        raise refused("ops-shape", f"`a` has the shape {a.shape}, `b` {b.shape}; they are {forms}")
    if b.shape[-1] % HALVES:
        raise refused("ops-shape", f"`b` has the shape {b.shape}: {b.shape[-1]} columns, no two halves")
    return (*stacks, a.shape[-2], b.shape[-1] // HALVES)


def prepared_gated(
    a: View,
    b: View,
    out: View,
    bias: View | None,
    ends: View | None,
    gate: Callable[[Any, Any], Any],
    config: GemmConfig | None,
) -> Callable[[], None]:
    """The product of these arrays as they lie, ready to run. Errors: gemm-config."""
    blocks = blocks_at_once()
    operands = operand_of(a), operand_of(b), operand_of(out, written=True)
    mapped = all(operand.mapped for operand in operands)
    if a.dtype_name == "float32" or not a.shape[-1] or not mapped or not has_wgmma(a):
        config = None
    elif config is None:
        batches = b.shape[0] if ends is not None else out.shape[0] if out.rank == 3 else 1
        along = tuple(operand.lead == axis % operand.rank for operand, axis in zip(operands[:2], (-1, -2), strict=True))
        sizes = out.shape[-2], b.shape[-1], a.shape[-1], batches, a.item_bytes, out.item_bytes, blocks
        problem = Problem(*sizes, *along)
        config = config_by_columns(problem, HALVES) if ends is None else config_for_groups(problem, HALVES)
    elif not _has(config, ends is not None):
        raise refused("gemm-config", f"{config} for a gated product, whose kernel has only the other choices")
    parts: tuple[View | None, View | None] = (None, None)
    if config is not None and ends is None:
        blocks = clusters_at_once(blocks, config.across, known_machine().machine) * config.across
        if config.stream_k:
            slots = max(blocks * config.resident, config.across)
            parts = workspace(a, slots * config.tile_m * config.tile_n, slots * config.sharing)
    given = [view for view in (a, b, out, bias, ends, *parts) if view is not None]
    classes = (*operands, *map(vector_operand, (bias, ends, *parts)))
    run = gated_program(classes, gate, config, a.target)
    return partial(call, run, given, (blocks,))


def _has(config: GemmConfig, grouped: bool) -> bool:
    """Whether the kernel has a way to cut a product with two halves, or groups of such."""
    if grouped:
        plain = replace(config, cluster_m=1, cluster_n=1, stream_k=False, pingpong=False, resident=1)
        return config == plain and config.has_halves(HALVES)
    return config.has_halves(HALVES)


def gated_program(classes: Any, gate: Any, config: GemmConfig | None, target: str) -> Any:
    """The program for the tensors of `gated_product` in their order, compiled at the first call."""
    key = (classes, gate, config, target, is_checked())
    compiled = _PROGRAMS.get(key)
    if compiled is None:
        compiled = compiled_for(target, gated_product, *map(fake_of, classes), cutlass.Int32(0), gate, config)
        _PROGRAMS[key] = compiled
    return compiled
