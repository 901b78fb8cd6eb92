"""`sem="seq_cst"`: a fence.sc before each access, of the access's scope."""

from __future__ import annotations

import re

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import check
from tests.kernels.arrays import TARGETS, Arrays

A = cute.arch


@cute.kernel
def accesses(x: cute.Tensor, sem: cutlass.Constexpr, scope: cutlass.Constexpr) -> None:
    p = x.iterator
    A.atomic_add(p, cutlass.Int32(1), sem=sem, scope=scope)
    A.atomic_cas(p + 1, cmp=0, val=1, sem=sem, scope=scope)
    A.red(p + 2, cutlass.Int32(1), op="max", sem=sem, scope=scope)
    A.store(p + 3, A.load(p + 4, sem=sem, scope=scope), sem=sem, scope=scope)


@cute.jit
def run(x: cute.Tensor, sem: cutlass.Constexpr, scope: cutlass.Constexpr) -> None:
    accesses(x, sem, scope).launch(grid=1, block=1)


@pytest.mark.parametrize("sem", ["seq_cst", "sc"])
@pytest.mark.parametrize("scope", ["cta", "cluster", "gpu", "sys", None])
def test_every_access_has_its_fence(scope: str | None, sem: str) -> None:
    text = cute.compile(run, np.zeros(8, np.int32), sem, scope, options="--target cpu").artifacts.ptx("sm_90a")
    found = re.findall(
        r"^\s*((?:fence|atom|red|ld|st)\.(?:sc|acquire|relaxed|acq_rel)[.a-z]*\.(?:cta|cluster|gpu|sys))", text, re.M
    )
    at = scope or "gpu"
    fence = f"fence.sc.{at}"
    acquire = f"atom.acquire.{at}"
    assert found == [
        *(fence, acquire, fence, acquire, fence, acquire),
        *(fence, f"ld.acquire.{at}", fence, f"st.relaxed.{at}"),
    ]


def test_a_store_takes_no_acquire() -> None:
    @cute.kernel
    def wrong(x: cute.Tensor) -> None:
        A.store(x.iterator, cutlass.Int32(1), sem="acquire")

    @cute.jit
    def launch(x: cute.Tensor) -> None:
        wrong(x).launch(grid=1, block=1)

    with pytest.raises(DSLUserCodeError, match="weak, relaxed, release, volatile, seq_cst"):
        launch(np.zeros(8, np.int32))


def test_the_cpu_fences_too() -> None:
    text = cute.compile(run, np.zeros(8, np.int32), "seq_cst", "gpu").artifacts.llvm
    assert text.count("fence seq_cst") == 5
    fences = "{ fence.sc.gpu; membar.gl; fence.acq_rel.gpu; }"

    @cute.kernel
    def inline(x: cute.Tensor) -> None:
        A.inline_ptx(fences)

    @cute.jit
    def launch(x: cute.Tensor) -> None:
        inline(x).launch(grid=1, block=1)

    text = cute.compile(launch, np.zeros(8, np.int32)).artifacts.llvm
    assert text.count("fence seq_cst") == 3


@cute.kernel
def entering(flags: cute.Tensor, count: cute.Tensor, rounds: cutlass.Constexpr) -> None:
    """Two blocks announce themselves and enter if the other one has not: never both (Dekker's store buffering)."""
    me, _, _ = cute.arch.block_idx()
    for i in range(rounds):
        own, other = flags.iterator + (2 * i + me), flags.iterator + (2 * i + 1 - me)
        A.store(own, cutlass.Int32(1), sem="seq_cst", scope="gpu")
        if A.load(other, sem="seq_cst", scope="gpu") == 0:
            A.atomic_add(count.iterator + i, cutlass.Int32(1))


@cute.jit
def enter(flags: cute.Tensor, count: cute.Tensor, rounds: cutlass.Constexpr) -> None:
    entering(flags, count, rounds).launch(grid=2, block=1)


@pytest.mark.parametrize("target", TARGETS)
def test_two_blocks_never_both_enter(target: str) -> None:
    arrays, rounds = Arrays(target), 2000
    count = arrays.put(np.zeros(rounds, np.int32))
    enter(arrays.put(np.zeros(2 * rounds, np.int32)), count, rounds)
    assert arrays.get(count).max() <= 1


@cute.kernel
def handing(flag: cute.Tensor, data: cute.Tensor, y: cute.Tensor, sem: cutlass.Constexpr) -> None:
    me, _, _ = cute.arch.block_idx()
    if me == 0:
        data[0] = 7
        A.store(flag.iterator, cutlass.Int32(1), sem=sem, scope="gpu")
    else:
        while A.load(flag.iterator, sem=sem, scope="gpu") == 0:
            pass
        y[0] = data[0]


@cute.jit
def hand(flag: cute.Tensor, data: cute.Tensor, y: cute.Tensor, sem: cutlass.Constexpr) -> None:
    handing(flag, data, y, sem).launch(grid=2, block=1)


def test_a_checked_run_knows_what_it_orders() -> None:
    def kinds(sem: str) -> set[str]:
        flag, data, y = (np.zeros(1, np.int32) for _ in range(3))
        return {found.kind for found in check(hand, flag, data, y, sem).findings}

    assert kinds("seq_cst") == set()
    assert kinds("relaxed") == {"global-race"}
