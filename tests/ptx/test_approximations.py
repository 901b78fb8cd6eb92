"""Functions that the hardware approximates are one instruction each."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def approximate(x: cute.Tensor, function: cutlass.Constexpr[Any]):
    t, _, _ = cute.arch.thread_idx()
    x[t] = function(x[t])


@cute.jit
def run(x: cute.Tensor, function: cutlass.Constexpr[Any]):
    approximate(x, function).launch(grid=(1, 1, 1), block=(32, 1, 1))


FUNCTIONS = {
    "rcp_approx": (lambda x: cute.arch.rcp_approx(x), r"rcp\.approx"),
    "rcp, fast": (lambda x: cute.math.rcp(x, fastmath=True), r"rcp\.approx"),
    "rcp": (lambda x: cute.math.rcp(x), r"rcp\.rn"),
    "exp2, fast": (lambda x: cute.math.exp2(x, fastmath=True), r"ex2\.approx"),
    "rsqrt, fast": (lambda x: cute.math.rsqrt(x, fastmath=True), r"rsqrt\.approx"),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_approximation_is_one_instruction(name: str) -> None:
    function, wanted = FUNCTIONS[name]
    x = cute.runtime.from_dlpack(np.ones(32, np.float32))
    artifacts: Any = cute.compile(run, x, function, options="--target cpu").artifacts
    ptx: str = artifacts.ptx("sm_90a")
    assert len(re.findall(wanted, ptx)) == 1
    assert "div." not in ptx


def test_a_fast_reciprocal_of_registers_is_that_of_each_element() -> None:
    @cute.kernel
    def of_four(x: cute.Tensor):
        x.store(cute.math.rcp(x.load(), fastmath=True))

    @cute.jit
    def launch(x: cute.Tensor):
        of_four(x).launch(grid=(1, 1, 1), block=(1, 1, 1))

    x = np.array([1.0, -4.0, np.inf, 0.0], np.float32)
    launch(cute.runtime.from_dlpack(x))
    assert x.tolist() == [1.0, -0.25, 0.0, np.inf]
