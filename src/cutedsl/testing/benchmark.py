"""Benchmarks compiled functions, with arguments that change between runs so that caches stay cold.

Source: CuTe DSL documentation, "Autotuning with the DSL".
"""

from __future__ import annotations

import contextlib
import itertools
import math
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.driver.call.recorded import current_recorder
from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.article import with_article
from cutedsl.errors.translation.refusals import names_refusals
from cutedsl.execution.cuda.nvtx import nvtx_range
from cutedsl.execution.devices import current_device, gpu_available
from cutedsl.execution.streams import DEFAULT_STREAM, stream_handle
from cutedsl.testing.timing import Timing, clock_mhz

_CPU_CACHE_BYTES = 64 << 20
_MOST_SAMPLES, _SAMPLE_S = 10, 2e-3
_CPU_WARMUP_S, _CPU_TIMED_S = 1.0, 2.0
"""Time limits on the CPU, in seconds: programs ask for hundreds of runs, which only a GPU does quickly."""


class CantImplementError(Exception):
    """Raised by a function for a configuration that it does not support; `tune` skips that configuration."""


REFUSALS = (CantImplementError, DSLUserCodeError, AssertionError, ValueError, TypeError, RuntimeError)
"""Exceptions that mean "unsupported configuration"; others are bugs of the program."""


