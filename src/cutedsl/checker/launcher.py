"""Launches of a checked run: runs blocks one by one on one thread; an error that ends a block becomes a finding."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol, TextIO

from cutedsl.arch.abi.host import (
    BLOCK,
    DIMS_COUNT,
    GRID,
    SMEM_REQUEST,
    TENSOR_FENCE_SITE,
    TENSOR_SITE,
    WARP_LANES,
    ErrorCode,
    KernelInfo,
    Site,
)
from cutedsl.checker.budget import Budget, spread
from cutedsl.checker.costs import Costs
from cutedsl.checker.exploration import Schedule
from cutedsl.checker.failures import finding_of
from cutedsl.checker.findings import Report, Unchecked
from cutedsl.checker.influence import Lines, influences, lines_before
from cutedsl.checker.progress import progress
from cutedsl.checker.repeats import Repeats
from cutedsl.checker.reports import Reporter
from cutedsl.checker.shadow import Geometry, Shadow, most_rows
from cutedsl.checker.swizzles import swizzle_codes
from cutedsl.checker.tensors import table_words
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.cpu import launch as cpu_launch
from cutedsl.execution.cpu.context import CallContext
from cutedsl.execution.cpu.errors import error_of
from cutedsl.execution.cpu.module import CpuModule
from cutedsl.ir.ops.clc import ClcRequestOp

_TOGETHER: Final = 240
"""Most warps of blocks that wait for each other and run together: each more makes each barrier slower."""
_MOST_EARLIER: Final = 4
"""How many launches before the last one are remembered."""
_PASSES_ON = (ErrorCode.STOPPED, ErrorCode.LAUNCH_FAILED)
"""What is not a bug of the kernel."""


class _Last:
    """Launches that a GPU may still run when the next one begins, with their sites."""

    def __init__(self) -> None:
        self.before: tuple[Shadow, Sequence[Site]] | None = None
        """The launch before, if it let the next one begin."""
        self.earlier: list[tuple[Shadow, Sequence[Site]]] = []
        """Those that the launch before may have run with, and did not wait for; newest first."""

    def replace(self, shadow: Shadow, sites: Sequence[Site], *, early: bool) -> None:
        """A launch has ended, which began `early` or after all others had ended."""
        had = [*([self.before] if self.before else []), *self.earlier]
        kept = had[:_MOST_EARLIER] if early and not shadow.waited else []
        for one, _ in had[len(kept) :]:
            one.end()
        self.before, self.earlier = (shadow, sites) if shadow.lets_dependents else None, kept
        if self.before is None:
            shadow.end()

    def clear(self) -> None:
        """All launches have ended."""
        for one, _ in [*([self.before] if self.before else []), *self.earlier]:
            one.end()
        self.before, self.earlier = None, []


_last: Final = _Last()


class Ended(Exception):
    """The call ends after a finding."""


class Listener(Protocol):
    """Receives the synchronisation events of launches: see `Shadow.trace`."""

    def begin(self, shadow: Shadow, kernel: str, sites: Sequence[Site]) -> None:
        """Called at launch start."""
        ...


class CheckedLauncher:
    """The launcher of one call of a checked program."""

    def __init__(
        self,
        host: CpuModule,
        report: Report,
        schedule: Schedule,
        keep_going: bool,
        recording: Listener | None = None,
        shown_on: TextIO | None = None,
        repeats: Repeats | None = None,
        budget: Budget | None = None,
        after_replay: Callable[[], object] | None = None,
    ) -> None:
        self._host = host
        self._recording = recording
        self._report = report
        self._schedule = schedule
        self._keep_going = keep_going
        self._context: CallContext | None = None
        self._shown_on = shown_on
        self._repeats = repeats or Repeats()
        self._budget = budget or Budget()
        self._after_replay = after_replay

    def begin(self, context: CallContext) -> None:
        """The call runs in `context`."""
        self._context = context

    def name_of(self, kernel: int) -> str:
        """The name of a kernel by its number."""
        return self._host.kernels[kernel].name

    def launch(self, kernel: int, dims: int, stream: int, params: int) -> None:
        """Runs all blocks. A block that fails is reported, and the rest runs where that is requested."""
        del stream
        context = self._context
        assert context is not None
        if self._host.captured(kernel, dims, params, self._replay):
            return
        plan = self._host.plan(kernel, dims)
        info = plan.kernel
        self._report.launches += 1
        found = len(self._report.findings)
        alone = self._recording is None and not self._report.measured and not info.use_pdl
        key = self._repeats.key(self._host, kernel, dims, params) if alone else None
        if key is not None and self._repeats.holds(key):
            self._report.repeated += 1
            _last.clear()
            return
        limited = alone and self._can_be_cut(info)
        if limited and self._budget.used_up(info.name):
            _last.clear()
            self._run_unchecked(context, plan, kernel, dims, params)
            return
        shadow, reporter = self._shadow(plan, dims, self._report)
        if shadow.geometry.lane_shift:
            self._report.apart[info.name] = self._report.apart.get(info.name, 0) + 1
        if self._report.measured:
            shadow.measure(Costs(self._report, self._host.sites))
        if self._recording is not None:
            self._recording.begin(shadow, info.name, self._host.sites)
        early = self._after_the_last(shadow, reporter, info)
        shadow.stop_with(context.stop)
        context.user = shadow.address
        order = None if info.resident else self._schedule.order_of(plan.clusters)
        if limited:
            order = order or spread(plan.clusters)
        counter, budget = ctypes.c_int64(0), self._budget if limited else Budget()
        try:
            shown = progress(shadow, info.name, self._shown_on)
            with context.in_order(order), shown, budget.stopping(info.name, counter):
                self._run_blocks(context, (shadow, reporter), plan, dims, params, counter)
            begun = shadow.number("clusters") if limited else plan.clusters
            ran = order and order[:begun]
            if reporter.unsure and not self._is_harmless(context, shadow, plan, dims, params, ran):
                reporter.confirm()
            if order is not None and begun < plan.clusters:
                self._run_unchecked(context, plan, kernel, dims, params, order, begun)
            elif key is not None and len(self._report.findings) == found and not shadow.lets_dependents:
                self._repeats.ran(key, shadow)
        finally:
            _last.replace(shadow, self._host.sites, early=early)
            self._report.settle()

    def _replay(self, context: CallContext, kernel: int, dims: int, params: int) -> int:
        """A launch of a graph that is replayed."""
        self.begin(context)
        with suppress(Ended):
            self.launch(kernel, dims, 0, params)
        if self._after_replay is not None:
            self._after_replay()
        return 0

    def _after_the_last(self, shadow: Shadow, reporter: Reporter, info: KernelInfo) -> bool:
        """Whether a launch may begin before others have ended: if it asks for that, and the last one lets it."""
        before, earlier = _last.before, _last.earlier
        if not info.use_pdl or not (before or earlier):
            return False
        shadow.follows(before and before[0], [one for one, _ in earlier])
        reporter.follows([before[1] if before else (), *(sites for _, sites in earlier)])
        return True

    def _run_blocks(
        self,
        context: CallContext,
        told: tuple[Shadow, Reporter],
        plan: cpu_launch.Plan,
        dims: int,
        params: int,
        counter: ctypes.c_int64,
    ) -> None:
        """Block after block, from the number in `counter` on; one that fails is reported."""
        shadow, reporter = told
        while True:
            cpu_launch.launch(context, plan, dims, params, cpu_launch.InTurn(counter, shadow.geometry.clusters))
            if shadow.error is not None:
                raise shadow.error
            if not context.failed:
                return
            reporter.confirm()
            if context.timed_out:
                reporter.late(context)
                raise Ended
            error = error_of(context, context.error_code, self._host.sites)
            if context.error_code in _PASSES_ON or not isinstance(error, DSLUserCodeError):
                raise error
            reporter.failed(context, error, apart=plan.kernel.apart)
            name = plan.kernel.name
            self._report.ended[name] = self._report.ended.get(name, 0) + shadow.geometry.blocks
            if not self._keep_going:
                raise Ended
            context.resume()

    def _can_be_cut(self, info: KernelInfo) -> bool:
        """Whether some blocks may run without checks: not where blocks wait for each other or take others' place."""
        if not self._budget.limited or info.resident or self._host.unchecked is None:
            return False
        return not any(site.name == ClcRequestOp.name for site in self._host.sites)

    def _run_unchecked(
        self,
        context: CallContext,
        plan: cpu_launch.Plan,
        kernel: int,
        dims: int,
        params: int,
        order: Sequence[int] = (),
        begun: int = 0,
    ) -> None:
        """Runs the clusters that were not begun, of those in `order` from `begun` on, and counts their blocks."""
        assert self._host.unchecked is not None
        module, info = self._host.unchecked(), plan.kernel
        size = math.prod(info.cluster_dim)
        known = self._report.unchecked.get(info.name, Unchecked(0, 0))
        self._report.unchecked[info.name] = known.plus((plan.clusters - begun) * size, plan.clusters * size)
        left = [*order[:begun], *sorted(order[begun:])] or None
        with context.in_order(left):
            cpu_launch.launch_rest(context, module.plan(kernel, dims), dims, params, begun)
        if context.failed:
            self._stopped(context, module.sites)

    def _stopped(self, context: CallContext, sites: Sequence[Site]) -> None:
        """Reports an error that ended a launch in a block without checks."""
        error = error_of(context, context.error_code, sites)
        if context.error_code in _PASSES_ON or not isinstance(error, DSLUserCodeError):
            raise error
        self._report.add(finding_of(context, error, sites, None))
        if not self._keep_going or context.timed_out:
            raise Ended
        context.resume()

    def _is_harmless(
        self,
        context: CallContext,
        shadow: Shadow,
        plan: cpu_launch.Plan,
        dims: int,
        params: int,
        ran: Sequence[int] | None,
    ) -> bool:
        """Whether what was read of shared memory and nothing had written changes nothing that the launch writes.

        `ran` are the clusters that were run, in order; None: all in their own.
        """
        newest, cluster = shadow.kept
        order = list(range(plan.clusters)) if ran is None else ran
        again = order[order.index(cluster) :]
        skipped = [0] * (plan.clusters - len(again))  # a thread begins behind these, and so runs the others only
        before = lines_before(newest)

        def run_again(fill: int) -> Lines | None:
            other, _ = self._shadow(plan, dims, Report())
            other.stop_with(context.stop)
            context.user = other.address
            turns = cpu_launch.InTurn(ctypes.c_int64(len(skipped)), other.geometry.clusters)
            with context.with_shared_memory(fill), context.in_order([*skipped, *again] if ran else None):
                cpu_launch.launch(context, plan, dims, params, turns)
            written, failed = lines_before(other.kept[0]), context.failed or other.error is not None
            if context.failed:
                context.resume()
            other.end()
            return None if failed else written

        return before is not None and not influences(before, run_again)

    def _together(self, info: KernelInfo, dims: Sequence[int], clusters: int) -> int:
        """How many clusters run together: all of a cooperative launch, else as many as can be told apart."""
        together = min(cpu_launch.most_together(info, clusters), clusters)
        warps = -(-math.prod(dims[BLOCK : BLOCK + 3]) // WARP_LANES) * math.prod(info.cluster_dim)
        return together if info.cooperative else max(min(together, _TOGETHER // warps), 1)

    def _shadow(self, plan: cpu_launch.Plan, at: int, report: Report) -> tuple[Shadow, Reporter]:
        """The memory of a launch whose dims are at an address, and who reports of it. Errors: check-limit."""
        info, clusters, dims = plan.kernel, plan.clusters, (ctypes.c_int32 * DIMS_COUNT).from_address(at)[:]
        together = self._together(info, dims, clusters)
        blocks = math.prod(info.cluster_dim) * together
        threads = math.prod(dims[BLOCK : BLOCK + 3])
        rows, shift = _rows(threads, blocks) if info.apart else (-(-threads // WARP_LANES), 0)
        smem_bytes = cpu_launch.arena_bytes(max(info.smem_bytes, dims[SMEM_REQUEST]), blocks)
        x, y, z = (size // part for size, part in zip(dims[GRID : GRID + 3], info.cluster_dim, strict=True))
        reporter = Reporter(report, self._host.sites, (x, y, z))
        apart = (threads, shift) if info.apart else (0, 0)
        kinds = {site.kind for site in self._host.sites}
        geometry = Geometry(
            blocks,
            rows,
            -(-clusters // together),
            smem_bytes,
            info.cluster_dim,
            *apart,
            last_lanes=threads % WARP_LANES,
            tensor=TENSOR_SITE in kinds,
            tensor_fences=TENSOR_FENCE_SITE in kinds,
        )
        shadow = Shadow(
            geometry, len(self._host.sites), self._schedule.seed, reporter.told, table_words(self._host.sites)
        )
        shadow.swizzles(swizzle_codes(self._host.sites))
        if smem_bytes:
            shadow.keep_lines()
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
