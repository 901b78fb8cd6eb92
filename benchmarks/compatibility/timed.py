"""`python -m benchmarks.compatibility.timed FILE PROGRAM ARGUMENTS...`: runs a program as `cutedsl run` does, profiled.

FILE gets how often each kernel of cutedsl ran, and its least time in µs. It needs torch and a GPU.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cutedsl.cli.run import run
from cutedsl.execution.cuda.module import CudaModule, ptx_name


def main(arguments: Sequence[str]) -> int:
    """The program's exit code."""
    from torch.profiler import ProfilerActivity, profile

    file, *program = arguments
    names = _kernel_names()
    with profile(activities=[ProfilerActivity.CUDA]) as profiler:
        code = run(program)
    found: dict[str, list[float]] = {}
    recorded: Any = profiler.profiler
    for event in recorded.kineto_results.events():
        if event.name() in names and event.duration_ns():
            found.setdefault(event.name(), []).append(event.duration_ns() / 1000)
    rows = {name: {"launches": len(times), "least_us": round(min(times), 2)} for name, times in found.items()}
    Path(file).write_text(json.dumps(rows), encoding="utf-8")
    return code


def _kernel_names() -> set[str]:
    """The names of the kernels in modules that are made from now on, as a profiler sees them."""
    names: set[str] = set()
    made = CudaModule.__post_init__

    def note(self: CudaModule) -> None:
        names.update(ptx_name(kernel.name) for kernel in self.kernels)
        made(self)

    CudaModule.__post_init__ = note  # type: ignore[method-assign]
    return names


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
