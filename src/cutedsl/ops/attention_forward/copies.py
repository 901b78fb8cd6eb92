"""What the copying warp of attention does: queries, keys and values into the rings of shared memory."""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline
from cutedsl.cute.nvgpu import cpasync
from cutedsl.ops.attention_forward.places import extent, place, rounds, tile_of
from cutedsl.ops.attention_forward.tiles import ROWS, WARP_GROUP, AttentionTiles


def ring(stages: int, readers: int, stage_bytes: int, cluster: int = 1) -> pipeline.PipelineTmaAsync:
    """A ring that bulk copies fill and `readers` warp groups of each block of a cluster empty, one arrival a warp."""
    return pipeline.PipelineTmaAsync.create(
        num_stages=stages,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, WARP_GROUP * readers),
        tx_count=stage_bytes,
        cta_layout_vmnk=cute.make_layout((1, cluster, 1, 1)),
        mcast_mode_mn=(0, 1),
        enable_multicast_signaling=True,
    )


@cute.jit
def copy_inputs(
    atoms: Any, starts: Any, numbers: Any, lengths: Any, blocks: Any, tiles: cutlass.Constexpr[AttentionTiles]
):
    """For each tile of queries of this block: a stage of queries for each group, then keys and values, last tile first.

    `atoms` are, of queries, keys and values: the copy, its tensor, the ring's memory and the ring.
    """
    (tma_q, tQ, sQ, pipe_q), (tma_k, tK, sK, pipe_k), (tma_v, tV, sV, pipe_v) = atoms
    N, D, DV, group = tiles.tile_n, tiles.head_dim, tiles.value_dim, numbers[3]
    state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, tiles.stages)
    q_at = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, tiles.consumers)
    all_blocks = (1 << tiles.cluster) - 1 if tiles.cluster > 1 else None
    for number in range(rounds(numbers[0] * numbers[5], tiles)):
        tile = place(tile_of(number, tiles), numbers, tiles)
        head = tile[1]
        from_q, from_k, slot, piece, seen, _, _ = extent(tile, starts, lengths, blocks, tiles)
        hQ = cute.domain_offset((from_q, 0), tQ[None, None, head, slot])
        hK = cute.domain_offset((from_k, 0), tK[None, None, head // group, slot])
        hV = cute.domain_offset((0, from_k), tV[None, None, head // group, slot])
        tQs, tQg = parts(tma_q, sQ, cute.local_tile(hQ, (ROWS, D), (None, 0)))
        tKs, tKg = parts(tma_k, sK, cute.local_tile(hK, (N, D), (None, 0)), tiles.cluster)
        tVs, tVg = parts(tma_v, sV, cute.local_tile(hV, (DV, N), (0, None)), tiles.cluster)
        if seen.first < seen.last:
            for wg in cutlass.range_constexpr(tiles.consumers):
                pipe_q.producer_acquire(q_at)
                full = pipe_q.producer_get_barrier(q_at)
                cute.copy(tma_q, tQg[None, piece + wg], tQs[None, wg], tma_bar_ptr=full)
                q_at.advance()
        for i in range(seen.last - seen.first):
            n = seen.tile(i)
            pipe_k.producer_acquire(state)
            full = pipe_k.producer_get_barrier(state)
            cute.copy(tma_k, tKg[None, n], tKs[None, state.index], tma_bar_ptr=full, mcast_mask=all_blocks)
            pipe_v.producer_acquire(state)
            full = pipe_v.producer_get_barrier(state)
            cute.copy(tma_v, tVg[None, n], tVs[None, state.index], tma_bar_ptr=full, mcast_mask=all_blocks)
            state.advance()
    if cutlass.const_expr(tiles.cluster > 1):  # the last arrivals of the other blocks must find this one's barriers
        pipe_k.producer_tail(state)
        pipe_v.producer_tail(state)


def parts(atom: Any, ring_memory: Any, tiled: Any, cluster: int = 1) -> tuple[Any, Any]:
    """Both sides of a copy: (piece, stages) in shared memory, (piece, tiles) of the tensor; of a block's share."""
    whole = cute.group_modes(ring_memory, 0, 2)
    rank = cute.arch.block_idx_in_cluster() if cluster > 1 else 0
    return cpasync.tma_partition(atom, rank, cute.make_layout(cluster), whole, cute.group_modes(tiled, 0, 2))
