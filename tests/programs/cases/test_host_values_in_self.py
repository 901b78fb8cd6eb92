"""Kernels of an object that holds run-time values of the host: a loop that calls its methods leaves them alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack


class Part:
    """Counts its calls; also what a launch was planned with."""

    def __init__(self) -> None:
        self.calls = cutlass.Int32(0)

    def call(self) -> None:
        self.calls += 1


class Plan:
    """What a launch was planned with, as values that the object names itself."""

    def __init__(self, size: Any) -> None:
        self.size = size

    def __extract_mlir_values__(self) -> list[Any]:
        return cutlass.extract_mlir_values(self.size)

    def __new_from_mlir_values__(self, values: list[Any]) -> Plan:
        return Plan(cutlass.new_from_mlir_values(self.size, values))


def called(counted: Counted, value: Any) -> Any:
    """What a kernel calls with the whole object."""
    counted.part.call()
    return value


class Counted:
    """Adds up the numbers of a tensor; `planned` is the host's."""

    def __init__(self, loop: str) -> None:
        self.loop = loop

    @cute.jit
    def __call__(self, x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
        self.plan, self.planned = Plan(n + 1), x.shape[0]
        self.kernel(x, y).launch(grid=1, block=1)

    @cute.kernel
    def kernel(self, x: cute.Tensor, y: cute.Tensor):
        total, k = cutlass.Int32(0), cutlass.Int32(0)
        self.part = Part()
        if cutlass.const_expr(self.loop == "while"):
            while k < x.shape[0]:
                total += called(self, x[k])
                k += 1
        else:
            for k in range(x.shape[0]):
                total += called(self, x[k])
        y[0], y[1] = total, self.part.calls


@pytest.mark.parametrize("loop", ["for", "while"])
def test_a_loop_that_changes_self_leaves_the_hosts_values_in_it_alone(loop: str) -> None:
    x, y = np.arange(5, dtype=np.int32), np.zeros(2, np.int32)
    Counted(loop)(from_dlpack(x).mark_layout_dynamic(), from_dlpack(y), 3)
    assert y.tolist() == [10, 5]
