"""What a program's kernels cost on a GPU, as `ptxas` reports it: registers, spills, shared memory; and what fits."""

from __future__ import annotations

from dataclasses import replace

from cutedsl.arch.host_abi import KernelInfo
from cutedsl.arch.targets import GpuTarget, target
from cutedsl.cli.static_resources import occupancy
from cutedsl.codegen.nvptx.ptxas import KernelReport, assemble
from cutedsl.config import config
from cutedsl.driver.pipeline import Artifacts


def resource_report(artifacts: Artifacts, arch: str) -> str:
    """One comment line for each kernel.

    Units: registers of a thread; stack and spills in bytes of a thread, shared memory in bytes of a block; blocks on a
    multiprocessor, where the kernel says how many threads a block has.
    Errors: missing-ptxas, unsupported-arch.
    """
    configured, gpu = config().ptxas, target(arch)
    found = assemble(artifacts.ptx(arch), gpu, ptxas=None if configured is None else str(configured))
    kernels = {kernel.name: kernel for kernel in artifacts.source.kernels}
    return "\n".join(_line(kernel, gpu, kernels[kernel.name]) for kernel in found.kernels)


def _line(cost: KernelReport, gpu: GpuTarget, kernel: KernelInfo) -> str:
    spills = cost.spill_store_bytes + cost.spill_load_bytes
    smem_bytes = cost.smem_bytes + kernel.smem_bytes
    fits = ""
    if kernel.block_dim is not None:
        blocks = occupancy(replace(kernel, smem_bytes=smem_bytes), gpu, cost.registers)
        fits = f", {blocks} blocks of {kernel.block_dim} threads on a multiprocessor"
    return (
        f"// ptxas, {gpu.name}: {cost.name}: {cost.registers} registers, {spills} bytes of spills, "
        f"{cost.stack_bytes} bytes of stack, {smem_bytes} bytes of shared memory{fits}"
    )
