"""TMA atoms: tile copies between global and shared memory by a tensor map.

Source: BSD-3 `cute/atom/copy_traits_sm90_tma.hpp`; PTX ISA, "cp.async.bulk.tensor".
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from enum import Enum
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Self, overload

from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.arch.availability import Availability
from cutedsl.arch.tensor_map import (
    ELEMENTS,
    MAX_BOX,
    SWIZZLE_BYTES,
    TILE_ALIGN_BYTES,
    check_box,
    check_narrow_box,
    check_stride,
)
from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.access_hints import AccessHints
from cutedsl.lang.atoms.copy_atom import CopyAtom
from cutedsl.lang.atoms.copy_ops import CopyOp
from cutedsl.lang.atoms.cta_group import CtaGroup
from cutedsl.lang.atoms.tma_tile import (
    as_modes,
    box_order,
    boxed,
    leaf_paths,
    merged_modes,
    sliced,
    swizzle_of,
    tile_coordinates,
)
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.tensors.coord_tensor import CoordTensor
from cutedsl.lang.tensors.make import make_tensor
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import (
    ComposedLayout,
    Layout,
    ScaledBasis,
    coalesce,
    composition,
    cosize,
    domain_offset,
    flatten_to_tuple,
    logical_divide,
    make_layout,
    right_inverse,
    size,
    tile_to_shape,
    tuple_text,
    unflatten,
)
from cutedsl.layout.tv import make_layout_image_mask
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32, Int64
from cutedsl.staging.tree import register_tree
from cutedsl.types import AddressSpace

_WHERE = Availability((9, 0), (8, 0))


class ReductionKind(Enum):
    """How a reducing copy combines a tile with global memory."""

    ADD = "add"
    MIN = "min"
    MAX = "max"
    INC = "inc"
    DEC = "dec"
    AND = "and"
    OR = "or"
    XOR = "xor"


# -- operations ------------------------------------------------------------------------------------------------------
class TmaOp(CopyOp):
    """A tile copy by a tensor map."""

    __slots__ = ()
    loads = False
    multicasts = False

    def _to_ir(self) -> TmaOp:
        """What functions of the dialects take for it."""
        return self

    @property
    @abstractmethod
    def kind(self) -> str:
        """The direction, or how the tile is combined."""

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        raise fail("copy-type", f"{type(self).__name__} needs a tensor map", fix="Use `make_tiled_tma_atom`.")


@frozen
class CopyBulkTensorTileG2SOp(TmaOp):
    """A tile from global to shared memory; its bytes count at an mbarrier."""

    cta_group: object = None
    loads = True

    @property
    def kind(self) -> str:
        return "load"


@frozen
class CopyBulkTensorTileG2SMulticastOp(TmaOp):
    """A tile from global memory to the shared memory of several blocks of the cluster."""

    cta_group: object = None
    loads = True
    multicasts = True

    @property
    def kind(self) -> str:
        return "load"


@frozen
class CopyBulkTensorTileS2GOp(TmaOp):
    """A tile from shared to global memory; elements outside the tensor are not written."""

    @property
    def kind(self) -> str:
        return "store"


@frozen
class CopyReduceBulkTensorTileS2GOp(TmaOp):
    """A tile in shared memory combined with global memory, element by element."""

    reduction_kind: ReductionKind = ReductionKind.ADD

    @property
    def kind(self) -> str:
        return self.reduction_kind.value


def emit_tile(kind: str, operands: Sequence[Handle], marks: Mapping[str, object]) -> None:
    """One copy by a tensor map."""
    cute_emitter().op("cute.tma.tile", operands, (), {"kind": kind, **marks})


def emit_map(pointer: Pointer, numbers: Sequence[Any], attrs: Mapping[str, object]) -> Handle:
    """The tensor map that `attrs` describe, of a tensor whose numbers are Int64."""
    emitter = cute_emitter()
    operands = [pointer.handle, *(number.ir_value() for number in numbers)]
    (descriptor,) = emitter.op("cute.tma.make", operands, (emitter.descriptor_type(),), dict(attrs))
    return descriptor


# -- atoms -----------------------------------------------------------------------------------------------------------
@frozen
class TmaAtom(CopyAtom):
    """One bulk copy: its tensor map, and the tile that it moves, mode 0 contiguous in both memories."""

    box: tuple[int, ...]
    num_multicast: int
    descriptor: Handle
    modes: tuple[int, ...]
    """The leaves of the tensor's layout in the map's order, the contiguous one first; the map leaves out the others."""
    num_leaves: int
    together: int = 1
    """Elements of the tensor in one of the map, along the first mode."""
    merged: tuple[int, ...] = ()
    """The leaves that the map takes together with its first mode."""
    refused: DSLUserCodeError | None = field(default=None, compare=False)
    """Why no tensor map holds the tensor: an error of the copy, as programs make atoms that they do not use."""

    def issue(
        self, src: Any, dst: Any, pred: Any, kwargs: dict[str, Any], emit: Callable[[Any, Any, Any, Any, Any], None]
    ) -> None:
        assert isinstance(self.op, TmaOp)
        if pred is not None:
            raise fail("copy-keyword", "a bulk copy takes no predicates; what lies outside the tensor is zero")
        given = dict(kwargs)
        descriptor = self._map_at(given.pop("tma_desc_ptr", None))
        extras, keywords = self._extras(given)
        gmem, smem = (src, dst) if self.op.loads else (dst, src)
        check_sides(self, gmem, smem)
        for coord, place in atom_places(gmem, smem, self.together):
            emit_tile(self.op.kind, [descriptor, place.handle, *extras, *coord], keywords)

    @property
    def _trait(self) -> TmaAtom:
        """What programs with private names of CuTe DSL make executable; its `value` is the atom."""
        return self

    @property
    def value(self) -> TmaAtom:
        return self

    def _unpack(self, **_given: object) -> TmaAtom:
        """The atom with an mbarrier, by such a name; inline PTX names the mbarrier itself."""
        return self

    def map_address(self) -> Handle:
        """Where the tensor map lies, as an i64: inline PTX that copies by it takes that."""
        if self.refused is not None:
            raise self.refused
        emitter = cute_emitter()
        kind = emitter.dtype_type(Int64.spec)
        (address,) = emitter.op("cute.tma.descriptor_address", (self.descriptor,), (kind,), {})
        return address

    def _map_at(self, pointer: Any) -> Handle:
        """The map in memory that a copy uses in place of its own."""
        if pointer is None:
            if self.refused is not None:
                raise self.refused
            return self.descriptor
        emitter = cute_emitter()
        place = map_pointer(pointer, f"{type(self.op).__name__} with tma_desc_ptr")
        (descriptor,) = emitter.op("cute.tma.descriptor_at", (place.handle,), (emitter.descriptor_type(),), {})
        return descriptor

    def _extras(self, kwargs: dict[str, Any]) -> tuple[list[Handle], dict[str, object]]:
        """Operands between shared memory and coordinates, and the marks that say which there are."""
        assert isinstance(self.op, TmaOp)
        given = {name: value for name, value in kwargs.items() if value is not None}
        barrier, mask = given.pop("tma_bar_ptr", given.pop("mbar_ptr", None)), given.pop("mcast_mask", None)
        policy = given.pop("cache_policy", None)
        if given:
            raise fail("not-yet", f"bulk copies with {', '.join(given)}")
        extras: list[Handle] = []
        keywords: dict[str, object] = {}
        if self.op.loads:
            if not isinstance(barrier, Pointer) or barrier.memspace is not AddressSpace.smem:
                raise fail(
                    "mbarrier-pointer",
                    f"a bulk load needs the mbarrier that counts its bytes, got tma_bar_ptr={barrier}",
                    fix="Pass the stage's barrier: `tma_bar_ptr=pipeline.producer_get_barrier(state)`.",
                )
            extras.append(barrier.handle)
        if self.op.multicasts:
            if mask is None:
                raise fail("copy-keyword", "a multicast copy needs mcast_mask, one bit per receiving block")
            extras.append(as_numeric(mask).to(Int32).ir_value())
            keywords["multicast"] = True
        if getattr(self.op, "cta_group", None) is CtaGroup.TWO:
            keywords["pair"] = True
        if policy is not None:
            extras.append(as_numeric(policy).to(Int64).ir_value())
            keywords["cached"] = True
        return extras, keywords

    def prefetch(self, src: Any) -> None:
        """Prefetches the tiles into the L2 cache. Errors: tma-limits."""
        self._map_at(None)
        for coord, _ in atom_places(src, None, self.together):
            emit_tile("prefetch", [self.descriptor, *coord], {})

    def __str__(self) -> str:
        return "\n".join(("TMA Copy Atom", *self._lines(), f"  Box:           {tuple_text(self.box)}"))


if TYPE_CHECKING:

    class TmaInfo(tuple[TmaAtom, CoordTensor]):
        """For editors a pair, as people annotate functions that return one: `tuple[cute.CopyAtom, cute.Tensor]`."""

        atom: TmaAtom
        tma_tensor: CoordTensor
        smem_layout: Any

        def __new__(cls, atom: TmaAtom, tma_tensor: CoordTensor, smem_layout: Any) -> Self: ...

else:

    @frozen
    class TmaInfo:
        """What `make_tiled_tma_atom` makes: `atom, tma_tensor = ...` takes two of the three.

        Shapes: `tma_tensor` has the shape of the tensor in global memory; its elements are coordinates.
        """

        atom: TmaAtom
        tma_tensor: CoordTensor
        smem_layout: Any

        def __iter__(self) -> Iterator[Any]:
            return iter((self.atom, self.tma_tensor))


def make_tiled_tma_atom(
    op: TmaOp,
    gmem_tensor: Tensor,
    smem_layout_: Any,
    cta_tiler: Any,
    num_multicast: int = 1,
    *,
    internal_type: type[Numeric] | None = None,
) -> TmaInfo:
    """In host code: the atom that moves `cta_tiler` tiles of a tensor to and from `smem_layout_`, and the tensor of the
    coordinates to tile and partition.

    Law: tiling `tma_tensor` as `gmem_tensor` gives the coordinates that the atom copies. A load gives zeros for what
    lies outside of the tensor; a store or a sum leaves it, but for the rest of the 16 bytes in which a row ends. A tile
    begins at a multiple of 16 bytes of a row (else a GPU says "illegal instruction"; the checker reports it).
    Shapes: modes of `smem_layout_` after those of `cta_tiler` are stages. `cta_tiler` may also be the layout of a
    tile's coordinates, as `composition(make_identity_layout(shape), tiler)` gives. The tensor's modes may be nested:
    each leaf is a mode of the map, but for those of extent 1 or stride 0 that the tile does not run along.
    Elements of 4 or 6 bits with an `internal_type` of 8 bits take a byte each of `smem_layout_`: 16 lie packed in 16
    bytes, padding after them. An mbarrier does not count the padding.
    Errors: tma-limits, tma-layout.
    """
    name, together = map_element(gmem_tensor.element_type, internal_type)
    element = ELEMENTS[name]
    size_bytes = element.size_bytes
    swizzle, plain = swizzle_of(smem_layout_, max(size_bytes // together, 1))
    shape, stride = as_modes(gmem_tensor.layout.shape), as_modes(gmem_tensor.layout.stride)
    parts = cta_tiler if isinstance(cta_tiler, MmaTile) else None
    tile = tile_coordinates(cta_tiler if parts is None else parts.tiler, shape, len(plain))
    modes = box_order(plain, tile if parts is None else parts.of_block(tile))
    paths = leaf_paths(shape)
    order = [paths.index(path) for path, _ in modes]
    leaves = enumerate(zip(flatten_to_tuple(shape), flatten_to_tuple(stride), strict=True))
    order += [k for k, (extent, step) in leaves if k not in order and not _is(extent, 1) and not _is(step, 0)]
    merged, modes = merged_modes(gmem_tensor.layout, order, modes, gmem_tensor.element_type.spec.storage_bits)
    order = [order[0], *order[1 + len(merged) :]]
    if modes[0][1] // together > MAX_BOX and not element.memory_bits:
        name, together, size_bytes = _wider(name, together, modes[0][1])
    row = MAX_BOX * together
    if SWIZZLE_BYTES[swizzle] == TILE_ALIGN_BYTES:  # longer rows take several copies, each from an aligned place
        row = min(row, SWIZZLE_BYTES[swizzle] // size_bytes * together)
    box = sliced(boxed([extent for _, extent in modes], MAX_BOX, row), num_multicast)
    box = (*box, *[1] * (len(order) - len(box)))
    wide = (box[0] // together, *box[1:])
    if element.memory_bits:
        check_narrow_box(wide, element, swizzle)
    else:
        check_box(wide, size_bytes, swizzle)
    moved = math.prod(wide) * size_bytes
    whole = size(tile if parts is None else parts.of_block(tile))
    if moved % TILE_ALIGN_BYTES and math.prod(box) * num_multicast < whole:
        raise fail(
            "tma-layout",
            f"the tile {cta_tiler} takes several copies of {moved} bytes to {plain}; "
            f"each begins at a multiple of {TILE_ALIGN_BYTES} bytes of shared memory",
            fix="Let elements that lie together in the tensor lie together in shared memory, 128 bytes of them.",
        )
    refused, gmem_tensor = _with_strides_of_a_map(gmem_tensor, order)
    descriptor = descriptor_of_tile(gmem_tensor, order, wide, name, swizzle, tuple(merged), together)
    value_bits = element.memory_bits or size_bytes * 8
    bits = Layout((1, math.prod(wide) * num_multicast * value_bits), (0, 1))
    record = CopyRecord(f"tma.{op.kind}", Layout(1), bits, bits, bits, _WHERE)
    kind = gmem_tensor.element_type
    hints, taken = AccessHints(), tuple(merged)
    atom = TmaAtom(
        op, kind, record, hints, box, num_multicast, descriptor, tuple(order), len(paths), together, taken, refused
    )
    steps = [ScaledBasis(1, (order.index(k),)) if k in order else 0 for k in range(len(paths))]
    for k, step in merged.items():
        steps[k] = ScaledBasis(step, (0,))
    coords = CoordTensor((0,) * len(order), Layout(shape, unflatten(steps, shape)))
    return TmaInfo(atom, coords, smem_layout_)


@frozen
class MmaTile:
    """A tile of an operand, of which one block of a multiply of tensor memory loads its part."""

    tiled_mma: Any
    operand: str
    tiler: tuple[Any, Any]

    def of_block(self, tile: Layout) -> Layout:
        """The coordinates ((rows, K) of an instruction, rows, K) that the first block of a pair loads."""
        value, rest = self.tiled_mma.split(self.operand, tile)[1]
        return make_layout([value, *[rest[k] for k in range(len(rest))]])


def tma_atom_of(atom: CopyAtom) -> TmaAtom:
    """The atom of a bulk copy, which programs annotate as a copy atom. Errors: operation-argument, for another one."""
    if isinstance(atom, TmaAtom):
        return atom
    raise fail(
        "operation-argument",
        f"{with_article(type(atom).__name__)} has no tensor map",
        fix="Make the atom with `cute.nvgpu.cpasync.make_tiled_tma_atom`.",
    )


def operand_tiler(tiled_mma: Any, operand: str, tiler: tuple[Any, Any]) -> Any:
    """What a block loads of an operand: the tile, or its part of it where blocks multiply in tensor memory."""
    if tiled_mma is None or tiled_mma.record.family != "tcgen05":
        return tiler
    return MmaTile(tiled_mma, operand, tiler)


def make_tiled_tma_atom_A(
    op: TmaOp,
    gmem_tensor: Tensor,
    smem_layout: Any,
    mma_tiler_mnk: Any,
    tiled_mma: Any,
    cluster_shape_vmnk: Any = None,
    *,
    internal_type: type[Numeric] | None = None,
) -> TmaInfo:
    """`make_tiled_tma_atom` for A: (M, K) tiles, which the blocks along N of a cluster share."""
    m, _, k = mma_tiler_mnk
    blocks = size(cluster_shape_vmnk[2]) if op.multicasts and cluster_shape_vmnk is not None else 1
    tiler = operand_tiler(tiled_mma, "A", (m, k))
    return make_tiled_tma_atom(op, gmem_tensor, smem_layout, tiler, blocks, internal_type=internal_type)


def make_tiled_tma_atom_B(
    op: TmaOp,
    gmem_tensor: Tensor,
    smem_layout: Any,
    mma_tiler_mnk: Any,
    tiled_mma: Any,
    cluster_shape_vmnk: Any = None,
    *,
    internal_type: type[Numeric] | None = None,
) -> TmaInfo:
    """`make_tiled_tma_atom` for B: (N, K) tiles, which the blocks along M of a cluster share."""
    _, n, k = mma_tiler_mnk
    blocks = size(cluster_shape_vmnk[1]) if op.multicasts and cluster_shape_vmnk is not None else 1
    tiler = operand_tiler(tiled_mma, "B", (n, k))
    return make_tiled_tma_atom(op, gmem_tensor, smem_layout, tiler, blocks, internal_type=internal_type)


def make_tiled_tma_atom_C(
    op: TmaOp,
    gmem_tensor: Tensor,
    smem_layout: Any,
    mma_tiler_mnk: Any,
    tiled_mma: Any = None,
    *,
    internal_type: type[Numeric] | None = None,
) -> TmaInfo:
    """`make_tiled_tma_atom` for C: (M, N) tiles, each block's own."""
    m, n, _ = mma_tiler_mnk
    return make_tiled_tma_atom(op, gmem_tensor, smem_layout, (m, n), internal_type=internal_type)


