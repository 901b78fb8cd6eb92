"""A warp's matrix multiply in the warp emitter: one function an instruction, dense inside.

The fragments of all lanes are laid out as one matrix each. Every element of C is `c + sum over k` of products, k
ascending; each product and sum is one fused multiply-add in float32 (float64 for f64, int32 for integers). The order
of sums is ours: the hardware's is not specified. TFloat32 operands lose the 13 bits that the hardware ignores.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xdsl.dialects.builtin import Float8E4M3FNType, Float8E5M2Type

from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.codegen.cpu.scalar.narrow import bfloat_as_float
from cutedsl.codegen.llvm.narrow_floats import FORMATS, widen_float8
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.layout import Layout, size

MEMORY_TYPES: Final = {
    "f16": "half", "bf16": "bfloat", "f32": "float", "tf32": "float", "f64": "double", "s32": "i32", "s8": "i8",
    "u8": "i8", "e4m3": "i8", "e5m2": "i8",
}  # fmt: skip
_TF32_MASK: Final = -(1 << 13)
COLUMNS: Final = 8
"""Columns of every warp multiply."""
ROWS: Final = 8
"""Rows that lanes hold at once: lane / 4."""


def sum_type(type_c: str) -> str:
    """The LLVM type that products are added in."""
    return {"f64": "double", "s32": "i32"}.get(type_c, "float")


def widened(module: ModuleText, f: FunctionText, text: str, kind: str, lanes: int) -> str:
    """`lanes` elements of a PTX type as numbers of its sums' type."""
    memory = f"<{lanes} x {MEMORY_TYPES[kind]}>"
    match kind:
        case "f16":
            return f.op(f"fpext {memory} {text} to <{lanes} x float>")
        case "bf16":
            return bfloat_as_float(f, text, lanes)
        case "tf32":
            bits = f.op(f"bitcast {memory} {text} to <{lanes} x i32>")
            kept = f.op(f"and <{lanes} x i32> {bits}, splat (i32 {_TF32_MASK})")
            return f.op(f"bitcast <{lanes} x i32> {kept} to {memory}")
        case "s8" | "u8":
            return f.op(f"{'s' if kind == 's8' else 'z'}ext {memory} {text} to <{lanes} x i32>")
        case "e4m3" | "e5m2":
            form = FORMATS[Float8E4M3FNType if kind == "e4m3" else Float8E5M2Type]
            return widen_float8(f, text, form, lanes)
        case _:
            return text


def narrowed(f: FunctionText, text: str, kind: str, lanes: int) -> str:
    """A sum as an element of C."""
    return f.op(f"fptrunc <{lanes} x float> {text} to <{lanes} x half>") if kind == "f16" else text


def multiply_add(module: ModuleText, f: FunctionText, kind: str, lanes: int, a: str, b: str, c: str) -> str:
    """`a * b + c` on vectors of a sum type."""
    vector = f"<{lanes} x {kind}>"
    if kind == "i32":
        return f.op(f"add {vector} {f.op(f'mul {vector} {a}, {b}')}, {c}")
    name = f"@llvm.fma.v{lanes}{'f64' if kind == 'double' else 'f32'}"
    module.declare(f"{vector} {name}({vector}, {vector}, {vector})")
    return f.op(f"call {vector} {name}({vector} {a}, {vector} {b}, {vector} {c})")


