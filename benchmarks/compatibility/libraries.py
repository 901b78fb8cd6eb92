"""`python -m benchmarks.compatibility.libraries`: production libraries' own tests, with cutedsl as their `cutlass`.

    draw LIBRARY FOLDER --count 300 --seed S --into IDS     draw tests, some of each test function
    run IDS FOLDER [--device cuda] [--record NAME]          run them; a table with a cause for each failure
    run IDS FOLDER --compile-only                           compile and assemble their programs for a GPU, launch none

FOLDER is a copy of the library's repository with its `tests`. The package itself and what it needs are found through
PYTHONPATH. Nothing is fetched. IDS of the draws that the project records are in `drawn/`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.compatibility.verdict import failure
from benchmarks.record import ROOT, write_result

_PLUGINS = Path(__file__).parent / "plugins"
_PYTEST = ("-p", "no:cacheprovider", "-p", "drawn_tests", "-q", "--tb=short", "-rN")
_TESTS = {
    "quack": ("tests",),
    "flash-attention": ("tests/cute",),
    "liger": (
        *(f"test/cutedsl/test_{name}.py" for name in ("backend", "cross_entropy", "fused_scaled_*", "rms_norm")),
        "test/transformers/test_*cutedsl*.py",
    ),
    "cudnn-frontend": ("test/python/*/cutedsl",),
}
"""The folders and files of each library's tests of kernels in CuTe DSL that a Hopper can run, in its repository."""
_SETTINGS = {"flash-attention": {"CUTEDSL_BOUNDS": "0"}, "cudnn-frontend": {"CUTEDSL_BOUNDS": "0"}}
"""FlashAttention's forward reads past the end of its `row_sum` where it writes the LSE (flash_fwd.py, the loop over
`taccOgLSE.shape[1]`), and so does cudnn-frontend's flex attention, which is made from it: the CPU target would end the
call there. GPUs do not check."""
_LONGEST_WAIT_S = 90
"""A process that says nothing this long after a test's limit is ended: it hangs outside of Python."""


def main(arguments: Sequence[str]) -> int:
    """Exit code 0 if no test failed."""
    options = parsed(arguments)
    if options.command == "draw":
        return _draw(options)
    ids = json.loads(options.ids.read_text(encoding="utf-8"))
    rows = Runs(options).run(ids[:: options.every])
    rows.sort(key=lambda row: ids.index(row["id"]))
    counts = Counter(row["kind"] for row in rows)
    ran = len(rows) - counts["skipped"] - counts["not run"]
    print(f"{counts['pass']} of {ran} pass; {dict(counts.most_common())}")
    for cause, count in Counter(row["cause"] for row in rows if row["kind"] not in ("pass", "skipped")).most_common():
        print(f"{count:4}  {cause}")
    if options.record:
        print(write_result(options.record, rows, device=_device(options.device)))
    return 0 if counts["pass"] == ran else 1


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The options of a command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compatibility.libraries",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("draw")
    one.add_argument("library", choices=sorted(_TESTS))
    one.add_argument("folder", type=Path)
    one.add_argument("--count", type=int, default=300)
    one.add_argument("--seed", default="cutedsl")
    one.add_argument("--largest", type=int, help="only parameter sets of numbers up to this, where there are any")
    one.add_argument("--into", type=Path, required=True)
    two = commands.add_parser("run")
    two.add_argument("ids", type=Path)
    two.add_argument("folder", type=Path)
    two.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    two.add_argument("--compile-only", action="store_true", help="launch nothing; for tests too large for a CPU")
    two.add_argument("--every", type=int, default=1, help="only each so manieth test")
    two.add_argument("--jobs", type=int, default=1, help="processes at a time")
    two.add_argument("--limit-s", type=int, default=120, help="seconds for one test")
    two.add_argument("--within-s", type=float, default=float("inf"), help="start no test after so many seconds")
    two.add_argument("--record", metavar="NAME", help="write benchmarks/results/NAME.json (or $OUT/NAME.json)")
    return parser.parse_args(arguments)


