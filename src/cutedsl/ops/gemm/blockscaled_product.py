"""`blockscaled_matmul`: products of 8-bit floats with a scale for each block, as DeepSeek-V3 trains and serves.

Floor: 2*M*N*K operations at the rate of 8-bit floats, and the bytes of A, B, C and the scales.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, apart, result, same_device, same_shape, view_of
from cutedsl.ops.epilogues import unchanged
from cutedsl.ops.gemm.blocks import BLOCK, MOST_RUNS, ScaledBlocks
from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm.grouped import grouped_gemm
from cutedsl.ops.gemm.matrix_product import result_dtype
from cutedsl.ops.gemm.operands import vector_operand
from cutedsl.ops.gemm.program import batched, fake_of
from cutedsl.ops.gemm.wgmma import gemm
from cutedsl.ops.gemm_tuning.choice import Operand, has_wgmma, operand_of
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import call, compiled_for
from cutedsl.ops.refuse import refused
from cutedsl.ops.workspaces import workspace
from cutedsl.testing.checked import is_checked
from cutedsl.utils.hardware_info import blocks_at_once

_BYTES: Final = ("float8_e4m3fn", "float8_e5m2")
FEW: Final = GemmConfig(64, 128, BLOCK, 8, groups=1, epilogue_stages=2)
SOME: Final = GemmConfig(128, 128, BLOCK, 6, epilogue_stages=2)
MANY: Final = GemmConfig(128, 192, BLOCK, 5, epilogue_stages=1)
_STEP_US: Final = {
    GemmConfig(64, 64, BLOCK, 10, groups=1, epilogue_stages=2): 0.2,
    FEW: 0.326,
    GemmConfig(64, 192, BLOCK, 6, groups=1, epilogue_stages=2): 0.402,
    SOME: 0.431,
    GemmConfig(128, 160, BLOCK, 5, epilogue_stages=2): 0.533,
    MANY: 0.593,
}
"""The ways to cut a product, and what a block of K of their tiles takes on an H200."""
_SHARED: Final = 1.05
"""Factor of the time where tiles are split along K; and sums that are handed over take the time of both of these."""
_HAND_OVER_US, _AREA_US = 3.0, 7.0
_TILE_US, _STORE_US = 0.86, 0.51
"""What a tile takes besides; the second of each pair is of the area of the largest tiles."""
_PROGRAMS: Final[dict[object, Any]] = {}


@cute.jit
def blockscaled_product(
    a: cute.Tensor,
    b: cute.Tensor,
    out: cute.Tensor,
    scale_a: cute.Tensor,
    scale_b: cute.Tensor,
    rows: Any,
    sums: Any,
    flags: Any,
    blocks: cutlass.Int32,
    split: cutlass.Int32,
    masked: cutlass.Constexpr,
    config: cutlass.Constexpr,
):
    """out = a b, each block of K and of N scaled; with `rows` for groups of rows, or for the first rows of each."""
    mA, mB, mC = batched(a), batched(b, transposed=True), batched(out)
    scales = _stacked(scale_a), _stacked(scale_b, transposed=True)
    one = [cutlass.Float32(1.0)]
    if cutlass.const_expr(rows is None):
        blocks_of_k = ScaledBlocks(*scales, split)
        gemm(mA, mB, mC, ([], []), one, (sums, flags), unchanged, config, blocks, blocks_of_k)
    else:
        grouped_gemm(mA, mB, mC, rows, ([], []), one, unchanged, config, False, blocks, scales, masked)


def _stacked(t: cute.Tensor, transposed: bool = False) -> cute.Tensor:
    """Scales as (rows, blocks of K, matrices)."""
    *stack, i, j = range(len(t.shape))
    rows, columns = (j, i) if transposed else (i, j)
    extent, step = (t.shape[stack[0]], t.stride[stack[0]]) if stack else (1, 0)
    layout = cute.make_layout(
        (t.shape[rows], t.shape[columns], extent), stride=(t.stride[rows], t.stride[columns], step)
    )
    return cute.make_tensor(t.iterator, layout)


@remembered
def blockscaled_matmul(
    a: Any,
    b: Any,
    scale_a: Any,
    scale_b: Any,
    out: Any = None,
    *,
    ends: Any = None,
    counts: Any = None,
    out_dtype: Any = None,
    config: GemmConfig | None = None,
) -> Any:
    """The product of 8-bit floats whose rows (of `a`) and blocks of 128 x 128 (of `b`) have scales along K.

    Law: `out[m, n]` is the sum over blocks i of 128 elements of K of `scale_a[m, i] * scale_b[i, n // 128]` times the
    product of that block; products within a block are accumulated by the tensor cores, blocks in float32.

    **Shapes**, with KB = ceil(K / 128) and NB = ceil(N / 128):

    | | `a` | `b` | `scale_a` | `scale_b` | result |
    |---|---|---|---|---|---|
    | one product | (M,K) or (L,M,K) | (K,N) or (L,K,N) | (M,KB), (L,M,KB) | (KB,NB), (L,KB,NB) | (M,N), (L,M,N) |
    | `ends` (G): rows up to `ends[g]` are group g's | (M,K) | (G,K,N) | (M,KB) | (G,KB,NB) | (M,N) |
    | `counts` (G): the first `counts[g]` rows count | (G,M,K) | (G,K,N) | (G,M,KB) | (G,KB,NB) | (G,M,N) |

    `a` and `b` are float8_e4m3fn or float8_e5m2 with K contiguous in both, `ends` and `counts` int32 on the same
    device, read by the kernel; scales are float32 of any strides. Rows that no group has are not written. A few
    kernels, compiled once each, serve every M. K and the result's rows are whole 16 bytes. The result is
    bfloat16 unless `out_dtype` says otherwise.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, gemm-config.

    >>> import torch
    >>> a, b = torch.ones(2, 256).to(torch.float8_e4m3fn), torch.ones(8, 256).to(torch.float8_e4m3fn).T
    >>> blockscaled_matmul(a, b, torch.tensor([[1.0, 2.0], [0.5, 0.5]]), torch.ones(2, 1))[:, 0]
    tensor([384., 128.], dtype=torch.bfloat16)
    """
    va, vb = view_of("a", a, _BYTES), view_of("b", b, _BYTES)
    vsa, vsb = view_of("scale_a", scale_a, ("float32",)), view_of("scale_b", scale_b, ("float32",))
    if ends is not None and counts is not None:
        raise refused("ops-shape", "`ends` and `counts` are both given; groups lie one after another or each apart")
    name, given = ("ends", ends) if counts is None else ("counts", counts)
    rows = None if given is None else view_of(name, given, ("int32",))
    shape = _shape(va, vb, ends is not None, counts is not None)
    vo = result(va, shape, out, result_dtype(out_dtype, out, va))
    apart(vo, va, vb)
    blocks_k, blocks_n = -(-va.shape[-1] // BLOCK), -(-shape[-1] // BLOCK)
    same_shape("scale_a", vsa, (*va.shape[:-1], blocks_k))
    same_shape("scale_b", vsb, (*vb.shape[:-2], blocks_k, blocks_n))
    if rows is not None:
        same_shape(name, rows, vb.shape[:1])
    same_device(va, b=vb, scale_a=vsa, scale_b=vsb, **({} if rows is None else {name: rows}))
    if 0 not in shape:
        _prepared(va, vb, vo, vsa, vsb, rows, counts is not None, config)()
    return vo.array


def _shape(a: View, b: View, ragged: bool, masked: bool) -> tuple[int, ...]:
    """The result's shape. Errors: ops-shape, ops-dtype."""
    if a.dtype_name != b.dtype_name:
        raise refused("ops-dtype", f"`b` holds {b.dtype_name}, `a` {a.dtype_name}; a product's operands have one type")
    wanted = (2, 3) if ragged else (3, 3) if masked else (a.rank, a.rank)
    stacks = {view.shape[0] for view in (a, b) if view.rank == 3 and not ragged}
    if (a.rank, b.rank) != wanted or a.rank not in (2, 3) or len(stacks) > 1 or a.shape[-1] != b.shape[-2]:
        forms = "(M,K) and (G,K,N)" if ragged else "(G,M,K) and (G,K,N)" if masked else "(M,K) and (K,N), or stacks"
        raise refused("ops-shape", f"`a` has the shape {a.shape}, `b` {b.shape}; they are {forms}")
    if a.shape[-1] == 0:
        raise refused("ops-shape", f"`a` has the shape {a.shape}; blocks of K have elements")
    return (*a.shape[:-1], b.shape[-1])


