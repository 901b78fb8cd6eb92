"""A report as text, JSON and SARIF."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cutedsl.checker import Finding, LineCount, Place, Report
from cutedsl.checker.report_json import report_json
from cutedsl.checker.report_sarif import report_sarif
from cutedsl.checker.report_text import report_text
from cutedsl.errors import Span
from cutedsl.errors.catalogue import CATALOGUE

SOURCE = "def kernel(x, s):\n    s[0] = x[0]\n    return s[1]\n"


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "part" / "kernel.py"
    file.parent.mkdir()
    file.write_text(SOURCE, encoding="utf-8")
    store, load = Span(str(file), 2, 4, 2, 8), Span(str(file), 3, 11, 3, 15)
    places = (Place(load, "reads", (1, 0, 0), 1, 3), Place(store, "was written", (1, 0, 0), 0, 7))
    found = Finding("deadlock", "two sides meet", places, tensor="s", layout="(64):(1)", coord="(5)", fix="Wait.")
    cost = LineCount("shared", load, "s", requests=2, units=64, ideal=2)
    report = Report([], [cost, LineCount("global", store, "x", 4, 16, 16)], launches=3)
    for _ in range(2):
        report.add(found)
    report.add(Finding("out-of-bounds", "nowhere", (Place(Span("<stdin>", 1, 0, 1, 0), ""),)))
    return report


def test_as_text(report: Report) -> None:
    assert (
        report_text(report)
        == f"""error[deadlock]: two sides meet
 --> part/kernel.py:3:12
  |
3 |     return s[1]
  |            ^^^^
 ::: part/kernel.py:2:5
  |
2 |     s[0] = x[0]
  |     ---- was written
  = note: `s`: (64):(1), coordinate (5)
  = note: seen 2 times
  = why: {CATALOGUE["deadlock"].why}
  = fix: Wait.
  = more: cutedsl explain deadlock

error[out-of-bounds]: nowhere
 --> <stdin>:1:1
  = why: {CATALOGUE["out-of-bounds"].why}
  = fix: {CATALOGUE["out-of-bounds"].fix}
  = more: cutedsl explain out-of-bounds

part/kernel.py:3: `s` 32 passes over the banks a request, 1 at best

2 findings in 3 checked launches"""
    )


def test_as_json(report: Report) -> None:
    content = json.loads(report_json(report))
    assert {name: content[name] for name in ("version", "launches")} == {"version": 1, "launches": 3}
    first, second = content["findings"]
    assert (first["kind"], first["count"], first["coord"], first["fix"]) == ("deadlock", 2, "(5)", "Wait.")
    assert [(place["span"]["line"], place["warp"], place["lane"]) for place in first["places"]] == [
        (3, 1, 3),
        (2, 0, 7),
    ]
    assert second["fix"] == CATALOGUE["out-of-bounds"].fix
    assert content["counts"][0]["units"] == 64


def test_as_sarif(report: Report) -> None:
    log = json.loads(report_sarif(report, "1.2.3"))
    check_sarif(log)
    (run,) = log["runs"]
    first, second = run["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "part/kernel.py", "uriBaseId": "SRCROOT"}
    assert place["region"] == {"startLine": 3, "startColumn": 12, "endLine": 3, "endColumn": 16}
    assert first["relatedLocations"][0]["message"]["text"].startswith("was written")
    assert (first["occurrenceCount"], first["properties"]["tensor"]) == (2, "s")
    assert second["locations"][0]["physicalLocation"]["region"]["endColumn"] == 2


def test_an_empty_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert report_text(Report(launches=1)) == "no findings in 1 checked launch"
    check_sarif(json.loads(report_sarif(Report(), "1.2.3")))


def check_sarif(log: dict[str, Any]) -> None:
    """What SARIF 2.1.0 requires of the objects used here (sections 3.13 to 3.33)."""
    assert log["version"] == "2.1.0"
    for run in log["runs"]:
        driver = run["tool"]["driver"]
        assert driver["name"]
        assert len({rule["id"] for rule in driver["rules"]}) == len(driver["rules"])
        assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
        assert all(base["uri"].endswith("/") for base in run["originalUriBaseIds"].values())
        for result in run["results"]:
            assert result["message"]["text"]
            assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
            assert result["level"] in ("none", "note", "warning", "error")
            assert result["occurrenceCount"] >= 1
            ids = [place["id"] for place in result["relatedLocations"]]
            assert len(set(ids)) == len(ids)
            for place in (*result["locations"], *result["relatedLocations"]):
                check_place(place["physicalLocation"], run["originalUriBaseIds"])


def check_place(place: dict[str, Any], bases: dict[str, Any]) -> None:
    file, region = place["artifactLocation"], place["region"]
    assert file["uri"]
    assert " " not in file["uri"]
    assert file.get("uriBaseId", "SRCROOT") in bases
    start, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
    assert (1, 1) <= start < end
