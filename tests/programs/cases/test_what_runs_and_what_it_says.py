"""Programs that ran before and must go on running, and what a read outside of a tensor says."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError


@cute.kernel
def _reads(x: cute.Tensor, y: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    part = cute.local_tile(x, (8,), (t,))
    y[t] = part[0]


@cute.jit
def reads(x: cute.Tensor, y: cute.Tensor):
    _reads(x, y).launch(grid=1, block=8)


def test_a_read_outside_names_the_tensor_that_the_elements_are_counted_in() -> None:
    with pytest.raises(DSLUserCodeError, match="reads element 32 of `x`, through `part`, which has 32"):
        reads(from_dlpack(np.ones(32, np.float32)), from_dlpack(np.zeros(8, np.float32)))


@cute.kernel
def _reads_own(y: cute.Tensor, i: cutlass.Int32, kind: cutlass.Constexpr):
    smem = cutlass.utils.SmemAllocator()
    if cutlass.const_expr(kind == "array"):
        own = smem.allocate_array(cutlass.Float32, 64)
        part = cute.make_tensor(own + 24, cute.make_layout((8, 1)))
    else:
        if cutlass.const_expr(kind == "tensor"):
            own = smem.allocate_tensor(cutlass.Float32, cute.make_layout((8, 8)))
        else:
            own = cute.make_rmem_tensor((8, 8), cutlass.Float32)
        part = cute.local_tile(own, (8, 1), (0, 3))
    y[0] = part[i, 0]


@cute.jit
def reads_own(y: cute.Tensor, i: cutlass.Int32, kind: cutlass.Constexpr):
    _reads_own(y, i, kind).launch(grid=1, block=1)


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize("kind", ["tensor", "array", "registers"])
def test_a_read_outside_names_what_the_kernel_allocated(kind: str) -> None:
    with pytest.raises(DSLUserCodeError, match="reads element 65 of `own`, through `part`, which has 64"):
        reads_own(from_dlpack(np.zeros(8, np.float32)), 41, kind)


@cute.kernel
def _turns(out: cute.Tensor):
    tid, _, _ = cute.arch.thread_idx()
    group = cute.arch.make_warp_uniform(tid // 32)
    if group == 0:
        cute.arch.barrier_arrive(barrier_id=1, number_of_threads=64)
    for k in cutlass.range(4):
        cute.arch.barrier(barrier_id=1 + group, number_of_threads=64)  # my turn
        if tid % 32 == 0:
            out[0] = out[0] * 3 + group
        cute.arch.barrier_arrive(barrier_id=2 - group, number_of_threads=64)  # the other's
    if group == 0:
        cute.arch.barrier(barrier_id=1, number_of_threads=64)


@cute.jit
def turns(out: cute.Tensor):
    _turns(out).launch(grid=1, block=64)


def test_groups_take_turns_at_barriers_whose_number_is_known_at_run_time() -> None:
    out = np.zeros(1, np.int32)
    turns(out)
    expected = 0
    for k in range(8):
        expected = expected * 3 + k % 2
    assert out[0] == expected


@cute.kernel
def _slices(out: cute.Tensor, n: cutlass.Int32):
    kept = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((32, 4, 3)), 16)
    tid, _, _ = cute.arch.thread_idx()
    mine = kept[tid, None, None]
    for k in cutlass.range_constexpr(12):
        mine[k] = cutlass.Float32(k)
    part = mine[None, 0]
    read = cutlass.Int32(0)
    for _ in range(n):
        for block in cutlass.range(4, unroll_full=True):
            if block == 3:
                part = mine[None, read]
                cute.arch.sync_threads()
            out[tid] = out[tid] + part[(block + 1) % 4]
        read = read + 1
        if read == 3:
            read = 0


@cute.jit
def slices(out: cute.Tensor, n: cutlass.Int32):
    _slices(out, n).launch(grid=1, block=32)


def test_a_slice_is_taken_again_under_a_branch() -> None:
    out = np.zeros(32, np.float32)
    slices(out, cutlass.Int32(5))
    expected, part, read = 0, 0, 0
    for _ in range(5):
        for block in range(4):
            part = read if block == 3 else part
            expected += 4 * part + (block + 1) % 4
        read = (read + 1) % 3
    assert (out == expected).all()
