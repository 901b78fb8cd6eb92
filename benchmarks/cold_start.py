"""Import time and cold compile of the row sum for the CPU, each in fresh processes.

The compile is timed from the call of `cute.compile` to loaded code, the compiler's own imports done before (they are
reported too). Run: `python -m benchmarks.cold_start`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from statistics import median

from benchmarks.record import ROOT, write_result

PROCESSES = 9
_IMPORT = """
import time; start = time.perf_counter()
import cutedsl
print(1e3 * (time.perf_counter() - start))
"""
_COMPILE = """
import json, sys, time
import numpy as np
import cutedsl.cute as cute
from examples.row_sum import reduce_sum
x, y = np.ones((64, 64), np.float32), np.zeros(64, np.float32)
start = time.perf_counter()
import cutedsl.driver.build, cutedsl.driver.translate
imports = time.perf_counter() - start
start = time.perf_counter()
program = cute.compile(reduce_sum, x, y, options="--target cpu")
total = time.perf_counter() - start
stages = {name: round(1e3 * s, 3) for name, s in program.artifacts.times.seconds.items()}
print(json.dumps({"compiler_imports_ms": 1e3 * imports, "compile_ms": 1e3 * total, "stages_ms": stages}))
"""


def _run(code: str) -> str:
    environment = os.environ | {"CUTEDSL_CACHE": "0"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


if __name__ == "__main__":
    imports = [float(_run(_IMPORT)) for _ in range(PROCESSES)]
    compiles = [json.loads(_run(_COMPILE)) for _ in range(PROCESSES)]
    rows: list[dict[str, object]] = [
        {"what": "import cutedsl", "median_ms": round(median(imports), 2), "min_ms": round(min(imports), 2)},
        {
            "what": "cold compile of the row sum, CPU",
            "median_ms": round(median(c["compile_ms"] for c in compiles), 2),
            "min_ms": round(min(c["compile_ms"] for c in compiles), 2),
            "compiler_imports_median_ms": round(median(c["compiler_imports_ms"] for c in compiles), 2),
            "stages_of_the_last_ms": compiles[-1]["stages_ms"],
        },
    ]
    for row in rows:
        print(row)
    print(write_result("cold_start", rows))
