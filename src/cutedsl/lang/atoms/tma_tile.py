"""How one bulk copy walks a tile: modes of a tensor in the order of shared memory, their extents, and the swizzle.

A mode here is a leaf of the tensor's shape, known by its path, as in the basis element `E(2, 0)`: a tensor map has no
nesting. Source: BSD-3 `cute/atom/copy_traits_sm90_tma.hpp`.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

from cutedsl.arch.tensor_map import SWIZZLE_BY_32_BYTES
from cutedsl.errors import fail
from cutedsl.layout import (
    ComposedLayout,
    Layout,
    ScaledBasis,
    Swizzle,
    coalesce,
    composition,
    cosize,
    flatten_to_tuple,
    has_scaled_basis,
    make_layout,
    right_inverse,
    size,
)

Path: TypeAlias = tuple[int, ...]
"""Where a leaf lies in a shape."""


def as_modes(shape: Any) -> tuple[Any, ...]:
    """The modes of a shape, a tiler or a coordinate; a leaf is one mode."""
    return tuple(shape) if isinstance(shape, tuple | list) else (shape,)  # pyright: ignore


def leaf_paths(shape: Any, path: Path = ()) -> list[Path]:
    """The paths of all leaves, from left to right.

    >>> leaf_paths((8, (4, (2, 2))))
    [(0,), (1, 0), (1, 1, 0), (1, 1, 1)]
    """
    if not isinstance(shape, tuple):
        return [path]
    inner: tuple[Any, ...] = shape
    return [leaf for k, mode in enumerate(inner) for leaf in leaf_paths(mode, (*path, k))]


def tile_coordinates(cta_tiler: Any, shape: tuple[Any, ...], smem_rank: int) -> Layout:
    """The tensor's coordinates along each mode of a tile, as a layout of basis elements.

    Modes that shared memory has no place for are not the tile's, as the last one of
    `composition(make_identity_layout((M, N, L)), (m, n, None))`. Errors: tma-layout.

    >>> print(tile_coordinates((16, 8), ((4, 32), 64), 2))
    ((4,4),8):((1@0@0,1@1@0),1@1)
    """
    if isinstance(cta_tiler, Layout) and has_scaled_basis(cta_tiler.stride):
        given = [coalesce(mode) if size(mode) != 1 else Layout(1, 0) for mode in list(cta_tiler)[:smem_rank]]
        steps = [step for mode in given if size(mode) != 1 for step in flatten_to_tuple(mode.stride)]
        along = {step.path for step in steps if isinstance(step, ScaledBasis) and step.value == 1}
        if len(along) != len(steps):
            what = f"the tile {cta_tiler} does not run once along each of its coordinates, in steps of 1"
            raise fail("tma-layout", what)
        return make_layout(given)
    tile = as_modes(cta_tiler)
    if len(tile) > len(shape):
        raise fail("tma-layout", f"a tile of {len(tile)} modes does not fit a tensor of {len(shape)}")
    return make_layout([_leading_coordinates(shape[k], extent, (k,)) for k, extent in enumerate(tile)])


def _leading_coordinates(shape: Any, extent: Any, path: Path) -> Layout:
    """The coordinates of the first `extent` elements of a mode: its leaves are filled from left to right.

    A tile that is a layout with gaps, as (32,2):(1,64), takes the elements that it names. One with an extent for each
    nested mode, or for the first of them, takes 1 of the others.
    """
    if isinstance(shape, tuple) and isinstance(extent, tuple) and 0 < len(extent) <= len(shape):  # pyright: ignore
        pairs: list[tuple[Any, Any]] = list(zip(shape, extent, strict=False))  # pyright: ignore
        return make_layout([_leading_coordinates(inner, part, (*path, k)) for k, (inner, part) in enumerate(pairs)])
    left = size(extent)
    run = coalesce(extent) if isinstance(extent, Layout) else None
    if run is not None and left != 1 and run.stride != 1:
        if isinstance(shape, tuple):
            raise fail("tma-layout", f"a tile of {extent} along the mode {shape} of a tensor is not a box")
        return composition(Layout(cosize(run), ScaledBasis(1, path)), run)
    if not isinstance(shape, tuple):
        return Layout(left, ScaledBasis(1, path))
    leaves, paths = flatten_to_tuple(shape), leaf_paths(shape, path)
    taken: list[tuple[int, Path]] = []
    for leaf, at in zip(leaves[:-1], paths[:-1], strict=True):
        if left == 1:
            break
        part = min(left, leaf) if isinstance(leaf, int) else 0
        if part == 0 or left % part or leaf % part:
            raise fail(
                "tma-layout",
                f"a tile of {extent} along the mode {shape} of a tensor is not a box",
                fix="Give the tile an extent for each nested mode, or make their extents compile-time constants.",
            )
        taken.append((part, at))
        left //= part
    if left != 1 or not taken:
        taken.append((left, paths[len(taken)]))
    return Layout(tuple(n for n, _ in taken), tuple(ScaledBasis(1, at) for _, at in taken))


def swizzle_of(layout: Any, size_bytes: int) -> tuple[int, Layout]:
    """The swizzle mode of a shared layout (0 to 4), whose swizzle is of bytes or of elements, and the layout itself.

    Errors: tma-layout.
    """
    if not isinstance(layout, ComposedLayout):
        return 0, layout
    inner = layout.inner
    if isinstance(inner, Swizzle):
        bytes_base = inner.num_base if inner.num_base == 4 else inner.num_base + int(math.log2(size_bytes))
        if inner.num_bits == 0:
            return 0, layout.outer
        if bytes_base == 4 and inner.num_shift == 3 and inner.num_bits <= 3:
            return inner.num_bits, layout.outer
        if 5 in (inner.num_base, bytes_base) and (inner.num_bits, inner.num_shift) == (2, 2):
            return SWIZZLE_BY_32_BYTES, layout.outer
    raise fail(
        "tma-layout",
        f"bulk copies do not support the swizzle {inner} of the shared layout {layout}",
        fix="Use S<1,4,3>, S<2,4,3>, S<3,4,3> or S<2,5,2> (of bytes), or no swizzle.",
    )


def box_order(smem: Layout, tile: Layout) -> list[tuple[Path, int]]:
    """(mode of the tensor, extent) of what one copy moves, in the order of shared memory, whose further modes are
    stages. Errors: tma-layout."""
    rank = len(tile)
    if len(smem) < rank:
        raise fail("tma-layout", f"the shared layout {smem} has fewer modes than the tile's {rank}")
    layout = smem if len(smem) == rank else make_layout([smem[k] for k in range(rank)])
    extents = tuple(size(tile, [k]) for k in range(rank))
    if tuple(size(layout, [k]) for k in range(rank)) != extents:
        raise fail("tma-layout", f"a tile of {extents} does not fit the shared layout {layout}")
    walked: Any = coalesce(composition(tile, right_inverse(layout)))
    modes: list[tuple[Path, int]] = []
    for extent, step in zip(as_modes(walked.shape), as_modes(walked.stride), strict=True):
        if not isinstance(step, ScaledBasis) or step.value != 1 or step.path in (mode for mode, _ in modes):
            break
        modes.append((step.path, extent))
    if not modes:
        raise fail("tma-layout", f"the shared layout {layout} has no contiguous elements of a tile {extents}")
    return modes


def merged_modes(
    layout: Any, order: list[int], modes: list[tuple[Path, int]], elem_bits: int
) -> tuple[dict[int, int], list[tuple[Path, int]]]:
    """Leaves that a tensor map takes together with its first mode, with their strides, and the modes of a box after it.

    A map has no strides that are not multiples of 16 bytes: a leaf with such a stride joins the leaves before it where
    it goes on from their end.
    """
    shape, stride = flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride)
    merged: dict[int, int] = {}
    first, count = modes[0]
    covered = isinstance(shape[order[0]], int) and count == shape[order[0]]
    left = list(modes[1:])
    for leaf, (_, extent) in zip(order[1:], modes[1:], strict=False):
        step = stride[leaf]
        whole = isinstance(shape[leaf], int) and extent == shape[leaf]
        joins = covered and whole and isinstance(step, int) and step == count
        if not joins or (step * elem_bits % 128 == 0 and not merged):
            break
        merged[leaf] = step
        count *= extent
        left.pop(0)
    return merged, [(first, count), *left]


def boxed(extents: list[int], most: int, row: int) -> list[int]:
    """The part of a tile that one copy moves: modes as they are up to one that is too long, and a part of that one.

    The first mode has at most `row` elements, the others `most`.

    >>> boxed([64, 8], 256, 256), boxed([16384], 256, 256), boxed([64, 512, 4], 256, 256), boxed([128, 8], 256, 64)
    ([64, 8], [256], [64, 256], [64])
    """
    box: list[int] = []
    for k, extent in enumerate(extents):
        most_here = row if k == 0 else most
        part = math.gcd(extent, most_here) if extent > most_here else extent
        box.append(part)
        if part != extent:
            break
    return box


def sliced(box: list[int], num_multicast: int) -> tuple[int, ...]:
    """The part of the box that one of `num_multicast` blocks copies. Errors: tma-layout."""
    left = num_multicast
    for k in reversed(range(len(box))):
        part = math.gcd(box[k], left)
        box[k], left = box[k] // part, left // part
    if left != 1:
        raise fail("tma-layout", f"a tile of {tuple(box)} cannot be divided over {num_multicast} blocks")
    return tuple(box)
