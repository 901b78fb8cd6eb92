"""What the second process of a GPU program pays for, piece by piece: imports, the driver, loading code, tensor maps.

Each piece is timed in a fresh process. Run on a GPU host: `python -m benchmarks.gpu.second_process`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile

from benchmarks.record import ROOT

_PIECES = {
    "python -c pass": "pass",
    "import cutedsl (torch there)": "import torch\nt()\nimport cutedsl.cute\nt('import')",
    "llvmlite.binding (torch there)": "import torch\nt()\nimport llvmlite.binding as l\nt('import')\n"
    "l.get_host_cpu_name(); l.get_host_cpu_features().flatten()\nt('host')\n"
    "l.initialize_native_target(); l.initialize_native_asmprinter(); l.create_lljit_compiler()\nt('LLJIT')",
    "driver alone, no torch": "import ctypes\nt()\ncu = ctypes.CDLL('libcuda.so.1')\nt('dlopen')\ncu.cuInit(0)\n"
    "t('cuInit')\nc = ctypes.c_void_p()\ncu.cuDevicePrimaryCtxRetain(ctypes.byref(c), 0)\nt('context')",
}
_TIMER = """
import sys, time
last = time.perf_counter()
def t(name=None):
    global last
    now = time.perf_counter()
    if name: print(f"{name} {1e3 * (now - last):.2f}", end="; ")
    last = time.perf_counter()
"""
_FIRST_CALL = """
import sys
sys.path.insert(0, "examples")
import torch
x, y = torch.ones((64, 64), device="cuda"), torch.zeros(64, device="cuda")
torch.cuda.synchronize()
print("MARK", file=sys.stderr)
from row_sum import reduce_sum
import cProfile, pstats
profile = cProfile.Profile()
if PROFILED: profile.enable()
import time
start = time.perf_counter()
reduce_sum(x, y)
called = time.perf_counter()
total = sum(y.tolist())
read = time.perf_counter()
total = float(y.sum())
summed = time.perf_counter()
print("ms: call, result read, torch's sum:", 1e3 * (called - start), 1e3 * (read - called), 1e3 * (summed - read))
if PROFILED:
    profile.disable()
    pstats.Stats(profile).sort_stats("tottime").print_stats(28)
"""
_LOAD = """
import ctypes, pathlib, sys, torch
torch.zeros(1, device="cuda")
cu = ctypes.CDLL("libcuda.so.1")
for name in sys.argv[1:]:
    data = pathlib.Path(name).read_bytes() + b"\\0"
    m = ctypes.c_void_p()
    t()
    s = cu.cuModuleLoadData(ctypes.byref(m), data)
    t(f"load {name[-8:]} (status {s})")
"""
_PTX = """
import sys, torch
sys.path.insert(0, "examples")
import cutedsl.cute as cute
from row_sum import reduce_sum
x, y = torch.ones((64, 64), device="cuda"), torch.zeros(64, device="cuda")
p = cute.compile(reduce_sum, x, y)
open(sys.argv[1] + "/k.ptx", "w").write(p.__ptx__)
open(sys.argv[1] + "/k.cubin", "wb").write(p.__cubin__)
"""


def _run(code: str, *arguments: str, flags: tuple[str, ...] = (), **more: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{_FOLDER}/bytecode"} | more
    environment["CUTEDSL_CACHE_DIR"] = f"{_FOLDER}/cache"
    command = [sys.executable, *flags, "-c", code, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60)


def _pieces() -> None:
    for name, code in _PIECES.items():
        print(f"{name}: " + " | ".join(_run(_TIMER + code).stdout for _ in range(2)), flush=True)


def _imports() -> None:
    """The modules that the first call loads, with their own time."""
    _run("PROFILED = False\n" + _FIRST_CALL)
    print(_run("PROFILED = False\n" + _FIRST_CALL).stdout, flush=True)
    found = _run("PROFILED = False\n" + _FIRST_CALL, flags=("-X", "importtime")).stderr.partition("MARK")[2]
    rows = [(int(a), int(b), name) for a, b, name in re.findall(r"import time:\s+(\d+) \|\s+(\d+) \| (.*)", found)]
    print(f"{len(rows)} modules, {sum(row[0] for row in rows) / 1e3:.1f} ms", flush=True)
    for own, all_of_it, name in sorted(rows, reverse=True)[:40]:
        print(f"{own:6d} {all_of_it:6d} {name}")


def main() -> None:
    """Prints every piece."""
    _pieces()
    _imports()
    print(_run("PROFILED = True\n" + _FIRST_CALL).stdout, flush=True)
    done = _run(_PTX, _FOLDER)
    print(done.stderr[-500:])
    trivial = f"{_FOLDER}/trivial.ptx"
    with open(trivial, "w", encoding="utf-8") as file:
        file.write(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n")
    code = _TIMER + _LOAD
    print("the JIT compiler begun by a trivial kernel:", end=" ")
    print(_run(code, trivial, f"{_FOLDER}/k.ptx", CUDA_CACHE_DISABLE="1").stdout, flush=True)
    for cache in ("1", "0", "0"):
        print(f"CUDA_CACHE_DISABLE={cache}:", end=" ")
        print(_run(code, f"{_FOLDER}/k.ptx", f"{_FOLDER}/k.cubin", CUDA_CACHE_DISABLE=cache).stdout, flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as _FOLDER:
        main()
