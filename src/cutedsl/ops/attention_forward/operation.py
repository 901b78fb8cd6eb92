"""Attention forward, `softmax(scale * Q K^T) V` for each head: the public operation."""

from __future__ import annotations

import functools
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.arrays import DTYPES, View, empty, result, view_of
from cutedsl.ops.attention_forward.block_mask import check_block, list_stand_ins
from cutedsl.ops.attention_forward.forms import PLAIN_FORM, Form, form_of, kept_program
from cutedsl.ops.attention_forward.inputs import (
    FORWARD_DTYPES,
    AttentionInputs,
    as_rank,
    attention_inputs,
    cap_of,
    check_tiles,
    check_window,
    far_sides,
    in_copies,
    scale_of,
    vector_of,
)
from cutedsl.ops.attention_forward.kernel import attention_forward
from cutedsl.ops.attention_forward.modifiers import PLAIN, Modifiers
from cutedsl.ops.attention_forward.narrow import KIND, narrow_stand_ins, scales_of, transposed_like
from cutedsl.ops.attention_forward.tiles import AttentionTiles, size_refused, tiles_of
from cutedsl.ops.captured_arrays import captured_arrays, stand_in
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.programs import call, call_with_groups, compiled_for
from cutedsl.ops.refuse import refused
from cutedsl.targets.devices import is_gpu
from cutedsl.testing.checked import is_checked
from cutedsl.utils.hardware_info import blocks_at_once

_ALIGN_BYTES: Final = 16
_PROGRAMS: Final[dict[object, Any]] = {}
"""Programs with an author's functions."""


@remembered
def attention(
    q: Any,
    k: Any,
    v: Any,
    *,
    causal: bool = False,
    window: tuple[int | None, int | None] = (None, None),
    scale: float | None = None,
    softcap: float | None = None,
    sinks: Any = None,
    starts_q: Any = None,
    starts_k: Any = None,
    score_mod: Any = None,
    mask_mod: Any = None,
    block_mask: Any = None,
    q_scale: Any = None,
    k_scale: Any = None,
    v_scale: Any = None,
    return_lse: bool = False,
    out: Any = None,
) -> Any:
    """`softmax(scale * Q K^T) V` for each head, computed in float32 between products of float16 or bfloat16.

    **Law**: with lengths m and n, query i has position i + n - m among the keys. It sees the keys from `window[0]`
    before it to `window[1]` after it; None means all, and `causal` none after it. A query that sees no key gives 0, and
    the logarithm -inf. What it does not see may be anything within a tile: 0 * NaN is NaN there, as in torch.

    **Shapes**: `q` and the result (batch, m, heads, size), `k` and `v` (batch, n, heads_k, size); heads_k divides heads
    and size is a multiple of 8 up to 256; that of `v` may be another one, and is the result's. Packed sequences of
    several lengths: (tokens, heads, size), and sequence i at the rows `starts_q[i]` to `starts_q[i + 1]`, int32; the
    starts are read on the host, so a GPU is waited for.
    With `return_lse` also `log(sum(exp(scores)))` without sinks, float32, (batch, heads, m) or (heads, tokens).

    `scale` is 1 / sqrt(size) unless it is given. `softcap`: c tanh(s / c) in place of a scaled score s. `sinks`: a
    logit for each head that takes part in the total only, float32, (heads,).

    `score_mod(score, batch, head, q_idx, kv_idx)` gives the score that the softmax takes, of a scaled and capped one;
    `mask_mod(batch, head, q_idx, kv_idx)` whether it counts. Both are compiled into the kernel, as FlexAttention's.
    They take numbers, use operators, `cute.math` or `torch.where` and its like, and may index arrays, whose contents
    may change between calls. `block_mask` is a mask function with the blocks that it leaves, of `create_block_mask`
    (ours or torch's): other blocks are skipped, and blocks that it leaves whole are not masked.

    Of float8_e4m3fn, an element times its scale is what it stands for: `q_scale` and `k_scale` are a number, (heads,),
    (batch, heads) or (batch, heads, blocks of 128 rows), `v_scale` a number, (heads,) or (batch, heads). The result is
    in bfloat16 unless `out` is in float16. Sizes are multiples of 16 then, and there are no packed sequences.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, attention-heads, attention-head-size, attention-lengths,
    attention-layout, attention-window, attention-scale, attention-block-mask, ops-function, ops-number. Sources:
    FlashAttention-3 (Shah et al. 2024), FlexAttention (Dong et al. 2024).

    >>> import numpy as np
    >>> q, k = np.zeros((1, 3, 2, 64), np.float16), np.zeros((1, 5, 1, 64), np.float16)
    >>> attention(q, k, k + np.float16(2)).shape
    (1, 3, 2, 64)
    >>> def causal_mask(batch, head, q_idx, kv_idx):
    ...     return q_idx >= kv_idx
    >>> attention(q, k, k, mask_mod=causal_mask).shape
    (1, 3, 2, 64)
    """
    given = attention_inputs(q, k, v, starts_q, starts_k, FORWARD_DTYPES)
    narrow = given.q.dtype_name == KIND
    logits = None if sinks is None else vector_of("sinks", sinks, given.q, (given.heads,))
    check_window(window)
    made = _result(given, q, out)
    packed = given.starts is not None
    if narrow and packed:
        raise refused("attention-lengths", "packed sequences of float8_e4m3fn; they are taken in 16 bits only")
    if not narrow and any(x is not None for x in (q_scale, k_scale, v_scale)):
        raise refused("ops-dtype", f"scales are given with `q` of {given.q.dtype_name}; they are for {KIND}")
    rows, heads = given.q.shape[1], given.heads
    lse = empty(made, (heads, rows) if packed else (given.q.shape[0], heads, rows), "float32") if return_lse else None
    sides = window[0], 0 if causal else window[1]
    form = form_of(given, score_mod, mask_mod, block_mask, sides)
    if 0 in given.k.shape:
        _nothing_seen(made, lse)
    elif 0 not in given.q.shape and 0 not in given.v.shape:
        scales = scales_of(given, q_scale, k_scale, v_scale) if narrow else None
        _run(given, made, lse, logits, sides, (scale_of(scale, given.head_dim), cap_of(softcap)), form, scales)
    return made.array if lse is None else (made.array, lse.array)


