"""What of the execution model other tests do not show: fences, register hints, dependent launches."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import TARGETS, Arrays


@cute.kernel
def passing_kernel(flags: cute.Tensor, data: cute.Tensor, y: cute.Tensor):
    """Each block hands a row to the next one: plain stores, a fence, a flag; a flag, a fence, plain loads."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    if bidx > 0:
        if tidx == 0:
            seen = cute.arch.load(flags.iterator + bidx - 1, sem="relaxed", scope="gpu")
            while seen == 0:
                seen = cute.arch.load(flags.iterator + bidx - 1, sem="relaxed", scope="gpu")
            cute.arch.fence_acq_rel_gpu()
        cute.arch.sync_threads()
        y[bidx, tidx] = data[bidx - 1, 63 - tidx]
    data[bidx, tidx] = bidx * 64 + tidx
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.fence_acq_rel_gpu()
        cute.arch.store(flags.iterator + bidx, cutlass.Int32(1), sem="relaxed", scope="gpu")


@cute.jit
def passing(flags: cute.Tensor, data: cute.Tensor, y: cute.Tensor):
    passing_kernel(flags, data, y).launch(grid=[40, 1, 1], block=[64, 1, 1])


@pytest.mark.parametrize("target", TARGETS)
def test_fences_hand_plain_stores_over(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.put(np.zeros((40, 64), np.int32))
    passing(arrays.put(np.zeros(40, np.int32)), arrays.poisoned((40, 64), np.int32), y)
    want = np.arange(40)[:, None] * 64 - 64 + np.arange(64)[::-1]
    np.testing.assert_array_equal(arrays.get(y)[1:], want[1:])


def test_a_fence_of_the_gpu_orders_threads_of_the_cpu() -> None:
    """Blocks run on several cores, and LLVM moves plain accesses too, where nothing says that it must not."""
    x = np.zeros(40, np.int32)
    text = cute.compile(passing, x, np.zeros((40, 64), np.int32), np.zeros((40, 64), np.int32)).artifacts.llvm
    assert text.count("fence seq_cst") == 2


@cute.kernel
def roles_kernel(y: cute.Tensor):
    """A warp group gives registers up, the other one takes them."""
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 128:
        cute.arch.setmaxregister_decrease(40)
        y[tidx] = tidx
    else:
        cute.arch.setmaxregister_increase(232)
        y[tidx] = 2 * tidx


@cute.jit
def roles(y: cute.Tensor):
    roles_kernel(y).launch(grid=[1, 1, 1], block=[256, 1, 1])


def test_register_hints_change_nothing_on_the_cpu() -> None:
    """A GPU would wait here for registers that nobody gives up, unless the launch asks for enough of them."""
    y = np.full(256, -7, np.int32)
    roles(y)
    threads = np.arange(256)
    np.testing.assert_array_equal(y, np.where(threads < 128, threads, 2 * threads))


@cute.kernel
def first_kernel(x: cute.Tensor, y: cute.Tensor):
    cute.arch.griddepcontrol_launch_dependents()
    i = cute.arch.block_idx()[0] * 64 + cute.arch.thread_idx()[0]
    y[i] = x[i] + 1


@cute.kernel
def second_kernel(y: cute.Tensor, z: cute.Tensor):
    i = cute.arch.block_idx()[0] * 64 + cute.arch.thread_idx()[0]
    cute.arch.griddepcontrol_wait()
    z[i] = 3 * y[i]


@cute.jit
def dependent(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor):
    first_kernel(x, y).launch(grid=[20, 1, 1], block=[64, 1, 1])
    second_kernel(y, z).launch(grid=[20, 1, 1], block=[64, 1, 1], use_pdl=True)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_dependent_launches_see_what_came_before(target: str) -> None:
    arrays = Arrays(target)
    x = np.arange(1280, dtype=np.int32)
    z = arrays.poisoned((1280,), np.int32)
    dependent(arrays.put(x), arrays.poisoned((1280,), np.int32), z)
    np.testing.assert_array_equal(arrays.get(z), 3 * (x + 1))