def _draw(options: argparse.Namespace) -> int:
    asked = {
        "DRAWN_COUNT": str(options.count),
        "DRAWN_SEED": options.seed,
        "DRAWN_RESULTS": str(options.into.resolve()),
        **({"DRAWN_LARGEST": str(options.largest)} if options.largest else {}),
    }
    places = [place for pattern in _TESTS[options.library] for place in sorted(options.folder.glob(pattern))]
    command = [*_pytest("cpu"), "--collect-only", *(str(place.relative_to(options.folder)) for place in places)]
    shown = subprocess.run(
        command,
        cwd=options.folder,
        env=_environment("cpu", options.folder, asked),
        capture_output=True,
        text=True,
        check=False,
    )
    print("\n".join(shown.stdout.splitlines()[-15:]))
    return 0 if options.into.exists() else 1


def _pytest(device: str) -> list[str]:
    on_cpu = ["--device", "cpu"] if device == "cpu" else []
    return [sys.executable, "-m", "cutedsl", "run", *on_cpu, "-m", "pytest", *_PYTEST]


def _environment(device: str, folder: Path, more: dict[str, str]) -> dict[str, str]:
    """That of this process, in which processes that tests start find the library, too.

    Drawing and running on a CPU see the GPU that tests for Hopper ask for. Kernels of Triton that tests compare with
    (Liger's) run in Triton's interpreter, where Triton is installed.
    """
    given = [str(Path(place).resolve()) for place in os.environ.get("PYTHONPATH", "").split(os.pathsep) if place]
    stand_in = {"CUTEDSL_ARCH": "sm_90a", "TRITON_INTERPRET": "1"} if device == "cpu" else {}
    path = os.pathsep.join([str(ROOT / "src"), str(_PLUGINS), *given, str(folder.resolve())])
    return {**stand_in, **os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **more}


