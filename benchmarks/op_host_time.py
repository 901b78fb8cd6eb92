"""Host time of calling operations of the library with torch tensors: all but the launch itself.

Run `python -m benchmarks.op_host_time`. Each operation is called once with tiny tensors on the CPU; then its remembered
plan is run with launches that do nothing. Thread CPU time, best of several, so that a busy machine matters little; what
a launch costs on a GPU is the case `launch_overhead` of `benchmarks.gpu.run_all`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import torch

from benchmarks.record import write_result
from cutedsl import ops
from cutedsl.ops import plans

CALLS, REPEATS = 2000, 7


def nothing(*_: Any) -> None:
    """A launch that does nothing."""


def best_us(call: Callable[[], object]) -> float:
    """Thread CPU time of a call in microseconds, the least of several means."""
    times: list[float] = []
    for _ in range(REPEATS):
        start = time.thread_time()
        for _ in range(CALLS):
            call()
        times.append((time.thread_time() - start) / CALLS * 1e6)
    return min(times)


def main() -> None:
    """Prints a table and writes it."""
    a, b, c = (torch.randn(16, 64).bfloat16() for _ in range(3))
    out, x, y, weight = torch.empty(16, 16).bfloat16(), torch.randn(4, 64), torch.empty(4, 64), torch.randn(64)
    cases: dict[str, Callable[[], object]] = {
        "matmul(a, b, out)": lambda: ops.matmul(a, b.T, out),
        "matmul(a, b)": lambda: ops.matmul(a, b.T),
        "torch.mm(a, b, out=out) on the CPU": lambda: torch.mm(a, b.T, out=out),
        "b.T": lambda: b.T,
        "softmax(x, out=y)": lambda: ops.softmax(x, out=y),
        "softmax(x)": lambda: ops.softmax(x),
        "rms_norm(x, weight, out=y)": lambda: ops.rms_norm(x, weight, out=y),
        "elementwise(function, a, c)": lambda: ops.elementwise(lambda u, v: u * v, a, c),
    }
    for call in cases.values():
        call()
    kept = vars(plans)["_PLANS"]
    for key, plan in kept.items():
        kept[key] = replace(plan, steps=tuple(replace(step, run=nothing) for step in plan.steps))
    rows: list[dict[str, object]] = []
    for name, call in cases.items():
        rows.append({"call": name, "min_us": round(best_us(call), 2)})
        print(f"{name:36} {rows[-1]['min_us']:>6} us")
    print(write_result("op_host_time", rows, torch=torch.__version__))


if __name__ == "__main__":
    main()
