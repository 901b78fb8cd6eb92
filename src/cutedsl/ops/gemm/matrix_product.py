"""`matmul`: the matrix product of the library.

Floor for M x N x K: 2*M*N*K operations and the bytes of A, B and C, whichever takes longer; a product of 8192^3 in bf16
is bound by the multipliers (on an H200 by its power), one of a few rows by reading the other matrix once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from cutedsl.ops.arrays import FLOATS, View, apart, dtype_named, number_of, result, same_device, same_shape, view_of
from cutedsl.ops.epilogues import callable_of, unchanged
from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm.few import GemvConfig
from cutedsl.ops.gemm.operands import in_turn, vector_operand
from cutedsl.ops.gemm.plan import product_plan
from cutedsl.ops.gemm.program import program
from cutedsl.ops.gemm.terms import PLAIN, Terms
from cutedsl.ops.gemm_tuning.choice import operand_of
from cutedsl.ops.gemm_tuning.cost import clusters_at_once
from cutedsl.ops.gemm_tuning.machines import known_machine
from cutedsl.ops.gemm_tuning.timing import tuned
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.programs import call
from cutedsl.ops.refuse import refused
from cutedsl.ops.workspaces import workspace
from cutedsl.utils.hardware_info import blocks_at_once

_BYTES: Final = ("float8_e4m3fn", "float8_e5m2", "int8")
MULTIPLIED: Final = (*FLOATS, *_BYTES)
_RESULTS: Final = {"float8_e4m3fn": "bfloat16", "float8_e5m2": "bfloat16", "int8": "int32"}
"""Of products that do not have their operands' type."""


@remembered
def matmul(
    a: Any,
    b: Any,
    out: Any = None,
    *,
    alpha: float = 1.0,
    beta: float = 0.0,
    c: Any = None,
    bias: Any = None,
    scale_a: Any = None,
    scale_b: Any = None,
    epilogue: Callable[..., Any] = unchanged,
    operands: Sequence[Any] = (),
    out_dtype: Any = None,
    allow_tf32: bool = False,
    config: GemmConfig | GemvConfig | None = None,
    tune: bool = False,
) -> Any:
    """`epilogue(alpha * scale_a * scale_b * (a @ b) + beta * c + bias, *operands)`, in float32, rounded once.

    **Shapes**: `a` (M,K) or (L,M,K), `b` (K,N) or (L,K,N), each major in any axis; `c` as the result, (M,N) or
    (L,M,N), read where `beta` is not 0; `bias` and `scale_b` (N), `scale_a` (M). A single matrix serves every batch.
    `epilogue` takes and returns a float32 vector in registers
    (`lambda x: cute.where(x > 0, x, cute.full_like(x, 0.0))`), and takes one more for each of `operands`, which are
    shaped as the result.

    | `a`, `b` | multiplied as | summed in | result, unless another is requested |
    |---|---|---|---|
    | float16, bfloat16 | themselves | float32 | their type |
    | float32 | themselves; as tf32 (10 bits of fraction) with `allow_tf32` | float32 | float32 |
    | float8_e4m3fn, float8_e5m2 | themselves | the multipliers' registers (cuBLAS's fast accumulation) | bfloat16 |
    | int8 | themselves | int32, exactly | int32, the bare sums; a float with scales and other terms |

    Arrays whose addresses and strides are multiples of 16 bytes run on Hopper's copy engine and multipliers, cut as
    `config` says (chosen by shape without it); others, and float32, on a kernel that takes anything. `GemvConfig` is
    for up to 8 rows or columns of floats, without matrix units. Hopper multiplies
    8-bit types and tf32 with K contiguous in both; another order is copied first. With `tune` the ways that look best
    are timed on the GPU, once for a machine; later calls of these sizes, also of other processes, take the fastest.
    `ops.explain(ops.matmul, a, b)` says which way is taken, and why.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-number, ops-function.

    >>> import numpy as np
    >>> matmul(np.eye(2, dtype=np.float32), np.array([[1, 2], [3, 4]], np.float32), bias=np.ones(2, np.float32))
    array([[2., 3.],
           [4., 5.]], dtype=float32)
    """
    given = asked(
        *(a, b, out),
        alpha=alpha,
        beta=beta,
        c=c,
        bias=bias,
        scale_a=scale_a,
        scale_b=scale_b,
        epilogue=epilogue,
        operands=operands,
        out_dtype=out_dtype,
        allow_tf32=allow_tf32,
        config=config,
    )
    if 0 not in given.out.shape:
        if tune and config is None:
            tuned(given.a, given.b, given.out, given.terms, prepared)
        prepared(given.a, given.b, given.out, given.terms, config)()
    return given.out.array


