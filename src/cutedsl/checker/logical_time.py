"""Logical time: when the warps of a block and the engines beside them would do what, one step an operation.

A warp's time moves on by one step with each operation that orders something. Where it waits, it goes on at the time of
the last arrival that it waited for. Asynchronous work starts when it is issued and the engine is free, and takes
`ENGINE_STEPS`. What lies beside each other in this time may run at the same time on a GPU; the steps are no
durations.

Source: Lamport, "Time, Clocks, and the Ordering of Events in a Distributed System" (1978).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from cutedsl.checker.happened import Happened
from cutedsl.errors.render import shown_path
from cutedsl.viz.pictures.timeline import Moment, Slice, Timeline, Track

ENGINE_STEPS: Final = 8
"""Steps of one asynchronous copy or multiply."""

_PHASE_BIT: Final = 62
_WARPS_OF_A_GROUP: Final = 4
_ENGINES: Final = ("copies (cp.async)", "bulk loads", "bulk stores", "multiplies (wgmma)")
_COPY, _LOAD, _STORE, _MULTIPLY = range(4)


def logical_timeline(events: Iterable[Happened], warps: int) -> Timeline:
    """The timeline of a cluster's events; `warps` are those of one block. A group of tracks is a block."""
    run = _Run(warps)
    for event in events:
        run.take(event)
    run.end()
    return Timeline(tuple(run.slices), tuple(run.moments))


@dataclass(slots=True)
class _Mbarrier:
    """Times of the arrivals in the phase under way, and when each phase was complete."""

    arrivals: list[int] = field(default_factory=list[int])
    complete: list[int] = field(default_factory=list[int])

    def see(self, word: int) -> None:
        """Completes the phase if its arrivals and bytes have come."""
        if (word >> _PHASE_BIT & 1) != len(self.complete) % 2:
            self.complete.append(max(self.arrivals, default=0))
            self.arrivals.clear()

    def left(self, parity: int, others: int) -> int:
        """When the phase was complete that a wait for a parity has passed; 0 for the one before the first.

        It is the last one. If that has another parity, the phase ended by what was not told here: copies that another
        block sent, of which the last known ends at `others`.
        """
        if len(self.complete) % 2 == parity & 1:
            self.complete.append(max(*self.arrivals, others, 0))
            self.arrivals.clear()
        return self.complete[-1] if self.complete else 0


@dataclass(slots=True)
class _Groups:
    """Asynchronous work of one warp: when its open part ends, and each committed group."""

    open: int = 0
    ends: list[int] = field(default_factory=list[int])

    def commit(self) -> None:
        self.ends.append(max(self.open, self.ends[-1] if self.ends else 0))
        self.open = 0

    def settled(self, pending: int) -> int:
        """When at most `pending` groups are under way."""
        done = self.ends[: len(self.ends) - pending]
        return done[-1] if done else 0


