"""What a checked kernel asks before it uses a pointer that nothing bounds: whether there is memory."""

from __future__ import annotations

from cutedsl.arch.abi.check import CONTEXT, MAX_SITES, SHARED_ONLY, Access
from cutedsl.arch.abi.host import ErrorCode
from cutedsl.codegen.cpu.checked.checks import call
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.values import Pointer

_OFFENDER_BYTES = 16
"""Where the checker's words for lanes have the address at fault: behind where a tensor begins, and the row."""


def check_unbounded(e: WarpEmitter, pointer: Pointer, size_bytes: int, site: int) -> None:
    """Ends the call if an active lane's `size_bytes` are not the program's memory."""
    if pointer.word_bytes:
        return
    f = e.f
    what = Access.READ if e.sites.sites[site].kind == "load" else Access.WRITE
    kind = int(what) | (SHARED_ONLY if pointer.space in ("smem", "dsmem") else 0)
    told = f"ptr %ck, i32 %row, i32 {min(site, MAX_SITES - 1)}, i32 {kind}"
    places = f"<{e.told_lanes} x i64> {e.addresses(pointer)}, i32 {e.mask_bits()}, i64 {size_bytes}"
    bits = call(e, "unbounded", f"{told}, {places}")
    place = f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT['lanes'] + _OFFENDER_BYTES}")
    offender = f.op(f"load i64, ptr {place}, align 8")
    wrong = f.op(f"icmp ne i32 {bits}, 0")
    e.fail_if(wrong, ErrorCode.OUT_OF_BOUNDS, site, bits, (offender, "-1", str(size_bytes)))
