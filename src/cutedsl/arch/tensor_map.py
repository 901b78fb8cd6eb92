"""Tensor maps (the bulk copy engine's descriptors) as data: element codes, limits, and the request to make one.

A request is 128 bytes: what `cuTensorMapEncodeTiled` takes, packed. Generated host code fills it, `execution/` turns it
into the driver's opaque 128 bytes; on the CPU the request itself is the descriptor. Source: CUDA Driver API, "Tensor
Map Object Management"; the packing is ours.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.native.constants import MAP_RANK
from cutedsl.native.constants import SWIZZLE_BY_32_BYTES as SWIZZLE_BY_32_BYTES
from cutedsl.native.structures import structure

# A tensor map as the hardware reads it; the limits of its fields. Source: CUDA driver API, `cuTensorMapEncodeTiled`.
DESCRIPTOR_BYTES: Final = 128
DESCRIPTOR_ALIGN_BYTES: Final = 64
MAX_RANK: Final = MAP_RANK
MAX_BOX: Final = 256
PADDED: Final = 1
"""The form of a request for a map of elements narrower than a byte, 16 of which take 16 bytes of shared memory."""
PIXELS: Final = 2
"""The form of a request for a map of pixels (im2col); its box has channels and pixels, then a word for each axis of the
picture: the first and the last corner, 16 bits each. The steps follow the form, `STEP_BITS` each."""
ROWS_OF_PIXELS: Final = 3
"""The same for pixels of one row of the picture (im2col::w)."""
ROW_OFFSETS: Final = 2
"""What a copy of those takes: how many further pixels, and how far along the row. Source: PTX ISA, "im2col::w"."""
FORM_BITS: Final = 8
STEP_BITS: Final = 4
MOST_STEP: Final = 8
MOST_PIXELS: Final = 1024
"""Of the steps from one pixel to the next, and of the pixels of a copy.

Source: CUDA Driver API, `cuTensorMapEncodeIm2col`.
"""
CORNER_BITS: Final = {3: 16, 4: 8, 5: 4}
"""Bits of the corner of a map of pixels on each axis, by rank; those of rank 5 have one more for the sign.

Source: CUDA Driver API, `cuTensorMapEncodeIm2col`.
"""
MAX_DIM: Final = 1 << 32
MAX_STRIDE_BYTES: Final = 1 << 40
L2_PROMOTION_128B: Final = 2
ALIGN_BYTES: Final = 16
TILE_ALIGN_BYTES: Final = 128
"""What divides the address of a tile in shared memory."""
SWIZZLE_BYTES: Final = (0, 32, 64, 128, 128)
"""The widest row of a box in bytes for each swizzle mode; mode 0 has no limit."""

REQUEST: Final[Mapping[str, int]] = MappingProxyType(structure("MapRequest").offsets())
"""Byte offsets in a request, `MapRequest` of `native/abi/block.h`."""
_FORMAT: Final = struct.Struct("<q5q4q5iiiiiii4x")


@frozen
class MapElement:
    """An element type of tensor maps: the driver's code, and its size.

    Of elements narrower than a byte: `memory_bits` in global memory, `shared_bits` in shared memory; `size_bytes` is 1.
    """

    code: int
    size_bytes: int
    memory_bits: int = 0
    shared_bits: int = 0

    def tile_bytes(self, box: Sequence[int]) -> int:
        """The bytes of shared memory that a box takes.

        >>> ELEMENTS["b4x16_p64"].tile_bytes((128, 8)), ELEMENTS["b4x16"].tile_bytes((256, 2))
        (1024, 256)
        """
        count = math.prod(box)
        return count * self.shared_bits // 8 if self.memory_bits else count * self.size_bytes

    def counted_bytes(self, box: Sequence[int]) -> int:
        """The bytes of a box that an mbarrier counts: those of global memory, without padding.

        Source: BSD-3 `cutlass/gemm/collective/sm100_mma_warpspecialized.hpp` (TmaTransactionBytes).

        >>> ELEMENTS["b4x16_p64"].counted_bytes((128, 8)), ELEMENTS["Float16"].counted_bytes((64, 8))
        (512, 1024)
        """
        return self.tile_bytes(box) * self.memory_bits // self.shared_bits if self.memory_bits else self.tile_bytes(box)


ELEMENTS: Final[Mapping[str, MapElement]] = MappingProxyType(
    {
        **{name: MapElement(0, 1) for name in ("Int8", "Uint8", "Float8E4M3FN", "Float8E5M2", "Float8E4M3", "Boolean")},
        **{name: MapElement(1, 2) for name in ("Int16", "Uint16")},
        "Uint32": MapElement(2, 4),
        "Int32": MapElement(3, 4),
        "Uint64": MapElement(4, 8),
        "Int64": MapElement(5, 8),
        "Float16": MapElement(6, 2),
        "Float32": MapElement(7, 4),
        "Float64": MapElement(8, 8),
        "BFloat16": MapElement(9, 2),
        "TFloat32": MapElement(11, 4),
        "b4x16": MapElement(13, 1, 4, 4),
        "b4x16_p64": MapElement(14, 1, 4, 8),
        "b6x16_p32": MapElement(15, 1, 6, 8),
    }
)
"""Element types by the name of their class; types without a code of their own go by their bits.

