"""A checked run's report as SARIF, the form in which code hosts and editors show results of analyses.

Source: OASIS, Static Analysis Results Interchange Format (SARIF) 2.1.0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from cutedsl.checker.findings import Finding, Place, Report
from cutedsl.checker.formats.text import replay, where
from cutedsl.errors import Span
from cutedsl.errors.catalogue import CATALOGUE
from cutedsl.errors.render import shown_path

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def report_sarif(report: Report, version: str) -> str:
    """The report as a SARIF log with one run; `version` is that of cutedsl.

    Files below the working directory are named relative to it, under the base `SRCROOT`.
    """
    kinds = sorted({finding.kind for finding in report.findings})
    numbers = {kind: number for number, kind in enumerate(kinds)}
    run = {
        "tool": {"driver": {"name": "cutedsl check", "version": version, "rules": [_rule(kind) for kind in kinds]}},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"SRCROOT": {"uri": Path.cwd().as_uri() + "/"}},
        "results": [_result(finding, numbers, report.orders) for finding in report.findings],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(kind: str) -> dict[str, Any]:
    entry = CATALOGUE[kind]
    return {
        "id": kind,
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": entry.why},
        "help": {"text": entry.fix},
        "defaultConfiguration": {"level": "error"},
    }


def _result(finding: Finding, numbers: Mapping[str, int], orders: Sequence[str]) -> dict[str, Any]:
    fix = finding.fix or CATALOGUE[finding.kind].fix
    known = [place for place in finding.places if place.span is not None]
    tensor = {"tensor": finding.tensor, "layout": finding.layout, "coord": finding.coord}
    again = replay(finding, orders)
    return {
        "ruleId": finding.kind,
        "ruleIndex": numbers[finding.kind],
        "level": "error",
        "message": {"text": ". ".join(filter(None, (finding.message, where(finding), fix, *again)))},
        "locations": [_location(place) for place in known[:1]],
        "relatedLocations": [
            {"id": number, "message": {"text": place.what}, **_location(place)}
            for number, place in enumerate(known[1:], start=1)
        ],
        "occurrenceCount": finding.count,
        "properties": {name: text for name, text in tensor.items() if text},
    }


def _location(place: Place) -> dict[str, Any]:
    assert place.span is not None
    who = _who(place)
    logical = {"logicalLocations": [{"name": who, "kind": "thread"}]} if who else {}
    return {
        "physicalLocation": {"artifactLocation": _artifact(place.span.file), "region": _region(place.span)},
        **logical,
    }


def _who(place: Place) -> str:
    """`block (1, 0, 0), warp 2, lane 7`, as far as it is known."""
    parts = (("block", place.block), ("warp", place.warp), ("lane", place.lane))
    return ", ".join(f"{name} {value}" for name, value in parts if value is not None)


def _artifact(file: str) -> dict[str, str]:
    if file.startswith("<"):
        return {"uri": file.strip("<>").replace(" ", "%20")}
    shown = Path(shown_path(file))
    return {"uri": shown.as_uri()} if shown.is_absolute() else {"uri": quote(shown.as_posix()), "uriBaseId": "SRCROOT"}


def _region(span: Span) -> dict[str, int]:
    """SARIF counts columns from 1; the end is one past the last, as ours."""
    return {
        "startLine": span.line,
        "startColumn": span.col + 1,
        "endLine": span.end_line,
        "endColumn": max(span.end_col + 1, span.col + 2 if span.end_line == span.line else 1),
    }
