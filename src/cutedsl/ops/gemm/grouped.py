"""Grouped matrix products of Hopper: the rows of A belong to groups, one after another, each with a B of its own.

One tensor map of A and one of C serve all groups. A tile that reaches beyond its group's rows reads those of the next
group, whose sums are not stored. Only such tiles are stored element by element.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline
from cutedsl.cute.nvgpu import cpasync, warpgroup
from cutedsl.ops.gemm.blocks import factors_of, multiply_scaled_steps
from cutedsl.ops.gemm.general import BM, BN, THREADS, general_parts, general_tile
from cutedsl.ops.gemm.groups import Masked, Ragged
from cutedsl.ops.gemm.steps import copy_steps, multiply_steps, pass_steps
from cutedsl.ops.gemm.wgmma import EPILOGUE_ROWS, Epilogue, halves_of_b, has_rows, parts_of, ring_of, store_tile


def window(tensor: cute.Tensor, start: Any, rows: Any, group: Any) -> cute.Tensor:
    """Rows `start` to `start + rows` of a tensor (M,N,groups), as (rows,N,1)."""
    rows_d, columns_d, group_d = tensor.stride
    offset = cutlass.Int64(start) * rows_d + cutlass.Int64(group) * group_d
    return cute.make_tensor(
        tensor.iterator + offset, cute.make_layout((rows, tensor.shape[1], 1), stride=(rows_d, columns_d, 0))
    )


def mapped_window(tensor: cute.Tensor, start: Any, rows: Any, plane: Any) -> cute.Tensor:
    """`window` of a tensor (M,N,L) that a tensor map holds: its rows, or columns, begin at multiples of 16 bytes."""
    unit = 128 // tensor.element_type.width if has_rows(tensor) else 1
    offset = cutlass.Int64(start) * tensor.stride[0] + cutlass.Int64(plane) * tensor.stride[2]
    offset = cute.assume(offset, divby=unit)
    layout = cute.make_layout((rows, tensor.shape[1], 1), stride=(tensor.stride[0], tensor.stride[1], 0))
    return cute.make_tensor(tensor.iterator + offset, layout)


def windows(terms: tuple[Any, Any], start: Any, rows: Any, group: Any) -> tuple[Any, Any]:
    """The factors and addends of a group."""
    factors, addends = ([window(t, start, rows, group) for t in some] for some in terms)
    return factors, addends


@cute.kernel
def grouped_kernel(
    maps: Any,
    mC: cute.Tensor,
    groups: Any,
    terms: Any,
    scales: Any,
    blocks_of_k: Any,
    kinds: cutlass.Constexpr,
    layouts: cutlass.Constexpr,
    tiled_mma: cute.TiledMma,
    small_mma: cute.TiledMma,
    r2s: cute.TiledCopy,
    epilogue: cutlass.Constexpr,
    config: cutlass.Constexpr,
    halves: cutlass.Constexpr,
):
    """One block: as the kernel of one product, over the tiles of all groups."""
    tile = (config.tile_m, config.tile_n // halves, config.tile_k)
    tma_a, mA, tma_b, mB, tma_c, tC = maps
    tidx, _, _ = cute.arch.thread_idx()
    first, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    sA, sB, sC, pipe = ring_of(kinds, layouts, config)
    steps = (0, cute.ceil_div(cute.size(mA, [1]), config.tile_k))
    most = groups.most_tiles(tile[0]) * cute.ceil_div(mC.shape[1], tile[1])

    if warp < 4:
        if cutlass.const_expr(config.groups > 1):
            cute.arch.setmaxregister_decrease(config.registers[0])
        if warp == 0:
            state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, config.stages)
            one = cute.make_layout(1)
            tBsB, tBgB = halves_of_b(tma_b, mB, sB, (0, one), config, halves)
            copies, masks = (tma_a, *[tma_b] * halves), (None,) * (1 + halves)
            search = groups.search(tile)
            for number in range(first, most, blocks):
                found, is_tile = search.locate((0, 0, number), groups)
                if is_tile:
                    start, plane = groups.start(found.group_idx), groups.plane(found.group_idx)
                    moved = cute.domain_offset((start, 0, 0), mA)
                    gA = cute.local_tile(moved, (tile[0], tile[2]), (found.cta_tile_idx_m, None, plane))
                    tAsA, tAgA = cpasync.tma_partition(
                        tma_a, 0, one, cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2)
                    )
                    sources = (tAgA, *[half[None, found.cta_tile_idx_n, None, found.group_idx] for half in tBgB])
                    state = copy_steps(pipe, state, copies, sources, (tAsA, *tBsB), masks, steps)
            pipe.producer_tail(state)
    else:
        if cutlass.const_expr(config.groups > 1):
            cute.arch.setmaxregister_increase(config.registers[1])
        group = cute.arch.make_warp_uniform(warp // 4 - 1)
        lane = tidx % 128
        thr_mma = tiled_mma.get_slice(tidx - 128)
        stages = tiled_mma.make_fragment_A(thr_mma.partition_A(sA)), tiled_mma.make_fragment_B(thr_mma.partition_B(sB))
        acc = tiled_mma.make_fragment_C(tiled_mma.partition_shape_C((tile[0], config.tile_n)))
        full = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, config.stages)
        search = groups.search(tile)
        for number in range(first, most, blocks):
            found, is_tile = search.locate((0, 0, number), groups)
            if is_tile:
                start, rows = groups.start(found.group_idx), found.problem_shape_m
                plane = groups.plane(found.group_idx)
                if found.cta_tile_idx_m * tile[0] + group * EPILOGUE_ROWS < rows:
                    if cutlass.const_expr(blocks_of_k is None):
                        full, free = multiply_steps(pipe, full, tiled_mma, acc, stages, steps)
                        warpgroup.wait_group(0)
                        pipe.consumer_release(free)
                    else:
                        at = found.cta_tile_idx_m, found.cta_tile_idx_n, found.group_idx
                        scales_a = cute.domain_offset((start, 0, 0), blocks_of_k[0])
                        factors = factors_of(scales_a, blocks_of_k[1], thr_mma, at, plane, rows, config)
                        full = multiply_scaled_steps(pipe, full, tiled_mma, acc, stages, steps, factors)
                    own_terms = windows(terms, start, rows, found.group_idx)
                    moved, ragged = cute.domain_offset((start, 0, 0), tC), mapped_window(mC, start, rows, plane)
                    store = Epilogue(
                        tma_c, moved, sC, own_terms, scales, small_mma, r2s, epilogue, config, ragged, halves
                    )
                    store_tile(acc, found.cta_tile_idx_m, found.cta_tile_idx_n, plane, group, lane, store)
                else:
                    full = pass_steps(pipe, full, steps)  # none of this warp group's rows are the group's
        cute.arch.cp_async_bulk_wait_group(0, read=True)


@cute.kernel
def general_grouped_kernel(
    mA: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    ends: cute.Tensor,
    terms: Any,
    scales: Any,
    copies: Any,
    tiled_mma: cute.TiledMma,
    epilogue: cutlass.Constexpr,
    halves: cutlass.Constexpr,
):
    """One block: a tile of 64 x 64 of some group; of 64 x 32 where B has two halves."""
    number, _, _ = cute.arch.block_idx()
    groups = Ragged(ends, mC.shape[0], mC.shape[1])
    found, is_tile = groups.search((BM, BN // halves, 1)).locate((0, 0, number), groups)
    if is_tile:
        group, rows = found.group_idx, found.problem_shape_m
        start = groups.start(group)
        own_a, own_c = window(mA, start, rows, 0), window(mC, start, rows, 0)
        own_b = cute.make_tensor(
            mB.iterator + cutlass.Int64(group) * mB.stride[2],
            cute.make_layout((mB.shape[0], mB.shape[1], 1), stride=(mB.stride[0], mB.stride[1], 0)),
        )
        place = (found.cta_tile_idx_m, found.cta_tile_idx_n, 0)
        own_terms = windows(terms, start, rows, group)
        general_tile(own_a, own_b, own_c, own_terms, scales, copies, tiled_mma, epilogue, halves, place)


def grouped_gemm(
    mA: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    ends: cute.Tensor,
    terms: tuple[Any, Any],
    scales: Any,
    epilogue: Callable[[Any], Any],
    config: Any,
    tf32: bool,
    sms: Any,
    blocks_of_k: tuple[cute.Tensor, cute.Tensor] | None = None,
    masked: bool = False,
    halves: int = 1,
) -> None:
    """C = epilogue(scales[0] factors A B^T + addends): the rows of A up to `ends[g]` by B[g].

    **Shapes**: A (M,K,1), B (N,K,groups), C (M,N,1), factors and addends (M,N,groups). Without `config` on the general
    kernel. With two `halves`, B has twice the rows, and the epilogue takes the sums by both halves of B.
    """
    if config is None:
        copies, tiled_mma = general_parts(mA, mB, tf32, halves)
        tiles = (mC.shape[0] // BM + ends.shape[0]) * cute.ceil_div(mC.shape[1], BN // halves)
        general_grouped_kernel(mA, mB, mC, ends, terms, scales, copies, tiled_mma, epilogue, halves).launch(
            grid=(tiles, 1, 1), block=(THREADS, 1, 1)
        )
        return
    parts = parts_of(mA, mB, mC, config, halves=halves)
    groups = (Masked if masked else Ragged)(ends, mC.shape[0], mC.shape[1])
    most = groups.most_tiles(config.tile_m) * cute.ceil_div(mC.shape[1], config.tile_n // halves)
    grouped_kernel(
        *(parts.maps, mC, groups, terms, scales, blocks_of_k, parts.kinds, parts.layouts),
        *(parts.tiled_mma, parts.small_mma, parts.r2s, epilogue, config, halves),
    ).launch(grid=(cutlass.min(most, sms), 1, 1), block=(config.threads, 1, 1))
