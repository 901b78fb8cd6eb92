"""Pictures of the algebra: a layout before and after an operation, and a composition as a chain."""

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.layout import Layout, composition, has_scaled_basis
from cutedsl.viz.colours import FAINT
from cutedsl.viz.panels import Grid, Mark, Panel
from cutedsl.viz.picture import Picture
from cutedsl.viz.pictures.grids import Colour, colour_by_value, layout_slices, values_of
from cutedsl.viz.reading import LIMIT, check_drawable


def before_after_picture(
    before: Any, after: Any, operation: str, *, title: str | None = None, limit: int = LIMIT
) -> Picture:
    """A layout before and after an operation; an index has the same colour in both.

    `operation` is the text over the arrow. Grids up to 16 columns stand side by side, wider ones below each other.
    Errors: as `layout_picture`.

    >>> from cutedsl.cute import Layout
    >>> a = Layout("(4,4):(4,1)")
    >>> len(before_after_picture(a, a.zipped_divide((2, 2)), "zipped_divide(A, (2,2))").grids)
    2
    """
    first, last = check_drawable(before), check_drawable(after)
    colour = _colour_of_both(values_of(first, limit), values_of(last, limit))
    left = layout_slices(first, colour, limit, f"A = {first}")
    right = layout_slices(last, colour, limit, str(last))
    heading = f"{operation}  with A = {first}" if title is None else title
    panels = _side_by_side(left.panels, (operation,), right.panels)
    return Picture(heading, panels, notes=tuple(dict.fromkeys(left.notes + right.notes)))


def _colour_of_both(first: list[Any], last: list[Any]) -> Colour:
    """One colouring where both sides give indices (or both coordinates), else one for each."""
    kinds = {isinstance(value, int) for value in first + last}
    if len(kinds) == 1:
        return colour_by_value(first + last)
    of_index = colour_by_value([v for v in first + last if isinstance(v, int)])
    of_coordinate = colour_by_value([v for v in first + last if not isinstance(v, int)])
    return lambda value: of_index(value) if isinstance(value, int) else of_coordinate(value)


def _side_by_side(
    left: tuple[tuple[Grid, ...], ...], words: tuple[str, ...], right: tuple[tuple[Grid, ...], ...]
) -> tuple[tuple[Panel, ...], ...]:
    """Before, arrow, after in one row if that is narrow, else in two."""
    columns = sum([grid.cols.drawn for grid in (*left[0], *right[0])])
    if len(left) == len(right) == 1 and columns <= 40:
        return ((*left[0], Mark(words), *right[0]),)
    return left + right


def composition_picture(outer: Any, inner: Any, *, title: str | None = None, limit: int = LIMIT) -> Picture:
    """`A o B` as a chain: a coordinate goes through B to a coordinate of A, and through A to an index.

    Every cell has the colour of the index that it leads to, so one element keeps its colour along the chain; what B
    leaves out of A is grey. **Law**: (A o B)(c) = A(B(c)). Errors: as `layout_picture` and `composition`.
    """
    a, b = check_drawable(outer), check_drawable(inner)
    if not isinstance(b, Layout) or has_scaled_basis(b.stride):
        raise fail("picture-not-a-layout", f"the right side of a chain gives indices into the left one, {b} does not")
    whole = check_drawable(composition(a, b))
    values = values_of(whole, limit)
    colour, shown = colour_by_value(values), set(values)
    first = layout_slices(b, lambda value: _colour_or_faint(colour, a(value), shown), limit, f"B = {b}")
    second = layout_slices(a, lambda value: _colour_or_faint(colour, value, shown), limit, f"A = {a}")
    last = layout_slices(whole, colour, limit, f"A o B = {whole}")
    panels = _chain(first.panels, second.panels, last.panels)
    notes = ("B gives coordinates of A, counted with mode 0 fastest; grey elements of A are not reached by B.",)
    return Picture(f"{a} o {b}" if title is None else title, panels, notes=notes)


def _colour_or_faint(colour: Colour, value: Any, shown: set[Any]) -> str:
    """The colour of a value that the chain reaches; grey otherwise."""
    return colour(value) if value in shown else FAINT


def _chain(*links: tuple[tuple[Grid, ...], ...]) -> tuple[tuple[Panel, ...], ...]:
    """The links in a row with arrows between them, if that is narrow, else below each other."""
    columns = sum([grid.cols.drawn for link in links for grid in link[0]])
    if any(len(link) > 1 for link in links) or columns > 40:
        return tuple([row for link in links for row in link])
    b, a, whole = links
    return ((*b[0], Mark(("then A",)), *a[0], Mark(("so A o B",)), *whole[0]),)
