"""Right programs as different authors write them: schedulers, pipelines, classes of kernels, settings, losses."""

from __future__ import annotations

from tests.unit.gate.right import IMPORTS, Right
from tests.unit.gate.right_styles import elementwise, problem

_ROWS = "torch.randn(rows, columns)"
_DOUBLED = problem("    def forward(self, x):\n        return 2.0 * x\n", _ROWS)
_SUMMED = problem("    def forward(self, x):\n        return x.sum(dim=0)\n", _ROWS)
_TOTAL = problem(
    "    def forward(self, x):\n        return x.square().sum()\n", _ROWS, sizes="rows = 64\ncolumns = 128"
)
_RMS = problem(
    """    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(columns))

    def forward(self, x):
        return x * torch.rsqrt(x.square().mean(dim=-1, keepdim=True) + 1e-5) * self.weight
""",
    _ROWS,
    init="[columns]",
)
_LINEAR = problem(
    """    def __init__(self, columns, out):
        super().__init__()
        self.linear = nn.Linear(columns, out)

    def forward(self, x):
        return self.linear(x)
""",
    _ROWS,
    init="[columns, out]",
    sizes="rows = 64\ncolumns = 96\nout = 48",
)
_LOSS = problem(
    "    def forward(self, x, t):\n        return torch.nn.functional.cross_entropy(x, t, reduction='none')\n",
    "torch.randn(rows, columns), torch.randint(0, columns, (rows,))",
    sizes="rows = 64\ncolumns = 256",
)
_POOL = problem(
    "    def forward(self, x):\n        return torch.nn.functional.max_pool2d(x, 2)\n",
    "torch.randn(rows, 3, columns, columns)",
    sizes="rows = 16\ncolumns = 32",
)
_ATTENTION = problem(
    "    def forward(self, q, k, v):\n        return torch.softmax(q @ k.transpose(-1, -2) * 0.25, dim=-1) @ v\n",
    "torch.randn(rows, 16), torch.randn(columns, 16), torch.randn(columns, 16)",
    sizes="rows = 64\ncolumns = 96",
)
_INTERLEAVED = problem(
    "    def forward(self, x):\n        return torch.stack([x[:, 0::2], -x[:, 1::2]], dim=-1).flatten(1)\n",
    "torch.randn(rows, 2 * columns)",
)

_TWICE = elementwise("x, y", "y[i] = x[i] + x[i]")

