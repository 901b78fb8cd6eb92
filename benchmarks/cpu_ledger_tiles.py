"""More kernels for `benchmarks.cpu_ledger`: tiles of results, flat indices, guards, long sums.

Ours in every word, in the styles of other people's programs, as those of `benchmarks.cpu_ledger_programs`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

THREADS: Final = 256
TILE: Final = 64
DEPTH: Final = 8
ROUNDS: Final = 20
WRITTEN_OUT: Final = 128
"""The depth of a product whose tiles Python's loops write."""
_DRAW: Final = random.Random(3)
STATEMENTS: Final = tuple(
    (_DRAW.randrange(4), _DRAW.randrange(8), _DRAW.randrange(8), round(_DRAW.random(), 3)) for _ in range(900)
)
"""Statements in no order that repeats: a form, the places of two numbers of eight, and a constant."""


@cute.kernel
def outer_kernel(x: cute.Tensor, z: cute.Tensor, y: cute.Tensor):
    """y[i, j] = x[i] z[j], 4 x 4 a thread, which has them in registers before it stores them."""
    tx, ty = cute.arch.thread_idx()[0] % 16, cute.arch.thread_idx()[0] // 16
    bx, by, _ = cute.arch.block_idx()
    tile = cute.make_rmem_tensor(cute.make_layout((4, 4)), cutlass.Float32)
    row, column = by * TILE + ty * 4, bx * TILE + tx * 4
    for i in cutlass.range_constexpr(4):
        for j in cutlass.range_constexpr(4):
            tile[i, j] = x[row + i] * z[column + j]
    for i in cutlass.range_constexpr(4):
        for j in cutlass.range_constexpr(4):
            y[row + i, column + j] = tile[i, j]


