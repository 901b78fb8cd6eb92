"""What a launch on the CPU costs: a vector add of few elements beside NumPy's and torch's, calls one after the other.

Floor: the elements are in the first cache; 1,024 of them take 0.1 µs. Up to 4 blocks (of 256 threads) run on the
calling thread, more are shared with others. `by Python` is the same program while somebody is told of each launch,
which then goes through Python, as all did before. Run: `python -m benchmarks.cpu_launch`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import numpy as np
import torch

import cutedsl.cute as cute
from benchmarks.cpu_kernels import add
from benchmarks.record import write_result
from cutedsl.execution.cpu.pool import stop_telling, tell_launches

CALLS, TURNS = 400, 25


def _mean_us(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    for _ in range(CALLS):
        call()
    return 1e6 * (time.perf_counter() - start) / CALLS


def _ignore(_kernel: str, _threads: int) -> None:
    pass


def _by_python(call: Callable[[], object]) -> float:
    tell_launches(_ignore)
    try:
        return _mean_us(call)
    finally:
        stop_telling(_ignore)


def measure(elements: int) -> dict[str, object]:
    """One size: checked, then medians and least of `TURNS` means of `CALLS` calls, all sides in turn."""
    a, b = (np.random.default_rng(k).random(elements, dtype=np.float32) for k in range(2))
    c = np.empty_like(a)
    program = cute.compile(add, a, b, c, options="--target cpu")
    program(a, b, c)
    np.testing.assert_array_equal(c, a + b)
    tensors = [torch.from_numpy(x) for x in (a, b, c)]

    def run() -> None:
        program(a, b, c)

    sides: dict[str, Callable[[], float]] = {
        "cutedsl": lambda: _mean_us(run),
        "cutedsl, by Python": lambda: _by_python(run),
        "numpy": lambda: _mean_us(lambda: np.add(a, b, out=c)),
        "torch": lambda: _mean_us(lambda: torch.add(tensors[0], tensors[1], out=tensors[2])),
    }
    found: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(TURNS):
        for name, side in sides.items():
            found[name].append(side())
    times = {name: {"median_us": median(values), "min_us": min(values)} for name, values in found.items()}
    print(f"{elements} elements: " + ", ".join(f"{n} {t['median_us']:.2f} us" for n, t in times.items()))
    return {"elements": elements, "blocks": -(-elements // 256), "times": times}


if __name__ == "__main__":
    print(write_result("cpu_launch", [measure(elements) for elements in (256, 1024, 16384)], torch=torch.__version__))
