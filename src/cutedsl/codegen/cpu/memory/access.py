"""Loads and stores by the form of their addresses, and the check of each against its tensor's bounds.

Contiguous lanes are one vector access, equal ones a scalar, permuted or strided ones a wide load and a shuffle; only
the rest gathers or scatters. An access at a uniform or affine place costs one scalar comparison for its bounds, whose
right side is loop-invariant.

Lane offsets of an address do not wrap: `widening` proves it, or `index_guard` checks it at run time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xdsl.ir import Operation

from cutedsl.arch.abi.host import WARP_LANES, ErrorCode
from cutedsl.codegen.cpu.checked import checks
from cutedsl.codegen.cpu.checked.check_unbounded import check_unbounded
from cutedsl.codegen.cpu.checked.checks import By
from cutedsl.codegen.cpu.emitter import LIKELY, STOP, WarpEmitter
from cutedsl.codegen.cpu.memory import scattered, streaming
from cutedsl.codegen.cpu.memory.scattered import type_suffix
from cutedsl.codegen.cpu.reports import Write
from cutedsl.codegen.cpu.values import Pointer, Val
from cutedsl.native.structures import structure

_FAULT_RECORD: Final = structure("FaultRecord")

_LINE_BYTES: Final = 64
_PREFETCH_BYTES: Final = 32 * 1024
"""How far ahead a streaming load in a loop asks for data.

