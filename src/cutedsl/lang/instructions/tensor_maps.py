"""`cutlass.experimental.cuda`: tensor maps by the numbers that the driver takes, for copies by `primitives`.

Source: names and arguments from CuTe DSL programs; CUDA Driver API, "Tensor Map Object
Management".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from cutedsl.arch.tensor_map import (
    ALIGN_BYTES,
    CORNER_BITS,
    DESCRIPTOR_BYTES,
    ELEMENTS,
    NARROW_LINE,
    check_box,
    check_narrow_box,
    check_pixels,
)
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.ir.ops.tma import AT_RUN_TIME
from cutedsl.lang.atoms.tma import emit_map, map_numbers
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.instructions.tensor_map_kinds import TensorMapFloatOOBFill as TensorMapFloatOOBFill
from cutedsl.lang.instructions.tensor_map_kinds import TensorMapInterleave as TensorMapInterleave
from cutedsl.lang.instructions.tensor_map_kinds import check_plain
from cutedsl.lang.tensors.arrays import Array
from cutedsl.lang.tensors.make import allocate, make_ptr, make_tensor
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import make_layout
from cutedsl.layout.inttuple import flatten_to_tuple
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32, Int64, Uint8
from cutedsl.staging.tree import register_tree
from cutedsl.types import AddressSpace

_UNIT_BYTES = 16
"""Strides are counted in these."""


class TensorMapSwizzle(Enum):
    """How the pieces of a row are put into shared memory: the driver's numbers."""

    none = 0
    s32b = 1
    s64b = 2
    s128b = 3
    s128b_atom_32b = 4

    def to(self, kind: Any) -> Any:
        """The same in another enumeration of swizzles, as `Tcgen05SmemSwizzle`."""
        names = {"none": "NONE", "s128b_atom_32b": "SWIZZLE_128B_BASE32B"}
        return self if kind is TensorMapSwizzle else kind[names.get(self.name, f"SWIZZLE_{self.name[1:].upper()}")]


class TensorMapL2Promotion(Enum):
    """How much of memory a load brings to the L2 cache at least: a hint."""

    none = 0
    l2_64b = 1
    l2_128b = 2
    l2_256b = 3


class TensorMapDataFormat(Enum):
    """How elements lie in memory; those of 4 and 6 bits need a Blackwell GPU.

    Formats that flush numbers below the least normal one (`F32_FTZ`) may be named; a map of one is not yet built.
    """

    DEFAULT = 0
    BYTE = 1
    F32_FTZ = 10
    TF32_FTZ = 12
    B4X16 = 13
    B4X16_P64 = 14
    B6X16_P32 = 15


if TYPE_CHECKING:
    T = TypeVar("T")
    GridConstant = Annotated[T, "a parameter that no thread writes"]
else:

    class GridConstant:
        """`GridConstant[TensorMap]` annotates a kernel's parameter: tensor maps are always passed as such here."""

        def __class_getitem__(cls, kind: object) -> object:
            return kind


