"""The kernel library as choices of `torch.compile(mode="max-autotune")`, in addition to Inductor's own."""

from __future__ import annotations

import contextvars
import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import torch
from torch._inductor import config
from torch._inductor.kernel import bmm, mm
from torch._inductor.lowering import lowerings
from torch._inductor.virtualized import V

from cutedsl.errors.frozen import frozen
from cutedsl.ops.gemm_tuning.candidates import Problem
from cutedsl.ops.gemm_tuning.choice import config_for, ranked
from cutedsl.targets.devices import is_gpu
from cutedsl.torch.inductor.buffer import hint
from cutedsl.torch.inductor.choices import compiled
from cutedsl.torch.inductor.fair_times import timed_fairly
from cutedsl.torch.inductor.fingerprint import GRAPH_PASSES
from cutedsl.torch.inductor.rows import NAMESPACE, OPERATIONS, offer, recognise
from cutedsl.torch.inductor.scheduling import install
from cutedsl.torch.inductor.template import CuteDSLTemplate
from cutedsl.utils.hardware_info import blocks_at_once

_kept: Final[list[Any]] = []
"""Definitions of operators, which go when their library goes."""
_FLOATS: Final = (torch.float32, torch.float16, torch.bfloat16)

_PRODUCT = """
from cutedsl import ops
from cutedsl.ops import GemmConfig
{{gen_defines()}}

{{epilogue()}}

{{def_kernel(%(names)s)}}
    ops.matmul(A, B, C, %(addend)sconfig=CONFIG, epilogue={{kernel_name}}_epilogue, operands={{operands()}})
    return C
"""
PLAIN: Final = _PRODUCT % {"names": '"A", "B", "C"', "addend": ""}
WITH_ADDEND: Final = _PRODUCT % {
    "names": '"D", "A", "B", "C"',
    "addend": "**({'bias': D[0]} if BIAS else {'c': D, 'alpha': ALPHA, 'beta': BETA}), ",
}

_TIMED: Final = 8
"""How many ways to tile a product are timed."""


@frozen
class _Offer:
    """A template that takes part where Inductor chooses for the operator that is being lowered."""

    template: CuteDSLTemplate
    params: Mapping[str, Any]


_offer: contextvars.ContextVar[_Offer | None] = contextvars.ContextVar("offer", default=None)


@functools.cache
def offer_library() -> None:
    """Makes `torch.compile(mode="max-autotune")` time the library's kernels in addition to its own choices.

    They take part in `mm`, `addmm` and `bmm`, and in softmax, log-softmax, RMS norm and layer norm over the last
    axis. They take 32- and 16-bit floats, and win where they are fastest; pointwise work after them becomes their
    epilogue. A second call does nothing. Choices are compiled at the same time, by threads.
    """
    for device in ("cpu", "cuda"):
        install(device)
    aten = torch.ops.aten
    plain = CuteDSLTemplate("cutedsl_mm", PLAIN)
    with_addend = CuteDSLTemplate("cutedsl_addmm", WITH_ADDEND)
    _wrap(aten.mm.default, plain)
    _wrap(aten.bmm.default, plain)
    _wrap(aten.addmm.default, with_addend, ("alpha", "beta"))
    for module in (mm, bmm):
        names: Any = vars(module)
        names["autotune_select_algorithm"] = _with_ours(names["autotune_select_algorithm"])
    rows = torch.library.Library(NAMESPACE, "DEF")
    for operation in OPERATIONS:
        offer(operation, rows)
    _kept.append(rows)
    GRAPH_PASSES.append(recognise)


def _wrap(op: Any, template: CuteDSLTemplate, scalars: Sequence[str] = ()) -> None:
    """While `op` is lowered, as before, its template is on offer."""
    before = lowerings[op]

    @functools.wraps(before)
    def lowered(*args: Any, **kwargs: Any) -> Any:
        given = {name.upper(): kwargs.get(name, 1) for name in scalars}
        takes_part = config.max_autotune or config.max_autotune_gemm
        if not takes_part or V.graph.cpp_wrapper or not all(isinstance(x, int | float) for x in given.values()):
            return before(*args, **kwargs)
        token = _offer.set(_Offer(template, given))
        try:
            return before(*args, **kwargs)
        finally:
            _offer.reset(token)

    lowerings[op] = lowered


def _with_ours(choose: Callable[..., Any]) -> Callable[..., Any]:
    """Inductor's choice by time, with ours among what it may choose."""

    @functools.wraps(choose)
    def chosen(name: str, choices: list[Any], input_nodes: Sequence[Any], layout: Any, **kwargs: Any) -> Any:
        offer = _offer.get()
        if offer is None or layout.dtype not in _FLOATS:
            return choose(name, choices, input_nodes, layout, **kwargs)
        mine: list[Any] = []
        params = dict(offer.params)
        if params:
            params["BIAS"] = set(params.values()) == {1} and _same_in_all_rows(input_nodes[0])
        for settings in _configs(input_nodes[-2:], layout):
            given = {"input_nodes": list(input_nodes), "layout": layout, "CONFIG": settings, **params}
            offer.template.maybe_append_choice(mine, **given)
        mine = compiled(mine)
        if mine and config.pipeline_max_autotune_gemm:
            # Not left open until fusion: choices are then timed in other processes, which ours are not.
            kwargs["return_multi_template"] = False
        found = choose(name, [*choices, *mine], input_nodes, layout, **kwargs)
        if mine:
            timed_fairly(found[0] if isinstance(found, tuple) else found)
        return found

    return chosen


def _same_in_all_rows(addend: Any) -> bool:
    """Whether an addend is a bias, which the library reads once for all rows of a tile."""
    return addend.get_stride()[-2] == 0 and addend.get_stride()[-1] == 1


def _configs(nodes: Sequence[Any], layout: Any) -> Iterable[Any]:
    """How the library may cut this product: one way but on Hopper, where a few are worth timing."""
    device = layout.device
    if not is_gpu(device.type) or layout.dtype == torch.float32 or torch.cuda.get_device_capability(device)[0] != 9:
        return (None,)
    *batch, m, n = (hint(extent) for extent in layout.size)
    k = hint(nodes[0].get_size()[-1])
    item_bytes = layout.dtype.itemsize
    problem = Problem(m, n, k, batch[0] if batch else 1, item_bytes, item_bytes, blocks_at_once(), adds=True)
    return dict.fromkeys((config_for(problem), *ranked(problem, _TIMED)))
