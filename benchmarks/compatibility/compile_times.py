"""`python -m benchmarks.compatibility compile WORK`: what it takes to compile each program for the CPU.

Each program runs in a process that only compiles: nothing is launched, so what the program computes is arbitrary, and
the checks of torch and NumPy let it pass. Times are the processor's, of all threads, from a call to machine code. The
compiler is loaded, and no cache is used.

As a script, `compile_times.py FILE PROGRAM ARGUMENTS...` is that process. FILE gets a row for each `@jit` function.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from benchmarks.compatibility.manifest import Program
from benchmarks.compatibility.one_rank import stand_in
from benchmarks.compatibility.runner import Result, Runner
from benchmarks.record import ROOT

LIMIT_S: Final = 5.0
"""What compiling may take for the first run of a program."""
NARROW: Final = "CUTEDSL_BENCHMARK_NARROW"
"""Set where code is made as for a CPU with AVX2, which has no useful gathers, whatever this machine has."""


class CompileRunner(Runner):
    """Runs programs that only compile; `kernels` of a result are the rows of its functions."""

    def _command(self, program: Program, times: Path, report: Path) -> list[str]:
        return [sys.executable, "-P", __file__, str(times), *program.argv]

    def _environment(self, folder: Path, own: Path, program: Program) -> dict[str, str]:
        less = super()._environment(folder, own, program)
        places = os.pathsep.join([str(ROOT), less["PYTHONPATH"]])
        return {**less, "CUTEDSL_CACHE": "0", "CUTEDSL_DRYRUN": "1", "OMP_NUM_THREADS": "1", "PYTHONPATH": places}


def compile_rows(results: Sequence[Result]) -> list[dict[str, object]]:
    """A row for each program that compiled something, the slowest first."""
    rows: list[dict[str, object]] = []
    for one in results:
        functions = list(one.kernels.values())
        if functions:
            slowest = max(functions, key=lambda row: row["cpu_s"])
            total = round(sum(row["cpu_s"] for row in functions), 2)
            rows.append({"id": one.program.id, "cpu_s": total, "functions": len(functions), "slowest": slowest})
    return sorted(rows, key=lambda row: -float(str(row["cpu_s"])))


def main(arguments: Sequence[str]) -> int:
    """The program's exit code."""
    from cutedsl.cli.run import run
    from cutedsl.driver.call import build

    file, *program = arguments
    build.dry_run = _Timer(Path(file))  # type: ignore[assignment]
    _accept_all()
    if "distributed" in program[0]:
        stand_in()
    return run(["--device", "cpu", *program])


class _Timer:
    """In the place of a dry run: compiles each request and writes down what that took."""

    def __init__(self, file: Path) -> None:
        from cutedsl.codegen.llvm import compile as llvm_compile

        self.file = file
        self.rows: dict[str, dict[str, object]] = {}
        host = llvm_compile.host_machine()
        if os.environ.get(NARROW):
            narrow = ",".join(
                one.replace("+", "-", 1) if one.startswith(("+avx512", "+avx10", "+amx")) else one
                for one in host.features.split(",")
            )
            host = replace(host, cpu="znver3", features=narrow)
        for module in [one for name, one in sys.modules.items() if name.startswith("cutedsl.")]:
            if hasattr(module, "host_machine"):
                module.host_machine = lambda: host  # type: ignore[attr-defined]

    def __call__(self, request: Any) -> object:
        from cutedsl.driver.call.dry import RecordedFunction
        from cutedsl.driver.compile.compilation import StageTimes
        from cutedsl.driver.compile.pipeline import build_artifacts
        from cutedsl.driver.compile.translate import record

        start = time.process_time()
        program = record(request.jitted, request.bound, request.options)
        traced = time.process_time()
        # A product of torch's that the CPU computes by our own kernel is no kernel of the program.
        if not request.jitted.function.__module__.startswith("cutedsl."):
            made = build_artifacts(program, request.target, request.options, StageTimes())
            native = made.native
            row = {
                "function": request.jitted.__name__,
                "cpu_s": round(time.process_time() - start, 2),
                "trace_s": round(traced - start, 2),
                "llvm_s": round(sum(native.timings_ms.values()) / 1e3, 2),
                "characters": len(made.source.llvm_text),
            }
            self.rows[str(len(self.rows))] = row
            self.file.write_text(json.dumps(self.rows), encoding="utf-8")
        return RecordedFunction(request.jitted.function, "", program.result)


def _accept_all() -> None:
    """Lets checks of results pass: a program that stops at its first one would not compile its other functions."""
    import numpy.testing
    import torch.testing

    for module, name in (
        (torch.testing, "assert_close"),
        (numpy.testing, "assert_allclose"),
        (numpy.testing, "assert_array_equal"),
    ):
        setattr(module, name, lambda *_args, **_more: None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
