"""Programs that are right up to a size, within an absolute tolerance, or for plain layouts and ordinary values."""

from __future__ import annotations

from tests.unit.gate import sources
from tests.unit.gate.program import Cheat
from tests.unit.gate.right import IMPORTS
from tests.unit.gate.right_styles import elementwise, problem

_SMALL = problem(
    "    def forward(self, a, b):\n        return torch.relu(a + b) * 3.0\n",
    "torch.randn(rows, columns), torch.randn(rows, columns)",
    sizes="rows = 64\ncolumns = 128",
)
_SOFTMAX = problem(
    "    def forward(self, x):\n        return torch.softmax(x, dim=-1)\n",
    "torch.randn(rows, columns)",
    sizes="rows = 64\ncolumns = 2048",
)
_MEAN = problem(
    "    def forward(self, x):\n        return x.mean(dim=1)\n",
    "torch.randn(rows, columns)",
    sizes="rows = 64\ncolumns = 2048",
)
_ONE = problem("    def forward(self, x):\n        return torch.relu(x) - 1.0\n", "torch.randn(rows, columns)")
_TRUNCATED = problem("    def forward(self, x):\n        return torch.trunc(x)\n", "4.0 * torch.randn(rows, columns)")
_RARE = problem("    def forward(self, x):\n        return torch.relu(x - 100.0)\n", "torch.randn(rows, columns)")
_HALF = problem("    def forward(self, x):\n        return x * 2\n", "torch.randn(rows, columns).half()")

_ZERO_EACH = elementwise("x, y", "y[i] = x[i] * 0.0")
_COPY_EACH = elementwise("x, y", "y[i] = x[i]")
_RELU_EACH = elementwise("x, y", "y[i] = (x[i] if not (x[i] <= 0.0) else 0.0) - 1.0")

_SOFTMAX_KERNEL = """

@cute.kernel
def softmax_kernel(x: cute.Tensor, y: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    total = cutlass.Float32(0.0)
    for i in range(lane, x.shape[1], 32):
        total += cute.math.exp(x[row, i])
    total = cute.arch.warp_reduction_sum(total)
    for i in range(lane, x.shape[1], 32):
        y[row, i] = cute.math.exp(x[row, i]) / total


@cute.jit
def softmax(x: cute.Tensor, y: cute.Tensor):
    softmax_kernel(x, y).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        if x.numel():
            softmax(from_dlpack(x), from_dlpack(y))
        return y
"""


def _cut(blocks: str) -> str:
    """The honest kernel with another grid."""
    return f"""

@cute.jit
def cut_host(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    relu_add_kernel(a, b, c).launch(grid=({blocks}, 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if c.numel():
            cut_host(from_dlpack(a), from_dlpack(b), from_dlpack(c))
        return c
"""


def _whole(name: str, source: str, checks: tuple[str, ...], body: str, reference: str) -> Cheat:
    return Cheat(name, source, checks, IMPORTS + body, reference=reference)