@cute.jit
def outer(x: cute.Tensor, z: cute.Tensor, y: cute.Tensor):
    """Launches it; 64 divides the sizes."""
    grid = [y.shape[1] // TILE, y.shape[0] // TILE, 1]
    outer_kernel(x, z, y).launch(grid=grid, block=[THREADS, 1, 1])


@cute.kernel
def epilogue_kernel(x: cute.Tensor, scale: cute.Tensor, bias: cute.Tensor, y: cute.Tensor):
    """y[i, j] = x[i, j] scale[i] + bias[j], as `outer_kernel`."""
    tx, ty = cute.arch.thread_idx()[0] % 16, cute.arch.thread_idx()[0] // 16
    bx, by, _ = cute.arch.block_idx()
    tile = cute.make_rmem_tensor(cute.make_layout((4, 4)), cutlass.Float32)
    row, column = by * TILE + ty * 4, bx * TILE + tx * 4
    for i in cutlass.range_constexpr(4):
        for j in cutlass.range_constexpr(4):
            tile[i, j] = x[row + i, column + j] * scale[row + i] + bias[column + j]
    for i in cutlass.range_constexpr(4):
        for j in cutlass.range_constexpr(4):
            y[row + i, column + j] = tile[i, j]


@cute.jit
def epilogue(x: cute.Tensor, scale: cute.Tensor, bias: cute.Tensor, y: cute.Tensor):
    """Launches it; 64 divides the sizes."""
    grid = [y.shape[1] // TILE, y.shape[0] // TILE, 1]
    epilogue_kernel(x, scale, bias, y).launch(grid=grid, block=[THREADS, 1, 1])


@cute.kernel
def distances_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """c[i, j] = the sum of (a[i, k] - b[k, j])**2, 64 x 64 of it a block through shared memory, 4 x 4 a thread."""
    tid = cute.arch.thread_idx()[0]
    bx, by, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    sa = smem.allocate_tensor(cutlass.Float32, cute.make_layout((TILE, DEPTH), stride=(1, TILE)))
    sb = smem.allocate_tensor(cutlass.Float32, cute.make_layout((DEPTH, TILE), stride=(TILE, 1)))
    sums = cute.make_rmem_tensor(cute.make_layout((4, 4)), cutlass.Float32)
    sums.fill(0.0)
    ty, tx = tid // 16, tid % 16
    for k0 in range(0, a.shape[1], DEPTH):
        for e in cutlass.range_constexpr(0, TILE * DEPTH, THREADS):
            sa[(tid + e) // DEPTH, (tid + e) % DEPTH] = a[by * TILE + (tid + e) // DEPTH, k0 + (tid + e) % DEPTH]
            sb[(tid + e) // TILE, (tid + e) % TILE] = b[k0 + (tid + e) // TILE, bx * TILE + (tid + e) % TILE]
        cute.arch.sync_threads()
        for k in range(DEPTH):
            for i in cutlass.range_constexpr(4):
                for j in cutlass.range_constexpr(4):
                    apart = sa[ty * 4 + i, k] - sb[k, tx * 4 + j]
                    sums[i, j] += apart * apart
        cute.arch.sync_threads()
    for i in cutlass.range_constexpr(4):
        for j in cutlass.range_constexpr(4):
            c[by * TILE + ty * 4 + i, bx * TILE + tx * 4 + j] = sums[i, j]


@cute.jit
def distances(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Launches it; 64 divides the sizes."""
    grid = [c.shape[1] // TILE, c.shape[0] // TILE, 1]
    distances_kernel(a, b, c).launch(grid=grid, block=[THREADS, 1, 1])


@cute.kernel
def statements_kernel(x: cute.Tensor, y: cute.Tensor):
    """Eight numbers a thread, changed by statements of which no two neighbours are alike."""
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    held = [x[i] + float(k) for k in range(8)]
    for form, a, b, c in STATEMENTS:
        if cutlass.const_expr(form == 0):
            held[a] = held[a] * 0.5 + held[b] * c
        elif cutlass.const_expr(form == 1):
            held[a] = cute.math.sqrt(held[b] * held[b] + 1.0) - c
        elif cutlass.const_expr(form == 2):
            held[a] = held[a] - c * held[b]
        else:
            held[a] = held[b] / (1.0 + held[a] * held[a])
    total = held[0]
    for k in cutlass.range_constexpr(1, 8):
        total = total + held[k]
    y[i] = total


@cute.jit
def statements(x: cute.Tensor, y: cute.Tensor):
    """Launches it on a number of elements that `THREADS` divides."""
    statements_kernel(x, y).launch(grid=[x.shape[0] // THREADS, 1, 1], block=[THREADS, 1, 1])


@cute.kernel
def column_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """C = A B, 64 x 64 of C a block through shared memory, 16 rows of one column a thread."""
    tid = cute.arch.thread_idx()[0]
    bx, by, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    sa = smem.allocate_tensor(cutlass.Float32, cute.make_layout((TILE, DEPTH), stride=(DEPTH, 1)))
    sb = smem.allocate_tensor(cutlass.Float32, cute.make_layout((DEPTH, TILE), stride=(TILE, 1)))
    sums = cute.make_rmem_tensor(16, cutlass.Float32)
    sums.fill(0.0)
    column, first = tid % TILE, tid // TILE * 16
    for k0 in range(0, a.shape[1], DEPTH):
        for e in cutlass.range_constexpr(0, TILE * DEPTH, THREADS):
            sa[(tid + e) // DEPTH, (tid + e) % DEPTH] = a[by * TILE + (tid + e) // DEPTH, k0 + (tid + e) % DEPTH]
            sb[(tid + e) // TILE, (tid + e) % TILE] = b[k0 + (tid + e) // TILE, bx * TILE + (tid + e) % TILE]
        cute.arch.sync_threads()
        for k in range(DEPTH):
            of_b = sb[k, column]
            for m in cutlass.range_constexpr(16):
                sums[m] += sa[first + m, k] * of_b
        cute.arch.sync_threads()
    for m in cutlass.range_constexpr(16):
        c[by * TILE + first + m, bx * TILE + column] = sums[m]


@cute.jit
def column_product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Launches it; 64 divides the sizes."""
    grid = [c.shape[1] // TILE, c.shape[0] // TILE, 1]
    column_kernel(a, b, c).launch(grid=grid, block=[THREADS, 1, 1])


@cute.kernel
def shuffle_kernel(x: cute.Tensor, y: cute.Tensor, scale: cutlass.Int32, height: cutlass.Int32, width: cutlass.Int32):
    """y[h, dy, w, dx] = x[dy, dx, h, w]: channels to pixels, by flat indices."""
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    if i < height * width * scale * scale:
        dx = i % scale
        w = i // scale % width
        dy = i // (scale * width) % scale
        h = i // (scale * width * scale)
        y[i] = x[((dy * scale + dx) * height + h) * width + w]


@cute.jit
def shuffle(x: cute.Tensor, y: cute.Tensor, scale: cutlass.Int32, height: cutlass.Int32, width: cutlass.Int32):
    """Launches it on flat tensors."""
    blocks = cute.ceil_div(height * width * scale * scale, THREADS)
    shuffle_kernel(x, y, scale, height, width).launch(grid=[blocks, 1, 1], block=[THREADS, 1, 1])


@cute.kernel
def guarded_kernel(x: cute.Tensor, z: cute.Tensor, y: cute.Tensor):
    """The sum of two vectors, one element a thread, of those that there are."""
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    if i < y.shape[0]:
        y[i] = x[i] + z[i]


@cute.jit
def guarded(x: cute.Tensor, z: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    guarded_kernel(x, z, y).launch(grid=[cute.ceil_div(y.shape[0], THREADS), 1, 1], block=[THREADS, 1, 1])


@cute.kernel
def rounds_kernel(x: cute.Tensor, y: cute.Tensor):
    """A sum that grows between barriers by what a neighbour has."""
    tid = cute.arch.thread_idx()[0]
    i = cute.arch.block_idx()[0] * THREADS + tid
    smem = cutlass.utils.SmemAllocator()
    shared = smem.allocate_tensor(cutlass.Float32, cute.make_layout(THREADS))
    total = x[i] * 0.5
    for k in cutlass.range_constexpr(ROUNDS):
        shared[tid] = total
        cute.arch.sync_threads()
        total = total * 0.75 + shared[(tid + k + 1) % THREADS] * 0.25
        cute.arch.sync_threads()
    y[i] = total


@cute.jit
def rounds(x: cute.Tensor, y: cute.Tensor):
    """Launches it on a number of elements that `THREADS` divides."""
    rounds_kernel(x, y).launch(grid=[x.shape[0] // THREADS, 1, 1], block=[THREADS, 1, 1])


@cute.kernel
def unrolled_product_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """A product by tiles of 16 in shared memory, all of them written out: the sum lives over all barriers."""
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    left = smem.allocate_tensor(cutlass.Float32, cute.make_layout((16, 16), stride=(17, 1)))
    right = smem.allocate_tensor(cutlass.Float32, cute.make_layout((16, 16), stride=(16, 1)))
    total = cutlass.Float32(0.0)
    for tile in cutlass.range_constexpr(WRITTEN_OUT // 16):
        left[ty, tx] = a[by * 16 + ty, tile * 16 + tx]
        right[ty, tx] = b[tile * 16 + ty, bx * 16 + tx]
        cute.arch.sync_threads()
        for k in cutlass.range_constexpr(16):
            total += left[ty, k] * right[k, tx]
        cute.arch.sync_threads()
    c[by * 16 + ty, bx * 16 + tx] = total


@cute.jit
def unrolled_product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Launches it on a depth of `WRITTEN_OUT`."""
    unrolled_product_kernel(a, b, c).launch(grid=[c.shape[1] // 16, c.shape[0] // 16, 1], block=[16, 16, 1])


def programs() -> Iterator[tuple[str, Any, list[Any], np.ndarray, np.ndarray]]:
    """Names, functions, their arguments, the result's array, and what is right."""
    rng = np.random.default_rng(13)

    def normal(*shape: int) -> np.ndarray:
        return rng.standard_normal(shape, dtype=np.float32)

    x, z = normal(2048), normal(2048)
    y = np.empty((2048, 2048), np.float32)
    yield "outer product 2048", outer, [x, z, y], y, np.outer(x, z)
    x, scale, bias = normal(2048, 2048), normal(2048), normal(2048)
    y = np.empty_like(x)
    yield "epilogue 2048", epilogue, [x, scale, bias, y], y, x * scale[:, None] + bias
    x = normal(1 << 16)
    y = np.empty_like(x)
    yield "900 statements", statements, [x, y], y, _stated(x)
    a, b = normal(512, 512), normal(512, 512)
    c = np.empty_like(a)
    yield "columns of a product 512", column_product, [a, b, c], c, a @ b
    c = np.empty_like(a)
    apart = (a**2).sum(axis=1, keepdims=True) + (b**2).sum(axis=0) - 2 * a @ b
    yield "squared distances 512", distances, [a, b, c], c, apart
    image = normal(4, 4, 300, 500)
    y = np.empty(image.size, np.float32)
    yield (
        "pixel shuffle 4 x 300 x 500",
        shuffle,
        [image.ravel(), y, 4, 300, 500],
        y,
        image.transpose(2, 0, 3, 1).ravel(),
    )
    x, z = normal((1 << 24) - 5), normal((1 << 24) - 5)
    y = np.empty_like(x)
    yield "guarded sum 16M", guarded, [x, z, y], y, x + z
    x = normal(1 << 18)
    y = np.empty_like(x)
    yield "rounds 256K", rounds, [x, y], y, _met(x)
    a, b = normal(256, WRITTEN_OUT), normal(WRITTEN_OUT, 256)
    c = np.empty((256, 256), np.float32)
    yield "tiles of a product, written out", unrolled_product, [a, b, c], c, a @ b


def _stated(x: np.ndarray) -> np.ndarray:
    held = [x.astype(np.float64) + k for k in range(8)]
    for form, a, b, c in STATEMENTS:
        if form == 0:
            held[a] = held[a] * 0.5 + held[b] * c
        elif form == 1:
            held[a] = np.sqrt(held[b] ** 2 + 1) - c
        elif form == 2:
            held[a] = held[a] - c * held[b]
        else:
            held[a] = held[b] / (1 + held[a] ** 2)
    return np.sum(held, axis=0).astype(np.float32)


def _met(x: np.ndarray) -> np.ndarray:
    total = x.reshape(-1, THREADS).astype(np.float64) * 0.5
    for k in range(ROUNDS):
        total = total * 0.75 + np.roll(total, -(k + 1), axis=1) * 0.25
    return total.astype(np.float32).ravel()
