"""Explores interleavings of warps (partial-order reduction): reverses pairs of conflicting operations.

A run is watched at atomics, ordered accesses and mbarriers. Two of these by different warps at one place form a pair if
they do not commute and nothing else orders them. A later run holds the first of a pair until the second was done.

Source: Flanagan and Godefroid, "Dynamic Partial-Order Reduction for Model Checking Software" (2005). A run here
reverses one pair more than the run in which it was seen, and a budget of runs ends the search.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from cutedsl.arch.abi.host import WARP_LANES, Site
from cutedsl.checker.orders import Actor, Coverage, Orders
from cutedsl.checker.shadow import Shadow
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import FACTS

_PATIENCE: Final = 2000
"""How often a warp yields to others; then what it is held for may itself wait for this warp."""
_LENT: Final = 500
"""How often the other warps yield to one that was held and may go on."""
_TRIES: Final = 3
"""From so many different runs a pair is tried to be reversed."""
_BACKWARDS: Final = "blocks=backwards"
_MOST_CAME: Final = 64
"""How many operations that changed a place are compared with later ones."""
_OF_EACH: Final = 2
"""How many pairs of the same two operations of one run are reversed."""


@frozen
class Hold:
    """It holds in launch `launch`, among the blocks that run together from cluster `group` on. A warp (its row) does
    not do its operation number `turn` at site `site` before warp `other` has done its number `other_turn` at
    `other_site`.

    >>> Hold.parse("0.0.1.7.0-2.7.3").other_turn, str(Hold(0, 0, 1, 7, 0, 2, 7, 3))
    (3, '0.0.1.7.0-2.7.3')
    """

    launch: int
    group: int
    row: int
    site: int
    turn: int
    other: int
    other_site: int
    other_turn: int

    @staticmethod
    def parse(text: str) -> Hold:
        """From what `str` gives. Errors: ValueError."""
        first, second = text.split("-")
        launch, group, row, site, turn = map(int, first.split("."))
        return Hold(launch, group, row, site, turn, *map(int, second.split(".")))

    def __str__(self) -> str:
        first = (self.launch, self.group, self.row, self.site, self.turn)
        return "-".join(".".join(map(str, part)) for part in (first, (self.other, self.other_site, self.other_turn)))


@frozen
class Schedule:
    """How warps take turns: in their order, or in an order drawn from `seed`; some are held as exploring found it.

    Blocks that do not wait for others run one after the other. They come in their order, in one drawn from `seed`, or
    from the last to the first.

    >>> str(Schedule()), str(Schedule(7)), str(Schedule.parse("hold=0.0.1.7.0-2.7.3"))
    ('seed=0', 'seed=7', 'hold=0.0.1.7.0-2.7.3')
    """

    seed: int | None = None
    holds: tuple[Hold, ...] = ()
    backwards: bool = False

    @staticmethod
    def parse(text: str) -> Schedule:
        """From what `str` gives. Errors: ValueError."""
        kind, _, value = text.partition("=")
        if kind == "seed" and value.isdecimal():
            return Schedule(int(value))
        if kind == "hold":
            return Schedule(holds=tuple(map(Hold.parse, value.split(","))))
        if text == _BACKWARDS:
            return Schedule(backwards=True)
        raise ValueError(f"{text!r} is not a schedule")

    def order_of(self, clusters: int) -> list[int] | None:
        """The order of `clusters` clusters that run one after the other; None for their own order.

        >>> Schedule(backwards=True).order_of(3)
        [2, 1, 0]
        """
        if self.backwards:
            return list(range(clusters))[::-1]
        if not self.seed:
            return None
        return random.Random(self.seed).sample(range(clusters), clusters)

    def __str__(self) -> str:
        if self.backwards:
            return _BACKWARDS
        return f"hold={','.join(map(str, self.holds))}" if self.holds else f"seed={self.seed or 0}"


@frozen
class _Step:
    """An operation of a run: its row, its site, its index among the row's operations there, and the row's clock."""

    row: int
    site: int
    turn: int
    clock: int


@dataclass(slots=True)
class _Place:
    """What came last at a place in memory or at an mbarrier: the last change, or each row's last one where changes
    commute, and each row's first look since. `came` has all who ever changed it."""

    came: dict[Actor, None] = field(default_factory=dict[Actor, None])
    changes: dict[int, _Step] = field(default_factory=dict[int, _Step])
    looks: dict[int, _Step] = field(default_factory=dict[int, _Step])


