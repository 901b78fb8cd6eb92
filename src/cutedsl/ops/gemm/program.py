"""The programs of matrix products: one for each class of operands, way of cutting and epilogue."""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import DTYPES
from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm.few import GemvConfig, few_gemm
from cutedsl.ops.gemm.general import general_gemm
from cutedsl.ops.gemm.wgmma import gemm
from cutedsl.ops.gemm_tuning.choice import Operand
from cutedsl.ops.programs import compiled_for
from cutedsl.testing.checked import is_checked

_PROGRAMS: Final[dict[object, Any]] = {}


def batched(t: cute.Tensor, transposed: bool = False) -> cute.Tensor:
    """A matrix, or a stack of them, as (rows, columns, batch)."""
    rows, columns = (len(t.shape) - 1, len(t.shape) - 2) if transposed else (len(t.shape) - 2, len(t.shape) - 1)
    # A tensor map wants strides of whole 16 bytes, also where there is only one matrix.
    extent, step = (t.shape[0], t.stride[0]) if len(t.shape) == 3 else (1, 128 // t.element_type.width)
    shape = (t.shape[rows], t.shape[columns], extent)
    return cute.make_tensor(t.iterator, cute.make_layout(shape, stride=(t.stride[rows], t.stride[columns], step)))


def spread(vector: cute.Tensor, result: cute.Tensor, along_m: bool) -> cute.Tensor:
    """A vector of rows (`along_m`) or of columns as a matrix (M,N,L) like the result, which it fills."""
    steps = (vector.stride[0], 0, 0) if along_m else (0, vector.stride[0], 0)
    return cute.make_tensor(vector.iterator, cute.make_layout(result.shape, stride=steps))


@cute.jit
def product(
    a: cute.Tensor,
    b: cute.Tensor,
    out: cute.Tensor,
    c: Any,
    bias: Any,
    scale_a: Any,
    scale_b: Any,
    sums: Any,
    flags: Any,
    operands: Any,
    alpha: cutlass.Float32,
    beta: cutlass.Float32,
    blocks: cutlass.Int32,
    epilogue: cutlass.Constexpr,
    config: cutlass.Constexpr,
    tf32: cutlass.Constexpr,
    few: cutlass.Constexpr,
):
    """out = epilogue(alpha scale_a scale_b a b + beta c + bias, *operands), by the kernel that `config` names."""
    swap = config is not None and config.swap
    mA, mB, mC = batched(a), batched(b, transposed=True), batched(out, transposed=swap)
    if cutlass.const_expr(swap):
        mA, mB = mB, mA
    factors = [
        spread(vector, mC, along_m != swap)
        for vector, along_m in ((scale_a, True), (scale_b, False))
        if vector is not None
    ]
    addends: list[cute.Tensor] = []
    scales: list[Any] = [alpha]
    if cutlass.const_expr(c is not None):
        addends.append(batched(c, transposed=swap))
        scales.append(beta)
    if cutlass.const_expr(bias is not None):
        addends.append(spread(bias, mC, swap))
        scales.append(None)
    for operand in operands or ():
        addends.append(batched(operand, transposed=swap))
    terms = (factors, addends)
    if cutlass.const_expr(config is None):
        general_gemm(mA, mB, mC, terms, scales, epilogue, tf32)
    elif cutlass.const_expr(isinstance(config, GemvConfig)):
        few_gemm(mA, mB, mC, terms, scales, epilogue, few, config)
    else:
        gemm(mA, mB, mC, terms, scales, (sums, flags), epilogue, config, blocks)


def fake_of(operand: Operand | None) -> Any:
    """What a program is compiled for in place of the arrays of a class."""
    if operand is None:
        return None
    kind = DTYPES[operand.dtype_name]
    unit = 128 // kind.width if operand.mapped else 1
    axes = range(operand.rank)
    shape = [cute.sym_int32() for _ in axes]
    strides = [1 if axis == operand.lead else cute.sym_int64(unit) for axis in axes]
    align = 16 if operand.mapped else kind.width // 8
    return cute.runtime.make_fake_tensor(kind, shape, strides, assumed_align=align)


def program(
    operands: tuple[Operand | None, ...],
    more: tuple[Operand, ...],
    epilogue: Any,
    config: GemmConfig | GemvConfig | None,
    tf32: bool,
    target: str,
    few: int = 0,
) -> Any:
    """The program for the tensors of `product` in order, and `more` for the epilogue, compiled at the first call.

    `few` is M of a GemvConfig.
    """
    key = (operands, more, epilogue, config, tf32, target, few, is_checked())
    compiled = _PROGRAMS.get(key)
    if compiled is None:
        numbers = (cutlass.Float32(0.0), cutlass.Float32(0.0), cutlass.Int32(0))
        fakes = (*map(fake_of, operands), tuple(map(fake_of, more)) or None)
        compiled = compiled_for(target, product, *fakes, *numbers, epilogue, config, tf32, few)
        _PROGRAMS[key] = compiled
    return compiled
