"""The launcher of an exported program for GPUs, inside its object, in LLVM text: it needs no compiler and no Python.

The driver's library is opened at the first call, and the kernels are loaded once for each GPU, into its primary
context: the one that CUDA's run-time library, torch and JAX use. Calls may come from several threads. What C programs
include is the same in C (`c_cuda.py`).
Source: ours; CUDA Driver API.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from cutedsl.arch.cuda_launch_abi import (
    ATTRIBUTE,
    ATTRIBUTE_BYTES,
    ATTRIBUTE_VALUE,
    CONFIG,
    CONFIG_BYTES,
    DLPACK_CUDA,
    MAX_PARAMS,
)
from cutedsl.arch.host_abi import BLOCK, CLUSTER, ENV_STREAM, GRID, RT, RT_BYTES, SMEM_REQUEST, KernelInfo
from cutedsl.arch.ptx_names import ptx_name
from cutedsl.arch.targets import PORTABLE_CLUSTER_BLOCKS, STATIC_SMEM_BYTES
from cutedsl.arch.tensor_map import L2_PROMOTION_128B, MAX_RANK, REQUEST
from cutedsl.codegen.abi.launch_refusal import LAUNCH_REFUSED
from cutedsl.codegen.abi.view import load

MOST_GPUS: Final = 64
_DRIVER: Final = (
    "cuInit",
    "cuDevicePrimaryCtxRetain",
    "cuCtxPushCurrent_v2",
    "cuCtxPopCurrent_v2",
    "cuModuleLoadData",
    "cuModuleGetFunction",
    "cuFuncSetAttribute",
    "cuTensorMapEncodeTiled",
    "cuLaunchKernelEx",
)
_MAX_DYNAMIC_SMEM, _NON_PORTABLE_CLUSTER = 8, 14
"""`CUfunction_attribute`."""
_RTLD_NOW: Final = 2


def launcher_text(host: str, kernels: Sequence[KernelInfo], prefix: str, image_offset: int) -> str:
    """`i32 @cute.gpu.run(ptr slots, i32 gpu)`, which gives what the `host` function gives, or -1 without kernels there.

    The kernels' image is in the object's note, from `image_offset` on.
    """
    names = "\n".join(
        f'@cute.gpu.name{k} = private constant [{len(name) + 1} x i8] c"{name}\\00"'
        for k, name in enumerate((*_DRIVER, *(ptx_name(kernel.name) for kernel in kernels)))
    )
    driver = ", ".join(f"ptr @cute.gpu.name{k}" for k in range(len(_DRIVER)))
    records = ", ".join(_record(kernel, len(_DRIVER) + k) for k, kernel in enumerate(kernels))
    return f"""
%cute.gpu.kernel = type {{ ptr, i64, i64, i64, i64, i64, i64 }}
%cute.gpu.there = type {{ i64, ptr, [{len(kernels)} x ptr] }}
{names}
@cute.gpu.library = private constant [13 x i8] c"libcuda.so.1\\00"
@cute.gpu.wanted = private constant [{len(_DRIVER)} x ptr] [{driver}]
@cute.gpu.kernels = private constant [{len(kernels)} x %cute.gpu.kernel] [{records}]
@cute.gpu.all = internal global [{MOST_GPUS} x %cute.gpu.there] zeroinitializer
@"{prefix}_note" = external constant i8
declare i32 @"{host}"(ptr, ptr)
{_TEXT}
{_load_text(len(kernels), prefix, image_offset)}
{_run_text(host)}
"""


def _record(kernel: KernelInfo, name: int) -> str:
    by_address = sum(1 << index for index in kernel.by_address)
    large = int(math.prod(kernel.cluster_dim) > PORTABLE_CLUSTER_BLOCKS)
    numbers = (kernel.smem_bytes, kernel.param_count, by_address, int(kernel.use_pdl), int(kernel.cooperative), large)
    return f"%cute.gpu.kernel {{ ptr @cute.gpu.name{name}, {', '.join(f'i64 {n}' for n in numbers)} }}"


def _function(name: str, variable: str) -> str:
    """A line that reads one of the driver's functions."""
    return load(variable, "ptr", "@cute.gpu.driver", 8 * _DRIVER.index(name))