def _is(leaf: Any, number: int) -> bool:
    """Whether a leaf is known to be a number at compile time."""
    return isinstance(leaf, int) and leaf == number


def map_element(kind: type[Numeric], internal: type[Numeric] | None) -> tuple[str, int]:
    """The element of a tensor map, and how many elements of the tensor it is. Errors: tma-layout."""
    name, bits = (kind if internal is None else internal).__name__, kind.spec.storage_bits
    if bits in _PADDED and internal is not None and internal.spec.storage_bits == 8:
        return _PADDED[bits], 1
    if bits == 4 and name not in ELEMENTS:
        name = "Uint8"
    known = name in ELEMENTS and ELEMENTS[name].size_bytes * 8
    if not known or known % bits:
        raise fail("tma-layout", f"a tensor map cannot read a tensor of {kind.__name__} as {name}")
    return name, known // bits


_PADDED = {4: "b4x16_p64", 6: "b6x16_p32"}
"""Elements that take a byte each in shared memory, 16 of them together and then padding."""


def _wider(name: str, together: int, run: int) -> tuple[str, int, int]:
    """The integer elements, twice or four times as wide, of which a map's box takes a run of `run` elements."""
    size_bytes = ELEMENTS[name].size_bytes
    while run // together > MAX_BOX and size_bytes < 4:
        together, size_bytes = 2 * together, 2 * size_bytes
    return f"Int{8 * size_bytes}", together, size_bytes