def _prepared(
    a: View,
    b: View,
    out: View,
    scale_a: View,
    scale_b: View,
    rows: View | None,
    masked: bool,
    config: GemmConfig | None,
) -> Callable[[], None]:
    """The product of these arrays as they lie, ready to run."""
    operands = [operand_of(a), operand_of(b), operand_of(out, written=True)]
    leads = [operand.lead == axis % operand.rank for operand, axis in zip(operands, (-1, -2), strict=False)]
    if not (all(leads) and all(operand.mapped for operand in operands)):
        raise refused(
            "ops-shape",
            f"`a` has the strides {a.strides}, `b` {b.strides} and the result {out.strides}; K is contiguous in `a` "
            "and `b`, and rows of all three are whole 16 bytes",
        )
    if not has_wgmma(a):
        raise refused("ops-device", f"{a.device} has no multipliers of warp groups; block scales need sm_90")
    blocks = blocks_at_once()
    config = config or _config_for(out, a.shape[-1], None if rows is None else b.shape[0], masked, blocks)
    single = (
        config.swap
        or config.pingpong
        or config.cluster_k * config.cluster_n > 1
        or (rows is not None and config.cluster > 1)
    )
    single = single or config.resident > 1 or config.tile_n // math.gcd(config.tile_n, BLOCK) > MOST_RUNS
    if config.tile_k != BLOCK or single or (rows is not None and config.stream_k):
        raise refused("gemm-config", f"{config} for blocks of {BLOCK} along K, whose kernel has other choices")
    parts: tuple[View | None, View | None] = (None, None)
    split = False
    if config.stream_k:
        slots = max(blocks, config.cluster_m)
        parts = workspace(a, slots * config.tile_m * config.tile_n, slots * config.sharing)
        split = True
    given = [view for view in (a, b, out, scale_a, scale_b, rows, *parts) if view is not None]
    classes = (*operands, *map(_scales, (scale_a, scale_b)), *map(vector_operand, (rows, *parts)))
    run = blockscaled_program(classes, masked, config, a.target)
    return partial(call, run, given, (blocks, int(split)))


