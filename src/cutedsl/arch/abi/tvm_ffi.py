"""TVM-FFI's calling convention, and the state of our functions of that kind, as data.

A function is `i32 __tvm_ffi_<name>(ptr self, ptr args, i32 count, ptr result)`: 0 when it worked, else -1 with the
error set in TVM-FFI. Arguments are 16 bytes each: a type index and a payload.

Source: apache-tvm-ffi 0.1, `include/tvm/ffi/c_api.h` and `extra/c_env_api.h` (Apache-2.0).
"""

from __future__ import annotations

from typing import Final

from cutedsl.native.structures import structure

SYMBOL_PREFIX: Final = "__tvm_ffi_"
STATE: Final = {**structure("TvmFfiState").offsets(), **structure("HandlerState").offsets()}
"""Byte offsets in a function's state; that of every handler is its head."""
STATE_SUFFIX: Final = ".state"
STREAM_SUFFIX: Final = ".stream"
"""`i32 (i32 device_type, i32 device, ptr stream)`: the environment's stream; where it names none, torch's."""
