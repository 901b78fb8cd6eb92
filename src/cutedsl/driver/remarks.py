"""`--remark-filter` and `--remark-output`: what LLVM's optimiser says of a compilation."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.llvm.compile import Machine, host_machine
from cutedsl.codegen.llvm.gpu_machine import machine_of
from cutedsl.codegen.llvm.remarks import remarks_of
from cutedsl.codegen.nvptx.module import emit_nvptx
from cutedsl.driver.compilation import Compilation
from cutedsl.ir.text import parse_module
from cutedsl.passes.expand_tensors import expand_tensors


def show_remarks(compilation: Compilation) -> None:
    """What the optimiser says of the code for the target, on stderr or in a file of YAML."""
    options = compilation.options
    remarks = remarks_of(*_optimised(compilation), options.remarks)
    if options.remark_output:
        lines = [f"- {json.dumps(remark, ensure_ascii=False)}\n" for remark in remarks]
        Path(options.remark_output).write_text("".join(lines) or "[]\n", encoding="utf-8")
    else:
        print("\n".join(f"remark: {remark}" for remark in remarks), file=sys.stderr)


def _optimised(compilation: Compilation) -> tuple[str, Machine]:
    """The LLVM text of the kernels, and what it is compiled for."""
    if compilation.target.kind == "cpu":
        return compilation.llvm, host_machine()
    expanded = expand_tensors(parse_module(compilation.ir), in_registers=True)
    source = emit_nvptx(expanded, gpu_target(compilation.target.arch))
    return source.llvm_text, machine_of(source.target, source.ptx_version)
