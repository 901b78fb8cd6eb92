"""Attention backward, gradients of `softmax(scale * Q K^T) V` for each head: the public operation."""

from __future__ import annotations

import functools
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import DTYPES, View, empty, same_device, same_shape, view_of
from cutedsl.ops.attention_forward.block_mask import check_block
from cutedsl.ops.attention_forward.forms import PLAIN_FORM, Form, form_of, kept_program
from cutedsl.ops.attention_forward.inputs import (
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
from cutedsl.ops.attention_forward.modifiers import PLAIN, Modifiers
from cutedsl.ops.attention_forward.operation import device_of, heads_like
from cutedsl.ops.attention_forward.tiles import size_refused
from cutedsl.ops.attention_gradients.block_lists import queries_of_keys, turned_stand_ins
from cutedsl.ops.attention_gradients.launch import attention_backward_launches
from cutedsl.ops.attention_gradients.places import is_zeroed, padded_rows
from cutedsl.ops.attention_gradients.tiles import BackwardTiles, backward_tiles
from cutedsl.ops.captured_arrays import captured_arrays, stand_in
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.programs import call, call_with_groups, compiled_for
from cutedsl.targets.devices import is_gpu
from cutedsl.testing.checked import is_checked

_PROGRAMS: Final[dict[object, Any]] = {}
"""Programs with an author's functions."""


@remembered
def attention_backward(
    grad: Any,
    q: Any,
    k: Any,
    v: Any,
    out: Any,
    lse: Any,
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
    deterministic: bool = False,
) -> Any:
    """The gradients of `q`, `k` and `v`, from the gradient `grad` of `attention`'s result `out` and its logarithms
    `lse`.

    **Law**: let `P = exp(scale * Q K^T - lse)` and `S = P * (grad V^T - rowsum(grad * out))`. The gradients are
    `dV = P^T grad`, `dQ = scale * S K` and `dK = scale * S^T Q`. Keys and values that several heads share get the sum
    over these heads. With a softcap or a `score_mod`, `P` is that of changed scores and `S` is multiplied by their
    derivative. With `sinks` a fourth array is their gradient, float32, (heads,).

    **Shapes**: those of `attention`; `grad` is like `out`. The other arguments are those of the forward call.
    The gradient of queries is summed in float32 in any order unless it is `deterministic`.
    The derivative of `score_mod` is found from its operations, along the score; arrays that it reads get no gradient.
    Errors: those of `attention`, and no-derivative. Source: FlashAttention-2 and -3 (Dao 2023; Shah et al. 2024).

    >>> import numpy as np
    >>> from cutedsl.ops import attention
    >>> q = np.ones((1, 3, 1, 64), np.float16)
    >>> out, lse = attention(q, q, q, return_lse=True)
    >>> dq, dk, dv = attention_backward(q, q, q, q, out, lse)
    >>> float(dv[0, 0, 0, 0])
    1.0
    """
    given = attention_inputs(q, k, v, starts_q, starts_k)
    check_window(window)
    wanted = (given.q.dtype_name,)
    rows = {"grad": view_of("grad", grad, wanted), "out": view_of("out", out, wanted)}
    lse_view = view_of("lse", lse, ("float32",))
    for name, view in rows.items():
        same_shape(name, view, (*q.shape[:-1], given.value_dim))
    packed = given.starts is not None
    length, heads = given.q.shape[1], given.heads
    same_shape("lse", lse_view, (heads, length) if packed else (given.q.shape[0], heads, length))
    same_device(given.q, **rows, lse=lse_view)
    logits = None if sinks is None else vector_of("sinks", sinks, given.q, (heads,))
    made = [empty(given.q, tuple(x.shape)) for x in (q, k, v)]
    made += [] if logits is None else [empty(given.q, (heads,), "float32")]
    sides = window[0], 0 if causal else window[1]
    form = form_of(given, score_mod, mask_mod, block_mask, sides)
    if 0 in (*given.q.shape, *given.k.shape, *given.v.shape):
        not_again()
        for view in made:
            view.native()[...] = 0
    else:
        results = [*(in_copies(name, as_rank(x, 4)) for name, x in rows.items()), as_rank(lse_view, 3)]
        scales = scale_of(scale, given.head_dim), cap_of(softcap)
        _run(given, results, made, logits, sides, scales, form, deterministic)
    return tuple(view.array for view in made)


def _run(
    given: AttentionInputs,
    results: list[View],
    made: list[View],
    sinks: View | None,
    sides: tuple[int | None, int | None],
    scales: tuple[float, float],
    form: Form,
    deterministic: bool,
) -> None:
    """Launches the program for these inputs. Errors: attention-head-size, attention-block-mask, ops-shape."""
    on_gpu, packed, mods = is_gpu(given.q.device), given.starts is not None, form.mods
    block = None if form.lists is None else form.lists.block
    sizes = given.head_dim, given.value_dim
    bounded_left, bounded_right = (side is not None for side in sides)
    tiles = backward_tiles(
        sizes, on_gpu, bounded_left, bounded_right, packed, deterministic, scales[1] > 0, any(mods.functions), block
    )
    if tiles is None:
        raise size_refused(*sizes)
    if block is not None:
        check_block(block, tiles)
    batches = len(given.lengths_q)
    m_tiles, n_tiles = -(-max(given.lengths_q) // tiles.tile_m), -(-max(given.lengths_k) // tiles.tile_n)
    check_tiles(max(m_tiles * given.heads, n_tiles * given.heads_k) * batches)
    slots, rows = given.q.shape[0], padded_rows(given.q.shape[1], batches, packed, tiles.tile_m)
    sums = [empty(given.q, (slots, given.heads, rows), "float32") for _ in range(2)]
    sums.append(empty(given.q, (slots, given.heads, rows, tiles.head_dim), "float32"))
    sums.append(empty(given.q, (1,), "int32"))
    sums.append(empty(given.q, (slots, given.heads, rows // tiles.tile_m), "int32"))
    multiprocessors, cache_bytes = device_of(given.q.device)
    group = given.heads // given.heads_k
    heads_bytes = 4 * max(given.lengths_q) * (given.head_dim + given.value_dim) * group
    section = min(max(1, cache_bytes // 4 // heads_bytes), given.heads_k * batches)
    zeroed = int(is_zeroed(max(given.lengths_q), tiles))
    grad, out, lse = results
    of_sinks = [] if sinks is None else [sinks, made[3]]
    views = [grad, given.q, given.k, given.v, out, lse, *(as_rank(x, 4) for x in made[:3]), *sums, *of_sinks]
    views += given.starts or ()
    blocks = min(n_tiles * given.heads_k * batches, multiprocessors)
    numbers = (m_tiles, n_tiles, batches, section, blocks, zeroed, *scales, *far_sides(sides))
    own = given.q.dtype_name, sizes, tiles, sinks is not None, given.q.target, is_checked()
    if form == PLAIN_FORM:
        call(_program(*own), views, numbers)
        return
    captured = captured_arrays(mods.functions, given.q)
    extra = [] if form.lists is None else [queries_of_keys(form.lists)]
    extra += [captured] if captured else []
    call_with_groups(_program_with(mods, captured, *own), views, numbers, extra)


def _program_with(mods: Modifiers, captured: list[View], *own: Any) -> Any:
    """The program with an author's functions, kept for those that mean the same."""
    return kept_program(_PROGRAMS, _program.__wrapped__, mods, captured, own)


@functools.cache
def _program(
    dtype_name: str,
    sizes: tuple[int, int],
    tiles: BackwardTiles,
    with_sinks: bool,
    target: str,
    checked: bool,
    mods: Modifiers = PLAIN,
    captured: tuple[View, ...] = (),
) -> Any:
    """The program for any lengths, heads and batches; `checked` tells those of checked runs apart."""
    kind = DTYPES[dtype_name]
    batch, m, n, heads, heads_k, slots, rows = (cute.sym_int() for _ in range(7))
    size, value_size = sizes
    grad, out = (heads_like(kind, (batch, m, heads), value_size) for _ in range(2))
    q, dq = (heads_like(kind, (batch, m, heads), size) for _ in range(2))
    k, dk = (heads_like(kind, (batch, n, heads_k), size) for _ in range(2))
    v, dv = (heads_like(kind, (batch, n, heads_k), value_size) for _ in range(2))

    def numbers(shape: tuple[Any, ...], divisible: int) -> Any:
        strides: list[Any] = [cute.sym_int64(divisibility=divisible) for _ in shape[:-1]]
        strides.append(1 if divisible > 1 else cute.sym_int64())
        return cute.runtime.make_fake_tensor(
            cutlass.Float32, shape, tuple(strides), assumed_align=4 * min(divisible, 4)
        )

    sums = [numbers((slots, heads, rows), 16) for _ in range(2)]
    sums.append(numbers((slots, heads, rows, tiles.head_dim), 16))
    taken = cute.runtime.make_fake_tensor(cutlass.Int32, (1,), (1,))
    apart = cute.sym_int64(), cute.sym_int64(), 1
    turns = cute.runtime.make_fake_tensor(cutlass.Int32, (slots, heads, cute.sym_int()), apart)
    of_sinks: Any = [numbers((heads,), 1), numbers((heads,), 1)] if with_sinks else [None, None]
    starts: Any = [None, None]
    if tiles.packed:
        several = cute.sym_int()
        starts = [cute.runtime.make_fake_tensor(cutlass.Int32, (several,), (1,)) for _ in range(2)]
    lse = numbers((batch, heads, m), 1)
    given = (grad, q, k, v, out, lse, dq, dk, dv, *sums, taken, turns, *of_sinks, *starts)
    constants = (1, 1, 1, 1, 1, 1, 1.0, 0.0, 0, 0, tiles, mods)
    lists = None if tiles.block is None else turned_stand_ins()
    tensors = tuple(stand_in(view) for view in captured)
    return compiled_for(target, attention_backward_launches, *given, *constants, lists, tensors)