def _with_strides_of_a_map(tensor: Tensor, order: Sequence[int]) -> tuple[DSLUserCodeError | None, Tensor]:
    """The tensor with strides that a map holds, and the error of the first one that was not so."""
    strides, refused = list(flatten_to_tuple(tensor.layout.stride)), None
    size = Fraction(tensor.element_type.spec.storage_bits, 8)
    for mode in order[1:]:
        step = strides[mode]
        try:
            check_stride(int(step * size) if isinstance(step, int) and step != 1 else 0, mode)
        except DSLUserCodeError as error:
            refused, strides[mode] = refused or error, 0
    if refused is None:
        return None, tensor
    return refused, tensor.with_layout(Layout(tensor.layout.shape, unflatten(strides, tensor.layout.shape)))


def descriptor_of_tile(
    tensor: Tensor,
    order: Sequence[int],
    box: tuple[int, ...],
    element: str,
    swizzle: int,
    merged: Sequence[int] = (),
    together: int = 1,
) -> Handle:
    """The tensor map of a box of a tensor, whose leaves it takes in this order. Errors: tma-layout, tma-limits."""
    numbers = map_numbers(tensor, order, together, merged)
    return emit_map(tensor.iterator, numbers, {"element": element, "box": tuple(box), "swizzle": swizzle})


