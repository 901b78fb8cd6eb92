"""Decoding, step 6: keys lie in pages, and every sequence has its own length; both are known on the device only.

The step: each lane looks up the page of its row, so pages have any size and lie anywhere; nobody waits for a length.
Rows beyond the last key are the last key again, so that no memory beyond is touched, and their scores become -inf. A
sequence with few keys leaves some warps none: a part with the maximum -inf counts nothing. `ops.attention_decode` goes
on from here: equal shares of all keys for all blocks, heads side by side, 8-bit caches, windows.
O = softmax(scale * Q K^T) V for each head; Q, O (batch, heads, size), K, V (pages, page size, heads of keys, size).
Key j of sequence b is in page `table[b, j // page size]`, and it has `lengths[b]`; up to 16 heads share keys.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync, warp

WARPS, SPLITS, STAGES, KEYS, ROWS = 4, 8, 3, 16, 16
LOG2_E = math.log2(math.e)
PAD = 8
"""Elements between rows in shared memory, so that eight rows of 16 bytes lie in different banks."""


@cute.kernel
def decode_kernel(
    mQ: cute.Tensor,
    mK: cute.Tensor,
    mV: cute.Tensor,
    mO: cute.Tensor,
    sums: cute.Tensor,
    marks: cute.Tensor,
    flags: cute.Tensor,
    lengths: cute.Tensor,
    table: cute.Tensor,
    scale: cutlass.Float32,
    mma: cute.TiledMma,
):
    """One block: a part of the keys, for all heads that share them."""
    shared, batch, split = cute.arch.block_idx()
    number, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    kind, size = mQ.element_type, mQ.shape[2]
    group = mQ.shape[1] // mK.shape[2]
    smem = utils.SmemAllocator()
    chunk_elems = KEYS * (size + PAD)
    shape = (KEYS, size, 2, STAGES, WARPS)
    strides = (size + PAD, 1, chunk_elems, 2 * chunk_elems, 2 * STAGES * chunk_elems)
    ring = smem.allocate_tensor(kind, cute.make_layout(shape, stride=strides), 16)[None, None, None, None, number]
    ended = smem.allocate_tensor(cutlass.Int32, cute.make_layout(1), 16)
    query = load_queries(mQ[batch, None, None], shared * group, group, lane)
    scores, output = (cute.make_rmem_tensor((4, n // 8), cutlass.Float32) for n in (KEYS, size))
    powers = cute.make_rmem_tensor(8, kind)
    highest, total = (cute.make_rmem_tensor(2, cutlass.Float32) for _ in range(2))
    output.fill(0.0)
    total.fill(0.0)
    highest.fill(-cutlass.Float32.inf)
    keys = lengths[batch]
    chunks = cute.ceil_div(keys, KEYS)
    first, stop = chunks * split // SPLITS, chunks * (split + 1) // SPLITS
    for stage in cutlass.range_constexpr(STAGES):
        at = first + number + stage * WARPS
        if at < stop:
            copy_chunk(
                mK[None, None, shared, None], table[batch, None], at * KEYS, keys, ring[None, None, 0, stage], lane
            )
            copy_chunk(
                mV[None, None, shared, None], table[batch, None], at * KEYS, keys, ring[None, None, 1, stage], lane
            )
        cute.arch.cp_async_commit_group()
    stage = cutlass.Int32(0)
    for at in range(first + number, stop, WARPS):
        tiles = ring[None, None, None, stage]
        cute.arch.cp_async_wait_group(STAGES - 1)
        cute.arch.sync_warp()
        multiply_keys(scores, query, tiles[None, None, 0], mma, lane)
        hide(scores, keys - at * KEYS, lane)
        take_powers(scores, output, highest, total, scale * LOG2_E)
        powers.store(scores.load().to(kind).reshape(8))
        multiply_values(output, powers, tiles[None, None, 1], mma, lane)
        cute.arch.sync_warp()
        ahead = at + STAGES * WARPS
        if ahead < stop:
            copy_chunk(mK[None, None, shared, None], table[batch, None], ahead * KEYS, keys, tiles[None, None, 0], lane)
            copy_chunk(mV[None, None, shared, None], table[batch, None], ahead * KEYS, keys, tiles[None, None, 1], lane)
        cute.arch.cp_async_commit_group()
        stage = stage + 1 if stage < STAGES - 1 else 0
    leave_rows(sums, marks, (batch, shared * group, split * WARPS + number), group, output, highest, total, lane)
    if count_block(flags, batch * mK.shape[2] + shared, ended):
        for item in range(cute.arch.thread_idx()[0], group * size, 32 * WARPS):
            head, column = shared * group + item // size, item % size
            value = joined(sums[batch, head, None, None], marks[batch, head, None, None], column)
            mO[batch, head, column] = value.to(kind)


@cute.jit
def load_queries(heads: cute.Tensor, first: Any, group: Any, lane: Any) -> cute.Tensor:
    """The queries of a group as left operands of multiplies: rows lane / 4 and 8 below, two dims, and the two 8 on.

    Rows beyond the group are its first head again; nobody stores them.
    """
    steps = heads.shape[1] // 16
    query = cute.make_rmem_tensor((2, 2, 2, steps), heads.element_type)
    for r in cutlass.range_constexpr(2):
        row = lane // 4 + 8 * r
        source = heads[first + (row if row < group else 0), None]
        for step in cutlass.range_constexpr(steps):
            for half in cutlass.range_constexpr(2):
                pair = source.iterator + cute.assume(16 * step + 8 * half + lane % 4 * 2, divby=2)
                cute.autovec_copy(cute.make_tensor(pair, cute.make_layout(2)), query[None, r, half, step])
    return query


@cute.jit
def copy_chunk(cache: cute.Tensor, pages: cute.Tensor, first: Any, keys: Any, tile: cute.Tensor, lane: Any) -> None:
    """Starts the copies of a warp's 16 rows from key `first` on, 16 bytes a lane, each from its key's page."""
    vectors, page_size = tile.shape[1] // 8, cache.shape[1]
    mode = cpasync.LoadCacheMode.GLOBAL
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(mode), cache.element_type, num_bits_per_copy=128)
    for access in cutlass.range_constexpr(KEYS * vectors // 32):
        at = access * 32 + lane
        row, column = at // vectors, at % vectors * 8
        key = cutlass.min(first + row, keys - 1)
        source = cache[pages[key // page_size], key % page_size, None]
        cute.copy(atom, eight(source, column), eight(tile[row, None], column))


def eight(row: cute.Tensor, column: Any) -> cute.Tensor:
    """Eight neighbouring elements of a row."""
    return cute.make_tensor(row.iterator + cute.assume(column, divby=8), cute.make_layout(8))


def fragment(values: cute.Tensor, at: int, count: int) -> cute.Tensor:
    """`count` of a lane's values from `at` on as an operand of one multiply."""
    shape = {8: (2, 2, 2), 4: (2, 2)}[count]
    return cute.make_tensor(values.iterator + at, cute.make_layout((shape, 1, 1)))


