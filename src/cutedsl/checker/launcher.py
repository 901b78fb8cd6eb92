"""Launches of a checked run: block after block on one thread; what ends a block early is a finding."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from typing import Final, Protocol

from cutedsl.arch.host_abi import (
    BLOCK,
    DIMS_COUNT,
    GRID,
    SMEM_REQUEST,
    WARP_LANES,
    ErrorCode,
    KernelInfo,
    Site,
)
from cutedsl.checker.costs import Costs
from cutedsl.checker.findings import Report
from cutedsl.checker.reports import Reporter
from cutedsl.checker.shadow import Geometry, Shadow, most_rows
from cutedsl.checker.tensors import table_words
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution import cpu_launch
from cutedsl.execution.cpu_context import CallContext
from cutedsl.execution.cpu_errors import error_of
from cutedsl.execution.cpu_module import CpuModule

_TOGETHER: Final = 240
"""So many warps of blocks that wait for each other run together: each more makes each barrier slower."""
_PASSES_ON = (ErrorCode.STOPPED, ErrorCode.LAUNCH_FAILED)
"""What is no bug of the kernel."""


class Ended(Exception):
    """The call ends after a finding."""


class Listener(Protocol):
    """Who wants to be told what the warps of launches do: see `Shadow.trace`."""

    def begin(self, shadow: Shadow, kernel: str, sites: Sequence[Site]) -> None:
        """A launch of a kernel comes next."""
        ...


class CheckedLauncher:
    """The launcher of one call of a checked program."""

    def __init__(
        self, host: CpuModule, report: Report, seed: int | None, keep_going: bool, recording: Listener | None = None
    ) -> None:
        self._host = host
        self._recording = recording
        self._report = report
        self._seed = seed
        self._keep_going = keep_going
        self._context: CallContext | None = None

    def begin(self, context: CallContext) -> None:
        """The call runs in `context`."""
        self._context = context

    def name_of(self, kernel: int) -> str:
        """The name of a kernel by its number."""
        return self._host.kernels[kernel].name

    def launch(self, kernel: int, dims: int, stream: int, params: int) -> None:
        """Runs all blocks. A block that fails is reported, and the rest runs where that is asked for."""
        del stream
        context = self._context
        assert context is not None
        plan = self._host.plan(kernel, dims)
        info = plan.kernel
        self._report.launches += 1
        shadow, reporter = self._shadow(plan, (ctypes.c_int32 * DIMS_COUNT).from_address(dims)[:])
        if shadow.geometry.lane_shift:
            self._report.apart[info.name] = self._report.apart.get(info.name, 0) + 1
        if self._report.measured:
            shadow.measure(Costs(self._report, self._host.sites))
        if self._recording is not None:
            self._recording.begin(shadow, info.name, self._host.sites)
        shadow.stop_with(context.stop)
        context.user = shadow.address
        try:
            self._run_blocks(context, (shadow, reporter), plan, dims, params)
        finally:
            shadow.end()
        self._report.settle()

    def _run_blocks(
        self,
        context: CallContext,
        told: tuple[Shadow, Reporter],
        plan: cpu_launch.Plan,
        dims: int,
        params: int,
    ) -> None:
        """Block after block; one that fails is reported."""
        shadow, reporter = told
        counter = ctypes.c_int64(0)
        while True:
            cpu_launch.launch(context, plan, dims, params, cpu_launch.InTurn(counter, shadow.geometry.clusters))
            if shadow.error is not None:
                raise shadow.error
            if not context.failed:
                return
            if context.timed_out:
                reporter.late(context)
                raise Ended
            error = error_of(context, context.error_code, self._host.sites)
            if context.error_code in _PASSES_ON or not isinstance(error, DSLUserCodeError):
                raise error
            reporter.failed(context, error, apart=plan.kernel.apart)
            if not self._keep_going:
                raise Ended
            context.resume()

    def _together(self, info: KernelInfo, dims: Sequence[int], clusters: int) -> int:
        """How many clusters run together: all of a cooperative launch, else as many as can be told apart."""
        together = min(cpu_launch.most_together(info, clusters), clusters)
        warps = -(-math.prod(dims[BLOCK : BLOCK + 3]) // WARP_LANES) * math.prod(info.cluster_dim)
        return together if info.cooperative else max(min(together, _TOGETHER // warps), 1)

    def _shadow(self, plan: cpu_launch.Plan, dims: Sequence[int]) -> tuple[Shadow, Reporter]:
        """The memory of a launch, and who reports of it. Errors: check-limit."""
        info, clusters = plan.kernel, plan.clusters
        together = self._together(info, dims, clusters)
        blocks = math.prod(info.cluster_dim) * together
        threads = math.prod(dims[BLOCK : BLOCK + 3])
        rows, shift = _rows(threads, blocks) if info.apart else (-(-threads // WARP_LANES), 0)
        smem_bytes = cpu_launch.arena_bytes(max(info.smem_bytes, dims[SMEM_REQUEST]), blocks)
        x, y, z = (size // part for size, part in zip(dims[GRID : GRID + 3], info.cluster_dim, strict=True))
        reporter = Reporter(self._report, self._host.sites, (x, y, z))
        apart = (threads, shift) if info.apart else (0, 0)
        geometry = Geometry(blocks, rows, -(-clusters // together), smem_bytes, info.cluster_dim, *apart)
        shadow = Shadow(geometry, len(self._host.sites), self._seed, reporter.told, table_words(self._host.sites))
        reporter.watch(shadow)
        return shadow, reporter


def _rows(threads: int, blocks: int) -> tuple[int, int]:
    """Rows for a block whose lanes run apart, and the shift by which threads share them: none if they can be told.

    >>> _rows(64, 2), _rows(1024, 1)
    ((64, 0), (512, 1))
    """
    shift = 0
    while blocks * (-(-threads >> shift)) > most_rows() and 1 << shift < WARP_LANES:
        shift += 1
    return -(-threads >> shift), shift
