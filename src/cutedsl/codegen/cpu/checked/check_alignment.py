"""Instrumentation for alignment: reports addresses that are not multiples of what their instruction needs."""

from __future__ import annotations

from xdsl.dialects.builtin import i32, i64
from xdsl.ir import SSAValue

from cutedsl.arch.abi.check import MAX_SITES, Event
from cutedsl.codegen.cpu.checked.checks import tell
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.values import Pointer, Val
from cutedsl.codegen.llvm.elementwise import lane_constants
from cutedsl.codegen.llvm.types import storage_bytes
from cutedsl.ir.types import PtrType

_WIDEST_BYTES = 16
_LINE_BYTES = 128
"""Of shared memory, which a swizzle's pattern takes several of."""


def promised(value: SSAValue, size_bytes: int) -> int:
    """The alignment that an access of so many bytes uses. It is at most what its pointer's type promises, and in
    memory at least an element's own, even where the type promises less; 1 where nothing is to be checked.
    """
    assert isinstance(value.type, PtrType)
    element, align = storage_bytes(value.type.element), value.type.align.data
    if align < element and value.type.space.data != "rmem":
        return element & -element
    width = min(size_bytes & -size_bytes, _WIDEST_BYTES, align)
    return 1 if width <= element else width


def aligned(e: WarpEmitter, pointer: Pointer, align_bytes: int, site: int) -> None:
    """Reports an active lane whose address `align_bytes` (a power of two) does not divide."""
    if not e.plan.checks or align_bytes <= 1 or pointer.word_bytes:
        return
    f, lanes, low = e.f, pointer.offset.lanes, align_bytes - 1
    base = f.op(f"trunc i64 {f.op(f'ptrtoint ptr {pointer.base} to i64')} to i32")
    if lanes.uniform:
        offset = _low(e, pointer, pointer.offset.text)
        rest = f.op(f"and i32 {f.op(f'add i32 {base}, {offset}')}, {low}")
        wrong, bits = f.op(f"icmp ne i32 {rest}, 0"), e.mask_bits()
    else:
        kind = f"<{e.lanes} x i32>"
        splats, e.splats = e.splats, dict(e.splats)
        if lanes.affine:
            first = f.op(f"add i32 {base}, {_low(e, pointer, pointer.offset.text)}")
            places = f.op(f"add {kind} {e.splat(first, 'i32')}, {lane_constants([x & low for x in lanes.spread], i32)}")
        else:
            offsets = e.vector(pointer.offset, i64 if pointer.offset_type == "i64" else i32)
            if pointer.offset_type == "i64":
                offsets = f.op(f"trunc <{e.lanes} x i64> {offsets} to {kind}")
            places = f.op(f"add {kind} {e.splat(base, 'i32')}, {offsets}")
        e.splats = splats
        rests = f.op(f"and {kind} {places}, splat (i32 {low})")
        odd = e.with_mask(f.op(f"icmp ne {kind} {rests}, zeroinitializer"))
        bits = e.bits(odd)
        wrong = f.op(f"icmp ne i32 {bits}, 0")
    tell(e, wrong, Event.MISALIGNED, min(site, MAX_SITES - 1), (bits, str(align_bytes)), pointer)


def whole_units(e: WarpEmitter, pointer: Pointer, amount: Val, site: int) -> None:
    """Reports an active lane whose bulk copy has an `amount` of bytes that 16 does not divide."""
    known = amount.lanes.constant
    if not e.plan.checks or (known is not None and known % _WIDEST_BYTES == 0):
        return
    f, kind = e.f, f"<{e.lanes} x i32>"
    if amount.lanes.uniform:
        wrong = f.op(f"icmp ne i32 {f.op(f'and i32 {amount.text}, {_WIDEST_BYTES - 1}')}, 0")
        bits = e.mask_bits()
    else:
        rests = f.op(f"and {kind} {e.vector(amount, i32)}, splat (i32 {_WIDEST_BYTES - 1})")
        bits = e.bits(e.with_mask(f.op(f"icmp ne {kind} {rests}, zeroinitializer")))
        wrong = f.op(f"icmp ne i32 {bits}, 0")
    tell(e, wrong, Event.MISALIGNED, min(site, MAX_SITES - 1), (bits, "0"), pointer)


def inside_swizzle(e: WarpEmitter, pointer: Pointer, place: str, bits: str, site: int) -> None:
    """Reports a tile that begins inside of its swizzle's pattern, which is longer than 128 bytes by powers of two.

    Whether that is wrong depends on the tensors there. The second number is the pattern's bytes, negative.
    """
    f = e.f
    pattern = f.op(f"shl i32 {_LINE_BYTES}, {bits}")
    address = f.op(f"trunc i64 {f.op(f'ptrtoint ptr {place} to i64')} to i32")
    rest = f.op(f"and i32 {address}, {f.op(f'sub i32 {pattern}, 1')}")
    inside = f.op(f"and i1 {f.op(f'icmp ne i32 {rest}, 0')}, {f.op(f'icmp ne i32 {bits}, 0')}")
    said = e.mask_bits(), f.op(f"sub i32 0, {pattern}")
    tell(e, inside, Event.MISALIGNED, min(site, MAX_SITES - 1), said, pointer)


def _low(e: WarpEmitter, pointer: Pointer, text: str) -> str:
    """The lower half of an offset."""
    if pointer.offset_type == "i32" or not text.startswith("%"):
        return text if pointer.offset_type == "i32" else str(int(text) & 0x7FFFFFFF)
    return e.f.op(f"trunc i64 {text} to i32")
