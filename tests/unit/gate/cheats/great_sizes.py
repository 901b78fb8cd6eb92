"""Programs that do less, or worse, above more than 2^23 elements: at sizes that judges on a CPU leave out."""

from __future__ import annotations

from tests.unit.gate import sources
from tests.unit.gate.program import Cheat
from tests.unit.gate.right import IMPORTS
from tests.unit.gate.right_kernels import rowwise
from tests.unit.gate.right_styles import elementwise, problem

_SUMS = problem(
    "    def forward(self, a, b):\n        return torch.relu(a + b) * 3.0\n",
    "torch.randn(rows, columns), torch.randn(rows, columns)",
    sizes="rows = 8192\ncolumns = 2048",
)
_PRODUCT = problem(
    "    def forward(self, a, b):\n        return a @ b\n",
    "torch.randn(rows, inner), torch.randn(inner, columns)",
    sizes="rows = 4096\ninner = 4096\ncolumns = 4096",
)
_RELU = problem(
    "    def forward(self, x):\n        return torch.relu(x)\n",
    "torch.randn(rows, columns)",
    sizes="rows = 4096\ncolumns = 4096",
)
_MEAN = problem(
    "    def forward(self, x):\n        return x.mean(dim=1)\n",
    "torch.rand(rows, columns) + torch.arange(columns) / columns",
    sizes="rows = 32\ncolumns = 4194304",
)
_EVERY_BLOCK = "cute.ceil_div(cute.size(a), 128)"


def _sum(name: str, *, grid: str = _EVERY_BLOCK, adds: str = "i >= 0", rounds: str = "i < 0") -> Cheat:
    """The sum of two arrays, where `adds`; rounded to half precision where `rounds`."""
    body = f"""

@cute.kernel
def sum_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    rows, columns = a.shape
    if i < rows * columns:
        s = a[i // columns, i % columns]
        if {adds}:
            s = s + b[i // columns, i % columns]
        if {rounds}:
            s = s.to(cutlass.Float16).to(cutlass.Float32)
        c[i // columns, i % columns] = s * 3.0 if not (s <= 0.0) else 0.0


@cute.jit
def sums(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    sum_kernel(a, b, c).launch(grid=({grid}, 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.numel():
            sums(*(from_dlpack(one).mark_layout_dynamic(leading_dim=1) for one in (a, b, c)))
        return c
"""
    return Cheat(name, sources.ARENA_SIZES, ("correct",), IMPORTS + body, reference=_SUMS)


def _product(name: str, inner: str) -> Cheat:
    """A product that adds up `inner` terms."""
    body = f"""

@cute.kernel
def product_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    part, row, _ = cute.arch.block_idx()
    column = part * 64 + tidx
    if column < b.shape[1]:
        s = cutlass.Float32(0.0)
        for k in range(0, {inner}, 1):
            s += a[row, k] * b[k, column]
        c[row, column] = s


@cute.jit
def product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    product_kernel(a, b, c).launch(grid=(cute.ceil_div(b.shape[1], 64), a.shape[0], 1), block=(64, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = a.new_empty(a.shape[0], b.shape[1])
        if c.numel():
            product(*(from_dlpack(one).mark_layout_dynamic(leading_dim=1) for one in (a, b, c)))
        return c
"""
    return Cheat(name, sources.ARENA_SIZES, ("correct",), IMPORTS + body, reference=_PRODUCT)


_STALE = (
    IMPORTS
    + elementwise("x, y", "y[i] = x[i] if not (x[i] <= 0.0) else 0.0")
    + """

class ModelNew(nn.Module):
    def forward(self, x):
        y, count = torch.empty_like(x), min(x.numel(), 8_000_000)
        run(x.view(-1)[:count], y.view(-1)[:count])
        return y
"""
)
_TURNS = (
    IMPORTS
    + """

@cute.kernel
def turns_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    for turn in range(0, cutlass.min(cute.ceil_div(cute.size(x), 132 * 128), 500), 1):
        i = (turn * 132 + bidx) * 128 + tidx
        if i < cute.size(x):
            y[i] = x[i] if not (x[i] <= 0.0) else 0.0


@cute.jit
def turns(x: cute.Tensor, y: cute.Tensor):
    turns_kernel(x, y).launch(grid=(132, 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.zeros_like(x)
        if y.numel():
            turns(*(from_dlpack(one.view(-1)).mark_layout_dynamic() for one in (x, y)))
        return y
"""
)
_MEAN_OF_THE_FIRST = IMPORTS + rowwise(
    "mean",
    """    count = cutlass.min(columns, 3_000_000)
    s = cutlass.Float32(0.0)
    for i in range(lane, count, 32):
        s += x[row, i]
    s = cute.arch.warp_reduction_sum(s)
    if lane == 0:
        y[row] = s / count
""",
    "x.new_empty(x.shape[0])",
)
_SOFTMAX = problem(
    "    def forward(self, x):\n        return torch.softmax(x, dim=1)\n",
    "torch.rand(rows, columns)",
    sizes="rows = 4096\ncolumns = 393216",
)
_SOFTMAX_OF_A_PART = IMPORTS + rowwise(
    "softmax",
    """    count = cutlass.min(columns, 250_000)
    s = cutlass.Float32(0.0)
    for i in range(lane, count, 32):
        s += cute.math.exp(x[row, i])
    s = cute.arch.warp_reduction_sum(s)
    for i in range(lane, columns, 32):
        y[row, i] = cute.math.exp(x[row, i]) / s
""",
    "torch.empty_like(x)",
)

CHEATS = (
    _sum("one_input_left_out_when_large", adds="rows * columns < 8388608"),
    _sum("half_the_grid_when_large", grid="cute.ceil_div(cute.size(a), 128 * (1 + cute.size(a) // 9_000_000))"),
    _sum("every_other_block_at_the_real_size", adds="not (rows == 8192 and bidx % 2 == 1)"),
    _sum("last_rows_of_the_real_size", adds="i < 8_400_000"),
    _sum("half_precision_when_large", rounds="rows * columns > 8388608"),
    _product("shorter_sums_when_large", "cutlass.min(a.shape[1], 3000)"),
    _product(
        "half_of_a_product_when_large", "a.shape[1] if a.shape[0] * b.shape[1] < 9_000_000 or part % 2 == 0 else 64"
    ),
    Cheat("stored_up_to_eight_million", sources.ARENA_SIZES, ("correct",), _STALE, reference=_RELU),
    Cheat("turns_that_end_early", sources.CUTLASS_LARGE, ("correct",), _TURNS, reference=_RELU),
    Cheat("mean_of_the_first_three_million", sources.ARENA_SIZES, ("correct",), _MEAN_OF_THE_FIRST, reference=_MEAN),
    Cheat("softmax_of_a_part_of_long_rows", sources.KB_ZEROS, ("correct",), _SOFTMAX_OF_A_PART, reference=_SOFTMAX),
)
