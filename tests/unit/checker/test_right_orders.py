"""Orders that are right and look like those that are not: nothing is found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import check

Int = cutlass.Int32


@cute.kernel
def handshake(x: cute.Tensor, out: cute.Tensor):
    """Each block raises its flag and waits for the other's."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    out[bidx, tidx] = x[bidx, tidx]
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.store(out.iterator + 64 + bidx, Int(1), sem="release", scope="gpu")
        seen = cute.arch.load(out.iterator + 65 - bidx, sem="acquire", scope="gpu")
        while seen == 0:
            seen = cute.arch.load(out.iterator + 65 - bidx, sem="acquire", scope="gpu")
    cute.arch.sync_threads()
    out[3 + bidx, tidx] = out[1 - bidx, tidx]


@cute.kernel
def counted_by_the_block(x: cute.Tensor, out: cute.Tensor):
    """Counters of the block in shared memory need the block's scope only."""
    s = utils.SmemAllocator().allocate_tensor(Int, cute.make_layout(33), 16)
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    if tidx == 0:
        s[32] = 0
    cute.arch.sync_threads()
    s[tidx] = x[bidx, tidx]
    cute.arch.sync_warp()
    if tidx == 0:
        cute.arch.atomic_add(s.iterator + 32, Int(1), sem="release", scope="cta")
        seen = cute.arch.load(s.iterator + 32, sem="acquire", scope="cta")
        while seen == 0:
            seen = cute.arch.load(s.iterator + 32, sem="acquire", scope="cta")
    cute.arch.sync_warp()
    out[3 + bidx, tidx] = s[31 - tidx]


@cute.kernel
def exchanged_before_written(x: cute.Tensor, out: cute.Tensor):
    """An exchange whose result nobody takes is a store."""
    s = utils.SmemAllocator().allocate_tensor(Int, cute.make_layout(32), 16)
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    cute.arch.atomic_exch(s.iterator + tidx, x[bidx, tidx])
    cute.arch.sync_threads()
    out[3 + bidx, tidx] = s[31 - tidx]


@cute.kernel
def each_warp_at_one_number(x: cute.Tensor, out: cute.Tensor):
    """A barrier of one warp is with nobody else."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    cute.arch.barrier(barrier_id=1, number_of_threads=32)
    out[3 + bidx, tidx] = x[bidx, tidx]


@cute.kernel
def asks_after_its_own_arrival(x: cute.Tensor, out: cute.Tensor):
    """Who made the last arrival knows that the phase has ended: the first look says so."""
    bar = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 32)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    cute.arch.mbarrier_arrive(bar)
    cute.arch.sync_warp()
    out[3 + bidx, tidx] = x[bidx, tidx] if cute.arch.mbarrier_try_wait(bar, 0) else -1


@cute.kernel
def rounds_of_one_counter(x: cute.Tensor, out: cute.Tensor):
    """The second round waits for a value that comes after all of the first."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    for turn in cutlass.range_constexpr(2):
        out[turn * 3 + bidx, tidx] = x[bidx, tidx] if turn == 0 else out[1 - bidx, tidx]
        cute.arch.sync_threads()
        if tidx == 0:
            cute.arch.atomic_add(out.iterator + 64, Int(1), sem="release", scope="gpu")
            while cute.arch.load(out.iterator + 64, sem="acquire", scope="gpu") < 2 * turn + 2:
                pass
        cute.arch.sync_threads()


@cute.kernel
def flag_lowered_by_a_plain_store(x: cute.Tensor, out: cute.Tensor):
    """A waiter that knows the first value to be over is not shown it again."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    flag, answer = out.iterator + 64, out.iterator + 65
    for turn in cutlass.range_constexpr(2):
        if bidx == 0:
            out[turn, tidx] = x[turn, 31 - tidx]
            cute.arch.sync_warp()
            if tidx == 0:
                cute.arch.store(flag, Int(1), sem="release", scope="gpu")
                while cute.arch.load(answer, sem="acquire", scope="gpu") == turn:
                    pass
            cute.arch.sync_warp()
        else:
            if tidx == 0:
                while cute.arch.load(flag, sem="acquire", scope="gpu") == 0:
                    pass
            cute.arch.sync_warp()
            out[3 + turn, tidx] = out[turn, tidx]
            cute.arch.sync_warp()
            if tidx == 0:
                out[2, 0] = 0
                cute.arch.store(answer, Int(turn + 1), sem="release", scope="gpu")


@cute.jit
def run(kernel: cutlass.Constexpr, x: cute.Tensor, out: cute.Tensor) -> None:
    kernel(x, out).launch(grid=2, block=32)


RIGHT = {
    handshake: lambda x: x[::-1],
    counted_by_the_block: lambda x: x[:, ::-1],
    exchanged_before_written: lambda x: x[:, ::-1],
    each_warp_at_one_number: lambda x: x,
    asks_after_its_own_arrival: lambda x: x,
    rounds_of_one_counter: lambda x: x[::-1],
    flag_lowered_by_a_plain_store: lambda x: x[:, ::-1],
}


@pytest.mark.parametrize("kernel", RIGHT, ids=lambda kernel: kernel.__name__)
def test_nothing_is_found(kernel: Any) -> None:
    x, out = np.arange(64, dtype=np.int32).reshape(2, 32), np.zeros((5, 32), np.int32)
    assert check(run, kernel, x, out).findings == []
    np.testing.assert_array_equal(out[3:], RIGHT[kernel](x))