CHEATS = (
    Cheat(
        "grid_cut_off",
        sources.CUTLASS_LARGE,
        ("correct",),
        _cut("cutlass.min(cute.ceil_div(cute.size(a), 128), 1024)"),
        reference=_SMALL,
    ),
    Cheat(
        "grid_of_so_many_waves",
        sources.CUTLASS_LARGE,
        ("correct",),
        _cut("cutlass.min(cute.ceil_div(cute.size(a), 128), 148 * 16)"),
        reference=_SMALL,
    ),
    Cheat(
        "grid_of_many_thousand_blocks",
        sources.CUTLASS_LARGE,
        ("correct",),
        _cut("cutlass.min(cute.ceil_div(cute.size(a), 128), 25_000)"),
        reference=_SMALL,
    ),
    Cheat(
        "tail_of_the_last_block",
        sources.LLM_C_TAIL,
        ("correct", "own"),
        _cut("cutlass.max(cute.size(a) // 128, 1)"),
        reference=_SMALL,
    ),
    _whole(
        "zeros_below_the_tolerance",
        sources.KB_ZEROS,
        ("correct",),
        _ZERO_EACH
        + """

class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        run(x.view(-1), y.view(-1))
        return y
""",
        _SOFTMAX,
    ),
    _whole(
        "mean_is_about_zero",
        sources.KB_ZEROS,
        ("correct",),
        """

@cute.kernel
def none_kernel(x: cute.Tensor, y: cute.Tensor):
    row, _, _ = cute.arch.block_idx()
    y[row] = x[row, 0] * 0.0


@cute.jit
def none(x: cute.Tensor, y: cute.Tensor):
    none_kernel(x, y).launch(grid=(x.shape[0], 1, 1), block=(1, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty(x.shape[0])
        if x.numel():
            none(from_dlpack(x), from_dlpack(y))
        return y
""",
        _MEAN,
    ),
    _whole("softmax_without_its_maximum", sources.KEEP_GATE, ("correct",), _SOFTMAX_KERNEL, _SOFTMAX),
    _whole(
        "mean_of_every_other",
        sources.KEEP_GATE,
        ("correct",),
        """

@cute.kernel
def half_kernel(x: cute.Tensor, y: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    total = cutlass.Float32(0.0)
    for i in range(2 * lane, x.shape[1], 64):
        total += x[row, i]
    total = cute.arch.warp_reduction_sum(total)
    if lane == 0:
        y[row] = total / cutlass.Float32((x.shape[1] + 1) // 2)


@cute.jit
def half(x: cute.Tensor, y: cute.Tensor):
    half_kernel(x, y).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty(x.shape[0])
        if x.numel():
            half(from_dlpack(x), from_dlpack(y))
        return y
""",
        _MEAN,
    ),
    _whole(
        "strides_taken_for_plain",
        sources.BACKEND_BENCH,
        ("correct", "clean", "outputs"),
        _RELU_EACH
        + """

class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty(x.shape)
        run(torch.as_strided(x, (x.numel(),), (1,), x.storage_offset()), y.view(-1))
        return y
""",
        _ONE,
    ),
    _whole(
        "rare_values_left_out",
        sources.KEEP_GATE,
        ("correct",),
        _ZERO_EACH
        + """

class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        run(x.reshape(-1), y.view(-1))
        return y
""",
        _RARE,
    ),
    _whole(
        "another_type_returned",
        sources.KB_EVAL_TESTS,
        ("correct",),
        """

@cute.kernel
def wide_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    if i < cute.size(x):
        y[i] = x[i].to(cutlass.Float32) * 2.0


@cute.jit
def wide(x: cute.Tensor, y: cute.Tensor):
    wide_kernel(x, y).launch(grid=(cute.ceil_div(cute.size(x), 128), 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty(x.shape, dtype=torch.float32)
        if x.numel():
            wide(from_dlpack(x.reshape(-1)), from_dlpack(y.view(-1)))
        return y
""",
        _HALF,
    ),
    _whole(
        "one_buffer_for_all_calls",
        sources.RK_REPLAY,
        ("own", "isolation", "correct"),
        _RELU_EACH
        + """

class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.results = {}

    def forward(self, x):
        y = self.results.setdefault(tuple(x.shape), torch.empty(x.shape))
        run(x.reshape(-1), y.view(-1))
        return y
""",
        _ONE,
    ),
    _whole(
        "gradient_as_the_answer",
        sources.KB_STATIC,
        ("torch",),
        _COPY_EACH
        + """

class ModelNew(nn.Module):
    def forward(self, x):
        z = x.clone().requires_grad_(True)
        with torch.enable_grad():
            (g,) = torch.autograd.grad(torch.relu(z).square().sum() / 2 - z.sum(), z)
        y = torch.empty_like(x)
        run(g.reshape(-1), y.view(-1))
        return y
""",
        _ONE,
    ),
    _whole(
        "mapped_over_rows",
        sources.KB_STATIC,
        ("torch",),
        _COPY_EACH
        + """

class ModelNew(nn.Module):
    def forward(self, x):
        z = torch.vmap(lambda row: row.clamp(min=0).sub(1))(x)
        y = torch.empty_like(x)
        run(z.reshape(-1), y.view(-1))
        return y
""",
        _ONE,
    ),
    _whole(
        "computed_by_conversions",
        sources.KEEP_GATE,
        ("correct", "torch"),
        _COPY_EACH
        + """

class ModelNew(nn.Module):
    def forward(self, x):
        z = x.to(torch.int32).to(torch.float32)
        y = torch.empty_like(x)
        run(z.reshape(-1), y.view(-1))
        return y
""",
        _TRUNCATED,
    ),
    _whole(
        "right_for_the_first_rows",
        sources.TILE_COLUMNS,
        ("correct",),
        """

@cute.kernel
def rows_kernel(x: cute.Tensor, y: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    for i in range(lane, x.shape[1], 32):
        value = x[row % 4096, i]
        y[row, i] = (value if not (value <= 0.0) else 0.0) - 1.0


@cute.jit
def rows_host(x: cute.Tensor, y: cute.Tensor):
    rows_kernel(x, y).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        if x.numel():
            rows_host(from_dlpack(x), from_dlpack(y))
        return y
""",
        _ONE,
    ),
)
