"""Benchmarks of two checkouts in turn on one machine: what got slower since another commit.

`PYTHONPATH=src:. python -m benchmarks.beside OTHER [NAME...]`, with the path of another checkout (`git worktree add
/tmp/other COMMIT`) and names of benchmarks that both have. Each checkout runs its own. Of each time the least of all
rounds counts. The record is written after each benchmark. The machine must be quiet.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import geometric_mean
from typing import Any, Final

from benchmarks.record import ROOT, write_result

NAMES: Final = "call_path", "trace_ops", "cpu_launch", "layout_algebra", "cpu_kernels", "cold_start", "cpu_compile"
LONG: Final = "cpu_kernels", "cold_start", "cpu_compile"
"""They take the least of many processes or turns themselves: one round is enough."""
UNITS: Final = "_ns", "_us", "_ms", "_s", "_us_an_op"
SPREAD: Final = "median", "q1", "q3", "p10", "p90"


def times_of(value: Any, label: str = "") -> Iterator[tuple[str, float]]:
    """Each time in a result's rows, by the texts and whole numbers beside it; medians and quartiles are left out."""
    if isinstance(value, list):
        for one in value:
            yield from times_of(one, label)
    elif isinstance(value, dict):
        told = {key: x for key, x in value.items() if isinstance(x, str | int) and not isinstance(x, bool)}
        beside = [str(x) for key, x in told.items() if not _is_time(key, x)]
        label = " ".join([label, *beside]).strip()
        for key, one in value.items():
            if isinstance(one, dict | list):
                yield from times_of(one, f"{label} {key}")
            elif _is_time(key, one) and not any(name in key for name in SPREAD):
                yield f"{label} {key}".strip(), float(one)


def _is_time(key: str, value: object) -> bool:
    return isinstance(value, float | int) and key.endswith(UNITS)


def run(root: Path, name: str) -> dict[str, float]:
    """The times of one run of a checkout's benchmark. Errors: RuntimeError with the end of what it said."""
    with tempfile.TemporaryDirectory() as out:
        # An empty cache: without one, direct calls compile each time.
        given = {**os.environ, "PYTHONPATH": "src:.", "OUT": out, "CUTEDSL_CACHE_DIR": f"{out}/cache"}
        command = [sys.executable, "-m", f"benchmarks.{name}"]
        done = subprocess.run(command, cwd=root, env=given, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{root}: benchmarks.{name} failed\n{done.stderr[-2000:]}")
        return dict(times_of(json.loads((Path(out) / f"{name}.json").read_text(encoding="utf-8"))["rows"]))


def main() -> None:
    """Prints and records the ratios of times, this checkout's over the other's."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path)
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    shown = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=options.other, capture_output=True, text=True, check=False
    )
    rows: list[dict[str, object]] = []
    for name in options.names:
        found = compared(options.other, name, 1 if name in LONG else options.rounds)
        rows += found
        for row in found:
            print(f"{row['ratio']:6.2f}  {name}: {row['time']}")
        if found:
            mean = geometric_mean([float(str(row["ratio"])) for row in found])
            print(f"{mean:6.2f}  {name}, geometric mean of {len(found)}")
        print(write_result("beside", rows, other=shown.stdout.strip(), rounds=options.rounds), flush=True)


def compared(other: Path, name: str, rounds: int) -> list[dict[str, object]]:
    """The rows of a benchmark, both checkouts in turn. Errors: RuntimeError, as `run`."""
    least: dict[Path, dict[str, float]] = {other: {}, ROOT: {}}
    for _ in range(rounds):
        for root, before in least.items():
            for label, value in run(root, name).items():
                before[label] = min(value, before.get(label, value))
    own = least[ROOT]
    return [
        {"benchmark": name, "time": label, "other": value, "own": own[label], "ratio": own[label] / value}
        for label, value in least[other].items()
        if label in own and value > 0
    ]


if __name__ == "__main__":
    main()
