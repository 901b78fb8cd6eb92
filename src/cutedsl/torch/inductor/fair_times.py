"""Interleaved timing of choices.

Inductor times one choice after the other, and large products draw so much power that a GPU lowers its clock. The first
candidates then look faster by up to a tenth. What may win is therefore timed again, each choice a few runs at a time,
in an order that changes.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any, Final, TypeVar

import torch
from torch._inductor import ir
from torch._inductor.select_algorithm import AlgorithmSelectorCache, ExternKernelCaller, TritonTemplateCaller

from cutedsl.targets.devices import is_gpu
from cutedsl.torch.inductor.buffer import hint
from cutedsl.torch.inductor.template import CuteDSLTemplateCaller

Name = TypeVar("Name")
Times = dict[Any, float]
MOST_OF_OURS: Final = 4
ROUNDS: Final = 12
_ROUND_MS: Final = 1.0
"""How long each choice runs in a round, and at least once."""
_PAUSE_CYCLES: Final = 1_000_000
"""The GPU waits so long before each turn, half a millisecond, as products in a model have other work between them."""


def fair(times: Times, device: torch.device) -> Times:
    """The times of Inductor with those of the best of each kind taken again, in turn; the others come after these."""
    chosen = contenders(times)
    if len(chosen) < 2 or not is_gpu(device.type):
        return times
    again = in_turn({choice: runnable(choice) for choice in chosen}, device)
    behind = max(again.values())
    return {choice: again[choice] if choice in again else max(ms, behind) for choice, ms in times.items()}


def contenders(times: Times) -> list[Any]:
    """The fastest call of torch, the fastest template of Triton, and some of ours."""
    kinds = ((ExternKernelCaller, 1), (TritonTemplateCaller, 1), (CuteDSLTemplateCaller, MOST_OF_OURS))
    finite = {choice: ms for choice, ms in times.items() if ms < float("inf")}
    return [
        choice
        for kind, count in kinds
        for choice in sorted((c for c in finite if isinstance(c, kind)), key=lambda c: finite[c])[:count]
    ]


def runnable(choice: Any) -> Callable[[], object]:
    """A run of a choice on random numbers."""
    whole = isinstance(choice, ExternKernelCaller)
    example = AlgorithmSelectorCache.benchmark_example_value
    buffers = {node.get_name(): example(node) for node in choice.input_nodes}
    inputs = [_seen(buffers[node.get_name()], node) for node in choice.input_nodes] if whole else buffers.values()
    out = example(choice.layout)
    if isinstance(choice, TritonTemplateCaller):
        return choice.bmreq.make_run_fn(*inputs, out=out)
    run = choice.to_callable()
    if whole and not choice.has_out_variant:
        return lambda: run(*inputs)
    return lambda: run(*inputs, out=out)


def _seen(buffer: torch.Tensor, node: Any) -> torch.Tensor:
    """A buffer as a node of the graph sees it."""
    layout = node.get_layout()
    size, stride = (tuple(hint(n) for n in each) for each in (layout.size, layout.stride))
    return buffer.as_strided(size, stride, hint(layout.offset))


def in_turn(runs: Mapping[Name, Callable[[], object]], device: torch.device) -> dict[Name, float]:
    """Median milliseconds of a run of each; the order changes with each round, always in the same way."""
    timed = _gpu_ms if is_gpu(device.type) else _cpu_ms
    counts = {name: max(1, int(_ROUND_MS / max(timed(run, 2), 1e-3))) for name, run in runs.items()}
    found: dict[Name, list[float]] = {name: [] for name in runs}
    shuffled = random.Random(0)
    for _ in range(ROUNDS):
        for name in shuffled.sample(list(runs), len(runs)):
            found[name].append(timed(runs[name], counts[name]))
    return {name: median(times) for name, times in found.items()}


def _gpu_ms(run: Callable[[], object], count: int) -> float:
    """Milliseconds of a run, of several in a row after a pause, which the host needs to enqueue them."""
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    torch.cuda._sleep(_PAUSE_CYCLES)
    start.record()
    for _ in range(count):
        run()
    end.record()
    end.synchronize()
    return start.elapsed_time(end) / count


def _cpu_ms(run: Callable[[], object], count: int) -> float:
    run()
    start = time.perf_counter()
    for _ in range(count):
        run()
    return 1e3 * (time.perf_counter() - start) / count


def timed_fairly(node: Any) -> None:
    """Has a node that Inductor left open give fair times, whenever it is asked."""
    multi = node.data.data
    if not isinstance(multi, ir.MultiTemplateBuffer):
        return
    theirs = multi._choice_timings_fn

    def times(hint_override: int | None = None) -> Times:
        found = theirs(hint_override)
        return fair(found, multi.get_device_or_error()) if hint_override is None else found

    multi._choice_timings_fn = times
