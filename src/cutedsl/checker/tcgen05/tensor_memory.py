"""Findings about tensor memory: races, registers used too early, allocation permits, warp-collective instructions."""

from __future__ import annotations

from typing import Final

from cutedsl.arch.abi.check import SEVERAL_LANES, Engine, Epoch, TensorAccess, TensorEvent
from cutedsl.checker.findings import Place
from cutedsl.checker.names import Names
from cutedsl.checker.shadow import Shadow, Told, Word
from cutedsl.checker.tensors import Spot, Tensors
from cutedsl.native.constants import COLUMNS, LANES

_Parts = tuple[str, str, Spot, tuple[Place, ...], str]
"""Class, message, tensor, places, and the fix; "" for that of the class."""
_WARP: Final = SEVERAL_LANES + 1
_UNWRITTEN: Final = 1
_OPERANDS: Final = ("the matrix that it copies", "A", "B")
_ENDS: Final = {
    Engine.TENSOR: "Let `tcgen05.commit` arrive at an mbarrier after it, and wait for that phase before this.",
    Engine.TENSOR_LOAD: "Call `cute.arch.fence_view_async_tmem_load()` after the load, before the warp meets others.",
    Engine.TENSOR_STORE: "Call `tcgen05.wait_store()` in the warp that stores, before it meets the others.",
}
_VERBS: Final = {
    TensorAccess.SUMS: "multiplies with",
    TensorAccess.COPY: "copies to",
    TensorAccess.SHIFT: "shifts",
    TensorAccess.LOAD: "loads",
    TensorAccess.STORE: "stores",
    TensorAccess.FREE: "deallocates",
}
_OVERWRITE: Final = "The first multiply overwrites its sums: pass `False` for `accumulate`. Write operands before."
_FILL_LANES: Final = (
    "Leave out of what is stored the lanes and columns that no multiply, copy or store has written: sums of M = 64 lie "
    "16 to a quarter."
)
_OWN_COLUMNS: Final = (
    "Place the two accumulators in columns that do not overlap: each multiply takes as many columns as its N. If the "
    "second one shall replace the first, let `tcgen05.commit` arrive at an mbarrier between them, and wait for it."
)
_FENCES: Final = (
    "Put `tcgen05.fence_before_thread_sync()` before the first warp's arrival and `tcgen05.fence_after_thread_sync()` "
    "after the second one's wait."
)


def conflict(names: Names, memory: Shadow, told: Told, word: Word, fault: int) -> _Parts:
    """An uninitialised read of tensor memory, or an access unordered with an earlier one."""
    spot, who = _spot(memory, word), names.who(told.row, _WARP)
    what = f"{_did(memory, told.site)} {spot.coord}"
    if fault == _UNWRITTEN:
        message = f"{who} {what} of tensor memory, which nothing has written"
        loads = memory.array("tensor_kinds")[told.site] == TensorAccess.LOAD
        fix = _FILL_LANES if loads else _OVERWRITE
        return "uninitialised-read", message, spot, (names.place(told.site, told.row, _WARP, "reads it"),), fix
    other = word.write if fault == 0 else word.reads[fault - 2]
    engine, did = memory.engine(other.column), "written" if fault == 0 else "read"
    whose = names.who(other.column, _WARP)
    now = names.place(told.site, told.row, _WARP, what)
    if _fences_lack(memory, told, other):
        message = f"{who} {what} of tensor memory, {did} by {whose}, and no fences of tcgen05 order the two"
        there = names.place(other.site, other.column, _WARP, f"{whose} {_did(memory, other.site)} it")
        return "tcgen05-fence-missing", message, spot, (now, there), _FENCES
    kind = "tcgen05-not-waited" if _came_before(memory, told, other) else "tensor-race"
    if kind == "tensor-race":
        message = f"{who} {what} of tensor memory, which {whose} has {did}, and no barrier orders them"
        there = names.place(other.site, other.column, _WARP, f"{whose} has {did} it, unordered with this access")
        return kind, message, spot, (now, there), "" if _ended(memory, other) else _ENDS.get(engine, "")
    by = {Engine.TENSOR_LOAD: "a load", Engine.TENSOR_STORE: "a store"}.get(engine, "the tensor core")
    verb = "write" if fault == 0 else "read"
    message = f"{who} {what} of tensor memory, which {by} may still {verb}"
    there = names.place(other.site, other.column, _WARP, "started here, and nothing waited for its end")
    kinds = memory.array("tensor_kinds")
    both_add = kinds[told.site] == kinds[other.site] == TensorAccess.SUMS and told.site != other.site
    return kind, message, spot, (now, there), _OWN_COLUMNS if both_add else _ENDS.get(engine, "")


