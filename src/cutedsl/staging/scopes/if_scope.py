"""`if` in staged code: an arm chosen while tracing, or both arms as regions whose variables are joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.staging import trace
from cutedsl.staging.aliases import check_arms, check_reshaped, join_replaced
from cutedsl.staging.join import BRANCHES, Joined, join
from cutedsl.staging.live import open_arm
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.operators import is_numeric
from cutedsl.staging.places import NO_PLACES, Place, Places, find_places
from cutedsl.staging.protocol import Emitter, Handle, Region, Type, current_emitter
from cutedsl.staging.scopes.condition import truth
from cutedsl.staging.scopes.loop_scope import previous_turn
from cutedsl.staging.scopes.region import RegionInfo
from cutedsl.staging.tree import hold, released
from cutedsl.staging.unset import UNSET


class IfScope:
    """One execution of an `if` statement.

    Rewritten code asks `then()` and `otherwise()` whether to run an arm. It ends each arm with `leave(values)`, the
    values of the joined names. When the scope is `dynamic` it takes the results from `exit()`. `entry` are the values
    before, for the second arm.
    """

    __slots__ = (
        *(
            "_arms",
            "_cond",
            "_emitter",
            "_holds",
            "_open_scopes",
            "_places",
            "_region",
            "_regions",
            "_reshaped",
            "_saved",
        ),
        *("dynamic", "entry", "info"),
    )

    def __init__(self, info: RegionInfo, test: Any, values: tuple[Any, ...], roots: Sequence[Any]) -> None:
        self.info = info
        self.entry = values
        self._cond = truth(test)
        self.dynamic = not isinstance(self._cond, bool)
        self._region: Region | None = None
        if self.dynamic:  # a tenth of a kernel's operations may be branches, so that nothing is made for a known test
            self._emitter: Emitter = current_emitter()
            self._open_scopes = trace.open_scopes()
            self._arms: list[tuple[tuple[Any, ...], tuple[Any, ...]]] = []
            self._regions: list[Region] = []
            self._places: Places = find_places(info, roots) if info.tracked else NO_PLACES
            self._saved = self._places.read() if info.tracked else ()
            self._reshaped = set[int]()
            self._holds = bool(self._saved or self._places.contents)

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
        if self._holds:
            self._places.write(self._saved)
        self._open(False)
        return True

    def leave(self, values: tuple[Any, ...]) -> None:
        """Ends an arm."""
        if not self.dynamic:
            return
        if self._open_scopes[-1] is self:
            self._open_scopes.pop()
        else:
            trace.pop(self, self._open_scopes)
        self.abandon()
        if self._places.holders:
            self._take_added()
        places = self._places.read() if self.info.tracked else ()
        if self._places.contents:
            found = self._places.reshaped()
            check_reshaped(self.info, found, self._reshaped)
            self._reshaped = {id(container) for container, _ in found}
        if self._holds:  # the other arm starts with what the objects held before
            values, places = tuple(map(hold, values)), tuple(map(hold, places))
        self._arms.append((values, places))

    def _take_added(self) -> None:
        """Makes places of the attributes that calls in the arm have added; the other arm has what was before."""
        added, before = self._places.added()
        if added:
            self._places = self._places.grown(added)
            self._saved += before
            self._arms = [(values, (*places, *map(hold, before))) for values, places in self._arms]
            self._holds = True

    def exit(self) -> tuple[Any, ...]:
        """Joins the branches, and assigns the variables their values after the statement."""
        if len(self._arms) == 1:  # no `else`: what was before, through an empty region
            self._places.write(self._saved)
            self._open(False)
            self.leave(self.entry[: len(self.info.joined)])
        first: list[Handle] = []
        second: list[Handle] = []
        types: list[Type] = []
        joined = self._join_outcomes(first, second, types)
        if self.info.names:
            check_arms(self.info, self._arms[0][0], self._arms[1][0])
        emitter, (then_region, else_region) = self._emitter, self._regions
        emitter.close_region(then_region, first)
        emitter.close_region(else_region, second)
        results = list(emitter.if_(self._cond._value, then_region, else_region, types))
        values: list[Any] = []
        done = 0
        for item in joined:
            if isinstance(item, Joined):
                count = len(item.types)
                values.append(item.build(results[done : done + count]))
                done += count
            else:
                values.append(item.from_handle(results[done]))
                done += 1
        if not self._holds:
            return tuple(values)
        variables = len(values) - len(self._saved)
        self._places.write(values[variables:])
        return tuple(values[:variables])

    def abandon(self) -> None:
        """Goes back out of the arm that is open."""
        if self._region is not None:
            self._emitter.leave_region(self._region)
            self._region = None

    def materialize(self, name: str, sample: Any) -> Any:
        """Branches keep nothing from turn to turn."""
        return UNSET

    def _open(self, holds: bool) -> None:
        self._region = open_arm(self._emitter, self._cond, holds)
        self._regions.append(self._region)
        self._open_scopes.append(self)

    def _join_outcomes(
        self, first: list[Handle], second: list[Handle], types: list[Type]
    ) -> list[Joined | type[Numeric]]:
        """The outcomes of the variables, then those of the slots of objects; the lists take what has to be merged.

        A class stands for a number of it, the usual outcome, for which nothing else is made.
        """
        (then_values, then_places), (else_values, else_places) = self._arms
        info, emitter = self.info, self._emitter
        found: list[Joined | type[Numeric]] = []
        for name, a, b in zip(info.names, then_values, else_values, strict=False):
            if type(a) is type(b) and is_numeric(a) and name not in info.constexpr:
                x, y = a._value, b._value  # pyright: ignore[reportPrivateUsage]
                if x is not y and not (a._static or b._static):  # pyright: ignore[reportPrivateUsage]
                    first.append(x)
                    second.append(y)
                    types.append(emitter.dtype_type(a.spec))
                    found.append(type(a))
                    continue
            if a is not b and (a is UNSET or b is UNSET):
                if not self._leads_on(name, b is UNSET):
                    found.append(_NOTHING)
                    continue
                # A variable that an arm does not assign may still hold what an earlier iteration of a loop assigned.
                if a is UNSET:
                    a = previous_turn(info, name, b)
                else:
                    b = previous_turn(info, name, a)
            found.append(_take_handles(join(info.variable(name), BRANCHES, a, b), first, second, types))
        if then_places:
            for place, a, b in zip(self._places.slots, then_places, else_places, strict=True):
                if a is not b and (a is UNSET or b is UNSET) and not self._leads_on(place, b is UNSET):
                    found.append(_NOTHING)
                    continue
                # What one arm alone keeps in an attribute that was None is that arm's: Python leaves it there too.
                lost = place.replaced or released(a) is None or released(b) is None
                item = join_replaced(place.variable, a, b) if lost else join(place.variable, BRANCHES, a, b)
                found.append(_take_handles(item, first, second, types))
        return found

    def _leads_on(self, variable: str | Place, second: bool) -> bool:
        """Whether a variable that one arm leaves unset is carried on: no read in this loop comes after that arm."""
        info, name = self.info, variable if isinstance(variable, str) else variable.variable.name
        if name == info.value or name.startswith("__"):
            return True
        values = self._arms[second][0]
        flags = [n for n, v in zip(info.names, values, strict=False) if v is True and n in info.flags]
        if info.turn or flags:
            if info.done not in flags:
                trace.note_left(info, [*flags, info.turn], name, _PATHS[second])
            return True
        if isinstance(variable, str):
            trace.note_gap(info, name, _PATHS[second])
        else:
            trace.note_emptied(info, variable.container, variable.key, name, _PATHS[second])
        return name in info.carried


_PATHS = ("where the condition holds", "where the condition does not hold")
_NOTHING = Joined([], [], [], lambda _: UNSET, [])
"""The outcome for a variable that only one arm has set: it is unset."""


def _take_handles(item: Joined, first: list[Handle], second: list[Handle], types: list[Type]) -> Joined:
    """An outcome whose handles are taken into the lists."""
    first += item.first
    second += item.second
    types += item.types
    return item
