"""Right kernels of kinds that candidates are often asked for: reductions, products, scans, gathers, losses."""

from __future__ import annotations

from tests.unit.gate.right import IMPORTS, Right
from tests.unit.gate.right_styles import elementwise, problem

_ROWS = "torch.randn(rows, columns)"


def rowwise(name: str, body: str, out: str, *, setup: str = "", after: str = "y") -> str:
    """A kernel `name` with a warp for each row of `x`, and a model that gives `after`; `out` makes `y`."""
    return f"""
{setup}

@cute.kernel
def {name}_kernel(x: cute.Tensor, y: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    columns = x.shape[1]
{body}

@cute.jit
def {name}(x: cute.Tensor, y: cute.Tensor):
    {name}_kernel(x, y).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = {out}
        if x.numel():
            {name}(from_dlpack(x), from_dlpack(y))
        return {after}
"""


_SOFTMAX = """
    most = -cutlass.Float32.inf
    for i in range(lane, columns, 32):
        value = x[row, i]
        most = value if value > most or value != value else most
    for step in cutlass.range_constexpr(5):
        other = cute.arch.shuffle_sync_bfly(most, offset=1 << step)
        most = other if other > most or other != other else most
    total = cutlass.Float32(0.0)
    for i in range(lane, columns, 32):
        total += cute.math.exp(x[row, i] - most)
    total = cute.arch.warp_reduction_sum(total)
    for i in range(lane, columns, 32):
        y[row, i] = cute.math.exp(x[row, i] - most) / total
"""
_CENTRED = """
    total = cutlass.Float32(0.0)
    for i in range(lane, columns, 32):
        total += x[row, i]
    mean = cute.arch.warp_reduction_sum(total) / cutlass.Float32(columns)
    for i in range(lane, columns, 32):
        y[row, i] = x[row, i] - mean
"""
_RUNNING = """
    if lane == 0:
        total = cutlass.Float64(0.0)
        for i in range(columns):
            total += x[row, i].to(cutlass.Float64)
            y[row, i] = total.to(cutlass.Float32)
"""
_FIRST_GREATEST = """
    best, place = x[row, 0], cutlass.Int32(0)
    if lane == 0:
        for i in range(1, columns):
            value = x[row, i]
            if value > best or (value != value and best == best):
                best, place = value, cutlass.Int32(i)
        y[row] = cutlass.Int64(place)
"""
_REVERSED = """
    for i in range(lane, columns, 32):
        y[row, i] = x[row, columns - 1 - i] + 1.0
"""
_TWICE = elementwise("x, y", "y[i] = x[i] * 2.0 + 1.0")
_GATED = elementwise("x, g, y", "y[i] = x[i] * g[i] / (1.0 + cute.math.exp(-g[i]))")

