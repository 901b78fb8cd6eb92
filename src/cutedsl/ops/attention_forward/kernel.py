"""Attention forward on Hopper: one warp copies, two or three warp groups multiply and take the softmax between.

Source: FlashAttention-3 (Shah et al. 2024). Tiles of keys and values go through a ring of shared memory. Scores stay
in registers, and the second product takes the probabilities from the same registers; the next tile's scores are
multiplied beside this tile's exponentials, and the warp groups take turns.
"""

from __future__ import annotations

import math
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.cute.nvgpu import cpasync, warpgroup
from cutedsl.ops.attention_forward.copies import copy_inputs, ring
from cutedsl.ops.attention_forward.modifiers import PLAIN, Modifiers, modify
from cutedsl.ops.attention_forward.narrow import scale_of_rows, scale_tile, transpose_values, with_scale
from cutedsl.ops.attention_forward.places import extent, place, rounds, tile_of
from cutedsl.ops.attention_forward.rows import clear_rest, finish_rows, store_rows
from cutedsl.ops.attention_forward.softmax import (
    QUAD,
    cap,
    follow_maxima,
    hide,
    pack,
    pack_bytes,
    scale_rows,
    take_powers,
)
from cutedsl.ops.attention_forward.tiles import ROWS, WARP_GROUP, AttentionTiles
from cutedsl.ops.attention_forward.turns import end_turn, has_queries, pass_over, take_turn
from cutedsl.utils import LayoutEnum, sm90


