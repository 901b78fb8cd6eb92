"""The shared memory that a launch asks for: where it begins, and how much there is."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.config import override
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays

SMEM_BYTES = 256


@cute.kernel
def reversed_kernel(out: cute.Tensor, sizes: cute.Tensor):
    thread = cute.arch.thread_idx()[0]
    halves = cute.arch.get_dyn_smem(cutlass.Float16, alignment=128)
    again = cute.arch.get_dyn_smem(cutlass.Float16)
    first = cute.make_tensor(halves, cute.make_layout(32))
    second = cute.make_tensor(again + 32, cute.make_layout(32))
    first[thread] = cutlass.Float16(thread)
    cute.arch.sync_threads()
    second[31 - thread] = cute.make_tensor(again, cute.make_layout(32))[thread]
    cute.arch.sync_threads()
    out[thread] = cutlass.Float32(second[thread])
    if thread == 0:
        sizes[0] = cute.arch.dynamic_smem_size()
        sizes[1] = cute.arch.get_dyn_smem_size()
        sizes[2] = cute.arch.total_smem_size()


@cute.jit
def reverse(out: cute.Tensor, sizes: cute.Tensor):
    reversed_kernel(out, sizes).launch(grid=1, block=32, smem=SMEM_BYTES)


@pytest.mark.parametrize("target", TARGETS)
def test_memory_of_the_launch_begins_at_one_address_and_has_its_size(target: str) -> None:
    arrays = Arrays(target)
    out, sizes = arrays.poisoned((32,)), arrays.poisoned((3,), np.int32)
    reverse(out, sizes)
    assert arrays.get(out).tolist() == list(range(31, -1, -1))
    dynamic, again, total = arrays.get(sizes).tolist()
    assert dynamic == again == SMEM_BYTES and total >= SMEM_BYTES


def test_memory_of_the_launch_is_valid_ir() -> None:
    arrays = Arrays("cpu")
    with override(verify=True):
        reverse(arrays.poisoned((32,)), arrays.poisoned((3,), np.int32))


@cute.kernel
def beyond_kernel(out: cute.Tensor):
    thread = cute.arch.thread_idx()[0]
    words = cute.make_tensor(cute.arch.get_dyn_smem(cutlass.Int32), cute.make_layout(8192))
    words[thread * 200] = thread
    out[thread] = words[thread * 200]


@cute.jit
def write_beyond(out: cute.Tensor):
    beyond_kernel(out).launch(grid=1, block=32, smem=SMEM_BYTES)


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_an_access_beyond_what_the_launch_asked_for_is_found() -> None:
    with pytest.raises(DSLUserCodeError, match="out-of-bounds"):
        write_beyond(np.zeros(32, np.int32))


@cute.kernel
def both_kernel(out: cute.Tensor):
    words = cute.make_tensor(cute.arch.get_dyn_smem(cutlass.Int32), cute.make_layout(8))
    own = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(8))
    words[0], own[0] = 1, 2
    out[0] = words[0]


@cute.jit
def use_both(out: cute.Tensor):
    both_kernel(out).launch(grid=1, block=1, smem=SMEM_BYTES)


def test_allocations_beside_the_memory_of_the_launch_are_refused_at_its_line() -> None:
    with pytest.raises(DSLUserCodeError, match="also allocates 32 bytes") as error:
        use_both(np.zeros(1, np.int32))
    assert error.value.name == "not-yet" and "get_dyn_smem(cutlass.Int32), cute.make_layout(8)" in str(error.value)


@cute.jit
def sums(out: cute.Tensor, count: cutlass.Constexpr) -> None:
    """The sum of 0 to `count` - 1, by way of shared memory."""
    thread = cute.arch.thread_idx()[0]
    numbers = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(count), 16)
    for k in range(thread, count, 32):
        numbers[k] = k
    cute.arch.sync_threads()
    if thread == 0:
        total = cutlass.Int32(0)
        for k in range(count):
            total += numbers[k]
        out[cute.arch.block_idx()[0]] = total
    cute.arch.sync_threads()


@cute.kernel
def branches_kernel(out: cute.Tensor):
    if cute.arch.block_idx()[0] == 0:
        sums(out, 20000)
    else:
        sums(out, 30000)


@cute.jit
def in_branches(out: cute.Tensor, merge: cutlass.Constexpr):
    branches_kernel(out).launch(grid=2, block=32, smem_merge_branch_allocs=merge)


@pytest.mark.parametrize("target", TARGETS)
def test_arms_of_a_branch_share_memory_where_the_launch_says_so(target: str) -> None:
    arrays = Arrays(target)
    out = arrays.poisoned((2,), np.int32)
    in_branches(out, True)
    assert arrays.get(out).tolist() == [sum(range(n)) for n in (20000, 30000)]
    with override(arch="sm_86"), pytest.raises(DSLUserCodeError, match="200000 bytes"):  # 80000 and 120000
        in_branches(out, False)


@cute.kernel
def gaps_kernel(out: cute.Tensor, fill: cutlass.Constexpr):
    smem = cutlass.utils.SmemAllocator()
    thread = cute.arch.thread_idx()[0]
    small = smem.allocate_array(cutlass.Int32, 20)
    large = smem.allocate_array(cutlass.Int32, fill // 4, byte_alignment=1024)
    after = [smem.allocate_array(cutlass.Int64, 20), smem.allocate_array(cutlass.Int32, 1)]
    if thread < 20:
        small[thread] = thread + 1
        after[0][thread] = cutlass.Int64(100 + thread)
    for k in range(thread, fill // 4, 32):
        large[k] = -7
    after[1][0] = 5
    cute.arch.sync_threads()
    if thread < 20:
        out[thread] = small[thread] + after[0][thread].to(cutlass.Int32) + after[1][0] + large[thread]


@cute.jit
def in_gaps(out: cute.Tensor, fill: cutlass.Constexpr):
    gaps_kernel(out, fill).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
def test_small_allocations_lie_in_what_alignment_leaves(target: str) -> None:
    arrays = Arrays(target)
    out = arrays.poisoned((20,), np.int32)
    with override(arch="sm_86"):  # 99 KiB a block
        in_gaps(out, 98 * 1024)
        assert arrays.get(out).tolist() == [99 + 2 * k for k in range(20)]
        with pytest.raises(DSLUserCodeError, match="too-much-shared-memory"):
            in_gaps(out, 99 * 1024)
