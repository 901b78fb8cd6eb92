"""Where a kernel's allocations of shared memory begin, and how much its launches ask for."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from cutedsl.arch.abi.host import SMEM_REQUEST
from cutedsl.ir.dtypes import storage_bits
from cutedsl.ir.ops.memref import AllocOp
from cutedsl.ir.ops.program import LaunchOp
from cutedsl.ir.types import MemRefType
from cutedsl.layout import cosize
from cutedsl.passes.expand.places import SMEM_BASE_ALIGN
from cutedsl.passes.expand.views import fill_leaves
from cutedsl.passes.rerolling.repetition import constant_of


@dataclass(slots=True)
class SharedMemory:
    """The bytes in use: all below `end` but the gaps that alignment left, each from one byte to before another.

    `asked`: how many bytes each launch of the kernel surely asks for.
    """

    end: int = 0
    gaps: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    asked: int = 0

    def allocate(self, byte_count: int, align: int) -> int:
        """Where an allocation begins: in the first gap that has room, else after all others."""
        for k, (begin, end) in enumerate(self.gaps):
            offset = -(-begin // align) * align
            if offset + byte_count <= end:
                rest = [(begin, offset), (offset + byte_count, end)]
                self.gaps[k : k + 1] = [gap for gap in rest if gap[0] < gap[1]]
                return offset
        offset = -(-self.end // align) * align
        if offset > self.end:
            self.gaps.append((self.end, offset))
        self.end = offset + byte_count
        return offset


def allocated_bytes(kernel: FuncOp) -> int:
    """The bytes of shared memory that a traced kernel allocates."""
    smem = SharedMemory()
    for op in kernel.walk():
        kind = op.result.type if isinstance(op, AllocOp) else None
        if isinstance(kind, MemRefType) and kind.space.data == "smem":
            smem.allocate(*size_and_align(kind))
    return smem.end


def size_and_align(tensor: MemRefType) -> tuple[int, int]:
    """The bytes of an allocated tensor in shared memory, and what its place is a multiple of."""
    elems = cosize(fill_leaves(tensor, []))
    assert isinstance(elems, int)
    return (elems * storage_bits(tensor.element) + 7) // 8, min(max(tensor.align.data, 1), SMEM_BASE_ALIGN)


def asked_by_launches(module: ModuleOp) -> dict[str, int]:
    """The bytes of shared memory that all launches of each kernel ask for: those of the least."""
    asked: dict[str, int] = {}
    for function in module.body.block.ops:
        for op in () if "cute.kernel" in function.attributes else function.walk():
            if isinstance(op, LaunchOp):
                name, count = op.kernel.string_value(), constant_of(op.values[SMEM_REQUEST]) or 0
                asked[name] = min(count, asked.get(name, count))
    return asked
