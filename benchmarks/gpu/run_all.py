"""Runs every GPU check and timing, each in a child process under a time limit, and writes one JSON file.

On the device machine, from the repository's root:

    PYTHONPATH=src:. python3 -m benchmarks.gpu.run_all [--out FILE] [--timeout SECONDS] [CASE ...]

Exit status 0 when every case passed. Needs torch with CUDA, cuda-bindings, llvmlite and xdsl.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.record import commit, source_hash

ROOT = Path(__file__).parents[2]
MARK = "RESULT-JSON:"
CASE_NAMES = (
    *("device", "math", "narrow_floats", "simt", "printing", "illegal_access", "trap"),
    *("row_sum", "copy_widths", "unroll_study", "launch_overhead", "public_api"),
    *("row_sum_forms", "runtime_forms", "gemm_ladder", "gemm_shapes"),
    *("attention", "attention_forms", "attention_ladder"),
)


def versions() -> dict[str, str]:
    """The versions of what the numbers depend on."""
    found = {"python": platform.python_version()}
    for name in ("torch", "triton", "llvmlite", "xdsl", "cuda-bindings", "numpy"):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "missing"
    return found


def run_case(name: str, timeout_s: int) -> dict[str, Any]:
    """One case in a child; a crash or a time-out is a failed case, never the end of the run."""
    command = [sys.executable, "-m", "benchmarks.gpu.run_all", "--child", name]
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    start = time.perf_counter()
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        said = error.stderr.decode(errors="replace") if isinstance(error.stderr, bytes) else ""
        return {"case": name, "ok": False, "failure": f"no result in {timeout_s} s", "stderr": said[-3000:]}
    marked = [line for line in done.stdout.splitlines() if line.startswith(MARK)]
    rows: list[dict[str, Any]] = json.loads(marked[-1][len(MARK) :]) if marked else []
    for row in rows:
        if (expected := row.get("expect_output")) and expected not in done.stdout + done.stderr:
            row["ok"] = False
            row["failure"] = f"the output lacks {expected!r}"
    passed = bool(rows) and all(row["ok"] for row in rows)
    result: dict[str, Any] = {"case": name, "ok": passed, "seconds": time.perf_counter() - start, "rows": rows}
    if not passed:
        result["stderr"], result["status"] = done.stderr[-3000:], done.returncode
    return result


def child(name: str) -> int:
    """Runs one case here and prints its rows."""
    from benchmarks.gpu.cases import CASES

    rows = CASES[name]()
    print(f"\n{MARK}{json.dumps(rows)}", flush=True)
    return 0


def show(result: dict[str, Any]) -> None:
    """A short table of one case."""
    print(f"{'ok  ' if result['ok'] else 'FAIL'} {result['case']} ({result.get('seconds', 0):.1f} s)", flush=True)
    for row in result.get("rows", ()):
        if "results" in row:
            for variant, numbers in row["results"].items():
                spread, rate = f"{numbers['p10_us']:.1f}-{numbers['p90_us']:.1f}", f"{numbers['tb_per_s']:.2f} TB/s"
                if "tflop_per_s" in numbers:
                    rate = f"{numbers['tflop_per_s']:.0f} TFLOP/s"
                print(f"     {row['time']}: {variant} {numbers['median_us']:.1f} us ({spread}), {rate}")
        elif not row["ok"] or "check" not in row:
            print(f"     {row}")
    if not result["ok"]:
        print(f"     {result.get('failure', '')} {result.get('stderr', '')}")


def main() -> int:
    """Parses the command line, runs, writes, and says what failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", default=list(CASE_NAMES))
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "gpu.json")
    parser.add_argument("--timeout", type=int, default=60, help="seconds a case")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        return child(given.child)
    report: dict[str, Any] = {
        "commit": commit(),
        "source_hash": source_hash(),
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "versions": versions(),
        "cases": [],
    }
    for name in given.cases:
        result = run_case(name, given.timeout)
        report["cases"].append(result)
        show(result)
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(json.dumps(report, indent=1) + "\n")
    failed = [one["case"] for one in report["cases"] if not one["ok"]]
    count = len(given.cases)
    print(f"{count - len(failed)} of {count} cases passed", *([f"; failed: {failed}"] if failed else []))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
