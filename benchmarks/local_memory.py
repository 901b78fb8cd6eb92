"""What programs cost on a GPU that need not be there: local memory, registers, spills, serialised multiplies.

Each program runs in a process of its own with its kernels compiled for a GPU and nothing launched: checks of results in
it fail, and are ignored. A row is a kernel; `local` counts the lines of PTX that read or write local memory.

    python -m benchmarks.local_memory FOLDER [--arch sm_90a] [--programs programs.json --only 'E1*']

Without a list of programs all `*.py` of the folder that import CuTe run, without arguments. A list has the `id`,
`folder` and `argv` of each program. Needs ptxas. Source: ours.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import re
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx.tools.ptxas import assemble
from cutedsl.targets.nvidia import NvidiaTarget

_CHILD = "--in-child"
_LOCAL = re.compile(r"^\s*(?:@\S+\s+)?(?:ld|st)\.local", re.MULTILINE)
_DEPOT = re.compile(r"\.local \.align \d+ \.b8 \s*\S+\[(\d+)\]")
_SERIALISED = re.compile(r"\b(C75\d\d)\b")
_COLUMNS = ("program", "kernel", "depot B", "local", "regs", "stack B", "spill B", "serialised")


def record(folder: Path, arch: str, program: list[str]) -> None:
    """Runs a program, as `cutedsl run --device cpu` does, and writes the PTX of what it compiles into a folder."""
    from cutedsl.compat.install import install
    from cutedsl.compat.settings import Settings
    from cutedsl.driver.call import build
    from cutedsl.driver.compile.compilation import StageTimes
    from cutedsl.driver.compile.translate import translate

    dry = build.dry_run

    def recorded(request: Any) -> Any:
        options = replace(request.options, check=False)
        found = translate(request.jitted, request.bound, NvidiaTarget(arch), options, StageTimes())
        text = found.ptx()
        if ".entry" in text:
            (folder / f"{len(list(folder.iterdir())):03}.ptx").write_text(text)
        return dry(request)

    build.dry_run = recorded
    install(Settings(on_cpu=True))
    sys.argv = program
    if program[0] == "-m":
        sys.argv = program[1:]
        sys.path.insert(0, "")
        runpy.run_module(program[1], run_name="__main__", alter_sys=True)
    else:
        sys.path.insert(0, str(Path(program[0]).resolve().parent))
        runpy.run_path(program[0], run_name="__main__")


def kernels(program: dict[str, Any], work: Path, arch: str, seconds: float) -> Iterator[tuple[object, ...]]:
    """The rows of one program; one row with the reason where it compiles nothing."""
    cwd = work / program["folder"]
    with tempfile.TemporaryDirectory(prefix="cutedsl-ptx-") as made:
        command = [sys.executable, "-m", "benchmarks.local_memory", _CHILD, made, arch, *program["argv"]]
        more = [str(cwd / program["pythonpath"])] if program.get("pythonpath") else []
        path = os.pathsep.join([str(Path(__file__).parents[1]), *more, *os.environ.get("PYTHONPATH", "").split(":")])
        env = {**os.environ, "PYTHONPATH": path, "CUTEDSL_DRYRUN": "1", "CUTEDSL_ARCH": arch, "MPLBACKEND": "Agg"}
        try:
            done = subprocess.run(
                command, cwd=cwd, env=env, capture_output=True, text=True, timeout=seconds, check=False
            )
            said = [line for line in done.stderr.splitlines() if re.search(r"^error\[|Error\b", line)] or [
                "nothing compiled"
            ]
        except subprocess.TimeoutExpired:
            said = [f"more than {seconds:g} s"]
        files = sorted(Path(made).iterdir())
        yield from dict.fromkeys(row for file in files for row in _rows(program["id"], file.read_text(), arch))
        if not files:
            yield program["id"], said[-1][:90], "", "", "", "", "", ""


def _rows(name: str, ptx: str, arch: str) -> Iterator[tuple[object, ...]]:
    report = assemble(ptx, gpu_target(arch))
    parts = re.split(r"(?=\.visible \.entry)", ptx)[1:]
    text = {re.findall(r"\.entry (\S+?)\(", part)[0]: part for part in parts}
    serialised = ",".join(sorted(set(_SERIALISED.findall(report.log))))
    for kernel in report.kernels:
        part = text.get(kernel.name, "")
        depot = sum(map(int, _DEPOT.findall(part)))
        spills = kernel.spill_store_bytes + kernel.spill_load_bytes
        short = kernel.name.removeprefix("kernel_cutlass_")[:40]
        local = len(_LOCAL.findall(part))
        yield name, short, depot, local, kernel.registers, kernel.stack_bytes, spills, serialised


def main() -> None:
    """Prints the table, a row as soon as it is known."""
    if sys.argv[1:2] == [_CHILD]:
        record(Path(sys.argv[2]), sys.argv[3], sys.argv[4:])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--arch", default="sm_90a")
    parser.add_argument("--programs", type=Path, help="a JSON list of programs: id, folder, argv")
    parser.add_argument("--only", default="*", help="of their ids")
    parser.add_argument("--seconds", type=float, default=300.0, help="for each program")
    options = parser.parse_args()
    print(" | ".join(_COLUMNS))
    for program in _programs(options.folder, options.programs, options.only):
        for row in kernels(program, options.folder, options.arch, options.seconds):
            print(" | ".join(map(str, row)), flush=True)


def _programs(folder: Path, listed: Path | None, only: str) -> list[dict[str, Any]]:
    if listed is not None:
        found = json.loads(listed.read_text())
        return [one for one in found if any(fnmatch.fnmatch(one["id"], name) for name in only.split(","))]
    files = [file for file in sorted(folder.rglob("*.py")) if "cute" in file.read_text(errors="replace")]
    rows = [(str(file.relative_to(folder)), str(file.parent.relative_to(folder)), file.name) for file in files]
    return [{"id": name, "folder": at, "argv": [file]} for name, at, file in rows if fnmatch.fnmatch(name, only)]


if __name__ == "__main__":
    main()
