"""What checks of arguments, source text and dividends cost: a call and a compilation, beside a commit.

Run `PYTHONPATH=src:. python -m benchmarks.trust_cost 6af6be3`. Children run the sources of the commit (a Git worktree)
and of this checkout in turn, in pairs; the least time of each is compared. It is CPU time, so that a busy machine
matters little, and programs are never taken from the cache. The commits between the two may have other reasons.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.record import ROOT, write_result

GOAL_PERCENT, GOAL_CALL_NS = 5.0, 20.0
CHILD = """
import json, os, time
import numpy as np
import cutedsl as cutlass
import cutedsl.cute as cute

@cute.kernel
def row_kernel(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    total = cutlass.Float32(0)
    for i in range(t, n, 32):
        total += x[b, i] if i % 2 == 0 else -x[b, (i + n - 1) % n]
    total = cute.arch.warp_reduction_sum(total)
    if t == 0:
        y[b] = total

@cute.jit
def rows(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    row_kernel(x, y, n).launch(grid=4, block=32)

def step(a, b, k):
    if a > b:
        a = a - b + k
    elif a == b:
        a = a * 3
    else:
        b = b - a + (k if k % 2 == 0 else -k)
    while a > 100:
        a = a // 2
    return a, b

step = cute.jit(step)

@cute.jit
def host(y: cute.Tensor, n: cutlass.Int32, m: cutlass.Int32):
    a, b = n, m
    for k in cutlass.range_constexpr(8):
        a, b = step(a, b, k)
    y[0] = a
    y[1] = b

@cute.jit
def small(y: cute.Tensor, n: cutlass.Int32):
    y[0] = n

x, y, z = np.ones((4, 64), np.float32), np.zeros(4, np.float32), np.zeros(4, np.int32)

def least(call, repeats):
    times = []
    for _ in range(repeats):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)

def calls():
    for _ in range(5000):
        small(z, 3)

found = {}
if os.environ["CUTEDSL_NO_CACHE"] == "0":
    small(z, 3)
    found["call"] = least(calls, 9) / 5000 * 1e9
else:
    for name, function, arguments in (("row sum", rows, (x, y, 64)), ("8 branches and loops", host, (z, 5, 7))):
        cute.compile(function, *arguments)
        found["compile: " + name] = least(lambda: cute.compile(function, *arguments), 3) * 1e3
print(json.dumps(found))
"""


def least(source: Path, found: dict[str, float]) -> None:
    """Runs children with the sources of one tree, with the cache and without, and keeps the least of each number."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "child.py"
        program.write_text(CHILD, encoding="utf-8")
        for no_cache in "01":
            own = {"PYTHONPATH": str(source), "CUTEDSL_TARGET": "cpu", "CUTEDSL_NO_CACHE": no_cache}
            shown = subprocess.run(
                [sys.executable, program], env=os.environ | own, capture_output=True, text=True, check=True
            )
            for name, value in json.loads(shown.stdout).items():
                found[name] = min(value, found.get(name, value))


def main() -> int:
    """Prints and writes a table; 1 if a number is over its goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="the commit to compare with")
    parser.add_argument("--pairs", type=int, default=20)
    options = parser.parse_args()
    before: dict[str, float] = {}
    after: dict[str, float] = {}
    rows: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "before"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", tree, options.commit], cwd=ROOT, check=True)
        try:
            for pair in range(1, options.pairs + 1):
                least(tree / "src", before)
                least(ROOT / "src", after)
                rows = table(before, after)
                write_result("trust_cost", rows, compared_with=options.commit, pairs=pair)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)
    return 0 if all(row["kept"] for row in rows) else 1


def table(before: dict[str, float], after: dict[str, float]) -> list[dict[str, object]]:
    """A row for each number: both times, and whether the goal is kept."""
    rows: list[dict[str, object]] = []
    for name, old in before.items():
        more, unit = after[name] - old, "ns" if name == "call" else "ms"
        percent = 100 * more / old
        kept = percent <= GOAL_PERCENT or (name == "call" and more <= GOAL_CALL_NS)
        rows.append(
            {
                "what": name,
                "unit": unit,
                "before": round(old, 2),
                "after": round(after[name], 2),
                "percent": round(percent, 1),
                "kept": kept,
            }
        )
    return rows


if __name__ == "__main__":
    sys.exit(main())
