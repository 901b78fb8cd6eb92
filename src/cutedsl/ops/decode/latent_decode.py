"""Attention of few queries against a cache of latents: the public operation."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import DTYPES, View, empty, result, same_device, view_of
from cutedsl.ops.attention_forward.inputs import in_copies, scale_of
from cutedsl.ops.decode.attention_decode import blocks_of, even_teams
from cutedsl.ops.decode.finish import slot_elems
from cutedsl.ops.decode.inputs import DTYPES_OF_QUERIES, check_units, places_of, with_queries
from cutedsl.ops.decode.latent_join import join_blocks_of
from cutedsl.ops.decode.latent_ring import latent
from cutedsl.ops.decode.latent_tiles import LATENT, ROWS, WIDE, WIDTH, LatentTiles, latent_tiles
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.programs import call, compiled_for
from cutedsl.ops.refuse import refused
from cutedsl.ops.workspaces import workspace
from cutedsl.testing.checked import is_checked

_JOINING: Final = 8
"""About so many blocks a multiprocessor join parts of sequences: blocks of 256 threads that it can have at a time."""


@remembered
def latent_attention_decode(
    q: Any,
    cache: Any,
    lengths: Any = None,
    *,
    scale: float,
    page_table: Any = None,
    return_lse: bool = False,
    out: Any = None,
) -> Any:
    """Multi-head latent attention of the last queries of each sequence, the projections taken into `q` and the result.

    **Law**: `softmax(scale * Q C^T) C[:, :512]` for each head: all heads share the cache C of latents (512 dims) and
    keys that carry positions (64 more). Queries, lengths and pages count as in `attention_decode`. The scale is that of
    the heads before the projections, such as `(128 + 64) ** -0.5`, so it must be given.

    **Shapes**: `q` (batch, m, heads, 576) or (batch, heads, 576), `cache` (batch, keys, 576), or with `page_table`
    (pages, page size, 576); the result is like `q` with 512 dims. bfloat16 or float16.
    With `return_lse` also `log(sum(exp(scores)))`, float32, (batch, heads, m).
    Errors: ops-array, ops-dtype, ops-shape, ops-device, attention-head-size, attention-layout, attention-scale,
    attention-cache. Source: DeepSeek-V2 (2024), 2.1.

    >>> import numpy as np
    >>> q, cache = np.zeros((1, 16, 576), np.float16), np.zeros((1, 40, 576), np.float16)
    >>> latent_attention_decode(q, cache + np.float16(2), scale=192**-0.5).shape
    (1, 16, 512)
    """
    first = view_of("q", q, DTYPES_OF_QUERIES)
    latents = view_of("cache", cache, (first.dtype_name,))
    same_device(first, cache=latents)
    if first.rank not in (3, 4) or latents.rank != 3:
        raise refused(
            "ops-shape",
            f"`q` has the shape {first.shape} and `cache` {latents.shape}; they must be (batch, queries, heads, "
            f"{WIDTH}) and (sequences or pages, keys, {WIDTH})",
        )
    if first.shape[-1] != WIDTH or latents.shape[-1] != WIDTH:
        raise refused(
            "attention-head-size",
            f"queries of {first.shape[-1]} elements and latents of {latents.shape[-1]}, not {WIDTH}",
        )
    queries = _one_stride(first)
    lines = in_copies("cache", _with_head(latents))
    counts, table = places_of(queries, lines, lengths, page_table)
    factor = scale_of(scale, WIDTH)
    made = result(first, (*first.shape[:-1], LATENT), out)
    batch, m, heads, _ = queries.shape
    lse = empty(made, (batch, heads, m), "float32") if return_lse else None
    most = lines.shape[1] * (1 if table is None else table.shape[1])
    if most == 0 or lines.shape[0] == 0:
        not_again()
        made.native()[...] = 0
        if lse is not None:
            lse.native()[...] = float("-inf")
    elif 0 not in queries.shape:
        _run(queries, lines, (lse, counts, table), made, factor, most)
    return made.array if lse is None else (made.array, lse.array)


def _with_head(view: View) -> View:
    """(lines, keys, size) as one head of keys."""
    (lines, keys, size), (far, near, step) = view.shape, view.strides
    return replace(view, shape=(lines, keys, 1, size), strides=(far, near, near, step))


def _one_stride(q: View) -> View:
    """(batch, queries, heads, size): a sequence's heads of all queries lie the stride of heads apart, or are copied.

    Errors: attention-layout.
    """
    if q.rank == 4 and 1 not in q.shape[1:3] and q.strides[1] != q.shape[2] * q.strides[2]:
        not_again()
        q = view_of("q", q.array.copy() if q.framework == "numpy" else q.array.contiguous())
    found = in_copies("q", with_queries(q))
    apart = found.strides[1] if found.shape[2] == 1 else found.strides[2]
    return replace(found, strides=(*found.strides[:2], apart, 1))


def _run(q: View, cache: View, optional: tuple[View | None, ...], made: View, scale: float, most: int) -> None:
    """Launches the program for these inputs. Errors: ops-shape."""
    batch, queries, heads, _ = q.shape
    row_groups = -(-queries * heads // ROWS)
    tiles = latent_tiles(None if optional[2] is None else cache.shape[1], row_groups)
    units = batch, -(-most // tiles.unit)
    check_units(units)
    blocks = min(units[0] * units[1], even_teams(max(1, blocks_of(made.device) // row_groups), batch))
    pairs = batch * row_groups
    joins = join_blocks_of(queries * heads, pairs, blocks // batch, _JOINING * blocks_of(made.device))
    sums, _ = workspace(made, 2 * blocks * row_groups * slot_elems(WIDE), 0)
    run = _program(made.dtype_name, tiles, tuple(x is not None for x in optional), made.target, is_checked())
    lines = replace(cache, shape=(*cache.shape[:2], WIDTH), strides=(*cache.strides[:2], 1))
    views = [q, lines, in_copies("out", with_queries(made)), *[x for x in optional if x is not None], sums]
    call(run, views, (scale, (blocks, joins)))


@functools.cache
def _program(dtype_name: str, tiles: LatentTiles, marks: tuple[bool, ...], target: str, checked: bool) -> Any:
    """The program for any lengths, heads and batches; `checked` tells those of checked runs apart."""
    kind = DTYPES[dtype_name]

    def lines(width: int, *extents: Any) -> Any:
        strides = [cute.sym_int64(divisibility=128 // kind.width) for _ in extents]
        return cute.runtime.make_fake_tensor(kind, (*extents, width), (*strides, 1), assumed_align=16)

    def plain(of: Any, *extents: Any) -> Any:
        return cute.runtime.make_fake_tensor(of, extents, [cute.sym_int64() for _ in extents], assumed_align=4)

    batch, queries, heads = (cute.sym_int() for _ in range(3))
    optional = [
        plain(cutlass.Float32, batch, heads, queries),
        plain(cutlass.Int32, batch),
        plain(cutlass.Int32, batch, cute.sym_int()),
    ]
    given = [x if mark else None for x, mark in zip(optional, marks, strict=True)]
    space = cute.runtime.make_fake_tensor(cutlass.Float32, (cute.sym_int(),), (1,), assumed_align=16)
    q, out = lines(WIDTH, batch, queries, heads), lines(LATENT, batch, queries, heads)
    return compiled_for(
        target,
        latent,
        q,
        lines(WIDTH, cute.sym_int(), cute.sym_int()),
        out,
        *given,
        space,
        1.0,
        (1, 1),
        tiles,
    )
