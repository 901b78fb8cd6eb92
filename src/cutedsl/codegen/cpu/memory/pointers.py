"""Pointers, loads and stores in the warp emitter."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xdsl.dialects.builtin import IntegerType, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from cutedsl.arch.abi.check import Access
from cutedsl.codegen.cpu.checked import check_alignment, check_multiplies, check_registers, checks
from cutedsl.codegen.cpu.checked.check_clashes import clashes
from cutedsl.codegen.cpu.checked.check_wraps import check_wraps
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import UNIFORM, Lanes, constant_lanes
from cutedsl.codegen.cpu.lanes.offsets import offset_type
from cutedsl.codegen.cpu.memory import access, private, scattered
from cutedsl.codegen.cpu.memory.index_guard import guard_index
from cutedsl.codegen.cpu.memory.row_stores import row_of, store_in_row
from cutedsl.codegen.cpu.memory.runs import load_runs, period, store_runs, with_runs
from cutedsl.codegen.cpu.plan.orders import scope_of
from cutedsl.codegen.cpu.values import Counted, Pointer, Val, vector_val
from cutedsl.codegen.llvm.attributes import integer, string
from cutedsl.codegen.llvm.elementwise import call, splat
from cutedsl.codegen.llvm.types import bit_width, element_type, scalar_type, shaped, storage_bytes, suffix, vector_size
from cutedsl.errors import fail
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import operands_of
from cutedsl.ir.ops.elementwise import ExtSIOp
from cutedsl.ir.types import PtrType

ZERO_OFFSET = Val("0", constant_lanes(0))
_ANY_BASE = 4096
_FAR_BYTES = 1 << 28
"""Farther than shared and private memory reach; a pointer moved by as much several times does not come back to them."""


def memory_type(mlir: Attribute) -> str:
    """The LLVM type of an element in memory: `i8` for i1."""
    scalar = scalar_type(element_type(mlir))
    return "i8" if scalar == "i1" else scalar


def _space(op: Operation) -> str:
    mlir = op.results[0].type
    assert isinstance(mlir, PtrType)
    return mlir.space.data


def emit_add(e: WarpEmitter, op: Operation) -> None:
    """Moves the byte offset; the base stays, so that bounds stay known."""
    (start, number), (result,) = operands_of(op), op.results
    pointer, index, given = e.pointer(start), e.val(number), number.type
    assert isinstance(start.type, PtrType)
    check_wraps(e, op)
    size = storage_bytes(start.type.element)
    lanes = e.lanes_of(result)
    kind, f = pointer.offset_type, e.f
    mlir = i64 if kind == "i64" else i32
    counted: Counted | None = None
    width = bit_width(given)
    if width < int(kind[1:]) and not lanes.varying:
        guard_index(e, op, index, width, unsigned=False)
    if lanes.known or not (lanes.varying and e.lanes):
        if kind == "i32" and e.plan.bounds and not _fits_in_32_bits(index.lanes, size):
            text = _clamped(e, index.text, width, size, 0)
        else:
            text = _resized(e, index.text, given, kind, 0)
        text = _scaled(e, kind, text, size)
        text = _add_numbers(e, kind, pointer.offset.text, text)
    else:
        vector = f"<{e.lanes} x {kind}>"
        before, narrow = pointer.offset, _narrow(number)
        counts = before.lanes.constant == 0 and narrow is not None and size in (1, 2, 4, 8)
        wide = e.vector(index, given)
        if kind == "i32" and e.plan.bounds and not counts and not _fits_in_32_bits(index.lanes, size):
            moved = _clamped(e, wide, width, size, e.lanes)
        else:
            moved = _resized(e, wide, given, kind, e.lanes)
        if size != 1:
            moved = f.op(f"mul {vector} {moved}, splat ({kind} {size})")
        text = moved if before.lanes.constant == 0 else f.op(f"add {vector} {e.vector(before, mlir)}, {moved}")
        if counts and narrow is not None:
            counted = Counted(e.vector(e.val(narrow), narrow.type), size, text)
    e.env[result] = pointer.moved(e.offset_val(text, lanes, pointer.space), counted)


def _fits_in_32_bits(lanes: Lanes, size: int) -> bool:
    """Whether the bytes of all indices count in 32 bits."""
    if lanes.low is None or lanes.high is None:
        return False
    return (lanes.low + min(lanes.spread)) * size >= -(2**31) and (lanes.high + max(lanes.spread)) * size < 2**31


def _clamped(e: WarpEmitter, text: str, width: int, size: int, lanes: int) -> str:
    """An index of shared or private memory as i32, so that bytes do not wrap: what lies outside stays outside."""
    mlir = IntegerType(width)
    if width >= 32 and (text.startswith("%") or lanes):
        kind, most = shaped(mlir, lanes), _FAR_BYTES // size
        for name, bound in (("smin", most), ("smax", -most)):
            full = f"llvm.{name}.{suffix(mlir, lanes)}"
            text = call(e.module, e.f, full, kind, [(kind, text), (kind, splat(bound, f"i{width}", lanes))])
    return _resized(e, text, mlir, "i32", lanes)


def _narrow(index: SSAValue) -> SSAValue | None:
    """An index as it was before it was made wider than 32 bits; None if it has more."""
    if isinstance(index.owner, ExtSIOp):
        index = index.owner.input
    return index if bit_width(index.type) == 32 else None


def _resized(e: WarpEmitter, text: str, mlir: Attribute, kind: str, lanes: int) -> str:
    """An index as the offset type."""
    assert isinstance(mlir, IntegerType)
    have, want = mlir.width.data, int(kind[1:])
    if have == want or not (text.startswith("%") or lanes):
        return text
    instruction = "sext" if have < want else "trunc"
    source, target = (f"<{lanes} x i{have}>", f"<{lanes} x {kind}>") if lanes else (f"i{have}", kind)
    return e.f.op(f"{instruction} {source} {text} to {target}")


def _scaled(e: WarpEmitter, kind: str, text: str, size: int) -> str:
    if not text.startswith("%"):
        return str(int(text) * size)
    return text if size == 1 else e.f.op(f"mul {kind} {text}, {size}")


def _add_numbers(e: WarpEmitter, kind: str, a: str, b: str) -> str:
    if not a.startswith("%") and not b.startswith("%"):
        return str(int(a) + int(b))
    if b == "0":
        return a
    return b if a == "0" else e.f.op(f"add {kind} {a}, {b}")


def emit_cast(e: WarpEmitter, op: Operation) -> None:
    """The same bytes; from shared or private memory to generic the offset becomes 64 bits wide."""
    pointer, space = e.pointer(op.operands[0]), _space(op)
    if offset_type(space) == pointer.offset_type or pointer.word_bytes:
        e.env[op.results[0]] = replace(pointer, space=space if not pointer.word_bytes else pointer.space)
        return
    offset, limit = pointer.offset, pointer.limit
    vector = offset.lanes.varying and bool(e.lanes)
    source = i32 if pointer.offset_type == "i32" else i64
    text = _resized(e, offset.text, source, offset_type(space), e.lanes if vector else 0)
    wide = None if limit is None else _resized(e, limit, source, offset_type(space), 0)
    e.env[op.results[0]] = replace(pointer, offset=replace(offset, text=text), space=space, limit=wide)


def emit_extent(e: WarpEmitter, op: Operation) -> None:
    """Declares bounds from here on; a pointer that differs from lane to lane keeps the bounds it has."""
    pointer, count = e.pointer(op.operands[0]), e.val(op.operands[1])
    assert isinstance(op.operands[0].type, PtrType)
    if not pointer.offset.lanes.uniform:
        e.env[op.results[0]] = pointer
        return
    kind = pointer.offset_type
    limit = _resized(e, count.text, op.operands[1].type, kind, 0)
    limit = _scaled(e, kind, limit, storage_bytes(op.operands[0].type.element))
    base, offset = e.gep(pointer, pointer.offset.text), ZERO_OFFSET
    if len(op.operands) > 2:  # strides may be negative: offsets count from the lowest byte on
        low = _scaled(e, kind, e.val(op.operands[2]).text, storage_bytes(op.operands[0].type.element))
        up, lowest = e.f.op(f"sub {kind} 0, {low}"), e.f.op(f"getelementptr i8, ptr {base}, {kind} {low}")
        empty, whole = e.f.op(f"icmp eq {kind} {limit}, 0"), e.f.op(f"add {kind} {limit}, {up}")
        base, offset, limit = lowest, Val(up, UNIFORM), e.f.op(f"select i1 {empty}, {kind} 0, {kind} {whole}")
    name = string(op, "name", pointer.name)
    e.env[op.results[0]] = replace(pointer, base=base, offset=offset, limit=limit, name=name)


def emit_to_int(e: WarpEmitter, op: Operation) -> None:
    """The byte address; in shared memory from the block's first byte on."""
    pointer, lanes, f = e.pointer(op.operands[0]), e.lanes_of(op.results[0]), e.f
    if pointer.word_bytes:
        raise fail("not-yet", "the address of a thread's local memory on the CPU, which keeps it in registers")
    kind = pointer.offset_type
    base = f.op(f"ptrtoint ptr {pointer.base} to i64")
    if kind == "i32":
        start = f.op("ptrtoint ptr %smem to i64")
        base = f.op(f"trunc i64 {f.op(f'sub i64 {base}, {start}')} to i32")
    if lanes.varying and e.lanes:
        vector = f"<{e.lanes} x {kind}>"
        text = f.op(f"add {vector} {e.splat(base, kind)}, {e.offset_vector(pointer)}")
    else:
        text = _add_numbers(e, kind, base, pointer.offset.text)
    e.env[op.results[0]] = Val(text, lanes)


