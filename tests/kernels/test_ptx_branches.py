"""Branches and exits in inline PTX on the CPU, against the same written in Python, thread by thread."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Attribute, Block, Operation, SSAValue

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from cutedsl.ir.fast import fast
from cutedsl.passes.ptx import ends as ends_of_threads

N = 64
START = 7
END_IF_NEGATIVE = "{ .reg .pred p; setp.lt.s32 p, {$r0}, 0; @p exit; }"
UNLESS_BELOW = "{ .reg .pred p; setp.lt.s32 p, {$r0}, -4; @p exit; mov.b32 {$w0}, {$r0}; }"
END_IF_FOUR = "{ .reg .pred p; setp.eq.s32 p, {$r0}, 4; @p ret; }"
COLLATZ = """{
    .reg .pred p; .reg .s32 n, c, t;
    mov.s32 n, {$r0}; mov.s32 c, 0;
    setp.lt.s32 p, n, 1; @p bra BAD;
    AGAIN: setp.eq.s32 p, n, 1; @p bra DONE;
    add.s32 c, c, 1;
    and.b32 t, n, 1; setp.eq.s32 p, t, 0; @!p bra ODD;
    shr.s32 n, n, 1; bra AGAIN;
    ODD: mad.lo.s32 n, n, 3, 1; bra.uni AGAIN;
    BAD: mov.s32 c, -1;
    DONE: mov.s32 {$w0}, c; }"""
PRODUCT = """{
    .reg .pred p; .reg .s32 i, j, s;
    mov.s32 s, 0; mov.s32 i, 0;
    ROWS: mov.s32 j, 0;
    COLUMNS: add.s32 s, s, 1; add.s32 j, j, 1; setp.lt.s32 p, j, 3; @p bra COLUMNS;
    add.s32 i, i, 1; setp.lt.s32 p, i, {$r0}; @p bra ROWS;
    mov.s32 {$w0}, s; }"""


@cute.kernel
def ends(x: cute.Tensor, y: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    cute.arch.inline_ptx(END_IF_NEGATIVE, read_only_args=[x[i]])
    y[i] = x[i] + 1
    cute.arch.sync_threads()
    y[i] = y[i] * 2


def ends_alone(x: int) -> int:
    return START if x < 0 else (x + 1) * 2


@cute.kernel
def ends_in_a_for(x: cute.Tensor, y: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    total = cutlass.Int32(0)
    for k in cutlass.range(x[i] + 8):
        if k % 2 == 0:
            cute.arch.inline_ptx(END_IF_FOUR, read_only_args=[k])
            total += 1
        y[i] = total + 100 * k
    y[i] = -total


def ends_in_a_for_alone(x: int) -> int:
    y, total = START, 0
    for k in range(x + 8):
        if k == 4:
            return y
        total += k % 2 == 0
        y = total + 100 * k
    return -total


@cute.kernel
def ends_in_a_while(x: cute.Tensor, y: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    total = x[i]
    while total < 50:
        total += 7
        cute.arch.inline_ptx(END_IF_NEGATIVE, read_only_args=[40 - total - x[i]])
        y[i] = total
    y[i] = -total


def ends_in_a_while_alone(x: int) -> int:
    y, total = START, x
    while total < 50:
        total += 7
        if total + x > 40:
            return y
        y = total
    return -total


@cute.kernel
def ends_in_a_condition(x: cute.Tensor, y: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    total = x[i]
    while asked(total) < 20:
        total += 3
        y[i] = total
    y[i] = -total


@cute.jit
def asked(total: cutlass.Int32):
    cute.arch.inline_ptx(END_IF_NEGATIVE, read_only_args=[total + 4])
    return total


def ends_in_a_condition_alone(x: int) -> int:
    if x + 4 < 0:
        return START
    while x < 20:
        x += 3
    return -x


@cute.kernel
def ends_in_a_bare_condition(x: cute.Tensor, y: cute.Tensor):
    """The condition is the statement itself, so that it stands in the loop's own condition."""
    i, _, _ = cute.arch.thread_idx()
    total = x[i]
    while cute.arch.inline_ptx(UNLESS_BELOW, write_only_types=[cutlass.Int32], read_only_args=[total]) < 20:
        total += 3
        y[i] = total
    y[i] = -total


