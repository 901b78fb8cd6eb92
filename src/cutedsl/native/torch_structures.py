"""The structures of operators in torch's dispatcher: their state, and what their programs check.

Source: PyTorch 2.11-2.15, `torch/csrc/inductor/aoti_torch/c/shim.h`, `torch/csrc/stable`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from cutedsl.native.fields import Field, Structure
from cutedsl.native.handler_structures import HANDLER_CONTEXTS

MAX_PROGRAMS: Final = 8
MODE_KEYS: Final = (
    *("Python", "PythonTLSSnapshot", "PythonDispatcher", "PreDispatch"),
    *("FuncTorchDynamicLayerFrontMode", "Functionalize", "Tracer"),
)
"""Dispatch keys that a thread includes while somebody replaces, maps or records what is called."""


class TorchAnswer(IntEnum):
    """What a program answers; one that missed has touched nothing."""

    MISSED = 0
    DONE = 1
    FAILED = -1


class TorchDevice(IntEnum):
    """torch's numbers of device types."""

    CPU = 0
    CUDA = 1


class TorchArgument(IntEnum):
    """An argument's type in torch's schema."""

    TENSOR = 0
    FLOAT = 1
    INT = 2
    BOOL = 3


_OBJECT: Final = "struct Object *NAME"
TORCH_ENTRY: Final = Structure(
    "TorchEntry",
    (
        Field("environment", "ptr", "the environment of call code", c="CallEnvironment *NAME"),
        Field("key_included", "ptr", "whether the thread includes a dispatch key", c="_Bool (*NAME)(int64_t)"),
        Field("callbacks", "ptr", "whether a profiler listens", c="_Bool (*NAME)(void)"),
        Field(
            "function_mode",
            "ptr",
            "whether torch functions are overridden",
            c="struct Object *(*NAME)(void *, struct Object *)",
        ),
        Field("function_mode_self", "ptr", "its `self`"),
        Field("grad_mode", "ptr", "whether torch records what gradients need", c="_Bool (*NAME)(void)"),
        Field("forward_names", "ptr", "a dict", c=_OBJECT),
        Field("forward_name", "ptr", "a name in it", c=_OBJECT),
        Field("forward_none", "ptr", "what it stands for while nobody differentiates forward", c=_OBJECT),
        Field("save_thread", "ptr", "gives up Python's lock", c="void *(*NAME)(void)"),
        Field("restore_thread", "ptr", "takes it back", c="void (*NAME)(void *)"),
        Field("wrap", "ptr", "makes the object of a tensor", c="struct Object *(*NAME)(void *)"),
        Field("tuple_new", "ptr", "PyTuple_New", c="struct Object *(*NAME)(int64_t)"),
        Field(
            "tuple_set_item",
            "ptr",
            "PyTuple_SetItem",
            c="int32_t (*NAME)(struct Object *, int64_t, struct Object *)",
        ),
        Field("keys", "i64", "the numbers of MODE_KEYS, up to a 0", len(MODE_KEYS) + 1),
    ),
    doc="What calls from Python need, one a process.",
)
_TENSOR_ANSWER: Final = "int32_t (*NAME)(void *, {}*)"
TORCH_PROGRAM: Final = Structure(
    "TorchProgram",
    (
        Field("host", "ptr", "the host function", c="int32_t (*NAME)(int64_t *, Context *)"),
        Field("failed", "ptr", "keeps the error of a call", c="void (*NAME)(Context *, int32_t)"),
        Field("get_data_ptr", "ptr", "of the shim", c=_TENSOR_ANSWER.format("int64_t ")),
        Field("get_dim", "ptr", "of the shim", c=_TENSOR_ANSWER.format("int64_t ")),
        Field("get_dtype", "ptr", "of the shim", c=_TENSOR_ANSWER.format("int32_t ")),
        Field("get_device_type", "ptr", "of the shim", c=_TENSOR_ANSWER.format("int32_t ")),
        Field("get_device_index", "ptr", "of the shim", c=_TENSOR_ANSWER.format("int32_t ")),
        Field("get_sizes", "ptr", "of the shim", c=_TENSOR_ANSWER.format("int64_t *")),
        Field("get_strides", "ptr", "of the shim", c=_TENSOR_ANSWER.format("int64_t *")),
        Field("delete_tensor_object", "ptr", "of the shim", c="int32_t (*NAME)(void *)"),
        Field(
            "empty_strided",
            "ptr",
            "of the shim",
            c="int32_t (*NAME)(int64_t, const int64_t *, const int64_t *, int32_t, int32_t, int32_t, void **)",
        ),
        Field("entry", "ptr", "what calls from Python need; null: there are none", c="TorchEntry *NAME"),
        Field("contexts", "ptr", "the free contexts", HANDLER_CONTEXTS, "Context *NAME"),
    ),
    doc="What a program has at run time.",
)
TORCH_OPERATOR: Final = Structure(
    "TorchOperator",
    (
        Field("python", "ptr", "makes the whole call", c="int32_t (*NAME)(int64_t *)"),
        Field("raise", "ptr", "the shim's function that raises in C++"),
        Field(
            "programs",
            "ptr",
            "the programs that are tried, up to a null",
            MAX_PROGRAMS + 1,
            "int32_t (*NAME)(int64_t *, _Bool)",
        ),
    ),
    doc="What an operator has at run time.",
)
TORCH_INPUT: Final = Structure(
    "TorchInput",
    (
        Field("record", "i64", "where the argument's record is in the call's table, in words; -1: a constant"),
        Field("slot", "i64", "its first slot"),
        Field("word", "i64", "what a constant must be"),
        Field("mask", "i64", "the bits of it that count"),
    ),
)
TORCH_RESULT: Final = Structure(
    "TorchResult",
    (
        Field("record", "i64", "where its record is in the call's table, in words"),
        Field("slot", "i64", "its first slot"),
        Field("like", "i64", "the input that it is like"),
    ),
)
TORCH_TABLE: Final = Structure(
    "TorchTable",
    (
        Field("device", "i64", "a `TorchDevice`"),
        Field("inputs", "i64", "inputs; a `TorchInput` follows for each"),
        Field("results", "i64", "results; then a `TorchResult` for each"),
    ),
    doc="What an operator's arguments are to a program.",
)
TORCH_CALL: Final = Structure(
    "TorchCall",
    (
        Field("arguments", "i64", "arguments; a `TorchArgument` follows for each"),
        Field("results", "i64", "results"),
    ),
    doc="How Python calls a program.",
)
TORCH_STRUCTURES: Final = (
    TORCH_ENTRY,
    TORCH_PROGRAM,
    TORCH_OPERATOR,
    TORCH_INPUT,
    TORCH_RESULT,
    TORCH_TABLE,
    TORCH_CALL,
)
