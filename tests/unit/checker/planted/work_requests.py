"""Requests for clusters that have not begun: their answers are used too early, or too late.

Source: PTX ISA, "clusterlaunchcontrol.try_cancel": the async proxy writes the 16 bytes, which count at an mbarrier.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted

BLOCKS = 3


@cute.jit
def begin() -> tuple[Any, Any]:
    """The mbarrier, and room for an answer."""
    smem = utils.SmemAllocator()
    barrier = smem.allocate_array(cutlass.Int64, 1)
    answer = smem.allocate_tensor(cutlass.Int32, cute.make_layout(4), 16)
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(barrier, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    return barrier, answer


@planted(Bug.TMA_WAIT, "The answer is read before the mbarrier has counted its bytes.", want=lambda x: x * 0 + 1,
         shape=(BLOCKS,), grid=BLOCKS, also=(Bug.UNINITIALISED, Bug.SHARED_RACE, Bug.REFUSED))  # fmt: skip
@cute.kernel
def answer_not_awaited(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    barrier, answer = begin()
    tidx, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    phase, going = cutlass.Int32(0), cutlass.Boolean(True)
    while going:
        if tidx == 0:
            out[block] = cutlass.Float32(1)
            cute.arch.mbarrier_arrive_and_expect_tx(barrier, 16)
            cute.arch.issue_clc_query(barrier, answer.iterator)  # found
        if not bug:
            cute.arch.mbarrier_wait(barrier, phase)
        block, _, _, going = cute.arch.clc_response(answer.iterator)  # found
        if bug:
            cute.arch.mbarrier_wait(barrier, phase)
        phase = phase ^ 1
        cute.arch.sync_threads()


@planted(Bug.SHARED_RACE, "The warps meet before they read the answer and not after: the next request overwrites it.",
         want=lambda x: x * 0 + 1, shape=(BLOCKS,), grid=BLOCKS, also=(Bug.TMA_WAIT, Bug.PROXY_FENCE))  # fmt: skip
@cute.kernel
def answer_overwritten(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    barrier, answer = begin()
    tidx, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    phase, going = cutlass.Int32(0), cutlass.Boolean(True)
    while going:
        if tidx == 0:
            out[block] = cutlass.Float32(1)
            cute.arch.mbarrier_arrive_and_expect_tx(barrier, 16)
            cute.arch.issue_clc_query(barrier, answer.iterator)  # found
        cute.arch.mbarrier_wait(barrier, phase)
        if bug:
            cute.arch.sync_threads()
        block, _, _, going = cute.arch.clc_response(answer.iterator)  # found
        phase = phase ^ 1
        if not bug:
            cute.arch.sync_threads()


def ones(x: np.ndarray) -> np.ndarray:
    return x * 0 + 1


@planted(Bug.REFUSED, "The loop has a fixed number of turns, and goes on asking after a refusal.", want=ones,
         shape=(BLOCKS,), grid=BLOCKS)  # fmt: skip
@cute.kernel
def fixed_number_of_turns(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    barrier, answer = begin()
    tidx, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    going = cutlass.Boolean(True)
    for turn in range(BLOCKS + 1):
        if going or bug:
            if tidx == 0:
                if going:
                    out[block] = cutlass.Float32(1)
                cute.arch.mbarrier_arrive_and_expect_tx(barrier, 16)
                cute.arch.issue_clc_query(barrier, answer.iterator)  # found
            cute.arch.mbarrier_wait(barrier, turn % 2)
            found, _, _, valid = cute.arch.clc_response(answer.iterator)  # found
            block, going = found, going and valid
            cute.arch.sync_threads()


@planted(Bug.REFUSED, "One warp asks and another one reads: the asking warp does not look, and asks once more.",
         want=ones, shape=(BLOCKS,), grid=BLOCKS)  # fmt: skip
@cute.kernel
def asked_by_a_warp_that_does_not_look(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    barrier, answer = begin()
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.warp_idx()
    block, _, _ = cute.arch.block_idx()
    phase, going = cutlass.Int32(0), cutlass.Boolean(True)
    while going:
        if tidx == 0:
            out[block] = cutlass.Float32(1)
        if tidx == 32:
            cute.arch.mbarrier_arrive_and_expect_tx(barrier, 16)
            cute.arch.issue_clc_query(barrier, answer.iterator)
        cute.arch.mbarrier_wait(barrier, phase)
        block, _, _, going = cute.arch.clc_response(answer.iterator)  # found
        phase = phase ^ 1
        cute.arch.sync_threads()
    if bug and warp == 1:
        if tidx == 32:
            cute.arch.mbarrier_arrive_and_expect_tx(barrier, 16)
            cute.arch.issue_clc_query(barrier, answer.iterator)  # found
        cute.arch.mbarrier_wait(barrier, phase)


@planted(Bug.REFUSED, "The next request is issued between reading the answer and looking whether it is valid.",
         want=ones, shape=(BLOCKS,), grid=BLOCKS)  # fmt: skip
@cute.kernel
def asked_before_it_looks(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    barrier, answer = begin()
    tidx, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    phase, going = cutlass.Int32(0), cutlass.Boolean(True)
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, 16)
        cute.arch.issue_clc_query(barrier, answer.iterator)
    while going:
        if tidx == 0:
            out[block] = cutlass.Float32(1)
        cute.arch.mbarrier_wait(barrier, phase)
        block, _, _, going = cute.arch.clc_response(answer.iterator)  # found
        phase = phase ^ 1
        cute.arch.sync_threads()
        if tidx == 0 and (bug or going):
            cute.arch.mbarrier_arrive_and_expect_tx(barrier, 16)
            cute.arch.issue_clc_query(barrier, answer.iterator)  # found
    if bug:
        cute.arch.mbarrier_wait(barrier, phase)


@planted(Bug.REFUSED, "A request for this block alone is refused, and the block asks with a request for its cluster.",
         want=ones, shape=(BLOCKS,), grid=BLOCKS)  # fmt: skip
@cute.kernel
def asked_again_in_another_form(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    barrier, answer = begin()
    tidx, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    phase, going = cutlass.Int32(0), cutlass.Boolean(True)
    while going:
        if tidx == 0:
            out[block] = cutlass.Float32(1)
            cute.arch.mbarrier_arrive_and_expect_tx(barrier, 16)
            cute.arch.issue_clc_query(barrier, answer.iterator, multicast=False)
        cute.arch.mbarrier_wait(barrier, phase)
        block, _, _, going = cute.arch.clc_response(answer.iterator)  # found
        phase = phase ^ 1
        cute.arch.sync_threads()
    if bug:
        if tidx == 0:
            cute.arch.mbarrier_arrive_and_expect_tx(barrier, 16)
            cute.arch.issue_clc_query(barrier, answer.iterator)  # found
        cute.arch.mbarrier_wait(barrier, phase)
