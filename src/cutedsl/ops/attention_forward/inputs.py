"""What attention accepts: shapes, heads, lengths and layouts, checked before anything is compiled or launched."""

from __future__ import annotations

import itertools
import math
import numbers
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from cutedsl.ops.arrays import View, same_device, same_shape, view_of
from cutedsl.ops.plans import not_again
from cutedsl.ops.refuse import refused

_DTYPES: Final = ("bfloat16", "float16")
FORWARD_DTYPES: Final = (*_DTYPES, "float8_e4m3fn")
_COPY_BYTES: Final = 16
_MOST_TILES: Final = 2**31 - 1
_FAR: Final = 2**30
"""Further than any key, and places plus it still fit into 32 bits."""


@dataclass(frozen=True, slots=True)
class AttentionInputs:
    """Checked arguments, all of rank 4: (batch, sequence, heads, head_dim); packed sequences have one batch.

    Attributes:
        lengths_q, lengths_k: of every sequence.
        starts: the arrays of both sides' starts, of packed sequences.
    """

    q: View
    k: View
    v: View
    lengths_q: Sequence[int]
    lengths_k: Sequence[int]
    starts: tuple[View, View] | None

    @property
    def head_dim(self) -> int:
        return self.q.shape[3]

    @property
    def value_dim(self) -> int:
        return self.v.shape[3]

    @property
    def heads(self) -> int:
        return self.q.shape[2]

    @property
    def heads_k(self) -> int:
        return self.k.shape[2]


def attention_inputs(
    q: Any, k: Any, v: Any, starts_q: Any, starts_k: Any, kinds: tuple[str, ...] = _DTYPES
) -> AttentionInputs:
    """The arguments as they lie, of one of the element types `kinds`.

    Errors: ops-array, ops-dtype, ops-device, ops-shape, attention-heads, attention-lengths, attention-layout.
    """
    first = view_of("q", q, kinds)
    others = {"k": view_of("k", k, (first.dtype_name,)), "v": view_of("v", v, (first.dtype_name,))}
    same_device(first, **others)
    if (starts_q is None) != (starts_k is None):
        given, missing = ("starts_q", "starts_k") if starts_k is None else ("starts_k", "starts_q")
        raise refused("attention-lengths", f"`{given}` is given and `{missing}` is not; packed sequences need both")
    packed = starts_q is not None
    rank = 3 if packed else 4
    named = {"q": first, **others}
    for name, view in named.items():
        if view.rank != rank:
            modes = "(tokens, heads, head size)" if packed else "(batch, sequence, heads, head size)"
            raise refused("ops-shape", f"`{name}` has the shape {view.shape}; attention takes {modes} here")
    same_shape("v", others["v"], (*others["k"].shape[:-1], *others["v"].shape[-1:]))
    _check_heads(first, others["k"])
    same_shape("k", others["k"], (*first.shape[: rank - 3], *others["k"].shape[-3:-1], first.shape[-1]))
    views = {name: in_copies(name, as_rank(view, 4)) for name, view in named.items()}
    if not packed:
        lengths_q, lengths_k = ([view.shape[1]] * view.shape[0] for view in (first, others["k"]))
        return AttentionInputs(views["q"], views["k"], views["v"], lengths_q, lengths_k, None)
    sides = _side_by_side("starts_q", starts_q), _side_by_side("starts_k", starts_k)
    same_device(first, starts_q=sides[0], starts_k=sides[1])
    lengths_q, lengths_k = _lengths("starts_q", sides[0], first), _lengths("starts_k", sides[1], others["k"])
    if len(lengths_q) != len(lengths_k):
        raise refused("attention-lengths", f"{len(lengths_q)} sequences of queries and {len(lengths_k)} of keys")
    return AttentionInputs(views["q"], views["k"], views["v"], lengths_q, lengths_k, sides)


def _side_by_side(name: str, starts: Any) -> View:
    """Starts of sequences, as the kernels read them; copied if they lie apart. Errors: ops-array, ops-dtype."""
    view = view_of(name, starts, ("int32",))
    if view.rank != 1 or view.strides == (1,):
        return view
    return view_of(name, view.array.copy() if view.framework == "numpy" else view.array.contiguous(), ("int32",))


