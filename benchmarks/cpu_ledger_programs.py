"""Kernels in the styles of other people's programs, ours in every word, for `benchmarks.cpu_ledger`.

They are what tutorials and puzzles have beside products and norms: flat indices taken apart by sizes, neighbours of an
image, one thread a body, rounds of a hash without loops, register tiles by Python loops, scans and transposes through
shared memory, warps that reduce rows. Each optimisation of the CPU target has programs here that it is for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

THREADS: Final = 256
TILE: Final = 32
ROUNDS: Final = 64
STEPS: Final = 400
KEYS: Final = 64
SOFTENING: Final = 1e-3


def exchanges(count: int) -> tuple[tuple[int, int], ...]:
    """Batcher's odd-even merges for a power of two, by lower and higher place.

    >>> exchanges(4)
    ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2))
    """
    found: list[tuple[int, int]] = []
    span = 1
    while span < count:
        apart = span
        while apart:
            for first in range(apart % span, count - apart, 2 * apart):
                pairs = ((k, k + apart) for k in range(first, min(first + apart, count - apart)))
                found += [(low, high) for low, high in pairs if low // (2 * span) == high // (2 * span)]
            apart //= 2
        span *= 2
    return tuple(found)


NETWORK: Final = exchanges(KEYS)


@cute.kernel
def permute_kernel(x: cute.Tensor, y: cute.Tensor, heads: cutlass.Int32, rows: cutlass.Int32, size: cutlass.Int32):
    """y[h, r, s] = x[r, h, s], by flat indices."""
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    if i < heads * rows * size:
        s = i % size
        r = i // size % rows
        h = i // (size * rows)
        y[i] = x[(r * heads + h) * size + s]


@cute.jit
def permute(x: cute.Tensor, y: cute.Tensor, heads: cutlass.Int32, rows: cutlass.Int32, size: cutlass.Int32):
    """Launches it on flat tensors."""
    blocks = cute.ceil_div(heads * rows * size, THREADS)
    permute_kernel(x, y, heads, rows, size).launch(grid=[blocks, 1, 1], block=[THREADS, 1, 1])


@cute.kernel
def blur_kernel(x: cute.Tensor, y: cute.Tensor, height: cutlass.Int32, width: cutlass.Int32):
    """The mean of the neighbours of each pixel that there are."""
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    if i < height * width:
        row, column = i // width, i % width
        total, count = cutlass.Float32(0.0), cutlass.Float32(0.0)
        for dy in cutlass.range_constexpr(-1, 2):
            for dx in cutlass.range_constexpr(-1, 2):
                if row + dy >= 0 and row + dy < height and column + dx >= 0 and column + dx < width:
                    total += x[i + dy * width + dx]
                    count += 1.0
        y[i] = total / count


@cute.jit
def blur(x: cute.Tensor, y: cute.Tensor, height: cutlass.Int32, width: cutlass.Int32):
    """Launches it on flat tensors."""
    blur_kernel(x, y, height, width).launch(grid=[cute.ceil_div(height * width, THREADS), 1, 1], block=[THREADS, 1, 1])


@cute.kernel
def hash_kernel(x: cute.Tensor, y: cute.Tensor):
    """Rounds of a hash of four words, without a loop: a long kernel in which threads do not meet."""
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    a, b, c, d = x[i], x[i] ^ 0x5BD1E995, x[i] + 0x1B873593, x[i] * 3
    for k in cutlass.range_constexpr(ROUNDS):
        a = a + b
        d = d ^ a
        d = (d << 16) | (d >> 16)
        c = c + d
        b = b ^ c
        b = (b << 12) | (b >> 20)
        a = a + (b ^ (0x9E3779B9 * (k + 1) & 0xFFFFFFFF))
        d = d ^ a
        d = (d << 8) | (d >> 24)
        c = c + d
        b = b ^ c
        b = (b << 7) | (b >> 25)
    y[i] = a ^ b ^ c ^ d


@cute.jit
def mix(x: cute.Tensor, y: cute.Tensor):
    """Launches it on a number of words that `THREADS` divides."""
    hash_kernel(x, y).launch(grid=[x.shape[0] // THREADS, 1, 1], block=[THREADS, 1, 1])


@cute.kernel
def polynomial_kernel(x: cute.Tensor, y: cute.Tensor):
    """A long polynomial by Horner's rule, written out."""
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    value, total = x[i], cutlass.Float32(0.0)
    for k in cutlass.range_constexpr(STEPS):
        total = total * value + (1.0 / (k + 1))
    y[i] = total


