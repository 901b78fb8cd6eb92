"""The CPU: kernels are machine code in this process, and pose as those of a GPU architecture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from cutedsl.driver.call.watches import CheckedExecutable
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu.context import CallContext, Launcher
from cutedsl.execution.cpu.module import CpuModule
from cutedsl.execution.native_calls.builtin import call_symbols
from cutedsl.execution.streams import Streams
from cutedsl.forks.fork_gate import GATE
from cutedsl.targets.devices import CPU
from cutedsl.targets.protocol import Compiler, Executable, Target

if TYPE_CHECKING:
    from cutedsl.arch.abi.call_description import PythonCall
    from cutedsl.codegen.llvm.compile import Machine
    from cutedsl.driver.compile.compilation import Compilation
    from cutedsl.driver.compile.options import CompileOptions


@frozen
class CpuTarget(Target):
    """The CPU of this machine; kernels see the GPU `arch`."""

    arch: str

    kind = device = CPU
    machine_name = "this CPU"
    checks = True

    def llvm_machine(self) -> Machine:
        from cutedsl.codegen.llvm.compile import host_machine

        return host_machine()

    def prepare(self, call: PythonCall | None) -> None:
        from cutedsl.targets import cpu_compiler

        cpu_compiler.make_shared_images(call)

    def kernels_in_llvm(self, compilation: Compilation) -> tuple[str, Machine]:
        return compilation.llvm, self.llvm_machine()

    def compiler(self) -> Compiler:
        from cutedsl.targets import cpu_compiler

        return cpu_compiler.CpuCompiler()

    def load(self, compilation: Compilation) -> Executable:
        source = compilation.source
        if compilation.options.check:
            options, parts = compilation.options, (source.host, source.kernels, source.sites)
            without = cache(partial(_made_again, self, compilation, replace(options, check=False, measure=False)))
            measuring = cache(partial(_made_again, self, compilation, replace(options, measure=True)))
            checked = CpuModule(compilation.native.data, *parts, unchecked=without)
            return CheckedExecutable(checked, None if options.measure else measuring)
        symbols = call_symbols(source.host) if compilation.has_call_code else ()
        return CpuExecutable(CpuModule(compilation.native.data, source.host, source.kernels, source.sites, symbols))


def _made_again(target: CpuTarget, compilation: Compilation, options: CompileOptions) -> CpuModule:
    """The program of a checked compilation with other options; it is made of the IR, as a stored program has no more.

    Errors: those of a compilation.
    """
    from cutedsl.driver.compile.compilation import StageTimes
    from cutedsl.driver.compile.pipeline import build_artifacts
    from cutedsl.driver.compile.trace import TracedProgram
    from cutedsl.ir.text import parse_module

    program = TracedProgram(parse_module(compilation.generic_ir), compilation.name, ())
    with GATE.compiling():
        made = build_artifacts(program, target, options, StageTimes())
    return CpuModule(made.native.data, made.source.host, made.source.kernels, made.source.sites)


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
