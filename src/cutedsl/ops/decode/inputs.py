"""What decoding accepts: queries, caches, lengths, tables and scales, checked before anything is compiled."""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from cutedsl.ops.arrays import View, same_device, same_shape, view_of
from cutedsl.ops.attention_forward.inputs import in_copies, vector_of
from cutedsl.ops.decode.tiles import HEAD_SIZES
from cutedsl.ops.plans import not_again
from cutedsl.ops.refuse import refused
from cutedsl.targets.devices import is_gpu

DTYPES_OF_QUERIES: Final = ("bfloat16", "float16")
_SMALL: Final = "float8_e4m3fn"


@dataclass(frozen=True, slots=True)
class DecodeInputs:
    """Checked arguments: q (batch, queries, heads, size), k and v (sequences or pages, keys, heads, size).

    Attributes:
        lengths: keys of each sequence, (batch,), None where all of the cache counts.
        table: the pages of each sequence, (batch, pages of the longest).
        k_scale, v_scale: factors of cached elements, numbers or (1 or heads,) arrays.
        sinks: a logit of each head that takes part in the total only.
    """

    q: View
    k: View
    v: View
    lengths: View | None
    table: View | None
    k_scale: View | float
    v_scale: View | float
    sinks: View | None

    @property
    def group(self) -> int:
        """Heads of queries that share a head of keys."""
        return self.q.shape[2] // self.k.shape[2]

    @property
    def most_keys(self) -> int:
        """Keys of the longest sequence that the cache has room for."""
        return self.k.shape[1] * (1 if self.table is None else self.table.shape[1])


def decode_inputs(
    q: Any, k: Any, v: Any, lengths: Any, table: Any, k_scale: Any, v_scale: Any, sinks: Any
) -> DecodeInputs:
    """The arguments as they lie.

    Errors: ops-array, ops-dtype, ops-device, ops-shape, ops-number, attention-heads, attention-head-size,
    attention-layout, attention-cache.
    """
    first = view_of("q", q, DTYPES_OF_QUERIES)
    caches = view_of("k_cache", k, (first.dtype_name, _SMALL))
    values = view_of("v_cache", v, (caches.dtype_name,))
    same_device(first, k_cache=caches, v_cache=values)
    if first.rank not in (3, 4):
        raise refused(
            "ops-shape",
            f"`q` has the shape {first.shape}; it must be (batch, queries, heads, size), or without queries",
        )
    if caches.rank != 4:
        modes = "(pages, page size, heads, size)" if table is not None else "(batch, keys, heads, size)"
        raise refused("ops-shape", f"`k_cache` has the shape {caches.shape}; it must be {modes}")
    same_shape("v_cache", values, caches.shape)
    first = with_queries(first)
    _, _, heads, size = first.shape
    heads_k = caches.shape[2]
    if heads_k == 0 or heads % heads_k or heads == 0:
        raise refused("attention-heads", f"{heads} heads of queries and {heads_k} heads of keys")
    if size != caches.shape[3]:
        raise refused("ops-shape", f"`q` has heads of {size} elements and `k_cache` of {caches.shape[3]}")
    if size not in HEAD_SIZES:
        sizes = ", ".join(map(str, HEAD_SIZES))
        raise refused("attention-head-size", f"heads of {size} elements; there are tiles for {sizes}")
    counts, pages = places_of(first, caches, lengths, table)
    return DecodeInputs(
        in_copies("q", first),
        in_copies("k_cache", caches),
        in_copies("v_cache", values),
        counts,
        pages,
        _scale("k_scale", k_scale, first, heads_k),
        _scale("v_scale", v_scale, first, heads_k),
        None if sinks is None else vector_of("sinks", sinks, first, (heads,)),
    )


def with_queries(view: View) -> View:
    """(batch, heads, size) as one query of each sequence."""
    if view.rank == 4:
        return view
    (batch, heads, size), (step, *inner) = view.shape, view.strides
    return replace(view, shape=(batch, 1, heads, size), strides=(step, step, *inner))


def places_of(q: View, k: View, lengths: Any, table: Any) -> tuple[View | None, View | None]:
    """Lengths and pages. Errors: attention-cache, ops-array, ops-dtype, ops-device, ops-shape."""
    batch = q.shape[0]
    counts = None if lengths is None else vector_of("lengths", lengths, q, (batch,), "int32")
    if table is None:
        if k.shape[0] != batch:
            raise refused(
                "attention-cache", f"`{k.name}` has {k.shape[0]} sequences and `q` {batch}; no `page_table` is given"
            )
        _check_places(counts, None, k)
        return counts, None
    pages = view_of("page_table", table, ("int32",))
    same_device(q, page_table=pages)
    if pages.rank != 2 or pages.shape[0] != batch:
        raise refused("ops-shape", f"`page_table` has the shape {pages.shape}; it must be ({batch}, pages)")
    if counts is None:
        raise refused(
            "attention-cache", "`page_table` is given and `lengths` is not; a table may be longer than its keys"
        )
    _check_places(counts, pages, k)
    return counts, pages


def _check_places(counts: View | None, table: View | None, caches: View) -> None:
    """What the host can know of lengths and pages: all of it, where they are on the CPU. Errors: attention-cache."""
    if counts is None or is_gpu(counts.device):
        return
    not_again()
    most = caches.shape[1] * (1 if table is None else table.shape[1])
    for at, count in enumerate(counts.array.tolist()):
        if not 0 <= count <= most:
            raise refused(
                "attention-cache", f"`lengths[{at}]` is {count}; the cache holds up to {most} keys of a sequence"
            )
        if table is None:
            continue
        pages = table.array[at].tolist()[: -(-count // caches.shape[1])]
        for number, page in enumerate(pages):
            if not 0 <= page < caches.shape[0]:
                raise refused(
                    "attention-cache", f"`page_table[{at}, {number}]` is {page}; the cache has {caches.shape[0]} pages"
                )


def _scale(name: str, x: Any, q: View, heads_k: int) -> View | float:
    """A factor as a number, or as an array of one, or of one for each head of keys.

    Errors: ops-number, ops-array, ops-shape, ops-device.
    """
    if isinstance(x, numbers.Real) or x is None:
        value = 1.0 if x is None else float(x)
        if not 0.0 < value < math.inf:
            raise refused("ops-number", f"`{name}` is {x!r}; it must be positive and finite")
        return value
    view = view_of(name, x, ("float32",))
    same_device(q, **{name: view})
    if view.rank > 1 or math.prod(view.shape) not in (1, heads_k):
        raise refused("ops-shape", f"`{name}` has the shape {view.shape}; it must be ({heads_k},) or hold one number")
    return view if view.rank == 1 else replace(view, shape=(1,), strides=(1,))


def check_decode_window(window: Any) -> None:
    """Errors: attention-window if it is not a count of keys."""
    if window is not None and not (isinstance(window, numbers.Integral) and int(window) >= 0):
        raise refused(
            "attention-window", f"a window of {window!r}", fix="Give a count of keys before a query's own, or None."
        )


def check_units(units: Sequence[int]) -> None:
    """Errors: ops-shape if a launch cannot count the pieces of the caches."""
    if math.prod(units) > 2**31 - 1:
        raise refused("ops-shape", f"the caches make {math.prod(units)} pieces; one launch takes {2**31 - 1}")
