"""What a program's kernels cost on a GPU, as `ptxas` reports it: registers, spills, shared memory."""

from __future__ import annotations

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx.ptxas import KernelReport, assemble
from cutedsl.config import config


def resource_report(ptx: str, arch: str) -> str:
    """One comment line for each kernel in `ptx`.

    Units: registers of a thread; stack and spills in bytes of a thread, shared memory in bytes of a block.
    Errors: missing-ptxas, unsupported-arch.
    """
    configured = config().ptxas
    found = assemble(ptx, target(arch), ptxas=None if configured is None else str(configured))
    return "\n".join(_line(kernel, arch) for kernel in found.kernels)


def _line(kernel: KernelReport, arch: str) -> str:
    spills = kernel.spill_store_bytes + kernel.spill_load_bytes
    return (
        f"// ptxas, {arch}: {kernel.name}: {kernel.registers} registers, {spills} bytes of spills, "
        f"{kernel.stack_bytes} bytes of stack, {kernel.smem_bytes} bytes of static shared memory"
    )
