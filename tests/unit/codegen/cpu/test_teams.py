"""Loops that one warp runs for all warps of its block: the same bits as where each warp runs its own."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.codegen.cpu.control.team_loops import place_bytes
from cutedsl.codegen.cpu.lanes.analysis import Geometry
from cutedsl.codegen.cpu.plan import planner
from cutedsl.codegen.cpu.plan import teams as plan
from cutedsl.codegen.cpu.plan.teams import thread_step

RNG = np.random.default_rng(11)
WARPS, THREADS = 8, 256
TEAM = "br i1 %v[0-9]+, label %lead"


@cute.kernel
def centre_kernel(x: cute.Tensor, y: cute.Tensor, weight: cutlass.Float32):
    """A row a block: the number of each element read, the mean, and what is left without it; numbers of each warp."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    shared = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32))
    n = x.shape[1]
    tiles = cute.ceil_div(n, THREADS)
    total = cutlass.Float32(tidx // 32)
    last = tidx
    for tile in range(tiles):
        i = tile * THREADS + tidx
        if i < n:
            total += x[bidx, i] * weight
            last = i
    total = cute.arch.warp_reduction_sum(total)
    if tidx % 32 == 0:
        shared[tidx // 32] = total
    cute.arch.sync_threads()
    mean = cutlass.Float32(0.0)
    for warp in cutlass.range_constexpr(WARPS):
        mean += shared[warp]
    mean = mean / n.to(cutlass.Float32)
    for tile in range(tiles):
        i = tile * THREADS + tidx
        if i < n:
            y[bidx, i] = x[bidx, i] - mean
    cute.arch.sync_threads()
    y[bidx, n + tidx] = last.to(cutlass.Float32)


@cute.jit
def centre(x: cute.Tensor, y: cute.Tensor, weight: cutlass.Float32):
    """Launches it."""
    centre_kernel(x, y, weight).launch(grid=x.shape[0], block=THREADS)


@cute.jit
def centre_in_clusters(x: cute.Tensor, y: cute.Tensor, weight: cutlass.Float32):
    """Two blocks at a time."""
    centre_kernel(x, y, weight).launch(grid=x.shape[0], block=THREADS, cluster=(2, 1, 1))


@pytest.fixture(autouse=True, params=[128, 1 << 30], ids=["long", "short"])
def _least_bytes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is long enough for a team: each loop of two iterations, or none."""
    monkeypatch.setattr(plan, "LEAST_BYTES", request.param)


def _compiled(function: Any, *arguments: Any, teams: bool, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("CUTEDSL_CACHE", "0")
    with monkeypatch.context() as patch:
        if not teams:
            patch.setattr(planner, "find_teams", lambda *_: {})
        program = cute.compile(function, *arguments, options="--target cpu")
    assert bool(re.search(TEAM, program.artifacts.llvm)) == teams
    return program


@pytest.mark.parametrize("function", [centre, centre_in_clusters])
def test_the_same_bits_as_by_each_warp(function: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for rows, columns in ((300, 700), (40, 256), (2, 31)):
        x = RNG.standard_normal((rows, columns), dtype=np.float32)
        alone, together = (np.full((rows, columns + THREADS), np.nan, np.float32) for _ in range(2))
        _compiled(function, x, alone, 0.5, teams=False, monkeypatch=monkeypatch)(x, alone, 0.5)
        program = _compiled(function, x, together, 0.5, teams=True, monkeypatch=monkeypatch)
        assert len(re.findall(TEAM, program.artifacts.llvm)) == 2
        program(x, together, 0.5)
        np.testing.assert_array_equal(together, alone)
        mean = (x.sum(axis=1, dtype=np.float64) * 0.5 + 32 * sum(range(WARPS))) / columns
        np.testing.assert_allclose(together[:, :columns], x - mean[:, None], rtol=0, atol=1e-3)
        threads = np.arange(THREADS)
        last = np.array([max(range(t, columns, THREADS), default=t) for t in threads.tolist()])
        np.testing.assert_array_equal(together[:, columns:], np.tile(last, (rows, 1)))


@cute.kernel
def strides_kernel(x: cute.Tensor, y: cute.Tensor, first: cutlass.Int32, turns: cute.Tensor):
    """Rows by loops from each thread's own first column, up and down; lanes and warps leave at different turns."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    n = x.shape[1]
    total = cutlass.Float32(0.0)
    count = cutlass.Int32(0)
    for i in range(first + tidx, n, THREADS):
        total += x[bidx, i]
        count += 1
    for i in range(tidx, n, THREADS):
        y[bidx, i] = x[bidx, i] + total
    turns[bidx, tidx] = count


@cute.jit
def strides(x: cute.Tensor, y: cute.Tensor, first: cutlass.Int32, turns: cute.Tensor):
    """Launches it."""
    strides_kernel(x, y, first, turns).launch(grid=x.shape[0], block=THREADS)


@pytest.mark.parametrize("columns", [2, 33, 256, 300, 1000, 1031])
def test_loops_that_lanes_leave_at_different_turns(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    x, first = RNG.integers(-50, 50, (9, columns)).astype(np.float32), 3
    y, turns = np.full_like(x, np.nan), np.zeros((9, THREADS), np.int32)
    _compiled(strides, x, y, first, turns, teams=True, monkeypatch=monkeypatch)(x, y, first, turns)
    for thread in range(THREADS):
        total = x[:, first + thread :: THREADS].sum(axis=1, keepdims=True)
        own = x[:, thread::THREADS]
        np.testing.assert_array_equal(y[:, thread::THREADS], own + total)
        assert (turns[:, thread] == len(range(first + thread, columns, THREADS))).all()


@cute.kernel
def by_warps_kernel(x: cute.Tensor, y: cute.Tensor):
    """All lanes of a warp take the same turns, each warp its own: every eighth piece of 32."""
    tidx, _, _ = cute.arch.thread_idx()
    total = cutlass.Float32(0.0)
    for piece in range(cute.arch.warp_idx(), x.shape[0] // 32, WARPS):
        total += x[piece * 32 + cute.arch.lane_idx()]
    y[tidx] = total


@cute.jit
def by_warps(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    by_warps_kernel(x, y).launch(grid=1, block=THREADS)


def test_turns_of_each_warp_are_left_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = RNG.integers(-50, 50, 32 * 21).astype(np.float32), np.zeros(THREADS, np.float32)
    monkeypatch.setenv("CUTEDSL_CACHE", "0")
    program = cute.compile(by_warps, x, y, options="--target cpu")
    assert not re.search(TEAM, program.artifacts.llvm)
    program(x, y)
    want = [x.reshape(-1, 32)[warp::WARPS].sum(axis=0) for warp in range(WARPS)]
    np.testing.assert_array_equal(y, np.concatenate(want))


@cute.kernel
def too_far_kernel(x: cute.Tensor, y: cute.Tensor):
    """Reads 40 elements too many in the last turn: threads 88 and on of a block of 128."""
    tidx, _, _ = cute.arch.thread_idx()
    total = cutlass.Float32(0.0)
    for tile in range(cute.ceil_div(x.shape[0] + 40, 128)):
        total += x[tile * 128 + tidx]
    y[tidx] = total


@cute.jit
def too_far(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    too_far_kernel(x, y).launch(grid=1, block=128)


def test_a_thread_that_reads_outside_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = np.zeros(256 + 88, np.float32), np.zeros(128, np.float32)
    program = _compiled(too_far, x, y, teams=True, monkeypatch=monkeypatch)
    message = "thread (88, 0, 0) of block (0, 0, 0) reads element 344 of `x`, which has 344"
    with pytest.raises(cutlass.DSLRuntimeError, match=re.escape(message)):
        program(x, y)


@cute.kernel
def endless_kernel(x: cute.Tensor, y: cute.Tensor, turns: cutlass.Int64):
    """As many turns as somebody says."""
    tidx, _, _ = cute.arch.thread_idx()
    total = cutlass.Float32(0.0)
    for _ in range(turns):
        total += x[tidx]
    y[tidx] = total


@cute.jit
def endless(x: cute.Tensor, y: cute.Tensor, turns: cutlass.Int64):
    """Launches it."""
    endless_kernel(x, y, turns).launch(grid=1, block=128)


def test_a_loop_without_an_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = np.zeros(128, np.float32), np.zeros(128, np.float32)
    program = _compiled(endless, x, y, 3, teams=True, monkeypatch=monkeypatch)
    monkeypatch.setenv("CUTEDSL_TIMEOUT_S", "0.3")
    with pytest.raises(cutlass.DSLRuntimeError, match="launch-timeout"):
        program(x, y, 1 << 50)


@cute.kernel
def counted_kernel(x: cute.Tensor, y: cute.Tensor, COUNT: cutlass.Constexpr):
    """As many turns as the program says."""
    tidx, _, _ = cute.arch.thread_idx()
    total = cutlass.Float32(0.0)
    for turn in range(COUNT):
        total += x[turn * 128 + tidx]
    y[tidx] = total


@cute.jit
def counted(x: cute.Tensor, y: cute.Tensor, COUNT: cutlass.Constexpr):
    """Launches it."""
    counted_kernel(x, y, COUNT).launch(grid=1, block=128)


@pytest.mark.parametrize(("turns", "team"), [(3, False), (4, True)])
def test_a_known_number_of_turns_decides_for_a_team(turns: int, team: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "LEAST_BYTES", 4 * 128 * 4)
    x, y = RNG.integers(-50, 50, 5 * 128).astype(np.float32), np.zeros(128, np.float32)
    program = cute.compile(counted, x, y, turns, options="--target cpu")
    assert (bool(re.search(TEAM, program.artifacts.llvm)), "%alone" in program.artifacts.llvm) == (team, False)
    program(x, y)
    np.testing.assert_array_equal(y, x.reshape(5, 128)[:turns].sum(axis=0))


@pytest.mark.parametrize(
    ("block", "axis", "step"),
    [((128, 1, 1), 0, 32), ((32, 4, 1), 0, 0), ((32, 4, 1), 1, 1), ((16, 16, 1), 1, 2), ((48, 2, 1), 0, None)],
)
def test_the_step_to_the_next_warp_is_known(block: tuple[int, int, int], axis: int, step: int | None) -> None:
    assert thread_step(Geometry(block), axis) == step


@pytest.mark.parametrize(("kind", "size"), [("<32 x float>", 128), ("i64", 64), ("<32 x i1>", 64), ("ptr", 64)])
def test_a_place_is_whole_lines(kind: str, size: int) -> None:
    assert place_bytes(kind) == size
