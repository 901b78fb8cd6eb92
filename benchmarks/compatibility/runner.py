"""Runs programs as a user does (`python -m cutedsl run`), several at a time, each in a process group of its own."""

from __future__ import annotations

import concurrent.futures
import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.compatibility import checked
from benchmarks.compatibility.manifest import HERE, STAND_INS, Program
from benchmarks.compatibility.verdict import Verdict, judge
from benchmarks.record import ROOT

TIMED = HERE / "timed.py"
CHECKED_CPU_S = 120
"""What a checked run may take of the processor: a minute of two cores, however busy the machine is."""


@dataclass(frozen=True, slots=True)
class Result:
    """A program, how its run ended, how long it took.

    Attributes:
        kernels: The times of its kernels where they were taken (`timed.py`).
        findings: What a checked run found; None where it left no report.
    """

    program: Program
    verdict: Verdict
    seconds: float
    kernels: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    findings: list[checked.Finding] | None = None

    def checked_rows(self) -> list[dict[str, object]]:
        """The rows of a checked run in its table: one for each finding, or one that says how it ended."""
        kind = self.verdict.kind
        row: dict[str, object] = {"id": self.program.id, "seconds": round(self.seconds, 1), "cause": ""}
        if self.findings and any(one.kind == "launch-timeout" for one in self.findings):
            return [{**row, "outcome": "time-out", "finding": "", "place": "", "cause": "a launch took too long"}]
        if self.findings:
            places = [{"finding": one.kind, "place": one.place} for one in self.findings]
            return [{**row, "outcome": "found", **place} for place in places]
        cause = "" if kind == "pass" else self.verdict.cause
        return [{**row, "outcome": "clean" if kind == "pass" else kind, "finding": "", "place": "", "cause": cause}]

    def row(self) -> dict[str, object]:
        """The result as a record keeps it."""
        return {
            "id": self.program.id,
            "kind": self.verdict.kind,
            "seconds": round(self.seconds, 1),
            "cause": self.verdict.cause,
        }


