"""Turns that repeat the one before them are left out on a GPU; any other loop keeps all of its turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from xdsl.dialects import scf

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.driver.compile.pipeline import Artifacts
from cutedsl.passes.expand.repeated_turns import turns_repeat
from tests.lowered import lowered

TURNS = 3


def copies(x: Any, y: Any, part: Any, total: Any) -> None:
    is_there = cute.make_rmem_tensor(4, cutlass.Boolean)
    for i in cutlass.range_constexpr(4):
        is_there[i] = y[i] > 0.0
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32)
    for _ in range(TURNS):
        cute.copy(atom, x, part, pred=is_there)


def adds(x: Any, y: Any, part: Any, total: Any) -> None:
    for _ in range(TURNS):
        total.store(x.load() + part.load())


def adds_up(x: Any, y: Any, part: Any, total: Any) -> None:
    for _ in range(TURNS):
        total.store(x.load() + total.load())


def uses_its_counter(x: Any, y: Any, part: Any, total: Any) -> None:
    for i in range(TURNS):
        total[i] = x[i]


def carries(x: Any, y: Any, part: Any, total: Any) -> None:
    last = cutlass.Float32(1)
    for _ in range(TURNS):
        last = last * x[0] + 1
    total[0] = last


def meets(x: Any, y: Any, part: Any, total: Any) -> None:
    for _ in range(TURNS):
        part[0] = x[0]
        cute.arch.sync_threads()


def stores_where_others_read(x: Any, y: Any, part: Any, total: Any) -> None:
    for _ in range(TURNS):
        y[0] = x[0]


def adds_up_in_shared_memory(x: Any, y: Any, part: Any, total: Any) -> None:
    shared = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(4))
    for _ in range(TURNS):
        shared[0] = shared[0] + x[0]
    total[0] = shared[0]


def counts(x: Any, y: Any, part: Any, total: Any) -> None:
    for _ in range(TURNS):
        total[0] = cute.arch.atomic_add(y.iterator, cutlass.Float32(1))


def compiled(body: Callable[..., None]) -> Artifacts:
    """A kernel with a loop on its arguments and two fragments."""

    @cute.kernel
    def kernel(x: cute.Tensor, y: cute.Tensor):
        part, total = (cute.make_rmem_tensor(4, cutlass.Float32) for _ in range(2))
        part.fill(0.0)
        total.fill(0.0)
        cute.jit(body)(x, y, part, total)
        y.store(y.load() + part.load() * total.load())

    @cute.jit
    def launch(x: cute.Tensor, y: cute.Tensor):
        kernel(x, y).launch(grid=(1, 1, 1), block=(32, 1, 1))

    x, y = (cute.runtime.from_dlpack(np.zeros(4, np.float32), assumed_align=16) for _ in range(2))
    return lowered(lambda: cute.compile(launch, x, y))


@pytest.mark.parametrize("body", [copies, adds])
def test_turns_that_repeat_each_other_are_known(body: Callable[..., None]) -> None:
    assert [turns_repeat(loop) for loop in loops_of(compiled(body))] == [True]


@pytest.mark.parametrize(
    "body",
    [adds_up, uses_its_counter, carries, meets, stores_where_others_read, adds_up_in_shared_memory, counts],
)
def test_other_turns_are_kept(body: Callable[..., None]) -> None:
    assert [turns_repeat(loop) for loop in loops_of(compiled(body))] == [False]


def test_a_gpu_runs_one_of_them() -> None:
    assert compiled(copies).ptx().count("ld.global") == 5  # one for all predicates, four for one turn


def loops_of(program: Artifacts) -> list[scf.ForOp]:
    return [op for op in program.program.module.walk() if isinstance(op, scf.ForOp)]
