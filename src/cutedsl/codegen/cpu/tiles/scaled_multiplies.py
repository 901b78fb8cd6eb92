"""A warp's block-scaled matrix multiply in the warp emitter.

The products of one instruction, each with its two factors, are exact in float64 and added there, k ascending; C is
added to their sum, which is rounded to float32 once, as tensor memory's multiplies do it. The hardware's order of sums
is not specified.
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects import builtin

from cutedsl.arch.atoms.blockscaled import NARROW_BITS
from cutedsl.arch.atoms.records import MmaRecord, ScaleFactors
from cutedsl.codegen.cpu.tiles.matrix_multiplies import (
    COLUMNS,
    ROWS,
    counted,
    dense_c,
    holders,
    multiply_add,
    spread_c,
)
from cutedsl.codegen.cpu.tiles.sparse_multiplies import stored_column
from cutedsl.codegen.llvm.narrow_floats import FORMATS, widen_float8
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.errors import internal_error
from cutedsl.layout import Layout, size

_LANES: Final = 32
_WORD_BITS: Final = 32
_LANES_A_ROW: Final = 4
_TYPES: Final = {
    "e4m3": builtin.Float8E4M3FNType, "e5m2": builtin.Float8E5M2Type, "e2m3": builtin.Float6E2M3FNType,
    "e3m2": builtin.Float6E3M2FNType, "e2m1": builtin.Float4E2M1FNType, "ue8m0": builtin.Float8E8M0FNUType,
    "ue4m3": builtin.Float8E4M3FNType,
}  # fmt: skip
_ROW: Final = f"<{COLUMNS} x double>"


def scaled_body(module: ModuleText, record: MmaRecord) -> FunctionText:
    """The function of an instruction: `%a` and `%b` are the lanes' words, `%s` and `%t` their factors of A and of B.

    Of a sparse A `%e` is the metadata.
    """
    f, scales = FunctionText(), record.scales
    assert scales is not None
    m, _, k = record.shape_mnk
    a = _decoded_elements(f, "%a", record.type_a, scales.bits, size(record.a, [1]))
    factors = _factors(f, "%s", scales, k)
    b = _rows_of_b(f, record, scales)
    c = dense_c(module, f, record, "float")
    places = holders(record.a, m)
    sums = f"<{COLUMNS} x float>"

    def body(turn: str) -> None:
        offset = f.op(f"mul i32 {turn}, {_LANES_A_ROW}")
        for half in range(m // ROWS):
            owner = _holder(scales.a, half * ROWS)
            total = "zeroinitializer"
            for stored in range(record.stored_k):
                lane, index = places[half * ROWS, stored]
                one = _load_lane(f, a, index, lane, offset)
                start, kk = stored, str(stored)
                if record.metadata is not None:
                    start, kk = stored_column(f, record, half * ROWS, stored, offset)
                scale = _load_lane(f, factors, start // scales.block, owner, offset)
                first = f.op(f"insertelement {_ROW} poison, double {f.op(f'fmul double {one}, {scale}')}, i32 0")
                left = f.op(f"shufflevector {_ROW} {first}, {_ROW} poison, <{COLUMNS} x i32> zeroinitializer")
                right = f.op(f"load {_ROW}, ptr {f.op(f'getelementptr {_ROW}, ptr {b}, i32 {kk}')}, align 64")
                total = multiply_add(module, f, "double", COLUMNS, left, right, total)
            at = f.op(f"add i32 {turn}, {half * ROWS}")
            place = f.op(f"getelementptr {sums}, ptr {c}, i32 {at}")
            before = f.op(f"fpext {sums} {f.op(f'load {sums}, ptr {place}, align 32')} to {_ROW}")
            found = f.op(f"fptrunc {_ROW} {f.op(f'fadd {_ROW} {total}, {before}')} to {sums}")
            f.do(f"store {sums} {found}, ptr {place}, align 32")

    counted(f, ROWS, body)
    spread_c(f, record, "float", c)
    f.do("ret void")
    return f


def _holder(layout: Layout, row: int) -> int:
    """The first lane whose factors are those of a row of A or a column of B."""
    for lane in range(_LANES):
        if layout(lane, 0) == row:
            return lane
    raise internal_error(f"{layout} has no factors of row {row}")


def _load_lane(f: FunctionText, base: str, index: int, lane: int, offset: str) -> str:
    """Number `index` of lane `lane + offset`, from [index][lane]."""
    at = f.op(f"add i32 {offset}, {index * _LANES + lane}")
    return f.op(f"load double, ptr {f.op(f'getelementptr double, ptr {base}, i32 {at}')}, align 8")


def _codes(f: FunctionText, base: str, index: int, kind: str, bits: int) -> str:
    """Element `index` of all lanes as codes in bytes, from their words."""
    words, each = f"<{_LANES} x i32>", _WORD_BITS // bits
    place = f.op(f"getelementptr {words}, ptr {base}, i32 {index // each}")
    word = f.op(f"load {words}, ptr {place}, align 64")
    narrow = NARROW_BITS[kind]
    shift = index % each * bits + (2 if bits == 8 and narrow == 4 else 0)
    moved = f.op(f"lshr {words} {word}, splat (i32 {shift})") if shift else word
    kept = f.op(f"and {words} {moved}, splat (i32 {(1 << narrow) - 1})")
    return f.op(f"trunc {words} {kept} to <{_LANES} x i8>")


def _wide(f: FunctionText, codes: str, kind: str) -> str:
    """Codes of all lanes as float64, exactly."""
    real = widen_float8(f, codes, FORMATS[_TYPES[kind]], _LANES)
    return f.op(f"fpext <{_LANES} x float> {real} to <{_LANES} x double>")


def _decoded_elements(f: FunctionText, base: str, kind: str, bits: int, count: int) -> str:
    """A's elements as [element][lane]."""
    slot = f.op(f"alloca [{count * _LANES} x double], align 64")
    for index in range(count):
        wide = _wide(f, _codes(f, base, index, kind, bits), kind)
        place = f.op(f"getelementptr <{_LANES} x double>, ptr {slot}, i32 {index}")
        f.do(f"store <{_LANES} x double> {wide}, ptr {place}, align 64")
    return slot


