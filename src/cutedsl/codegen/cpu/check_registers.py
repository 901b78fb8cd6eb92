"""What a checked kernel notes of private memory: which lanes have written each element, and reads before any write.

Beside each allocation lies a word for each element, with a bit for each lane. What a dominating access has settled is
not asked again.
"""

from __future__ import annotations

from xdsl.ir import Operation

from cutedsl.arch.check_abi import MAX_SITES
from cutedsl.codegen.cpu.checks import call
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.values import Pointer

_SETTLED = "settled"


def note(e: WarpEmitter, base: str, elems: int) -> None:
    """Makes the words of an allocation."""
    if e.checks:
        words = e.alloca(f"[{elems} x i32]", 4)
        e.cleared.append((words, 4 * elems))
        e.written[base] = (words, elems)


def wrote(e: WarpEmitter, pointer: Pointer, size_bytes: int) -> None:
    """The active lanes write `size_bytes` at a pointer."""
    found = e.written.get(pointer.base)
    if found is None:
        return
    words, elems = found
    if pointer.offset.lanes.varying or not pointer.offset.lanes.uniform:
        call(e, "wrote", f"ptr {words}, i32 0, i32 {elems}, i32 -1, i32 {elems}")
        return
    first, count = _elements(e, pointer, size_bytes)
    if _settled(e, pointer, size_bytes):
        return
    call(e, "wrote", f"ptr {words}, i32 {first}, i32 {count}, i32 {e.mask_bits()}, i32 {elems}")
    _settle(e, pointer, size_bytes)


def reads(e: WarpEmitter, pointer: Pointer, size_bytes: int, site: int) -> None:
    """The active lanes read `size_bytes` at a pointer: they must have been written."""
    found = e.written.get(pointer.base)
    if found is None or not pointer.offset.lanes.uniform or _settled(e, pointer, size_bytes):
        return
    words, elems = found
    first, count = _elements(e, pointer, size_bytes)
    told = f"ptr %ck, i32 %row, i32 {min(site, MAX_SITES - 1)}"
    call(e, "unwritten", f"{told}, ptr {words}, i32 {first}, i32 {count}, i32 {e.mask_bits()}, i32 {elems}")
    _settle(e, pointer, size_bytes)


def multiply(e: WarpEmitter, op: Operation, size_bytes: int, keep: str) -> None:
    """A warp group's multiply writes its accumulators; where `keep` (i1) holds it reads them first."""
    pointer = e.pointer(op.operands[2])
    found = e.written.get(pointer.base)
    if found is None:
        return
    words, elems = found
    first, count = _elements(e, pointer, size_bytes)
    site = min(e.sites.access(op, "accumulators", pointer), MAX_SITES - 1)
    bits = e.f.op(f"select i1 {keep}, i32 {e.mask_bits()}, i32 0")
    call(
        e, "unwritten", f"ptr %ck, i32 %row, i32 {site}, ptr {words}, i32 {first}, i32 {count}, i32 {bits}, i32 {elems}"
    )
    call(e, "wrote", f"ptr {words}, i32 {first}, i32 {count}, i32 {e.mask_bits()}, i32 {elems}")


def _elements(e: WarpEmitter, pointer: Pointer, size_bytes: int) -> tuple[str, int]:
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
