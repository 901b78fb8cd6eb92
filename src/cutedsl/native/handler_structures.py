"""The structures of handlers that no Python watches: those of XLA and TVM-FFI, with their own records.

Source: XLA, `xla/ffi/api/c_api.h`, versions 0.3 and 0.4; apache-tvm-ffi 0.1, `include/tvm/ffi/c_api.h` and
`extra/c_env_api.h` (both Apache-2.0).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from cutedsl.native.fields import Field, Structure

HANDLER_CONTEXTS: Final = 8
"""Calls of one handler that run at the same time without Python's help."""
TVM_FFI_OBJECT_HEADER_BYTES: Final = 24
"""What is before the `DLTensor` in a tensor object."""
TVM_FFI_MAX_NDIM: Final = 32
"""The most modes of a tensor that comes without strides; others go to Python."""


class TvmFfiType(IntEnum):
    """Type indices of TVM-FFI."""

    NONE = 0
    INT = 1
    BOOL = 2
    FLOAT = 3
    POINTER = 4
    DLTENSOR = 7
    TENSOR = 70


HANDLER_STATE: Final = Structure(
    "HandlerState",
    (
        Field("host", "ptr", "the host function", c="int32_t (*NAME)(int64_t *, Context *)"),
        Field("failed", "ptr", "gives the text of a call's error", c="const char *(*NAME)(Context *, int32_t)"),
        Field("run", "ptr", "makes the whole call: null, or the text of its error", c="const char *(*NAME)(int64_t *)"),
        Field("contexts", "ptr", "the free contexts; null for one that is taken", HANDLER_CONTEXTS, "Context *NAME"),
    ),
    doc="What a handler has at run time.",
)
TVM_FFI_ANY: Final = Structure(
    "TvmFfiAny",
    (
        Field("type", "i32", "a `TvmFfiType`"),
        Field("unused", "i32", "0"),
        Field("payload", "i64", "the number, or an address"),
    ),
    doc="A value of TVM-FFI.",
)
TVM_FFI_STATE: Final = Structure(
    "TvmFfiState",
    (
        Field("handler", HANDLER_STATE, "`failed` and `run` set the error in TVM-FFI"),
        Field("slow", "ptr", "the Python function for calls that machine code does not handle"),
        Field(
            "function_call",
            "ptr",
            "TVMFFIFunctionCall",
            c="int32_t (*NAME)(void *, const TvmFfiAny *, int32_t, TvmFfiAny *)",
        ),
        Field("get_stream", "ptr", "TVMFFIEnvGetStream", c="void *(*NAME)(int32_t, int32_t)"),
        Field("torch_stream", "ptr", "torch's, or null", c="int32_t (*NAME)(int32_t, int32_t, void **)"),
    ),
    doc="What a function of TVM-FFI has at run time.",
)
EXPORTED_CALL: Final = Structure(
    "ExportedCall",
    (
        Field("table", "ptr", "what the arguments must be", c="const struct CallTable *NAME"),
        Field("most", "i64", "the most arguments of a call, with those that may be None"),
        Field("may_be_none", "ptr", "for each whether it may", c="const int8_t *NAME"),
        Field("misfit", "ptr", "the error of arguments that do not fit", c="const char *NAME"),
        Field("apart", "ptr", "that of tensors on several GPUs", c="const char *NAME"),
        Field("nowhere", "ptr", "that of a GPU that takes no kernels", c="const char *NAME"),
        Field("texts", "ptr", "those of the program, by code", c="const char *const *NAME"),
        Field("here", "ptr", "runs the program on the CPU", c="int32_t (*NAME)(int64_t *)"),
        Field(
            "on_gpu",
            "ptr",
            "runs it on a GPU; null for a program for the CPU",
            c="int32_t (*NAME)(const struct GpuProgram *, int64_t *, int32_t)",
        ),
        Field("program", "ptr", "the program for GPUs", c="const struct GpuProgram *NAME"),
    ),
    doc="The function of TVM-FFI in an exported object.",
)
XLA_METADATA: Final = Structure(
    "XlaMetadata",
    (
        Field("head", "i64", "sizes and extensions", 3),
        Field("major", "i32", "the version"),
        Field("minor", "i32", "the version"),
        Field("traits", "i32", "none"),
    ),
    doc="XLA's `XLA_FFI_Metadata`.",
)
XLA_EXTENSION: Final = Structure(
    "XlaExtension",
    (
        Field("size", "i64", "of the structure"),
        Field("type", "i32", "1: XLA asks for the version instead of calling"),
        Field("next", "ptr", "the next extension"),
        Field("metadata", "ptr", "where the answer goes", c="XlaMetadata *NAME"),
    ),
    doc="XLA's `XLA_FFI_Metadata_Extension`.",
)
XLA_BUFFER: Final = Structure(
    "XlaBuffer",
    (
        Field("head", "i64", "sizes and extensions", 2),
        Field("dtype", "i32", "the element type"),
        Field("data", "i64", "the address"),
    ),
    doc="The head of XLA's `XLA_FFI_Buffer`.",
)
XLA_STREAM_ARGS: Final = Structure(
    "XlaStreamArgs",
    (
        Field("size", "i64", "of the structure"),
        Field("extension", "ptr", "none"),
        Field("context", "ptr", "of the call"),
        Field("stream", "i64", "the answer"),
    ),
)
XLA_ERROR_ARGS: Final = Structure(
    "XlaErrorArgs",
    (
        Field("size", "i64", "of the structure, 28"),
        Field("extension", "ptr", "none"),
        Field("message", "ptr", "the text", c="const char *NAME"),
        Field("code", "i32", "the kind of error"),
        Field("unused", "i32", "up to a whole word"),
    ),
)
XLA_API: Final = Structure(
    "XlaApi",
    (
        Field("head", "i64", "sizes, versions, functions", 6),
        Field("error_create", "ptr", "makes an error", c="void *(*NAME)(struct XlaErrorArgs *)"),
        Field("between", "i64", "functions", 3),
        Field("stream_get", "ptr", "gives the stream", c="void *(*NAME)(struct XlaStreamArgs *)"),
    ),
    doc="The head of XLA's `XLA_FFI_Api`.",
)
XLA_FRAME: Final = Structure(
    "XlaFrame",
    (
        Field("size", "i64", "of the structure"),
        Field("extension", "ptr", "an extension, or null", c="XlaExtension *NAME"),
        Field("api", "ptr", "XLA's functions", c="XlaApi *NAME"),
        Field("context", "ptr", "of the call"),
        Field("stage", "i32", "3: execute"),
        Field("args_head", "i64", "size and extension of the operands' structure", 2),
        Field("args_count", "i64", "operands"),
        Field("arg_types", "ptr", "their kinds"),
        Field("args", "ptr", "the operands", c="XlaBuffer **NAME"),
        Field("rets_head", "i64", "size and extension of the results' structure", 2),
        Field("rets_count", "i64", "results"),
        Field("ret_types", "ptr", "their kinds"),
        Field("rets", "ptr", "the results", c="XlaBuffer **NAME"),
    ),
    doc="The head of XLA's `XLA_FFI_CallFrame`.",
)
XLA_SLOT: Final = Structure(
    "XlaSlot",
    (
        Field("dtype", "i64", "the element type that a buffer must have"),
        Field("slot", "i64", "the slot of its address"),
        Field("align_bytes", "i64", "what the address must be a multiple of"),
    ),
)
XLA_TABLE: Final = Structure(
    "XlaTable",
    (
        Field("operands", "i64", "operands; an `XlaSlot` follows for each, then one for each result"),
        Field("results", "i64", "results"),
        Field("stream_slot", "i64", "the slot of the stream; -1: none"),
        Field("major", "i64", "the version of XLA's interface"),
        Field("minor", "i64", "the version"),
    ),
    doc="What a custom call must be.",
)
HANDLER_STRUCTURES: Final = (
    HANDLER_STATE,
    TVM_FFI_ANY,
    TVM_FFI_STATE,
    EXPORTED_CALL,
    XLA_METADATA,
    XLA_EXTENSION,
    XLA_BUFFER,
    XLA_STREAM_ARGS,
    XLA_ERROR_ARGS,
    XLA_API,
    XLA_FRAME,
    XLA_SLOT,
    XLA_TABLE,
)