A warp takes every n-th piece of a row, which the hardware's prefetchers do not follow across pages and rows; the
second-level cache is asked instead. Measured on a row sum of 4096 x 4096 float32: 2.2 ms with it, 3.4 ms without.
"""
_TEAM_PREFETCH_BYTES: Final = 2 * 1024
"""The same where the warps of a block read in order (`teams`), into the nearest cache: what is read while one row ends
and the next begins. Medians on the same row sum, in one run of another machine: 4.46 ms with it, 4.80 from 8 KiB on
into the second-level cache; 4.37 for reading alone."""
_MOST_INDICES: Final = 1 << 31
"""Indices from here on are negative ones."""
_FEW: Final = 4
"""Up to this many different elements are loaded one by one."""

_LEAST_PIECE: Final = 2
_PIECE_BYTES: Final = 8
"""Store chunks of this size as a single scalar."""
_LINE_ELEMS: Final = 16
_WORD_BYTES: Final = 4
"""A rest of a wide load that is made of smaller elements is loaded one by one."""
_WIDE_ELEMS: Final = 128
"""The widest span of elements that one load may read for a shuffle."""


def check(
    e: WarpEmitter,
    pointer: Pointer,
    size_bytes: int,
    site: int,
    *,
    by: By | None = None,
    kind: str = "",
    load: Operation | None = None,
) -> None:
    """Ends the call if an active lane's `size_bytes` at its offset leave the pointer's bounds.

    Tells the checker of the access, which `by` makes if it is not the warp itself; `load` is a plain load's op.
    """
    check_bounds(e, pointer, size_bytes, site)
    checks.access(e, pointer, size_bytes, site, by=by, kind=kind, load=load)


def check_bounds(e: WarpEmitter, pointer: Pointer, size_bytes: int, site: int) -> None:
    """Ends the call if an active lane's `size_bytes` at its offset leave the pointer's bounds."""
    if pointer.limit is None:
        (check_unbounded if e.plan.checks else _note)(e, pointer, size_bytes, site)
    if pointer.limit is None or not e.plan.bounds:
        return
    if pointer.runs:
        _check_runs(e, pointer, size_bytes, site)
    elif pointer.offset.lanes.varying and e.lanes:
        _check_vector(e, pointer, size_bytes, site)
    else:
        _check_scalar(e, pointer, size_bytes, site)


def _note(e: WarpEmitter, pointer: Pointer, _size_bytes: int, site: int) -> None:
    """Says where a kernel goes through a pointer of unknown bounds, for the error if the machine refuses it."""
    if e.plan.bounds and pointer.space in ("gmem", "generic") and e.block[0].startswith("%"):
        for name, kind, value in (("site", "i32", str(site)), ("state", "ptr", "%state")):
            place = e.f.op(f"getelementptr i8, ptr %mark, i64 {_FAULT_RECORD.offset(name)}")
            e.f.do(f"store {kind} {value}, ptr {place}")


def _room(e: WarpEmitter, pointer: Pointer, span_bytes: int) -> str:
    """How many start offsets leave room for `span_bytes`: `max(limit - span + 1, 0)`; remembered like a splat."""
    limit, kind = pointer.limit or "0", pointer.offset_type
    if not limit.startswith("%"):
        return str(max(int(limit) - span_bytes + 1, 0))
    key = (limit, f"room for {span_bytes} as {kind}")
    found = e.splats.get(key)
    if found is None:
        e.module.declare(f"{kind} @llvm.smax.{kind}({kind}, {kind})")
        left = e.f.op(f"sub {kind} {limit}, {span_bytes - 1}")
        found = e.splats[key] = e.f.op(f"call {kind} @llvm.smax.{kind}({kind} {left}, {kind} 0)")
    return found


def _room_elems(e: WarpEmitter, pointer: Pointer, span_bytes: int, elem_bytes: int) -> str:
    """How many indices of elements leave room for `span_bytes`, as an i32 without sign; at most as many as it has."""
    room, kind = _room(e, pointer, span_bytes), pointer.offset_type
    if not room.startswith("%"):
        return str(min(-(-int(room) // elem_bytes), _MOST_INDICES))
    key = (room, f"indices of {elem_bytes} bytes")
    found = e.splats.get(key)
    if found is None:
        up = e.f.op(f"add {kind} {room}, {elem_bytes - 1}") if elem_bytes > 1 else room
        found = e.f.op(f"lshr {kind} {up}, {elem_bytes.bit_length() - 1}")
        if kind == "i64":
            e.module.declare("i64 @llvm.umin.i64(i64, i64)")
            found = e.f.op(f"trunc i64 {e.f.op(f'call i64 @llvm.umin.i64(i64 {found}, i64 {_MOST_INDICES})')} to i32")
        e.splats[key] = found
    return found


def _proved(pointer: Pointer, size_bytes: int) -> bool:
    lanes = pointer.offset.lanes
    limit = pointer.limit or ""
    if lanes.low is None or lanes.high is None or limit.startswith("%"):
        return False
    return lanes.low + min(lanes.spread) >= 0 and lanes.high + max(lanes.spread) + size_bytes <= int(limit)


def _check_scalar(e: WarpEmitter, pointer: Pointer, size_bytes: int, site: int) -> None:
    if _proved(pointer, size_bytes):
        return
    f, kind, spread = e.f, pointer.offset_type, pointer.offset.lanes.spread
    start = e.add_offset(pointer, pointer.offset.text, min(spread))
    room = _room(e, pointer, max(spread) - min(spread) + size_bytes)
    inside, outside = f.label("in"), f.label("out")
    f.branch_if(f.op(f"icmp ult {kind} {start}, {room}"), inside, outside, suffix=LIKELY)
    known = f.known
    f.begin(outside)
    if not e.lanes:
        checks.start(e, pointer)
        detail = (_wide(e, pointer, pointer.offset.text), _wide(e, pointer, pointer.limit or "0"), str(size_bytes))
        e.fail(ErrorCode.OUT_OF_BOUNDS, site, "-1", detail)
    elif not (pointer.offset.lanes.uniform or e.mask is None):
        f.branch_if(_report(e, pointer, size_bytes, site), STOP, inside)
    elif e.plan.checks:
        _report(e, pointer, size_bytes, site)
        f.branch(STOP)
    else:  # then some active lane is outside

        def report(names: Sequence[str]) -> None:
            number, offset = names
            _report(e, replace(pointer, offset=Val(offset, pointer.offset.lanes)), size_bytes, number)
            f.branch(STOP)

        differ = (("i32", str(site)), (kind, pointer.offset.text))
        e.frame.reports.join(f, (*_report_key(e, pointer, size_bytes), spread), differ, _in_place(e, report))
    f.begin(inside, known)


def _check_vector(e: WarpEmitter, pointer: Pointer, size_bytes: int, site: int) -> None:
    if _proved(pointer, size_bytes):
        return
    f, elements = e.f, pointer.elements
    if elements is None:
        offsets, kind, room = pointer.offset.text, pointer.offset_type, _room(e, pointer, size_bytes)
    else:
        offsets, kind, room = elements.indices, "i32", _room_elems(e, pointer, size_bytes, elements.size_bytes)
    bits = e.bits(e.with_mask(f.op(f"icmp uge <{e.lanes} x {kind}> {offsets}, {e.splat(room, kind)}")))
    inside, outside = f.label("in"), f.label("out")
    f.branch_if(f.op(f"icmp eq i32 {bits}, 0"), inside, outside, suffix=LIKELY)
    known = f.known
    f.begin(outside)
    _report_vector(e, pointer, size_bytes, site, bits)
    f.begin(inside, known)


def _check_runs(e: WarpEmitter, pointer: Pointer, size_bytes: int, site: int) -> None:
    """One scalar comparison for each run; what the lanes access is written down out of line."""
    if _proved(pointer, size_bytes):
        return
    f, kind, lanes = e.f, pointer.offset_type, e.lanes // len(pointer.runs)
    step = 0 if pointer.alike else size_bytes
    room = _room(e, pointer, (lanes - 1) * step + size_bytes)
    fine = ""
    for start in pointer.runs:
        whole = f.op(f"icmp ult {kind} {start}, {room}")
        fine = f.op(f"and i1 {fine}, {whole}") if fine else whole
    inside, outside, known = f.label("in"), f.label("out"), f.known
    f.branch_if(fine, inside, outside, suffix=LIKELY)
    f.begin(outside)
    checks.start(e, pointer)
    slot = e.slot(f"<{e.lanes} x i64>")
    for lane in range(e.lanes):
        offset = e.add_offset(pointer, pointer.runs[lane // lanes], lane % lanes * step)
        place = f.op(f"getelementptr i64, ptr {slot}, i32 {lane}")
        f.do(f"store i64 {_wide(e, pointer, offset)}, ptr {place}, align 8")
    _outside(e, pointer, slot, size_bytes, site, e.mask_bits())
    f.begin(inside, known)


def _wide(e: WarpEmitter, pointer: Pointer, text: str) -> str:
    """An offset as i64."""
    if pointer.offset_type == "i64" or not text.startswith("%"):
        return text
    return e.f.op(f"sext i32 {text} to i64")


def _report_key(e: WarpEmitter, pointer: Pointer, size_bytes: int) -> tuple[object, ...]:
    """What reports must have in common to be one."""
    return pointer.limit, pointer.offset_type, size_bytes, e.mask, e.view.part, e.view.first_thread


def _in_place(e: WarpEmitter, write: Write) -> Write:
    """Writes a report later as it were written here."""
    mask, view = e.mask, e.view

    def later(names: Sequence[str]) -> None:
        e.mask, e.view = mask, view
        write(names)

    return later


def _report(e: WarpEmitter, pointer: Pointer, size_bytes: int, site: int | str) -> str:
    """Looks at each active lane of an affine place (out of line): an i1 whether one is outside, which it records."""
    checks.start(e, pointer)
    offset, limit = (_wide(e, pointer, text) for text in (pointer.offset.text, pointer.limit or "0"))
    spread = e.module.table("i64", pointer.offset.lanes.spread)
    return e.f.op(
        f"call i1 @cute.outside(ptr %state, i32 {e.first_thread()}, i32 {site}, ptr {spread}, i64 {offset}, "
        f"i64 {limit}, i64 {size_bytes}, i32 {e.mask_bits()})"
    )


def _report_vector(e: WarpEmitter, pointer: Pointer, size_bytes: int, site: int, bits: str) -> None:
    """Records the first of `bits`, the lanes that are outside, and leaves."""
    checks.start(e, pointer)
    elements = pointer.elements
    if elements is not None:
        slot = e.slot(f"<{WARP_LANES} x i32>")
        e.f.do(f"store <{e.lanes} x i32> {elements.indices}, ptr {slot}, align 64")
    else:
        offsets = e.offset_vector(pointer)
        if pointer.offset_type == "i32":
            offsets = e.f.op(f"sext <{e.lanes} x i32> {offsets} to <{e.lanes} x i64>")
        slot = e.slot(f"<{e.lanes} x i64>")
        e.f.do(f"store <{e.lanes} x i64> {offsets}, ptr {slot}, align 64")
    _outside(e, pointer, slot, size_bytes, site, bits, elem_bytes=elements.size_bytes if elements else 0)


def _outside(
    e: WarpEmitter, pointer: Pointer, slot: str, size_bytes: int, site: int, bits: str, *, elem_bytes: int = 0
) -> None:
    """Records the first of `bits` whose offset in the slot is outside, and leaves; with `elem_bytes` the slot has
    indices."""
    name = "outside_elems" if elem_bytes else "outside"

    def report(names: Sequence[str]) -> None:
        number, which = names
        limit = _wide(e, pointer, pointer.limit or "0")
        e.f.op(
            f"call i1 @cute.{name}(ptr %state, i32 {e.first_thread()}, i32 {number}, ptr {slot}, i64 {elem_bytes}, "
            f"i64 {limit}, i64 {size_bytes}, i32 {which})"
        )
        e.f.branch(STOP)

    if e.plan.checks:
        report((str(site), bits))
    else:
        differ = (("i32", str(site)), ("i32", bits))
        e.frame.reports.join(
            e.f, (*_report_key(e, pointer, size_bytes), slot, elem_bytes), differ, _in_place(e, report)
        )


def _ints(values: Sequence[int]) -> str:
    return f"<{len(values)} x i32> <" + ", ".join(f"i32 {v}" for v in values) + ">"


def lies_anywhere(e: WarpEmitter, pointer: Pointer, size: int) -> bool:
    """Whether each lane's element is accessed by itself: in no row, window or few places."""
    lanes = pointer.offset.lanes
    if lanes.uniform or not e.lanes:
        return False
    if lanes.varying or e.mask is not None:
        return True
    least = min(lanes.spread)
    elems = [(x - least) // size for x in lanes.spread]
    far = any((x - least) % size for x in lanes.spread) or max(elems) >= _WIDE_ELEMS
    return far and len(set(elems)) > _FEW


def load_scalar(e: WarpEmitter, pointer: Pointer, kind: str, size: int, extra: int = 0) -> str:
    """One element at a uniform place."""
    place = e.gep(pointer, e.add_offset(pointer, pointer.offset.text, extra))
    return e.f.op(f"load {kind}, ptr {place}, align {size}")


def load_lanes(e: WarpEmitter, pointer: Pointer, kind: str, size: int, extra: int = 0) -> str:
    """One element a lane, as a vector; lanes that are not active give zero or what their neighbours read."""
    if not pointer.offset.lanes.varying:
        found = _load_affine(e, pointer, kind, size, extra)
        if found is not None:
            return found
    return scattered.gather(e, pointer, kind, size, extra)


def _load_affine(e: WarpEmitter, pointer: Pointer, kind: str, size: int, extra: int) -> str | None:
    f, spread = e.f, pointer.offset.lanes.spread
    least = min(spread)
    elems = [(x - least) // size for x in spread]
    if any((x - least) % size for x in spread):
        return None
    place = e.gep(pointer, e.add_offset(pointer, pointer.offset.text, least + extra))
    vector = f"<{e.lanes} x {kind}>"
    if elems == list(range(e.lanes)):
        if e.mask is None:
            _prefetch(e, pointer, place, size * e.lanes)
            return f.op(f"load {vector}, ptr {place}, align {size}")
        if not e.plan.machine.masks(size):
            return None
        name = f"llvm.masked.load.v{e.lanes}{type_suffix(kind)}.p0"
        e.module.declare(f"{vector} @{name}(ptr, <{e.lanes} x i1>, {vector})")
        args = f"ptr align {size} {place}, <{e.lanes} x i1> {e.mask}, {vector} zeroinitializer"
        return f.op(f"call {vector} @{name}({args})")
    span = max(elems) + 1
    if span == 1:
        return e.splat(f.op(f"load {kind}, ptr {place}, align {size}"), kind)
    if e.mask is None and len(set(elems)) <= _FEW:
        return _load_few(e, place, kind, size, elems)
    if not reads_a_window(e, elems):
        return None
    if pointer.space == "smem":
        span = window_elems(span)
    return _of_window(e, place, kind, size, span, elems)


def _of_window(e: WarpEmitter, place: str, kind: str, size: int, span: int, elems: Sequence[int]) -> str:
    """Elements out of a wide load; small ones that fill no register at its end come from one more that ends there."""
    f, line = e.f, _LINE_BYTES // size
    rest = span % line if size < _WORD_BYTES and span > line else 0
    wide, first = f"<{span - rest} x {kind}>", span - line
    whole = f.op(f"load {wide}, ptr {place}, align {size}")
    if not rest:
        return f.op(f"shufflevector {wide} {whole}, {wide} poison, {_ints(elems)}")
    end = f"<{line} x {kind}>"
    last = f.op(f"load {end}, ptr {f.op(f'getelementptr i8, ptr {place}, i64 {first * size}')}, align {size}")
    order = ", ".join(f"i32 {n if n < line else 'poison'}" for n in range(span - rest))
    last = f.op(f"shufflevector {end} {last}, {end} poison, <{span - rest} x i32> <{order}>")
    picked = [n if n < span - rest else span - rest + n - first for n in elems]
    return f.op(f"shufflevector {wide} {whole}, {wide} {last}, {_ints(picked)}")


def reads_a_window(e: WarpEmitter, elems: Sequence[int]) -> bool:
    """Whether lanes read one wide load, which has the elements that they ask for by number."""
    return e.mask is None and max(elems) < _WIDE_ELEMS and len(set(elems)) > _FEW and elems != list(range(e.lanes))


def window_elems(span: int) -> int:
    """How much a wide load of shared memory reads: an arena has room after its end, and whole registers load faster."""
    return span + -span % _LINE_ELEMS


def _load_few(e: WarpEmitter, place: str, kind: str, size: int, elems: Sequence[int]) -> str:
    """A few different elements: each loaded once, repeated, and blended by lane."""
    vector = f"<{e.lanes} x {kind}>"
    out = ""
    for elem in dict.fromkeys(elems):
        at = e.f.op(f"getelementptr i8, ptr {place}, i64 {elem * size}") if elem else place
        one = e.splat(e.f.op(f"load {kind}, ptr {at}, align {size}"), kind)
        order = [e.lanes + lane if found == elem else lane for lane, found in enumerate(elems)]
        out = e.f.op(f"shufflevector {vector} {out}, {vector} {one}, {_ints(order)}") if out else one
    return out


def _prefetch(e: WarpEmitter, pointer: Pointer, place: str, span_bytes: int) -> None:
    """Asks for what a later iteration or block will read, where a load in a loop streams through global memory."""
    if pointer.space != "gmem" or not e.loop_depth:
        return
    distance, near = (_TEAM_PREFETCH_BYTES, 3) if e.in_a_team else (_PREFETCH_BYTES, 2)
    e.module.declare("void @llvm.prefetch.p0(ptr, i32, i32, i32)")
    for line in range(0, span_bytes, _LINE_BYTES):
        ahead = e.f.op(f"getelementptr i8, ptr {place}, i64 {distance + line}")
        e.f.do(f"call void @llvm.prefetch.p0(ptr {ahead}, i32 0, i32 {near}, i32 1)")


def load_rows(e: WarpEmitter, pointer: Pointer, kind: str, size: int, count: int) -> list[str] | None:
    """`count` consecutive elements a lane where all lanes together are one contiguous span; None where they are not."""
    spread = pointer.offset.lanes.spread
    if e.mask is not None or any(x != lane * count * size for lane, x in enumerate(spread)):
        return None
    total = count * e.lanes
    place = e.gep(pointer, pointer.offset.text)
    wide = f"<{total} x {kind}>"
    _prefetch(e, pointer, place, total * size)
    whole = e.f.op(f"load {wide}, ptr {place}, align {size}")
    picked = (f"shufflevector {wide} {whole}, {wide} poison, {_ints(range(j, total, count))}" for j in range(count))
    return [e.f.op(one) for one in picked]


def store_scalar(e: WarpEmitter, pointer: Pointer, kind: str, size: int, text: str, extra: int = 0) -> None:
    """One element at a uniform place."""
    place = e.gep(pointer, e.add_offset(pointer, pointer.offset.text, extra))
    e.f.do(f"store {kind} {text}, ptr {place}, align {size}")


def store_last(e: WarpEmitter, pointer: Pointer, kind: str, size: int, vector: str, extra: int = 0) -> None:
    """All active lanes write one place: the last of them stays."""
    f = e.f
    lane = str(e.lanes - 1)
    if e.mask is not None:
        e.module.declare("i32 @llvm.ctlz.i32(i32, i1)")
        leading = f.op(f"call i32 @llvm.ctlz.i32(i32 {e.mask_bits()}, i1 true)")
        lane = f.op(f"sub i32 31, {leading}")
    store_scalar(e, pointer, kind, size, f.op(f"extractelement <{e.lanes} x {kind}> {vector}, i32 {lane}"), extra)


def store_lanes(e: WarpEmitter, pointer: Pointer, kind: str, size: int, vector: str, extra: int = 0) -> None:
    """One element a lane; of active lanes that share a place the last one stays."""
    if not pointer.offset.lanes.varying and _store_affine(e, pointer, kind, size, vector, extra):
        return
    scattered.scatter(e, pointer, kind, size, vector, extra)


def _store_affine(e: WarpEmitter, pointer: Pointer, kind: str, size: int, vector: str, extra: int) -> bool:
    f, spread = e.f, pointer.offset.lanes.spread
    least = min(spread)
    full, mask = f"<{e.lanes} x {kind}>", e.mask
    if sorted(spread) != [least + i * size for i in range(e.lanes)]:
        return mask is None and _store_in_pieces(e, pointer, kind, size, vector, extra)
    if mask is not None and not e.plan.machine.masks(size):
        return False
    order = [(x - least) // size for x in spread]
    if order != list(range(e.lanes)):
        inverse = [order.index(i) for i in range(e.lanes)]
        vector = f.op(f"shufflevector {full} {vector}, {full} poison, {_ints(inverse)}")
        if mask is not None:
            bools = f"<{e.lanes} x i1>"
            mask = f.op(f"shufflevector {bools} {mask}, {bools} poison, {_ints(inverse)}")
    place = e.gep(pointer, e.add_offset(pointer, pointer.offset.text, least + extra))
    if mask is None:
        streaming.store(e, pointer, full, vector, place, size, e.lanes * size)
        return True
    name = f"llvm.masked.store.v{e.lanes}{type_suffix(kind)}.p0"
    e.module.declare(f"void @{name}({full}, ptr, <{e.lanes} x i1>)")
    f.do(f"call void @{name}({full} {vector}, ptr align {size} {place}, <{e.lanes} x i1> {mask})")
    return True


def _store_in_pieces(e: WarpEmitter, pointer: Pointer, kind: str, size: int, vector: str, extra: int) -> bool:
    """Stores of neighbours, where lanes form some contiguous pieces of one length; a scatter costs far more."""
    f, spread = e.f, pointer.offset.lanes.spread
    order = sorted(range(e.lanes), key=spread.__getitem__)
    starts = [n for n, lane in enumerate(order) if not n or spread[lane] != spread[order[n - 1]] + size]
    length = e.lanes // len(starts)
    if starts != list(range(0, e.lanes, length)) or length < _LEAST_PIECE or len(set(spread)) < e.lanes:
        return False
    full = f"<{e.lanes} x {kind}>"
    if length * size == _PIECE_BYTES:
        _store_doubles(
            e,
            pointer,
            f.op(f"shufflevector {full} {vector}, {full} poison, {_ints(order)}"),
            kind,
            size,
            [spread[order[start]] + extra for start in starts],
        )
        return True
    for start in starts:
        lanes = order[start : start + length]
        piece = f.op(f"shufflevector {full} {vector}, {full} poison, {_ints(lanes)}")
        place = e.gep(pointer, e.add_offset(pointer, pointer.offset.text, spread[lanes[0]] + extra))
        f.do(f"store <{length} x {kind}> {piece}, ptr {place}, align {size}")
    return True


def _store_doubles(e: WarpEmitter, pointer: Pointer, vector: str, kind: str, size: int, offsets: Sequence[int]) -> None:
    """Pieces of eight bytes, one after the other in a vector that LLVM shuffles once, and not for each of them."""
    doubles = f"<{len(offsets)} x double>"
    text = e.f.op(f"bitcast <{e.lanes} x {kind}> {vector} to {doubles}")
    for number, offset in enumerate(offsets):
        piece = e.f.op(f"extractelement {doubles} {text}, i32 {number}")
        place = e.gep(pointer, e.add_offset(pointer, pointer.offset.text, offset))
        e.f.do(f"store double {piece}, ptr {place}, align {size}")


def store_rows(e: WarpEmitter, pointer: Pointer, kind: str, size: int, vectors: Sequence[str]) -> bool:
    """The inverse of `load_rows`; False where lanes are not one contiguous span."""
    count = len(vectors)
    spread = pointer.offset.lanes.spread
    if e.mask is not None or any(x != lane * count * size for lane, x in enumerate(spread)):
        return False
    if count & (count - 1):
        return False
    f, length, parts = e.f, e.lanes, list(vectors)
    while len(parts) > 1:
        half = f"<{length} x {kind}>"
        parts = [
            f.op(f"shufflevector {half} {a}, {half} {b}, {_ints(range(2 * length))}")
            for a, b in zip(parts[::2], parts[1::2], strict=True)
        ]
        length *= 2
    whole = f"<{length} x {kind}>"
    order = [j * e.lanes + lane for lane in range(e.lanes) for j in range(count)]
    mixed = f.op(f"shufflevector {whole} {parts[0]}, {whole} poison, {_ints(order)}")
    f.do(f"store {whole} {mixed}, ptr {e.gep(pointer, pointer.offset.text)}, align {size}")
    return True
