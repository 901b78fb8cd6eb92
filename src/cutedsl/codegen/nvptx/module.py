"""A whole module for the GPU: every kernel's LLVM text, then PTX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, ModuleOp, f32
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation

from cutedsl.arch.abi.host import KernelInfo
from cutedsl.arch.launch_limits import check_block, check_cluster_size, check_smem
from cutedsl.arch.ptx_names import ptx_name
from cutedsl.arch.targets import GpuTarget
from cutedsl.arch.tensor_map import DESCRIPTOR_ALIGN_BYTES, DESCRIPTOR_BYTES
from cutedsl.codegen.functions.library import math_definitions
from cutedsl.codegen.llvm.attributes import attribute, position
from cutedsl.codegen.llvm.compile import optimise
from cutedsl.codegen.llvm.elementwise import ELEMENTWISE, Emit
from cutedsl.codegen.llvm.gpu_machine import machine_of
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import element_type, shaped, vector_size
from cutedsl.codegen.nvptx.accesses import ACCESSES
from cutedsl.codegen.nvptx.atomics import ATOMICS
from cutedsl.codegen.nvptx.clc import CLC
from cutedsl.codegen.nvptx.contraction import CONTRACTED
from cutedsl.codegen.nvptx.control import CONTROL
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter, friendly_name, not_yet, type_name
from cutedsl.codegen.nvptx.inline_ptx import INLINE_PTX
from cutedsl.codegen.nvptx.lineinfo import LineInfo
from cutedsl.codegen.nvptx.math_ops import MATH
from cutedsl.codegen.nvptx.memory import MEMORY
from cutedsl.codegen.nvptx.metadata import Metadata
from cutedsl.codegen.nvptx.narrow import CONVERSIONS, convert, pairs_of
from cutedsl.codegen.nvptx.printing import PRINTING
from cutedsl.codegen.nvptx.reused_memory import barriers_to_fence
from cutedsl.codegen.nvptx.simt import SIMT
from cutedsl.codegen.nvptx.sync import SYNC
from cutedsl.codegen.nvptx.tiles.async_copies import ASYNC_COPIES
from cutedsl.codegen.nvptx.tiles.tcgen05 import TCGEN05_HANDLERS
from cutedsl.codegen.nvptx.tiles.tensor_core import TENSOR_CORE
from cutedsl.codegen.nvptx.tiles.tma import TMA
from cutedsl.codegen.nvptx.value_types import only_stored, value_type
from cutedsl.codegen.nvptx.vectors import VECTORS
from cutedsl.errors import internal_error
from cutedsl.errors.frozen import frozen
from cutedsl.ir.ops.tma import TmaDescriptorType, descriptor_parameters
from cutedsl.ir.types import PtrType


@frozen
class NvptxSource:
    """The LLVM text of a module's kernels for one target.

    `kernels` are in the order of the run-time ABI's kernel indices; their names are the PTX entry points.
    """

    llvm_text: str = field(repr=False)
    kernels: tuple[KernelInfo, ...]
    target: GpuTarget
    ptx_version: tuple[int, int] = (0, 0)
    """The PTX version that its instructions need; the target's own where that is later."""


def _elementwise(emit: Emit) -> Handler:
    def handle(e: KernelEmitter, op: Operation) -> None:
        for value in (*op.operands, *op.results):
            if only_stored(value.type):
                raise not_yet(op, f"`{friendly_name(op)}` of {type_name(value.type)} does not run on the GPU yet")
        e.bind(op, emit(e.module, e.f, op, e.texts(op), vector_size(op.results[0].type)))

    return handle


def _converted(e: KernelEmitter, op: Operation) -> None:
    lanes = vector_size(op.results[0].type)
    e.bind(op, convert(e.module, e.f, op, e.texts(op), lanes, pairs_of(e.target)))


_THREE_SINCE: Final = (8, 8)
"""The PTX version from which on LLVM makes one instruction of the extreme of three numbers. Source: PTX ISA, `max`."""


