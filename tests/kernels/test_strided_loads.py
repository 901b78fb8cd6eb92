"""Every n-th element of a row, whose last wide load ends with the tensor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays

KINDS = (np.float32, np.float16, np.int16, np.int8)


@cute.kernel
def pick_kernel(x: cute.Tensor, y: cute.Tensor, step: cutlass.Constexpr):
    i = cute.arch.block_idx()[0] * 64 + cute.arch.thread_idx()[0]
    y[i] = x[step * i + step - 1]


@cute.jit
def pick(x: cute.Tensor, y: cute.Tensor, step: cutlass.Constexpr):
    pick_kernel(x, y, step).launch(grid=y.shape[0] // 64, block=64)


def arrays_of(kind: Any, step: int) -> tuple[np.ndarray, np.ndarray]:
    return np.random.default_rng(7).integers(-100, 100, 256 * step).astype(kind), np.zeros(256, kind)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("step", range(2, 6))
def test_every_nth_element_is_loaded(step: int, kind: Any, target: str) -> None:
    arrays = Arrays(target)
    x, y = arrays_of(kind, step)
    out = arrays.put(y)
    pick(arrays.put(x), out, step)
    np.testing.assert_array_equal(arrays.get(out), x[step - 1 :: step])


def test_halves_come_by_whole_registers() -> None:
    text = cute.compile(pick, *arrays_of(np.float16, 4), 4, options="--target cpu").artifacts.llvm
    assert "load <96 x half>" in text and "load <32 x half>" in text and "load <125 x half>" not in text
