"""`python -m benchmarks.compatibility.compiled FOLDER PROGRAM ARGUMENTS...`: runs a program that only compiles.

Each `@jit` function is compiled to PTX, which goes to FOLDER/N.ptx, or its error to FOLDER/N.error; none is launched,
so what the program computes is arbitrary and its own checks may fail. It needs CUTEDSL_DRYRUN; CUTEDSL_ARCH says the
architecture. Programs for several GPUs run as rank 0 of 2, with stand-ins for the other ranks.

`--without NAMES` before FOLDER, with commas: the PTX without each of these optimisations too, where it differs, in
FOLDER/N.NAME.ptx.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.compatibility.one_rank import stand_in
from cutedsl.cli.run import run
from cutedsl.config import config, override
from cutedsl.driver.cache.lookup import Request
from cutedsl.driver.call import build
from cutedsl.driver.call.dry import RecordedFunction
from cutedsl.driver.compile.compilation import StageTimes
from cutedsl.driver.compile.pipeline import build_artifacts
from cutedsl.driver.compile.trace import TracedProgram
from cutedsl.driver.compile.translate import record
from cutedsl.ir.text import short_form
from cutedsl.targets.choice import DEFAULT_ARCH
from cutedsl.targets.nvidia import NvidiaTarget


def main(arguments: Sequence[str]) -> int:
    """The program's exit code."""
    names = arguments[1].split(",") if arguments[0] == "--without" else []
    folder, *program = arguments[2:] if names else arguments
    build.dry_run = _Compiler(Path(folder), names)
    if "distributed" in program[0]:
        stand_in()
    return run(["--device", "cpu", *program])


class _Compiler:
    """In the place of a dry run: compiles each request and writes what became of it."""

    def __init__(self, folder: Path, left_out: Sequence[str] = ()) -> None:
        self.folder = folder
        self.left_out = left_out
        self.count = 0

    def __call__(self, request: Request) -> RecordedFunction:
        if request.jitted.function.__module__.startswith("cutedsl."):
            # A product of torch's that the CPU computes by our own kernel: it is no kernel of the program.
            program = record(request.jitted, request.bound, request.options)
            return RecordedFunction(request.jitted.function, short_form(program.module), program.result)
        path = self.folder / f"{self.count}.ptx"
        self.count += 1
        arch = config().arch or DEFAULT_ARCH
        try:
            program = record(request.jitted, request.bound, request.options)
            text = _ptx(program, request, arch)
            path.write_text(text, encoding="utf-8")
            for name in self.left_out:
                with override(without=frozenset([name])):
                    other = _ptx(program, request, arch)
                if other != text:
                    path.with_suffix(f".{name}.ptx").write_text(other, encoding="utf-8")
        except Exception as error:
            path.with_suffix(".error").write_text(f"{type(error).__name__}: {error}", encoding="utf-8")
            raise
        return RecordedFunction(request.jitted.function, short_form(program.module), program.result)


def _ptx(program: TracedProgram, request: Request, arch: str) -> str:
    return build_artifacts(program, NvidiaTarget(arch), request.options, StageTimes()).ptx(arch)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
