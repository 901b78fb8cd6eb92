"""The private memory of a thread: how much it is, and which arrays do not fit into registers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.ir import Operation

from cutedsl.arch.launch_limits import MAX_PRIVATE_BYTES
from cutedsl.codegen.llvm.attributes import integer, span_of
from cutedsl.codegen.llvm.compile import Registers
from cutedsl.codegen.llvm.types import storage_bytes
from cutedsl.errors import fail
from cutedsl.ir.ops.pointer import RmemAllocOp
from cutedsl.ir.types import PtrType

STACK_BYTES: Final = 16 * 1024
"""Up to how many bytes of private memory a thread's warp is kept on the stack; beyond, a coroutine's frame has them."""


def private_bytes(ops: Sequence[Operation]) -> int:
    """The private memory of a thread. Errors: `too-much-private-memory`."""
    total = 0
    for op in ops:
        if type(op) is RmemAllocOp:
            total += array_bytes(op)
            if total > MAX_PRIVATE_BYTES:
                message = f"a thread asks for {total} bytes of its own memory; it has {MAX_PRIVATE_BYTES}"
                raise fail("too-much-private-memory", message, span=span_of(op))
    return total


def find_spilled(ops: Sequence[Operation], lanes: int, registers: Registers) -> frozenset[Operation]:
    """The arrays that would take all registers, and are kept in memory in a warp that waits.

    As values their words would be stored at each wait, and in each iteration of a loop with waits once more.
    """
    whole = registers.count * registers.size_bytes
    return frozenset(op for op in ops if type(op) is RmemAllocOp and array_bytes(op) * lanes >= whole)


def array_bytes(alloc: Operation) -> int:
    """The bytes of an array of one thread."""
    mlir = alloc.results[0].type
    assert isinstance(mlir, PtrType)
    return integer(alloc, "elems") * storage_bytes(mlir.element)
