"""The types that annotations name for shapes, strides, coordinates and tilers: nested tuples of integers.

Arguments of these types are known at compile time where they are Python integers. They are classes and not aliases, so
that `cute.Tensor | cute.Shape` is a union and a compilation sees which name an annotation has.
"""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Any, TypeAlias

from cutedsl.layout import ComposedLayout, Layout
from cutedsl.layout.basis import ScaledBasis
from cutedsl.layout.swizzle import Swizzle
from cutedsl.staging.scalars import Integer

if TYPE_CHECKING:
    # Programs write `tile[0]` and `coord[1] + 1`, which type checkers refuse of a union of integers and tuples.
    IntTuple: TypeAlias = Any
    Shape: TypeAlias = Any
    Stride: TypeAlias = Any
    Coord: TypeAlias = Any
    Tile: TypeAlias = Any
    Tiler: TypeAlias = Any
    XTuple: TypeAlias = Any
else:

    class _TupleType(type):
        """Classes of nested tuples: `isinstance` looks at the leaves, and nothing can be made of them."""

        leaves = (int, Integer)

        def __instancecheck__(cls, value):
            if isinstance(value, tuple):
                return all(isinstance(item, cls) for item in value)
            return isinstance(value, cls.leaves) and not isinstance(value, bool)

        def __call__(cls, *args, **kwargs):
            raise TypeError(f"cute.{cls.__name__} is a type for annotations; write a tuple of integers")

    class IntTuple(metaclass=_TupleType):
        """An integer, or a nested tuple of them.

        >>> isinstance((4, (2, 8)), IntTuple), isinstance((4, "8"), IntTuple)
        (True, False)
        """

    class Shape(metaclass=_TupleType):
        """The extents of the modes of a layout: an integer, or a nested tuple of them."""

    class Stride(metaclass=_TupleType):
        """The strides of a layout's modes: like a shape, and leaves may be scaled bases (`1@0`)."""

        leaves = (int, Integer, ScaledBasis)

    class Coord(metaclass=_TupleType):
        """A coordinate: like a shape, and None stands for a whole mode."""

        leaves = (int, Integer, type(None))

    class Tile(metaclass=_TupleType):
        """One tile of a partition: extents, layouts for the modes, None for a mode taken whole."""

        leaves = (int, Integer, type(None), Layout, ComposedLayout)

    class Tiler(metaclass=_TupleType):
        """What divides a layout into tiles: a tile."""

        leaves = Tile.leaves

    class XTuple(metaclass=_TupleType):
        """Any nested tuple of integers, scaled bases and None."""

        leaves = (int, Integer, ScaledBasis, type(None))


_STATIC: frozenset[Any] = frozenset(
    {IntTuple, Shape, Stride, Coord, Tile, Tiler, XTuple, Layout, ComposedLayout, Swizzle, ScaledBasis}
)


def fixes_integers(annotation: object) -> bool:
    """Whether Python integers in an argument with this annotation are known at compile time.

    >>> fixes_integers(Shape), fixes_integers(Shape | None), fixes_integers(int)
    (True, True, False)
    """
    if isinstance(annotation, type):
        return annotation in _STATIC
    return any(map(fixes_integers, typing.get_args(annotation)))
