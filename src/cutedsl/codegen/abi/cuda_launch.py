"""`@cute.launch`: launches a GPU kernel from compiled host code without entering Python, in LLVM text.

It takes the launches that look like one that Python has checked on the GPU that the call's tensors are on: block,
cluster and shared memory, a grid in range, a stream that records no CUDA graph. Where the current context is of another
GPU, that of the checked launch is current meanwhile. All others go to the launcher in Python, and so does what the
driver refuses. Interface: `arch/cuda_launch_abi.py`; the function is what `rt.launch` points to.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.cuda_launch_abi import (
    CHECKED_COUNT,
    CHECKED_FIRST,
    CONFIG,
    CONFIG_BYTES,
    DLPACK_CUDA,
    HEAD,
    HEAD_WORDS,
    KERNEL,
    KERNEL_WORDS,
    LAUNCH_SYMBOL,
    MAX_GRID,
    MAX_PARAMS,
    PART_WORDS,
    WORD_BYTES,
)
from cutedsl.arch.host_abi import ENV_STREAM, RT, SLOT_BYTES
from cutedsl.codegen.abi.view import load


def _head(name: str, kind: str = "ptr") -> str:
    return load(name, kind, "%table", HEAD[name])


def _kernel(name: str, kind: str = "i64") -> str:
    return load(name, kind, "%record", KERNEL[name])


def _dim(name: str, index: int) -> str:
    return load(name, "i32", "%dims", 4 * index)


def _put(name: str, kind: str, value: str) -> str:
    """Lines that write a field of `CUlaunchConfig`."""
    place = f"  %{name}.at = getelementptr i8, ptr %config, i64 {CONFIG[name]}"
    return f"{place}\n  store {kind} {value}, ptr %{name}.at, align 4"


def _in_range(axis: str, limit: int) -> str:
    """Lines that set `%{axis}.ok`: 1 <= grid <= limit."""
    return f"  %{axis}.less = sub i32 %g{axis}, 1\n  %{axis}.ok = icmp ult i32 %{axis}.less, {limit}"


CUDA_LAUNCH_TEXT: Final = f"""
define i32 @{LAUNCH_SYMBOL}(ptr %rt, i32 %kernel, ptr %dims, i64 %stream, ptr %params) {{
entry:
  %current = alloca i64, align 8
  %capture = alloca i32, align 4
  %pointers = alloca [{MAX_PARAMS} x ptr], align 8
  %config = alloca [{CONFIG_BYTES} x i8], align 8
{load("table", "ptr", "%rt", RT["user"].offset)}
{load("called", "i64", "%rt", RT["gpu"].offset)}
{_head("get_current")}
{_head("get_device")}
  %unknown = icmp eq ptr %get_current, null
  br i1 %unknown, label %fallback, label %ask
ask:
  %asked = call i32 %get_current(ptr %current)
  %here = load i64, ptr %current
  %answered = icmp eq i32 %asked, 0
  %nobody.looked = icmp slt i64 %called, 0
  br i1 %answered, label %whose, label %fallback
whose:
  br i1 %nobody.looked, label %here.too, label %part
here.too:
  %status.here = call i32 %get_device(ptr %capture)
  %number.here = load i32, ptr %capture
  %wide.here = sext i32 %number.here to i64
  %has.device = icmp eq i32 %status.here, 0
  br i1 %has.device, label %part, label %fallback
part:
  %device = phi i64 [ %called, %whose ], [ %wide.here, %here.too ]
{_head("devices", "i64")}
{_head("part_bytes", "i64")}
  %has.part = icmp ult i64 %device, %devices
  br i1 %has.part, label %contexts, label %fallback
contexts:
  %part.at = mul i64 %device, %part_bytes
  %parts = getelementptr i8, ptr %table, i64 {HEAD_WORDS * WORD_BYTES}
  %its.part = getelementptr i8, ptr %parts, i64 %part.at
  %context = load i64, ptr %its.part
  %same.context = icmp eq i64 %here, %context
  br i1 %same.context, label %look, label %elsewhere
elsewhere:
  %status.other = call i32 %get_device(ptr %capture)
  %number.other = load i32, ptr %capture
  %wide.other = sext i32 %number.other to i64
  %of.another = icmp ne i64 %wide.other, %device
  %told.other = icmp eq i32 %status.other, 0
  %is.other = and i1 %of.another, %told.other
  br i1 %is.other, label %look, label %fallback
look:
  %moves = phi i1 [ false, %contexts ], [ true, %elsewhere ]
  %index = sext i32 %kernel to i64
  %record.at = mul i64 %index, {KERNEL_WORDS * WORD_BYTES}
  %records = getelementptr i8, ptr %its.part, i64 {PART_WORDS * WORD_BYTES}
  %record = getelementptr i8, ptr %records, i64 %record.at
{_kernel("is_checked")}
  %checked = icmp ne i64 %is_checked, 0
  %given.p = getelementptr i8, ptr %dims, i64 {4 * CHECKED_FIRST}
  %given = load <{CHECKED_COUNT} x i32>, ptr %given.p, align 4
  %seen.p = getelementptr i8, ptr %record, i64 {KERNEL["dims"]}
  %seen = load <{CHECKED_COUNT} x i32>, ptr %seen.p, align 4
  %differ = icmp ne <{CHECKED_COUNT} x i32> %given, %seen
  %bits = bitcast <{CHECKED_COUNT} x i1> %differ to i{CHECKED_COUNT}
  %alike = icmp eq i{CHECKED_COUNT} %bits, 0
{_dim("gx", 0)}
{_dim("gy", 1)}
{_dim("gz", 2)}
{_in_range("x", MAX_GRID[0])}
{_in_range("y", MAX_GRID[1])}
{_in_range("z", MAX_GRID[2])}
  %ok.1 = and i1 %checked, %alike
  %ok.2 = and i1 %x.ok, %y.ok
  %ok.3 = and i1 %ok.1, %ok.2
  %ok = and i1 %ok.3, %z.ok
  br i1 %ok, label %streams, label %fallback
streams:
  %unnamed = icmp eq i64 %stream, {ENV_STREAM}
  br i1 %unnamed, label %environment, label %start
environment:
{_head("current_stream")}
  %number = trunc i64 %device to i32
  %no.table = icmp eq ptr %current_stream, null
  br i1 %no.table, label %fallback, label %work
work:
  %told = call i32 %current_stream(i32 {DLPACK_CUDA}, i32 %number, ptr %current)
  %its.stream = load i64, ptr %current
  %worked = icmp eq i32 %told, 0
  br i1 %worked, label %start, label %fallback
start:
  %handle = phi i64 [ %stream, %streams ], [ %its.stream, %work ]
{_head("is_capturing")}
{_head("push_current")}
{_head("pop_current")}
  br i1 %moves, label %push, label %within
push:
  %entered = call i32 %push_current(i64 %context)
  %is.within = icmp eq i32 %entered, 0
  br i1 %is.within, label %within, label %fallback
within:
  store i32 0, ptr %capture
  %status = call i32 %is_capturing(i64 %handle, ptr %capture)
  %mode = load i32, ptr %capture
  %both = or i32 %status, %mode
  %runs = icmp eq i32 %both, 0
  br i1 %runs, label %fill, label %leave
fill:
{_kernel("param_count")}
{_kernel("by_address")}
  br label %next
next:
  %i = phi i64 [ 0, %fill ], [ %i.next, %one ], [ %i.next, %held ]
  %addresses = phi i64 [ %by_address, %fill ], [ %addresses.next, %one ], [ %addresses.next, %held ]
  %more = icmp ult i64 %i, %param_count
  br i1 %more, label %one, label %launch
one:
  %slot.at = mul i64 %i, {SLOT_BYTES}
  %slot = getelementptr i8, ptr %params, i64 %slot.at
  %pointer = getelementptr ptr, ptr %pointers, i64 %i
  store ptr %slot, ptr %pointer
  %i.next = add i64 %i, 1
  %addresses.next = lshr i64 %addresses, 1
  %bit = trunc i64 %addresses to i1
  br i1 %bit, label %held, label %next
held:
  %value = load ptr, ptr %slot
  store ptr %value, ptr %pointer
  br label %next
launch:
{_kernel("function", "ptr")}
{_kernel("smem_bytes", "i32")}
{_kernel("attributes", "ptr")}
{_kernel("attribute_count", "i32")}
  %ordinary = icmp eq i32 %attribute_count, 0
  br i1 %ordinary, label %plain, label %extended
extended:
{_head("launch_with")}
  %six = load <6 x i32>, ptr %dims, align 4
{_put("dims", "<6 x i32>", "%six")}
{_put("smem_bytes", "i32", "%smem_bytes")}
{_put("stream", "i64", "%handle")}
{_put("attributes", "ptr", "%attributes")}
{_put("attribute_count", "i32", "%attribute_count")}
  %result.with = call i32 %launch_with(ptr %config, ptr %function, ptr %pointers, ptr null)
  %launched.with = icmp eq i32 %result.with, 0
  br label %leave
plain:
{_head("launch_kernel")}
{_dim("bx", 3)}
{_dim("by", 4)}
{_dim("bz", 5)}
  %result = call i32 %launch_kernel(ptr %function, i32 %gx, i32 %gy, i32 %gz, i32 %bx, i32 %by, i32 %bz, i32 %smem_bytes, i64 %handle, ptr %pointers, ptr null)
  %launched = icmp eq i32 %result, 0
  br label %leave
leave:
  %is.done = phi i1 [ false, %within ], [ %launched.with, %extended ], [ %launched, %plain ]
  br i1 %moves, label %pop, label %end
pop:
  %left = call i32 %pop_current(ptr %current)
  br label %end
end:
  br i1 %is.done, label %done, label %fallback
done:
  ret i32 1
fallback:
{load("python", "ptr", "%table", HEAD["fallback"])}
  %said = call i32 %python(ptr %rt, i32 %kernel, ptr %dims, i64 %stream, ptr %params)
  ret i32 %said
}}
"""  # noqa: E501
