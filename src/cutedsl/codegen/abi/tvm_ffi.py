"""A function by TVM-FFI's calling convention around a host function: a table, and C that walks it (`native/tvm_ffi`).

Interface: `arch/abi/tvm_ffi.py`.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.abi.call_description import CallDescription, HostKind
from cutedsl.arch.abi.tvm_ffi import STATE_SUFFIX, STREAM_SUFFIX, SYMBOL_PREFIX
from cutedsl.codegen.abi.constants import state_text, words_text
from cutedsl.codegen.abi.table import table_words
from cutedsl.codegen.llvm.compile import compile_native
from cutedsl.codegen.llvm.runtime import declared_once
from cutedsl.native import built_text
from cutedsl.native.structures import structure

_TVM_FFI_STATE: Final = structure("TvmFfiState")

TVM_FFI_TEXT: Final = declared_once(built_text("call") + built_text("tvm_ffi"))
"""The LLVM text that all functions share."""


def compile_tvm_ffi(description: CallDescription, name: str) -> bytes:
    """The objects with the function `__tvm_ffi_<name>` and its state."""
    return compile_native(tvm_ffi_text(description, name), more=TVM_FFI_TEXT).data


def tvm_ffi_text(description: CallDescription, name: str) -> str:
    """LLVM text of one function, to be linked with `TVM_FFI_TEXT`."""
    symbol = SYMBOL_PREFIX + name
    state = f'@"{symbol}{STATE_SUFFIX}"'
    return f"""
declare i32 @cute.tvm_ffi(ptr, ptr, ptr, ptr, i32, ptr)
declare i32 @cute.tvm_ffi.stream(ptr, i32, i32, ptr)
{state_text(symbol + STATE_SUFFIX, _TVM_FFI_STATE)}
{words_text("cute.tvm_ffi.table", table_words(description, HostKind.DIRECT))}
define i32 @"{symbol}"(ptr %self, ptr %args, i32 %count, ptr %result) {{
  %slots = alloca [{max(1, description.slot_count)} x i64], align 8
  %status = call i32 @cute.tvm_ffi(ptr {state}, ptr @cute.tvm_ffi.table, ptr %slots, ptr %args, i32 %count, ptr %result)
  ret i32 %status
}}
define i32 @"{symbol}{STREAM_SUFFIX}"(i32 %type, i32 %device, ptr %stream) {{
  %status = call i32 @cute.tvm_ffi.stream(ptr {state}, i32 %type, i32 %device, ptr %stream)
  ret i32 %status
}}
"""
