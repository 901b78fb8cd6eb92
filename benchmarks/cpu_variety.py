"""Kernels of many kinds on the CPU target, as people write them, each checked and beside NumPy (or torch), interleaved.

What `cpu_kernels` measures closely are six kernels; this table shows that others do not fall off a cliff. Run:
`python -m benchmarks.cpu_variety`, about a minute and a half. Least times of few turns, in brackets
ratios of medians: a factor of 1.5 is within the noise.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

import cutedsl as cutlass
import cutedsl.cute as cute
from benchmarks.record import interleaved_ms, write_result
from cutedsl.execution.cpu.pool import usable_cores

RNG = np.random.default_rng(11)
TURNS, TIMED, SETTLE_S = 7, 2, 0.12
"""Threads of NumPy's BLAS hold a core for some 100 ms after their work."""
F32, I32, U32 = cutlass.Float32, cutlass.Int32, cutlass.Uint32


@dataclass(frozen=True)
class Case:
    """A launch, what it writes, and who else computes that; `reference` gives what is expected, once."""

    name: str
    function: Any
    arguments: list[Any]
    written: Any
    reference: Callable[[], Any]
    rival: str
    works: Callable[[], object]
    tolerance: float = 1e-5


def normal(*shape: int) -> np.ndarray:
    """Random numbers."""
    return RNG.standard_normal(shape, dtype=np.float32)


def over(kernel: Any, threads: int = 256) -> Any:
    """A launch of one thread for each element of the last argument."""

    @cute.jit
    def launch(a: cute.Tensor, b: cute.Tensor):
        kernel(a, b).launch(grid=[cute.ceil_div(cute.size(b), threads), 1, 1], block=[threads, 1, 1])

    return launch


# -- memory -----------------------------------------------------------------------------------------------------------
@cute.kernel
def transpose_kernel(x: cute.Tensor, y: cute.Tensor):
    """Tiles of 32 x 32 through shared memory, rows padded."""
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(F32, cute.make_layout((32, 32), stride=(33, 1)))
    for j in cutlass.range_constexpr(0, 32, 8):
        tile[ty + j, tx] = x[by * 32 + ty + j, bx * 32 + tx]
    cute.arch.sync_threads()
    for j in cutlass.range_constexpr(0, 32, 8):
        y[bx * 32 + ty + j, by * 32 + tx] = tile[tx, ty + j]


