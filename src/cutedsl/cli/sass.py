"""`cutedsl show --stage sass`: kernels as a GPU executes them, between the lines of Python that they come from."""

from __future__ import annotations

import linecache
import re
from pathlib import Path
from typing import Final

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx.tools.nvdisasm import disassemble
from cutedsl.codegen.nvptx.tools.ptxas import assemble
from cutedsl.config import config
from cutedsl.driver.compile.pipeline import Artifacts
from cutedsl.targets.nvidia_compiler import ptx_text

_PLACE: Final = re.compile(r'^\s*//## File "([^"]+)", line (\d+)(.*)$')


def annotated_sass(artifacts: Artifacts, arch: str) -> str:
    """The assembly of the kernels, each run of instructions after its line of the author's source.

    Errors: missing-ptxas, missing-nvdisasm, unsupported-arch.
    """
    gpu, configured = target(arch), config().ptxas
    ptx = ptx_text(artifacts.program.module, arch, lineinfo=True)
    cubin = assemble(ptx, gpu, ["-lineinfo"], ptxas=None if configured is None else str(configured)).cubin
    return "\n".join(map(_with_source, disassemble(cubin, ["-g", "-c"]).splitlines()))


def _with_source(line: str) -> str:
    """A line of `nvdisasm`; its comments on places also say what stands there."""
    found = _PLACE.match(line)
    if found is None:
        return line
    file, number, rest = found[1], int(found[2]), found[3]
    text = linecache.getline(file, number).strip()
    return f"    // {Path(file).name}:{number}{rest}  {text}".rstrip()
