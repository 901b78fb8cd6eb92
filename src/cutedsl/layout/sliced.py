"""`SlicedLayout`: the layout of a slice of a swizzled tensor, as seen from the first element of the slice."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false

from __future__ import annotations

from typing import Any

from cutedsl.errors.frozen import frozen
from cutedsl.layout.basis import add_coords
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.layout import Layout
from cutedsl.layout.swizzle import Swizzle


@frozen(eq=False, repr=False)
class SlicedLayout(ComposedLayout):
    """`c -> inner(offset + outer(c)) - inner(origin)`, where `origin` is the run-time place of a slice.

    **Law**: element `c` of the slice lies at `first + layout(c)`, where `first` points to the slice's first element,
    also where a program has computed that address by itself. A swizzle is not linear: which elements are neighbours
    depends on where the slice begins, so the place stays in the layout.
    """

    origin: Any = 0

    @property
    def step(self) -> Any:
        """From index 0 of the whole tensor to the slice's first element."""
        return self.inner(self.origin)

    def with_outer(self, outer: Layout, offset: Any = 0) -> ComposedLayout:
        """The same place over another outer layout, `offset` added to the index."""
        return SlicedLayout(self.inner, add_coords(self.offset, offset), outer, self.origin)

    def __call__(self, *coord: Any) -> Any:
        found = ComposedLayout.__call__(self, *coord)
        return found if isinstance(found, ComposedLayout) else found - self.step


def sliced_layout(layout: Any) -> Any:
    """A swizzled layout with a run-time offset as the layout of a slice; every other layout as it is."""
    if type(layout) is not ComposedLayout or not isinstance(layout.inner, Swizzle) or isinstance(layout.offset, int):
        return layout
    return SlicedLayout(layout.inner, layout.offset, layout.outer, layout.offset)
