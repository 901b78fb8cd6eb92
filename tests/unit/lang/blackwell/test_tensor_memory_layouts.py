"""Layouts in tensor memory against the formulas of the PTX ISA: where an accumulator lies, what a copy moves."""

from __future__ import annotations

import pytest

from cutedsl.arch.atoms.umma import SW128_32B, UmmaKind, smem_descriptor
from cutedsl.arch.tensor_memory import REGISTERS
from cutedsl.arch.tmem_layouts import fragment_layout, scales_layout, tmem_copy_record, tmem_values
from cutedsl.layout import Layout, Swizzle, size

LANE = 1 << 16


def _accumulator(m: int, n: int, rows: int, columns: int, ctas: int) -> tuple[int, int]:
    """(lane, column) of an element in its block: PTX ISA, "Data path layout organization"."""
    if ctas == 2 and rows == 64:
        return m + 64 * (n >= columns // 2), n % (columns // 2)
    if rows == 64:
        return m % 16 + 32 * (m // 16), n
    return m, n


@pytest.mark.parametrize(("rows", "columns", "ctas"), [(128, 64, 1), (64, 32, 1), (128, 32, 2), (64, 64, 2)])
def test_an_accumulator_lies_where_the_multiply_puts_it(rows: int, columns: int, ctas: int) -> None:
    layout = fragment_layout(((rows, columns), 1, 1), ctas, "interleaved", 32)
    for m in range(rows):
        for n in range(columns):
            lane, column = _accumulator(m, n, rows, columns, ctas)
            assert layout(((m, n), 0, 0)) == lane * LANE + column


def test_half_accumulators_have_words_of_their_own() -> None:
    layout = fragment_layout(((128, 8), 1, 1, 2), 1, "interleaved", 16)
    assert layout(((0, 1), 0, 0, 0)) == 2
    assert layout(((1, 0), 0, 0, 0)) == 2 * LANE
    assert layout(((0, 0), 0, 0, 1)) == 16


def test_a_second_tile_of_64_rows_takes_the_free_lanes() -> None:
    between = fragment_layout(((64, 32), 2, 1), 1, "interleaved", 32)
    apart = fragment_layout(((64, 32), 2, 1), 1, "apart", 32)
    assert between(((0, 0), 1, 0)) == 16 * LANE
    assert apart(((0, 0), 1, 0)) == 32


def _word(shape: str, thread: int, register: int, repeat: int) -> tuple[int, int]:
    """(lane, column) of a thread's register: PTX ISA, "tcgen05.ld"."""
    t, i = thread, register
    return {
        "32x32b": (t, i),
        "16x64b": ((t >> 2) + 8 * (t & 1), 2 * i + ((t >> 1) & 1)),
        "16x128b": ((t >> 2) + 8 * (i & 1), 4 * (i >> 1) + (t & 3)),
        "16x256b": ((t >> 2) + 8 * ((i >> 1) & 1), 8 * (i >> 2) + 2 * (t & 3) + (i & 1)),
        "16x32bx2": (t & 15, i + (t >> 4) * repeat),
    }[shape]


@pytest.mark.parametrize("shape", list(REGISTERS))
@pytest.mark.parametrize("repeat", [1, 2, 4])
def test_a_load_gives_each_register_its_word(shape: str, repeat: int) -> None:
    record = tmem_copy_record(shape, repeat, load=True, packed=False)
    place = tmem_values(shape, repeat, packed=False)
    for thread in range(32):
        for register in range(REGISTERS[shape] * repeat):
            lane, column = _word(shape, thread, register, repeat)
            bit = record.dst((thread, 32 * register))
            assert place(bit) == lane * LANE * 32 + column * 32


def test_packed_halves_come_from_two_columns() -> None:
    record = tmem_copy_record("32x32b", 2, load=True, packed=True)
    place = tmem_values("32x32b", 2, packed=True)
    columns = [place(record.dst((3, 16 * half))) for half in range(4)]
    assert columns == [3 * LANE * 32 + 32 * column for column in range(4)]


def test_scales_lie_in_all_quarters_of_the_lanes() -> None:
    layout = scales_layout(((128, (16, 4)), 1, 2), 8)
    for row in range(128):
        for block in range(4):
            lane, column = row % 32, row // 32
            assert layout(((row, 16 * block), 0, 0)) == (lane * LANE + column) * 4 + block
    assert layout(((0, 0), 0, 1)) == 16
    assert size(layout, [0, 0]) == 512


@pytest.mark.parametrize(
    ("layout", "swizzle", "bits", "mn", "lead", "stride", "code"),
    [
        ("((8,16),16):((64,512),1)", Swizzle(3, 4, 3), 16, False, 16, 1024, 2),
        ("((8,16),16):((32,256),1)", Swizzle(2, 4, 3), 16, False, 16, 512, 4),
        ("((8,16),(8,2)):((8,128),(1,64))", Swizzle(0, 4, 3), 16, False, 128, 256, 0),
        ("((64,2),16):((1,1024),64)", Swizzle(3, 4, 3), 16, True, 2048, 1024, 2),
        ("((8,16),64):((256,2048),1)", Swizzle(3, 4, 3), 4, False, 16, 1024, 2),
        ("((32,4),(4,2)):((1,256),(32,128))", SW128_32B, 32, True, 1024, 512, 1),
    ],
)
def test_a_descriptor_says_the_layout(
    layout: str, swizzle: Swizzle, bits: int, mn: bool, lead: int, stride: int, code: int
) -> None:
    found = smem_descriptor(Layout(layout), swizzle, bits, mn_major=mn)
    assert found == code << 61 | 1 << 46 | stride >> 4 << 32 | lead >> 4 << 16


def test_layouts_that_no_descriptor_expresses_have_none() -> None:
    assert smem_descriptor(Layout("(128,16):(16,1)"), Swizzle(3, 4, 3), 16, mn_major=False) is None


def test_instruction_descriptors_have_the_fields_of_the_isa() -> None:
    plain = UmmaKind("f16", "f32", "bf16", "bf16", (256, 128, 16), 2, b_mn_major=True).descriptor
    assert plain == 1 << 4 | 1 << 7 | 1 << 10 | 1 << 16 | 128 >> 3 << 17 | 256 >> 4 << 24
    scaled = UmmaKind("mxf8f6f4", "f32", "e5m2", "e4m3", (128, 64, 32), 1, scale_type="ue8m0", scale_vector=32)
    assert scaled.descriptor == 1 << 7 | 64 >> 3 << 17 | 1 << 23 | 1 << 27
