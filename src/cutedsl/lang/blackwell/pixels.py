"""Bulk copies of pixels (im2col): a convolution's activations as a matrix of pixels by channels and filter places.

Source: PTX ISA, "Im2col mode"; BSD-3 `cute/atom/copy_traits_sm90_im2col.hpp`, `copy_traits_sm100_im2col.hpp`; names and
arguments from NVIDIA's public documentation of `cute.nvgpu` and from CuTe DSL programs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.arch.availability import Availability
from cutedsl.arch.tensor_map import ELEMENTS, MAX_BOX, MOST_PIXELS, SWIZZLE_BYTES, TILE_ALIGN_BYTES, check_pixels
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms import tma
from cutedsl.lang.atoms.access_hints import AccessHints
from cutedsl.lang.atoms.cta_group import CtaGroup
from cutedsl.lang.atoms.tma import MmaTile, TmaAtom, TmaInfo, TmaOp
from cutedsl.lang.atoms.tma_tile import Path, as_modes, box_order, boxed, sliced, swizzle_of, tile_coordinates
from cutedsl.lang.layouts.tree import fill_tree, open_tree
from cutedsl.lang.tensors.coord_tensor import CoordTensor
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import Layout, ScaledBasis, flatten_to_tuple, product, size
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32, Int64, Uint32
from cutedsl.staging.tree import register_tree

_WHERE = Availability((9, 0), (8, 0))


# -- operations ------------------------------------------------------------------------------------------------------
class PixelsOp(TmaOp):
    """A copy of pixels."""

    __slots__ = ()


@frozen
class CopyBulkTensorIm2ColG2SOp(PixelsOp):
    """Pixels from global to shared memory; their bytes count at an mbarrier.

    >>> CopyBulkTensorIm2ColG2SOp().kind
    'load'
    """

    cta_group: object = CtaGroup.ONE
    loads = True

    @property
    def kind(self) -> str:
        return "load"


@frozen
class CopyBulkTensorIm2ColG2SMulticastOp(PixelsOp):
    """Pixels from global memory to the shared memory of several blocks of the cluster."""

    cta_group: object = CtaGroup.ONE
    loads = True
    multicasts = True

    @property
    def kind(self) -> str:
        return "load"


@frozen
class CopyBulkTensorIm2ColS2GOp(PixelsOp):
    """Pixels from shared to global memory; those outside of the picture are not written."""

    @property
    def kind(self) -> str:
        return "store"


# -- atoms -----------------------------------------------------------------------------------------------------------
@frozen
class Walk:
    """How a pixel's number and a place in the filter become coordinates, with an entry for each axis of the picture.

    Pixel q along an axis is read at `lower + q * step + first + s * dilation` for place s. Numbers may be of run time.
    """

    counts: tuple[Any, ...]
    """Pixels along each axis that filters begin at."""
    lower: tuple[Any, ...]
    step: tuple[Any, ...]
    first: tuple[Any, ...]
    dilation: tuple[Any, ...]

    @property
    def parts(self) -> tuple[tuple[Any, ...], ...]:
        return self.counts, self.lower, self.step, self.first, self.dilation

    def coordinates(self, pixel: Any, places: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """The pixel on each axis and its picture; the offsets of a place in the filter."""
        at: list[Any] = []
        left = as_numeric(pixel).to(Uint32)
        for count, lower, step in zip(self.counts, self.lower, self.step, strict=True):
            whole = as_numeric(count).to(Uint32)
            at.append((left % whole).to(Int32) * step + lower)
            left = left // whole
        offsets = [s * along + first for s, along, first in zip(places, self.dilation, self.first, strict=True)]
        return [*at, left.to(Int32)], offsets


@frozen
class PixelsAtom(TmaAtom):
    """A copy of pixels: its box has channels and pixels. Coordinates are a pixel's number, a channel, and the place in
    the filter on each axis."""

    walk: Walk | None = None

    def issue(self, src: Any, dst: Any, pred: Any, kwargs: dict[str, Any], emit: Callable[..., None]) -> None:
        assert isinstance(self.op, PixelsOp) and self.walk is not None
        if pred is not None:
            raise fail("copy-keyword", "a bulk copy takes no predicates; what lies outside the picture is zero")
        given = dict(kwargs)
        descriptor = self._map_at(given.pop("tma_desc_ptr", None))
        extras, keywords = self._extras(given)
        gmem, smem = (src, dst) if self.op.loads else (dst, src)
        tma.check_sides(self, gmem, smem)
        for numbers, place in tma.atom_places(gmem, smem):
            operands = [descriptor, place.handle, *extras, *self._numbers(numbers)]
            tma.emit_tile(self.op.kind, operands, {"offsets": len(self.walk.counts), **keywords})

    def prefetch(self, src: Any) -> None:
        """Prefetches the pixels into the L2 cache."""
        assert self.walk is not None
        for numbers, _ in tma.atom_places(src, None):
            operands = [self.descriptor, *self._numbers(numbers)]
            tma.emit_tile("prefetch", operands, {"offsets": len(self.walk.counts)})

    def _numbers(self, numbers: Sequence[Handle]) -> Iterator[Handle]:
        """Coordinates, channel first, then offsets; a store has none."""
        assert isinstance(self.op, PixelsOp) and self.walk is not None
        pixel, channel, *places = (Int32.from_handle(number) for number in numbers)
        channel = channel if self.together == 1 else channel // self.together
        at, offsets = self.walk.coordinates(pixel, places)
        if self.op.kind == "store":
            offsets = [0] * len(offsets)
        return (as_numeric(number).to(Int32).ir_value() for number in (channel, *at, *offsets))


@frozen(eq=False)
class _Shape:
    """What stays the same of an atom whatever its tensor map and the numbers of run time are."""

    atom: PixelsAtom
    walk: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Shape) and self._plain() == other._plain()

    def _plain(self) -> Any:
        return replace(self.atom, descriptor=None, walk=None), self.walk

    __hash__ = None  # pyright: ignore[reportAssignmentType]


def _flatten(atom: PixelsAtom) -> tuple[list[Handle], _Shape]:
    assert atom.walk is not None
    handles = [atom.descriptor]
    return handles, _Shape(atom, open_tree(atom.walk.parts, handles))


def _rebuilt(structure: _Shape, handles: Sequence[Handle]) -> PixelsAtom:
    return replace(structure.atom, descriptor=handles[0], walk=Walk(*fill_tree(structure.walk, iter(handles[1:]))))


register_tree(PixelsAtom, _flatten, _rebuilt)


# -- their making ----------------------------------------------------------------------------------------------------
def make_im2col_tma_atom(
    op: PixelsOp,
    gmem_tensor: Tensor,
    smem_layout: Any,
    cta_tiler: Any,
    lower_corner_whd: Any = None,
    upper_corner_whd: Any = None,
    lower_padding_whd: Any = None,
    upper_padding_whd: Any = None,
    stride_whd: Any = None,
    lower_srt: Any = None,
    stride_srt: Any = None,
    num_multicast: int = 1,
    *,
    internal_type: type[Numeric] | None = None,
) -> TmaInfo:
    """In host code: the atom that moves `cta_tiler` tiles of the matrix of a convolution, and the tensor of its
    coordinates to tile and partition.

    Law: row m of the matrix are pixels q, p, z of picture n, numbered with q fastest; column (c, s, r, t) is channel c
    under place (s, r, t) of the filter. Its element lies in `gmem_tensor` at pixel
    `lower_corner + (q, p, z) * stride_whd + lower_srt + (s, r, t) * stride_srt`; outside of the picture it is zero. A
    store writes the pixels of place 0, inside of the picture.
    Shapes: `gmem_tensor` has the modes ((W, H, D, pictures), channels), with one to three axes of a picture, or the two
    turned; `tma_tensor` the modes (pixels, (channels, S, R, T)), turned alike. There are
    `(W + upper_corner - lower_corner - 1) // stride_whd + 1` pixels along an axis, and
    `1 + (upper_padding - upper_corner) // stride_srt` places. Left out, corners, paddings and `lower_srt` are 0 and
    strides 1. Errors: tma-limits, tma-layout.
    """
    rows = as_modes(gmem_tensor.layout.shape)
    pixels = next((k for k, mode in enumerate(rows[:2]) if isinstance(mode, tuple) and 2 <= len(mode) <= 4), None)
    if pixels is None or len(rows) != 2:
        raise fail(
            "tma-layout",
            f"a copy of pixels (im2col) takes a tensor of the modes ((W, H, D, pictures), channels), got {gmem_tensor}",
            fix="Group the modes: `cute.group_modes(tensor, 0, 4)`.",
        )
    sizes, axes = rows[pixels][:-1], len(rows[pixels]) - 1
    given = lower_corner_whd, upper_corner_whd, lower_padding_whd, upper_padding_whd, stride_whd, lower_srt, stride_srt
    defaults = 0, 0, 0, 0, 1, 0, 1
    numbers = [_each_axis(one, default, axes) for one, default in zip(given, defaults, strict=True)]
    lower, upper, low_pad, high_pad, step, first, dilation = numbers
    counts = [
        (_plain(extent) + last - begin - 1) // by + 1
        for extent, last, begin, by in zip(sizes, upper, lower, step, strict=True)
    ]
    padded = [
        high - last if not isinstance(along, int) or along > 0 else begin - low
        for high, last, begin, low, along in zip(high_pad, upper, lower, low_pad, dilation, strict=True)
    ]
    places = [1 + pad // along for pad, along in zip(padded, dilation, strict=True)]
    name, together = tma.map_element(gmem_tensor.element_type, internal_type)
    element = ELEMENTS[name]
    if element.memory_bits:
        raise fail("not-yet", f"a copy of pixels (im2col) of {gmem_tensor.element_type.__name__} as {name}")
    swizzle, box = _box(smem_layout, cta_tiler, pixels, element.size_bytes, together, num_multicast)
    wide = (box[0] // together, box[1])
    descriptor = _map(gmem_tensor, pixels, wide, name, swizzle, (lower, upper, step), together)
    bits = Layout((1, math.prod(wide) * num_multicast * element.size_bytes * 8), (0, 1))
    record = CopyRecord(f"tma.pixels.{op.kind}", Layout(1), bits, bits, bits, _WHERE)
    walk = Walk(tuple(counts), tuple(lower), tuple(step), tuple(first), tuple(dilation))
    kind, hints = gmem_tensor.element_type, AccessHints()
    atom = PixelsAtom(op, kind, record, hints, box, num_multicast, descriptor, (1, 0), axes + 2, together, walk=walk)
    channels = product(rows[1 - pixels])
    steps = [ScaledBasis(1, (k,)) for k in range(axes + 2)]
    modes: list[tuple[Any, Any]] = [
        (product((*counts, rows[pixels][-1])), steps[0]),
        ((channels, *places), tuple(steps[1:])),
    ]
    if pixels == 1:
        modes.reverse()
    layout = Layout(tuple(shape for shape, _ in modes), tuple(stride for _, stride in modes))
    return TmaInfo(atom, CoordTensor((0,) * (axes + 2), layout), smem_layout)


def make_im2col_tma_atom_A(
    op: PixelsOp,
    gmem_tensor: Tensor,
    smem_layout: Any,
    mma_tiler_mnk: Any,
    tiled_mma: Any,
    filter_trs: Any,
    upper_padding_dhw: Any,
    lower_padding_dhw: Any,
    stride_dhw: Any,
    dilation_dhw: Any,
    cluster_shape_vmnk: Any = None,
    *,
    internal_type: type[Numeric] | None = None,
) -> TmaInfo:
    """`make_im2col_tma_atom` for A of a forward convolution: (M, K) tiles, which the blocks along N of a cluster share.

    Shapes: all further numbers have the slowest axis first. Errors: tma-limits, tma-layout.
    """
    m, _, k = mma_tiler_mnk
    blocks = size(cluster_shape_vmnk[2]) if op.multicasts and cluster_shape_vmnk is not None else 1
    return _forward(
        op, gmem_tensor, smem_layout, tma.operand_tiler(tiled_mma, "A", (m, k)), blocks, internal_type,
        filter_trs, upper_padding_dhw, lower_padding_dhw, stride_dhw, dilation_dhw,
    )  # fmt: skip


def make_im2col_tma_atom_B(
    op: PixelsOp,
    gmem_tensor: Tensor,
    smem_layout: Any,
    mma_tiler_mnk: Any,
    tiled_mma: Any,
    filter_trs: Any,
    upper_padding_dhw: Any,
    lower_padding_dhw: Any,
    stride_dhw: Any,
    dilation_dhw: Any,
    cluster_shape_vmnk: Any = None,
    *,
    internal_type: type[Numeric] | None = None,
) -> TmaInfo:
    """`make_im2col_tma_atom_A` for B: (N, K) tiles, which the blocks along M of a cluster share.

    For gradients of a filter, N are channels and filter places: `gmem_tensor` has the modes (channels, (W, H, D,
    pictures)). Errors: tma-limits, tma-layout.
    """
    _, n, k = mma_tiler_mnk
    blocks = size(cluster_shape_vmnk[1]) if op.multicasts and cluster_shape_vmnk is not None else 1
    return _forward(
        op, gmem_tensor, smem_layout, tma.operand_tiler(tiled_mma, "B", (n, k)), blocks, internal_type,
        filter_trs, upper_padding_dhw, lower_padding_dhw, stride_dhw, dilation_dhw,
    )  # fmt: skip


def _forward(
    op: PixelsOp,
    gmem_tensor: Tensor,
    smem_layout: Any,
    tiler: Any,
    blocks: int,
    internal_type: type[Numeric] | None,
    *dhw: Any,
) -> TmaInfo:
    """The atom of a convolution's own numbers: filter, upper and lower padding, stride and dilation."""
    filters, upper_pad, lower_pad, step, dilation = ([_plain(n) for n in reversed(as_modes(one))] for one in dhw)
    upper = [pad - (places - 1) * by for pad, places, by in zip(upper_pad, filters, dilation, strict=True)]
    return make_im2col_tma_atom(
        op, gmem_tensor, smem_layout, tiler, [-pad for pad in lower_pad], upper, lower_pad, upper_pad, step,
        [0] * len(step), dilation, blocks, internal_type=internal_type,
    )  # fmt: skip


