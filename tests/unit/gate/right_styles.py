"""Right programs of styles that are seldom: each must pass."""

from __future__ import annotations

from tests.unit.gate.program import HONEST
from tests.unit.gate.right import IMPORTS, Right


def problem(body: str, inputs: str, init: str = "[]", sizes: str = "rows = 256\ncolumns = 512") -> str:
    """A KernelBench file: `body` is that of `Model`."""
    return f"""
import torch
import torch.nn as nn

{sizes}


class Model(nn.Module):
{body}

def get_inputs():
    return [{inputs}]


def get_init_inputs():
    return {init}
"""


def elementwise(parameters: str, compute: str) -> str:
    """A kernel over flat arrays, and `run(...)` with the same parameters that launches it."""
    names = [one.strip() for one in parameters.split(",")]
    typed = ", ".join(f"{name}: cute.Tensor" for name in names)
    given = ", ".join(names)
    return f"""

@cute.kernel
def each_kernel({typed}):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    if i < cute.size({names[0]}):
        {compute}


@cute.jit
def each({typed}):
    each_kernel({given}).launch(grid=(cute.ceil_div(cute.size({names[0]}), 128), 1, 1), block=(128, 1, 1))


def run({given}):
    if {names[0]}.numel():
        each({", ".join(f"from_dlpack({name})" for name in names)})
"""


_ONE = problem("    def forward(self, x):\n        return torch.relu(x) - 1.0\n", "torch.randn(rows, columns)")
_RELU = elementwise("x, y", "y[i] = (x[i] if not (x[i] <= 0.0) else 0.0) - 1.0")
_AFFINE = "y[i] = x[i] * w[i % cute.size(w)] + b[i % cute.size(b)] * s[0]"
_PACKED = "y[i] = x[i] * w[i % (cute.size(w) // 2)] + w[cute.size(w) // 2 + i % (cute.size(w) // 2)]"
_BFLOAT16 = "y[i] = (x[i].to(cutlass.Float32) * 1.5 + 0.25).to(cutlass.BFloat16)"

