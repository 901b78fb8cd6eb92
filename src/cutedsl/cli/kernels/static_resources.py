"""What a program's kernels take before any GPU sees them: shared memory by place and use, fragments, occupancy, bytes
that barriers wait for. Read from the expanded IR; registers of everything else only `ptxas` knows (`--report`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from cutedsl.arch.abi.host import KernelInfo
from cutedsl.arch.targets import TARGETS, GpuTarget
from cutedsl.cli.kernels.stage_map import Stages, counts_of, stage_lines, stages_of
from cutedsl.codegen.cpu.source import functions, kernel_info
from cutedsl.codegen.llvm.attributes import integer, position
from cutedsl.codegen.llvm.constants import constant_values
from cutedsl.codegen.llvm.types import storage_bytes
from cutedsl.ir.ops.memref import AllocOp
from cutedsl.ir.ops.pointer import RmemAllocOp, SmemAllocOp
from cutedsl.ir.ops.sync import MbarrierArriveTxOp, MbarrierExpectTxOp, MbarrierInitOp
from cutedsl.ir.types import MemRefType, PtrType

_REGISTER_BYTES = 4
_SHOWN_TARGETS = ("sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120")


def static_report(module: ModuleOp, recorded: ModuleOp) -> str:
    """One paragraph for each kernel of an expanded module; `recorded`, the module before, has the tensors' names."""
    kernels = zip(functions(module, "cute.kernel"), functions(recorded, "cute.kernel"), strict=True)
    return "\n".join("\n".join(_paragraph(kernel, _allocated(before))) for kernel, before in kernels)


def _allocated(kernel: FuncOp) -> list[tuple[str, Stages | None]]:
    """What each allocation in shared memory is called, by itself or the first tensor made of it, and its stages."""
    ops = [op for op in kernel.walk() if isinstance(op, AllocOp) and op.result.type.space.data == "smem"]
    made = {op: _made_of(op.result) for op in ops}
    barriers = [op for op in ops if _has_mbarriers(made[op])]
    counts = counts_of([op.result.type for op in barriers])
    found: list[tuple[str, Stages | None]] = []
    for op in ops:
        if op in barriers:
            what = "mbarriers" if _only_mbarriers(made[op]) else "struct with mbarriers"
            found.append((f"{what} (line {position(op)[1]})", None))
        else:
            named = next((value.name_hint for value in made[op] if value.name_hint), f"(line {position(op)[1]})")
            found.append((named, stages_of(made[op], counts)))
    return found


def _has_mbarriers(made: Sequence[SSAValue]) -> bool:
    return any(type(use.operation) is MbarrierInitOp for value in made for use in value.uses)


def _only_mbarriers(made: Sequence[SSAValue]) -> bool:
    """Whether nothing but mbarriers lies there: a struct has tensors too."""
    return all(
        use.operation.name.startswith("cute.mbarrier.") or any(result in made for result in use.operation.results)
        for value in made
        for use in value.uses
        if not use.operation.name.startswith(("cute.tma.", "cute.bulk."))
    )


def _made_of(value: SSAValue) -> list[SSAValue]:
    """A tensor or pointer, and those made of it, nearest first."""
    found = [value]
    for one in found:
        for use in one.uses:
            found += [r for r in use.operation.results if isinstance(r.type, PtrType | MemRefType) and r not in found]
    return found


def _paragraph(kernel: FuncOp, allocated: Sequence[tuple[str, Stages | None]]) -> Iterator[str]:
    info = kernel_info(kernel)
    ops = list(kernel.walk())
    places: dict[SSAValue, str] = {
        op.results[0]: name for op, (name, _) in zip(_allocations(ops), allocated, strict=True)
    }
    block = "a block known at the launch" if info.block_dim is None else f"blocks of {info.block_dim}"
    yield f"{info.name}: {block}, clusters of {info.cluster_dim}"
    yield f"  shared memory: {info.smem_bytes} bytes a block"
    for op, (name, stages) in zip(_allocations(ops), allocated, strict=True):
        start, count = integer(op, "offset"), integer(op, "bytes")
        yield f"    [{start:6}, {start + count:6})  {name}{_lifetime(op)}"
        if stages is not None:
            firsts = range(start, start + stages.count * stages.bytes, stages.bytes)
            yield from (f"      [{at:6}, {at + stages.bytes:6})  stage {number}" for number, at in enumerate(firsts))
    yield from stage_lines([(name, stages) for name, stages in allocated if stages is not None])
    registers = sum(_fragment_bytes(op) for op in ops if type(op) is RmemAllocOp) // _REGISTER_BYTES
    yield f"  fragments: {registers} registers a thread"
    for op in ops:
        if type(op) in (MbarrierArriveTxOp, MbarrierExpectTxOp):
            which = f"one of the {places[root]}" if (root := _root(op.operands[0])) in places else "an mbarrier"
            yield f"  line {position(op)[1]}: {which} waits for {_number(op.operands[1])} bytes of copies"
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
    used: dict[str, set[int]] = {}
    for value in _made_of(op.results[0]):
        for use in value.uses:
            file, line, _ = position(use.operation)
            if line > 0:
                used.setdefault(file, set()).add(line)
    own = used.pop(position(op)[0], set())
    spans = [f"lines {min(own)} to {max(own)}"] if own else []
    spans += [f"lines {min(lines)} to {max(lines)} of {Path(file).name}" for file, lines in used.items()]
    return f", used in {', '.join(spans)}" if spans else ", never used"


def _allocations(ops: Sequence[Operation]) -> list[Operation]:
    return [op for op in ops if type(op) is SmemAllocOp]


def _root(pointer: SSAValue) -> SSAValue:
    """What a pointer was made of."""
    owner = pointer.owner
    while isinstance(owner, Operation) and owner.operands and isinstance(owner.operands[0].type, PtrType):
        pointer = owner.operands[0]
        owner = pointer.owner
    return pointer


def _number(value: SSAValue) -> str:
    owner = value.owner
    if isinstance(owner, Operation) and owner.name == "arith.constant":
        (found,) = constant_values(owner.properties["value"])
        return str(found)
    return "a run-time number of"