def holders(layout: Layout, rows: int) -> dict[tuple[int, int], tuple[int, int]]:
    """(row, column) -> (lane, value)."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for value in range(size(layout, [1])):
        for lane in range(32):
            index = layout(lane, value)
            found[index % rows, index // rows] = (lane, value)
    return found


def dense_body(module: ModuleText, record: MmaRecord) -> FunctionText:
    """The function of an instruction that multiplies every element of A."""
    f = FunctionText()
    m, _, k = record.shape_mnk
    total = sum_type(record.type_c)
    a = widen_a(module, f, record, total)
    b = dense_b(module, f, record, total)
    c = dense_c(module, f, record, total)
    places_a = holders(record.a, m)
    row = f"<{COLUMNS} x {total}>"

    def body(turn: str) -> None:
        offset = f.op(f"mul i32 {turn}, 4")
        for half in range(m // ROWS):
            at = f.op(f"add i32 {turn}, {half * ROWS}")
            place = f.op(f"getelementptr {row}, ptr {c}, i32 {at}")
            value = f.op(f"load {row}, ptr {place}, align 32")
            for kk in range(k):
                lane, index = places_a[half * ROWS, kk]
                spot = f.op(f"add i32 {offset}, {index * 32 + lane}")
                one = f.op(f"load {total}, ptr {f.op(f'getelementptr {total}, ptr {a}, i32 {spot}')}, align 4")
                first = f.op(f"insertelement {row} poison, {total} {one}, i32 0")
                left = f.op(f"shufflevector {row} {first}, {row} poison, <{COLUMNS} x i32> zeroinitializer")
                right = f.op(f"load {row}, ptr {f.op(f'getelementptr {row}, ptr {b}, i32 {kk}')}, align 32")
                value = multiply_add(module, f, total, COLUMNS, left, right, value)
            f.do(f"store {row} {value}, ptr {place}, align 32")

    counted(f, ROWS, body)
    spread_c(f, record, total, c)
    f.do("ret void")
    return f


def counted(f: FunctionText, count: int, body: Callable[[str], None]) -> None:
    """`body(0) … body(count - 1)` as a loop."""
    before, head, after = f.block, f.label("turn"), f.label("done")
    f.branch(head)
    f.begin(head)
    turn, place = f.fresh(), f.reserve()
    body(turn)
    following = f.op(f"add i32 {turn}, 1")
    f.fill(place, f"{turn} = phi i32 [ 0, %{before} ], [ {following}, %{f.block} ]")
    f.branch_if(f.op(f"icmp eq i32 {following}, {count}"), after, head)
    f.begin(after)


def widen_a(module: ModuleText, f: FunctionText, record: MmaRecord, total: str) -> str:
    """A's fragments as numbers of the sums' type, in the places that they have: [value][lane]."""
    count = size(record.a, [1])
    slot = f.op(f"alloca [{count * 32} x {total}], align 64")
    for index in range(count):
        wide = _fragment(module, f, record.type_a, "%a", index)
        f.do(f"store <32 x {total}> {wide}, ptr {_load_at(f, slot, f'<32 x {total}>', index)}, align 64")
    return slot


def _fragment(module: ModuleText, f: FunctionText, kind: str, base: str, index: int) -> str:
    """Value `index` of all lanes."""
    memory = f"<32 x {MEMORY_TYPES[kind]}>"
    text = f.op(f"load {memory}, ptr {_load_at(f, base, memory, index)}, align 32")
    return widened(module, f, text, kind, 32)


def _load_at(f: FunctionText, base: str, kind: str, index: int) -> str:
    return f.op(f"getelementptr {kind}, ptr {base}, i32 {index}") if index else base


def dense_b(module: ModuleText, f: FunctionText, record: MmaRecord, total: str) -> str:
    """B as [k][n]: of each value, lanes with one lane % 4 are one row."""
    k = record.shape_mnk[2]
    slot = f.op(f"alloca [{k * COLUMNS} x {total}], align 64")
    where = {holder: place for place, holder in holders(record.b, COLUMNS).items()}
    whole, row = f"<32 x {total}>", f"<{COLUMNS} x {total}>"
    for index in range(size(record.b, [1])):
        wide = _fragment(module, f, record.type_b, "%b", index)
        for quarter in range(4):
            lanes = ", ".join(f"i32 {4 * n + quarter}" for n in range(COLUMNS))
            line = f.op(f"shufflevector {whole} {wide}, {whole} poison, <{COLUMNS} x i32> <{lanes}>")
            f.do(f"store {row} {line}, ptr {_load_at(f, slot, row, where[quarter, index][1])}, align 32")
    return slot


def _pairs_of_results(record: MmaRecord) -> range:
    """C's values come in pairs that are neighbours in a row: lane `t` holds elements 2t and 2t + 1 of eight rows."""
    for (row, column), (lane, value) in holders(record.c, record.shape_mnk[0]).items():
        assert lane == row % ROWS * 4 + column // 2 and value == row // ROWS * 2 + column % 2
    return range(size(record.c, [1]) // 2)


def dense_c(module: ModuleText, f: FunctionText, record: MmaRecord, total: str) -> str:
    """C as [m][n]."""
    slot = f.op(f"alloca [{record.shape_mnk[0] * COLUMNS} x {total}], align 64")
    half, whole = f"<32 x {total}>", f"<64 x {total}>"
    order = ", ".join(f"i32 {i // 2 + 32 * (i % 2)}" for i in range(64))
    for pair in _pairs_of_results(record):
        even, odd = (_fragment(module, f, record.type_c, "%c", 2 * pair + i) for i in range(2))
        mixed = f.op(f"shufflevector {half} {even}, {half} {odd}, <64 x i32> <{order}>")
        f.do(f"store {whole} {mixed}, ptr {_load_at(f, slot, whole, pair)}, align 64")
    return slot


def spread_c(f: FunctionText, record: MmaRecord, total: str, slot: str) -> None:
    """The inverse of `_dense_c`."""
    whole, memory = f"<64 x {total}>", f"<32 x {MEMORY_TYPES[record.type_c]}>"
    for pair in _pairs_of_results(record):
        mixed = f.op(f"load {whole}, ptr {_load_at(f, slot, whole, pair)}, align 64")
        for part in range(2):
            order = ", ".join(f"i32 {2 * t + part}" for t in range(32))
            one = f.op(f"shufflevector {whole} {mixed}, {whole} poison, <32 x i32> <{order}>")
            one = narrowed(f, one, record.type_c, 32)
            f.do(f"store {memory} {one}, ptr {_load_at(f, '%c', memory, 2 * pair + part)}, align 32")
