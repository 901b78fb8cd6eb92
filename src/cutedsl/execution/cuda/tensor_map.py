"""Making tensor maps when a host function asks for them: checked, then encoded by the driver (on a GPU)."""

from __future__ import annotations

import ctypes
import functools
from typing import Any, Final

from cutedsl.arch.tensor_map import (
    DESCRIPTOR_ALIGN_BYTES,
    DESCRIPTOR_BYTES,
    L2_PROMOTION_128B,
    PIXELS,
    ROWS_OF_PIXELS,
    MapRequest,
    check_request,
    unpack_request,
)
from cutedsl.errors import fail
from cutedsl.execution.cuda.driver import driver
from cutedsl.execution.cuda.library import CUDA_LIBRARY

_REMEMBERED: Final = 4096


@functools.lru_cache(maxsize=_REMEMBERED)
def encoded(request: bytes, for_gpu: bool) -> bytes:
    """The descriptor for a packed request; equal requests are encoded once.

    Errors: `tma-limits`, `driver-error`, `missing-gpu`; `not-yet` for pixels of a row (im2col::w) on a GPU.
    """
    wanted = unpack_request(request)
    check_request(wanted)
    return _by_driver(wanted) if for_gpu else request


@functools.lru_cache(maxsize=2)
def _encoder(pixels: bool) -> Any:
    name = "cuTensorMapEncodeIm2col" if pixels else "cuTensorMapEncodeTiled"
    try:
        function = getattr(ctypes.CDLL(CUDA_LIBRARY), name)
    except (OSError, AttributeError):
        raise fail("driver-too-old", f"the CUDA driver cannot make tensor maps (it has no {name})") from None
    pointer, word = ctypes.c_void_p, ctypes.c_uint32
    box = [pointer, pointer, word, word, pointer] if pixels else [pointer, pointer]
    function.argtypes = [pointer, word, word, pointer, pointer, pointer, *box, word, word, word, word]
    function.restype = ctypes.c_int
    return function


def _by_driver(request: MapRequest) -> bytes:
    rank = request.rank
    room = (ctypes.c_uint8 * (DESCRIPTOR_BYTES + DESCRIPTOR_ALIGN_BYTES))()
    place = -(-ctypes.addressof(room) // DESCRIPTOR_ALIGN_BYTES) * DESCRIPTOR_ALIGN_BYTES
    dims = (ctypes.c_uint64 * rank)(*request.dims)
    strides = (ctypes.c_uint64 * max(rank - 1, 1))(*request.strides)
    steps = (ctypes.c_uint32 * rank)(*[1] * rank)
    box: list[Any] = [(ctypes.c_uint32 * len(request.box))(*request.box), steps]
    if request.form == ROWS_OF_PIXELS:
        raise fail("not-yet", "a tensor map of pixels of a row (im2col::w) for a kernel on a GPU")
    if request.form == PIXELS:
        lower, upper, along = zip(*request.axes, strict=True)
        corners = [(ctypes.c_int * len(along))(*ends) for ends in (lower, upper)]
        box = [*corners, *request.box, (ctypes.c_uint32 * rank)(1, *along, 1)]
    with driver().on_device(driver().device_of(request.address)):  # a thread may have no context yet
        status = _encoder(request.form == PIXELS)(
            place, request.element, rank, request.address, dims, strides, *box, 0, request.swizzle, L2_PROMOTION_128B, 0
        )
    if status:
        raise fail("driver-error", f"the driver refused the tensor map of {request} (error {status})")
    return ctypes.string_at(place, DESCRIPTOR_BYTES)
