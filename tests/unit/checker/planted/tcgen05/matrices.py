"""Descriptors that name another matrix than the one in shared memory, or an instruction that there is none of.

The matrices lie without a swizzle, 128 bytes from 8 rows to the next, then the other 16 bytes of all rows.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug
from tests.unit.checker.planted.tcgen05.tile import STRIDE, M, N, begin, descriptor, give_back, instruction, keep, tile

WRONG = Bug.DESCRIPTOR
LEADING_A, LEADING_B = STRIDE * M // 8, STRIDE * N // 8


def finish(t: Any, out: Any) -> None:
    """Waits for the multiply, stores its sums."""
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


def wrong(story: str, bug: Bug = WRONG, also: tuple[Bug, ...] = ()) -> Any:
    """Such a kernel; what lies outside of the matrix may not have been written either."""
    return tile(bug, story, also=(*also, Bug.UNINITIALISED))


@wrong("The distance between groups of 8 rows is that of a matrix twice as wide.")
@cute.kernel
def stride_of_a_wider_matrix(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    b = descriptor(t.sB, LEADING_B, 2 * STRIDE if bug else STRIDE)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@wrong("The leading and the stride offset are swapped.")
@cute.kernel
def offsets_swapped(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    a = descriptor(t.sA, STRIDE, LEADING_A) if bug else t.a
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@wrong("The stride offset was left 0: all groups of 8 rows are the first one.")
@cute.kernel
def stride_left_out(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    a = descriptor(t.sA, LEADING_A, 0) if bug else t.a
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@wrong("The leading offset is that of the other operand: the second half of K lies among the first one's rows.")
@cute.kernel
def leading_offset_of_the_other(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    a = descriptor(t.sA, LEADING_B if bug else LEADING_A)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@wrong("The descriptor says a swizzle of 128 bytes, and the matrix has none.", also=(Bug.SWIZZLE,))
@cute.kernel
def swizzle_that_is_not_there(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    a = descriptor(t.sA, LEADING_A, STRIDE, 2) if bug else t.a
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@wrong("N of the instruction is twice that of B.")
@cute.kernel
def more_columns_than_b_has(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(n=32 if bug else N), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@wrong("The instruction takes A as MN-major, and it lies K-major as the other operand does.")
@cute.kernel
def transposed_by_the_instruction(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(more=(1 << 15) * bug), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@wrong("The descriptor is made as Hopper has it, without the version in bits 46 to 48.")
@cute.kernel
def descriptor_of_hopper(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    b = descriptor(t.sB, LEADING_B, version=0 if bug else 1)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@wrong("M is that of a pair of blocks, and one block multiplies.")
@cute.kernel
def rows_of_a_pair(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(m=256 if bug else M), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@wrong("The type of A has the code of tf32, which the kind f16 does not have.")
@cute.kernel
def type_of_another_kind(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(more=(2 << 7) * bug), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)