@frozen
class TensorMap:
    """A tensor in global memory and the box that one copy moves; a parameter of kernels.

    Shapes: `box` has the contiguous mode first, and None where only run time knows an extent; that of a map of pixels
    (im2col) has channels and pixels. `pixels` says of which it is: "anywhere" of a picture, of a row ("w"), 128 of a
    row ("w::128"); "" for tiles.
    Units: `box_bytes` in bytes of global memory, which a load counts at its mbarrier.
    """

    descriptor: Handle
    box: tuple[int | None, ...]
    box_bytes: int | Int32
    dtype: type[Numeric]
    swizzle: TensorMapSwizzle
    pixels: str = ""

    def get_ptr(self) -> TensorMap:
        """What copies take: the map itself."""
        return self

    def words(self) -> Pointer:
        """The map's 16 words (Int64) for a kernel to copy: `Pointer(tensor_map, dtype=Int64)`. Each thread has them."""
        emitter = cute_emitter()
        words = allocate(Int64, make_layout(DESCRIPTOR_BYTES // 8), AddressSpace.rmem, DESCRIPTOR_BYTES)
        for k in range(DESCRIPTOR_BYTES // 8):
            kind = emitter.dtype_type(Int64.spec)
            (word,) = emitter.op("cute.tma.descriptor_word", (self.descriptor,), (kind,), {"word": k})
            words[k] = Int64.from_handle(word)
        return words.iterator

    def global_tx_bytes(self) -> Int32:
        """The bytes that a load counts at its mbarrier."""
        return Int32(self.box_bytes)


def _parts(tensor_map: TensorMap) -> tuple[list[Handle], Any]:
    size, facts = tensor_map.box_bytes, (tensor_map.dtype, tensor_map.swizzle, tensor_map.pixels)
    if isinstance(size, int):
        return [tensor_map.descriptor], (tensor_map.box, size, facts)
    return [tensor_map.descriptor, size.ir_value()], (tensor_map.box, None, facts)


def _of_parts(structure: Any, handles: Sequence[Handle]) -> TensorMap:
    box, size, facts = structure
    return TensorMap(handles[0], box, Int32.from_handle(handles[1]) if size is None else size, *facts)


register_tree(TensorMap, _parts, _of_parts)


def create_tensor_map_tiled(
    global_address: Any,
    dtype: type[Numeric],
    global_dims: Sequence[Any],
    global_strides: Sequence[Any],
    box_dims: Sequence[Any],
    swizzle: TensorMapSwizzle | None = None,
    *,
    tma_format: TensorMapDataFormat | None = None,
    interleave: TensorMapInterleave | None = None,
    l2_promotion: TensorMapL2Promotion | None = None,
    oob_fill: TensorMapFloatOOBFill | None = None,
    traversal_strides: Sequence[int] | None = None,
) -> TensorMap:
    """In host code: a tensor map by its numbers, the contiguous mode first. Run time may be what knows them.

    `l2_promotion` is a hint; 128 bytes are used.
    Shapes: `global_strides` has one entry less than `global_dims` and `box_dims`, as mode 0 has none.
    Units: `global_address` in bytes, or a pointer; `global_strides` in 16 bytes; the others in elements.
    Errors: tma-limits, tma-layout; not-yet for interleaving, NaNs beyond the tensor, and traversal strides but 1.
    """
    check_plain(interleave, oob_fill, traversal_strides)
    swizzle, tma_format = swizzle or TensorMapSwizzle.none, tma_format or TensorMapDataFormat.DEFAULT
    name = _element_name(dtype, tma_format)
    if not len(global_strides) + 1 == len(global_dims) == len(box_dims):
        raise fail(
            "tma-layout",
            f"a tensor map cannot have {len(global_dims)} extents, {len(global_strides)} strides and "
            f"a box of {len(box_dims)}",
            fix="Give an extent and a size of the box for each mode, and a stride for each but the first.",
        )
    numbers = [_wide(n) for n in global_dims] + [_wide(n) * _UNIT_BYTES for n in global_strides]
    return _make_map(_pointer(global_address, dtype), numbers, dtype, name, box_dims, swizzle)


def create_tensor_map_im2col(
    global_address: Any,
    dtype: type[Numeric],
    global_dims: Sequence[Any],
    global_strides: Sequence[Any],
    lower_corner: Sequence[Any],
    upper_corner: Sequence[Any],
    channels_per_pixel: Any,
    pixels_per_column: Any,
    swizzle: TensorMapSwizzle | None = None,
    *,
    interleave: TensorMapInterleave | None = None,
    l2_promotion: TensorMapL2Promotion | None = None,
    oob_fill: TensorMapFloatOOBFill | None = None,
    traversal_strides: Sequence[Any] | None = None,
) -> TensorMap:
    """In host code: a tensor map of pixels (im2col), by numbers as `create_tensor_map_tiled` takes them.

    A load takes channels of one pixel after another. Pixels come from a box around the picture, which begins
    `lower_corner` from its first pixel and ends `upper_corner` from its last; the next one lies a traversal stride
    further.

    Shapes: `global_dims` are channels, 1 to 3 axes of a picture (W, H, D), pictures; the corners have an entry for each
    axis, `traversal_strides` one for each extent. Units: as `create_tensor_map_tiled`.
    Errors: as `create_tensor_map_tiled`. Source: CUDA Driver API, `cuTensorMapEncodeIm2col`.
    """
    check_plain(interleave, oob_fill, None)
    numbers = _pixel_numbers(global_dims, global_strides)
    around = _around(len(global_dims), lower_corner, upper_corner, traversal_strides)
    pointer, box = _pointer(global_address, dtype), (channels_per_pixel, pixels_per_column)
    return _map_of_pixels(pointer, numbers, dtype, box, swizzle, around, _ANYWHERE)


def create_tensor_map_im2col_from_view(
    tensor: Tensor | Array,
    lower_corner: Sequence[Any],
    upper_corner: Sequence[Any],
    channels_per_pixel: Any,
    pixels_per_column: Any,
    swizzle: TensorMapSwizzle = TensorMapSwizzle.none,
    *,
    dtype: type[Numeric] | None = None,
    stride_order: Sequence[int] | None = None,
    l2_promotion: TensorMapL2Promotion = TensorMapL2Promotion.l2_128b,
) -> TensorMap:
    """In host code: a tensor map of pixels of a tensor, as `create_tensor_map_im2col` makes by numbers.

    Its contiguous mode are channels, that with the longest stride pictures. `l2_promotion` is a hint.
    Shapes: the corners have an entry for each axis of a picture, the one with the shortest stride first; `stride_order`
    is as in `create_tensor_map_tiled_from_view`. Errors: tma-limits, tma-layout.
    """
    view = _as_view(tensor)
    order, element = _order_of(view, len(view.type_layout), stride_order), view.element_type if dtype is None else dtype
    numbers, around = map_numbers(view, order), _around(len(order), lower_corner, upper_corner, None)
    box = channels_per_pixel, pixels_per_column
    return _map_of_pixels(view.iterator, numbers, element, box, swizzle, around, _ANYWHERE)


class TensorMapIm2ColWideMode(Enum):
    """How many pixels of a row a copy takes: as the map says, or 128. The driver's numbers."""

    w = 0
    w128 = 1


def create_tensor_map_im2col_wide(
    global_address: Any,
    dtype: type[Numeric],
    global_dims: Sequence[Any],
    global_strides: Sequence[Any],
    lower_corner_width: Any,
    upper_corner_width: Any,
    channels_per_pixel: Any,
    pixels_per_column: Any,
    mode: TensorMapIm2ColWideMode = TensorMapIm2ColWideMode.w,
    swizzle: TensorMapSwizzle = TensorMapSwizzle.s128b,
    *,
    traversal_strides: Sequence[Any] | None = None,
) -> TensorMap:
    """In host code: a tensor map of pixels of one row of each picture, for kernels on the CPU.

    A load (`TMALoadMode.IM2COL_W`, `IM2COL_W_128`) takes the pixels of a row from the box around it, then those of the
    same row of the next picture. Its offsets are how many further pixels it takes, and how far along the row everything
    lies. Further pixels lie behind all others in shared memory; with `w128`, the first after each 32 pixels, then the
    second after each 32.

    Shapes, units: as `create_tensor_map_im2col`, with corners along W only. Errors: as `create_tensor_map_im2col`;
    tma-layout without a swizzle; not-yet on a GPU.
    Source: CUDA Driver API, `cuTensorMapEncodeIm2colWide`; PTX ISA, "im2col::w and im2col::w::128 modes".
    """
    if swizzle is TensorMapSwizzle.none:
        raise fail("tma-layout", "a tensor map of pixels of a row (im2col::w) needs a swizzle")
    others = [0] * (len(global_dims) - 3)
    numbers = _pixel_numbers(global_dims, global_strides)
    around = _around(len(global_dims), [lower_corner_width, *others], [upper_corner_width, *others], traversal_strides)
    box = channels_per_pixel, 128 if mode is TensorMapIm2ColWideMode.w128 else pixels_per_column
    way = "w::128" if mode is TensorMapIm2ColWideMode.w128 else "w"
    return _map_of_pixels(_pointer(global_address, dtype), numbers, dtype, box, swizzle, around, way)


def _pixel_numbers(dims: Sequence[Any], strides: Sequence[Any]) -> list[Any]:
    """Errors: tma-layout."""
    if len(dims) not in CORNER_BITS or len(strides) != len(dims) - 1:
        raise fail(
            "tma-layout",
            f"a tensor map of pixels of {len(dims)} extents and {len(strides)} strides",
            fix="Give 3 to 5 extents, and strides of all but the first.",
        )
    return [_wide(n) for n in dims] + [_wide(n) * _UNIT_BYTES for n in strides]


def _around(rank: int, lower: Sequence[Any], upper: Sequence[Any], steps: Sequence[Any] | None) -> list[Any]:
    """For each axis of the picture its first and its last corner and its step. Errors: tma-layout, not-yet."""
    steps = [1] * rank if steps is None else list(steps)
    if rank not in CORNER_BITS or not len(lower) == len(upper) == rank - 2 == len(steps) - 2:
        raise fail(
            "tma-layout",
            f"a tensor map of pixels of {rank} extents, corners {tuple(lower)} and {tuple(upper)}, and steps "
            f"{tuple(steps)}",
            fix="Give corners of all extents but the first and the last, and a step for each extent.",
        )
    if any(isinstance(step, int) and step != 1 for step in (steps[0], steps[-1])):
        raise fail("not-yet", f"a tensor map of pixels with steps {tuple(steps)} of channels or pictures")
    return [number for group in zip(lower, upper, steps[1:-1], strict=True) for number in group]


_ANYWHERE = "anywhere"


def _map_of_pixels(
    pointer: Pointer,
    numbers: Sequence[Any],
    dtype: type[Numeric],
    box: tuple[Any, Any],
    swizzle: TensorMapSwizzle | None,
    around: Sequence[Any],
    way: str,
) -> TensorMap:
    swizzle = swizzle or TensorMapSwizzle.none
    name = _element_name(dtype, TensorMapDataFormat.DEFAULT)
    if ELEMENTS[name].memory_bits:
        raise fail("not-yet", f"a tensor map of pixels of {dtype.__name__}")
    known = [number if isinstance(number, int) else k % 3 // 2 for k, number in enumerate(around)]
    axes = [(known[k], known[k + 1], known[k + 2]) for k in range(0, len(known), 3)]
    size_bytes = ELEMENTS[name].size_bytes
    known_box = _with_unknown(box, ALIGN_BYTES // size_bytes)
    check_pixels((known_box[0], known_box[1]), size_bytes, swizzle.value, axes)
    attrs: dict[str, Any] = {"axes": len(axes)} if way == _ANYWHERE else {"axes": len(axes), "rows": True}
    return _made(pointer, [*numbers, *map(_wide, around)], dtype, name, box, swizzle, attrs, way)


def create_tensor_map_tiled_from_view(
    tensor: Tensor | Array,
    box_dims: Sequence[Any],
    swizzle: TensorMapSwizzle = TensorMapSwizzle.none,
    *,
    dtype: type[Numeric] | None = None,
    tma_format: TensorMapDataFormat = TensorMapDataFormat.DEFAULT,
    stride_order: Sequence[int] | None = None,
    l2_promotion: TensorMapL2Promotion = TensorMapL2Promotion.l2_128b,
) -> TensorMap:
    """In host code: a tensor map of a tensor. Copies take coordinates from the contiguous mode on.

    `l2_promotion` is a hint; 128 bytes are used.

    Shapes: `box_dims` has an entry for each mode of the tensor; `stride_order` gives the rank of each mode's stride, 0
    for the contiguous one. Left out, the strides say it; where only run time knows them, the last mode is contiguous,
    the one before it next. `dtype`, of the same width, takes the place of the tensor's own.
    Errors: tma-limits, tma-layout.
    """
    view = _as_view(tensor)
    order = _order_of(view, len(box_dims), stride_order)
    element = view.element_type if dtype is None else dtype
    name = _element_name(element, tma_format)
    narrow = ELEMENTS[name].memory_bits
    if (narrow or 8 * ELEMENTS[name].size_bytes) != view.element_type.spec.storage_bits:
        raise fail("tma-layout", f"a tensor map of {element.__name__} does not fit {view}")
    numbers = map_numbers(view, order)
    return _make_map(view.iterator, numbers, element, name, [box_dims[mode] for mode in order], swizzle)


def _as_view(tensor: Tensor | Array) -> Tensor:
    return tensor if isinstance(tensor, Tensor) else make_tensor(tensor.data_ptr(), _compact(tensor.shape))


def _order_of(view: Tensor, rank: int, stride_order: Sequence[int] | None) -> list[int]:
    """The modes from the contiguous one on. Errors: tma-layout."""
    ranks = _stride_ranks(view) if stride_order is None else tuple(stride_order)
    if sorted(ranks) != list(range(rank)) or len(view.type_layout) != rank:
        raise fail("tma-layout", f"stride_order {ranks} and a map of {rank} modes do not fit {view}")
    return sorted(range(rank), key=lambda mode: ranks[mode])


def _stride_ranks(view: Tensor) -> tuple[int, ...]:
    """The rank of each mode's stride."""
    strides = flatten_to_tuple(view.type_layout.stride)
    last_first = range(len(strides) - 1, -1, -1)
    known = all(isinstance(stride, int) for stride in strides)
    order = sorted(last_first, key=lambda mode: strides[mode] if known else 0)
    return tuple(order.index(mode) for mode in range(len(strides)))


_FORMATS = {
    TensorMapDataFormat.B4X16: "b4x16",
    TensorMapDataFormat.B4X16_P64: "b4x16_p64",
    TensorMapDataFormat.B6X16_P32: "b6x16_p32",
}
_NARROW = {4: "b4x16_p64", 6: "b6x16_p32"}
"""By the bits of an element, how narrow ones lie where no format is given: padded."""


def _element_name(dtype: type[Numeric], tma_format: TensorMapDataFormat) -> str:
    """The name of an element in `ELEMENTS`. Errors: tma-layout."""
    if tma_format in (TensorMapDataFormat.F32_FTZ, TensorMapDataFormat.TF32_FTZ):
        raise fail("not-yet", f"a tensor map of format {tma_format.name}")
    bits = dtype.width // dtype.spec.lanes
    named = _FORMATS.get(tma_format) or _NARROW.get(bits) or dtype.__name__
    if named not in ELEMENTS or ELEMENTS[named].memory_bits not in (0, bits):
        raise fail("tma-layout", f"a tensor map of format {tma_format.name} cannot hold elements of {dtype.__name__}")
    return named


def _pointer(address: Any, dtype: type[Numeric]) -> Pointer:
    """A place in global memory, of bytes where a type holds several elements."""
    if isinstance(address, Pointer):
        return address
    kind = Uint8 if dtype.spec.lanes > 1 else dtype
    return make_ptr(kind, address, AddressSpace.gmem, assumed_align=_UNIT_BYTES)


def _compact(extents: Sequence[Any]) -> Any:
    """The layout of an array, its last mode contiguous."""
    return make_layout(tuple(extents), stride=tuple(math.prod(extents[k + 1 :]) for k in range(len(extents))))


def _make_map(
    pointer: Pointer,
    numbers: Sequence[Any],
    dtype: type[Numeric],
    name: str,
    box: Sequence[Any],
    swizzle: TensorMapSwizzle,
) -> TensorMap:
    element = ELEMENTS[name]
    if element.memory_bits:
        check_narrow_box(_with_unknown(box, NARROW_LINE), element, swizzle.value)
    else:
        check_box(_with_unknown(box, ALIGN_BYTES // element.size_bytes), element.size_bytes, swizzle.value)
    return _made(pointer, numbers, dtype, name, box, swizzle, {}, "")


def _known(box: Sequence[Any]) -> tuple[int | None, ...]:
    """The extents of a box; None where only run time knows one."""
    extents = [as_numeric(extent) for extent in box]
    return tuple([int(extent.literal) if extent.is_static else None for extent in extents])


def _with_unknown(box: Sequence[Any], first: int) -> tuple[int, ...]:
    """A box to check: extents that only run time knows are `first`, or 1 after it. The runtime checks the whole box."""
    return tuple([(1 if k else first) if extent is None else extent for k, extent in enumerate(_known(box))])


def _made(
    pointer: Pointer,
    numbers: Sequence[Any],
    dtype: type[Numeric],
    name: str,
    box: Sequence[Any],
    swizzle: TensorMapSwizzle,
    more: Mapping[str, Any],
    pixels: str,
) -> TensorMap:
    known = _known(box)
    extents = tuple([AT_RUN_TIME if extent is None else extent for extent in known])
    attrs = {"element": name, "box": extents, "swizzle": swizzle.value, **more}
    given = [_wide(extent) for extent, static in zip(box, known, strict=True) if static is None]
    descriptor = emit_map(pointer, [*numbers, *given], attrs)
    return TensorMap(descriptor, known, _counted_bytes(name, box), dtype, swizzle, pixels)


def _counted_bytes(name: str, box: Sequence[Any]) -> int | Int32:
    """The bytes that a load of a box counts at its mbarrier."""
    element, known = ELEMENTS[name], [extent for extent in _known(box) if extent is not None]
    if len(known) == len(box):
        return element.counted_bytes(known)
    bits = math.prod(known) * (element.memory_bits or 8 * element.size_bytes)
    for extent, static in zip(box, _known(box), strict=True):
        if static is None:
            bits = as_numeric(extent).to(Int32) * bits
    return Int32(bits) // 8


def _wide(number: Any) -> Any:
    return as_numeric(number).to(Int64)


functions_take_places(globals())
