"""Features that few kernels mix, one kernel each on both targets: clusters of three dimensions, cooperative clusters
with named barriers, votes and waits of lanes that have parted, copies in groups with a tail, elections in branches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.kernels.arrays import TARGETS, Arrays

pytestmark = pytest.mark.child
INT = cutlass.Int32


@cute.kernel
def cube_kernel(y: cute.Tensor):
    """Each block of a cluster of 2 x 2 x 2 reads what the block on the far corner wrote, and says who that was."""
    tidx, _, _ = cute.arch.thread_idx()
    bx, by, bz = cute.arch.block_idx()
    gx, gy, _ = cute.arch.grid_dim()
    x, k, z = cute.arch.block_in_cluster_idx()
    cx, cy, cz = cute.arch.cluster_idx()
    rank = cute.arch.block_idx_in_cluster()
    s = utils.SmemAllocator().allocate_tensor(INT, cute.make_layout(32))
    s[tidx] = 10000 * rank + 1000 * x + 100 * k + 10 * z + tidx % 10
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    number = bx + gx * (by + gy * bz)
    y[number, 0, tidx] = (cute.arch.map_dsmem_ptr(s.iterator, 7 - rank) + tidx).load()
    y[number, 1, tidx] = cx + 10 * cy + 100 * cz
    cute.arch.cluster_arrive()  # all have read what the atomics change
    cute.arch.cluster_wait()
    cute.arch.atomic_add(cute.arch.map_dsmem_ptr(s.iterator, (rank + 3) % 8) + tidx, INT(7), scope="cluster")
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    y[number, 2, tidx] = s[tidx]


@cute.jit
def cube(y: cute.Tensor):
    cube_kernel(y).launch(grid=(4, 2, 6), block=32, cluster=(2, 2, 2))


@pytest.mark.parametrize("target", TARGETS)
def test_clusters_of_three_dimensions(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.poisoned((48, 3, 32), np.int32)
    cube(y)
    found, tidx = arrays.get(y), np.arange(32)
    for number in range(48):
        bx, by, bz = number % 4, number // 4 % 2, number // 8
        rank = bx % 2 + 2 * (by % 2) + 4 * (bz % 2)
        own, far = ((r, r & 1, r >> 1 & 1, r >> 2) for r in (rank, 7 - rank))
        weights = np.array([10000, 1000, 100, 10])
        # who did the far one's update may come before or after the read: 7 more, or not
        assert set(np.unique(found[number, 0] - (np.dot(weights, far) + tidx % 10))) <= {0, 7}
        assert (found[number, 1] == bx // 2 + 10 * (by // 2) + 100 * (bz // 2)).all()
        np.testing.assert_array_equal(found[number, 2], np.dot(weights, own) + tidx % 10 + 7)


@cute.kernel
def grid_kernel(count: cute.Tensor, y: cute.Tensor, blocks: cutlass.Int32):
    """Two warps hand a number over by named barriers, the clusters meet, then all of the grid by a counter."""
    tidx, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    warp, rank = cute.arch.warp_idx(), cute.arch.block_idx_in_cluster()
    s = utils.SmemAllocator().allocate_tensor(INT, cute.make_layout(64))
    for turn in range(3):
        if warp == 0:
            s[tidx] = 1000 * turn + 32 * block + tidx
            cute.arch.barrier_arrive(barrier_id=1, number_of_threads=64)
            cute.arch.barrier(barrier_id=2, number_of_threads=64)
        else:
            cute.arch.barrier(barrier_id=1, number_of_threads=64)
            s[tidx] = s[63 - tidx] + 1
            cute.arch.barrier_arrive(barrier_id=2, number_of_threads=64)
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()
        theirs = (cute.arch.map_dsmem_ptr(s.iterator, 1 - rank) + (32 + tidx % 32)).load()
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()
        y[turn, block, tidx] = theirs
        cute.arch.sync_threads()
        if tidx == 0:
            cute.arch.atomic_add(count.iterator, INT(1), sem="release", scope="gpu")
            while cute.arch.load(count.iterator, sem="acquire", scope="gpu") < blocks * (turn + 1):
                pass
        cute.arch.sync_threads()
        y[3 + turn, block, tidx] = y[turn, (block + 1) % blocks, tidx]


@cute.jit
def whole_grid(count: cute.Tensor, y: cute.Tensor, blocks: cutlass.Int32):
    grid_kernel(count, y, blocks).launch(grid=blocks, block=64, cluster=2, cooperative=True)


@pytest.mark.parametrize("target", TARGETS)
def test_a_cooperative_launch_of_clusters_with_named_barriers(target: str) -> None:
    arrays, blocks = Arrays(target), 6
    y = arrays.poisoned((6, blocks, 64), np.int32)
    whole_grid(arrays.put(np.zeros(1, np.int32)), y, blocks)
    found, tidx = arrays.get(y), np.arange(64)
    for turn in range(3):
        for block in range(blocks):
            other = block ^ 1
            want = 1000 * turn + 32 * other + 31 - tidx % 32 + 1
            np.testing.assert_array_equal(found[turn, block], want)
        np.testing.assert_array_equal(found[3 + turn], np.roll(found[turn], -1, axis=0))


@cute.kernel
def parted_kernel(x: cute.Tensor, y: cute.Tensor):
    """Lanes part by a number in memory: each group votes, matches and shuffles under a mask of its own."""
    lane, _, _ = cute.arch.thread_idx()
    mine = x[lane]
    low = cute.arch.vote_ballot_sync(mine < 4)
    for turn in range(3):
        if mine < 4:
            y[turn, 0, lane] = INT(cute.arch.vote_ballot_sync(mine % 2 == turn % 2, mask=low))
            y[turn, 1, lane] = INT(cute.arch.match_sync(low, mine))
            if mine == 0:
                zeros = cute.arch.match_sync(cute.arch.activemask(), mine)
                y[turn, 2, lane] = INT(cute.arch.popc(zeros))
        else:
            rest = ~low
            y[turn, 0, lane] = INT(cute.arch.vote_ballot_sync(mine > 4 + turn, mask=rest))
            y[turn, 1, lane] = cute.arch.warp_redux_sync(mine, "max", mask_and_clamp=rest)
            y[turn, 2, lane] = INT(cute.arch.vote_any_sync(mine > 6, mask=rest))
        mine = (mine + 1) % 8
        low = cute.arch.vote_ballot_sync(mine < 4)


@cute.jit
def parted(x: cute.Tensor, y: cute.Tensor):
    parted_kernel(x, y).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
def test_collectives_of_lanes_that_have_parted(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).integers(0, 8, 32).astype(np.int32)
    y = arrays.poisoned((3, 3, 32), np.int32)
    parted(arrays.put(x), y)
    found = arrays.get(y)

    def bits(chosen: Any) -> int:
        number = sum(1 << int(lane) for lane in np.flatnonzero(chosen))
        return number - (number >> 31 << 32)

    for turn in range(3):
        mine = (x + turn) % 8
        low = mine < 4
        for lane in range(32):
            if low[lane]:
                assert found[turn, 0, lane] == bits(low & (mine % 2 == turn % 2))
                assert found[turn, 1, lane] == bits(mine == mine[lane])
                # what the active lanes are is left open: at least this one, at most all with a zero
                assert mine[lane] != 0 or 1 <= found[turn, 2, lane] <= (mine == 0).sum()
            else:
                assert found[turn, 0, lane] == bits(~low & (mine > 4 + turn))
                assert found[turn, 1, lane] == mine.max()
                assert found[turn, 2, lane] == (mine.max() > 6)


@cute.kernel
def polling_kernel(y: cute.Tensor):
    """In one warp the even lanes arrive, some of them late, while the odd ones ask again and again."""
    lane, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    s, bar = smem.allocate_tensor(INT, cute.make_layout(32)), smem.allocate_array(cutlass.Int64, 1)
    if lane == 0:
        cute.arch.mbarrier_init(bar, 16)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_warp()
    for phase in range(4):
        if lane % 2 == 0:
            s[lane] = 100 * phase + lane
            cute.arch.mbarrier_arrive(bar)
            if lane % 4 == 0:
                done = cute.arch.mbarrier_test_wait(bar, phase % 2)
                while not done:
                    done = cute.arch.mbarrier_try_wait(bar, phase % 2)
                y[phase, lane] = s[lane ^ 2]
        else:
            done = cute.arch.mbarrier_try_wait(bar, phase % 2)
            while not done:
                done = cute.arch.mbarrier_try_wait(bar, phase % 2)
            y[phase, lane] = s[lane - 1]
        cute.arch.sync_warp()


@cute.jit
def polling(y: cute.Tensor):
    polling_kernel(y).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
def test_lanes_of_one_warp_poll_for_each_other(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.poisoned((4, 32), np.int32)
    polling(y)
    found = arrays.get(y)
    for phase in range(4):
        for lane in range(32):
            want = 100 * phase + (lane - 1 if lane % 2 else lane ^ 2)
            assert found[phase, lane] == (-77 if lane % 4 == 2 else want)


@cute.kernel
def staged_kernel(x: cute.Tensor, y: cute.Tensor, turns: cutlass.Int32):
    """Copies three groups ahead; threads beyond the row copy nothing, and some have returned before the last turns."""
    tidx, _, _ = cute.arch.thread_idx()
    s = utils.SmemAllocator().allocate_tensor(INT, cute.make_layout((64, 4)), 16)
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), INT, num_bits_per_copy=32)
    one = cute.make_layout(1)
    total = INT(0)
    if tidx >= x.shape[1]:
        return
    for ahead in cutlass.range_constexpr(3):
        if ahead < turns:
            cute.copy(
                atom,
                cute.make_tensor(x.iterator + ahead * x.shape[1] + tidx, one),
                cute.make_tensor(s[None, ahead].iterator + tidx, one),
            )
        cute.arch.cp_async_commit_group()
    for turn in range(turns):
        cute.arch.cp_async_wait_group(2)
        cute.arch.sync_threads()
        total += s[(tidx + turn) % x.shape[1], turn % 4] * (turn + 1)
        if turn + 3 < turns:
            there = s[None, (turn + 3) % 4].iterator + tidx
            cute.copy(
                atom, cute.make_tensor(x.iterator + (turn + 3) * x.shape[1] + tidx, one), cute.make_tensor(there, one)
            )
        cute.arch.cp_async_commit_group()
    y[tidx] = total


@cute.jit
def staged(x: cute.Tensor, y: cute.Tensor, turns: cutlass.Int32):
    staged_kernel(x, y, turns).launch(grid=1, block=64)


@pytest.mark.parametrize("target", TARGETS)
def test_groups_of_copies_with_a_tail(target: str) -> None:
    arrays = Arrays(target)
    for width in (64, 45):
        x = np.random.default_rng(7).integers(-99, 99, (9, width)).astype(np.int32)
        for turns in (1, 2, 3, 9):
            y = arrays.poisoned((64,), np.int32)
            staged(arrays.put(x), y, turns)
            want = np.full(64, -77, np.int32)
            want[:width] = sum(np.roll(x[turn], -turn) * (turn + 1) for turn in range(turns))
            np.testing.assert_array_equal(arrays.get(y), want)


@cute.kernel
def elected_kernel(y: cute.Tensor, n: cutlass.Int32):
    """One lane of each warp that comes to a branch; threads have returned before, others come by another way."""
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.warp_idx()
    if warp % 2 == 0:
        with cute.arch.elect_one():
            cute.arch.atomic_add(y.iterator, INT(1))
        if warp >= n:
            with cute.arch.elect_one():
                cute.arch.atomic_add(y.iterator + 1, warp)
    else:
        if warp < n:
            cute.arch.setmaxregister_decrease(40)
        with cute.arch.elect_one():
            cute.arch.atomic_add(y.iterator + 2, INT(10))
    cute.arch.barrier(barrier_id=5, number_of_threads=256)
    y[8 + tidx] = y[0] + y[1] + y[2]


@cute.jit
def elected(y: cute.Tensor, n: cutlass.Int32):
    elected_kernel(y, n).launch(grid=1, block=256)


@pytest.mark.cutedsl_unchecked  # warps of a group set their registers on their own there, a finding
def test_one_lane_in_a_branch() -> None:
    arrays = Arrays("cpu")
    for n in (0, 3, 9):
        y = arrays.put(np.zeros(264, np.int32))
        elected(y, n)
        late = sum(warp for warp in range(0, 8, 2) if warp >= n)
        assert arrays.get(y)[:3].tolist() == [4, late, 40] and (arrays.get(y)[8:] == 44 + late).all()


PITCH = 72
"""Elements of a row of shared memory, of which eight are never touched: rows begin at any 16 bytes."""


@cute.kernel
def turned_kernel(x: cute.Tensor, rows: cute.Tensor, y: cute.Tensor, words: cute.Tensor, trans: cutlass.Constexpr):
    """Four matrices whose 32 rows lie anywhere in a padded tile are loaded, and stored to other places, turned."""
    lane, _, _ = cute.arch.thread_idx()
    s = utils.SmemAllocator().allocate_tensor(cutlass.Int16, cute.make_layout((PITCH, 16), stride=(1, PITCH)), 16)
    for k in cutlass.range_constexpr(PITCH * 16 // 32):
        s[(32 * k + lane) % PITCH, (32 * k + lane) // PITCH] = x[32 * k + lane]
    cute.arch.sync_warp()
    turn = ".trans" if cutlass.const_expr(trans) else ""
    place = s.iterator.toint() + rows[lane] * 16
    code = "ldmatrix.sync.aligned.m8n8.x4" + turn + ".shared.b16 {{$w0}, {$w1}, {$w2}, {$w3}}, [{$r0}];"
    found = cute.arch.inline_ptx(code, write_only_types=[INT] * 4, read_only_args=[place])
    for k in cutlass.range_constexpr(4):
        words[k, lane] = found[k]
    cute.arch.sync_warp()
    code = "stmatrix.sync.aligned.m8n8.x4" + turn + ".shared.b16 [{$r0}], {{$r1}, {$r2}, {$r3}, {$r4}};"
    cute.arch.inline_ptx(code, read_only_args=[s.iterator.toint() + rows[31 - lane] * 16, *found])
    cute.arch.sync_warp()
    for k in cutlass.range_constexpr(PITCH * 16 // 32):
        y[32 * k + lane] = s[(32 * k + lane) % PITCH, (32 * k + lane) // PITCH]


@cute.jit
def turned(x: cute.Tensor, rows: cute.Tensor, y: cute.Tensor, words: cute.Tensor, trans: cutlass.Constexpr):
    turned_kernel(x, rows, y, words, trans).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("trans", [False, True])
def test_matrices_whose_rows_lie_anywhere(target: str, trans: bool) -> None:
    arrays, random = Arrays(target), np.random.default_rng(7)
    x = random.integers(-9999, 9999, PITCH * 16).astype(np.int16)
    rows = random.permutation(PITCH * 16 // 8)[:32].astype(np.int32)
    y, words = arrays.poisoned(x.shape, np.int16), arrays.poisoned((4, 32), np.int32)
    turned(arrays.put(x), arrays.put(rows), y, words, trans)
    eights = x.reshape(-1, 8)
    want = eights.copy()
    for k in range(4):
        matrix = eights[rows[8 * k : 8 * k + 8]]
        held = (matrix.T if trans else matrix).reshape(32, 2)  # thread t has two neighbours of row t // 4
        np.testing.assert_array_equal(arrays.get(words)[k].view(np.int16).reshape(32, 2), held)
        want[rows[31 - np.arange(8 * k, 8 * k + 8)]] = matrix
    np.testing.assert_array_equal(arrays.get(y).reshape(-1, 8), want)