@cute.kernel
def attention_kernel(
    tma_q: Any,
    tQ: Any,
    tma_k: Any,
    tK: Any,
    tma_v: Any,
    tV: Any,
    mO: cute.Tensor,
    mLSE: cute.Tensor | None,
    sinks: cute.Tensor | None,
    starts_q: cute.Tensor | None,
    starts_k: cute.Tensor | None,
    scale: cutlass.Float32,
    softcap: cutlass.Float32,
    slack: cutlass.Float32,
    left: cutlass.Int32,
    right: cutlass.Int32,
    numbers: tuple[cutlass.Int32, ...],
    block_lists: tuple[cute.Tensor, ...] | None,
    tensors: tuple[cute.Tensor, ...],
    scales: tuple[cute.Tensor, ...] | None,
    layouts: cutlass.Constexpr,
    tiles: cutlass.Constexpr[AttentionTiles],
    mods: cutlass.Constexpr[Modifiers],
    mma_qk: cute.TiledMma,
    mma_pv: cute.TiledMma,
):
    """One block: tiles of queries until none is left, each against the tiles of keys that it sees, last first."""
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    N, D, DV = tiles.tile_n, tiles.head_dim, tiles.value_dim
    kind = cutlass.Float8E4M3FN if tiles.narrow else mO.element_type
    item_bytes = tiles.item_bytes
    unit = softcap if tiles.capped else scale
    scale_log2 = math.log2(math.e) * (unit if cutlass.const_expr(mods.score_mod is None) else cutlass.Float32(1.0))
    lengths = cute.size(mO, [0]), cute.size(tK, [0]), left, right

    smem = utils.SmemAllocator()
    sQ, sK, sV = (smem.allocate_tensor(kind, x.outer, 1024, swizzle=x.inner) for x in layouts)
    pipe_q = ring(tiles.consumers, 1, ROWS * D * item_bytes)
    pipe_k, pipe_v = (ring(tiles.stages, tiles.consumers, N * size * item_bytes, tiles.cluster) for size in (D, DV))

    if warp < 4:
        cute.arch.setmaxregister_decrease(tiles.registers[0])
        if warp == 0:
            atoms = (tma_q, tQ, sQ, pipe_q), (tma_k, tK, sK, pipe_k), (tma_v, tV, sV, pipe_v)
            copy_inputs(atoms, (starts_q, starts_k), numbers, lengths, block_lists, tiles)
    else:
        cute.arch.setmaxregister_increase(tiles.registers[1])
        thread = tidx % WARP_GROUP
        wg = cute.arch.make_warp_uniform(warp // 4 - 1)
        tSrQ = mma_qk.make_fragment_A(mma_qk.get_slice(thread).partition_A(sQ))
        tSrK = mma_qk.make_fragment_B(mma_qk.get_slice(thread).partition_B(sK))
        tOrV = mma_pv.make_fragment_B(mma_pv.get_slice(thread).partition_B(sV))
        scores = mma_qk.make_fragment_C(mma_qk.partition_shape_C((ROWS, N)))
        output = mma_pv.make_fragment_C(mma_pv.partition_shape_C((ROWS, DV)))
        powers = mma_pv.make_fragment_A(mma_pv.partition_shape_A((ROWS, N)))
        highest, total = (cute.make_rmem_tensor(2, cutlass.Float32) for _ in range(2))
        q_at, k_at, v_at = states(wg, tiles)
        if wg == tiles.consumers - 1:
            end_turn(wg, tiles)
        tile = place(tile_of(0, tiles), numbers, tiles)
        for number in range(rounds(numbers[0] * numbers[5], tiles)):
            _, head, batch = tile
            from_q, _, slot, piece, keys, len_q, len_k = extent(tile, (starts_q, starts_k), lengths, block_lists, tiles)
            count = keys.last - keys.first
            highest.fill(-cutlass.Float32.inf)
            total.fill(0.0)
            output.fill(0.0)
            first_row = (piece + wg) * ROWS
            row = first_row + thread // 32 * 16 + cute.arch.lane_idx() // QUAD
            head_k, scale_here = head // numbers[3], scale
            if cutlass.const_expr(tiles.narrow):
                scale_here = scale * scale_of_rows(scales, (batch, head, head_k), first_row, tiles)
                if cutlass.const_expr(not tiles.capped):
                    unit = scale_here
                    if cutlass.const_expr(mods.score_mod is None):
                        scale_log2 = math.log2(math.e) * unit
                        slack = tiles.slack_log2 / scale_log2
            if (count > 0) & has_queries(first_row, len_q, tiles):
                shift = len_k - len_q
                seen = row + shift, first_row + shift, len_k, left, right
                first_scores(mma_qk, scores, tSrQ[None, None, None, wg], tSrK, (pipe_q, q_at), (pipe_k, k_at))
                if cutlass.const_expr(tiles.looks_ahead):
                    tile = place(tile_of(number + 1, tiles), numbers, tiles)
                warpgroup.wait_group(0)
                pipe_k.consumer_release(k_at)
                k_at.advance()
                if count == 1:
                    pipe_q.consumer_release(q_at)
                if cutlass.const_expr(tiles.packed):
                    clear_rest(sV, pipe_v, v_at, tidx - WARP_GROUP, len_k - (keys.last - 1) * N, tiles)
                for i in range(count):
                    key = keys.tile(i) * N
                    if cutlass.const_expr(tiles.scaled_blocks):
                        scale_tile(scores, scales, (batch, head_k), key)
                    if cutlass.const_expr(tiles.capped):
                        cap(scores, scale_here / softcap, tiles)
                    if cutlass.const_expr(any(mods.functions)):
                        which = (batch, head), row, key, (len_q, len_k)
                        modify(scores, unit, which, keys.is_cut(i), mods, tensors, tiles)
                    hide(scores, key, *seen, tiles)
                    follow_maxima(scores, highest, total, output, scale_log2, slack, tiles)
                    take_powers(scores, highest, total, scale_log2, tiles)
                    if i + 1 < count:
                        # Waited for here, a branch keeps the exponentials before the wait for the second product.
                        pipe_k.consumer_wait(k_at)
                    warpgroup.wait_group(0)
                    if i > 0:
                        pipe_v.consumer_release(v_at)
                        v_at.advance()
                    pack_bytes(scores, powers) if tiles.narrow else pack(scores, powers)
                    take_turn(wg, tiles)
                    warpgroup.fence()
                    if i + 1 < count:
                        cute.gemm(
                            mma_qk, scores, tSrQ[None, None, None, wg], tSrK[None, None, None, k_at.index], scores
                        )
                        warpgroup.commit_group()
                    pipe_v.consumer_wait(v_at)
                    cute.gemm(mma_pv, output, powers, tOrV[None, None, None, v_at.index], output)
                    warpgroup.commit_group()
                    end_turn(wg, tiles)
                    warpgroup.wait_group(1)
                    if i + 1 < count:
                        pipe_k.consumer_release(k_at)
                        k_at.advance()
                    # After the last scores, so that the next queries are loaded during the last product.
                    if i + 2 == count:
                        pipe_q.consumer_release(q_at)
                q_at.phase = q_at.phase ^ 1
                warpgroup.wait_group(0)
                pipe_v.consumer_release(v_at)
                v_at.advance()
            else:
                if cutlass.const_expr(tiles.looks_ahead):
                    tile = place(tile_of(number + 1, tiles), numbers, tiles)
                if cutlass.const_expr(tiles.passes_over):
                    q_at, k_at, v_at = pass_over((pipe_q, pipe_k, pipe_v), (q_at, k_at, v_at), count, wg, tiles)
            at = from_q + row, head, slot
            inverses = finish_rows(highest, total, scale_log2, mLSE, sinks, at, row, len_q, tiles)
            scale_rows(output, with_scale(inverses, scales, (batch, head_k)) if tiles.narrow else inverses)
            store_rows(output, mO[None, None, head, slot], from_q, row, len_q, tiles)
            if cutlass.const_expr(not tiles.looks_ahead):
                tile = place(tile_of(number + 1, tiles), numbers, tiles)
        if wg == 0:
            take_turn(wg, tiles)


def states(wg: Any, tiles: AttentionTiles) -> list[Any]:
    """Where a warp group reads queries, keys and values: of queries each group has a stage."""
    counts = (1, tiles.stages, tiles.stages)
    made = [pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, count) for count in counts]
    made[0].index = wg
    return made


