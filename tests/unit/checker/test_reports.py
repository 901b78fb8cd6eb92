"""A report as text, JSON and SARIF."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cutedsl.checker import Finding, LineCount, Place, Report, checking
from cutedsl.checker.formats.json import report_json
from cutedsl.checker.formats.sarif import report_sarif
from cutedsl.checker.formats.text import report_text
from cutedsl.errors import Span
from cutedsl.errors.catalogue import CATALOGUE
from tests.unit.checker.planted.suite import CASES
from tests.unit.checker.schemas import OURS, SARIF, check_both, check_json, check_sarif, jsonschema

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


def test_a_report_is_written_as_text(report: Report) -> None:
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

part/kernel.py:3: `s` 32 passes over the banks per request, 1 at best

2 findings in 3 checked launches"""
    )


def test_a_report_is_written_as_json(report: Report) -> None:
    content = json.loads(report_json(report))
    check_json(content)
    assert {name: content[name] for name in ("version", "launches")} == {"version": 2, "launches": 3}
    first, second = content["findings"]
    assert (first["kind"], first["count"], first["coord"], first["fix"]) == ("deadlock", 2, "(5)", "Wait.")
    assert [(place["span"]["line"], place["warp"], place["lane"]) for place in first["places"]] == [
        (3, 1, 3),
        (2, 0, 7),
    ]
    assert second["fix"] == CATALOGUE["out-of-bounds"].fix
    assert content["counts"][0]["units"] == 64


def test_a_report_is_written_as_sarif(report: Report) -> None:
    log = json.loads(report_sarif(report, "1.2.3"))
    check_sarif(log)
    (run,) = log["runs"]
    first, second = run["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "part/kernel.py", "uriBaseId": "SRCROOT"}
    assert place["region"] == {"startLine": 3, "startColumn": 12, "endLine": 3, "endColumn": 16}
    assert first["relatedLocations"][0]["message"]["text"].startswith("was written")
    assert (first["occurrenceCount"], first["properties"]["tensor"]) == (2, "s")
    assert first["locations"][0]["logicalLocations"] == [{"name": "block (1, 0, 0), warp 1, lane 3", "kind": "thread"}]
    assert second["locations"][0]["physicalLocation"]["region"]["endColumn"] == 2


def test_an_empty_report_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert report_text(Report(launches=1)) == "no findings in 1 checked launch"
    check_sarif(json.loads(report_sarif(Report(), "1.2.3")))
    check_json(json.loads(report_json(Report())))


def test_costs_of_a_run_are_what_the_schemas_say() -> None:
    (case,) = (case for case in CASES if case.name == "last_block_without_fence")
    with checking(measure=True) as report:
        case.run(True)
    assert not report.clean
    check_both(report)


def test_the_schemas_are_schemas_and_refuse_what_is_wrong(report: Report) -> None:
    jsonschema.Draft202012Validator.check_schema(OURS)
    jsonschema.Draft7Validator.check_schema(SARIF)
    found: Any = json.loads(report_json(report))
    wrong = [{**found, "version": 1}, {**found, "findings": [{**found["findings"][0], "fix": ""}]}]
    wrong.append({**found, "findings": [{**found["findings"][0], "places": [{"span": None, "what": "reads"}]}]})
    for content in wrong:
        with pytest.raises(jsonschema.ValidationError):
            check_json(content)
    log = json.loads(report_sarif(report, "1.2.3"))
    log["runs"][0]["results"][0]["line"] = 3
    with pytest.raises(jsonschema.ValidationError):
        check_sarif(log)