class Runs:
    """Runs tests in processes that each take a part; one that ends early or hangs is followed by another."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.end = time.monotonic() + options.within_s

    def run(self, ids: Sequence[str]) -> list[dict[str, Any]]:
        """A row for each test."""
        jobs = min(self.options.jobs, len(ids))
        # What is left of an ended process may still write there.
        made = tempfile.TemporaryDirectory(prefix="cutedsl-libraries-", ignore_cleanup_errors=True)
        with ThreadPoolExecutor(jobs) as pool, made as scratch:
            folders = [Path(scratch) / str(job) for job in range(jobs)]
            return [
                row
                for rows in pool.map(self._run_part, folders, [ids[job::jobs] for job in range(jobs)])
                for row in rows
            ]

    def _run_part(self, own: Path, ids: Sequence[str]) -> list[dict[str, Any]]:
        own.mkdir()
        rows: dict[str, dict[str, Any]] = {}
        left = list(ids)
        while left and time.monotonic() < self.end:
            ended, begun, printed, hung = self._run_process(own, left)
            rows |= ended
            died = [test for test in begun if test not in rows]
            if died and hung:
                rows[died[-1]] = {**_row({"id": died[-1], "outcome": "time-out", "text": ""}), "cause": "it hangs"}
            elif died:
                rows[died[-1]] = _row({"id": died[-1], "outcome": "failed", "text": printed}, "the process ended")
            elif not ended:
                rows |= {
                    test: _row({"id": test, "outcome": "failed", "text": printed}, "not collected") for test in left
                }
            for row in rows.values():
                if row["id"] in left:
                    print(f"{row['kind']:8} {row['seconds']:6.1f} s  {row['id']}  {row['cause'][:150]}", flush=True)
            left = [test for test in left if test not in rows]
        unreached = {"kind": "not run", "seconds": 0.0, "cause": "the time for the whole run was over"}
        return [rows.get(test) or {"id": test, **unreached} for test in ids]

    def _run_process(self, own: Path, ids: Sequence[str]) -> tuple[dict[str, dict[str, Any]], list[str], str, bool]:
        """What ended, what began, what the process printed, and whether it had to be ended."""
        wanted, results, output = own / "ids.json", own / "results", own / "output"
        wanted.write_text(json.dumps(list(ids)), encoding="utf-8")
        results.unlink(missing_ok=True)
        asked = {
            "DRAWN_TESTS": str(wanted),
            "DRAWN_RESULTS": str(results),
            "DRAWN_LIMIT_S": str(self.options.limit_s),
            "CUTEDSL_CACHE_DIR": str(own / "cache"),
            "TMPDIR": str(own),
            **_SETTINGS.get(self.options.ids.stem, {}),
            **({"CUTEDSL_DRYRUN": "1"} if self.options.compile_only else {}),
        }
        more = ["-p", "compile_only"] if self.options.compile_only else []
        command = [*_pytest(self.options.device), *more, *sorted({test.partition("::")[0] for test in ids})]
        environment = _environment(self.options.device, self.options.folder, asked)
        with output.open("wb") as file:
            process = subprocess.Popen(
                command, cwd=self.options.folder, env=environment, stdout=file, stderr=subprocess.STDOUT
            )
        while process.poll() is None and time.monotonic() < self.end:
            time.sleep(0.2)
            if results.exists() and time.time() - results.stat().st_mtime > self.options.limit_s + _LONGEST_WAIT_S:
                break
        hung = process.poll() is None
        process.kill()
        process.wait()
        lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
        found = [json.loads(line) for line in lines]
        if time.monotonic() >= self.end:
            found = stopped_with_the_run(found, self.options.limit_s)
        told = compiled_row if self.options.compile_only else _row
        ended = {row["id"]: told(row) for row in found if "outcome" in row}
        begun = [row["id"] for row in found if "began" in row]
        return ended, begun, output.read_text(encoding="utf-8", errors="replace"), hung


def stopped_with_the_run(found: Sequence[dict[str, Any]], limit_s: float) -> list[dict[str, Any]]:
    """What says how tests ended, without that of a test that was stopped within its own time: it did not fail."""
    late = time.time() - limit_s
    return [row for row in found if "outcome" in row or row["began"] < late]


def _row(found: dict[str, Any], otherwise: str = "failed") -> dict[str, Any]:
    """A test's row in the record."""
    kind, cause = "pass", ""
    if found["outcome"] == "skipped":
        kind, cause = "skipped", " ".join(found["text"].split())[:200]
    elif found["outcome"] == "time-out":
        kind, cause = "time-out", _said(found["text"])
    elif found["outcome"] != "passed":
        verdict = failure(found["text"], _said(found["text"]) or otherwise)
        kind, cause = verdict.kind, verdict.cause
    return {"id": found["id"], "kind": kind, "seconds": found.get("seconds", 0.0), "cause": cause}


def compiled_row(found: dict[str, Any]) -> dict[str, Any]:
    """The same where nothing was launched: a test passes if it compiled something and no error of ours ended it."""
    row, count = _row(found), found["compiled"]
    if row["kind"] == "pass" and not count:
        return {**row, "kind": "not run", "cause": "it compiled nothing"}
    if row["kind"] == "other" and count and "PtxasRefused" not in row["cause"]:
        return {**row, "kind": "pass", "cause": f"compiled {count}; then: {row['cause']}"}
    return row


def _said(text: str) -> str:
    """The first line that pytest marks as the error's, without the mark."""
    lines = [line.removeprefix("E").strip() for line in text.splitlines() if line.startswith("E ")]
    return lines[0][:200] if lines else ""


def _device(device: str) -> str:
    if device == "cpu":
        return "CPU"
    shown = subprocess.run(
        [sys.executable, "-c", "import torch; print(torch.cuda.get_device_name())"],
        capture_output=True,
        text=True,
        check=False,
    )
    return shown.stdout.strip() or "unknown GPU"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
