"""Turns events from machine code into findings with names, source locations and one probable fix."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cutedsl.arch.abi.check import (
    ACCESS_LANE_AT,
    LANE_BITS,
    MUTED_REST,
    SEVERAL_LANES,
    Access,
    Engine,
    Epoch,
    Event,
    TensorEvent,
)
from cutedsl.arch.abi.host import TENSOR_SITE, WARP_LANES, ErrorCode, Site
from cutedsl.checker.barriers.arrivals import BEFORE_RELEASE, one_lane_released, order_fix
from cutedsl.checker.barriers.meetings import changed_map, peer, refused, registers, shared_barrier, store_load
from cutedsl.checker.deadlocks import Deadlock
from cutedsl.checker.dependents import dependent
from cutedsl.checker.failures import finding_of
from cutedsl.checker.findings import AFTER_COPIES, BETWEEN_LANES, BETWEEN_WARPS, READ_FIRST, Finding, Place, Report
from cutedsl.checker.names import Names
from cutedsl.checker.shadow import Shadow, Told, Word
from cutedsl.checker.swizzles import mismatch, shifted
from cutedsl.checker.tcgen05 import descriptors, tensor_memory
from cutedsl.checker.tensors import Spot, Tensors
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.source import source_line
from cutedsl.execution.cpu.context import CallContext

_ENOUGH: Final = 24
"""Most reports of one place that are examined: with luck, each from another other side."""

OUTSIDE_MARK: Final = "# cutedsl: outside"
"""At the end of a line: its coordinates may lie outside of their modes."""
_NO_FENCE: Final = 2
_TO_OPERAND: Final = 3
"""What is wrong with accumulators, besides a read (0) or a write (1) of them."""

_VERBS: Final = {"load": "reads", "store": "writes", "atomic": "updates", "mbarrier": "uses"}
_SAID: Final = {"load": "read", "store": "wrote", "atomic": "updated"}
_ATOMICS: Final = frozenset({"atomic"})
_BETWEEN_BLOCKS: Final = (
    "Let the thread that comes later acquire what the other one released. Where one thread does so for its block, put "
    "`cute.arch.sync_threads()` before the release and after the acquire."
)
_SEND: Final = (
    "Let the block that gets the copy arrive at the cluster's barrier after its wait, and this one wait there: "
    "`cute.arch.cluster_arrive()`, `cute.arch.cluster_wait()`."
)
_BETWEEN_APART: Final = (
    "Let the lane that comes later acquire what the other one released, or put `cute.arch.sync_warp()` between the two."
)
_GROUP_WARPS: Final = 4
_AFTER_MULTIPLIES: Final = (
    "Let the group that multiplies wait, `cute.nvgpu.warpgroup.wait_group(0)`, and then meet the warps that write: "
    "`cute.arch.sync_threads()`, or a stage that is given back."
)
_ONE_WRITER: Final = (
    "Let one thread write it, or combine the values with an atomic: `cute.arch.atomic_add(tensor.iterator + i, value)`."
)
_ATOMIC: Final = "Make the update atomic: `cute.arch.atomic_add(tensor.iterator + i, value)`."
_PLAIN_FIXES: Final = ("", BETWEEN_LANES, BETWEEN_WARPS)
_WIDER: Final = 'Leave `scope` out, or name "gpu" ("cluster" where all blocks are of one cluster).'
_SCOPE: Final = (
    'Order both sides for all blocks: `scope="gpu"` in the release and in the acquire, or `fence_acq_rel_gpu()`; in a '
    'cluster "cluster" will do.'
)
_WHOLE_WARPS: Final = (
    "Launch whole warps, with a neutral value in the threads beyond the data, or reduce over `threads_in_group` lanes "
    "that are all there."
)
_COHERENT: Final = (
    "Load without `invariant=True`, `MemoryOrder.CONSTANT` or `.nc`: they promise that nothing writes there while the "
    "kernel runs, and no barrier makes such a load see a write."
)
_FENCE_GLOBAL: Final = (
    'Put `cute.arch.fence_proxy("async.global")` between the write and the copy: in the threads that wrote before they '
    "meet, or in the one that copies after."
)
_COLLECT: Final = {
    Engine.COPY: ("cute.arch.cp_async_commit_group", "cute.arch.cp_async_wait_group"),
    Engine.BULK_STORE: ("cute.arch.cp_async_bulk_commit_group", "cute.arch.cp_async_bulk_wait_group"),
    Engine.MULTIPLY: ("cute.nvgpu.warpgroup.commit_group", "cute.nvgpu.warpgroup.wait_group"),
}
"""What commits an engine's group, and what waits for its groups."""
_FILL: Final = "Fill the fragment before: `values.fill(0.0)`."
_TILE: Final = "tile "
"""Before the kind of a site where the copy engine accesses a tile in global memory."""
_GIVE_BACK: Final = (
    "Give the stage back after the last read of it (`consumer_release`, an arrival at its mbarrier), and let the copy "
    "wait for that (`producer_acquire`)."
)
_REFILL: Final = (
    "Let the copy wait until its stage is given back, with the parity that turns each round (1, 0, 1, ...; "
    "`producer_acquire`): a wait for the parity of a phase that has ended passes at once."
)
_MEET_BEFORE_STORE: Final = (
    "Let the warps meet between the writes and the store: `cute.arch.sync_threads()` after `fence_proxy`, and again "
    "before the next writes, once the store has read (`cp_async_bulk_wait_group(0, read=True)`)."
)
_WAIT_FIXES: Final = {
    Engine.BULK_STORE: (
        "Wait in the threads that stored, `cute.arch.cp_async_bulk_wait_group(0, read=True)`, then let the block meet: "
        "`cute.arch.sync_threads()`."
    ),
    Engine.BULK_LOAD: (
        "Wait for the phase of the copy's mbarrier before: `consumer_wait(state)` or "
        "`cute.arch.mbarrier_wait(bar, phase)`."
    ),
}
_WAITS: Final = {
    Engine.COPY: ("copy-not-waited", "a `cp.async` copy"),
    Engine.BULK_LOAD: ("tma-not-waited", "a bulk copy"),
    Engine.BULK_STORE: ("tma-not-waited", "a bulk store"),
    Engine.MULTIPLY: ("wgmma-not-waited", "a warp group's multiply"),
    Engine.TENSOR: ("tcgen05-not-waited", "an instruction of the tensor core"),
}


