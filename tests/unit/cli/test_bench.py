"""`cutedsl bench`: the table, the JSON and the plots of a small run."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cutedsl.cli import main
from cutedsl.cli.bench import plots
from cutedsl.cli.benchmarks import timing as bench_timing
from cutedsl.cli.benchmarks.cases import OPS, numpy_cases, torch_cases
from cutedsl.cli.benchmarks.plot import bars


def test_one_operation_is_timed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "found" / "bench.json"
    assert (
        main(
            [
                "bench",
                "sum_rows",
                "--under-load",
                "--repeats",
                "2",
                "--json",
                str(report),
                "--svg",
                str(tmp_path / "svg"),
            ]
        )
        == 0
    )
    said = capsys.readouterr().out
    assert "sum_rows" in said and "256 x 256 f32" in said
    assert re.search(r"cutedsl [\d.]+ GB/s ±\d+%", said)
    rows = json.loads(report.read_text())["rows"]
    assert {"cutedsl", "NumPy"} <= {name for row in rows for name in row["results"]}
    for row in rows:
        for one in row["results"].values():
            assert one["rate"] == pytest.approx(row["work"] / one["median_us"] / 1e6)
    assert ElementTree.fromstring((tmp_path / "svg" / "sum_rows.svg").read_text()).tag.endswith("svg")


def test_a_report_is_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report, first, again = tmp_path / "bench.json", tmp_path / "first", tmp_path / "again"
    made = ["bench", "sum_rows", "cumsum", "--under-load", "--repeats", "2", "--json", str(report), "--svg", str(first)]
    assert main(made) == 0
    said = capsys.readouterr().out
    assert main(["bench", "--read", str(report), "--svg", str(again)]) == 0
    assert capsys.readouterr().out == said
    for name in ("sum_rows.svg", "cumsum.svg"):
        assert (first / name).read_text() == (again / name).read_text()
    assert main(["bench", "cumsum", "--read", str(report), "--json", str(tmp_path / "one.json")]) == 0
    assert {row["op"] for row in json.loads((tmp_path / "one.json").read_text())["rows"]} == {"cumsum"}


def test_a_file_that_is_no_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.json"
    for text in (None, "no JSON", "[1]", '{"cases": []}'):
        if text is not None:
            other.write_text(text)
        assert main(["bench", "--read", str(other)]) == 2
        assert "is not a file that --json wrote" in capsys.readouterr().err


def test_results_beside_clean_caches_are_drawn_too() -> None:
    found = {"cutedsl": {"rate": 1.0}}
    row = {"op": "sum_rows", "shape": "8 x 8 f32", "unit": "TB/s", "results": found, "results after reads": found}
    report = {"device": "a GPU", "versions": {"torch": "2.0"}, "date": "2026-01-02T00:00:00Z", "rows": [row]}
    words = [e.text for e in ElementTree.fromstring(plots(report)["sum_rows"]).iter() if e.tag.endswith("text")]
    assert "ops.sum along rows: TB/s, longer is faster" in words and "a GPU, torch 2.0, 2026-01-02" in words
    assert "8 x 8 f32" in words and "8 x 8 f32, caches clean" in words


def test_every_operation_has_cases_that_agree() -> None:
    torch = pytest.importorskip("torch")
    for op in OPS:
        case = next(iter(torch_cases(torch, op, "cpu")))
        assert case.op == op and case.work > 0
    for case in numpy_cases(pytest.importorskip("numpy"), "cumsum"):
        torch.testing.assert_close(case.run(), case.peers["NumPy"](), rtol=1e-3, atol=1e-3)


def test_an_operation_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "sofmax"]) == 2
    assert "softmax" in capsys.readouterr().err


def test_the_longest_bar_is_the_fastest() -> None:
    drawn = ElementTree.fromstring(bars("a < b", "TB/s", {"8 x 8": {"ours": 2.0, "theirs": 1.0}}))
    widths = [float(r.attrib["width"]) for r in drawn.iter() if r.tag.endswith("rect")]
    assert widths[3] == 2 * widths[4]


def test_a_peer_has_its_colour_in_every_plot() -> None:
    one, other = (bars("x", "TB/s", {"8": dict.fromkeys(names, 1.0)}) for names in (("a", "copy"), ("a", "b", "copy")))
    fills = [
        [r.attrib.get("fill") for r in ElementTree.fromstring(text).iter() if r.tag.endswith("rect")]
        for text in (one, other)
    ]
    assert fills[0][-1] == fills[1][-1]
    assert len(set(fills[1][-3:])) == 3


def test_nothing_is_compared_while_other_programs_compute(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stat = tmp_path / "stat"
    stat.write_text("cpu  0 0 0 100 0 0 0 0 0 0\ncpu0 1\n")
    monkeypatch.setattr(bench_timing, "_STAT", stat)
    monkeypatch.setattr(time, "sleep", lambda _: stat.write_text("cpu  60 0 30 110 0 0 0 0 0 0\ncpu0 1\n"))
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    assert main(["bench", "sum_rows"]) == 2
    assert "other programs use 3.6 of 4 processors; nothing is compared" in capsys.readouterr().err


def test_a_misspelt_operation_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "matmull"]) == 2
    assert "unknown: matmull; did you mean matmul?" in capsys.readouterr().err
