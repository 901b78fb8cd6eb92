"""Bank conflicts, against a count made word by word, and the pictures that show them."""

from __future__ import annotations

import random

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import Layout, make_identity_layout, parse_layout
from cutedsl.viz import bank_conflicts, conflict_picture, serve, swizzle_picture
from cutedsl.viz.panels import Grid


def passes_by_counting(addresses: list[int], access_bytes: int) -> list[int]:
    """For each phase the words of its lanes, one byte at a time, sorted into banks."""
    lanes = {1: 32, 2: 32, 4: 32, 8: 16, 16: 8}[access_bytes]
    found: list[int] = []
    for first in range(0, len(addresses), lanes):
        words = {(a + k) // 4 for a in addresses[first : first + lanes] for k in range(access_bytes)}
        found.append(max(sum(word % 32 == bank for word in words) for bank in range(32)))
    return found


@pytest.mark.parametrize("access_bytes", [1, 2, 4, 8, 16])
def test_conflicts_of_random_accesses_are_those_by_counting(access_bytes: int) -> None:
    draw = random.Random(access_bytes)
    for _ in range(40):
        span = draw.choice([8, 64, 1024])
        addresses = [draw.randrange(span) * access_bytes for _ in range(32)]
        report = serve(addresses, access_bytes)
        assert [phase.passes for phase in report.phases] == passes_by_counting(addresses, access_bytes)


@pytest.mark.parametrize(
    ("layout", "access_bytes", "bits", "passes"),
    [
        ("32:1", 4, 32, 1),  # neighbours
        ("32:0", 4, 32, 1),  # one word for all: a broadcast
        ("32:32", 4, 32, 32),  # a column of a 32 x 32 tile of f32
        ("32:33", 4, 32, 1),  # the same column with rows padded by one word
        ("32:1", 2, 16, 1),  # two lanes a word
        ("32:4", 16, 32, 4),  # 16 bytes a lane, contiguous: four phases
        ("8:64", 16, 16, 8),  # a column of 128-byte rows
        ("S<3,3,3> o 0 o 8:64", 16, 16, 1),  # and the swizzle made for it
    ],
)
def test_known_patterns_have_their_passes(layout: str, access_bytes: int, bits: int, passes: int) -> None:
    assert bank_conflicts(parse_layout(layout), access_bytes=access_bytes, bits=bits).passes == passes


def test_conflicts_are_passes_beyond_one_a_phase() -> None:
    report = bank_conflicts(Layout("32:4"), access_bytes=8)
    assert (len(report.phases), report.passes, report.conflicts) == (2, 4, 2)


def test_picture_has_a_grid_a_phase_and_a_row_a_pass() -> None:
    picture = conflict_picture(Layout("32:2"))
    (grid,) = picture.grids
    assert (len(grid.cells), len(grid.cells[0])) == (2, 32)
    assert [row[2].lines for row in grid.cells] == [("1",), ("17",)]  # bank 2: words 2 and 34, lanes 1 and 17
    assert grid.cells[0][1].lines == ("",)
    assert "2 passes" in grid.title and picture.notes[0] == "1 phase, 2 passes: 1 more than without conflicts."
    assert len(conflict_picture(Layout("32:4"), access_bytes=16).grids) == 4


def test_broadcast_lanes_share_a_cell() -> None:
    (grid,) = conflict_picture(Layout("(16,2):(0,1)")).grids
    assert [cell.lines[0] for cell in grid.cells[0][:3]] == ["0-15", "16-31", ""]


def test_a_picture_says_what_shortened_lanes_stand_for() -> None:
    picture = conflict_picture(Layout("(2,4,4):(0,64,0)"))
    assert picture.grids[0].cells[0][0].lines == ("0+7",)
    assert picture.notes[-1] == "0+7 stands for 8 lanes: 0-1,8-9,16-17,24-25."
    assert not any("stands for" in note for note in conflict_picture(Layout("(16,2):(0,1)")).notes)


def test_swizzle_picture_colours_by_bank() -> None:
    picture = swizzle_picture(parse_layout("S<3,2,3> o 0 o (8,32):(32,1)"), bits=32)
    before, after = picture.grids
    legend = {name: colour for colour, name in picture.legend}
    for grid in (before, after):
        for row in grid.cells:
            for cell in row:
                assert cell.fill == legend[str(int(cell.lines[0]) % 32)]

    def banks_of_column(grid: Grid, column: int) -> int:
        return len({row[column].fill for row in grid.cells})

    assert {banks_of_column(before, c) for c in range(32)} == {1}
    assert {banks_of_column(after, c) for c in range(32)} == {8}


def test_element_width_decides_the_bank() -> None:
    cells = swizzle_picture(Layout("(1,8):(0,1)"), bits=16).grids[0].cells[0]
    assert [cells[k].fill == cells[k + 1].fill for k in range(7)] == [True, False, True, False, True, False, True]


@pytest.mark.parametrize(
    ("layout", "options", "name"),
    [
        (Layout("64:1"), {}, "bank-lanes"),
        (Layout("32:1"), {"access_bytes": 12}, "bank-access-size"),
        (Layout("32:3"), {"access_bytes": 8}, "bank-access-misaligned"),
        (Layout("32:1"), {"bits": 4}, "bank-access-misaligned"),
        (Layout("32:1"), {"bits": 24}, "bank-element-bits"),
        (Layout("32:-1"), {}, "bank-needs-index"),
        (make_identity_layout((4, 8)), {}, "bank-needs-index"),
        (Layout("?:1"), {}, "picture-dynamic"),
    ],
)
def test_an_impossible_access_is_refused(layout: Layout, options: dict[str, int], name: str) -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        bank_conflicts(layout, **options)
    assert caught.value.name == name


def test_the_number_of_banks_is_known() -> None:
    assert len(swizzle_picture(Layout("(2,2):(2,1)"), banks=64).legend) == 64
    with pytest.raises(DSLUserCodeError) as caught:
        swizzle_picture(Layout("(2,2):(2,1)"), banks=128)
    assert caught.value.name == "bank-count"
