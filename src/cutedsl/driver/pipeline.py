"""Object stage: from a recorded module to something that runs, for one target."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial

from xdsl.dialects.builtin import ModuleOp

from cutedsl.arch.call_description import CallDescription, PythonCall
from cutedsl.arch.launch_limits import check_cluster_size
from cutedsl.arch.targets import GpuTarget
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.abi.cuda_launch import CUDA_LAUNCH_TEXT
from cutedsl.codegen.abi.cuda_tensor_map import TENSOR_MAP_TEXT
from cutedsl.codegen.abi.fastcall import CALL_TEXT, call_text
from cutedsl.codegen.abi.host_kind import host_kind
from cutedsl.codegen.cpu.module import LONG_OPS, CpuSource, emit_cpu
from cutedsl.codegen.host.module import emit_host
from cutedsl.codegen.llvm.compile import Machine, NativeObject, compile_native, start_shared_images
from cutedsl.codegen.nvptx.module import compile_ptx, emit_nvptx
from cutedsl.config import config
from cutedsl.driver.beside import Beside
from cutedsl.driver.cache.disk import image_store
from cutedsl.driver.compilation import StageTimes
from cutedsl.driver.options import CompileOptions
from cutedsl.driver.target import Target
from cutedsl.driver.trace import TracedProgram
from cutedsl.ir.text import generic_form, short_form
from cutedsl.passes.check_barrier_counts import check_barrier_counts
from cutedsl.passes.check_fragments import check_fragments
from cutedsl.passes.check_shared_memory import check_shared_memory
from cutedsl.passes.expand_tensors import expand_tensors
from cutedsl.passes.interpret_ptx import interpret_ptx
from cutedsl.passes.roll_up import roll_up
from cutedsl.passes.sink_divisions import sink_divisions

_LLVM_LEVEL = {0: 0, 1: 1, 2: 1, 3: 1}
"""LLVM's pipeline for an option level: O1 for all but 0; more costs compile time and gains nothing (reference B.3)."""


@dataclass
class Artifacts:
    """Everything one compilation made, for people to read; what was not needed to run is made when asked for.

    `host` gives the host function's machine code: on its way for the CPU, and for a GPU made when asked for, which is
    beside the driver's compiler, as LLVM's two compilers slow each other.
    """

    program: TracedProgram
    target: Target
    options: CompileOptions
    times: StageTimes
    source: CpuSource
    host: Callable[[], NativeObject]
    ptx_text: str | None = None
    written: tuple[bool, ...] = ()
    python_call: PythonCall | None = None
    ir_text: str | None = None

    @cached_property
    def expanded(self) -> ModuleOp:
        gpu = self.target.kind == "cuda"
        return expand_tensors(self.program.module, checked=self.options.check, in_registers=gpu)

    @property
    def gpu_expanded(self) -> ModuleOp:
        """Expanded for a GPU, whatever the target; checked runs have no part in it."""
        if self.target.kind == "cuda" and not self.options.check:
            return self.expanded
        return expand_tensors(self.program.module, in_registers=True)

    @property
    def name(self) -> str:
        return self.program.host

    @property
    def native(self) -> NativeObject:
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
        gpu, expanded = gpu_target(arch or self.target.arch), self.gpu_expanded
        check_fragments(expanded)
        return compile_ptx(emit_nvptx(expanded, gpu, lineinfo=self.options.generate_line_info))

    def cpu_source(self, machine: Machine) -> CpuSource:
        """The program for the CPU of a machine that need not be this one."""
        source = emit_cpu(sink_divisions(interpret_ptx(self.expanded)), bounds=config().bounds, machine=machine)
        return source.with_limit(gpu_target(self.target.arch).max_smem_bytes)

    def gpu_host(self) -> CpuSource:
        """The host function as it launches on a GPU, whatever the target."""
        return self.source if self.target.kind == "cuda" else emit_host(self.gpu_expanded)


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

    Errors: barrier-count, too-much-shared-memory; those of the target (unsupported-arch, not-yet, ...).
    """
    if config().verifies:
        times.measure("verify", program.module.verify)
    module, gpu = program.module, target.kind == "cuda"
    if not gpu and not options.check and config().optimises("roll-up"):
        module = times.measure("roll up", lambda: roll_up(program.module, long_ops=LONG_OPS))
    expanded = times.measure("expand", lambda: expand_tensors(module, checked=options.check, in_registers=gpu))
    if config().verifies:
        times.measure("verify", expanded.verify)
    check_shared_memory(expanded, gpu_target(target.arch).max_smem_bytes)
    if not options.check:  # a checked run tells more: who waits, and for what
        times.measure("check barriers", lambda: check_barrier_counts(expanded))
    level, lineinfo = _LLVM_LEVEL[options.opt_level], options.generate_line_info
    ptx: Beside[str] | None = None
    if gpu:
        check_fragments(expanded)
        machine = gpu_target(target.arch)
        kernels = times.measure("emit PTX", lambda: emit_nvptx(expanded, machine, lineinfo=lineinfo))
        ptx = Beside(partial(compile_ptx, kernels, opt_level=max(level, 1)))
        source = times.measure("emit host", lambda: emit_host(expanded))
    else:
        source = times.measure(
            "emit",
            lambda: emit_cpu(sink_divisions(interpret_ptx(expanded)), bounds=config().bounds, check=options.check),
        )
        source = _posing(source, gpu_target(target.arch))
    if call is not None:
        kind = host_kind(expanded, launches_here=target.kind == "cpu")
        source = replace(source, llvm_text=source.llvm_text + call_text(call, source.host, kind))
    more, store = shared_text(call, target), image_store()
    to_native = partial(compile_native, source.llvm_text, opt_level=level, more=more, store=store)
    if ptx is not None:
        start_shared_images(more, store)
    host = cache(to_native) if ptx is not None else Beside(to_native).result
    ir_text: str | None = None
    if store is not None:  # to be stored; LLVM is at work meanwhile
        ir_text = times.measure("IR text", lambda: short_form(program.module))
    ptx_text: str | None = None
    if ptx is not None:
        ptx_text = times.measure("LLVM PTX", ptx.result)
    else:
        times.measure("LLVM", host)
    artifacts = Artifacts(program, target, options, times, source, host, ptx_text, written, call, ir_text)
    if module is program.module:
        artifacts.__dict__["expanded"] = expanded
    return artifacts


def _posing(source: CpuSource, gpu: GpuTarget) -> CpuSource:
    """The program with the limits of the GPU that the CPU poses as. Errors: launch-invalid-cluster."""
    for kernel in source.kernels:
        check_cluster_size(kernel.name, kernel.cluster_dim, gpu)
    return source.with_limit(gpu.max_smem_bytes)


def shared_text(call: PythonCall | None, target: Target) -> str:
    """The text that call code is linked with; for a GPU it has the kernel launcher too."""
    if call is None:
        return ""
    return CALL_TEXT + CUDA_LAUNCH_TEXT + TENSOR_MAP_TEXT if target.kind == "cuda" else CALL_TEXT
