"""Grids of layouts: every cell shows the layout's value at its coordinate, and what is left out is said."""

from __future__ import annotations

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import Layout, make_composed_layout, make_identity_layout, parse_layout
from cutedsl.viz import Picture, before_after_picture, composition_picture, layout_picture
from cutedsl.viz.panels import Axis, Grid, bands, rules


def labels(grid: Grid) -> list[list[str]]:
    return [[" ".join(cell.lines) for cell in row] for row in grid.cells]


def colours(picture: Picture, grid: int = 0) -> dict[str, str]:
    return {" ".join(cell.lines): cell.fill for row in picture.grids[grid].cells for cell in row}


def test_rows_are_mode_0_and_columns_mode_1() -> None:
    assert labels(layout_picture(Layout("(2,3):(10,1)")).grids[0]) == [["0", "1", "2"], ["10", "11", "12"]]


def test_nested_modes_run_with_the_inner_extent_fastest() -> None:
    grid = layout_picture(Layout("((2,2),2):((1,8),2)")).grids[0]
    assert labels(grid) == [["0", "2"], ["1", "3"], ["8", "10"], ["9", "11"]]
    assert [[band.label for band in row] for row in bands(grid.rows)] == [["0", "1"], ["0", "1", "0", "1"]]
    assert rules(grid.rows) == {2: 1}


def test_one_mode_is_one_row_and_no_mode_one_cell() -> None:
    assert labels(layout_picture(Layout("(4):(3)")).grids[0]) == [["0", "3", "6", "9"]]
    assert labels(layout_picture(Layout("5:2")).grids[0]) == [["0", "2", "4", "6", "8"]]
    assert labels(layout_picture(Layout((), ())).grids[0]) == [["0"]]


def test_further_modes_become_grids() -> None:
    picture = layout_picture(Layout("(1,2,2,3):(0,1,10,100)"))
    assert [[labels(panel)[0] for panel in row if isinstance(panel, Grid)] for row in picture.panels] == [
        [["0", "1"], ["10", "11"]],
        [["100", "101"], ["110", "111"]],
        [["200", "201"], ["210", "211"]],
    ]
    assert picture.grids[3].title == "(_,_,1,1)"


def test_composed_and_coordinate_layouts() -> None:
    swizzled = layout_picture(parse_layout("S<1,0,1> o 0 o (2,2):(2,1)"))
    assert labels(swizzled.grids[0]) == [["0", "1"], ["3", "2"]]
    assert labels(layout_picture(make_identity_layout((2, 2))).grids[0]) == [["(0,0)", "(0,1)"], ["(1,0)", "(1,1)"]]
    called = layout_picture(make_composed_layout(lambda i: i * i, 0, Layout("(1,4):(0,1)")))
    assert labels(called.grids[0]) == [["0", "1", "4", "9"]]


def test_a_large_layout_is_cut_and_says_so() -> None:
    picture = layout_picture(Layout("(65,300):(300,1)"))
    assert (picture.grids[0].rows.drawn, picture.grids[0].cols.drawn) == (64, 64)
    assert picture.cuts == ("Cut: the first 64 of 65 rows and 64 of 300 columns are drawn.",)
    assert layout_picture(Layout("(64,64):(64,1)")).cuts == ()
    many = layout_picture(Layout("(2,2,20):(1,2,4)"))
    assert len(many.grids) == 8 and "first 8 of 20 grids along mode 2" in many.notes[0]


def test_colour_follows_the_index() -> None:
    found = colours(layout_picture(Layout("(2,8):(8,1)")))
    assert len(set(found.values())) == 16
    same = colours(layout_picture(Layout("(2,2):(0,1)")))
    assert len(set(same.values())) == 2


def test_an_index_keeps_its_colour_over_an_operation() -> None:
    a = Layout("(4,8):(8,1)")
    picture = before_after_picture(a, a.zipped_divide((2, 4)), "zipped_divide(A, (2,4))")
    assert colours(picture, 0) == colours(picture, 1)
    assert labels(picture.grids[1])[0] == ["0", "16", "4", "20"]


def test_composition_chain_shows_each_link_and_what_is_not_reached() -> None:
    a, b = Layout("(6,4):(4,1)"), Layout("(4,3):(3,1)")
    picture = composition_picture(a, b)
    inner, outer, whole = picture.grids
    for r in range(4):
        for c in range(3):
            k = 3 * r + c  # B
            index = 4 * (k % 6) + k // 6  # A, mode 0 fastest
            assert inner.cells[r][c].lines == (str(k),)
            assert whole.cells[r][c].lines == (str(index),)
            assert inner.cells[r][c].fill == whole.cells[r][c].fill == outer.cells[k % 6][k // 6].fill
    assert {outer.cells[r][c].fill for r in range(6) for c in (2, 3)} == {"#eeeeee"}


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (Layout("(4,?):(8,1)"), "picture-dynamic"),
        (Layout("(4,4):(?,1)"), "picture-dynamic"),
        (Layout("(2,2,2,2,2):(1,2,4,8,16)"), "picture-rank"),
        ((4, 8), "picture-not-a-layout"),
    ],
)
def test_values_that_cannot_be_drawn_are_refused(value: object, name: str) -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        layout_picture(value)
    assert caught.value.name == name


def test_bands_of_a_cut_axis_stop_where_it_is_cut() -> None:
    assert [(b.start, b.span, b.label) for b in bands(Axis("", (4, 4), 16, 6))[0]] == [(0, 4, "0"), (4, 2, "1")]
