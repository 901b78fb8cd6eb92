"""Object stage: from a recorded module to something that runs, for one target."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

from xdsl.dialects.builtin import ModuleOp

from cutedsl.arch.abi.call_description import CallDescription, PythonCall
from cutedsl.codegen.llvm.compile import Machine
from cutedsl.config import config
from cutedsl.driver.cache.images import image_store
from cutedsl.driver.compile.compilation import HostSource, NativeCode, StageTimes
from cutedsl.driver.compile.options import CompileOptions
from cutedsl.driver.compile.trace import TracedProgram
from cutedsl.ir.text import generic_form, short_form
from cutedsl.passes.expand.tensors import expand_tensors
from cutedsl.targets.protocol import Order, Target


@dataclass
class Artifacts:
    """Everything one compilation made, for people to read; what was not needed to run is made when asked for.

    `host` gives the host function's machine code: on its way for the CPU. For a GPU it is made when asked
    for, in parallel with the driver's compiler, as LLVM's two compilers slow each other.
    """

    program: TracedProgram
    target: Target
    options: CompileOptions
    times: StageTimes
    source: HostSource
    host: Callable[[], NativeCode]
    ptx_text: str | None = None
    written: tuple[bool, ...] = ()
    python_call: PythonCall | None = None
    ir_text: str | None = None

    @cached_property
    def expanded(self) -> ModuleOp:
        """The module as the target's code reads it; checked runs have parts of their own in it."""
        return expand_tensors(self.program.module, checked=self.options.check, in_registers=self.target.on_gpu)

    @property
    def name(self) -> str:
        return self.program.host

    @property
    def native(self) -> NativeCode:
        """The machine code of the host function, and of kernels on the CPU target, once it is there."""
        return self.host()

    @property
    def has_call_code(self) -> bool:
        return self.python_call is not None

    @property
    def call(self) -> CallDescription | None:
        """The arguments as other interfaces than Python's take them."""
        return self.python_call and self.python_call.flat

    @property
    def ir(self) -> str:
        """The captured IR in short form."""
        return self.ir_text or short_form(self.program.module)

    @property
    def generic_ir(self) -> str:
        """The captured IR in MLIR's generic syntax, with locations."""
        return generic_form(self.program.module, locations=True)

    @property
    def expanded_ir(self) -> str:
        """The IR as the target's code reads it, in short form."""
        return short_form(self.expanded)

    @property
    def llvm(self) -> str:
        """The LLVM text that was compiled."""
        return self.source.llvm_text

    @property
    def asm(self) -> str:
        """The machine's assembly of the host function and of kernels on the CPU target."""
        return self.native.assembly()

    def ptx(self, arch: str | None = None) -> str:
        """The kernels as PTX for `arch` (default: the target's)."""
        if self.ptx_text is not None and arch in (None, self.target.arch):
            return self.ptx_text
        from cutedsl.targets.nvidia_compiler import ptx_text

        return ptx_text(self.program.module, arch or self.target.arch, lineinfo=self.options.generate_line_info)

    def cpu_source(self, machine: Machine) -> HostSource:
        """Source for another host CPU (cross-compilation)."""
        from cutedsl.targets.cpu_compiler import cpu_source

        return cpu_source(self.program.module, machine, self.target.arch, check=self.options.check)

    def gpu_host(self) -> HostSource:
        """The host function as it launches on a GPU, whatever the target."""
        from cutedsl.targets.nvidia_compiler import host_source

        return self.source if self.target.on_gpu else host_source(self.program.module)


def build_artifacts(
    program: TracedProgram,
    target: Target,
    options: CompileOptions,
    times: StageTimes,
    written: tuple[bool, ...] = (),
    call: PythonCall | None = None,
) -> Artifacts:
    """Lowers a recorded module for its target, with call code for arguments as `call` describes them.

    `written` is what the module says of its host function's parameters (`written_parameters`).

    Errors: those of the target's passes and code (barrier-count, too-much-shared-memory, unsupported-arch, ...).
    """
    compiler, order = target.compiler(), Order(options, target.arch, call)
    module = _verified(program.module, times)
    for step in compiler.passes:
        if step.wanted(order):
            before, module = module, times.measure(step.name, partial(step.run, module, order))
            if module is not before:
                _verified(module, times)
    emitted = compiler.emit(module, order, times)
    ir_text: str | None = None
    if image_store() is not None and config().remembers:  # to be stored; LLVM is at work meanwhile
        ir_text = times.measure("IR text", lambda: short_form(program.module))
    ptx_text = emitted.finish(times)
    python_call = call if emitted.has_call_code else None
    parts = (emitted.source, emitted.host, ptx_text, written, python_call, ir_text)
    return Artifacts(program, target, options, times, *parts)


def _verified(module: ModuleOp, times: StageTimes) -> ModuleOp:
    if config().verifies:
        times.measure("verify", module.verify)
    return module
