"""Plain Python functions that kernels and host functions call, with what pytest makes of their `assert`."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute


def larger(x: cute.Tensor) -> cutlass.Int32:
    assert cute.size(x) + cutlass.Int32(1) is not None
    größe = cutlass.Int32(cute.size(x)) + 2
    return größe


@cute.jit
def write(x: cute.Tensor, n: cutlass.Int32):
    größe = n + 1
    x[0] = größe + larger(x)


def test_a_helper_with_an_assertion() -> None:
    """pytest keeps the parts of an assertion in variables of names that are none."""
    x = np.zeros(4, np.int32)
    write(x, 3)
    assert x[0] == 10
