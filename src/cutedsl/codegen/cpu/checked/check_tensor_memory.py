"""Instrumentation for tensor memory: what instructions access, when they have ended, and who knows that.

A check comes before its instruction, whose own faults it does not tell. Registers of a load are noted with the load's
clock; an op that takes them asks whether the load was waited for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.ir import Operation

from cutedsl.arch.abi.check import MAX_SITES
from cutedsl.arch.abi.host import TENSOR_FENCE_SITE, TENSOR_SITE
from cutedsl.codegen.cpu.checked import checks
from cutedsl.codegen.cpu.checked.checks import call
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.llvm.attributes import string
from cutedsl.ir.facts import facts
from cutedsl.ir.types import PtrType

_CHECKS: Final = {
    "multiply": "tensor_multiply",
    "load": "tensor_move",
    "store": "tensor_move",
    "copy": "tensor_copy",
    "shift": "tensor_shift",
    "dealloc": "tensor_free",
}
"""The check of an instruction, by its function of the runtime."""


def instruction(e: WarpEmitter, op: Operation, name: str, thread: str, args: Sequence[tuple[str, str]]) -> None:
    """Reports what an instruction will access; `args` are those of its function of the runtime."""
    if not e.plan.checks:
        return
    site = e.sites.add(op, TENSOR_SITE)
    if name == "relinquish":
        call(e, "tensor_give_up", "ptr %ck, i32 %row")
    if name not in _CHECKS:
        return
    checks.stands(e, site)
    passed = [*args]
    if name in ("load", "store"):
        passed = [*args[:5], ("i32", str(int(name == "store")))]
    elif name == "copy":
        passed = [*args[:-1]]
    who = [("ptr", "%ck"), ("ptr", "%state"), ("i32", "%row"), ("i32", str(min(site, MAX_SITES - 1)))]
    who += [] if name == "dealloc" else [("i32", thread)]
    call(e, _CHECKS[name], ", ".join(f"{kind} {text}" for kind, text in (*who, *passed)))


def allocated(e: WarpEmitter, op: Operation, place: str, columns: str, group: int) -> None:
    """Reports columns whose address was stored at a place."""
    if e.plan.checks:
        site = e.sites.add(op, TENSOR_SITE)
        told = f"i32 {min(site, MAX_SITES - 1)}, ptr {place}, i32 {columns}, i32 {group}"
        call(e, "tensor_allocated", f"ptr %ck, ptr %state, i32 %row, {told}")


def wait(e: WarpEmitter, op: Operation) -> None:
    """The warp waits for its loads or stores."""
    if e.plan.checks:
        call(e, "tensor_wait", f"ptr %ck, i32 %row, i32 {int(string(op, 'kind') == 'st')}")


def fence(e: WarpEmitter, op: Operation) -> None:
    """A fence before or after threads meet."""
    if e.plan.checks:
        after = string(op, "kind") == "after"
        if after:
            e.sites.add(op, TENSOR_FENCE_SITE)
        call(e, "tensor_fence", f"ptr %ck, i32 %row, i32 {int(after)}")


def commit(e: WarpEmitter, op: Operation, place: str, lane: str) -> None:
    """A lane lets the mbarrier at a place wait for what it has started."""
    if e.plan.checks:
        site = e.sites.add(op, TENSOR_SITE)
        call(e, "tensor_commit", f"{checks.came(checks.mbarrier(e, place), checks.phase_now(e, place), site, lane)}")


def committed(e: WarpEmitter) -> None:
    """A lane has committed."""
    if e.plan.checks:
        call(e, "tensor_committed", "ptr %ck, i32 %row")


# -- registers of loads -----------------------------------------------------------------------------------------------
def loaded(e: WarpEmitter, op: Operation) -> None:
    """Notes the clock of a load beside its registers."""
    if e.plan.checks:
        place = e.alloca("i32", 4)
        e.frame.cleared.append((place, 4))
        call(e, "tensor_loaded", f"ptr %ck, i32 %row, ptr {place}")
        e.notes.loads[op.results[0]] = (place, e.sites.add(op, TENSOR_SITE))


def used(e: WarpEmitter, op: Operation) -> None:
    """Asks whether what an op takes of loads was waited for."""
    found = next((note for one in op.operands if (note := e.notes.loads.get(one)) is not None), None)
    if found is None or op.regions:
        return
    if facts(op).rearranges:  # registers by another name, which does not use them
        e.notes.loads[op.results[0]] = found
    elif not _only_keeps_registers(op):
        clock, site = found
        own = e.sites.add(op, TENSOR_SITE)
        told = f"i32 {min(own, MAX_SITES - 1)}, ptr {clock}, i32 {min(site, MAX_SITES - 1)}"
        call(e, "tensor_used", f"ptr %ck, i32 %row, {told}")


def _only_keeps_registers(op: Operation) -> bool:
    """Whether an op only keeps registers: in private memory, or for what comes after its block."""
    kept = facts(op).writes
    if kept is None:
        return facts(op).terminator
    kind = op.operands[kept].type
    return type(kind) is PtrType and kind.space.data == "rmem"
