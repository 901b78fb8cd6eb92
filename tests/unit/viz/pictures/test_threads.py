"""Thread-value pictures name, for each element of a tile, who holds it."""

from __future__ import annotations

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import Layout, composition, make_identity_layout, make_layout_tv
from cutedsl.viz import copy_picture, mma_picture, tv_picture
from cutedsl.viz.panels import Grid, Mark

C_ATOM = Layout("((4,8),(2,2)):((32,1),(16,8))")  # the accumulator of m16n8


def test_accumulator_of_m16n8_as_the_ptx_isa_draws_it() -> None:
    cells = tv_picture(C_ATOM, (16, 8)).grids[0].cells
    for m in range(16):
        for n in range(8):
            # PTX ISA, mma.m16n8k16: row = lane / 4 (+ 8 for c2, c3), column = lane % 4 * 2 + (i & 1).
            lane, value = m % 8 * 4 + n // 2, n % 2 + 2 * (m // 8)
            assert cells[m][n].lines == (f"T{lane}", f"V{value}")


def test_layouts_of_make_layout_tv_are_drawn_as_they_are() -> None:
    tile, tv = make_layout_tv(Layout("(2,4):(4,1)"), Layout("(1,2):(2,1)"))
    cells = tv_picture(tv, tile).grids[0].cells
    assert [cell.lines for cell in cells[1]] == [(f"T{4 + n // 2}", f"V{n % 2}") for n in range(8)]


def test_coordinates_serve_as_well_as_indices() -> None:
    coordinates = composition(make_identity_layout((16, 8)), C_ATOM)
    assert tv_picture(coordinates, (16, 8)).grids == tv_picture(C_ATOM, (16, 8)).grids


def test_colour_is_by_thread() -> None:
    cells = [cell for row in tv_picture(C_ATOM, (16, 8)).grids[0].cells for cell in row]
    assert len({(cell.lines[0], cell.fill) for cell in cells}) == len({cell.fill for cell in cells}) == 32
    taken = tv_picture(C_ATOM, (16, 8), palette=["#000000", "#ffffff"]).grids[0].cells[0]
    assert [cell.fill for cell in taken] == ["#000000", "#000000", "#ffffff", "#ffffff"] * 2


def test_elements_without_and_with_several_holders_are_marked() -> None:
    partial = tv_picture(Layout("(2,2):(1,2)"), (2, 4))
    assert partial.grids[0].cells[0][2].lines == ("–",)
    assert "4 of 8" in partial.notes[0]
    shared = tv_picture(Layout("(4,2):(0,1)"), (2, 1))
    assert shared.grids[0].cells[1][0].lines == ("T0+3", "V1")


def test_mma_has_b_above_c_and_a_beside_it() -> None:
    a, b, c = Layout("((4,8),(2,2)):((32,1),(16,8))"), Layout("((4,8),2):((16,1),8)"), C_ATOM
    picture = mma_picture(a, b, c, (16, 8, 8))
    (nothing, top), (left, corner) = picture.panels
    assert nothing is None
    assert isinstance(top, Grid) and isinstance(left, Grid) and isinstance(corner, Grid)
    shapes = [(grid.rows.length, grid.cols.length) for grid in (left, top, corner)]
    assert shapes == [(16, 8), (8, 8), (16, 8)]
    # B is (N,K): thread 4 holds column 1, rows 0 and 1.
    assert [top.cells[k][1].lines for k in range(2)] == [("T4", "V0"), ("T4", "V1")]


def test_copy_has_source_arrow_destination() -> None:
    picture = copy_picture(Layout("(4,2):(1,4)"), Layout("(4,2):(2,1)"), (4, 2))
    ((source, arrow, destination),) = picture.panels
    assert isinstance(source, Grid) and isinstance(arrow, Mark) and isinstance(destination, Grid)
    assert source.cells[1][1].lines == ("T1", "V1")
    assert destination.cells[1][1].lines == ("T2", "V1")


@pytest.mark.parametrize(
    ("tv", "tile", "name"),
    [
        (Layout("(4,8,2):(2,8,1)"), (8, 8), "tv-layout-rank"),
        (Layout("(32,4):(4,1)"), (8, 8), "tv-outside-tile"),
        (Layout("(4,4):(4,1)"), (2, 2, 4), "picture-tile"),
        (Layout("(4,4):(4,1)"), (0, 4), "picture-tile"),
        (Layout("(4,?):(4,1)"), (4, 4), "picture-dynamic"),
        (Layout("(1024,1024):(1,1024)"), (1024, 1024), "picture-too-large"),
        (Layout("(4,4):(-4,1)"), (4, 4), "tv-outside-tile"),
    ],
)
def test_layouts_that_cannot_be_drawn_are_refused(tv: Layout, tile: tuple[int, ...], name: str) -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        tv_picture(tv, tile)
    assert caught.value.name == name


@pytest.mark.parametrize("palette", [["reddish"], ["red!x"], ["red!"], ["{rgb:red}"], [], "sunset"])
def test_palette_must_be_colours(palette: list[str] | str) -> None:
    with pytest.raises(DSLUserCodeError, match=r"is not a colour|there is no palette|list of colours is empty"):
        tv_picture(C_ATOM, (16, 8), palette=palette)