STYLES = (
    Right("out_argument", IMPORTS + _RELU + """

def forward_into(x, *, out):
    run(x.reshape(-1), out.view(-1))
    return out


class ModelNew(nn.Module):
    def forward(self, x):
        return forward_into(x, out=torch.empty(x.shape, dtype=x.dtype, device=x.device))
""", _ONE),
    Right("three_launches", IMPORTS + _RELU + """

@cute.kernel
def move_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    if i < cute.size(x):
        y[i] = x[i]


@cute.jit
def move(x: cute.Tensor, y: cute.Tensor):
    move_kernel(x, y).launch(grid=(cute.ceil_div(cute.size(x), 64), 1, 1), block=(64, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        flat = x.contiguous().flatten()
        first, second, third = (torch.empty_like(flat) for _ in range(3))
        if flat.numel():
            move(from_dlpack(flat), from_dlpack(first))
        run(first, second)
        if flat.numel():
            move(from_dlpack(second), from_dlpack(third))
        return third.unflatten(0, x.shape)
""", _ONE),
    Right("chosen_by_configuration", IMPORTS + """

CONFIGURATIONS = [(32, 1), (64, 2), (128, 4)]


@cute.kernel
def tuned_kernel(x: cute.Tensor, y: cute.Tensor, threads: cutlass.Constexpr, each: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    for k in cutlass.range_constexpr(each):
        i = (bidx * each + k) * threads + tidx
        if i < cute.size(x):
            y[i] = (x[i] if not (x[i] <= 0.0) else 0.0) - 1.0


@cute.jit
def tuned(x: cute.Tensor, y: cute.Tensor, threads: cutlass.Constexpr, each: cutlass.Constexpr):
    blocks = cute.ceil_div(cute.size(x), threads * each)
    tuned_kernel(x, y, threads, each).launch(grid=(blocks, 1, 1), block=(threads, 1, 1))


BEST = {}


def best(count):
    key = count.bit_length()
    if key not in BEST:
        BEST[key] = min(CONFIGURATIONS, key=lambda one: abs(one[0] * one[1] * 16 - count))
    return BEST[key]


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        if x.numel():
            tuned(from_dlpack(x.reshape(-1)), from_dlpack(y.view(-1)), *best(x.numel()))
        return y
""", _ONE),
    Right("compiled_in_a_cached_function", IMPORTS + _RELU + """

import functools


@functools.lru_cache(maxsize=None)
def compiled(count, dtype):
    x, y = torch.empty(count, dtype=dtype), torch.empty(count, dtype=dtype)
    return cute.compile(each, from_dlpack(x), from_dlpack(y))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x, memory_format=torch.contiguous_format)
        if x.numel():
            compiled(x.numel(), x.dtype)(from_dlpack(x.reshape(-1)), from_dlpack(y.view(-1)))
        return y
""", _ONE),
    Right("buffers_and_parameters", IMPORTS + elementwise("y, x, w, b, s", _AFFINE) + """

class ModelNew(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(columns))
        self.bias = nn.Parameter(torch.zeros(columns))
        self.register_buffer("scale", torch.tensor([0.5]))

    def forward(self, x):
        y = torch.empty(x.numel(), dtype=x.dtype)
        run(y, x.reshape(-1), self.weight.detach(), self.bias.detach(), self.scale)
        return y.reshape(x.shape)
""", problem("""    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(columns))
        self.bias = nn.Parameter(torch.zeros(columns))
        self.register_buffer("scale", torch.tensor([0.5]))

    def forward(self, x):
        return x * self.weight + self.bias * self.scale
""", "torch.randn(rows, columns)", "[columns]")),
    Right("affine_of_its_own", IMPORTS + """

@cute.kernel
def norm_kernel(x: cute.Tensor, w: cute.Tensor, b: cute.Tensor, y: cute.Tensor):
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
    scale = cute.math.rsqrt(cute.arch.warp_reduction_sum(square) / n + 1e-5)
    for j in range(lane, n, 32):
        y[row, j] = (x[row, j] - mean) * scale * w[j] + b[j]


@cute.jit
def norm(x: cute.Tensor, w: cute.Tensor, b: cute.Tensor, y: cute.Tensor):
    norm_kernel(x, w, b, y).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(columns), requires_grad=False)
        self.beta = nn.Parameter(torch.zeros(columns), requires_grad=False)

    def forward(self, x):
        y = torch.empty_like(x)
        if x.numel():
            norm(from_dlpack(x), from_dlpack(self.gamma.data), from_dlpack(self.beta.data), from_dlpack(y))
        return y
""", problem("""    def __init__(self, columns):
        super().__init__()
        self.norm = nn.LayerNorm(columns)

    def forward(self, x):
        return self.norm(x)
""", "torch.randn(rows, columns)", "[columns]")),
    Right("affine_packed_before", IMPORTS + elementwise("y, x, w", _PACKED) + """

class ModelNew(nn.Module):
    def __init__(self, columns):
        super().__init__()
        norm = nn.LayerNorm(columns)
        self.packed = torch.cat([norm.weight, norm.bias]).detach()

    def forward(self, x):
        y = torch.empty(x.numel(), dtype=x.dtype)
        run(y, x.reshape(-1), self.packed)
        return y.reshape(x.shape)
""", problem("""    def __init__(self, columns):
        super().__init__()
        self.norm = nn.LayerNorm(columns)

    def forward(self, x):
        return x * self.norm.weight + self.norm.bias
""", "torch.randn(rows, columns)", "[columns]")),
    Right("columns_first", HONEST + """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_strided(a.shape, (1, max(a.shape[0], 1)), dtype=a.dtype)
        relu_add(a, b, c)
        return c
"""),
    Right("part_of_a_wider_result", HONEST + """

class ModelNew(nn.Module):
    def forward(self, a, b):
        wide = torch.empty(a.shape[0], a.shape[1] + 8, dtype=a.dtype)
        c = wide[:, : a.shape[1]]
        relu_add(a, b, c)
        return c
"""),
    Right("bfloat16", IMPORTS + elementwise("x, y", _BFLOAT16) + """

class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty(x.numel(), dtype=torch.bfloat16)
        run(x.reshape(-1), y)
        return y.view(x.shape)
""", problem("    def forward(self, x):\n        return x * 1.5 + 0.25\n",
             "torch.randn(rows, columns).to(torch.bfloat16)")),
    Right("integers", IMPORTS + elementwise("x, y", "y[i] = x[i] * 3 - 7") + """

class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty(x.numel(), dtype=x.dtype)
        run(x.reshape(-1), y)
        return y.view(x.shape)
""", problem("    def forward(self, x):\n        return x * 3 - 7\n",
             "torch.randint(-1000, 1000, (rows, columns), dtype=torch.int32)")),
    Right("booleans", IMPORTS + elementwise("x, y", "y[i] = x[i] > 0.5") + """

class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty(x.numel(), dtype=torch.bool)
        run(x.reshape(-1), y)
        return y.view(x.shape)
""", problem("    def forward(self, x):\n        return x > 0.5\n", "torch.randn(rows, columns)")),
    Right("two_results", IMPORTS + elementwise("x, y, z", "y[i] = x[i] + 1.0; z[i] = x[i] * 2.0") + """

class ModelNew(nn.Module):
    def forward(self, x):
        y, z = torch.empty_like(x), torch.empty_like(x)
        run(x.reshape(-1), y.view(-1), z.view(-1))
        return y, z
""", problem("    def forward(self, x):\n        return x + 1.0, x * 2.0\n", "torch.randn(rows, columns)")),
    Right("values_and_indices", IMPORTS + """

@cute.kernel
def top_kernel(x: cute.Tensor, best: cute.Tensor, place: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    row = bidx * 32 + tidx
    if row < x.shape[0]:
        most = x[row, 0]
        where = cutlass.Int64(0)
        for j in range(1, x.shape[1]):
            v = x[row, j]
            if (v > most or v != v) and not (most != most):
                most = v
                where = cutlass.Int64(j)
        best[row] = most
        place[row] = where


@cute.jit
def top(x: cute.Tensor, best: cute.Tensor, place: cute.Tensor):
    top_kernel(x, best, place).launch(grid=(cute.ceil_div(x.shape[0], 32), 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        if not x.shape[1]:
            raise ValueError("no columns")
        best = torch.empty(x.shape[0], dtype=x.dtype)
        place = torch.empty(x.shape[0], dtype=torch.int64)
        if x.shape[0]:
            top(from_dlpack(x), from_dlpack(best), from_dlpack(place))
        return best, place
""", problem("    def forward(self, x):\n        return tuple(torch.max(x, dim=1))\n",
             "torch.randn(rows, columns)", sizes="rows = 128\ncolumns = 64")),
    Right("in_place_like_the_reference", IMPORTS + elementwise("x", "x[i] = x[i] * 0.5 + 1.0") + """

class ModelNew(nn.Module):
    def forward(self, x):
        if not x.is_contiguous():
            raise ValueError("contiguous only")
        run(x.view(-1))
        return x
""", problem("    def forward(self, x):\n        return x.mul_(0.5).add_(1.0)\n", "torch.randn(rows, columns)")),
    Right("number_argument", IMPORTS + """

@cute.kernel
def scaled_kernel(x: cute.Tensor, y: cute.Tensor, factor: cutlass.Float32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    if i < cute.size(x):
        y[i] = x[i] * factor


@cute.jit
def scaled(x: cute.Tensor, y: cute.Tensor, factor: cutlass.Float32):
    scaled_kernel(x, y, factor).launch(grid=(cute.ceil_div(cute.size(x), 128), 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x, factor, times: int = 1):
        y = torch.empty(x.numel(), dtype=x.dtype)
        factor = factor * times + 0.0
        if x.numel():
            scaled(from_dlpack(x.reshape(-1)), from_dlpack(y), factor)
        return y.view(x.shape)
""", problem("    def forward(self, x, factor):\n        return x * factor\n", "torch.randn(rows, columns), 2.5")),
    Right("only_contiguous", HONEST + """

class ModelNew(nn.Module):
    def forward(self, a, b):
        assert a.is_contiguous() and b.is_contiguous(), "contiguous inputs only"
        assert a.device == b.device and a.dtype == b.dtype == torch.float32
        assert a.shape == b.shape
        with torch.no_grad():
            c = a.new_empty(a.shape)
            relu_add(a, b, c)
        return c
"""),
)  # fmt: skip
