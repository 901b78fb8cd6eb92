"""Instrumentation for warp-group multiplies: the operands they read and the accumulators they hold.

A multiply's accumulators are noted beside them: the group that it is in, and whether an ordinary write came after the
last `wgmma.fence`. What touches them asks whether that group has ended. Elements of A in registers are noted one by
one: only writes to them ask.
"""

from __future__ import annotations

from xdsl.ir import Operation

from cutedsl.arch.abi.check import MAX_SITES, Access, Engine
from cutedsl.arch.atoms.mma import mma_record
from cutedsl.arch.atoms.warpgroup import OperandPlace
from cutedsl.codegen.cpu.checked.check_registers import elements
from cutedsl.codegen.cpu.checked.checks import By, by_engine, call, swizzled
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.plan.accumulators import allocation_of
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.types import storage_bytes, vector_size
from cutedsl.ir.ops.pointer import PtrLoadOp

_PIECE_BYTES = 16
_WARPS = 4


def hold(e: WarpEmitter, op: Operation, base: str, elems: int) -> None:
    """Makes what is noted of accumulators: the clock of the multiply that holds them, its site, when dirty; and the
    same of each element of A."""
    if op in e.plan.accumulators:
        e.notes.accumulators[base] = _slots(e)
    if any(allocation_of(load.operands[0]) is op for loads in e.plan.fragments.values() for load in loads):
        e.notes.fragments[base] = _slots(e, elems), elems


def _slots(e: WarpEmitter, count: int = 1) -> str:
    place = e.alloca(f"[{3 * count} x i32]", 4)
    e.frame.cleared.append((place, 12 * count))
    return place


def _registers(e: WarpEmitter, allocation: Operation) -> str:
    """The same for accumulators that are values of the program, by the array that they are in for the multiply."""
    found = e.notes.registers.get(allocation)
    if found is None:
        found = e.notes.registers[allocation] = _slots(e)
    return found


def used(e: WarpEmitter, op: Operation) -> None:
    """An op takes accumulators that are values: their multiplies have to have ended."""
    site = e.sites.add(op, "accumulators")
    for allocation in e.plan.register_uses[op]:
        _ask(e, _registers(e, allocation), site, writes=False)


def touch(e: WarpEmitter, pointer: Pointer, size_bytes: int, site: int, *, writes: bool) -> None:
    """An ordinary access to private memory: nothing may be under way that holds it."""
    if writes and pointer.base in e.notes.fragments:
        slots, elems = e.notes.fragments[pointer.base]
        known = pointer.offset.lanes.uniform and not pointer.offset.lanes.varying
        first, count = elements(e, pointer, size_bytes) if known else ("0", elems)
        told = f"ptr {slots}, i32 {first}, i32 {count}, i32 {elems}, i32 {min(site, MAX_SITES - 1)}"
        call(e, "lent", f"ptr %ck, i32 %row, {told}")
    place = e.notes.accumulators.get(pointer.base)
    if place is None:
        return
    _ask(e, place, site, writes=writes)


def _ask(e: WarpEmitter, place: str, site: int, *, writes: bool) -> None:
    key = (f"touched {e.notes.epoch} {place} {writes}", "")
    if key not in e.splats:
        call(e, "registers", f"ptr %ck, i32 %row, ptr {place}, i32 {min(site, MAX_SITES - 1)}, i32 {int(writes)}")
        e.splats[key] = ""


def multiply(e: WarpEmitter, op: Operation, places: tuple[OperandPlace | None, OperandPlace], bases: list[str]) -> None:
    """A multiply: what it reads of shared memory (`bases`: A's address, if it is there, and B's), and what it holds."""
    if not e.plan.checks:
        return
    site = e.sites.add(op, "multiply")
    record = mma_record(string(op, "atom"))
    result = e.pointer(op.operands[2])
    allocation = allocation_of(op.operands[2]) if op.properties.get("values") is not None else None
    held = e.notes.accumulators.get(result.base) if allocation is None else _registers(e, allocation)
    accumulators = e.sites.access(op, "accumulators", result)
    if held is not None:
        call(e, "accumulate", f"ptr %ck, i32 %row, ptr {held}, i32 {min(accumulators, MAX_SITES - 1)}")
    by = by_engine(e, Engine.MULTIPLY, Access.MULTIPLY, site)
    _, n, k = record.shape_mnk
    if places[0] is not None:
        table, count = _table(e, places[0], 16 * _WARPS, k)
        quarter = count // _WARPS
        skip = e.f.op(f"mul i32 {e.f.op('and i32 %warp, 3')}, {quarter}")
        own = e.f.op(f"getelementptr i32, ptr {table}, i32 {skip}")
        _check_operand_pieces(e, by, site, bases[0], own, quarter, places[0])
    table, count = _table(e, places[1], n, k)
    _check_operand_pieces(e, by, site, bases[-1], table, count, places[1])
    for load in e.plan.fragments.get(op, ()):
        _lend(e, load, by, site)
    if held is not None:
        clock = e.f.op(f"trunc i64 {by.clock} to i32")
        e.f.do(f"store i32 {clock}, ptr {held}, align 4")
        e.f.do(f"store i32 {site}, ptr {e.f.op(f'getelementptr i32, ptr {held}, i32 1')}, align 4")


def _lend(e: WarpEmitter, load: PtrLoadOp, by: By, site: int) -> None:
    """A multiply reads the elements of A that a load brought to it, until it has ended."""
    pointer, kind = e.pointer(load.operands[0]), load.results[0].type
    found = e.notes.fragments.get(pointer.base)
    if found is None or pointer.offset.lanes.varying:
        return
    slots, elems = found
    first, count = elements(e, pointer, storage_bytes(kind) * max(vector_size(kind), 1))
    clock = e.f.op(f"trunc i64 {by.clock} to i32")
    call(e, "lend", f"ptr {slots}, i32 {first}, i32 {count}, i32 {elems}, i32 {clock}, i32 {min(site, MAX_SITES - 1)}")


def _check_operand_pieces(
    e: WarpEmitter, by: By, site: int, base: str, table: str, count: int, where: OperandPlace
) -> None:
    told = f"i64 {by.column}, i64 {by.clock}, i32 {min(site, MAX_SITES - 1)}, i32 {int(by.access)}"
    swizzle = ((1 << where.swizzle_bits) - 1) << 4
    swizzled(e, site, str(where.swizzle_bits))
    call(e, "pieces", f"ptr %ck, i32 %row, {told}, ptr {base}, ptr {table}, i32 {count}, i64 {swizzle}")


def _table(e: WarpEmitter, where: OperandPlace, rows: int, depth: int) -> tuple[str, int]:
    """A constant with the places of the 16-byte pieces of an operand, row after row; and how many there are."""
    pieces = dict.fromkeys(
        (where.row_bytes(row) + where.k_bytes(k)) // _PIECE_BYTES * _PIECE_BYTES
        for row in range(rows)
        for k in range(depth)
    )
    text = ", ".join(f"i32 {piece}" for piece in pieces)
    body = f"private unnamed_addr constant [{len(pieces)} x i32] [{text}]"
    known = {line.partition(" = ")[2]: line.partition(" = ")[0] for line in e.module.globals}
    if body not in known:
        known[body] = f"@pieces.{len(e.module.globals)}"
        e.module.globals.append(f"{known[body]} = {body}")
    return known[body], len(pieces)
