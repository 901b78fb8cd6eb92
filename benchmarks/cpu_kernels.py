"""Kernels as people write them on the CPU target against NumPy (its BLAS) and torch, interleaved, bounds checks on.

Floors: 3 x 64 MiB moved for the vector add; 64 MiB read (and written) for the row-wise kernels; 2 N^3 multiply-adds for
the product, which is the tiled one of every tutorial: 64 x 64 x 16 tiles in shared memory, 256 threads, two barriers.
The last is Hopper's kernel, whose time has a limit. All sides read and write the same memory. Ratios are of minima (in
brackets of medians): above 1, the kernel is faster. Run: `python -m benchmarks.cpu_kernels`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from benchmarks.record import interleaved_ms, write_result
from cutedsl.execution.cpu.pool import usable_cores
from examples.row_sum import reduce_sum

TILE, DEPTH = 64, 16
HOPPER_BLOCKS, HOPPER_LIMIT_MS = 16, 80.0
SETTLE_S = 0.15
"""Threads of NumPy's BLAS hold a core for some 100 ms after their work."""
TURNS, TIMED = 7, 5


@cute.kernel
def add_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """One element a thread, guarded at the end."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 256 + tidx
    if i < c.shape[0]:
        c[i] = a[i] + b[i]


@cute.jit
def add(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Launches it."""
    add_kernel(a, b, c).launch(grid=[cute.ceil_div(c.shape[0], 256), 1, 1], block=[256, 1, 1])


@cute.kernel
def softmax_kernel(x: cute.Tensor, y: cute.Tensor):
    """One warp a row: the maximum, the sum of exponentials, the quotients."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    row = bidx * 4 + tidx // 32
    lane = tidx % 32
    largest = cutlass.Float32(-1e30)
    for j in range(lane, x.shape[1], 32):
        largest = cute.arch.fmax(largest, x[row, j])
    largest = cute.arch.warp_reduction_max(largest)
    total = cutlass.Float32(0.0)
    for j in range(lane, x.shape[1], 32):
        e = cute.math.exp(x[row, j] - largest)
        y[row, j] = e
        total += e
    scale = 1.0 / cute.arch.warp_reduction_sum(total)
    for j in range(lane, x.shape[1], 32):
        y[row, j] = y[row, j] * scale


@cute.jit
def softmax(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    softmax_kernel(x, y).launch(grid=[x.shape[0] // 4, 1, 1], block=[128, 1, 1])


@cute.kernel
def norm_kernel(x: cute.Tensor, w: cute.Tensor, b: cute.Tensor, y: cute.Tensor):
    """One warp a row: mean, variance, scale and shift."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    row = bidx * 4 + tidx // 32
    lane = tidx % 32
    n = x.shape[1]
    total = cutlass.Float32(0.0)
    for j in range(lane, n, 32):
        total += x[row, j]
    mean = cute.arch.warp_reduction_sum(total) / n.to(cutlass.Float32)
    square = cutlass.Float32(0.0)
    for j in range(lane, n, 32):
        d = x[row, j] - mean
        square += d * d
    variance = cute.arch.warp_reduction_sum(square) / n.to(cutlass.Float32)
    scale = cute.math.rsqrt(variance + 1e-5)
    for j in range(lane, n, 32):
        y[row, j] = (x[row, j] - mean) * scale * w[j] + b[j]


