"""Tiles and partitions of a layout, with the offset at which they start."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.divide import zipped_divide
from cutedsl.layout.inttuple import product_each, tuple_rank
from cutedsl.layout.layout import Layout
from cutedsl.layout.slicing import dice, slice_and_offset
from cutedsl.layout.tuple_text import tuple_text


def local_tile(layout: Any, tiler: Any, coord: Any, proj: Any = None) -> tuple[Any, Any]:
    """The tile at `coord`, and its offset: (layout, offset).

    **Shapes**: (M,N) by (TM,TN) at (i,j) gives (TM,TN); a `None` entry of `coord` keeps that rest mode, after the tile
    modes; rest modes beyond `coord` stay. `proj` (1 keeps a mode, `None` drops it) picks modes of a shared tiler and
    coord; entries of `coord` beyond `proj` are of the modes that the tiler does not have.
    **Errors**: rank-mismatch, coord-not-congruent and those of zipped_divide. Source: BSD-3 `cute/layout.hpp`.

    >>> local_tile(Layout("(8,16):(16,1)"), (4, 4, 8), (1, 2, None), proj=(1, None, 1))
    (Layout('(4,8,2):(16,1,8)'), 64)
    >>> local_tile(Layout("(8,16,3):(16,1,128)"), (4, 4, 8), (1, 2, None, 1), proj=(1, None, 1))
    (Layout('(4,8,2):(16,1,8)'), 192)
    """
    if proj is not None:
        further: tuple[Any, ...] = ()
        if isinstance(proj, tuple) and isinstance(coord, tuple):
            coord, further = coord[: len(proj)], coord[len(proj) :]
        tiler, coord = _project(proj, tiler, "tiler"), _project(proj, coord, "coord")
        if further:
            coord = (*coord, *further)
    tiled = zipped_divide(layout, tiler)
    modes = _none_like(tiled.shape[0])
    if isinstance(coord, tuple):
        rank = tuple_rank(tiled.shape[1])
        if len(coord) > rank:
            rest = tuple_text(tiled.shape[1])
            raise fail("rank-mismatch", f"the coordinate {tuple_text(coord)} has more modes than the rest {rest}")
        coord = coord + (None,) * (rank - len(coord))
    return slice_and_offset((modes, coord), tiled)


def local_partition(layout: Any, tiler: Any, index: Any, proj: Any = 1) -> tuple[Any, Any]:
    """What the worker `index` gets when the layout `tiler` of workers repeats over `layout`: (layout, offset).

    **Shapes**: (M,N) among (TM,TN) workers gives (M/TM,N/TN). The worker's coordinate is the one at which `tiler` has
    the value `index`. **Errors**: as zipped_divide; layout-division-by-zero for a stride-0 mode.
    Source: BSD-3 `cute/layout.hpp`;
    BSD-3 `cute/tensor_impl.hpp`.

    >>> local_partition(Layout("(8,16):(16,1)"), Layout("(2,4):(4,1)"), 5)
    (Layout('(4,4):(32,4)'), 17)
    """
    workers = tiler if isinstance(tiler, Layout) else Layout(tiler)
    workers = _project(proj, workers, "tiler")
    tiled = zipped_divide(layout, product_each(workers.shape))
    coord = get_flat_coord(workers, index)
    return slice_and_offset((coord, _none_like(tiled.shape[1])), tiled)


def _project(proj: Any, x: Any, what: str) -> Any:
    """The modes of a tiler or coordinate where `proj` is not `None`."""
    if not isinstance(proj, tuple):
        return x
    if isinstance(x, Layout):
        return dice(x, proj)
    if not isinstance(x, tuple) or len(x) != len(proj):
        raise fail("rank-mismatch", f"the projection {tuple_text(proj)} and the {what} have different modes")
    return tuple([e for e, p in zip(x, proj, strict=True) if p is not None])


def _none_like(shape: Any) -> Any:
    """An underscore for each top mode."""
    return (None,) * len(shape) if isinstance(shape, tuple) else None


def get_hier_coord(layout: Layout, index: Any) -> Any:
    """The coordinate, nested as the shape, at which a layout without overlaps has the value `index`.

    >>> get_hier_coord(Layout("(4,(2,3)):(6,(3,1))"), 11)
    (1, (1, 2))
    """
    return layout.get_hier_coord(index)


def get_flat_coord(layout: Layout, index: Any) -> tuple[Any, ...]:
    """The same coordinate with one entry for each top mode.

    >>> get_flat_coord(Layout("(4,(2,3)):(6,(3,1))"), 11)
    (1, 5)
    """
    return layout.get_flat_coord(index)


def get_1d_coord(layout: Layout, index: Any) -> Any:
    """The same coordinate as one colexicographic integer: the inverse of the layout as a function.

    >>> get_1d_coord(Layout("(4,8):(8,1)"), 10)
    9
    """
    return layout.get_1d_coord(index)
