"""Typed layouts and operations: what they mean, the steps that are told, and the errors."""

from __future__ import annotations

import subprocess
import sys
from urllib.parse import parse_qs

import pytest

from cutedsl.cli import main
from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import ComposedLayout, Layout, Swizzle, is_static, size
from cutedsl.viz.formats.notebook import layout_svg, register_displays
from cutedsl.viz.operations import OPERATIONS, take_step
from cutedsl.viz.pages import answer, static_page
from cutedsl.viz.view import View

A = Layout("(4,8):(8,1)")


def image(layout: Layout | ComposedLayout) -> list[int]:
    return [layout(i) for i in range(size(layout))]


@pytest.mark.parametrize(
    ("name", "text", "result"),
    [
        ("compose", "(4,2):(2,1)", "((2,2),2):((16,1),8)"),
        ("compose", "(2,4)", "(2,4):(8,1)"),
        ("divide", "(2,4)", "((2,2),(4,2)):((8,16),(1,4))"),
        ("divide", "[2:2;_]", "((2,2),8):((16,8),1)"),
        ("zipped-divide", "(2,4)", "((2,4),(2,2)):((8,1),(16,4))"),
        ("tiled-divide", "(2,4)", "((2,4),2,2):((8,1),16,4)"),
        ("flat-divide", "(2,4)", "(2,4,2,2):(8,1,16,4)"),
        ("blocked-product", "(2,2):(2,1)", "((4,2),(8,2)):((8,64),(1,32))"),
        ("flatten", "", "(4,8):(8,1)"),
        ("group", "0,2", "((4,8)):((8,1))"),
        ("select", "1,0", "(8,4):(1,8)"),
        ("slice", "(_,2)", "(4):(8)"),
        ("swizzle", "1,0,3", "S<1,0,3> o 0 o (4,8):(8,1)"),
        ("swizzle", "S<1,0,3>", "S<1,0,3> o 0 o (4,8):(8,1)"),
        ("recast", "32,16", "(4,16):(16,1)"),
    ],
)
def test_each_operation_gives_its_layout(name: str, text: str, result: str) -> None:
    assert str(take_step(A, name, text).after) == result


def test_operations_without_an_argument() -> None:
    assert str(take_step(Layout("(2,(1,6)):(1,(6,2))"), "coalesce", "").after) == "12:1"
    assert image(take_step(A, "right-inverse", "").after) == [A.get_1d_coord(i) for i in range(32)]
    gaps = take_step(Layout("4:2"), "complement", "").after
    assert sorted(2 * i + gaps(j) for i in range(4) for j in range(size(gaps))) == list(range(4 * size(gaps)))


def test_every_operation_takes_its_own_hint() -> None:
    for operation in OPERATIONS.values():
        step = take_step(Layout("(4,8):(1,4)"), operation.name, operation.hint)
        assert is_static(step.after) and operation.function.split("_")[0] in step.call + "swizzle make"


def test_stages_explain_a_division() -> None:
    start, step = View("(4,8):(8,1)", (("divide", "(2,4)"),)).stages()
    assert start.result == "(4,8):(8,1)"
    assert step.title == "Step 1: logical_divide(A, (2,4))"
    assert step.explanation == (
        "mode 0: the tile is B = 2:1; the rest is complement(B, 4) = 2:2.",
        "mode 0: tile 4:8 o 2:1 = 2:8",
        "mode 0: rest 4:8 o 2:2 = 2:16",
        "mode 1: the tile is B = 4:1; the rest is complement(B, 8) = 2:4.",
        "mode 1: tile 8:1 o 4:1 = 4:1",
        "mode 1: rest 8:1 o 2:4 = 2:4",
    )
    assert dict(step.facts) == {
        "size": "32",
        "cosize": "32",
        "rank": "2",
        "depth": "2",
        "one to one": "yes",
        "gaps": "none",
    }


def test_stages_explain_a_product_and_a_composition() -> None:
    (_, product) = View("(2,2):(2,1)", (("product", "3:1"),)).stages()
    assert product.explanation == (
        "A: copies of (2,2):(2,1) fit at complement(A, size(A) * cosize(B) = 12) = 3:4.",
        "A: arranged by B, 3:4 o 3:1 = 3:4",
    )
    (_, composition) = View("(6,2):(8,2)", (("compose", "(4,3):(3,1)"),)).stages()
    assert composition.explanation[1:] == ("A: (6,2):(8,2) o 4:3 = (2,2):(24,2)", "A: (6,2):(8,2) o 3:1 = 3:8")
    assert len(composition.picture.grids) == 3


def test_facts_see_repeats_and_gaps() -> None:
    assert dict(View("(4,2):(0,3)").stages()[0].facts)["one to one"] == "no"
    assert dict(View("(4,2):(0,3)").stages()[0].facts)["gaps"] == "some"
    assert dict(View("(4,2):(1,3)").stages()[0].facts) | {"one to one": "no", "gaps": "none"} == dict(
        View("(4,2):(1,3)").stages()[0].facts
    )


def test_drawings_of_the_result() -> None:
    (threads,) = View("(4,2):(1,4)", (), "tv", "(4,2)").stages()
    assert threads.picture.grids[0].cells[3][1].lines == ("T3", "V1")
    (conflicts,) = View("32:2", (), "conflicts", bits=32).stages()
    assert "2 passes" in conflicts.picture.grids[0].title
    start, step, banks = View("(8,32):(32,1)", (("swizzle", "3,2,3"),), "banks", bits=32).stages()
    assert len(banks.picture.legend) == 32 and banks.result == step.result != start.result


