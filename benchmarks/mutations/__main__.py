"""`python -m benchmarks.mutations [FILE ...]`: how many mutants of the repository's kernels the checker finds.

A mutant changes behaviour if a test of it fails, plainly or in one of four orders of its warps (a wrong result, a
fault, a hang), or if a checked run reports that it breaks a rule of the memory model: then some GPU may run it wrongly,
though the CPU does not. It is found if a checked run reports something, rightly if the report names a line of the
function that was changed or of one that works with it. A mutant that is not a program any more counts neither way. Of
the others ("same") the results are what they were in every order that was run; `equivalent.py` says why of each of
these that deletes a barrier, a wait, a fence, an arrival or a commit, and without a reason it counts as missed.

Every result is kept in a folder; several processes may share the work, and a run that was ended is taken up again.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.mutations.kept import Kept
from benchmarks.mutations.mutants import Mutant, mutants
from benchmarks.mutations.reach import reach_of
from benchmarks.mutations.trial import trial
from benchmarks.mutations.verdict import row_of
from benchmarks.record import ROOT, write_result

FOLDERS: Final = (
    *("examples", "examples/gemm", "examples/attention", "examples/softmax", "tests/kernels", "src/cutedsl/ops"),
)


def main() -> None:
    """Tries all mutants of the files, prints a table, and writes `benchmarks/results/mutations.json`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="default: the examples, tests/kernels and the library")
    parser.add_argument("--kind", action="append", help="only mutants of this kind")
    parser.add_argument("--so-far", action="store_true", help="try nothing more; write what is there")
    parser.add_argument("--state", type=Path, help="the folder of results, which later runs and other processes use")
    options = parser.parse_args()
    files = options.files or [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.py"))]
    with tempfile.TemporaryDirectory() as folder:
        state = options.state or Path(folder)
        state.mkdir(parents=True, exist_ok=True)
        wanted = [(path, one) for path, one in _all(files) if options.kind is None or one.kind in options.kind]
        rows = _tried([] if options.so_far else wanted, wanted, Kept(state), state)
    for line in summary(rows):
        print(line)
    if (options.so_far or len(rows) == len(wanted)) and not options.files and options.kind is None:
        print(write_result("mutations", rows, mutants=len(wanted), tried=len(rows), summary=summary(rows)))


def _all(files: list[Path]) -> Iterator[tuple[Path, Mutant]]:
    for path in files:
        for mutant in mutants(path.read_text(encoding="utf-8")):
            yield path.resolve(), mutant


def _tried(
    asked: list[tuple[Path, Mutant]], wanted: list[tuple[Path, Mutant]], kept: Kept, state: Path
) -> list[dict[str, object]]:
    """Tries what is asked for; a row for each wanted mutant that was tried, now or before."""
    for source, mutant in sorted(asked, key=lambda one: kept.name_of(*one)):  # any part is a fair sample
        if kept.take(source, mutant):
            library = source.is_relative_to(ROOT / "src")
            kept.put(source, mutant, trial(source, mutant, reach_of(state if library else None)))
            print(_line(row_of(source, mutant, kept.get(source, mutant))), flush=True)
    return [row_of(source, mutant, found) for source, mutant in wanted if (found := kept.get(source, mutant))]


def _line(row: dict[str, object]) -> str:
    said = ", ".join(row["found"]) if isinstance(row["found"], list) and row["found"] else row["changed"]
    deleted = str(row["deleted"]).splitlines()[0][:60]
    return f"{row['verdict']:9} {row['kind']:9} {row['file']}:{row['line']}: {deleted}: {said}"


def summary(rows: list[dict[str, object]]) -> list[str]:
    """The counts by kind, and of those that change behaviour the share that is found at a right line."""
    lines = []
    for kind in [*dict.fromkeys(row["kind"] for row in rows), "all"]:
        counts = Counter(row["verdict"] for row in rows if kind in (row["kind"], "all"))
        changing = counts["found"] + counts["elsewhere"] + counts["missed"]
        share = f"{100 * counts['found'] / changing:.1f} %" if changing else "-"
        others = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()) if name != "found")
        lines.append(
            f"{kind:9} {counts.total():4} mutants, {changing:4} change behaviour, found {counts['found']:4} = {share}"
            f" ({others or 'no others'})"
        )
    return lines


if __name__ == "__main__":
    main()
