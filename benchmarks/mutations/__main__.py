"""`python -m benchmarks.mutations [FILE ...]`: how many mutants of the repository's kernels the checker finds.

A mutant counts if it changes behaviour: a plain run of it fails, or the checked run finds something. It is found if the
checked run reports it, rightly if the report names a line of the mutated file. The others compute what they should on
the CPU and break no rule that the checker knows ("same"), or no test here runs their kernel ("not run").
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Final

from benchmarks.mutations.mutants import Mutant, mutants
from benchmarks.mutations.trial import Trial, trial
from benchmarks.record import ROOT, write_result

FOLDERS: Final = ("examples", "examples/gemm", "tests/kernels")


def main() -> None:
    """Tries all mutants of the files, prints a table, and writes `benchmarks/results/mutations.json`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="default: the examples and tests/kernels")
    parser.add_argument("--kind", action="append", help="only mutants of this kind")
    options = parser.parse_args()
    files = options.files or [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.py"))]
    rows: list[dict[str, object]] = []
    for path in files:
        source = path.resolve()
        for mutant in mutants(source.read_text(encoding="utf-8")):
            if options.kind is None or mutant.kind in options.kind:
                rows.append(_row(source, mutant, trial(source, mutant)))
                print(_line(rows[-1]), flush=True)
    for line in summary(rows):
        print(line)
    if not options.files:
        print(write_result("mutations", rows))


def _row(source: Path, mutant: Mutant, result: Trial) -> dict[str, object]:
    return {
        "file": source.relative_to(ROOT).as_posix(),
        "line": mutant.line,
        "kind": mutant.kind,
        "deleted": mutant.deleted,
        "verdict": _verdict(result),
        "found": list(result.found),
        "changed": result.changed,
        "trouble": result.trouble,
    }


def _verdict(result: Trial) -> str:
    if result.found:
        return "found" if result.lines else "elsewhere"
    if result.changed:
        return "missed"
    return "same" if result.runs else "not run"


def _line(row: dict[str, object]) -> str:
    said = ", ".join(row["found"]) if isinstance(row["found"], list) and row["found"] else row["changed"]
    deleted = str(row["deleted"]).splitlines()[0][:60]
    return f"{row['verdict']:9} {row['kind']:9} {row['file']}:{row['line']}: {deleted}: {said}"


def summary(rows: list[dict[str, object]]) -> list[str]:
    """The counts by kind, and of those that change behaviour the share that is found at a line of the file."""
    lines = []
    for kind in [*dict.fromkeys(row["kind"] for row in rows), "all"]:
        counts = Counter(row["verdict"] for row in rows if kind in (row["kind"], "all"))
        changing = counts.total() - counts["same"] - counts["not run"]
        share = f"{100 * counts['found'] / changing:.1f} %" if changing else "-"
        lines.append(
            f"{kind:9} {counts.total():4} mutants, {changing:4} change behaviour, found {counts['found']:4} = {share}"
        )
    return lines


if __name__ == "__main__":
    main()
