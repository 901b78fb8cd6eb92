"""Attention backward on Hopper: blocks of keys; a warp copies, one adds to queries' sums, warp groups multiply.

Source: FlashAttention-2 and -3 (Dao 2023; Shah et al. 2024): scores are computed again, transposed, so that the
probabilities and their slopes are operands in registers for the gradients of values and keys; only the slopes go
through shared memory, to the product that gives the gradient of queries.
"""

from __future__ import annotations

import math
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.ops.attention_forward.copies import ring
from cutedsl.ops.attention_forward.modifiers import Modifiers
from cutedsl.ops.attention_forward.softmax import QUAD
from cutedsl.ops.attention_forward.tiles import ROWS, WARP_GROUP
from cutedsl.ops.attention_gradients.changes import Change
from cutedsl.ops.attention_gradients.copies import add_sums, copy_tiles, take_memory
from cutedsl.ops.attention_gradients.places import Plan
from cutedsl.ops.attention_gradients.products import products_of
from cutedsl.ops.attention_gradients.queue import make_queue, states
from cutedsl.ops.attention_gradients.rows import VECTOR
from cutedsl.ops.attention_gradients.steps import TileLoop, begin_tile, clear_rest, end_tile, take_scores
from cutedsl.ops.attention_gradients.tiles import BackwardTiles

_STORE: Final = 8
"""The named barrier of warp group 0 alone; the next groups' follow."""


@cute.kernel
def backward_kernel(
    maps: tuple[Any, ...],
    mdK: cute.Tensor,
    mdV: cute.Tensor,
    sums: tuple[Any, ...],
    starts: Any,
    lengths: tuple[cutlass.Int32, cutlass.Int32],
    window: tuple[cutlass.Int32, cutlass.Int32],
    numbers: tuple[cutlass.Int32, ...],
    scale: cutlass.Float32,
    softcap: cutlass.Float32,
    lists: tuple[cute.Tensor, ...] | None,
    tensors: tuple[cute.Tensor, ...],
    layouts: cutlass.Constexpr,
    mmas: Any,
    r2s: cute.TiledCopy,
    to_own: tuple[cute.TiledCopy, cute.TiledCopy],
    mods: cutlass.Constexpr[Modifiers],
    tiles: cutlass.Constexpr[BackwardTiles],
):
    """One block: tiles of keys until none is left, each against the tiles of queries that see it, of all heads that
    share the keys."""
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    M, N, D, DV = tiles.tile_m, tiles.tile_n, tiles.head_dim, tiles.value_dim
    (tma_q, tQ), (tma_g, tG), (tma_k, tK), (tma_v, tV) = maps
    left, right = window
    kind = mdK.element_type
    mSum, mLog, mQ, taken, turns = sums

    smem = utils.SmemAllocator()
    sQ, sG, sK, sV, sS = (smem.allocate_tensor(kind, x.outer, 1024, swizzle=x.inner) for x in layouts[:5])
    sQt, sGt, sKt, sSt = (
        cute.make_tensor(x.iterator, layout.outer) for x, layout in zip((sQ, sG, sK, sS), layouts[5:9], strict=True)
    )
    sP, sPt = sS, sSt
    if cutlass.const_expr(tiles.split):
        sP = smem.allocate_tensor(kind, layouts[4].outer, 1024, swizzle=layouts[4].inner)
        sPt = cute.make_tensor(sP.iterator, layouts[8].outer)
    handed = smem.allocate_tensor(cutlass.Float32, cute.make_layout((tiles.handed_elems, tiles.groups)), 1024)
    sLog, sSum = (smem.allocate_tensor(cutlass.Float32, cute.make_layout((M, tiles.stages)), 128) for _ in range(2))
    pipe_k, pipe_v = (ring(1, tiles.groups, N * size * 2) for size in (D, DV))
    pipe_q, pipe_g = (ring(tiles.stages, tiles.groups, M * size * 2 + M * 4) for size in (D, DV))
    queue = make_queue(smem, tiles)
    plan = Plan(numbers[:5], starts, lengths, window, numbers[5], tiles, lists)

    if warp < 4:
        cute.arch.setmaxregister_decrease(tiles.registers[0])
        if warp == 0:
            keys = (tma_k, tK, sK, pipe_k), (tma_v, tV, sV, pipe_v)
            queries = (tma_q, tQ, sQ, pipe_q), (tma_g, tG, sG, pipe_g)
            copy_tiles(keys, queries, ((mLog, sLog), (mSum, sSum)), queue, taken, plan)
        if warp == 1:
            add_sums(mQ, turns, handed, queue, plan)
    else:
        cute.arch.setmaxregister_increase(tiles.registers[1])
        thread = tidx % WARP_GROUP
        wg = cute.arch.make_warp_uniform(warp // 4 - 1)
        products = products_of(mmas, (sQ, sG, sK, sV, sS, sQt, sGt, sKt, sSt, sPt), tidx - WARP_GROUP, tiles)
        dK, dV = products.dK, products.dV
        placed = tuple(r2s.get_slice(tidx - WARP_GROUP).partition_D(x) for x in (sPt, sSt))
        own = [
            cute.make_tensor(cute.recast_ptr(handed[None, wg].iterator, x.inner, kind), x.outer) for x in layouts[9:]
        ]
        change = None
        if cutlass.const_expr(tiles.capped or any(mods.functions)):
            change = Change(scale, softcap, mods, tensors)
        at = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, tiles.stages)
        once = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 1)
        _, heard = states()
        number = queue.hear(heard)
        while number < plan.total():
            work = plan.work(number)
            dK.fill(0.0)
            dV.fill(0.0)
            first_key = work.n * N + (0 if tiles.split else wg * ROWS)
            key = first_key + thread // 32 * 16 + cute.arch.lane_idx() // QUAD
            loop = TileLoop(
                *(products, work, (pipe_q, pipe_g), (sQ, sG), (sLog, sSum), handed, r2s, placed),
                *((wg, thread, tidx - WARP_GROUP), (key, first_key, work.len_k, left, right)),
                *(scale * math.log2(math.e), tiles, change),
            )
            count = plan.count(work)
            if count > 0:
                pipe_k.consumer_wait(once)
                pipe_v.consumer_wait(once)
                if cutlass.const_expr(tiles.packed):
                    for memory in (sK, sV):
                        clear_rest(memory, work.len_k - work.n * N, 0, tidx - WARP_GROUP, tiles)
                if cutlass.const_expr(tiles.block is None):
                    j, head = work.first, cutlass.Int32(0)
                    for i in range(count):
                        m = work.queries(j)
                        take_scores(loop, at, m)
                        begin_tile(loop, at, m, work.head_k * work.group + head, True)
                        end_tile(loop, at, i > 0)
                        at.advance()
                        head += 1
                        if head == work.group:
                            head, j = cutlass.Int32(0), j + 1
                else:
                    again = cutlass.Boolean(False)
                    for h in range(work.group):
                        head = work.head_k * work.group + h
                        seeing = plan.seeing(work, head)
                        for j in range(seeing.count):
                            m = seeing.queries(j)
                            if m * M < work.len_q:
                                take_scores(loop, at, m)
                                begin_tile(loop, at, m, head, seeing.is_cut(j))
                                end_tile(loop, at, again)
                                at.advance()
                                again = cutlass.Boolean(True)
                pipe_k.consumer_release(once)
                pipe_v.consumer_release(once)
                once.advance()
                take_memory(wg)
            for v in range(cute.size(dK)):
                dK[v] = dK[v] * scale
            for values, tensor, size, memory, copy in (dV, mdV, DV, own[1], to_own[1]), (dK, mdK, D, own[0], to_own[0]):
                elems = wg * tiles.own(size) if tiles.split else 0
                target = tensor[None, None, work.head_k, work.slot]
                rows = (work.from_k, first_key, work.len_k)
                store_keys(values, memory, target, rows, (wg, thread, elems), copy, size)
            number = queue.hear(heard)


