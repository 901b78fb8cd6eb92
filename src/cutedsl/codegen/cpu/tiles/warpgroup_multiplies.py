"""A warp group's multiply in the warp emitter: each warp does its 16 rows where it issues them, from shared memory.

One function an instruction and operand layout. A is spread over the lanes as C's fragments are, B is widened once and
read as broadcasts, so that C stays in the places that fragments have. Sums are as in `matrix_multiplies`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xdsl.ir import Operation

from cutedsl.arch.abi.check import Engine
from cutedsl.arch.abi.host import WARP_GROUP, WARP_GROUP_FENCE
from cutedsl.arch.atoms.mma import mma_record
from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.arch.atoms.warpgroup import OperandPlace
from cutedsl.codegen.cpu.checked import check_multiplies, check_registers, checks
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.tiles.matrix_multiplies import (
    MEMORY_TYPES,
    counted,
    multiply_add,
    narrowed,
    sum_type,
    widened,
)
from cutedsl.codegen.cpu.warp.collectives import suspend
from cutedsl.codegen.llvm.attributes import integer, string
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import element_type, scalar_type
from cutedsl.errors import internal_error
from cutedsl.layout import size

_ROWS: Final = 16
"""Rows of a warp."""


def operand_places(op: Operation) -> tuple[OperandPlace | None, OperandPlace]:
    """Where A (None: in registers) and B of a `cute.wgmma` lie."""
    a = string(op, "layout_a", "")
    return OperandPlace.of_text(a) if a else None, OperandPlace.of_text(string(op, "layout_b"))


def emit_wgmma(e: WarpEmitter, op: Operation) -> None:
    """Calls the instruction's function on this warp's rows."""
    record = mma_record(string(op, "atom"))
    places = operand_places(op)
    a, b, c, *rest = op.operands
    if places[0] is None:
        kind = scalar_type(a.type)
        left = e.alloca(f"[{size(record.a, [1]) * e.lanes} x {kind}]", 64)
        for index, val in enumerate(e.elements(a)):
            slot = e.f.op(f"getelementptr <{e.lanes} x {kind}>, ptr {left}, i32 {index}")
            e.f.do(f"store <{e.lanes} x {kind}> {e.vector(val, element_type(a.type))}, ptr {slot}, align 64")
    else:
        left = _address(e, e.pointer(a))
    sums = e.pointer(c)
    at = sums.offset.lanes.constant
    if at is None or not sums.word_bytes:
        raise internal_error("accumulators of a warp group at a place that only run time knows")
    total = e.f.op(f"getelementptr i8, ptr {sums.base}, i32 {at * e.lanes}")
    keep = "true" if not rest else _uniform(e, rest[0])
    warp = e.f.op(f"and i32 {e.f.op('lshr i32 %first_thread, 5')}, 3")
    name = _function(e.module, record, places)
    right = _address(e, e.pointer(b))
    check_multiplies.multiply(e, op, places, [left, right] if places[0] else [right])
    check_registers.multiply(e, op, size(record.c, [1]) * sums.word_bytes, keep)
    e.f.do(f"call void {name}(ptr {left}, ptr {right}, ptr {total}, i32 {warp}, i1 {keep})")


def emit_wgmma_fence(e: WarpEmitter, op: Operation) -> None:
    """Suspends the warp until all warps of its group have come here.

    PTX wants the fence before the first multiply, which reads what all four warps wrote to shared memory. Programs
    that order these writes by a proxy fence alone are right on GPUs. The checker still reports them.
    """
    if e.plan.checks:
        checks.call(e, "multiply_fence", "ptr %ck, i32 %row")
    e.f.do("call void @cute.multiplies_fence(ptr %state, i32 %warp)")
    _wait(e, op, WARP_GROUP_FENCE, "multiplies_fenced(ptr %state, i32 %warp)")


def emit_wgmma_commit(e: WarpEmitter, _op: Operation) -> None:
    """Counts the warp's groups, which the other warps of its warp group wait for."""
    e.f.do("call void @cute.multiplies_commit(ptr %state, i32 %warp)")
    checks.commit(e, Engine.MULTIPLY)


def emit_wgmma_wait(e: WarpEmitter, op: Operation) -> None:
    """Suspends the warp until all warps of its group have committed the groups that it waits for.

    Its own rows are done at issue, but a multiply is one operation of four warps: who has waited for it may overwrite
    the operands of all.
    """
    pending = integer(op, "count")
    _wait(e, op, WARP_GROUP, f"multiplies_done(ptr %state, i32 %warp, i32 {pending})")
    checks.settle(e, Engine.MULTIPLY, pending)


def _wait(e: WarpEmitter, op: Operation, name: str, question: str) -> None:
    """Suspends the warp until the runtime answers `question` with true."""
    f = e.f
    site = e.sites.add(op, "barrier", name)
    wait, sleep, resumed, passed = f.label("wait"), f.label("sleep"), f.label("resumed"), f.label("passed")
    f.branch(wait)
    f.begin(wait)
    f.branch_if(f.op(f"call i1 @cute.{question}"), passed, sleep)
    f.begin(sleep)
    suspend(e, site, resumed)
    f.branch(wait)
    f.begin(passed)


