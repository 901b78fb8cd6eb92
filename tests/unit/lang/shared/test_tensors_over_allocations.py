"""Tensors that go on behind the allocation that they begin in, and what a kernel allocates."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import checker, utils
from cutedsl.errors import DSLUserCodeError


@cute.kernel
def reversed_kernel(y: cute.Tensor, more: cutlass.Constexpr[int]) -> None:
    """Numbers `64 + more` elements of float32 over two allocations of 128 bytes each, and reads them backwards."""
    thread = cute.arch.thread_idx()[0]
    smem = utils.SmemAllocator()
    first = smem.allocate_tensor(cutlass.Float16, cute.make_layout(64), 16)
    smem.allocate_tensor(cutlass.Float16, cute.make_layout(64), 16)
    whole = cute.make_tensor(cute.recast_ptr(first.iterator, dtype=cutlass.Float32), cute.make_layout(64 + more))
    whole[thread] = cutlass.Float32(thread)
    if thread < more:
        whole[thread + 64] = cutlass.Float32(thread + 64)
    cute.arch.sync_threads()
    y[thread] = whole[63 + more - thread]


@cute.jit
def reverse(y: cute.Tensor, more: cutlass.Constexpr[int], smem: cutlass.Constexpr[int]) -> None:
    reversed_kernel(y, more).launch(grid=1, block=64, smem=smem or None)


@pytest.mark.parametrize(("more", "smem"), [(0, 0), (4, 272)])
@pytest.mark.parametrize("checked", [False, True])
def test_a_tensor_may_go_on_in_the_next_allocation_or_in_what_the_launch_asks_for(
    more: int, smem: int, checked: bool
) -> None:
    y = np.zeros(64, np.float32)
    if checked:
        assert not checker.check(reverse, y, more, smem).findings
    else:
        reverse(y, more, smem)
        assert y.tolist() == list(range(63 + more, more - 1, -1))


@pytest.mark.parametrize("smem", [0, 268])
def test_memory_that_nothing_asks_for_is_out_of_bounds(smem: int) -> None:
    with pytest.raises(DSLUserCodeError, match="element 64 of `first`, through `whole`, which has 32") as caught:
        reverse(np.zeros(64, np.float32), 4, smem)
    assert caught.value.name == "out-of-bounds"


@pytest.mark.parametrize(("elements", "wanted"), [(0, 0), (3, 1 + 15 + 6), (64, 16 + 128)])
def test_a_launcher_says_how_much_its_kernel_allocates(elements: int, wanted: int) -> None:
    seen = []

    @cute.kernel
    def kernel() -> None:
        if cutlass.const_expr(elements):
            smem = utils.SmemAllocator()
            smem.allocate(1)
            smem.allocate_tensor(cutlass.Float16, cute.make_layout(elements), 16)

    @cute.jit
    def host() -> None:
        launcher = kernel()
        launcher.launch(grid=1, block=1)
        seen.append(launcher.smem_usage())

    host()
    assert seen == [wanted]


def test_it_is_known_once_the_kernel_is_launched() -> None:
    @cute.kernel
    def kernel() -> None: ...

    @cute.jit
    def host() -> None:
        kernel().smem_usage()

    with pytest.raises(DSLUserCodeError, match="known once the kernel is launched") as caught:
        host()
    assert caught.value.name == "launch-option"
