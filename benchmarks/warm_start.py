"""A second process: from starting Python's imports to the first result of the row sum, the program read from the cache.

Each process is fresh; the cache folder is made by a first one. On a GPU host the tensors are torch's and PyTorch's own
import and its first CUDA allocation are timed apart. Run: `python -m benchmarks.warm_start [cpu|cuda]`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from statistics import median

from benchmarks.record import ROOT, write_result

PROCESSES = 11
_PROCESS = """
import json, sys, time
sys.path.insert(0, "examples")
start = time.perf_counter()
if DEVICE == "cuda":
    import torch
    x, y = torch.ones((64, 64), device="cuda"), torch.zeros(64, device="cuda")
    torch.cuda.synchronize()
else:
    import numpy as np
    x, y = np.ones((64, 64), np.float32), np.zeros(64, np.float32)
arrays = time.perf_counter()
from row_sum import reduce_sum
imported = time.perf_counter()
reduce_sum(x, y)
total = float(y.sum())
done = time.perf_counter()
assert total == 64 * 64
again = time.perf_counter()
reduce_sum(x, y)
total = float(y.sum())
repeat = time.perf_counter()
print(json.dumps({
    "arrays_ms": 1e3 * (arrays - start),
    "import_ms": 1e3 * (imported - arrays),
    "first_call_ms": 1e3 * (done - imported),
    "second_call_ms": 1e3 * (repeat - again),
    "compiler_loaded": "xdsl" in sys.modules,
}))
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
        warm = [process(device, cache, CUTEDSL_FORBID_COMPILE="1") for _ in range(PROCESSES)]
    if any(times["compiler_loaded"] for times in warm):
        sys.exit("the compiler was loaded although the program was in the cache")
    both = [times["import_ms"] + times["first_call_ms"] for times in warm]
    row: dict[str, object] = {
        "what": f"second process, first call to result, row sum, {device}",
        "median_ms": round(median(times["first_call_ms"] for times in warm), 2),
        "min_ms": round(min(times["first_call_ms"] for times in warm), 2),
        "with_import_cutedsl_median_ms": round(median(both), 2),
        "import_cutedsl_median_ms": round(median(times["import_ms"] for times in warm), 2),
        "arrays_and_their_imports_median_ms": round(median(times["arrays_ms"] for times in warm), 2),
        "next_call_median_ms": round(median(times["second_call_ms"] for times in warm), 3),
        "first_process_first_call_ms": round(cold["first_call_ms"], 2),
    }
    print(row)
    print(write_result("warm_start" if device == "cpu" else f"warm_start_{device}", [row]))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "cpu")