def _extreme(name: str) -> Handler:
    """The greater or smaller number; of three, one instruction on Blackwell."""
    plain = _elementwise(ELEMENTWISE[name])

    def handle(e: KernelEmitter, op: Operation) -> None:
        inner = any(isinstance(one.owner, Operation) and one.owner.name == name for one in op.operands)
        if inner and e.target.at_least(10) and element_type(op.results[0].type) == f32:
            e.ptx_used.add(_THREE_SINCE)
        plain(e, op)

    return handle


def _reinterpreted(e: KernelEmitter, op: Operation) -> None:
    """Narrow floats are their codes, so that a byte becomes one as it is."""
    emit = ELEMENTWISE["arith.bitcast"]
    e.bind(op, emit(e.module, e.f, op, e.texts(op), vector_size(op.results[0].type)))


def _remainder(divide: str) -> Emit:
    """By the quotient, which a division of the same numbers then shares; constant divisors LLVM knows better."""

    def emit(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        kind = shaped(op.results[0].type, lanes)
        if not x[1].startswith("%"):
            return f.op(f"{divide.replace('div', 'rem')} {kind} {x[0]}, {x[1]}")
        whole = f.op(f"mul {kind} {f.op(f'{divide} {kind} {x[0]}, {x[1]}')}, {x[1]}")
        return f.op(f"sub {kind} {x[0]}, {whole}")

    return emit


HANDLERS: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        **{name: _elementwise(emit) for name, emit in ELEMENTWISE.items()},
        **{name: _elementwise(emit) for name, emit in CONTRACTED.items()},
        **dict.fromkeys(CONVERSIONS, _converted),
        **{name: _extreme(name) for name in ("arith.maxnumf", "arith.minnumf", "arith.maximumf", "arith.minimumf")},
        "arith.bitcast": _reinterpreted,
        "arith.remsi": _elementwise(_remainder("sdiv")),
        "arith.remui": _elementwise(_remainder("udiv")),
        **VECTORS,
        **MATH,
        **CONTROL,
        **MEMORY,
        **SIMT,
        **SYNC,
        **TMA,
        **ATOMICS,
        **ACCESSES,
        **ASYNC_COPIES,
        **TENSOR_CORE,
        **TCGEN05_HANDLERS,
        **CLC,
        **PRINTING,
        **INLINE_PTX,
    }
)
"""Every op that runs on the GPU; LLVM sees nothing else, for it stops the process on what it cannot select."""


def emit_nvptx(module: ModuleOp, target: GpuTarget, *, lineinfo: bool = False) -> NvptxSource:
    """The module's kernels as LLVM text; host functions are left out.

    `lineinfo` keeps the author's lines through to the machine code (profilers show them).
    Errors: `not-yet` for an operation that has no form on the GPU yet; `too-much-shared-memory`, `too-many-threads` for
    a kernel that cannot start on the target.
    """
    text = ModuleText()
    nodes = Metadata(text)
    shared = _Shared(text, target, nodes, LineInfo(nodes) if lineinfo else None)
    kernels = [
        _emit_kernel(op, shared)
        for op in module.body.block.ops
        if isinstance(op, FuncOp) and attribute(op, "cute.kernel") is not None
    ]
    definitions, intrinsics = math_definitions(shared.math_used)
    for signature in sorted(intrinsics):
        text.declare(signature)
    text.functions[:0] = definitions
    return NvptxSource(text.render(), tuple(kernels), target, max(shared.ptx_used, default=(0, 0)))


def compile_ptx(source: NvptxSource, *, opt_level: int = 1) -> str:
    """PTX of the lowest version that the target needs, so that older drivers' compilers take it too."""
    try:
        return optimise(source.llvm_text, machine_of(source.target, source.ptx_version), opt_level=opt_level).assembly()
    except RuntimeError as error:
        raise internal_error(f"LLVM refused the code for {source.target.name}: {error}") from error


