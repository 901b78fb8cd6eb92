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
from cutedsl.errors import DSLUserCodeError, fail
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
        """Whether call code can run it."""
        ...

    @property
    def is_where_arguments_are(self) -> bool:
        """Whether machine code that does not look which GPU its arguments are on can run it."""
        ...

    def finish_loading(self) -> None:
        """Waits until all of it is loaded. Errors: those of loading."""
        ...

    def run(self, slots: Sequence[int], values: Sequence[object]) -> None:
        """Calls the host function with its parameters, 8 bytes each; `values` are the arguments they come from."""
        ...

    def run_at(self, slots: int, gpu: int = -1) -> None:
        """Calls the host function with its parameters packed at an address; the tensors are on GPU `gpu` (-1: the
        current one)."""
        ...

    def launcher(self, context: CallContext, *, holds_gil: bool = False) -> Launcher:
        """What launches kernels for calls that machine code makes by itself, all with the GIL or perhaps without."""
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

    @property
    def is_where_arguments_are(self) -> bool:
        return True

    def finish_loading(self) -> None:
        """The linker has ended."""

    def run(self, slots: Sequence[int], values: Sequence[object]) -> None:
        self.host.call(slots)

    def run_at(self, slots: int, gpu: int = -1) -> None:
        self.host.call_at(slots)

    def launcher(self, context: CallContext, *, holds_gil: bool = False) -> Launcher:
        if holds_gil:
            self.host.launch_by_machine_code(context)
        return self.host.watched_launcher(context)

    def use_streams(self, streams: Streams) -> None:
        """The CPU has none."""


@frozen
class CudaExecutable:
    """The host function runs on the CPU and launches kernels of a GPU module."""

    host: CpuModule
    device: CudaLauncher
    loading: Beside[None]

    @property
    def calls_by_machine_code(self) -> bool:
        return True

    @property
    def is_where_arguments_are(self) -> bool:
        return device_count() == 1

    def finish_loading(self) -> None:
        try:
            self.loading.result()
        except DSLUserCodeError as error:  # which saw no line of the author's on the thread of the loading
            raise fail(error.name, error.message, notes=error.notes, fix=error.report.fix) from None

    def run(self, slots: Sequence[int], values: Sequence[object]) -> None:
        device = call_device(values) if device_count() > 1 else None
        self.host.call(slots, partial(self.device.launch_at, device=device))

    def run_at(self, slots: int, gpu: int = -1) -> None:
        self.host.call_at(slots, partial(self.device.launch_at, device=_known(gpu)))

    def launcher(self, context: CallContext, *, holds_gil: bool = False) -> Launcher:
        self.device.attach(context.address, *(self.host.address(symbol) for symbol in LAUNCH_SYMBOLS))

        def launch(kernel: int, dims: int, stream: int, slots: int) -> None:
            (gpu,) = context.field("gpu")
            self.device.launch_at(kernel, dims, stream, slots, _known(gpu))

        return launch

    def use_streams(self, streams: Streams) -> None:
        self.device.use_streams(streams)


def _known(gpu: int) -> int | None:
    return None if gpu < 0 else gpu


class CudaLauncher(Protocol):
    """What launches the kernels of one GPU module."""

    def launch_at(self, kernel: int, dims: int, stream: int, slots: int, device: int | None = None) -> None: ...

    def use_streams(self, streams: Streams) -> None: ...

    def attach(self, rt: int, launch: int, tensor_map: int) -> None:
        """Lets the machine code at these addresses serve the call context at `rt`."""
        ...


def load(artifacts: Compilation) -> Executable:
    """Links a compilation's machine code into this process, and begins to load its GPU module."""
    source = artifacts.source
    symbols = call_symbols(source.host) if artifacts.has_call_code else ()
    if artifacts.options.check:
        return CheckedExecutable(CpuModule(artifacts.native.data, source.host, source.kernels, source.sites))
    if artifacts.target.kind == "cpu":
        return CpuExecutable(CpuModule(artifacts.native.data, source.host, source.kernels, source.sites, symbols))
    from cutedsl.arch.targets import target as gpu_target
    from cutedsl.execution.cuda_module import CudaModule

    launch = LAUNCH_SYMBOLS if artifacts.has_call_code else ()
    module = CudaModule(gpu_image(artifacts), source.kernels, gpu_target(artifacts.target.arch))
    loading = Beside(partial(module.load_into, *module.here()))  # the driver's compiler needs no Python
    host = CpuModule(artifacts.native.data, source.host, (), source.sites, (*symbols, *launch))
    return CudaExecutable(host, module, loading)
