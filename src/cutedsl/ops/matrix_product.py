"""`matmul`: the matrix product of the library.

Floor for M x N x K: 2*M*N*K operations and the bytes of A, B and C, whichever takes longer; a product of 8192^3 in bf16
is bound by the multipliers (on an H200 by its power), one of a few rows by reading the other matrix once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import DTYPES, FLOATS, View, result, same_device, same_shape, view_of
from cutedsl.ops.matmul_choice import COPY_BYTES, Operand, config_for, has_wgmma, operand_of
from cutedsl.ops.matmul_config import GemmConfig
from cutedsl.ops.matmul_general import general_gemm
from cutedsl.ops.matmul_wgmma import gemm
from cutedsl.ops.refuse import refused
from cutedsl.ops.workspaces import workspace
from cutedsl.utils import HardwareInfo

_PROGRAMS: Final[dict[object, Any]] = {}
_HALVES: Final = ("float16", "bfloat16")
_BYTES: Final = ("float8_e4m3fn", "float8_e5m2")


def unchanged(x: Any) -> Any:
    """The epilogue of a plain product."""
    return x


def batched(t: cute.Tensor, transposed: bool = False) -> cute.Tensor:
    """A matrix, or a stack of them, as (rows, columns, batch)."""
    rows, columns = (len(t.shape) - 1, len(t.shape) - 2) if transposed else (len(t.shape) - 2, len(t.shape) - 1)
    # A tensor map wants strides of whole 16 bytes, also where there is only one matrix.
    extent, step = (t.shape[0], t.stride[0]) if len(t.shape) == 3 else (1, 128 // t.element_type.width)
    shape = (t.shape[rows], t.shape[columns], extent)
    return cute.make_tensor(t.iterator, cute.make_layout(shape, stride=(t.stride[rows], t.stride[columns], step)))


@cute.jit
def product(
    a: cute.Tensor,
    b: cute.Tensor,
    out: cute.Tensor,
    c: Any,
    bias: Any,
    sums: Any,
    flags: Any,
    alpha: cutlass.Float32,
    beta: cutlass.Float32,
    blocks: cutlass.Int32,
    epilogue: cutlass.Constexpr,
    config: cutlass.Constexpr,
):
    """out = epilogue(alpha a b + beta c + bias), by Hopper's kernel as `config` says or by the general one."""
    swap = config is not None and config.swap
    mA, mB, mC = batched(a), batched(b, transposed=True), batched(out, transposed=swap)
    if cutlass.const_expr(swap):
        mA, mB = mB, mA
    addends: list[cute.Tensor] = []
    scales: list[Any] = [alpha]
    if cutlass.const_expr(c is not None):
        addends.append(batched(c, transposed=swap))
        scales.append(beta)
    if cutlass.const_expr(bias is not None):
        steps = (bias.stride[0], 0, 0) if swap else (0, bias.stride[0], 0)
        addends.append(cute.make_tensor(bias.iterator, cute.make_layout(mC.shape, stride=steps)))
        scales.append(cutlass.Float32(1.0))
    if cutlass.const_expr(config is None):
        general_gemm(mA, mB, mC, addends, scales, epilogue)
    else:
        gemm(mA, mB, mC, addends, scales, (sums, flags), epilogue, config, blocks)


def _fake(operand: Operand | None) -> Any:
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


def _vector(view: View | None) -> Operand | None:
    if view is None:
        return None
    return Operand(view.dtype_name, 1, 0 if view.strides[0] == 1 else None, view.pointer % COPY_BYTES == 0)


def matmul(
    a: Any,
    b: Any,
    out: Any = None,
    *,
    alpha: float = 1.0,
    beta: float = 0.0,
    c: Any = None,
    bias: Any = None,
    epilogue: Callable[[Any], Any] = unchanged,
    out_dtype: Any = None,
    config: GemmConfig | None = None,
) -> Any:
    """`epilogue(alpha * (a @ b) + beta * c + bias)`; sums and epilogue in float32, rounded once.

    **Shapes**: `a` (M,K) or (L,M,K), `b` (K,N) or (L,K,N), each major in any axis; `c` as the result, (M,N) or
    (L,M,N); `bias` (N). A single matrix serves every batch. `epilogue` takes and gives a vector of float32 in registers
    (`lambda x: cute.where(x > 0, x, cute.full_like(x, 0.0))`).
    8-bit floats have K contiguous in both, scales in `alpha`, sums straight in the multipliers' registers (cuBLAS's
    fast accumulation), and a bfloat16 result unless another is asked for.
    Arrays whose addresses and strides are multiples of 16 bytes run on Hopper's copy engine and multipliers, cut as
    `config` says (chosen by shape without it); others, and float32, on a kernel that takes anything.
    Errors: ops-array, ops-dtype, ops-shape, ops-device.

    >>> import numpy as np
    >>> matmul(np.eye(2, dtype=np.float32), np.array([[1, 2], [3, 4]], np.float32), bias=np.ones(2, np.float32))
    array([[2., 3.],
           [4., 5.]], dtype=float32)
    """
    va, vb = view_of("a", a, (*FLOATS, *_BYTES)), view_of("b", b, (*FLOATS, *_BYTES))
    shape = _shape(va, vb)
    vo = result(va, shape, out, _dtype_name(out_dtype, out, va))
    vc, vbias = (None if x is None else view_of(name, x) for name, x in (("c", c), ("bias", bias)))
    if vc is not None:
        same_shape("c", vc, shape)
    if vbias is not None:
        same_shape("bias", vbias, shape[-1:])
    same_device(va, **{name: v for name, v in (("b", vb), ("c", vc), ("bias", vbias)) if v is not None})
    if 0 in shape:
        return vo.array
    prepared(va, vb, vo, vc, vbias, (alpha, beta), epilogue, config)()
    return vo.array


