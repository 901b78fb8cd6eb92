"""`python -m tests.feature_table [--check]`: writes `docs/features.md` from the tests, or says that it is stale.

The CPU column says whether a test that runs without a GPU shows the feature. The GPU column says what a recorded run
on a GPU gave (`pytest -m gpu --require-gpu --gpu-record docs/gpu_run.json`), never what should be.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.features import FEATURES

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "features.md"
RECORD = ROOT / "docs" / "gpu_run.json"

YES, FAILED, NOT_YET, NOT_RUN, NO_TEST = "✔", "✘ failed", "not yet", "not run", "–"


@dataclass(frozen=True, slots=True)
class Shown:
    """A collected test: `name` is `file::function`, `parts` are the words of its parameters."""

    id: str
    name: str
    parts: frozenset[str]
    gpu: bool
    expected_to_fail: bool


class _Collector:
    """A pytest plugin that keeps what was collected."""

    def __init__(self) -> None:
        self.tests: list[Shown] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            name, _, parameters = item.nodeid.partition("[")
            marks = {mark.name for mark in item.iter_markers()}
            parts = frozenset(parameters.rstrip("]").split("-"))
            failing = bool(marks & {"skip", "xfail"})
            self.tests.append(Shown(item.nodeid, name, parts, "gpu" in marks, failing))


def collected(files: Sequence[str]) -> list[Shown]:
    """The tests of some files, with their marks; those too that only `make test-long` runs here, and each GPU run."""
    collector = _Collector()
    arguments = ["--collect-only", "--long", "-p", "no:cacheprovider", f"--rootdir={ROOT}", *files]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        code = pytest.main(arguments, plugins=[collector])
    if code != pytest.ExitCode.OK:
        raise SystemExit(f"{said.getvalue()}\nthe tests of the feature table cannot be collected: {code!r}")
    return collector.tests


def named(tests: Sequence[Shown], test: str) -> list[Shown]:
    """The tests that a row names; a row that names none is an error."""
    name, _, words = test.partition("[")
    wanted = set(words.rstrip("]").split("-")) - {""}
    found = [t for t in tests if t.name == name and wanted <= t.parts]
    if not found:
        raise SystemExit(f"tests/features.py names {test}, which is not a test")
    return found


def cpu_cell(tests: Sequence[Shown]) -> str:
    """Whether a test shows the feature where no GPU is; the suite fails if such a test fails."""
    here = [t for t in tests if not t.gpu and "eager" not in t.parts]
    if not here:
        return NO_TEST
    return NOT_YET if any(t.expected_to_fail for t in here) else YES


def gpu_cell(tests: Sequence[Shown], outcomes: dict[str, str]) -> str:
    """What the recorded run gave: `✔` only if each of the tests ran there and passed."""
    there = [t for t in tests if t.gpu]
    if not there:
        return NO_TEST
    ends = [outcomes.get(t.id, "missing") for t in there]
    if "failed" in ends:
        return FAILED
    return YES if all(end == "passed" for end in ends) else NOT_RUN


def page(tests: Sequence[Shown], record: dict[str, Any] | None) -> str:
    """The text of `docs/features.md`."""
    outcomes = {} if record is None else record["tests"]
    lines = [
        "# What works where",
        "",
        "Made by `python -m tests.feature_table` from the tests; a gate keeps it fresh.",
        f"**CPU**: the named test runs in every run of the suite, without a GPU. **GPU**: {_ran(record)}",
        f"`{NOT_RUN}`: a test exists, and no recorded run has it. `{NO_TEST}`: no test for this side.",
    ]
    for section, rows in FEATURES.items():
        lines += ["", f"## {section}", "", "| | CPU | GPU | shown by |", "|---|---|---|---|"]
        for feature, test in rows:
            found = named(tests, test)
            path, _, function = test.partition("::")
            cells = [feature, cpu_cell(found), gpu_cell(found, outcomes), f"[{function}](../{path})"]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _ran(record: dict[str, Any] | None) -> str:
    if record is None:
        return "no run on a GPU is recorded for these tests yet."
    return f"what the run of {record['date']} gave on {record['device']} (sources {record['sources']})."


def current() -> str:
    """The page as the tests and the record have it now."""
    files = sorted({test.partition("::")[0] for rows in FEATURES.values() for _, test in rows})
    record = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else None
    return page(collected(files), record)


def main(arguments: Sequence[str]) -> int:
    """Exit code 1 if `--check` finds the page stale."""
    text = current()
    if "--check" not in arguments:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if PAGE.read_text(encoding="utf-8") == text:
        return 0
    print("docs/features.md is stale; run `python -m tests.feature_table`")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