class Steering:
    """Steers one run of a program by `holds`, and collects the pairs that another run may reverse.

    `pairs` are operations of different warps of which the second came next to the first at a place; `before` has all
    that came earlier there. `across`: some are of blocks that run one after the other. `found` has the holds that would
    reverse a pair. `missed` are those of `holds` that were given up: the other operation waits for the held one, or
    never came.
    """

    def __init__(self, holds: Sequence[Hold] = ()) -> None:
        self.pairs: set[tuple[Actor, Actor]] = set()
        self.before: set[tuple[Actor, Actor]] = set()
        self.found: dict[tuple[Actor, Actor], list[Hold]] = {}
        self.missed: set[Hold] = set()
        self.orders = Orders()
        self._holds = holds
        self._waited: dict[Hold, int] = {}
        self.across = False
        self._elsewhere: dict[int, tuple[set[Actor], set[Actor]]] = {}
        self._owed: Hold | None = None
        self._lent = 0
        self._launch = self._group = -1
        self._sites: Sequence[Site] = ()
        self._shadow: Shadow | None = None
        self._done: dict[tuple[int, int], int] = {}
        self._places: dict[int, _Place] = {}

    def begin(self, shadow: Shadow, kernel: str, sites: Sequence[Site]) -> None:
        """Called at launch start."""
        self.orders.begin(shadow, kernel, sites)
        self._launch, self._group = self._launch + 1, -1
        self._places, self._elsewhere = {}, {}
        self._sites, self._shadow = sites, shadow
        shadow.steer(self._may_go_on)

    def _may_go_on(self, group: int, row: int, site: int, thing: int, lanes: int) -> bool:
        """Whether a warp may do an operation now."""
        if group != self._group:
            self._leave_group()
            self._group, self._done, self._places = group, {}, {}
        if self._owed is not None and self._owed.row != row and self._lent < _LENT:
            self._lent += 1
            return False
        turn = self._done.get((row, site), 0)
        here = (self._launch, group, row, site, turn)
        for hold in self._holds:
            if (hold.launch, hold.group, hold.row, hold.site, hold.turn) == here and self._waits(hold):
                return False
        self._done[row, site] = turn + 1
        self._let_go(row)
        shadow = self._shadow
        assert shadow is not None
        self._do(shadow, _Step(row, site, turn, shadow.knows(row, row)), thing, lanes)
        return True

    def _leave_group(self) -> None:
        """The blocks that ran together have ended: what they did in global memory may come after what others do."""
        shadow = self._shadow
        assert shadow is not None
        shared = range(shadow.smem_start, shadow.smem_start + shadow.geometry.smem_bytes)
        for address, place in self._places.items():
            if address not in shared:
                changes, looks = ({self._actor(one) for one in part.values()} for part in (place.changes, place.looks))
                known = self._elsewhere.setdefault(address, (set(), set()))
                self._elsewhere[address] = (changes, looks) if changes else (known[0], known[1] | looks)

    def _let_go(self, row: int) -> None:
        """A row has done an operation: one that was held for it comes next, before the others go on."""
        if self._owed is not None and self._owed.row == row:
            self._owed = None
        for hold in self._waited:
            if hold.other == row and self._met(hold) and hold not in self.missed and self._owes(hold):
                self._owed, self._lent = hold, 0

    def _met(self, hold: Hold) -> bool:
        return self._done.get((hold.other, hold.other_site), 0) > hold.other_turn

    def _owes(self, hold: Hold) -> bool:
        here = (hold.launch, hold.group) == (self._launch, self._group)
        return here and self._done.get((hold.row, hold.site), 0) == hold.turn

    def _waits(self, hold: Hold) -> bool:
        if self._met(hold) or hold in self.missed:
            return False
        self._waited[hold] = self._waited.get(hold, 0) + 1
        if self._waited[hold] > _PATIENCE:
            self.missed.add(hold)
        return hold not in self.missed

    def _do(self, shadow: Shadow, step: _Step, thing: int, lanes: int) -> None:
        known = FACTS.get(self._sites[step.site].name)
        if known is None:
            return
        if known.observable is not None:
            words = shadow.lane_words()
            for address in dict.fromkeys(words[lane] for lane in range(WARP_LANES) if lanes >> lane & 1):
                self._access(step, address, changes=known.writes is not None)
        elif thing:
            place = self._places.setdefault(thing, _Place())
            arrives = known.arrives == "mbarrier"
            self._pair_with((place.looks if arrives else place.changes).values(), step)
            (place.changes if arrives else place.looks)[step.row] = step

    def _access(self, step: _Step, address: int, *, changes: bool) -> None:
        """Loads commute; atomics and stores do not."""
        actor, place = self._actor(step), self._places.setdefault(address, _Place())
        if address in self._elsewhere and not place.changes:
            changed, looked = self._elsewhere[address]
            self.pairs.update((one, actor) for one in (changed | looked if changes else changed))
            self.across |= bool(changed or (changes and looked))
        self.before.update((one, actor) for one in place.came)
        if changes and len(place.came) < _MOST_CAME:
            place.came[actor] = None
        if changes:
            self._pair_with([*place.changes.values(), *place.looks.values()], step)
            place.changes, place.looks = {step.row: step}, {}
        elif step.row not in place.looks:
            self._pair_with(place.changes.values(), step)
            place.looks[step.row] = step

    def _pair_with(self, earlier: Iterable[_Step], step: _Step) -> None:
        shadow = self._shadow
        assert shadow is not None
        for one in earlier:
            if one.row == step.row or shadow.knows(step.row, one.row) >= one.clock:
                continue  # in any order of the warps this one comes later
            pair = self._actor(one), self._actor(step)
            self.pairs.add(pair)
            found = self.found.setdefault(pair, [])
            if len(found) < _OF_EACH:
                held = (self._launch, self._group, one.row, one.site, one.turn)
                found.append(Hold(*held, step.row, step.site, step.turn))

    def _actor(self, step: _Step) -> Actor:
        shadow = self._shadow
        assert shadow is not None
        return (self._launch << 40) + self._group * shadow.geometry.rows + step.row, step.site


