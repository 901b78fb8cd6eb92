"""Compiles and runs in worker processes that start from nothing (`spawn`)."""

from __future__ import annotations

import multiprocessing

import cutlass
import cutlass.cute as cute
import numpy as np


@cute.kernel
def scale_kernel(x: cute.Tensor, factor: cutlass.Float32):
    i, _, _ = cute.arch.thread_idx()
    x[i] = x[i] * factor


@cute.jit
def scale(x: cute.Tensor, factor: cutlass.Float32):
    scale_kernel(x, factor).launch(grid=1, block=cute.size(x))


def work(factor: float) -> float:
    x = np.ones(32, np.float32)
    scale(x, factor)
    return float(x.sum())


if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        sums = pool.map(work, [1.0, 2.5])
    print("PASS" if sums == [32.0, 80.0] else f"WRONG {sums}")
