"""`cutlass._mlir.dialects.vector`, as far as programs use it: vectors of registers as handles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cutedsl.compat.handles import NUMERIC_CLASSES, value_of
from cutedsl.errors import fail
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.tensor_ssa import TensorSSA, full
from cutedsl.staging.numeric import Numeric, is_numeric_class
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Uint8, Uint16, Uint32, Uint64

_CODES = {8: Uint8, 16: Uint16, 32: Uint32, 64: Uint64}
_MOST_ELEMENTS = 256


@dataclass(frozen=True, slots=True)
class VectorType:
    """A vector of registers: `T.vector(4, T.f32())`, `VectorType.get([4], T.f32())`."""

    count: int
    element_type: type[Numeric]

    @property
    def shape(self) -> list[int]:
        """The one extent."""
        return [self.count]

    @staticmethod
    def get(
        shape: Sequence[int],
        element_type: Any,
        *,
        scalable: object = None,
        scalable_dims: object = None,
        loc: object = None,
    ) -> VectorType:
        """The type of vectors of one mode. Errors: not-yet for more modes."""
        if len(shape) != 1 or not is_numeric_class(element_type):
            raise fail("not-yet", f"vectors of shape {list(shape)} of {element_type!r} in private code")
        return VectorType(int(shape[0]), element_type)


def _vector(source: Any) -> TensorSSA:
    """A handle of a vector, with the element type and count that it has."""
    if isinstance(source, TensorSSA):
        return source
    emitter = cute_emitter()
    kind = emitter.type_of(source)
    for count in range(1, _MOST_ELEMENTS + 1):
        for cls in NUMERIC_CLASSES:
            if emitter.vector_type(cls.spec, count) == kind:
                return TensorSSA(source, (count,), cls)
    raise fail("not-yet", f"a handle of type {kind} as a vector in private code")


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
    """The same bits as elements of another type; the first element has the lowest bits."""
    vector, wanted = _vector(source), result.element_type
    have, want = vector.dtype.width, wanted.width
    if vector.count * have != result.count * want:
        raise fail("numeric-cast", f"a `vector.bitcast` of {vector.count * have} bits to {result.count * want} bits")
    codes: list[Any] = [vector.element(k).bitcast(_CODES[have]) for k in range(vector.count)]
    if have > want:
        ratio = have // want
        codes = [(code >> (want * k)).to(_CODES[want]) for code in codes for k in range(ratio)]
    elif have < want:
        ratio = want // have
        wide = [code.to(_CODES[want]) for code in codes]
        codes = [_joined(wide[k : k + ratio], have) for k in range(0, len(wide), ratio)]
    return from_elements(result, [code.bitcast(wanted) for code in codes])


def _joined(parts: Sequence[Any], width: int) -> Any:
    total = parts[0]
    for k, part in enumerate(parts[1:], 1):
        total = total | part << (k * width)
    return total


def _place(dynamic_position: Sequence[Any], static_position: Sequence[int]) -> int:
    if len(dynamic_position) or len(static_position) != 1:
        raise fail("not-yet", "`vector` operations at a place known only at run time")
    return int(static_position[0])
