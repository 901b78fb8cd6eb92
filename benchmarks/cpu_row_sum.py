"""The CPU target's row sum against NumPy, interleaved in one run, default settings with bounds checks on.

The floor is the same array read once by all cores (`benchmarks/read_floor.py`), in the same run. The warps of a block
go over its row together, as a team (`codegen/cpu/plan/teams.py`). Run: `python -m benchmarks.cpu_row_sum`.
"""

from __future__ import annotations

import numpy as np

import cutedsl.cute as cute
from benchmarks.read_floor import reader
from benchmarks.record import interleaved_ms, write_result
from examples.row_sum import reduce_sum

TURNS, TIMED, SETTLE_S = 15, 9, 0.02
SHAPES = ((4096, 4096), (1024, 4096), (4096, 1000))


def measure(rows: int, columns: int) -> dict[str, object]:
    """One shape: checked against float64, then timed."""
    x = np.random.default_rng(rows + columns).standard_normal((rows, columns), dtype=np.float32)
    output = np.full(rows, np.nan, np.float32)
    program = cute.compile(reduce_sum, x, output, options="--target cpu")
    program(x, output)
    reference = x.sum(axis=1, dtype=np.float64)
    error = float(np.linalg.norm(output - reference) / np.linalg.norm(reference))
    assert error < 1e-5, error
    works = {"cutedsl": lambda: program(x, output), "numpy": lambda: x.sum(axis=1), "read once": reader(x)}
    times = interleaved_ms(works, turns=TURNS, timed=TIMED, settle_s=SETTLE_S)
    ratio = times["numpy"]["median_ms"] / times["cutedsl"]["median_ms"]
    print(
        f"{rows}x{columns}: cutedsl {times['cutedsl']['median_ms']:.3f} ms, numpy {times['numpy']['median_ms']:.3f} ms,"
        f" read once {times['read once']['median_ms']:.3f} ms, ratio {ratio:.2f}, error {error:.1e}"
    )
    return {"shape": [rows, columns], "error": error, "times": times, "ratio_to_numpy": round(ratio, 3)}


if __name__ == "__main__":
    rows = [measure(*shape) for shape in SHAPES]
    print(write_result("cpu_row_sum", rows, numpy=np.__version__))
