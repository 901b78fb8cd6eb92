"""`python -m benchmarks.mutations [FILE ...]`: how many mutants of the repository's kernels the checker finds.

A mutant changes behaviour if a test of it fails, plainly or in one of four orders of its warps (a wrong result, a
fault, a hang), or if a checked run reports that it breaks a rule of the memory model: then some GPU may run it wrongly,
though the CPU does not. It is found if a checked run reports something, rightly if the report names a line of the
function that was changed or of one that works with it. A mutant that is not a program any more counts neither way. Of
the others ("same") the results are what they were in every order that was run; `equivalent.py` says why of each of
these that deletes a barrier, a wait, a fence, an arrival or a commit, and without a reason it counts as missed.
A predicate that chooses between values ("value") changes what is computed and nothing else; shares are told with and
without these.

Every result is kept in a folder; several processes may share the work (`--jobs`), and a run that was ended is taken up
again. Mutants come in a fixed order in which every beginning is a fair sample: its kinds have the shares of the whole.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.mutations.children import in_processes
from benchmarks.mutations.kept import Kept
from benchmarks.mutations.mutants import Mutant, mutants
from benchmarks.mutations.reach import look, reach_of
from benchmarks.mutations.trial import trial, warm_up
from benchmarks.mutations.verdict import row_of
from benchmarks.record import ROOT, write_result

FOLDERS: Final = (
    *("examples", "examples/gemm", "examples/attention", "examples/softmax", "tests/kernels", "src/cutedsl/ops/**"),
)
WRONG: Final = ("nasty_kernels.py",)
"""Files of kernels whose bugs are what is tested."""
LIBRARY_TESTED: Final = ROOT / "src"
"""Files below it are run by the tests that reach them."""


def main() -> None:
    """Tries all mutants of the files, prints a table, and writes `benchmarks/results/mutations.json`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="default: the examples, tests/kernels and the library")
    parser.add_argument("--kind", action="append", help="only mutants of this kind")
    parser.add_argument("--so-far", action="store_true", help="try nothing more; write what is there")
    parser.add_argument("--state", type=Path, help="the folder of results, which later runs and other processes use")
    parser.add_argument("--jobs", type=int, default=1, help="so many processes share the work")
    parser.add_argument("--within-s", type=float, default=float("inf"), help="begin no mutant after so many seconds")
    options = parser.parse_args()
    end = time.monotonic() + options.within_s
    found = [path for folder in FOLDERS for path in sorted(ROOT.glob(f"{folder}/*.py")) if path.name not in WRONG]
    files = options.files or found
    with tempfile.TemporaryDirectory() as folder:
        state = options.state or Path(folder)
        state.mkdir(parents=True, exist_ok=True)
        wanted = [(path, one) for path, one in _all(files) if options.kind is None or one.kind in options.kind]
        kept = Kept(state)
        if not options.so_far:
            warm_up()
            if any(path.is_relative_to(LIBRARY_TESTED) for path, _ in wanted):
                in_processes(options.jobs, lambda number: look(state, number, options.jobs))
            in_processes(options.jobs, lambda _: _try(_fair(wanted, kept), kept, state, end))
        rows = [row_of(*one, found) for one in wanted if (found := kept.get(*one))]
    for line in summary(rows):
        print(line)
    if (options.so_far or len(rows) == len(wanted)) and not options.files and options.kind is None:
        print(write_result("mutations", rows, mutants=len(wanted), tried=len(rows), summary=summary(rows)))


def _all(files: list[Path]) -> Iterator[tuple[Path, Mutant]]:
    for path in files:
        for mutant in mutants(path.read_text(encoding="utf-8")):
            yield path.resolve(), mutant


def _fair(wanted: list[tuple[Path, Mutant]], kept: Kept) -> list[tuple[Path, Mutant]]:
    """The mutants in an order in which each kind is spread evenly, and drawn from all files."""
    kinds = Counter(mutant.kind for _, mutant in wanted)
    places: list[tuple[float, int]] = []
    seen: Counter[str] = Counter()
    for number in sorted(range(len(wanted)), key=lambda number: kept.name_of(*wanted[number])):
        kind = wanted[number][1].kind
        places.append(((seen[kind] + 0.5) / kinds[kind], number))
        seen[kind] += 1
    return [wanted[number] for _, number in sorted(places)]


def _try(asked: list[tuple[Path, Mutant]], kept: Kept, state: Path, end: float) -> None:
    """Tries what this process gets."""
    for source, mutant in asked:
        if time.monotonic() < end and kept.take(source, mutant):
            start = time.monotonic()
            library = source.is_relative_to(LIBRARY_TESTED)
            kept.put(source, mutant, trial(source, mutant, reach_of(state if library else None)))
            row = row_of(source, mutant, kept.get(source, mutant))
            print(f"{_line(row)} ({time.monotonic() - start:.1f} s)", flush=True)


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
        if counts["value"]:
            share += f", {100 * counts['found'] / (changing + counts['value']):.1f} % of all with those of values"
        others = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()) if name != "found")
        lines.append(
            f"{kind:9} {counts.total():4} mutants, {changing:4} change behaviour, found {counts['found']:4} = {share}"
            f" ({others or 'no others'})"
        )
    return lines


if __name__ == "__main__":
    main()