@dataclass(frozen=True, slots=True)
class Asked:
    """The arrays of a call, checked, and what it wants besides."""

    a: View
    b: View
    out: View
    terms: Terms


def asked(
    a: Any,
    b: Any,
    out: Any = None,
    *,
    alpha: float = 1.0,
    beta: float = 0.0,
    c: Any = None,
    bias: Any = None,
    scale_a: Any = None,
    scale_b: Any = None,
    epilogue: Callable[..., Any] = unchanged,
    operands: Sequence[Any] = (),
    out_dtype: Any = None,
    allow_tf32: bool = False,
    config: GemmConfig | GemvConfig | None = None,
) -> Asked:
    """The arguments of `matmul`, checked. Errors: as there."""
    va, vb = view_of("a", a, MULTIPLIED), view_of("b", b, MULTIPLIED)
    if not isinstance(config, GemmConfig | GemvConfig | None):
        raise refused("gemm-config", f"`config` is {config!r}")
    shape = _shape(va, vb)
    vo = result(va, shape, out, result_dtype(out_dtype, out, va))
    apart(vo, va, vb)
    named = {"c": c, "bias": bias, "scale_a": scale_a, "scale_b": scale_b}
    others = {name: None if x is None else view_of(name, x) for name, x in named.items()}
    more = tuple(view_of("operands", x) for x in operands)
    for view in more:
        same_shape("operands", view, shape)
        same_device(va, operands=view)
    numbers = number_of("alpha", alpha, float), number_of("beta", beta, float)
    if numbers[1] and c is None:
        raise refused("ops-number", f"`beta` is {beta}, and there is no `c` that it is a factor of")
    terms = Terms(*numbers, **others, epilogue=callable_of("epilogue", epilogue), tf32=allow_tf32, operands=more)
    for name, wanted in (("c", shape), ("bias", shape[-1:]), ("scale_a", shape[-2:-1]), ("scale_b", shape[-1:])):
        view = others[name]
        if view is not None:
            same_shape(name, view, wanted)
    same_device(va, b=vb, **{name: view for name, view in others.items() if view is not None})
    refuse_terms_of_sums(vo, terms)
    return Asked(va, vb, vo, terms)


def prepared(
    a: View, b: View, out: View, terms: Terms = PLAIN, config: GemmConfig | GemvConfig | None = None
) -> Callable[[], None]:
    """The product of these arrays as they lie, ready to run."""
    blocks = blocks_at_once()
    plan = product_plan(a, b, out, terms, config, blocks)
    a, b, config = plan.a, plan.b, plan.config
    parts: tuple[View | None, View | None] = (None, None)
    if isinstance(config, GemmConfig):
        blocks = clusters_at_once(blocks, config.across, known_machine().machine) * config.across
    if isinstance(config, GemmConfig) and config.stream_k:
        slots = max(blocks * config.resident, config.across)
        sums = "int32" if a.dtype_name == "int8" else "float32"
        parts = workspace(a, slots * config.tile_m * config.tile_n, slots * config.sharing, sums)
    others = (None if terms.c is None else operand_of(terms.c), *map(vector_operand, (*terms.vectors, *parts)))
    given = [view for view in (a, b, out, terms.c, *terms.vectors, *parts) if view is not None]
    numbers: tuple[Any, ...] = (terms.alpha, terms.beta, blocks)
    if terms.operands:
        not_again()
        numbers = (tuple(view.native() for view in terms.operands), *numbers)
    rows = out.shape[-1 if config.swap else -2] if isinstance(config, GemvConfig) else 0
    more = tuple(operand_of(view) for view in terms.operands)
    run = program((*plan.operands, *others), more, terms.epilogue, config, terms.tf32, a.target, rows)
    launch = partial(call, run, given, numbers)
    return in_turn(plan.before, launch)


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


def refuse_terms_of_sums(out: View, terms: Terms) -> None:
    """Errors: ops-dtype where int32 results, the bare sums, are requested with scales, addends or an epilogue."""
    if out.dtype_name == "int32" and not terms.plain:
        raise refused(
            "ops-dtype",
            "a product of int8 with scales, addends or an epilogue, and an int32 result, which is the bare sums",
            fix="Ask for `out_dtype=` float32, float16 or bfloat16.",
        )


def result_dtype(wanted: Any, out: Any, a: View) -> str:
    """The result's type: that of `out`, the one asked for (torch's, NumPy's or ours), or what `a` makes."""
    allowed = (*FLOATS, "int32") if a.dtype_name == "int8" else FLOATS
    if wanted is None and out is not None:
        return view_of("out", out, allowed).dtype_name
    if wanted is None:
        return _RESULTS.get(a.dtype_name, a.dtype_name)
    return dtype_named("out_dtype", wanted, allowed)
