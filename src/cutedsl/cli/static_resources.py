"""What a program's kernels take before any GPU sees them: shared memory by place and use, fragments, occupancy, bytes
that barriers wait for. Read from the expanded IR; registers of everything else only `ptxas` knows (`--report`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from cutedsl.arch.host_abi import KernelInfo
from cutedsl.arch.targets import TARGETS, GpuTarget
from cutedsl.codegen.cpu.source import functions, kernel_info
from cutedsl.codegen.llvm.attributes import integer, position
from cutedsl.codegen.llvm.constants import constant_values
from cutedsl.codegen.llvm.types import storage_bytes
from cutedsl.ir.types import PtrType

_REGISTER_BYTES = 4
_SHOWN_TARGETS = ("sm_80", "sm_86", "sm_90", "sm_120")


def static_report(module: ModuleOp) -> str:
    """One paragraph for each kernel of an expanded module."""
    return "\n".join("\n".join(_paragraph(kernel)) for kernel in functions(module, "cute.kernel"))


def _paragraph(kernel: FuncOp) -> Iterator[str]:
    info = kernel_info(kernel)
    ops = list(kernel.walk())
    block = "a block known at the launch" if info.block_dim is None else f"blocks of {info.block_dim}"
    yield f"{info.name}: {block}, clusters of {info.cluster_dim}"
    yield f"  shared memory: {info.smem_bytes} bytes a block"
    for op in ops:
        if op.name == "cute.smem_alloc":
            start, count = integer(op, "offset"), integer(op, "bytes")
            name = op.results[0].name_hint or f"(line {position(op)[1]})"
            yield f"    [{start:6}, {start + count:6})  {name}{_lifetime(op)}"
    registers = sum(_fragment_bytes(op) for op in ops if op.name == "cute.rmem_alloc") // _REGISTER_BYTES
    yield f"  fragments: {registers} registers a thread"
    for op in ops:
        if op.name in ("cute.mbarrier.arrive_tx", "cute.mbarrier.expect_tx"):
            yield f"  line {position(op)[1]}: an mbarrier waits for {_number(op.operands[1])} bytes of copies"
    if info.block_dim is not None:
        yield "  blocks on a multiprocessor: " + ", ".join(
            f"{name} {occupancy(info, TARGETS[name])}" for name in _SHOWN_TARGETS
        )


def occupancy(info: KernelInfo, target: GpuTarget, registers: int = 0) -> int:
    """Blocks of a kernel that one multiprocessor holds, by threads, shared memory and (if known) registers a thread.

    >>> occupancy(KernelInfo("k", 100 * 1024, (128, 1, 1), 0), TARGETS["sm_90a"])
    2
    """
    x, y, z = info.block_dim or (1, 1, 1)
    threads = -(-x * y * z // target.warp_lanes) * target.warp_lanes
    if info.smem_bytes > target.max_smem_bytes:
        return 0
    limits = [target.blocks_per_sm, target.threads_per_sm // threads]
    limits.append(target.smem_per_sm_bytes // (info.smem_bytes + 1024))  # the system keeps 1 KiB of each block
    if registers:
        limits.append(target.registers_per_sm // (threads * registers))
    return min(limits)


def _fragment_bytes(op: Operation) -> int:
    kind = op.results[0].type
    assert isinstance(kind, PtrType)
    return -(-integer(op, "elems") * storage_bytes(kind.element) // _REGISTER_BYTES) * _REGISTER_BYTES


def _lifetime(op: Operation) -> str:
    """The source lines between which an allocation is used, through whatever pointers are made of it."""
    lines: set[int] = set()
    seen: set[SSAValue] = set()
    waiting: list[SSAValue] = [op.results[0]]
    while waiting:
        value = waiting.pop()
        for use in value.uses:
            lines.add(position(use.operation)[1])
            made: Sequence[SSAValue] = [r for r in use.operation.results if isinstance(r.type, PtrType)]
            waiting += [r for r in made if r not in seen]
            seen.update(made)
    known = sorted(line for line in lines if line > 0)
    return f", used in lines {known[0]} to {known[-1]}" if known else ", never used"


def _number(value: SSAValue) -> str:
    owner = value.owner
    if isinstance(owner, Operation) and owner.name == "arith.constant":
        (found,) = constant_values(owner.properties["value"])
        return str(found)
    return "a run-time number of"