Those narrower than a byte go by PTX's names of how 16 of them lie: packed, or with padding up to 16 bytes.
"""
NARROW_LINE: Final = 128
"""Elements of a padded row of a box, and what divides its coordinates."""


@frozen
class MapRequest:
    """A tensor in global memory and the box that one copy moves. Mode 0 is contiguous; strides are in bytes."""

    address: int
    dims: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    element: int
    swizzle: int
    elem_bytes: int
    form: int = 0
    axes: tuple[tuple[int, int, int], ...] = ()
    """Of a map of pixels, for each axis of the picture: the first and the last corner, the step."""

    @property
    def narrow(self) -> MapElement | None:
        """The element type, where it is narrower than a byte."""
        return next((one for one in ELEMENTS.values() if one.code == self.element and one.memory_bits), None)

    @property
    def rank(self) -> int:
        return len(self.dims)


def unpack_request(data: bytes) -> MapRequest:
    """The request in 128 bytes.

    >>> data = _FORMAT.pack(4096, 8, 4, 1, 1, 1, 32, 0, 0, 0, 8, 4, 1, 1, 1, 7, 2, 1, 4, 0, 0)
    >>> request = unpack_request(data)
    >>> request.dims, request.strides, request.box, request.element, request.swizzle, request.elem_bytes
    ((8, 4), (32,), (8, 4), 7, 1, 4)
    """
    numbers = _FORMAT.unpack(data)
    element, rank, swizzle, elem_bytes = numbers[15:19]
    form, steps = numbers[20] & (1 << FORM_BITS) - 1, numbers[20] >> FORM_BITS
    sizes = 2 if form in (PIXELS, ROWS_OF_PIXELS) else rank
    axes = tuple(
        ((word & 0xFFFF ^ 0x8000) - 0x8000, word >> 16, steps >> STEP_BITS * k & (1 << STEP_BITS) - 1)
        for k, word in enumerate(numbers[12 : 10 + rank] if sizes < rank else ())
    )
    dims, strides, box = numbers[1 : 1 + rank], numbers[6 : 5 + rank], numbers[10 : 10 + sizes]
    # Nothing is a stride away along a mode of one element: it may be what no tensor map holds.
    strides = tuple([ALIGN_BYTES if dim == 1 else d for d, dim in zip(strides, dims[1:], strict=True)])
    return MapRequest(numbers[0], dims, strides, box, element, swizzle, elem_bytes, form, axes)


def check_narrow_box(box: tuple[int, ...], element: MapElement, swizzle: int) -> None:
    """`check_box` of elements narrower than a byte. Errors: `tma-limits`."""
    if element.shared_bits > element.memory_bits and (box[0] != NARROW_LINE or swizzle not in (0, 3)):
        message = f"the tile's contiguous mode is {box[0]} padded elements with swizzle {SWIZZLE_BYTES[swizzle]}"
        fix = f"Copy {NARROW_LINE} elements a row, without a swizzle or with 128 bytes."
        raise fail("tma-limits", message, fix=fix)
    check_box((box[0] * element.shared_bits // 8, *box[1:]), 1, swizzle)


def check_box(box: tuple[int, ...], elem_bytes: int, swizzle: int) -> None:
    """Refuses a box that no tensor map holds.

    Errors: `tma-limits`.
    """
    if not 1 <= len(box) <= MAX_RANK:
        raise fail("tma-limits", f"a copy of {len(box)} modes; a tensor map has 1 to {MAX_RANK}")
    if min(box) < 1 or max(box) > MAX_BOX:
        raise fail("tma-limits", f"a tile of {box} elements; each mode of a tensor map's tile has 1 to {MAX_BOX}")
    row = box[0] * elem_bytes
    if row % ALIGN_BYTES:
        raise fail("tma-limits", f"the tile's contiguous mode is {row} bytes, not a multiple of {ALIGN_BYTES}")
    if swizzle and row > SWIZZLE_BYTES[swizzle]:
        message = f"the tile's contiguous mode is {row} bytes; its swizzle repeats after {SWIZZLE_BYTES[swizzle]}"
        raise fail("tma-limits", message, fix="Use a wider swizzle, or a layout atom whose rows are that long.")


def check_pixels(box: tuple[int, ...], elem_bytes: int, swizzle: int, axes: Sequence[tuple[int, int, int]]) -> None:
    """`check_box` of a map of pixels: channels and pixels, and the corners and the step of each axis of the picture.

    Errors: `tma-limits`.
    """
    check_box((box[0],), elem_bytes, swizzle)
    if not 1 <= box[1] <= MOST_PIXELS:
        raise fail("tma-limits", f"a copy of {box[1]} pixels; a tensor map's have 1 to {MOST_PIXELS}")
    rank = len(axes) + 2
    half = 1 << CORNER_BITS[rank] - (rank < max(CORNER_BITS))
    for first, last, step in axes:
        if not -half <= min(first, last) <= max(first, last) < half:
            message = f"corners {first} and {last} of a tensor map of {rank} modes"
            raise fail("tma-limits", message, fix=f"Each lies between {-half} and {half - 1}.")
        if not 1 <= step <= MOST_STEP:
            raise fail("tma-limits", f"a step of {step} from one pixel to the next; it is from 1 to {MOST_STEP}")


def check_stride(stride_bytes: int, mode: int) -> None:
    """Refuses a stride that no tensor map holds.

    Errors: `tma-limits`.
    """
    if stride_bytes % ALIGN_BYTES or not 0 <= stride_bytes < MAX_STRIDE_BYTES:
        message = f"mode {mode} of the tensor has a stride of {stride_bytes} bytes, not a multiple of {ALIGN_BYTES}"
        raise fail("tma-limits", message, fix="Pad the rows of the tensor to a multiple of 16 bytes.")


def check_request(request: MapRequest) -> None:
    """Refuses what the driver would refuse, with the value that does not fit.

    Errors: `tma-limits`.
    """
    if request.address % ALIGN_BYTES:
        off = request.address % ALIGN_BYTES
        raise fail("tma-limits", f"the tensor starts {off} bytes after a multiple of {ALIGN_BYTES}")
    for mode, stride in enumerate(request.strides, 1):
        check_stride(stride, mode)
    if any(not 1 <= dim <= MAX_DIM for dim in request.dims):
        raise fail("tma-limits", f"the tensor's extents {request.dims} must lie between 1 and 2**32")
    if request.form in (PIXELS, ROWS_OF_PIXELS):
        check_pixels(request.box, request.elem_bytes, request.swizzle, request.axes)
    elif request.narrow is not None:
        check_narrow_box(request.box, request.narrow, request.swizzle)
    else:
        check_box(request.box, request.elem_bytes, request.swizzle)
