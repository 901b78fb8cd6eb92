"""Products: a layout repeated over another."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.basis import has_scaled_basis
from cutedsl.layout.complement import complement, cosize, has_whole_gaps
from cutedsl.layout.compose import composition
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.construct import join, ordered_starts
from cutedsl.layout.inttuple import compact_strides, product_each, wrap
from cutedsl.layout.layout import Layout, fits, not_a_layout
from cutedsl.layout.leaf import mul
from cutedsl.layout.shapes import ceil_div
from cutedsl.layout.swizzle_algebra import swizzled_product
from cutedsl.layout.text import tile_text
from cutedsl.layout.tuple_text import tuple_text


def logical_product(block: Any, tiler: Any) -> Any:
    """`block`, and its copies arranged as `tiler`: (A, complement(A, size(A)*cosize(B)) o B); by mode for a tuple.

    **Shapes**: (M,N) by <TM,TN> gives ((M,TM),(N,TN)). **Errors**: complement-stride, composition-not-divisible,
    rank-mismatch. Source: BSD-3 `cute/layout.hpp`.

    >>> print(logical_product(Layout("(2,2):(4,1)"), Layout(6)))
    ((2,2),(2,3)):((4,1),(2,8))
    """
    if isinstance(block, ComposedLayout):
        return block.with_outer(logical_product(block.outer, tiler))
    if tiler is None:
        return block
    if not isinstance(block, Layout):
        raise not_a_layout("logical_product", block)
    if isinstance(tiler, ComposedLayout):
        return swizzled_product(block, tiler, logical_product)
    if isinstance(tiler, tuple):
        _check_rank(block, tiler)
        modes = [logical_product(block[i], t) for i, t in enumerate(tiler)]
        return join(modes + [block[i] for i in range(len(tiler), len(block))])
    return join(_copies(block, tiler))


def _check_rank(block: Any, tiler: tuple[Any, ...]) -> None:
    """Raises where a tiler has more modes than what it repeats."""
    if len(tiler) > len(block):
        raise fail("rank-mismatch", f"the tiler {tile_text(tiler)} has {len(tiler)} modes, {block} has {len(block)}")


def _copies(block: Layout, tiler: Any) -> tuple[Layout, Layout]:
    """The block, and where its copies start."""
    tiler = tiler if isinstance(tiler, Layout) else Layout(tiler)
    if has_scaled_basis(block.stride):
        return block, composition(complement(block), tiler)
    reach = mul(block.size(), cosize(tiler))
    if isinstance(reach, int) and not fits(reach):
        raise fail("integer-overflow", f"{block} repeated over {tiler} reaches {reach}, which needs more than 64 bits")
    return block, composition(complement(block, reach if has_whole_gaps(block) else None), tiler)


def _unzip(block: Any, tiler: Any) -> tuple[Layout, Layout]:
    """Block and copies, each gathered over the modes of a tuple tiler."""
    if not isinstance(block, Layout):
        raise not_a_layout("a product", block)
    if tiler is None:
        return block, Layout.unchecked(1, 0)
    if isinstance(tiler, tuple):
        _check_rank(block, tiler)
        pairs = [_unzip(block[i], t) for i, t in enumerate(tiler)]
        later = [block[i] for i in range(len(tiler), len(block))]
        return join([p[0] for p in pairs]), join([p[1] for p in pairs] + later)
    return _copies(block, tiler)


def zipped_product(block: Any, tiler: Any) -> Any:
    """The block's modes gathered in mode 0, the copies' in mode 1.

    **Shapes**: ((M,N),(TM,TN)). **Errors**: as logical_product.

    >>> print(zipped_product(Layout("(2,5):(5,1)"), Layout("(3,4):(1,3)")))
    ((2,5),(3,4)):((5,1),(10,30))
    """
    if isinstance(block, ComposedLayout):
        return block.with_outer(zipped_product(block.outer, tiler))
    return join(_unzip(block, tiler))


def tiled_product(block: Any, tiler: Any) -> Any:
    """The block's modes gathered in mode 0, the copies' modes after it.

    **Shapes**: ((M,N),TM,TN). **Errors**: as logical_product.

    >>> print(tiled_product(Layout("(2,5):(5,1)"), Layout("(3,4):(1,3)")))
    ((2,5),3,4):((5,1),10,30)
    """
    if isinstance(block, ComposedLayout):
        return block.with_outer(tiled_product(block.outer, tiler))
    a, b = _unzip(block, tiler)
    return join([a, *b])


def flat_product(block: Any, tiler: Any) -> Any:
    """The block's modes and the copies' modes side by side.

    **Shapes**: (M,N,TM,TN). **Errors**: as logical_product.

    >>> print(flat_product(Layout("(2,5):(5,1)"), Layout("(3,4):(1,3)")))
    (2,5,3,4):(5,1,10,30)
    """
    if isinstance(block, ComposedLayout):
        return block.with_outer(flat_product(block.outer, tiler))
    a, b = _unzip(block, tiler)
    return join([*a, *b])


def _zipped_modes(block: Any, tiler: Any, *, block_first: bool) -> Layout:
    """Mode k pairs mode k of the block with mode k of its copies, both padded with `1:0` to one rank."""
    if not isinstance(block, Layout):
        raise not_a_layout("a product", block)
    tiler = tiler if isinstance(tiler, Layout) else Layout(tiler)
    rank = max(len(block), len(tiler))
    block, tiler = pad(block, rank), pad(tiler, rank)
    _, copies = _copies(block, tiler)
    one = not isinstance(tiler.shape, tuple)  # a single mode, though its copies may be nested
    shapes = wrap(block.shape), (copies.shape,) if one else copies.shape
    strides = wrap(block.stride), (copies.stride,) if one else copies.stride
    if not block_first:
        shapes, strides = shapes[::-1], strides[::-1]
    return Layout.unchecked(tuple(zip(*shapes, strict=True)), tuple(zip(*strides, strict=True)))


def pad(layout: Layout, rank: int) -> Layout:
    """`layout` with modes `1:0` appended up to `rank`."""
    return layout if len(layout) >= rank else join([*layout, *[Layout.unchecked(1, 0)] * (rank - len(layout))])


def blocked_product(block: Any, tiler: Any) -> Any:
    """Per mode (block, copies): each element of `tiler` becomes a block.

    **Shapes**: (M,N) by (TM,TN) gives ((M,TM),(N,TN)). **Errors**: as logical_product.

    >>> print(blocked_product(Layout("(2,5):(5,1)"), Layout("(3,4):(1,3)")))
    ((2,3),(5,4)):((5,10),(1,30))
    """
    if isinstance(block, ComposedLayout):
        return block.with_outer(blocked_product(block.outer, tiler))
    if isinstance(tiler, ComposedLayout):
        return swizzled_product(block, tiler, blocked_product)
    return _zipped_modes(block, tiler, block_first=True)


def raked_product(block: Any, tiler: Any) -> Any:
    """Per mode (copies, block): the blocks interleave.

    **Shapes**: (M,N) by (TM,TN) gives ((TM,M),(TN,N)). **Errors**: as logical_product.

    >>> print(raked_product(Layout("(2,5):(5,1)"), Layout("(3,4):(1,3)")))
    ((3,2),(4,5)):((10,5),(30,1))
    """
    if isinstance(block, ComposedLayout):
        return block.with_outer(raked_product(block.outer, tiler))
    if isinstance(tiler, ComposedLayout):
        return swizzled_product(block, tiler, raked_product)
    return _zipped_modes(block, tiler, block_first=False)


def tile_to_shape(atom: Any, trg_shape: Any, order: Any = None) -> Any:
    """`atom` repeated until it fills `trg_shape`; the modes with the lowest `order` grow first.

    An atom that does not divide the shape fills more: each mode is rounded up to a multiple of the atom's, as in CuTe
    IR. The C++ headers refuse it.
    **Shapes**: the result's mode k is (atom's mode k, copies). **Errors**: tile-order, rank-mismatch.
    Source: BSD-3 `cute/layout.hpp`; facts of CuTe IR.

    >>> print(tile_to_shape(Layout("(3,2):(1,3)"), (6, 8), order=(1, 0)))
    ((3,2),(2,4)):((1,24),(3,6))
    >>> print(tile_to_shape(Layout("(8,16):(16,1)"), (2, 16)))
    ((8,1),(16,1)):((16,0),(1,0))
    """
    if isinstance(atom, ComposedLayout):
        return atom.with_outer(tile_to_shape(atom.outer, trg_shape, order))
    if not isinstance(atom, Layout):
        raise not_a_layout("tile_to_shape", atom)
    rank = len(wrap(trg_shape))
    order = tuple(range(rank)) if order is None else wrap(tuple(order) if isinstance(order, list) else order)
    if len(order) != rank or len(set(order)) != rank:
        raise fail("tile-order", f"the order {tuple_text(order)} does not rank {rank} modes")
    order = tuple([sorted(order).index(place) for place in order])
    if len(atom) > rank:
        raise fail("rank-mismatch", f"the atom {atom} has more modes than the shape {tuple_text(trg_shape)}")
    padded = pad(atom, rank)
    sizes, wanted = product_each(padded.shape), product_each(trg_shape)
    copies = ceil_div(wanted, sizes)
    starts = ordered_starts(copies, order)
    strides = tuple([compact_strides(n, start)[0] for n, start in zip(copies, starts, strict=True)])
    return blocked_product(padded, Layout(copies, strides))
