"""The CPU target against what runs GPU kernels without a GPU elsewhere: Triton's interpreter, numba's CUDA simulator.

The same algorithms in the same run, one after the other: a vector add with 256 elements a block, and a softmax of one
row a block. Both rivals need an interpreter of their own, which has `numba`, `triton` and `torch`:

    python -m benchmarks.cpu_alternatives /path/to/its/python
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

import cutedsl.cute as cute
from benchmarks.cpu_kernels import add, softmax
from benchmarks.record import write_result

_TIMED = """
import json, os, sys, time
import numpy as np
def best(f):
    f()
    times = []
    for _ in range(3):
        start = time.perf_counter(); f(); times.append(time.perf_counter() - start)
    return 1e3 * min(times)
"""
_NUMBA = (
    _TIMED
    + """
os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
from numba import cuda
@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.shape[0]:
        c[i] = a[i] + b[i]
a, b, c = (np.ones(1 << 12, np.float32) for _ in range(3))
print(json.dumps({"add 4096": best(lambda: add[16, 256](a, b, c))}))
"""
)
_TRITON = """
import torch, triton, triton.language as tl
from numpy import ones, float32
@triton.jit
def add(a, b, c, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(c + i, tl.load(a + i, mask=i < n) + tl.load(b + i, mask=i < n), mask=i < n)
@triton.jit
def softmax(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * n + tl.arange(0, B)
    v = tl.load(x + at)
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(y + at, e / tl.sum(e, axis=0))
a, b, c = (torch.ones(1 << 16) for _ in range(3))
x, y = torch.rand(64, 4096), torch.empty(64, 4096)
found = {"add 65536": best(lambda: add[(256,)](a, b, c, 1 << 16, B=256))}
found["softmax 64 x 4096"] = best(lambda: softmax[(64,)](x, y, 4096, B=4096))
print(json.dumps(found))
"""


def _best_ms(call: Callable[[], object]) -> float:
    call()
    times: list[float] = []
    for _ in range(50):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return 1e3 * min(times)


def _own() -> dict[str, float]:
    """The kernels of `cpu_kernels`, bounds checked."""
    found: dict[str, float] = {}
    for count in (1 << 12, 1 << 16):
        arrays = [np.ones(count, np.float32) for _ in range(3)]
        program = cute.compile(add, *arrays, options="--target cpu")
        found[f"add {count}"] = _best_ms(lambda program=program, arrays=arrays: program(*arrays))
    x = np.random.default_rng(7).random((64, 4096), dtype=np.float32)
    pair = [x, np.empty_like(x)]
    program = cute.compile(softmax, *pair, options="--target cpu")
    found["softmax 64 x 4096"] = _best_ms(lambda: program(*pair))
    return found


def _theirs(python: str, name: str, code: str) -> dict[str, float]:
    """A rival's times; Triton reads a kernel's source, so its program is a file."""
    path = f"/tmp/cutedsl_{name}.py"
    with open(path, "w") as file:
        file.write(code)
    done = subprocess.run([python, path], capture_output=True, text=True, env=os.environ | {"TRITON_INTERPRET": "1"})
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr[-500:]}")
    return json.loads(done.stdout.splitlines()[-1])


def main(python: str) -> None:
    """All rows."""
    rows: list[dict[str, object]] = []
    own = _own()
    for name, code in (("numba simulator", _NUMBA), ("triton interpreter", _TIMED + _TRITON)):
        for what, spent in _theirs(python, name.replace(" ", "_"), code).items():
            row = {"kernel": what, "rival": name, "own_ms": own[what], "rival_ms": spent, "times": spent / own[what]}
            print(f"{what}: {own[what]:.4f} ms, {name} {spent:.1f} ms, {row['times']:.0f} x")
            rows.append(row)
    print(write_result("cpu_alternatives", rows))


if __name__ == "__main__":
    main(sys.argv[1])
