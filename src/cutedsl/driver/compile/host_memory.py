"""What a host function may touch: memory of the CPU, not that of the GPU it launches kernels on."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import FileLineColLoc, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation

from cutedsl.errors import Span, fail
from cutedsl.ir.facts import facts
from cutedsl.ir.types import MemRefType


def check_host_memory(module: ModuleOp) -> None:
    """Refuses accesses of the host function to tensors in global memory, when those lie on the GPU.

    Errors: host-reads-device.
    """
    for function in module.ops:
        if isinstance(function, FuncOp) and "cute.host" in function.attributes:
            for op in _ops_below(function.body.block):
                if _accesses(op) and any(_in_global_memory(operand.type) for operand in op.operands):
                    raise fail(
                        "host-reads-device", "host code cannot read or write a tensor on the GPU", span=_span(op)
                    )


def _ops_below(block: Block) -> Iterator[Operation]:
    for op in block.ops:
        yield op
        for region in op.regions:
            for inner in region.blocks:
                yield from _ops_below(inner)


def _in_global_memory(kind: object) -> bool:
    return isinstance(kind, MemRefType) and kind.space.data == "gmem"


def _span(op: Operation) -> Span | None:
    where = op.location
    if not isinstance(where, FileLineColLoc):
        return None
    line, col = where.line.data, where.column.data - 1
    return Span(where.filename.data, line, col, line, col)


def _accesses(op: Operation) -> bool:
    """Whether an op reads or writes memory at one of its operands; the leaf of a layout is no memory."""
    known = facts(op)
    return not known.pure and (bool(known.reads) or known.writes is not None)