class _Run:
    """The times while events are taken one by one."""

    def __init__(self, warps: int) -> None:
        self.slices: list[Slice] = []
        self.moments: list[Moment] = []
        self._warps = warps
        self._now: defaultdict[int, int] = defaultdict(int)
        self._waiting: dict[int, Happened] = {}
        self._free: defaultdict[tuple[int, int], int] = defaultdict(int)
        self._turns: defaultdict[tuple[object, int], int] = defaultdict(int)
        self._arrivals: defaultdict[tuple[object, int], list[int]] = defaultdict(list)
        self._mbarriers: defaultdict[int, _Mbarrier] = defaultdict(_Mbarrier)
        self._groups: defaultdict[tuple[int, int], _Groups] = defaultdict(_Groups)
        self._multiplied: defaultdict[int, int] = defaultdict(int)
        self._products: defaultdict[int, list[int]] = defaultdict(list)
        self._rules: Mapping[str, Callable[[Happened], int | None]] = {
            "cute.barrier": self._meet,
            "cute.barrier_arrive": self._arrive,
            "cute.cluster_arrive": self._arrive,
            "cute.cluster_wait": self._leave,
            "cute.mbarrier.init": self._initialise,
            "cute.mbarrier.arrive": self._arrive_at,
            "cute.mbarrier.arrive_tx": self._arrive_at,
            "cute.mbarrier.expect_tx": self._arrive_at,
            "cute.mbarrier.copy_arrive": self._arrive_by_copies,
            "cute.mbarrier.wait": self._wait,
            "cute.cp_async": lambda event: self._work(event, _COPY),
            "cute.tma.tile.load": self._load,
            "cute.bulk.copy.g2s": self._load,
            "cute.tma.tile.store": lambda event: self._work(event, _STORE),
            "cute.bulk.copy.s2g": lambda event: self._work(event, _STORE),
            "cute.wgmma": lambda event: self._work(event, _MULTIPLY),
            "cute.cp_async_commit": lambda event: self._commit(event, _COPY),
            "cute.bulk.commit": lambda event: self._commit(event, _STORE),
            "cute.wgmma_commit": lambda event: self._commit(event, _MULTIPLY),
            "cute.cp_async_wait": lambda event: self._settle(event, _COPY),
            "cute.bulk.wait": lambda event: self._settle(event, _STORE),
            "cute.wgmma_wait": lambda event: self._settle(event, _MULTIPLY),
        }

    def take(self, event: Happened) -> None:
        """Handles one event."""
        start = self._now[event.row]
        if not event.passed:
            self._waiting[event.row] = event
            if event.op == "cute.barrier":
                self._arrive(event)
            return
        self._waiting.pop(event.row, None)
        rule = self._rules.get(event.op)
        until = rule(event) if rule is not None else None
        name = event.op.removeprefix("cute.")
        if until is not None and until > start:
            self.slices.append(Slice(self._track(event), f"wait: {name}", start, until - start, _details(event)))
            self._now[event.row] = until
        else:
            self.moments.append(Moment(self._track(event), name, start, _details(event)))
        self._now[event.row] += 1

    def end(self) -> None:
        """What still waits does so for ever: to the end of the timeline, and one step more."""
        last = max(self._now.values(), default=0) + 1
        for row, event in self._waiting.items():
            details = {**_details(event), "end": "never", "for": event.op.removeprefix("cute.")}
            start = self._now[row]
            self.slices.append(Slice(self._track(event), "waits for ever", start, last - start, details))

    # -- barriers: a warp's n-th turn at one belongs to its n-th phase -------------------------------------------------
    def _key(self, event: Happened) -> object:
        if event.op.startswith("cute.cluster"):
            return "cluster"
        return event.row // self._warps, event.thing

    def _arrive(self, event: Happened) -> None:
        turn = self._turns[self._key(event), event.row]
        self._arrivals[self._key(event), turn].append(self._now[event.row])
        if event.op == "cute.barrier_arrive":
            self._turns[self._key(event), event.row] += 1

    def _leave(self, event: Happened) -> int:
        turn = self._turns[self._key(event), event.row]
        self._turns[self._key(event), event.row] += 1
        return max(self._arrivals[self._key(event), turn], default=0)

    def _meet(self, event: Happened) -> int:
        return self._leave(event)

    # -- mbarriers -----------------------------------------------------------------------------------------------------
    def _initialise(self, event: Happened) -> None:
        self._mbarriers[event.thing] = _Mbarrier()

    def _arrive_at(self, event: Happened) -> None:
        self._count(event, self._now[event.row])

    def _arrive_by_copies(self, event: Happened) -> None:
        self._count(event, max(self._now[event.row], self._groups[event.row, _COPY].open))

    def _count(self, event: Happened, at: int) -> None:
        barrier = self._mbarriers[event.thing]
        barrier.arrivals.append(at)
        barrier.see(event.word)

    def _wait(self, event: Happened) -> int:
        ends = (end for (row, engine), end in self._free.items() if engine == _LOAD and self._is_beside(row, event.row))
        return self._mbarriers[event.thing].left(event.number, max(ends, default=0))

    def _is_beside(self, row: int, other: int) -> bool:
        """Whether two warps are of different blocks."""
        return row // self._warps != other // self._warps

    # -- engines -------------------------------------------------------------------------------------------------------
    def _work(self, event: Happened, engine: int) -> None:
        end = self._multiply(event) if engine == _MULTIPLY else self._issue(event, engine)
        groups = self._groups[event.row, engine]
        groups.open = max(groups.open, end)

    def _multiply(self, event: Happened) -> int:
        """The warps of a group issue multiplies together: the n-th of each is one, on the track of the first."""
        turn = self._multiplied[event.row]
        self._multiplied[event.row] += 1
        ends = self._products[event.row - event.row % _WARPS_OF_A_GROUP]
        if turn == len(ends):
            first = replace(event, row=event.row - event.row % _WARPS_OF_A_GROUP)
            ends.append(self._issue(first, _MULTIPLY, at=self._now[event.row]))
        return ends[turn]

    def _load(self, event: Happened) -> None:
        self._count(event, self._issue(event, _LOAD))

    def _issue(self, event: Happened, engine: int, at: int = -1) -> int:
        """Puts work on an engine's track, not before `at`, or now; returns when it ends."""
        start = max(at if at >= 0 else self._now[event.row], self._free[event.row, engine])
        end = self._free[event.row, engine] = start + ENGINE_STEPS
        block, warp = divmod(event.row, self._warps)
        row = self._warps * (engine + 1) + warp
        track = Track(block, row, f"block {block}", f"{_ENGINES[engine]} of warp {warp}")
        self.slices.append(Slice(track, event.op.removeprefix("cute."), start, ENGINE_STEPS, _details(event)))
        return end

    def _commit(self, event: Happened, engine: int) -> None:
        self._groups[event.row, engine].commit()

    def _settle(self, event: Happened, engine: int) -> int:
        return self._groups[event.row, engine].settled(event.number)

    def _track(self, event: Happened) -> Track:
        block, warp = divmod(event.row, self._warps)
        return Track(block, warp, f"block {block}", f"warp {warp}")


def _details(event: Happened) -> dict[str, Any]:
    """What a click on an event shows."""
    place = {} if event.span is None else {"line": f"{shown_path(event.span.file)}:{event.span.line}"}
    return {**place, **({"number": event.number} if event.number else {})}
