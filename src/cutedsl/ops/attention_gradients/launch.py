"""The three launches of attention's backward pass, compiled as one program."""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import cpasync, warp, warpgroup
from cutedsl.ops.attention_forward.kernel import turned
from cutedsl.ops.attention_forward.modifiers import PLAIN, Modifiers
from cutedsl.ops.attention_forward.tiles import ROWS, WARP_GROUP
from cutedsl.ops.attention_gradients.kernel import backward_kernel
from cutedsl.ops.attention_gradients.rows import finish_kernel, prepare_kernel, sinks_kernel
from cutedsl.ops.attention_gradients.tiles import BackwardTiles
from cutedsl.utils import LayoutEnum, sm90


@cute.jit
def attention_backward_launches(
    mG: cute.Tensor,
    mQ: cute.Tensor,
    mK: cute.Tensor,
    mV: cute.Tensor,
    mO: cute.Tensor,
    mLSE: cute.Tensor,
    mdQ: cute.Tensor,
    mdK: cute.Tensor,
    mdV: cute.Tensor,
    mSum: cute.Tensor,
    mLog: cute.Tensor,
    mAdded: cute.Tensor,
    taken: cute.Tensor,
    turns: cute.Tensor,
    sinks: cute.Tensor | None,
    mdSinks: cute.Tensor | None,
    starts_q: cute.Tensor | None,
    starts_k: cute.Tensor | None,
    m_tiles: cutlass.Int32,
    n_tiles: cutlass.Int32,
    batches: cutlass.Int32,
    section: cutlass.Int32,
    blocks: cutlass.Int32,
    zeroed: cutlass.Int32,
    scale: cutlass.Float32,
    softcap: cutlass.Float32,
    left: cutlass.Int32,
    right: cutlass.Int32,
    tiles: cutlass.Constexpr[BackwardTiles],
    mods: cutlass.Constexpr[Modifiers] = PLAIN,
    block_lists: tuple[cute.Tensor, ...] | None = None,
    tensors: tuple[cute.Tensor, ...] = (),
):
    """Launches the kernels on G, Q, K, V, O and gradients (batch, sequence, heads, head_dim), LSE (batch, heads,
    sequence), and the float32 sums: Sum and Log (batch, heads, rows), Added (batch, heads, rows, head_dim);
    Int32 `taken`, one number, and `turns` (batch, heads, tiles). `block_lists` are those of `queries_of_keys`,
    `tensors` what the functions of `mods` read."""
    kind = mQ.element_type
    M, N, D, DV = tiles.tile_m, tiles.tile_n, tiles.head_dim, tiles.value_dim
    rows, columns = LayoutEnum.ROW_MAJOR, LayoutEnum.COL_MAJOR
    layouts = (
        sm90.make_smem_layout_b(rows, (N, M, D), kind, tiles.stages),
        sm90.make_smem_layout_b(rows, (N, M, DV), kind, tiles.stages),
        sm90.make_smem_layout_a(rows, (N, M, D), kind, 1),
        sm90.make_smem_layout_a(rows, (N, M, DV), kind, 1),
        sm90.make_smem_layout_b(rows, (N, M, N), kind, tiles.slope_stages),
        sm90.make_smem_layout_b(columns, (N, D, M), kind, tiles.stages),
        sm90.make_smem_layout_b(columns, (N, DV, M), kind, tiles.stages),
        sm90.make_smem_layout_b(columns, (N, D, N), kind, 1),
        sm90.make_smem_layout_epi(kind, columns, (N, M), tiles.slope_stages),
        *(
            cute.slice_(sm90.make_smem_layout_epi(kind, rows, (ROWS, tiles.own(size)), 1), (None, None, 0))
            for size in (D, DV)
        ),
    )
    mmas = multiplies(kind, tiles)
    matrices = 4 if tiles.own_queries % 16 == 0 else 2
    store = cute.make_copy_atom(warp.StMatrix8x8x16bOp(transpose=True, num_matrices=matrices), kind)
    r2s = cute.make_tiled_copy_C(store, mmas[0])
    k_major = rows.sm90_mma_major_mode()
    to_own = tuple(
        cute.make_tiled_copy_C(
            sm90.get_smem_store_op(rows, kind, cutlass.Float32),
            sm90.make_trivial_tiled_mma(
                kind, kind, k_major, k_major, cutlass.Float32, (1, 1, 1), (ROWS, tiles.own(size))
            ),
        )
        for size in (D, DV)
    )
    load, by_row = cpasync.CopyBulkTensorTileG2SOp(), (1, 3, 2, 0)
    maps = tuple(
        cpasync.make_tiled_tma_atom(load, turned(x, by_row), cute.slice_(layout, (None, None, 0)), box)
        for x, layout, box in zip((mQ, mG, mK, mV), layouts[:4], ((M, D), (M, DV), (N, D), (N, DV)), strict=True)
    )
    heads, heads_k = cute.size(mQ, [2]), cute.size(mK, [2])
    lengths = cute.size(mQ, [1]), cute.size(mK, [1])
    sums = mSum, mLog, mAdded, taken, turns
    grid = m_tiles, heads, batches
    threads = tiles.multipliers
    prepare_kernel(
        *(turned(mO, by_row), turned(mG, by_row), turned(mLSE, (2, 1, 0)), sinks, sums, starts_q, lengths[0], zeroed),
        tiles,
    ).launch(grid=grid, block=(threads, 1, 1))
    numbers = (n_tiles, heads_k, heads // heads_k, section, heads_k * batches, zeroed)
    backward_kernel(
        *(maps, turned(mdK, by_row), turned(mdV, by_row), sums, (starts_q, starts_k), lengths, (left, right)),
        *(numbers, scale, softcap, block_lists, tensors, layouts, mmas, r2s, to_own, mods, tiles),
    ).launch(grid=(blocks, 1, 1), block=(tiles.threads, 1, 1), use_pdl=True)
    finish_kernel(
        mAdded, turned(mdQ, by_row), scale, zeroed, (starts_q, starts_k), lengths, (left, right), mmas[2], tiles
    ).launch(grid=grid, block=(threads, 1, 1), use_pdl=True)
    if cutlass.const_expr(sinks is not None):
        sinks_kernel(mSum, mLog, sinks, mdSinks, starts_q, lengths[0], batches, tiles).launch(
            grid=(heads, 1, 1), block=(WARP_GROUP, 1, 1)
        )


def multiplies(kind: Any, tiles: BackwardTiles) -> tuple[Any, Any, Any, Any]:
    """The multiplies of: transposed scores; gradients of keys, of queries and of values."""
    sizes = tiles.head_dim, tiles.value_dim
    M, D, groups = tiles.tile_m, tiles.head_dim, tiles.groups
    k_major = LayoutEnum.ROW_MAJOR.sm90_mma_major_mode()
    mn_major = LayoutEnum.COL_MAJOR.sm90_mma_major_mode()
    over_keys = (groups, 1, 1)
    make = sm90.make_trivial_tiled_mma
    if tiles.split:
        apart = (1, groups, 1)
        mma_s = make(kind, kind, k_major, k_major, cutlass.Float32, apart, (ROWS, tiles.own_queries))
        mma_k, mma_v = (
            make(kind, kind, mn_major, mn_major, cutlass.Float32, apart, (ROWS, tiles.own(size))) for size in sizes
        )
    else:
        mma_s = make(kind, kind, k_major, k_major, cutlass.Float32, over_keys, (ROWS, M))
        from_registers = warpgroup.OperandSource.RMEM
        mma_k, mma_v = (
            make(kind, kind, k_major, mn_major, cutlass.Float32, over_keys, (ROWS, size), from_registers)
            for size in sizes
        )
    if tiles.swapped:
        mma_q = make(kind, kind, mn_major, k_major, cutlass.Float32, over_keys, (ROWS, M))
    else:
        across = min(groups, M // ROWS)
        down = groups // across
        mma_q = make(kind, kind, k_major, mn_major, cutlass.Float32, (across, down, 1), (ROWS, D // down))
    mma_s.set(warpgroup.Field.ACCUMULATE, False)
    mma_q.set(warpgroup.Field.ACCUMULATE, False)
    for mma in (mma_k, mma_v):
        mma.set(warpgroup.Field.ACCUMULATE, True)
    return mma_s, mma_k, mma_q, mma_v
