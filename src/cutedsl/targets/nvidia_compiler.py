"""The NVIDIA target's passes and its code: kernels as PTX, the host function as machine code that launches them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Final

from xdsl.dialects.builtin import ModuleOp

from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.abi.fastcall import CUDA_CALL_TEXT, call_text
from cutedsl.codegen.abi.host_kind import host_kind
from cutedsl.codegen.cpu.module import CpuSource
from cutedsl.codegen.host.module import emit_host
from cutedsl.codegen.llvm.compile import compile_native, start_shared_images
from cutedsl.codegen.nvptx.module import NvptxSource, compile_ptx, emit_nvptx
from cutedsl.driver.cache.images import image_store
from cutedsl.driver.compile.beside import Beside
from cutedsl.driver.compile.compilation import StageTimes
from cutedsl.passes.checks.fragments import check_fragments
from cutedsl.passes.expand.tensors import expand_tensors
from cutedsl.targets.common_passes import CHECK_BARRIERS, CHECK_SHARED_MEMORY, llvm_level
from cutedsl.targets.protocol import Emitted, Order, Pass


def _fragments_in_registers(module: ModuleOp, order: Order) -> ModuleOp:
    check_fragments(module)
    return module


_PASSES: Final = (
    Pass("expand", lambda module, order: expand_tensors(module, checked=order.options.check, in_registers=True)),
    CHECK_SHARED_MEMORY,
    CHECK_BARRIERS,
    Pass("check fragments", _fragments_in_registers),
)


class NvidiaCompiler:
    """Compiles for NVIDIA's GPUs."""

    passes = _PASSES

    def emit(self, module: ModuleOp, order: Order, times: StageTimes) -> Emitted:
        """PTX, made on a thread of its own; the host's machine code when asked for, which is beside the driver's
        compiler, as LLVM's two compilers slow each other."""
        options, call, level = order.options, order.call, llvm_level(order.options)
        gpu, lineinfo = gpu_target(order.arch), options.generate_line_info
        kernels = times.measure("emit PTX", lambda: emit_nvptx(module, gpu, lineinfo=lineinfo))
        ptx = Beside(partial(compile_ptx, kernels, opt_level=max(level, 1)))
        source = times.measure("emit host", lambda: emit_host(module))
        if call is not None:
            kind = host_kind(module, launches_here=False)
            source = replace(source, llvm_text=source.llvm_text + call_text(call, source.host, kind))
        more, store = "" if call is None else CUDA_CALL_TEXT, image_store()
        start_shared_images(more, store)
        native = cache(partial(compile_native, source.llvm_text, opt_level=level, more=more, store=store))
        return Emitted(source, native, lambda times: times.measure("LLVM PTX", ptx.result), call is not None)


def for_gpu(captured: ModuleOp) -> ModuleOp:
    """A captured module as code for GPUs reads it: fragments are registers, and nothing in it is checked."""
    return expand_tensors(captured, in_registers=True)


def kernel_source(captured: ModuleOp, arch: str, *, lineinfo: bool = False) -> NvptxSource:
    """The kernels of a captured module as LLVM text for a GPU architecture."""
    expanded = for_gpu(captured)
    check_fragments(expanded)
    return emit_nvptx(expanded, gpu_target(arch), lineinfo=lineinfo)


def ptx_text(captured: ModuleOp, arch: str, *, lineinfo: bool = False) -> str:
    """The kernels of a captured module as PTX for a GPU architecture. Errors: those of the target."""
    return compile_ptx(kernel_source(captured, arch, lineinfo=lineinfo))


def host_source(captured: ModuleOp) -> CpuSource:
    """The host function of a captured module as it launches on a GPU."""
    return emit_host(for_gpu(captured))
