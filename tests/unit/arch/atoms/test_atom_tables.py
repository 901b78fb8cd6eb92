"""Every thread-value layout of the tables is that of the BSD-3 headers, as their C++ program printed it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutedsl.arch.atoms.copy import COPY_ATOMS
from cutedsl.arch.atoms.mma import MMA_ATOMS, mma_record
from cutedsl.arch.atoms.warpgroup import FLOAT_KINDS, INT_KINDS, K_OF, columns_of
from cutedsl.arch.targets import TARGETS
from cutedsl.layout import size

ROWS = Path(__file__).parents[2] / "layout" / "conformance" / "cute_atoms.jsonl"
HEADER = {row["atom"]: row for row in map(json.loads, ROWS.read_text().splitlines())}


def wgmma_names() -> list[str]:
    return [
        f"wgmma.m64n{n}k{K_OF[kinds[1]]}.{'.'.join(kinds)}{source}"
        for kinds in (*FLOAT_KINDS, *INT_KINDS)
        for n in columns_of(kinds[1])
        for source in ("", ".ra")
    ]


def test_layouts_of_multiplies_are_those_of_the_headers() -> None:
    compared = 0
    for name in (*MMA_ATOMS, *wgmma_names()):
        record = mma_record(name)
        if not record.header:
            continue
        row = HEADER[record.header]
        assert (str(record.thr_id), str(record.a), str(record.b), str(record.c)) == (
            row["thr_id"],
            row["a"],
            row["b"],
            row["c"],
        ), name
        assert str(record.shape_mnk).replace(" ", "") == row["shape_mnk"]
        compared += 1
    assert compared == 956


def test_layouts_of_copies_are_those_of_the_headers() -> None:
    compared = 0
    for record in COPY_ATOMS.values():
        if record.header in HEADER:
            row = HEADER[record.header]
            assert [str(x) for x in (record.thr_id, record.src, record.dst, record.ref)] == [
                row["thr_id"],
                row["src"],
                row["dst"],
                row["ref"],
            ], record.name
            compared += 1
        else:
            assert not record.tested, f"{record.name} is in no header and in no test"
    assert compared == 30


@pytest.mark.parametrize("name", [n for n, r in MMA_ATOMS.items() if not r.header])
def test_multiplies_without_a_header_hold_each_element_once(name: str) -> None:
    record = MMA_ATOMS[name]
    m, n, k = record.shape_mnk
    for layout, count in ((record.a, m * k), (record.b, n * k), (record.c, m * n)):
        held = [layout(t, v) for t in range(32) for v in range(size(layout, [1]))]
        assert sorted(held) == list(range(count))


def test_instructions_exist_where_ptx_says() -> None:
    def targets(name: str) -> list[str]:
        return [one.name for one in TARGETS.values() if mma_record(name).where.on(one)]

    assert targets("mma.m16n8k16.f32.f16.f16") == list(TARGETS)
    assert "sm_86" not in targets("mma.m16n8k32.f32.e4m3.e4m3")
    assert targets("wgmma.m64n128k16.f32.f16.f16") == ["sm_90a"]
