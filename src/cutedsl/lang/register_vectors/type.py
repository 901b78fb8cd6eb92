"""`VectorType`: the type of a register vector, as `TensorSSA.type` gives it and private code makes it."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.emission.raw_values import class_of
from cutedsl.staging.numeric import Numeric


class VectorType:
    """A vector of one type: `VectorType(4, Float32)`, `VectorType.get([4], T.f32())`, `VectorType(vector.type)`.

    >>> from cutedsl import Float32
    >>> str(VectorType(4, Float32)), str(VectorType.get([2, 4], Float32))
    ('vector<4xf32>', 'vector<2x4xf32>')

    Attributes:
        count: how many elements it has.
        shape: the extents of its modes, of which the last is the fastest.
    """

    __slots__ = ("count", "element_type", "shape")

    def __init__(self, count: Any, element_type: type[Numeric] | None = None) -> None:
        if isinstance(count, VectorType):
            count, element_type = count.shape, count.element_type
        elif element_type is None and hasattr(count, "get_shape"):  # of a handle: `vector.ir_value().type`
            element_type = class_of(count.element_type)
            count = count.get_shape()
        if element_type is None:
            raise fail("not-yet", f"the type {count!r} as that of a vector")
        self.shape: list[int] = [count] if isinstance(count, int) else [int(extent) for extent in count]
        self.count: int = prod(self.shape)
        self.element_type: type[Numeric] = element_type

    @staticmethod
    def get(
        shape: Sequence[int],
        element_type: Any,
        *,
        scalable: object = None,
        scalable_dims: object = None,
        loc: object = None,
    ) -> VectorType:
        """The type of vectors of these modes. Errors: not-yet for elements that are not numbers."""
        element = class_of(element_type)
        if not shape or element is None:
            raise fail("not-yet", f"vectors of shape {list(shape)} of {element_type!r} in private code")
        return VectorType(shape, element)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VectorType) and (self.shape, self.element_type) == (other.shape, other.element_type)

    def __hash__(self) -> int:
        return hash((*self.shape, self.element_type))

    def __str__(self) -> str:
        return f"vector<{'x'.join(map(str, self.shape))}x{self.element_type.spec.short}>"

    __repr__ = __str__