def _factors(f: FunctionText, base: str, scales: ScaleFactors, k: int) -> str:
    """The factors of all lanes as [block][lane]."""
    blocks = k // scales.block
    slot = f.op(f"alloca [{blocks * _LANES} x double], align 64")
    for block in range(blocks):
        wide = _factor(f, base, scales, block)
        place = f.op(f"getelementptr <{_LANES} x double>, ptr {slot}, i32 {block}")
        f.do(f"store <{_LANES} x double> {wide}, ptr {place}, align 64")
    return slot


def _factor(f: FunctionText, base: str, scales: ScaleFactors, block: int) -> str:
    """Factor number `block` of all lanes; a sign of ue4m3 does not count."""
    codes = f"<{_LANES} x i8>"
    text = f.op(f"load {codes}, ptr {f.op(f'getelementptr {codes}, ptr {base}, i32 {block}')}, align 32")
    if scales.type == "ue4m3":
        text = f.op(f"and {codes} {text}, splat (i8 127)")
    return _wide(f, text, scales.type)


def _rows_of_b(f: FunctionText, record: MmaRecord, scales: ScaleFactors) -> str:
    """B with its factors as [k][column]."""
    k, whole = record.shape_mnk[2], f"<{_LANES} x double>"
    slot = f.op(f"alloca [{k * COLUMNS} x double], align 64")
    where = {holder: place for place, holder in holders(record.b, COLUMNS).items()}
    owners = ", ".join(f"i32 {_holder(scales.b, column)}" for column in range(COLUMNS))
    factors = [
        f.op(f"shufflevector {whole} {one}, {whole} poison, <{COLUMNS} x i32> <{owners}>")
        for one in (_factor(f, "%t", scales, block) for block in range(k // scales.block))
    ]
    for index in range(size(record.b, [1])):
        wide = _wide(f, _codes(f, "%b", index, record.type_b, scales.bits), record.type_b)
        for quarter in range(4):
            kk = where[quarter, index][1]
            lanes = ", ".join(f"i32 {4 * n + quarter}" for n in range(COLUMNS))
            line = f.op(f"shufflevector {whole} {wide}, {whole} poison, <{COLUMNS} x i32> <{lanes}>")
            scaled = f.op(f"fmul {_ROW} {line}, {factors[kk // scales.block]}")
            f.do(f"store {_ROW} {scaled}, ptr {f.op(f'getelementptr {_ROW}, ptr {slot}, i32 {kk}')}, align 64")
    return slot
