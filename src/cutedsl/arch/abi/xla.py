"""The interface of XLA's custom calls (its FFI), and of our handlers with their runtime, as data.

A handler is `ptr <name>(ptr call_frame)`: null when it worked, else an error made by XLA. Offsets are in bytes on a
64-bit machine; XLA promises that they stay and that a handler of an older version is served.

Source: XLA, `xla/ffi/api/c_api.h` (Apache-2.0), versions 0.3 and 0.4.
"""

from __future__ import annotations

from typing import Final

from cutedsl.native.structures import structure

DTYPES: Final = {
    "Boolean": 1, "Int8": 2, "Int16": 3, "Int32": 4, "Int64": 5, "Uint8": 6, "Uint16": 7, "Uint32": 8, "Uint64": 9,
    "Float16": 10, "Float32": 11, "Float64": 12, "BFloat16": 16, "Float8E5M2": 19, "Float8E4M3FN": 20,
    "Float8E4M3B11FNUZ": 23, "Float8E8M0FNU": 33,
}  # fmt: skip
"""XLA's numbers of element types, by their names in CuTe."""

STATE: Final = structure("HandlerState").offsets()
"""Byte offsets in a handler's state."""
STATE_SUFFIX: Final = ".state"
