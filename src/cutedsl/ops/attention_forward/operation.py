"""Attention forward, `softmax(scale * Q K^T) V` for each head: the public operation."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.arrays import DTYPES, View, empty, result, view_of
from cutedsl.ops.attention_forward.block_mask import (
    BlockLists,
    block_lists,
    check_block,
    list_stand_ins,
    mask_function,
)
from cutedsl.ops.attention_forward.inputs import (
    AttentionInputs,
    as_rank,
    attention_inputs,
    cap_of,
    check_tiles,
    check_window,
    in_copies,
    scale_of,
    vector_of,
)
from cutedsl.ops.attention_forward.kernel import attention_forward
from cutedsl.ops.attention_forward.modifiers import PLAIN, Modifiers, modifiers
from cutedsl.ops.attention_forward.tiles import AttentionTiles, head_sizes, tiles_of
from cutedsl.ops.captured_arrays import captured_arrays, stand_in
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.programs import call, call_with_groups, compiled_for
from cutedsl.ops.refuse import refused
from cutedsl.targets.devices import is_gpu
from cutedsl.testing.checked import is_checked
from cutedsl.utils.hardware_info import blocks_at_once

_ALIGN_BYTES: Final = 16
_ALIGN_ELEMS: Final = 8
_PROGRAMS: Final[dict[object, Any]] = {}
"""Programs with an author's functions."""
FAR: Final = 2**30
"""A window's side that nothing is outside of."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a call changes of plain attention: an author's functions, and the lists of a block mask."""

    mods: Modifiers
    lists: BlockLists | None = None


