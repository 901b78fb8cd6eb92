"""A wide access at an address that its width does not divide."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync, warp
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.tma import ROWS, TILE_BYTES, barriers, loading, partitioned


def four(pointer: Any) -> Any:
    """Four numbers from an address that is promised to be a multiple of 16."""
    return cute.make_tensor(pointer.align(16), cute.make_layout(4))


@planted(
    Bug.MISALIGNED,
    "A view begins one element further on, and its vector loads were promised 16 bytes.",
    shape=(68,),
    out=(64,),
    block=16,
    want=lambda x: x[:64],
)
@cute.kernel
def view_moved_by_one(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    values = cute.make_rmem_tensor(4, cutlass.Float32)
    cute.autovec_copy(four(x.iterator + 4 * tidx + (1 if bug else 0)), values)  # found
    cute.autovec_copy(values, four(out.iterator + 4 * tidx))


@planted(
    Bug.MISALIGNED,
    "Rows of an odd length are stored four numbers at a time.",
    shape=(4, 16),
    out=(4, 17),
    block=16,
    want=lambda x: np.pad(x, ((0, 0), (0, 1)), constant_values=-77),
)
@cute.kernel
def rows_of_odd_length(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    row, column = tidx // 4, tidx % 4 * 4
    values = cute.make_rmem_tensor(4, cutlass.Float32)
    cute.autovec_copy(four(x.iterator + 4 * tidx), values)
    place = out.iterator + (row * 17 + column)
    if bug:
        cute.autovec_copy(values, four(place))  # found
    else:
        cute.autovec_copy(values, cute.make_tensor(place.align(4), cute.make_layout(4)))


@planted(
    Bug.MISALIGNED,
    "Rows in shared memory were padded by one number against bank conflicts, and are still read four at a time.",
    shape=(4, 16),
    block=16,
    want=lambda x: x,
)
@cute.kernel
def padding_of_one_number(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    pitch = 17 if bug else 20
    layout = cute.make_layout((4, 16), stride=(pitch, 1))
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, layout, 16)
    tidx, _, _ = cute.arch.thread_idx()
    row, column = tidx // 4, tidx % 4 * 4
    for i in cutlass.range_constexpr(4):
        s[row, column + i] = x[row, column + i]
    values = cute.make_rmem_tensor(4, cutlass.Float32)
    cute.autovec_copy(four(s.iterator + (row * pitch + column)), values)  # found
    cute.autovec_copy(values, four(out.iterator + 4 * tidx))


@planted(
    Bug.MISALIGNED,
    "A 16-byte asynchronous copy starts at an address that is a multiple of 4.",
    shape=(72,),
    out=(64,),
    block=16,
    want=lambda x: x[4:68],
)
@cute.kernel
def asynchronous_copy_of_a_moved_view(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64), 16)
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float32, num_bits_per_copy=128)
    tidx, _, _ = cute.arch.thread_idx()
    cute.copy(atom, four(x.iterator + 4 * tidx + (3 if bug else 4)), four(s.iterator + 4 * tidx))  # found
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    for i in cutlass.range_constexpr(4):
        out[4 * tidx + i] = s[4 * tidx + i]


@planted(
    Bug.MISALIGNED,
    "The rows of a matrix load are 18 bytes apart, and each must start at a multiple of 16.",
    shape=(8, 8),
    dtype=np.float16,
    block=32,
    want=lambda x: x,
)
@cute.kernel
def matrix_load_of_padded_rows(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    pitch = 9 if bug else 16
    layout = cute.make_layout((8, 8), stride=(pitch, 1))
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float16, layout, 16)
    lane = cute.arch.lane_idx()
    for i in cutlass.range_constexpr(2):
        at = lane * 2 + i
        s[at // 8, at % 8] = x[at // 8, at % 8]
    cute.arch.sync_warp()
    atom = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 1), cutlass.Float16)
    values = cute.make_rmem_tensor(2, cutlass.Float16)
    row = cute.make_tensor((s.iterator + lane % 8 * pitch).align(16), cute.make_layout(8))
    cute.copy(atom, row, values)  # found
    for i in cutlass.range_constexpr(2):
        out[lane // 4, lane % 4 * 2 + i] = values[i]


@planted(
    Bug.MISALIGNED, "An mbarrier lies 4 bytes behind a counter, where 8 must divide its address.", want=lambda x: x
)
@cute.kernel
def mbarrier_behind_a_counter(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    words = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(4), 16).iterator
    bar = cute.recast_ptr(words + (1 if bug else 2), dtype=cutlass.Int64)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 64)  # found
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    cute.arch.mbarrier_arrive(bar)
    cute.arch.mbarrier_wait(bar, 0)
    out[tidx] = x[tidx]


@planted(
    Bug.MISALIGNED,
    "A row of 10 numbers comes by a bulk copy of its 40 bytes, which 16 does not divide.",
    shape=(64,),
    out=(10,),
    block=32,
    want=lambda x: x[:10],
)
@cute.kernel
def bulk_copy_of_a_short_row(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    s, bar = smem.allocate_tensor(cutlass.Float32, cute.make_layout(16), 128), smem.allocate_array(cutlass.Int64, 1)
    count = cutlass.Int32(out.shape[0]) * 4
    if not bug:
        count = (count + 15) // 16 * 16
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(bar, count)
        cute.arch.inline_ptx(  # found
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [{$r0}], [{$r1}], {$r2}, [{$r3}];",
            read_only_args=[s.iterator.toint(), x.iterator.toint(), count, bar.toint()],
        )
    cute.arch.sync_threads()
    cute.arch.mbarrier_wait(bar, 0)
    if tidx < out.shape[0]:
        out[tidx] = s[tidx]


@planted(
    Bug.MISALIGNED,
    "The tile of a bulk copy starts at a multiple of 16 bytes, and 128 must divide its address.",
    shape=(ROWS, 32),
    want=lambda x: x,
    host=loading,
)
@cute.kernel
def tile_of_a_bulk_copy(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    words = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(2 * ROWS * 32), 128).iterator
    layout = cute.make_layout((ROWS, 32, 1), stride=(32, 1, ROWS * 32))
    s = cute.make_tensor((words + (4 if bug else 32)).align(128), layout)
    bar = barriers(1)
    to, of = partitioned(load, s, source)
    warp_idx, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp_idx == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)  # found
    cute.arch.mbarrier_wait(bar, 0)
    for row in range(warp_idx, ROWS, 2):
        out[row, lane] = s[row, lane, 0]
