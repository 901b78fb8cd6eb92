"""A program for the CPU as an object with the TVM-FFI symbol `__tvm_ffi_<name>`, in LLVM text.

Linked into a shared library it is a module for `tvm_ffi.load_module` and `tvm::ffi::Module::LoadFromFile`. It needs no
Python: what does not fit is an error with what the function takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutedsl.arch.call_abi import WORD_BYTES
from cutedsl.arch.call_description import CallArgument, CallDescription, HostKind, TensorArgument
from cutedsl.arch.host_abi import ErrorCode
from cutedsl.arch.tvm_ffi_abi import ANY, SYMBOL_PREFIX, TYPE_INDEX
from cutedsl.codegen.abi.table import table_words
from cutedsl.codegen.abi.tvm_ffi import TVM_FFI_TEXT

_MOST_CODES: Final = max(ErrorCode) + 1


def tvm_ffi_export_text(description: CallDescription, names: Sequence[str], name: str) -> str:
    """The function `__tvm_ffi_<name>` around `<name>_run_slots` of an exported object."""
    words = table_words(description, HostKind.DIRECT)
    taken = ", ".join(_shown(n, a) for n, a in zip(names, description.arguments, strict=True))
    said = {int(code): code.name.lower().replace("_", " ") for code in ErrorCode}
    texts = [f"{name}: {said.get(k, 'failed')}" for k in range(_MOST_CODES)]
    constants = "\n".join(_constant(f"cute.aot.said{k}", text) for k, text in enumerate(texts))
    pointers = ", ".join(f"ptr @cute.aot.said{k}" for k in range(_MOST_CODES))
    return f"""
{TVM_FFI_TEXT}
declare void @TVMFFIErrorSetRaisedFromCStr(ptr, ptr)
{constants}
{_constant("cute.aot.misfit", f"the arguments do not fit; compiled for {name}({taken})")}
{_constant("cute.aot.type.error", "TypeError")}
{_constant("cute.aot.runtime.error", "RuntimeError")}
@cute.aot.texts = private constant [{_MOST_CODES} x ptr] [{pointers}]
@cute.aot.table = private constant [{len(words)} x i64] [{", ".join(f"i64 {word}" for word in words)}], align 8
declare i32 @"{name}_run_slots"(ptr)
define i32 @"{SYMBOL_PREFIX}{name}"(ptr %self, ptr %args, i32 %count, ptr %result) {{
entry:
  %slots = alloca [{max(1, description.slot_count)} x i64], align {WORD_BYTES}
  %fits = call i1 @cute.tvm_ffi.fill(ptr @cute.aot.table, ptr %slots, ptr %args, i32 %count)
  br i1 %fits, label %run, label %misfit
misfit:
  call void @TVMFFIErrorSetRaisedFromCStr(ptr @cute.aot.type.error, ptr @cute.aot.misfit)
  ret i32 -1
run:
  %code = call i32 @"{name}_run_slots"(ptr %slots)
  %worked = icmp eq i32 %code, 0
  br i1 %worked, label %done, label %failed
failed:
  %text.p = getelementptr ptr, ptr @cute.aot.texts, i32 %code
  %text = load ptr, ptr %text.p
  call void @TVMFFIErrorSetRaisedFromCStr(ptr @cute.aot.runtime.error, ptr %text)
  ret i32 -1
done:
  %type.p = getelementptr i8, ptr %result, i64 {ANY["type"]}
  store i64 {TYPE_INDEX["none"]}, ptr %type.p
  %payload.p = getelementptr i8, ptr %result, i64 {ANY["payload"]}
  store i64 0, ptr %payload.p
  ret i32 0
}}
"""


def _constant(name: str, text: str) -> str:
    data = text.encode() + b"\0"
    body = "".join(f"\\{byte:02X}" for byte in data)
    return f'@{name} = private constant [{len(data)} x i8] c"{body}"'


def _shown(name: str, argument: CallArgument) -> str:
    """An argument as a message says it."""
    match argument:
        case TensorArgument():
            shape = ",".join("?" if leaf.static is None else str(leaf.static) for leaf in argument.shape)
            strides = ",".join("?" if leaf.static is None else str(leaf.static) for leaf in argument.strides)
            return f"{name}: {argument.dtype} ({shape}):({strides})"
        case _:
            return f"{name}: {argument.kind}"
