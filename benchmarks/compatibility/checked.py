"""Checked runs of programs of others: the command, what the report says, and the table of findings."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from benchmarks.compatibility.manifest import HERE, Program

TABLE = HERE / "checked.csv"
"""A row for each program and finding, written by `python -m benchmarks.compatibility checked`."""
TRIAGE = HERE / "triage.csv"
"""By hand: kind and place of a finding, whether it is `true`, `intended` or `false`, and why."""
COLUMNS = ("id", "outcome", "seconds", "finding", "place", "cause")
BUDGET_S = 10
"""Seconds for which each kernel is checked; its other blocks run without checks."""
VERDICTS = ("true", "intended", "false")


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """What a checked run found: its kind, and the file and line that it points at first."""

    kind: str
    place: str


def arguments(program: Program, report: Path) -> list[str]:
    """What follows `cutedsl` in the command that runs a program checked to its end and leaves a report as SARIF."""
    if program.argv[:2] == ("-m", "pytest"):
        options = [f"--cutedsl-sarif={report}", f"--cutedsl-budget={BUDGET_S}"]
        return ["run", "--device", "cpu", "-m", "pytest", *options, *program.argv[2:]]
    return ["check", f"--sarif={report}", f"--budget={BUDGET_S}", "--keep-going", *program.argv]


def findings(report: Path, program: Program, work: Path) -> list[Finding] | None:
    """What a report says, with files as seen from the folder of programs; None without a report."""
    if not report.exists():
        return None
    results: list[dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))["runs"][0]["results"]
    return sorted({Finding(one["ruleId"], _place(one, program, work)) for one in results})


def _place(result: Mapping[str, Any], program: Program, work: Path) -> str:
    if not result["locations"]:
        return ""
    physical = result["locations"][0]["physicalLocation"]
    path = Path(unquote(physical["artifactLocation"]["uri"].removeprefix("file://")))
    inside = work / program.folder / path
    shown = inside.relative_to(work) if inside.is_relative_to(work) else path
    return f"{shown.as_posix()}:{physical['region']['startLine']}"


def triaged() -> dict[Finding, tuple[str, str]]:
    """The verdict on a finding and its reason. Errors: ValueError for a verdict that is none."""
    with TRIAGE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if unknown := {row["verdict"] for row in rows} - set(VERDICTS):
        raise ValueError(f"{TRIAGE.name} has unknown verdicts: {sorted(unknown)}")
    return {Finding(row["finding"], row["place"]): (row["verdict"], row["why"]) for row in rows}


def table() -> list[dict[str, str]]:
    """The recorded rows."""
    if not TABLE.exists():
        return []
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write_table(rows: Sequence[Mapping[str, object]]) -> None:
    """Replaces the rows of the programs that ran now, and keeps those of the others."""
    ran = {row["id"] for row in rows}
    both = [*(row for row in table() if row["id"] not in ran), *rows]
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(both, key=lambda row: [str(row[name]) for name in ("id", "finding", "place")]))
