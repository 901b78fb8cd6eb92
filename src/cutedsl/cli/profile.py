"""`cutedsl profile`: what the kernels of a program take: time, bandwidth, arithmetic, registers; and at which lines."""

from __future__ import annotations

import argparse
import importlib
import json
import linecache
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cutedsl.arch.ptx_names import plain_name
from cutedsl.cli.exit_codes import COULD_NOT_RUN
from cutedsl.cli.help_text import Paragraphs
from cutedsl.cli.kernels.resources import KernelResources, kernel_resources
from cutedsl.cli.kernels.work import KernelWork, Work, kernel_work
from cutedsl.cli.program import prepare, ran
from cutedsl.codegen.cpu.source import functions
from cutedsl.driver.compile.observe import observing
from cutedsl.driver.compile.pipeline import Artifacts
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.frozen import frozen
from cutedsl.execution.devices import gpu_available
from cutedsl.execution.launch_times import KernelTimes, LaunchTimes, timing_launches
from cutedsl.targets.nvidia_compiler import for_gpu

_ABOUT = """Runs PROGRAM (also one written for `cutlass`) and reports on each of its kernels: the time of its launches;
the bytes and floating-point operations of its threads, with their rates and the rate of a copy on this machine;
registers, spills and occupancy, where `ptxas` is installed; and the costliest lines.

Bytes and operations are counted in the program, not measured: what threads request, cached or not. An operation in a
loop counts once per iteration where the bounds are known while compiling; otherwise it counts once, and the report
says `at least`. Copies by tensor maps are not counted. `if tidx == 0` counts as one thread; other branches count as
taken.

Exit codes: 0 there is a profile; 2 the program could not be run, failed, or launched no kernel.
The program's own output goes to the error stream. Further arguments go to the program."""

# The copy is larger than the L2 cache of any GPU (50 MiB on an H100), and the best of five is taken.
_LINES = 5
_COPY_BYTES = 64 << 20
_COPIES = 5


@frozen
class Line:
    """What the threads of one launch do at a line, together."""

    file: str
    line: int
    source: str
    work: Work


@frozen
class KernelProfile:
    """One kernel; work is that of its largest launch. `at_least`: some of it could not be counted."""

    times: KernelTimes
    work: Work
    at_least: bool
    resources: KernelResources | None
    lines: tuple[Line, ...]

    def per_second(self, amount: float) -> float:
        """An amount of the fastest launch, for each second of it."""
        return amount / (self.times.least_us * 1e-6)


def profile(argv: Sequence[str]) -> int:
    """Returns one of the exit codes; argparse exits with 2 for a wrong command line."""
    options, arguments = _parser().parse_known_args(list(argv))
    on_cpu = options.device is not None or not gpu_available()
    program = prepare("profile", options.program, options.override, on_cpu=on_cpu)
    if program is None:
        return COULD_NOT_RUN
    times, compiled = LaunchTimes(), list[Artifacts]()
    fine = ran(program, arguments, _watching(times, compiled))
    found = profiles(times.kernels(), compiled, options.lines)
    if not found:
        if fine:
            print(f"cutedsl profile: {program} ran, and launched no kernel", file=sys.stderr)
        return COULD_NOT_RUN
    copy = copy_bandwidth(on_gpu=not on_cpu)
    print("\n\n".join(text(one, copy) for one in found))
    if options.json:
        record = {"copy_bytes_per_s": copy, "kernels": [asdict(one) for one in found]}
        options.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0 if fine else COULD_NOT_RUN


@contextmanager
def _watching(times: LaunchTimes, compiled: list[Artifacts]) -> Generator[None]:
    with timing_launches(times), observing(compiled.append):
        yield


def profiles(times: Sequence[KernelTimes], compiled: Sequence[Artifacts], lines: int) -> list[KernelProfile]:
    """The kernels that were launched, the slowest in all first; `lines` of each."""
    work: dict[str, KernelWork] = {}
    resources: dict[str, KernelResources] = {}
    for artifacts in compiled:
        kernels = functions(for_gpu(artifacts.program.module), "cute.kernel")
        work |= {plain_name(kernel.sym_name.data): kernel_work(kernel) for kernel in kernels}
        try:
            resources |= {plain_name(one.kernel): one for one in kernel_resources(artifacts, artifacts.target.arch)}
        except DSLUserCodeError as error:
            print(f"cutedsl profile: no registers and spills: {error.message}", file=sys.stderr)
    ordered = sorted(times, key=lambda one: -one.total_us)
    return [
        _profile(one, work.get(name, KernelWork()), resources.get(name), lines)
        for one in ordered
        for name in (plain_name(one.kernel),)
    ]


