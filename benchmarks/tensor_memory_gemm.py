"""`python -m benchmarks.tensor_memory_gemm`: a GEMM 256 x 256 x 256 by tcgen05 on the CPU, first call and later ones.

The program is rung 2 of the ladder, for sm_100a, on two threads at most. `first_s` is a call in a process that has
compiled nothing, with an empty cache; `call_s` one after it, which finds the program. Both are given in wall-clock time
and in CPU time of all threads: on a busy machine the first says little. Each is the least of several.
"""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
import tempfile
import time
from typing import Any

import numpy as np

from benchmarks.record import ROOT, write_result

SIZE, PROCESSES, CALLS = 256, 3, 20
PROGRAM = ROOT / "examples" / "blackwell" / "2_pipeline.py"


def measure() -> dict[str, float]:
    """The times of this process: the first call, and the fastest after it. The result is compared with float64."""
    from cutedsl import cute

    gemm: Any = runpy.run_path(str(PROGRAM))["gemm"]
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((SIZE, SIZE)).astype(np.float16) for _ in range(2))
    c = np.full((SIZE, SIZE), np.nan, np.float16)
    given: list[Any] = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, b, c)]
    times: list[tuple[float, float]] = []
    for _ in range(CALLS):
        wall, used = time.perf_counter(), time.process_time()
        gemm(*given)
        times.append((time.perf_counter() - wall, time.process_time() - used))
    exact = a.astype(np.float64) @ b.astype(np.float64).T
    assert np.linalg.norm(c - exact) / np.linalg.norm(exact) < 1e-3
    rest = times[1:]
    return {
        "first_s": times[0][0],
        "first_cpu_s": times[0][1],
        "call_s": min(wall for wall, _ in rest),
        "call_cpu_s": min(used for _, used in rest),
    }


def in_a_fresh_process() -> dict[str, float]:
    """`measure` in a process of its own. Its cache is empty, not off: without one, each call would compile anew."""
    command = [sys.executable, "-m", "benchmarks.tensor_memory_gemm", "--once"]
    with tempfile.TemporaryDirectory() as cache:
        environment = {
            **os.environ,
            "CUTEDSL_ARCH": "sm_100a",
            "CUTEDSL_TARGET": "cpu",
            "CUTEDSL_CACHE": "1",
            "CUTEDSL_CACHE_DIR": cache,
        }
        run = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return json.loads(run.stdout)


def main() -> None:
    """Measures in fresh processes and records the least of each time."""
    runs = [in_a_fresh_process() for _ in range(PROCESSES)]
    least = {name: round(min(run[name] for run in runs), 5) for name in runs[0]}
    write_result("tensor_memory_gemm", [{"size": SIZE, "processes": PROCESSES, "calls": CALLS, **least}])
    print(least)


if __name__ == "__main__":
    if "--once" in sys.argv:
        print(json.dumps(measure()))
    else:
        main()
