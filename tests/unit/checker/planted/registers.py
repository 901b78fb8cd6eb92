"""Registers that one warp of a group sets alone, or that the block does not have."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.unit.checker.planted.case import Bug, planted


def same(x: np.ndarray) -> np.ndarray:
    return x


@planted(
    Bug.REGISTERS,
    "The producer branch is for one warp, so three warps of its group never give their registers back.",
    shape=(384,),
    block=384,
    want=same,
)
@cute.kernel
def one_warp_gives_back(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.warp_idx()
    if cutlass.const_expr(bug):
        if warp == 0:
            cute.arch.setmaxregister_decrease(24)  # found
    else:
        if warp < 4:
            cute.arch.setmaxregister_decrease(24)
    if warp >= 4:
        cute.arch.setmaxregister_increase(240)
    out[tidx] = x[tidx]


@planted(
    Bug.REGISTERS,
    "Two consumer groups take 240 registers while the producers keep 40: 520 of the 504 that there are.",
    shape=(384,),
    block=384,
    want=same,
)
@cute.kernel
def more_than_there_are(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if cute.arch.warp_idx() < 4:
        cute.arch.setmaxregister_decrease(40 if bug else 24)
    else:
        cute.arch.setmaxregister_increase(240)  # found
    out[tidx] = x[tidx]


@planted(
    Bug.REGISTERS,
    "The consumers take registers that no producer gives back.",
    shape=(256,),
    block=512,
    want=same,
)
@cute.kernel
def nobody_gives_back(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if cute.arch.warp_idx() >= 8:
        cute.arch.setmaxregister_increase(160)  # found
    elif cutlass.const_expr(not bug):
        cute.arch.setmaxregister_decrease(96)
    if tidx < 256:
        out[tidx] = x[tidx]


@planted(
    Bug.REGISTERS,
    "Warps of one group ask for different numbers, because the role is decided by the warp and not by the group.",
    shape=(256,),
    block=256,
    want=same,
)
@cute.kernel
def two_numbers_in_one_group(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if cute.arch.warp_idx() < (2 if bug else 4):
        cute.arch.setmaxregister_decrease(40)  # found
    else:
        cute.arch.setmaxregister_decrease(232)  # found
    out[tidx] = x[tidx]


@planted(
    Bug.REGISTERS,
    "The increase after the prologue asks for fewer registers than the group kept.",
    shape=(128,),
    block=128,
    want=same,
)
@cute.kernel
def increase_that_decreases(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    cute.arch.setmaxregister_decrease(96)
    cute.arch.setmaxregister_increase(64 if bug else 160)  # found
    out[tidx] = x[tidx]


@planted(
    Bug.REGISTERS,
    "The epilogue's warps take registers for themselves after the loop; the others of the group have left.",
    shape=(384,),
    block=384,
    want=same,
)
@cute.kernel
def taken_again_by_one_warp(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.warp_idx()
    if warp < 4:
        cute.arch.setmaxregister_decrease(24)
        if cutlass.const_expr(bug):
            if warp == 3:
                cute.arch.setmaxregister_increase(40)  # found
    else:
        cute.arch.setmaxregister_increase(232)
    out[tidx] = x[tidx]


@planted(
    Bug.REGISTERS,
    "The producers take 40 registers and give none back, so that the consumers' increase never ends.",
    shape=(384,),
    block=384,
    want=same,
)
@cute.kernel
def producers_take_what_they_should_give(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if cute.arch.warp_idx() < 4:
        if cutlass.const_expr(bug):
            cute.arch.setmaxregister_increase(40)
        else:
            cute.arch.setmaxregister_decrease(40)
    else:
        cute.arch.setmaxregister_increase(232)  # found
    out[tidx] = x[tidx]