def map_numbers(tensor: Tensor, order: Sequence[int], together: int = 1, merged: Sequence[int] = ()) -> list[Any]:
    """What a tensor map holds of a tensor whose leaves it takes in this order: extents, then strides in bytes, Int64.

    The first mode is contiguous: a map has no stride for it, and one that only run time knows must be 1. Its extent
    counts the `merged` leaves too, in elements of the map, each of `together` elements of the tensor.
    Errors: tma-layout, tma-limits.
    """
    shape, stride = flatten_to_tuple(tensor.layout.shape), flatten_to_tuple(tensor.layout.stride)
    static = [stride[mode] for mode in order if isinstance(stride[mode], int)]
    first = stride[order[0]]
    if first != 1 if isinstance(first, int) else 1 in static:
        raise fail(
            "tma-layout",
            f"mode {order[0]} of {tensor} is contiguous in shared memory, not in the tensor",
            fix="Give shared memory the tensor's major mode.",
        )
    size = Fraction(tensor.element_type.spec.storage_bits, 8)
    for mode in order[1:]:
        check_stride(int(stride[mode] * size) if isinstance(stride[mode], int) else 0, mode)
    strides = [_wide(stride[mode]) * size.numerator for mode in order[1:]]
    if size.denominator > 1:
        strides = [step // size.denominator for step in strides]
    extents = [_wide(shape[mode]) for mode in order]
    for mode in merged:
        extents[0] = extents[0] * _wide(shape[mode])
    if together > 1:
        extents[0] = extents[0] // together
    return extents + strides


def map_pointer(pointer: Any, name: str) -> Pointer:
    """A pointer to a tensor map that copies use: in global memory. Errors: tensor-map-pointer."""
    if not isinstance(pointer, Pointer) or pointer.memspace not in (AddressSpace.gmem, AddressSpace.generic):
        raise fail("tensor-map-pointer", f"{name}: the copy engine reads a map from global memory, got {pointer}")
    return pointer


def _wide(number: Any) -> Any:
    return as_numeric(number).to(Int64)


# -- partitions and copies -------------------------------------------------------------------------------------------
@overload
def tma_partition(
    atom: CopyAtom, cta_coord: Any, cta_layout: Any, smem_tensor: Tensor, gmem_tensor: Tensor
) -> tuple[Tensor, Tensor]: ...
@overload
def tma_partition(
    atom: CopyAtom, cta_coord: Any, cta_layout: Any, smem_tensor: Tensor, gmem_tensor: list[Tensor]
) -> tuple[Tensor, Tensor, Tensor]: ...
def tma_partition(atom: CopyAtom, cta_coord: Any, cta_layout: Any, smem_tensor: Tensor, gmem_tensor: Any) -> Any:
    """Both sides as ((atom, atoms of a tile), rest...), and this block's slice of each copy.

    A copy of rows by their numbers takes `[tensor, numbers]` in the place of the tensor in global memory, and gives
    three parts. Shapes: mode 0 of each is one tile (`group_modes(t, 0, 2)`). Source: BSD-3 `tma_partition`.
    """
    atom, smem = tma_atom_of(atom), _plain(smem_tensor)
    tile = smem.type_layout[0]
    covered = tile_to_shape(make_layout([right_inverse(tile)]), (size(tile),))
    values = math.prod(atom.box) * atom.num_multicast
    layout_v = logical_divide(covered[0], Layout(values))
    blocks = cosize(cta_layout)
    offset = cta_layout(cta_coord) * (values // blocks)
    parts: list[Tensor] = []
    for tensor in (smem, *(gmem_tensor if isinstance(gmem_tensor, list | tuple) else (gmem_tensor,))):
        rank = len(tensor.type_layout)
        rest = [tensor.tiled_layout[k] for k in range(1, rank)]
        tiled = composition(tensor.tiled_layout[0], layout_v)
        whole = make_layout([coalesce(tiled, target_profile=(1, 1)), *rest])
        moved, step = domain_offset(((offset, 0), *[0] * (rank - 1)), whole)
        parts.append(tensor.with_layout(moved, step))
    return tuple(parts)


def _plain(tensor: Tensor) -> Tensor:
    """The tensor without its swizzle: the engine swizzles by itself."""
    pointer, layout = tensor.whole_pointer.raw_ptr(), tensor.layout
    if isinstance(layout, ComposedLayout):
        return make_tensor(pointer + layout.offset, layout.outer)
    return make_tensor(pointer, layout)


def check_sides(atom: TmaAtom, gmem: Any, smem: Any) -> None:
    """Errors: copy-space, copy-shape unless coordinates meet as many elements of shared memory."""
    if not isinstance(gmem, CoordTensor):
        raise fail("copy-space", f"{type(atom.op).__name__} copies the tensor of `make_tiled_tma_atom`, not {gmem}")
    if smem.memspace is not AddressSpace.smem:
        raise fail("copy-space", f"{type(atom.op).__name__} copies shared memory, not {smem}")
    if size(gmem.type_layout) != size(smem.type_layout):
        raise fail(
            "copy-shape",
            f"source and destination differ: {size(gmem.type_layout)} coordinates and "
            f"{size(smem.type_layout)} elements",
        )


def atom_places(gmem: CoordTensor, smem: Tensor | None, together: int = 1) -> Iterator[tuple[list[Handle], Any]]:
    """For each atom: the coordinates of its first element, and where that lies in shared memory."""
    layout: Any = gmem.type_layout
    iterations = size(layout, [0, 1]) if isinstance(layout.shape[0], tuple) and len(layout.shape[0]) == 2 else 1
    counts = [iterations, *(size(layout, [k]) for k in range(1, len(layout)))]
    place = None if smem is None else _plain(smem)
    nested = isinstance(layout.shape[0], tuple) and len(layout.shape[0]) == 2
    for index in product(*map(range, counts)):
        at = ((0, index[0]) if nested else 0, *index[1:])
        first, *rest = as_modes(gmem[at if len(at) > 1 else (at[0],)])
        first = first if together == 1 else first // together
        coord = [as_numeric(c).to(Int32).ir_value() for c in (first, *rest)]
        yield coord, None if place is None else place.iterator + place.layout(at)


def prefetch_descriptor(tma_atom: CopyAtom) -> None:
    """Prefetches the tensor map, so that the first copy does not wait for it. Errors: operation-argument."""
    cute_emitter().op("cute.tma.prefetch_descriptor", (tma_atom_of(tma_atom).descriptor,), (), {})


def create_tma_multicast_mask(cta_layout_vmnk: Layout, cta_coord_vmnk: Any, mcast_mode: int) -> Any:
    """The multicast mask: one bit for each block along `mcast_mode` of the cluster.

    Shapes: `cta_layout_vmnk` has the modes (V,M,N,K), and `cta_coord_vmnk` is a coordinate of it.
    """
    return make_layout_image_mask(cta_layout_vmnk, cta_coord_vmnk, mcast_mode)


def _rebuilt(structure: Any, handles: Sequence[Handle]) -> TmaAtom:
    return replace(structure.atom, descriptor=handles[0])


@frozen(eq=False)
class _Shape:
    """What stays the same of an atom wherever its tensor map comes from."""

    atom: TmaAtom

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Shape) and replace(self.atom, descriptor=None) == replace(other.atom, descriptor=None)

    __hash__ = None  # pyright: ignore[reportAssignmentType]


register_tree(TmaAtom, lambda atom: ([atom.descriptor], _Shape(atom)), _rebuilt)