_PLAIN_FORM: Final = Form(PLAIN)


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
    return_lse: bool = False,
    out: Any = None,
) -> Any:
    """`softmax(scale * Q K^T) V` for each head, computed in float32 between products of float16 or bfloat16.

    **Law**: with lengths m and n, query i has position i + n - m among the keys. It sees the keys from `window[0]`
    before it to `window[1]` after it; None means all, and `causal` none after it. A query that sees no key gives 0, and
    the logarithm -inf. What it does not see may be anything within a tile: 0 * NaN is NaN there, as in torch.

    **Shapes**: `q` and the result (batch, m, heads, size), `k` and `v` (batch, n, heads_k, size); heads_k divides heads
    and size is 64, 128 or 256. Packed sequences of several lengths: (tokens, heads, size), and sequence i at the
    rows `starts_q[i]` to `starts_q[i + 1]`, int32; the starts are read on the host, so a GPU is waited for.
    With `return_lse` also `log(sum(exp(scores)))` without sinks, float32, (batch, heads, m) or (heads, tokens).

    `scale` is 1 / sqrt(size) unless it is given. `softcap`: c tanh(s / c) in place of a scaled score s. `sinks`: a
    logit for each head that takes part in the total only, float32, (heads,). `attention_backward` knows neither.

    `score_mod(score, batch, head, q_idx, kv_idx)` gives the score that the softmax takes, of a scaled and capped one;
    `mask_mod(batch, head, q_idx, kv_idx)` whether it counts. Both are compiled into the kernel, as FlexAttention's.
    They take numbers, use operators, `cute.math` or `torch.where` and its like, and may index arrays, whose contents
    may change between calls. `block_mask` is a mask function with the blocks that it leaves, of `create_block_mask`
    (ours or torch's): other blocks are skipped, and blocks that it leaves whole are not masked.
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
    given = attention_inputs(q, k, v, starts_q, starts_k)
    logits = None if sinks is None else vector_of("sinks", sinks, given.q, (given.heads,))
    check_window(window)
    made = result(view_of("q", q), tuple(q.shape), out)
    packed = given.starts is not None
    rows, heads = given.q.shape[1], given.heads
    lse = empty(made, (heads, rows) if packed else (given.q.shape[0], heads, rows), "float32") if return_lse else None
    sides = window[0], 0 if causal else window[1]
    if block_mask is not None:
        if mask_mod is not None or packed or sides != (None, None):
            what = "starts_q" if packed else "mask_mod" if mask_mod is not None else "causal" if causal else "window"
            raise refused("attention-block-mask", f"a block mask is given with `{what}`")
        mask_mod = mask_function(block_mask)
    form = Form(modifiers(score_mod, mask_mod), None if block_mask is None else block_lists(block_mask, given))
    if 0 in given.k.shape:
        _nothing_seen(made, lse)
    elif 0 not in given.q.shape:
        _run(given, made, lse, logits, sides, (scale_of(scale, given.head_dim), cap_of(softcap)), form)
    return made.array if lse is None else (made.array, lse.array)


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
) -> None:
    """Launches the program for these inputs. Errors: attention-head-size, attention-block-mask, ops-shape."""
    on_gpu, packed, mods = is_gpu(made.device), given.starts is not None, form.mods
    bounded_left, bounded_right = (side is not None for side in sides)
    block = None if form.lists is None else form.lists.block
    modified = any(mods.functions)
    tiles = tiles_of(given.head_dim, on_gpu, bounded_left, bounded_right, packed, scales[1] > 0, modified, block)
    if tiles is None:
        sizes = ", ".join(map(str, head_sizes()))
        raise refused("attention-head-size", f"heads of {given.head_dim} elements; there are tiles for {sizes}")
    m_tiles, batches = -(-max(given.lengths_q) // tiles.tile_m), len(given.lengths_q)
    count = m_tiles * given.heads * batches
    check_tiles(count)
    multiprocessors, cache_bytes = device_of(made.device)
    heads_bytes = 2 * max(given.lengths_k) * given.head_dim * made.item_bytes
    pairs = given.heads * batches
    # Of keys that the cache holds, few at a time are best: with a quarter as many heads as blocks, four blocks read the
    # same ones (32 x 512 x 16 heads: 467 -> 481 TFLOP/s).
    heads_at_once = max(1, min(cache_bytes // 2 // heads_bytes, multiprocessors // 4))
    section = min(pairs, heads_at_once * (given.heads // given.heads_k))
    if tiles.bounded_right:
        section = section_by_length(pairs, given.heads_k * batches, multiprocessors)
    numbers = (m_tiles, batches, section, min(count, multiprocessors), *scales)
    far = tuple(FAR if side is None else min(side, FAR) for side in sides)
    own = made.dtype_name, tiles, lse is not None, sinks is not None, made.target, is_checked()
    views = [given.q, given.k, given.v, in_copies("out", as_rank(made, 4))]
    views += [] if lse is None else [as_rank(lse, 3)]
    views += [] if sinks is None else [sinks]
    views += given.starts or ()
    if form == _PLAIN_FORM:
        call(_program(*own), views, (*numbers, *far))
        return
    if block is not None:
        check_block(block, tiles)
    captured = captured_arrays(mods.functions, given.q)
    extra = [] if form.lists is None else [form.lists.views]
    extra += [captured] if captured else []
    call_with_groups(_program_with(mods, captured, *own), views, (*numbers, *far), extra)


def section_by_length(pairs: int, heads_k: int, blocks: int) -> int:
    """How many of `pairs` (head, batch) are worked on together where tiles of later queries see more keys.

    The tiles of a section are dealt out by length. All pairs in one section end together best, but with more heads than
    blocks each tile of keys is read from memory for each tile of queries: with a quarter as many, four blocks read it
    at a time (16 x 1024 x 16 heads of 128, causal, would read 3.2 TB/s). A section much smaller than the others would
    leave blocks without work at its end: then all are one.

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
    key = mods.meaning, *own
    found = _PROGRAMS.get(key) if mods.meaning is not None else None
    if found is None:
        found = _program.__wrapped__(*own, mods, tuple(captured))
        if mods.meaning is not None:
            _PROGRAMS[key] = found
    return found


@functools.cache
def _program(
    dtype_name: str,
    tiles: AttentionTiles,
    with_lse: bool,
    with_sinks: bool,
    target: str,
    checked: bool,
    mods: Modifiers = PLAIN,
    captured: tuple[View, ...] = (),
) -> Any:
    """The program for any lengths, heads and batches; `checked` tells those of checked runs apart."""
    kind = DTYPES[dtype_name]
    batch, m, n, heads, heads_k = (cute.sym_int() for _ in range(5))
    q, out = (heads_like(kind, (batch, m, heads), tiles.head_dim) for _ in range(2))
    k, v = (heads_like(kind, (batch, n, heads_k), tiles.head_dim) for _ in range(2))
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
    constants = (1, 1, 1, 1, 1.0, 0.0, 0, 0, tiles, mods)
    lists = None if tiles.block is None else list_stand_ins()
    tensors = tuple(stand_in(view) for view in captured)
    return compiled_for(target, attention_forward, q, k, v, out, lse, sinks, *starts, *constants, lists, tensors)


def heads_like(kind: Any, extents: tuple[Any, ...], head_dim: int) -> Any:
    """A stand-in for (batch, sequence, heads, head_dim) of any strides that the copy engine takes."""
    strides = [cute.sym_int64(divisibility=_ALIGN_ELEMS) for _ in extents]
    return cute.runtime.make_fake_tensor(kind, (*extents, head_dim), (*strides, 1), assumed_align=_ALIGN_BYTES)
