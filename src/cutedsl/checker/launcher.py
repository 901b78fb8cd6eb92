"""Launches of a checked run: block after block on one thread; what ends a block early is a finding."""

from __future__ import annotations

import ctypes

from cutedsl.arch.host_abi import ErrorCode
from cutedsl.checker.findings import Finding, Place, Report
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution import cpu_launch
from cutedsl.execution.cpu_context import CallContext
from cutedsl.execution.cpu_errors import error_of
from cutedsl.execution.cpu_module import CpuModule

_PASSES_ON = (ErrorCode.STOPPED, ErrorCode.LAUNCH_FAILED)
"""What is no bug of the kernel."""


class Ended(Exception):
    """The call ends after a finding."""


class CheckedLauncher:
    """The launcher of one call of a checked program."""

    def __init__(self, host: CpuModule, report: Report, seed: int | None, keep_going: bool) -> None:
        self._host = host
        self._report = report
        self._seed = seed
        self._keep_going = keep_going
        self._context: CallContext | None = None

    def begin(self, context: CallContext) -> None:
        """The call runs in `context`."""
        self._context = context

    def launch(self, kernel: int, dims: int, stream: int, params: int) -> None:
        """Runs all blocks. A block that fails is reported, and the rest runs where that is asked for."""
        del stream
        context = self._context
        assert context is not None
        info, worker = self._host.kernel(kernel)
        self._report.launches += 1
        counter = ctypes.c_int64(0)
        while True:
            cpu_launch.launch(context, info, worker, dims, params, counter)
            if not context.failed:
                return
            error = error_of(context, context.error_code, self._host.sites)
            if context.error_code in _PASSES_ON or not isinstance(error, DSLUserCodeError):
                raise error
            self._report.add(_of_error(error, _block(context)))
            if not self._keep_going:
                raise Ended
            context.resume()


def _block(context: CallContext) -> tuple[int, int, int]:
    x, y, z = context.field("error_block")
    return x, y, z


def _of_error(error: DSLUserCodeError, block: tuple[int, int, int]) -> Finding:
    """What an unchecked run would have raised."""
    report = error.report
    first = Place(report.span, report.message, block)
    others = tuple(Place(span, label, block) for span, label in report.also)
    return Finding(report.name, report.message, (first, *others), fix=report.fix)