def prepared(
    a: View,
    b: View,
    out: View,
    c: View | None,
    bias: View | None,
    scales: Any,
    epilogue: Any,
    config: GemmConfig | None,
) -> Callable[[], None]:
    """The product of these arrays as they lie, ready to run."""
    operands = [operand_of(view) for view in (a, b, out)]
    blocks = HardwareInfo().get_device_multiprocessor_count()
    fits = a.dtype_name != "float32" and a.shape[-1] and all(o.mapped for o in operands) and has_wgmma(a)
    if a.dtype_name in _BYTES and not (fits and operands[0].lead == a.rank - 1 and operands[1].lead == b.rank - 2):
        raise refused(
            "ops-dtype",
            f"a product of {a.dtype_name} whose `a` has the strides {a.strides}, `b` {b.strides}; it runs on Hopper, "
            "with K contiguous in both, and addresses and other strides that are multiples of 16 bytes",
            fix="Store `b` transposed, pad its rows, or convert both to float16.",
        )
    if fits:
        batches = out.shape[0] if out.rank == 3 else 1
        config = config or config_for(out.shape[-2], out.shape[-1], a.shape[-1], batches, blocks, a.item_bytes)
    else:
        config = None
    parts: tuple[View | None, View | None] = (None, None)
    if config is not None and config.stream_k:
        slots = max(blocks, config.cluster_m)
        parts = workspace(a, slots * config.tile_m * config.tile_n, slots * config.groups)
    others = (None if c is None else operand_of(c), *(_vector(view) for view in (bias, *parts)))
    given = [view.native() for view in (a, b, out, c, bias, *parts) if view is not None]
    return partial(program((*operands, *others), epilogue, config, a.target), *given, *scales, blocks)


def program(operands: tuple[Operand | None, ...], epilogue: Any, config: GemmConfig | None, target: str) -> Any:
    """The program for a, b, out, c, bias and the two parts of the workspace, compiled at the first call."""
    key = (operands, epilogue, config, target)
    compiled = _PROGRAMS.get(key)
    if compiled is None:
        numbers = (cutlass.Float32(0.0), cutlass.Float32(0.0), cutlass.Int32(0))
        compiled = cute.compile(product, *map(_fake, operands), *numbers, epilogue, config, options=target)
        _PROGRAMS[key] = compiled
    return compiled


def _shape(a: View, b: View) -> tuple[int, ...]:
    """The result's shape. Errors: ops-shape, ops-dtype."""
    if a.dtype_name != b.dtype_name:
        raise refused("ops-dtype", f"`b` holds {b.dtype_name}, `a` {a.dtype_name}; a product's operands have one type")
    if not (a.rank in (2, 3) and b.rank in (2, 3)):
        raise refused("ops-shape", f"`a` has {a.rank} axes and `b` has {b.rank}; matrices have 2, stacks of them 3")
    if a.shape[-1] != b.shape[-2]:
        raise refused(
            "ops-shape", f"`a` has the shape {a.shape}, `b` {b.shape}: {a.shape[-1]} columns, {b.shape[-2]} rows"
        )
    stacks = {view.shape[0] for view in (a, b) if view.rank == 3}
    if len(stacks) > 1:
        raise refused("ops-shape", f"`a` has {a.shape[0]} matrices and `b` has {b.shape[0]}")
    return (*stacks, a.shape[-2], b.shape[-1])


def _dtype_name(wanted: Any, out: Any, a: View) -> str:
    """The result's type: that of `out`, the one asked for (torch's, NumPy's or ours), or that of `a` (8 bits: bf16)."""
    if wanted is None:
        plain = "bfloat16" if a.dtype_name in _BYTES else a.dtype_name
        return plain if out is None else view_of("out", out).dtype_name
    name = str(wanted).rsplit(".", 1)[-1].rstrip("'>").lower()
    if name not in FLOATS:
        raise refused("ops-dtype", f"`out_dtype` is {wanted}; it may be {', '.join(FLOATS)}")
    return name