def emit_from_int(e: WarpEmitter, op: Operation) -> None:
    """The pointer at an address; in shared memory an offset from its start, bounded by all that the block has."""
    address, space = e.val(op.operands[0]), _space(op)
    if space == "smem":
        own = e.f.op(f"trunc i64 {e.state_field('smem_stride', 'i64')} to i32")
        e.env[op.results[0]] = Pointer("%smem", address, "smem", own, "shared memory")
    elif not (address.lanes.varying and e.lanes):
        base = e.f.op(f"inttoptr i64 {address.text} to ptr")
        e.env[op.results[0]] = Pointer(base, Val("0", e.lanes_of(op.results[0])), space)
    else:  # the lanes share nothing but some base; LLVM takes null for one that is never read from
        kind = f"<{e.lanes} x i64>"
        offsets = e.f.op(f"sub {kind} {address.text}, splat (i64 {_ANY_BASE})")
        e.env[op.results[0]] = Pointer(f"inttoptr (i64 {_ANY_BASE} to ptr)", vector_val(offsets), space)


def emit_smem_alloc(e: WarpEmitter, op: Operation) -> None:
    """A place in the block's shared memory, with its own bounds."""
    offset = integer(op, "offset")
    base = e.f.op(f"getelementptr i8, ptr %smem, i64 {offset}") if offset else "%smem"
    name = op.results[0].name_hint or "shared memory"
    e.env[op.results[0]] = Pointer(base, ZERO_OFFSET, "smem", str(integer(op, "bytes")), name)


