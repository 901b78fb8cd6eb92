"""A recorded program, compiled here from its IR alone: nothing of the candidate's Python comes with it."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from xdsl.dialects.func import FuncOp

import cutedsl
from cutedsl.checker.findings import Report
from cutedsl.checker.session import CheckWatch, Schedule
from cutedsl.codegen.cpu.source import functions
from cutedsl.config import Config, config
from cutedsl.driver.call.checked import checked_options
from cutedsl.driver.compile.compilation import StageTimes
from cutedsl.driver.compile.options import default_options
from cutedsl.driver.compile.pipeline import build_artifacts
from cutedsl.driver.compile.trace import TracedProgram
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu import launch as cpu_launch
from cutedsl.execution.cpu.context import CallContext
from cutedsl.execution.cpu.module import CpuModule
from cutedsl.gate.watch import PACKAGES
from cutedsl.ir.text import parse_module
from cutedsl.ir.types import PtrType
from cutedsl.targets.choice import choose_target

LAUNCH_LIMIT_S: Final = 8.0
_SAMPLE_S: Final = 1.0
"""Of the processor: after so much no further clusters are begun, and those under way take about as much again."""
_SAMPLED_S: Final = 12.0
PLAIN_LIMIT_S: Final = 2.0
"""What a launch without checks may take."""
_FILES: Final = re.compile(r'loc\("([^"]+)":')
_LIBRARIES: Final = (str(Path(cutedsl.__file__).parent), *PACKAGES)
_ADDS_UP: Final = re.compile(r'"cute\.atomic|"cute\.ordered|reduce = "|\b(?:red|atom|reduce)\.(?!py)')
"""Ops, and PTX in texts, by which blocks add to what others store, or tell them of it."""
_INDEX: Final = r'"cute\.block_idx"\(\) <\{axis = (?P<axis>\d) : i32\}> : \(\) -> i32(?P<loc>.*)$'
_BLOCK_INDEX: Final = re.compile(r"^(?P<space> *)%(?P<name>[\w$.-]+) = " + _INDEX, re.MULTILINE)
_FLAGS: Final = "<{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32"
_BACKWARDS: Final = (
    r'%gate_b\g<name> = "cute.block_idx"() <{axis = \g<axis> : i32}> : () -> i32',
    r'%gate_n\g<name> = "cute.grid_dim"() <{axis = \g<axis> : i32}> : () -> i32',
    r'%gate_o\g<name> = "arith.constant"() <{value = 1 : i32}> : () -> i32',
    rf'%gate_l\g<name> = "arith.subi"(%gate_n\g<name>, %gate_o\g<name>) {_FLAGS}',
    rf'%\g<name> = "arith.subi"(%gate_l\g<name>, %gate_b\g<name>) {_FLAGS}',
)
"""The index of a block, counted from the last one."""


class Program:
    """One program; `pointers` are the slots of its host function that hold addresses. Errors: those of compiling."""

    def __init__(self, text: str, host: str) -> None:
        self._text, self._host = text, host
        self._loaded: dict[tuple[bool, bool], CpuModule] = {}
        self.pointers: frozenset[int] = frozenset()
        self.kernels: tuple[str, ...] = ()
        self.adds_up = bool(_ADDS_UP.search(text))
        """Whether blocks may add to what others store, so that some of them alone leave wrong results."""
        files = set(_FILES.findall(text))
        self.own = not files or any(not file.startswith(_LIBRARIES) for file in files)

    def load(self, *, backwards: bool = False, checked: bool = True) -> CpuModule:
        """Its machine code; `backwards`: the blocks run from the last to the first."""
        if backwards and ('"cute.cluster' in self._text or not _BLOCK_INDEX.search(self._text)):
            backwards = False
        known = self._loaded.get((backwards, checked))
        if known is not None:
            return known
        module = parse_module(_counted_backwards(self._text) if backwards else self._text)
        module.verify()
        options = checked_options(default_options()) if checked else default_options()
        target = choose_target(options, ())
        program = TracedProgram(module, self._host, ())
        made = build_artifacts(program, target, options, StageTimes())
        (host,) = functions(made.expanded, "cute.host")
        self.pointers = frozenset(k for k, one in enumerate(_types(host)) if isinstance(one, PtrType))
        self.kernels = tuple(kernel.name for kernel in made.source.kernels)
        loaded = CpuModule(made.native.data, made.source.host, made.source.kernels, made.source.sites)
        self._loaded[backwards, checked] = loaded
        return loaded


def _counted_backwards(text: str) -> str:
    return _BLOCK_INDEX.sub("\n".join(rf"\g<space>{line}\g<loc>" for line in _BACKWARDS), text)


def _types(host: FuncOp) -> Sequence[object]:
    return [argument.type for argument in host.body.block.args]


def run_checked(module: CpuModule, slots: Sequence[int], report: Report, seed: int | None) -> None:
    """Calls a program's host function; what its kernels do wrong goes to the report. Errors: those of a launch."""
    CheckWatch(report, Schedule(seed), keep_going=False).run(module, slots)


