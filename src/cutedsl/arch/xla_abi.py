"""The interface of XLA's custom calls (its FFI), and of our handlers with their runtime, as data.

A handler is `ptr <name>(ptr call_frame)`: null when it worked, else an error made by XLA. Offsets are in bytes on a
64-bit machine; XLA promises that they stay and that a handler of an older version is served.

Source: XLA, `xla/ffi/api/c_api.h` (Apache-2.0), versions 0.3 and 0.4.
"""

from __future__ import annotations

from typing import Final

FRAME: Final = {
    "extension": 8, "api": 16, "context": 24, "stage": 32, "args_count": 56, "args": 72, "rets_count": 96, "rets": 112,
}  # fmt: skip
"""`XLA_FFI_CallFrame`, with `XLA_FFI_Args` and `XLA_FFI_Rets` inside."""
EXTENSION: Final = {"type": 8, "metadata": 24}
METADATA: Final = {"major": 24, "minor": 28, "traits": 32}
METADATA_EXTENSION: Final = 1
"""What the extension of a call frame says when XLA asks a handler for its version instead of calling it."""
BUFFER: Final = {"dtype": 16, "data": 24}
API: Final = {"error_create": 48, "stream_get": 80}
ERROR_ARGS: Final = {"size": 0, "extension": 8, "message": 16, "code": 24}
ERROR_ARGS_BYTES: Final = 28
STREAM_ARGS: Final = {"size": 0, "extension": 8, "context": 16, "stream": 24}
STREAM_ARGS_BYTES: Final = 32
EXECUTE: Final = 3
INVALID_ARGUMENT: Final = 3
INTERNAL: Final = 13
UNIMPLEMENTED: Final = 12

DTYPES: Final = {
    "Boolean": 1, "Int8": 2, "Int16": 3, "Int32": 4, "Int64": 5, "Uint8": 6, "Uint16": 7, "Uint32": 8, "Uint64": 9,
    "Float16": 10, "Float32": 11, "Float64": 12, "BFloat16": 16, "Float8E5M2": 19, "Float8E4M3FN": 20,
    "Float8E4M3B11FNUZ": 23, "Float8E8M0FNU": 33,
}  # fmt: skip
"""XLA's numbers of element types, by their names in CuTe."""

HANDLER_CONTEXTS: Final = 8
"""Calls of one handler that run at the same time without Python's help."""
_STATE_WORDS: Final = ("host", "failed", "run", "contexts")
STATE: Final = {name: 8 * index for index, name in enumerate(_STATE_WORDS)}
"""Byte offsets in a handler's state: the host function; C functions `ptr failed(rt, code)`, which gives the text of a
call's error, and `ptr run(slots)`, which makes the whole call and gives null or that text; then the `rt` addresses of
free contexts."""
STATE_BYTES: Final = STATE["contexts"] + 8 * HANDLER_CONTEXTS
STATE_SUFFIX: Final = ".state"
