"""Checked runs: the `checking()` context manager and `check()`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, TextIO

from cutedsl.checker.budget import Budget
from cutedsl.checker.exploration import Schedule, Steering
from cutedsl.checker.findings import Report
from cutedsl.checker.formats.text import where
from cutedsl.checker.launcher import CheckedLauncher, Ended, Listener
from cutedsl.checker.repeats import Repeats
from cutedsl.config import Config, config
from cutedsl.driver.call.watches import register_watch, watching
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.translation.refusals import callable_given
from cutedsl.execution.cpu.context import CallContext, Launcher
from cutedsl.execution.cpu.module import CpuModule
from cutedsl.execution.cpu.monitor import monitor


class CheckEnded(BaseException):
    """A checked program ends here, because of what was found; no `except Exception` of its own stops that."""


@dataclass(slots=True)
class CheckWatch:
    """Runs programs under the checker and collects findings.

    After a finding that ends a block the launch goes on with the other blocks if `keep_going`. `recording` takes what
    a timeline is made of; `measures`: it looks at the addresses of accesses. Blocks beyond `budget` run without checks.
    Where `shown_on` is a terminal, long launches show on it how far they are.
    """

    report: Report = field(default_factory=Report)
    schedule: Schedule = field(default_factory=Schedule)
    keep_going: bool = True
    recording: Listener | None = None
    shown_on: TextIO | None = None
    repeats: Repeats = field(default_factory=Repeats)
    budget: Budget = field(default_factory=Budget)
    measures: bool = False

    def __post_init__(self) -> None:
        self.measures |= self.report.measured
        if self.recording is None and self.schedule.holds:
            self.recording = Steering(self.schedule.holds)

    def run(self, host: CpuModule, slots: Sequence[int]) -> None:
        """Calls a host function whose kernels report here."""
        launcher = self._launcher(host)
        with suppress(Ended):
            host.call(slots, launcher.launch, _limited(config()), prepare=launcher.begin)
        self.after_call()

    def after_call(self) -> None:
        """Called after each call, and each launch that a graph replays."""

    def launcher(self, host: CpuModule, context: CallContext) -> Launcher:
        """A launcher whose kernels report here, for calls from another runtime; it continues after findings."""
        checked = self._launcher(host)
        checked.begin(context)

        def launch(kernel: int, dims: int, stream: int, params: int) -> None:
            context.limit(_limited(config()).timeout_s)
            monitor().watch(context)
            try:
                checked.launch(kernel, dims, stream, params)
            except Ended:
                context.resume()
            finally:
                monitor().forget(context)

        return launch

    def _launcher(self, host: CpuModule) -> CheckedLauncher:
        told = (self.recording, self.shown_on, self.repeats, self.budget)
        return CheckedLauncher(host, self.report, self.schedule, self.keep_going, *told, self.after_call)

    def plain(self, kernel: str) -> None:
        """Counts a launch that is not checked."""
        self.report.plain[kernel] = self.report.plain.get(kernel, 0) + 1


LIMIT_S: Final = 300.0
"""Default time limit of a checked call, in seconds, without `CUTEDSL_TIMEOUT_S`."""


def _limited(settings: Config) -> Config:
    return replace(settings, timeout_s=settings.timeout_s or LIMIT_S)


@contextmanager
def checking(*, schedule: Schedule | None = None, keep_going: bool = True, measure: bool = False) -> Iterator[Report]:
    """Checks every kernel that this thread or task launches in the block; yields the report.

    `measure` also counts passes over the banks and sectors of memory, line by line: `Report.counts`.

    **Law**: direct calls of `@jit` functions and what `cute.compile` gives run on the CPU, compute what they always
    compute, and never raise for a bug in a kernel. The bug is a finding of the report.

    >>> from cutedsl.testing import checking
    >>> with checking() as report:
    ...     pass                                   # call kernels here
    >>> report.clean
    True

    Errors: check-target, and those of compilations and launches.
    Source: ours.
    """
    schedule = schedule or Schedule()
    watch = CheckWatch(Report(measured=measure, orders=[str(schedule)]), schedule, keep_going)
    with watching(watch):
        yield watch.report


def check(
    function: Callable[..., Any],
    *args: object,
    schedule: Schedule | None = None,
    keep_going: bool = True,
    measure: bool = False,
    **kwargs: object,
) -> Report:
    """Calls `function` in a checked run and returns the report.

    >>> from cutedsl.testing import check
    >>> check(lambda: None).findings
    []

    Errors: as `checking`, and what `function` raises.
    """
    callable_given("check", function)
    with checking(schedule=schedule, keep_going=keep_going, measure=measure) as report:
        function(*args, **kwargs)
    return report


class _Raising(CheckWatch):
    """The watch of a program compiled with `--check` and called on its own: what it finds is raised."""

    def after_call(self) -> None:
        if self.report.findings:
            raise found_error(self.report)

    def launcher(self, host: CpuModule, context: CallContext) -> Launcher:
        launch = CheckWatch.launcher(self, host, context)

        def raising(kernel: int, dims: int, stream: int, params: int) -> None:
            launch(kernel, dims, stream, params)
            if self.report.findings:
                raise found_error(self.report)

        return raising


def found_error(report: Report) -> DSLUserCodeError:
    """The first finding as an exception at the author's line, with the number of further findings."""
    from cutedsl.errors import fail

    first, *more = report.findings
    notes = [where(first)] if where(first) else []
    notes += [f"{len(more)} more findings: {', '.join(dict.fromkeys(one.kind for one in more))}"] if more else []
    also = [(place.span, place.what) for place in first.places[1:] if place.span is not None]
    span = first.places[0].span if first.places else None
    return fail(first.kind, first.message, span=span, also=also, notes=notes, fix=first.fix or None)


register_watch(_Raising)
