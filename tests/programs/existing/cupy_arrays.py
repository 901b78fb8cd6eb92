"""A program with CuPy's arrays and Triton's timer, which on the CPU are NumPy's and a clock."""

from __future__ import annotations

import cupy as cp
import cutlass
import cutlass.cute as cute
import numpy as np
import torch
from cupyx.profiler import benchmark
from cutlass.cute.runtime import from_dlpack
from triton.testing import Benchmark, do_bench, perf_report


@cute.kernel
def scaled(x: cute.Tensor, y: cute.Tensor, factor: cutlass.Float32):
    i, _, _ = cute.arch.thread_idx()
    j, _, _ = cute.arch.block_idx()
    y[i, j] = x[i, j] * factor


@cute.jit
def scale(x: cute.Tensor, y: cute.Tensor, factor: cutlass.Float32):
    scaled(x, y, factor).launch(grid=[x.shape[1], 1, 1], block=[x.shape[0], 1, 1])


host = np.asfortranarray(np.random.default_rng(0).standard_normal((8, 4)).astype(np.float32))
x = cp.array(host, order="F")
y = cp.zeros_like(x)
start, end = cp.cuda.Event(), cp.cuda.Event()
start.record()
scale(from_dlpack(x), from_dlpack(y), 3.0)
end.record()
end.synchronize()
cp.cuda.Device().synchronize()
assert (
    isinstance(y, cp.ndarray) and isinstance(cp.ones(3) * 2, cp.ndarray) and isinstance(cp.random.rand(2), cp.ndarray)
)
assert type(y.get()) is np.ndarray and type(cp.asnumpy(y)) is np.ndarray
assert x.flags.f_contiguous and np.array_equal(y.get(), host * 3)
assert cp.cuda.get_elapsed_time(start, end) >= 0 and y.data.ptr == y.ctypes.data

calls = []
assert do_bench(lambda: calls.append(1), warmup=1, rep=10) >= 0 and len(calls) > 1
assert len(do_bench(lambda: None, quantiles=[0.5, 0.2, 0.8])) == 3
assert benchmark(scale, (from_dlpack(x), from_dlpack(y), 1.0), n_repeat=3).gpu_times.shape == (1, 3)


@perf_report(Benchmark(["n"], [1, 2], "who", ["a", "b"], ["A", "B"], plot_name="sums", ylabel="ms", args={}))
def table(n, who):
    return n if who == "a" else -n


print("PASS")
table.run(print_data=True)


@torch.compile
def compiled(t):
    return torch.relu(t) + 1


assert compiled(torch.ones(2, device="cuda")).tolist() == [2.0, 2.0]
