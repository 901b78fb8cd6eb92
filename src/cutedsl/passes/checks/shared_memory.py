"""Refuses kernels that allocate more shared memory than a block has, at the largest allocation."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from cutedsl.errors import fail
from cutedsl.ir.ops.pointer import SmemAllocOp
from cutedsl.passes.author_place import author_span


def check_shared_memory(expanded: ModuleOp, limit_bytes: int) -> None:
    """Errors: too-much-shared-memory."""
    for kernel in expanded.body.block.ops:
        if not isinstance(kernel, FuncOp) or "cute.kernel" not in kernel.attributes:
            continue
        found = [op for op in kernel.walk() if isinstance(op, SmemAllocOp)]
        total = max((op.offset.value.data + op.bytes.value.data for op in found), default=0)
        if total <= limit_bytes:
            continue
        largest = max(found, key=lambda op: op.bytes.value.data)
        name, size = largest.results[0].name_hint, largest.bytes.value.data
        what = f"`{name}`, which has" if name else "the largest allocation, which has"
        rest = f"; {what} {size} of them, is the largest of {len(found)}" if len(found) > 1 else ""
        message = f"a block asks for {total} bytes of shared memory; it has {limit_bytes}{rest}"
        raise fail("too-much-shared-memory", message, span=author_span(largest))
