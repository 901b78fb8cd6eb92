"""Loops carry the number of a stage where they carried a part of a ring in shared memory; programs compute the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from xdsl.dialects import scf
from xdsl.dialects.func import FuncOp

import cutedsl as cutlass
from cutedsl import cute
from cutedsl.config import override
from cutedsl.cute.runtime import make_fake_compact_tensor
from cutedsl.driver.compile.pipeline import Artifacts
from cutedsl.ir.types import MemRefType
from cutedsl.passes.expand import tensors
from cutedsl.passes.expand.carried_slices import carry_indices
from tests.lowered import lowered

THREADS, STAGES, STEPS = 32, 3, 7


@cute.jit
def from_the_first_stage(ring: Any, steps: Any, thread: Any) -> Any:
    tile, stage, total = ring[None, None, 0], 1, cutlass.Float32(0)
    for _ in range(steps):
        total += tile[thread % 8, thread]
        tile = ring[None, None, stage]
        stage += 1
        if stage == STAGES:
            stage = 0
    return total


@cute.jit
def in_the_last_of_unrolled_turns(ring: Any, steps: Any, thread: Any) -> Any:
    tile, stage, total = ring[None, None, 0], 1, cutlass.Float32(0)
    for _ in range(steps):
        for row in cutlass.range(2, unroll_full=True):
            if row == 1:
                tile = ring[None, None, stage]
            total += tile[(thread + row) % 8, thread]
        stage = (stage + 1) % STAGES
    return total


@cute.jit
def in_some_turns(ring: Any, steps: Any, thread: Any) -> Any:
    tile, before, total = ring[None, None, 2], ring[None, None, 0], cutlass.Float32(0)
    for step in range(steps):
        total += tile[thread % 8, thread] * 2.0 + before[0, thread]
        if step % 3 == 1:
            before = tile
            tile = ring[None, None, step % STAGES]
    return total + tile[0, thread]


@cute.jit
def of_other_rings(ring: Any, steps: Any, thread: Any) -> Any:
    tile, total = ring[None, None, 0], cutlass.Float32(0)
    for step in range(steps):
        total += tile[thread % 8, thread]
        other = cute.make_tensor(ring.iterator + 256 * (step % 2), ring.layout)
        tile = other[None, None, step % 2]
    return total


Body = Callable[[Any, Any, Any], Any]
CARRIED: tuple[Body, ...] = (from_the_first_stage, in_the_last_of_unrolled_turns, in_some_turns)


def program(body: Body) -> Any:
    @cute.kernel
    def kernel(x: cute.Tensor, y: cute.Tensor, steps: cutlass.Int32):
        thread, _, _ = cute.arch.thread_idx()
        ring = cutlass.utils.SmemAllocator().allocate_tensor(
            cutlass.Float32,
            cute.make_layout((8, THREADS, STAGES), stride=(THREADS, 1, 8 * THREADS)),
            1024,
            swizzle=cute.make_swizzle(3, 2, 3),
        )
        for stage in cutlass.range_constexpr(STAGES):
            for row in cutlass.range_constexpr(8):
                ring[row, thread, stage] = x[row, thread, stage]
        cute.arch.sync_threads()
        y[thread] = body(ring, steps, thread)

    @cute.jit
    def run(x: cute.Tensor, y: cute.Tensor, steps: cutlass.Int32):
        kernel(x, y, steps).launch(grid=1, block=THREADS)

    return run


def expected(body: Body, x: np.ndarray) -> np.ndarray:
    """The same body in Python, thread by thread."""
    total = np.zeros(THREADS, np.float32)
    for thread in range(THREADS):
        tile, before, stage = (2 if body is in_some_turns else 0), 0, 1
        for step in range(STEPS):
            if body is from_the_first_stage:
                total[thread] += x[thread % 8, thread, tile]
                tile, stage = stage, (stage + 1) % STAGES
            elif body is in_the_last_of_unrolled_turns:
                total[thread] += x[thread % 8, thread, tile] + x[(thread + 1) % 8, thread, stage]
                tile, stage = stage, (stage + 1) % STAGES
            else:
                total[thread] += 2 * x[thread % 8, thread, tile] + x[0, thread, before]
                if step % 3 == 1:
                    before, tile = tile, step % STAGES
        total[thread] += x[0, thread, tile] if body is in_some_turns else 0
    return total


def carried(kernel: FuncOp) -> list[MemRefType]:
    """The tensors that loops of a kernel carry."""
    loops = [op for op in kernel.walk() if isinstance(op, scf.ForOp)]
    return [arg.type for loop in loops for arg in loop.body.block.args if isinstance(arg.type, MemRefType)]


@pytest.mark.parametrize("body", CARRIED)
def test_a_program_that_carries_stages_computes_the_same(body: Body, monkeypatch: pytest.MonkeyPatch) -> None:
    expand, counts = tensors._expand_function, list[tuple[int, int]]()

    def with_numbers(kernel: FuncOp, *others: Any) -> FuncOp:
        made = carry_indices(kernel)
        counts.append((len(carried(kernel)), len(carried(made))))
        return expand(made, *others)

    monkeypatch.setattr(tensors, "_expand_function", with_numbers)
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 50, (8, THREADS, STAGES)).astype(np.float32), np.zeros(THREADS, np.float32)
    program(body)(x, y, STEPS)
    np.testing.assert_array_equal(y, expected(body, x))
    assert any(before and not after for before, after in counts)


def gpu(body: Body) -> Artifacts:
    x = make_fake_compact_tensor(cutlass.Float32, (8, THREADS, STAGES))
    y = make_fake_compact_tensor(cutlass.Float32, (THREADS,))
    return lowered(lambda: cute.compile(program(body), x, y, 4, options="--target cpu"))


def turn(ptx: str) -> list[str]:
    """The lines of the last loop."""
    lines = ptx.splitlines()
    back, label = [(k, line.split()[-1][:-1]) for k, line in enumerate(lines) if "bra" in line and "$L__BB" in line][-1]
    begin = lines.index(f"{label}:")
    return lines[begin:back] if begin < back else lines


@pytest.mark.parametrize("body", [from_the_first_stage, in_the_last_of_unrolled_turns])
def test_a_turn_adds_the_stage_to_an_address_and_swizzles_none(body: Body) -> None:
    with override(without=frozenset({"carried-slices"})):
        pointers = gpu(body).ptx("sm_90a")
    numbers = "\n".join(turn(gpu(body).ptx("sm_90a")))
    assert "xor.b32" in "\n".join(turn(pointers))
    assert "xor.b32" not in numbers
    assert "or.b32" not in numbers
    assert numbers.count("add.s64") == numbers.count("ld.shared")


def test_parts_of_several_tensors_stay_pointers() -> None:
    with override(without=frozenset({"carried-slices"})):
        pointers = gpu(of_other_rings).ptx("sm_90a")
    assert gpu(of_other_rings).ptx("sm_90a") == pointers
