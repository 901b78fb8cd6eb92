"""The README claims what the committed results and the checker's output show, no more."""

from __future__ import annotations

import json
import re
import statistics
from typing import Any

from scripts.race_picture import PICTURE, picture, report
from tests.docs.programs import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
ROWS: list[dict[str, Any]] = json.loads((ROOT / "benchmarks/results/ops_h200.json").read_text())["rows"]


def ratios(op: str, peer: str) -> list[float]:
    """Our rate over the peer's, for every shape of an operation."""
    return [row["results"]["cutedsl"]["rate"] / row["results"][peer]["rate"] for row in ROWS if row["op"] == op]


def claimed(pattern: str) -> tuple[float, float]:
    found = re.search(pattern.replace("RANGE", r"(\d\.\d\d) to (\d\.\d\d)"), README)
    assert found, pattern
    return float(found[1]), float(found[2])


def test_the_speeds_are_those_of_the_results() -> None:
    for pattern, op, peer in (
        ("Matrix products reach RANGE times the speed of cuBLAS", "matmul", "torch (cuBLAS)"),
        ("Softmax runs at RANGE times the rate of a plain copy", "softmax", "copy"),
    ):
        found = ratios(op, peer)
        assert claimed(pattern) == (round(min(found), 2), round(max(found), 2)), op


def rows_of(result: str) -> list[dict[str, Any]]:
    return json.loads((ROOT / "benchmarks" / "results" / result).read_text(encoding="utf-8"))["rows"]


def test_the_sweep_and_attention_are_those_of_the_results() -> None:
    ratios = [row["ratio_to_cublas"] for row in rows_of("gpu_products_sweep.json")]
    found = re.search(r"over (\d+) other shapes the median is (\d\.\d\d), the least \[(\d\.\d\d)\]", README)
    assert found is not None
    assert found.groups() == (str(len(ratios)), f"{statistics.median(ratios):.2f}", f"{min(ratios):.2f}")
    ranges: list[str] = []
    for direction in ("forward ", "backward "):
        rows = [row for row in rows_of("gpu_attention_rows.json") if row.get("row", "").startswith(direction)]
        reached = [row["ratio_to_cudnn"]["cutedsl"] for row in rows if "ratio_to_cudnn" in row]
        ranges.append(f"{min(reached):.2f} to {max(reached):.2f} times")
    assert (
        f"Attention reaches {ranges[0]} the speed of cuDNN [forward]" in README and f"{ranges[1]} backward." in README
    )


def test_the_page_on_cute_dsl_counts_as_the_lists_do() -> None:
    page = (ROOT / "docs/coming_from/cute_dsl.md").read_text(encoding="utf-8")
    here = re.search(r"^(\d+) of (\d+) are here", (ROOT / "docs/api.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert here is not None and f"| {here[1]} of the {here[2]} that public programs use" in page
    runs = re.findall(
        r"^\| NVIDIA H200[^|]*\| (\d+) \|", (ROOT / "docs/compatibility.md").read_text(encoding="utf-8"), re.M
    )
    assert runs and f"lists {runs[0]} public ones" in page


def test_the_cost_of_a_call_is_that_of_the_results() -> None:
    rows = json.loads((ROOT / "benchmarks/results/gpu_calls.json").read_text())["rows"]
    (call,) = [row for row in rows if row["call"] == "row sum, compiled"]
    assert f"costs {call['median_us']:.1f} µs on the host" in README


def test_the_table_of_attention_is_that_of_the_plot() -> None:
    page = (ROOT / "docs/attention.md").read_text(encoding="utf-8")
    rows = [row["results"] for row in ROWS if row["op"] == "attention"]
    wanted = [[f"{result[who]['rate']:.0f}" for who in ("cutedsl", "cuDNN", "torch's flash")] for result in rows]
    shown = re.findall(r"^\| \d+x\d+x\d+x\d+ \| \w+ \| (\d+) \| (\d+) \| (\d+) \|", page, re.MULTILINE)
    assert [list(row) for row in shown] == wanted


def test_the_picture_shows_what_the_checker_prints() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(report()), "run `python scripts/race_picture.py`"
