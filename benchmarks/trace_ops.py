"""What tracing costs an operation: Python runs the staged function and each operation is recorded with its location.

Kernels of one to two thousand operations of one kind are traced again and again, the rewrite of their source done
before (it is made once a function; `cold_start` counts it). A row is the least and the median time of a whole trace, by
the number of operations in the recorded module: all that its text shows, also constants and the terminators of regions
(an `if` with a result is three: itself and two yields). The first row is what a trace costs before its operations
count. CPU time of this process, as the machine may be shared.

Run: `python -m benchmarks.trace_ops`.
"""

from __future__ import annotations

import gc
import time
from statistics import median
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from benchmarks.record import write_result
from cutedsl.driver.arguments.signature import bind_arguments
from cutedsl.driver.compile.trace import trace_program

LIMIT_US = 5.0
_ROUNDS = 40
_REPEATS = 200
_ROUND = 50  # more copies in one loop are warned of


@cute.kernel
def small_kernel(x: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """One store: what a trace costs before its operations count."""
    x[n] = a


@cute.kernel
def scalar_kernel(x: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """Eight operations a turn on two carried numbers."""
    tidx, _, _ = cute.arch.thread_idx()
    total = a
    index = tidx
    for _ in cutlass.range_constexpr(_REPEATS // _ROUND):
        for _ in cutlass.range_constexpr(_ROUND):
            total = total * a + 1.5
            total = (total - a) / 3.0 + total
            index = (index + n) ^ 3
            index = (index & n) - (index >> 1)
    x[index] = total


@cute.kernel
def memory_kernel(x: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """Loads, index arithmetic and stores."""
    tidx, _, _ = cute.arch.thread_idx()
    for turn in cutlass.range_constexpr(_REPEATS // _ROUND):
        for lap in cutlass.range_constexpr(_ROUND):
            k = turn * _ROUND + lap
            x[tidx + k] = x[tidx] + a
            x[tidx] = x[tidx + k] * x[n]


@cute.kernel
def control_kernel(x: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """One dynamic `if` a turn."""
    tidx, _, _ = cute.arch.thread_idx()
    total = a
    for _ in cutlass.range_constexpr(_REPEATS // _ROUND):
        for _ in cutlass.range_constexpr(_ROUND):
            if tidx < n:  # noqa: SIM108
                total = total + a
            else:
                total = total * a
    x[tidx] = total


@cute.kernel
def vector_kernel(x: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """Tiles of four elements, loaded, scaled and stored."""
    tidx, _, _ = cute.arch.thread_idx()
    tiles = cute.zipped_divide(x, (4,))
    for turn in cutlass.range_constexpr(_REPEATS // _ROUND):
        for lap in cutlass.range_constexpr(_ROUND):
            k = turn * _ROUND + lap
            tile = tiles[None, tidx + k]
            tile.store(tile.load() * a)


def _host(kernel: Any) -> Any:
    @cute.jit
    def host(x: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
        kernel(x, a, n).launch(grid=1, block=32)

    return host


def measure(what: str, kernel: Any) -> dict[str, object]:
    """One row."""
    jitted = _host(kernel)
    bound = bind_arguments(jitted.function, (np.zeros(4096, np.float32), 1.0, 7), {})
    arguments = list(zip(bound.names, bound.specs, strict=True))
    staged = jitted.staged
    program = trace_program(staged, "host", arguments)
    times: list[float] = []
    gc.disable()
    for _ in range(_ROUNDS):
        start = time.process_time()
        trace_program(staged, "host", arguments)
        times.append(time.process_time() - start)
        gc.collect()
    gc.enable()
    ops = sum(1 for _ in program.module.walk())
    row: dict[str, object] = {"what": what, "operations": ops}
    if kernel is small_kernel:
        row |= {"min_us": round(1e6 * min(times)), "median_us": round(1e6 * median(times))}
    else:
        row["min_us_an_op"] = round(1e6 * min(times) / ops, 2)
        row["median_us_an_op"] = round(1e6 * median(times) / ops, 2)
    print(row)
    return row


def _nothing(a: object) -> object:
    return a


def call_ns() -> float:
    """What a call of an empty Python function takes here: how fast, and how free, the machine is."""
    best = float("inf")
    for _ in range(_ROUNDS):
        start = time.process_time()
        for _ in range(10_000):
            _nothing(best)
        best = min(best, time.process_time() - start)
    return 1e9 * best / 10_000


if __name__ == "__main__":
    rows: list[dict[str, object]] = [
        {"what": "call of an empty Python function, with its loop", "min_ns": round(call_ns(), 1)},
        measure("a whole trace of one store in one kernel", small_kernel),
        measure("arithmetic on scalars", scalar_kernel),
        measure("elements of a tensor, loaded and stored", memory_kernel),
        measure("dynamic if with a carried value", control_kernel),
        measure("vectors of a tiled tensor, loaded and stored", vector_kernel),
    ]
    print(write_result("trace_ops", rows, limit_us=LIMIT_US, clock="process_time"))
