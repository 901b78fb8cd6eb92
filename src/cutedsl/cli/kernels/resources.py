"""What a program's kernels cost on a GPU, as `ptxas` reports it: registers, spills, shared memory; and what fits."""

from __future__ import annotations

from dataclasses import replace

from cutedsl.arch.abi.host import KernelInfo
from cutedsl.arch.ptx_names import plain_name
from cutedsl.arch.targets import GpuTarget, target
from cutedsl.cli.kernels.static_resources import occupancy
from cutedsl.codegen.nvptx.tools.ptxas import KernelReport, assemble
from cutedsl.config import config
from cutedsl.driver.compile.pipeline import Artifacts
from cutedsl.errors.frozen import frozen


@frozen
class KernelResources:
    """What one kernel takes on a GPU.

    Units: registers of a thread; stack and spills in bytes of a thread, shared memory in bytes of a block. `blocks` fit
    on a multiprocessor, None where the kernel does not say how many threads a block has.
    """

    kernel: str
    registers: int
    spill_bytes: int
    stack_bytes: int
    smem_bytes: int
    block_dim: tuple[int, int, int] | None
    blocks: int | None

    def __str__(self) -> str:
        fits = "" if self.blocks is None else f", {self.blocks} blocks of {self.block_dim} threads on a multiprocessor"
        return (
            f"{self.registers} registers, {self.spill_bytes} bytes of spills, {self.stack_bytes} bytes of stack, "
            f"{self.smem_bytes} bytes of shared memory{fits}"
        )


def resource_report(artifacts: Artifacts, arch: str) -> str:
    """One comment line for each kernel. Errors: missing-ptxas, unsupported-arch."""
    name = target(arch).name
    return "\n".join(f"// ptxas, {name}: {one.kernel}: {one}" for one in kernel_resources(artifacts, arch))


def kernel_resources(artifacts: Artifacts, arch: str) -> list[KernelResources]:
    """What each kernel takes, as `ptxas` says. Errors: missing-ptxas, unsupported-arch."""
    configured, gpu = config().ptxas, target(arch)
    found = assemble(artifacts.ptx(arch), gpu, ptxas=None if configured is None else str(configured))
    kernels = {plain_name(kernel.name): kernel for kernel in artifacts.source.kernels}
    return [_resources(kernel, gpu, kernels[plain_name(kernel.name)]) for kernel in found.kernels]


def _resources(cost: KernelReport, gpu: GpuTarget, kernel: KernelInfo) -> KernelResources:
    smem_bytes = cost.smem_bytes + kernel.smem_bytes
    blocks = None
    if kernel.block_dim is not None:
        blocks = occupancy(replace(kernel, smem_bytes=smem_bytes), gpu, cost.registers)
    spills = cost.spill_store_bytes + cost.spill_load_bytes
    return KernelResources(cost.name, cost.registers, spills, cost.stack_bytes, smem_bytes, kernel.block_dim, blocks)
