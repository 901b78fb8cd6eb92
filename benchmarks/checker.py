"""Checked runs against plain ones of the repository's kernels on the CPU: how many times longer a check takes.

Each launch is timed, without compilation, in several runs; the least time of each launch counts, and a row adds up the
launches of one kernel in one program or test. Both have bounds checks; the plain run uses every core, the
checked one a single one. Goals of the project: 20 x for row sum and softmax, 60 x for the rest, and for each launch
`CONSTANT_MS` more (`within`). Also the memory that
remembers accesses, and what the process holds more at the peak of a launch, by bytes touched in shared and global
memory (goal: 10 x).

What runs: row sum, softmax, a tiled product and the patterns of `benchmarks/checker_patterns.py` at sizes of their own,
the examples as programs, and one set of parameters of each test of tests/kernels and tests/unit/ops. Rows whose plain
launches take less than `LEAST_MS` on average are listed as small: a checked launch begins with 0.1 ms of its own.

Run: `python -m benchmarks.checker`, or with the files of some rows, which replace those of the result. On a machine
with many cores `--pairs N` measures N programs at a time, each on two cores of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import astuple, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final
from unittest.mock import ANY, patch

import numpy as np

import cutedsl.cute as cute
from benchmarks.checked_launches import Launch, launches
from benchmarks.checker_patterns import patterns
from benchmarks.cpu_kernels import product, softmax
from benchmarks.mutations.children import in_child
from benchmarks.mutations.programs import LADDERS, cases_of, run_program
from benchmarks.record import RESULTS, ROOT, write_result
from examples.row_sum import reduce_sum

TURNS: Final = 4
MOST_TURNS: Final = 24
TURNS_S: Final = 0.4
"""Turns go on for so long after the first, which compiles, but at least `TURNS` and at most `MOST_TURNS` are made."""
LEAST_MS: Final = 0.05
LIMIT_S: Final = 120.0
CONSTANT_MS: Final = 0.2
FILES: Final = (
    *("own", "examples/*.py", "examples/gemm/*.py", "tests/examples/test_*_ladder.py", "tests/kernels/test_*.py"),
    "tests/unit/ops/**/test_*.py",
)
_STRICT: Final = ("row sum", "softmax")


def own_sizes() -> Iterator[tuple[str, Callable[[], object]]]:
    """Kernels at the sizes that the goals are about."""
    rng = np.random.default_rng(7)
    x, sums = rng.standard_normal((1024, 4096), dtype=np.float32), np.empty(1024, np.float32)
    a, b = (rng.standard_normal((256, 256), dtype=np.float32) for _ in range(2))
    for name, function, arrays in (
        ("row sum 1024 x 4096", reduce_sum, [x, sums]),
        ("softmax 1024 x 4096", softmax, [x, np.empty_like(x)]),
        ("SGEMM 256", product, [a, b, np.empty_like(a)]),
        *patterns(),
    ):
        yield name, partial(_call, function, arrays)


def _call(function: Any, arrays: list[np.ndarray]) -> None:
    arrays = [array.copy() for array in arrays]  # counters and flags begin at 0 each time
    cute.compile(function, *arrays)(*arrays)


def works(file: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """What a file runs: by name, without the tests that need a GPU or a fixture."""
    path = ROOT / file
    if file == "own":
        yield from own_sizes()
    elif path.name.startswith("test_"):
        for test, cases in cases_of(path):
            ladder = path in LADDERS.values()
            for arguments in cases if ladder else cases[:1]:
                work = partial(_climb, test, arguments) if ladder else partial(test, **arguments)
                yield "::".join((file, test.__name__, *_rung(arguments))), work
    elif 'if __name__ == "__main__"' in path.read_text(encoding="utf-8"):
        yield file, partial(run_program, path)


def _climb(test: Any, arguments: dict[str, Any]) -> None:
    """A rung, whose test would have its kernels compiled anew each time."""
    with patch.dict(test.__globals__, defined=lambda path: ANY):
        test(**arguments)


def _rung(arguments: dict[str, Any]) -> list[str]:
    return [value.stem for value in arguments.values() if isinstance(value, Path)]


@dataclass(slots=True)
class Row:
    """The launches of one kernel in one program: least times in ms, and bytes."""

    plain_ms: float = 0.0
    checked_ms: float = 0.0
    launches: int = 0
    used_bytes: int = 0
    touched_bytes: int = 0
    peak_bytes: int = 0

    def add(self, plain: Launch, checked: Launch) -> None:
        """One more launch; of memory the one that touches most counts."""
        self.plain_ms += plain.ms
        self.checked_ms += checked.ms
        self.launches += 1
        if checked.touched_bytes > self.touched_bytes:
            self.used_bytes, self.touched_bytes = checked.used_bytes, checked.touched_bytes
        self.peak_bytes = max(self.peak_bytes, checked.peak_bytes)


def measure(name: str, work: Callable[[], object]) -> list[dict[str, object]]:
    """A row for each kernel of a program; plain and checked runs have a process each, as the library keeps programs."""
    plain, checked = (_best(partial(_turns, work, how)) for how in (False, True))
    rows: dict[str, Row] = {}
    for one, other in zip(plain, checked, strict=True):
        assert one.kernel == other.kernel, name
        rows.setdefault(one.kernel, Row()).add(one, other)
    return [_result(name, kernel, row) for kernel, row in rows.items()]


def _best(turns: Callable[[], str]) -> list[Launch]:
    said = in_child(turns, LIMIT_S)
    if not said.startswith("["):
        raise RuntimeError(said or "the process ended or hung")
    return [Launch(*fields) for fields in json.loads(said)]


def _turns(work: Callable[[], object], checked: bool) -> str:
    """The launches of a program as JSON, each with its least time; else what it failed with."""
    best: list[Launch] = []
    try:
        end = float("inf")
        for turn in range(int(os.environ.get("CHECKER_TURNS", MOST_TURNS))):
            if turn >= TURNS and time.monotonic() > end:
                break
            with launches(checked) as found:
                work()
            end = time.monotonic() + TURNS_S if turn == 0 else end
            assert not best or [one.kernel for one in best] == [one.kernel for one in found], "not the same launches"
            best = [_least(*pair) for pair in zip(best or found, found, strict=True)]
    except Exception as error:
        return f"{type(error).__name__}: {error}".splitlines()[0]
    return json.dumps([astuple(one) for one in best])


def _least(one: Launch, other: Launch) -> Launch:
    """The faster of two, with the larger peak: memory that is kept for the next launch is new in the first only."""
    return replace(min(one, other, key=lambda one: one.ms), peak_bytes=max(one.peak_bytes, other.peak_bytes))


def _result(name: str, kernel: str, row: Row) -> dict[str, object]:
    per_byte = row.used_bytes / row.touched_bytes if row.touched_bytes else 0.0
    goal = 20 if name.startswith(_STRICT) else 60
    return {
        "program": name,
        "kernel": kernel,
        "launches": row.launches,
        "plain_ms": round(row.plain_ms, 4),
        "checked_ms": round(row.checked_ms, 4),
        "slowdown": round(row.checked_ms / row.plain_ms, 2),
        "goal": goal,
        "within": row.checked_ms <= goal * row.plain_ms + CONSTANT_MS * row.launches,
        "small": row.plain_ms < LEAST_MS * row.launches,
        "touched_bytes": row.touched_bytes,
        "memory_per_byte": round(per_byte, 2),
        "peak_bytes": row.peak_bytes,
    }


def main() -> None:
    """All files, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", help="rows of these files (`own`: the three at their own sizes)")
    parser.add_argument("--warm", action="store_true", help="compile alone, so that a later run measures sooner")
    parser.add_argument("--pairs", type=int, default=0, help="measure so many programs at a time, on two cores each")
    asked = parser.parse_args()
    given = asked.files or [name for pattern in FILES for name in _named(pattern)]
    kept, place = _kept() if asked.files else [], RESULTS
    order = {file: number for number, file in enumerate(given)}
    names: set[str] = set()
    rows: list[dict[str, Any]] = []
    if asked.warm:
        os.environ["CHECKER_TURNS"] = "1"
    for more in _in_pairs(given, asked.pairs) if asked.pairs else map(rows_of, given):
        names |= {row["program"] for row in more}
        rows = sorted(rows + more, key=lambda row: order.get(row["program"].partition("::")[0], -1))
        old = [row for row in kept if row["program"] not in names]
        place = write_result(
            "checker", old + rows, worst=_worst(old + rows), numpy=np.__version__, pairs_of_cores=asked.pairs or 1
        )  # what was measured so far
    print(place)