def first_scores(mma: Any, scores: Any, tSrQ: Any, tSrK: Any, queries: Any, keys: Any) -> None:
    """Waits for queries and keys and hands on the multiply of a tile's first scores; each input is (ring, state)."""
    for ring_of_inputs, state in (queries, keys):
        ring_of_inputs.consumer_wait(state)
    warpgroup.fence()
    cute.gemm(mma, scores, tSrQ, tSrK[None, None, None, keys[1].index], scores)
    warpgroup.commit_group()


@cute.jit
def attention_forward(
    mQ: cute.Tensor,
    mK: cute.Tensor,
    mV: cute.Tensor,
    mO: cute.Tensor,
    mLSE: cute.Tensor | None,
    sinks: cute.Tensor | None,
    starts_q: cute.Tensor | None,
    starts_k: cute.Tensor | None,
    m_tiles: cutlass.Int32,
    filled: cutlass.Int32,
    batches: cutlass.Int32,
    section: cutlass.Int32,
    blocks: cutlass.Int32,
    scale: cutlass.Float32,
    softcap: cutlass.Float32,
    left: cutlass.Int32,
    right: cutlass.Int32,
    tiles: cutlass.Constexpr[AttentionTiles],
    mods: cutlass.Constexpr[Modifiers] = PLAIN,
    block_lists: tuple[cute.Tensor, ...] | None = None,
    tensors: tuple[cute.Tensor, ...] = (),
    values: tuple[cute.Tensor] | None = None,
    scales: tuple[cute.Tensor, ...] | None = None,
):
    """Launches the kernel on Q, K, V, O (batch, sequence, heads, head_dim) and LSE (batch, heads, sequence).

    `m_tiles` tiles have a sequence's queries, which fill `filled` of them. `section` heads are worked on together;
    packed sequences have one batch and begin at `starts_q` and `starts_k`.
    `block_lists` are the counts and indices of a block mask, `tensors` what the functions of `mods` read. Of elements
    of 8 bits `values` is the memory for transposed V (batch, heads, head_dim, sequence), `scales` those of queries and
    keys (batch, heads, blocks), and of values (batch, heads).
    """
    kind = mQ.element_type
    if cutlass.const_expr(tiles.narrow):
        mV = transpose_values(mV, values)
    N, D, DV = tiles.tile_n, tiles.head_dim, tiles.value_dim
    rows, columns = LayoutEnum.ROW_MAJOR, LayoutEnum.COL_MAJOR
    layouts = (
        sm90.make_smem_layout_a(rows, (ROWS, N, D), kind, tiles.consumers),
        sm90.make_smem_layout_b(rows, (ROWS, N, D), kind, tiles.stages),
        sm90.make_smem_layout_b(rows if tiles.narrow else columns, (ROWS, DV, N), kind, tiles.stages),
    )
    k_major, mn_major = rows.sm90_mma_major_mode(), columns.sm90_mma_major_mode()
    groups = (1, 1, 1)
    mma_qk = sm90.make_trivial_tiled_mma(kind, kind, k_major, k_major, cutlass.Float32, groups, (ROWS, N))
    mma_qk.set(warpgroup.Field.ACCUMULATE, False)
    from_registers = warpgroup.OperandSource.RMEM
    mma_pv = sm90.make_trivial_tiled_mma(
        *(kind, kind, k_major, k_major if tiles.narrow else mn_major),
        *(cutlass.Float32, groups, (ROWS, DV), from_registers),
    )
    mma_pv.set(warpgroup.Field.ACCUMULATE, True)
    load = cpasync.CopyBulkTensorTileG2SOp()
    shared = cpasync.CopyBulkTensorTileG2SMulticastOp() if cutlass.const_expr(tiles.cluster > 1) else load
    by_row, by_column = (1, 3, 2, 0), (2, 3, 1, 0) if tiles.narrow else (3, 1, 2, 0)
    boxes = (
        (mQ, by_row, (ROWS, D), (load, 1)),
        (mK, by_row, (N, D), (shared, tiles.cluster)),
        (mV, by_column, (DV, N), (shared, tiles.cluster)),
    )
    atoms = [
        cpasync.make_tiled_tma_atom(op, turned(x, order), cute.slice_(layout, (None, None, 0)), box, sharing)
        for (x, order, box, (op, sharing)), layout in zip(boxes, layouts, strict=True)
    ]
    (tma_q, tQ), (tma_k, tK), (tma_v, tV) = atoms
    heads = cute.size(mQ, [2])
    numbers = (m_tiles, filled, heads, heads // cute.size(mK, [2]), section, heads * batches)
    unit = (softcap if tiles.capped else scale) if mods.score_mod is None else cutlass.Float32(1.0)
    slack = tiles.slack_log2 / math.log2(math.e) / unit
    logarithms = turned(mLSE, (2, 1, 0)) if cutlass.const_expr(mLSE is not None) else None
    attention_kernel(
        *(tma_q, tQ, tma_k, tK, tma_v, tV),
        *(turned(mO, by_row), logarithms, sinks, starts_q, starts_k, scale, softcap, slack, left, right, numbers),
        *(block_lists, tensors, scales, layouts, tiles, mods, mma_qk, mma_pv),
    ).launch(grid=(blocks, 1, 1), block=(tiles.threads, 1, 1), cluster=(tiles.cluster, 1, 1))


def turned(x: Any, order: tuple[int, ...]) -> Any:
    """A tensor with its modes in another order."""
    return cute.make_tensor(x.iterator, cute.select(x.layout, list(order)))