@frozen
class _Shared:
    """What the kernels of a module share."""

    text: ModuleText
    target: GpuTarget
    nodes: Metadata
    lines: LineInfo | None
    math_used: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    ptx_used: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])


def _emit_kernel(func: FuncOp, shared: _Shared) -> KernelInfo:
    name = ptx_name(func.sym_name.data)
    cluster = _dims(func, "cute.cluster_dim") or (1, 1, 1)
    block, count = _dims(func, "cute.block_dim"), len(func.body.block.args)
    info = KernelInfo(name, _smem_bytes(func), block, count, cluster, descriptor_parameters(func))
    check_smem(name, info.smem_bytes, shared.target)
    if info.block_dim is not None:
        check_block(name, info.block_dim, shared.target)
    check_cluster_size(name, info.cluster_dim, shared.target)
    e = KernelEmitter(
        shared.text,
        shared.target,
        HANDLERS,
        shared.nodes,
        shared.math_used,
        info.block_dim,
        shared.lines,
        shared.ptx_used,
        fenced=barriers_to_fence(func),
    )
    file, line, _ = position(func)
    mark = shared.lines.begin(name, file, line) if shared.lines else ""
    params = ", ".join(_parameter(e, arg) for arg in func.body.block.args)
    e.emit_block(func.body.block)
    e.f.lines[:0] = e.allocas
    shared.text.define(f"ptx_kernel void @{name}({params}){_attributes(func, info, e.moves_registers)}{mark}", e.f)
    return info


def _parameter(e: KernelEmitter, arg: BlockArgument) -> str:
    """A kernel parameter; it takes the low bytes of its 8-byte slot."""
    name = e.f.fresh()
    if isinstance(arg.type, TmaDescriptorType):
        e.values[arg] = name
        return f'ptr byval([{DESCRIPTOR_BYTES} x i8]) align {DESCRIPTOR_ALIGN_BYTES} "nvvm.grid_constant" {name}'
    kind = value_type(arg.type)
    if kind == "i1":
        e.values[arg] = e.f.op(f"trunc i8 {name} to i1")
        return f"i8 {name}"
    e.values[arg] = name
    if isinstance(arg.type, PtrType):
        return f"{kind} align {arg.type.align.data} {name}"
    return f"{kind} {name}"


def _attributes(func: FuncOp, info: KernelInfo, moves_registers: bool) -> str:
    text = " nounwind"
    if info.block_dim is not None:
        text += f' "nvvm.reqntid"="{",".join(map(str, info.block_dim))}"'
    if (threads := _dims(func, "cute.max_threads")) is not None:
        text += f' "nvvm.maxntid"="{",".join(map(str, threads))}"'
    if isinstance(blocks := attribute(func, "cute.min_blocks"), IntegerAttr):
        text += f' "nvvm.minctasm"="{blocks.value.data}"'
    elif moves_registers:
        # A block starts with all the registers that it may have: warps that ask for more would wait for ever else.
        text += ' "nvvm.minctasm"="1"'
    if isinstance(registers := attribute(func, "cute.max_registers"), IntegerAttr):
        text += f' "nvvm.maxnreg"="{registers.value.data}"'
    if info.cluster_dim != (1, 1, 1):
        text += f' "nvvm.cluster_dim"="{",".join(map(str, info.cluster_dim))}"'
    return text


def _smem_bytes(func: FuncOp) -> int:
    found = attribute(func, "cute.smem_bytes")
    return found.value.data if isinstance(found, IntegerAttr) else 0


def _dims(func: FuncOp, name: str) -> tuple[int, int, int] | None:
    found = attribute(func, name)
    if found is None:
        return None
    if not isinstance(found, DenseArrayBase):
        raise internal_error(f"{name} = {found}")
    x, y, z = (int(size) for size in found.get_values())  # pyright: ignore
    return x, y, z
