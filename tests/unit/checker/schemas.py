"""What reports of checked runs must keep to: the JSON Schema in the documentation, and SARIF 2.1.0."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from cutedsl.checker import Report
from cutedsl.checker.formats.json import report_json
from cutedsl.checker.formats.sarif import report_sarif

# The GPU host that our runs are lent has no such package, and the modules that need it are left out there.
jsonschema: Any = pytest.importorskip("jsonschema")
_HERE: Final = Path(__file__).parent
_DOCUMENTED: Final = _HERE.parents[2] / "docs" / "schemas" / "check_report.schema.json"
OURS: Final[dict[str, Any]] = json.loads(_DOCUMENTED.read_text(encoding="utf-8"))
SARIF: Final[dict[str, Any]] = json.loads((_HERE / "sarif-2.1.0-used.schema.json").read_text(encoding="utf-8"))


def check_both(report: Report) -> None:
    """That both forms of a report are what their schemas say."""
    check_json(json.loads(report_json(report)))
    check_sarif(json.loads(report_sarif(report, "1.2.3")))


def check_json(content: object) -> None:
    """That a report is what the schema in the documentation says."""
    jsonschema.Draft202012Validator(OURS).validate(content)


def check_sarif(log: dict[str, Any]) -> None:
    """That a log keeps to the schema of SARIF 2.1.0, and to what the standard says besides (sections 3.13 to 3.33)."""
    jsonschema.Draft7Validator(SARIF).validate(log)
    for run in log["runs"]:
        driver = run["tool"]["driver"]
        assert len({rule["id"] for rule in driver["rules"]}) == len(driver["rules"])
        assert all(base["uri"].endswith("/") for base in run["originalUriBaseIds"].values())
        for result in run["results"]:
            assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
            ids = [place["id"] for place in result["relatedLocations"]]
            assert len(set(ids)) == len(ids)
            for place in (*result["locations"], *result["relatedLocations"]):
                check_place(place["physicalLocation"], run["originalUriBaseIds"])


def check_place(place: dict[str, Any], bases: dict[str, Any]) -> None:
    file, region = place["artifactLocation"], place["region"]
    assert file.get("uriBaseId", "SRCROOT") in bases
    start, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
    assert start < end