@cute.kernel
def branches(x: cute.Tensor, y: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    y[i] = cute.arch.inline_ptx(COLLATZ, write_only_types=[cutlass.Int32], read_only_args=[x[i]])


def branches_alone(n: int) -> int:
    steps = 0
    while n > 1:
        n, steps = n // 2 if n % 2 == 0 else 3 * n + 1, steps + 1
    return steps if n == 1 else -1


@cute.kernel
def loops(x: cute.Tensor, y: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    y[i] = cute.arch.inline_ptx(PRODUCT, write_only_types=[cutlass.Int32], read_only_args=[x[i]])


def loops_alone(n: int) -> int:
    return 3 * max(n, 1)


@cute.jit
def run(kernel: cutlass.Constexpr, x: cute.Tensor, y: cute.Tensor):
    kernel(x, y).launch(grid=1, block=N)


@pytest.mark.parametrize(
    ("kernel", "alone"),
    [
        (ends, ends_alone),
        (ends_in_a_for, ends_in_a_for_alone),
        (ends_in_a_while, ends_in_a_while_alone),
        (ends_in_a_condition, ends_in_a_condition_alone),
        (ends_in_a_bare_condition, ends_in_a_condition_alone),
        (branches, branches_alone),
        (loops, loops_alone),
    ],
    ids=["exit", "for", "while", "condition", "bare condition", "branches", "loops"],
)
def test_each_thread_branches_and_ends_by_itself(kernel: object, alone: Callable[[int], int]) -> None:
    x, y = np.arange(-10, N - 10, dtype=np.int32), np.full(N, START, np.int32)
    run(kernel, x, y)
    np.testing.assert_array_equal(y, [alone(int(one)) for one in x])


def _worst(kind: Attribute, near: Operation, block: Block) -> SSAValue:
    """In the place of any value, the one that would let a thread that has ended go on."""
    assert isinstance(kind, IntegerType)
    return fast(arith.ConstantOp, (), (kind,), {"value": IntegerAttr(-1, kind)}, near.location, block).results[0]


@cute.kernel
def ends_in_its_fourth_iteration(x: cute.Tensor, y: cute.Tensor):
    """A thread that went on after its end would count to five, and end no more."""
    i, _, _ = cute.arch.thread_idx()
    total, y[i] = x[i], 0
    while total < 50:
        total += 7
        y[i] += 1
        cute.arch.inline_ptx(END_IF_FOUR, read_only_args=[y[i]])
    y[i] = -y[i]


def ends_in_its_fourth_iteration_alone(x: int) -> int:
    iterations = max(0, -((x - 50) // 7))
    return 4 if iterations >= 4 else -iterations


@pytest.mark.parametrize(
    ("kernel", "alone"),
    [
        (ends_in_its_fourth_iteration, ends_in_its_fourth_iteration_alone),
        (ends_in_a_bare_condition, ends_in_a_condition_alone),
    ],
    ids=["body", "condition"],
)
def test_no_value_of_an_ended_thread_keeps_it_in_its_loop(
    kernel: object, alone: Callable[[int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ends_of_threads, "_anything", _worst)
    x, y = np.arange(-10, N - 10, dtype=np.int32), np.full(N, START, np.int32)
    cute.compile(run, kernel, x, y)(x, y)
    np.testing.assert_array_equal(y, [alone(int(one)) for one in x])


@cute.kernel
def meet(count: cute.Tensor, y: cute.Tensor):
    """Blocks that wait in inline PTX until all have come; then each adds to what its neighbour wrote."""
    i, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    y[b * N + i] = b
    cute.arch.sync_threads()
    cute.arch.inline_ptx(
        """{ .reg .b32 seen; .reg .pred p;
        setp.ne.u32 p, {$r1}, 0; @p bra DONE;
        red.release.gpu.global.add.u32 [{$r0}], 1;
        SPIN: ld.acquire.gpu.global.u32 seen, [{$r0}]; setp.lt.u32 p, seen, {$r2}; @p bra SPIN;
        DONE: }""",
        read_only_args=[count.iterator.toint(), i, blocks],
    )
    cute.arch.sync_threads()
    y[(b + 1) % blocks * N + i] += 10


@cute.jit
def run_meeting(count: cute.Tensor, y: cute.Tensor):
    meet(count, y).launch(grid=8, block=N, cooperative=True)


def test_blocks_wait_for_each_other_in_a_loop_of_ptx() -> None:
    count, y = np.zeros(1, np.int32), np.zeros(8 * N, np.int32)
    run_meeting(count, y)
    np.testing.assert_array_equal(y, np.repeat(np.arange(8), N) + 10)


def test_a_branch_to_nowhere_is_named() -> None:
    @cute.kernel
    def lost(y: cute.Tensor):
        y[0] = cute.arch.inline_ptx("mov.s32 {$w0}, 1; bra NOWHERE;", write_only_types=[cutlass.Int32])

    @cute.jit
    def run_lost(y: cute.Tensor):
        lost(y).launch(grid=1, block=1)

    with pytest.raises(DSLUserCodeError, match="`bra NOWHERE` is not among"):
        run_lost(np.zeros(1, np.int32))
