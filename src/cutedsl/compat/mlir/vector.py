"""`cutlass._mlir.dialects.vector`, as far as programs use it: vectors of registers as handles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.compat.mlir.handles import value_of
from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.register_vectors.bits import recast
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA, full
from cutedsl.lang.register_vectors.type import VectorType as VectorType
from cutedsl.staging.protocol import Handle


def from_elements(dest_type: VectorType, elements: Sequence[Any], *, loc: object = None, ip: object = None) -> Handle:
    """A vector of these numbers."""
    kind = cute_emitter().vector_type(dest_type.element_type.spec, dest_type.count)
    handles = [value_of(element).to(dest_type.element_type).ir_value() for element in elements]
    (handle,) = cute_emitter().op("cute.vec.pack", handles, (kind,), {})
    return handle


def splat(aggregate_type: VectorType, input: Any, *, loc: object = None, ip: object = None) -> Handle:
    """A vector of one number repeated."""
    return full((aggregate_type.count,), value_of(input), aggregate_type.element_type).handle


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
) -> Handle:
    """One element. Errors: not-yet for a place known only at run time."""
    return TensorSSA(source).element(_place(dynamic_position, static_position)).ir_value()


def insert(
    value_to_store: Any,
    dest: Any,
    dynamic_position: Sequence[Any],
    static_position: Sequence[int],
    *,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """The vector with one element replaced. Errors: not-yet for a place known only at run time."""
    vector, place = TensorSSA(dest), _place(dynamic_position, static_position)
    parts: list[Any] = [vector.element(k) for k in range(vector.count)]
    parts[place] = value_of(value_to_store)
    return from_elements(VectorType(vector.count, vector.dtype), parts)


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


def shape_cast(result: VectorType, source: Any, *, loc: object = None, ip: object = None) -> Handle:
    """The same elements as a vector of another shape, which here has one mode. Errors: numeric-cast for others."""
    vector = TensorSSA(source)
    if (vector.count, vector.dtype) != (result.count, result.element_type):
        raise fail("numeric-cast", f"a `vector.shape_cast` of {vector.count} {vector.dtype.__name__} to {result}")
    return from_elements(result, [vector.element(k) for k in range(vector.count)])


def _place(dynamic_position: Sequence[Any], static_position: Sequence[int]) -> int:
    if len(dynamic_position) or len(static_position) != 1:
        raise fail("not-yet", "`vector` operations at a place known only at run time")
    return int(static_position[0])


def _first(offsets: Sequence[int], strides: Sequence[int]) -> int:
    if len(offsets) != 1 or list(strides) != [1]:
        raise fail("not-yet", f"slices of vectors at {list(offsets)} with strides {list(strides)}")
    return int(offsets[0])
