"""Stores past the caches: for large tensors that a kernel writes and never reads.

A store of a whole cache line that is not in a cache reads it from memory first. Where the tensor is larger than the
caches, its lines are long gone when somebody reads them, so they are written to memory at once. Measured on a vector
add of 16M float32 (three tensors of 64 MiB): 5.4 ms, where stores through the caches take 7.7.

Reading shares the memory with them, and waits longer: what the blocks read that come next is requested ahead. Medians
of the same add in two runs on another machine, in turns: 20.6 and 12.2 ms without it, 18.2 and 10.6 with it.

Such stores are not ordered with others on x86: a worker ends with a fence, and kernels that order memory by themselves
have none.
"""

from __future__ import annotations

from typing import Final

from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.plan.addresses import address_form
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.llvm.attributes import integer
from cutedsl.ir.ops.simt import BlockIdxOp

_LEAST_BYTES: Final = 32 << 20
"""Tensors below this may be read from a cache afterwards."""
_LINE_BYTES: Final = 64
_ALIGN_BYTES: Final = 16
"""What such stores need. NumPy's arrays start 16 bytes after a line; neighbouring stores complete their lines."""
_AHEAD_BYTES: Final = 2048
"""How far ahead of a block the next ones' reads are requested; blocks farther apart than that are not."""


def read_ahead(e: WarpEmitter, address: SSAValue, pointer: Pointer, size_bytes: int) -> None:
    """Asks for what a later block reads, where a kernel without loops streams: `size_bytes` a lane, side by side."""
    lanes = pointer.offset.lanes
    if not e.plan.streams or e.loop_depth or e.mask is not None or pointer.space != "gmem" or not lanes.affine:
        return
    if any(offset != lane * size_bytes for lane, offset in enumerate(lanes.spread)):
        return
    apart = sum(times for unknown, times in address_form(address)[0] if _is_block_index(unknown))
    if not 0 < apart <= _AHEAD_BYTES:
        return
    place, distance = e.gep(pointer, pointer.offset.text), _AHEAD_BYTES // apart * apart
    known, asked = e.f.known, f"ahead of {place}"
    if known is not None:
        if asked in known:
            return
        known[asked] = place
    e.module.declare("void @llvm.prefetch.p0(ptr, i32, i32, i32)")
    for line in range(0, size_bytes * e.lanes, _LINE_BYTES):
        ahead = e.f.op(f"getelementptr i8, ptr {place}, i64 {distance + line}")
        e.f.do(f"call void @llvm.prefetch.p0(ptr {ahead}, i32 0, i32 3, i32 1)")


def _is_block_index(value: SSAValue) -> bool:
    """Whether a value is the index along the axis that blocks follow each other on."""
    return isinstance(value.owner, Operation) and type(value.owner) is BlockIdxOp and not integer(value.owner, "axis")


def store(e: WarpEmitter, pointer: Pointer, kind: str, text: str, place: str, align: int, size_bytes: int) -> None:
    """Stores a vector of `size_bytes`, past the caches where the tensor is large and the place aligned."""
    f, plainly = e.f, f"store {kind} {text}, ptr {place}, align {align}"
    if not pointer.streams or pointer.limit is None or size_bytes % _LINE_BYTES:
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
