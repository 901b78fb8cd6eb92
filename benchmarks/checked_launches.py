"""Times of the launches of plain and of checked runs on the CPU, without their compilations."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.checked_memory import touched_bytes, used_bytes
from cutedsl.checker import checking
from cutedsl.checker.launcher import CheckedLauncher
from cutedsl.checker.shadow import Shadow
from cutedsl.execution.cpu import launch as cpu_launch
from cutedsl.execution.cpu.pool import stop_telling, tell_launches


@dataclass(frozen=True, slots=True)
class Launch:
    """One launch; a checked one, which takes one thread, by what that takes of its core: others do not disturb it.

    Of a checked one also the memory that remembers accesses, and that which was accessed.

    `peak_bytes` is what the process held at most during the launch, beyond what it held before.
    """

    kernel: str
    ms: float
    used_bytes: int = 0
    touched_bytes: int = 0
    peak_bytes: int = 0


@contextmanager
def launches(checked: bool) -> Iterator[list[Launch]]:
    """The launches until the block ends; a checked run must find nothing."""
    found: list[Launch] = []
    with ExitStack() as around:
        if checked:
            around.enter_context(_checked(found))
            report = around.enter_context(checking())
        else:
            around.enter_context(_plain(found))
            report = None
        yield found
    assert report is None or report.clean, report.findings[0]


@contextmanager
def _plain(found: list[Launch]) -> Iterator[None]:
    launch = cpu_launch.launch

    def timed(context: Any, plan: cpu_launch.Plan, *rest: Any) -> None:
        start = time.perf_counter()
        launch(context, plan, *rest)
        found.append(Launch(plan.kernel.name, 1e3 * (time.perf_counter() - start)))

    tell_launches(_ignore)  # machine code makes those by itself that nobody is told of
    try:
        with patch.object(cpu_launch, "launch", timed):
            yield
    finally:
        stop_telling(_ignore)


def _ignore(_kernel: str, _threads: int) -> None:
    pass


@contextmanager
def _checked(found: list[Launch]) -> Iterator[None]:
    launch, end = CheckedLauncher.launch, Shadow.end
    memory: list[tuple[int, int]] = []
    aside: list[float] = []

    def timed(launcher: CheckedLauncher, kernel: int, *rest: Any) -> None:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak is from now on
        held_bytes = _held_bytes("VmRSS")
        start = time.thread_time()
        launch(launcher, kernel, *rest)
        elapsed = time.thread_time() - start - aside.pop()
        peak_bytes = _held_bytes("VmHWM") - held_bytes
        found.append(Launch(launcher.name_of(kernel), 1e3 * elapsed, *memory.pop(), peak_bytes))

    def ended(shadow: Shadow) -> None:
        start = time.thread_time()
        memory.append((used_bytes(shadow), touched_bytes(shadow)))
        aside.append(time.thread_time() - start)
        end(shadow)

    with patch.object(CheckedLauncher, "launch", timed), patch.object(Shadow, "end", ended):
        yield


def _held_bytes(name: str) -> int:
    """The memory that this process holds (`VmRSS`), or held at most (`VmHWM`)."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) * 1024
