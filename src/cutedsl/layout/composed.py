"""`ComposedLayout`: a swizzle, a layout or a Python function applied to the index of a layout."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.layout.basis import add_coords, has_scaled_basis
from cutedsl.layout.grammar import Affine, Composed, layout_parts
from cutedsl.layout.layout import Layout, checked, has_underscore, same
from cutedsl.layout.leaf import exact_leaf
from cutedsl.layout.swizzle import Swizzle
from cutedsl.layout.text import layout_text

if TYPE_CHECKING:
    from cutedsl.layout.methods import LayoutAlgebra as _WithAlgebra
else:
    _WithAlgebra = object  # `layout/methods.py`, which is built on this class, puts the algebra in

Inner: TypeAlias = "Layout | Swizzle | Callable[[Any], Any]"


@frozen(eq=False, repr=False)
class ComposedLayout(_WithAlgebra):
    """`inner o offset o outer`: the function `c -> inner(offset + outer(c))`.

    **Law**: `shape`, `size` and every operation on modes are those of `outer`; tiling and composition act on it.
    `inner` is a `Layout`, a `Swizzle`, or any Python function of one index. `ComposedLayout(text)` parses what `str`
    prints. Errors: composed-layout-parts, layout-text. Source: BSD-3 `cute/layout_composed.hpp`.

    >>> c = ComposedLayout(Swizzle(3, 4, 3), 0, Layout("(8,64):(64,1)"))
    >>> print(c, c(2, 0))
    S<3,4,3> o 0 o (8,64):(64,1) 144
    >>> ComposedLayout("S<3,4,3> o 0 o (8,64):(64,1)") == c
    True
    """

    inner: Any
    offset: Any = 0
    outer: Layout = None  # pyright: ignore[reportAssignmentType]  # comes from the text, where one is given

    def __post_init__(self) -> None:
        if isinstance(self.inner, str) and self.outer is None:  # pyright: ignore[reportUnnecessaryComparison]
            self._read(self.inner)
        outer: Any = self.outer
        if not isinstance(outer, Layout):
            raise fail("composed-layout-parts", f"the outer part must be a layout, got {outer!r}")
        if not (isinstance(self.inner, (Layout, Swizzle)) or callable(self.inner)):
            raise fail(
                "composed-layout-parts", f"the inner part must be a layout, swizzle or function, got {self.inner!r}"
            )
        if type(self.offset) is not int:
            object.__setattr__(self, "offset", checked(self.offset, "offset"))
        if isinstance(self.inner, Swizzle) and has_scaled_basis(outer.stride):
            raise fail("composed-layout-parts", f"{self.inner} needs an integer index, but {outer} gives coordinates")

    def _read(self, text: str) -> None:
        """Takes the parts that a text spells."""
        parts = layout_parts(text)
        if not isinstance(parts, Composed):
            raise fail("layout-text", f"{text!r} is a plain layout", fix="Use `Layout(text)`.")
        inner = Layout(*parts.inner) if isinstance(parts.inner, Affine) else parts.inner
        for name, part in (("inner", inner), ("offset", parts.offset), ("outer", Layout(*parts.outer))):
            object.__setattr__(self, name, part)

    @property
    def shape(self) -> Any:
        """The shape of `outer`."""
        return self.outer.shape

    @property
    def is_normal(self) -> bool:
        """False where the inner part is a Python function."""
        return isinstance(self.inner, (Layout, Swizzle))

    def with_outer(self, outer: Layout, offset: Any = 0) -> ComposedLayout:
        """The same inner part and offset over another outer layout, `offset` added."""
        return ComposedLayout(self.inner, add_coords(self.offset, offset), outer)

    def __call__(self, *coord: Any) -> Any:
        """`inner(offset + outer(coord))`; with `None` entries, the composed layout that they keep."""
        c = coord[0] if len(coord) == 1 else coord
        if has_underscore(c):
            return self.slice_(c)
        index = add_coords(self.offset, self.outer(c))
        if self.is_normal:
            return self.inner(index)
        try:
            return self.inner(index)
        except Exception as e:
            name = getattr(self.inner, "__name__", str(self.inner))
            raise fail("inner-function-failed", f"the inner function {name} raised {e!r} at index {index}") from e

    def __getitem__(self, mode: int) -> ComposedLayout:
        return self.with_outer(self.outer[mode])

    def __len__(self) -> int:
        return len(self.outer)

    def __iter__(self) -> Iterator[ComposedLayout]:
        return iter([self[i] for i in range(len(self))])

    def size(self) -> Any:
        """Number of coordinates of `outer`."""
        return self.outer.size()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ComposedLayout):
            return NotImplemented
        inner = self.inner == other.inner if self.is_normal else self.inner is other.inner
        return bool(inner) and same(self.offset, other.offset) and self.outer == other.outer

    def __hash__(self) -> int:
        return hash((self.inner, self.outer))

    def __str__(self) -> str:
        return layout_text(self)

    def __repr__(self) -> str:
        return f"ComposedLayout('{layout_text(self, exact_leaf)}')"


def make_composed_layout(inner: Inner, offset: Any, outer: Layout) -> ComposedLayout:
    """The composed layout `inner o offset o outer`.

    Shapes: the result has the shape of `outer`.
    """
    return ComposedLayout(inner, offset, outer)


def get_swizzle_portion(layout: Any) -> Swizzle:
    """The swizzle of a layout; the identity `S<0,4,3>` where it has none.

    Shapes: a layout of any shape.

    >>> print(get_swizzle_portion(Layout(8)))
    S<0,4,3>
    """
    if isinstance(layout, Swizzle):
        return layout
    if isinstance(layout, ComposedLayout) and isinstance(layout.inner, Swizzle):
        return layout.inner
    return Swizzle(0, 4, 3)


def get_nonswizzle_portion(layout: Any) -> Any:
    """The layout below the swizzle; a layout without one is returned as it is.

    Shapes: the result has the shape of the layout.
    """
    if isinstance(layout, ComposedLayout) and isinstance(layout.inner, Swizzle):
        return layout.outer
    return layout