def _profile(times: KernelTimes, work: KernelWork, resources: KernelResources | None, lines: int) -> KernelProfile:
    threads = times.most_threads
    ordered = sorted(work.lines.items(), key=lambda one: -_weight(one[1]))[:lines]
    found = [
        Line(file, line, linecache.getline(file, line).strip(), own.times(threads)) for (file, line), own in ordered
    ]
    return KernelProfile(times, work.total.times(threads), work.at_least, resources, tuple(found))


def _weight(work: Work) -> float:
    """How much of a GPU's time work takes, roughly: it does 16 operations in the time of a byte of global memory."""
    return work.global_bytes + work.shared_bytes / 8 + work.flops / 16


def copy_bandwidth(*, on_gpu: bool) -> float:
    """Bytes a second, read and written, of the fastest of a few copies of 64 MiB; 0 on a GPU without torch."""
    if on_gpu:
        try:
            torch: Any = importlib.import_module("torch")
        except ImportError:
            return 0.0
        source = torch.empty(_COPY_BYTES, dtype=torch.int8, device="cuda")
        target, best = torch.empty_like(source), float("inf")
        for _ in range(_COPIES):
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            target.copy_(source)
            end.record()
            end.synchronize()
            best = min(best, start.elapsed_time(end) * 1e-3)
        return 2 * _COPY_BYTES / best
    import numpy as np

    here, there, best = np.zeros(_COPY_BYTES, np.int8), np.ones(_COPY_BYTES, np.int8), float("inf")
    for _ in range(_COPIES):
        begun = time.perf_counter()
        np.copyto(there, here)
        best = min(best, time.perf_counter() - begun)
    return 2 * _COPY_BYTES / best


def text(one: KernelProfile, copy: float) -> str:
    """A kernel's paragraph."""
    times, more = one.times, "at least " if one.at_least else ""
    rate, operations = one.per_second(one.work.global_bytes), one.per_second(one.work.flops)
    lines = [
        f"{times.kernel}",
        f"  time       {times.least_us:.1f} us least, {times.median_us:.1f} median, {times.launches} launches, "
        f"{times.total_us / 1e3:.3f} ms in all",
        f"  memory     {more}{_scaled(one.work.global_bytes)}B, {more}{_scaled(rate)}B/s"
        + (f": {100 * rate / copy:.0f} % of a copy's {_scaled(copy)}B/s" if copy else ""),
        f"  arithmetic {more}{_scaled(one.work.flops)}FLOP, {more}{_scaled(operations)}FLOP/s",
    ]
    if one.resources is not None:
        lines.append(f"  resources  {one.resources}")
    width = max((len(f"{Path(line.file).name}:{line.line}") for line in one.lines), default=0)
    for line in one.lines:
        where = f"{Path(line.file).name}:{line.line}"
        done = f"{_scaled(line.work.global_bytes)}B global, {_scaled(line.work.shared_bytes)}B shared, "
        lines.append(f"  {where:{width}}  {done}{_scaled(line.work.flops)}FLOP  | {line.source}")
    return "\n".join(lines)


def _scaled(number: float) -> str:
    """With a prefix of the SI, and a space before the unit.

    >>> _scaled(2500.0), _scaled(12)
    ('2.5 k', '12 ')
    """
    for power, prefix in ((12, "T"), (9, "G"), (6, "M"), (3, "k")):
        if number >= 10**power:
            return f"{number / 10**power:.3g} {prefix}"
    return f"{number:.3g} "


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cutedsl profile", description=_ABOUT, formatter_class=Paragraphs)
    parser.add_argument("program", help="a Python file")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all numbers")
    parser.add_argument("--lines", type=int, default=_LINES, metavar="N", help=f"lines of a kernel (default {_LINES})")
    parser.add_argument("--device", choices=("cpu",), help="the program's GPU is the CPU, as it is where there is none")
    parser.add_argument("--override", action="store_true", help="do not warn that another `cutlass` is installed")
    return parser