def is_unsure(memory: Shadow, told: Told, fault: int) -> bool:
    """Whether a load takes words that nothing wrote, with others: a bug only if they matter."""
    return fault == _UNWRITTEN and memory.array("tensor_kinds")[told.site] == TensorAccess.LOAD


def _came_before(memory: Shadow, told: Told, other: Epoch) -> bool:
    """Whether an earlier access was started before, in the order of threads."""
    row = memory.geometry.row(other.column)
    return row == told.row or any(
        int(memory.rows(plane)[told.row][row]) >= other.clock for plane in ("known", "gained")
    )


def _ended(memory: Shadow, other: Epoch) -> bool:
    """Whether the row of an earlier access has waited for its end."""
    return int(memory.rows("known")[memory.geometry.row(other.column)][other.column]) >= other.clock


def _fences_lack(memory: Shadow, told: Told, other: Epoch) -> bool:
    """Whether an access that has ended is handed on, but by no fences."""
    if not memory.geometry.tensor_fences:
        return False
    row = memory.geometry.row(other.column)
    ended = any(int(memory.rows(plane)[told.row][other.column]) >= other.clock for plane in ("known", "gained"))
    handed = int(memory.rows("tensor_known")[row][other.column]) >= other.clock and _came_before(memory, told, other)
    return ended or (row != told.row and handed)


def _did(memory: Shadow, site: int) -> str:
    """What an instruction does, by its site."""
    return _VERBS.get(memory.array("tensor_kinds")[site], "uses")


def _spot(memory: Shadow, word: Word) -> Spot:
    column, lane = divmod(word.byte // 4 - memory.tensor_first, LANES)
    return Spot("tensor memory", "", f"lane {lane}, column {column % COLUMNS}")


def event(names: Names, tensors: Tensors, told: Told) -> _Parts:
    """What is reported about a single instruction."""
    who = names.who(told.row, _WARP)
    now = names.place(told.site, told.row, _WARP, "here")
    match told.access:
        case TensorEvent.USED:
            message = f"{who} uses registers that a load from tensor memory may still write"
            there = names.place(told.a, told.row, _WARP, "the load, which nothing has waited for")
            fix = "Call `tcgen05.wait_load()` between the two."
            return "tcgen05-not-waited", message, Spot(), (now, there), fix
        case TensorEvent.ISSUED:
            message = (
                f"{who} starts one instruction in several lanes, {told.a} and {told.b} among them: each runs it once"
            )
            fix = "Let one lane start it: `with cute.arch.elect_one():`."
            return "tensor-memory", message, Spot(), (now,), fix
        case TensorEvent.PERMIT:
            message = (
                f"block {names.block(told.row)} keeps its permit to allocate tensor memory until after block "
                f"{names.block(told.a)} has allocated: on one multiprocessor that waits for ever"
            )
            there = names.place(told.b, told.a, _WARP, "the allocation that waits")
            fix = "Call `tcgen05.relinquish_alloc_permit()` after the last allocation, before blocks wait for others."
            return "tensor-memory", message, Spot(), (now, there), fix
        case TensorEvent.PEER:
            message = (
                f"an instruction of {who} uses the memory of block {names.block_of_slot(told.a)}, which may have "
                "ended: it does not wait for that"
            )
            fix = "Let that block wait for the phase of a later `tcgen05.commit`, or let the cluster meet at its end."
            return "peer-not-running", message, Spot(), (now,), fix
        case TensorEvent.ALIKE:
            message = f"{who} names a matrix whose rows lie on each other: {_OPERANDS[told.a]}"
            fix = "Give the descriptor the distances (leading, stride) that the matrix in shared memory has."
            return "matrix-descriptor", message, tensors.at(memory_address(names, told.b)), (now,), fix
        case _:
            raise AssertionError(told.access)


def memory_address(names: Names, byte: int) -> int:
    """The address of a byte of shared memory."""
    return names.smem_start + byte
