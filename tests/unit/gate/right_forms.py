"""Right programs of forms that others use: classes with a call, pieces, padding, persistent blocks."""

from __future__ import annotations

from tests.unit.gate.program import HONEST
from tests.unit.gate.right import IMPORTS, Right
from tests.unit.gate.right_styles import problem

FORMS = (
    Right(
        "class_with_call",
        HONEST
        + '''

class Scaled:
    """A kernel in a class, as CUTLASS's examples have it."""

    def __init__(self, threads=128):
        self.threads = threads

    @cute.jit
    def __call__(self, a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
        self.kernel(a, b, c).launch(
            grid=(cute.ceil_div(cute.size(a), self.threads), 1, 1), block=(self.threads, 1, 1)
        )

    @cute.kernel
    def kernel(self, a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
        tidx, _, _ = cute.arch.thread_idx()
        bidx, _, _ = cute.arch.block_idx()
        i = bidx * self.threads + tidx
        rows, columns = a.shape
        if i < rows * columns:
            s = a[i // columns, i % columns] + b[i // columns, i % columns]
            c[i // columns, i % columns] = s * 3.0 if not (s <= 0.0) else 0.0


_COMPILED = None


class ModelNew(nn.Module):
    def forward(self, a, b):
        global _COMPILED
        c = torch.empty_like(a)
        if a.numel() == 0:
            return c
        if _COMPILED is None:
            _COMPILED = Scaled(64)
        _COMPILED(from_dlpack(a), from_dlpack(b), from_dlpack(c))
        return c
''',
    ),
    Right(
        "compiled_by_text_key",
        HONEST
        + """

CACHE = {}


class ModelNew(nn.Module):
    @torch.no_grad()
    def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        assert a.shape == b.shape, "same shapes only"
        c = torch.empty_strided(a.shape, (a.shape[1], 1), dtype=a.dtype, device=a.device)
        if not c.numel():
            return c
        key = f"{a.dtype}-{tuple(a.shape)}-{a.stride()}-{b.stride()}"
        args = [from_dlpack(t) for t in (a, b, c)]
        if key not in CACHE:
            CACHE[key] = cute.compile(relu_add_host, *args)
        CACHE[key](*args)
        return c
""",
    ),
    Right(
        "result_transposed",
        HONEST
        + """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty(a.shape[1], a.shape[0]).t()
        relu_add(a, b, c)
        return c
""",
    ),
    Right(
        "by_pieces",
        HONEST
        + """

class ModelNew(nn.Module):
    PIECE = 64

    def forward(self, a, b):
        c = torch.empty_like(a)
        for first in range(0, a.shape[0], self.PIECE):
            rows = slice(first, min(first + self.PIECE, a.shape[0]))
            relu_add(a[rows], b[rows], c[rows])
        return c
""",
    ),
    Right(
        "padded",
        HONEST
        + """

def padded(x, multiple=32):
    rows, columns = (-(-n // multiple) * multiple for n in x.shape)
    out = x.new_zeros(rows, columns)
    out[: x.shape[0], : x.shape[1]].copy_(x)
    return out


class ModelNew(nn.Module):
    def forward(self, a, b):
        wide_a, wide_b = padded(a), padded(b)
        c = torch.empty_like(wide_a)
        relu_add(wide_a, wide_b, c)
        return c[: a.shape[0], : a.shape[1]].contiguous()
""",
    ),
    Right(
        "synchronised",
        HONEST
        + """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        with torch.cuda.device(a.device) if a.is_cuda else torch.no_grad():
            relu_add(a, b, c)
        if torch.cuda.is_available():
            torch.cuda.synchronize()
        return c
""",
    ),
    Right(
        "inference_mode_and_dataclass",
        HONEST
        + """
from dataclasses import dataclass
from enum import Enum


class Act(Enum):
    RELU = "relu"


@dataclass(frozen=True)
class Config:
    act: Act = Act.RELU
    scale: float = 3.0


class ModelNew(nn.Module):
    config = Config()

    @torch.inference_mode()
    def forward(self, a, b):
        c = torch.empty_like(a)
        if self.config.act is Act.RELU:
            relu_add(a, b, c)
        return c
""",
    ),
    Right(
        "persistent_grid",
        IMPORTS
        + """

@cute.kernel
def persistent_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    rows, columns = a.shape
    for row in range(bidx, rows, blocks):
        for col in range(tidx, columns, 128):
            s = a[row, col] + b[row, col]
            c[row, col] = s * 3.0 if not (s <= 0.0) else 0.0


@cute.jit
def persistent(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, sms: cutlass.Constexpr):
    persistent_kernel(a, b, c).launch(grid=(cutlass.min(sms, a.shape[0]), 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.sms = torch.cuda.get_device_properties(0).multi_processor_count if torch.cuda.is_available() else 16

    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.numel():
            persistent(from_dlpack(a), from_dlpack(b), from_dlpack(c), self.sms)
        return c
""",
    ),
    Right(
        "list_of_kernels",
        HONEST
        + """

KERNELS = {torch.float32: relu_add}


class ModelNew(nn.Module):
    def forward(self, *tensors):
        a, b = tensors
        (c,) = [torch.empty_like(t) for t in (a,)]
        KERNELS[a.dtype](a, b, c)
        return c
""",
    ),
    Right(
        "grid_of_two_dimensions",
        IMPORTS
        + """

@cute.kernel
def tiles_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    row, col = by * 4 + ty, bx * 32 + tx
    if cute.elem_less((row, col), a.shape):
        s = a[row, col] + b[row, col]
        c[row, col] = cutlass.max(s, 0.0) * 3.0 if s == s else s


@cute.jit
def tiles(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    grid = (cute.ceil_div(a.shape[1], 32), cute.ceil_div(a.shape[0], 4), 1)
    tiles_kernel(a, b, c).launch(grid=grid, block=(32, 4, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.numel():
            tiles(from_dlpack(a), from_dlpack(b), from_dlpack(c))
        return c
""",
    ),
    Right(
        "tiled_and_predicated",
        IMPORTS
        + """

@cute.kernel
def vector_kernel(gA: cute.Tensor, gB: cute.Tensor, gC: cute.Tensor, cC: cute.Tensor, shape: cute.Shape):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    coord = ((None, None), bidx)
    blkA, blkB, blkC, blkCrd = gA[coord], gB[coord], gC[coord], cC[coord]
    for k in cutlass.range_constexpr(4):
        at = k * 128 + tidx
        place = (at // 256, at % 256)
        if cute.elem_less(blkCrd[place], shape):
            s = blkA[place] + blkB[place]
            blkC[place] = s * 3.0 if not (s <= 0.0) else 0.0


@cute.jit
def vectors(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tiler = (2, 256)
    gA, gB, gC = (cute.zipped_divide(t, tiler) for t in (a, b, c))
    cC = cute.zipped_divide(cute.make_identity_tensor(c.shape), tiler)
    vector_kernel(gA, gB, gC, cC, c.shape).launch(grid=(cute.size(gC, mode=[1]), 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        if a.numel():
            vectors(from_dlpack(a), from_dlpack(b), from_dlpack(c))
        return c
""",
    ),
    Right(
        "prints_once",
        HONEST
        + """
import logging
import warnings

LOG = logging.getLogger(__name__)


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        LOG.info("made")
        warnings.warn("experimental", stacklevel=1)

    def forward(self, a, b):
        c = torch.empty_like(a)
        LOG.debug("called with %s", a.shape)
        relu_add(a, b, c)
        return c
""",
    ),
    Right(
        "submodules",
        HONEST
        + """

class Fused(nn.Module):
    def forward(self, a, b):
        out = torch.empty_like(a)
        relu_add(a, b, out)
        return out


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = nn.ModuleList([Fused()])
        self.register_buffer("unused", torch.zeros(4))

    def forward(self, a, b):
        for step in self.steps:
            out = step(a, b)
        return out
""",
    ),
    Right(
        "row_reduction_by_two_kernels",
        IMPORTS
        + """

@cute.kernel
def parts_kernel(x: cute.Tensor, parts: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row, part, _ = cute.arch.block_idx()
    width, _, _ = cute.arch.block_dim()
    _, count, _ = cute.arch.grid_dim()
    total = cutlass.Float32(0.0)
    for col in range(part * 32 + tidx, x.shape[1], count * 32):
        total += x[row, col]
    total = cute.arch.warp_reduction_sum(total)
    if tidx == 0:
        parts[row, part] = total


@cute.kernel
def sum_kernel(parts: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    total = parts[row, tidx % 4] if tidx < 4 else cutlass.Float32(0.0)
    total = cute.arch.warp_reduction_sum(total)
    if tidx == 0:
        out[row] = total


@cute.jit
def row_sums(x: cute.Tensor, parts: cute.Tensor, out: cute.Tensor):
    parts_kernel(x, parts).launch(grid=(x.shape[0], 4, 1), block=(32, 1, 1))
    sum_kernel(parts, out).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))


class ModelNew(nn.Module):
    def forward(self, x):
        parts, out = torch.empty(x.shape[0], 4), torch.empty(x.shape[0])
        if x.shape[0]:
            row_sums(from_dlpack(x), from_dlpack(parts), from_dlpack(out))
        return out
""",
        problem(
            """    def forward(self, x):
        return x.sum(dim=1)
""",
            "torch.randn(rows, columns)",
        ),
    ),
    Right(
        "named_arguments_and_defaults",
        HONEST
        + """

class ModelNew(nn.Module):
    def forward(self, a, b, *, out=None, check=True):
        if check and (a.dtype != torch.float32 or b.dtype != torch.float32):
            raise NotImplementedError("float32 only")
        c = torch.empty_like(a) if out is None else out
        relu_add(a=a, b=b, c=c)
        return c
""",
    ),
    Right(
        "tensor_of_numbers",
        HONEST
        + """

@cute.kernel
def count_blocks(total: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        cute.arch.atomic_add(total.iterator, cutlass.Float32(1.0))


@cute.kernel
def scale(c: cute.Tensor, total: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    columns = c.shape[1]
    if i < cute.size(c):
        c[i // columns, i % columns] = c[i // columns, i % columns] * total[0] * 0.5


@cute.jit
def count_and_scale(c: cute.Tensor, total: cute.Tensor):
    count_blocks(total).launch(grid=(2, 1, 1), block=(32, 1, 1))
    scale(c, total).launch(grid=(cute.ceil_div(cute.size(c), 128), 1, 1), block=(128, 1, 1))


class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.empty_like(a)
        total = torch.tensor([0.0], device=a.device)
        relu_add(a, b, c)
        if c.numel():
            count_and_scale(from_dlpack(c), from_dlpack(total))
        return c
""",
    ),
    Right(
        "gradients_by_its_own_kernel",
        HONEST
        + """
import logging


class Fused(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        c = torch.empty_like(a)
        relu_add(a.detach(), b.detach(), c)
        return c


class ModelNew(nn.Module):
    def forward(self, a, b):
        logging.getLogger(__name__).debug("called with %s", a.shape)
        if torch.backends.cudnn.enabled and torch.get_float32_matmul_precision() == "medium":
            logging.getLogger(__name__).debug("float32 stays float32 here")
        if torch.is_grad_enabled() and (a.requires_grad or b.requires_grad):
            return Fused.apply(a, b)
        c = torch.empty_like(a)
        relu_add(a, b, c)
        return c
""",
    ),
)
