"""Right programs that must pass, each with its problem."""

from __future__ import annotations

from dataclasses import dataclass

from tests.unit.gate.program import HONEST, MODEL, REFERENCE


@dataclass(frozen=True, slots=True)
class Right:
    """A candidate's file, and the problem's."""

    name: str
    text: str
    reference: str = REFERENCE


IMPORTS = """
import torch
import torch.nn as nn
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack
"""

_ELEMENTWISE = """

@cute.kernel
def scale_kernel(x: cute.Tensor, y: cute.Tensor, factor: cutlass.Float32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    if i < cute.size(x):
        y[i] = x[i] * factor


@cute.jit
def scale(x: cute.Tensor, y: cute.Tensor, factor: cutlass.Float32):
    scale_kernel(x, y, factor).launch(grid=(cute.ceil_div(cute.size(x), 64), 1, 1), block=(64, 1, 1))
"""

_SCALE = """
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return x * self.factor


def get_inputs():
    return [torch.rand(64, 1024)]


def get_init_inputs():
    return [2.5]
"""

_SUM = """
import torch
import torch.nn as nn

rows = 256
columns = 4096


class Model(nn.Module):
    def forward(self, x):
        return torch.sum(x, dim=1)


def get_inputs():
    return [torch.randn(rows, columns)]


def get_init_inputs():
    return []
"""

_LINEAR = """
import torch
import torch.nn as nn

features = 128
batch = 64


class Model(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.linear = nn.Linear(features, 8)

    def forward(self, x):
        return self.linear(x)


def get_inputs():
    return [torch.randn(batch, features)]


def get_init_inputs():
    return [features]
"""

_PLAIN = """
import numpy as np


def make_inputs(rng, rows=40, columns=96):
    return [rng.standard_normal((rows, columns)).astype(np.float32), rng.standard_normal(columns).astype(np.float32)]


def reference(x, bias):
    return x + bias
"""

_BIAS = """
import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def bias_kernel(x: cute.Tensor, bias: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    for j in range(tidx, x.shape[1], 32):
        y[row, j] = x[row, j] + bias[j]


@cute.jit
def add_bias(x: cute.Tensor, bias: cute.Tensor, y: cute.Tensor):
    bias_kernel(x, bias, y).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))
"""

