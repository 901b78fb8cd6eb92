"""A second process: from starting Python's imports to the first result of the row sum, the program read from the cache.

Each process is fresh; the cache folder is made by a first one. On a GPU host the tensors are torch's and PyTorch's own
import and its first CUDA allocation are timed apart. The result is read by a copy to the host. Times are those of the
clock; `cpu` times those of the process, which another load of the machine changes less. Run: `python -m
benchmarks.warm_start [cpu|cuda]`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from statistics import median

from benchmarks.record import ROOT, write_result

PROCESSES = {"cpu": 11, "cuda": 7}
_PROCESS = """
import json, sys, time
sys.path.insert(0, "examples")
def now():
    return time.perf_counter(), time.process_time()
start = now()
if DEVICE == "cuda":
    import torch
    x, y = torch.ones((64, 64), device="cuda"), torch.zeros(64, device="cuda")
    torch.cuda.synchronize()
else:
    import numpy as np
    x, y = np.ones((64, 64), np.float32), np.zeros(64, np.float32)
arrays = now()
from row_sum import reduce_sum
imported = now()
reduce_sum(x, y)
total = sum(y.tolist())
done = now()
assert total == 64 * 64
again = now()
reduce_sum(x, y)
total = sum(y.tolist())
repeat = now()
ends = {"arrays": (start, arrays), "import": (arrays, imported)}
ends |= {"first_call": (imported, done), "second_call": (again, repeat)}
clock = {f"{name}_ms": 1e3 * (end[0] - first[0]) for name, (first, end) in ends.items()}
cpu = {f"{name}_cpu_ms": 1e3 * (end[1] - first[1]) for name, (first, end) in ends.items()}
print(json.dumps({**clock, **cpu, "compiler_loaded": bool({"xdsl", "llvmlite"} & set(sys.modules))}))
"""


def process(device: str, cache: str, **settings: str) -> dict[str, float]:
    """The times of one fresh process."""
    code = f"DEVICE = {device!r}\n{_PROCESS}"
    paths = os.pathsep.join((str(ROOT / "src"), os.environ.get("PYTHONPATH", "")))
    environment = os.environ | {"CUTEDSL_CACHE_DIR": cache, "PYTHONPATH": paths} | settings
    # Bytecode is kept, as for any installed package, whatever this environment asks of development runs.
    environment |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{cache}/bytecode"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def main(device: str) -> None:
    """Prints and writes one row."""
    with tempfile.TemporaryDirectory() as cache:
        cold = process(device, cache)
        warm = [process(device, cache, CUTEDSL_NO_COMPILE="1") for _ in range(PROCESSES[device])]
    if any(times["compiler_loaded"] for times in warm):
        sys.exit("the compiler was loaded although the program was in the cache")
    both = [times["import_ms"] + times["first_call_ms"] for times in warm]
    row: dict[str, object] = {
        "what": f"second process, first call to result, row sum, {device}",
        "median_ms": round(median(times["first_call_ms"] for times in warm), 2),
        "min_ms": round(min(times["first_call_ms"] for times in warm), 2),
        "with_import_cutedsl_median_ms": round(median(both), 2),
        "with_import_cutedsl_cpu_median_ms": round(
            median(t["import_cpu_ms"] + t["first_call_cpu_ms"] for t in warm), 2
        ),
        "import_cutedsl_median_ms": round(median(times["import_ms"] for times in warm), 2),
        "arrays_and_their_imports_median_ms": round(median(times["arrays_ms"] for times in warm), 2),
        "next_call_median_ms": round(median(times["second_call_ms"] for times in warm), 3),
        "first_process_first_call_ms": round(cold["first_call_ms"], 2),
    }
    print(row)
    print(write_result("warm_start" if device == "cpu" else f"warm_start_{device}", [row]))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "cpu")
