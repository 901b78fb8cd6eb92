"""Import time and cold compile of the row sum, each in fresh processes, for the CPU or a GPU.

The compile is timed from the call of `cute.compile` to loaded code. The compiler is imported by the first one, as for
any user; the row's time is without that import, which is reported too, and the whole. Four states, in turn: no cache
at all (CUTEDSL_CACHE=0); an empty cache folder, the first compilation on a machine; a folder that holds the objects
that all programs share, and no program, which is what every later compilation finds; that, in a process that has
compiled another program. On a GPU host the tensors are torch's, the driver's own cache of compiled PTX is off, the
time of the driver's compiler alone, which is the floor, is taken on the same PTX, and Triton's compile in processes
of the run, as a process's first kernel and after another one.
Run: `python -m benchmarks.cold_start [cpu|cuda]`.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.record import ROOT, write_result
from cutedsl.execution.compile_cache import PROGRAM

PROCESSES = {"cpu": 9, "cuda": 5}
"""How many of each kind; on a GPU host each takes seconds to import torch and to make a context."""
_IMPORT = """
import time; start = time.perf_counter()
import cutedsl
print(1e3 * (time.perf_counter() - start))
"""
_COMPILE = """
import json, sys, time
import cutedsl.cute as cute
from benchmarks.add_one import add_one
from examples.row_sum import reduce_sum
if DEVICE == "cuda":
    import torch
    x, y = torch.ones((64, 64), device="cuda"), torch.zeros(64, device="cuda")
    torch.cuda.synchronize()
else:
    import numpy as np
    x, y = np.ones((64, 64), np.float32), np.zeros(64, np.float32)
import cutedsl.driver.call.build
if AFTER:
    cute.compile(add_one, y)
start = time.perf_counter()
program = cute.compile(reduce_sum, x, y)
total = time.perf_counter() - start
stages = {name: round(1e3 * s, 3) for name, s in program.artifacts.times.seconds.items()}
imports = stages.get("import", 0.0)
alone = []
if DEVICE == "cuda":
    from cutedsl.execution.cuda.driver import driver
    for other in range(5):
        ptx = program.artifacts.ptx().replace("reduce_sum", f"reduce_sum_{other}").encode()
        start = time.perf_counter()
        driver().load_module(ptx)
        alone.append(1e3 * (time.perf_counter() - start))
found = {"import_ms": imports, "compile_ms": 1e3 * total - imports, "whole_ms": 1e3 * total, "stages_ms": stages}
print(json.dumps(found | {"driver_ms": sorted(alone)}))
"""
_TRITON = """
import time
import torch
from benchmarks.gpu.triton_row_sum import add_one, row_sum
x, y = torch.ones((64, 64), device="cuda"), torch.zeros(64, device="cuda")
if AFTER:
    add_one(y)
torch.cuda.synchronize()
start = time.perf_counter()
row_sum(x, y)
torch.cuda.synchronize()
print(1e3 * (time.perf_counter() - start))
"""
_FIRST, _AFTER = "AFTER = False\n", "AFTER = True\n"


@cache
def _bytecode() -> str:
    """A folder for the bytecode of this run's processes."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    return folder.name


def _run(code: str, **settings: str) -> str:
    environment = os.environ | {"CUTEDSL_CACHE": "0", "CUDA_CACHE_DISABLE": "1"} | settings
    # Bytecode is kept, as for any installed package, whatever this environment asks of development runs.
    environment |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": _bytecode()}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def _states(device: str) -> dict[str, list[dict[str, Any]]]:
    """The compilations by the state of the machine, the states in turn."""
    code, after = (f"DEVICE = {device!r}\n{order}{_COMPILE}" for order in (_FIRST, _AFTER))
    states = ("no cache", "first on the machine", "shared objects present", "after another program of the process")
    found: dict[str, list[dict[str, Any]]] = {state: [] for state in states}
    for _ in range(PROCESSES[device]):
        found["no cache"].append(json.loads(_run(code)))
        with tempfile.TemporaryDirectory() as place:
            cache = {"CUTEDSL_CACHE": "1", "CUTEDSL_CACHE_DIR": place}
            found["first on the machine"].append(json.loads(_run(code, **cache)))
            for program in Path(place).glob(f"programs/*{PROGRAM}"):
                program.unlink()
            found["shared objects present"].append(json.loads(_run(code, **cache)))
            for program in Path(place).glob(f"programs/*{PROGRAM}"):
                program.unlink()
            found["after another program of the process"].append(json.loads(_run(after, **cache)))
    return found


def _rows(device: str) -> Iterator[dict[str, object]]:
    _run(f"DEVICE = {device!r}\n{_AFTER}{_COMPILE}")  # writes the bytecode
    imports = [float(_run(_IMPORT)) for _ in range(PROCESSES[device])]
    yield {"what": "import cutedsl", "median_ms": round(median(imports), 2), "min_ms": round(min(imports), 2)}
    states = _states(device)
    for state, compiles in states.items():
        yield {
            "what": f"cold compile of the row sum, {device}, {state}",
            "median_ms": round(median(c["compile_ms"] for c in compiles), 2),
            "min_ms": round(min(c["compile_ms"] for c in compiles), 2),
            "import_of_the_compiler_median_ms": round(median(c["import_ms"] for c in compiles), 2),
            "with_the_import_median_ms": round(median(c["whole_ms"] for c in compiles), 2),
            "stages_of_the_last_ms": compiles[-1]["stages_ms"],
        }
    if device == "cuda":
        alone = [found["driver_ms"][2] for compiles in states.values() for found in compiles]
        yield {
            "what": "the driver's compiler alone, on the same PTX under another name",
            "median_ms": round(median(alone), 2),
        }
        for order, state in ((_FIRST, "first compile of a process"), (_AFTER, "after another kernel of the process")):
            times = [_triton(order) for _ in range(3)]
            yield {
                "what": f"Triton's row sum, {state}",
                "median_ms": round(median(times), 2),
                "min_ms": round(min(times), 2),
            }


def _triton(order: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return float(_run(order + _TRITON, TRITON_CACHE_DIR=folder))


if __name__ == "__main__":
    kind = sys.argv[1] if len(sys.argv) > 1 else "cpu"
    results: list[dict[str, object]] = []
    for row in _rows(kind):
        print(row, flush=True)
        results.append(row)
    print(write_result("cold_start" if kind == "cpu" else f"cold_start_{kind}", results))
