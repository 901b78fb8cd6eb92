"""`python -m benchmarks.ledger`: what each optimisation gains on GPUs, on programs of others and on the library.

    pairs WORK      which programs each optimisation changes, and how many PTX instructions: it compiles, without a GPU
    times WORK      kernel times with all optimisations, and without each that changes the program; it needs a GPU

WORK is the folder that `python -m benchmarks.compatibility prepare` makes. `pairs` records what `times` reads: a
program whose code an optimisation does not change is not run without it. Programs of the library run without each.
Times are those of the profiler: the sum of a program's kernels' least ones. An optimisation stays if two programs gain
10 %. `times` runs several programs at a time with `--jobs`, which makes short kernels slower. What then gains or loses
10 % should be run again alone (`--only`).
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from benchmarks.compatibility.manifest import STAND_INS, Program, chosen
from benchmarks.compatibility.runner import Result, Runner
from benchmarks.compatibility.times import references
from benchmarks.gpu import library_program
from benchmarks.record import RESULTS, ROOT, write_result
from cutedsl.config import OPTIMISATIONS

GAIN: Final = 1.1
PAIRS: Final = "gpu_ledger_pairs"
NAMES: Final = tuple(name for name, meaning in OPTIMISATIONS.items() if not meaning.startswith("CPU"))
"""The optimisations that change code for GPUs."""
_LIBRARY: Final = "library"
_OF_THE_PROCESS: Final = ("late-sinking",)
"""Options of LLVM, which a process sets once."""
_COMPILE_S: Final = 300
_RUN_S: Final = 90
"""What one run may take; runs begin in the order of the list, as all may take the same."""


def main(arguments: Sequence[str]) -> int:
    """Exit code 0 if every program compiled, or ran."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("pairs", "times"))
    parser.add_argument("work", type=Path)
    parser.add_argument("--only", default="*", help="patterns of ids, with commas; those of the library begin with L_")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--within-s", type=float, default=float("inf"), help="end the whole run after so many seconds")
    parser.add_argument("--pairs", type=Path, default=RESULTS / f"{PAIRS}.json")
    parser.add_argument("--record", metavar="NAME", help="write benchmarks/results/NAME.json (or $OUT/NAME.json)")
    options = parser.parse_args(arguments)
    return _pairs(options) if options.command == "pairs" else _times(options)


def measured(only: str, work: Path) -> list[Program]:
    """The programs at hand that have a time of NVIDIA's compiler, or whose id is given."""
    table, _ = references()
    patterns = [one for one in only.split(",") if not one.startswith("L_")]
    found = chosen(",".join(patterns), "cuda", real_size=True) if patterns else []
    return [one for one in found if (one.id in table or one.id in patterns) and (work / one.folder).exists()]


# -- which programs an optimisation changes ----------------------------------------------------------------------------
def instructions(ptx: str) -> int:
    """How many instructions PTX text has."""
    return len(re.findall(r"^\t(?:@!?%\w+\s+)?[a-z][^\n]*;$", ptx, re.MULTILINE))


def _pairs(options: argparse.Namespace) -> int:
    programs = measured(options.only, options.work)
    with ThreadPoolExecutor(options.jobs) as pool:
        until = time.monotonic() + options.within_s
        found = list(pool.map(lambda one: _changes(options.work, one, until), programs))
    rows = [row for rows in found for row in rows or ()]
    missing = [one.id for one, rows in zip(programs, found, strict=True) if rows is None]
    for name in NAMES:
        print(f"{name}: changes {len({row['program'] for row in rows if row['without'] == name})} programs")
    print(f"{len(programs) - len(missing)} programs compiled; not {', '.join(missing) or 'one'}")
    if options.record:
        print(
            write_result(options.record, [{"compiled": [one.id for one in programs if one.id not in missing]}, *rows])
        )
    return 1 if missing else 0


def _changes(work: Path, program: Program, until: float) -> list[dict[str, object]] | None:
    """A row for each optimisation that changes a program; None if nothing of it compiled, or not until then."""
    with tempfile.TemporaryDirectory() as scratch:
        copy, ours = Path(scratch) / program.short, tuple(name for name in NAMES if name not in _OF_THE_PROCESS)
        shutil.copytree(work / program.short, copy, symlinks=True)
        found = _compiled(Path(scratch), program, ours, "", until)
        whole = {stem: text for stem, text in found.items() if "." not in stem}
        for name in _OF_THE_PROCESS if whole else ():
            less = _compiled(Path(scratch), program, (), name, until)
            found |= {f"{stem}.{name}": text for stem, text in less.items() if text != whole.get(stem)}
    rows: list[dict[str, object]] = []
    for name in NAMES:
        changed = {stem.partition(".")[0]: text for stem, text in found.items() if stem.endswith(f".{name}")}
        if changed:
            counts = {
                "instructions": sum(instructions(whole.get(stem, "")) for stem in changed),
                "instructions_without": sum(map(instructions, changed.values())),
            }
            rows.append({"without": name, "program": program.id, **counts})
    return rows if whole and time.monotonic() < until else None


