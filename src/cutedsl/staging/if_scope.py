"""`if` in staged code: an arm chosen while tracing, or both arms as regions whose variables are joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.staging import trace
from cutedsl.staging.choose import truth
from cutedsl.staging.join import BRANCHES, Joined, join
from cutedsl.staging.live import open_arm
from cutedsl.staging.loop_scope import previous_turn
from cutedsl.staging.places import Places, find_places
from cutedsl.staging.protocol import Handle, Region, Type, current_emitter
from cutedsl.staging.region import RegionInfo
from cutedsl.staging.unset import UNSET


class IfScope:
    """One execution of an `if` statement.

    Rewritten code asks `then()` and `otherwise()` whether to run an arm, ends each arm with `leave(values)`, the values
    of the joined names, and takes the results from `exit()` when the scope is `dynamic`. `entry` are the values before,
    for the second arm.
    """

    __slots__ = ("_arms", "_cond", "_places", "_region", "_regions", "_saved", "dynamic", "entry", "info")

    def __init__(self, info: RegionInfo, test: Any, values: tuple[Any, ...], roots: Sequence[Any]) -> None:
        self.info = info
        self.entry = values
        self._cond = truth(test)
        self.dynamic = not isinstance(self._cond, bool)
        self._arms: list[tuple[tuple[Any, ...], tuple[Any, ...]]] = []
        self._regions: list[Region] = []
        self._region: Region | None = None
        if self.dynamic:
            self._places: Places = find_places(info, roots)
            self._saved = self._places.read()

    def then(self) -> bool:
        """Whether to run the first arm now."""
        if not self.dynamic:
            return self._cond
        self._open(True)
        return True

    def otherwise(self) -> bool:
        """Whether to run the second arm now."""
        if not self.dynamic:
            return not self._cond
        self._places.write(self._saved)
        self._open(False)
        return True

    def leave(self, values: tuple[Any, ...]) -> None:
        """Ends an arm."""
        if not self.dynamic:
            return
        trace.pop(self)
        self.abandon()
        self._arms.append((values, self._places.read()))

    def exit(self) -> tuple[Any, ...]:
        """Joins the arms, and gives the variables their values after the statement."""
        if len(self._arms) == 1:  # no `else`: what was before, through an empty region
            self._places.write(self._saved)
            self._open(False)
            self.leave(self.entry[: len(self.info.joined)])
        emitter = current_emitter()
        (then_values, then_places), (else_values, else_places) = self._arms
        joined = [self._join(name, a, b) for name, a, b in zip(self.info.names, then_values, else_values, strict=False)]
        stored = [
            join(place.variable, BRANCHES, a, b)
            for place, a, b in zip(self._places.slots, then_places, else_places, strict=True)
        ]
        first: list[Handle] = []
        second: list[Handle] = []
        types: list[Type] = []
        for item in (*joined, *stored):
            first += item.first
            second += item.second
            types += item.types
        then_region, else_region = self._regions
        emitter.close_region(then_region, first)
        emitter.close_region(else_region, second)
        results = iter(emitter.if_(self._cond.ir_value(), then_region, else_region, types))
        values = tuple([item.build([next(results) for _ in item.types]) for item in joined])
        self._places.write([item.build([next(results) for _ in item.types]) for item in stored])
        return values

    def abandon(self) -> None:
        """Goes back out of the arm that is open."""
        if self._region is not None:
            current_emitter().leave_region(self._region)
            self._region = None

    def materialize(self, name: str, sample: Any) -> Any:
        """Branches keep nothing from turn to turn."""
        return UNSET

    def _open(self, holds: bool) -> None:
        self._region = open_arm(self._cond, holds)
        self._regions.append(self._region)
        trace.push(self)

    def _join(self, name: str, a: Any, b: Any) -> Joined:
        """Joins a variable; one that an arm does not assign may still hold what an earlier turn of a loop assigned."""
        if a is UNSET and b is not UNSET:
            a = previous_turn(self.info, name, b)
        if b is UNSET and a is not UNSET:
            b = previous_turn(self.info, name, a)
        return join(self.info.variable(name), BRANCHES, a, b)
