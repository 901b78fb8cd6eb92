"""A pytest plugin: programs are compiled for a GPU and assembled; none is launched, so a test's values are arbitrary.

For tests that are too large for a CPU. The asserts of test modules are left out, so that a test goes on to its next
program. It needs CUTEDSL_DRYRUN and `ptxas`; CUTEDSL_ARCH says the architecture.
"""

from __future__ import annotations

import ast
import functools
import os
import subprocess

from _pytest.assertion import rewrite

from cutedsl.codegen.nvptx.tools.ptxas import find_ptxas
from cutedsl.config import config
from cutedsl.driver.cache.lookup import Request
from cutedsl.driver.call import build
from cutedsl.driver.call.dry import RecordedFunction
from cutedsl.driver.compile.compilation import StageTimes
from cutedsl.driver.compile.pipeline import build_artifacts
from cutedsl.driver.compile.translate import record
from cutedsl.ir.text import short_form
from cutedsl.targets.choice import DEFAULT_ARCH
from cutedsl.targets.nvidia import NvidiaTarget

compiled: list[str] = []
"""The names of the programs that were compiled, in order."""


class PtxasRefused(Exception):
    """What `ptxas` says of a program."""


def compile_dry(request: Request) -> RecordedFunction:
    """In the place of a dry run: traces a request and compiles it. Errors: those of the program; PtxasRefused."""
    program = record(request.jitted, request.bound, request.options)
    arch = config().arch or DEFAULT_ARCH
    assemble(build_artifacts(program, NvidiaTarget(arch), request.options, StageTimes()).ptx(arch), arch)
    compiled.append(program.host)
    return RecordedFunction(request.jitted.function, short_form(program.module), program.result)


@functools.cache
def assemble(ptx: str, arch: str) -> None:
    """Errors: PtxasRefused."""
    path = find_ptxas()
    if path is None:
        raise PtxasRefused("there is no `ptxas`")
    command = [path, f"-arch={arch}", "-o", os.devnull, "-"]
    said = subprocess.run(command, input=ptx, capture_output=True, text=True, check=False)
    if said.returncode:
        raise PtxasRefused(said.stderr[-400:])


class _WithoutAsserts(ast.NodeTransformer):
    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return ast.copy_location(ast.Pass(), node)


def without_asserts(module: ast.Module, *_: object) -> None:
    """In the place of pytest's own rewriting of a test module."""
    _WithoutAsserts().visit(module)


build.dry_run = compile_dry
rewrite.rewrite_asserts = without_asserts
