"""`cutedsl show`: runs a program and prints what each of its compilations became."""

from __future__ import annotations

import argparse
import contextlib
import runpy
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from cutedsl.cli.kernels.resources import resource_report
from cutedsl.cli.kernels.static_resources import static_report
from cutedsl.cli.sass import annotated_sass
from cutedsl.compat.install import install
from cutedsl.compat.settings import Settings
from cutedsl.driver.compile.observe import observing
from cutedsl.driver.compile.pipeline import Artifacts
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.devices import gpu_available
from cutedsl.targets.choice import DEFAULT_ARCH

STAGES = ("ir", "generic", "llvm", "ptx", "sass", "asm")


def show(argv: Sequence[str]) -> int:
    """Exit code 0; 1 if the program failed or compiled nothing; 2 for a wrong command line."""
    options, program_args = _parser().parse_known_args(list(argv))
    install(Settings(options.override, options.device is not None or not gpu_available()))
    shown = _Shown(sys.stdout, options)
    failure = _run(options.program, program_args, shown.show) or shown.failure
    if failure is not None:
        print(failure, file=sys.stderr)
        return 1
    if not shown.texts:
        print(f"{options.program} ran and compiled nothing with @jit", file=sys.stderr)
        return 1
    return 0


@dataclass(slots=True)
class _Shown:
    """Prints each different compilation as soon as it was made: what a program does with it may take long."""

    out: TextIO
    options: argparse.Namespace
    texts: set[str] = field(default_factory=set[str])
    failure: str | None = None

    def show(self, compilation: Artifacts) -> None:
        """What cannot be shown ends neither the program nor what it compiles later."""
        try:
            text = self._text(compilation)
        except DSLUserCodeError as error:
            self.failure = self.failure or str(error)
            return
        if text not in self.texts:
            self.texts.add(text)
            print(text, end="" if text.endswith("\n") else "\n", file=self.out, flush=True)

    def _text(self, compilation: Artifacts) -> str:
        if self.options.resources:
            return static_report(compilation.expanded, compilation.program.module)
        text = _text(compilation, self.options.stage, self.options.arch)
        if not self.options.report:
            return text
        return f"{text.rstrip()}\n{resource_report(compilation, self.options.arch)}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cutedsl show",
        description="Runs PROGRAM, also one written for `cutlass`, and prints what its @jit functions compile to. "
        "Further arguments go to the program.",
    )
    parser.add_argument("program", help="a Python file")
    parser.add_argument(
        "--stage",
        choices=STAGES,
        default="ir",
        help="ir: captured IR, short form; generic: MLIR's generic form; llvm: LLVM text; ptx; "
        "sass: what a GPU executes, with the lines of Python (needs ptxas and nvdisasm); asm: of this CPU",
    )
    parser.add_argument(
        "--arch", default=DEFAULT_ARCH, help=f"GPU architecture for ptx and sass (default {DEFAULT_ARCH})"
    )
    parser.add_argument("--device", choices=("cpu",), help="the program's GPU is the CPU, as it is where there is none")
    parser.add_argument("--override", action="store_true", help="do not warn that another `cutlass` is installed")
    report = "also registers, spills, shared memory and occupancy of each kernel (needs ptxas)"
    parser.add_argument("--report", action="store_true", help=report)
    resources = "shared memory, fragments, occupancy and bytes that barriers wait for; no GPU needed"
    parser.add_argument("--resources", action="store_true", help=resources)
    return parser


def _run(program: str, args: Sequence[str], observer: Callable[[Artifacts], None]) -> str | None:
    """Runs the program with its own output moved to stderr; returns the message of what stopped it."""
    saved = sys.argv, sys.path
    sys.argv, sys.path = (
        [program, *args],
        [str(Path(program).resolve().parent), *sys.path],
    )  # as `python PROGRAM` has it
    try:
        with observing(observer), contextlib.redirect_stdout(sys.stderr):
            runpy.run_path(program, run_name="__main__")
    except DSLUserCodeError as error:
        return str(error)
    except OSError as error:
        return f"cutedsl show: {error}"
    except SystemExit as stop:
        return None if stop.code in (None, 0) else f"{program} exited with {stop.code}"
    finally:
        sys.argv, sys.path = saved
    return None


def _text(artifacts: Artifacts, stage: str, arch: str) -> str:
    match stage:
        case "ir":
            return artifacts.ir
        case "generic":
            return artifacts.generic_ir
        case "llvm":
            return artifacts.llvm
        case "ptx":
            return artifacts.ptx(arch)
        case "sass":
            return annotated_sass(artifacts, arch)
        case _:
            return artifacts.asm