def _each_axis(given: Any, default: int, axes: int) -> list[Any]:
    """Errors: tma-layout."""
    numbers = [default] * axes if given is None else [_plain(number) for number in as_modes(given)]
    if len(numbers) != axes:
        raise fail("tma-layout", f"{given} has {len(numbers)} numbers for the {axes} axes of a picture")
    return numbers


def _plain(number: Any) -> Any:
    """A number that tracing knows as a plain integer, others as they are."""
    return int(number) if isinstance(number, Numeric) and number.is_static else number


def _box(
    smem_layout: Any, tiler: Any, pixels: int, size_bytes: int, together: int, blocks: int
) -> tuple[int, tuple[int, ...]]:
    """The swizzle, and the channels and pixels of one copy. Errors: tma-layout."""
    swizzle, plain = swizzle_of(smem_layout, max(size_bytes // together, 1))
    parts = tiler if isinstance(tiler, MmaTile) else None
    extents = tuple(size(mode) for mode in as_modes(tiler if parts is None else parts.tiler))
    tile = tile_coordinates(extents, extents, len(plain))
    modes = box_order(plain, tile if parts is None else parts.of_block(tile))
    order: list[Path] = [path for path, _ in modes[:2]]
    if order[:1] != [(1 - pixels,)] or order[1:] not in ([], [(pixels,)]):
        raise fail(
            "tma-layout",
            f"a copy of pixels (im2col) writes channels of one pixel after another; {plain} has them otherwise",
            fix="Give shared memory channels as its contiguous mode, then pixels.",
        )
    row = min(MAX_BOX, SWIZZLE_BYTES[swizzle] // size_bytes or MAX_BOX) * together
    box = boxed([extent for _, extent in modes[:2]], MOST_PIXELS, row)
    box = sliced([*box, *[1] * (2 - len(box))], blocks)
    moved = math.prod(box) // together * size_bytes
    if moved % TILE_ALIGN_BYTES and math.prod(box) * blocks < math.prod(extents):
        raise fail("tma-layout", f"each copy of a tile {extents} has {moved} bytes, not a multiple of 128")
    return swizzle, box


def _map(
    tensor: Tensor,
    pixels: int,
    box: tuple[int, ...],
    name: str,
    swizzle: int,
    around: tuple[list[Any], ...],
    together: int,
) -> Handle:
    """The tensor map. Errors: tma-layout, tma-limits."""
    leaves = len(flatten_to_tuple(tensor.layout.shape))
    order = [leaves - 1, *range(leaves - 1)] if pixels == 0 else list(range(leaves))
    axes = leaves - 2
    groups = list(zip(*around, strict=True))
    if all(isinstance(number, int) for group in groups for number in group):
        check_pixels(box, ELEMENTS[name].size_bytes, swizzle, groups)
    numbers = [*tma.map_numbers(tensor, order, together), *(as_numeric(n).to(Int64) for group in groups for n in group)]
    attrs = {"element": name, "box": tuple(box), "swizzle": swizzle, "axes": axes}
    return tma.emit_map(tensor.iterator, numbers, attrs)
