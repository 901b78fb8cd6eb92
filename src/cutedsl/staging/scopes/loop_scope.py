"""What `for` and `while` have in common: variables and places that become arguments of the loop's region."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.staging import trace
from cutedsl.staging.aliases import check_loop
from cutedsl.staging.join import LOOP, Joined, Variable, join, same_static
from cutedsl.staging.live import is_live
from cutedsl.staging.operators import is_numeric
from cutedsl.staging.places import Place, Places, SlotKey, find_places
from cutedsl.staging.protocol import Handle, Type, current_emitter
from cutedsl.staging.scopes.carried import Carried, carry
from cutedsl.staging.scopes.region import RegionInfo
from cutedsl.staging.tree import Fixed, Leaf, Raw, flatten
from cutedsl.staging.unset import UNSET
from cutedsl.staging.value_tree import show_carried

AddArgument = Callable[[Type, str, Callable[[], Handle]], Handle]
"""Appends an argument to the loop's region and returns its handle in the part that is traced now; what is passed last
gives its value before the loop, when asked outside of it."""


@frozen
class _Entered:
    """A variable that the body sees as arguments: its arguments' positions start at `first`."""

    carried: Carried
    first: int
    own: Any


class LoopVariables:
    """The variables and places of one dynamic loop.

    Made before the loop is opened; `turns` says that it runs at least once, so what an iteration sets is set after
    it. `places` are those of the body that was traced before, whose variables may still hold what it made.

    `enter` makes arguments of what an iteration reads before it assigns it; `finish` adds
    what is only read after the loop; `results` gives everything its value after the loop. Names first assigned in a
    conditional part of the body get their argument when the paths of that part are joined (`materialize`).
    """

    def __init__(
        self,
        info: RegionInfo,
        entry: tuple[Any, ...],
        roots: Sequence[Any],
        add: AddArgument,
        places: Places | None = None,
        turns: bool = False,
    ) -> None:
        self.info = info
        self._turns = turns
        self.add = add
        self.inits: list[Handle] = []
        self.types: list[Type] = []
        self.labels: list[str] = []
        self._first_values: list[Callable[[], Handle]] = []
        self._entry = dict(zip(info.names, entry, strict=True))
        self._places = find_places(info, roots) if places is None else places
        self._before = self._places.read()
        self._entered: dict[str | int, _Entered] = {}
        self._late: list[tuple[str | int, Joined, int]] = []
        self._skipped: set[str | int] = set()
        self._carried = dict(self._taken_apart())

    def enter(self) -> tuple[Any, ...]:
        """Makes the arguments, puts them into the places, and returns the looped names' values in the body."""
        show_carried(self.info, [(carried.variable.name, carried.before) for carried in self._carried.values()])
        for key, carried in self._carried.items():
            self._enter(key, carried)
        return self._show()

    def _taken_apart(self) -> Iterator[tuple[str | int, Carried]]:
        """What enters, before the loop is opened: taking an author's object apart may record operations."""
        for name, value in self._entry.items():
            if value is not UNSET and (name in self.info.looped or name in self.info.constexpr):
                check_loop(self.info, name, value)
                yield name, carry(self.info.variable(name), value)
        for index, (slot, value) in enumerate(zip(self._places.slots, self._before, strict=True)):
            if _enters(slot, value):
                yield index, carry(slot.variable, value)

    def check_test(self, values: tuple[Any, ...]) -> None:
        """Refuses a condition that has changed what the loop carries, as that would be lost.

        Errors: assign-python-to-dynamic.
        """
        shown = dict(enumerate(self._places.read()))
        names: dict[str | int, Any] = dict(zip(self.info.names, values, strict=False))
        for key, value in (names | shown).items():
            entered = self._entered.get(key)
            old = entered.own if entered else self._before[key] if isinstance(key, int) else self._entry[key]
            if value is not old and not same_static(old, value):
                variable = self._places.slots[key].variable if isinstance(key, int) else self.info.variable(key)
                raise fail(
                    "assign-python-to-dynamic",
                    f"the condition of a run-time loop cannot change `{variable.name}`",
                    span=variable.span,
                    fix="Write `while True:`, and leave the loop with `if not (...): break`.",
                )

    def again(self, handles: Sequence[Handle]) -> tuple[Any, ...]:
        """The same values for another region whose arguments are `handles`, in the order of the first."""
        for key, entered in self._entered.items():
            own = entered.carried.value(iter(handles[entered.first :]))
            self._entered[key] = _Entered(entered.carried, entered.first, own)
        return self._show()

    def restore(self) -> tuple[Any, ...]:
        """Undoes `enter`: the places get back what they held; returns the looped names' values before the loop."""
        self._take_added()
        self._places.write(self._before)
        return tuple(self._entry[name] for name in self.info.names[: len(self.info.looped)])

    def materialize(self, name: str, sample: Any) -> Any:
        """What a name held at the end of the previous turn, if nothing was assigned to it before the loop."""
        if name in self._entered:
            return self._entered[name].own
        if name not in self.info.looped or self._entry[name] is not UNSET:
            return UNSET
        outer = previous_turn(self.info, name, sample)
        variable = self.info.variable(name)
        missing = outer is UNSET
        return self._enter(name, carry(variable, sample if missing else outer, undefined=missing)).own

    def places(self, promoted: frozenset[SlotKey]) -> Places:
        """The places of the loop, of which some become run-time values."""
        return self._places.promoted(promoted)

    def missed(self) -> frozenset[SlotKey]:
        """The slots that a call in the body has changed in numbers or run-time values, and that are not arguments.

        Which ones a call changes is only known when it was traced: the body is then traced again. Those that it leaves
        alone stay in Python.
        """
        self._take_added()
        slots = enumerate(zip(self._places.slots, self._before, self._places.read(), strict=True))
        changed = [(k, slot, before, after) for k, (slot, before, after) in slots if before is not after]
        return frozenset(
            slot.identity
            for k, slot, before, after in changed
            if not (k in self._entered or slot.promote) and _is_carried(before) and not _is_same(before, after)
        )

    def finish(self, values: tuple[Any, ...]) -> list[Handle]:
        """The handles that the body ends with; called when emission is outside the loop again."""
        self._take_added()
        after: dict[str | int, Any] = dict(zip(self.info.names, values, strict=True))
        after.update(enumerate(self._places.read()))
        for key, value in after.items():
            if key not in self._entered and value is not UNSET and self._is_read_later(key):
                self._join_late(key, value)
        yields: dict[int, Handle] = {}
        for key, entered in self._entered.items():
            value = after[key]
            if value is UNSET:  # an iteration may leave it as it was
                self._skipped.add(key)
                value = entered.own
            yields.update(enumerate(entered.carried.yields(value), entered.first))
        for _, joined, first in self._late:
            yields.update(enumerate(joined.second, first))
        self.inits = [first() for first in self._first_values]
        return [yields[index] for index in range(len(self.inits))]

    def _take_added(self) -> None:
        """Makes places of the attributes that calls in the body have added to objects."""
        added, before = self._places.added()
        if added:
            self._places = self._places.grown(added)
            self._before += before

    def position(self, name: str) -> int:
        """Which argument a variable of one part has become."""
        late = (first for key, _, first in self._late if key == name)
        return self._entered[name].first if name in self._entered else next(late)

    def enter_flag(self, name: str) -> Any:
        """Makes an argument of a flag, which holds when the loop is to end."""
        return self._enter(name, carry(self.info.variable(name), self._entry[name])).own

    def results(self, handles: Sequence[Handle]) -> tuple[Any, ...]:
        """The names' values after the loop; the places get theirs."""
        found: dict[str | int, Any] = {
            key: entered.carried.value(iter(handles[entered.first :])) for key, entered in self._entered.items()
        }
        for key, joined, first in self._late:
            found[key] = joined.build(list(handles[first : first + len(joined.types)]))
        for index, slot in enumerate(self._places.slots):
            slot.write(found.get(index, self._before[index]))
        return tuple(
            found[name] if name in found and self._is_set_after(name) else self._entry[name] for name in self.info.names
        )

    def _is_set_after(self, key: str) -> bool:
        """Whether a variable that an iteration sets is set after the loop: also before it, or the loop surely turns."""
        if (self._turns and key not in self._skipped) or self._entry[key] is not UNSET or key.startswith("__"):
            return True
        path = "in every iteration of the loop" if self._turns else "where the loop runs no iteration"
        trace.note_gap(self.info, key, path)
        return key in self.info.carried

    def _enter(self, key: str | int, carried: Carried) -> _Entered:
        """Adds the arguments of one variable."""
        first = len(self.types)
        handles = [self._argument(arg.init, arg.type, carried.variable.name) for arg in carried.arguments]
        self._entered[key] = _Entered(carried, first, carried.value(iter(handles)))
        return self._entered[key]

    def _argument(self, first_value: Callable[[], Handle], kind: Type, name: str) -> Handle:
        self._first_values.append(first_value)
        self.types.append(kind)
        self.labels.append(name)
        return self.add(kind, name, first_value)

    def _show(self) -> tuple[Any, ...]:
        """Puts the arguments where the body reads them."""
        for index, slot in enumerate(self._places.slots):
            if index in self._entered:
                slot.write(self._entered[index].own)
        return tuple(
            self._entered[name].own if name in self._entered else self._entry[name]
            for name in self.info.names[: len(self.info.looped)]
        )

    def _is_read_later(self, key: str | int) -> bool:
        """Whether a variable that is not an argument yet matters after the loop."""
        return isinstance(key, int) or key in self.info.joined or key in self.info.looped

    def _join_late(self, key: str | int, value: Any) -> None:
        """Adds what the body assigns and only the code after the loop reads."""
        before = self._before[key] if isinstance(key, int) else self._entry[key]
        place = self._places.slots[key] if isinstance(key, int) else None
        variable = place.variable if place else self.info.variable(str(key))
        if before is UNSET and not self._turns and (place or not self._is_set_after(str(key))):
            path = "where the loop runs no iteration"
            if place:
                trace.note_emptied(self.info, place.container, place.key, variable.name, path)
            else:
                trace.note_gap(self.info, variable.name, path)
            return
        unforeseen = isinstance(key, int) and not self._places.slots[key].promote and not _is_same(before, value)
        if unforeseen and not is_live(current_emitter()):
            raise _changed_by_call(variable)
        if before is UNSET and isinstance(key, str):
            before = previous_turn(self.info, key, value)
        if isinstance(key, str) and before is not value:
            check_loop(self.info, key, before)
        joined = join(variable, LOOP, before, value)
        first = len(self.types)
        for init, kind in zip(joined.first, joined.types, strict=True):
            self._argument(partial(_itself, init), kind, variable.name)
        self._late.append((key, joined, first))