@cute.jit
def store_keys(
    values: Any,
    memory: Any,
    tensor: Any,
    rows: Any,
    threads: Any,
    to_own: Any,
    padded: cutlass.Constexpr[int],
):
    """A warp group's gradients of its keys to global memory, through its part of shared memory.

    `rows` are where the sequence begins in the tensor, the warp group's first key, and how many keys there are;
    `threads` the warp group, the thread in it, and the group's first element of a head, of `padded` in tiles.
    """
    wg, thread, elems = threads
    start, first, keys = rows
    placed = to_own.get_slice(thread).partition_D(memory)
    words = cute.make_rmem_tensor(cute.make_layout(cute.size(values)), tensor.element_type)
    words.store(cute.make_tensor(values.iterator, words.layout).load().to(tensor.element_type))
    cute.copy(to_own, cute.make_tensor(words.iterator, cute.make_layout(placed.shape)), placed)
    cute.arch.barrier(barrier_id=_STORE + wg, number_of_threads=WARP_GROUP)
    of_group = cute.domain_offset((0, elems), tensor)
    lanes = cute.size(memory, [1]) // VECTOR
    for turn in cutlass.range_constexpr(ROWS * lanes // WARP_GROUP):
        number = turn * WARP_GROUP + thread
        row, lane = number // lanes, number % lanes
        is_there = first + row < keys
        if cutlass.const_expr(cute.size(tensor, [1]) < padded):
            is_there = is_there & (elems + lane * VECTOR < cute.size(tensor, [1]))
        if is_there:
            source = cute.local_tile(memory, (1, VECTOR), (row, lane))
            cute.autovec_copy(source, cute.local_tile(of_group, (1, VECTOR), (start + first + row, lane)))
    cute.arch.barrier(barrier_id=_STORE + wg, number_of_threads=WARP_GROUP)
