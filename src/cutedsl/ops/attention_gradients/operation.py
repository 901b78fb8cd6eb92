"""Attention backward, gradients of `softmax(scale * Q K^T) V` for each head: the public operation."""

from __future__ import annotations

import functools
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import DTYPES, View, empty, same_device, same_shape, view_of
from cutedsl.ops.attention_forward.inputs import (
    AttentionInputs,
    as_rank,
    attention_inputs,
    check_tiles,
    check_window,
    in_copies,
    scale_of,
)
from cutedsl.ops.attention_forward.operation import FAR, device_of, heads_like
from cutedsl.ops.attention_gradients.launch import attention_backward_launches
from cutedsl.ops.attention_gradients.places import is_zeroed, padded_rows
from cutedsl.ops.attention_gradients.tiles import BackwardTiles, backward_head_sizes, backward_tiles
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.programs import call
from cutedsl.ops.refuse import refused
from cutedsl.targets.devices import is_gpu
from cutedsl.testing.checked import is_checked


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
    starts_q: Any = None,
    starts_k: Any = None,
    deterministic: bool = False,
) -> Any:
    """The gradients of `q`, `k` and `v` for the gradient `grad` of `attention`'s result `out` and its logarithms `lse`.

    **Law**: let `P = exp(scale * Q K^T - lse)` and `S = P * (grad V^T - rowsum(grad * out))`. The gradients are
    `dV = P^T grad`, `dQ = scale * S K` and `dK = scale * S^T Q`. Keys and values that several heads share get the sum
    over these heads.

    **Shapes**: those of `attention`; `grad` and `out` are like `q`. The other arguments are those of the forward call.
    The gradient of queries is summed in float32 in any order unless it is `deterministic`.
    Errors: those of `attention`. Source: FlashAttention-2 and -3 (Dao 2023; Shah et al. 2024).

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
        same_shape(name, view, tuple(q.shape))
    packed = given.starts is not None
    length, heads = given.q.shape[1], given.heads
    same_shape("lse", lse_view, (heads, length) if packed else (given.q.shape[0], heads, length))
    same_device(given.q, **rows, lse=lse_view)
    made = [empty(given.q, tuple(x.shape)) for x in (q, k, v)]
    if 0 in given.q.shape or 0 in given.k.shape:
        not_again()
        for view in made:
            view.native()[...] = 0
    else:
        sides = window[0], 0 if causal else window[1]
        results = [*(in_copies(name, as_rank(x, 4)) for name, x in rows.items()), as_rank(lse_view, 3)]
        _run(given, results, made, sides, scale_of(scale, given.head_dim), deterministic)
    return tuple(view.array for view in made)


def _run(
    given: AttentionInputs,
    results: list[View],
    made: list[View],
    sides: tuple[int | None, int | None],
    scale: float,
    deterministic: bool,
) -> None:
    """Launches the program for these inputs. Errors: attention-head-size, ops-shape."""
    on_gpu, packed = is_gpu(given.q.device), given.starts is not None
    tiles = backward_tiles(given.head_dim, on_gpu, sides[0] is not None, sides[1] is not None, packed, deterministic)
    if tiles is None:
        sizes = ", ".join(map(str, backward_head_sizes()))
        raise refused("attention-head-size", f"heads of {given.head_dim} elements; there are tiles for {sizes}")
    batches = len(given.lengths_q)
    m_tiles, n_tiles = -(-max(given.lengths_q) // tiles.tile_m), -(-max(given.lengths_k) // tiles.tile_n)
    check_tiles(max(m_tiles * given.heads, n_tiles * given.heads_k) * batches)
    slots, rows = given.q.shape[0], padded_rows(given.q.shape[1], batches, packed, tiles.tile_m)
    sums = [empty(given.q, (slots, given.heads, rows), "float32") for _ in range(2)]
    sums.append(empty(given.q, (slots, given.heads, rows, given.head_dim), "float32"))
    sums.append(empty(given.q, (1,), "int32"))
    sums.append(empty(given.q, (slots, given.heads, rows // tiles.tile_m), "int32"))
    multiprocessors, cache_bytes = device_of(given.q.device)
    group = given.heads // given.heads_k
    heads_bytes = 8 * max(given.lengths_q) * given.head_dim * group
    section = min(max(1, cache_bytes // 4 // heads_bytes), given.heads_k * batches)
    zeroed = int(is_zeroed(max(given.lengths_q), tiles))
    far = tuple(FAR if side is None else min(side, FAR) for side in sides)
    run = _program(given.q.dtype_name, tiles, given.q.target, is_checked())
    grad, out, lse = results
    views = [grad, given.q, given.k, given.v, out, lse, *(as_rank(x, 4) for x in made), *sums, *(given.starts or ())]
    blocks = min(n_tiles * given.heads_k * batches, multiprocessors)
    call(run, views, (m_tiles, n_tiles, batches, section, blocks, zeroed, scale, *far))


@functools.cache
def _program(dtype_name: str, tiles: BackwardTiles, target: str, checked: bool) -> Any:
    """The program for any lengths, heads and batches; `checked` tells those of checked runs apart."""
    kind = DTYPES[dtype_name]
    batch, m, n, heads, heads_k, slots, rows = (cute.sym_int() for _ in range(7))
    grad, q, out, dq = (heads_like(kind, (batch, m, heads), tiles.head_dim) for _ in range(4))
    k, v, dk, dv = (heads_like(kind, (batch, n, heads_k), tiles.head_dim) for _ in range(4))

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
    starts: Any = [None, None]
    if tiles.packed:
        several = cute.sym_int()
        starts = [cute.runtime.make_fake_tensor(cutlass.Int32, (several,), (1,)) for _ in range(2)]
    given = (grad, q, k, v, out, numbers((batch, heads, m), 1), dq, dk, dv, *sums, taken, turns, *starts)
    return cute.compile(attention_backward_launches, *given, *(1, 1, 1, 1, 1, 1, 1.0, 0, 0), tiles, options=target)
