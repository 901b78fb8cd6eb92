"""Programs of the CPU target as executables without a C library, for machines other than this one.

An executable holds a program's object, the runtime's, and a start in LLVM text that has the arrays in it, launches as
Python would, and writes the arrays out.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from cutedsl.arch.abi.host import RT, RT_BYTES
from cutedsl.codegen.cpu.source import CpuSource
from cutedsl.codegen.llvm import runtime
from cutedsl.codegen.llvm.compile import Machine, optimise

_SYSCALLS = {
    "aarch64": ("E80300AA E00301AA E10302AA E20303AA 010000D4 C0035FD6", 64, 93),
    "x86_64": ("4889F8 4889F7 4889D6 4889CA 0F05 C3", 1, 60),
}
"""A function (number, a, b, c) that asks the kernel of Linux, as machine code (LLVM has no assembler of other machines
here), and the numbers of `write` and `exit`."""
_SMEM_BYTES = 1 << 16

_LIBRARY = """
@heap = internal global [4194304 x i8] zeroinitializer, align 128
@used = internal global i64 0
define ptr @malloc(i64 %size) {
  %at = load i64, ptr @used
  %more = add i64 %size, 127
  %whole = and i64 %more, -128
  %next = add i64 %at, %whole
  store i64 %next, ptr @used
  %place = getelementptr i8, ptr @heap, i64 %at
  ret ptr %place
}
define void @free(ptr %place) {
  ret void
}
define ptr @memset(ptr %to, i32 %value, i64 %size) {
entry:
  %byte = trunc i32 %value to i8
  br label %each
each:
  %i = phi i64 [ 0, %entry ], [ %i1, %put ]
  %more = icmp ult i64 %i, %size
  br i1 %more, label %put, label %out
put:
  %place = getelementptr i8, ptr %to, i64 %i
  store volatile i8 %byte, ptr %place
  %i1 = add i64 %i, 1
  br label %each
out:
  ret ptr %to
}
define ptr @memcpy(ptr %to, ptr %from, i64 %size) {
entry:
  br label %each
each:
  %i = phi i64 [ 0, %entry ], [ %i1, %put ]
  %more = icmp ult i64 %i, %size
  br i1 %more, label %put, label %out
put:
  %source = getelementptr i8, ptr %from, i64 %i
  %byte = load volatile i8, ptr %source
  %place = getelementptr i8, ptr %to, i64 %i
  store volatile i8 %byte, ptr %place
  %i1 = add i64 %i, 1
  br label %each
out:
  ret ptr %to
}
define i32 @sigaction(i32 %number, ptr %new, ptr %old) {
  ret i32 0
}
define i64 @pthread_self() {
  ret i64 1
}
define i32 @__sigsetjmp(ptr %place, i32 %mask) {
  ret i32 0
}
define void @siglongjmp(ptr %place, i32 %value) {
  unreachable
}
"""


def _start(source: CpuSource, arrays: Mapping[str, np.ndarray], machine: Machine) -> str:
    how, write, leave = _SYSCALLS[machine.triple.partition("-")[0]]
    (kernel,) = source.kernels
    globals_, calls, slots = [], [], []
    for name, array in arrays.items():
        data = "".join(f"\\{byte:02X}" for byte in array.tobytes())
        globals_.append(f'@{name} = internal global [{array.nbytes} x i8] c"{data}", align 64')
        calls.append(f"  %wrote_{name} = call i64 @ask(i64 {write}, i64 1, ptr @{name}, i64 {array.nbytes})")
        slots += [f"ptr @{name}", f"i64 {array.size}"]
    stores = "\n".join(
        f"  %slot{k} = getelementptr i64, ptr @slots, i64 {k}\n  store {text}, ptr %slot{k}"
        for k, text in enumerate(slots)
    )
    worker, smem_bytes = f'@"{kernel.worker}"', max(kernel.smem_bytes, 64)
    code = "".join(f"\\{byte:02X}" for byte in bytes.fromhex(how))
    return f"""{_LIBRARY}
{chr(10).join(globals_)}
@ask = internal constant [{len(bytes.fromhex(how))} x i8] c"{code}", align 16
@slots = internal global [{len(slots)} x i64] zeroinitializer, align 16
@rt = internal global [{RT_BYTES} x i8] zeroinitializer, align 16
@smem = internal global [{_SMEM_BYTES} x i8] zeroinitializer, align 1024
declare i32 @"{source.host}"(ptr, ptr)
declare void {worker}(ptr, ptr, ptr, ptr, ptr, ptr, i64)
define i32 @launch(ptr %rt, i32 %number, ptr %dims, i64 %stream, ptr %params) {{
  %counter = alloca i64
  store i64 0, ptr %counter
  call void {worker}(ptr %counter, ptr %dims, ptr %params, ptr %rt, ptr %rt, ptr @smem, i64 {smem_bytes})
  ret i32 1
}}
define void @_start() "stackrealign" {{
  %launchp = getelementptr i8, ptr @rt, i64 {RT["launch"].offset}
  store ptr @launch, ptr %launchp
{stores}
  %code = call i32 @"{source.host}"(ptr @slots, ptr @rt)
{chr(10).join(calls)}
  %wide = zext i32 %code to i64
  %left = call i64 @ask(i64 {leave}, i64 %wide, ptr null, i64 0)
  unreachable
}}
"""


def build(source: CpuSource, arrays: Mapping[str, np.ndarray], machine: Machine, linker: str, folder: Path) -> Path:
    """Links a program of one kernel for a machine; gives the executable. `-N`: data may be run."""
    texts = ((source.llvm_text, 1), (runtime.TEXT, 0), (_start(source, arrays, machine), 0))
    objects: list[Path] = []
    for number, (text, level) in enumerate(texts):
        objects.append(folder / f"part{number}.o")
        objects[-1].write_bytes(optimise(text, machine, opt_level=level).object_bytes())
    program = folder / "program"
    subprocess.run([linker, "-N", "-static", "-e", "_start", "-o", program, *objects], check=True, capture_output=True)
    return program


def run(command: list[str | Path], arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Runs an executable; gives the arrays that it wrote."""
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr[-500:])
    found: dict[str, np.ndarray] = {}
    at = 0
    for name, array in arrays.items():
        found[name] = np.frombuffer(done.stdout[at : at + array.nbytes], array.dtype)
        at += array.nbytes
    return found


