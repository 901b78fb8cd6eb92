"""A compiled program in this process: the host function, and its kernels on the CPU or as a GPU module."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cutedsl.arch.targets import target as gpu_target
from cutedsl.driver.pipeline import Artifacts
from cutedsl.execution.cpu_module import CpuModule


class Executable(Protocol):
    """What a compiled function runs."""

    def run(self, slots: Sequence[int]) -> None:
        """Calls the host function with its parameters, 8 bytes each."""
        ...


@dataclass(frozen=True, slots=True)
class CpuExecutable:
    """Host function and kernels run on the CPU."""

    module: CpuModule

    def run(self, slots: Sequence[int]) -> None:
        self.module.call(slots)


@dataclass(frozen=True, slots=True)
class CudaExecutable:
    """The host function runs on the CPU and launches kernels of a GPU module."""

    host: CpuModule
    device: CudaLauncher

    def run(self, slots: Sequence[int]) -> None:
        self.host.call(slots, self.device.launch_at)


class CudaLauncher(Protocol):
    """What launches the kernels of one GPU module."""

    def launch_at(self, kernel: int, dims: int, stream: int, slots: int) -> None: ...


def load(artifacts: Artifacts) -> Executable:
    """Links a compilation's machine code into this process, and loads its GPU module."""
    source, native = artifacts.source, artifacts.native
    if artifacts.target.kind == "cpu":
        return CpuExecutable(CpuModule(native.data, source.host, source.kernels, source.sites))
    from cutedsl.execution.cuda_module import CudaModule

    host = CpuModule(native.data, source.host, (), source.sites)
    module = CudaModule(artifacts.ptx().encode() + b"\0", source.kernels, gpu_target(artifacts.target.arch))
    module.load()
    return CudaExecutable(host, module)
