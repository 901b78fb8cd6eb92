"""Making tensor maps when a host function asks for them: checked, then encoded by the driver (on a GPU)."""

from __future__ import annotations

import ctypes
import functools
from typing import Any, Final

from cutedsl.arch.tensor_map import (
    DESCRIPTOR_ALIGN_BYTES,
    DESCRIPTOR_BYTES,
    L2_PROMOTION_128B,
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

    Errors: `tma-limits`, `driver-error`, `missing-gpu`.
    """
    wanted = unpack_request(request)
    check_request(wanted)
    return _by_driver(wanted) if for_gpu else request


@functools.lru_cache(maxsize=1)
def _encoder() -> Any:
    try:
        function = ctypes.CDLL(CUDA_LIBRARY).cuTensorMapEncodeTiled
    except (OSError, AttributeError):
        raise fail(
            "driver-too-old", "the CUDA driver cannot make tensor maps (it has no cuTensorMapEncodeTiled)"
        ) from None
    pointer, word = ctypes.c_void_p, ctypes.c_uint32
    function.argtypes = [pointer, word, word, pointer, *[pointer] * 4, word, word, word, word]
    function.restype = ctypes.c_int
    return function


def _by_driver(request: MapRequest) -> bytes:
    rank = request.rank
    room = (ctypes.c_uint8 * (DESCRIPTOR_BYTES + DESCRIPTOR_ALIGN_BYTES))()
    place = -(-ctypes.addressof(room) // DESCRIPTOR_ALIGN_BYTES) * DESCRIPTOR_ALIGN_BYTES
    dims = (ctypes.c_uint64 * rank)(*request.dims)
    strides = (ctypes.c_uint64 * max(rank - 1, 1))(*request.strides)
    box = (ctypes.c_uint32 * rank)(*request.box)
    steps = (ctypes.c_uint32 * rank)(*[1] * rank)
    with driver().on_device(driver().device_of(request.address)):  # a thread may have no context yet
        status = _encoder()(
            place, request.element, rank, request.address, dims, strides, box, steps, 0, request.swizzle,
            L2_PROMOTION_128B, 0,
        )  # fmt: skip
    if status:
        raise fail("driver-error", f"the driver refused the tensor map of {request} (error {status})")
    return ctypes.string_at(place, DESCRIPTOR_BYTES)