def run_plain(module: CpuModule, slots: Sequence[int], limit_s: float) -> None:
    """Calls a program's host function, unchecked. Errors: those of a launch."""
    module.call(slots, settings=replace(settings(), timeout_s=limit_s))


def run_host_alone(module: CpuModule, slots: Sequence[int]) -> int:
    """Calls a program's host function without running its kernels; how many launches it makes."""
    launches: list[int] = []

    def launch(kernel: int, dims: int, stream: int, params: int) -> None:
        module.plan(kernel, dims)
        launches.append(kernel)

    module.call(slots, launch, settings())
    return len(launches)


def settings() -> Config:
    """This process's settings with a limit on launches."""
    return replace(config(), timeout_s=config().timeout_s or LAUNCH_LIMIT_S)


@frozen
class Sample:
    """How much of a program's last launch was run: `run` of `clusters`, all or those drawn."""

    run: int
    clusters: int


def run_sample(module: CpuModule, slots: Sequence[int], seed: int, *, whole: bool) -> Sample:
    """Calls a program's host function, unchecked. Of its last launch a few clusters are run that `seed` draws, and the
    others too where that takes little time; with `whole`, or where blocks wait for others, all in one launch.

    Errors: those of a launch.
    """
    contexts: list[CallContext] = []
    last = run_host_alone(module, slots)
    samples: list[Sample] = []

    def launch(kernel: int, dims: int, _stream: int, params: int) -> None:
        plan, context = module.plan(kernel, dims), contexts[0]
        clusters = plan.clusters
        if len(samples) + 1 < last or whole or plan.kernel.resident or plan.kernel.cooperative:
            cpu_launch.launch(context, plan, dims, params)
            samples.append(Sample(clusters, clusters))
            return
        started, ran = time.process_time(), 0
        for numbers in _pieces(clusters, seed):
            if ran > 1 and time.process_time() - started > _SAMPLE_S:
                break
            cpu_launch.launch_some(context, plan, dims, params, numbers)
            ran += len(numbers)
        samples.append(Sample(ran, clusters))

    module.call(slots, launch, replace(settings(), timeout_s=PLAIN_LIMIT_S if whole else _SAMPLED_S), contexts.append)
    return samples[-1] if samples else Sample(0, 0)


def _pieces(clusters: int, seed: int) -> Iterator[Sequence[int]]:
    """All clusters of a launch in an order that is drawn, after the last and the first, in longer and longer pieces."""
    step = int(clusters * (0.38 + 0.24 * Random(seed).random())) | 1
    while math.gcd(step, clusters) > 1:
        step += 2
    yield from ([one] for one in dict.fromkeys((clusters - 1, 0)))
    done, piece = 0, 1
    while done < clusters:
        numbers = [k * step % clusters for k in range(done, min(done + piece, clusters))]
        done, piece = done + piece, 2 * piece
        if kept := [one for one in numbers if one not in (0, clusters - 1)]:
            yield kept
