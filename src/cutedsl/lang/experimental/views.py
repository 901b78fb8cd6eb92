"""Tensors in global memory that know which of their tensor's coordinates they hold.

A kernel of `cute.experimental` sees its arguments so. A bulk copy of a tile then needs no tensor of coordinates beside
it, and a copy by threads can leave out what lies outside of the tensor. Source: ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self, cast

from cutedsl.errors import fail
from cutedsl.lang.layouts.tree import fill_tree, open_tree
from cutedsl.lang.tensors.coord_tensor import CoordTensor
from cutedsl.lang.tensors.make import CHANGED
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor, flatten_tensor, unflatten_tensor
from cutedsl.layout import (
    Layout,
    ScaledBasis,
    add_coords,
    as_coord,
    flatten_to_tuple,
    leading_dim,
    unflatten,
)
from cutedsl.staging.protocol import Handle
from cutedsl.staging.tree import register_tree
from cutedsl.types import AddressSpace


class GlobalView(CoordTensor):
    """A part of a tensor in global memory, as coordinates of that tensor, a basis element for each of its leaves.

    Law: element `c` is `whole[start + layout(c)]`. Slices, tiles and partitions are views of the same tensor.
    """

    __slots__ = ("whole",)

    def __init__(self, whole: Tensor, start: Any, layout: Layout) -> None:
        super().__init__(start, layout)
        self.whole = whole
        self.element_type = whole.element_type
        self.memspace = AddressSpace.gmem
        self.align_bytes = whole.align_bytes

    @classmethod
    def of(cls, tensor: Tensor) -> GlobalView:
        """All of a tensor."""
        shape = tensor.layout.shape
        leaves = len(flatten_to_tuple(shape))
        steps = [ScaledBasis(1, (leaf,)) for leaf in range(leaves)]
        return cls(tensor, (0,) * leaves, Layout(shape, unflatten(steps, shape)))

    def mapped(self, steps: Sequence[Any]) -> tuple[Any, Layout]:
        """The first element and the layout where leaf k counts `steps[k]`, a number or a basis element."""
        start: Any = 0
        for place, step in zip(flatten_to_tuple(self.start), steps, strict=True):
            start = add_coords(start, _times(place, step))
        layout = self.type_layout
        strides = [_of_leaf(stride, steps) for stride in flatten_to_tuple(layout.stride)]
        return start, Layout.unchecked(layout.shape, unflatten(strides, layout.shape))

    def in_memory(self) -> Tensor:
        """The elements themselves."""
        offset, layout = self.mapped(flatten_to_tuple(self.whole.stride))
        return self.whole.with_layout(layout, offset)

    @property
    def iterator(self) -> Pointer:
        """The pointer to the first element."""
        return self.in_memory().iterator

    @property
    def layout(self) -> Layout:
        """The layout in memory."""
        return self.mapped(flatten_to_tuple(self.whole.stride))[1]

    @property
    def tiled_layout(self) -> Layout:
        """The layout of coordinates."""
        return self.type_layout

    @property
    def leading_dim(self) -> Any:
        """The first mode whose stride is a static 1."""
        return leading_dim(self.shape, self.stride)

    def coordinate(self, coord: Any) -> Any:
        """Which coordinate of the tensor an element has."""
        return super()._coordinate_at(coord)

    def _coordinate_at(self, coord: Any) -> Any:
        found = super()._coordinate_at(coord)
        return found if isinstance(found, Tensor) else self.in_memory()[coord]

    def __setitem__(self, coord: Any, value: object, *, loc: object = None, ip: object = None) -> None:
        self.in_memory()[coord] = value

    def load(self, **named: Any) -> Any:
        """The elements as a vector of registers."""
        return self.in_memory().load(**named)

    def store(self, value: Any, mask: Any = None, *, loc: object = None, ip: object = None) -> None:
        """Writes the elements."""
        self.in_memory().store(value, mask)

    def fill(self, value: object) -> None:
        """Writes a number into all elements."""
        self.in_memory().fill(value)

    def with_layout(self, layout: Any, offset: object = 0) -> Self:
        """The elements `offset` further, under another layout of coordinates."""
        return cast(Self, GlobalView(self.whole, add_coords(self.start, as_coord(offset)), layout))

    def __str__(self) -> str:
        return f"part of {self.whole}: {super().__str__()}"

    __repr__ = __str__


def _times(place: Any, step: Any) -> Any:
    if isinstance(step, ScaledBasis):
        return as_coord(step * place) if not (isinstance(place, int) and place == 0) else 0
    return 0 if isinstance(step, int) and step == 0 else place * step


def _of_leaf(stride: Any, steps: Sequence[Any]) -> Any:
    """A step along a leaf of the tensor, in what that leaf counts."""
    if not isinstance(stride, ScaledBasis):
        return stride
    (leaf,) = stride.path
    step = steps[leaf]
    return step * stride.value if isinstance(step, ScaledBasis) else stride.value * step


def view_of(value: Any) -> Any:
    """A tensor in global memory as a view of itself; anything else as it is."""
    if type(value) is Tensor and value.memspace is AddressSpace.gmem and isinstance(value.type_layout, Layout):
        return GlobalView.of(value)
    return value


def needs_view(tensor: Any, what: str) -> GlobalView:
    """Errors: copy-space, for a tensor that is not a view."""
    if isinstance(tensor, GlobalView):
        return tensor
    raise fail(
        "copy-space",
        f"{what} copies parts of tensors in global memory, got {tensor}",
        fix="Take them from an argument of a `cute.experimental.kernel`, or from `cute.make_tensor` in one.",
    )


@contextmanager
def global_tensors_are_views() -> Iterator[None]:
    """Until the block ends, `make_tensor` makes views of tensors in global memory."""
    before = CHANGED.set(view_of)
    try:
        yield
    finally:
        CHANGED.reset(before)


def _flatten(view: GlobalView) -> tuple[list[Handle], object]:
    handles, whole = flatten_tensor(view.whole)
    count = len(handles)
    handles = list(handles)
    start = open_tree(view.start, handles)
    shape = open_tree(view.type_layout.shape, handles)
    return handles, (whole, count, start, shape, open_tree(view.type_layout.stride, handles))


def _unflatten(structure: Any, handles: Sequence[Handle]) -> GlobalView:
    whole, count, *parts = structure
    supply: Iterator[Handle] = iter(handles[count:])
    start, shape, stride = (fill_tree(part, supply) for part in parts)
    return GlobalView(unflatten_tensor(whole, handles[:count]), start, Layout(shape, stride))


register_tree(GlobalView, _flatten, _unflatten)