def emit_rmem_alloc(e: WarpEmitter, op: Operation) -> None:
    """Private memory: a stack array, which LLVM makes registers where indices are constants.

    An array that stays in memory lies behind a pointer that LLVM knows nothing of.
    """
    assert isinstance(op.results[0].type, PtrType)
    element = op.results[0].type.element
    size, elems = storage_bytes(element), integer(op, "elems")
    lanes = e.lanes or 1
    base = e.alloca(f"[{elems * lanes} x {memory_type(element)}]", 64)
    e.frame.cleared.append((base, elems * lanes * size))
    if op in e.plan.spilled:
        # LLVM would keep an array that it can follow as values, and store all of them at each wait.
        base = e.f.op(f'call ptr asm "", "=r,0"(ptr {base})')
    check_multiplies.hold(e, op, base, elems)
    check_registers.note(e, base, elems)
    word = size if e.lanes else 0
    order = e.plan.word_orders.get(op) if e.mask is None else None
    name = op.results[0].name_hint or "fragment"
    made = Pointer(base, ZERO_OFFSET, "rmem", str(elems * size), name, word, order=order)
    e.env[op.results[0]] = made


def _incoherent(e: WarpEmitter, op: Operation) -> checks.By | None:
    """Who makes a load that need not see what the kernel writes (`ld.global.nc`); None for other loads."""
    if not e.plan.checks or "nc" not in string(op, "hints", "").split("."):
        return None
    warp = checks.by_warp(e)
    return checks.By(warp.column, warp.clock, Access.INCOHERENT)


