"""`cutedsl bench PROGRAM`: how long the kernels of a program take, in the launches that it makes itself."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from cutedsl.cli.benchmarks.timing import load_of_others
from cutedsl.cli.exit_codes import COULD_NOT_RUN
from cutedsl.cli.help_text import Paragraphs
from cutedsl.cli.program import prepare, ran
from cutedsl.execution.devices import gpu_available
from cutedsl.execution.launch_times import KernelTimes, LaunchTimes, timing_launches

_ABOUT = """Runs PROGRAM (also one written for `cutlass`) and times each launch that it makes: on the CPU by its clock,
on a GPU between two events. The first launches of a kernel are slower: the least time is the one to compare.

Exit codes: 0 there are times; 2 the program could not be run, failed, or launched no kernel.
The program's own output goes to the error stream. Further arguments go to the program."""


def bench_program(argv: Sequence[str]) -> int:
    """Returns one of the exit codes; argparse exits with 2 for a wrong command line."""
    options, arguments = _parser().parse_known_args(list(argv))
    on_cpu = options.device is not None or not gpu_available()
    program = prepare("bench", options.program, options.override, on_cpu=on_cpu)
    if program is None:
        return COULD_NOT_RUN
    busy, times = load_of_others(), LaunchTimes()
    fine = ran(program, arguments, timing_launches(times))
    kernels = times.kernels()
    if kernels:
        print(table(kernels))
        if busy:
            print(f"cutedsl bench: {busy}; do not compare these times", file=sys.stderr)
    elif fine:
        print(f"cutedsl bench: {program} ran, and launched no kernel", file=sys.stderr)
    if options.json:
        options.json.write_text(json.dumps([asdict(one) for one in kernels], indent=1) + "\n", encoding="utf-8")
    return 0 if fine and kernels else COULD_NOT_RUN


def table(kernels: Sequence[KernelTimes]) -> str:
    """A line for each kernel, the slowest in all first.

    >>> print(table([KernelTimes("add", 3, 1.5, 2.0, 6.0)]))
    kernel  launches  least us  median us  spread  total ms
    add            3       1.5        2.0     33%     0.006

    The spread is how far the median is above the least.
    """
    width = max(len("kernel"), *(len(one.kernel) for one in kernels))
    lines = [f"{'kernel':{width}}  launches  least us  median us  spread  total ms"]
    for one in sorted(kernels, key=lambda one: -one.total_us):
        numbers = f"{one.launches:8}  {one.least_us:8.1f}  {one.median_us:9.1f}  {_spread(one):6.0%}"
        numbers += f"  {one.total_us / 1e3:8.3f}"
        lines.append(f"{one.kernel:{width}}  {numbers}")
    return "\n".join(lines)


def _spread(one: KernelTimes) -> float:
    return one.median_us / one.least_us - 1 if one.least_us else 0.0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cutedsl bench", description=_ABOUT, formatter_class=Paragraphs)
    parser.add_argument("program", help="a Python file")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all numbers")
    parser.add_argument("--device", choices=("cpu",), help="the program's GPU is the CPU, as it is where there is none")
    parser.add_argument("--override", action="store_true", help="do not warn that another `cutlass` is installed")
    return parser
