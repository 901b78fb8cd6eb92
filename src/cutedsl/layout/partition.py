"""Partitions of tiled copies and multiplies: a tensor's layout split by thread and value.

Source: BSD-3 `cute/atom/copy_atom.hpp` (TiledCopy) and `cute/atom/mma_atom.hpp` (TiledMMA).
"""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.layout.coalesce import coalesce, filter
from cutedsl.layout.complement import complement
from cutedsl.layout.compose import composition
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.construct import join
from cutedsl.layout.divide import logical_divide, zipped_divide
from cutedsl.layout.inttuple import product, product_each
from cutedsl.layout.inverse import left_inverse, right_inverse
from cutedsl.layout.layout import Layout
from cutedsl.layout.modes import prepend, size
from cutedsl.layout.products import logical_product
from cutedsl.layout.recast import upcast


def compose_mode_0(layout: Any, tiler: Any) -> Any:
    """`layout` with `tiler` composed into its first mode; the other modes stay."""
    if isinstance(layout, ComposedLayout):
        return layout.with_outer(compose_mode_0(layout.outer, tiler))
    return join([composition(layout[0], tiler), *[layout[i] for i in range(1, len(layout))]])


def zip_modes(layout: Layout) -> Layout:
    """((a,b,…),(c,d,…)) as ((a,c),(b,d),…)."""
    return join([join([layout[0][i], layout[1][i]]) for i in range(len(layout[0]))])


def tile_shape(tiler: Any) -> tuple[Any, ...]:
    """The extents of the tile that a by-mode tiler cuts.

    >>> tile_shape((Layout("(2,4):(1,8)"), 16))
    (8, 16)
    """
    parts = tiler if isinstance(tiler, tuple) else (tiler,)
    return tuple([size(p) if isinstance(p, Layout) else product(p) for p in parts])


def copy_partition(layout: Any, tiler: Any, tv_tiled: Layout, ref: Layout, target: Layout) -> Any:
    """(M,N,…) split for a tiled copy: (thread, (value of an atom, atoms), (rest M, rest N, …)).

    `tv_tiled` is (thread, value) -> index in the tile; `ref` and `target` are the atom's layouts (thread, value) ->
    element, `target` being the side that is partitioned.
    """
    return _tile_to_threads(zipped_divide(layout, tiler), tv_tiled, ref, target)


def copy_tv_of_side(tiler: Any, tv_tiled: Layout, ref: Layout, target: Layout) -> Layout:
    """(thread, value) -> index in the tile, for one side of a tiled copy."""
    whole = Layout((tile_shape(tiler), 1))
    split = _tile_to_threads(whole, tv_tiled, ref, target)
    return join([split[0], split[1]])


def _tile_to_threads(tiles: Any, tv_tiled: Layout, ref: Layout, target: Layout) -> Any:
    """((tile modes), rest) as (thread, value, rest)."""
    to_target = composition(right_inverse(ref), target)
    by_atom = zipped_divide(tv_tiled, (size(ref, [0]), size(ref, [1])))
    of_target = compose_mode_0(by_atom, to_target)
    thread_value = coalesce(zip_modes(of_target), target_profile=(1, (1, 1)))
    split = compose_mode_0(tiles, thread_value)
    return _unpacked(split)


def _unpacked(split: Any) -> Any:
    """((thread, value), rest) as (thread, value, rest)."""
    if isinstance(split, ComposedLayout):
        return split.with_outer(_unpacked(split.outer))
    return join([split[0][0], split[0][1], split[1]])


def retile_layout(layout: Any, tiler: Any, tv_tiled: Layout, atom_values: int) -> Any:
    """A fragment (V, rest M, rest N, …) of another tiled operation regrouped for the atoms of a tiled copy.

    **Shapes**: ((atom values, atoms), rest M, rest N, …).
    """
    values = size(layout, [0])
    shape = tile_shape(tiler)
    inverse = right_inverse(tv_tiled)
    by_mode = composition(inverse, Layout(shape))
    order = upcast(size(tv_tiled, [0]) * values, by_mode)
    gathered = zipped_divide(logical_product(Layout(values), right_inverse(order)), Layout(atom_values))
    tiles = zipped_divide(layout, prepend(product_each(order.shape), values))
    return _retiled(tiles, gathered)


def _retiled(tiles: Any, gathered: Layout) -> Any:
    if isinstance(tiles, ComposedLayout):
        return tiles.with_outer(_retiled(tiles.outer, gathered))
    rest = tiles[1]
    return join([composition(tiles[0], gathered), *[rest[i] for i in range(1, len(rest))]])


def restricted_tile(shape: tuple[int, ...], tv: Layout) -> tuple[tuple[Layout, ...], Layout]:
    """The by-mode tiler of the elements of a tile that `tv` reaches, and `tv` onto the indices in that tiler's tile."""
    tiler: list[Layout] = []
    for i in range(len(shape)):
        along = Layout(shape, tuple([int(i == j) for j in range(len(shape))]))
        tiler.append(filter(composition(along, tv)))
    inner = composition(Layout(shape), tuple(tiler))
    return tuple(tiler), composition(left_inverse(inner), tv)


def mma_partition(layout: Any, permutations: tuple[Any, Any], extents: tuple[int, int], tv: Layout,
                  threads: tuple[int, int]) -> Any:  # fmt: skip
    """(M,N,…) split for one operand of a tiled multiply: ((thread V, (thread M, thread N)), (value, (rest M, rest N))).

    `permutations` reorder the two modes first; `extents` are those of the atom, `tv` its (thread, value) layout;
    `threads` are how many atoms are laid along each mode.
    """
    if isinstance(layout, ComposedLayout):
        return layout.with_outer(mma_partition(layout.outer, permutations, extents, tv, threads))
    permuted = logical_divide(layout, permutations)
    atoms = zipped_divide(permuted, (Layout(extents[0]), Layout(extents[1])))
    by_value = composition(atoms[0], tv)
    rest = zipped_divide(atoms[1], (Layout(threads[0]), Layout(threads[1])))
    return join([join([by_value[0], rest[0]]), join([by_value[1], rest[1]])])


def mma_tv(vmnk: Layout, split: Layout, spread: tuple[int, int] | None) -> Layout:
    """(thread, value) -> element of one operand's tile, from its partition by `mma_partition`.

    `vmnk` is the layout of threads (V,M,N,K) -> thread. C is laid along M and N; for A and B `spread` is how a thread
    (M,N) counts in the operand's first thread mode: (1,0) for A, (0,1) for B.
    """
    threads = split[0]
    if spread is not None:
        along = Layout((size(vmnk, [1]), size(vmnk, [2])), spread)
        threads = join([threads[0], join([composition(threads[1][0], along), threads[1][1]])])
    count = size(vmnk)
    to_coord = composition(Layout((count, 1), (1, 0)), right_inverse(join([vmnk, complement(vmnk)])))
    return join([composition(threads, to_coord), split[1]])
