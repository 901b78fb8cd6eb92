"""A checked run's report as versioned JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, Final

from cutedsl.checker.findings import Finding, Report
from cutedsl.errors.catalogue import CATALOGUE

VERSION: Final = 2
"""Increased when a field is removed or changes its meaning."""


def report_json(report: Report) -> str:
    """The report as one JSON object, with the fields of `docs/schemas/check_report.schema.json`.

    **Units**: lines count from 1, columns in characters from 0, `end_col` one past the last.

    >>> json.loads(report_json(Report()))["findings"]
    []
    """
    content = {
        "version": VERSION,
        "launches": report.launches,
        "apart": report.apart,
        "repeated": report.repeated,
        "plain": report.plain,
        "unchecked": {kernel: asdict(cut) for kernel, cut in report.unchecked.items()},
        "ended": report.ended,
        "orders": report.orders,
        "findings": [_finding(finding) for finding in report.findings],
        "counts": [asdict(count) for count in report.counts],
    }
    return json.dumps(content, indent=2)


def _finding(finding: Finding) -> dict[str, Any]:
    entry = CATALOGUE[finding.kind]
    return {**asdict(finding), "title": entry.title, "fix": finding.fix or entry.fix}
