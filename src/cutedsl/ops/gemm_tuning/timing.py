"""Timing the ways to cut a product on the GPU at hand, for `matmul(..., tune=True)`."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

from cutedsl.ops import plans
from cutedsl.ops.arrays import View, view_of
from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm.plan import problem_of, product_plan
from cutedsl.ops.gemm.terms import Terms
from cutedsl.ops.gemm_tuning.choice import ranked
from cutedsl.ops.gemm_tuning.notes import note, noted
from cutedsl.targets.devices import is_gpu
from cutedsl.utils.hardware_info import blocks_at_once

_WARM_UP, _REPEATS = 2, 9
_FLUSH_BYTES: Final = 256 << 20
"""Read between runs, so that each finds its operands in memory."""
Prepare = Callable[[View, View, View, Terms, GemmConfig], Callable[[], None]]


def tuned(a: View, b: View, out: View, terms: Terms, prepare: Prepare) -> None:
    """Notes the fastest way to multiply arrays of these sizes on this GPU, unless that is known.

    Results go to an array of their own, as `out` may be an addend. Other devices and kernels have nothing to choose.
    """
    torch: Any = sys.modules.get("torch")
    if not is_gpu(a.device) or torch is None or torch.cuda.is_current_stream_capturing():
        return
    plan = product_plan(a, b, out, terms, None, blocks_at_once())
    if not isinstance(plan.config, GemmConfig):
        return
    problem = problem_of(plan.a, plan.b, out, terms, blocks_at_once())
    if noted(problem) is not None:
        return
    plans.not_again()
    with plans.unrecorded():
        for run in plan.before:
            run()
        spare = view_of("out", torch.empty_strided(out.shape, out.strides, dtype=out.array.dtype, device=out.device))
        ways = list(dict.fromkeys((plan.config, *ranked(problem))))
        runs = [prepare(plan.a, plan.b, spare, terms, config) for config in ways]
        times = _medians_us(torch, runs)
    best = min(range(len(ways)), key=lambda i: times[i])
    note(problem, ways[best], times[best])
    plans.forget()


def _medians_us(torch: Any, runs: Sequence[Callable[[], None]]) -> list[float]:
    """The median time of each run, in turn with the others. Units: microseconds."""
    flush = torch.zeros(_FLUSH_BYTES // 4, device="cuda")
    pairs: list[list[tuple[Any, Any]]] = [[] for _ in runs]
    for repeat in range(_WARM_UP + _REPEATS):
        for run, own in zip(runs, pairs, strict=True):
            flush.sum()
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            run()
            end.record()
            if repeat >= _WARM_UP:
                own.append((start, end))
    torch.cuda.synchronize()
    return [statistics.median(1e3 * start.elapsed_time(end) for start, end in own) for own in pairs]