@cute.jit
def polynomial(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    polynomial_kernel(x, y).launch(grid=[x.shape[0] // THREADS, 1, 1], block=[THREADS, 1, 1])


@cute.kernel
def tile_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """8 x 8 of C a thread in registers, by Python loops over all 64 multiply-adds of 8 steps."""
    tx, ty = cute.arch.thread_idx()[0] % 16, cute.arch.thread_idx()[0] // 16
    row = (cute.arch.block_idx()[1] * 16 + ty) * 8
    column = (cute.arch.block_idx()[0] * 16 + tx) * 8
    sums = cute.make_rmem_tensor(cute.make_layout((8, 8), stride=(8, 1)), cutlass.Float32)
    sums.fill(0.0)
    for k0 in range(0, a.shape[1], 8):
        for k in cutlass.range_constexpr(8):
            for m in cutlass.range_constexpr(8):
                for n in cutlass.range_constexpr(8):
                    sums[m, n] += a[row + m, k0 + k] * b[k0 + k, column + n]
    for m in cutlass.range_constexpr(8):
        for n in cutlass.range_constexpr(8):
            c[row + m, column + n] = sums[m, n]


@cute.jit
def tile_product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Launches it; 128 divides the sizes."""
    tile_kernel(a, b, c).launch(grid=[c.shape[1] // 128, c.shape[0] // 128, 1], block=[THREADS, 1, 1])


@cute.kernel
def bodies_kernel(x: cute.Tensor, force: cute.Tensor):
    """The pull of all bodies on each, a tile of bodies in shared memory at a time."""
    tid = cute.arch.thread_idx()[0]
    i = cute.arch.block_idx()[0] * THREADS + tid
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout((THREADS, 3), stride=(3, 1)))
    px, py, pz = x[i, 0], x[i, 1], x[i, 2]
    fx, fy, fz = cutlass.Float32(0.0), cutlass.Float32(0.0), cutlass.Float32(0.0)
    for start in range(0, x.shape[0], THREADS):
        for axis in cutlass.range_constexpr(3):
            tile[tid, axis] = x[start + tid, axis]
        cute.arch.sync_threads()
        for j in range(THREADS):
            dx, dy, dz = tile[j, 0] - px, tile[j, 1] - py, tile[j, 2] - pz
            near = cute.math.rsqrt(dx * dx + dy * dy + dz * dz + SOFTENING)
            pull = near * near * near
            fx += dx * pull
            fy += dy * pull
            fz += dz * pull
        cute.arch.sync_threads()
    force[i, 0] = fx
    force[i, 1] = fy
    force[i, 2] = fz


@cute.jit
def bodies(x: cute.Tensor, force: cute.Tensor):
    """Launches it; `THREADS` divides the number of bodies."""
    bodies_kernel(x, force).launch(grid=[x.shape[0] // THREADS, 1, 1], block=[THREADS, 1, 1])


@cute.kernel
def scan_kernel(x: cute.Tensor, y: cute.Tensor):
    """Sums of all that come before within a block, in a logarithm of steps."""
    tid = cute.arch.thread_idx()[0]
    i = cute.arch.block_idx()[0] * THREADS + tid
    smem = cutlass.utils.SmemAllocator()
    sums = smem.allocate_tensor(cutlass.Float32, cute.make_layout(THREADS))
    sums[tid] = x[i]
    cute.arch.sync_threads()
    for step in cutlass.range_constexpr(8):
        before = cutlass.Float32(0.0)
        if tid >= 2**step:
            before = sums[tid - 2**step]
        cute.arch.sync_threads()
        sums[tid] += before
        cute.arch.sync_threads()
    y[i] = sums[tid]


@cute.jit
def scan(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    scan_kernel(x, y).launch(grid=[x.shape[0] // THREADS, 1, 1], block=[THREADS, 1, 1])


@cute.kernel
def transpose_kernel(x: cute.Tensor, y: cute.Tensor):
    """Tiles of 32 x 32 through shared memory, a column of padding between them."""
    tx, ty = cute.arch.thread_idx()[0] % TILE, cute.arch.thread_idx()[0] // TILE
    bx, by, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout((TILE, TILE), stride=(TILE + 1, 1)))
    for k in cutlass.range_constexpr(0, TILE, 8):
        tile[ty + k, tx] = x[by * TILE + ty + k, bx * TILE + tx]
    cute.arch.sync_threads()
    for k in cutlass.range_constexpr(0, TILE, 8):
        y[bx * TILE + ty + k, by * TILE + tx] = tile[tx, ty + k]


@cute.jit
def transpose(x: cute.Tensor, y: cute.Tensor):
    """Launches it; 32 divides the sizes."""
    transpose_kernel(x, y).launch(grid=[x.shape[1] // TILE, x.shape[0] // TILE, 1], block=[THREADS, 1, 1])


@cute.kernel
def pairs_kernel(x: cute.Tensor, y: cute.Tensor):
    """A gate times a value, from columns beside each other: each thread reads two and writes one."""
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    gate, value = x[i, 0], x[i, 1]
    if gate > 0.0:
        y[i] = gate * value
    else:
        y[i] = 0.01 * gate * value


@cute.jit
def pairs(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    pairs_kernel(x, y).launch(grid=[x.shape[0] // THREADS, 1, 1], block=[THREADS, 1, 1])


@cute.kernel
def network_kernel(x: cute.Tensor, y: cute.Tensor):
    """Sorts the columns of a matrix of few rows, a thread a column, by a network of exchanges in registers."""
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    values = [x[k, i] for k in range(KEYS)]
    for low, high in NETWORK:
        least = cute.arch.fmin(values[low], values[high])
        values[high] = cute.arch.fmax(values[low], values[high])
        values[low] = least
    for k in cutlass.range_constexpr(KEYS):
        y[k, i] = values[k]


@cute.jit
def network(x: cute.Tensor, y: cute.Tensor):
    """Launches it; `THREADS` divides the columns."""
    network_kernel(x, y).launch(grid=[x.shape[1] // THREADS, 1, 1], block=[THREADS, 1, 1])


@cute.kernel
def block_norm_kernel(x: cute.Tensor, y: cute.Tensor):
    """Divides each row by its norm, a block a row: strides of the block, then a tree through shared memory."""
    tid, row = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    smem = cutlass.utils.SmemAllocator()
    sums = smem.allocate_tensor(cutlass.Float32, cute.make_layout(THREADS))
    total = cutlass.Float32(0.0)
    for j in range(tid, x.shape[1], THREADS):
        total += x[row, j] * x[row, j]
    sums[tid] = total
    cute.arch.sync_threads()
    for step in cutlass.range_constexpr(8):
        if tid < THREADS // 2 >> step:
            sums[tid] += sums[tid + (THREADS // 2 >> step)]
        cute.arch.sync_threads()
    scale = cute.math.rsqrt(sums[0])
    for j in range(tid, x.shape[1], THREADS):
        y[row, j] = x[row, j] * scale


@cute.jit
def block_norm(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    block_norm_kernel(x, y).launch(grid=[x.shape[0], 1, 1], block=[THREADS, 1, 1])


def programs() -> Iterator[tuple[str, Any, list[Any], np.ndarray, np.ndarray]]:
    """Names, functions, their arguments, the result's array, and what is right."""
    rng = np.random.default_rng(11)

    def normal(*shape: int) -> np.ndarray:
        return rng.standard_normal(shape, dtype=np.float32)

    x = normal(512, 16, 128)
    y = np.empty(x.size, np.float32)
    yield "permute 512 x 16 x 128", permute, [x.ravel(), y, 16, 512, 128], y, x.transpose(1, 0, 2).ravel()
    image = normal(1000, 1500)
    y = np.empty(image.size, np.float32)
    yield "blur 1000 x 1500", blur, [image.ravel(), y, 1000, 1500], y, _blurred(image).ravel()
    words = rng.integers(0, 2**32, 1 << 18, dtype=np.uint32)
    hashed = np.empty_like(words)
    yield "hash 256K", mix, [words, hashed], hashed, _hashed(words)
    value = rng.uniform(-1, 1, 1 << 20).astype(np.float32)
    y = np.empty_like(value)
    exact = np.polyval([1.0 / (k + 1) for k in range(STEPS)], value.astype(np.float64)).astype(np.float32)
    yield "polynomial of 400 steps", polynomial, [value, y], y, exact
    a, b = normal(256, 256), normal(256, 256)
    c = np.empty_like(a)
    yield "register tiles 256", tile_product, [a, b, c], c, a @ b
    place = normal(2048, 3)
    force = np.empty_like(place)
    yield "bodies 2048", bodies, [place, force], force, _pulls(place)
    columns = normal(KEYS, 1 << 14)
    y = np.empty_like(columns)
    yield "network of 64 keys", network, [columns, y], y, np.sort(columns, axis=0)
    x = normal(1024, 2048)
    y = np.empty_like(x)
    yield "block norm 1024 x 2048", block_norm, [x, y], y, x / np.sqrt((x**2).sum(axis=1, keepdims=True))
    x = normal(128, 1 << 16)
    y = np.empty_like(x)
    yield "block norm 128 x 65536", block_norm, [x, y], y, x / np.sqrt((x**2).sum(axis=1, keepdims=True))
    line = normal(1 << 20)
    y = np.empty_like(line)
    yield "scan 1M", scan, [line, y], y, np.cumsum(line.reshape(-1, THREADS), axis=1, dtype=np.float32).ravel()
    matrix = normal(2048, 1024)
    turned = np.empty((1024, 2048), np.float32)
    yield "transpose 2048 x 1024", transpose, [matrix, turned], turned, matrix.T
    two = normal(1 << 20, 2)
    y = np.empty(1 << 20, np.float32)
    gate = two[:, 0]
    yield "gated pairs 1M", pairs, [two, y], y, np.where(gate > 0, gate, np.float32(0.01) * gate) * two[:, 1]


def _blurred(image: np.ndarray) -> np.ndarray:
    padded, ones = np.pad(image, 1), np.pad(np.ones_like(image), 1)
    height, width = image.shape
    windows = [(slice(dy, dy + height), slice(dx, dx + width)) for dy in range(3) for dx in range(3)]
    return np.sum([padded[one] for one in windows], axis=0) / np.sum([ones[one] for one in windows], axis=0)


def _hashed(words: np.ndarray) -> np.ndarray:
    def turned(x: np.ndarray, bits: int) -> np.ndarray:
        return x << np.uint32(bits) | x >> np.uint32(32 - bits)

    a, b = words.copy(), words ^ np.uint32(0x5BD1E995)
    c, d = words + np.uint32(0x1B873593), words * np.uint32(3)
    for k in range(ROUNDS):
        a = a + b
        d = turned(d ^ a, 16)
        c = c + d
        b = turned(b ^ c, 12)
        a = a + (b ^ np.uint32(0x9E3779B9 * (k + 1) & 0xFFFFFFFF))
        d = turned(d ^ a, 8)
        c = c + d
        b = turned(b ^ c, 7)
    return a ^ b ^ c ^ d


def _pulls(place: np.ndarray) -> np.ndarray:
    apart = place[None].astype(np.float64) - place[:, None]
    near = 1.0 / np.sqrt((apart**2).sum(axis=2) + SOFTENING)
    return (apart * near[..., None] ** 3).sum(axis=1).astype(np.float32)
