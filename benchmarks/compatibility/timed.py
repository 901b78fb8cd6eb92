"""`python -P timed.py FILE PROGRAM ARGUMENTS...`: runs a program as `cutedsl run` does, profiled.

FILE gets how often each kernel of cutedsl or of cupy ran, its name in its program, the types of its arguments, and its
least time in µs.
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

from xdsl.ir import Attribute

from cutedsl.arch.ptx_names import plain_name, ptx_name
from cutedsl.cli.run import run
from cutedsl.driver.compile.trace_state import Trace
from cutedsl.execution.cuda.module import CudaModule

_LIBRARY = "cupy_"
"""How names of kernels begin that a program runs through a library and that NVIDIA's times count."""


def main(arguments: Sequence[str]) -> int:
    """The program's exit code."""
    from torch.profiler import ProfilerActivity, profile

    file, *program = arguments
    names, types = _named_apart(), _types()
    with profile(activities=[ProfilerActivity.CUDA]) as profiler:
        code = run(program)
    found: dict[str, list[float]] = {}
    recorded: Any = profiler.profiler
    for event in recorded.kineto_results.events():
        if event.duration_ns() and (event.name() in names or event.name().startswith(_LIBRARY)):
            found.setdefault(event.name(), []).append(event.duration_ns() / 1000)
    rows = {
        name: {
            "kernel": names.get(name, name),
            "types": types.get(names.get(name, name), name),
            "library": name not in names,
            "launches": len(times),
            "least_us": round(min(times), 2),
        }
        for name, times in found.items()
    }
    Path(file).write_text(json.dumps(rows), encoding="utf-8")
    return code


def _types() -> dict[str, str]:
    """By name, the author's name for each kernel that is traced from now on, and the types of its arguments.

    They say the layouts of tensors, and nothing of constants or blocks.
    """
    found: dict[str, str] = {}
    named = Trace.new_kernel_name

    def note(self: Trace, stem: str, compiled_for: Sequence[object]) -> str:
        name = named(self, stem, compiled_for)
        types = ", ".join(str(part) for part in compiled_for if isinstance(part, Attribute))
        found[ptx_name(name)] = found[plain_name(ptx_name(name))] = f"{stem}({types})"
        return name

    Trace.new_kernel_name = note  # type: ignore[method-assign]
    return found


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
