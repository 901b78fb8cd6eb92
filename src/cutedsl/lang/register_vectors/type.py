"""`VectorType`: the type of a register vector, as `TensorSSA.type` gives it and private code makes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.emission.raw_values import class_of
from cutedsl.staging.numeric import Numeric


class VectorType:
    """A vector of one type: `VectorType(4, Float32)`, `VectorType.get([4], T.f32())`, `VectorType(vector.type)`.

    >>> from cutedsl import Float32
    >>> str(VectorType(4, Float32))
    'vector<4xf32>'
    """

    __slots__ = ("count", "element_type")

    def __init__(self, count: Any, element_type: type[Numeric] | None = None) -> None:
        if isinstance(count, VectorType):
            count, element_type = count.count, count.element_type
        elif element_type is None and hasattr(count, "get_shape"):  # of a handle: `vector.ir_value().type`
            element_type = class_of(count.element_type)
            (count,) = count.get_shape()
        if element_type is None:
            raise fail("not-yet", f"the type {count!r} as that of a vector")
        self.count: int = count
        self.element_type: type[Numeric] = element_type

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
        element = class_of(element_type)
        if len(shape) != 1 or element is None:
            raise fail("not-yet", f"vectors of shape {list(shape)} of {element_type!r} in private code")
        return VectorType(int(shape[0]), element)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VectorType) and (self.count, self.element_type) == (other.count, other.element_type)

    def __hash__(self) -> int:
        return hash((self.count, self.element_type))

    def __str__(self) -> str:
        return f"vector<{self.count}x{self.element_type.spec.short}>"

    __repr__ = __str__
