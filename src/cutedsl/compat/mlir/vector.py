"""`cutlass._mlir.dialects.vector`, as far as programs use it: vectors of registers as handles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.compat.mlir.handles import value_of
from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.register_vectors.bits import recast
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA, full, vector_of
from cutedsl.lang.register_vectors.type import VectorType as VectorType
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle


def _vector(source: Any) -> TensorSSA:
    """A handle of a vector, with the element type and count that it has."""
    found = vector_of(source)
    if found is None:
        raise fail("not-yet", f"a handle of type {cute_emitter().type_of(source)} as a vector in private code")
    return found


def from_elements(dest_type: VectorType, elements: Sequence[Any], *, loc: object = None, ip: object = None) -> Handle:
    """A vector of these numbers."""
    kind = cute_emitter().vector_type(dest_type.element_type.spec, dest_type.count)
    handles = [value_of(element).to(dest_type.element_type).ir_value() for element in elements]
    (handle,) = cute_emitter().op("cute.vec.pack", handles, (kind,), {})
    return handle


def splat(aggregate_type: VectorType, input: Any, *, loc: object = None, ip: object = None) -> Handle:
    """A vector of one number repeated."""
    return full((aggregate_type.count,), value_of(input), aggregate_type.element_type).handle


def extract(
    source: Any,
    dynamic_position: Sequence[Any],
    static_position: Sequence[int],
    *,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """One element. Errors: not-yet for a place known only at run time."""
    return _vector(source).element(_place(dynamic_position, static_position)).ir_value()


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
    vector, place = _vector(dest), _place(dynamic_position, static_position)
    parts: list[Any] = [vector.element(k) for k in range(vector.count)]
    parts[place] = value_of(value_to_store)
    return from_elements(VectorType(vector.count, vector.dtype), parts)


def bitcast(result: VectorType, source: Any, *, loc: object = None, ip: object = None) -> Handle:
    """The same bits as elements of another type; the first element has the lowest bits.

    Errors: numeric-cast for another number of bits; not-yet for elements that are no bytes.
    """
    vector, wanted = _vector(source), result.element_type
    have, want = vector.dtype.width, wanted.width
    if vector.count * have != result.count * want:
        raise fail("numeric-cast", f"a `vector.bitcast` of {vector.count * have} bits to {result.count * want} bits")
    elements = [vector.element(k) for k in range(vector.count)]
    return from_elements(result, recast(elements, vector.dtype, wanted))


class Vector:
    """A vector of registers as a value: `Vector.from_elements((a, b), Float32)`; `cutlass.base_dsl.typing.Vector`."""

    def __init__(self, value: Any) -> None:
        self._vector = _vector(value)

    @staticmethod
    def from_elements(
        elements: Sequence[Any], dtype: type[Numeric], *, loc: object = None, ip: object = None
    ) -> Vector:
        """A vector of these numbers."""
        kind = cute_emitter().vector_type(dtype.spec, len(elements))
        handles = [as_numeric(value_of(element)).to(dtype).ir_value() for element in elements]
        (handle,) = cute_emitter().op("cute.vec.pack", handles, (kind,), {})
        return Vector(TensorSSA(handle, (len(elements),), dtype))

    @property
    def dtype(self) -> type[Numeric]:
        """The type of the elements."""
        return self._vector.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """The one extent."""
        return (self._vector.count,)

    def __len__(self) -> int:
        return self._vector.count

    def __getitem__(self, index: int) -> Numeric:
        return self._vector.element(range(len(self))[index])

    def to_elements(self, *, loc: object = None, ip: object = None) -> tuple[Numeric, ...]:
        """The numbers."""
        return tuple(self._vector.element(k) for k in range(len(self)))

    def bitcast(self, dtype: type[Numeric], *, loc: object = None, ip: object = None) -> Vector:
        """The same bits as elements of another type; the first element has the lowest bits."""
        count = len(self) * self.dtype.width // dtype.width
        handle = bitcast(VectorType(count, dtype), self._vector)
        return Vector(TensorSSA(handle, (count,), dtype))

    def ir_value(self, *, loc: object = None, ip: object = None) -> Handle:
        """The handle."""
        return self._vector.handle


def _place(dynamic_position: Sequence[Any], static_position: Sequence[int]) -> int:
    if len(dynamic_position) or len(static_position) != 1:
        raise fail("not-yet", "`vector` operations at a place known only at run time")
    return int(static_position[0])