@cute.jit
def transpose(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    transpose_kernel(x, y).launch(grid=[x.shape[1] // 32, x.shape[0] // 32, 1], block=[32, 8, 1])


@cute.kernel
def histogram_kernel(x: cute.Tensor, counts: cute.Tensor):
    """Bytes counted in shared memory, blocks' counts added in global memory."""
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    g, _, _ = cute.arch.grid_dim()
    smem = cutlass.utils.SmemAllocator()
    own = smem.allocate_tensor(I32, cute.make_layout(256))
    own[t] = 0
    cute.arch.sync_threads()
    for i in range(b * 256 + t, x.shape[0], g * 256):
        cute.arch.atomic_add(own.iterator + x[i].to(I32), I32(1))
    cute.arch.sync_threads()
    cute.arch.atomic_add(counts.iterator + t, own[t])


@cute.jit
def histogram(x: cute.Tensor, counts: cute.Tensor):
    """Launches it."""
    histogram_kernel(x, counts).launch(grid=[64, 1, 1], block=[256, 1, 1])


@cute.kernel
def gather_kernel(x: cute.Tensor, at: cute.Tensor, y: cute.Tensor):
    """Elements by their index."""
    i = cute.arch.block_idx()[0] * 256 + cute.arch.thread_idx()[0]
    if i < y.shape[0]:
        y[i] = x[at[i]]


@cute.jit
def gather(x: cute.Tensor, at: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    gather_kernel(x, at, y).launch(grid=[cute.ceil_div(y.shape[0], 256), 1, 1], block=[256, 1, 1])


@cute.kernel
def add_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, at: cute.Tensor, shape: cute.Shape, tv: cute.Layout):
    """The first tutorial's: tiles by a layout of threads and values, each element under its predicate."""
    t, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    mine_a, mine_b, mine_c, mine_at = (cute.composition(x[((None, None), block)], tv)[t, None] for x in (a, b, c, at))
    x, y, z = (cute.make_fragment_like(mine) for mine in (mine_a, mine_b, mine_c))
    inside = cute.make_rmem_tensor(mine_at.shape, cutlass.Boolean)
    for i in cutlass.range_constexpr(cute.size(inside)):
        inside[i] = cute.elem_less(mine_at[i], shape)
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), a.element_type)
    cute.copy(atom, mine_a, x, pred=inside)
    cute.copy(atom, mine_b, y, pred=inside)
    z.store(x.load() + y.load())
    cute.copy(atom, z, mine_c, pred=inside)


@cute.jit
def add(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Launches it."""
    threads, values = (cute.make_ordered_layout(shape, order=(1, 0)) for shape in ((4, 32), (4, 4)))
    tiler, tv = cute.make_layout_tv(threads, values)
    x, y, z, at = (cute.zipped_divide(t, tiler) for t in (a, b, c, cute.make_identity_tensor(c.shape)))
    add_kernel(x, y, z, at, c.shape, tv).launch(grid=[cute.size(z, [1]), 1, 1], block=[128, 1, 1])


def memory_cases() -> Iterator[Case]:
    """Copies in another order, and counts."""
    x, y = normal(2048, 2048), np.zeros((2048, 2048), np.float32)
    yield Case("transpose, padded tiles", transpose, [x, y], y, lambda: x.T, "numpy", lambda: np.copyto(y, x.T), 0)
    a, b, c = (normal(2047, 2045).astype(np.float16) for _ in range(3))
    yield Case("add under predicates, halves, 2047 x 2045", add, [a, b, c], c, lambda: a + b, "numpy", lambda: a + b, 0)
    v, out = normal(1 << 22), np.zeros(1 << 22, np.float32)
    at = RNG.integers(0, 1 << 22, 1 << 22).astype(np.int32)
    yield Case("gather 4M", gather, [v, at, out], out, lambda: v[at], "numpy", lambda: np.take(v, at, out=out), 0)
    given, counts = RNG.integers(0, 256, 1 << 22).astype(np.uint8), np.zeros(256, np.int32)

    def count() -> np.ndarray:
        return np.bincount(given, minlength=256)

    yield Case("histogram, shared atomics, 4M", histogram, [given, counts], counts, count, "numpy", count, 0)


# -- warps and blocks together ----------------------------------------------------------------------------------------
@cute.kernel
def scan_kernel(x: cute.Tensor, y: cute.Tensor):
    """Running sums of a block: shuffles in warps, then the warps' totals."""
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    totals = smem.allocate_tensor(F32, cute.make_layout(8))
    lane, warp = t % 32, t // 32
    v = x[b * 256 + t]
    for o in cutlass.range_constexpr(5):
        u = cute.arch.shuffle_sync_up(v, 1 << o, mask_and_clamp=0)
        if lane >= (1 << o):
            v += u
    if lane == 31:
        totals[warp] = v
    cute.arch.sync_threads()
    for w in cutlass.range_constexpr(7):
        if w < warp:
            v += totals[w]
    y[b * 256 + t] = v


@cute.kernel
def sort_kernel(x: cute.Tensor):
    """1024 numbers a block, bitonic, in shared memory."""
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    s = smem.allocate_tensor(F32, cute.make_layout(1024))
    s[t], s[t + 512] = x[b * 1024 + t], x[b * 1024 + t + 512]
    cute.arch.sync_threads()
    k = I32(2)
    while k <= 1024:
        j = k // 2
        while j > 0:
            i = 2 * t - (t & (j - 1))
            low, high = s[i], s[i + j]
            if (low > high) == ((i & k) == 0):
                s[i], s[i + j] = high, low
            cute.arch.sync_threads()
            j = j // 2
        k = k * 2
    x[b * 1024 + t], x[b * 1024 + t + 512] = s[t], s[t + 512]


@cute.jit
def sort(x: cute.Tensor):
    """Launches it."""
    sort_kernel(x).launch(grid=[x.shape[0] // 1024, 1, 1], block=[512, 1, 1])


@cute.kernel
def norm_kernel(x: cute.Tensor, w: cute.Tensor, y: cute.Tensor):
    """RMS norm, a block a row, eight halves a thread."""
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    totals = smem.allocate_tensor(F32, cute.make_layout(8))
    v = cute.local_tile(x, (1, 8), (b, t)).load().to(F32)
    total = cute.arch.warp_reduction_sum((v * v).reduce(cute.ReductionOp.ADD, 0.0, 0))
    if t % 32 == 0:
        totals[t // 32] = total
    cute.arch.sync_threads()
    total = F32(0)
    for i in cutlass.range_constexpr(8):
        total += totals[i]
    weights = cute.local_tile(w, (8,), (t,)).load().to(F32).reshape((1, 8))
    scaled = v * cute.math.rsqrt(total / 2048.0 + 1e-6) * weights
    cute.local_tile(y, (1, 8), (b, t)).store(scaled.to(y.element_type))


@cute.jit
def norm(x: cute.Tensor, w: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    norm_kernel(x, w, y).launch(grid=[x.shape[0], 1, 1], block=[256, 1, 1])


def block_cases() -> Iterator[Case]:
    """Threads that work together."""
    x, y = normal(1 << 22), np.zeros(1 << 22, np.float32)
    rows = x.reshape(-1, 256)
    yield Case(
        "block scan, shuffles, 4M", over(scan_kernel), [x, y], y,
        lambda: np.cumsum(rows, 1, dtype=np.float64).ravel(), "numpy", lambda: np.cumsum(rows, 1),
    )  # fmt: skip
    given = normal(1 << 20)
    before = given.copy().reshape(-1, 1024)
    yield Case(
        "bitonic sort, 1024 a block, 1M", sort, [given], given,
        lambda: np.sort(before, 1).ravel(), "numpy", lambda: np.sort(before, 1), 0,
    )  # fmt: skip
    h, w = (torch.randn(*shape).half() for shape in ((4096, 2048), (2048,)))
    out = torch.zeros_like(h)
    tensors = [cute.runtime.from_dlpack(t, assumed_align=16) for t in (h, w, out)]
    yield Case(
        "RMS norm, 8 halves a thread, 4096 x 2048", norm, tensors, out,
        lambda: torch.nn.functional.rms_norm(h.double(), (2048,), w.double(), 1e-6).numpy(),
        "torch", lambda: torch.nn.functional.rms_norm(h, (2048,), w, 1e-6), 1e-3,
    )  # fmt: skip


# -- neighbours -------------------------------------------------------------------------------------------------------
@cute.kernel
def stencil_kernel(x: cute.Tensor, y: cute.Tensor):
    """Five points of a tile of 16 x 16 with its halo in shared memory."""
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    s = smem.allocate_tensor(F32, cute.make_layout((18, 18), stride=(18, 1)))
    for e in range(ty * 16 + tx, 18 * 18, 256):
        row, column = by * 16 + e // 18 - 1, bx * 16 + e % 18 - 1
        v = F32(0)
        if row >= 0 and row < x.shape[0] and column >= 0 and column < x.shape[1]:
            v = x[row, column]
        s[e // 18, e % 18] = v
    cute.arch.sync_threads()
    around = s[ty, tx + 1] + s[ty + 2, tx + 1] + s[ty + 1, tx] + s[ty + 1, tx + 2]
    y[by * 16 + ty, bx * 16 + tx] = 0.25 * around - s[ty + 1, tx + 1]


@cute.jit
def stencil(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    stencil_kernel(x, y).launch(grid=[x.shape[1] // 16, x.shape[0] // 16, 1], block=[16, 16, 1])


@cute.kernel
def sobel_kernel(x: cute.Tensor, y: cute.Tensor):
    """The slope of an image of bytes."""
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    c, r = bx * 32 + tx, by * 8 + ty
    if r > 0 and r < x.shape[0] - 1 and c > 0 and c < x.shape[1] - 1:
        near = [[x[r + i, c + j].to(I32) for j in (-1, 0, 1)] for i in (-1, 0, 1)]
        across = near[0][2] + 2 * near[1][2] + near[2][2] - near[0][0] - 2 * near[1][0] - near[2][0]
        down = near[2][0] + 2 * near[2][1] + near[2][2] - near[0][0] - 2 * near[0][1] - near[0][2]
        slope = cute.math.sqrt((across * across + down * down).to(F32))
        y[r, c] = cutlass.min(slope, 255.0).to(cutlass.Uint8)


@cute.jit
def sobel(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    sobel_kernel(x, y).launch(grid=[x.shape[1] // 32, x.shape[0] // 8, 1], block=[32, 8, 1])


@cute.kernel
def convolution_kernel(x: cute.Tensor, w: cute.Tensor, y: cute.Tensor):
    """3 x 3, one output a thread."""
    position = cute.arch.block_idx()[0] * 128 + cute.arch.thread_idx()[0]
    _, to, n = cute.arch.block_idx()
    if position < y.shape[2] * y.shape[3]:
        row, column = position // y.shape[3], position % y.shape[3]
        total = F32(0)
        for c in range(x.shape[1]):
            for i in cutlass.range_constexpr(3):
                for j in cutlass.range_constexpr(3):
                    total += x[n, c, row + i, column + j] * w[to, c, i, j]
        y[n, to, row, column] = total


@cute.jit
def convolution(x: cute.Tensor, w: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    grid = [cute.ceil_div(y.shape[2] * y.shape[3], 128), y.shape[1], y.shape[0]]
    convolution_kernel(x, w, y).launch(grid=grid, block=[128, 1, 1])


def _numpy_sobel(x: np.ndarray) -> np.ndarray:
    z, out = x.astype(np.int32), np.zeros_like(x)
    across = z[:-2, 2:] + 2 * z[1:-1, 2:] + z[2:, 2:] - z[:-2, :-2] - 2 * z[1:-1, :-2] - z[2:, :-2]
    down = z[2:, :-2] + 2 * z[2:, 1:-1] + z[2:, 2:] - z[:-2, :-2] - 2 * z[:-2, 1:-1] - z[:-2, 2:]
    out[1:-1, 1:-1] = np.minimum(np.sqrt((across * across + down * down).astype(np.float32)), 255)
    return out


def neighbour_cases() -> Iterator[Case]:
    """Stencils and convolutions."""
    x, y = normal(2048, 2048), np.zeros((2048, 2048), np.float32)

    def five() -> np.ndarray:
        p = np.pad(x, 1)
        return 0.25 * (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]) - x

    yield Case("stencil, halo in shared memory, 2048^2", stencil, [x, y], y, five, "numpy", five)
    image = RNG.integers(0, 256, (2048, 2048)).astype(np.uint8)
    edges = np.zeros_like(image)
    yield Case(
        "Sobel of bytes, 2048^2", sobel, [image, edges], edges,
        lambda: _numpy_sobel(image), "numpy", lambda: _numpy_sobel(image), 0,
    )  # fmt: skip
    a, w, out = normal(2, 32, 34, 34), normal(32, 32, 3, 3), np.zeros((2, 32, 32, 32), np.float32)
    given = [torch.from_numpy(t) for t in (a, w)]

    def convolved() -> Any:
        return torch.nn.functional.conv2d(given[0], given[1])

    yield Case("convolution 3 x 3, one output a thread", convolution, [a, w, out], out, convolved, "torch", convolved)


# -- products ---------------------------------------------------------------------------------------------------------
@cute.kernel
def plain_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """One element of C a thread."""
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    i, j = by * 16 + ty, bx * 16 + tx
    if i < c.shape[0] and j < c.shape[1]:
        total = F32(0)
        for k in range(a.shape[1]):
            total += a[i, k] * b[k, j]
        c[i, j] = total


@cute.jit
def plain(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Launches it."""
    grid = [cute.ceil_div(c.shape[1], 16), cute.ceil_div(c.shape[0], 16), 1]
    plain_kernel(a, b, c).launch(grid=grid, block=[16, 16, 1])


@cute.kernel
def micro_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """128 x 128 of C a block, 8 x 8 of it a thread, operands in registers."""
    t, _, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    sa = smem.allocate_tensor(F32, cute.make_layout((8, 128), stride=(128, 1)))
    sb = smem.allocate_tensor(F32, cute.make_layout((8, 128), stride=(128, 1)))
    sums = cute.make_rmem_tensor(cute.make_layout((8, 8)), F32)
    sums.fill(0.0)
    ra, rb = cute.make_rmem_tensor(8, F32), cute.make_rmem_tensor(8, F32)
    row, column = t // 16 * 8, t % 16 * 8
    for k0 in range(0, a.shape[1], 8):
        for v in cutlass.range_constexpr(4):
            sa[t % 2 * 4 + v, t // 2] = a[by * 128 + t // 2, k0 + t % 2 * 4 + v]
            sb[t // 32, t % 32 * 4 + v] = b[k0 + t // 32, bx * 128 + t % 32 * 4 + v]
        cute.arch.sync_threads()
        for k in range(8):
            for i in cutlass.range_constexpr(8):
                ra[i], rb[i] = sa[k, row + i], sb[k, column + i]
            for i in cutlass.range_constexpr(8):
                for j in cutlass.range_constexpr(8):
                    sums[i, j] += ra[i] * rb[j]
        cute.arch.sync_threads()
    for i in cutlass.range_constexpr(8):
        for j in cutlass.range_constexpr(8):
            c[by * 128 + row + i, bx * 128 + column + j] = sums[i, j]


@cute.jit
def micro(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Launches it."""
    micro_kernel(a, b, c).launch(grid=[c.shape[1] // 128, c.shape[0] // 128, 1], block=[256, 1, 1])


@cute.kernel
def sparse_kernel(starts: cute.Tensor, columns: cute.Tensor, values: cute.Tensor, x: cute.Tensor, y: cute.Tensor):
    """A sparse matrix times a vector, a thread a row."""
    row = cute.arch.block_idx()[0] * 128 + cute.arch.thread_idx()[0]
    if row < y.shape[0]:
        total = F32(0)
        for k in range(starts[row], starts[row + 1]):
            total += values[k] * x[columns[k]]
        y[row] = total


@cute.jit
def sparse(starts: cute.Tensor, columns: cute.Tensor, values: cute.Tensor, x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    grid = [cute.ceil_div(y.shape[0], 128), 1, 1]
    sparse_kernel(starts, columns, values, x, y).launch(grid=grid, block=[128, 1, 1])


def product_cases() -> Iterator[Case]:
    """Matrix products; on a GPU too a first kernel takes a hundred times as long as its BLAS."""
    n = 512
    a, b, c = normal(n, n), normal(n, n), np.zeros((n, n), np.float32)

    def case(name: str, function: Any, right: np.ndarray) -> Case:
        return Case(name, function, [a, right, c], c, lambda: a @ right, "numpy", lambda: a @ right)

    yield case("product, one element a thread, 512^3", plain, b)
    yield case("the same, both along K", plain, b.T)
    yield case("product, 8 x 8 sums a thread, 512^3", micro, b)
    rows, each = 1 << 16, RNG.integers(0, 33, 1 << 16)
    starts = np.concatenate([[0], np.cumsum(each)]).astype(np.int32)
    count = int(starts[-1])
    columns, values, x = RNG.integers(0, rows, count).astype(np.int32), normal(count), normal(rows)
    y = np.zeros(rows, np.float32)
    parts = [torch.from_numpy(t) for t in (starts, columns, values)]
    given = torch.sparse_csr_tensor(parts[0], parts[1], parts[2], size=(rows, rows))
    dense = torch.from_numpy(x)
    yield Case(
        "sparse matrix times vector, 1M entries", sparse, [starts, columns, values, x, y], y,
        lambda: given @ dense, "torch", lambda: given @ dense,
    )  # fmt: skip


# -- arithmetic -------------------------------------------------------------------------------------------------------
@cute.kernel
def gelu_kernel(x: cute.Tensor, y: cute.Tensor):
    """GELU by tanh."""
    i = cute.arch.block_idx()[0] * 256 + cute.arch.thread_idx()[0]
    v = x[i]
    y[i] = 0.5 * v * (1.0 + cute.math.tanh(0.7978845608 * (v + 0.044715 * v * v * v)))


@cute.kernel
def turn_kernel(x: cute.Tensor, y: cute.Tensor):
    """Sines and cosines of every element."""
    i = cute.arch.block_idx()[0] * 256 + cute.arch.thread_idx()[0]
    y[i] = cute.math.sin(x[i]) + cute.math.atan2(x[i], cute.math.cos(x[i]))


@cute.kernel
def dropout_kernel(x: cute.Tensor, y: cute.Tensor):
    """Half of the elements, by a counter hashed ten times."""
    i = cute.arch.block_idx()[0] * 256 + cute.arch.thread_idx()[0]
    h = i.to(U32)
    for _ in cutlass.range_constexpr(5):
        h = (h ^ (h >> 16)) * U32(0x85EBCA6B)
        h = (h ^ (h >> 13)) * U32(0xC2B2AE35)
    y[i] = x[i] * 2.0 if h > U32(0x7FFFFFFF) else F32(0)


@cute.kernel
def mandelbrot_kernel(x: cute.Tensor, y: cute.Tensor):
    """Threads of a warp that leave the loop at different times."""
    i = cute.arch.block_idx()[0] * 256 + cute.arch.thread_idx()[0]
    re, im = (i % 1024).to(F32) * (3.0 / 1024.0) - 2.0, (i // 1024).to(F32) * (2.0 / 512.0) - 1.0
    a, b, n = F32(0), F32(0), I32(0)
    while n < 64 and a * a + b * b < 4.0:
        a, b = a * a - b * b + re, 2.0 * a * b + im
        n += 1
    y[i] = n


@cute.kernel
def bodies_kernel(p: cute.Tensor, out: cute.Tensor):
    """The pull of all bodies on one, tile by tile through shared memory."""
    t, _, _ = cute.arch.thread_idx()
    i = cute.arch.block_idx()[0] * 128 + t
    smem = cutlass.utils.SmemAllocator()
    s = smem.allocate_tensor(F32, cute.make_layout((128, 4), stride=(4, 1)))
    x, y, z = p[i, 0], p[i, 1], p[i, 2]
    ax, ay, az = F32(0), F32(0), F32(0)
    for tile in range(p.shape[0] // 128):
        for c in cutlass.range_constexpr(4):
            s[t, c] = p[tile * 128 + t, c]
        cute.arch.sync_threads()
        for j in range(128):
            dx, dy, dz = s[j, 0] - x, s[j, 1] - y, s[j, 2] - z
            near = cute.math.rsqrt(dx * dx + dy * dy + dz * dz + 1e-3)
            force = s[j, 3] * near * near * near
            ax, ay, az = ax + dx * force, ay + dy * force, az + dz * force
        cute.arch.sync_threads()
    out[i, 0], out[i, 1], out[i, 2] = ax, ay, az


@cute.jit
def bodies(p: cute.Tensor, out: cute.Tensor):
    """Launches it."""
    bodies_kernel(p, out).launch(grid=[p.shape[0] // 128, 1, 1], block=[128, 1, 1])


def _hashed(x: np.ndarray) -> np.ndarray:
    h = np.arange(x.size, dtype=np.uint32)
    for _ in range(5):
        h = (h ^ (h >> 16)) * np.uint32(0x85EBCA6B)
        h = (h ^ (h >> 13)) * np.uint32(0xC2B2AE35)
    return np.where(h > 0x7FFFFFFF, x * 2, np.float32(0))


def _mandelbrot() -> np.ndarray:
    i = np.arange(1 << 19, dtype=np.int32)
    re = (i % 1024).astype(np.float32) * np.float32(3 / 1024) - 2
    im = (i // 1024).astype(np.float32) * np.float32(2 / 512) - 1
    a, b, n = np.zeros_like(re), np.zeros_like(re), np.zeros_like(i)
    for _ in range(64):
        inside = a * a + b * b < 4
        n += inside
        a, b = np.where(inside, a * a - b * b + re, a), np.where(inside, 2 * a * b + im, b)
    return n


def _pulls(p: np.ndarray) -> np.ndarray:
    away = p[None, :, :3] - p[:, None, :3]
    near = 1 / np.sqrt((away * away).sum(-1) + np.float32(1e-3))
    return ((p[None, :, 3] * near**3)[..., None] * away).sum(1)


def arithmetic_cases() -> Iterator[Case]:
    """Functions, integers, loops whose threads part."""
    x, y = normal(1 << 20), np.zeros(1 << 20, np.float32)
    given = torch.from_numpy(x)
    yield Case(
        "GELU by tanh, 1M", over(gelu_kernel), [x, y], y,
        lambda: torch.nn.functional.gelu(given.double(), approximate="tanh"),
        "torch", lambda: torch.nn.functional.gelu(given, approximate="tanh"),
    )  # fmt: skip
    yield Case(
        "sin + atan2(x, cos), 1M", over(turn_kernel), [x, y], y,
        lambda: torch.sin(given.double()) + torch.atan2(given.double(), torch.cos(given.double())),
        "torch", lambda: torch.sin(given) + torch.atan2(given, torch.cos(given)),
    )  # fmt: skip
    yield Case(
        "dropout by a hash, 1M", over(dropout_kernel), [x, y], y, lambda: _hashed(x), "numpy", lambda: _hashed(x), 0
    )
    counts = np.zeros(1 << 19, np.int32)
    yield Case(
        "Mandelbrot, 64 turns, 512K", over(mandelbrot_kernel), [counts, counts], counts,
        _mandelbrot, "numpy", _mandelbrot, 1e-3,
    )  # fmt: skip
    p, pulls = RNG.random((2048, 4), dtype=np.float32), np.zeros((2048, 3), np.float32)
    yield Case(
        "2048 bodies, tiles in shared memory", bodies, [p, pulls], pulls,
        lambda: _pulls(p.astype(np.float64)), "numpy", lambda: _pulls(p), 1e-4,
    )  # fmt: skip


def measure(case: Case) -> dict[str, object]:
    """Compiles, checks and times one; a program that is kept on disk counts its reading as compilation."""
    expected = np.asarray(case.reference(), np.float64)
    started = time.perf_counter()
    program = cute.compile(case.function, *case.arguments, options="--target cpu")
    compile_ms = 1e3 * (time.perf_counter() - started)
    program(*case.arguments)
    found = np.asarray(case.written, np.float64)
    error = float(np.linalg.norm(found - expected) / np.linalg.norm(expected))
    assert error <= case.tolerance, (case.name, error)
    works = {"cutedsl": lambda: program(*case.arguments), case.rival: case.works}
    times = interleaved_ms(works, turns=TURNS, timed=TIMED, settle_s=SETTLE_S)
    least, middle = (round(times[case.rival][key] / times["cutedsl"][key], 3) for key in ("min_ms", "median_ms"))
    own, other = (times[name]["min_ms"] for name in works)
    beside = f"{case.rival} {other:8.2f} ms, {least:6.2f} x ({middle:.2f} x)"
    print(f"{case.name:42} {own:8.2f} ms, {beside}, error {error:.1e}")
    return {
        "kernel": case.name,
        "error": error,
        "compile_ms": round(compile_ms, 1),
        "times": times,
        "speed_against": {case.rival: least},
        "speed_of_medians": {case.rival: middle},
    }


def main() -> None:
    """All of them, one after the other."""
    warnings.filterwarnings("ignore", message=".*[Ss]parse")
    groups = (memory_cases, block_cases, neighbour_cases, product_cases, arithmetic_cases)
    rows = [measure(case) for group in groups for case in group()]
    versions = {"numpy": np.__version__, "torch": torch.__version__}
    print(write_result("cpu_variety", rows, cutedsl_threads=usable_cores(), **versions))


if __name__ == "__main__":
    main()
