"""Attention of few queries against caches of keys and values: the public operation."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import DTYPES, View, empty, result, view_of
from cutedsl.ops.attention_forward.inputs import cap_of, in_copies, scale_of
from cutedsl.ops.decode.finish import slot_elems
from cutedsl.ops.decode.inputs import (
    DecodeInputs,
    check_decode_window,
    check_units,
    decode_inputs,
    with_queries,
)
from cutedsl.ops.decode.kernel import decode
from cutedsl.ops.decode.tiles import ROWS, DecodeTiles, tiles_of
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.programs import call, compiled_for
from cutedsl.ops.workspaces import workspace
from cutedsl.targets.devices import is_gpu
from cutedsl.testing.checked import is_checked
from cutedsl.utils.hardware_info import blocks_at_once

_BUSY: Final = 0.95
"""Of the multiprocessors; so many read memory as fast as all."""

_MOST_SPLITS: Final = 8
"""Blocks of a cluster that every GPU with clusters can run."""

_MOST_PAIRS: Final = 65535
"""Blocks along the third dimension of a grid. Source: CUDA C++ Programming Guide, "Compute Capabilities"."""

_BYTES_OF_BLOCK: Final = 2 << 20, 512 << 10
"""The largest part of a cache that a block of a cluster reads: where all blocks work at once, and where some wait.
One sequence can hold those up by some 8 us on an H200.

