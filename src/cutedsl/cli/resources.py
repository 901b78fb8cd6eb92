"""What a program's kernels cost on a GPU, as `ptxas` reports it: registers, spills, shared memory."""

from __future__ import annotations

from collections.abc import Sequence

from cutedsl.arch.host_abi import KernelInfo
from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx.ptxas import KernelReport, assemble
from cutedsl.config import config


def resource_report(ptx: str, arch: str, kernels: Sequence[KernelInfo]) -> str:
    """One comment line for each kernel in `ptx`; `kernels` says what shared memory each asks for at its launch.

    Units: registers of a thread; stack and spills in bytes of a thread, shared memory in bytes of a block.
    Errors: missing-ptxas, unsupported-arch.
    """
    configured = config().ptxas
    found = assemble(ptx, target(arch), ptxas=None if configured is None else str(configured))
    asked = {kernel.name: kernel.smem_bytes for kernel in kernels}
    return "\n".join(_line(kernel, arch, asked.get(kernel.name, 0)) for kernel in found.kernels)


def _line(kernel: KernelReport, arch: str, smem_bytes: int) -> str:
    spills = kernel.spill_store_bytes + kernel.spill_load_bytes
    return (
        f"// ptxas, {arch}: {kernel.name}: {kernel.registers} registers, {spills} bytes of spills, "
        f"{kernel.stack_bytes} bytes of stack, {kernel.smem_bytes + smem_bytes} bytes of shared memory"
    )
