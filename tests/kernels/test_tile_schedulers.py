"""Tile schedulers of groups and of Stream-K: over all blocks every tile, and every step of it, once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import checking
from tests.kernels.arrays import TARGETS, Arrays
from tests.lowered import lowered

# -- groups ----------------------------------------------------------------------------------------------------------
TILE = (4, 8, 16)
Params = utils.PersistentTileSchedulerParams


@cute.kernel
def grouped(problems: cute.Tensor, out: cute.Tensor, params: Any, groups: cutlass.Constexpr, whole: Any) -> None:
    """Counts each group's tiles in `out` (M, N, group), and notes their K."""
    cm, cn, _ = params.cluster_shape_mnk
    cluster_tile = (TILE[0] * cm, TILE[1] * cn, TILE[2])
    block, grid, lane = cute.arch.block_idx(), cute.arch.grid_dim(), cute.arch.lane_idx()
    if cutlass.const_expr(whole):
        state: utils.GroupedGemmGroupSearchState = utils.create_initial_search_state()
        scheduler = utils.StaticPersistentGroupTileScheduler.create(
            params, block, grid, cluster_tile, state, groups, problems
        )
        work = scheduler.initial_work_tile_info()
        while work.is_valid_tile:
            found: utils.GroupSearchResult = work.group_search_result
            if lane == 0 and found.cta_tile_idx_m < out.shape[0] and found.cta_tile_idx_n < out.shape[1]:
                place = (found.cta_tile_idx_m, found.cta_tile_idx_n, found.group_idx)
                out[place] = out[place] + 1 + 100 * found.cta_tile_count_k
            scheduler.advance_to_next_work()
            work = scheduler.get_current_work()
    else:
        plain = utils.StaticPersistentTileScheduler.create(params, block, grid)
        helper = utils.GroupedGemmTileSchedulerHelper(groups, params, cluster_tile, utils.create_initial_search_state())
        work = plain.initial_work_tile_info()
        while work.is_valid_tile:
            found = helper.delinearize_z(work.tile_idx, problems)
            if lane == 0 and found.cta_tile_idx_m < out.shape[0] and found.cta_tile_idx_n < out.shape[1]:
                place = (found.cta_tile_idx_m, found.cta_tile_idx_n, found.group_idx)
                out[place] = out[place] + 1 + 100 * cute.ceil_div(found.problem_shape_k, TILE[2])
            plain.advance_to_next_work()
            work = plain.get_current_work()