Clusters reach 0.90 of a plain read's speed for one sequence of 32768 keys, and 0.85 for two of 4096 to 8192. Without
them, all blocks sharing the sequences, it is 0.85 and 0.67.
"""

_CPU_BLOCKS: Final = 6
"""Blocks on the CPU: a few, so that sequences are shared among them there too."""


@remembered
def attention_decode(
    q: Any,
    k_cache: Any,
    v_cache: Any,
    lengths: Any = None,
    *,
    page_table: Any = None,
    scale: float | None = None,
    window: int | None = None,
    softcap: float | None = None,
    sinks: Any = None,
    k_scale: Any = None,
    v_scale: Any = None,
    return_lse: bool = False,
    out: Any = None,
) -> Any:
    """`softmax(scale * Q K^T) V` of the last queries of each sequence, with its cached keys and values.

    **Law**: with m queries and `lengths[b]` = n keys, query i has position n - m + i. It sees the keys up to its
    position, and at most `window` before it (None: all). `softcap`: c tanh(s / c) in place of a score s. `sinks`: a
    logit for each head that counts in the softmax's sum and has no value. A query that sees no key gives 0, and the
    logarithm -inf.

    **Shapes**: `q` and the result (batch, m, heads, size), or (batch, heads, size) for one query. Caches (batch, keys,
    heads_k, size); with `page_table` (batch, pages), int32, they are (pages, page size, heads_k, size) and key j of
    sequence b lies in page `page_table[b, j // page size]`. heads_k divides heads; size is 64, 96, 128 or 256.
    `lengths` (batch,), int32; None without pages: all keys. Lengths and pages are read on the device only: nobody
    waits, and a CUDA graph may be replayed after they changed. They must lie within the caches (checked runs tell).
    Caches hold the type of `q` (bfloat16, float16) or float8_e4m3fn; `k_scale`, `v_scale` are what their elements are
    multiplied by: numbers, or float32 arrays of one number or of one for each of heads_k.
    With `return_lse` also `log(sum(exp(scores)))` without sinks, float32, (batch, heads, m).

    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-number, attention-heads, attention-head-size,
    attention-layout, attention-window, attention-scale, attention-cache. Source: Flash-Decoding (Dao et al. 2023).

    >>> import numpy as np
    >>> q, k = np.zeros((2, 8, 64), np.float16), np.zeros((2, 300, 2, 64), np.float16)
    >>> attention_decode(q, k, k + np.float16(2), np.array([300, 17], np.int32)).shape
    (2, 8, 64)
    """
    given = decode_inputs(q, k_cache, v_cache, lengths, page_table, k_scale, v_scale, sinks)
    check_decode_window(window)
    numbers = scale_of(scale, given.q.shape[3]), cap_of(softcap), -1 if window is None else min(int(window), 2**30)
    made = result(view_of("q", q), tuple(q.shape), out)
    batch, queries, heads, _ = given.q.shape
    lse = empty(made, (batch, heads, queries), "float32") if return_lse else None
    if 0 in given.k.shape or given.most_keys == 0:
        _nothing_seen(made, lse)
    elif 0 not in given.q.shape:
        _run(given, made, lse, numbers)
    return made.array if lse is None else (made.array, lse.array)


def _nothing_seen(made: View, lse: View | None) -> None:
    """The results where the caches have no keys."""
    not_again()
    made.native()[...] = 0
    if lse is not None:
        lse.native()[...] = float("-inf")


def _run(given: DecodeInputs, made: View, lse: View | None, numbers: tuple[float, float, int]) -> None:
    """Launches the program for these inputs. Errors: ops-shape."""
    scale, softcap, left = numbers
    on_gpu = is_gpu(made.device)
    batch, queries, _, size = given.q.shape
    page_size = None if given.table is None else given.k.shape[1]
    heads_k, rows = given.k.shape[2], queries * given.group
    tiles = tiles_of(size, given.k.item_bytes, rows, on_gpu, page_size, left >= 0, softcap > 0)
    row_groups = -(-rows // (ROWS * tiles.row_tiles))
    units = batch, heads_k, -(-given.most_keys // tiles.unit)
    check_units(units)
    tiles = in_clusters(tiles, batch * heads_k * row_groups, given.most_keys, blocks_of(made.device))
    most = max(1, blocks_of(made.device) // row_groups)
    side = _side(heads_k, most)
    pairs = batch * heads_k // side
    blocks = side * min(pairs * units[2], even_teams(most // side, pairs))
    sums, flags = workspace(made, 2 * blocks * row_groups * slot_elems(tiles), batch * heads_k * row_groups)
    scales = [given.k_scale, given.v_scale]
    numeric = [1.0 if isinstance(x, View) else x for x in scales]
    arrays = [x if isinstance(x, View) else None for x in scales]
    optional = (lse, given.lengths, given.table, *arrays, given.sinks)
    marks = tuple(x is not None for x in optional)
    run = _program(made.dtype_name, given.k.dtype_name, tiles, marks, made.target, is_checked())
    views = [given.q, given.k, given.v, in_copies("out", with_queries(made))]
    views += [x for x in (*optional, sums, flags) if x is not None]
    call(run, views, (scale * numeric[0], softcap, numeric[1], left, side, blocks))


def in_clusters(tiles: DecodeTiles, pairs: int, most_keys: int, blocks: int) -> DecodeTiles:
    """The tiles for caches with room for so many keys: those of small caches have `splits`.

    `pairs` counts heads of keys of all sequences, `blocks` those that work at a time. A cluster has as many blocks as
    give half of the multiprocessors work: these read nearly as fast as all.
    """
    splits = 1
    while splits < _MOST_SPLITS and 2 * pairs * splits < _BUSY * blocks:
        splits *= 2
    bytes_of_block = -(-most_keys // splits) * 2 * tiles.head_bytes
    most_bytes = _BYTES_OF_BLOCK[pairs * splits > blocks]
    if not tiles.boxes or tiles.bounded_left or bytes_of_block > most_bytes or pairs > _MOST_PAIRS:
        return tiles
    return replace(tiles, splits=splits)


def blocks_of(device: str) -> int:
    """Blocks that work at a time."""
    return blocks_at_once(int(device.partition(":")[2] or 0)) if is_gpu(device) else _CPU_BLOCKS


def _side(heads_k: int, blocks: int) -> int:
    """How many heads of keys a team of blocks works on: the most that leave few of the blocks without a team."""
    sides = (side for side in range(heads_k, 0, -1) if heads_k % side == 0)
    return next(side for side in sides if side == 1 or blocks // side * side >= _BUSY * blocks)


def even_teams(teams: int, pairs: int) -> int:
    """The number of teams of blocks, or one a little less that shares pairs of one length out evenly.

    A pair that two teams share goes through memory. Without such pairs in the middle of a share, 7 % less time for
    latents of 64 sequences on 132 multiprocessors.
    """
    even = (few for few in range(teams, 0, -1) if few % pairs == 0 or pairs % few == 0)
    few = next(even)
    return few if few >= _BUSY * teams else teams


@functools.cache
def _program(
    dtype_name: str, cache_dtype: str, tiles: DecodeTiles, marks: tuple[bool, ...], target: str, checked: bool
) -> Any:
    """The program for any lengths, heads and batches; `checked` tells those of checked runs apart."""

    def heads_like(name: str, extents: tuple[Any, ...]) -> Any:
        kind = DTYPES[name]
        strides = [cute.sym_int64(divisibility=128 // kind.width) for _ in extents]
        return cute.runtime.make_fake_tensor(kind, (*extents, tiles.head_dim), (*strides, 1), assumed_align=16)

    def plain(kind: Any, *extents: Any) -> Any:
        strides = [cute.sym_int64() for _ in extents]
        return cute.runtime.make_fake_tensor(kind, extents, strides, assumed_align=4)

    batch, queries, heads, heads_k, lines, keys = (cute.sym_int() for _ in range(6))
    q, out = (heads_like(dtype_name, (batch, queries, heads)) for _ in range(2))
    k, v = (heads_like(cache_dtype, (lines, keys, heads_k)) for _ in range(2))
    optional = [
        plain(cutlass.Float32, batch, heads, queries),
        plain(cutlass.Int32, batch),
        plain(cutlass.Int32, batch, cute.sym_int()),
        *(plain(cutlass.Float32, cute.sym_int()) for _ in range(2)),
        plain(cutlass.Float32, heads),
    ]
    optional = [x if mark else None for x, mark in zip(optional, marks, strict=True)]
    sums = cute.runtime.make_fake_tensor(cutlass.Float32, (cute.sym_int(),), (1,), assumed_align=16)
    flags = cute.runtime.make_fake_tensor(cutlass.Int32, (cute.sym_int(),), (1,), assumed_align=4)
    return compiled_for(target, decode, q, k, v, out, *optional, sums, flags, 1.0, 0.0, 1.0, 0, 1, 1, tiles)