class Reporter:
    """Turns the reports of one launch into findings of `report`."""

    def __init__(self, report: Report, sites: Sequence[Site], grid: tuple[int, int, int]) -> None:
        self._report = report
        self._sites = sites
        self._grid = grid
        self._seen: Counter[tuple[int, int]] = Counter()
        self._shadow: Shadow | None = None
        self._map: Tensors | None = None
        self._texts: Names | None = None
        self._before: Sequence[Sequence[Site]] = ()
        self.unsure: list[Finding] = []
        """Reads of shared and tensor memory that nothing had written: bugs if what is read matters (`influence`)."""

    def watch(self, shadow: Shadow) -> None:
        """Called at launch start."""
        self._shadow = shadow
        self._map, self._texts = Tensors(self._sites, shadow), Names(self._sites, self._grid, shadow)

    def follows(self, sites: Sequence[Sequence[Site]]) -> None:
        """The launch may begin before others have ended, whose sites these are, newest first."""
        self._before = sites

    @property
    def tensors(self) -> Tensors:
        """The locations of the launch's tensors."""
        assert self._map is not None
        return self._map

    @property
    def _names(self) -> Names:
        assert self._texts is not None
        return self._texts

    def confirm(self) -> None:
        """Turns tentative findings into definite ones."""
        for finding in self.unsure:
            self._report.add(finding)
        self.unsure.clear()

    def failed(self, context: CallContext, error: DSLUserCodeError, *, apart: bool) -> None:
        """Handles an error that ended a block early; for lanes that run `apart`, only the error itself is known."""
        if context.error_code == ErrorCode.DEADLOCK and not apart:
            self._report.add(Deadlock(self._memory, self._names, self.tensors).finding())
        else:
            self._report.add(finding_of(context, error, self._sites, self.tensors))

    def late(self, context: CallContext) -> None:
        """Handles a time-out."""
        self._report.add(Deadlock(self._memory, self._names, self.tensors).late(context.limit_s))

    def told(self, told: Told) -> None:
        """Handles one event."""
        if told.event is Event.TENSOR and told.access & 0xFF == TensorEvent.MATRIX:
            found = descriptors.matrix(self._names, self.tensors, self._memory, told)
            if found is not None:
                self._add(*found)
            return
        if told.event is Event.MISALIGNED and told.b >> 31:
            lane = (told.a & -told.a).bit_length() - 1
            found = shifted(self._names, self.tensors, told, self._memory.lane_words()[lane])
            if found is not None:
                self._add(*found)
            return
        what = self._memory.subject(told)
        self._seen[told.site, what] += 1
        if self._seen[told.site, what] > _ENOUGH:
            self._memory.mute(told.site, what)
            return
        match told.event:
            case Event.SHARED:
                for word in self._memory.words():
                    self._shared(told, word)
            case Event.GLOBAL:
                self._global(told)
            case Event.LEAK:
                self._leak(told)
            case Event.AGAIN:
                self._again(told)
            case Event.BYTES:
                self._bytes(told)
            case Event.UNWRITTEN:
                self._unwritten(told)
            case Event.HELD:
                self._held(told)
            case Event.EDGE:
                self._edge(told)
            case Event.SHUFFLE:
                self._apart(told)
            case Event.MISALIGNED:
                self._misaligned(told)
            case Event.CLASH:
                self._clash(told)
            case Event.OUTSIDE:
                self._outside(told)
            case Event.SHARED_BARRIER:
                self._add(*shared_barrier(self._names, self._memory, told))
            case Event.PEER:
                self._add(*peer(self._names, told))
            case Event.REGISTERS:
                self._add(*registers(self._names, told))
            case Event.REFUSED:
                self._add(*refused(self._names, told))
            case Event.MAP:
                self._add(*changed_map(self._names, told))
            case Event.STORE_LOAD:
                self._add(*store_load(self._names, told))
            case Event.SWIZZLE:
                self._add(*mismatch(self._names, self.tensors, told))
            case Event.WRAPS:
                self._wraps(told)
            case Event.TENSOR:
                self._add(*tensor_memory.event(self._names, self.tensors, told))
            case Event.DEPENDENT:
                self._add(*dependent(self._names, self.tensors, told, self._before))
            case _:
                raise AssertionError(told.event)

    @property
    def _memory(self) -> Shadow:
        assert self._shadow is not None
        return self._shadow

    # -- shared memory -----------------------------------------------------------------------------------------------
    def _shared(self, told: Told, word: Word) -> None:
        unordered = 0 in word.faults
        for fault in word.faults:
            if told.access & Access.TENSOR and tensor_memory.is_unsure(self._memory, told, fault):
                kind, message, spot, places, fix = tensor_memory.conflict(self._names, self._memory, told, word, fault)
                self.unsure.append(Finding(kind, message, places, spot.tensor, spot.layout, spot.coord, fix))
            elif told.access & Access.TENSOR:
                self._add(*tensor_memory.conflict(self._names, self._memory, told, word, fault))
            elif fault == 0:
                self._conflict(told, word, word.write, wrote=True)
            elif fault == 1 and told.access & Access.BULK and told.access & Access.WRITE:
                if not unordered or not self._has_fenced(word.write):
                    self._unfenced(told, word)
            elif fault == 1:
                self._missing(told, word)
            elif told.access & Access.WRITE:
                other = word.reads[fault - 2]  # before an atomic also a write: native/check/shared.c
                self._conflict(told, word, other, wrote=self._names.site(other.site).kind == "store")
            elif not told.access & (Access.BULK | Access.MULTIPLY):  # an atomic that the row's own hides
                self._conflict(told, word, word.reads[fault - 2], wrote=True)
            elif not unordered or not self._has_fenced(word.write):
                self._unfenced(told, word)

    def _has_fenced(self, write: Epoch) -> bool:
        """Whether the writer has made a proxy fence since: then only the order of the two is missing."""
        if self._engine(write) is not Engine.WARP:
            return False
        fenced, by_lanes = self._memory.rows("fenced")[write.column], self._memory.number("parts_at") + write.column
        return max(int(fenced[write.column]), int(fenced[by_lanes])) >= write.clock

    def _conflict(self, told: Told, word: Word, other: Epoch, *, wrote: bool) -> None:
        engine = self._engine(other)
        if self._between_lanes_by_release(told, other, word.lane):
            self._seen[told.site, MUTED_REST] -= 1
            return
        spot = self._in_shared(told, word, other.mask)
        who, whose = self._names.who(told.row, word.lane), self._names.who(other.column, other.lane)
        did, verb = ("wrote", "writes") if wrote else ("read", "reads")
        now = self._names.place(told.site, told.row, word.lane, self._what(told, word.byte))
        if engine is Engine.BULK_STORE and self._has_not_met_starter(told, other):
            there = self._names.place(other.site, other.column, other.lane, f"a bulk store of {whose} reads it")
            message = f"{who} {now.what}, which a bulk store of {whose} reads, and the two have not met"
            self._add("shared-race", message, spot, (now, there), _MEET_BEFORE_STORE)
        elif engine is not Engine.WARP:
            kind, by = _WAITS[engine]
            message = f"{who} {now.what}, which {by} may still {'write' if wrote else 'read'}"
            there = self._names.place(
                other.site, other.column, other.lane, f"{by} {verb} it, and nothing waited for that"
            )
            fix = _WAIT_FIXES.get(engine, "")
            if told.access & Access.BULK and engine is Engine.TENSOR:
                may = "write" if wrote else "read"
                message = f"a bulk copy writes {self._where(told, word.byte)}, which {by} may still {may}"
            if engine is Engine.BULK_LOAD and told.access & Access.BULK and told.access & Access.WRITE:
                fix = _REFILL
            if engine is Engine.MULTIPLY and not told.access & Access.BULK and not self._same_group(told, other):
                fix = _AFTER_MULTIPLIES
            if (
                engine is Engine.COPY
                and other.column % self._memory.geometry.rows == told.row
                and self._waited(told, other)
            ):
                message = f"{who} {now.what}, which {by} of {whose} wrote, and only {whose} has waited for it"
                there = replace(there, what=f"{by} of {whose} {verb} it")
                fix = AFTER_COPIES
            self._add(kind, message, spot, (now, there), fix)
        elif told.access & Access.BULK and told.access & Access.WRITE:
            reader = self._names.place(
                other.site, other.column, other.lane, f"{whose} {did} it here, unordered with the copy"
            )
            copy = replace(now, what="the bulk copy may write at the same time")
            message = f"{whose} {verb} {self._where(told, word.byte)}, which a bulk copy may write at the same time"
            fix = BEFORE_RELEASE if one_lane_released(self._memory, told, other) else _GIVE_BACK if not wrote else ""
            self._add("tma-not-waited", message, spot, (reader, copy), fix)
        else:
            there = self._names.place(
                other.site, other.column, other.lane, f"{whose} {did} it here, unordered with this access"
            )
            message = f"{who} {now.what}, which {whose} {verb} at the same time"
            fix = self._between_lanes(told, other)
            if fix in _PLAIN_FIXES and (not wrote or not told.access & Access.WRITE):
                fix = _one_statement(now, there, fix) or fix
            fix = fix or order_fix(self._names, self._memory, told, other) or _between(now, there)
            self._add("shared-race", message, spot, (now, there), fix)

    def _between_lanes(self, told: Told, other: Epoch) -> str:
        """The fix for two accesses of one warp; "" for others."""
        if not self._memory.geometry.one_warp(other.column, told.row):
            return ""
        return _BETWEEN_APART if self._memory.geometry.threads else BETWEEN_LANES

    def _same_group(self, told: Told, other: Epoch) -> bool:
        """Whether the warps of two accesses are of one warp group."""
        first, second = (self._memory.geometry.row(column) for column in (told.row, other.column))
        return first // _GROUP_WARPS == second // _GROUP_WARPS

    def _between_lanes_by_release(self, told: Told, other: Epoch, lane: int) -> bool:
        """Whether a lane of the same warp released what it did to the lanes that access now."""
        if other.column != told.row or other.lane >= WARP_LANES or lane > SEVERAL_LANES:
            return False
        lanes = self._memory.field("accessing").value if lane == SEVERAL_LANES else 1 << lane
        return self._memory.lanes_handed_on(told.row, lanes, other.lane, other.clock)

    def _has_not_met_starter(self, told: Told, other: Epoch) -> bool:
        """Whether another warp started the bulk store, and nothing orders that before or after the access now: no wait
        for the store's end would help."""
        row = other.column % self._memory.geometry.rows
        known, by_lanes = self._memory.rows("known")[told.row], self._memory.number("parts_at") + row
        met = max(int(known[row]), int(known[by_lanes]))
        return row != told.row and met < self._memory.store_started(row, other.clock)

    def _waited(self, told: Told, other: Epoch) -> bool:
        """Whether the row that accesses now has waited for an access of its own engine."""
        return bool(self._memory.rows("known")[told.row][other.column] >= other.clock)

    def _missing(self, told: Told, word: Word) -> None:
        now = self._names.place(told.site, told.row, word.lane, self._what(told, word.byte))
        message = f"{self._names.who(told.row, word.lane)} {now.what}, which nothing has written"
        spot = self._in_shared(told, word, ~word.write.written)
        self.unsure.append(Finding("uninitialised-read", message, (now,), spot.tensor, spot.layout, spot.coord))

    def _unfenced(self, told: Told, word: Word) -> None:
        now = self._names.place(told.site, told.row, word.lane, self._what(told, word.byte))
        other = word.write
        if told.access & Access.WRITE:
            now = replace(now, what=f"writes {self._where(told, word.byte)}")
        message = f"{now.what}, which {self._names.who(other.column, other.lane)} wrote without a proxy fence"
        by = "a warp group's multiply" if told.access & Access.MULTIPLY else "a bulk copy"
        if self._names.site(told.site).kind == TENSOR_SITE:
            by = "the tensor core"
        what = f"{self._names.who(other.column, other.lane)} wrote it, and no proxy fence followed"
        there = self._names.place(other.site, other.column, other.lane, what)
        spot = self._in_shared(told, word, other.mask)
        self._add("proxy-fence-missing", f"{by} {message}", spot, (now, there))

    # -- global memory -----------------------------------------------------------------------------------------------
    def _global(self, told: Told) -> None:
        other = Epoch.of(told.b)
        site = self._names.site(told.site)
        cluster = self._memory.cluster_of(other.clock)
        if told.access & Access.UNFENCED:
            self._unfenced_global(told, other, cluster)
            return
        lane = _lane_of(told)
        if cluster == self._memory.cluster and self._between_lanes_by_release(told, other, lane):
            self._seen[told.site, MUTED_REST] -= 1
            return
        engine, before = self._engine(other), self._names.site(other.site)
        what, did = site.kind.removeprefix(_TILE), before.kind.removeprefix(_TILE)
        verb, said = _VERBS.get(what, "reads"), _SAID.get(did, "accessed")
        spot = self.tensors.spot(site, told.row, told.a)
        if not spot.layout:
            spot = self.tensors.spot(before, told.row, told.a)
        name = f"`{spot.tensor}`" if spot.layout or what == site.kind else f"the tensor of `{site.name}`"
        now = self._names.place(told.site, told.row, lane, f"{verb} {name}")
        who = self._names.who(told.row, lane)
        if told.access & Access.BULK:
            who = f"a bulk copy of {who}"
        if engine is not Engine.WARP and cluster == self._memory.cluster:
            kind, by = _WAITS[engine]
            message = f"{who} {now.what}, which {by} may still {'read' if did == 'load' else 'write'}"
            there = self._names.place(
                other.site, other.column, other.lane, f"{by} {said} it, and nothing waited for that"
            )
            self._add(kind, message, spot, (now, there))
            return
        whose = self._names.who(other.column, other.lane, cluster)
        if engine is not Engine.WARP:
            whose = f"{_WAITS[engine][1]} of another block"
        there = self._names.place(
            other.site, other.column, other.lane, f"{whose} {said} it here, unordered with this access", cluster
        )
        message = f"{who} {now.what} where {whose} {said} it, and no barrier or fence orders them"
        fix = ""
        if told.access & Access.INCOHERENT:
            message = f"{who} {now.what} by a load that need not see what the kernel writes, and {whose} {said} it"
            there, fix = replace(there, what=f"{whose} {said} it in this launch"), _COHERENT
        elif cluster == self._memory.cluster and other.column != told.row and self._waited(told, other):
            message = (
                f"{who} {now.what} where {whose} {said} it, and only another lane of its warp released what it did"
            )
            fix = BEFORE_RELEASE
        elif {what, did} <= _ATOMICS:
            message = f"{who} {now.what}, as {whose} did, and one of the two atomics has a scope without the other"
            fix = _WIDER
        elif self._memory.field("scoped").value and self._names.block(told.row) != self._names.block(
            other.column, cluster
        ):
            fix = _SCOPE
        elif {what, did} & _ATOMICS and not {what, did} <= _ATOMICS:
            fix = "Make both atomic: use what the atomic returns, or `cute.arch.load` or `store` with a `sem`."
        elif self._names.block(told.row) != self._names.block(other.column, cluster):
            together = (
                cluster == self._memory.cluster and self._memory.geometry.clusters > 1
            )  # blocks that wait for others
            fix = _BETWEEN_BLOCKS if together else ""
        elif cluster == self._memory.cluster:
            fix = self._between_lanes(told, other) or BETWEEN_WARPS
        if {what, did} == {"load", "store"} and fix in _PLAIN_FIXES:
            fix = _one_statement(now, there, fix) or fix
        self._add("global-race", message, spot, (now, there), fix)

    def _unfenced_global(self, told: Told, other: Epoch, cluster: int) -> None:
        """A bulk copy of what a warp wrote to global memory."""
        site, before = self._names.site(told.site), self._names.site(other.site)
        spot = self.tensors.spot(site, told.row, told.a)
        if not spot.layout:
            spot = self.tensors.spot(before, told.row, told.a)
        verb = "writes" if told.access & Access.WRITE else "reads"
        name = f"`{spot.tensor}`" if spot.layout else f"the tensor of `{site.name}`"
        whose = self._names.who(other.column, other.lane, cluster)
        now = self._names.place(told.site, told.row, _lane_of(told), f"{verb} {name}")
        what = f"{whose} wrote it, and no proxy fence followed"
        there = self._names.place(other.site, other.column, other.lane, what, cluster)
        message = f"a bulk copy {verb} {name} in global memory, which {whose} wrote without a proxy fence"
        self._add("proxy-fence-missing", message, spot, (now, there), _FENCE_GLOBAL)

    def _again(self, told: Told) -> None:
        who = self._names.who(told.row, SEVERAL_LANES + 1)
        message = f"{who} arrives at the cluster's barrier again and has not waited there since it did so before"
        where = self._names.place(told.site, told.row, SEVERAL_LANES + 1, "arrives again")
        fix = "Put `cute.arch.cluster_wait()` between the two arrivals."
        self._add("barrier-divergent", message, Spot(), (where,), fix)

    def _bytes(self, told: Told) -> None:
        said = f"{told.a} bytes fewer" if told.a > 0 else f"{-told.a} bytes more"
        message = f"the copies to an mbarrier bring {said} than it was told to expect, and the block has ended"
        copy = self._names.place(told.site, told.row, SEVERAL_LANES + 1, "the last copy that it counts")
        expected = self._names.place(told.b, told.row, SEVERAL_LANES + 1, "the last bytes that it was told to expect")
        self._add("transaction-bytes", message, self.tensors.whole(self._names.site(told.site)), (copy, expected))

    def _edge(self, told: Told) -> None:
        site = self._names.site(told.site)
        if told.a == 0:
            where = self._names.place(told.site, told.row, SEVERAL_LANES + 1, "begins there")
            message = (
                f"a bulk copy of {site.kind.removeprefix(_TILE)} begins {told.b} bytes from the start of rows of the "
                f"tensor of `{site.name}`: the copy engine begins at multiples of 16, stores not before the tensor"
            )
            self._add("misaligned", message, self.tensors.whole(site), (where,))
            return
        message = (
            f"a bulk store writes up to {told.a} bytes after the rows of the tensor of `{site.name}`, which have "
            f"{told.b} bytes: it writes whole pieces of 16"
        )
        where = self._names.place(told.site, told.row, SEVERAL_LANES + 1, "stores a tile at the end of its rows")
        self._add("tma-edge", message, self.tensors.whole(site), (where,))

    def _unwritten(self, told: Told) -> None:
        lane = (told.a & -told.a).bit_length() - 1
        spot = self.tensors.element(self._names.site(told.site), told.b)
        for known in self._report.findings:  # what is computed from nothing is nothing: the first line says it
            if (
                known.kind == "uninitialised-read"
                and spot.tensor
                and known.tensor == spot.tensor
                and known.fix == _FILL
            ):
                return
        message = f"{self._names.who(told.row, lane)} reads element {told.b} of registers that it has not written"
        where = self._names.place(told.site, told.row, lane, "reads it")
        self._add("uninitialised-read", message, spot, (where,), _FILL)

    def _held(self, told: Told) -> None:
        """Accumulators: touched while a multiply holds them, or given to one without a fence."""
        who, spot = self._names.who(told.row, SEVERAL_LANES + 1), self.tensors.whole(self._names.site(told.site))
        if told.access == _NO_FENCE:
            message = f"{who} starts a multiply on accumulators that it wrote after its last `warpgroup.fence()`"
            if told.a:
                message = f"{who} starts a multiply and had no `warpgroup.fence()` before"
            where = self._names.place(told.site, told.row, SEVERAL_LANES + 1, "the multiply")
            self._add("wgmma-not-waited", message, spot, (where,), "Call `warpgroup.fence()` before the multiply.")
            return
        verb = "writes" if told.access else "reads"
        message = f"{who} {verb} accumulators that a warp group's multiply may still write"
        if told.access == _TO_OPERAND:
            message = f"{who} writes registers from which a warp group's multiply may still read A"
        places = (
            self._names.place(told.site, told.row, SEVERAL_LANES + 1, f"{verb} them"),
            self._names.place(told.a, told.row, SEVERAL_LANES + 1, "the multiply, which nothing waited for"),
        )
        self._add("wgmma-not-waited", message, spot, places, "Wait with `warpgroup.wait_group(0)` before.")

    def _apart(self, told: Told) -> None:
        """Lanes that an op of the warp names and that are elsewhere, or the other way around."""
        warp, missing, there = self._names.who(told.row, SEVERAL_LANES + 1), lane_list(told.a), lane_list(told.b)
        site_kind = self._names.site(told.site).kind
        if site_kind == "beyond":
            takers = f"lane {missing} takes" if missing.isdigit() else f"lanes {missing} take"
            message = f"{warp} has lanes {there}, and {takers} the value of a thread that is not there"
        elif site_kind == "warp":
            message = f"{warp}: lanes {there} come to an op of the whole warp, and lanes {missing} do not"
        elif told.a:
            message = f"{warp}: lanes {there} meet lanes {missing}, which the mask names and which are not here"
        else:
            message = f"{warp}: lanes {there} come to an op whose mask does not name all of them and their sources"
        where = self._names.place(told.site, told.row, SEVERAL_LANES + 1, f"lanes {there} are here")
        fix = "" if told.a else "Name each lane that comes here in the mask, and the lanes from which they read."
        if site_kind == "beyond":
            fix = _WHOLE_WARPS
        elif site_kind == "warp":
            fix = "Move the op out of the branch: the whole warp executes it."
        self._add("shuffle-inactive", message, Spot(), (where,), fix)

    def _misaligned(self, told: Told) -> None:
        lane = (told.a & -told.a).bit_length() - 1
        site = self._names.site(told.site)
        verb = _VERBS.get(site.kind, "reads")
        if told.b:
            message = f"{verb} {self._tensor(site)} at an address that {told.b} does not divide"
        else:
            message = f"copies a number of bytes that 16 does not divide, and {verb} {self._tensor(site)}"
        message = f"{self._names.who(told.row, lane)} {message}"
        fix = "" if told.b else "Copy a multiple of 16 bytes, and the rest by ordinary loads and stores."
        spot = self.tensors.spot(site, told.row, self._memory.lane_words()[lane])
        where = self._names.place(told.site, told.row, lane, f"{verb} it there")
        self._add("misaligned", message, spot, (where,), fix)

    def _clash(self, told: Told) -> None:
        """Two lanes of one store that write different values to one place."""
        site, address = self._names.site(told.site), self._memory.lane_words()[told.b]
        one, other = (self._names.who(told.row, lane) for lane in (told.b, told.a))
        message = f"{one} and {other} write different values to one place of {self._tensor(site)} in one statement"
        now = self._names.place(told.site, told.row, told.b, f"{one} and {other} write it")
        shared = 0 <= address - self._memory.smem_start < self._memory.geometry.smem_bytes
        kind = "shared-race" if shared else "global-race"
        self._add(kind, message, self.tensors.spot(site, told.row, address), (now,), _ONE_WRITER)

    def _outside(self, told: Told) -> None:
        """An entry of a coordinate that its mode does not have, unless the line says that it is meant."""
        lane = (told.a & -told.a).bit_length() - 1
        site, both = self._names.site(told.site), self._memory.lane_words()[lane]
        verb = _VERBS.get(site.kind, "reads")
        where = self._names.place(told.site, told.row, lane, f"{verb} it there")
        if where.span is not None and OUTSIDE_MARK in (source_line(where.span.file, where.span.end_line) or ""):
            return
        at, extent = ctypes.c_int32(both & 0xFFFFFFFF).value, both >> 32
        message = (
            f"{self._names.who(told.row, lane)} {verb} {self._tensor(site)} at {at} in mode {told.b}, whose extent is "
            f"{extent}"
        )
        self._add("coordinate-outside", message, self.tensors.whole(site), (where,))

    def _wraps(self, told: Told) -> None:
        """An offset whose arithmetic left 32 bits."""
        lane = (told.a & -told.a).bit_length() - 1
        site, who = self._names.site(told.site), self._names.who(told.row, lane)
        message = f"{who} moves a pointer into {self._tensor(site)} by a number that wrapped in its 32-bit arithmetic"
        made = self._names.place(told.b, told.row, lane, "the arithmetic passes 2**31 here")
        where = self._names.place(told.site, told.row, lane, "the pointer moves by that")
        self._add("index-wraps", message, self.tensors.whole(site), (made, where))

    def _leak(self, told: Told) -> None:
        engine = Engine(told.access)
        kind = {Engine.COPY: "`cp.async` copies", Engine.BULK_STORE: "bulk stores", Engine.MULTIPLY: "multiplies"}
        spot = self.tensors.whole(self._names.site(told.site))
        if engine is Engine.BULK_LOAD and told.b:
            message = (
                f"block {self._names.block(told.row)} ends while a bulk copy may still read its shared memory: none of "
                "its warps saw the end of the phase that counts it"
            )
            where = self._names.place(told.site, told.row, SEVERAL_LANES + 1, "starts it")
            self._add("group-leaked", message, spot, (where,), _SEND)
            return
        if engine is Engine.BULK_LOAD:
            message = "a block ends while a bulk copy may be under way: no warp saw its mbarrier's phase end"
            where = self._names.place(told.site, told.row, SEVERAL_LANES + 1, "starts it")
            self._add("group-leaked", message, spot, (where,))
            return
        if not told.a:
            message = f"{self._names.who(told.row, SEVERAL_LANES + 1)} copies, and no warp saw its mbarrier's phase end"
            where = self._names.place(told.site, told.row, SEVERAL_LANES + 1, "starts the last of the copies")
            self._add("group-leaked", message, spot, (where,), "Wait for the mbarrier before the block ends.")
            return
        groups = f"{told.a} group{'s' if told.a > 1 else ''} of {kind[engine]}"
        message = f"{self._names.who(told.row, SEVERAL_LANES + 1)} ends while {groups} may be under way"
        commit, wait = _COLLECT[engine]
        fix = f"Wait for all groups before the kernel ends: `{wait}(0)`."
        if told.b:
            message += "; the last was never committed"
            fix = f"Commit the last group and wait for all before the kernel ends: `{commit}()`, `{wait}(0)`."
        where = self._names.place(told.site, told.row, SEVERAL_LANES + 1, "starts the last of them")
        self._add("group-leaked", message, spot, (where,), fix)

    # -- texts -------------------------------------------------------------------------------------------------------
    def _add(self, kind: str, message: str, spot: Spot, places: tuple[Place, ...], fix: str = "") -> None:
        self._report.add(Finding(kind, message, places, spot.tensor, spot.layout, spot.coord, fix))

    def _in_shared(self, told: Told, word: Word, mask: int) -> Spot:
        """The first element of a word at fault that has one of the bytes of a mask."""
        address = self._memory.smem_start + word.first_byte(mask)
        return self.tensors.spot(self._names.site(told.site), told.row, address)

    def _engine(self, epoch: Epoch) -> Engine:
        return self._memory.engine(epoch.column)

    def _tensor(self, site: Site) -> str:
        return f"`{site.name}`" if site.name else "a tensor"

    def _what(self, told: Told, byte: int) -> str:
        site = self._names.site(told.site)
        verb = _VERBS.get(site.kind, "reads")
        if told.access & (Access.BULK | Access.MULTIPLY) and not told.access & Access.WRITE:
            verb = "reads"
        return f"{verb} {self._where(told, byte)}"

    def _where(self, told: Told, byte: int) -> str:
        site = self._names.site(told.site)
        name = self.tensors.name_at(site, told.row, self._memory.smem_start + byte)
        return f"{f'`{name}`' if name else self._tensor(site)} (byte {byte % self._block_bytes()} of shared memory)"

    def _block_bytes(self) -> int:
        return self._memory.block_bytes


