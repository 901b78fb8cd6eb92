"""What a checked kernel notes of private memory: which lanes have written each element, and reads before any write.

Beside each allocation lies a word for each element, with a bit for each lane. What a dominating access has settled is
not asked again. Arithmetic on the way to private memory does not count as a use: a tile's tail is read with the rest,
and a predicated store leaves it out. What is computed from it counts as not written; a report of that names the first
read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.ir import Operation, SSAValue

from cutedsl.arch.abi.check import MAX_SITES
from cutedsl.codegen.cpu.checked.checks import call
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.frame import Lacking, Written
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.llvm.types import vector_size
from cutedsl.ir.facts import facts
from cutedsl.ir.types import PtrType

_SETTLED = "settled"
_MOST_STEPS: Final = 256
"""Most operations that are examined between a load and the stores of what is computed from it."""


def note(e: WarpEmitter, base: str, elems: int) -> None:
    """Makes the words of an allocation."""
    if e.plan.checks:
        words = e.alloca(f"[{elems} x i32]", 4)
        e.frame.cleared.append((words, 4 * elems))
        first_read = e.alloca("i32", 4)
        e.frame.cleared.append((first_read, 4))
        e.notes.written[base] = Written(words, elems, first_read)


def wrote(e: WarpEmitter, pointer: Pointer, size_bytes: int, value: SSAValue) -> None:
    """The active lanes write `size_bytes` of a value at a pointer."""
    found = e.notes.written.get(pointer.base)
    if found is None:
        return
    words, elems = found.words, found.elems
    sources = _sources(e, value)
    if sources:
        _wrote_parts(e, pointer, size_bytes, sources, found)
        return
    if pointer.offset.lanes.varying or not pointer.offset.lanes.uniform:
        call(e, "wrote", f"ptr {words}, i32 0, i32 {elems}, i32 -1, i32 {elems}")
        return
    first, count = elements(e, pointer, size_bytes)
    if _settled(e, pointer, size_bytes):
        return
    call(e, "wrote", f"ptr {words}, i32 {first}, i32 {count}, i32 {e.mask_bits()}, i32 {elems}")
    _settle(e, pointer, size_bytes)


def _wrote_parts(
    e: WarpEmitter, pointer: Pointer, size_bytes: int, sources: Sequence[Lacking], target: Written
) -> None:
    """The active lanes write what is computed from elements that some lanes may not have written."""
    anywhere = pointer.offset.lanes.varying or not pointer.offset.lanes.uniform
    first, count = ("0", target.elems) if anywhere else elements(e, pointer, size_bytes)
    mask = "-1" if anywhere else e.mask_bits()
    for k in range(count):
        bits = mask
        for one in sources:
            for part in (k,) if one.count == count else range(one.count):
                lacking = e.f.op(f"load i32, ptr {_word(e, one.words, str(part))}, align 4")
                bits = e.f.op(f"and i32 {bits}, {e.f.op(f'xor i32 {lacking}, -1')}")
                _keep_first_read(e, lacking, one, target)
        call(e, "wrote", f"ptr {target.words}, i32 {_plus(e, first, k)}, i32 1, i32 {bits}, i32 {target.elems}")


def _keep_first_read(e: WarpEmitter, lacking: str, source: Lacking, target: Written) -> None:
    """Where lanes lack something, what they write was first read where that was."""
    some = e.f.op(f"icmp ne i32 {lacking}, 0")
    read = e.f.op(f"load i32, ptr {source.first_read}, align 4")
    known = e.f.op(f"load i32, ptr {target.first_read}, align 4")
    e.f.do(f"store i32 {e.f.op(f'select i1 {some}, i32 {read}, i32 {known}')}, ptr {target.first_read}, align 4")


def reads(e: WarpEmitter, pointer: Pointer, size_bytes: int, site: int, op: Operation) -> None:
    """The active lanes read `size_bytes` at a pointer: they must have been written, where anything uses the value."""
    found = e.notes.written.get(pointer.base)
    if found is None or not pointer.offset.lanes.uniform or _settled(e, pointer, size_bytes):
        return
    words, elems = found.words, found.elems
    first, count = elements(e, pointer, size_bytes)
    known = e.f.op(f"load i32, ptr {found.first_read}, align 4")
    nothing, earlier = e.f.op(f"icmp eq i32 {known}, 0"), e.f.op(f"sub i32 {known}, 1")
    read = e.f.op(f"select i1 {nothing}, i32 {min(site, MAX_SITES - 1)}, i32 {earlier}")
    if _only_moves(op.results[0], count):
        e.notes.lacking[op.results[0]] = _lacking(e, found, first, count, read)
        return
    told = f"ptr %ck, i32 %row, i32 {read}"
    call(e, "unwritten", f"{told}, ptr {words}, i32 {first}, i32 {count}, i32 {e.mask_bits()}, i32 {elems}")
    _settle(e, pointer, size_bytes)


def multiply(e: WarpEmitter, op: Operation, size_bytes: int, keep: str) -> None:
    """A warp group's multiply writes its accumulators; where `keep` (i1) holds it reads them first."""
    pointer = e.pointer(op.operands[2])
    found = e.notes.written.get(pointer.base)
    if found is None:
        return
    words, elems = found.words, found.elems
    first, count = elements(e, pointer, size_bytes)
    site = min(e.sites.access(op, "accumulators", pointer), MAX_SITES - 1)
    bits = e.f.op(f"select i1 {keep}, i32 {e.mask_bits()}, i32 0")
    call(
        e, "unwritten", f"ptr %ck, i32 %row, i32 {site}, ptr {words}, i32 {first}, i32 {count}, i32 {bits}, i32 {elems}"
    )
    call(e, "wrote", f"ptr {words}, i32 {first}, i32 {count}, i32 {e.mask_bits()}, i32 {elems}")


