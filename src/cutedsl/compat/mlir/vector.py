"""`cutlass._mlir.dialects.vector`, as far as programs use it: vectors of registers as handles."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from cutedsl.compat.mlir.handles import value_of
from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.register_vectors.bits import recast
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA, full
from cutedsl.lang.register_vectors.type import VectorType as VectorType
from cutedsl.staging.choose import select_
from cutedsl.staging.protocol import Handle


def from_elements(dest_type: VectorType, elements: Sequence[Any], *, loc: object = None, ip: object = None) -> Handle:
    """A vector of these numbers."""
    kind = cute_emitter().vector_type(dest_type.element_type.spec, dest_type.count)
    handles = [value_of(element).to(dest_type.element_type).ir_value() for element in elements]
    (handle,) = cute_emitter().op("cute.vec.pack", handles, (kind,), {})
    return handle


def splat(aggregate_type: VectorType, input: Any, *, loc: object = None, ip: object = None) -> Any:
    """A vector of one number repeated."""
    handle = full((aggregate_type.count,), value_of(input), aggregate_type.element_type).handle
    return _shaped(handle, aggregate_type.shape)


broadcast = splat
"""A vector of one number repeated, as MLIR's later name."""


def extract_strided_slice(
    result: VectorType,
    source: Any,
    offsets: Sequence[int],
    sizes: Sequence[int],
    strides: Sequence[int],
    *,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """Neighbouring elements from a place on. Errors: not-yet for more modes and other strides."""
    source = _elements(source)
    first = _first(offsets, strides)
    return from_elements(result, [TensorSSA(source).element(first + k) for k in range(result.count)])


def insert_strided_slice(
    value_to_store: Any,
    dest: Any,
    offsets: Sequence[int],
    strides: Sequence[int],
    *,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """The vector with neighbouring elements replaced. Errors: not-yet for more modes and other strides."""
    first, vector, part = _first(offsets, strides), TensorSSA(dest), TensorSSA(value_to_store)
    parts: list[Any] = [vector.element(k) for k in range(vector.count)]
    parts[first : first + part.count] = [part.element(k) for k in range(part.count)]
    return from_elements(VectorType(vector.count, vector.dtype), parts)


def extract(
    source: Any,
    dynamic_position: Sequence[Any],
    static_position: Sequence[int],
    *,
    loc: object = None,
    ip: object = None,
) -> Any:
    """One element, at a place that may be known only at run time; of several modes, a part with the modes not named.

    Errors: not-yet for a part whose place only run time knows.
    """
    if not isinstance(source, ShapedVector):
        return extractelement(source, position=_place(dynamic_position, static_position))
    first, rest = _part(source.shape, dynamic_position, static_position)
    elements = [TensorSSA(source.handle).element(first + k) for k in range(prod(rest))]
    if not rest:
        return elements[0].ir_value()
    return _shaped(from_elements(VectorType(len(elements), elements[0].dtype), elements), rest)


def insert(
    value_to_store: Any,
    dest: Any,
    dynamic_position: Sequence[Any],
    static_position: Sequence[int],
    *,
    loc: object = None,
    ip: object = None,
) -> Any:
    """The vector with one element replaced, at a place that may be known only at run time; of several modes, a part.

    Errors: not-yet for a part whose place only run time knows, numeric-cast for a part of another size.
    """
    if isinstance(dest, ShapedVector):
        return _shaped(_with_part(value_to_store, dest, dynamic_position, static_position), dest.shape)
    return insertelement(value_to_store, dest, position=_place(dynamic_position, static_position))


def extractelement(vector: Any, *, position: Any = 0, loc: object = None, ip: object = None) -> Handle:
    """The element of a vector at a place, which may be known only at run time.

    Past the end it is any element. Errors: operation-argument for a constant past the end.
    """
    parts = TensorSSA(vector)
    place = _within(position, parts.count)
    if isinstance(place, int):
        return parts.element(place).ir_value()
    found = parts.element(0)
    for k in range(1, parts.count):
        found = select_(place == k, parts.element(k), found)
    return found.ir_value()


def insertelement(source: Any, dest: Any, *, position: Any = 0, loc: object = None, ip: object = None) -> Handle:
    """The vector `dest` with `source` at a place, which may be known only at run time.

    Errors: operation-argument for a constant past the end.
    """
    old = TensorSSA(dest)
    new, place = value_of(source).to(old.dtype), _within(position, old.count)
    parts: list[Any] = [old.element(k) for k in range(old.count)]
    if isinstance(place, int):
        parts[place] = new
    else:
        parts = [select_(place == k, new, part) for k, part in enumerate(parts)]
    return from_elements(VectorType(old.count, old.dtype), parts)


def _within(position: Any, count: int) -> Any:
    """A place in a vector: an int where it is known now."""
    place = value_of(position)
    if not place.is_static:
        return place
    if not 0 <= int(place) < count:
        raise fail("operation-argument", f"place {int(place)} of a vector of {count} elements")
    return int(place)


def bitcast(result: VectorType, source: Any, *, loc: object = None, ip: object = None) -> Handle:
    """The same bits as elements of another type; the first element has the lowest bits.

    Errors: numeric-cast for another number of bits; not-yet for elements that are not bytes.
    """
    vector, wanted = TensorSSA(source), result.element_type
    have, want = vector.dtype.width, wanted.width
    if vector.count * have != result.count * want:
        raise fail("numeric-cast", f"a `vector.bitcast` of {vector.count * have} bits to {result.count * want} bits")
    elements = [vector.element(k) for k in range(vector.count)]
    return from_elements(result, recast(elements, vector.dtype, wanted))


def shuffle(v1: Any, v2: Any, mask: Sequence[int], *, loc: object = None, ip: object = None) -> Handle:
    """The elements of two vectors at the places that `mask` says, those of the second after those of the first.

    Source: MLIR's documentation of `vector.shuffle`. Errors: operation-argument for a place that neither has.
    """
    first, second = TensorSSA(v1), TensorSSA(v2)
    elements = [part.element(k) for part in (first, second) for k in range(part.count)]
    for place in mask:
        if not 0 <= place < len(elements):
            raise fail("operation-argument", f"place {place} of a `vector.shuffle` of {len(elements)} elements")
    return from_elements(VectorType(len(mask), first.dtype), [elements[place] for place in mask])


def shape_cast(result: VectorType, source: Any, *, loc: object = None, ip: object = None) -> Any:
    """The same elements as a vector of another shape. Errors: numeric-cast for another number of elements."""
    vector = TensorSSA(_elements(source))
    if (vector.count, vector.dtype) != (result.count, result.element_type):
        raise fail("numeric-cast", f"a `vector.shape_cast` of {vector.count} {vector.dtype.__name__} to {result}")
    return _shaped(vector.handle, result.shape)


class ShapedVector:
    """A vector of several modes, which code takes apart again: its elements, the last mode the fastest."""

    __slots__ = ("handle", "shape")

    def __init__(self, handle: Handle, shape: Sequence[int]) -> None:
        self.handle = handle
        self.shape = shape

    @property
    def type(self) -> VectorType:
        """As that of a handle."""
        return VectorType(self.shape, TensorSSA(self.handle).dtype)


def _shaped(handle: Handle, shape: Sequence[int]) -> Any:
    return handle if len(shape) == 1 else ShapedVector(handle, shape)


def _elements(vector: Any) -> Any:
    """A vector's elements in one mode."""
    return vector.handle if isinstance(vector, ShapedVector) else vector


def _part(shape: Sequence[int], dynamic: Sequence[Any], static: Sequence[int]) -> tuple[int, Sequence[int]]:
    """The first element of a part of a vector, and the part's modes. Errors: not-yet, operation-argument."""
    if len(dynamic) or len(static) > len(shape):
        raise fail("not-yet", f"a place of {len(static)} modes in a vector of {list(shape)} that only run time knows")
    first = 0
    for place, extent in zip(static, shape, strict=False):
        first = first * extent + _within(place, extent)
    rest = shape[len(static) :]
    return first * prod(rest), rest


def _with_part(part: Any, dest: ShapedVector, dynamic: Sequence[Any], static: Sequence[int]) -> Handle:
    """The elements of a vector of several modes with a part replaced."""
    first, rest = _part(dest.shape, dynamic, static)
    old = TensorSSA(dest.handle)
    elements: list[Any] = [old.element(k) for k in range(old.count)]
    if rest:
        given = TensorSSA(_elements(part))
        new: list[Any] = [given.element(k) for k in range(given.count)]
    else:
        new = [value_of(part).to(old.dtype)]
    if len(new) != prod(rest):
        raise fail("numeric-cast", f"a part of {len(new)} elements in the place of {list(rest)}")
    elements[first : first + len(new)] = new
    return from_elements(VectorType(old.count, old.dtype), elements)


def _place(dynamic_position: Sequence[Any], static_position: Sequence[int]) -> Any:
    """The place in a vector of one mode; MLIR marks in `static_position` the one that the program gives at run time."""
    if len(static_position) != 1 or len(dynamic_position) > 1:
        raise fail("not-yet", "`vector` operations on vectors of several modes")
    return dynamic_position[0] if len(dynamic_position) else int(static_position[0])


def _first(offsets: Sequence[int], strides: Sequence[int]) -> int:
    if len(offsets) != 1 or list(strides) != [1]:
        raise fail("not-yet", f"slices of vectors at {list(offsets)} with strides {list(strides)}")
    return int(offsets[0])
