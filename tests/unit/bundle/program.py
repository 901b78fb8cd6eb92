"""What the tests bundle: functions with several kinds of arguments. As a program it calls each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import cutedsl as cutlass
from cutedsl import bundle, cute


@cute.kernel
def scale_kernel(x: cute.Tensor, factor: cutlass.Float32):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    i = block * 128 + thread
    if i < x.shape[0]:
        x[i] = x.element_type(x[i] * factor)


@cute.jit
def scale(x: cute.Tensor, factor: cutlass.Float32 = 2.0):  # pyright: ignore[reportArgumentType]
    scale_kernel(x, factor).launch(grid=((x.shape[0] + 127) // 128, 1, 1), block=(128, 1, 1))


@cute.jit
def fill(x: cute.Tensor, value: cutlass.Constexpr, other: cute.Tensor | None = None):
    for i in range(x.shape[0]):
        x[i] = x.element_type(value)
        if cutlass.const_expr(other is not None):
            x[i] = x[i] + other[i]  # pyright: ignore[reportOptionalSubscript]


@dataclass
class Pair:
    """Two arguments in one."""

    x: cute.Tensor
    n: cutlass.Int32


@cute.jit
def of_parts(pair: Pair, more: tuple[cute.Tensor, cutlass.Int32]):
    pair.x[0] = pair.x.element_type(pair.n)
    pair.x[1] = pair.x.element_type(more[1])
    more[0][0] = more[0].element_type(pair.n + more[1])


@cute.jit
def past_the_end(x: cute.Tensor, i: cutlass.Int32):
    x[i] = x.element_type(1)


def filler(value: int) -> Callable[..., Any]:
    """A function for each value, all with one name."""

    @cute.jit
    def put(x: cute.Tensor):
        x[0] = x.element_type(value)

    return put


def calls() -> None:
    """Every call that the bundle is to serve."""
    f32, f16, i64 = (np.ones(4, dtype) for dtype in (np.float32, np.float16, np.int64))
    scale(f32, 2.0)
    scale(f16, 2.0)
    fill(f32, 3)
    fill(f32, 4)
    fill(f32, 4, f32.copy())
    of_parts(Pair(f32, 5), (i64, 6))  # pyright: ignore[reportArgumentType]
    past_the_end(f32, 0)
    with bundle.named("put_7"):
        filler(7)(f32)
    with bundle.named("put_8"):
        filler(8)(f32)


if __name__ == "__main__":
    calls()