def _load_text(count: int, prefix: str, image_offset: int) -> str:
    """`@cute.gpu.load` puts the kernels on a GPU; `@cute.gpu.here` gives where they are there, null for nowhere."""
    return f"""
define i1 @cute.gpu.load(ptr %there, i32 %gpu) {{
entry:
  %context.at = getelementptr i8, ptr %there, i64 8
  %module.at = alloca ptr, align 8
  %open = call i1 @cute.gpu.open()
  br i1 %open, label %retain, label %no
retain:
{_function("cuDevicePrimaryCtxRetain", "retain.f")}
  %retained = call i32 %retain.f(ptr %context.at, i32 %gpu)
  %is.retained = icmp eq i32 %retained, 0
  br i1 %is.retained, label %push, label %no
push:
{_function("cuCtxPushCurrent_v2", "push.f")}
  %context = load ptr, ptr %context.at
  %pushed = call i32 %push.f(ptr %context)
  %is.pushed = icmp eq i32 %pushed, 0
  br i1 %is.pushed, label %module, label %no
module:
{_function("cuModuleLoadData", "load.f")}
  %image = getelementptr i8, ptr @"{prefix}_note", i64 {image_offset}
  %loaded = call i32 %load.f(ptr %module.at, ptr %image)
  %is.loaded = icmp eq i32 %loaded, 0
  br i1 %is.loaded, label %next, label %pop
next:
  %k = phi i64 [ 0, %module ], [ %k.next, %found ], [ %k.next, %allow ]
  %more = icmp ult i64 %k, {count}
  br i1 %more, label %find, label %pop
find:
  %record = getelementptr %cute.gpu.kernel, ptr @cute.gpu.kernels, i64 %k
  %name = load ptr, ptr %record
{load("large", "i64", "%record", 48)}
  %module.there = load ptr, ptr %module.at
  %place = getelementptr %cute.gpu.there, ptr %there, i64 0, i32 2, i64 %k
{_function("cuModuleGetFunction", "find.f")}
  %got = call i32 %find.f(ptr %place, ptr %module.there, ptr %name)
  %is.got = icmp eq i32 %got, 0
  %k.next = add i64 %k, 1
  br i1 %is.got, label %found, label %pop
found:
  %is.large = icmp ne i64 %large, 0
  br i1 %is.large, label %allow, label %next
allow:
{_function("cuFuncSetAttribute", "allow.f")}
  %function = load ptr, ptr %place
  %allowed = call i32 %allow.f(ptr %function, i32 {_NON_PORTABLE_CLUSTER}, i32 1)
  %is.allowed = icmp eq i32 %allowed, 0
  br i1 %is.allowed, label %next, label %pop
pop:
  %fine = phi i1 [ false, %module ], [ true, %next ], [ false, %find ], [ false, %allow ]
{_function("cuCtxPopCurrent_v2", "pop.f")}
  %popped = call i32 %pop.f(ptr %module.at)
  ret i1 %fine
no:
  ret i1 false
}}
define ptr @cute.gpu.here(i32 %gpu) {{
entry:
  %known = icmp ult i32 %gpu, {MOST_GPUS}
  br i1 %known, label %look, label %no
look:
  %number = zext i32 %gpu to i64
  %there = getelementptr %cute.gpu.there, ptr @cute.gpu.all, i64 %number
  %ready = load atomic i64, ptr %there acquire, align 8
  %is.ready = icmp ne i64 %ready, 0
  br i1 %is.ready, label %yes, label %lock
lock:
  %before = atomicrmw xchg ptr @cute.gpu.lock, i64 1 acquire
  %mine = icmp eq i64 %before, 0
  br i1 %mine, label %again, label %wait
wait:
  %yielded = call i32 @sched_yield()
  br label %lock
again:
  %meanwhile = load i64, ptr %there
  %is.there = icmp ne i64 %meanwhile, 0
  br i1 %is.there, label %unlock, label %make
make:
  %made = call i1 @cute.gpu.load(ptr %there, i32 %gpu)
  %flag = zext i1 %made to i64
  store atomic i64 %flag, ptr %there release, align 8
  br label %unlock
unlock:
  %have = phi i1 [ true, %again ], [ %made, %make ]
  store atomic i64 0, ptr @cute.gpu.lock release, align 8
  br i1 %have, label %yes, label %no
yes:
  ret ptr %there
no:
  ret ptr null
}}
"""