class Runner:
    """Runs programs of a prepared folder.

    Attributes:
        device: "cpu", or "cuda" for the machine's GPU.
        jobs: Programs at a time; threads of a CPU launch and of torch are divided among them.
        patience: A factor of each time-out, for slow or busy machines.
        within_s: After so many seconds what runs is ended, and the rest is "not run".
        timed: Whether the times of the kernels are taken, with torch's profiler.
        checked: Whether kernels run checked; then no run may take more of the processor than `CHECKED_CPU_S`, and
            `seconds` of a result are the processor's.
    """

    def __init__(
        self,
        device: str,
        *,
        jobs: int = 1,
        patience: float = 1.0,
        within_s: float = float("inf"),
        timed: bool = False,
        checked: bool = False,
    ) -> None:
        self.device = device
        self.jobs = jobs
        self.patience = patience
        self.timed = timed
        self.checked = checked
        self._end = time.monotonic() + within_s
        self._running: set[int] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def run(self, work: Path, programs: Sequence[Program], report: Callable[[Result], None]) -> list[Result]:
        """The results, in the order of the programs; `report` gets each as soon as it is there.

        The programs run in a copy of their folders outside of any repository: they leave files behind, and pytest would
        take the settings of a project that it finds above them.
        """
        with tempfile.TemporaryDirectory(prefix="cutedsl-programs-") as scratch:
            for short in {program.short for program in programs}:
                shutil.copytree(work / short, Path(scratch) / "work" / short, symlinks=True)
            longest = sorted(range(len(programs)), key=lambda k: -programs[k].timeout_s)
            order = longest[::-1] if self.checked else longest  # checked, some of the long ones do not end
            with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
                futures = {pool.submit(self._run_one, Path(scratch), programs[k]): k for k in order}
                results: dict[int, Result] = {}
                try:
                    for future in concurrent.futures.as_completed(futures):
                        results[futures[future]] = future.result()
                        report(future.result())
                finally:
                    self._stop()
            return [results[k] for k in range(len(programs))]

    def _run_one(self, scratch: Path, program: Program) -> Result:
        begun = time.monotonic()
        limit = min(program.timeout_s * self.patience, self._end - begun)
        if limit <= 0 or self._stopped:
            return Result(program, Verdict("not run", "the time for the whole run was over"), 0.0)
        with tempfile.TemporaryDirectory(dir=scratch) as own:
            times, report = Path(own) / "times.json", Path(own) / "report.sarif"
            command = self._command(program, times, report)
            code, printed, cpu_s = self._wait(command, scratch / "work", Path(own), program, limit)
            kernels = json.loads(times.read_text(encoding="utf-8")) if times.exists() else {}
            found = checked.findings(report, program, scratch / "work")
        seconds = cpu_s if self.checked else time.monotonic() - begun
        if self.checked and code == -signal.SIGXCPU:
            return Result(program, Verdict("time-out", f"took more than {CHECKED_CPU_S} s of the processor"), seconds)
        if code is not None:
            return Result(program, judge(program, code, printed), seconds, kernels, found)
        if time.monotonic() >= self._end:
            return Result(program, Verdict("not run", "ended with the time for the whole run"), seconds)
        return Result(program, Verdict("time-out", f"ran for more than {limit:.0f} s"), seconds)

    def _command(self, program: Program, times: Path, report: Path) -> list[str]:
        if self.checked:
            return [sys.executable, "-m", "cutedsl", *checked.arguments(program, report)]
        device = ["--device", "cpu"] if self.device == "cpu" else []
        if self.timed:
            return [sys.executable, "-P", str(TIMED), str(times), *device, *program.argv]
        return [sys.executable, "-m", "cutedsl", "run", *device, *program.argv]

    def _environment(self, folder: Path, own: Path, program: Program) -> dict[str, str]:
        """That of this process, with a compile cache of its own: no program profits from the one before it."""
        threads = str(max(1, (os.cpu_count() or 1) // self.jobs))
        first = [
            ROOT / "src",
            STAND_INS,
            *([folder / program.pythonpath] if program.pythonpath else []),
        ]
        given = [str(Path(place).resolve()) for place in os.environ.get("PYTHONPATH", "").split(os.pathsep) if place]
        return {
            "CUTEDSL_NUM_THREADS": threads,
            "OMP_NUM_THREADS": threads,
            **os.environ,
            "CUTEDSL_CACHE_DIR": str(own / "cache"),
            "MPLBACKEND": "Agg",
            "PYTHONPATH": os.pathsep.join([*map(str, first), *given]),
            "PYTHONUNBUFFERED": "1",
        }

    def _wait(
        self, command: list[str], work: Path, own: Path, program: Program, limit_s: float
    ) -> tuple[int | None, str, float]:
        """The exit code, None after the limit; what was printed; and the processor's seconds."""
        folder = work / program.folder
        output = own / "output"
        with output.open("wb") as file:  # no pipe: a child that stays behind would keep it open
            process = subprocess.Popen(
                command,
                cwd=folder,
                env=self._environment(folder, own, program),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        with self._lock:
            self._running.add(process.pid)
        if self.checked:
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (CHECKED_CPU_S, CHECKED_CPU_S + 5))
        ended = _ends(process.pid, limit_s)
        cpu_s = _cpu_s(process.pid)
        with self._lock:
            _end_group(process.pid)
            self._running.discard(process.pid)
        code = process.wait()
        return code if ended else None, output.read_text(encoding="utf-8", errors="replace"), cpu_s

    def _stop(self) -> None:
        """Ends what still runs: after an interrupt nothing of it stays behind."""
        self._stopped = True
        with self._lock:
            for group in self._running:
                _end_group(group)


def _ends(process: int, limit_s: float) -> bool:
    """Waits for a process, and leaves it as it is; whether it ended within the limit."""
    until = time.monotonic() + limit_s
    while os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def _cpu_s(process: int) -> float:
    """The seconds that a process has had of the processor, also one that ended and nobody waited for."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _end_group(group: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
