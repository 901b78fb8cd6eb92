"""NVIDIA's GPUs: kernels are PTX, and the host function on the CPU launches them through the driver."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from cutedsl.arch.abi.cuda_launch import LAUNCH_SYMBOLS
from cutedsl.driver.call.call_device import call_device
from cutedsl.driver.compile.beside import Beside
from cutedsl.driver.compile.gpu_image import gpu_image
from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu.context import CallContext, Launcher
from cutedsl.execution.cpu.module import CpuModule
from cutedsl.execution.devices import current_device, device_count
from cutedsl.execution.native_calls.builtin import call_symbols
from cutedsl.execution.streams import Streams
from cutedsl.targets.devices import CUDA
from cutedsl.targets.protocol import Compiler, Executable, Target

if TYPE_CHECKING:
    from cutedsl.codegen.llvm.compile import Machine
    from cutedsl.driver.compile.compilation import Compilation


@frozen
class NvidiaTarget(Target):
    """GPUs of architecture `arch`. Nothing is prepared: there is time after the trace, beside the driver's compiler."""

    arch: str

    kind = device = CUDA
    on_gpu = True

    @property
    def label(self) -> str:
        return self.arch

    @property
    def machine_name(self) -> str:
        return self.arch

    def facts(self) -> str | None:
        return repr(current_device())

    def llvm_machine(self) -> Machine:
        from cutedsl.arch.targets import target as gpu_target
        from cutedsl.codegen.llvm.gpu_machine import machine_of

        return machine_of(gpu_target(self.arch))

    def kernels_in_llvm(self, compilation: Compilation) -> tuple[str, Machine]:
        from cutedsl.codegen.llvm.gpu_machine import machine_of
        from cutedsl.ir.text import parse_module
        from cutedsl.targets.nvidia_compiler import kernel_source

        source = kernel_source(parse_module(compilation.ir), self.arch)
        return source.llvm_text, machine_of(source.target, source.ptx_version)

    def compiler(self) -> Compiler:
        from cutedsl.targets import nvidia_compiler

        return nvidia_compiler.NvidiaCompiler()

    def load(self, compilation: Compilation) -> Executable:
        from cutedsl.arch.targets import target as gpu_target
        from cutedsl.execution.cuda.module import CudaModule

        source, symbols = compilation.source, ()
        if compilation.has_call_code:
            symbols = (*call_symbols(source.host), *LAUNCH_SYMBOLS)
        module = CudaModule(gpu_image(compilation), source.kernels, gpu_target(self.arch))
        loading = Beside(partial(module.load_into, *module.here()))  # the driver's compiler needs no Python
        host = CpuModule(compilation.native.data, source.host, (), source.sites, symbols)
        return CudaExecutable(host, module, loading)


class CudaLauncher(Protocol):
    """What launches the kernels of one GPU module."""

    def launch_at(self, kernel: int, dims: int, stream: int, slots: int, device: int | None = None) -> None: ...

    def use_streams(self, streams: Streams) -> None: ...

    def attach(self, rt: int, launch: int, tensor_map: int) -> None:
        """Lets the machine code at these addresses serve the call context at `rt`."""
        ...


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