@cute.jit
def multiply_keys(scores: Any, query: Any, tile: cute.Tensor, mma: cute.TiledMma, lane: Any) -> None:
    """scores (4, 8 keys) = queries times the keys of a chunk: `ldmatrix` brings 16 keys and 16 dims at a time."""
    load = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), tile.element_type)
    scores.fill(0.0)
    for step in cutlass.range_constexpr(tile.shape[1] // 16):
        held = cute.make_rmem_tensor(8, tile.element_type)
        cute.copy(load, eight(tile[lane // 16 * 8 + lane % 8, None], 16 * step + lane // 8 % 2 * 8), held)
        for n in cutlass.range_constexpr(2):
            sums = fragment(scores, 4 * n, 4)
            cute.gemm(mma, sums, fragment(query, 8 * step, 8), fragment(held, 4 * n, 4), sums)


@cute.jit
def multiply_values(output: Any, powers: Any, tile: cute.Tensor, mma: cute.TiledMma, lane: Any) -> None:
    """output (4, 8 columns) += powers times the values of a chunk, which `ldmatrix` transposes on the way."""
    load = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(True, 4), tile.element_type)
    for piece in cutlass.range_constexpr(tile.shape[1] // 16):
        held = cute.make_rmem_tensor(8, tile.element_type)
        cute.copy(load, eight(tile[lane % 16, None], 16 * piece + lane // 16 * 8), held)
        for n in cutlass.range_constexpr(2):
            sums = fragment(output, 4 * (2 * piece + n), 4)
            cute.gemm(mma, sums, fragment(powers, 0, 8), fragment(held, 4 * n, 4), sums)


@cute.jit
def hide(scores: Any, keys: Any, lane: Any) -> None:
    """Sets the scores of a chunk from its key `keys` on to -inf. The first key is always there."""
    if keys < KEYS:
        for at in cutlass.range_constexpr(cute.size(scores)):
            if at // 4 * 8 + lane % 4 * 2 + at % 2 >= keys:
                scores[at] = -cutlass.Float32.inf


@cute.jit
def take_powers(scores: Any, output: Any, highest: Any, total: Any, scale_log2: Any) -> None:
    """Scores to 2**(scale_log2 * score - highest); older sums shrink. Sum c + 2 r + 4 e is row r of a lane's two."""
    for r in cutlass.range_constexpr(2):
        places = [c + 2 * r + 4 * e for e in range(KEYS // 8) for c in range(2)]
        now = highest[r]
        for at in places:
            now = cute.arch.fmax(now, scores[at] * scale_log2)
        now = cute.arch.warp_reduction(now, cute.arch.fmax, threads_in_group=4)
        shrink = cute.arch.exp2(highest[r] - now)
        highest[r] = now
        total[r] = total[r] * shrink
        for at in places:
            scores[at] = cute.arch.exp2(cute.math.fma(scores[at], scale_log2, -now))
            total[r] = total[r] + scores[at]
        for tile in cutlass.range_constexpr(cute.size(output) // 4):
            for c in cutlass.range_constexpr(2):
                output[c + 2 * r + 4 * tile] = output[c + 2 * r + 4 * tile] * shrink


@cute.jit
def leave_rows(sums: Any, marks: Any, place: Any, group: Any, output: Any, highest: Any, total: Any, lane: Any) -> None:
    """A warp's sums of all heads of the group, with maxima and totals, to its part of the workspace."""
    batch, first, part = place
    for r in cutlass.range_constexpr(2):
        row = lane // 4 + 8 * r
        whole = cute.arch.warp_reduction_sum(total[r], threads_in_group=4)
        if row < group:
            line = sums[batch, first + row, part, None]
            for tile in cutlass.range_constexpr(cute.size(output) // 4):
                pair = cute.make_tensor(output.iterator + (2 * r + 4 * tile), cute.make_layout(2))
                to = line.iterator + cute.assume(8 * tile + lane % 4 * 2, divby=2)
                cute.autovec_copy(pair, cute.make_tensor(to, cute.make_layout(2)))
            if lane % 4 == 0:
                marks[batch, first + row, part, 0], marks[batch, first + row, part, 1] = highest[r], whole


@cute.jit
def count_block(flags: cute.Tensor, number: Any, ended: cute.Tensor) -> cutlass.Boolean:
    """All threads: counts this block at a flag; whether it was the last, which then sees what the others left."""
    cute.arch.fence_acq_rel_gpu()
    cute.arch.sync_threads()
    if cute.arch.thread_idx()[0] == 0:
        before = cute.arch.atomic_add(flags.iterator + number, cutlass.Int32(1), sem="acq_rel", scope="gpu")
        ended[0] = before + 1
        if before + 1 == SPLITS:
            cute.arch.store(flags.iterator + number, cutlass.Int32(0), sem="relaxed", scope="gpu")
    cute.arch.sync_threads()
    cute.arch.fence_acq_rel_gpu()
    return ended[0] == SPLITS


@cute.jit
def joined(sums: cute.Tensor, marks: cute.Tensor, column: Any) -> cutlass.Float32:
    """One column of the result from several parts (parts, columns), each scaled to the largest maximum.

    A warp that had no key leaves -inf as its maximum, and counts nothing.
    """
    parts = cute.size(marks, [0])
    top = -cutlass.Float32.inf
    for i in range(parts):
        top = cute.arch.fmax(top, marks[i, 0])
    whole, value = cutlass.Float32(0.0), cutlass.Float32(0.0)
    for i in range(parts):
        factor = cute.arch.exp2(marks[i, 0] - top)
        whole, value = whole + marks[i, 1] * factor, value + sums[i, column] * factor
    return value / whole


@cute.jit
def decode(
    mQ: cute.Tensor,
    mK: cute.Tensor,
    mV: cute.Tensor,
    mO: cute.Tensor,
    work: cute.Tensor,
    flags: cute.Tensor,
    lengths: cute.Tensor,
    table: cute.Tensor,
    scale: cutlass.Float32,
):
    """One launch; `work` has `work_elems` Float32 numbers, `flags` a 0 for each head of keys of each sequence."""
    batch, heads, size = mQ.shape
    parts = SPLITS * WARPS
    sums = cute.make_tensor(
        work.iterator,
        cute.make_layout((batch, heads, parts, size), stride=(heads * parts * size, parts * size, size, 1)),
    )
    marks = cute.make_tensor(
        work.iterator + batch * heads * parts * size,
        cute.make_layout((batch, heads, parts, 2), stride=(heads * parts * 2, parts * 2, 2, 1)),
    )
    mma = cute.make_tiled_mma(warp.MmaF16BF16Op(mQ.element_type, cutlass.Float32, (ROWS, 8, 16)))
    grid = (mK.shape[2], batch, SPLITS)
    decode_kernel(mQ, mK, mV, mO, sums, marks, flags, lengths, table, scale, mma).launch(
        grid=grid, block=(32 * WARPS, 1, 1)
    )


def work_elems(batch: int, heads: int, size: int) -> int:
    """Float32 numbers that the blocks leave for the last one."""
    return batch * heads * SPLITS * WARPS * (size + 2)


def main(batch: int = 3, heads: int = 4, heads_k: int = 2, page_size: int = 7, size: int = 64) -> None:
    """Random heads against float64."""
    rng = np.random.default_rng(0)
    lengths = np.array([200, 1, 1000][:batch], np.int32)
    pages = -(-lengths // page_size)
    order = rng.permutation(int(pages.sum()) + 3)
    table = np.full((batch, pages.max()), -1, np.int32)
    for b, start in enumerate(np.cumsum(pages) - pages):
        table[b, : pages[b]] = order[start : start + pages[b]]
    q = rng.standard_normal((batch, heads, size)).astype(np.float16)
    k, v = (rng.standard_normal((len(order), page_size, heads_k, size)).astype(np.float16) for _ in range(2))
    o = np.full_like(q, np.nan)
    work = np.full(work_elems(batch, heads, size), np.nan, np.float32)
    flags = np.zeros(batch * heads_k, np.int32)
    given = (q, k, v, o, work, flags, lengths, table)
    decode(*(cute.runtime.from_dlpack(x, assumed_align=16) for x in given), size**-0.5)
    assert not flags.any()
    for b, n in enumerate(lengths):
        rows = (x[table[b, : pages[b]]].reshape(-1, heads_k, size)[:n] for x in (k, v))
        keys, values = (np.repeat(x.astype(np.float64), heads // heads_k, axis=1) for x in rows)
        scores = size**-0.5 * np.einsum("hd,nhd->hn", q[b].astype(np.float64), keys)
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        exact = np.einsum("hn,nhd->hd", powers / powers.sum(-1, keepdims=True), values)
        error = np.linalg.norm(o[b] - exact) / np.linalg.norm(exact)
        print(f"{n} keys: relative error {error:.1e}")
        assert error < 1e-3


if __name__ == "__main__":
    main()