KERNELS = (
    Right(
        "softmax_of_rows",
        IMPORTS + rowwise("softmax", _SOFTMAX, "torch.empty_like(x)"),
        problem("    def forward(self, x):\n        return torch.softmax(x, dim=1)\n", _ROWS),
    ),
    Right(
        "centred_rows",
        IMPORTS + rowwise("centre", _CENTRED, "torch.empty_like(x)"),
        problem("    def forward(self, x):\n        return x - x.mean(dim=1, keepdim=True)\n", _ROWS),
    ),
    Right(
        "running_sums",
        IMPORTS + rowwise("running", _RUNNING, "torch.empty_like(x)"),
        problem("    def forward(self, x):\n        return x.cumsum(dim=1)\n", _ROWS, sizes="rows = 64\ncolumns = 128"),
    ),
    Right(
        "index_of_the_greatest",
        IMPORTS + rowwise("greatest", _FIRST_GREATEST, "torch.empty(x.shape[0], dtype=torch.int64)"),
        problem("    def forward(self, x):\n        return x.argmax(dim=1)\n", _ROWS, sizes="rows = 64\ncolumns = 128")
        + '\n\nGATE = {"values": ["normal", "large"], "cases": ["regular", "ragged", "odd", "many"]}\n',
    ),
    Right(
        "rows_backwards",
        IMPORTS + rowwise("backwards", _REVERSED, "torch.empty(x.shape)"),
        problem("    def forward(self, x):\n        return x.flip(1) + 1.0\n", _ROWS),
    ),
    Right(
        "fixed_grid_in_strides",
        IMPORTS
        + """

@cute.kernel
def strides_kernel(x: cute.Tensor, y: cute.Tensor, blocks: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    for i in range(bidx * 128 + tidx, cute.size(x), blocks * 128):
        y[i] = x[i] * 2.0 + 1.0


@cute.jit
def strides(x: cute.Tensor, y: cute.Tensor):
    blocks = cutlass.min(cute.ceil_div(cute.size(x), 128), 132)
    strides_kernel(x, y, blocks).launch(grid=(blocks, 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        if x.numel():
            strides(from_dlpack(x.reshape(-1)), from_dlpack(y.view(-1)))
        return y
""",
        problem("    def forward(self, x):\n        return x * 2.0 + 1.0\n", _ROWS),
    ),
    Right(
        "swish_gate",
        IMPORTS
        + _GATED
        + """

class ModelNew(nn.Module):
    def forward(self, x, g):
        y = torch.empty(x.shape)
        run(x.reshape(-1), g.reshape(-1), y.view(-1))
        return y
""",
        problem("    def forward(self, x, g):\n        return x * (g / (1.0 + torch.exp(-g)))\n", f"{_ROWS}, {_ROWS}")
        + '\n\nGATE = {"values": ["normal", "denormal", "cancel", "equal"]}\n',
    ),
    Right(
        "two_arrays_given_back",
        IMPORTS
        + _TWICE
        + """

class ModelNew(nn.Module):
    def forward(self, x):
        y, z = torch.empty_like(x), torch.empty_like(x)
        run(x.reshape(-1), y.view(-1))
        run(y.view(-1), z.view(-1))
        return y, z
""",
        problem("    def forward(self, x):\n        y = x * 2.0 + 1.0\n        return y, y * 2.0 + 1.0\n", _ROWS),
    ),
    Right(
        "kept_by_type",
        IMPORTS
        + _TWICE
        + """

COMPILED = {}


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty(x.shape, dtype=x.dtype)
        key = x.dtype
        if key not in COMPILED:
            COMPILED[key] = run
        COMPILED[key](x.reshape(-1), y.view(-1))
        return y
""",
        problem("    def forward(self, x):\n        return x * 2.0 + 1.0\n", _ROWS),
    ),
    Right(
        "transposed_in_shared_memory",
        IMPORTS
        + """
from cutlass import utils


@cute.kernel
def turn_kernel(x: cute.Tensor, y: cute.Tensor):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((16, 17), stride=(17, 1)), 16)
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    row, column = by * 16 + ty, bx * 16 + tx
    if row < x.shape[0] and column < x.shape[1]:
        s[ty, tx] = x[row, column]
    cute.arch.sync_threads()
    out_row, out_column = bx * 16 + ty, by * 16 + tx
    if out_row < x.shape[1] and out_column < x.shape[0]:
        y[out_row, out_column] = s[tx, ty]


@cute.jit
def turn(x: cute.Tensor, y: cute.Tensor):
    grid = (cute.ceil_div(x.shape[1], 16), cute.ceil_div(x.shape[0], 16), 1)
    turn_kernel(x, y).launch(grid=grid, block=(16, 16, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty(x.shape[1], x.shape[0])
        if x.numel():
            turn(from_dlpack(x), from_dlpack(y))
        return y
""",
        problem("    def forward(self, x):\n        return x.t().contiguous()\n", _ROWS),
    ),
    Right(
        "product_in_tiles",
        IMPORTS
        + """
from cutlass import utils


@cute.kernel
def product_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((16, 16), stride=(16, 1)), 16)
    sB = smem.allocate_tensor(cutlass.Float32, cute.make_layout((16, 16), stride=(16, 1)), 16)
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    row, column = by * 16 + ty, bx * 16 + tx
    total = cutlass.Float32(0.0)
    for k in range(0, a.shape[1], 16):
        left, right = cutlass.Float32(0.0), cutlass.Float32(0.0)
        if row < a.shape[0] and k + tx < a.shape[1]:
            left = a[row, k + tx]
        if k + ty < b.shape[0] and column < b.shape[1]:
            right = b[k + ty, column]
        sA[ty, tx], sB[ty, tx] = left, right
        cute.arch.sync_threads()
        for i in range(16):
            total += sA[ty, i] * sB[i, tx]
        cute.arch.sync_threads()
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = total


@cute.jit
def product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    grid = (cute.ceil_div(c.shape[1], 16), cute.ceil_div(c.shape[0], 16), 1)
    product_kernel(a, b, c).launch(grid=grid, block=(16, 16, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty(a.shape[0], b.shape[1])
        if c.numel():
            product(from_dlpack(a), from_dlpack(b), from_dlpack(c))
        return c
""",
        problem(
            "    def forward(self, a, b):\n        return a @ b\n",
            "torch.randn(m, k), torch.randn(k, n)",
            sizes="m = 64\nn = 96\nk = 128",
        )
        + '\n\nGATE = {"values": ["normal", "denormal", "equal"]}\n',
    ),
    Right(
        "counted_by_atomics",
        IMPORTS
        + """

@cute.kernel
def total_kernel(x: cute.Tensor, y: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 32 + lane
    value = x[i] if i < cute.size(x) else cutlass.Int32(0)
    value = cute.arch.warp_reduction_sum(value)
    if lane == 0:
        cute.arch.atomic_add(y.iterator, value)


@cute.jit
def total(x: cute.Tensor, y: cute.Tensor):
    total_kernel(x, y).launch(grid=(cute.ceil_div(cute.size(x), 32), 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.zeros(1, dtype=torch.int32)
        if x.numel():
            total(from_dlpack(x.reshape(-1)), from_dlpack(y))
        return y
""",
        problem(
            "    def forward(self, x):\n        return x.sum(dtype=torch.int32).reshape(1)\n",
            "torch.randint(-5, 5, (rows, columns), dtype=torch.int32)",
        ),
    ),
    Right(
        "rows_by_their_numbers",
        IMPORTS
        + """

@cute.kernel
def gather_kernel(table: cute.Tensor, index: cute.Tensor, y: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    source = index[row]
    for i in range(lane, table.shape[1], 32):
        y[row, i] = table[source, i]


@cute.jit
def gather(table: cute.Tensor, index: cute.Tensor, y: cute.Tensor):
    gather_kernel(table, index, y).launch(grid=(index.shape[0], 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, table, index):
        y = torch.empty(index.shape[0], table.shape[1])
        if y.numel():
            gather(from_dlpack(table), from_dlpack(index), from_dlpack(y))
        return y
""",
        problem(
            "    def forward(self, table, index):\n        return table[index]\n",
            "torch.randn(rows, columns), torch.randint(0, rows, (wanted,), dtype=torch.int32)",
            sizes="rows = 64\ncolumns = 128\nwanted = 256",
        )
        + '\n\nGATE = {"cases": ["regular", "ragged", "odd", "many"]}\n',
    ),
    Right(
        "mean_square_of_a_difference",
        IMPORTS
        + """

@cute.kernel
def part_kernel(a: cute.Tensor, b: cute.Tensor, parts: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    total = cutlass.Float64(0.0)
    for i in range(bidx * 32 + lane, cute.size(a), 64 * 32):
        off = a[i].to(cutlass.Float64) - b[i].to(cutlass.Float64)
        total += off * off
    parts[bidx * 32 + lane] = total


@cute.kernel
def end_kernel(parts: cute.Tensor, y: cute.Tensor, count: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        total = cutlass.Float64(0.0)
        for i in range(cute.size(parts)):
            total += parts[i]
        y[0] = (total / cutlass.Float64(count)).to(cutlass.Float32)


@cute.jit
def mean_square(a: cute.Tensor, b: cute.Tensor, parts: cute.Tensor, y: cute.Tensor):
    part_kernel(a, b, parts).launch(grid=(64, 1, 1), block=(32, 1, 1))
    end_kernel(parts, y, cute.size(a)).launch(grid=(1, 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        parts, y = torch.empty(64 * 32, dtype=torch.float64), torch.empty(1)
        mean_square(from_dlpack(a.reshape(-1)), from_dlpack(b.reshape(-1)), from_dlpack(parts), from_dlpack(y))
        return y.reshape(())
""",
        problem("    def forward(self, a, b):\n        return ((a - b) ** 2).mean()\n", f"{_ROWS}, {_ROWS}")
        + '\n\nGATE = {"cases": ["regular", "ragged", "odd", "wide", "many", "long"]}\n',
    ),
    Right(
        "eight_numbers_a_thread",
        IMPORTS
        + """

@cute.kernel
def eight_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    start = (bidx * 64 + tidx) * 8
    values = cute.make_rmem_tensor(8, cutlass.Float32)
    for k in cutlass.range_constexpr(8):
        values[k] = x[start + k] if start + k < cute.size(x) else cutlass.Float32(0.0)
    for k in cutlass.range_constexpr(8):
        if start + k < cute.size(x):
            y[start + k] = values[k] * 2.0 + 1.0


@cute.jit
def eight(x: cute.Tensor, y: cute.Tensor):
    eight_kernel(x, y).launch(grid=(cute.ceil_div(cute.size(x), 512), 1, 1), block=(64, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty(x.shape)
        if x.numel():
            eight(from_dlpack(x.reshape(-1)), from_dlpack(y.view(-1)))
        return y
""",
        problem("    def forward(self, x):\n        return x * 2.0 + 1.0\n", _ROWS),
    ),
)
