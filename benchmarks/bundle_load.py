"""How fast a serving process has 100 kernels from a bundle: loaded, linked, and called for the first time.

Each process is new, has `CUTEDSL_NO_COMPILE=1`, and must not import LLVM or the compiler. `load_cpu_ms` is processor
time until all kernels are ready, imports of cutedsl included. `call_cpu_ms` is that of the first calls of all 100, with
the import of NumPy. On a busy machine the wall times say little. Run: `python -m benchmarks.bundle_load`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.record import write_result

KERNELS, PROCESSES = 100, 7
_HEAD = "import numpy as np\nfrom cutedsl import cute\nx = np.ones(300, np.float32)\n"
_KERNEL = """
@cute.kernel
def kernel{k}(x: cute.Tensor):
    i = cute.arch.block_idx()[0] * 128 + cute.arch.thread_idx()[0]
    if i < x.shape[0]:
        x[i] = x[i] + {k}
@cute.jit
def plus{k}(x: cute.Tensor):
    kernel{k}(x).launch(grid=((x.shape[0] + 127) // 128, 1, 1), block=(128, 1, 1))
plus{k}(x)
"""
_SERVING = """
import json, sys, time
wall, cpu = time.perf_counter(), time.process_time()
import cutedsl.bundle
kernels = cutedsl.bundle.load(sys.argv[1])
kernels.prepare()
ready = time.perf_counter() - wall, time.process_time() - cpu
import numpy as np
for name in kernels:
    x = np.ones(300, np.float32)
    kernels[name](x)
    assert (x == 1 + int(name[4:])).all()
called = time.perf_counter() - wall - ready[0], time.process_time() - cpu - ready[1]
compiler = [name for name in sys.modules if name.startswith(("llvmlite", "xdsl", "cutedsl.codegen", "cutedsl.passes"))]
print(json.dumps({"kernels": len(kernels), "ready": ready, "called": called, "compiler": compiler}))
"""


def measure() -> dict[str, object]:
    """The least of `PROCESSES` new processes."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "hundred.py"), Path(folder, "hundred.cutedsl")
        source.write_text(_HEAD + "".join(_KERNEL.format(k=k) for k in range(KERNELS)))
        subprocess.run([sys.executable, "-m", "cutedsl", "bundle", str(source), "-o", str(made)], check=True)
        settings = {**os.environ, "CUTEDSL_NO_COMPILE": "1", "CUTEDSL_CACHE_DIR": str(Path(folder, "cache"))}
        command = [sys.executable, "-c", _SERVING, str(made)]
        runs = [
            json.loads(subprocess.run(command, env=settings, check=True, capture_output=True, text=True).stdout)
            for _ in range(PROCESSES)
        ]
        size = made.stat().st_size
    assert all(run["kernels"] == KERNELS and not run["compiler"] for run in runs), runs
    least = {
        f"{part}_{kind}_ms": round(1e3 * min(run[which][k] for run in runs), 1)
        for part, which in (("load", "ready"), ("call", "called"))
        for k, kind in enumerate(("wall", "cpu"))
    }
    return {"kernels": KERNELS, "bundle_bytes": size, "processes": PROCESSES, **least}


if __name__ == "__main__":
    row = measure()
    print(row)
    write_result("bundle_load", [row])
