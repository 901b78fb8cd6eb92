"""`grouped_matmul`: many matrix products in one launch.

Floor: the operations of all groups, and the bytes of A, C and each B that has rows; a group of few rows is bound by
reading its B.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, cast

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, apart, number_of, result, same_device, same_shape, view_of
from cutedsl.ops.epilogues import callable_of, unchanged
from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm.grouped import grouped_gemm
from cutedsl.ops.gemm.matrix_product import MULTIPLIED, matmul, refuse_terms_of_sums, result_dtype
from cutedsl.ops.gemm.operands import along_k, in_turn, vector_operand
from cutedsl.ops.gemm.program import batched, fake_of
from cutedsl.ops.gemm.terms import Terms
from cutedsl.ops.gemm_tuning.candidates import Problem
from cutedsl.ops.gemm_tuning.choice import config_for_groups, has_wgmma, operand_of
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import call, compiled_for
from cutedsl.ops.refuse import refused
from cutedsl.testing.checked import is_checked
from cutedsl.utils.hardware_info import blocks_at_once

_PROGRAMS: Final[dict[object, Any]] = {}


def of_groups(vector: cute.Tensor, result: cute.Tensor) -> cute.Tensor:
    """What each column of each group has, (groups, N), as (M, N, groups)."""
    shape = (result.shape[0], result.shape[1], vector.shape[0])
    layout = cute.make_layout(shape, stride=(0, vector.stride[1], vector.stride[0]))
    return cute.make_tensor(vector.iterator, layout)


@cute.jit
def grouped_product(
    a: cute.Tensor,
    b: cute.Tensor,
    out: cute.Tensor,
    bias: Any,
    scale_a: Any,
    scale_b: Any,
    ends: cute.Tensor,
    alpha: cutlass.Float32,
    blocks: cutlass.Int32,
    epilogue: cutlass.Constexpr,
    config: cutlass.Constexpr,
    tf32: cutlass.Constexpr,
):
    """out = epilogue(alpha scale_a scale_b a b[group] + bias), the rows of `a` and `out` up to ends[group]."""
    mA, mB, mC = batched(a), batched(b, transposed=True), batched(out)
    factors: list[cute.Tensor] = []
    addends: list[cute.Tensor] = []
    scales: list[Any] = [alpha]
    if cutlass.const_expr(scale_a is not None):
        layout = cute.make_layout((*mC.shape[:2], 1), stride=(scale_a.stride[0], 0, 0))
        factors.append(cute.make_tensor(scale_a.iterator, layout))
    if cutlass.const_expr(scale_b is not None):
        factors.append(of_groups(scale_b, mC))
    if cutlass.const_expr(bias is not None):
        addends.append(of_groups(bias, mC))
        scales.append(cutlass.Float32(1.0))
    grouped_gemm(mA, mB, mC, ends, (factors, addends), scales, epilogue, config, tf32, blocks)


@remembered
def grouped_matmul(
    a: Any,
    b: Any,
    ends: Any = None,
    out: Any = None,
    *,
    alpha: float = 1.0,
    bias: Any = None,
    scale_a: Any = None,
    scale_b: Any = None,
    epilogue: Callable[[Any], Any] = unchanged,
    out_dtype: Any = None,
    allow_tf32: bool = False,
    config: GemmConfig | None = None,
) -> Any:
    """Rows `ends[g-1]` to `ends[g]` of `a` times `b[g]`, for all groups in one launch: a mixture of experts.

    **Shapes**: `a` (M,K), `b` (G,K,N), `ends` (G) int32 on the same device, ascending, read by the kernel; `out` (M,N),
    whose rows from `ends[-1]` on are not written. `bias` and `scale_b` (G,N), `scale_a` (M). A group may be empty.
    The rest, types and errors are as for `matmul`. Without `ends`, `a` and `b` are lists of matrices of any shapes, and
    so is the result: one product after another.

    >>> import numpy as np
    >>> rows, experts = np.ones((3, 2), np.float32), np.array([[[1], [1]], [[2], [2]]], np.float32)
    >>> grouped_matmul(rows, experts, np.array([1, 3], np.int32)).ravel()
    array([2., 4., 4.], dtype=float32)
    """
    if ends is None:
        keywords: dict[str, Any] = {
            "alpha": alpha,
            "epilogue": epilogue,
            "out_dtype": out_dtype,
            "allow_tf32": allow_tf32,
        }
        return _one_by_one(a, b, out, {"bias": bias, "scale_a": scale_a, "scale_b": scale_b}, keywords, config)
    va, vb, vends = view_of("a", a, MULTIPLIED), view_of("b", b, MULTIPLIED), view_of("ends", ends, ("int32",))
    shape = _shape(va, vb)
    groups, columns = vb.shape[0], vb.shape[2]
    vo = result(va, shape, out, result_dtype(out_dtype, out, va))
    apart(vo, va, vb)
    named = {"bias": bias, "scale_a": scale_a, "scale_b": scale_b}
    others = {name: None if x is None else view_of(name, x) for name, x in named.items()}
    wanted = {"ends": (groups,), "bias": (groups, columns), "scale_a": shape[:1], "scale_b": (groups, columns)}
    for name, view in (("ends", vends), *others.items()):
        if view is not None:
            same_shape(name, view, wanted[name])
    same_device(va, b=vb, ends=vends, **{name: view for name, view in others.items() if view is not None})
    terms = Terms(
        number_of("alpha", alpha, float),
        bias=others["bias"],
        scale_a=others["scale_a"],
        scale_b=others["scale_b"],
        epilogue=callable_of("epilogue", epilogue),
        tf32=allow_tf32,
    )
    refuse_terms_of_sums(vo, terms)
    if groups and 0 not in shape:
        prepared_groups(va, vb, vo, vends, terms, config)()
    return vo.array


def _shape(a: View, b: View) -> tuple[int, int]:
    if a.dtype_name != b.dtype_name:
        raise refused("ops-dtype", f"`b` holds {b.dtype_name}, `a` {a.dtype_name}; a product's operands have one type")
    if (a.rank, b.rank) != (2, 3) or a.shape[1] != b.shape[1]:
        raise refused("ops-shape", f"`a` has the shape {a.shape}, `b` {b.shape}; they are (M,K) and (G,K,N)")
    return a.shape[0], b.shape[2]


def prepared_groups(
    a: View, b: View, out: View, ends: View, terms: Terms, config: GemmConfig | None
) -> Callable[[], None]:
    """The products of these arrays as they lie, ready to run."""
    blocks = blocks_at_once()
    exact = a.dtype_name == "float32" and not terms.tf32
    fits = not exact and a.shape[-1] > 0 and has_wgmma(a)
    before: list[Callable[[], None]] = []
    if fits and (a.item_bytes == 1 or a.dtype_name == "float32"):
        a, b = along_k(a, -1, before), along_k(b, -2, before)
    operands = [operand_of(a), operand_of(b), operand_of(out, written=True)]
    if not (fits and all(o.mapped for o in operands)):
        config = None
    elif config is None:
        rows, columns = out.shape
        problem = Problem(rows, columns, a.shape[1], b.shape[0], a.item_bytes, out.item_bytes, blocks)
        config = config_for_groups(replace(problem, integers=a.dtype_name == "int8"))
    elif config != replace(config, cluster_m=1, cluster_n=1, cluster_k=1, stream_k=False, swap=False, pingpong=False):
        raise refused("gemm-config", f"{config} for a grouped product, whose kernel has only the other choices")
    classes = (*operands, *map(vector_operand, (*terms.vectors, ends)))
    given = [view for view in (a, b, out, *terms.vectors, ends) if view is not None]
    run = grouped_program(classes, terms.epilogue, config, terms.tf32, a.target)
    return in_turn(before, partial(call, run, given, (terms.alpha, blocks)))


def grouped_program(classes: Any, epilogue: Any, config: GemmConfig | None, tf32: bool, target: str) -> Any:
    """The program for the tensors of `grouped_product` in their order, compiled at the first call."""
    key = (classes, epilogue, config, tf32, target, is_checked())
    compiled = _PROGRAMS.get(key)
    if compiled is None:
        numbers = (cutlass.Float32(0.0), cutlass.Int32(0))
        fakes = map(fake_of, classes)
        compiled = compiled_for(target, grouped_product, *fakes, *numbers, epilogue, config, tf32)
        _PROGRAMS[key] = compiled
    return compiled


def _one_by_one(
    a: Any, b: Any, out: Any, vectors: dict[str, Any], keywords: dict[str, Any], config: GemmConfig | None
) -> list[Any]:
    """A list of products, each as `matmul` does it."""
    for name, some in (("a", a), ("b", b), ("out", out), *vectors.items()):
        if some is not None and not (isinstance(some, list | tuple) and len(cast(Sequence[Any], some)) == len(a)):
            raise refused("ops-shape", f"without `ends`, `a` and `b` are lists of equal length, and so is `{name}`")
    made: list[Any] = []
    for index, x in enumerate(a):
        own: dict[str, Any] = {name: None if some is None else some[index] for name, some in vectors.items()}
        made.append(matmul(x, b[index], None if out is None else out[index], config=config, **keywords, **own))
    return made