def _result(given: AttentionInputs, q: Any, out: Any) -> View:
    """The array for the result: of the queries' type, or in 16 bits, bfloat16 unless `out` says otherwise."""
    like, kind = view_of("q", q, FORWARD_DTYPES), None
    if given.q.dtype_name == KIND:
        kind = "bfloat16" if out is None else view_of("out", out, ("bfloat16", "float16")).dtype_name
    return result(like, (*q.shape[:-1], given.value_dim), out, kind)


def _nothing_seen(made: View, lse: View | None) -> None:
    """The results where there are no keys."""
    not_again()
    made.native()[...] = 0
    if lse is not None:
        lse.native()[...] = float("-inf")


def _run(
    given: AttentionInputs,
    made: View,
    lse: View | None,
    sinks: View | None,
    sides: tuple[int | None, int | None],
    scales: tuple[float, float],
    form: Form,
    narrow_scales: tuple[list[View], bool] | None,
) -> None:
    """Launches the program for these inputs. Errors: attention-head-size, attention-block-mask, ops-shape."""
    on_gpu, packed, mods = is_gpu(made.device), given.starts is not None, form.mods
    bounded_left, bounded_right = (side is not None for side in sides)
    block = None if form.lists is None else form.lists.block
    modified, narrow = any(mods.functions), narrow_scales is not None
    by_block = narrow_scales is not None and narrow_scales[1]
    tiles = tiles_of(
        *((given.head_dim, given.value_dim), on_gpu, bounded_left, bounded_right, packed, scales[1] > 0, modified),
        *(block, given.q.item_bytes, by_block, (max(given.lengths_q), max(given.lengths_k))),
    )
    if tiles is None:
        raise size_refused(given.head_dim, given.value_dim, narrow)
    m_tiles, batches = -(-max(given.lengths_q) // (tiles.tile_m * tiles.cluster)), len(given.lengths_q)
    count = m_tiles * given.heads * batches
    check_tiles(count)
    multiprocessors, cache_bytes = device_of(made.device)
    heads_bytes = max(given.lengths_k) * (given.head_dim + given.value_dim) * given.q.item_bytes
    pairs = given.heads * batches
    # Of keys that the cache holds, few at a time are best: with a quarter as many heads as blocks, four blocks read the
    # same ones (32 x 512 x 16 heads: 467 -> 481 TFLOP/s).
    heads_at_once = max(1, min(cache_bytes // 2 // heads_bytes, multiprocessors // 4))
    section = min(pairs, heads_at_once * (given.heads // given.heads_k))
    if tiles.bounded_right:
        section = section_by_length(pairs, given.heads_k * batches, multiprocessors)
    blocks = min(count, max(multiprocessors // tiles.cluster, 1)) * tiles.cluster
    filled = max(given.lengths_q) // tiles.tile_m or m_tiles  # without a filled one, the sections have the others
    numbers = (m_tiles, filled, batches, section, blocks, *scales)
    far = far_sides(sides)
    own = (
        given.q.dtype_name,
        made.dtype_name,
        (given.head_dim, given.value_dim),
        tiles,
        lse is not None,
        sinks is not None,
        made.target,
        is_checked(),
    )
    views = [given.q, given.k, given.v, in_copies("out", as_rank(made, 4))]
    views += [] if lse is None else [as_rank(lse, 3)]
    views += [] if sinks is None else [sinks]
    views += given.starts or ()
    if form == PLAIN_FORM and narrow_scales is None:
        call(_program(*own), views, (*numbers, *far))
        return
    if block is not None:
        check_block(block, tiles)
    captured = captured_arrays(mods.functions, given.q)
    extra = [] if form.lists is None else [form.lists.views]
    extra += [captured] if captured else []
    if narrow_scales is not None:
        extra += [*([] if captured else [[]]), [transposed_like(given)], narrow_scales[0]]
    call_with_groups(_program_with(mods, captured, *own), views, (*numbers, *far), extra)


def section_by_length(pairs: int, heads_k: int, blocks: int) -> int:
    """How many of `pairs` (head, batch) are worked on together where tiles of later queries see more keys.

    The tiles of a section are dealt out by length. All pairs in one section end together best. With more heads than
    blocks, though, each tile of keys is read from memory for each tile of queries. With a quarter as many, four
    blocks read it at a time (16 x 1024 x 16 heads of 128, causal, would read 3.2 TB/s). A section much smaller than
    the others would leave blocks without work at its end: then all are one.

    >>> [section_by_length(pairs, pairs, 132) for pairs in (16, 64, 256, 300, 70)]
    [16, 33, 33, 44, 70]
    """
    if blocks < 4 or heads_k <= blocks // 4:
        return pairs
    left_out, section = min((-pairs % size, size) for size in (blocks // 4, blocks // 3, blocks // 2))
    return section if left_out * 8 <= pairs else pairs


@functools.cache
def device_of(device: str) -> tuple[int, int]:
    """Multiprocessors of a device such as "cuda:1", and the bytes of its second-level cache; the CPU counts as one."""
    index = int(device.partition(":")[2] or 0)
    return blocks_at_once(index), utils.HardwareInfo(index).get_l2_cache_size_in_bytes()


def _program_with(mods: Modifiers, captured: list[View], *own: Any) -> Any:
    """The program with an author's functions, kept for those that mean the same."""
    return kept_program(_PROGRAMS, _program.__wrapped__, mods, captured, own)


@functools.cache
def _program(
    dtype_name: str,
    out_name: str,
    sizes: tuple[int, int],
    tiles: AttentionTiles,
    with_lse: bool,
    with_sinks: bool,
    target: str,
    checked: bool,
    mods: Modifiers = PLAIN,
    captured: tuple[View, ...] = (),
) -> Any:
    """The program for any lengths, heads and batches; `checked` tells those of checked runs apart."""
    kind, out_kind = DTYPES[dtype_name], DTYPES[out_name]
    batch, m, n, heads, heads_k = (cute.sym_int() for _ in range(5))
    q, out = (heads_like(x, (batch, m, heads), size) for x, size in zip((kind, out_kind), sizes, strict=True))
    k, v = (heads_like(kind, (batch, n, heads_k), size) for size in sizes)
    lse: Any = None
    if with_lse:
        lse = cute.runtime.make_fake_tensor(
            cutlass.Float32, (batch, heads, m), tuple(cute.sym_int64() for _ in range(3)), assumed_align=4
        )
    sinks = cute.runtime.make_fake_tensor(cutlass.Float32, (heads,), (cute.sym_int64(),)) if with_sinks else None
    starts: Any = [None, None]
    if tiles.packed:
        several = cute.sym_int()
        starts = [cute.runtime.make_fake_tensor(cutlass.Int32, (several,), (1,)) for _ in range(2)]
    constants = (1, 1, 1, 1, 1, 1.0, 0.0, 0, 0, tiles, mods)
    lists = None if tiles.block is None else list_stand_ins()
    tensors = tuple(stand_in(view) for view in captured)
    narrow = narrow_stand_ins(kind, (batch, heads, heads_k), sizes[1]) if tiles.narrow else (None, None)
    return compiled_for(
        target, attention_forward, q, k, v, out, lse, sinks, *starts, *constants, lists, tensors, *narrow
    )


def heads_like(kind: Any, extents: tuple[Any, ...], head_dim: int) -> Any:
    """A stand-in for (batch, sequence, heads, head_dim) of any strides that the copy engine takes."""
    strides = [cute.sym_int64(divisibility=_ALIGN_BYTES * 8 // kind.width) for _ in extents]
    return cute.runtime.make_fake_tensor(kind, (*extents, head_dim), (*strides, 1), assumed_align=_ALIGN_BYTES)