def rows_of(file: str) -> list[dict[str, Any]]:
    """The rows of a file; what cannot be checked is listed, and the rest goes on."""
    rows: list[dict[str, Any]] = []
    for name, work in works(file):
        try:
            found = measure(name, work)
        except Exception as error:
            found = [{"program": name, "left_out": str(error)}]
        print(*map(json.dumps, found), sep="\n", file=sys.stderr, flush=True)
        rows += found
    return rows


def _in_pairs(given: list[str], pairs: int) -> Iterator[list[dict[str, Any]]]:
    """The rows of all files: so many at a time, each in a process with two cores of its own."""
    cores = sorted(os.sched_getaffinity(0))
    free = [set(cores[2 * n : 2 * n + 2]) for n in range(pairs)]
    with ThreadPoolExecutor(pairs) as pool:

        def one(file: str) -> list[dict[str, Any]]:
            pair = free.pop()
            try:
                return json.loads(_in_process(file, pair))
            finally:
                free.append(pair)

        for done in as_completed([pool.submit(one, file) for file in given]):
            yield done.result()


def _in_process(file: str, cores: set[int]) -> str:
    """The rows of a file as JSON, measured by another process on some cores."""
    code = f"import json; from benchmarks import checker; print(json.dumps(checker.rows_of({file!r})))"
    command = ["taskset", "-c", ",".join(map(str, sorted(cores))), sys.executable, "-c", code]
    found = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if found.returncode:
        return json.dumps([{"program": file, "left_out": f"its process ended with {found.returncode}"}])
    return found.stdout.splitlines()[-1]


