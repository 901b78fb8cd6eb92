"""`python -P timed.py FILE PROGRAM ARGUMENTS...`: runs a program as `cutedsl run` does, profiled.

FILE gets how often each kernel of cutedsl ran, its name in its program, and its least time in µs.
A kernel that was compiled twice, for other layouts or constants, counts twice. It needs torch and a GPU.
It is no module of a package: the program may have a package `benchmarks` of its own.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cutedsl.arch.ptx_names import ptx_name
from cutedsl.cli.run import run
from cutedsl.execution.cuda.module import CudaModule


def main(arguments: Sequence[str]) -> int:
    """The program's exit code."""
    from torch.profiler import ProfilerActivity, profile

    file, *program = arguments
    names = _named_apart()
    with profile(activities=[ProfilerActivity.CUDA]) as profiler:
        code = run(program)
    found: dict[str, list[float]] = {}
    recorded: Any = profiler.profiler
    for event in recorded.kineto_results.events():
        if event.name() in names and event.duration_ns():
            found.setdefault(event.name(), []).append(event.duration_ns() / 1000)
    rows = {
        name: {"kernel": names[name], "launches": len(times), "least_us": round(min(times), 2)}
        for name, times in found.items()
    }
    Path(file).write_text(json.dumps(rows), encoding="utf-8")
    return code


def _named_apart() -> dict[str, str]:
    """The names of the kernels in modules that are made from now on, as a profiler sees them, with their own names.

    The start of each name becomes its module's number, since a profiler tells kernels apart by their names only.
    """
    names: dict[str, str] = {}
    made, images = CudaModule.__post_init__, dict[bytes, int]()

    def note(self: CudaModule) -> None:
        number = images.setdefault(self.image, len(images))
        kernels = []
        for kernel in self.kernels:
            old, start = ptx_name(kernel.name), f"k{number}_"
            new = start + old[len(start) :]
            # The lengths are equal, so the offsets in a cubin stay.
            self.image = re.sub(rb"(?<![\w$])" + re.escape(old.encode()) + rb"(?![\w$])", new.encode(), self.image)
            kernels.append(replace(kernel, name=new))
            names[new] = old
        self.kernels = tuple(kernels)
        made(self)

    CudaModule.__post_init__ = note  # type: ignore[method-assign]
    return names


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