def _uniform(e: WarpEmitter, value: object) -> str:
    """A condition that agrees over the warp."""
    val = e.val(value)  # pyright: ignore[reportArgumentType]
    if val.test is not None or val.lanes.varying:
        return e.f.op(f"extractelement <{e.lanes} x i1> {e.condition(val)}, i32 0")
    return val.text


def _address(e: WarpEmitter, pointer: object) -> str:
    """The address of an operand in shared memory: the same in all lanes."""
    from cutedsl.codegen.cpu.values import Pointer

    assert isinstance(pointer, Pointer)
    if pointer.offset.lanes.varying:
        first = e.f.op(f"extractelement <{e.lanes} x {pointer.offset_type}> {pointer.offset.text}, i32 0")
        return e.gep(pointer, first)
    return e.gep(pointer, pointer.offset.text)


def _function(module: ModuleText, record: MmaRecord, places: tuple[OperandPlace | None, OperandPlace]) -> str:
    """The name of the function of an instruction on operands laid out so, written once a module."""
    tail = ", ".join(p.text if p else "registers" for p in places)
    name = f'@"cute.{record.name} {tail}"'
    header = f"internal void {name}(ptr %a, ptr %b, ptr %c, i32 %warp, i1 %keep) noinline nounwind"
    module.once(name, lambda: module.define(header, _body(module, record, places)))
    return name


