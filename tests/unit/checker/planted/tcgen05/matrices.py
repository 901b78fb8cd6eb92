"""Descriptors that name another matrix than the one in shared memory, or an instruction that there is none of.

The matrices lie without a swizzle, 128 bytes from 8 rows to the next, then the other 16 bytes of all rows.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug
from tests.unit.checker.planted.tcgen05.tile import (
    STRIDE,
    M,
    N,
    begin,
    descriptor,
    give_back,
    instruction,
    keep,
    ready,
    take,
    tile,
)

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


# -- types of elements -----------------------------------------------------------------------------------------------
@wrong("The instruction takes A for bf16, and the tensor has halves.")
@cute.kernel
def halves_as_bfloats(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(more=(1 << 7) * bug), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@wrong("The instruction takes B for bf16; A is right.")
@cute.kernel
def one_operand_as_bfloats(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(more=(1 << 10) * bug), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@wrong("B has rows along N in the instruction (bit 16), and lies K-major.", also=(Bug.UNINITIALISED,))
@cute.kernel
def second_operand_transposed(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(more=(1 << 16) * bug), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


NARROW_A, NARROW_B = (
    cute.make_layout(((8, rows // 8), (16, 2)), stride=((16, 128), (1, 16 * rows))) for rows in (M, N)
)
"""Two pieces of 16 bytes of each row, as `tile.LAYOUTS` has them of halves."""


def begin_bytes(x: Any, kinds: Any) -> Any:
    """As `begin`, with the 16 columns of `x` as bytes of these types, and 16 zeros after them."""
    smem = utils.SmemAllocator()
    layouts = zip(kinds, (NARROW_A, NARROW_B), strict=True)
    sA, sB = (smem.allocate_tensor(kind, layout, 1024) for kind, layout in layouts)
    word, bar = smem.allocate_array(cutlass.Int32, 1), smem.allocate_array(cutlass.Int64, 2)
    take(word, bar)
    fill_bytes(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    return ready(sA, sB, word, bar)


@cute.jit
def fill_bytes(x: cute.Tensor, sA: cute.Tensor, sB: cute.Tensor) -> None:
    tidx, _, _ = cute.arch.thread_idx()
    for k in cutlass.range_constexpr(32):
        number = x[tidx, k % 16].to(cutlass.Float32) if k < 16 else cutlass.Float32(0)
        sA[tidx, k] = number.to(sA.element_type)
        if tidx < N:
            other = x[M + tidx, k % 16].to(cutlass.Float32) if k < 16 else cutlass.Float32(0)
            sB[tidx, k] = other.to(sB.element_type)


E4M3, E5M2 = cutlass.Float8E4M3FN, cutlass.Float8E5M2


@wrong("The instruction swaps the types of its operands, e4m3 and e5m2.")
@cute.kernel
def types_swapped(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_bytes(x, (E4M3, E5M2))
    if t.tidx == 0:
        types = 1 << 7 if bug else 1 << 10
        tcgen05.mma("f8f6f4", 1, t.d, t.a, t.b, instruction(more=types), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@wrong("The instruction has the code of e2m3 for A, whose bytes are e4m3.")
@cute.kernel
def bytes_as_six_bits(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_bytes(x, (E4M3, E4M3))
    if t.tidx == 0:
        tcgen05.mma("f8f6f4", 1, t.d, t.a, t.b, instruction(more=(3 << 7) * bug), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@wrong("The kind is that of bytes, and the operands are halves.")
@cute.kernel
def kind_of_bytes(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f8f6f4" if bug else "f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)
