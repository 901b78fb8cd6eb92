"""The host part of a module whose kernels run elsewhere."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from cutedsl.codegen.cpu.sites import SiteTable
from cutedsl.codegen.cpu.source import CpuSource, finished, functions, kernel_info
from cutedsl.codegen.host.function import emit_host_function
from cutedsl.codegen.llvm.compile import host_machine
from cutedsl.codegen.llvm.text import ModuleText


def emit_host(module: ModuleOp, *, bounds: bool = True) -> CpuSource:
    """LLVM text of the module's host function alone; kernels are launched by index through the runtime.

    The order of `kernels` is that of the module's kernel functions, which every target keeps.
    """
    text, sites = ModuleText(), SiteTable()
    kernels = tuple(kernel_info(kernel) for kernel in functions(module, "cute.kernel"))
    host = emit_host_function(text, module, kernels, sites, host_machine(), bounds=bounds, for_gpu=True)
    return CpuSource(finished(text), host, kernels, tuple(sites.sites))