def _run_text(host: str) -> str:
    callbacks = {"launch": "cute.gpu.launch", "tensor_map": "cute.gpu.map", "write": "aot.write", "check": "aot.check"}
    filled = "\n".join(
        f"  %{field} = getelementptr i8, ptr %rt, i64 {RT[field].offset}\n  store ptr @{function}, ptr %{field}"
        for field, function in callbacks.items()
    )
    return f"""
define i32 @cute.gpu.run(ptr %slots, i32 %gpu) {{
entry:
  %rt = alloca [{RT_BYTES} x i8], align 16
  %gone = alloca ptr, align 8
  %there = call ptr @cute.gpu.here(i32 %gpu)
  %is.there = icmp ne ptr %there, null
  br i1 %is.there, label %push, label %no
push:
{load("context", "ptr", "%there", 8)}
{_function("cuCtxPushCurrent_v2", "push.f")}
  %pushed = call i32 %push.f(ptr %context)
  %is.pushed = icmp eq i32 %pushed, 0
  br i1 %is.pushed, label %go, label %no
go:
  call void @llvm.memset.p0.i64(ptr align 16 %rt, i8 0, i64 {RT_BYTES}, i1 0)
{filled}
  %user = getelementptr i8, ptr %rt, i64 {RT["user"].offset}
  store ptr %there, ptr %user
  %number = sext i32 %gpu to i64
  %gpu.at = getelementptr i8, ptr %rt, i64 {RT["gpu"].offset}
  store i64 %number, ptr %gpu.at
  %code = call i32 @"{host}"(ptr %slots, ptr %rt)
{_function("cuCtxPopCurrent_v2", "pop.f")}
  %popped = call i32 %pop.f(ptr %gone)
  ret i32 %code
no:
  ret i32 -1
}}
"""


def _dim(name: str, index: int) -> str:
    return load(name, "i32", "%dims", 4 * index)


def _put(name: str, kind: str, value: str) -> str:
    place = f"  %{name}.put = getelementptr i8, ptr %config, i64 {CONFIG[name]}"
    return f"{place}\n  store {kind} {value}, ptr %{name}.put, align 4"


def _request(name: str, kind: str) -> str:
    return load(name, kind, "%request", REQUEST[name])


# Opens the driver under the lock; a library without one of the functions is no driver for us.
_OPEN: Final = f"""
@cute.gpu.driver = internal global [{len(_DRIVER)} x ptr] zeroinitializer
@cute.gpu.lock = internal global i64 0
declare ptr @dlopen(ptr, i32)
declare ptr @dlsym(ptr, ptr)
declare i32 @sched_yield()
declare ptr @TVMFFIEnvGetStream(i32, i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i1 @cute.gpu.open() {{
entry:
{_function("cuLaunchKernelEx", "last")}
  %is.open = icmp ne ptr %last, null
  br i1 %is.open, label %yes, label %library
library:
  %handle = call ptr @dlopen(ptr @cute.gpu.library, i32 {_RTLD_NOW})
  %is.handle = icmp ne ptr %handle, null
  br i1 %is.handle, label %next, label %no
next:
  %k = phi i64 [ 0, %library ], [ %k.next, %keep ]
  %more = icmp ult i64 %k, {len(_DRIVER)}
  br i1 %more, label %find, label %init
find:
  %name.at = getelementptr ptr, ptr @cute.gpu.wanted, i64 %k
  %name = load ptr, ptr %name.at
  %found = call ptr @dlsym(ptr %handle, ptr %name)
  %is.found = icmp ne ptr %found, null
  br i1 %is.found, label %keep, label %no
keep:
  %place = getelementptr ptr, ptr @cute.gpu.driver, i64 %k
  store ptr %found, ptr %place
  %k.next = add i64 %k, 1
  br label %next
init:
{_function("cuInit", "init.f")}
  %status = call i32 %init.f(i32 0)
  %is.init = icmp eq i32 %status, 0
  ret i1 %is.init
yes:
  ret i1 true
no:
  ret i1 false
}}
"""

