"""A program of a bundle in the place of a compilation: code to load, and none of the stages that it came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from cutedsl.bundle.functions import Program, kernel_of
from cutedsl.driver.compile.compilation import StageTimes
from cutedsl.driver.compile.options import CompileOptions
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.targets.protocol import Target

if TYPE_CHECKING:
    from cutedsl.arch.abi.host import KernelInfo, Site
    from cutedsl.codegen.llvm.compile import Machine
    from cutedsl.driver.compile.compilation import HostSource
    from cutedsl.targets.protocol import Executable


@frozen
class BundledTarget(Target):
    """The target of a program of a bundle: it loads that program, and compiles nothing."""

    program: Program
    kind: str
    arch: str
    device: str
    on_gpu: bool

    @property
    def machine_name(self) -> str:
        return self.arch if self.on_gpu else "this CPU"

    @property
    def label(self) -> str:
        return self.program.target

    def compiler(self) -> NoReturn:
        raise _machine_code_only(self.program.facts["name"])

    def assembly(self, data: bytes, llvm_text: str, opt_level: int) -> NoReturn:
        raise _machine_code_only(self.program.facts["name"])

    def load(self, compilation: object) -> Executable:
        return self.program.executable


@frozen
class BundledSource:
    """The parts of a program that it runs with."""

    name: str
    host: str
    kernels: tuple[KernelInfo, ...]
    sites: Sequence[Site]

    @property
    def llvm_text(self) -> NoReturn:
        raise _machine_code_only(self.name)


@frozen
class BundledCode:
    """The machine code of a host function."""

    name: str
    data: bytes
    opt_level: int
    timings_ms: dict[str, float]

    def assembly(self) -> NoReturn:
        raise _machine_code_only(self.name)


@frozen
class BundledCompilation:
    """What a compiled function has from a bundle. Errors: bundle-lacks, where somebody asks for a stage."""

    target: BundledTarget
    options: CompileOptions
    times: StageTimes
    source: BundledSource
    native: BundledCode
    has_call_code: bool
    written: tuple[bool, ...]

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def call(self) -> NoReturn:
        raise _machine_code_only(self.name)

    ir = generic_ir = expanded_ir = llvm = asm = call

    def ptx(self, arch: str | None = None) -> NoReturn:
        raise _machine_code_only(self.name)

    def cpu_source(self, machine: Machine) -> NoReturn:
        raise _machine_code_only(self.name)

    def gpu_host(self) -> HostSource:
        raise _machine_code_only(self.name)


def compilation_of(program: Program, target: Target, options: CompileOptions) -> BundledCompilation:
    """A program as what was compiled for `target`."""
    facts: dict[str, Any] = dict(program.facts)
    kernels = tuple(map(kernel_of, facts["kernels"]))
    return BundledCompilation(
        BundledTarget(program, target.kind, target.arch, target.device, target.on_gpu),
        options,
        StageTimes(),
        BundledSource(facts["name"], facts["host"], kernels, program.sites),
        BundledCode(facts["name"], program.code, options.opt_level, {}),
        facts["objects"] is not None,
        tuple(facts["written"]),
    )


def _machine_code_only(name: str) -> Exception:
    fix = "Compile it where `bundle.use` was not called."
    return fail("bundle-lacks", f"`{name}` comes from a bundle, which holds only machine code", fix=fix)
