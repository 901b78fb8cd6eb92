"""TVM-FFI's calling convention, and the state of our functions of that kind, as data.

A function is `i32 __tvm_ffi_<name>(ptr self, ptr args, i32 count, ptr result)`: 0 when it worked, else -1 with the
error set in TVM-FFI. Arguments are 16 bytes each: a type index and a payload.

Source: apache-tvm-ffi 0.1, `include/tvm/ffi/c_api.h` and `extra/c_env_api.h` (Apache-2.0).
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.xla_abi import HANDLER_CONTEXTS

SYMBOL_PREFIX: Final = "__tvm_ffi_"
ANY_BYTES: Final = 16
ANY: Final = {"type": 0, "payload": 8}
TYPE_INDEX: Final = {"none": 0, "int": 1, "bool": 2, "float": 3, "pointer": 4, "dltensor": 7, "tensor": 70}
OBJECT_HEADER_BYTES: Final = 24
"""What is before the `DLTensor` in a tensor object."""
MAX_NDIM: Final = 32
"""The most modes of a tensor that comes without strides; others go to Python."""

_STATE_WORDS: Final = ("host", "failed", "run", "slow", "function_call", "get_stream", "torch_stream", "contexts")
STATE: Final = {name: 8 * index for index, name in enumerate(_STATE_WORDS)}
"""Byte offsets in a function's state: the host function; C functions `failed(rt, code)` and `run(slots)`, which set the
error in TVM-FFI and give something else than null when they did; the handle of the function that takes every call that
the machine code does not know by heart, and `TVMFFIFunctionCall`; `TVMFFIEnvGetStream` and torch's function of that
kind (0: none); then the `rt` addresses of free contexts."""
STATE_BYTES: Final = STATE["contexts"] + 8 * HANDLER_CONTEXTS
STATE_SUFFIX: Final = ".state"
STREAM_SUFFIX: Final = ".stream"
"""`i32 (i32 device_type, i32 device, ptr stream)`: the environment's stream; where it names none, torch's."""