_ATTRIBUTE: Final = f"""
define void @cute.gpu.attribute(ptr %all, ptr %count, i1 %wanted, i32 %id, i32 %x, i32 %y, i32 %z) {{
entry:
  br i1 %wanted, label %add, label %end
add:
  %k = load i32, ptr %count
  %wide = zext i32 %k to i64
  %at = mul i64 %wide, {ATTRIBUTE_BYTES}
  %one = getelementptr i8, ptr %all, i64 %at
  store i32 %id, ptr %one
  %x.at = getelementptr i8, ptr %one, i64 {ATTRIBUTE_VALUE}
  store i32 %x, ptr %x.at
  %y.at = getelementptr i8, ptr %one, i64 {ATTRIBUTE_VALUE + 4}
  store i32 %y, ptr %y.at
  %z.at = getelementptr i8, ptr %one, i64 {ATTRIBUTE_VALUE + 8}
  store i32 %z, ptr %z.at
  %k.next = add i32 %k, 1
  store i32 %k.next, ptr %count
  br label %end
end:
  ret void
}}
"""

_LAUNCH: Final = f"""
define i32 @cute.gpu.launch(ptr %rt, i32 %kernel, ptr %dims, i64 %stream, ptr %params) {{
entry:
  %pointers = alloca [{MAX_PARAMS} x ptr], align 8
  %config = alloca [{CONFIG_BYTES} x i8], align 8
  %attributes = alloca [{3 * ATTRIBUTE_BYTES} x i8], align 8
  %count = alloca i32, align 4
  call void @llvm.memset.p0.i64(ptr align 8 %attributes, i8 0, i64 {3 * ATTRIBUTE_BYTES}, i1 0)
  store i32 0, ptr %count
{load("there", "ptr", "%rt", RT["user"].offset)}
{load("gpu", "i32", "%rt", RT["gpu"].offset)}
  %index = sext i32 %kernel to i64
  %place = getelementptr %cute.gpu.there, ptr %there, i64 0, i32 2, i64 %index
  %function = load ptr, ptr %place
  %record = getelementptr %cute.gpu.kernel, ptr @cute.gpu.kernels, i64 %index
{load("static", "i64", "%record", 8)}
{load("param_count", "i64", "%record", 16)}
{load("by_address", "i64", "%record", 24)}
{load("pdl", "i64", "%record", 32)}
{load("cooperative", "i64", "%record", 40)}
  %unnamed = icmp eq i64 %stream, {ENV_STREAM}
  br i1 %unnamed, label %environment, label %size
environment:
  %set = call ptr @TVMFFIEnvGetStream(i32 {DLPACK_CUDA}, i32 %gpu)
  %set.word = ptrtoint ptr %set to i64
  br label %size
size:
  %handle = phi i64 [ %stream, %entry ], [ %set.word, %environment ]
{_dim("asked.narrow", SMEM_REQUEST)}
  %asked = sext i32 %asked.narrow to i64
  %smem.wide = call i64 @llvm.smax.i64(i64 %static, i64 %asked)
  %smem = trunc i64 %smem.wide to i32
  %large = icmp ugt i32 %smem, {STATIC_SMEM_BYTES}
  br i1 %large, label %allow, label %next
allow:
{_function("cuFuncSetAttribute", "allow.f")}
  %allowed = call i32 %allow.f(ptr %function, i32 {_MAX_DYNAMIC_SMEM}, i32 %smem)
  %is.allowed = icmp eq i32 %allowed, 0
  br i1 %is.allowed, label %next, label %refuse
next:
  %i = phi i64 [ 0, %size ], [ 0, %allow ], [ %i.next, %one ]
  %addresses = phi i64 [ %by_address, %size ], [ %by_address, %allow ], [ %addresses.next, %one ]
  %more = icmp ult i64 %i, %param_count
  br i1 %more, label %one, label %go
one:
  %slot = getelementptr i64, ptr %params, i64 %i
  %value = load ptr, ptr %slot
  %held = trunc i64 %addresses to i1
  %passed = select i1 %held, ptr %value, ptr %slot
  %pointer = getelementptr ptr, ptr %pointers, i64 %i
  store ptr %passed, ptr %pointer
  %i.next = add i64 %i, 1
  %addresses.next = lshr i64 %addresses, 1
  br label %next
go:
{_dim("cx", CLUSTER)}
{_dim("cy", CLUSTER + 1)}
{_dim("cz", CLUSTER + 2)}
  %cxy = or i32 %cx, %cy
  %cxyz = or i32 %cxy, %cz
  %clustered = icmp sgt i32 %cxyz, 1
  %c1 = call i32 @llvm.smax.i32(i32 %cx, i32 1)
  %c2 = call i32 @llvm.smax.i32(i32 %cy, i32 1)
  %c3 = call i32 @llvm.smax.i32(i32 %cz, i32 1)
  %early = icmp ne i64 %pdl, 0
  %together = icmp ne i64 %cooperative, 0
  call void @cute.gpu.attribute(ptr %attributes, ptr %count, i1 %clustered, i32 {ATTRIBUTE["cluster"]}, i32 %c1, i32 %c2, i32 %c3)
  call void @cute.gpu.attribute(ptr %attributes, ptr %count, i1 %early, i32 {ATTRIBUTE["use_pdl"]}, i32 1, i32 0, i32 0)
  call void @cute.gpu.attribute(ptr %attributes, ptr %count, i1 %together, i32 {ATTRIBUTE["cooperative"]}, i32 1, i32 0, i32 0)
  %attribute.count = load i32, ptr %count
  %six = load <6 x i32>, ptr %dims, align 4
{_put("dims", "<6 x i32>", "%six")}
{_put("smem_bytes", "i32", "%smem")}
{_put("stream", "i64", "%handle")}
{_put("attributes", "ptr", "%attributes")}
{_put("attribute_count", "i32", "%attribute.count")}
{_function("cuLaunchKernelEx", "launch.f")}
  %status = call i32 %launch.f(ptr %config, ptr %function, ptr %pointers, ptr null)
  %launched = icmp eq i32 %status, 0
  br i1 %launched, label %done, label %refuse
done:
  ret i32 1
{LAUNCH_REFUSED}
}}
declare i32 @llvm.smax.i32(i32, i32)
declare i64 @llvm.smax.i64(i64, i64)
"""  # noqa: E501

