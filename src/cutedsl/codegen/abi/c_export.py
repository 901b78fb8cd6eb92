"""A program for the CPU as one object that C links with: its code, the runtime, and a launcher that needs no Python.

The launcher runs the blocks of a grid one after another on the calling thread. The object defines
`<prefix>_run_slots`, which takes the slots of the host function and returns 0 or an `ErrorCode`. It also holds a
block of bytes for the code that loads it back. The object of a program for a GPU has the host function and those
bytes, with the kernels' image at their end; its header has the launcher.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import llvmlite.binding as llvm

from cutedsl.arch.abi.host import WORKER_SUFFIX, KernelInfo
from cutedsl.codegen.abi.constants import structure_type, structure_value
from cutedsl.codegen.abi.fastcall import CALL_DECLARATION
from cutedsl.codegen.llvm import runtime
from cutedsl.codegen.llvm.compile import Machine, host_machine, optimise
from cutedsl.codegen.llvm.runtime import declared_once
from cutedsl.native import built_text
from cutedsl.native.pool import RUNTIME_SYMBOLS, runtime_symbol
from cutedsl.native.structures import structure

_EXPORTED_KERNEL: Final = structure("ExportedKernel")


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
        program.link_in(_parsed(runtime.text_for(linux="linux" in machine.triple), machine))
    if "@cute.tensor." in text:
        from cutedsl.codegen.llvm import tensor_runtime  # its text is made for Blackwell's programs alone

        program.link_in(_parsed(tensor_runtime.TEXT, machine))
    for one in filter(None, more):
        program.link_in(_parsed(declared_once(one), machine))
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


def _record(kernel: KernelInfo) -> str:
    values = {
        "worker": kernel.worker,
        "smem_bytes": kernel.smem_bytes,
        "blocks": math.prod(kernel.cluster_dim),
        "cluster": tuple(kernel.cluster_dim),
        "smem_limit": kernel.smem_limit_bytes,
    }
    return f"{structure_type(_EXPORTED_KERNEL)} {structure_value(_EXPORTED_KERNEL, values)}"


def _launcher(host: str, kernels: Sequence[KernelInfo], prefix: str) -> str:
    workers = "\n".join(f'declare void @"{one.worker}"(ptr, ptr, ptr, ptr, ptr, ptr, i64)' for one in kernels)
    records = ", ".join(map(_record, kernels))
    return f"""
{OUTPUT_TEXT}
{built_text("export.cpu")}
{workers}
declare i32 @"{host}"(ptr, ptr)
@aot.kernels = private constant [{len(kernels)} x {structure_type(_EXPORTED_KERNEL)}] [{records}]
define i32 @"{prefix}_run_slots"(ptr %slots) {{
  %code = call i32 @cute.aot.run(ptr @aot.kernels, ptr @"{host}", ptr %slots)
  ret i32 %code
}}
"""


OUTPUT_TEXT: Final = built_text("export.output")
"""Printed output, and the answer to a call that asks whether to go on."""
