"""NVIDIA's examples for Blackwell: whether each compiles to PTX that `ptxas` takes, and is right on the CPU.

`blackwell.csv` lists them with the arguments of a small run; a run with `--record` writes what it found there.
"""

from __future__ import annotations

import concurrent.futures
import csv
import fnmatch
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.compatibility.manifest import HERE
from benchmarks.compatibility.verdict import failure
from benchmarks.record import ROOT
from cutedsl.codegen.nvptx.tools.ptxas import find_ptxas

TABLE = HERE / "blackwell.csv"
EXAMPLES = Path("examples/python/CuTeDSL")
"""Where the programs of the table lie below a copy of NVIDIA/cutlass."""


@dataclass(frozen=True, slots=True)
class Example:
    """A row of the table.

    Attributes:
        program, arguments: The file below `EXAMPLES`, and its command line.
        arch: What its PTX is for.
        ptx: "yes" if something was compiled, and all of it taken by `ptxas`; else "no".
        cpu: "yes" if its own checks pass on the CPU, "no" if not; "-" for programs of several GPUs.
        cause: Why not.
    """

    program: str
    arguments: str
    arch: str
    ptx: str
    cpu: str
    cause: str

    @property
    def several_gpus(self) -> bool:
        """Whether it is compiled with stand-ins for the other GPUs, and not run."""
        return "/distributed/" in self.program


def examples(only: str = "*") -> list[Example]:
    """The rows whose program matches one of the patterns, which commas separate."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = [Example(**row) for row in csv.DictReader(file)]
    return [row for row in rows if any(fnmatch.fnmatch(row.program, pattern) for pattern in only.split(","))]


def record_examples(found: Sequence[Example]) -> None:
    """Writes the table with what was found in the place of those rows."""
    new = {row.program: row for row in found}
    rows = [new.get(row.program, row) for row in examples()]
    fields = list(Example.__dataclass_fields__)
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fields, lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: getattr(row, name) for name in fields} for row in rows)


def try_examples(
    cutlass: Path, rows: Sequence[Example], *, jobs: int, limit_s: float, only_ptx: bool, device: str = "cpu"
) -> list[Example]:
    """The rows with their results, each printed as it comes. `cutlass` is a copy of NVIDIA/cutlass.

    On `device` "cuda" the column `cpu` of a result says what the GPU gave.
    """
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda row: _tried(cutlass / EXAMPLES, row, limit_s, only_ptx, device), rows))


def totals(rows: Sequence[Example]) -> str:
    """How many compile, and how many of those for one GPU are right; programs of `experimental/primitives` apart."""
    lines: list[str] = []
    for name, own in (("examples", False), ("primitives", True)):
        some = [row for row in rows if row.program.startswith("experimental/primitives/") is own]
        alone = [row for row in some if not row.several_gpus]
        if some:
            lines.append(
                f"{name}: {sum(row.ptx == 'yes' for row in some)} of {len(some)} compile to PTX that ptxas takes; "
                f"{sum(row.cpu == 'yes' for row in alone)} of {len(alone)} are right"
            )
    return "\n".join(lines)


def _tried(folder: Path, row: Example, limit_s: float, only_ptx: bool, device: str) -> Example:
    with tempfile.TemporaryDirectory(prefix="cutedsl-blackwell-") as own:
        why_no_ptx = _compile(folder, row, Path(own), limit_s)
        why_wrong = "" if row.several_gpus or only_ptx else _run(folder, row, Path(own), limit_s, device)
    cpu = row.cpu if row.several_gpus or only_ptx else ("no" if why_wrong else "yes")
    done = replace(row, ptx="no" if why_no_ptx else "yes", cpu=cpu, cause=why_no_ptx or why_wrong)
    print(f"{done.ptx:4}{done.cpu:4}{done.program}  {done.cause[:150]}", flush=True)
    return done


def _compile(folder: Path, row: Example, own: Path, limit_s: float) -> str:
    """Why there is no PTX, or none that `ptxas` takes; empty if there is."""
    ptxas = find_ptxas()
    if ptxas is None:
        return "there is no `ptxas`"
    texts = own / "ptx"
    texts.mkdir()
    command = [sys.executable, "-m", "benchmarks.compatibility.compiled", str(texts), row.program, *_words(row)]
    _, printed = _wait(command, folder, row, own, limit_s, {"CUTEDSL_DRYRUN": "1"})
    for error in sorted(texts.glob("*.error")):
        return failure(error.read_text(encoding="utf-8"), "an error without a name").cause
    for text in sorted(texts.glob("*.ptx")):
        assemble = [ptxas, f"-arch={row.arch}", "-o", os.devnull, str(text)]
        said = subprocess.run(assemble, capture_output=True, text=True, check=False)
        if said.returncode:
            return f"ptxas: {said.stderr.strip()[-200:]}"
    if not any(".entry" in text.read_text(encoding="utf-8") for text in texts.glob("*.ptx")):
        return failure(printed, "compiled no kernel").cause
    return ""


def _run(folder: Path, row: Example, own: Path, limit_s: float, device: str) -> str:
    """Why the result is not right; empty if it is. Several programs exit with 0 after they failed."""
    command = [sys.executable, "-m", "cutedsl", "run", "--device", device, row.program, *_words(row)]
    code, printed = _wait(command, folder, row, own, limit_s, {})
    if code is None:
        return f"ran for more than {limit_s:.0f} s"
    if code:
        return failure(printed, f"ended with exit code {code}").cause
    said = "PASS" in (folder / row.program).read_text(encoding="utf-8")
    return failure(printed, "did not print PASS").cause if said and "PASS" not in printed else ""


def _words(row: Example) -> list[str]:
    return row.arguments.split(" ") if row.arguments else []


def _wait(
    command: list[str], folder: Path, row: Example, own: Path, limit_s: float, more: dict[str, str]
) -> tuple[int | None, str]:
    """The exit code, None after the limit, and what was printed; nothing of the program stays behind."""
    given = os.environ.get("PYTHONPATH", "")
    environment = {
        **os.environ,
        "CUTEDSL_ARCH": row.arch,
        "CUTEDSL_CACHE_DIR": str(own / "cache"),
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT), *([given] if given else [])]),
        "PYTHONUNBUFFERED": "1",
        **more,
    }
    output = own / "output"
    with output.open("wb") as file:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        code = process.wait(limit_s)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        code = None
    return code, output.read_text(encoding="utf-8", errors="replace")
