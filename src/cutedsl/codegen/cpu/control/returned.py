"""Barriers that threads which have returned do not come to.

A GPU's barrier of a block or cluster waits for the threads that have not ended (PTX ISA, `barrier.cluster`; CUDA C++
Programming Guide, "Synchronization Functions", from compute capability 7.0 on), so `if i >= n: return` may stand before
one, or in a loop around it. Lanes that have returned (`plan/returns.py`) are noted as they get there.
"""

from __future__ import annotations

from xdsl.ir import Block

from cutedsl.codegen.cpu.emitter import WarpEmitter


def note_returns(e: WarpEmitter) -> None:
    """Gives a kernel a place for the lanes that have returned, if one of its barriers is where lanes differ."""
    if e.plan.returns is not None:
        e.frame.returned = e.alloca("i32", 4)
        e.frame.cleared.append((e.frame.returned, 4))


def leave_arm(e: WarpEmitter, arm: Block) -> None:
    """Notes the lanes at the end of an arm as returned, if nothing is left for them to do."""
    noted = e.frame.returned
    if noted is None or e.mask is None or e.mask == e.view.full or arm not in (e.plan.returns or ()):
        return
    before = e.f.op(f"load i32, ptr {noted}, align 4")
    e.f.do(f"store i32 {e.f.op(f'or i32 {before}, {e.mask_bits()}')}, ptr {noted}, align 4")


def without_returned(e: WarpEmitter, bits: str) -> str:
    """The lanes of a mask (i32) that have not returned."""
    if e.frame.returned is None:
        return bits
    returned = e.f.op(f"load i32, ptr {e.frame.returned}, align 4")
    return e.f.op(f"and i32 {bits}, {e.f.op(f'xor i32 {returned}, -1')}")