# -- values on their way to private memory ----------------------------------------------------------------------------


def _lacking(e: WarpEmitter, found: Written, first: str, count: int, read: str) -> Lacking:
    """Keeps which of the active lanes have not written the elements that they read at a site."""
    made = Lacking(e.alloca(f"[{count} x i32]", 4), count, e.alloca("i32", 4))
    mask = e.mask_bits()
    for k in range(count):
        at = _plus(e, first, k)
        inside = at if not at.startswith("%") else _clamped(e, at, found.elems)
        written = e.f.op(f"load i32, ptr {_word(e, found.words, inside)}, align 4")
        lacking = e.f.op(f"and i32 {mask}, {e.f.op(f'xor i32 {written}, -1')}")
        e.f.do(f"store i32 {lacking}, ptr {_word(e, made.words, str(k))}, align 4")
    e.f.do(f"store i32 {e.f.op(f'add i32 {read}, 1')}, ptr {made.first_read}, align 4")
    return made


def _clamped(e: WarpEmitter, at: str, elems: int) -> str:
    inside = e.f.op(f"icmp ult i32 {at}, {elems}")
    return e.f.op(f"select i1 {inside}, i32 {at}, i32 0")


def _word(e: WarpEmitter, words: str, at: str) -> str:
    return e.f.op(f"getelementptr i32, ptr {words}, i32 {at}")


def _plus(e: WarpEmitter, first: str, k: int) -> str:
    return e.f.op(f"add i32 {first}, {k}") if first.startswith("%") else str(int(first) + k)


def _is_arithmetic(op: Operation) -> bool:
    known = facts(op)
    whole = known.rearranges or op.name.startswith(("arith.", "math."))
    return whole and not known.computes.divides and len(op.results) == 1


def _only_moves(value: SSAValue, elements: int) -> bool:
    """Whether arithmetic alone takes a value of so many elements, and all that comes of it goes to private memory."""
    if max(vector_size(value.type), 1) != elements:
        return False
    seen: set[Operation] = set()
    waiting = [value]
    while waiting:
        for use in waiting.pop().uses:
            if use.operation in seen:
                continue
            seen.add(use.operation)
            if len(seen) > _MOST_STEPS or not (
                _is_arithmetic(use.operation) or _only_stores_privately(use.operation, use.index)
            ):
                return False
            waiting.extend(use.operation.results)
    return True


def _only_stores_privately(op: Operation, operand: int) -> bool:
    """Whether an operation only stores the operand in private memory."""
    if op.name != "cute.ptr.store" or operand != 0:
        return False
    target = op.operands[1].type
    return isinstance(target, PtrType) and target.space.data == "rmem"


def _sources(e: WarpEmitter, value: SSAValue) -> list[Lacking]:
    """What a value was computed from that lanes may lack."""
    seen: set[SSAValue] = set()
    found: list[Lacking] = []
    waiting = [value] if e.notes.lacking else []
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if one in e.notes.lacking:
            found.append(e.notes.lacking[one])
        elif isinstance(one.owner, Operation) and _is_arithmetic(one.owner):
            waiting.extend(one.owner.operands)
    return found


def elements(e: WarpEmitter, pointer: Pointer, size_bytes: int) -> tuple[str, int]:
    """The first element at a pointer, and how many the bytes touch."""
    word = pointer.word_bytes
    count = max(-(-size_bytes // word), 1)
    text = pointer.offset.text
    if not text.startswith("%"):
        return str(int(text) // word), count
    return e.f.op(f"sdiv i32 {text}, {word}"), count


def _places(pointer: Pointer, size_bytes: int) -> list[str]:
    """What is settled: each element on its own where its number is known."""
    text, word = pointer.offset.text, pointer.word_bytes
    if text.startswith("%"):
        return [f"{_SETTLED} {pointer.base} {text} {size_bytes}"]
    first = int(text) // word
    return [f"{_SETTLED} {pointer.base} {first + k}" for k in range(max(-(-size_bytes // word), 1))]


def _settled(e: WarpEmitter, pointer: Pointer, size_bytes: int) -> bool:
    """Whether dominating accesses by all lanes, or by these, were of the same places."""
    mask = e.mask or ""
    return all((place, "") in e.splats or (place, mask) in e.splats for place in _places(pointer, size_bytes))


def _settle(e: WarpEmitter, pointer: Pointer, size_bytes: int) -> None:
    for place in _places(pointer, size_bytes):
        e.splats[place, e.mask or ""] = ""