MORE = (
    Right("next_tile_from_a_counter", IMPORTS + """
from cutlass import utils


@cute.kernel
def worker(x: cute.Tensor, y: cute.Tensor, counter: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    slot = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(1), 4)
    tiles = cute.ceil_div(cute.size(x), 64)
    if tidx == 0:
        slot[0] = cute.arch.atomic_add(counter.iterator, cutlass.Int32(1))
    cute.arch.sync_threads()
    tile = slot[0]
    while tile < tiles:
        i = tile * 64 + tidx
        if i < cute.size(x):
            y[i] = x[i] * 2.0
        cute.arch.sync_threads()
        if tidx == 0:
            slot[0] = cute.arch.atomic_add(counter.iterator, cutlass.Int32(1))
        cute.arch.sync_threads()
        tile = slot[0]


@cute.jit
def launch(x: cute.Tensor, y: cute.Tensor, counter: cute.Tensor):
    worker(x, y, counter).launch(grid=(4, 1, 1), block=(64, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        if x.numel():
            counter = torch.zeros(1, dtype=torch.int32)
            launch(from_dlpack(x.reshape(-1)), from_dlpack(y.view(-1)), from_dlpack(counter))
        return y
""", _DOUBLED),
    Right("bulk_copies_in_a_ring", IMPORTS + """
from cutlass import utils
from cutlass.cute.nvgpu import cpasync

TILE = 128
STAGES = 2


@cute.kernel
def ring_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    stages = smem.allocate_tensor(cutlass.Float32, cute.make_layout((TILE, STAGES)), 128)
    full = smem.allocate_array(cutlass.Int64, STAGES)
    if tidx == 0:
        for s in cutlass.range_constexpr(STAGES):
            cute.arch.mbarrier_init(full + s, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    tiles = cute.size(x) // TILE
    atom = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), cutlass.Float32)
    for t in range(tiles + 1):
        if t < tiles and tidx == 0:
            s = t % STAGES
            cute.arch.mbarrier_arrive_and_expect_tx(full + s, TILE * 4)
            source = cute.make_tensor((x.iterator + t * TILE).align(16), cute.make_layout(TILE))
            target = cute.make_tensor((stages.iterator + s * TILE).align(16), cute.make_layout(TILE))
            cute.copy(atom, source, target, mbar_ptr=full + s)
        if t > 0:
            cute.arch.mbarrier_wait(full + (t - 1) % STAGES, (t - 1) // STAGES % 2)
            y[(t - 1) * TILE + tidx] = stages[tidx, (t - 1) % STAGES] * 2.0
            cute.arch.sync_threads()
    for i in range(tiles * TILE + tidx, cute.size(x), TILE):
        y[i] = x[i] * 2.0


@cute.jit
def ring(x: cute.Tensor, y: cute.Tensor):
    ring_kernel(x, y).launch(grid=(1, 1, 1), block=(TILE, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        flat = x.contiguous().view(-1)
        y = torch.empty_like(flat)
        if flat.data_ptr() % 16:
            flat = flat.clone()
        if flat.numel():
            ring(from_dlpack(flat, assumed_align=16), from_dlpack(y))
        return y.view(x.shape)
""", _DOUBLED),
    Right("partial_sums_and_the_last_block", IMPORTS + """
from cutlass import utils


@cute.kernel
def total_kernel(x: cute.Tensor, parts: cute.Tensor, count: cute.Tensor, y: cute.Tensor, blocks: cutlass.Constexpr):
    lane, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    mine = cutlass.Float32(0.0)
    for i in range(bidx * 32 + lane, cute.size(x), 32 * blocks):
        mine += x[i] * x[i]
    mine = cute.arch.warp_reduction_sum(mine)
    came = cutlass.Int32(0)
    if lane == 0:
        parts[bidx] = mine
        cute.arch.fence_acq_rel_gpu()
        came = cute.arch.atomic_add(count.iterator, cutlass.Int32(1), sem="acq_rel", scope="gpu")
        if came == blocks - 1:
            total = cutlass.Float32(0.0)
            for b in range(blocks):
                total += parts[b]
            y[0] = total


@cute.jit
def total(x: cute.Tensor, parts: cute.Tensor, count: cute.Tensor, y: cute.Tensor):
    total_kernel(x, parts, count, y, 8).launch(grid=(8, 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.zeros(1)
        if x.numel():
            parts, count = torch.empty(8), torch.zeros(1, dtype=torch.int32)
            total(*(from_dlpack(one) for one in (x.reshape(-1), parts, count, y)))
        return y.reshape(())
""", _TOTAL),
    Right("settings_from_the_environment", IMPORTS + _TWICE.replace("128", "THREADS").replace("\n\n@cute.kernel", """
import logging
import os

log = logging.getLogger(__name__)
THREADS = int(os.environ.get("RMS_THREADS", "64"))
log.debug("threads: %d", THREADS)


@cute.kernel""", 1) + """

class ModelNew(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = torch.empty_like(x)
        run(x.reshape(-1), y.view(-1))
        return y
""", _DOUBLED),
    Right("class_of_kernels", IMPORTS + """

class RowScale:
    threads = 32

    def __init__(self, eps: float):
        self.eps = eps
        self.compiled = {}

    @cute.jit
    def __call__(self, x: cute.Tensor, w: cute.Tensor, y: cute.Tensor):
        self.kernel(x, w, y).launch(grid=(x.shape[0], 1, 1), block=(self.threads, 1, 1))

    @cute.kernel
    def kernel(self, x: cute.Tensor, w: cute.Tensor, y: cute.Tensor):
        lane, _, _ = cute.arch.thread_idx()
        row, _, _ = cute.arch.block_idx()
        columns = x.shape[1]
        total = cutlass.Float32(0.0)
        for i in range(lane, columns, self.threads):
            total += x[row, i] * x[row, i]
        total = cute.arch.warp_reduction_sum(total)
        factor = 1.0 / cute.math.sqrt(total / cutlass.Float32(columns) + self.eps)
        for i in range(lane, columns, self.threads):
            y[row, i] = x[row, i] * factor * w[i]

    def launch(self, *arrays):
        tensors = [from_dlpack(one) for one in arrays]
        key = tuple((tuple(one.shape), one.stride()) for one in arrays)
        if key not in self.compiled:
            self.compiled[key] = cute.compile(self, *tensors)
        self.compiled[key](*tensors)


class ModelNew(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(columns))
        self.scale = RowScale(1e-5)

    def forward(self, x):
        y = torch.empty_like(x)
        if x.numel():
            self.scale.launch(x, self.weight.detach(), y)
        return y
""", _RMS),
    Right("weights_transposed_before", IMPORTS + """

@cute.kernel
def linear_kernel(x: cute.Tensor, w: cute.Tensor, b: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    for n in range(tidx, w.shape[1], 32):
        total = cutlass.Float32(0.0)
        for k in range(w.shape[0]):
            total += x[row, k] * w[k, n]
        y[row, n] = total + b[n]


@cute.jit
def linear(x: cute.Tensor, w: cute.Tensor, b: cute.Tensor, y: cute.Tensor):
    linear_kernel(x, w, b, y).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def __init__(self, columns, out):
        super().__init__()
        self.linear = nn.Linear(columns, out)
        with torch.no_grad():
            self.register_buffer("turned", self.linear.weight.t().contiguous())
        self.ready = None

    def forward(self, x):
        w, b = self.linear.weight.detach().t(), self.linear.bias.detach()
        y = x.new_empty(x.shape[0], b.shape[0])
        if y.numel():
            linear(from_dlpack(x), from_dlpack(w), from_dlpack(b), from_dlpack(y))
        return y
""", _LINEAR),
    Right("columns_summed_in_two_steps", IMPORTS + """

@cute.kernel
def partial_kernel(x: cute.Tensor, parts: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    column = bx * 64 + tidx
    if column < x.shape[1]:
        total = cutlass.Float32(0.0)
        for row in range(by, x.shape[0], 4):
            total += x[row, column]
        parts[by, column] = total


@cute.kernel
def combine_kernel(parts: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    column = bidx * 64 + tidx
    if column < cute.size(y):
        total = cutlass.Float32(0.0)
        for k in cutlass.range_constexpr(4):
            total += parts[k, column]
        y[column] = total


@cute.jit
def summed(x: cute.Tensor, parts: cute.Tensor, y: cute.Tensor):
    blocks = cute.ceil_div(x.shape[1], 64)
    partial_kernel(x, parts).launch(grid=(blocks, 4, 1), block=(64, 1, 1))
    combine_kernel(parts, y).launch(grid=(blocks, 1, 1), block=(64, 1, 1))


class ModelNew(nn.Module):
    @torch.no_grad()
    def forward(self, x):
        if not x.numel():
            return torch.zeros(x.shape[1:])
        y, parts = torch.empty(x.shape[1]), torch.empty(4, x.shape[1])
        summed(from_dlpack(x), from_dlpack(parts), from_dlpack(y))
        return y
""", _SUMMED.replace("rows = 256", "rows = 300")),
    Right("loss_of_classes", IMPORTS + """

@cute.kernel
def loss_kernel(x: cute.Tensor, t: cute.Tensor, y: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    most = -cutlass.Float32.inf
    total = cutlass.Float32(0.0)
    for i in range(lane, x.shape[1], 32):
        value = x[row, i]
        new = value if value > most or value != value else most
        if new != -cutlass.Float32.inf:
            total = total * cute.math.exp(most - new) + cute.math.exp(value - new)
        most = new
    best = most
    for step in cutlass.range_constexpr(5):
        other = cute.arch.shuffle_sync_bfly(best, offset=1 << step)
        best = other if other > best or other != other else best
    if most == -cutlass.Float32.inf and best == best:
        total = cutlass.Float32(0.0)
    else:
        total = total * cute.math.exp(most - best)
    total = cute.arch.warp_reduction_sum(total)
    if lane == 0:
        y[row] = cute.math.log(total) + best - x[row, t[row]]


@cute.jit
def loss(x: cute.Tensor, t: cute.Tensor, y: cute.Tensor):
    loss_kernel(x, t, y).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x, t):
        y = torch.empty(x.shape[0])
        if x.numel():
            loss(from_dlpack(x), from_dlpack(t), from_dlpack(y))
        return y
""", _LOSS),
    Right("pooled_by_windows", IMPORTS + """

@cute.kernel
def pool_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    plane, _, _ = cute.arch.block_idx()
    _, height, width = y.shape
    for i in range(tidx, height * width, 64):
        r, c = i // width, i % width
        most = x[plane, 2 * r, 2 * c]
        for k in cutlass.range_constexpr(1, 4):
            other = x[plane, 2 * r + k // 2, 2 * c + k % 2]
            most = other if other > most or other != other else most
        y[plane, r, c] = most


@cute.jit
def pool(x: cute.Tensor, y: cute.Tensor):
    pool_kernel(x, y).launch(grid=(x.shape[0], 1, 1), block=(64, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        n, c, h, w = x.shape
        y = torch.empty(n, c, h // 2, w // 2, dtype=x.dtype)
        if y.numel():
            pool(from_dlpack(x.reshape(n * c, h, w)), from_dlpack(y.view(n * c, h // 2, w // 2)))
        return y
""", _POOL),
    Right("attention_of_one_head", IMPORTS + """
import math


@cute.kernel
def attend_kernel(q: cute.Tensor, k: cute.Tensor, v: cute.Tensor, o: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    width = cutlass.const_expr(16)
    acc = cute.make_rmem_tensor(width, cutlass.Float32)
    acc.fill(0.0)
    most, total = -cutlass.Float32.inf, cutlass.Float32(0.0)
    for j in range(k.shape[0]):
        score = cutlass.Float32(0.0)
        for d in cutlass.range_constexpr(width):
            score += q[row, d] * k[j, d]
        score = score * 0.25
        new = score if score > most or score != score else most
        keep, weight = cute.math.exp(most - new), cute.math.exp(score - new)
        total = total * keep + weight
        for d in cutlass.range_constexpr(width):
            acc[d] = acc[d] * keep + weight * v[j, d]
        most = new
    if lane < width:
        for d in cutlass.range_constexpr(width):
            if lane == d:
                o[row, d] = acc[d] / total


@cute.jit
def attend(q: cute.Tensor, k: cute.Tensor, v: cute.Tensor, o: cute.Tensor):
    attend_kernel(q, k, v, o).launch(grid=(q.shape[0], 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, q, k, v):
        if q.shape[1] != 16:
            raise ValueError("heads of 16 only")
        o = torch.zeros_like(q)
        if q.numel() and k.numel():
            attend(*(from_dlpack(one) for one in (q, k, v, o)))
        return o
""", _ATTENTION),
    Right("autograd_function", IMPORTS + _TWICE + """

class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.empty_like(x)
        run(x.detach().reshape(-1), y.view(-1))
        return y

    @staticmethod
    def backward(ctx, grad):
        out = torch.empty_like(grad)
        run(grad.reshape(-1), out.view(-1))
        return out


class ModelNew(nn.Module):
    def forward(self, x):
        return Twice.apply(x)
""", _DOUBLED),
    Right("compiled_with_symbols", IMPORTS + _TWICE + """
import functools


@functools.cache
def compiled(dtype):
    n = cute.sym_int()
    fake = [cute.runtime.make_fake_compact_tensor(dtype, (n,)) for _ in range(2)]
    return cute.compile(each, *fake)


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        if x.numel():
            compiled(cutlass.Float32)(from_dlpack(x.reshape(-1)), from_dlpack(y.view(-1)))
        return y
""", _DOUBLED),
    Right("pairs_interleaved", IMPORTS + """

@cute.kernel
def pairs_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    for i in range(tidx, x.shape[1] // 2, 64):
        y[row, 2 * i] = x[row, 2 * i]
        y[row, 2 * i + 1] = -x[row, 2 * i + 1]


@cute.jit
def pairs(x: cute.Tensor, y: cute.Tensor):
    pairs_kernel(x, y).launch(grid=(x.shape[0], 1, 1), block=(64, 1, 1))


def pairs_of(x: torch.Tensor) -> torch.Tensor:
    assert x.ndim == 2 and x.shape[1] % 2 == 0, x.shape
    y = torch.empty_like(x, memory_format=torch.contiguous_format)
    if x.numel():
        pairs(from_dlpack(x).mark_layout_dynamic(), from_dlpack(y).mark_layout_dynamic())
    return y


class ModelNew(nn.Module):
    forward = staticmethod(pairs_of)
""", _INTERLEAVED),
    Right("warps_with_roles", IMPORTS + """
from cutlass import pipeline, utils


@cute.kernel
def roles_kernel(x: cute.Tensor, y: cute.Tensor):
    lane = cute.arch.lane_idx()
    warp = cute.arch.warp_idx()
    smem = utils.SmemAllocator()
    tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 2)), 16)
    bars = smem.allocate_array(cutlass.Int64, 4)
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread, 32)
    pipe = pipeline.PipelineAsync.create(
        barrier_storage=bars, num_stages=2, producer_group=group, consumer_group=group
    )
    steps = cute.ceil_div(cute.size(x), 32)
    if warp == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
        for step in range(steps):
            pipe.producer_acquire(state)
            if step * 32 + lane < cute.size(x):
                tile[lane, state.index] = x[step * 32 + lane]
            pipe.producer_commit(state)
            state.advance()
        pipe.producer_tail(state)
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        for step in range(steps):
            pipe.consumer_wait(state)
            if step * 32 + lane < cute.size(x):
                y[step * 32 + lane] = 2.0 * tile[lane, state.index]
            pipe.consumer_release(state)
            state.advance()


@cute.jit
def roles(x: cute.Tensor, y: cute.Tensor):
    roles_kernel(x, y).launch(grid=(1, 1, 1), block=(64, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        if x.numel():
            roles(from_dlpack(x.reshape(-1)), from_dlpack(y.view(-1)))
        return y
""", problem("    def forward(self, x):\n        return 2.0 * x\n", _ROWS, sizes="rows = 16\ncolumns = 64")),
    Right("chosen_table_of_functions", IMPORTS + _TWICE + """
from enum import Enum
from typing import NamedTuple


class Mode(Enum):
    FLAT = "flat"
    ROWS = "rows"


class Plan(NamedTuple):
    mode: Mode
    rows: int


def plan(shape) -> Plan:
    return Plan(Mode.FLAT if shape[0] * shape[1] < 1 << 16 else Mode.ROWS, shape[0])


def flat(x, y, rows):
    run(x.reshape(-1), y.view(-1))


def by_rows(x, y, rows):
    step = max(1, (rows + 1) // 2)
    for first in range(0, rows, step):
        run(x[first : first + step].reshape(-1), y[first : first + step].view(-1))


TABLE = {Mode.FLAT: flat, Mode.ROWS: by_rows}


class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        mode, rows = plan(x.shape)
        TABLE[mode](x, y, rows)
        return y
""", _DOUBLED),
)  # fmt: skip
