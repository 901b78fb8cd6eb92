"""`CoordTensor`: a tensor whose elements are coordinates; it has no memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Self, cast

from cutedsl.errors import fail
from cutedsl.lang.layouts.tree import fill_tree, open_tree
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import Layout, add_coords, as_coord, has_underscore, layout_text, slice_and_offset, tuple_text
from cutedsl.layout.value_type import ValueType, coordinates_type
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32
from cutedsl.staging.tree import register_tree
from cutedsl.types import AddressSpace


class CoordTensor(Tensor):
    """What `make_identity_tensor` makes: element `c` is the coordinate `start + layout(c)`.

    Law: slicing, tiling and partitioning give the coordinates that the same operations on a tensor of data would read.
    Arithmetic stays symbolic: only coordinates that are requested are computed. Source: CUTLASS's notebook `tensor`.
    """

    __slots__ = ("start",)

    if TYPE_CHECKING:  # elements are coordinates here, which editors are to know

        def __getitem__(self, coord: Any, *, loc: object = None, ip: object = None) -> Any: ...

    def __init__(self, start: Any, layout: Layout) -> None:
        self.start = start
        self.element_type = Int32
        self.memspace = AddressSpace.generic
        self.align_bytes = 1
        self.swizzle = None
        self.handle = None
        self._type_layout = layout
        self._layout = layout

    @property
    def iterator(self) -> Any:
        """The coordinate of the first element."""
        return self.start

    @property
    def type(self) -> ValueType:
        """The type of this value, which prints as `!cute.coord_tensor<"(0,0)", "(4,4):(1@0,1@1)">`."""
        return coordinates_type(self.start, self._type_layout)

    def __str__(self) -> str:
        return f"tensor<{tuple_text(self.start)} o {layout_text(self._type_layout)}>"

    __repr__ = __str__

    def _coordinate_at(self, coord: Any) -> Any:
        """A coordinate as a tuple, or, where `coord` has None, the coordinates of the modes kept."""
        at = tuple(coord) if isinstance(coord, list) else coord  # pyright: ignore[reportUnknownArgumentType]
        if has_underscore(at):
            layout, offset = slice_and_offset(at, self._type_layout)
            return self.with_layout(layout, offset)
        only = at[0] if isinstance(at, tuple) and len(at) == 1 and not _one_mode(self._type_layout) else at
        return add_coords(self.start, self._type_layout(only))

    def _refuse_store(self) -> NoReturn:
        raise _no_memory("stored into")

    def load(self) -> NoReturn:
        raise _no_memory("loaded as a register vector")

    def store(self, value: object) -> NoReturn:
        raise _no_memory("stored into")

    def fill(self, value: object) -> NoReturn:
        raise _no_memory("filled")

    def with_layout(self, layout: Any, offset: object = 0) -> Self:
        """The coordinates `offset` further, under another layout."""
        return cast(Self, CoordTensor(add_coords(self.start, as_coord(offset)), layout))


def _one_mode(layout: Layout) -> bool:
    return isinstance(layout.shape, tuple) and len(layout.shape) == 1


def _no_memory(verb: str) -> Exception:
    return fail(
        "coordinate-tensor",
        f"a coordinate tensor cannot be {verb}: its elements are coordinates, without memory",
        fix="Read single coordinates: `tensor[i]`.",
    )


def _flatten(tensor: CoordTensor) -> tuple[list[Handle], object]:
    handles: list[Handle] = []
    start = open_tree(tensor.start, handles)
    layout = tensor.type_layout
    shape = open_tree(layout.shape, handles)
    return handles, (start, shape, open_tree(layout.stride, handles))


def _unflatten(structure: Any, handles: Sequence[Handle]) -> CoordTensor:
    supply: Iterator[Handle] = iter(handles)
    start, shape, stride = (fill_tree(part, supply) for part in structure)
    return CoordTensor(start, Layout(shape, stride))


register_tree(CoordTensor, _flatten, _unflatten)
