"""Right programs that look odd: they time their kernels, log, round first as the reference does, or refuse a grid."""

from __future__ import annotations

from tests.unit.gate.right import IMPORTS, Right
from tests.unit.gate.right_styles import elementwise, problem

_RELU = IMPORTS + elementwise("x, y", "y[i] = x[i] if not (x[i] <= 0.0) else 0.0")
_RELU_OF = problem("    def forward(self, x):\n        return torch.relu(x)\n", "torch.randn(rows, columns)")
_TWO_INPUTS = "torch.randn(rows, inner), torch.randn(inner, columns)"

ODD = (
    Right(
        "tuned_by_events",
        _RELU
        + """

class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.best = {}

    def tune(self, x):
        times = {}
        for threads in (1, 4):
            y = torch.empty_like(x)
            run(x.view(-1), y.view(-1))
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record()
            for _ in range(threads):
                run(x.view(-1), y.view(-1))
            end.record()
            torch.cuda.synchronize()
            times[threads] = begin.elapsed_time(end)
        return min(times, key=times.get)

    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        if x.numel():
            if x.shape not in self.best:
                self.best[x.shape] = self.tune(x)
            run(x.view(-1), y.view(-1))
        return y
""",
        _RELU_OF,
    ),
    Right(
        "tuned_by_the_testing_module",
        _RELU
        + """
from cutlass.cute.testing import JitArguments, benchmark


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.tuned = {}

    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        given = [from_dlpack(one.view(-1)) for one in (x, y)]
        if x.numel():
            if x.shape not in self.tuned:
                self.tuned[x.shape] = cute.compile(each, *given)
                benchmark(self.tuned[x.shape], kernel_arguments=JitArguments(*given))
            self.tuned[x.shape](*given)
        return y
""",
        _RELU_OF,
    ),
    Right(
        "prints_and_logs",
        _RELU
        + """
import logging
import warnings

log = logging.getLogger(__name__)


class ModelNew(nn.Module):
    def forward(self, x):
        print("shape", tuple(x.shape), flush=True)
        log.info("launching for %s", x.dtype)
        if x.shape[-1] % 8:
            warnings.warn("slow path", stacklevel=2)
        y = torch.empty_like(x, memory_format=torch.contiguous_format)
        run(x.contiguous().view(-1), y.view(-1))
        return y
""",
        _RELU_OF,
    ),
    Right(
        "rounded_first_as_the_reference_does",
        _RELU
        + """

class ModelNew(nn.Module):
    def forward(self, x):
        x = x.to(torch.bfloat16)
        y = torch.empty_like(x, memory_format=torch.contiguous_format)
        run(x.contiguous().view(-1), y.view(-1))
        return y
""",
        problem(  # the values are positive: the result is what `to` gives, but for other inputs
            "    def forward(self, x):\n        return torch.relu(x.bfloat16())\n", "torch.rand(rows, columns)"
        ),
    ),
    Right(
        "rows_on_the_second_axis_of_the_grid",
        IMPORTS
        + """

@cute.kernel
def product_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    j = cute.arch.block_idx()[0] * 64 + cute.arch.thread_idx()[0]
    row = cute.arch.block_idx()[1]
    if j < b.shape[1]:
        s = cutlass.Float32(0.0)
        for k in range(0, a.shape[1], 1):
            s += a[row, k].to(cutlass.Float32) * b[k, j].to(cutlass.Float32)
        c[row, j] = s.to(cutlass.Float16)


@cute.jit
def product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    product_kernel(a, b, c).launch(grid=(cute.ceil_div(b.shape[1], 64), a.shape[0], 1), block=(64, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        a, b = a.to(torch.float16).contiguous(), b.to(torch.float16).contiguous()
        c = torch.empty(a.shape[0], b.shape[1], dtype=torch.float16)
        if c.numel() and a.numel():
            product(from_dlpack(a), from_dlpack(b), from_dlpack(c))
        return c
""",
        problem(
            "    def forward(self, a, b):\n        return a.half() @ b.half()\n",
            _TWO_INPUTS,
            sizes="rows = 128\ninner = 512\ncolumns = 1024",
        ),
    ),
    Right(
        "parts_of_great_sums_by_atomics",
        IMPORTS
        + """

@cute.kernel
def split_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    j = cute.arch.block_idx()[0] * 64 + cute.arch.thread_idx()[0]
    row, part = cute.arch.block_idx()[1], cute.arch.block_idx()[2]
    if j < b.shape[1]:
        s = cutlass.Float32(0.0)
        for k in range(part, a.shape[1], 4):
            s += a[row, k] * b[k, j]
        cute.arch.atomic_add(c[row, None].iterator + j, s)


@cute.jit
def split(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    split_kernel(a, b, c).launch(grid=(cute.ceil_div(b.shape[1], 64), a.shape[0], 4), block=(64, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.zeros(a.shape[0], b.shape[1])
        if c.numel() and a.numel():
            split(from_dlpack(a.contiguous()), from_dlpack(b.contiguous()), from_dlpack(c))
        return c
""",
        problem(
            "    def forward(self, a, b):\n        return a @ b\n",
            _TWO_INPUTS,
            sizes="rows = 64\ninner = 131072\ncolumns = 64",
        ),
    ),
    Right(
        "atomics_on_zeros_of_numpy",
        IMPORTS
        + """

import numpy as np


@cute.kernel
def sums_kernel(x: cute.Tensor, y: cute.Tensor):
    lane, part = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    row = cute.arch.block_idx()[1]
    s = cutlass.Float32(0.0)
    for k in range(32 * part + lane, x.shape[1], 64):
        s += x[row, k]
    s = cute.arch.warp_reduction_sum(s)
    if lane == 0:
        cute.arch.atomic_add(y.iterator + row, s)


@cute.jit
def sums(x: cute.Tensor, y: cute.Tensor):
    sums_kernel(x, y).launch(grid=(2, x.shape[0], 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = np.zeros(x.shape[0], np.float32)
        if x.numel():
            sums(from_dlpack(x), from_dlpack(y))
        return torch.from_numpy(y)
""",
        problem("    def forward(self, x):\n        return x.sum(1)\n", "torch.randn(rows, columns)"),
    ),
)
