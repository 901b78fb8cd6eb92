"""The emitter's types of pointers and tensors, and the layouts of slices.

Every traced access asks for them, so they are found once for a layout. Layouts are looked up by id, as hashing one
reads all its leaves; what is kept holds the layout, and so the id, alive.
"""

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.layout import (
    ComposedLayout,
    Layout,
    Swizzle,
    Unknown,
    divisibility,
    exact_leaf,
    layout_text,
    size,
    slice_and_offset,
)
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.operators import is_numeric
from cutedsl.types import AddressSpace

_MOST = 1 << 12
_NESTED = (tuple, list)
_SPACES: dict[object, str] = {space: str(space) for space in AddressSpace}  # an enumeration's names are slow to ask
_TEXTS: dict[int, tuple[Any, str]] = {}
_SIZES: dict[int, tuple[Any, Any]] = {}
_SLICES: dict[tuple[int, str, tuple[int, ...], type[Numeric], int], tuple[Any, int, Any]] = {}


def moved_by(offset_elems: int, dtype: type[Numeric]) -> int:
    """The bytes of an offset, or of what divides it; error not-yet where that is not a whole number of bytes."""
    bits = offset_elems * dtype.spec.storage_bits
    if bits % 8:
        raise fail(
            "not-yet",
            f"an offset of {offset_elems} elements of {dtype.__name__}, which may point inside a byte",
            fix="Use tiles whose elements fill bytes, or promise it for an index: `cute.assume(k, divby=4)`.",
        )
    return bits // 8


def natural_align_bytes(dtype: type[Numeric]) -> int:
    """An element's own alignment in bytes; one byte for elements that share bytes or take three."""
    size = dtype.spec.storage_bits // 8
    return size & -size if size else 1


def pointer_type(dtype: type[Numeric], memspace: AddressSpace, align_bytes: int, swizzle: Swizzle | None) -> object:
    """The emitter's type of such a pointer."""
    swizzled = "" if swizzle is None else str(swizzle)
    return cute_emitter().pointer_type(dtype.spec, str(memspace), align_bytes, swizzled)


def tensor_type(
    element_type: type[Numeric],
    memspace: AddressSpace | str,
    type_layout: Layout | ComposedLayout,
    align_bytes: int,
    swizzle: Swizzle | None = None,
) -> object:
    """The emitter's type of such a tensor."""
    swizzled = "" if swizzle is None else str(swizzle)
    space = _SPACES.get(memspace) or str(memspace)
    return cute_emitter().tensor_type(element_type.spec, space, type_text(type_layout), align_bytes, swizzled)


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
    type_layout: Layout | ComposedLayout, pattern: str, coord: Any, element_type: type[Numeric], align_bytes: int
) -> tuple[Any, int]:
    """The layout of a slice, the same object each time, and the alignment that is certain of its first element.

    `pattern` is the text of the coordinate, `align_bytes` the alignment of the whole.
    """
    known = _known_divisors(coord) if isinstance(coord, _NESTED) else ()
    key = (id(type_layout), pattern, known, element_type, align_bytes)
    found = _SLICES.get(key)
    if found is None:
        if len(_SLICES) >= _MOST:
            _SLICES.clear()
        layout, offset = slice_and_offset(_placeholders(coord), type_layout)
        align = align_moved(align_bytes, divisibility(offset), element_type)
        found = _SLICES[key] = (layout, align, type_layout)
    return found[:2]


def align_moved(align_bytes: int, divisor: int, element_type: type[Numeric]) -> int:
    """The alignment that is certain after a move by elements whose number `divisor` divides."""
    moved_bytes = moved_by(divisor, element_type)
    while moved_bytes % align_bytes:
        align_bytes //= 2
    return align_bytes


def _known_divisors(coord: Any) -> tuple[int, ...]:
    """What divides each of the run-time indices of a coordinate, and 1 for each static one, in order."""
    known = [index._divisibility for index in coord if is_numeric(index)]  # pyright: ignore[reportPrivateUsage]
    for index in coord:
        if isinstance(index, _NESTED):
            known += _known_divisors(index)
    return tuple(known)


def _placeholders(coord: object) -> object:
    """A coordinate with placeholders for run-time indices."""
    match coord:
        case tuple() | list():
            return tuple(_placeholders(c) for c in coord)  # pyright: ignore
        case Numeric():
            return Unknown(32, coord.divisibility) if not coord.is_static else int(coord.value)  # pyright: ignore
        case _:
            return coord