@cute.jit
def layer_norm(x: cute.Tensor, w: cute.Tensor, b: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    norm_kernel(x, w, b, y).launch(grid=[x.shape[0] // 4, 1, 1], block=[128, 1, 1])


@cute.kernel
def product_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """C = A B, 64 x 64 of C a block, 4 x 4 of it a thread."""
    tidx, _, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    sa = smem.allocate_tensor(cutlass.Float32, cute.make_layout((TILE, DEPTH), stride=(1, TILE)))
    sb = smem.allocate_tensor(cutlass.Float32, cute.make_layout((DEPTH, TILE), stride=(TILE, 1)))
    sums = cute.make_rmem_tensor(cute.make_layout((4, 4)), cutlass.Float32)
    sums.fill(0.0)
    ty, tx = tidx // 16, tidx % 16
    for k0 in range(0, a.shape[1], DEPTH):
        for i in cutlass.range_constexpr(4):
            e = tidx + 256 * i
            sa[e // DEPTH, e % DEPTH] = a[by * TILE + e // DEPTH, k0 + e % DEPTH]
            sb[e // TILE, e % TILE] = b[k0 + e // TILE, bx * TILE + e % TILE]
        cute.arch.sync_threads()
        for k in range(DEPTH):
            for i in cutlass.range_constexpr(4):
                for j in cutlass.range_constexpr(4):
                    sums[i, j] += sa[ty * 4 + i, k] * sb[k, tx * 4 + j]
        cute.arch.sync_threads()
    for i in cutlass.range_constexpr(4):
        for j in cutlass.range_constexpr(4):
            c[by * TILE + ty * 4 + i, bx * TILE + tx * 4 + j] = sums[i, j]


@cute.jit
def product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Launches it."""
    grid = [c.shape[1] // TILE, c.shape[0] // TILE, 1]
    product_kernel(a, b, c).launch(grid=grid, block=[256, 1, 1])


def _numpy_softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def _numpy_norm(x: np.ndarray, w: np.ndarray, b: np.ndarray) -> np.ndarray:
    mean = x.mean(axis=1, keepdims=True)
    return (x - mean) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5) * w + b


def measure(
    name: str, function: Any, arrays: list[np.ndarray], reference: np.ndarray, others: dict[str, Callable[[], object]]
) -> dict[str, object]:
    """One kernel: checked against the reference, then timed with its rivals."""
    arrays[-1][...] = np.nan
    program = cute.compile(function, *arrays, options="--target cpu")
    program(*arrays)
    error = float(np.linalg.norm(arrays[-1] - reference) / np.linalg.norm(reference))
    assert error < 1e-5, (name, error)
    works = {"cutedsl": lambda: program(*arrays), **others}
    times = interleaved_ms(works, turns=TURNS, timed=TIMED, settle_s=SETTLE_S)
    least, middle = (_ratios(times, key) for key in ("min_ms", "median_ms"))
    both = ", ".join(f"{rival} {least[rival]} x ({middle[rival]} x)" for rival in others)
    print(f"{name}: {times['cutedsl']['min_ms']:.3f} ms, error {error:.1e}, {both}")
    return {"kernel": name, "error": error, "times": times, "speed_against": least, "speed_of_medians": middle}


def _ratios(times: dict[str, dict[str, float]], key: str) -> dict[str, float]:
    """How much longer each rival takes."""
    own = times["cutedsl"][key]
    return {name: round(found[key] / own, 3) for name, found in times.items() if name != "cutedsl"}


def hopper_product(torch: Any) -> dict[str, object]:
    """The warp-specialised kernel of Hopper, unchanged: TMA, mbarriers and wgmma on 1024 x 1024 x 1024 of bfloat16."""
    kernel = importlib.import_module("examples.gemm.6_warp_specialised")
    a, b, c = (torch.randn(1024, 1024).to(torch.bfloat16) for _ in range(3))
    program = cute.compile(kernel.gemm, a, b, c, HOPPER_BLOCKS, options="--target cpu")
    program(a, b, c, HOPPER_BLOCKS)
    exact = a.double() @ b.double().T
    error = float((c.double() - exact).norm() / exact.norm())
    assert error < 1e-2, error
    works = {"cutedsl": lambda: program(a, b, c, HOPPER_BLOCKS), "torch": lambda: torch.matmul(a, b.T)}
    times = interleaved_ms(works, turns=9)
    print(f"wgmma GEMM 1024: {times['cutedsl']['min_ms']:.1f} ms, limit {HOPPER_LIMIT_MS}, error {error:.1e}")
    return {"kernel": "wgmma GEMM 1024 bf16", "error": error, "times": times, "limit_ms": HOPPER_LIMIT_MS}


def main() -> None:
    """All kernels, with torch where it is there."""
    try:
        torch: Any = importlib.import_module("torch")
    except ImportError:
        torch = None
    rng = np.random.default_rng(7)
    rows: list[dict[str, object]] = []

    def normal(*shape: int) -> np.ndarray:
        return rng.standard_normal(shape, dtype=np.float32)

    def rivals(numpy: Callable[[], object], inputs: list[np.ndarray], in_torch: Any) -> dict[str, Callable[[], object]]:
        if torch is None:
            return {"numpy": numpy}
        tensors = [torch.from_numpy(x) for x in inputs]
        return {"numpy": numpy, "torch": lambda: in_torch(*tensors)}

    a, b, c = normal(1 << 24), normal(1 << 24), np.empty(1 << 24, np.float32)
    others = rivals(lambda: np.add(a, b, out=c), [a, b, c], lambda x, y, z: torch.add(x, y, out=z))
    rows.append(measure("vector add 16M", add, [a, b, c], a + b, others))
    x, y = normal(4096, 4096), np.empty((4096, 4096), np.float32)
    sums = np.empty(4096, np.float32)
    others = rivals(lambda: x.sum(axis=1), [x], lambda t: t.sum(1))
    rows.append(measure("row sum 4096 x 4096", reduce_sum, [x, sums], x.sum(axis=1, dtype=np.float64), others))
    others = rivals(lambda: _numpy_softmax(x), [x], lambda t: torch.softmax(t, 1))
    rows.append(measure("softmax 4096 x 4096", softmax, [x, y], _numpy_softmax(x), others))
    w, v = normal(4096), normal(4096)
    others = rivals(
        lambda: _numpy_norm(x, w, v), [x, w, v], lambda t, s, u: torch.nn.functional.layer_norm(t, (4096,), s, u)
    )
    rows.append(measure("layer norm 4096 x 4096", layer_norm, [x, w, v, y], _numpy_norm(x, w, v), others))
    for n in (512, 1024):
        p, q, r = normal(n, n), normal(n, n), np.empty((n, n), np.float32)
        others = rivals(lambda p=p, q=q, r=r: np.matmul(p, q, out=r), [], lambda: None)
        others.pop("torch", None)
        rows.append(measure(f"SGEMM {n}", product, [p, q, r], p.astype(np.float64) @ q, others))
    if torch is not None:
        rows.append(hopper_product(torch))
    versions = {"numpy": np.__version__, "torch": None if torch is None else torch.__version__}
    print(write_result("cpu_kernels", rows, cutedsl_threads=usable_cores(), **versions))


if __name__ == "__main__":
    main()