def emit_load(e: WarpEmitter, op: Operation) -> None:
    """Checks the bounds and loads, by the form of the address."""
    address, (result,) = operands_of(op)[0], op.results
    pointer = e.pointer(address)
    size, count = storage_bytes(result.type), vector_size(result.type)
    if count < 2:
        pointer = with_runs(e, address, pointer, size, loads=True)
    kind = memory_type(result.type)
    strong = "ordered" if string(op, "sem", "weak") != "weak" else ""
    plain = None if strong else op
    site = e.sites.access(op, "load", pointer, size, string(op, "name", ""))
    access.check(e, pointer, size * max(count, 1), site, by=_incoherent(e, op), kind=strong, load=plain)
    if e.plan.checks:
        check_multiplies.touch(e, pointer, size * max(count, 1), site, writes=False)
        check_registers.reads(e, pointer, size * max(count, 1), site, op)
        check_alignment.aligned(e, pointer, check_alignment.promised(address, size * max(count, 1)), site)
    if _outside(e, pointer, size * max(count, 1)):
        unknown = vector_val(UNKNOWN) if e.lanes else Val(UNKNOWN, UNIFORM)
        e.env[result] = (unknown,) * count if count else unknown
        return
    place = private.row_place(e, pointer, size) if op in e.plan.in_place else None
    if place is not None:
        e.env[result] = place
        return
    vals = _load_known(e, op, pointer, kind, size) if count < 2 else None
    vals = vals or load_values(e, pointer, kind, size, max(count, 1))
    if scalar_type(result.type) == "i1":
        vals = [_as_bool(e, val) for val in vals]
    e.env[result] = tuple(vals) if count else vals[0]


UNKNOWN: Final = "poison"
"""The value of what no memory holds."""


def _outside(e: WarpEmitter, pointer: Pointer, size: int) -> bool:
    """Whether an access leaves a thread's own memory for certain, where nothing checks it.

    On a GPU these are registers: what is read has no value, and LLVM leaves out where it would be stored. Libraries
    have such reads beside the right ones, so neither the memory beside a fragment nor its target may be touched.
    """
    start, limit = pointer.offset.text, pointer.limit or "%"
    if e.plan.bounds or pointer.space != "rmem" or start.startswith("%") or limit.startswith("%"):
        return False
    return not 0 <= int(start) <= int(limit) - size


def _load_known(e: WarpEmitter, op: Operation, pointer: Pointer, kind: str, size: int) -> list[Val] | None:
    """One element by what the ops that compute its address tell; None where they tell nothing."""
    if not e.lanes or pointer.word_bytes:
        return None
    if pointer.runs:
        return [vector_val(load_runs(e, pointer, kind, size))]
    again = period(e, op.operands[0], pointer)
    return [vector_val(scattered.gather_repeated(e, pointer, kind, size, again))] if again else None


def load_values(e: WarpEmitter, pointer: Pointer, kind: str, size: int, count: int) -> list[Val]:
    """`count` neighbouring elements, by the form of the address; bounds are checked before."""
    steps = [j * size for j in range(count)]
    if pointer.word_bytes:
        return [vector_val(private.load(e, pointer, kind, size, step)) for step in steps]
    if pointer.offset.lanes.uniform or not e.lanes:
        return [Val(access.load_scalar(e, pointer, kind, size, step), UNIFORM) for step in steps]
    if pointer.offset.lanes.affine and count > 1:
        rows = access.load_rows(e, pointer, kind, size, count)
        if rows is not None:
            return [vector_val(row) for row in rows]
    if scattered.neighbours(size, count) > 1 and access.lies_anywhere(e, pointer, size):
        return [vector_val(text) for text in scattered.load_words(e, pointer, kind, size, count)]
    return [vector_val(access.load_lanes(e, pointer, kind, size, step)) for step in steps]