_C_LIBRARY = """
define i32 @putchar(i32 %byte) {
  ret i32 %byte
}
"""


def build_exported(
    exported: Path, slots: Sequence[int], arrays: Mapping[str, np.ndarray], machine: Machine, linker: str
) -> Path:
    """Links the object `<prefix>.o` of `export_to_c`; `slots` are those of a call here with the arrays."""
    how, write, leave = _SYSCALLS[machine.triple.partition("-")[0]]
    code = "".join(f"\\{byte:02X}" for byte in bytes.fromhex(how))
    names = {array.ctypes.data: name for name, array in arrays.items()}
    stores = (f"ptr @{names[slot]}" if slot in names else f"i64 {slot}" for slot in slots)
    filled = [f"  %s{k} = getelementptr i64, ptr @slots, i64 {k}\n  store {v}, ptr %s{k}" for k, v in enumerate(stores)]
    held, wrote = [], []
    for name, array in arrays.items():
        data = "".join(f"\\{byte:02X}" for byte in array.tobytes())
        held.append(f'@{name} = internal global [{array.nbytes} x i8] c"{data}", align 64')
        wrote.append(f"  %wrote_{name} = call i64 @ask(i64 {write}, i64 1, ptr @{name}, i64 {array.nbytes})")
    lines = "\n".join
    start = f"""{_LIBRARY}{_C_LIBRARY}
{lines(held)}
@ask = internal constant [{len(bytes.fromhex(how))} x i8] c"{code}", align 16
@slots = internal global [{len(slots)} x i64] zeroinitializer, align 16
declare i32 @{exported.stem}_run_slots(ptr)
define void @_start() "stackrealign" {{
{lines(filled)}
  %code = call i32 @{exported.stem}_run_slots(ptr @slots)
{lines(wrote)}
  %wide = zext i32 %code to i64
  %left = call i64 @ask(i64 {leave}, i64 %wide, ptr null, i64 0)
  unreachable
}}
"""
    began, program = exported.with_name("start.o"), exported.with_name("program")
    began.write_bytes(optimise(start, machine, opt_level=0).object_bytes())
    subprocess.run([linker, "-N", "-static", "-e", "_start", "-o", program, exported, began], check=True)
    return program
