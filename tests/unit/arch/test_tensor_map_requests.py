"""What a tensor map is asked to hold, as the host code packs it."""

from __future__ import annotations

import struct

import pytest

from cutedsl.arch.tensor_map import REQUEST, check_request, unpack_request
from cutedsl.errors import DSLUserCodeError


def request(rows: int, stride_bytes: int) -> bytes:
    """A matrix of `rows` rows of 16 numbers of 2 bytes."""
    data = bytearray(128)
    places = {"address": [4096], "dims": [16, rows, 1, 1, 1], "strides": [stride_bytes, 0, 0, 0]}
    for name, numbers in places.items():
        struct.pack_into(f"<{len(numbers)}Q", data, REQUEST[name], *numbers)
    struct.pack_into("<5I", data, REQUEST["box"], 16, 1, 1, 1, 1)
    for name, number in {"element": 6, "rank": 2, "swizzle": 0, "elem_bytes": 2}.items():
        struct.pack_into("<I", data, REQUEST[name], number)
    return bytes(data)


def test_a_mode_of_one_element_may_have_any_stride() -> None:
    check_request(unpack_request(request(1, 2)))
    check_request(unpack_request(request(4, 32)))
    with pytest.raises(DSLUserCodeError, match="mode 1 of the tensor has a stride of 2 bytes"):
        check_request(unpack_request(request(4, 2)))
