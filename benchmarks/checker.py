"""Checked runs against plain ones of the same kernels on the CPU, interleaved: how many times longer a check takes.

Both with bounds checks; the plain run uses every core, the checked one a single one. Goals of the project: 20 x for row
sum and softmax, 60 x for the rest. Also the memory that a checked run needs, by bytes touched (goal: 10 x).
Run: `python -m benchmarks.checker`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl.cute as cute
from benchmarks.cpu_kernels import product, softmax
from benchmarks.record import interleaved_ms, write_result
from cutedsl.checker import checking
from examples.row_sum import reduce_sum


def measure(name: str, goal: int, function: Any, arrays: list[np.ndarray]) -> dict[str, object]:
    """One kernel both ways; the checked run must find nothing and compute the same."""
    plain = cute.compile(function, *arrays, options="--target cpu")
    plain(*arrays)
    expected = arrays[-1].copy()
    with checking() as report:
        checked = cute.compile(function, *arrays)
        checked(*arrays)
    assert report.clean, report.findings[0]
    assert np.array_equal(arrays[-1], expected), name

    def check() -> None:
        with checking():
            checked(*arrays)

    times = interleaved_ms({"plain": lambda: plain(*arrays), "checked": check}, repeats=7)
    ratio = times["checked"]["min_ms"] / times["plain"]["min_ms"]
    print(f"{name}: plain {times['plain']['min_ms']:.3f} ms, checked {ratio:.1f} x (goal {goal} x)")
    return {"kernel": name, "times": times, "slowdown": round(ratio, 2), "goal": goal}


def main() -> None:
    """All kernels."""
    rng = np.random.default_rng(7)
    x, sums = rng.standard_normal((1024, 4096), dtype=np.float32), np.empty(1024, np.float32)
    rows = [measure("row sum 1024 x 4096", 20, reduce_sum, [x, sums])]
    rows.append(measure("softmax 1024 x 4096", 20, softmax, [x, np.empty_like(x)]))
    a, b = (rng.standard_normal((256, 256), dtype=np.float32) for _ in range(2))
    rows.append(measure("SGEMM 256", 60, product, [a, b, np.empty_like(a)]))
    print(write_result("checker", rows, numpy=np.__version__))


if __name__ == "__main__":
    main()