class JitArguments:
    """The arguments of one run."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.args = args
        self.kwargs = kwargs
        self.references: list[Any] = []

    def add_to_scope(self, references: Sequence[Any]) -> None:
        """Keeps objects alive as long as these arguments."""
        self.references.extend(references)


def get_workspace_count(one_workspace_bytes: int, warmup_iterations: int, iterations: int) -> int:
    """How many sets of arguments together fill the last-level cache three times; at most one per run.

    Units: bytes.

    >>> get_workspace_count(1 << 40, 10, 100)
    1
    """
    cache = current_device().l2_bytes if gpu_available() else _CPU_CACHE_BYTES
    wanted = -(-3 * cache // max(1, one_workspace_bytes)) + 1
    return max(1, min(wanted if one_workspace_bytes < 3 * cache else 1, warmup_iterations + iterations))


@names_refusals
def benchmark(
    callable: Callable[..., Any],
    *,
    warmup_iterations: int = 10,
    iterations: int = 100,
    stream: object = None,
    kernel_arguments: JitArguments | None = None,
    workspace_generator: Callable[[], JitArguments] | None = None,
    workspace_count: int = 1,
    use_cuda_graphs: bool = False,
    use_cupti: bool = False,
    nvtx_tag: str | None = None,
) -> Timing:
    """Mean time of one run in microseconds, with its spread and the machine's clock: a `Timing`, which is a float.

    Each run takes the next of `workspace_count` sets of arguments, so that with `get_workspace_count` of them no run
    finds its own in the last cache. Runs are timed in up to 10 samples of at least 2 ms. The clock is read when the
    last run of a sample has finished, so waiting for a GPU costs a few microseconds per sample.
    With `use_cuda_graphs` the runs of a sample are launched together, by a CUDA graph on `stream`; on the CPU, and on
    CUDA's default stream, which cannot be captured, they are launched one by one.
    On the CPU fewer runs are made where they are slow: none begins after 1 s of warming up, and after 2 s of timing.
    `nvtx_tag` names a range around the timed runs for profilers.
    Errors: benchmark-arguments; not-yet for CUPTI.
    """
    if use_cupti:
        raise fail(
            "not-yet", "`benchmark` with use_cupti", fix="Leave it out; `use_cuda_graphs=True` times short runs."
        )
    if iterations < 1 or warmup_iterations < 0 or workspace_count < 1:
        given = f"{iterations} iterations, {warmup_iterations} to warm up, {workspace_count} workspaces"
        raise fail("benchmark-arguments", given)
    if (kernel_arguments is None) == (workspace_generator is None):
        raise fail("benchmark-arguments", "pass either `kernel_arguments` or `workspace_generator`, not both")
    make = workspace_generator
    sets = [kernel_arguments] if make is None else [make() for _ in range(workspace_count)]
    if not all(isinstance(item, JitArguments) for item in sets):
        raise fail(
            "benchmark-arguments",
            f"the arguments of a run are {with_article(type(sets[0]).__name__)}, not JitArguments",
        )
    turns: Any = itertools.cycle(sets)
    if current_recorder() is not None:  # calls are written down and not run: one is as good as many
        return Timing.of([_timed_run(callable, turns, 1, math.inf)], None)
    on_gpu = _on_gpu(callable)
    first, warm = 1, 0.0
    if warmup_iterations:
        first, warm = _timed_run(callable, turns, warmup_iterations, math.inf if on_gpu else _CPU_WARMUP_S)
    samples = max(1, min(_MOST_SAMPLES, iterations, int(iterations * warm / first / _SAMPLE_S)))
    before = clock_mhz()
    counts = [iterations // samples + (n < iterations % samples) for n in range(samples)]
    handle = stream_handle(stream) if use_cuda_graphs else DEFAULT_STREAM
    with nvtx_range(nvtx_tag) if nvtx_tag else contextlib.nullcontext():
        if handle != DEFAULT_STREAM and on_gpu:
            found = _timed_graphs(callable, turns, counts, handle)
        else:
            left_s, found = math.inf if on_gpu else _CPU_TIMED_S, list[tuple[int, float]]()
            for count in counts:
                if left_s > 0:
                    found.append(_timed_run(callable, turns, count, left_s))
                    left_s -= found[-1][1]
    after = clock_mhz()
    return Timing.of(found, None if before is None or after is None else (before, after))


def _timed_run(function: Callable[..., Any], turns: Any, count: int, most_s: float) -> tuple[int, float]:
    """How many runs there were, and the seconds that they took together; none begins after `most_s` seconds."""
    start = time.perf_counter()
    done = _run(function, turns, count, start + most_s)
    _finish(function)
    return done, time.perf_counter() - start


def _timed_graphs(
    function: Callable[..., Any], turns: Any, counts: Sequence[int], stream: int
) -> list[tuple[int, float]]:
    """The same of runs that a CUDA graph launches; the graphs are made before any is timed."""
    from cutedsl.execution.cuda.driver import driver
    from cutedsl.execution.cuda.graph import CudaGraph

    graphs = [CudaGraph(driver(), stream, partial(_run, function, turns, count)) for count in counts]
    found: list[tuple[int, float]] = []
    for graph, count in zip(graphs, counts, strict=True):
        driver().synchronize()
        start = time.perf_counter()
        graph.launch()
        driver().synchronize(stream)
        found.append((count, time.perf_counter() - start))
    for graph in graphs:
        graph.destroy()
    return found


def _run(function: Callable[..., Any], turns: Any, count: int, until: float = math.inf) -> int:
    """Runs a function `count` times, or as long as the clock is before `until`; how often it ran."""
    if until == math.inf:  # nothing between two launches
        for arguments in itertools.islice(turns, count):
            function(*arguments.args, **arguments.kwargs)
        return count
    done = 0
    for arguments in itertools.islice(turns, count):
        function(*arguments.args, **arguments.kwargs)
        done += 1
        if time.perf_counter() >= until:
            break
    return done


def _on_gpu(function: Callable[..., Any]) -> bool:
    """Whether what a function launches may run on a GPU."""
    return gpu_available() and (not isinstance(function, CompiledFunction) or function.artifacts.target.on_gpu)


def _finish(function: Callable[..., Any]) -> None:
    """Waits for the GPU; on the CPU a call has finished when it returns."""
    if _on_gpu(function):
        from cutedsl.execution.cuda.driver import driver

        driver().synchronize()
    torch: Any = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_available():
        torch.cuda.synchronize()


def tune(
    func: Callable[..., Callable[[], Any]],
    params_dict: Mapping[str, Sequence[Any]],
    kernel_arguments: JitArguments | None = None,
    warmup_iterations: int = 10,
    iterations: int = 100,
    stream: object = None,
) -> dict[str, Any]:
    """The fastest combination of parameters: `func(*args, **kwargs, **parameters)` returns the function to time.

    An unsupported combination is skipped: by `CantImplementError`, an error of compilation, a failed
    assertion, or another ordinary refusal (ValueError, TypeError, RuntimeError). Errors: benchmark-arguments where none
    is left, with what the first said.
    """
    given = kernel_arguments or JitArguments()
    times: list[tuple[float, dict[str, Any]]] = []
    refused: list[Exception] = []
    for values in itertools.product(*params_dict.values()):
        chosen = dict(zip(params_dict, values, strict=True))
        try:
            timed = func(*given.args, **given.kwargs, **chosen)
            times.append((_timed(timed, warmup_iterations, iterations, stream), chosen))
        except REFUSALS as error:
            refused.append(error)
    if not times:
        raise none_can_be_used(params_dict, refused)
    return min(times, key=lambda item: item[0])[1]


def none_can_be_used(names: Iterable[str], refused: Sequence[Exception]) -> Exception:
    """The error of a search in which no combination worked: benchmark-arguments."""
    why = f"; the first says: {refused[0]}" if refused else ""
    return fail("benchmark-arguments", f"no combination of {', '.join(names)} can be used{why}")


def _timed(function: Callable[[], Any], warmup: int, iterations: int, stream: object) -> float:
    nothing = JitArguments()
    return benchmark(function, warmup_iterations=warmup, iterations=iterations, stream=stream, kernel_arguments=nothing)
