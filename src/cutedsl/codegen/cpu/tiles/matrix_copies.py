"""`cp.async`, `ldmatrix` and `stmatrix` in the warp emitter.

An asynchronous copy is done where it is issued, which is one of the schedules that the machine may choose; commits and
waits then have nothing to do. A matrix copy permutes the lanes' addresses, so that each lane's piece is one access.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from xdsl.dialects.builtin import i16, i32, i64
from xdsl.ir import Operation

from cutedsl.arch.abi.check import Access, Engine
from cutedsl.codegen.cpu.checked import check_alignment, checks
from cutedsl.codegen.cpu.control.branches import choose
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import LANE_NUMBERS, UNIFORM, VARYING, constant_lanes, lanes_of
from cutedsl.codegen.cpu.memory import access
from cutedsl.codegen.cpu.memory.pointers import load_values, memory_type, store_values
from cutedsl.codegen.cpu.memory.private import row_place
from cutedsl.codegen.cpu.memory.scattered import element_of, type_suffix
from cutedsl.codegen.cpu.memory.shared_code import MATRIX_OPS, shared, shares_code
from cutedsl.codegen.cpu.values import Pointer, Val, vector_val
from cutedsl.codegen.llvm.attributes import integer, string
from cutedsl.codegen.llvm.elementwise import lane_constants
from cutedsl.codegen.llvm.types import storage_bytes, vector_size
from cutedsl.ir.ops.copy import CpAsyncOp
from cutedsl.ir.types import PtrType

_ROW_BYTES = 16
_WORD_BYTES = 4
_Source = tuple[Callable[[int], int], Callable[[int], int]]
"""Of a lane's element: the lane that gives its row's address, and the byte in that row."""


def emit_cp_async(e: WarpEmitter, op: Operation) -> None:
    """Copies at once; lanes whose predicate is false write zeros and read nothing."""
    assert isinstance(op, CpAsyncOp)
    if op.pred is None:
        _copy(e, op)
    else:
        choose(e, e.val(op.pred), lambda: _copy(e, op), lambda: _clear(e, op))


def _clear(e: WarpEmitter, op: CpAsyncOp) -> None:
    """The zeros of a copy without a source, in words of 4 bytes, which every size consists of."""
    target, total = e.pointer(op.dst), integer(op, "bytes")
    into = e.sites.access(op, "store", target, _WORD_BYTES)
    access.check(
        e, target, total, into, by=checks.by_engine(e, Engine.COPY, Access.COPY, into) if e.plan.checks else None
    )
    check_alignment.aligned(e, target, total, into)
    zeros = [Val("0", UNIFORM)] * (total // _WORD_BYTES)
    store_values(e, target, "i32", _WORD_BYTES, zeros, i32)


def _copy(e: WarpEmitter, op: CpAsyncOp) -> None:
    source, target = e.pointer(op.src), e.pointer(op.dst)
    assert isinstance(op.operands[0].type, PtrType)
    element = op.operands[0].type.element
    size, total = storage_bytes(element), integer(op, "bytes")
    out_of, into = e.sites.access(op, "load", source, size), e.sites.access(op, "store", target, size)
    by = checks.by_engine(e, Engine.COPY, Access.COPY, into) if e.plan.checks else None
    access.check(e, source, total, out_of, by=by)
    access.check(e, target, total, into, by=by)
    check_alignment.aligned(e, source, total, out_of)
    check_alignment.aligned(e, target, total, into)
    vals = load_values(e, source, memory_type(element), size, total // size)
    store_values(e, target, memory_type(element), size, vals, element)


def emit_cp_async_commit(e: WarpEmitter, _op: Operation) -> None:
    """What is done at issue needs no commit; the checker wants to know."""
    checks.commit(e, Engine.COPY)


def emit_cp_async_wait(e: WarpEmitter, op: Operation) -> None:
    """What is done at issue needs no wait; the checker wants to know."""
    checks.settle(e, Engine.COPY, integer(op, "count"))


def emit_nothing(_e: WarpEmitter, _op: Operation) -> None:
    """What is done at issue needs no commit, wait or fence."""


def emit_ldmatrix(e: WarpEmitter, op: Operation) -> None:
    """Lane `l` gets of matrix `j` the piece of row `l / 4` (or, transposed, of column `l / 4`)."""
    pointer, result = e.pointer(op.operands[0]), op.results[0]
    site = e.sites.access(op, "load", pointer, _ROW_BYTES)
    access.check_bounds(e, pointer, _ROW_BYTES, site)
    check_alignment.aligned(e, pointer, _ROW_BYTES, site)
    size, count = storage_bytes(result.type), vector_size(result.type)
    _report_access(e, op, pointer, site, (size, count))
    kind = memory_type(result.type)
    mask, e.mask = e.mask, None
    if shares_code(e, MATRIX_OPS) and not pointer.offset.lanes.uniform:
        e.env[result] = _shared_pieces(e, op, pointer, mask)
    else:
        e.env[result] = tuple(_pieces(e, pointer, _packing(op), kind, size, count))
    e.mask = mask


def _shared_pieces(e: WarpEmitter, op: Operation, pointer: Pointer, mask: str | None) -> Pointer | tuple[Val, ...]:
    """The elements that each lane gets, by a function; or where it puts them, if they are only stored."""
    mlir = op.results[0].type
    kind, size, count = memory_type(mlir), storage_bytes(mlir), vector_size(mlir)
    name = f"{string(op, 'atom')}.{type_suffix(kind)}.{pointer.offset_type}"
    vector = f"<{e.lanes} x {pointer.offset_type}>"
    if pointer.offset.lanes.varying:
        given = [("ptr", pointer.base), (vector, e.offset_vector(pointer))]
    else:  # the rows lie a constant apart: only the first one's address is computed
        spread = lane_constants(pointer.offset.lanes.spread, i32 if pointer.offset_type == "i32" else i64)
        given = [("ptr", e.gep(pointer, pointer.offset.text)), (vector, spread)]

    def pieces(inner: WarpEmitter, names: Sequence[str]) -> list[str]:
        place = Pointer(names[0], vector_val(names[1]), pointer.space)
        return [val.text for val in _pieces(inner, place, _packing(op), kind, size, count)]

    def put(inner: WarpEmitter, names: Sequence[str]) -> Sequence[str]:
        for index, text in enumerate(pieces(inner, names)):
            at = inner.f.op(f"getelementptr <{e.lanes} x {kind}>, ptr {names[2]}, i32 {index}")
            inner.f.do(f"store <{e.lanes} x {kind}> {text}, ptr {at}, align {size}")
        return ()

    target = _target(e, op, size) if mask is None else None
    if target is None:
        return tuple(map(vector_val, shared(e, name, given, [f"<{e.lanes} x {kind}>"] * count, pieces)))
    shared(e, f"{name}.put", [*given, ("ptr", e.gep(target, target.offset.text))], [], put)
    return target


def _target(e: WarpEmitter, op: Operation, size: int) -> Pointer | None:
    """Where the result goes, if it is only stored and may be put there."""
    place = e.plan.matrix_places.get(op)
    if place is None:
        return None
    array = e.pointer(place.array.results[0])
    return row_place(e, replace(array, offset=Val(str(place.at), constant_lanes(place.at))), size)


def _pieces(e: WarpEmitter, pointer: Pointer, packing: tuple[str, int], kind: str, size: int, count: int) -> list[Val]:
    """The elements that each lane gets."""
    (atom, bits), words = packing, 4 // size
    vals: list[Val] = []
    if bits:
        vals += [_narrow_element(e, pointer, _element_source(atom, size, index), bits) for index in range(count)]
    elif atom.endswith(".trans") or words == 1:
        for index in range(count):
            row, byte = _element_source(atom, size, index)
            vals.append(vector_val(access.load_lanes(e, _at_rows(e, pointer, row, byte), kind, size)))
    else:
        # A lane's elements of one matrix are one 32-bit word.
        for index in range(0, count, words):
            row, byte = _element_source(atom, size, index)
            word = access.load_lanes(e, _at_rows(e, pointer, row, byte), "i32", 4)
            vals += [vector_val(element_of(e, word, 32, kind, size, part)) for part in range(words)]
    return vals


def _packing(op: Operation) -> tuple[str, int]:
    """The copy, and the bits of the elements that it makes bytes of; 0 where it makes none."""
    atom, _, bits = string(op, "atom").partition(".b")
    return atom, int(bits or 0)


def _narrow_element(e: WarpEmitter, pointer: Pointer, source: _Source, bits: int) -> Val:
    """An element in the low bits of a byte, of the 16 that lie packed at the start of each row."""
    row, number = source
    words, wide = f"<{e.lanes} x i8>", f"<{e.lanes} x i16>"
    parts: list[str] = []
    for byte in _packed_bytes(number, bits):
        loaded = access.load_lanes(e, _at_rows(e, pointer, row, byte), "i8", 1)
        parts.append(e.f.op(f"zext {words} {loaded} to {wide}"))
    high = e.f.op(f"shl {wide} {parts[1]}, {e.splat('8', 'i16')}")
    shifts = lane_constants(tuple(number(lane) * bits % 8 for lane in LANE_NUMBERS), i16)
    low = e.f.op(f"lshr {wide} {e.f.op(f'or {wide} {parts[0]}, {high}')}, {shifts}")
    kept = e.f.op(f"and {wide} {low}, {e.splat(str((1 << bits) - 1), 'i16')}")
    return vector_val(e.f.op(f"trunc {wide} {kept} to {words}"))


def _packed_bytes(number: Callable[[int], int], bits: int) -> tuple[Callable[[int], int], Callable[[int], int]]:
    """The bytes with the first and the last bit of element `number(lane)` of a row."""
    return (lambda lane: number(lane) * bits // 8), (lambda lane: (number(lane) * bits + bits - 1) // 8)


def _report_access(e: WarpEmitter, op: Operation, pointer: Pointer, site: int, elements: tuple[int, int]) -> None:
    """Tells the checker which lane reads or writes what: `elements` are the bytes of one, and how many a lane has."""
    if not e.plan.checks:
        return
    (size, count), (atom, bits) = elements, _packing(op)
    together = 1 if bits or atom.endswith(".trans") else max(4 // size, 1)
    mask, e.mask = e.mask, None
    for index in range(0, count, together):
        row, byte = _element_source(atom, size, index)
        for place in _packed_bytes(byte, bits) if bits else (byte,):
            checks.access(e, _at_rows(e, pointer, row, place), size * together, site)
    e.mask = mask


def emit_stmatrix(e: WarpEmitter, op: Operation) -> None:
    """The inverse of `ldmatrix`."""
    value, pointer = op.operands[0], e.pointer(op.operands[1])
    site = e.sites.access(op, "store", pointer, _ROW_BYTES)
    access.check_bounds(e, pointer, _ROW_BYTES, site)
    check_alignment.aligned(e, pointer, _ROW_BYTES, site)
    size, kind = storage_bytes(value.type), memory_type(value.type)
    _report_access(e, op, pointer, site, (size, vector_size(value.type)))
    mask, e.mask = e.mask, None
    for index, val in enumerate(e.elements(value)):
        row, byte = _element_source(string(op, "atom"), size, index)
        vector = e.vector(val, value.type.element_type)  # pyright: ignore
        access.store_lanes(e, _at_rows(e, pointer, row, byte), kind, size, vector)
    e.mask = mask


def _element_source(atom: str, size: int, index: int) -> _Source:
    """Of a lane's element `index`: the lane that gives its row's address, and the byte in that row.

    Source: PTX ISA, "Warp-level matrix load instruction: ldmatrix" (a row of 16 bytes from each of 8 lanes a matrix).
    """
    if not atom.endswith(".trans"):
        matrix, part = divmod(index, 4 // size)
        return (lambda lane: 8 * matrix + lane // 4), (lambda lane: lane % 4 * 4 + part * size)
    if size == 1:
        return _byte_piece(atom, index)
    matrix, part = divmod(index, 2)
    return (lambda lane: 8 * matrix + lane % 4 * 2 + part), (lambda lane: lane // 4 * 2)


def _byte_piece(atom: str, index: int) -> _Source:
    """Transposed matrices of bytes, from the table's layouts: which row and byte hold the element."""
    from cutedsl.arch.atoms.copy import copy_record

    record = copy_record(atom)
    pieces, rows = (record.dst, record.src) if atom.startswith("ldmatrix") else (record.src, record.dst)
    where = {rows(lane, 0) // 128: lane for lane in reversed(range(32))}

    def row(lane: int) -> int:
        return where[pieces(lane, 8 * index) // 128]

    return row, lambda lane: pieces(lane, 8 * index) % 128 // 8


def _at_rows(e: WarpEmitter, pointer: Pointer, row: Callable[[int], int], byte: Callable[[int], int]) -> Pointer:
    """The pointer of each lane at a byte of another lane's row."""
    sources, bytes_of = [row(lane) for lane in LANE_NUMBERS], [byte(lane) for lane in LANE_NUMBERS]
    offset = pointer.offset
    if not offset.lanes.varying:
        spread = offset.lanes.spread
        moved = tuple(spread[s] + b for s, b in zip(sources, bytes_of, strict=True))
        lanes = lanes_of(moved, 1, offset.lanes.low, offset.lanes.high)
        return replace(pointer, offset=Val(offset.text, lanes))
    kind = f"<{e.lanes} x i32>"
    order = "<" + ", ".join(f"i32 {s}" for s in sources) + ">"
    permuted = e.f.op(f"shufflevector {kind} {e.offset_vector(pointer)}, {kind} poison, {kind} {order}")
    own = lane_constants(tuple(bytes_of), i32)
    return replace(pointer, offset=Val(e.f.op(f"add {kind} {permuted}, {own}"), VARYING))
