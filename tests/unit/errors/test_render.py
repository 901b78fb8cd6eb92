"""The one layout of reports, character for character."""

from __future__ import annotations

import linecache
import os
from pathlib import Path

import pytest

from cutedsl.errors import Diagnostic, Span, render
from cutedsl.errors.render import shown_path

SOURCE = """@kernel
def total(x):
    acc = 0
    for i in range(8):
        acc = acc + x[i]
    y = f(
        acc)
\ts = "é漢", acc
"""


@pytest.fixture(autouse=True)
def cell() -> None:
    lines = [str(line) for line in SOURCE.splitlines(keepends=True)]
    linecache.cache["<cell>"] = (len(SOURCE), None, lines, "<cell>")


def test_a_whole_report_is_rendered() -> None:
    report = Diagnostic(
        "loop-type-changed",
        "`acc` is Int32 before the loop and Float32 at its end",
        Span("<cell>", 5, 8, 5, 24),
        notes=("two lines\nof a note",),
        also=((Span("<cell>", 3, 4, 3, 11), "first bound here"),),
        why="A loop keeps each variable in one type.",
        fix="Start from Float32(0).",
    )
    assert render(report) == (
        "error[loop-type-changed]: `acc` is Int32 before the loop and Float32 at its end\n"
        " --> <cell>:5:9\n"
        "  |\n"
        "5 |         acc = acc + x[i]\n"
        "  |         ^^^^^^^^^^^^^^^^\n"
        " ::: <cell>:3:5\n"
        "  |\n"
        "3 |     acc = 0\n"
        "  |     ------- first bound here\n"
        "  = note: two lines\n"
        "          of a note\n"
        "  = why: A loop keeps each variable in one type.\n"
        "  = fix: Start from Float32(0).\n"
        "  = more: cutedsl explain loop-type-changed"
    )


def test_gutter_is_as_wide_as_the_widest_line_number() -> None:
    linecache.cache["<long>"] = (0, None, ["a\n"] * 120, "<long>")
    text = render(Diagnostic("n", "m", Span("<long>", 7, 0, 7, 1), also=((Span("<long>", 110, 0, 110, 1), ""),)))
    assert text.splitlines()[1:9] == [
        "   --> <long>:7:1",
        "    |",
        "  7 | a",
        "    | ^",
        "   ::: <long>:110:1",
        "    |",
        "110 | a",
        "    | -",
    ]


def test_span_of_several_lines_is_marked_to_the_end_of_its_first() -> None:
    lines = render(Diagnostic("n", "m", Span("<cell>", 6, 8, 7, 9))).splitlines()
    assert lines[3:5] == ["6 |     y = f(", "  |         ^^"]


def test_tabs_and_wide_characters_keep_the_columns() -> None:
    lines = render(Diagnostic("n", "m", Span("<cell>", 8, 5, 8, 9))).splitlines()
    assert lines[3:5] == ['8 | \ts = "é漢", acc', "  | \t    ^^^^^"]


def test_span_without_columns_marks_the_statement() -> None:
    lines = render(Diagnostic("n", "m", Span("<cell>", 3, 0, 3, 0))).splitlines()
    assert lines[4] == "  |     ^^^^^^^"


def test_empty_span_has_one_mark() -> None:
    lines = render(Diagnostic("n", "m", Span("<cell>", 3, 8, 3, 8))).splitlines()
    assert lines[4] == "  |         ^"


def test_unknown_source_shows_the_place_alone() -> None:
    place = Span("<gone>", 9, 2, 9, 4)
    text = render(Diagnostic("n", "m", place, also=((place, "here"),), fix="f"))
    assert text == "error[n]: m\n --> <gone>:9:3\n ::: <gone>:9:3: here\n  = fix: f\n  = more: cutedsl explain n"


def test_paths_are_relative_below_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown_path(str(tmp_path / "a" / "k.py")) == os.path.join("a", "k.py")
    assert shown_path("k.py") == "k.py"
    assert shown_path(str(tmp_path) + "-other/k.py") == str(tmp_path) + "-other/k.py"
    assert shown_path("<stdin>") == "<stdin>"


@pytest.mark.parametrize("place", [(0, 0, 1, 0), (1, -1, 1, 0), (2, 0, 1, 0), (1, 5, 1, 4)])
def test_span_that_ends_before_it_starts_is_refused(place: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="a span runs"):
        Span("f", *place)
