"""Blocks that take over the work of clusters that have not begun: each tile is done once, whoever does it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import checking
from cutedsl.checker.exploration import Schedule

TILES = 12


@cute.kernel
def take_over(out: cute.Tensor, owners: cute.Tensor, alone: cutlass.Constexpr):
    """Counts the blocks of the grid that were done, and writes down who did each: by its first block, from 1."""
    tidx, _, _ = cute.arch.thread_idx()
    x, y, _ = cute.arch.block_idx()
    first, _, _ = cute.arch.block_idx()
    rank = cute.arch.block_idx_in_cluster()
    smem = utils.SmemAllocator()
    barrier = smem.allocate_array(cutlass.Int64, 1)
    answer = smem.allocate_tensor(cutlass.Int32, cute.make_layout(4), 16)
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.cluster_arrive_relaxed()
    cute.arch.cluster_wait()
    phase, going = cutlass.Int32(0), cutlass.Boolean(True)
    while going:
        if tidx == 0:
            out[x, y] = out[x, y] + 1
            owners[x, y] = first + 1
            cute.arch.mbarrier_arrive_and_expect_tx(barrier, 16)
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()
        if tidx == 0 and (rank == 0 or alone):
            cute.arch.issue_clc_query(barrier, answer.iterator, multicast=not alone)
        cute.arch.mbarrier_wait(barrier, phase)
        found_x, found_y, _, going = cute.arch.clc_response(answer.iterator)
        x, y = found_x + rank, found_y
        phase = phase ^ 1
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()


def launched(grid: tuple[int, int], cluster: int, *, alone: bool = False) -> Any:
    @cute.jit
    def host(out: cute.Tensor, owners: cute.Tensor):
        take_over(out, owners, alone).launch(grid=[*grid, 1], block=32, cluster=[cluster, 1, 1])

    return host


@pytest.fixture
def blackwell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_ARCH", "sm_100a")


def empty(grid: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    return np.zeros(grid, np.int32), np.zeros(grid, np.int32)


@pytest.mark.parametrize(("grid", "cluster"), [((TILES, 1), 1), ((3, 4), 1), ((8, 3), 2)])
def test_each_block_of_the_grid_is_done_once(grid: tuple[int, int], cluster: int) -> None:
    out, owners = empty(grid)
    program = cute.compile(launched(grid, cluster), out, owners, options="--target cpu --gpu-arch sm_100a")
    for _ in range(20):  # on more than one thread the owners differ
        out[:] = owners[:] = 0
        program(out, owners)
        assert (out == 1).all()
        assert (owners % cluster == np.arange(1, grid[0] + 1)[:, None] % cluster).all()


def test_one_thread_gives_all_the_work_to_the_cluster_that_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_NUM_THREADS", "1")
    out, owners = empty((8, 3))
    cute.compile(launched((8, 3), 2), out, owners, options="--target cpu --gpu-arch sm_100a")(out, owners)
    assert (out == 1).all()
    assert (owners == np.array([1, 2] * 4)[:, None]).all()


def test_an_answer_for_one_block_goes_to_that_block() -> None:
    out, owners = empty((TILES, 1))
    program = cute.compile(launched((TILES, 1), 1, alone=True), out, owners, options="--target cpu --gpu-arch sm_100a")
    program(out, owners)
    assert (out == 1).all()
    assert "multicast::cluster::all" not in program.artifacts.ptx("sm_100a")
    for part in ("try_cancel.async", "query_cancel.is_canceled", "query_cancel.get_first_ctaid::x"):
        assert f"clusterlaunchcontrol.{part}" in program.artifacts.ptx("sm_100a")


@pytest.mark.usefixtures("blackwell")
def test_checked_runs_give_clusters_away_in_orders_of_their_own() -> None:
    """No finding in any, each block once; who did which differs, and drawn orders decline some requests."""
    found: list[np.ndarray] = []
    for seed in range(4):
        out, owners = empty((TILES, 1))
        with checking(schedule=Schedule(seed)) as report:
            launched((TILES, 1), 1)(out, owners)
        assert not report.findings
        assert (out == 1).all()
        found.append(owners.copy())
    assert (found[0] == 1).all()
    assert len({tuple(one.ravel()) for one in found}) > 1
    assert any(len(np.unique(one)) > 1 for one in found)


@cute.kernel
def read_words(words: cute.Tensor):
    """Counts the blocks that were done; whose they are is read from the words of the answers, without a query."""
    tidx, _, _ = cute.arch.thread_idx()
    own_x, own_y, own_z = cute.arch.block_idx()
    smem = utils.SmemAllocator()
    barrier = smem.allocate_array(cutlass.Int64, 1)
    answer = smem.allocate_tensor(cutlass.Int32, cute.make_layout(4), 16)
    if tidx == 0:
        words[own_z, own_y, own_x] = words[own_z, own_y, own_x] + 1
        cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
        going = cutlass.Boolean(True)
        phase = cutlass.Int32(0)
        while going:
            cute.arch.mbarrier_arrive_and_expect_tx(barrier, 16)
            cute.arch.issue_clc_query(barrier, answer.iterator, multicast=False)
            cute.arch.mbarrier_wait(barrier, phase)
            x, both, said = answer[0], answer[1], answer[2]
            going = (said & 1) != 0
            cute.arch.fence_proxy("async.shared", space="cta")
            if going:
                words[both >> 16, both & 0xFFFF, x] = words[both >> 16, both & 0xFFFF, x] + 1
            phase = phase ^ 1


@cute.jit
def reads_words(words: cute.Tensor):
    read_words(words).launch(grid=[2, 3, 2], block=32)


def test_the_words_of_an_answer_are_x_then_y_and_z_then_whether_there_is_one(blackwell: None) -> None:
    words = np.zeros((2, 3, 2), np.int32)
    reads_words(words)
    assert (words == 1).all()