def _compiled(scratch: Path, program: Program, names: Sequence[str], without: str, until: float) -> dict[str, str]:
    """The PTX of a program in a process without one optimisation, and where it differs without each of some more."""
    limit = min(_COMPILE_S, until - time.monotonic())
    if limit <= 0:
        return {}
    folder = scratch / program.folder
    first = (ROOT, ROOT / "src", STAND_INS, *([folder / program.pythonpath] if program.pythonpath else []))
    environment = {
        **os.environ,
        "CUTEDSL_ARCH": "sm_90a",
        "CUTEDSL_CACHE": "0",
        "CUTEDSL_DRYRUN": "1",
        "CUTEDSL_WITHOUT": without,
        "MPLBACKEND": "Agg",
        "PYTHONPATH": os.pathsep.join(map(str, first)),
    }
    texts = scratch / f"ptx{without}"
    texts.mkdir()
    asked = ["--without", ",".join(names)] if names else []
    command = [sys.executable, "-m", "benchmarks.compatibility.compiled", *asked, str(texts), *program.argv]
    # What a program computes that only compiles is arbitrary, so its exit code says nothing.
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=limit, check=False)
    return {path.stem: path.read_text(encoding="utf-8") for path in texts.glob("*.ptx")}


# -- times -------------------------------------------------------------------------------------------------------------
class _Without(Runner):
    """Runs a program without the optimisation that its id has after `@`."""

    def _environment(self, folder: Path, own: Path, program: Program) -> dict[str, str]:
        return {**super()._environment(folder, own, program), "CUTEDSL_WITHOUT": program.id.partition("@")[2]}


def runs(programs: Iterable[Program], pairs: Mapping[str, Mapping[str, float]]) -> list[Program]:
    """The runs in order: each program with all optimisations (`id`), and without each that changes it (`id@name`).

    `pairs` has by how much an optimisation changes a program. Each optimisation in turn has a run without it, of the
    program that it changes most first, since the time may not do for all. A program without pairs runs without each.
    """
    by_id = {one.id: one for one in programs}
    named = {one for found in pairs.values() for one in found}
    unnamed = [one for one in by_id if one not in named]
    queues = [
        [*sorted((one for one in pairs.get(name, ()) if one in by_id), key=lambda one: -pairs[name][one]), *unnamed]
        for name in NAMES
    ]
    order: dict[str, None] = {}
    for turn in range(max(map(len, queues), default=0)):
        for name, queue in zip(NAMES, queues, strict=True):
            for one in queue[turn : turn + 1]:
                order |= {one: None, f"{one}@{name}": None}
    return [replace(by_id[one.partition("@")[0]], id=one, timeout_s=_RUN_S) for one in order]


def library(work: Path) -> list[Program]:
    """Operations of the library as programs; their source is copied below `work`."""
    folder = work / _LIBRARY
    folder.mkdir(exist_ok=True)
    source = Path(library_program.__file__)
    shutil.copy(source, folder)
    names = library_program.OPERATIONS
    return [Program(f"L_{name}", _LIBRARY, (source.name, name), _RUN_S, real_size=True) for name in names]


def _times(options: argparse.Namespace) -> int:
    found = json.loads(options.pairs.read_text(encoding="utf-8"))["rows"]
    compiled = {name for row in found for name in row.get("compiled", ())}
    pairs: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for row in found:
        if "without" in row:
            change = abs(row["instructions_without"] / max(row["instructions"], 1) - 1)
            pairs[row["without"]][row["program"]] = change
    unchanged = compiled - {one for names in pairs.values() for one in names}
    programs = [one for one in measured(options.only, options.work) if one.id not in unchanged]
    patterns = options.only.split(",")
    wanted = [one for one in library(options.work) if any(fnmatch(one.id, pattern) for pattern in patterns)]
    todo = runs([*wanted, *programs], pairs)
    runner = _Without("cuda", jobs=options.jobs, within_s=options.within_s, timed=True)
    results = runner.run(options.work, todo, lambda one: print(one.program.id, one.verdict.kind, flush=True))
    rows = rows_of(results)
    for row in rows:
        print(" ".join(f"{value!s:>20}" for value in row.values()))
    for name in NAMES:
        gains = [float(str(row["gain"])) for row in rows if row["without"] == name]
        print(f"{name}: {sum(gain >= GAIN for gain in gains)} of {len(gains)} programs gain {GAIN - 1:.0%}")
    if options.record:
        print(write_result(options.record, rows, device="GPU"))
    return 0 if all(one.verdict.kind == "pass" for one in results) else 1


def rows_of(results: Iterable[Result]) -> list[dict[str, object]]:
    """A row for each program and optimisation that both ran; a `gain` above 1 is time that the optimisation saves."""
    times: dict[str, float] = {}
    for one in results:
        if one.verdict.kind == "pass" and one.kernels:
            times[one.program.id] = sum(kernel["least_us"] for kernel in one.kernels.values())
    rows: list[dict[str, object]] = []
    for run, less in times.items():
        name, _, without = run.partition("@")
        if without and name in times:
            gain = round(less / times[name], 3)
            us = {"us": round(times[name], 2), "us_without": round(less, 2)}
            rows.append({"without": without, "program": name, **us, "gain": gain})
    return sorted(rows, key=lambda row: (str(row["without"]), str(row["program"])))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
