"""A program for the CPU as one object that C links with: its code, the runtime, and a launcher that needs no Python.

The launcher runs the blocks of a grid one after another on the calling thread. The object defines `<prefix>_run_slots`,
which takes the slots of the host function and gives 0 or an error code (`ErrorCode`), and holds a block of bytes for
whoever loads it back. The object of a program for a GPU has the host function and those bytes, with the kernels' image
at their end; its header has the launcher.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import llvmlite.binding as llvm

from cutedsl.arch.host_abi import (
    BLOCK,
    GRID,
    MAX_BLOCK_THREADS,
    RT,
    RT_BYTES,
    SMEM_ALIGN_BYTES,
    SMEM_REQUEST,
    SMEM_SLACK_BYTES,
    WORKER_SUFFIX,
    KernelInfo,
)
from cutedsl.codegen.abi.fastcall import CALL_DECLARATION
from cutedsl.codegen.abi.launch_refusal import LAUNCH_REFUSED
from cutedsl.codegen.abi.view import load
from cutedsl.codegen.llvm import runtime
from cutedsl.codegen.llvm.compile import Machine, host_machine, optimise
from cutedsl.native.pool import RUNTIME_SYMBOLS, runtime_symbol


def exported_host(prefix: str) -> str:
    """The symbol of the host function in an exported object."""
    return f"{prefix}_host"


def exported_kernel(prefix: str, index: int) -> str:
    """The name of a kernel in an exported object; its worker has the usual suffix."""
    return f"{prefix}_kernel{index}"


def export_object(
    text: str,
    host: str,
    kernels: Sequence[KernelInfo],
    prefix: str,
    note: bytes,
    more: str = "",
    symbol: str = "",
    machine: Machine | None = None,
) -> bytes:
    """The object of a program's LLVM text; all symbols but those with the prefix are its own.

    With `more` it has that text too, whose `symbol` is for others. `machine` is this one unless it is given.
    """
    new = {host: exported_host(prefix)}
    new |= {symbol: runtime_symbol(symbol, prefix) for symbol in RUNTIME_SYMBOLS}
    new |= {one.worker: exported_kernel(prefix, k) + WORKER_SUFFIX for k, one in enumerate(kernels)}
    own = _launcher(host, kernels, prefix) + _note(prefix, note)
    return _object(text, [own, more], new, {prefix, symbol}, machine or host_machine())


def export_gpu_object(
    text: str, host: str, prefix: str, note: bytes, machine: Machine | None = None, more: str = "", symbol: str = ""
) -> bytes:
    """The object of the LLVM text of a program that launches on a GPU; `more` text, which calls it, has a `symbol`."""
    own = [_note(prefix, note), more and more + OUTPUT_TEXT]
    return _object(text, own, {host: exported_host(prefix)}, {prefix, symbol}, machine or host_machine())


def _note(prefix: str, note: bytes) -> str:
    body = "".join(f"\\{byte:02X}" for byte in note)
    return f'@"{prefix}_note" = constant [{len(note)} x i8] c"{body}", align 64\n'


def _object(text: str, more: Sequence[str], new: Mapping[str, str], kept: Collection[str], machine: Machine) -> bytes:
    """Program and further texts as one object, with `new` names; those of `kept`, or after it, are for others."""
    program = _parsed(text.partition(CALL_DECLARATION)[0], machine)
    if "declare i1 @cute.fail(" in text:
        program.link_in(_parsed(runtime.TEXT, machine))
    for one in filter(None, more):
        program.link_in(_parsed(one, machine))
    public = {*kept, *(f"{prefix}{suffix}" for prefix in kept for suffix in ("_run_slots", "_note")), *new.values()}
    for value in (*program.functions, *program.global_variables):
        if value.name in new:
            value.name = new[value.name]
        elif not value.is_declaration and value.name not in public:
            value.linkage = "internal"
    return optimise(str(program), machine).object_bytes()


def _parsed(text: str, machine: Machine) -> Any:
    module = llvm.parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.create(1).target_data)
    return module


def _records(kernels: Iterable[KernelInfo]) -> str:
    def one(kernel: KernelInfo) -> str:
        cluster = kernel.cluster_dim
        fields = [f'ptr @"{kernel.worker}"', f"i64 {kernel.smem_bytes}", f"i64 {math.prod(cluster)}"]
        numbers = [f"i32 {n}" for n in (*cluster, kernel.smem_limit_bytes)]
        return f"{{ {', '.join([*fields, *numbers])} }}"

    return ", ".join("%record " + one(kernel) for kernel in kernels)


def _dim(name: str, index: int) -> str:
    return f"{load(f'{name}.narrow', 'i32', '%dims', 4 * index)}\n  %{name} = sext i32 %{name}.narrow to i64"


def _cluster(axis: str, index: int) -> str:
    return (
        f"{load(f'c{axis}.narrow', 'i32', '%record', 24 + 4 * index)}\n"
        f"  %c{axis} = sext i32 %c{axis}.narrow to i64\n"
        f"  %r{axis} = srem i64 %g{axis}, %c{axis}\n  %whole{axis} = icmp eq i64 %r{axis}, 0"
    )


def _launcher(host: str, kernels: Sequence[KernelInfo], prefix: str) -> str:
    workers = "\n".join(f'declare void @"{one.worker}"(ptr, ptr, ptr, ptr, ptr, ptr, i64)' for one in kernels)
    fields = {"launch": "launch", "write": "write", "check": "check"}
    filled = "\n".join(
        f"  %{name} = getelementptr i8, ptr %rt, i64 {RT[name].offset}\n  store ptr @aot.{function}, ptr %{name}"
        for name, function in fields.items()
    )
    return f"""
