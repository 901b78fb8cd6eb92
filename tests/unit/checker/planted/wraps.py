"""Offsets whose 32-bit arithmetic wraps, and leads to a place inside the array."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.unit.checker.planted.case import Bug, planted


def places(*values: int) -> np.ndarray:
    """Small numbers that the kernels multiply to more than 2**31, or would."""
    found = np.zeros(64, np.int32)
    found[: len(values)] = values
    return found


@planted(
    Bug.WRAPS,
    "A row's place is the product of two Int32: row 65536 of rows of 65536 is row 0 again.",
    x=lambda: places(65536, 65536),
    out=(32,),
    dtype=np.int32,
    block=32,
    want=lambda x: x[:32],
)
@cute.kernel
def row_times_stride(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    row = x[0] if bug else x[0] - 65536
    at = row * x[1] + tidx  # found
    out[tidx] = (x.iterator + at).load()  # found


@planted(
    Bug.WRAPS,
    "A batch's offset is computed in 32 bits; the last batch lies where the first does.",
    x=lambda: places(4, 1 << 15, 1 << 15),
    out=(32,),
    dtype=np.int32,
    block=32,
    want=lambda x: x[:32],
)
@cute.kernel
def batch_of_a_great_tensor(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    batch = x[0] if bug else x[0] - 4
    base = batch * x[1] * x[2]  # found
    out[tidx] = (x.iterator + (base + tidx)).load()  # found


@planted(
    Bug.WRAPS,
    "Each lane's row is scaled before it is widened.",
    x=lambda: places(*range(0, 512, 16)),
    out=(32,),
    dtype=np.int32,
    block=32,
    want=lambda x: 0 * x[:32],
)
@cute.kernel
def widened_too_late(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    great = (1 << 28) if bug else 0
    place = x[tidx] * great  # found
    if cutlass.const_expr(bug):
        wide = cutlass.Int64(place)
        out[tidx] = (x.iterator + wide).load()  # found
    else:
        out[tidx] = (x.iterator + cutlass.Int64(place)).load()


@planted(
    Bug.WRAPS,
    "A page table's entry times the bytes of a page passes 2**32.",
    x=lambda: places(1 << 20),
    out=(32,),
    dtype=np.int32,
    block=32,
    want=lambda x: x[:32],
)
@cute.kernel
def page_times_its_size(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    page = x[0]
    size = cutlass.Int32(4096) if bug else cutlass.Int32(0)
    start = page * size  # found
    out[tidx] = (x.iterator + start + tidx).load()  # found


@planted(
    Bug.WRAPS,
    "The sum of two offsets that fit does not.",
    x=lambda: places((1 << 31) - 32, (1 << 31) - 32),
    out=(32,),
    dtype=np.int32,
    block=32,
    want=lambda x: x[:32],
)
@cute.kernel
def sum_of_two_halves(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if cutlass.const_expr(bug):
        at = x[0] + x[1] + 64 + tidx  # found
        out[tidx] = (x.iterator + at).load()  # found
    else:
        at = x[0] - x[1] + tidx
        out[tidx] = (x.iterator + at).load()


@planted(
    Bug.WRAPS,
    "A grid-stride loop's index is scaled by the row before the guard looks at it.",
    x=lambda: places(1 << 30, 4),
    out=(32,),
    dtype=np.int32,
    block=32,
    want=lambda x: x[:32],
)
@cute.kernel
def scaled_before_the_guard(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    step = x[0] if bug else x[0] - (1 << 30)
    for turn in range(4, 5):
        at = turn * step + tidx  # found
        if at < 64:
            out[tidx] = (x.iterator + at).load()  # found


@planted(
    Bug.WRAPS,
    "The hash of a bucket is right to wrap, its product with the bucket's size is not.",
    x=lambda: places(1 << 20),
    out=(32,),
    dtype=np.int32,
    block=32,
    want=lambda x: x[:32],
)
@cute.kernel
def bucket_of_a_hash(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    hashed = (x[0] * 1103515245 + 12345) & 1
    bucket = hashed * (1 << 30) * (4 if bug else 0)  # found
    out[tidx] = (x.iterator + (bucket + tidx)).load()  # found


@planted(
    Bug.WRAPS,
    "The place of a page is its number shifted left, and page 2**22 is page 0 again.",
    x=lambda: places(1 << 22),
    out=(32,),
    dtype=np.int32,
    block=32,
    want=lambda x: x[:32],
)
@cute.kernel
def page_shifted_left(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    page = x[0] if bug else x[0] >> 23
    at = (page << 10) + tidx  # found
    out[tidx] = (x.iterator + at).load()  # found


@planted(
    Bug.WRAPS,
    "A loop adds the stride of a plane up, and after eight planes the place is the first one again.",
    x=lambda: places(1 << 29),
    out=(32,),
    dtype=np.int32,
    block=32,
    want=lambda x: x[:32],
)
@cute.kernel
def planes_added_up(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    at, plane = tidx, x[0] if bug else x[0] >> 30
    for _ in range(8):
        at = at + plane  # found
    out[tidx] = (x.iterator + at).load()  # found


@planted(
    Bug.WRAPS,
    "A grid-stride loop steps past 2**31 before it looks whether it is at the end.",
    also=(Bug.OUT_OF_BOUNDS,),
    x=lambda: places(1 << 30, (1 << 31) - 64),
    out=(32,),
    dtype=np.int32,
    block=32,
    fill=0,
    want=lambda x: 0 * x[:32],
)
@cute.kernel
def stepped_past_the_end(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    step, end, turn = x[0], x[1] if bug else cutlass.Int32(64), cutlass.Int32(0)
    at = tidx + 64
    while at < end and turn < 4:
        if at < 64:
            out[tidx] = (x.iterator + at).load() + 1  # found
        at = at + step  # found
        turn += 1
