"""NVIDIA's assembler as a program: cubins, and what a kernel costs in registers, spills and shared memory."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import Final

from cutedsl.arch.targets import GpuTarget
from cutedsl.errors import fail, internal_error
from cutedsl.errors.frozen import frozen

_TIMEOUT_S: Final = 300
"""Several times what the longest kernels take; a wait without an end would hang tests."""
_ENTRY: Final = re.compile(r"Compiling entry function '([^']+)'")
_STACK: Final = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_REGISTERS: Final = re.compile(r"Used (\d+) registers")
_SMEM: Final = re.compile(r"(\d+) bytes smem")


@frozen
class KernelReport:
    """One kernel's cost for a thread (registers, stack, spills) and a block (static shared memory), in bytes."""

    name: str
    registers: int
    stack_bytes: int
    spill_store_bytes: int
    spill_load_bytes: int
    smem_bytes: int


@frozen
class PtxasReport:
    """A cubin and what the assembler said."""

    cubin: bytes = field(repr=False)
    kernels: tuple[KernelReport, ...]
    log: str = field(repr=False)

    @property
    def spills(self) -> int:
        """Bytes of registers that went to memory, over all kernels."""
        return sum(one.spill_store_bytes + one.spill_load_bytes for one in self.kernels)

    @property
    def registers(self) -> int:
        """The most registers that a thread of any kernel uses."""
        return max((one.registers for one in self.kernels), default=0)


def find_ptxas(configured: str | None = None) -> str | None:
    """The path of `ptxas`: the configured one, or the first on the PATH; None when there is none."""
    return shutil.which(configured or "ptxas")


def assemble(ptx: str, target: GpuTarget, options: Sequence[str] = (), *, ptxas: str | None = None) -> PtxasReport:
    """Assembles PTX for a target.

    `ptxas` is the program's path (`CUTEDSL_PTXAS`); without it the PATH is searched. `options` are passed on.
    Errors: `missing-ptxas`. PTX of ours that the assembler refuses is an internal error with its log.
    """
    program = find_ptxas(ptxas)
    if program is None:
        where = f"at {ptxas}" if ptxas else "on the PATH"
        raise fail("missing-ptxas", f"there is no `ptxas` {where}")
    with tempfile.TemporaryDirectory(prefix="cutedsl-ptxas-") as folder:
        source, cubin = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_text(ptx, encoding="utf-8")
        command = [program, f"-arch={target.name}", "-v", *options, str(source), "-o", str(cubin)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
        log = done.stdout + done.stderr
        if done.returncode != 0:
            raise internal_error(f"ptxas refused the code for {target.name}:\n{log}")
        return PtxasReport(cubin.read_bytes(), _kernel_reports(log), log)


def _kernel_reports(log: str) -> tuple[KernelReport, ...]:
    """The `-v` report: one section an entry function."""
    starts = list(_ENTRY.finditer(log))
    ends = [*(match.start() for match in starts[1:]), len(log)][: len(starts)]  # a module may have no kernel
    return tuple(
        _kernel_report(match.group(1), log[match.end() : end]) for match, end in zip(starts, ends, strict=True)
    )


def _kernel_report(name: str, section: str) -> KernelReport:
    stack = _STACK.search(section)
    sizes = [int(size) for size in stack.groups()] if stack else [0, 0, 0]
    registers, smem = _REGISTERS.search(section), _SMEM.search(section)
    return KernelReport(
        name=name,
        registers=int(registers.group(1)) if registers else 0,
        stack_bytes=sizes[0],
        spill_store_bytes=sizes[1],
        spill_load_bytes=sizes[2],
        smem_bytes=int(smem.group(1)) if smem else 0,
    )
