"""A TVM-FFI function around a host function, in LLVM text.

It walks the same table as the call code for Python (`table.py`): what differs is how an argument is read. Calls that it
does not know by heart go to a TVM-FFI function in Python, which raises the named errors.
Interface: `arch/tvm_ffi_abi.py`.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.call_abi import DLTENSOR_FIELDS, WORD_BYTES
from cutedsl.arch.call_description import CallDescription, HostKind
from cutedsl.arch.tvm_ffi_abi import (
    ANY,
    ANY_BYTES,
    MAX_NDIM,
    OBJECT_HEADER_BYTES,
    STATE,
    STATE_BYTES,
    STATE_SUFFIX,
    STREAM_SUFFIX,
    SYMBOL_PREFIX,
    TYPE_INDEX,
)
from cutedsl.codegen.abi.contexts import run_text
from cutedsl.codegen.abi.layout_walk import LAYOUT, LEAF_BYTES
from cutedsl.codegen.abi.table import (
    BOOLEAN,
    FLOAT32,
    FLOAT64,
    HEADER_WORDS,
    INTEGER,
    SCALAR_WORDS,
    TENSOR,
    TENSOR_WORDS,
    table_words,
)
from cutedsl.codegen.abi.view import MASK_OFFSET, MEMORY_THERE, SHIFT_OFFSET, VIEW_BYTES, load
from cutedsl.codegen.llvm.compile import compile_native


def compile_tvm_ffi(description: CallDescription, name: str) -> bytes:
    """The objects with the function `__tvm_ffi_<name>` and its state."""
    return compile_native(tvm_ffi_text(description, name), more=TVM_FFI_TEXT).data


def tvm_ffi_text(description: CallDescription, name: str) -> str:
    """LLVM text of one function, to be linked with `TVM_FFI_TEXT`."""
    words = table_words(description, HostKind.DIRECT)
    table = ", ".join(f"i64 {word}" for word in words)
    symbol = SYMBOL_PREFIX + name
    return f"""