_MAP: Final = f"""
@cute.gpu.steps = private constant [{MAX_RANK} x i32] [{", ".join(["i32 1"] * MAX_RANK)}]
define i32 @cute.gpu.map(ptr %rt, ptr %request, ptr %map, i32 %for_gpu) {{
entry:
{_request("element", "i32")}
{_request("rank", "i32")}
{_request("swizzle", "i32")}
{_request("address", "ptr")}
  %dims = getelementptr i8, ptr %request, i64 {REQUEST["dims"]}
  %strides = getelementptr i8, ptr %request, i64 {REQUEST["strides"]}
  %box = getelementptr i8, ptr %request, i64 {REQUEST["box"]}
{_function("cuTensorMapEncodeTiled", "encode.f")}
  %status = call i32 %encode.f(ptr %map, i32 %element, i32 %rank, ptr %address, ptr %dims, ptr %strides, ptr %box, ptr @cute.gpu.steps, i32 0, i32 %swizzle, i32 {L2_PROMOTION_128B}, i32 0)
  %made = icmp eq i32 %status, 0
  br i1 %made, label %done, label %refuse
done:
  ret i32 1
{LAUNCH_REFUSED}
}}
"""  # noqa: E501

_TEXT: Final = _OPEN + _ATTRIBUTE + _LAUNCH + _MAP
assert (GRID, BLOCK) == (0, 3), "the six dims of a launch are those of the driver's configuration"
