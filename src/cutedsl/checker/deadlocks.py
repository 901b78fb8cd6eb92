"""Describes a deadlock: where each warp waits, for which phase, which arrivals have come, where others stopped."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import groupby, takewhile
from typing import Final

from cutedsl.arch.abi.check import PLACE_AT, ROW_WORDS, SEVERAL_LANES, Arrival
from cutedsl.arch.abi.host import NOT_ARRIVED, WARP_GROUP, WARP_GROUP_FENCE, WARP_LANES
from cutedsl.checker.barriers.arrivals import Came, arrivals
from cutedsl.checker.findings import Finding, Place
from cutedsl.checker.names import Names
from cutedsl.checker.shadow import Shadow
from cutedsl.checker.tensors import Spot, Tensors
from cutedsl.errors.catalogue import CATALOGUE
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu.errors import mbarrier_counts
from cutedsl.native.constants import NAMED_BARRIERS

_MOST_ARRIVALS: Final = 4
"""Most lines shown at which arrivals have come."""


@frozen
class _Stop:
    """Where a warp stands: its last site, and the barrier and phase that it waits for; -1 for none."""

    row: int
    site: int
    barrier: int
    tag: int
    ended: bool


def mbarrier_name(spot: Spot) -> str:
    """An mbarrier by the author's name: by the stage and side of its pipeline, or as an element of its array.

    >>> mbarrier_name(Spot("pipe.full", "2:1", "1")), mbarrier_name(Spot("bars", "2:1", "0"))
    ("stage 1's full mbarrier of `pipe`", 'mbarrier 0 of `bars`')
    """
    pipe, _, side = spot.tensor.rpartition(".")
    if pipe and side in ("full", "empty"):
        return f"stage {spot.coord}'s {side} mbarrier of `{pipe}`"
    return f"mbarrier {spot.coord} of `{spot.tensor}`"


_OTHER_BLOCK: Final = (
    "The bytes that one block's mbarrier lacks came to another block's: check the block that the copy names, as the "
    "rank in `store_async_dsmem` or the mask of a multicast."
)
_OWN_BLOCK: Final = (
    "Name all blocks that expect the copy in its `mcast_mask`: each mbarrier expects the bytes that the other blocks "
    "copied to themselves alone. Or expect those of the block's own copies."
)
_ONCE: Final = (
    "Let each warp arrive once a phase: take out one of its two arrivals. They ended a phase before the other warps "
    "had come to it, and those are counted in the next one."
)
_LOOKS: Final = ("load", "loop")
_IN_VAIN: Final = " for memory that no thread changes any more"


class Deadlock:
    """The state of a cluster that cannot make progress."""

    def __init__(self, shadow: Shadow, names: Names, tensors: Tensors) -> None:
        self._shadow = shadow
        self._names = names
        self._tensors = tensors
        words = shadow.array("stops").reshape(-1, ROW_WORDS).tolist()
        self._stops = [
            _Stop(row, site - 1, barrier - 1, tag, bool(ended)) for row, (site, barrier, tag, ended) in enumerate(words)
        ]
        self._log = list(arrivals(shadow))

    def finding(self) -> Finding:
        """Where each warp waits and for what, which arrivals have come, and where the other warps stopped."""
        waiting = [stop for stop in self._stops if not stop.ended]
        groups: dict[tuple[int, int, int], list[int]] = {}
        for stop in waiting:
            groups.setdefault((stop.site, stop.barrier, stop.tag), []).append(stop.row)
        groups = dict(sorted(groups.items(), key=lambda group: not self._lacks_bytes(*group[0][1:])))
        places: list[Place] = []
        for (site, barrier, tag), rows in groups.items():
            text = f"{self._who(rows)} wait{'s' if len(rows) == 1 else ''} here{self._awaited(site, barrier, tag)}"
            places.append(self._names.place(site, rows[0], SEVERAL_LANES + 1, text))
        for barrier, tag in dict.fromkeys((barrier, tag) for _, barrier, tag in groups if barrier >= 0):
            if split := self._split(barrier):
                rows, text = [one.row for one in split], f"each ended a phase of {self._mbarrier_name(barrier)} here"
                places.insert(
                    0, self._names.place(split[0].site, rows[0], SEVERAL_LANES + 1, f"{self._who(rows)} {text}")
                )
            else:
                places += self._arrivals(barrier, tag)
        if twice := self._came_twice():
            first, again = twice
            text = f"{self._who([again.row])} arrives again here in a phase of {self._mbarrier_name(again.barrier)}"
            there = f"{self._who([first.row])} arrived here in that phase"
            places.insert(0, self._names.place(again.site, again.row, SEVERAL_LANES + 1, text))
            places.insert(1, self._names.place(first.site, first.row, SEVERAL_LANES + 1, there))
        places += self._ended()
        block = self._names.block(waiting[0].row)
        warps = f"{len(waiting)} warp{'s are' if len(waiting) > 1 else ' is'}"
        message = f"in block {block} {warps} waiting and none can make progress; "
        kind, spot = self._kind(groups), self._spot(next((barrier for _, barrier, _ in groups), -1))
        first = Place(places[0].span, places[0].what, block, places[0].warp)
        fix = self._fix(groups) or CATALOGUE[kind].fix
        return Finding(kind, message + first.what, (first, *places[1:]), spot.tensor, spot.layout, spot.coord, fix)

    def late(self, limit_s: float) -> Finding:
        """The warps still running at the timeout, with the last line that each reached."""
        lines: dict[int, list[int]] = {}
        for stop in self._stops:
            if stop.site >= 0 and not stop.ended:
                lines.setdefault(stop.site, []).append(stop.row)
        places = [
            self._names.place(site, rows[0], SEVERAL_LANES + 1, f"{self._who(rows)} came here last")
            for site, rows in lines.items()
        ]
        message = f"block {self._names.block(0)} has not ended after {limit_s:g} s"
        if places:
            message += f"; {places[0].what}"
        return Finding("launch-timeout", message, tuple(places), fix=CATALOGUE["launch-timeout"].fix)

    # -- what is waited for --------------------------------------------------------------------------------------------
    @property
    def _first_mbarrier(self) -> int:
        """Records: the named barriers of each block, the clusters', then mbarriers."""
        return self._first_cluster + self._shadow.geometry.clusters

    @property
    def _first_cluster(self) -> int:
        return NAMED_BARRIERS * self._shadow.geometry.blocks

    def _awaited(self, site: int, barrier: int, tag: int) -> str:
        if barrier < 0:
            name = self._names.site(site).name
            looks = self._names.site(site).kind in _LOOKS
            return f" at {name}" if name in (WARP_GROUP, WARP_GROUP_FENCE) else _IN_VAIN if looks else ""
        if barrier >= self._first_mbarrier:
            return f" for phase {tag & 1} of {self._mbarrier_text(barrier)}"
        came = self._phase(barrier, tag)
        if barrier >= self._first_cluster:
            if tag == NOT_ARRIVED % (1 << 32):
                return " for the cluster's barrier, without an arrival of their own since the last wait"
            warps = self._shadow.geometry.rows // self._shadow.geometry.clusters
            return f" for the cluster's barrier: {len(came)} of {warps} warps have come"
        number, threads = barrier % NAMED_BARRIERS, max((one.number for one in came), default=0)
        expected = -(-threads // WARP_LANES) or self._shadow.geometry.warps
        name = f"barrier {number}" if number or threads else "the block's barrier"
        return f" at {name}: {len(came)} of {expected} warps have come"

    def _mbarrier_name(self, barrier: int) -> str:
        spot = self._spot(barrier)
        return mbarrier_name(spot) if spot.tensor and spot.coord else f"mbarrier {barrier - self._first_mbarrier + 1}"

    def _mbarrier_text(self, barrier: int) -> str:
        name, (pending, count, still) = self._mbarrier_name(barrier), mbarrier_counts(self._word(barrier))
        came = [f"{count - pending} of {count} arrivals have come"]
        if still:
            came.append(f"{still} bytes are still missing" if still > 0 else f"{-still} bytes came that nobody expects")
        return f"{name}: {' and '.join(came)}"

    def _address(self, barrier: int) -> int:
        return self._shadow.smem_start + self._shadow.barrier_head(barrier, PLACE_AT) - 1

    def _word(self, barrier: int) -> int:
        return ctypes.c_int64.from_address(self._address(barrier)).value

    def _spot(self, barrier: int) -> Spot:
        return self._tensors.at(self._address(barrier)) if barrier >= self._first_mbarrier else Spot()

    def _fix(self, groups: dict[tuple[int, int, int], list[int]]) -> str:
        """What is plain from the calls alone: loops that look at memory, named barriers whose calls do not agree,
        mbarriers that nobody has used.

        Where all wait for the first phases of mbarriers at which nothing has come, nobody can begin: one of the sides
        is the one that should find its mbarrier ready.
        """
        if all(barrier < 0 and self._names.site(site).kind in _LOOKS for site, barrier, _ in groups):
            return "Check what the loop waits for, and which thread writes it: none is left that does."
        used = {one.barrier for one in self._log}
        if len(groups) > 1 and all(one >= self._first_mbarrier and one not in used for _, one, _ in groups):
            return (
                "Let the side that begins wait with the other parity at first (1, 0, 1, ...): the phase before the "
                "first has ended."
            )
        if fix := self._bytes_fix(groups):
            return fix
        if self._came_twice():
            return _ONCE
        for _, barrier, tag in groups:
            if fix := self._count_fix(barrier):
                return fix
            numbers = {one.number for one in self._phase(barrier, tag)} if 0 <= barrier < self._first_cluster else set()
            if len(numbers) > 1:
                named = " and ".join(map(str, sorted(numbers)))
                return f"Name one number of threads in all calls for barrier {barrier % NAMED_BARRIERS}, not {named}."
        return next((fix for _, barrier, tag in groups if (fix := self._parity_fix(barrier, tag))), "")

    def _bytes_fix(self, groups: dict[tuple[int, int, int], list[int]]) -> str:
        """For copies within a cluster that came to the mbarriers of other blocks than those that expect them."""
        waited = {barrier: tag for _, barrier, tag in groups if barrier >= self._first_mbarrier}
        used = {one.barrier for one in self._log if one.barrier >= self._first_mbarrier}
        left = {one: mbarrier_counts(self._word(one))[2] for one in {*used, *waited}}
        if max(left.values(), default=0) > 0 and sum(left.values()) == 0:
            return _OTHER_BLOCK
        brought = {
            one: [came for came in self._phase(one, tag) if came.kind is Arrival.BYTES] for one, tag in waited.items()
        }
        homes = {one: self._block(self._address(one) - self._shadow.smem_start) for one in waited}
        warps = self._shadow.geometry.warps
        if len(set(homes.values())) < 2 or any(
            came.row // warps != homes[one] for one, copies in brought.items() for came in copies
        ):
            return ""
        total = sum(came.number for copies in brought.values() for came in copies)
        own = {one: sum(came.number for came in copies) for one, copies in brought.items()}
        return _OWN_BLOCK if total and all(left[one] == total - own[one] for one in waited) else ""

    def _block(self, byte: int) -> int:
        """The block, by its number among those that run together, to which a byte of shared memory belongs."""
        return byte // self._shadow.block_bytes

    def _came_twice(self) -> tuple[Came, Came] | None:
        """Two arrivals of one warp by different lines in a phase that ended without another warp's."""
        for barrier in dict.fromkeys(one.barrier for one in self._log if one.barrier >= self._first_mbarrier):
            here = [one for one in self._log if one.barrier == barrier and one.kind is Arrival.ARRIVES]
            phases = [list(ones) for _, ones in groupby(here, key=lambda one: one.tag)]
            rows = {one.row for one in here}
            for phase in phases[:-1]:
                if {one.row for one in phase} == rows:
                    continue
                for row in rows:
                    own = [one for one in phase if one.row == row]
                    if len(own) > 1 and own[0].site != own[-1].site:
                        return own[0], own[-1]
        return None

    def _parity_fix(self, barrier: int, tag: int) -> str:
        """For an mbarrier whose last phase has ended, and at whose next one, which is waited for, nothing has come."""
        ended = any(one.barrier == barrier and one.tag != tag for one in self._log)
        if barrier < self._first_mbarrier or not ended:
            return ""
        pending, count, still = mbarrier_counts(self._word(barrier))
        if still or pending != count:
            return ""
        return (
            f"Phase {1 - (tag & 1)} of it has ended, and nothing has come to phase {tag & 1}, which this waits for: "
            "check the parity of the wait (0 at first, then 1), or let the other side arrive once more."
        )

    def _count_fix(self, barrier: int) -> str:
        """For an mbarrier of which some arrivals have come, or of which one a warp has ended phase after phase."""
        if barrier < self._first_mbarrier:
            return ""
        pending, count, still = mbarrier_counts(self._word(barrier))
        if split := self._split(barrier):
            return f"It counts one arrival a phase, and {len(split)} come by one line: initialise it for {len(split)}."
        if still or not 0 < pending < count:
            return ""
        came = count - pending
        return (
            f"It counts {count} arrivals a phase and {came} have come: let {pending} more come, or initialise it for "
            f"{came} (of a pipeline, the size of its group)."
        )

    def _split(self, barrier: int) -> list[Came]:
        """Arrivals by one line of which each ended a phase, by different warps: they were meant for one phase."""
        if barrier < self._first_mbarrier or mbarrier_counts(self._word(barrier))[1] != 1:
            return []
        found: dict[int, Came] = {}
        for one in reversed([one for one in self._log if one.barrier == barrier]):
            last = next(reversed(found.values()), one)
            if one.kind is not Arrival.ARRIVES or one.row in found or one.site != last.site or last.tag - one.tag > 1:
                break
            found[one.row] = one
        return list(found.values())[::-1] if len(found) > 1 else []

    def _kind(self, groups: dict[tuple[int, int, int], list[int]]) -> str:
        return "transaction-bytes" if any(self._lacks_bytes(*waited[1:]) for waited in groups) else "deadlock"

    def _lacks_bytes(self, barrier: int, tag: int) -> bool:
        """Whether a phase has other bytes than expected, though all copies have begun that the phase before had.

        Where a copy has not begun, its warp waits too: bytes are not what is wrong.
        """
        if barrier < self._first_mbarrier or not mbarrier_counts(self._word(barrier))[2]:
            return False
        copies = [one for one in self._log if one.barrier == barrier and one.kind is Arrival.BYTES]
        before = [one for one in copies if one.tag != tag]
        now = {(one.row, one.site) for one in copies if one.tag == tag}
        return {(one.row, one.site) for one in before if one.tag == before[-1].tag} <= now

    # -- what came -----------------------------------------------------------------------------------------------------
    def _phase(self, barrier: int, tag: int) -> list[Came]:
        """What came in the phase under way, if it is the one that is waited for."""
        here = [one for one in self._log if one.barrier == barrier]
        return list(takewhile(lambda one: one.tag == tag, reversed(here)))[::-1]

    def _arrivals(self, barrier: int, tag: int) -> list[Place]:
        """By line what came in this phase; where nothing did, what came last in a phase before."""
        came, when = self._phase(barrier, tag), "in this phase"
        if not came:
            came = [one for one in self._log if one.barrier == barrier][-1:]
            when = f"in phase {came[0].tag & 1}, the last before" if came else ""
        lines: dict[tuple[int, Arrival], list[Came]] = {}
        for one in came:
            lines.setdefault((one.site, one.kind), []).append(one)
        return [self._came_text(site, ones, when) for (site, _), ones in list(lines.items())[:_MOST_ARRIVALS]]

    def _came_text(self, site: int, ones: Sequence[Came], when: str) -> Place:
        who, total = self._who([one.row for one in ones]), sum(one.number for one in ones)
        match ones[0].kind:
            case Arrival.ARRIVES:
                text = f"{who} arrived here {when}"
            case Arrival.EXPECTS:
                text = f"{who} told it here to expect {total} bytes {when}"
            case Arrival.BYTES:
                text = f"{who} started a copy here that brought {total} bytes {when}"
        return self._names.place(site, ones[0].row, SEVERAL_LANES + 1, text)

    def _ended(self) -> list[Place]:
        """The warps that have ended, by the last line that they are known to have run."""
        lines: dict[int, list[int]] = {}
        for stop in self._stops:
            if stop.ended:
                lines.setdefault(stop.site, []).append(stop.row)
        return [
            self._names.place(site, rows[0], SEVERAL_LANES + 1, f"{self._who(rows)} ended after this")
            for site, rows in list(lines.items())[:_MOST_ARRIVALS]
        ]

    def _who(self, rows: Sequence[int]) -> str:
        """Warps as text, those of one block together."""
        blocks: dict[tuple[int, int, int], list[int]] = {}
        for row in sorted(set(rows)):
            warps = blocks.setdefault(self._names.block(row), [])
            if (warp := self._shadow.geometry.warp(row)) not in warps:
                warps.append(warp)
        parts = [
            f"warp{'s' if len(warps) > 1 else ''} {', '.join(map(str, warps))}"
            + (f" of block {block}" if self._shadow.geometry.blocks > 1 else "")
            for block, warps in blocks.items()
        ]
        return " and ".join(parts)