declare i32 @cute.tvm_ffi(ptr, ptr, ptr, ptr, i32, ptr)
@"{symbol}{STATE_SUFFIX}" = global [{STATE_BYTES // WORD_BYTES} x i64] zeroinitializer, align 8
@cute.tvm_ffi.table = private constant [{len(words)} x i64] [{table}], align 8
define i32 @"{symbol}"(ptr %self, ptr %args, i32 %count, ptr %result) {{
entry:
  %slots = alloca [{max(1, description.slot_count)} x i64], align 8
  %status = call i32 @cute.tvm_ffi(ptr @"{symbol}{STATE_SUFFIX}", ptr @cute.tvm_ffi.table, ptr %slots, ptr %args, i32 %count, ptr %result)
  ret i32 %status
}}
define i32 @"{symbol}{STREAM_SUFFIX}"(i32 %type, i32 %device, ptr %out) {{
entry:
{load("get", "ptr", f'@"{symbol}{STATE_SUFFIX}"', STATE["get_stream"])}
  %set = call ptr %get(i32 %type, i32 %device)
  store ptr %set, ptr %out
{load("torch", "ptr", f'@"{symbol}{STATE_SUFFIX}"', STATE["torch_stream"])}
  %named = icmp ne ptr %set, null
  %alone = icmp eq ptr %torch, null
  %known = or i1 %named, %alone
  br i1 %known, label %done, label %ask
ask:
  %status = call i32 %torch(i32 %type, i32 %device, ptr %out)
  ret i32 %status
done:
  ret i32 0
}}
"""  # noqa: E501


_FIELDS: Final = {"type": 1, "ndim.want": 2, "device": 3, "misaligned": 6}


def _wanted(name: str, kind: str) -> str:
    return load(name, kind, "%record", WORD_BYTES * _FIELDS[name])


def _given(name: str, kind: str) -> str:
    return load(name, kind, "%tensor", DLTENSOR_FIELDS[name])


def _put(name: str, kind: str, offset: int, value: str) -> str:
    return f"  %{name}.out = getelementptr i8, ptr %view, i64 {offset}\n  store {kind} {value}, ptr %{name}.out"


# Compares a `DLTensor` with a record and leaves a view of it; strides that are not there are those of a dense tensor,
# written to the words at `%room`.
_TENSOR_TEXT: Final = f"""
define internal i1 @cute.dltensor(ptr %tensor, ptr %view, ptr %record, ptr %room) noinline {{
entry:
{_wanted("type", "i32")}
{_wanted("ndim.want", "i32")}
{_wanted("device", "i32")}
{_wanted("misaligned", "i64")}
{_given("device_type", "i32")}
{MEMORY_THERE}
{_given("dtype", "i32")}
  %same.type = icmp eq i32 %dtype, %type
{_given("ndim", "i32")}
  %same.ndim = icmp eq i32 %ndim, %ndim.want
{_given("data", "i64")}
{_given("byte_offset", "i64")}
  %start = add i64 %data, %byte_offset
  %low = and i64 %start, %misaligned
  %aligned = icmp eq i64 %low, 0
  %ok.1 = and i1 %there, %same.type
  %ok.2 = and i1 %same.ndim, %aligned
  %ok = and i1 %ok.1, %ok.2
{_given("shape", "ptr")}
{_given("strides", "ptr")}
{_put("data", "i64", DLTENSOR_FIELDS["data"], "%start")}
{_put("shape", "ptr", DLTENSOR_FIELDS["shape"], "%shape")}
{_put("strides", "ptr", DLTENSOR_FIELDS["strides"], "%strides")}
{_put("shift", "i64", SHIFT_OFFSET, "0")}
{_put("mask", "i64", MASK_OFFSET, "0")}
  %strided = icmp ne ptr %strides, null
  %finished = xor i1 %ok, true
  %ready = or i1 %strided, %finished
  br i1 %ready, label %end, label %dense
dense:
  %small = icmp ult i32 %ndim, {MAX_NDIM + 1}
  br i1 %small, label %count, label %no
count:
  %modes = zext i32 %ndim to i64
{_put("room", "ptr", DLTENSOR_FIELDS["strides"], "%room")}
  br label %mode
mode:
  %i = phi i64 [ %modes, %count ], [ %i.less, %one ]
  %stride = phi i64 [ 1, %count ], [ %stride.next, %one ]
  %more = icmp ne i64 %i, 0
  br i1 %more, label %one, label %end
one:
  %i.less = sub i64 %i, 1
  %place = getelementptr i64, ptr %room, i64 %i.less
  store i64 %stride, ptr %place
  %extent.p = getelementptr i64, ptr %shape, i64 %i.less
  %extent = load i64, ptr %extent.p
  %stride.next = mul i64 %stride, %extent
  br label %mode
end:
  ret i1 %ok
no:
  ret i1 false
}}
"""

_FILL: Final = f"""
define i1 @cute.tvm_ffi.fill(ptr %table, ptr %slots, ptr %args, i32 %given) noinline {{
entry:
  %view = alloca [{VIEW_BYTES} x i8], align 8
  %room = alloca [{MAX_NDIM} x i64], align 8
{load("count", "i64", "%table", 0)}
  %given.all = sext i32 %given to i64
  %complete = icmp eq i64 %given.all, %count
  %records = getelementptr i8, ptr %table, i64 {WORD_BYTES * HEADER_WORDS}
  br i1 %complete, label %head, label %no
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %record = phi ptr [ %records, %entry ], [ %record.next, %next ]
  %out = phi ptr [ %slots, %entry ], [ %out.next, %next ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %look, label %end
look:
  %arg.at = mul i64 %i, {ANY_BYTES}
  %arg = getelementptr i8, ptr %args, i64 %arg.at
{load("kind", "i32", "%arg", ANY["type"])}
{load("payload", "i64", "%arg", ANY["payload"])}
  %i.next = add i64 %i, 1
  %out.scalar = getelementptr i8, ptr %out, i64 {WORD_BYTES}
  %record.scalar = getelementptr i8, ptr %record, i64 {WORD_BYTES * SCALAR_WORDS}
  %is.int = icmp eq i32 %kind, {TYPE_INDEX["int"]}
  %is.float = icmp eq i32 %kind, {TYPE_INDEX["float"]}
  %is.bool = icmp eq i32 %kind, {TYPE_INDEX["bool"]}
{load("what", "i64", "%record", 0)}
  switch i64 %what, label %no [
    i64 {TENSOR}, label %tensor
    i64 {INTEGER}, label %integer
    i64 {FLOAT64}, label %float
    i64 {FLOAT32}, label %float
    i64 {BOOLEAN}, label %boolean
  ]
tensor:
  %is.object = icmp eq i32 %kind, {TYPE_INDEX["tensor"]}
  %is.plain = icmp eq i32 %kind, {TYPE_INDEX["dltensor"]}
  %is.tensor = or i1 %is.object, %is.plain
  br i1 %is.tensor, label %tensor.read, label %no
tensor.read:
  %header = select i1 %is.object, i64 {OBJECT_HEADER_BYTES}, i64 0
  %base = inttoptr i64 %payload to ptr
  %dltensor = getelementptr i8, ptr %base, i64 %header
  %viewed = call i1 @cute.dltensor(ptr %dltensor, ptr %view, ptr %record, ptr %room)
  br i1 %viewed, label %tensor.walk, label %no
tensor.walk:
  %filled = call ptr @cute.layout(ptr %record, ptr %view, ptr %out)
{load("ndim", "i64", "%record", 2 * WORD_BYTES)}
  %leaf.bytes = mul i64 %ndim, {2 * LEAF_BYTES}
  %record.bytes = add i64 %leaf.bytes, {WORD_BYTES * TENSOR_WORDS}
  %record.tensor = getelementptr i8, ptr %record, i64 %record.bytes
  %missed = icmp eq ptr %filled, null
  br i1 %missed, label %no, label %next
integer:
{load("low", "i64", "%record", WORD_BYTES)}
{load("range", "i64", "%record", 2 * WORD_BYTES)}
  %is.pointer = icmp eq i32 %kind, {TYPE_INDEX["pointer"]}
  %is.wide = icmp eq i64 %range, -1
  %is.handle = and i1 %is.pointer, %is.wide
  %above = sub i64 %payload, %low
  %within = icmp ule i64 %above, %range
  %is.whole = and i1 %is.int, %within
  %int.ok = or i1 %is.whole, %is.handle
  store i64 %payload, ptr %out
  br i1 %int.ok, label %next, label %no
float:
  %is.number = or i1 %is.float, %is.int
  br i1 %is.number, label %float.read, label %no
float.read:
  %float.given = bitcast i64 %payload to double
  %float.made = sitofp i64 %payload to double
  %real = select i1 %is.float, double %float.given, double %float.made
  store double %real, ptr %out
  %is.narrow = icmp eq i64 %what, {FLOAT32}
  br i1 %is.narrow, label %float.narrow, label %next
float.narrow:
  %narrow = fptrunc double %real to float
  %bits32 = bitcast float %narrow to i32
  %bits64 = bitcast double %real to i64
  %abs32 = and i32 %bits32, {2**31 - 1}
  %abs64 = and i64 %bits64, {2**63 - 1}
  %infinite = icmp eq i32 %abs32, {0xFF << 23}
  %finite = icmp ult i64 %abs64, {0x7FF << 52}
  %overflowed = and i1 %infinite, %finite
  store i32 %bits32, ptr %out
  br i1 %overflowed, label %no, label %next
boolean:
  store i64 %payload, ptr %out
  br i1 %is.bool, label %next, label %no
next:
  %record.next = phi ptr [ %record.tensor, %tensor.walk ], [ %record.scalar, %integer ], [ %record.scalar, %float.read ], [ %record.scalar, %float.narrow ], [ %record.scalar, %boolean ]
  %out.next = phi ptr [ %filled, %tensor.walk ], [ %out.scalar, %integer ], [ %out.scalar, %float.read ], [ %out.scalar, %float.narrow ], [ %out.scalar, %boolean ]
  br label %head
end:
  %sound = call i1 @cute.checks(ptr %table, ptr %slots)
  ret i1 %sound
no:
  ret i1 false
}}
"""  # noqa: E501

_CALL: Final = f"""
define i32 @cute.tvm_ffi(ptr %state, ptr %table, ptr %slots, ptr %args, i32 %count, ptr %result) noinline {{
entry:
  %fits = call i1 @cute.tvm_ffi.fill(ptr %table, ptr %slots, ptr %args, i32 %count)
  br i1 %fits, label %filled, label %by.slow
by.slow:
{load("slow", "ptr", "%state", STATE["slow"])}
{load("function_call", "ptr", "%state", STATE["function_call"])}
  %status = call i32 %function_call(ptr %slow, ptr %args, i32 %count, ptr %result)
  ret i32 %status
filled:
{run_text("%state", STATE)}
  ret i32 -1
done:
  %type.p = getelementptr i8, ptr %result, i64 {ANY["type"]}
  store i64 {TYPE_INDEX["none"]}, ptr %type.p
  %payload.p = getelementptr i8, ptr %result, i64 {ANY["payload"]}
  store i64 0, ptr %payload.p
  ret i32 0
}}
"""

TVM_FFI_TEXT: Final = LAYOUT + _TENSOR_TEXT + _FILL + _CALL
"""The LLVM text that all functions share."""
