"""The playground without a server: its JavaScript draws what the library draws, and the page works from a file."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from cutedsl.cli.kernels.accesses import kernel_accesses
from cutedsl.cli.play import play
from cutedsl.errors import DSLUserCodeError
from cutedsl.viz.operations import OPERATIONS
from cutedsl.viz.pages import (
    algebra_script,
    answer,
    page_choices,
    playground_file,
    recorded_accesses,
    static_data,
    typed_report,
)
from cutedsl.viz.pictures.instructions import instructions
from cutedsl.viz.play_examples import EXAMPLES
from cutedsl.viz.view import View
from tests.docs.programs import ROOT
from tests.play.drawn_views import views
from tests.products import long
from tests.website.browser import CHROMIUM, Browser

NODE = shutil.which("node") or shutil.which("nodejs")
needs_node = pytest.mark.skipif(NODE is None, reason="needs node (Debian package nodejs)")


def by_javascript(queries: Sequence[str], folder: Path) -> list[dict[str, object]]:
    """The answers of the page's script."""
    assert NODE is not None
    data = json.dumps({**page_choices([]), **static_data()})
    script = folder / "play.js"
    ask = 'const asked = JSON.parse(require("fs").readFileSync(0)); console.log(JSON.stringify(asked.map(answer)));'
    script.write_text(f"const DATA = {data};\n{algebra_script()}\n{ask}\n", encoding="utf-8")
    done = subprocess.run([NODE, script], input=json.dumps(queries), capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def by_library(query: str) -> dict[str, object]:
    try:
        found = answer(View.from_query(parse_qs(query, keep_blank_values=True)))
    except DSLUserCodeError as error:
        return {"error": typed_report(error), "name": error.name}
    return json.loads(json.dumps(found))


def check(queries: Sequence[str], folder: Path) -> list[dict[str, object]]:
    """Both answers are one and the same: results, explanations, facts, every byte of each picture, error reports."""
    answers = by_javascript(queries, folder)
    for query, found in zip(queries, answers, strict=True):
        assert found == by_library(query), query
    return answers


@needs_node
@pytest.mark.parametrize("seed", [0, long(1), long(2)])
def test_drawn_views_agree(seed: int, tmp_path: Path) -> None:
    drawn = views(seed, 90)
    answers = check([view.to_query() for view in drawn], tmp_path)
    assert sum("stages" in one for one in answers) > 30
    assert len({one["name"] for one in answers if "name" in one}) > 8
    assert {name for view in drawn for name, _ in view.steps} <= {*OPERATIONS, "twist"}


@needs_node
def test_examples_and_instructions_agree(tmp_path: Path) -> None:
    small = [name for name in instructions() if not any(size in name for size in ("m64n16", "m64n32", "m64n64"))]
    some = [*small[::9], "wgmma.m64n16k16.f32.f16.f16.ra"]
    drawn = [view for _, view in EXAMPLES]
    drawn += [View("", drawing="instruction", instruction=name) for name in [*some, "SM75_U32x4_LDSM_N"]]
    drawn += [
        View("", drawing="access", lanes=text, access_bytes=4) for text in ("0,128,4", "0, 64", "", "a", "2", "0," * 40)
    ]
    answers = check([view.to_query() for view in drawn], tmp_path)
    assert all("stages" in one for one in answers[: len(EXAMPLES) + len(some) + 1])
    (unknown,) = check(["drawing=instruction&instruction=mma.m1"], tmp_path)
    assert unknown["name"] == "operation-unknown"


@needs_node
def test_layouts_that_the_page_cannot_draw_are_errors(tmp_path: Path) -> None:
    dynamic, large = by_javascript(["layout=(?,4):(4,1)", "layout=(9007199254740993,2):(1,2)"], tmp_path)
    assert dynamic["name"] == "picture-dynamic"
    assert large["name"] == "integer-overflow" and "cutedsl play" in str(large["error"])


@pytest.fixture(autouse=True)
def whole_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that run programs change torch and the environment of the whole process: not of the tests'."""
    monkeypatch.setattr("cutedsl.cli.program.install", lambda settings: None)


def test_the_accesses_of_the_example_are_those_of_a_checked_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_TARGET", "cpu")
    found = kernel_accesses(str(ROOT / "examples" / "transposes.py"))
    assert found == recorded_accesses()
    passes = {(one["kernel"].split()[0], one["passes"]) for one in recorded_accesses()}
    assert passes == {
        ("transpose_plain", 1),
        ("transpose_plain", 32),
        ("transpose_padded", 1),
        ("transpose_swizzled", 1),
    }


ENDLESS = """
import numpy as np

import cutedsl.cute as cute


@cute.kernel
def kernel(x: cute.Tensor):
    while x[1] >= 0.0:
        x[0] = x[0] + 1.0


@cute.jit
def run(x: cute.Tensor):
    kernel(x).launch(grid=1, block=1)


run(np.zeros(4, np.float32))
"""


def test_a_kernel_that_does_not_end_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CUTEDSL_TARGET", "cpu")
    monkeypatch.setenv("CUTEDSL_TIMEOUT_S", "0.2")
    program = tmp_path / "endless.py"
    program.write_text(ENDLESS, encoding="utf-8")
    assert kernel_accesses(str(program)) == []
    said = capsys.readouterr().err
    assert f"runs {program} checked" in said
    assert "error[launch-timeout]: block (0, 0, 0) has not ended after 0.2 s" in said


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "play.html"
    assert play(["--file", str(file)]) == 0
    page = file.read_text(encoding="utf-8")
    assert page == playground_file() and "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert play(["--file", str(tmp_path / "none" / "play.html")]) == 1
    assert play([str(tmp_path / "none.py")]) == 1
    assert "there is no file" in capsys.readouterr().err


# -- in Chromium -----------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory):
    if CHROMIUM is None:
        pytest.skip("needs Chromium (Debian package chromium)")
    with Browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "play.html"
    file.write_text(playground_file(), encoding="utf-8")
    return file.as_uri()


def test_a_picture_is_redrawn_while_one_types(browser: Browser, url: str) -> None:
    browser.open(url, 1200, 900)
    browser.wait("document.querySelectorAll('svg').length == 1")
    browser.value(
        "const f = document.getElementById('layout'); f.value = '(2,3):(3,1)'; f.dispatchEvent(new Event('input'));"
    )
    browser.wait("document.querySelector('.result').textContent == '(2,3):(3,1)'")
    assert "layout=%282%2C3%29" in browser.value("location.hash")
    browser.value("f.value = '(2,3'; f.dispatchEvent(new Event('input'));")
    browser.wait("document.getElementById('error').textContent.startsWith('error[layout-text]')")
    assert browser.value("document.querySelectorAll('svg').length") == 1  # the last one stays


def test_examples_instructions_and_accesses_can_be_chosen(browser: Browser, url: str) -> None:
    browser.open(url + "#drawing=instruction&instruction=ldmatrix.x4", 1200, 900)
    browser.wait("document.querySelector('h2')?.textContent == 'ldmatrix.x4'")
    assert (
        browser.value("document.getElementById('family').value + ' ' + document.getElementById('member').value")
        == "ldmatrix ldmatrix.x4"
    )
    choose = "const s = document.getElementById('{}'); s.value = '{}'; s.dispatchEvent(new Event('change'));"
    browser.value("{" + choose.format("drawing", "access") + "}")
    browser.wait("document.querySelector('svg desc')?.textContent.includes('32 passes')")
    assert browser.value("document.querySelector('tr.drawn code').textContent") == "gY[y, x] = tile[x, y]"
    title = [title for title, _ in EXAMPLES].index("Compose: follow B through A")
    browser.value("{" + choose.format("example", title) + "}")
    browser.wait("document.querySelectorAll('section.stage').length == 2")
    assert browser.value("document.getElementById('argument-1').value") == "(4,3):(3,1)"


@pytest.mark.parametrize(
    "query",
    ["", "#drawing=access&access=4&lanes=0%2C128%2C256", "#drawing=instruction&instruction=mma.m16n8k8.f32.f16.f16"],
)
def test_a_phone_shows_the_page_light_and_dark(browser: Browser, url: str, query: str) -> None:
    def background(dark: bool) -> int:
        browser.open(f"{url}{query}", 390, 844, dark=dark)
        browser.wait("document.querySelectorAll('svg').length == 1")
        assert browser.value("document.documentElement.scrollWidth") <= 390
        colour = browser.value("getComputedStyle(document.body).backgroundColor")
        return sum(int(float(part)) for part in colour[colour.index("(") + 1 : -1].split(",")[:3])

    assert background(dark=False) > 600
    assert background(dark=True) < 200
