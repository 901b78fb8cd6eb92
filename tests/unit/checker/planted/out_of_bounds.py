"""An access outside a tensor."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync
from tests.unit.checker.planted.case import Bug, planted


@planted(
    Bug.OUT_OF_BOUNDS,
    "The last block writes past the end, because the size is not a multiple of the block.",
    shape=(100,),
    grid=2,
    want=lambda x: x,
)
@cute.kernel
def tail_without_predicate(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    if i < out.shape[0] or bug:
        out[i] = x[i]  # found


@planted(
    Bug.OUT_OF_BOUNDS,
    "The guard of the tail compares with `<=`.",
    shape=(63,),
    want=lambda x: -x,
)
@cute.kernel
def guard_one_too_far(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < x.shape[0] + (1 if bug else 0):
        value = -x[tidx]  # found
        if tidx < 63:
            out[tidx] = value


@planted(
    Bug.OUT_OF_BOUNDS,
    "A stencil reads the left neighbour of element 0.",
    want=lambda x: x + np.concatenate([[0], x[:-1]]),
)
@cute.kernel
def halo_of_the_first_element(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    left = cutlass.Float32(0.0)
    if tidx > 0 or bug:
        left = x[tidx - 1]  # found
    out[tidx] = x[tidx] + left


@planted(
    Bug.OUT_OF_BOUNDS,
    "A tile in shared memory has no room for the halo that the stencil reads.",
    want=lambda x: x + np.concatenate([x[1:], [0]]),
)
@cute.kernel
def tile_without_halo(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64 if bug else 65))
    tidx, _, _ = cute.arch.thread_idx()
    s[tidx] = x[tidx]
    if tidx == 0:
        s[64] = 0.0  # found
    cute.arch.sync_threads()
    out[tidx] = s[tidx] + s[tidx + 1]


@planted(
    Bug.OUT_OF_BOUNDS,
    "Row and column of a matrix that is not square are exchanged.",
    shape=(4, 16),
    want=lambda x: x,
)
@cute.kernel
def row_and_column_exchanged(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    row, column = tidx // 16, tidx % 16
    out[row, column] = x[column, row] if bug else x[row, column]  # found


@planted(
    Bug.OUT_OF_BOUNDS,
    "Indices of a gather come from data, where -1 stands for padding.",
    x=lambda: np.where(np.arange(64) % 7 == 3, -1, np.arange(64)[::-1]).astype(np.int32),
    dtype=np.int32,
    want=lambda x: np.where(x < 0, 0, x[x]),
)
@cute.kernel
def padded_gather(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    at = x[tidx]
    value = cutlass.Int32(0)
    if at >= 0 or bug:
        value = x[at]  # found
    out[tidx] = value


@planted(
    Bug.OUT_OF_BOUNDS,
    "A vector copy of 4 elements a thread reaches past the end in the last thread.",
    shape=(60,),
    block=32,
    want=lambda x: x,
)
@cute.kernel
def vectorised_tail(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < (16 if bug else 15):
        place = cute.make_layout(4)
        source = cute.make_tensor((x.iterator + 4 * tidx).align(4), place)
        target = cute.make_tensor((out.iterator + 4 * tidx).align(4), place)
        values = cute.make_rmem_tensor(4, cutlass.Float32)
        cute.autovec_copy(source, values)  # found
        cute.autovec_copy(values, target)


@planted(
    Bug.OUT_OF_BOUNDS,
    "An asynchronous copy of the last tile has no predicate.",
    shape=(50,),
    want=lambda x: x,
)
@cute.kernel
def asynchronous_copy_of_the_tail(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64), 16)
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float32, num_bits_per_copy=32)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 50 or bug:
        one = cute.make_layout(1)
        source, target = (cute.make_tensor(t.iterator + tidx, one) for t in (x, s))
        cute.copy(atom, source, target)  # found
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    if tidx < 50:
        out[tidx] = s[tidx]