RIGHT = (
    Right("direct_calls", HONEST + MODEL),
    Right("halves_of_numpy_arrays", _BIAS + """
from cutedsl.cute.runtime import from_dlpack


def candidate(x, bias, *, threads=32):
    y = np.empty_like(x)
    half = x.shape[0] // 2
    for rows in (slice(0, half), slice(half, None)):
        if x[rows].size:
            add_bias(from_dlpack(x[rows]), from_dlpack(bias), from_dlpack(y[rows]))
    return y
""", _PLAIN),
    Right("compiled_once", HONEST + """

class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.compiled = {}

    def forward(self, a, b):
        a, b = a.contiguous().cuda(), b.contiguous().cuda()
        c = torch.empty(a.shape, dtype=a.dtype, device=a.device)
        if not a.numel():
            return c
        given = [from_dlpack(x) for x in (a, b, c)]
        key = tuple(a.shape)
        if key not in self.compiled:
            self.compiled[key] = cute.compile(relu_add_host, *given)
        self.compiled[key](*given)
        return c
"""),
    Right("workspace", HONEST + _ELEMENTWISE + """

class ModelNew(nn.Module):
    def forward(self, a, b):
        work = torch.empty_like(a)
        c = torch.empty_like(a)
        relu_add(a, b, work)
        if a.numel():
            scale(from_dlpack(work.view(-1)), from_dlpack(c.view(-1)), 1.0)
        return c
"""),
    Right("kept_workspace", HONEST + _ELEMENTWISE + """

class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.work = torch.zeros(300 * 300)

    def forward(self, a, b):
        work = self.work[: a.numel()].view(a.shape) if a.numel() <= self.work.numel() else torch.empty_like(a)
        c = torch.empty_like(a)
        relu_add(a, b, work)
        if a.numel():
            scale(from_dlpack(work.reshape(-1)), from_dlpack(c.view(-1)), 1.0)
        return c
"""),
    Right("views", HONEST + """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty(a.shape[::-1], dtype=a.dtype)
        relu_add(a, b, c.t())
        return c.transpose(0, 1)
"""),
    Right("reshaped", IMPORTS + _ELEMENTWISE + """

class ModelNew(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        flat = x.reshape(-1)
        y = torch.empty_like(flat)
        if x.numel():
            scale(from_dlpack(flat), from_dlpack(y), self.factor)
        return y.view(x.shape)
""", _SCALE),
    Right("in_place_on_a_clone", IMPORTS + _ELEMENTWISE + """

class ModelNew(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        y = x.clone().contiguous()
        if x.numel():
            scale(from_dlpack(y.view(-1)), from_dlpack(y.view(-1)), self.factor)
        return y
""", _SCALE),
    Right("refuses_what_it_cannot", IMPORTS + _ELEMENTWISE + """

class ModelNew(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        assert x.is_contiguous() and x.numel() % 64 == 0 and x.numel(), "whole blocks only"
        y = torch.empty_like(x)
        scale(from_dlpack(x.view(-1)), from_dlpack(y.view(-1)), self.factor)
        return y
""", _SCALE),
    Right("choice_by_shape", HONEST + """

@cute.kernel
def rows_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    for j in range(tidx, a.shape[1], 64):
        s = a[row, j] + b[row, j]
        c[row, j] = s * 3.0 if not (s <= 0.0) else 0.0


@cute.jit
def rows(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    rows_kernel(a, b, c).launch(grid=(a.shape[0], 1, 1), block=(64, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.numel() and a.shape[1] % 64 == 0:
            rows(from_dlpack(a), from_dlpack(b), from_dlpack(c))
        else:
            relu_add(a, b, c)
        return c
"""),
    Right("shared_memory", IMPORTS + """

@cute.kernel
def sum_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    parts = smem.allocate_tensor(cutlass.Float32, cute.make_layout(4))
    total = cutlass.Float32(0.0)
    for j in range(tidx, x.shape[1], 128):
        total += x[row, j]
    total = cute.arch.warp_reduction_sum(total)
    if tidx % 32 == 0:
        parts[tidx // 32] = total
    cute.arch.sync_threads()
    if tidx == 0:
        y[row] = parts[0] + parts[1] + parts[2] + parts[3]


@cute.jit
def row_sum(x: cute.Tensor, y: cute.Tensor):
    sum_kernel(x, y).launch(grid=(x.shape[0], 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty(x.shape[0], dtype=x.dtype, device=x.device)
        if y.numel():
            row_sum(from_dlpack(x), from_dlpack(y))
        return y
""", _SUM),
    Right("atomics", IMPORTS + """

@cute.kernel
def add_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row, part, _ = cute.arch.block_idx()
    total = cutlass.Float32(0.0)
    for j in range(part * 32 + tidx, x.shape[1], 128):
        total += x[row, j]
    total = cute.arch.warp_reduction_sum(total)
    if tidx == 0:
        cute.arch.atomic_add(y.iterator + row, total)


@cute.jit
def row_sum(x: cute.Tensor, y: cute.Tensor):
    add_kernel(x, y).launch(grid=(x.shape[0], 4, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.zeros(x.shape[0], dtype=x.dtype, device=x.device)
        if y.numel():
            row_sum(from_dlpack(x), from_dlpack(y))
        return y
""", _SUM),
    Right("weights", IMPORTS + """

@cute.kernel
def linear_kernel(x: cute.Tensor, w: cute.Tensor, bias: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    for j in range(tidx, y.shape[1], 32):
        total = bias[j]
        for k in range(x.shape[1]):
            total += x[row, k] * w[k, j]
        y[row, j] = total


@cute.jit
def linear(x: cute.Tensor, w: cute.Tensor, bias: cute.Tensor, y: cute.Tensor):
    linear_kernel(x, w, bias, y).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.linear = nn.Linear(features, 8)
        self.turned = None

    def forward(self, x):
        if self.turned is None:
            self.turned = self.linear.weight.detach().t().contiguous()
        y = torch.empty(x.shape[0], self.turned.shape[1], dtype=x.dtype)
        if y.numel():
            linear(from_dlpack(x), from_dlpack(self.turned), from_dlpack(self.linear.bias.detach()), from_dlpack(y))
        return y
""", _LINEAR),
    Right("plain_function", _BIAS + """

def candidate(x, bias):
    y = np.empty_like(x)
    if y.size:
        add_bias(x, bias, y)
    return y
""", _PLAIN),
    Right("plain_into_outputs", _BIAS + """

def candidate(x, bias, y):
    if y.size:
        add_bias(x, bias, y)
""", _PLAIN),
    Right("dynamic_layouts", IMPORTS + _ELEMENTWISE + """

COMPILED = {}


class ModelNew(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        y = torch.empty(x.shape)
        if not x.numel():
            return y
        given = [from_dlpack(t.reshape(-1), assumed_align=4).mark_layout_dynamic() for t in (x, y)]
        if "scale" not in COMPILED:
            COMPILED["scale"] = cute.compile(scale, *given, 1.0)
        COMPILED["scale"](*given, self.factor)
        return y
""", _SCALE),
    Right("half_precision_inputs", IMPORTS + """

@cute.kernel
def exp_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    if i < cute.size(x):
        y[i] = cute.math.exp(x[i].to(cutlass.Float32)).to(cutlass.Float16)


@cute.jit
def exponential(x: cute.Tensor, y: cute.Tensor):
    exp_kernel(x, y).launch(grid=(cute.ceil_div(cute.size(x), 64), 1, 1), block=(64, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty(x.numel(), dtype=x.dtype)
        if x.numel():
            exponential(from_dlpack(x.reshape(-1)), from_dlpack(y))
        return y.view(x.shape)
""", """
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.exp(x)


def get_inputs():
    return [torch.randn(32, 512, dtype=torch.float16)]


def get_init_inputs():
    return []
"""),
    Right("with_a_benchmark", HONEST + "\n\ntorch.manual_seed(0)\n" + MODEL + """

if __name__ == "__main__":
    import time

    x, y = torch.randn(64, 64), torch.randn(64, 64)
    started = time.perf_counter()
    assert torch.allclose(ModelNew()(x, y), torch.relu(x + y) * 3.0)
    print(time.perf_counter() - started)
"""),
    Right("norm", IMPORTS + """

@cute.kernel
def norm_kernel(x: cute.Tensor, y: cute.Tensor, eps: cutlass.Float32):
    lane, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    n = x.shape[1]
    total = cutlass.Float32(0.0)
    for j in range(lane, n, 32):
        total += x[row, j]
    mean = cute.arch.warp_reduction_sum(total) / n
    square = cutlass.Float32(0.0)
    for j in range(lane, n, 32):
        square += (x[row, j] - mean) * (x[row, j] - mean)
    scale = cute.math.rsqrt(cute.arch.warp_reduction_sum(square) / n + eps)
    for j in range(lane, n, 32):
        y[row, j] = (x[row, j] - mean) * scale


@cute.jit
def norm(x: cute.Tensor, y: cute.Tensor, eps: cutlass.Float32):
    norm_kernel(x, y, eps).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        if x.numel():
            norm(from_dlpack(x), from_dlpack(y), 1e-5)
        return y
""", _SUM.replace("torch.sum(x, dim=1)", "nn.functional.layer_norm(x, x.shape[1:])")),
    Right("with_a_gradient", HONEST + """

class Fused(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        c = torch.empty_like(a)
        relu_add(a, b, c)
        ctx.save_for_backward(c)
        return c

    @staticmethod
    def backward(ctx, grad):
        (c,) = ctx.saved_tensors
        part = torch.where(c > 0, grad * 3.0, torch.zeros_like(grad))
        return part, part


class ModelNew(nn.Module):
    def forward(self, a, b):
        return Fused.apply(a, b)
"""),
)  # fmt: skip
