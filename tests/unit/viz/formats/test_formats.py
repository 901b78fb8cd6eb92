"""Every format writes every picture, and what is drawn can be read: no overlaps, nothing clipped, enough contrast."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import Layout, make_identity_layout, parse_layout
from cutedsl.viz import (
    Picture,
    before_after_picture,
    composition_picture,
    layout_picture,
    print_latex,
    print_latex_tv,
    render_layout_svg,
    render_swizzle_layout_svg,
    render_tv_layout_svg,
    swizzle_picture,
)
from cutedsl.viz.colours import bank_colour, conflict_colour, index_colour, ink, luminance, thread_colour
from cutedsl.viz.formats.scene import Rect, Words, place, text_width
from scripts.render_gallery import EXHIBITS, FOLDER, main, picture_of

ROOT = Path(__file__).resolve().parents[4]
A = Layout("(4,8):(8,1)")
PICTURES = {exhibit.name: picture_of(exhibit) for exhibit in EXHIBITS} | {
    "large": layout_picture(Layout("(64,64):(4096,3)")),
    "identity": layout_picture(make_identity_layout((3, 12))),
    "deep": layout_picture(Layout("((2,3,2,2),((2,2),3)):((1,2,6,12),((24,48),96))")),
    "flat": before_after_picture(A, A.flat_divide((2, 4)), "flat_divide(A, (2,4))"),
    "wide": swizzle_picture(parse_layout("S<3,3,3> o 0 o (8,64):(64,1)")),
    "rank-0": layout_picture(Layout((), ())),
    "wide-chain": composition_picture(Layout("(8,64):(64,1)"), Layout("(4,64):(8,1)")),
}


@pytest.mark.parametrize("name", PICTURES)
def test_texts_neither_overlap_nor_leave_the_page(name: str) -> None:
    scene = place(PICTURES[name])
    boxes: list[tuple[float, float, float, float, str]] = []
    for words in [shape for shape in scene.shapes if isinstance(shape, Words)]:
        length, height = text_width(words.text, words.size), words.size * 0.9
        wide, high = (height, length) if words.vertical else (length, height)
        left = words.x if words.anchor == "start" else words.x - wide / 2
        boxes.append((left, words.y - high / 2, left + wide, words.y + high / 2, words.text))
    for left, top, right, bottom, text in boxes:
        assert left >= 0 and top >= 0, text
        assert right <= scene.width + 0.5 and bottom <= scene.height, text
    # Sorted by their top, a box can only meet those that start before it ends.
    boxes.sort(key=lambda box: box[1])
    for k, one in enumerate(boxes):
        for other in boxes[k + 1 :]:
            if other[1] >= one[3]:
                break
            assert one[2] <= other[0] + 0.5 or other[2] <= one[0] + 0.5, f"{one[4]!r} on {other[4]!r}"


def test_64_by_64_is_legible() -> None:
    scene = place(PICTURES["large"])
    cells = [shape for shape in scene.shapes if isinstance(shape, Rect)]
    texts = [shape for shape in scene.shapes if isinstance(shape, Words)]
    assert len(cells) == 4096
    assert min(words.size for words in texts) >= 9
    assert "258237" in [words.text for words in texts]  # 63 * 4096 + 63 * 3, the longest label, in full
    assert all(cell.width >= text_width("258237", 10) for cell in cells)


def test_ink_is_read_on_every_colour() -> None:
    fills = [index_colour(i, 0, 255) for i in range(256)] + [thread_colour(t, 128) for t in range(128)]
    fills += [bank_colour(b, 32) for b in range(32)] + [conflict_colour(d) for d in range(32)]
    for fill in fills:
        light, dark = sorted([luminance(fill), luminance(ink(fill))], reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, fill  # WCAG 2.2, AA


@pytest.mark.parametrize("name", PICTURES)
def test_svg_is_well_formed_and_holds_every_label(name: str) -> None:
    picture = PICTURES[name]
    root = ElementTree.fromstring(picture.svg())
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    wanted = [line for grid in picture.grids for row in grid.cells for cell in row for line in cell.lines if line]
    for label in set(wanted):
        assert texts.count(label) >= wanted.count(label)
    assert root.attrib["role"] == "img"
    assert root.find("{http://www.w3.org/2000/svg}title") is not None


@pytest.mark.parametrize("name", PICTURES)
def test_latex_is_balanced_and_ascii(name: str) -> None:
    text = PICTURES[name].latex()
    assert text.isascii()
    plain = re.sub(r"\\[{}]", "", text)
    assert plain.count("{") == plain.count("}")
    assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}") == 1
    used, defined = set(re.findall(r"\bc[0-9a-f]{6}\b", text)), set(re.findall(r"definecolor{(c\w+)}", text))
    assert used == defined


def test_latex_escapes_what_tex_reads() -> None:
    text = layout_picture(A, title=r"a_b {50%} #1 & \x $y^2~ <z>").latex()
    assert r"a\_b \{50\%\} \#1 \& \textbackslash{}x \$y\textasciicircum{}2\textasciitilde{}" in text


def test_print_latex_writes_colours_and_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    print_latex(A, title="rows")
    assert capsys.readouterr().out == layout_picture(A, title="rows").latex()
    print_latex_tv(Layout("(4,2):(1,4)"), (4, 2), title="tv", axis_labels=("X", "Y"), palette=["#aabbcc"])
    out = capsys.readouterr().out
    assert r"\definecolor{caabbcc}{HTML}{AABBCC}" in out and "{X = 4}" in out and "{Y = 2}" in out


def test_print_latex_takes_colours_of_the_caller(capsys: pytest.CaptureFixture[str]) -> None:
    print_latex(A, color=lambda index: f"red!{index}" if index else "white")
    assert r"{HTML}{FFF2F2}" in capsys.readouterr().out  # 5 % of red
    asked: list[tuple[int, int]] = []

    def by_value(thread: int, value: int) -> str:
        asked.append((thread, value))
        return "blue!50!black" if value else "{rgb,255:red,16;green,32;blue,48}"

    tv = Layout("(4,2):(1,4)")
    print_latex_tv(tv, (4, 2), color=by_value, axis_labels=False)
    out = capsys.readouterr().out
    assert r"{HTML}{000080}" in out and r"{HTML}{102030}" in out and "{M = 4}" not in out
    assert sorted(set(asked)) == [(t, v) for t in range(4) for v in range(2)]
    print_latex_tv(tv, (4, 2), color=by_value, palette=lambda threads, values: lambda t, v: f"red!{threads * values}")
    assert r"{HTML}{FFEBEB}" in capsys.readouterr().out  # 8 % of red: the palette wins


@pytest.mark.parametrize("name", ["rainbow", "pastel", "white", "bw"])
def test_named_palettes_draw_each_thread(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_latex_tv(Layout("(4,2):(1,4)"), (4, 2), palette=name)
    fills = re.findall(r"\\fill\[(c\w+)\]", capsys.readouterr().out)
    assert len(set(fills)) == (1 if name == "white" else 4)


def test_print_latex_hands_the_drawing_on(capsys: pytest.CaptureFixture[str]) -> None:
    drawn: list[str] = []
    print_latex(A, render_func=drawn.append)
    print_latex_tv(Layout("(4,2):(1,4)"), (4, 2), render_func=drawn.append)
    assert capsys.readouterr().out == ""
    assert all(text.startswith(r"\begin{tikzpicture}") and text.endswith(r"\end{tikzpicture}") for text in drawn)


def test_text_for_terminals_is_laid_out() -> None:
    text = layout_picture(Layout("((2,2),4):((1,8),2)")).text(80).plain.splitlines()
    assert [line.rstrip() for line in text[3:]] == [
        "       0   1   2   3",
        " 0 0   0   2   4   6",
        "   1   1   3   5   7",
        "",
        " 1 0   8  10  12  14",
        "   1   9  11  13  15",
    ]


def test_terminal_text_fits_and_says_what_is_cut() -> None:
    picture = layout_picture(Layout("(2,64):(64,1)"))
    narrow = picture.text(60).plain.splitlines()
    assert max(map(len, narrow)) <= 60
    assert "Cut: columns 0 to 10 of 64 fit here." in narrow
    assert "Cut" not in picture.text(1000).plain


def test_terminal_colours_are_the_cells() -> None:
    console = Console(width=60, force_terminal=True, color_system="truecolor")
    with console.capture() as captured:
        console.print(layout_picture(Layout("(1,2):(0,1)")))
    red, green, blue = bytes.fromhex(index_colour(1, 0, 1)[1:])
    assert f"48;2;{red};{green};{blue}m" in captured.get()


def test_a_figure_of_matplotlib_is_saved(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = PICTURES["composition"]
    figure = picture.figure()
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert texts == [shape.text for shape in place(picture).shapes if isinstance(shape, Words)]
    picture.save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_the_error_names_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(DSLUserCodeError) as caught:
        layout_picture(A).figure()
    assert caught.value.name == "picture-needs-matplotlib"


def test_save_goes_by_the_ending(tmp_path: Path) -> None:
    picture = layout_picture(A)
    for ending, start in ((".svg", "<svg "), (".tex", r"\documentclass"), (".txt", "(4,8):(8,1)")):
        picture.save(tmp_path / f"a{ending}")
        assert (tmp_path / f"a{ending}").read_text(encoding="utf-8").startswith(start)
    with pytest.raises(DSLUserCodeError) as caught:
        picture.save(tmp_path / "a.bmp")
    assert caught.value.name == "picture-file-kind"


def test_the_names_that_programs_call(tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    tv = Layout("(4,2):(1,4)")
    for write, label in (
        (lambda: render_layout_svg(A, str(path)), ">31</text>"),
        (lambda: render_tv_layout_svg(tv, (4, 2), path), ">T3</text>"),
        (lambda: render_swizzle_layout_svg(parse_layout("S<1,0,1> o 0 o (2,2):(2,1)"), path), "S&lt;1,0,1&gt;"),
    ):
        write()
        assert label in path.read_text(encoding="utf-8")


def test_pictures_need_only_the_standard_library_for_svg() -> None:
    code = (
        "import sys; from cutedsl.layout import Layout; from cutedsl.viz import layout_picture\n"
        "layout_picture(Layout('(4,8):(8,1)')).svg()\n"
        "print([name for name in ('numpy', 'rich', 'matplotlib') if name in sys.modules])"
    )
    # The package's own __init__ may import numpy for other reasons; a bare parent keeps it out.
    bare = f"import sys, types; p = types.ModuleType('cutedsl'); p.__path__ = [{str(ROOT / 'src/cutedsl')!r}]\n"
    run = [sys.executable, "-c", bare + "sys.modules['cutedsl'] = p\n" + code]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == "[]\n"


def test_gallery_is_up_to_date(tmp_path: Path) -> None:
    main(tmp_path)
    fresh = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir() if path.is_file()}
    del kept["race.svg"], kept["products_sweep.svg"]  # of scripts/race_picture.py and benchmarks/gpu/sweep_picture.py
    assert kept == fresh, "run `python scripts/render_gallery.py`"


def test_neighbouring_threads_differ() -> None:
    for count in (8, 32, 128):
        assert all(a != b for a, b in pairwise([thread_colour(t, count) for t in range(count)]))


def test_notebooks_show_pictures() -> None:
    picture: Picture = layout_picture(A)
    assert picture._repr_svg_() == picture.svg()