def _body(module: ModuleText, record: MmaRecord, places: tuple[OperandPlace | None, OperandPlace]) -> FunctionText:
    f = FunctionText()
    _, n, k = record.shape_mnk
    total = sum_type(record.type_c)
    spread = f.op(f"alloca [{2 * k * 32} x {total}], align 64")
    columns = f.op(f"alloca [{k * n} x {total}], align 64")
    if places[0] is None:
        _spread_registers(module, f, record, total, spread)
    else:
        _spread_rows(module, f, record, places[0], total, spread)
    _widen_columns(module, f, record, places[1], total, columns)

    counted(f, n // 8, lambda group: _eight_columns(module, f, record, total, (spread, columns), group))
    f.do("ret void")
    return f


def _eight_columns(
    module: ModuleText, f: FunctionText, record: MmaRecord, total: str, operands: tuple[str, str], group: str
) -> None:
    """Four values of each lane: columns 8g + 2(lane % 4) + {0, 1} of rows lane / 4 + {0, 8}."""
    spread, columns = operands
    _, n, k = record.shape_mnk
    lane, four = f"<32 x {total}>", f"<4 x {total}>"
    memory = f"<32 x {MEMORY_TYPES[record.type_c]}>"
    first = f.op(f"mul i32 {group}, 4")
    slots = [f.op(f"getelementptr {memory}, ptr %c, i32 {f.op(f'add i32 {first}, {value}')}") for value in range(4)]
    sums: list[str] = []
    for slot in slots:
        before = widened(module, f, f.op(f"load {memory}, ptr {slot}, align 32"), record.type_c, 32)
        sums.append(f.op(f"select i1 %keep, {lane} {before}, {lane} zeroinitializer"))
    repeat = ", ".join(f"i32 {t % 4}" for t in range(32))
    at = f.op(f"mul i32 {group}, 2")
    for kk in range(k):
        rows = [_load(f, lane, spread, str(2 * kk + half)) for half in range(2)]
        for parity in range(2):
            index = f.op(f"add i32 {at}, {kk * (n // 4) + parity}")
            some = _load(f, four, columns, index, 16)
            right = f.op(f"shufflevector {four} {some}, {four} poison, <32 x i32> <{repeat}>")
            for half in range(2):
                value = 2 * half + parity
                sums[value] = multiply_add(module, f, total, 32, rows[half], right, sums[value])
    for slot, value in zip(slots, sums, strict=True):
        f.do(f"store {memory} {narrowed(f, value, record.type_c, 32)}, ptr {slot}, align 32")


def _load(f: FunctionText, kind: str, base: str, index: str, align: int = 64) -> str:
    return f.op(f"load {kind}, ptr {f.op(f'getelementptr {kind}, ptr {base}, i32 {index}')}, align {align}")


def _spread_registers(module: ModuleText, f: FunctionText, record: MmaRecord, total: str, spread: str) -> None:
    """A's fragments to [k][half][lane]: lane t gets row t / 4 + 8 half."""
    k = record.shape_mnk[2]
    memory, lane = f"<32 x {MEMORY_TYPES[record.type_a]}>", f"<32 x {total}>"
    where = {}
    for value in range(size(record.a, [1])):
        for t in range(32):
            index = record.a(t, value)
            where[index % 64, index // 64] = (t, value)
    wide = [
        widened(module, f, _load(f, memory, "%a", str(v), 32), record.type_a, 32) for v in range(size(record.a, [1]))
    ]
    for kk in range(k):
        for half in range(2):
            holders = [where[t // 4 + 8 * half, kk] for t in range(32)]
            assert len({value for _, value in holders}) == 1
            order = ", ".join(f"i32 {t}" for t, _ in holders)
            one = f.op(f"shufflevector {lane} {wide[holders[0][1]]}, {lane} poison, <32 x i32> <{order}>")
            slot = f.op(f"getelementptr {lane}, ptr {spread}, i32 {2 * kk + half}")
            f.do(f"store {lane} {one}, ptr {slot}, align 64")


def _spread_rows(
    module: ModuleText, f: FunctionText, record: MmaRecord, where: OperandPlace, total: str, spread: str
) -> None:
    """This warp's 16 rows of A in shared memory to [k][half][lane]."""
    four = f"<4 x {total}>"
    first = f.op(f"mul i32 %warp, {_ROWS}")

    def row(turn: str) -> None:
        number = f.op(f"add i32 {first}, {turn}")
        # Row 8h + i is that of lanes 4i to 4i + 3.
        half, quad = f.op(f"lshr i32 {turn}, 3"), f.op(f"and i32 {turn}, 7")
        spot = f.op(f"add i32 {f.op(f'mul i32 {half}, 8')}, {quad}")

        def put(k: int, element: str) -> None:
            one = f.op(f"insertelement {four} poison, {total} {element}, i32 0")
            splat = f.op(f"shufflevector {four} {one}, {four} poison, <4 x i32> zeroinitializer")
            slot = f.op(f"getelementptr {four}, ptr {spread}, i32 {f.op(f'add i32 {spot}, {16 * k}')}")
            f.do(f"store {four} {splat}, ptr {slot}, align 16")

        _row_elements(module, f, (record.type_a, total), ("%a", where), number, record.shape_mnk[2], put)

    counted(f, _ROWS, row)


def _widen_columns(
    module: ModuleText, f: FunctionText, record: MmaRecord, where: OperandPlace, total: str, columns: str
) -> None:
    """B in shared memory to [k][n], eight columns as 0 2 4 6 1 3 5 7."""
    _, n, k = record.shape_mnk

    def column(turn: str) -> None:
        group, odd = f.op(f"and i32 {turn}, -8"), f.op(f"and i32 {turn}, 1")
        even = f.op(f"lshr i32 {f.op(f'and i32 {turn}, 7')}, 1")
        spot = f.op(f"add i32 {f.op(f'add i32 {group}, {even}')}, {f.op(f'mul i32 {odd}, 4')}")

        def put(kk: int, element: str) -> None:
            slot = f.op(f"getelementptr {total}, ptr {columns}, i32 {f.op(f'add i32 {spot}, {kk * n}')}")
            f.do(f"store {total} {element}, ptr {slot}, align 4")

        _row_elements(module, f, (record.type_b, total), ("%b", where), turn, k, put)

    counted(f, n, column)


def _row_elements(
    module: ModuleText,
    f: FunctionText,
    kinds: tuple[str, str],
    operand: tuple[str, OperandPlace],
    row: str,
    depth: int,
    put: Callable[[int, str], None],
) -> None:
    """`put(k, element)` for every k of a row: in 16-byte pieces where k runs through neighbours."""
    kind, total = kinds
    base, where = operand
    offset = _row_offset(f, where, row)
    step = 1 if where.mn_major else where.unit
    for k in range(0, depth, step):
        place = _swizzled(f, where, base, f.op(f"add i32 {offset}, {where.k_bytes(k)}"))
        memory = f"<{step} x {MEMORY_TYPES[kind]}>"
        some = f.op(f"load {memory}, ptr {place}, align {step * where.elem_bytes}")
        wide = widened(module, f, some, kind, step)
        for i in range(step):
            put(k + i, f.op(f"extractelement <{step} x {total}> {wide}, i32 {i}"))


def _row_offset(f: FunctionText, where: OperandPlace, row: str) -> str:
    """`where.row_bytes(row)` of a run-time row."""
    period = where.unit * where.row_units if where.mn_major else 8
    inner, outer = where.row_bytes(1), where.row_bytes(period)
    low, high = f.op(f"and i32 {row}, {period - 1}"), f.op(f"lshr i32 {row}, {period.bit_length() - 1}")
    return f.op(f"add i32 {f.op(f'mul i32 {low}, {inner}')}, {f.op(f'mul i32 {high}, {outer}')}")


def _swizzled(f: FunctionText, where: OperandPlace, base: str, offset: str) -> str:
    """The pointer at a byte offset; bits 4.. of its address are exchanged with bits 7.. as the descriptor says."""
    place = f.op(f"getelementptr i8, ptr {base}, i32 {offset}")
    if where.swizzle_bits == 0:
        return place
    address = f.op(f"ptrtoint ptr {place} to i64")
    picked = f.op(f"and i64 {f.op(f'lshr i64 {address}, 3')}, {((1 << where.swizzle_bits) - 1) << 4}")
    changed = f.op(f"sub i64 {f.op(f'xor i64 {address}, {picked}')}, {address}")
    return f.op(f"getelementptr i8, ptr {place}, i64 {changed}")
