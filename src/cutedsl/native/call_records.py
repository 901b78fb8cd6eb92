"""The tables that call code walks: what each argument of a function must be, and which slots its parts fill.

`codegen/abi/table.py` writes them, the C below `native/layout`, `native/call` and `native/tvm_ffi` reads them. All
fields are 8-byte words.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from cutedsl.native.call_structures import DLTENSOR
from cutedsl.native.fields import Field, Structure

MAX_CONTEXTS: Final = 8
"""Calls of one function that run at the same time without Python's help; more go to `run`."""


class ArgumentKind(IntEnum):
    """What the first word of a record says."""

    TENSOR = 0
    INTEGER = 1
    FLOAT64 = 2
    FLOAT32 = 3
    BOOLEAN = 4
    TUPLE = 5
    LIST = 6
    FIELDS = 7
    CONSTANT = 8
    STREAM = 9
    EVENT = 10


class MemoryKind(IntEnum):
    """How a record names the kind of memory that a tensor lies in."""

    CPU = 1
    CUDA = 2


class HostCode(IntEnum):
    """How a table names what a host function does (`call_description.HostKind`)."""

    DIRECT = 0
    LAUNCHES = 1
    LOOPS = 2


CALL_TABLE: Final = Structure(
    "CallTable",
    (
        Field("arguments", "i64", "how many arguments there are; their records follow"),
        Field("host_kind", "i64", "what the host function does, a `HostCode`"),
        Field("checks", "i64", "how many checks between slots there are"),
        Field("checks_at", "i64", "where they are, in bytes from here"),
    ),
    doc="The head of a function's table.",
)
TENSOR_RECORD: Final = Structure(
    "TensorRecord",
    (
        Field("kind", "i64", "TENSOR"),
        Field("dtype", "i64", "DLPack's word for the element type"),
        Field("modes", "i64", "how many modes; a leaf follows for each extent, then one for each stride"),
        Field("memory", "i64", "a `MemoryKind`"),
        Field("numpy_type", "i64", "where the environment has NumPy's type"),
        Field("item_shift", "i64", "log2 of the element's bytes"),
        Field("misaligned", "i64", "bits of the address that must be 0"),
        Field("numpy_flags", "i64", "flags that a NumPy array must have"),
    ),
)
LEAF_RECORD: Final = Structure(
    "LeafRecord",
    (
        Field("least", "i64", "the least value"),
        Field("width", "i64", "the greatest value less the least"),
        Field("divisor", "i64", "what the value must be a multiple of"),
        Field("is_slot", "i64", "1 if it fills a slot"),
    ),
)
SCALAR_RECORD: Final = Structure(
    "ScalarRecord",
    (
        Field("kind", "i64", "an `ArgumentKind`"),
        Field("least", "i64", "a number's least value; how many parts a tree has; 1: a constant may be None"),
        Field("width", "i64", "the width of a number's range; else which of the call's objects: the class, the value"),
    ),
)
SLOT_CHECK: Final = Structure(
    "SlotCheck",
    (
        Field("slot", "i64", "the slot that is checked"),
        Field("coefficient", "i64", "it is this, times the factors"),
        Field("unless_one", "i64", "the slot that voids the check where it is 1; -1: none"),
        Field("factors", "i64", "how many factors follow: the numbers of their slots"),
    ),
)
TENSOR_VIEW: Final = Structure(
    "TensorView",
    (
        Field("tensor", DLTENSOR, "the tensor; `data` includes the offset"),
        Field("shift", "i64", "strides are in units of 1 << shift"),
        Field("mask", "i64", "the bits that must be 0 for a stride to be whole"),
        Field("gpu", "i64", "the GPU that the tensors of the call so far are on; -1 before the first"),
    ),
    doc="A tensor as call code reads it.",
)
CALL_STATE: Final = Structure(
    "CallState",
    (
        Field("environment", "ptr", "the environment of the process", c="CallEnvironment *NAME"),
        Field("failed", "ptr", "callable (rt, code): raises the error of a call", c="struct Object *NAME"),
        Field("run", "ptr", "callable (slots, gpu): runs the host function", c="struct Object *NAME"),
        Field("names", "ptr", "interned names of the arguments; null: names go to Python", c="struct Object **NAME"),
        Field("defaults", "ptr", "their defaults; null for none", c="struct Object **NAME"),
        Field("objects", "ptr", "classes, fields and constants that the table counts", c="struct Object **NAME"),
        Field("free_count", "i64", "how many contexts are free"),
        Field("contexts", "ptr", "the free contexts", MAX_CONTEXTS, "Context *NAME"),
    ),
    doc="What one function has at run time; written when it is loaded.",
)  # fmt: skip
DIRECT_RECORD: Final = Structure(
    "DirectRecord",
    (
        Field("environment", "ptr", "the environment of the process", c="CallEnvironment *NAME"),
        Field(
            "call",
            "ptr",
            "a call code",
            c="struct Object *(*NAME)(struct Object *, struct Object *const *, int64_t, struct Object *)",
        ),
        Field("call_self", "ptr", "its `self`", c="struct Object *NAME"),
        Field("rest", "ptr", "a callable that must give True; null for none", c="struct Object *NAME"),
        Field("named", "i64", "1: the names of the arguments come first, then their defaults (0: none)"),
        Field("arguments", "i64", "arguments: 1 if the call code takes it, and a node of `python/fits.c`"),
        Field("variables", "i64", "context variables that must be None"),
        Field(
            "scopes", "i64", "dicts: the dict, its version, how many names; each and what it stands for (0: nothing)"
        ),
        Field("attributes", "i64", "attributes: the owner, the name, the value"),
        Field("mappings", "i64", "whole dicts: the dict, its version, its size, its keys and values in their order"),
    ),
    doc="What must hold for a direct call of a `@jit` function to go to a call code; the parts follow in this order.",
)
JIT_CALL_STATE: Final = Structure(
    "JitCallState",
    (
        Field("environment", "ptr", "the environment of the process", c="CallEnvironment *NAME"),
        Field("python", "ptr", "makes a call in Python, with the function first", c="struct Object *NAME"),
        Field("recent", "ptr", "the name of the attribute with the recent calls", c="struct Object *NAME"),
        Field("entry", "ptr", "the name of their builtin", c="struct Object *NAME"),
        Field("bound", "ptr", "the name of the attribute with a method's `self`", c="struct Object *NAME"),
    ),
    doc="What `__call__` of a `@jit` function needs.",
)
CALL_RECORDS: Final = (
    CALL_TABLE,
    TENSOR_RECORD,
    LEAF_RECORD,
    SCALAR_RECORD,
    SLOT_CHECK,
    TENSOR_VIEW,
    CALL_STATE,
    DIRECT_RECORD,
    JIT_CALL_STATE,
)
