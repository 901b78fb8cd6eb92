"""A program as an object with the TVM-FFI symbol `__tvm_ffi_<name>`, in LLVM text.

Linked into a shared library it is a module for `tvm_ffi.load_module` and `tvm::ffi::Module::LoadFromFile`. It needs no
Python: what does not fit is an error with what the function takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutedsl.arch.call_abi import DLTENSOR_FIELDS, WORD_BYTES
from cutedsl.arch.call_description import CallArgument, CallDescription, HostKind, TensorArgument
from cutedsl.arch.host_abi import ErrorCode
from cutedsl.arch.tvm_ffi_abi import ANY, ANY_BYTES, OBJECT_HEADER_BYTES, SYMBOL_PREFIX, TYPE_INDEX
from cutedsl.codegen.abi.table import table_words
from cutedsl.codegen.abi.tvm_ffi import TVM_FFI_TEXT
from cutedsl.codegen.abi.view import load

_MOST_CODES: Final = max(ErrorCode) + 1


def tvm_ffi_export_text(
    description: CallDescription, names: Sequence[str], name: str, nones: Sequence[int] = (), *, on_gpu: bool
) -> str:
    """The function `__tvm_ffi_<name>` of an exported object, around `<name>_run_slots`, or around `@cute.gpu.run`.

    A call may give None at the places `nones`, or leave them out.
    """
    words = table_words(description, HostKind.DIRECT)
    taken = ", ".join(_shown(n, a) for n, a in zip(names, description.arguments, strict=True))
    said = {int(code): code.name.lower().replace("_", " ") for code in ErrorCode}
    texts = [f"{name}: {said.get(k, 'failed')}" for k in range(_MOST_CODES)]
    constants = "\n".join(_constant(f"cute.aot.said{k}", text) for k, text in enumerate(texts))
    pointers = ", ".join(f"ptr @cute.aot.said{k}" for k in range(_MOST_CODES))
    return f"""
{TVM_FFI_TEXT}
declare void @TVMFFIErrorSetRaisedFromCStr(ptr, ptr)
{"" if on_gpu else _RUN_SLOTS.format(name=name)}
{constants}
{_constant("cute.aot.misfit", f"the arguments do not fit; compiled for {name}({taken})")}
{_constant("cute.aot.apart", f"{name}: the tensors are on more than one GPU")}
{_constant("cute.aot.nowhere", f"{name}: no NVIDIA driver, or one that does not take the kernels for this GPU")}
{_constant("cute.aot.type.error", "TypeError")}
{_constant("cute.aot.runtime.error", "RuntimeError")}
@cute.aot.texts = private constant [{_MOST_CODES} x ptr] [{pointers}]
@cute.aot.table = private constant [{len(words)} x i64] [{", ".join(f"i64 {word}" for word in words)}], align 8
{_GPU_OF if on_gpu else ""}
define i32 @"{SYMBOL_PREFIX}{name}"(ptr %self, ptr %{"all" if nones else "args"}, i32 %{"given" if nones else "count"}, ptr %result) {{
entry:
  %slots = alloca [{max(1, description.slot_count)} x i64], align {WORD_BYTES}
{_without_nones(len(names), nones) if nones else ""}
  %fits = call i1 @cute.tvm_ffi.fill(ptr @cute.aot.table, ptr %slots, ptr %args, i32 %count)
  br i1 %fits, label %run, label %misfit
misfit:
  call void @TVMFFIErrorSetRaisedFromCStr(ptr @cute.aot.type.error, ptr @cute.aot.misfit)
  ret i32 -1
{_ON_GPU if on_gpu else _HERE.format(name=name)}
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
"""  # noqa: E501


_RUN_SLOTS: Final = 'declare i32 @"{name}_run_slots"(ptr)'
_HERE: Final = """run:
  %code = call i32 @"{name}_run_slots"(ptr %slots)"""

_ON_GPU: Final = """run:
  %gpu = call i32 @cute.gpu.of(ptr %args, i32 %count)
  %one.gpu = icmp sge i32 %gpu, 0
  br i1 %one.gpu, label %go, label %apart
apart:
  call void @TVMFFIErrorSetRaisedFromCStr(ptr @cute.aot.type.error, ptr @cute.aot.apart)
  ret i32 -1
nowhere:
  call void @TVMFFIErrorSetRaisedFromCStr(ptr @cute.aot.runtime.error, ptr @cute.aot.nowhere)
  ret i32 -1
go:
  %code = call i32 @cute.gpu.run(ptr %slots, i32 %gpu)
  %is.there = icmp ne i32 %code, -1
  br i1 %is.there, label %ran, label %nowhere
ran:"""

# The GPU that all tensors are on, 0 without tensors, -1 for more than one.
_GPU_OF: Final = f"""
define i32 @cute.gpu.of(ptr %args, i32 %count) {{
entry:
  br label %next
next:
  %k = phi i32 [ 0, %entry ], [ %k.next, %other ], [ %k.next, %same ]
  %gpu = phi i32 [ -1, %entry ], [ %gpu, %other ], [ %here, %same ]
  %more = icmp slt i32 %k, %count
  br i1 %more, label %look, label %end
look:
  %k.next = add i32 %k, 1
  %wide = zext i32 %k to i64
  %at = mul i64 %wide, {ANY_BYTES}
  %arg = getelementptr i8, ptr %args, i64 %at
{load("kind", "i32", "%arg", ANY["type"])}
{load("payload", "ptr", "%arg", ANY["payload"])}
  %is.object = icmp eq i32 %kind, {TYPE_INDEX["tensor"]}
  %is.plain = icmp eq i32 %kind, {TYPE_INDEX["dltensor"]}
  %is.tensor = or i1 %is.object, %is.plain
  br i1 %is.tensor, label %tensor, label %other
other:
  br label %next
tensor:
  %header = select i1 %is.object, i64 {OBJECT_HEADER_BYTES}, i64 0
  %dltensor = getelementptr i8, ptr %payload, i64 %header
{load("here", "i32", "%dltensor", DLTENSOR_FIELDS["device_id"])}
  %is.first = icmp slt i32 %gpu, 0
  %is.same = icmp eq i32 %gpu, %here
  %fits = or i1 %is.first, %is.same
  br i1 %fits, label %same, label %several
same:
  br label %next
several:
  ret i32 -1
end:
  %found = call i32 @llvm.smax.i32(i32 %gpu, i32 0)
  ret i32 %found
}}
"""


def _without_nones(count: int, nones: Sequence[int]) -> str:
    """`%args` and `%count` of `%all` and `%given`: without the Nones at the places of `nones`."""
    most = count + len(nones)
    mask = sum(1 << place for place in nones)
    return f"""
  %kept = alloca [{most * ANY_BYTES} x i8], align {WORD_BYTES}
  %known = icmp ule i32 %given, {most}
  br i1 %known, label %each, label %arguments
each:
  %at = phi i32 [ 0, %entry ], [ %at.next, %keep ], [ %at.next, %leave ]
  %put = phi i32 [ 0, %entry ], [ %put.next, %keep ], [ %put, %leave ]
  %are.more = icmp ult i32 %at, %given
  br i1 %are.more, label %see, label %arguments
see:
  %at.next = add i32 %at, 1
  %from = getelementptr [{ANY_BYTES} x i8], ptr %all, i32 %at
{load("one.type", "i32", "%from", ANY["type"])}
  %is.none = icmp eq i32 %one.type, {TYPE_INDEX["none"]}
  %place = zext i32 %at to i{max(64, most)}
  %bits = lshr i{max(64, most)} {mask}, %place
  %may.be = trunc i{max(64, most)} %bits to i1
  %left.out = and i1 %is.none, %may.be
  br i1 %left.out, label %leave, label %keep
leave:
  br label %each
keep:
  %to = getelementptr [{ANY_BYTES} x i8], ptr %kept, i32 %put
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 {ANY_BYTES}, i1 false)
  %put.next = add i32 %put, 1
  br label %each
arguments:
  %args = phi ptr [ %all, %entry ], [ %kept, %each ]
  %count = phi i32 [ %given, %entry ], [ %put, %each ]
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
