"""A host function as LLVM text: the warp emitter with one lane."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp

import cutedsl.codegen.cpu.rules  # noqa: F401  (fills the dispatch table)
from cutedsl.arch.abi.host import RT, KernelInfo
from cutedsl.codegen.cpu.dispatch import emit_block
from cutedsl.codegen.cpu.emitter import STOP, WarpEmitter
from cutedsl.codegen.cpu.plan.planner import plan_host
from cutedsl.codegen.cpu.sites import SiteTable
from cutedsl.codegen.cpu.source import bind_parameters, clear_private, functions
from cutedsl.codegen.llvm.compile import Machine
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.errors import internal_error


def emit_host_function(
    text: ModuleText,
    module: ModuleOp,
    kernels: Sequence[KernelInfo],
    sites: SiteTable,
    machine: Machine,
    *,
    bounds: bool,
    for_gpu: bool = False,
) -> str:
    """Writes `i32 host(ptr slots, ptr rt)` and returns its symbol; launches name kernels by their place in `kernels`.

    `for_gpu` says that they run on a GPU."""
    hosts = functions(module, "cute.host")
    if len(hosts) != 1:
        raise internal_error(f"{len(hosts)} host functions in a module")
    host = hosts[0]
    block, f = host.body.block, FunctionText()
    numbers = {info.name: index for index, info in enumerate(kernels)}
    e = WarpEmitter(plan_host(host, machine, numbers, bounds=bounds, on_gpu=for_gpu), text, sites, f)
    f.do(f"%poll = getelementptr i8, ptr %rt, i64 {RT['caller_poll'].offset}")
    bind_parameters(e, block, "%slots")
    emit_block(e, block)
    body, f.lines = f.lines, list(e.frame.allocas)
    clear_private(e)
    f.lines.extend(body)
    f.do("ret i32 0")
    f.begin(STOP)
    f.do(f"%code_at = getelementptr i8, ptr %rt, i64 {RT['error_code'].offset}")
    f.do("%code = load i32, ptr %code_at, align 4")
    f.do("ret i32 %code")
    name = host.sym_name.data
    text.define(f'i32 @"{name}"(ptr %slots, ptr %rt)', f)
    return name
