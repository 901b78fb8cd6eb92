"""What a host function is taken for: only loops and launches on the CPU need Python around the call."""

from __future__ import annotations

import numpy as np

import cutedsl.cute as cute
from cutedsl.arch.abi.call_description import HostKind
from cutedsl.codegen.abi.host_kind import host_kind
from cutedsl.ir.text import parse_module


@cute.kernel
def _nothing(x: cute.Tensor):
    pass


@cute.jit
def _direct(x: cute.Tensor, flag: cute.Boolean):
    if flag:
        x[0] = 1.0


@cute.jit
def _launches(x: cute.Tensor):
    _nothing(x).launch(grid=(1, 1, 1), block=(32, 1, 1))


@cute.jit
def _loops(x: cute.Tensor, n: cute.Int32):
    for i in range(n):
        x[i] = 1.0


X = np.zeros(4, np.float32)


def _kind(function: object, *args: object, here: bool = True) -> HostKind:
    text = cute.compile(function, *args, options="--target cpu").artifacts.ir
    return host_kind(parse_module(text), launches_here=here)


def test_branches_alone_are_direct() -> None:
    assert _kind(_direct, X, True) is HostKind.DIRECT


def test_a_launch_counts_where_the_kernel_runs_here() -> None:
    assert _kind(_launches, X) is HostKind.LAUNCHES
    assert _kind(_launches, X, here=False) is HostKind.DIRECT


def test_a_loop_decides_the_kind() -> None:
    assert _kind(_loops, X, 4) is HostKind.LOOPS
