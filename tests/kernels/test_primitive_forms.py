"""Other forms of the primitives: words for members, names of arguments, vectors by pointers."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.instructions import primitives as prims
from cutedsl.lang.instructions import primitives_copies as copies
from cutedsl.lang.instructions import primitives_memory as memory
from tests.kernels.arrays import TARGETS, Arrays


@cute.kernel
def forms(x: cute.Tensor, count: cute.Tensor) -> None:
    thread = cute.arch.thread_idx()[0]
    prims.griddepcontrol("wait")
    halves = memory.load_ext(x.iterator + 4 * thread, count=4)
    memory.store_ext(halves * 2.0, x.iterator + 4 * thread)
    bits = memory.load_ext(x.iterator + 4 * thread, dtype=cutlass.Int32, count=4)
    memory.atomicrmw("add", count.iterator, bits[0] >> 23, mem_order="relaxed", syncscope="gpu")
    other = prims.shfl_sync(thread_mask=0xFFFFFFFF, val=thread, offset=1, mask_and_clamp=31, kind=prims.Shfl.BFLY)
    memory.atomicrmw(op="max", ptr=count.iterator + 1, value=other)
    prims.barrier_cluster_arrive_aligned()
    prims.barrier_cluster_wait_aligned()
    prims.griddepcontrol(kind=prims.GridDepAction.LAUNCH_DEPENDENTS)


@cute.jit
def run_forms(x: cute.Tensor, count: cute.Tensor) -> None:
    forms(x, count).launch(grid=(1, 1, 1), block=(32, 1, 1))


@pytest.mark.parametrize("target", TARGETS)
def test_words_stand_for_members_and_vectors_lie_at_pointers(target: str) -> None:
    arrays = Arrays(target)
    data = np.arange(1, 129, dtype=np.float32)
    x, count = arrays.put(data), arrays.put(np.zeros(2, np.int32))
    run_forms(x, count)
    np.testing.assert_array_equal(arrays.get(x), 2 * data)
    exponents = (2 * data[::4]).view(np.int32) >> 23
    assert arrays.get(count).tolist() == [exponents.sum(), 31]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: memory.atomicrmw("mul", None, 1),
        lambda: prims.griddepcontrol("later"),
        lambda: copies.fence_proxy_release("gpu", from_proxy=copies.Proxy.ASYNC, to_proxy=copies.Proxy.GENERIC),
    ],
)
def test_unknown_words_are_refused(wrong: object) -> None:
    @cute.kernel
    def kernel() -> None:
        wrong()  # pyright: ignore[reportCallIssue]

    @cute.jit
    def host() -> None:
        kernel().launch(grid=(1, 1, 1), block=(1, 1, 1))

    with pytest.raises(DSLUserCodeError) as found:
        host()
    assert found.value.name
