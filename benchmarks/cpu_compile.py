"""Compiling kernels of 3,000 operations for the CPU: cold, and from the disk cache.

`arithmetic` is one straight chain of multiply-adds on 16 values; `memory` loads, gathers and stores with bounds checks;
`barriers` goes through shared memory with a barrier every tenth step, so that its warps are coroutines. These repeat,
and become loops again; in `irregular` no turn is like another. Times are of this process's CPU (the machine may be
shared); the compiler is loaded and warm, and has made the runtime's functions that all programs share.

Run: `python -m benchmarks.cpu_compile`.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
import warnings
from statistics import median
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from benchmarks.record import write_result
from examples.row_sum import reduce_sum

ROUNDS = 9
COLD_LIMIT_MS, CACHED_LIMIT_MS = 150.0, 10.0


@cute.kernel
def arithmetic(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """2,880 multiplications and additions."""
    tidx, _, _ = cute.arch.thread_idx()
    v = [x[tidx + 32 * i] for i in range(16)]
    for _ in cutlass.range_constexpr(90):
        for i in cutlass.range_constexpr(16):
            v[i] = v[i] * v[(i + 1) % 16] + a
    for i in cutlass.range_constexpr(16):
        y[tidx + 32 * i] = v[i]


@cute.kernel
def memory(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """600 accesses, a third of them gathers at a remainder of a run-time number."""
    tidx, _, _ = cute.arch.thread_idx()
    k = tidx
    for r in cutlass.range_constexpr(200):
        t = x[tidx + r] * a + x[(tidx * 3 + r) % n]
        k = (k ^ r) + n
        y[tidx + r] = t + cutlass.Float32(k & 7)


@cute.kernel
def barriers(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """25 barriers."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(1024))
    t = x[tidx]
    for r in cutlass.range_constexpr(250):
        s[tidx] = t
        if r % 10 == 0:
            cute.arch.sync_threads()
        t = s[(tidx + r) % 128] * a + t
        t = t * 0.5 + (t - a) * t
    y[tidx] = t


_CODES = [tuple(random.Random(k).choices(range(6), k=3)) for k in range(1050)]


@cute.kernel
def irregular(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """Arithmetic and some 500 accesses, a third of them gathers, in no order."""
    tidx, _, _ = cute.arch.thread_idx()
    v = [x[tidx + 32 * i] for i in range(6)]
    for k in cutlass.range_constexpr(len(_CODES)):
        code, i, j = _CODES[k]
        if code == 0:
            v[i] = v[i] * v[j] + a
        elif code == 1:
            v[i] = v[i] - v[j] * 0.5
        elif code == 2:
            v[i] = x[tidx + k] * a + v[j]
        elif code == 3:
            v[i] = x[(tidx * 3 + k) % n] + v[j]
        elif code == 4:
            y[tidx + k] = v[i]
        else:
            v[i] = cutlass.max(v[i], v[j]) + v[(j + 1) % 6]
    for i in cutlass.range_constexpr(6):
        y[tidx + 32 * i] = v[i]


@cute.kernel
def scale(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """A short kernel whose warps wait for nothing."""
    tidx, _, _ = cute.arch.thread_idx()
    y[tidx] = x[tidx] * a


@cute.kernel
def waits(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """A short kernel whose warps meet in a loop."""
    tidx, _, _ = cute.arch.thread_idx()
    for _ in range(n):
        cute.arch.sync_threads()
    y[tidx] = x[tidx] * a


def _host(kernel: Any) -> Any:
    @cute.jit
    def host(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
        kernel(x, y, a, n).launch(grid=1, block=128)

    return host


KERNELS: dict[str, Any] = {"arithmetic": arithmetic, "memory": memory, "barriers": barriers, "irregular": irregular}


def compiled_ms(name: str) -> float:
    """One compilation in this process, after short ones of each sort that load and warm the compiler."""
    warnings.simplefilter("ignore")
    x, host = np.zeros(4096, np.float32), _host(KERNELS[name])
    cute.compile(reduce_sum, np.ones((64, 64), np.float32), np.zeros(64, np.float32), options="--target cpu")
    for short in (scale, waits):
        cute.compile(_host(short), x, x.copy(), 1.0, 7, options="--target cpu")
    start = time.process_time()
    cute.compile(host, x, x.copy(), 1.0, 7, options="--target cpu")
    return 1e3 * (time.process_time() - start)


def _child_ms(name: str, **settings: str) -> float:
    command = [sys.executable, "-m", "benchmarks.cpu_compile", name]
    done = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=True)
    return float(done.stdout)


def measure() -> list[dict[str, object]]:
    """A row a kernel: the least of some rounds over all of them, each in fresh processes, and their medians."""
    cold: dict[str, list[float]] = {name: [] for name in KERNELS}
    cached: dict[str, list[float]] = {name: [] for name in KERNELS}
    for _ in range(ROUNDS):
        for name in KERNELS:
            cold[name].append(_child_ms(name, CUTEDSL_CACHE="0"))
            with tempfile.TemporaryDirectory() as place:
                settings = {"CUTEDSL_CACHE": "1", "CUTEDSL_CACHE_DIR": place}
                _child_ms(name, **settings)
                cached[name].append(_child_ms(name, **settings))
    return [
        {
            "kernel": name,
            "cold_ms": round(min(cold[name]), 1),
            "cached_ms": round(min(cached[name]), 1),
            "cold_median_ms": round(median(cold[name]), 1),
            "cached_median_ms": round(median(cached[name]), 1),
        }
        for name in KERNELS
    ]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(compiled_ms(sys.argv[1]))
    else:
        rows = measure()
        print(*rows, sep="\n")
        limits = {"cold_limit_ms": COLD_LIMIT_MS, "cached_limit_ms": CACHED_LIMIT_MS}
        print(write_result("cpu_compile", rows, clock="process_time", **limits))
