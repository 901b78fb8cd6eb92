"""Numbers of Python's for a kernel's annotated parameters: constants of the annotated types inside."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

SEEN: list[type] = []


@cute.kernel
def annotated(x: cute.Tensor, n: cutlass.Int32, f: cutlass.Float32, wide: cutlass.Int64 = 4, *, low: cutlass.Uint8 = 5):  # type: ignore[assignment]
    SEEN[:] = [type(n), type(f), type(wide), type(low)]
    more: Any = n
    x[0] = more.to(cutlass.Int64) + wide + f.to(cutlass.Int64) + low.to(cutlass.Int64)


@cute.jit
def host(x: cute.Tensor):
    annotated(x, 100, 20, 3, low=1).launch(grid=1, block=1)


@cute.kernel
def plain(x: cute.Tensor, n, compiled: cutlass.Constexpr):
    SEEN[:] = [type(n), type(compiled)]
    x[0] = n + compiled


@cute.jit
def host_of_plain(x: cute.Tensor):
    plain(x, 40, 2).launch(grid=1, block=1)


def test_a_kernel_gets_numbers_of_the_types_that_its_parameters_name() -> None:
    x = np.zeros(1, np.int64)
    host(x)
    assert x[0] == 124 and [cutlass.Int32, cutlass.Float32, cutlass.Int64, cutlass.Uint8] == SEEN


def test_numbers_for_other_parameters_stay() -> None:
    x = np.zeros(1, np.int64)
    host_of_plain(x)
    assert x[0] == 42 and [int, int] == SEEN