def test_a_view_survives_its_address() -> None:
    view = View("S<3,3,3> o 0 o (8,64):(64,1)", (("divide", "[(2,2):(4,1);_]"), ("coalesce", "")), "banks", "", 32, 16)
    assert View.from_query(parse_qs(view.to_query(), keep_blank_values=True)) == view


@pytest.mark.parametrize(
    ("view", "name"),
    [
        (View("(4,8):(8"), "layout-text"),
        (View(""), "layout-text"),
        (View("(4,?):(8,1)"), "picture-dynamic"),
        (View("S<3,3,3>"), "picture-not-a-layout"),
        (View("(4,8)", (("split", "4"),)), "operation-unknown"),
        (View("(4,8)", (("divide", ""),)), "operation-argument"),
        (View("(4,8)", (("coalesce", "4"),)), "operation-argument"),
        (View("(4,8)", (("divide", "S<1,0,1>"),)), "operation-argument"),
        (View("(4,8)", (("group", "1"),)), "operation-argument"),
        (View("(4,8)", (("swizzle", "1,2"),)), "operation-argument"),
        (View("(4,8)", (("select", "_"),)), "operation-argument"),
        (View("(4,8)", (("slice", "(_,1@0)"),)), "operation-argument"),
        (View("(4,8)", (("divide", "(3,4,4)"),)), "rank-mismatch"),
        (View("(4,8)", (), "tv"), "picture-tile"),
        (View("(4,8)", (), "circles"), "operation-unknown"),
    ],
)
def test_errors_are_shown(view: View, name: str) -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        view.stages()
    assert caught.value.name == name
    assert answer(view)["name"] == name
    assert f"error[{name}]" in static_page(view)


def test_a_static_page_escapes_what_was_typed() -> None:
    page = static_page(View("<script>alert(1)</script>"))
    assert "<script" not in page and "&lt;script&gt;" in page


def test_a_layout_is_shown(capsys: pytest.CaptureFixture[str], tmp_path: object) -> None:
    target = f"{tmp_path}/out.svg"
    assert main(["show", "layout", "(4,8):(8,1)", "--divide", "(2,4)", "--coalesce", "--svg", target]) == 0
    out = capsys.readouterr().out
    assert out.index("logical_divide(A, (2,4))") < out.index("Step 2: coalesce(A)")
    assert " 3  24  25  26  27  28  29  30  31" in out
    with open(target, encoding="utf-8") as file:
        assert ">31</text>" in file.read()


def test_show_layout_draws_other_things(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "layout", "32:2", "--conflicts", "4", "--bits", "32"]) == 0
    assert "2 passes" in capsys.readouterr().out
    assert main(["show", "layout", "(4,2):(1,4)", "--tv", "(4,2)", "--latex"]) == 0
    assert capsys.readouterr().out.startswith(r"\documentclass")


def test_show_layout_reports_errors_as_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "layout", "(4,8):(8"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("error[layout-text]: cannot parse '(4,8):(8'") and "-->" not in err
    assert main(["show", "layout", "(4,8)", "--svg", "/nowhere/x.svg"]) == 1
    with pytest.raises(SystemExit) as caught:
        main(["show", "layout", "(4,8)", "--split", "4"])
    assert caught.value.code == 2


class Formatter:
    """Stands for IPython's SVG formatter: keeps what is registered."""

    def __init__(self) -> None:
        self.functions: dict[type, object] = {}

    def for_type(self, typ: type, func: object, /) -> None:
        self.functions[typ] = func


def test_notebooks_format_layouts() -> None:
    formatter = Formatter()
    register_displays(formatter)
    assert formatter.functions == {Layout: layout_svg, ComposedLayout: layout_svg}
    assert layout_svg(Layout("(4,?):(1,4)")) is None
    shown = layout_svg(ComposedLayout(Swizzle(1, 0, 3), 0, A))
    assert shown is not None and "banks" in shown


def fresh(code: str) -> subprocess.CompletedProcess[str]:
    """A program in a Python that has not loaded cutedsl."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=False)


def test_a_notebook_shows_layouts_after_import() -> None:
    pytest.importorskip("IPython")
    code = (
        "from IPython.core.interactiveshell import InteractiveShell as S\n"
        "f = S.instance().display_formatter; f.active_types = f.format_types\n"
        "import cutedsl, cutedsl.cute as cute\n"
        "print(f.format(cutedsl.Layout('(2,2):(2,1)'))[0]['image/svg+xml'][:4], cute.viz.__name__)"
    )
    done = fresh(code)
    assert done.stdout.split() == ["<svg", "cutedsl.cute.viz"]


def test_a_notebook_shows_atoms_and_tiled_operations() -> None:
    pytest.importorskip("IPython")
    code = (
        "from IPython.core.interactiveshell import InteractiveShell as S\n"
        "f = S.instance().display_formatter; f.active_types = f.format_types\n"
        "import cutedsl, cutedsl.cute as cute\n"
        "from cutedsl.cute.nvgpu import CopyUniversalOp, warp\n"
        "F16, F32 = cutedsl.Float16, cutedsl.Float32\n"
        "mma = cute.make_tiled_mma(warp.MmaF16BF16Op(F16, F32, (16, 8, 16)), (2, 2, 1))\n"
        "atom = cute.make_copy_atom(CopyUniversalOp(), F16, num_bits_per_copy=128)\n"
        "for one in (mma, mma.atom, mma.get_slice(0), atom, cute.make_tiled_copy_A(atom, mma)):\n"
        "    print(f.format(one)[0]['image/svg+xml'][:4])"
    )
    assert fresh(code).stdout.split() == ["<svg"] * 5