class Explorer:
    """Chooses what each run reverses: pairs first that came in one order only, then others, of new runs.

    Where nothing is left to reverse, orders are drawn. The search ends with `wanted` different orders and no pair
    left to reverse, or with twice as many runs.
    """

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self._drawn = 0
        self.coverage = Coverage()
        self._before: set[tuple[Actor, Actor]] = set()
        self._across = False
        self._under_way: tuple[Actor, Actor] | None = None
        self._fixed: set[frozenset[Actor]] = set()
        self._waiting: list[tuple[tuple[Actor, Actor], tuple[Hold, ...]]] = []
        self._planned: set[frozenset[Hold]] = {frozenset()}
        self._tries: dict[tuple[Actor, Actor], int] = {}
        self._digests: set[int] = set()

    def next(self) -> Schedule | None:
        """The schedule of the next run; None when the search has ended."""
        self._under_way = None
        if not self.coverage.runs:
            return Schedule()
        if self._across:
            self._across = False
            return Schedule(backwards=True)
        one_way = self.coverage.one_way
        at = next((n for n, (pair, _) in enumerate(self._waiting) if frozenset(pair) in one_way), -1)
        enough = len(self.coverage.orders) >= self.wanted and at < 0
        if enough or self.coverage.runs >= 2 * self.wanted:
            return None
        if not self._waiting:
            self._drawn += 1
            return Schedule(self._drawn)
        self._under_way, holds = self._waiting.pop(max(at, 0))
        return Schedule(holds=holds)

    def __str__(self) -> str:
        """What the runs have covered, in one line."""
        one_way = self.coverage.one_way
        fixed = len(self._fixed & one_way)
        planned = len({frozenset(pair) for pair, _ in self._waiting} & one_way - self._fixed)
        cannot = f"; {fixed} could not be reversed: one operation waits for the other" if fixed else ""
        return f"{self.coverage}{cannot}" + (f"; {planned} were not tried: the runs are used up" if planned else "")

    def took(self, schedule: Schedule, steering: Steering) -> None:
        """Called at the end of a run. Nothing is planned after random or reversed orders."""
        holds = schedule.holds
        self._across = steering.across and self.coverage.runs == 0
        self._before |= steering.before | steering.pairs
        pairs = self.coverage.pairs | steering.pairs
        pairs |= {(b, a) for a, b in pairs} & self._before
        self.coverage = self.coverage.plus(steering.orders, pairs)
        if self._under_way is not None and holds[-1] in steering.missed:
            self._fixed.add(frozenset(self._under_way))
        if schedule.seed is not None or schedule.backwards:
            return
        digest = steering.orders.digest()
        if digest in self._digests:
            return  # another run has planned what follows from this order
        self._digests.add(digest)
        for pair, found in steering.found.items():
            for hold in found:
                plan = (*holds, hold)
                if frozenset(plan) in self._planned or self._tries.get(pair, 0) >= _TRIES:
                    continue
                self._planned.add(frozenset(plan))
                self._tries[pair] = self._tries.get(pair, 0) + 1
                self._waiting.append((pair, plan))