def _config_for(out: View, k: int, groups: int | None, masked: bool, blocks: int) -> GemmConfig:
    """The way that takes least: rounds of whole tiles, or tiles shared out along K. Groups count as of equal size."""
    m, n = out.shape[-2:]
    count = groups or (out.shape[0] if out.rank == 3 else 1)
    each = -(-m // count) if groups and not masked else m
    times: dict[GemmConfig, float] = {}
    for config, step_us in _STEP_US.items():
        tiles, steps = -(-each // config.tile_m) * -(-n // config.tile_n) * count, -(-k // BLOCK)
        area = config.tile_m * config.tile_n / (MANY.tile_m * MANY.tile_n)
        rounds, tile_us = -(-tiles // blocks), _TILE_US + _STORE_US * area
        times[config] = rounds * (steps * step_us + tile_us)
        if groups is None and tiles % blocks:
            work_us = tiles / blocks * (steps * step_us * _SHARED + tile_us)
            times[replace(config, stream_k=True)] = work_us + _HAND_OVER_US + _AREA_US * area
    return min(times, key=lambda config: times[config])


def _scales(view: View) -> Operand:
    """The class of layouts of scales: any strides."""
    return Operand(view.dtype_name, view.rank, None, False)


def blockscaled_program(classes: tuple[Operand | None, ...], masked: bool, config: GemmConfig, target: str) -> Any:
    """The program for the tensors of `blockscaled_product` in their order, compiled at the first call."""
    key = (classes, masked, config, target, is_checked())
    compiled = _PROGRAMS.get(key)
    if compiled is None:
        numbers = (cutlass.Int32(0), cutlass.Int32(0))
        compiled = compiled_for(target, blockscaled_product, *map(fake_of, classes), *numbers, masked, config)
        _PROGRAMS[key] = compiled
    return compiled