def _lane_of(told: Told) -> int:
    """The lane, or the number in its place, of an access that `Event.GLOBAL` tells."""
    return told.access >> ACCESS_LANE_AT & (1 << LANE_BITS) - 1


def _one_statement(now: Place, there: Place, fix: str) -> str:
    """The fix for a read and a write on one line, where `fix` would be that of two; "" for others.

    What reads and writes the same text, as `h[i] += 1`, is an update.
    """
    if now.span is None or there.span is None or (now.span.file, now.span.line) != (there.span.file, there.span.line):
        return ""
    line = source_line(now.span.file, now.span.line) or ""
    short, long = sorted((line[span.col : span.end_col] for span in (there.span, now.span)), key=len)
    if short and long.startswith(short):
        return _ATOMIC
    return READ_FIRST if fix == BETWEEN_LANES else ""


def _between(now: Place, there: Place) -> str:
    """The fix for two warps that meet in shared memory; "" for the general one."""
    if now.span is None or there.span is None or now.span.line != there.span.line:
        return ""
    return (
        "Put `cute.arch.sync_threads()` after this line, outside of the branch: each iteration of the loop needs one. "
        "If it is there, read into a variable first, and put another between the read and the write."
    )


def lane_list(bits: int) -> str:
    """Formats lanes as ranges.

    >>> lane_list(0b1011), lane_list(0xFFFF0000)
    ('0-1, 3', '16-31')
    """
    lanes = [lane for lane in range(WARP_LANES) if bits >> lane & 1]
    runs: list[list[int]] = []
    for lane in lanes:
        if runs and lane == runs[-1][-1] + 1:
            runs[-1].append(lane)
        else:
            runs.append([lane])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
