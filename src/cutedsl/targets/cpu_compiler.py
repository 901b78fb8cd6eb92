"""The CPU target's passes and its code: host function and kernels in one LLVM module."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from xdsl.dialects.builtin import ModuleOp

from cutedsl.arch.abi.call_description import PythonCall
from cutedsl.arch.launch_limits import check_cluster_size
from cutedsl.arch.targets import GpuTarget
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.abi.fastcall import CALL_TEXT, call_text
from cutedsl.codegen.abi.host_kind import host_kind
from cutedsl.codegen.cpu.module import LONG_OPS, CpuSource, emit_cpu
from cutedsl.codegen.llvm.compile import Machine, compile_native, start_shared_images
from cutedsl.codegen.llvm.images import ImageStore
from cutedsl.config import config
from cutedsl.driver.cache.images import image_store
from cutedsl.driver.compile.beside import Beside
from cutedsl.driver.compile.compilation import StageTimes
from cutedsl.passes.checks.late_landings import land_late
from cutedsl.passes.expand.tensors import expand_tensors
from cutedsl.passes.integers.sink_divisions import sink_divisions
from cutedsl.passes.ptx.interpret import interpret_ptx
from cutedsl.passes.rerolling.roll_up import roll_up
from cutedsl.passes.wait_loops import make_waits
from cutedsl.targets.common_passes import CHECK_BARRIERS, CHECK_SHARED_MEMORY, llvm_level
from cutedsl.targets.protocol import Emitted, Order, Pass


def _rolls_up(order: Order) -> bool:
    return not order.options.check and config().optimises("roll-up")


_PASSES: Final = (
    Pass("roll up", lambda module, order: roll_up(module, long_ops=LONG_OPS), _rolls_up),
    Pass("expand", lambda module, order: expand_tensors(module, checked=order.options.check)),
    CHECK_SHARED_MEMORY,
    CHECK_BARRIERS,
    Pass("interpret PTX", lambda module, order: interpret_ptx(module)),
    Pass("make waits", lambda module, order: make_waits(module)),
    Pass("land late", lambda module, order: land_late(module), lambda order: order.options.check),
    Pass("sink divisions", lambda module, order: sink_divisions(module)),
)


class CpuCompiler:
    """Compiles for the CPU."""

    passes = _PASSES

    def emit(self, module: ModuleOp, order: Order, times: StageTimes) -> Emitted:
        """Machine code of the host function and the kernels, made on a thread of its own."""
        options, call = order.options, order.call
        bounds, check, measure = config().bounds, options.check, options.measure
        source = times.measure("emit", lambda: emit_cpu(module, bounds=bounds, check=check, measure=measure))
        source = _posing(source, gpu_target(order.arch))
        if call is not None:
            kind = host_kind(module, launches_here=True)
            source = replace(source, llvm_text=source.llvm_text + call_text(call, source.host, kind))
        more, store, level = _linked_text(call), image_store(), llvm_level(options)
        native = Beside(partial(compile_native, source.llvm_text, opt_level=level, more=more, store=store)).result

        def finish(times: StageTimes) -> None:
            times.measure("LLVM", native)

        return Emitted(source, native, finish, call is not None)


def cpu_source(captured: ModuleOp, machine: Machine, arch: str, *, check: bool = False) -> CpuSource:
    """A captured module's code for another host CPU; kernels see the GPU `arch`."""
    expanded = sink_divisions(make_waits(interpret_ptx(expand_tensors(captured, checked=check))))
    source = emit_cpu(expanded, bounds=config().bounds, machine=machine)
    return source.with_limit(gpu_target(arch).max_smem_bytes)


def make_shared_images(call: PythonCall | None) -> None:
    """Begins to make the objects that programs are linked with.

    The thread waits for them, as Python's end does for it: LLVM must not work while the process is taken down.
    """
    Beside(partial(_wait_for_images, _linked_text(call), image_store()))


def _wait_for_images(more: str, store: ImageStore | None) -> None:
    for image in start_shared_images(more, store):
        image.exception()  # who links it reports what went wrong


def _linked_text(call: PythonCall | None) -> str:
    return "" if call is None else CALL_TEXT


def _posing(source: CpuSource, gpu: GpuTarget) -> CpuSource:
    """The program with the limits of the GPU that the CPU imitates. Errors: launch-invalid-cluster."""
    for kernel in source.kernels:
        check_cluster_size(kernel.name, kernel.cluster_dim, gpu)
    return source.with_limit(gpu.max_smem_bytes)
