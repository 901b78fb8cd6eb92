"""A warp's sparse matrix multiply in the warp emitter: stored elements of A meet the rows of B that the metadata names.

The sums are those of a dense multiply by the same elements, k ascending, without the zeros.
"""

from __future__ import annotations

from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.codegen.cpu.tiles.matrix_multiplies import (
    COLUMNS,
    ROWS,
    counted,
    dense_b,
    dense_c,
    holders,
    multiply_add,
    spread_c,
    sum_type,
    widen_a,
)
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.errors import internal_error
from cutedsl.layout import Layout, size

_WORD_BITS = 32
_LANES_A_ROW = 4
"""Row `r` of a group of eight is held by the lanes 4 r to 4 r + 3."""


def sparse_body(module: ModuleText, record: MmaRecord) -> FunctionText:
    """The function of an instruction: `%e` is the lanes' metadata, a word each."""
    f = FunctionText()
    total = sum_type(record.type_c)
    a, b, c = (make(module, f, record, total) for make in (widen_a, dense_b, dense_c))
    places = holders(record.a, record.shape_mnk[0])
    row = f"<{COLUMNS} x {total}>"

    def body(turn: str) -> None:
        offset = f.op(f"mul i32 {turn}, {_LANES_A_ROW}")
        for half in range(record.shape_mnk[0] // ROWS):
            at = f.op(f"add i32 {turn}, {half * ROWS}")
            place = f.op(f"getelementptr {row}, ptr {c}, i32 {at}")
            value = f.op(f"load {row}, ptr {place}, align 32")
            for stored in range(record.stored_k):
                lane, index = places[half * ROWS, stored]
                spot = f.op(f"add i32 {offset}, {index * 32 + lane}")
                one = f.op(f"load {total}, ptr {f.op(f'getelementptr {total}, ptr {a}, i32 {spot}')}, align 4")
                first = f.op(f"insertelement {row} poison, {total} {one}, i32 0")
                left = f.op(f"shufflevector {row} {first}, {row} poison, <{COLUMNS} x i32> zeroinitializer")
                k = stored_column(f, record, half * ROWS, stored, offset)[1]
                right = f.op(f"load {row}, ptr {f.op(f'getelementptr {row}, ptr {b}, i32 {k}')}, align 32")
                value = multiply_add(module, f, total, COLUMNS, left, right, value)
            f.do(f"store {row} {value}, ptr {place}, align 32")

    counted(f, ROWS, body)
    spread_c(f, record, total, c)
    f.do("ret void")
    return f


def stored_column(f: FunctionText, record: MmaRecord, row: int, stored: int, offset: str) -> tuple[int, str]:
    """The group of columns that stored element number `stored` of a row is of, its first one; and its own as text.

    `offset` is added to the lane that describes the row, `%e` holds the lanes' words.
    """
    assert record.metadata is not None
    unit = record.sparse_unit
    group = (4 if record.type_a != "tf32" else 2) * unit
    kept = group // 2
    start = stored // kept * group
    lane, value = _teller(record.metadata, row, start)
    bit = value * _WORD_BITS // size(record.metadata, [1]) + 2 * (stored % kept // unit)
    holder = f.op(f"add i32 {offset}, {lane}")
    word = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr %e, i32 {holder}')}, align 4")
    index = f.op(f"and i32 {f.op(f'lshr i32 {word}, {bit}')}, 3")
    if group == 2:
        index = f.op(f"lshr i32 {index}, 1")  # 4-bit codes 4 and 14: the lower halves of elements 0 and 1
    elif unit > 1:
        index = f.op(f"mul i32 {index}, {unit}")
    return start, f.op(f"add i32 {index}, {start + stored % unit}")


def _teller(metadata: Layout, row: int, k: int) -> tuple[int, int]:
    """The first (lane, value) that describes an element of A."""
    for lane in range(32):
        for value in range(size(metadata, [1])):
            if metadata(lane, value) == row + 16 * k:
                return lane, value
    raise internal_error(f"{metadata} tells nothing of ({row},{k})")
