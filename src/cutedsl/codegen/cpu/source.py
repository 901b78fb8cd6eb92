"""What is common to writing kernels and host functions: the result, parameters, and the module's text."""

from __future__ import annotations

from dataclasses import field, replace

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block

from cutedsl.arch.abi.host import EVENT_ATTRIBUTES, SLOT_BYTES, KernelInfo, LaunchEvent, Site
from cutedsl.codegen.cpu.bfloats import take_bits_for_bfloats
from cutedsl.codegen.cpu.emitter import PROFILE_METADATA, ROLLED_METADATA, WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import UNIFORM
from cutedsl.codegen.cpu.memory.pointers import ZERO_OFFSET, memory_type
from cutedsl.codegen.cpu.values import Pointer, Val
from cutedsl.codegen.llvm.attributes import attribute
from cutedsl.codegen.llvm.runtime import DECLARATIONS
from cutedsl.codegen.llvm.text import ModuleText
from cutedsl.codegen.llvm.types import scalar_type, storage_bytes
from cutedsl.errors.frozen import frozen
from cutedsl.ir.ops.tma import TmaDescriptorType, descriptor_parameters
from cutedsl.ir.types import PtrType


@frozen
class CpuSource:
    """LLVM text of a program: `host` is the symbol to call, `kernels` are in the order of their launch indices."""

    llvm_text: str = field(repr=False)
    host: str
    kernels: tuple[KernelInfo, ...]
    sites: tuple[Site, ...]

    def with_limit(self, smem_bytes: int) -> CpuSource:
        """The program where a block has so much shared memory: that of the GPU that the CPU imitates."""
        return replace(self, kernels=tuple(replace(one, smem_limit_bytes=smem_bytes) for one in self.kernels))


def functions(module: ModuleOp, marker: str) -> list[FuncOp]:
    """The functions that carry an attribute, in their order."""
    return [op for op in module.ops if isinstance(op, FuncOp) and attribute(op, marker) is not None]


def kernel_info(kernel: FuncOp, *, resident: bool = False) -> KernelInfo:
    """What a launch needs to know of a kernel function; `resident` as in KernelInfo."""
    smem, dims = attribute(kernel, "cute.smem_bytes"), attribute(kernel, "cute.block_dim")
    block: tuple[int, int, int] | None = None
    if isinstance(dims, DenseArrayBase):
        x, y, z = (int(v) for v in dims.get_values())
        block = (x, y, z)
    smem_bytes = smem.value.data if isinstance(smem, IntegerAttr) else 0
    arguments = kernel.body.block.args
    maps = descriptor_parameters(kernel)
    asked = {name: attribute(kernel, f"cute.{name}") is not None for name in ("use_pdl", "cooperative")}
    count, cluster, events = len(arguments), cluster_dim(kernel), _events(kernel)
    return KernelInfo(
        kernel.sym_name.data, smem_bytes, block, count, cluster, maps, **asked, events=events, resident=resident
    )


def _events(kernel: FuncOp) -> tuple[LaunchEvent, ...]:
    found = {name: attribute(kernel, f"cute.{name}") for name in EVENT_ATTRIBUTES}
    asked = {name: one.get_values() for name, one in found.items() if isinstance(one, DenseArrayBase)}
    return tuple(LaunchEvent(name, int(flags), int(at_start)) for name, (flags, at_start) in asked.items())


def cluster_dim(kernel: FuncOp) -> tuple[int, int, int]:
    """The blocks of a cluster along each axis."""
    found = attribute(kernel, "cute.cluster_dim")
    if not isinstance(found, DenseArrayBase):
        return 1, 1, 1
    x, y, z = (int(v) for v in found.get_values())
    return x, y, z


def bind_parameters(e: WarpEmitter, block: Block, slots: str) -> None:
    """Loads the function's parameters from their 8-byte slots."""
    for index, argument in enumerate(block.args):
        place = e.f.op(f"getelementptr i8, ptr {slots}, i64 {SLOT_BYTES * index}")
        mlir = argument.type
        if isinstance(mlir, TmaDescriptorType):
            descriptor = e.f.op(f"load ptr, ptr {place}, align 8")
            e.env[argument] = Pointer(descriptor, ZERO_OFFSET, "generic", None, argument.name_hint or "")
            continue
        if isinstance(mlir, PtrType):
            base = e.f.op(f"load ptr, ptr {place}, align 8")
            name, streams = argument.name_hint or "", argument in e.plan.streams
            e.env[argument] = Pointer(base, ZERO_OFFSET, mlir.space.data, None, name, streams=streams)
            continue
        value = e.f.op(f"load {memory_type(mlir)}, ptr {place}, align {storage_bytes(mlir)}")
        if scalar_type(mlir) == "i1":
            value = e.f.op(f"icmp ne i8 {value}, 0")
        e.env[argument] = Val(value, UNIFORM)


def clear_private(e: WarpEmitter) -> None:
    """Private memory starts as zero, so that every run of a program gives the same."""
    for name, size in e.frame.cleared:
        e.module.declare("void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
        e.f.do(f"call void @llvm.memset.p0.i64(ptr {name}, i8 0, i64 {size}, i1 false)")


def finished(text: ModuleText) -> str:
    """The module's text, with what it declares of the runtime."""
    text.metadata.extend((*PROFILE_METADATA, "!2 = !{}", "!3 = !{i32 1}", *ROLLED_METADATA))
    for declaration in DECLARATIONS:
        text.declare(declaration.removeprefix("declare "))
    take_bits_for_bfloats(text)
    return text.render()