def _check_heads(q: View, k: View) -> None:
    heads, heads_k = q.shape[-2], k.shape[-2]
    if heads_k == 0 or heads % heads_k or heads == 0:
        raise refused("attention-heads", f"{heads} heads of queries and {heads_k} heads of keys")


def as_rank(view: View, rank: int) -> View:
    """The view with one batch in front if it is packed."""
    if view.rank == rank:
        return view
    return replace(view, shape=(1, *view.shape), strides=(view.shape[0] * view.strides[0], *view.strides))


def in_copies(name: str, view: View) -> View:
    """The view with a stride that suits the copy engine where an extent of 1 leaves it free.

    Errors: attention-layout.
    """
    whole = _COPY_BYTES // view.item_bytes
    free = max(whole, view.shape[3] * view.shape[2] * view.shape[1])
    strides = tuple(
        free if n == 1 and mode < 3 else d for mode, (n, d) in enumerate(zip(view.shape, view.strides, strict=True))
    )
    misfits = view.pointer % _COPY_BYTES or strides[3] != 1 or any(d % whole for d in strides[:3])
    if misfits and 0 not in view.shape:
        raise refused(
            "attention-layout",
            f"`{name}` has the strides {view.strides} and begins {view.pointer % _COPY_BYTES} bytes past a multiple "
            f"of {_COPY_BYTES}",
        )
    return replace(view, strides=strides)


def _lengths(name: str, starts: View, rows: View) -> list[int]:
    """The lengths between starts. Errors: attention-lengths."""
    if starts.rank != 1 or starts.shape[0] < 2:
        raise refused("attention-lengths", f"`{name}` has the shape {starts.shape}; it has a mode of 2 starts or more")
    not_again()
    values: list[int] = starts.array.tolist()
    lengths = [b - a for a, b in itertools.pairwise(values)]
    if values[0] != 0 or values[-1] != rows.shape[0] or min(lengths) < 0:
        shown = values if len(values) <= 8 else [*values[:4], "...", *values[-3:]]
        raise refused("attention-lengths", f"`{name}` is {shown} for {rows.shape[0]} rows")
    return lengths


def check_window(window: tuple[int | None, int | None]) -> None:
    """Errors: attention-window if a window is not two counts of keys, or None for a side without an end."""
    sides: Any = window if isinstance(window, tuple | list) else ()
    counts = [isinstance(side, numbers.Integral) and int(side) >= 0 for side in sides if side is not None]
    if len(sides) != 2 or not all(counts):
        raise refused("attention-window", f"a window of {window}")


def far_sides(sides: tuple[int | None, int | None]) -> tuple[int, ...]:
    """A window's sides as numbers: nothing is as far as one without an end."""
    return tuple(_FAR if side is None else min(side, _FAR) for side in sides)


def scale_of(scale: float | None, head_dim: int) -> float:
    """The scale that is given, or 1 / sqrt(head_dim). Errors: attention-scale."""
    if scale is None:
        return head_dim**-0.5
    if not isinstance(scale, numbers.Real) or not 0.0 < scale < math.inf:
        raise refused("attention-scale", f"a scale of {scale!r}")
    return float(scale)


def cap_of(softcap: float | None) -> float:
    """The softcap, 0 for none. Errors: ops-number."""
    if softcap is None:
        return 0.0
    if not isinstance(softcap, numbers.Real) or not 0.0 < softcap < math.inf:
        raise refused("ops-number", f"`softcap` is {softcap!r}; it must be positive and finite, or None")
    return float(softcap)


def vector_of(name: str, x: Any, q: View, shape: tuple[int, ...], dtype_name: str = "float32") -> View:
    """An array of numbers beside the queries. Errors: ops-array, ops-dtype, ops-device, ops-shape."""
    view = view_of(name, x, (dtype_name,))
    same_device(q, **{name: view})
    same_shape(name, view, shape)
    return view


def check_tiles(count: int) -> None:
    """Errors: ops-shape if there are more tiles than a launch counts."""
    if count > _MOST_TILES:
        raise refused(
            "ops-shape", f"the queries make {count} tiles; one launch takes {_MOST_TILES}", fix="Split the batch."
        )
