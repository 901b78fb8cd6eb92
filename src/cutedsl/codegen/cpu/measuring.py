"""What a checked kernel tells of the addresses of its accesses, where somebody wants to know what they cost."""

from __future__ import annotations

from cutedsl.arch.check_abi import MAX_SITES
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.llvm.check_measure import DECLARATION, NAME


def measure(e: WarpEmitter, pointer: Pointer, size_bytes: int, site: int, lanes: int) -> None:
    """Hands over the lanes' addresses, if accesses are measured; only the lanes in `lanes` have one of their own."""
    if pointer.space == "rmem":
        return
    f = e.f
    wanted, on = f.label("measured"), f.label("on")
    f.branch_if(f.op("icmp ne i32 %ck.measured, 0"), wanted, on)
    f.begin(wanted)
    splats, e.splats = e.splats, dict(e.splats)  # what is computed here is not known behind
    kind = f"<{e.lanes} x i64>"
    offsets = e.offset_vector(pointer)
    if pointer.offset_type == "i32":
        offsets = f.op(f"sext <{e.lanes} x i32> {offsets} to {kind}")
    base = e.splat(f.op(f"ptrtoint ptr {pointer.base} to i64"), "i64")
    addresses = f.op(f"add {kind} {base}, {offsets}")
    active = e.mask_bits()
    if lanes != -1:
        active = f.op(f"and i32 {active}, {lanes}")
    e.module.declare(DECLARATION)
    told = f"ptr %ck, i32 %row, i32 {min(site, MAX_SITES - 1)}, i32 {size_bytes}"
    f.do(f"call void @{NAME}({told}, {kind} {addresses}, i32 {active})")
    e.splats = splats
    f.branch(on)
    f.begin(on)
