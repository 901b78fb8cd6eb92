"""The emitter's types of tensors, and the layouts of slices: found once for a layout, as every traced access asks.

Layouts are looked up by id, as hashing one reads all its leaves; what is kept holds the layout, and so the id, alive.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.lang.emitter import cute_emitter
from cutedsl.layout import (
    ComposedLayout,
    Layout,
    Swizzle,
    divisibility,
    exact_leaf,
    layout_text,
    size,
    slice_and_offset,
)
from cutedsl.staging.numeric import Numeric
from cutedsl.types import AddressSpace

_MOST = 1 << 12
_TEXTS: dict[int, tuple[Any, str]] = {}
_SIZES: dict[int, tuple[Any, Any]] = {}
_SLICES: dict[tuple[int, str, tuple[int, ...]], tuple[Any, Any, int]] = {}


def tensor_type(
    element_type: type[Numeric],
    memspace: AddressSpace | str,
    type_layout: Layout | ComposedLayout,
    align_bytes: int,
    swizzle: Swizzle | None = None,
) -> object:
    """The emitter's type of such a tensor."""
    swizzled = "" if swizzle is None else str(swizzle)
    return cute_emitter().tensor_type(element_type.spec, str(memspace), type_text(type_layout), align_bytes, swizzled)


def type_text(type_layout: Layout | ComposedLayout) -> str:
    """A layout as types spell it, with the width and divisibility of run-time leaves."""
    found = _TEXTS.get(id(type_layout))
    if found is None:
        if len(_TEXTS) >= _MOST:
            _TEXTS.clear()
        found = _TEXTS[id(type_layout)] = (type_layout, layout_text(type_layout, leaf=exact_leaf))
    return found[1]


def type_size(type_layout: Layout | ComposedLayout) -> Any:
    """The number of elements; a placeholder where only run time knows it."""
    found = _SIZES.get(id(type_layout))
    if found is None:
        if len(_SIZES) >= _MOST:
            _SIZES.clear()
        found = _SIZES[id(type_layout)] = (type_layout, size(type_layout))
    return found[1]


def sliced(
    type_layout: Layout | ComposedLayout, pattern: str, known: tuple[int, ...], coord: Callable[[], object]
) -> tuple[Any, int]:
    """The layout of a slice, the same object each time, and what is certain to divide its offset.

    `pattern` is the text of the coordinate, `known` says what divides its run-time indices, and `coord` gives it with
    placeholders for them.
    """
    key = (id(type_layout), pattern, known)
    found = _SLICES.get(key)
    if found is None:
        if len(_SLICES) >= _MOST:
            _SLICES.clear()
        layout, offset = slice_and_offset(coord(), type_layout)
        found = _SLICES[key] = (type_layout, layout, divisibility(offset))
    return found[1], found[2]
