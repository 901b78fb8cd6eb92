"""The atoms' thread-value layouts of the BSD-3 headers: they hold each element, and are those of the PTX ISA.

`conformance/cute_atoms.jsonl` is made by `conformance/atoms.py`; tables of atoms are compared with it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cutedsl.layout import Layout, parse_tuple, product

ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("conformance").joinpath("cute_atoms.jsonl").read_text().splitlines()
]
MMAS = {row["atom"]: row for row in ROWS if row["kind"] == "mma"}
# Two layouts of the headers do not cover their operand: B of 16x8x32 with 4-bit integers repeats elements, and A of the
# 16x8x128 bit product has a stride that does not fit its shape. A table of atoms takes these from the PTX ISA.
BROKEN = {"((4,8),(8)):((32,1),(8))", "((4,8),(32,2)):((512,1),((16,8)))"}
COPIES = {row["atom"]: row for row in ROWS if row["kind"] == "copy"}


def held(text: str) -> list[int]:
    """The elements that a layout reaches, in order, by its flat modes."""
    reached = {0}
    layout = Layout(text).flatten()
    for s, d in zip(layout.shape, layout.stride, strict=True):
        reached = {x + i * d for x in reached for i in range(s)} if d else reached
    return sorted(reached)


def test_the_table_holds_every_family():
    families = {re.match(r"SM\d+_(?:64x)?", name)[0] for name in MMAS}  # pyright: ignore[reportOptionalSubscript]
    assert families == {"SM61_", "SM70_", "SM75_", "SM80_", "SM89_", "SM90_", "SM90_64x"}
    assert len(MMAS) == 1147
    assert len(COPIES) == 46
    assert {"SM75_U32x4_LDSM_N", "SM80_CP_ASYNC_CACHEGLOBAL<128>", "SM90_U16x8_STSM_T", "SM90_TMA_LOAD"} <= set(COPIES)


def test_threads_and_values_hold_every_element_of_an_mma():
    seen: dict[tuple[str, int], bool] = {}
    for row in MMAS.values():
        m, n, k = parse_tuple(row["shape_mnk"])
        for text, elements in ((row["a"], m * k), (row["b"], n * k), (row["c"], m * n)):
            if text in BROKEN:
                continue
            if (text, elements) not in seen:
                seen[text, elements] = held(text) == list(range(elements))
            assert seen[text, elements], (row["atom"], text)


def test_threads_of_a_copy_hold_every_bit():
    for name, row in COPIES.items():
        bits = {text: held(row[text]) for text in ("src", "dst", "ref")}
        assert bits["src"] == bits["dst"] == bits["ref"] == list(range(len(bits["ref"]))), name


# PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type", ".m16n8k8" and ".m64nNk16" accumulators.
def rows_of_a16(lane: int, i: int) -> tuple[int, int]:
    row = lane // 4 + (8 if i % 4 >= 2 else 0)
    return row, lane % 4 * 2 + i % 2 + (8 if i >= 4 else 0)


def rows_of_b16(lane: int, i: int) -> tuple[int, int]:
    return lane // 4, lane % 4 * 2 + i % 2 + (8 if i >= 2 else 0)  # (column n, row k)


def rows_of_c8(lane: int, i: int) -> tuple[int, int]:
    return lane // 4 + (8 if i >= 2 else 0), lane % 4 * 2 + i % 2


def rows_of_c64(thread: int, i: int) -> tuple[int, int]:
    lane = thread % 32
    row = thread // 32 * 16 + lane // 4 + (8 if i % 4 >= 2 else 0)
    return row, i // 4 * 8 + lane % 4 * 2 + i % 2


@pytest.mark.parametrize(
    ("atom", "operand", "rows", "place"),
    [
        ("SM80_16x8x16_F32F16F16F32_TN", "a", 16, rows_of_a16),
        ("SM80_16x8x16_F32F16F16F32_TN", "b", 8, rows_of_b16),
        ("SM80_16x8x16_F32F16F16F32_TN", "c", 16, rows_of_c8),
        ("SM80_16x8x8_F32F16F16F32_TN", "c", 16, rows_of_c8),
        ("SM90_64x128x16_F32BF16BF16_SS", "c", 64, rows_of_c64),
    ],
)
def test_fragments_are_those_of_the_ptx_isa(atom, operand, rows, place):
    layout = Layout(MMAS[atom][operand])
    threads, count = product(layout.shape[0]), product(layout.shape[1])
    for t in range(threads):
        for i in range(count):
            row, column = place(t, i)
            assert layout(t, i) == row + rows * column
