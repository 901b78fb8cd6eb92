"""New keys and values into the caches, keys and queries turned by their positions' angles, in one kernel."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import DTYPES, View, result, same_device, same_shape, view_of
from cutedsl.ops.attention_forward.inputs import in_copies
from cutedsl.ops.decode.inputs import DecodeInputs, decode_inputs, with_queries
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import call, compiled_for
from cutedsl.ops.refuse import refused
from cutedsl.targets.devices import is_gpu
from cutedsl.testing.checked import is_checked

VECTOR: Final = 8
"""Elements that a thread takes at a time, twice: those that are turned by an angle, and their partners."""

_THREADS: Final = 128


@dataclass(frozen=True, slots=True)
class AppendForm:
    """What a program is compiled for: head size, dims that are turned (0: none), their pairs, and pages."""

    head_dim: int
    turned: int
    interleaved: bool
    paged: bool

    @property
    def lanes(self) -> int:
        """Threads of a head."""
        return self.head_dim // (2 * VECTOR)


@cute.jit
def both_vectors(lane: Any, form: cutlass.Constexpr[AppendForm]) -> Any:
    """The first dims of a thread's two vectors."""
    low, high = lane * (2 * VECTOR), lane * (2 * VECTOR) + VECTOR
    if cutlass.const_expr(form.turned > 0 and not form.interleaved):
        inside = lane * (2 * VECTOR) < form.turned
        low = cutlass.select_(inside, lane * VECTOR, low)
        high = cutlass.select_(inside, lane * VECTOR + form.turned // 2, high)
    return low, high


def vector(row: cute.Tensor, dim: Any) -> cute.Tensor:
    """Eight neighbouring elements of a head."""
    return cute.make_tensor(row.iterator + cute.assume(dim, divby=VECTOR), cute.make_layout(VECTOR))


@cute.jit
def turned(values: Any, angles: Any, position: Any, lane: Any, form: cutlass.Constexpr[AppendForm]) -> None:
    """Turns a thread's 16 values (8 of each vector) by the angles of a position, if they are to be turned."""
    if lane * (2 * VECTOR) < form.turned:
        cos, sin = angles
        for i in cutlass.range_constexpr(VECTOR):
            a, b = (2 * i, 2 * i + 1) if form.interleaved else (i, i + VECTOR)
            at = lane * VECTOR + i
            c, s = (t[position, at].to(cutlass.Float32) for t in (cos, sin))
            x, y = values[a], values[b]
            values[a], values[b] = x * c - y * s, y * c + x * s


@cute.kernel
def append_kernel(
    mQ: Any,
    mK: cute.Tensor,
    mV: cute.Tensor,
    outputs: Any,
    lengths: cute.Tensor,
    table: Any,
    angles: Any,
    scales: Any,
    form: cutlass.Constexpr[AppendForm],
):
    """Each thread: 16 elements of one head of a new query, key or value."""
    tidx, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    mO, cache_k, cache_v = outputs
    batches, count, heads_k, _ = mK.shape
    heads = mQ.shape[2] if cutlass.const_expr(mQ is not None) else 0
    every = heads + 2 * heads_k
    item = block * _THREADS + tidx
    lane, head, line = item % form.lanes, item // form.lanes % every, item // form.lanes // every
    batch, new = line // count, line % count
    cute.arch.griddepcontrol_wait()
    if batch < batches:
        position = lengths[batch] - count + new
        low, high = both_vectors(lane, form)
        values = cute.make_rmem_tensor(2 * VECTOR, cutlass.Float32)
        if cutlass.const_expr(mQ is not None):
            if head < heads:
                load_both(values, mQ[batch, new, head, None], low, high)
                if cutlass.const_expr(form.turned > 0):
                    if position >= 0:
                        turned(values, angles, position, lane, form)
                store_both(values, mO[batch, new, head, None], low, high, 1.0)
        if (head >= heads) & (position >= 0):
            page, slot = batch, position
            if cutlass.const_expr(form.paged):
                page, slot = table[batch, position // cache_k.shape[1]], position % cache_k.shape[1]
            if head < heads + heads_k:
                own = head - heads
                load_both(values, mK[batch, new, own, None], low, high)
                if cutlass.const_expr(form.turned > 0):
                    turned(values, angles, position, lane, form)
                store_both(values, cache_k[page, slot, own, None], low, high, inverse_of(scales, 0, own))
            else:
                own = head - heads - heads_k
                load_both(values, mV[batch, new, own, None], low, high)
                store_both(values, cache_v[page, slot, own, None], low, high, inverse_of(scales, 1, own))
    cute.arch.griddepcontrol_launch_dependents()


def inverse_of(scales: Any, which: int, head: Any) -> Any:
    """What elements are multiplied by on their way into a cache."""
    arrays, numeric = scales
    if arrays[which] is None:
        return numeric[which]
    return numeric[which] / arrays[which][head % cute.size(arrays[which])]


@cute.jit
def load_both(values: Any, row: Any, low: Any, high: Any) -> None:
    """A thread's two vectors as Float32."""
    for part, dim in enumerate((low, high)):
        held = cute.make_tensor(values.iterator + part * VECTOR, cute.make_layout(VECTOR))
        held.store(vector(row, dim).load().to(cutlass.Float32))


@cute.jit
def store_both(values: Any, row: Any, low: Any, high: Any, factor: Any) -> None:
    """A thread's two vectors, multiplied, in the row's type."""
    for part, dim in enumerate((low, high)):
        held = cute.make_tensor(values.iterator + part * VECTOR, cute.make_layout(VECTOR))
        vector(row, dim).store((held.load() * factor).to(row.element_type))


@cute.jit
def append(
    mK: cute.Tensor,
    mV: cute.Tensor,
    cache_k: cute.Tensor,
    cache_v: cute.Tensor,
    lengths: cute.Tensor,
    mQ: Any,
    mO: Any,
    table: Any,
    cos: Any,
    sin: Any,
    k_scales: Any,
    v_scales: Any,
    k_factor: cutlass.Float32,
    v_factor: cutlass.Float32,
    form: cutlass.Constexpr[AppendForm],
):
    """Launches the kernel: a thread for 16 elements."""
    heads = mQ.shape[2] if cutlass.const_expr(mQ is not None) else 0
    items = mK.shape[0] * mK.shape[1] * (heads + 2 * mK.shape[2]) * form.lanes
    scales = ((k_scales, v_scales), (k_factor, v_factor))
    append_kernel(mQ, mK, mV, (mO, cache_k, cache_v), lengths, table, (cos, sin), scales, form).launch(
        grid=(cute.ceil_div(items, _THREADS), 1, 1), block=(_THREADS, 1, 1), use_pdl=True
    )


@remembered
def attention_append(
    k: Any,
    v: Any,
    k_cache: Any,
    v_cache: Any,
    lengths: Any,
    *,
    page_table: Any = None,
    q: Any = None,
    cos: Any = None,
    sin: Any = None,
    interleaved: bool = False,
    k_scale: Any = None,
    v_scale: Any = None,
    out: Any = None,
) -> Any:
    """Writes the last keys and values of each sequence into its cache, in place; with `cos` and `sin` rotated first.

    **Law**: with m new keys and `lengths[b]` = n keys, those included, key i goes to place p = n - m + i of sequence
    b. Keys and queries `q` are rotated by the angles `cos[p]`, `sin[p]`. The result is the rotated queries, in `out` if
    given; without `q` it is the cache of keys. Without angles nothing is rotated, and the queries are copied. A place
    before the first is left out. What is written is divided by `k_scale` and `v_scale`, and what float8_e4m3fn cannot
    hold becomes its largest number.

    **Shapes**: `k`, `v` (batch, m, heads_k, size) or (batch, heads_k, size), `q` the same with its own heads; caches,
    `lengths`, `page_table` and scales as in `attention_decode`. `cos`, `sin` (positions, d / 2): the first d dims of a
    head are turned, i with i + d / 2, or 2i with 2i + 1 if `interleaved`; d is a multiple of 16. There are as many
    positions as the longest sequence has keys.
    Errors: those of `attention_decode`.

    >>> import numpy as np
    >>> cache, new = np.zeros((1, 8, 2, 64), np.float16), np.ones((1, 2, 64), np.float16)
    >>> attention_append(new, new, cache, cache.copy(), np.array([4], np.int32))[0, :, 0, 0]
    array([0., 0., 0., 1., 0., 0., 0., 0.], dtype=float16)
    """
    given = decode_inputs(k, k_cache, v_cache, lengths, page_table, k_scale, v_scale, None)
    if given.lengths is None:
        raise refused("attention-cache", "`lengths` is None; it must tell where the new keys go")
    if given.group != 1:
        raise refused("attention-heads", f"{given.q.shape[2]} heads of new keys and {given.k.shape[2]} of the cache")
    new_k, new_v = given.q, view_of("v", v, (given.q.dtype_name,))
    same_device(new_k, v=new_v)
    new_v = in_copies("v", with_queries(_ranked("v", new_v)))
    same_shape("v", new_v, new_k.shape)
    angles = _angles(cos, sin, new_k)
    if angles is not None:
        _check_positions(given.lengths, angles[0])
    queries, made = None, None
    if q is not None:
        queries = in_copies("q", with_queries(_ranked("q", view_of("q", q, (new_k.dtype_name,)))))
        same_device(new_k, q=queries)
        same_shape("q", queries, (*new_k.shape[:2], queries.shape[2], new_k.shape[3]))
        made = result(view_of("q", q), tuple(q.shape), out)
    elif out is not None:
        raise refused("ops-shape", "`out` is given and `q` is not; only queries are given back")
    if 0 not in new_k.shape:
        written = None if made is None else in_copies("out", with_queries(made))
        _run(given, new_v, (queries, written), angles, interleaved)
    return k_cache if made is None else made.array


def _ranked(name: str, view: View) -> View:
    if view.rank not in (3, 4):
        raise refused("ops-shape", f"`{name}` has the shape {view.shape}; it must be (batch, m, heads, size)")
    return view


def _angles(cos: Any, sin: Any, new_k: View) -> tuple[View, View] | None:
    """Both tables of angles. Errors: ops-array, ops-shape, ops-device."""
    if (cos is None) != (sin is None):
        raise refused("ops-array", f"`{'cos' if sin is None else 'sin'}` is given alone; angles need both")
    if cos is None:
        return None
    first, second = view_of("cos", cos), view_of("sin", sin)
    same_device(new_k, cos=first, sin=second)
    same_shape("sin", second, first.shape)
    width = 2 * first.shape[-1] if first.rank == 2 else 0
    if not 0 < width <= new_k.shape[3] or width % (2 * VECTOR):
        raise refused(
            "ops-shape",
            f"`cos` has the shape {first.shape}; it must be (positions, d / 2), d a multiple of {2 * VECTOR} up to "
            f"{new_k.shape[3]}",
        )
    return first, second


def _check_positions(lengths: View, cos: View) -> None:
    """Each new key has angles, as far as the host knows the lengths: on the CPU. Errors: ops-shape."""
    longest = 0 if is_gpu(lengths.device) else max(lengths.array.tolist(), default=0)
    if longest > cos.shape[0]:
        raise refused("ops-shape", f"`cos` has {cos.shape[0]} positions, and a sequence of `lengths` {longest} keys")


def _run(
    given: DecodeInputs,
    new_v: View,
    queries: tuple[View | None, View | None],
    angles: tuple[View, View] | None,
    interleaved: bool,
) -> None:
    width = 0 if angles is None else 2 * angles[0].shape[1]
    form = AppendForm(given.q.shape[3], width, bool(interleaved), given.table is not None)
    scales = [given.k_scale, given.v_scale]
    numeric = [1.0 if isinstance(x, View) else 1.0 / x for x in scales]
    arrays = [x if isinstance(x, View) else None for x in scales]
    optional = (*queries, given.table, *(angles or (None, None)), *arrays)
    kinds = tuple(None if x is None else x.dtype_name for x in optional)
    run = _program(given.q.dtype_name, given.k.dtype_name, form, kinds, given.q.target, is_checked())
    views = [given.q, new_v, given.k, given.v, given.lengths, *optional]
    call(run, [view for view in views if view is not None], numeric)


@functools.cache
def _program(
    dtype_name: str, cache_dtype: str, form: AppendForm, kinds: tuple[str | None, ...], target: str, checked: bool
) -> Any:
    """The program for any lengths, heads and batches; `checked` tells those of checked runs apart."""

    def heads_like(name: str, extents: tuple[Any, ...]) -> Any:
        kind = DTYPES[name]
        strides = [cute.sym_int64(divisibility=128 // kind.width) for _ in extents]
        return cute.runtime.make_fake_tensor(kind, (*extents, form.head_dim), (*strides, 1), assumed_align=16)

    def plain(name: str, *extents: Any) -> Any:
        kind = DTYPES[name]
        strides = [cute.sym_int64() for _ in extents]
        return cute.runtime.make_fake_tensor(kind, extents, strides, assumed_align=math.ceil(kind.width / 8))

    batch, count, heads, heads_k, lines, keys, positions = (cute.sym_int() for _ in range(7))
    new = [heads_like(dtype_name, (batch, count, heads_k)) for _ in range(2)]
    caches = [heads_like(cache_dtype, (lines, keys, heads_k)) for _ in range(2)]
    tables, factors = [(positions, form.turned // 2)] * 2, [(cute.sym_int(),)] * 2
    shapes: list[tuple[Any, ...]] = [(batch, cute.sym_int()), *tables, *factors]
    queries = [None if name is None else heads_like(name, (batch, count, heads)) for name in kinds[:2]]
    others = [None if name is None else plain(name, *shape) for name, shape in zip(kinds[2:], shapes, strict=True)]
    return compiled_for(target, append, *new, *caches, plain("int32", batch), *queries, *others, 1.0, 1.0, form)
