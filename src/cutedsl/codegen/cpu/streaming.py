"""Stores past the caches: for large tensors that a kernel writes and never reads.

A store of a whole cache line that is not in a cache reads it from memory first. Where the tensor is larger than the
caches, its lines are long gone when somebody reads them, so they are written to memory at once. Measured on a vector
add of 16M float32 (three tensors of 64 MiB): 5.4 ms, where stores through the caches take 7.7.

Such stores are not ordered with others on x86: a worker ends with a fence, and kernels that order memory by themselves
have none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.ir.fast import operands_of
from cutedsl.ir.types import PtrType

_LEAST_BYTES: Final = 32 << 20
"""Tensors below this may be read from a cache afterwards."""
_LINE_BYTES: Final = 64
_ALIGN_BYTES: Final = 16
"""What such stores need. NumPy's arrays start 16 bytes after a line; neighbouring stores complete their lines."""
_MOST_STORES: Final = 8
"""More stores than this are long unrolled code, which each of them makes longer."""
_MOVES: Final = frozenset({"cute.ptr.add", "cute.ptr.cast", "cute.ptr.extent"})
_ORDERS: Final = frozenset(
    {"cute.atomic", "cute.atomic_cas", "cute.ordered_load", "cute.ordered_store", "cute.fence", "cute.inline_ptx"}
)


def only_written(block: Block, ops: Sequence[Operation]) -> set[SSAValue]:
    """The pointers among a kernel's parameters that it only stores through; none where it orders memory itself."""
    stores: Counter[SSAValue] = Counter()
    others: set[SSAValue] = set()
    for op in ops:
        if op.name in _ORDERS:
            return set()
        if op.name in _MOVES:
            continue
        for index, operand in enumerate(operands_of(op)):
            kind = operand.type
            if type(kind) is not PtrType or kind.space.data in ("smem", "rmem"):
                continue
            root = _root(operand)
            if root is None:
                return set()
            if op.name == "cute.ptr.store" and index == 1:
                stores[root] += 1
            else:
                others.add(root)
    return {root for root, count in stores.items() if count <= _MOST_STORES and root not in others} & set(block.args)


def _root(pointer: SSAValue) -> SSAValue | None:
    """The parameter that a pointer was made from; None where that is not known."""
    while not isinstance(pointer, BlockArgument):
        owner = pointer.owner
        if not isinstance(owner, Operation) or owner.name not in _MOVES:
            return None
        pointer = operands_of(owner)[0]
    return pointer


def store(e: WarpEmitter, pointer: Pointer, kind: str, text: str, place: str, align: int, size_bytes: int) -> None:
    """Stores a vector of `size_bytes`, past the caches where the tensor is large and the place aligned."""
    f, plainly = e.f, f"store {kind} {text}, ptr {place}, align {align}"
    if pointer.base not in e.streams or pointer.limit is None or size_bytes % _LINE_BYTES:
        f.do(plainly)
        return
    large = f.op(f"icmp uge i64 {pointer.limit}, {_LEAST_BYTES}")
    low = f.op(f"and i64 {f.op(f'ptrtoint ptr {place} to i64')}, {_ALIGN_BYTES - 1}")
    past = f.op(f"and i1 {large}, {f.op(f'icmp eq i64 {low}, 0')}")
    stream, through, after, known = f.label("stream"), f.label("through"), f.label("stored"), f.known
    f.branch_if(past, stream, through)
    f.begin(stream)
    f.do(f"store {kind} {text}, ptr {place}, align {_ALIGN_BYTES}, !nontemporal !3")
    f.branch(after)
    f.begin(through)
    f.do(plainly)
    f.branch(after)
    f.begin(after, known)
