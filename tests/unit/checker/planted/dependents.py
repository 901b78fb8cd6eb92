"""A launch that may begin early uses what the launch before it writes, and has not waited for that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, aligned, helper, planted


@cute.kernel
def doubles(x: cute.Tensor, y: cute.Tensor):
    """The launch before: it lets the next begin, then writes."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    cute.arch.griddepcontrol_launch_dependents()
    y[i] = 2.0 * x[i]  # found


def after_another(kernel: Any, block: int = 64) -> Callable[[Any, Any, bool], None]:
    """The host function of a kernel (y, x, out, bug) that depends on the launch that doubles `x` into `y`."""

    @cute.jit
    def host(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        doubles(x, y).launch(grid=[2, 1, 1], block=[64, 1, 1])
        kernel(y, x, out, bug).launch(grid=[2, 1, 1], block=[block, 1, 1], use_pdl=True)

    def call(x: Any, out: Any, bug: bool) -> None:
        host(x, aligned(np.zeros_like(x)), out, bug)

    return call


helper(doubles)


@planted(
    Bug.DEPENDENT,
    "The wait for the launch before was deleted.",
    shape=(128,),
    want=lambda x: 2 * x + 1,
    host=after_another,
)
@cute.kernel
def reads_without_a_wait(y: cute.Tensor, x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    if cutlass.const_expr(not bug):
        cute.arch.griddepcontrol_wait()
    out[i] = y[i] + 1.0  # found


@planted(
    Bug.DEPENDENT,
    "The first tile is prefetched before the wait: it was meant to be the weights.",
    shape=(128,),
    want=lambda x: 2 * x + x,
    host=after_another,
)
@cute.kernel
def prefetches_the_wrong_tensor(y: cute.Tensor, x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    if cutlass.const_expr(bug):
        early = y[i]  # found
        cute.arch.griddepcontrol_wait()
        out[i] = early + x[i]
    else:
        weight = x[i]
        cute.arch.griddepcontrol_wait()
        out[i] = y[i] + weight


@planted(
    Bug.DEPENDENT,
    "Only the first warp waits, and the other one reads without meeting it.",
    shape=(128,),
    want=lambda x: 2 * x,
    host=after_another,
)
@cute.kernel
def only_one_warp_waits(y: cute.Tensor, x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    if cute.arch.warp_idx() == 0:
        cute.arch.griddepcontrol_wait()
    if cutlass.const_expr(not bug):
        cute.arch.sync_threads()
    out[i] = y[i]  # found


@planted(
    Bug.DEPENDENT,
    "The tile is copied by `cp.async` before the wait.",
    shape=(128,),
    want=lambda x: 2 * x,
    host=after_another,
)
@cute.kernel
def copies_before_the_wait(y: cute.Tensor, x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64), 16)
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    if cutlass.const_expr(not bug):
        cute.arch.griddepcontrol_wait()
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), cutlass.Float32, num_bits_per_copy=32)
    source = cute.make_tensor(y.iterator + i, cute.make_layout(1))
    cute.copy(atom, source, cute.make_tensor(s.iterator + tidx, cute.make_layout(1)))  # found
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.griddepcontrol_wait()
    out[i] = s[tidx]


@planted(
    Bug.DEPENDENT,
    "The result is written over the input of the launch before, which may still read it.",
    shape=(128,),
    want=lambda x: 2 * x,
    host=after_another,
)
@cute.kernel
def overwrites_what_is_still_read(y: cute.Tensor, x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    if cutlass.const_expr(bug):
        x[i] = 0.0  # found
    cute.arch.griddepcontrol_wait()
    out[i] = y[i]
    if cutlass.const_expr(not bug):
        x[i] = 0.0


@planted(
    Bug.DEPENDENT,
    "The wait stands in the branch of the blocks that have a tail.",
    shape=(128,),
    want=lambda x: 2 * x,
    host=after_another,
)
@cute.kernel
def waits_in_one_branch(y: cute.Tensor, x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    if bidx == 1:
        cute.arch.griddepcontrol_wait()
    if cutlass.const_expr(not bug):
        cute.arch.griddepcontrol_wait()
    value = cutlass.Float32(0.0)
    if i < 100:
        value = y[i]  # found
    else:
        value = y[i]
    out[i] = value
