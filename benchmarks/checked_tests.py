"""`make test-checked`, kept: the kernels of the tests and the examples, run checked; which of them are clean.

The tests of `tests/kernels` and `tests/unit/ops` run in parts of a few tests with `--cutedsl-check`, the examples under
`cutedsl check`, several at a time (`--jobs`). What ran is kept in a folder (`--state`), so that a run that was ended is
taken up again; a part counts for the sources that it ran with. One row for each file: how many tests passed, were
skipped (they need a GPU, say), failed, or were not run, and the seconds that they took, with the processes' start.

Run: `python -m benchmarks.checked_tests --jobs 2 --state FOLDER`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from itertools import groupby
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from benchmarks.record import ROOT, source_hash, write_result

FOLDERS: Final = ("tests/unit/ops", "tests/kernels")
EXAMPLES: Final = ("examples/*.py", "examples/gemm/*.py")
_TESTS: Final = 16
"""Tests of one part."""
_PART_S: Final = 600.0


@dataclass(frozen=True, slots=True)
class Part:
    """Some tests of a file, or an example, which has none."""

    file: str
    tests: tuple[str, ...] = ()

    def place(self, state: Path) -> Path:
        """Where its result is kept."""
        said = "\0".join((_sources(), self.file, *self.tests))
        return state / f"{hashlib.blake2b(said.encode(), digest_size=8).hexdigest()}.json"

    def run(self) -> dict[str, object]:
        """How many passed, were skipped and failed, the names of those that failed, and the seconds."""
        start = time.monotonic()
        counts, failed = self._tests() if self.tests else self._example()
        return {**counts, "failures": failed, "seconds": round(time.monotonic() - start, 2)}

    def _example(self) -> tuple[Counter[str], list[str]]:
        done = _process([sys.executable, "-m", "cutedsl", "check", self.file])
        return (Counter(passed=1), []) if done == 0 else (Counter(failed=1), [f"exit code {done}"])

    def _tests(self) -> tuple[Counter[str], list[str]]:
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.xml"
            _process([*_PYTEST, f"--junitxml={report}", *self.tests])
            cases = list(ElementTree.parse(report).iter("testcase")) if report.exists() else []
        counts, failed = Counter[str](), []
        for case in cases:
            kinds = {part.tag for part in case}
            outcome = "failed" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "passed"
            counts[outcome] += 1
            failed += [str(case.get("name"))] if outcome == "failed" else []
        if not cases:
            return Counter(failed=len(self.tests)), ["the process ended or took too long"]
        return counts, failed


_LOADED: Final = any(one.name == "cutedsl" for one in entry_points(group="pytest11"))
_PYTEST: Final = (
    *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "--cutedsl-check"),
    *(() if _LOADED else ("-p", "cutedsl.pytest_plugin")),
)


@cache
def _sources() -> str:
    return source_hash()


def _process(command: list[str]) -> int | None:
    try:
        quiet = subprocess.DEVNULL
        return subprocess.run(command, cwd=ROOT, stdout=quiet, stderr=quiet, timeout=_PART_S, check=False).returncode
    except subprocess.TimeoutExpired:
        return None


def parts() -> Iterator[Part]:
    """All parts, the library's tests first: these take longest."""
    command = [*_PYTEST, "--collect-only", *FOLDERS]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()
    names = [line for line in found if "::" in line and line.startswith("tests/")]
    for file, found_there in groupby(names, key=lambda name: name.partition("::")[0]):
        tests = tuple(found_there)
        yield from (Part(file, tests[at : at + _TESTS]) for at in range(0, len(tests), _TESTS))
    for pattern in EXAMPLES:
        for path in sorted(ROOT.glob(pattern)):
            if 'if __name__ == "__main__"' in path.read_text(encoding="utf-8"):
                yield Part(path.relative_to(ROOT).as_posix())


def main() -> None:
    """Runs what is left, and writes `benchmarks/results/checked_tests.json`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1, help="so many parts at a time")
    parser.add_argument("--state", type=Path, help="the folder of results, which later runs use")
    parser.add_argument("--within-s", type=float, default=float("inf"), help="begin no part after so many seconds")
    asked = parser.parse_args()
    end = time.monotonic() + asked.within_s
    with tempfile.TemporaryDirectory() as folder:
        state = asked.state or Path(folder)
        state.mkdir(parents=True, exist_ok=True)
        wanted = list(parts())

        def one(part: Part) -> None:
            place = part.place(state)
            if not place.exists() and time.monotonic() < end:
                result = part.run()
                place.write_text(json.dumps(result), encoding="utf-8")
                print(part.file, len(part.tests), json.dumps(result), flush=True)

        with ThreadPoolExecutor(asked.jobs) as pool:
            list(pool.map(one, wanted))
        rows = [_row(file, list(some), state) for file, some in groupby(wanted, key=lambda part: part.file)]
    print(write_result("checked_tests", rows, jobs=asked.jobs, summary=summary(rows)))
    print(*summary(rows), sep="\n")


def _row(file: str, some: list[Part], state: Path) -> dict[str, object]:
    row: Counter[str] = Counter()
    failures: list[str] = []
    seconds = 0.0
    for part in some:
        place = part.place(state)
        if not place.exists():
            row["not_run"] += len(part.tests) or 1
            continue
        found = json.loads(place.read_text(encoding="utf-8"))
        row.update({name: found.get(name, 0) for name in ("passed", "skipped", "failed")})
        failures += found["failures"]
        seconds += found["seconds"]
    counts = {name: row[name] for name in ("passed", "skipped", "failed", "not_run")}
    return {"file": file, **counts, "failures": failures, "seconds": round(seconds, 1)}


def summary(rows: list[dict[str, object]]) -> list[str]:
    """The counts of all, the files that are not whole, and those that took longest."""
    totals: Counter[str] = Counter()
    for row in rows:
        totals.update({name: int(str(row[name])) for name in ("passed", "skipped", "failed", "not_run")})
    whole = [row for row in rows if not row["failed"] and not row["not_run"]]
    said = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in totals.items())
    longest = sorted(rows, key=lambda row: -float(str(row["seconds"])))[:8]
    return [
        f"{len(whole)} of {len(rows)} files whole and clean: {said}",
        *(f"open: {row['file']}: {row['failed']} failed, {row['not_run']} not run" for row in rows if row not in whole),
        "longest: " + ", ".join(f"{row['file']} {row['seconds']} s" for row in longest),
    ]


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
