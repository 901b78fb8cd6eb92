"""Right programs with integers, and with NumPy's arrays, that look like those that are not."""

from __future__ import annotations

from tests.unit.gate.right import IMPORTS, Right
from tests.unit.gate.right_styles import elementwise, problem

SUMS = problem("    def forward(self, x):\n        return x.sum(dim=1)\n", "torch.randint(-9, 9, (rows, columns))")
SUMS_OF_32_BITS = problem(
    "    def forward(self, x):\n        return x.sum(dim=1)\n",
    "torch.randint(-9, 9, (rows, columns), dtype=torch.int32)",
)
SIGNS = problem("    def forward(self, x):\n        return (x > 0).to(torch.int64)\n", "torch.randn(rows, columns)")
TRUNCATED = problem(
    "    def forward(self, x):\n        return (x * 3.0).to(torch.int32)\n", "torch.randn(rows, columns)"
)
OF_NUMPY = """
import numpy as np


def make_inputs(rng, rows=256, columns=512):
    return [rng.standard_normal((rows, columns)).astype(np.float32)]


def reference(x):
    return np.maximum(x, 0)
"""


def row_sums(type_: str) -> str:
    """A program that sums rows of integers, in numbers of a type."""
    return (
        IMPORTS
        + f"""

@cute.kernel
def sums_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    row = bidx * 32 + tidx
    if row < x.shape[0]:
        total = cutlass.{type_}(0)
        for i in range(x.shape[1]):
            total += cutlass.{type_}(x[row, i])
        y[row] = cutlass.Int64(total)


@cute.jit
def sums(x: cute.Tensor, y: cute.Tensor):
    sums_kernel(x, y).launch(grid=(cute.ceil_div(x.shape[0], 32), 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty(x.shape[0], dtype=torch.int64)
        if x.shape[0]:
            sums(from_dlpack(x), from_dlpack(y))
        return y
"""
    )


def stored_as_floats(compute: str, type_: str) -> str:
    """A program whose kernel stores floats, which torch converts."""
    return (
        IMPORTS
        + elementwise("x, y", f"y[i] = {compute}")
        + f"""

class ModelNew(nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        run(x.view(-1), y.view(-1))
        return y.to(torch.{type_})
"""
    )


def relu_of_numpy(condition: str) -> str:
    """A program for NumPy's arrays that launches its kernel on a condition."""
    return (
        IMPORTS
        + f"""
import numpy as np


@cute.kernel
def relu_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    for i in range(tidx, x.shape[1], 32):
        y[row, i] = x[row, i] if not (x[row, i] <= 0.0) else 0.0


@cute.jit
def relu(x: cute.Tensor, y: cute.Tensor):
    relu_kernel(x, y).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))


def launch(x, y):
    if {condition}:
        relu(from_dlpack(x), from_dlpack(y))


def candidate(x):
    x = np.ascontiguousarray(x)
    y = np.zeros(x.shape, np.float32)
    launch(x, y)
    return y
"""
    )


INTEGERS = (
    Right("sums_of_64_bits", row_sums("Int64"), SUMS),
    Right("sums_of_32_bits_in_64", row_sums("Int64"), SUMS_OF_32_BITS),
    Right("signs_stored_as_floats", stored_as_floats("1.0 if x[i] > 0.0 else 0.0", "int64"), SIGNS),
    Right(
        "conditions_on_what_a_numpy_array_is",
        relu_of_numpy("x.size and x[0].size > 0 and len(x) and x.dtype == np.float32 and x is not None"),
        OF_NUMPY,
    ),
)
