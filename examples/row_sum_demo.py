"""The main job, shown: the row sum of a real 4096 x 4096 float32 array on this machine's CPU, no GPU needed.

Prints a short form of the captured IR, checks the result against float64, and times NumPy in the same run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from row_sum import reduce_sum

import cutedsl.cute as cute

EXTENT = 4096
REPEATS = 15


def milliseconds(work: Callable[[], object]) -> float:
    """The median time of a few interleavable runs."""
    times: list[float] = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(1e3 * (time.perf_counter() - start))
    return median(times)


def main() -> int:
    """Exit code 0 if the result is right."""
    x = np.random.default_rng(0).standard_normal((EXTENT, EXTENT), dtype=np.float32)
    output = np.full(EXTENT, np.nan, np.float32)

    program = cute.compile(reduce_sum, x, output, options="--target cpu")
    program(x, output)
    reference = x.sum(axis=1, dtype=np.float64)
    error = np.linalg.norm(output - reference) / np.linalg.norm(reference)

    print("What the two Python functions became (cutedsl show examples/row_sum.py):\n")
    print(program.artifacts.ir)
    stages = ", ".join(f"{name} {1e3 * s:.1f}" for name, s in program.artifacts.times.seconds.items())
    print(f"compile  {program.artifacts.times.total_ms:8.1f} ms   ({stages})")
    print(f"run      {milliseconds(lambda: program(x, output)):8.2f} ms   cutedsl, {EXTENT}x{EXTENT} float32, CPU")
    print(f"run      {milliseconds(lambda: x.sum(axis=1)):8.2f} ms   NumPy's x.sum(axis=1), the same array")
    print(f"error    {error:8.1e}      relative to float64")
    good = bool(error < 1e-5)
    print("The result is right." if good else "THE RESULT IS WRONG.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