def _as_bool(e: WarpEmitter, val: Val) -> Val:
    kind = f"<{e.lanes} x i8>" if val.lanes.varying and e.lanes else "i8"
    zero = "zeroinitializer" if val.lanes.varying and e.lanes else "0"
    return replace(val, text=e.f.op(f"icmp ne {kind} {val.text}, {zero}"))


def emit_store(e: WarpEmitter, op: Operation) -> None:
    """Checks the bounds and stores, by the form of the address."""
    value, address = operands_of(op)[:2]
    pointer = e.pointer(address)
    size, count = storage_bytes(value.type), vector_size(value.type)
    if count < 2:
        pointer = with_runs(e, address, pointer, size, loads=False)
    kind = memory_type(value.type)
    strong = "atomic" if string(op, "sem", "weak") != "weak" else ""
    site = e.sites.access(op, "store", pointer, size, string(op, "name", ""))
    flags = (Access.CONSTANT if _is_constant(value) else 0) | (Access.REPLACES if strong else 0)
    by = replace(checks.by_warp(e), access=Access(flags)) if e.plan.checks and flags else None
    access.check(e, pointer, size * max(count, 1), site, kind=strong, by=by)
    if e.plan.checks:
        check_multiplies.touch(e, pointer, size * max(count, 1), site, writes=True)
        check_registers.wrote(e, pointer, size * max(count, 1), value)
        check_alignment.aligned(e, pointer, check_alignment.promised(address, size * max(count, 1)), site)
    if isinstance(e.env[value], Pointer):  # what made it wrote it here
        return
    vals = list(e.elements(value))
    if all(val.text == UNKNOWN for val in vals) or _outside(e, pointer, size * max(count, 1)):
        return
    if e.plan.checks and not strong:
        clashes(e, pointer, vals, value.type, site)
    if strong:
        checks.before_store(e, pointer, size * max(count, 1), string(op, "sem", ""), scope_of(op))
    if pointer.runs:
        store_runs(e, pointer, kind, size, _stored(e, vals[0], value.type, True))
        return
    row = row_of(e, op, pointer) if count < 2 else None
    if row is not None:
        store_in_row(e, op, row, pointer, kind, size, _stored(e, vals[0], value.type, True))
        return
    store_values(e, pointer, kind, size, vals, value.type)


def _is_constant(value: SSAValue) -> bool:
    owner = value.owner
    if not isinstance(owner, Operation):
        return False
    known = facts(owner)
    copies = known.rearranges or known.computes.operation == "convert"
    return owner.name == "arith.constant" or (copies and all(map(_is_constant, owner.operands)))


def store_values(e: WarpEmitter, pointer: Pointer, kind: str, size: int, vals: list[Val], mlir: Attribute) -> None:
    """The inverse of `load_values`."""
    together = pointer.offset.lanes.affine and len(vals) > 1 and not pointer.word_bytes
    if e.lanes and together and access.store_rows(e, pointer, kind, size, [_stored(e, v, mlir, True) for v in vals]):
        return
    if not pointer.word_bytes and scattered.neighbours(size, len(vals)) > 1 and access.lies_anywhere(e, pointer, size):
        scattered.store_words(e, pointer, kind, size, [_stored(e, v, mlir, True) for v in vals])
        return
    for index, val in enumerate(vals):
        step = index * size
        if pointer.word_bytes:
            private.store(e, pointer, kind, size, _stored(e, val, mlir, True), step)
        elif not e.lanes or (pointer.offset.lanes.uniform and val.lanes.uniform):
            access.store_scalar(e, pointer, kind, size, _stored(e, val, mlir, False), step)
        elif pointer.offset.lanes.uniform:
            access.store_last(e, pointer, kind, size, _stored(e, val, mlir, True), step)
        else:
            access.store_lanes(e, pointer, kind, size, _stored(e, val, mlir, True), step)


def _stored(e: WarpEmitter, val: Val, mlir: Attribute, wide: bool) -> str:
    """A value as it goes to memory: a vector or a scalar, i1 as a byte."""
    if scalar_type(element_type(mlir)) != "i1":
        return e.vector(val, element_type(mlir)) if wide else val.text
    if wide and e.lanes:
        return e.f.op(f"zext <{e.lanes} x i1> {e.condition(val)} to <{e.lanes} x i8>")
    return e.f.op(f"zext i1 {val.text} to i8")