%record = type {{ ptr, i64, i64, i32, i32, i32, i32 }}
{workers}
declare i32 @"{host}"(ptr, ptr)
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
@aot.kernels = private constant [{len(kernels)} x %record] [{_records(kernels)}]

define i32 @"{prefix}_run_slots"(ptr %slots) {{
entry:
  %rt = alloca [{RT_BYTES} x i8], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %rt, i8 0, i64 {RT_BYTES}, i1 0)
{filled}
  %code = call i32 @"{host}"(ptr %slots, ptr %rt)
  ret i32 %code
}}

{OUTPUT_TEXT}
{_LAUNCH}
"""


OUTPUT_TEXT: Final = """
declare i64 @fwrite(ptr, i64, i64, ptr)
@stdout = external global ptr

define i32 @aot.check(ptr %rt) {
  ret i32 1
}

define i32 @aot.write(ptr %rt, ptr %text, i64 %length) {
  %out = load ptr, ptr @stdout
  %written = call i64 @fwrite(ptr %text, i64 1, i64 %length, ptr %out)
  %all = icmp eq i64 %written, %length
  %status = zext i1 %all to i32
  ret i32 %status
}
"""
"""Printed output, and the answer to a call that asks whether to go on."""

_LAUNCH: Final = f"""
define i32 @aot.launch(ptr %rt, i32 %kernel, ptr %dims, i64 %stream, ptr %params) {{
entry:
  %counter = alloca i64, align 8
  store i64 0, ptr %counter
  %index = sext i32 %kernel to i64
  %record = getelementptr %record, ptr @aot.kernels, i64 %index
{load("worker", "ptr", "%record", 0)}
{load("static", "i64", "%record", 8)}
{load("blocks", "i64", "%record", 16)}
{_dim("gx", GRID)}
{_dim("gy", GRID + 1)}
{_dim("gz", GRID + 2)}
{_dim("bx", BLOCK)}
{_dim("by", BLOCK + 1)}
{_dim("bz", BLOCK + 2)}
{_dim("asked", SMEM_REQUEST)}
{_cluster("x", 0)}
{_cluster("y", 1)}
{_cluster("z", 2)}
  %bxy = mul i64 %bx, %by
  %threads = mul i64 %bxy, %bz
  %few = icmp sle i64 %threads, {MAX_BLOCK_THREADS}
  %m1 = call i64 @llvm.smin.i64(i64 %gx, i64 %gy)
  %m2 = call i64 @llvm.smin.i64(i64 %m1, i64 %gz)
  %m3 = call i64 @llvm.smin.i64(i64 %m2, i64 %bx)
  %m4 = call i64 @llvm.smin.i64(i64 %m3, i64 %by)
  %least = call i64 @llvm.smin.i64(i64 %m4, i64 %bz)
  %some = icmp sge i64 %least, 1
  %asked.bits = and i64 %asked, {0xFFFFFFFF}
  %smem = call i64 @llvm.smax.i64(i64 %static, i64 %asked.bits)
{load("limit.narrow", "i32", "%record", 36)}
  %limit = zext i32 %limit.narrow to i64
  %fits = icmp sle i64 %smem, %limit
  %ok.1 = and i1 %few, %some
  %ok.2 = and i1 %wholex, %wholey
  %ok.3 = and i1 %ok.1, %ok.2
  %ok.4 = and i1 %wholez, %fits
  %ok = and i1 %ok.3, %ok.4
  br i1 %ok, label %room, label %refuse
room:
  %up = add i64 %smem, {SMEM_ALIGN_BYTES - 1}
  %one = and i64 %up, {-SMEM_ALIGN_BYTES}
  %all = mul i64 %one, %blocks
  %padded = add i64 %all, {-(-SMEM_SLACK_BYTES // SMEM_ALIGN_BYTES) * SMEM_ALIGN_BYTES}
  %arena = call ptr @aligned_alloc(i64 {SMEM_ALIGN_BYTES}, i64 %padded)
  %none = icmp eq ptr %arena, null
  br i1 %none, label %refuse, label %go
go:
  %poll = getelementptr i8, ptr %rt, i64 {RT["caller_poll"].offset}
  call void %worker(ptr %counter, ptr %dims, ptr %params, ptr %rt, ptr %poll, ptr %arena, i64 %smem)
  call void @free(ptr %arena)
{load("error", "i32", "%rt", RT["error_code"].offset)}
  %fine = icmp eq i32 %error, 0
  %status = zext i1 %fine to i32
  ret i32 %status
{LAUNCH_REFUSED}
}}
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
"""
