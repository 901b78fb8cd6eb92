"""`block_copy` for the multiplies of Blackwell: a pair's halves of an operand, scale factors that elements share."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import checking
from cutedsl.cute.nvgpu import cpasync, tcgen05
from cutedsl.utils import blockscaled_layout, sm100

OPTIONS = "--target cpu --gpu-arch sm_100a"
TILE = 256, 64, 64
ROWS, SF_VECTOR, SF_TILE = TILE[0] // 2, 16, (128, 128, 256)


@cute.kernel
def halves_kernel(mma: cute.TiledMma, load: Any, source: cute.Tensor, out: cute.Tensor, layout: cutlass.Constexpr):
    """Both blocks of a pair load their rows of a tile of A; the first one's mbarrier counts the bytes of both."""
    tidx, half = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    smem = utils.SmemAllocator()
    stage = smem.allocate_tensor(cutlass.Float16, layout.outer, 1024, swizzle=layout.inner)
    barrier = smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    tiles = mma.get_slice(half).partition_A(cute.local_tile(source, (TILE[0], TILE[2]), (None, None)))
    if tidx == 0:
        if half == 0:
            cute.arch.mbarrier_arrive_and_expect_tx(barrier, TILE[0] * TILE[2] * 2)
        pair = {"cluster_shape": (2, 1), "multicast_dim": "M", "use_2cta_mma_inst": True}
        utils.block_copy(
            load, tiles[None, None, None, 0, 1], stage[None, None, None, 0], tma_multicast=pair, tma_bar_ptr=barrier
        )
    if half == 0:
        cute.arch.mbarrier_wait(barrier, 0)
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    own = cute.local_tile(out, (ROWS, TILE[2]), (half, 0))
    found = cute.group_modes(stage[None, None, None, 0], 0, 3)
    where = mma.get_slice(0).partition_A(cute.make_identity_tensor((TILE[0], TILE[2])))
    where = cute.group_modes(where, 0, 3)
    for k in range(tidx, cute.size(found), 32):
        row, column = where[k]
        own[row, column] = found[k]


@cute.jit
def halves(x: cute.Tensor, out: cute.Tensor):
    k_major, pair = tcgen05.OperandMajorMode.K, tcgen05.CtaGroup.TWO
    mma = sm100.make_trivial_tiled_mma(cutlass.Float16, k_major, k_major, cutlass.Float32, pair, TILE[:2])
    layout = sm100.make_smem_layout_a(mma, TILE, cutlass.Float16, 1)
    op, one = cpasync.CopyBulkTensorTileG2SOp(pair), cute.slice_(layout, (None, None, None, 0))
    load, source = cute.nvgpu.make_tiled_tma_atom_A(op, x, one, TILE, mma)
    halves_kernel(mma, load, source, out, layout).launch(grid=2, block=32, cluster=(2, 1, 1))


def test_each_block_of_a_pair_copies_its_rows() -> None:
    x = np.arange(256 * 128).reshape(256, 128).astype(np.float16)
    out = np.zeros((256, 64), np.float16)
    with checking() as report:
        cute.compile(halves, x, out, options=OPTIONS)(x, out)
    assert np.array_equal(out, x[:, 64:])
    assert report.launches == 1
    assert not report.findings


@cute.kernel
def factors_kernel(mma: cute.TiledMma, load: Any, source: cute.Tensor, out: cute.Tensor, layout: cutlass.Constexpr):
    """The factors of the tile at row 128, K 256, as they lie."""
    tidx = cute.arch.thread_idx()[0]
    smem = utils.SmemAllocator()
    stage = smem.allocate_tensor(cutlass.Float8E4M3FN, layout, 128)
    barrier = smem.allocate_array(cutlass.Int64, 1)
    count = cute.size(cute.filter_zeros(layout))
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, count)
        tiles = mma.get_slice(0).partition_A(cute.local_tile(source, (SF_TILE[0], SF_TILE[2]), (None, None, None)))
        utils.block_copy(load, tiles[None, None, None, 1, 1, 0], stage[None, None, None, 0], tma_bar_ptr=barrier)
    cute.arch.sync_warp()
    cute.arch.mbarrier_wait(barrier, 0)
    if tidx == 0:
        cute.arch.mbarrier_arrive(barrier)
    cute.arch.mbarrier_wait(barrier, 1)  # which bytes that nobody expects would keep from its end
    raw = cute.make_tensor(cute.recast_ptr(stage.iterator, dtype=cutlass.Uint8), count)
    for k in range(tidx, count, 32):
        out[k] = raw[k]


@cute.jit
def factors(x: cute.Tensor, out: cute.Tensor):
    k_major, one, kind = tcgen05.OperandMajorMode.K, tcgen05.CtaGroup.ONE, cutlass.Float4E2M1FN
    mma = sm100.make_blockscaled_trivial_tiled_mma(
        kind, k_major, k_major, cutlass.Float8E4M3FN, SF_VECTOR, one, SF_TILE[:2]
    )
    layout = blockscaled_layout.make_smem_layout_sfa(mma, SF_TILE, SF_VECTOR, 1)
    shape = blockscaled_layout.tile_atom_to_shape_SF((256, 512, 1), SF_VECTOR)
    given = cute.make_tensor(cute.recast_ptr(x.iterator, dtype=cutlass.Float8E4M3FN), shape)
    first = cute.slice_(layout, (None, None, None, 0))
    load, source = cute.nvgpu.make_tiled_tma_atom_A(
        cpasync.CopyBulkTensorTileG2SOp(), given, first, SF_TILE, mma, internal_type=cutlass.Int16
    )
    factors_kernel(mma, load, source, out, layout).launch(grid=1, block=32)


def test_each_scale_factor_is_copied_once() -> None:
    # 128 rows by 4 factors are 512 bytes that lie together; those along K follow each other.
    x = np.random.default_rng(3).integers(0, 256, (2, 8, 512)).astype(np.uint8)
    out = np.zeros(4 * 512, np.uint8)
    cute.compile(factors, x.reshape(-1), out, options=OPTIONS)(x.reshape(-1), out)
    assert np.array_equal(out.reshape(4, 512), x[1, 4:])
