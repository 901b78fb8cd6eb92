"""A module of IR as LLVM text for the CPU: host functions, kernels and their runtime."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block

import cutedsl.codegen.cpu.rules  # noqa: F401  (fills the dispatch table)
from cutedsl.arch.host_abi import BLOCK, RT, SLOT_BYTES, WARP_LANES, KernelInfo, Site
from cutedsl.codegen.cpu.analysis import Geometry, LaneAnalysis
from cutedsl.codegen.cpu.dispatch import emit_block
from cutedsl.codegen.cpu.emitter import LIKELY, PROFILE_METADATA, STOP, WarpEmitter
from cutedsl.codegen.cpu.lanes import LANE_NUMBERS, UNIFORM
from cutedsl.codegen.cpu.memory import ZERO_OFFSET, memory_type
from cutedsl.codegen.cpu.prelude import prelude
from cutedsl.codegen.cpu.sites import SiteTable
from cutedsl.codegen.cpu.values import Pointer, Val
from cutedsl.codegen.cpu.worker import coroutine_head, coroutine_tail, plain_tail, warp_head, worker_text
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import scalar_type, storage_bytes
from cutedsl.errors import internal_error
from cutedsl.ir.types import PtrType

_SUSPENDING = frozenset({"cute.barrier"})


@dataclass(frozen=True, slots=True)
class CpuSource:
    """LLVM text of a whole program: `host` is the symbol to call, `kernels` in the order of their launch indices."""

    llvm_text: str
    host: str
    kernels: tuple[KernelInfo, ...]
    sites: tuple[Site, ...]


def functions(module: ModuleOp, marker: str) -> list[FuncOp]:
    """The functions that carry an attribute, in their order."""
    return [op for op in module.ops if isinstance(op, FuncOp) and marker in op.attributes]


def kernel_info(kernel: FuncOp) -> KernelInfo:
    """What a launch needs to know of a kernel function."""
    smem = kernel.attributes.get("cute.smem_bytes")
    dims = kernel.attributes.get("cute.block_dim")
    block: tuple[int, int, int] | None = None
    if isinstance(dims, DenseArrayBase):
        x, y, z = (int(v) for v in dims.get_values())
        block = (x, y, z)
    smem_bytes = smem.value.data if isinstance(smem, IntegerAttr) else 0
    return KernelInfo(kernel.sym_name.data, smem_bytes, block, len(kernel.body.block.args))


def emit_cpu(module: ModuleOp, *, bounds: bool = True) -> CpuSource:
    """LLVM text of the module's host function and kernels for this machine.

    `bounds` checks every access against the declared extents. Raises an internal error on an op that has no rule.
    """
    text, sites = ModuleText(), SiteTable()
    kernels = functions(module, "cute.kernel")
    infos = tuple(kernel_info(k) for k in kernels)
    suspending = False
    for kernel, info in zip(kernels, infos, strict=True):
        suspending |= _emit_kernel(text, kernel, info, sites, bounds)
    host = emit_host_function(text, module, infos, sites, bounds)
    text.functions.append(prelude(suspends=suspending, kernels=bool(kernels)))
    return CpuSource(finished(text), host, infos, tuple(sites.sites))


def finished(text: ModuleText) -> str:
    """The module's text; declarations that the prelude repeats are written once."""
    text.metadata.extend((*PROFILE_METADATA, "!2 = !{}"))
    lines = text.render().split("\n")
    seen: set[str] = set()
    out: list[str] = []
    for line in lines:
        if line.startswith("declare "):
            if line in seen:
                continue
            seen.add(line)
        out.append(line)
    return "\n".join(out)


def bind_parameters(e: WarpEmitter, block: Block, slots: str) -> None:
    """Loads the function's parameters from their 8-byte slots."""
    for index, argument in enumerate(block.args):
        place = e.f.op(f"getelementptr i8, ptr {slots}, i64 {SLOT_BYTES * index}")
        mlir = argument.type
        if isinstance(mlir, PtrType):
            base = e.f.op(f"load ptr, ptr {place}, align 8")
            e.env[argument] = Pointer(base, ZERO_OFFSET, mlir.space.data, None, argument.name_hint or "")
            continue
        value = e.f.op(f"load {memory_type(mlir)}, ptr {place}, align {storage_bytes(mlir)}")
        if scalar_type(mlir) == "i1":
            value = e.f.op(f"icmp ne i8 {value}, 0")
        e.env[argument] = Val(value, UNIFORM)


def can_suspend(kernel: FuncOp, geometry: Geometry) -> bool:
    """Whether a warp may have to wait for another one of its block."""
    if geometry.warps == 1:
        return False
    return any(op.name in _SUSPENDING for op in kernel.walk())