def _kept() -> list[dict[str, Any]]:
    """The rows of the result so far."""
    path = RESULTS / "checker.json"
    return json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []


def _named(pattern: str) -> list[str]:
    return [pattern] if pattern == "own" else [p.relative_to(ROOT).as_posix() for p in sorted(ROOT.glob(pattern))]


def _is_large(row: dict[str, Any]) -> bool:
    return row["touched_bytes"] >= 1 << 20


def _worst(rows: list[dict[str, Any]]) -> dict[str, object]:
    timed = [row for row in rows if "slowdown" in row]
    large = [row for row in timed if not row["small"]]
    slow = sorted(large, key=lambda row: -row["slowdown"])[:5]
    return {
        "slowdown": [f"{row['slowdown']} {row['program']} {row['kernel']}" for row in slow],
        "beyond": [
            f"{row['slowdown']} {row['program']} {row['kernel']}" for row in timed if not row.get("within", True)
        ],
        "slowdown_small": max((row["slowdown"] for row in timed if row["small"]), default=None),
        "memory_per_byte_from_1_mib": max((r["memory_per_byte"] for r in timed if _is_large(r)), default=0),
        "peak_per_byte_from_1_mib": max(
            (round(r["peak_bytes"] / r["touched_bytes"], 2) for r in timed if _is_large(r) and "peak_bytes" in r),
            default=0,
        ),
        "peak_bytes_below_1_mib": max((r.get("peak_bytes", 0) for r in timed if not _is_large(r)), default=0),
    }


if __name__ == "__main__":
    main()