def _itself(handle: Handle) -> Handle:
    return handle


def _enters(slot: Place, value: Any) -> bool:
    """Whether a place becomes an argument: it is assigned, or holds a run-time number that a call may change."""
    return value is not UNSET and (slot.promote or (is_numeric(value) and not value.is_static))


def _is_carried(value: Any) -> bool:
    """Whether a value is a number, or has run-time values or numbers that a loop can carry in it."""
    return is_number(value) or (value is not UNSET and not all(isinstance(leaf, Fixed) for leaf in flatten(value)[0]))


def _is_same(before: Any, after: Any) -> bool:
    """Whether an iteration leaves a value as it is, be it as another object with the same parts."""
    if before is after or before is UNSET or after is UNSET:
        return before is after
    if is_number(before) and is_number(after):
        return same_static(before, after)
    (first, shape), (second, other) = flatten(before), flatten(after)
    return shape == other and len(first) == len(second) and all(map(_is_same_leaf, first, second))


def _is_same_leaf(before: Leaf, after: Leaf) -> bool:
    if isinstance(before, Raw) and isinstance(after, Raw):
        return before.handle is after.handle
    return same_static(before, after)


def is_number(value: Any) -> bool:
    """Whether a value is a number, known now or at run time."""
    return is_numeric(value) or type(value) in (bool, int, float)


def _changed_by_call(variable: Variable) -> Exception:
    """The error for state that a call changes in a way that cannot be carried."""
    return fail(
        "assign-python-to-dynamic",
        f"a call in the body of a run-time loop cannot change `{variable.name}`",
        span=variable.span,
        fix=f"Assign `{variable.name}` in the loop body itself.",
    )


def previous_turn(info: RegionInfo, name: str, sample: Any) -> Any:
    """What the enclosing loops of the same function carry in `name`, which this iteration has not assigned yet."""
    ancestors = set(map(id, _ancestors(info)))
    for scope in reversed(trace.open_scopes()):
        if id(scope.info) in ancestors:
            found = scope.materialize(name, sample)
            if found is not UNSET:
                return found
    return UNSET


def _ancestors(info: RegionInfo) -> Iterator[RegionInfo]:
    """The regions around a region, in the same function."""
    while info.parent is not None:
        info = info.parent
        yield info