def _emit_kernel(module: ModuleText, kernel: FuncOp, info: KernelInfo, sites: SiteTable, bounds: bool) -> bool:
    """Writes a kernel's warp and worker; gives whether its warps are coroutines."""
    geometry = Geometry(info.block_dim)
    block = kernel.body.block
    shapes = LaneAnalysis(geometry).run(block)
    suspends = can_suspend(kernel, geometry)
    f = FunctionText(block="started" if suspends else "entry")
    e = WarpEmitter(module, f, shapes, geometry, sites, bounds, suspends=suspends)
    e.block = ("%block_x", "%block_y", "%block_z")
    warp_head(f)
    bind_parameters(e, block, "%params")
    _at_full_or_partial_mask(e, block)
    body = f.lines
    f.lines = []
    if suspends:
        coroutine_head(f, e.allocas)
    else:
        f.lines.extend(e.allocas)
    _clear(e)
    f.lines.extend(body)
    (coroutine_tail if suspends else plain_tail)(f)
    result, attributes = ("ptr", "presplitcoroutine noinline ") if suspends else ("i32", "")
    header = f'internal {result} @"{info.name}.warp"(ptr %state, i32 %warp) {attributes}'.rstrip()
    module.define(header, f)
    module.functions.append(worker_text(info.name, geometry, suspends=suspends))
    if suspends:
        module.declare("void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
    return suspends


def _clear(e: WarpEmitter) -> None:
    """Private memory starts as zero, so that every run of a program gives the same."""
    for name, size in e.cleared:
        e.module.declare("void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
        e.f.do(f"call void @llvm.memset.p0.i64(ptr {name}, i8 0, i64 {size}, i1 false)")


def _at_full_or_partial_mask(e: WarpEmitter, block: Block) -> None:
    """The body, once for full warps and once for a partial last one, where the block's size asks for them."""
    threads = e.geometry.threads
    if threads is not None and threads % WARP_LANES == 0:
        emit_block(e, block)
        return
    if threads is not None and threads < WARP_LANES:
        _partial(e, block, "<" + ", ".join(f"i1 {'true' if n < threads else 'false'}" for n in LANE_NUMBERS) + ">")
        return
    f = e.f
    count = str(threads)
    if threads is None:
        sizes: list[str] = []
        for axis in range(3):
            place = f.op(f"getelementptr i32, ptr %dims, i64 {BLOCK + axis}")
            sizes.append(f.op(f"load i32, ptr {place}, align 4"))
        count = f.op(f"mul i32 {f.op(f'mul i32 {sizes[0]}, {sizes[1]}')}, {sizes[2]}")
    env = dict(e.env)
    last = f.op("add i32 %first_thread, 32")
    whole, partial, end = f.label("whole"), f.label("partial"), f.label("end")
    f.branch_if(f.op(f"icmp ule i32 {last}, {count}"), whole, partial, suffix=LIKELY)
    f.begin(whole)
    emit_block(e, block)
    f.branch(end)
    f.begin(partial)
    e.env, e.splats = env, {}
    index = f.op(f"add <32 x i32> {e.splat('%first_thread', 'i32')}, <{', '.join(f'i32 {n}' for n in LANE_NUMBERS)}>")
    _partial(e, block, f.op(f"icmp ult <32 x i32> {index}, {e.splat(count, 'i32')}"))
    f.branch(end)
    f.begin(end)


def _partial(e: WarpEmitter, block: Block, mask: str) -> None:
    e.mask = e.full = mask
    emit_block(e, block)
    e.mask = e.full = None


def emit_host_function(
    module: ModuleText, ir: ModuleOp, kernels: tuple[KernelInfo, ...], sites: SiteTable, bounds: bool
) -> str:
    """Writes the host function, as one lane; gives its symbol."""
    hosts = functions(ir, "cute.host")
    if len(hosts) != 1:
        raise internal_error(f"{len(hosts)} host functions in a module")
    host = hosts[0]
    geometry = Geometry((1, 1, 1), lanes=1)
    block = host.body.block
    shapes = LaneAnalysis(geometry).run(block)
    f = FunctionText()
    e = WarpEmitter(module, f, shapes, geometry, sites, bounds)
    e.kernels = {info.name: index for index, info in enumerate(kernels)}
    f.do(f"%poll = getelementptr i8, ptr %rt, i64 {RT['caller_poll'].offset}")
    bind_parameters(e, block, "%slots")
    emit_block(e, block)
    body = f.lines
    f.lines = list(e.allocas)
    _clear(e)
    f.lines.extend(body)
    f.do("ret i32 0")
    f.begin(STOP)
    f.do(f"%code_at = getelementptr i8, ptr %rt, i64 {RT['error_code'].offset}")
    f.do("%code = load i32, ptr %code_at, align 4")
    f.do("ret i32 %code")
    name = host.sym_name.data
    module.define(f'i32 @"{name}"(ptr %slots, ptr %rt)', f)
    return name