@cute.jit
def run_grouped(
    problems: cute.Tensor,
    out: cute.Tensor,
    total: cutlass.Int32,
    cluster: cutlass.Constexpr,
    groups: cutlass.Constexpr,
    workers: cutlass.Constexpr,
    whole: cutlass.Constexpr,
) -> None:
    params = Params((cluster[0], cluster[1], total), cluster, raster_along_m=workers % 2 == 0)
    grid = utils.StaticPersistentGroupTileScheduler.get_grid_shape(params, workers)
    grouped(problems, out, params, groups, whole).launch(grid=grid, block=[32, 1, 1])


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize(("cluster", "groups", "workers"), [((1, 1, 1), 3, 2), ((2, 1, 1), 70, 3), ((1, 2, 1), 40, 64)])
@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_each_tile_of_the_groups_is_taken_once(
    target: str, cluster: tuple[int, int, int], groups: int, workers: int, whole: bool
) -> None:
    """Groups of any sizes, some empty; the scheduler of groups may be told of more tiles than there are."""
    arrays, rng = Arrays(target), np.random.default_rng(7)
    problems = rng.integers(0, 40, (groups, 4)).astype(np.int32)
    problems[rng.integers(groups)] = 0
    clusters = [-(-m // (TILE[0] * cluster[0])) * -(-n // (TILE[1] * cluster[1])) for m, n, *_ in problems.tolist()]
    want = np.zeros((12, 6, groups), np.int64)
    for g, (m, n, k, _) in enumerate(problems.tolist()):
        rows, columns = -(-m // (TILE[0] * cluster[0])) * cluster[0], -(-n // (TILE[1] * cluster[1])) * cluster[1]
        want[:rows, :columns, g] = 1 + 100 * -(-k // TILE[2])
    back = arrays.put(np.zeros(want.shape, np.int32))
    total = sum(clusters) + (5 if whole else 0)
    run_grouped(arrays.put(problems), back, total, cluster, groups, workers, whole)
    np.testing.assert_array_equal(arrays.get(back), want)


# -- Stream-K --------------------------------------------------------------------------------------------------------
@cute.kernel
def stream_k(out: cute.Tensor, peers: cute.Tensor, params: utils.StreamKTileSchedulerParams) -> None:
    """Notes in `out` (M, N, L, K) who does each step, and in `peers` who is said to have begun a tile."""
    scheduler = utils.StreamKTileScheduler.create(params, cute.arch.block_idx(), cute.arch.grid_dim())
    work = scheduler.initial_work_tile_info()
    while work.is_valid_tile:
        m, n, batch = work.tile_idx
        if m < out.shape[0] and n < out.shape[1]:
            for step in range(work.k_tile_start, work.k_tile_stop):
                out[m, n, batch, step] = out[m, n, batch, step] + 1 + scheduler.worker
            if work.is_last:
                peers[m, n, batch] = work.first_peer
        scheduler.advance_to_next_work()
        work = scheduler.get_current_work()


@cute.jit
def run_stream_k(
    out: cute.Tensor, peers: cute.Tensor, steps: cutlass.Int32, cluster: cutlass.Constexpr, workers: cutlass.Constexpr
) -> None:
    params = utils.StreamKTileSchedulerParams(tuple(out.shape)[:3], cluster, k_tile_count=steps)
    stream_k(out, peers, params).launch(grid=params.get_grid_shape(workers), block=[1, 1, 1])


@pytest.mark.parametrize(("cluster", "workers"), [((1, 1, 1), 5), ((2, 1, 1), 4), ((1, 1, 1), 200)])
@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_stream_k_shares_every_step(target: str, cluster: tuple[int, int, int], workers: int) -> None:
    arrays = Arrays(target)
    for shape in ((4, 3, 2, 6), (2, 1, 1, 9)):
        back, peers = (arrays.put(np.zeros(extent, np.int32)) for extent in (shape, shape[:3]))
        run_stream_k(back, peers, shape[3], cluster, workers)
        who = arrays.get(back) - 1
        assert (who >= 0).all(), "a step that nobody does"
        assert (who < workers).all(), "a step done twice"
        assert (np.diff(who, axis=3) >= 0).all(), "a tile's workers are not in order"
        np.testing.assert_array_equal(arrays.get(peers), who[..., 0])
        m, n, batch, steps = shape
        done = np.bincount(who[:: cluster[0], :: cluster[1]].ravel(), minlength=min(workers, who.size // cluster[0]))
        assert done.max() - done.min() <= 1, f"{m}x{n}x{batch} tiles of {steps} steps are not shared evenly: {done}"


# -- problems of a size that the kernel finds ------------------------------------------------------------------------
@cute.kernel
def endless(total: cute.Tensor, out: cute.Tensor, params: Any, inner: cutlass.Constexpr) -> None:
    block, grid = cute.arch.block_idx(), cute.arch.grid_dim()
    scheduler = utils.StaticPersistentRuntimeTileScheduler.create(params, block, grid, inner_mode=inner)
    work = scheduler.initial_work_tile_info()
    while work.is_valid_tile and work.tile_idx[1 - inner] < total[0]:
        m, n, batch = work.tile_idx
        place = out.iterator + cute.crd2idx((m, n), out.layout)  # both blocks of a cluster come there
        cute.arch.atomic_add(place, cutlass.Int32(1 + batch + 100 * block[2]))
        scheduler.advance_to_next_work()
        work = scheduler.get_current_work()


@cute.jit
def run_endless(
    total: cute.Tensor, out: cute.Tensor, tiles: cutlass.Constexpr, inner: cutlass.Constexpr, workers: cutlass.Constexpr
) -> None:
    params = Params((*tiles, 1), (2, 1, 1))
    endless(total, out, params, inner).launch(grid=(2, 1, workers), block=1)


@pytest.mark.parametrize(("inner", "tiles"), [(0, (5, 1)), (1, (1, 4))])
@pytest.mark.parametrize("target", TARGETS)
def test_a_scheduler_without_an_end_goes_over_each_cluster_once(
    target: str, inner: int, tiles: tuple[int, int]
) -> None:
    arrays, workers, found = Arrays(target), 3, 7  # five tiles along M are three clusters of two
    wide = 3 if inner == 0 else 4
    shape = (wide, found) if inner == 0 else (found, wide)
    out = arrays.put(np.zeros(shape, np.int32))
    run_endless(arrays.put(np.array([found], np.int32)), out, tiles, inner, workers)
    index = np.arange(wide * found).reshape(found, wide)
    expected = 2 * (1 + 100 * (index % workers))  # both blocks of a cluster are given its place
    np.testing.assert_array_equal(arrays.get(out), expected.T if inner == 0 else expected)


@cute.kernel
def backwards(out: cute.Tensor, params: Any) -> None:
    block, grid = cute.arch.block_idx(), cute.arch.grid_dim()
    scheduler = utils.StaticPersistentTileScheduler.create(params, block, grid)
    last = 11
    for turn in range(block[2], last + 2, grid[2]):
        work = scheduler._get_current_work_for_linear_idx(last + 1 - turn)  # pyright: ignore[reportPrivateUsage]
        if work.is_valid_tile:
            m, n, batch = work.tile_idx
            out[m, n, batch] = out[m, n, batch] + 1 + turn


@cute.jit
def run_backwards(out: cute.Tensor) -> None:
    backwards(out, Params((4, 3, 2), (2, 1, 1))).launch(grid=(2, 1, 3), block=1)


@pytest.mark.parametrize("target", TARGETS)
def test_tiles_by_their_numbers_in_an_order_of_the_program(target: str) -> None:
    arrays = Arrays(target)
    out = arrays.put(np.zeros((4, 3, 2), np.int32))
    run_backwards(out)
    clusters = 13 - np.arange(12).reshape(2, 3, 2).transpose(2, 1, 0)  # number 12 is no tile
    np.testing.assert_array_equal(arrays.get(out), np.repeat(clusters, 2, axis=0))


def test_tiles_behind_the_last_one_have_no_number_that_wraps() -> None:
    arrays = Arrays("cpu")
    back, peers = (arrays.put(np.zeros(extent, np.int32)) for extent in ((2, 1, 1, 9), (2, 1, 1)))
    with checking() as report:
        run_stream_k(back, peers, 9, (1, 1, 1), 5)
    assert not report.findings


# -- prepared divisors -----------------------------------------------------------------------------------------------
@cute.kernel
def placed(out: cute.Tensor, params: Params) -> None:
    """Notes in `out[0]` the number of each tile's cluster, and in `out[1]` that by parameters that the kernel makes."""
    inside = Params(tuple(out.shape)[1:], params.cluster_shape_mnk, params.swizzle_size, params.raster_along_m)
    for row, one in ((0, params), (1, inside)):
        scheduler = utils.StaticPersistentTileScheduler.create(one, cute.arch.block_idx(), cute.arch.grid_dim())
        work = scheduler.initial_work_tile_info()
        while work.is_valid_tile:
            m, n, batch = work.tile_idx
            if m < out.shape[1] and n < out.shape[2]:
                out[row, m, n, batch] = scheduler.current_work_linear_idx + 1
            scheduler.advance_to_next_work()
            work = scheduler.get_current_work()


@cute.jit
def run_placed(out: cute.Tensor, cluster: cutlass.Constexpr, width: cutlass.Constexpr, along_m: cutlass.Constexpr):
    params = Params(tuple(out.shape)[1:], cluster, width, along_m)
    placed(out, params).launch(grid=params.get_grid_shape(3), block=[1, 1, 1])


@pytest.mark.parametrize("along_m", [True, False])
@pytest.mark.parametrize(("cluster", "width"), [((1, 1, 1), 1), ((2, 1, 1), 3)])
def test_prepared_divisors_give_the_places_of_divisions(
    cluster: tuple[int, int, int], width: int, along_m: bool
) -> None:
    for shape in ((7, 5, 2), (1, 9, 1), (6, 1, 3)):
        out = np.zeros((2, *shape), np.int32)
        run_placed(cute.runtime.from_dlpack(out).mark_layout_dynamic(), cluster, width, along_m)
        assert (out > 0).all()
        np.testing.assert_array_equal(out[0], out[1])


@cute.kernel
def swept(out: cute.Tensor, params: Params) -> None:
    scheduler = utils.StaticPersistentTileScheduler.create(params, cute.arch.block_idx(), cute.arch.grid_dim())
    work = scheduler.initial_work_tile_info()
    while work.is_valid_tile:
        m, n, _ = work.tile_idx
        out[0, m, n, 0] = 1
        scheduler.advance_to_next_work()
        work = scheduler.get_current_work()


@cute.jit
def run_swept(out: cute.Tensor, m: cutlass.Int32, n: cutlass.Int32):
    params = Params((m, n, 1), (1, 1, 1))
    swept(out, params).launch(grid=params.get_grid_shape(64), block=[1, 1, 1])


def test_a_kernel_with_parameters_of_the_host_does_not_divide() -> None:
    out = cute.runtime.make_fake_compact_tensor(cutlass.Int32, (1, 4, 4, 1))
    ptx = lowered(lambda: cute.compile(run_swept, out, 4, 4)).ptx("sm_90a")
    assert "div." not in ptx and "rem." not in ptx


def test_parameters_that_a_kernel_makes_are_divided_by_as_they_are() -> None:
    """Preparing divisors takes two divisions of 64 bits."""
    out = cute.runtime.make_fake_compact_tensor(cutlass.Int32, (2, cute.sym_int(), 4, 1), stride_order=(3, 2, 1, 0))
    ptx = lowered(lambda: cute.compile(run_placed, out, (1, 1, 1), 1, True)).ptx("sm_90a")
    assert "div.s32" in ptx and ".u64" not in "".join(line for line in ptx.splitlines() if "div." in line)


def test_a_problem_without_tiles_is_refused_before_its_launch() -> None:
    with pytest.raises(cutlass.DSLUserCodeError, match="grid"):
        run_swept(cute.runtime.from_dlpack(np.zeros((1, 4, 4, 1), np.int32)), 0, 4)
