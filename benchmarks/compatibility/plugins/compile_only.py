"""A pytest plugin: programs are compiled for a GPU and assembled; none is launched, so a test's values are arbitrary.

It is for tests that are too large for a CPU. It needs CUTEDSL_DRYRUN, `ptxas`, and CUTEDSL_ARCH for the architecture.
"""

from __future__ import annotations

import functools
import hashlib
import os
import subprocess
from pathlib import Path

from cutedsl.codegen.nvptx.ptxas import find_ptxas
from cutedsl.config import config
from cutedsl.driver import build
from cutedsl.driver.cache.lookup import Request
from cutedsl.driver.compilation import StageTimes
from cutedsl.driver.dry import RecordedFunction
from cutedsl.driver.pipeline import build_artifacts
from cutedsl.driver.target import DEFAULT_ARCH, Target
from cutedsl.driver.translate import record
from cutedsl.ir.text import short_form

_MARKS = Path(os.environ.get("COMPILE_ONLY_MARKS", os.devnull))
"""A file that gets a line for each program that was compiled."""


def compile_dry(request: Request) -> RecordedFunction:
    """In the place of a dry run: traces a request, and compiles each different program once.

    Errors: those of the program and of the target; RuntimeError for what `ptxas` refuses.
    """
    program = record(request.jitted, request.bound, request.options)
    arch = config().arch or DEFAULT_ARCH
    text = build_artifacts(program, Target("cuda", arch), request.options, StageTimes()).ptx(arch)
    assemble(text, arch)
    with _MARKS.open("a", encoding="utf-8") as file:
        file.write(f"{program.host} {hashlib.sha256(text.encode()).hexdigest()[:16]}\n")
    return RecordedFunction(request.jitted.function, short_form(program.module), program.result)


@functools.cache
def assemble(ptx: str, arch: str) -> None:
    """Errors: RuntimeError with what `ptxas` says."""
    path = find_ptxas()
    if path is None:
        raise RuntimeError("there is no `ptxas`")
    said = subprocess.run(
        [path, f"-arch={arch}", "-o", os.devnull, "-"], input=ptx, capture_output=True, text=True, check=False
    )
    if said.returncode:
        raise RuntimeError(f"ptxas: {said.stderr[-400:]}")


build.dry_run = compile_dry
