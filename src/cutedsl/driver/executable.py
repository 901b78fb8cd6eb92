"""A compiled program in this process: the host function, and its kernels on the CPU or as a GPU module."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from cutedsl.arch.cuda_launch_abi import LAUNCH_SYMBOLS
from cutedsl.driver.beside import Beside
from cutedsl.driver.call_device import call_device
from cutedsl.driver.checked import CheckedExecutable
from cutedsl.driver.compilation import Compilation
from cutedsl.driver.gpu_image import gpu_image
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu_context import CallContext, Launcher
from cutedsl.execution.cpu_module import CpuModule
from cutedsl.execution.devices import device_count
from cutedsl.execution.fastcall import call_symbols
from cutedsl.execution.streams import Streams


class Executable(Protocol):
    """What a compiled function runs."""

    @property
    def host(self) -> CpuModule:
        """The machine code of the host function."""
        ...

    @property
    def calls_by_machine_code(self) -> bool:
        """Whether the call code alone knows where to run."""
        ...

    def run(self, slots: Sequence[int], values: Sequence[object]) -> None:
        """Calls the host function with its parameters, 8 bytes each; `values` are the arguments they come from."""
        ...

    def run_at(self, slots: int) -> None:
        """Calls the host function with its parameters packed at an address."""
        ...

    def launcher(self, context: CallContext) -> Launcher:
        """What launches kernels for a call that the machine code made by itself."""
        ...

    def use_streams(self, streams: Streams) -> None:
        """Takes the stream of launches that name none from `streams`."""
        ...


@frozen
class CpuExecutable:
    """Host function and kernels run on the CPU."""

    host: CpuModule

    @property
    def calls_by_machine_code(self) -> bool:
        return True

    def run(self, slots: Sequence[int], values: Sequence[object]) -> None:
        self.host.call(slots)

    def run_at(self, slots: int) -> None:
        self.host.call_at(slots)

    def launcher(self, context: CallContext) -> Launcher:
        return self.host.watched_launcher(context)

    def use_streams(self, streams: Streams) -> None:
        """The CPU has none."""


@frozen
class CudaExecutable:
    """The host function runs on the CPU and launches kernels of a GPU module."""

    host: CpuModule
    device: CudaLauncher

    @property
    def calls_by_machine_code(self) -> bool:
        return device_count() == 1  # with more, Python looks which one the tensors are on

    def run(self, slots: Sequence[int], values: Sequence[object]) -> None:
        device = call_device(values) if device_count() > 1 else None
        self.host.call(slots, partial(self.device.launch_at, device=device))

    def run_at(self, slots: int) -> None:
        self.host.call_at(slots, self.device.launch_at)

    def launcher(self, context: CallContext) -> Launcher:
        self.device.attach(context.address, *(self.host.address(symbol) for symbol in LAUNCH_SYMBOLS))
        return self.device.launch_at

    def use_streams(self, streams: Streams) -> None:
        self.device.use_streams(streams)


class CudaLauncher(Protocol):
    """What launches the kernels of one GPU module."""

    def launch_at(self, kernel: int, dims: int, stream: int, slots: int, device: int | None = None) -> None: ...

    def use_streams(self, streams: Streams) -> None: ...

    def attach(self, rt: int, launch: int, tensor_map: int) -> None:
        """Lets the machine code at these addresses serve the call context at `rt`."""
        ...


def load(artifacts: Compilation) -> Executable:
    """Links a compilation's machine code into this process, and loads its GPU module."""
    source, native = artifacts.source, artifacts.native
    symbols = call_symbols(source.host) if artifacts.has_call_code else ()
    if artifacts.options.check:
        return CheckedExecutable(CpuModule(native.data, source.host, source.kernels, source.sites))
    if artifacts.target.kind == "cpu":
        return CpuExecutable(CpuModule(native.data, source.host, source.kernels, source.sites, symbols))
    from cutedsl.arch.targets import target as gpu_target
    from cutedsl.execution.cuda_module import CudaModule

    launch = LAUNCH_SYMBOLS if artifacts.has_call_code else ()
    host = Beside(partial(CpuModule, native.data, source.host, (), source.sites, (*symbols, *launch)))
    module = CudaModule(gpu_image(artifacts), source.kernels, gpu_target(artifacts.target.arch))
    module.load()  # on this thread, whose context it is for
    return CudaExecutable(host.result(), module)
