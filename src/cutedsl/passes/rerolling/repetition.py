"""Finds what the author unrolled: stretches of a block in which the same ops come again and again.

An iteration of a Python loop records the same ops as the one before, from the same lines. Their operands are of the
same iteration, of the one before it, or from outside; constants count up in equal steps. Ops that are made of other
places, with other types or attributes, do not repeat each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Operation, OpResult, SSAValue

from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import FACTS
from cutedsl.ir.fast import operands_of, type_of, users_of

_QUICK_BY_CONSTANTS: Final = ("div", "rem", "shl", "shr")
"""Arithmetic that takes longer, or is checked, where the second number is not a constant."""

_LEAST_OPS: Final = 128
"""Shorter stretches are not worth a loop."""
_LEAST_ITERATIONS: Final = 4
_PERIODS: Final = 48
"""How many distances to the next ops of the same kinds are tried."""
_CHUNK: Final = 128
_WINDOW: Final = 32
"""Only places where so many ops are of the same kinds are tried: a stretch repeats at least three times as many."""
_CHARACTERS: Final = 0x110000
_COUNTED_BITS: Final = (32, 64)


@frozen
class Fixed:
    """An operand that is the same value in every iteration."""


@frozen
class Moving:
    """An operand that is result `index` of the op `distance` ops before, of this iteration or the one before it."""

    distance: int
    index: int


@frozen
class Counted:
    """A constant that is `step` more than in the iteration before."""

    step: int


Place = tuple[int, int]
"""A value by the op of an iteration that makes it, and the number of the result."""
_result: Final = tuple[OpResult, ...].__getitem__
"""xDSL's own view of results asks Python code."""
Role = Fixed | Moving | Counted
_FIXED: Final = Fixed()


@frozen
class Repetition:
    """Iterations of `period` ops, from op number `start` on; `roles` of the operands of each op of an iteration.

    The second iteration takes over what the first one makes. Where the first takes over values too, and the one before
    it, they may be part of a loop: `entry` says.
    """

    start: int
    period: int
    count: int
    roles: tuple[tuple[Role, ...], ...]

    @property
    def end(self) -> int:
        """The number of the first op after it."""
        return self.start + self.period * self.count

    def entry(self, ops: Sequence[Operation], numbers: Mapping[int, int], begin: int) -> dict[Place, SSAValue] | None:
        """The values that an iteration from op `begin` on takes over, if a loop over it and all later ones is right.

        `numbers` are those of the `ops` by identity. None where it is not an iteration, or where something of it is
        used after the loop.
        """
        found: dict[Place, SSAValue] = {}
        for n, roles in enumerate(self.roles):
            op, later = ops[begin + n], ops[begin + n + self.period]
            if type(op) is not type(later) or op.location is not later.location or not same_but_operands(op, later):
                return None
            for value, following, role in zip(operands_of(op), operands_of(later), roles, strict=True):
                if isinstance(role, Moving) and role.distance <= n:
                    fits = ops[begin + n - role.distance].results[role.index] is value
                elif isinstance(role, Counted):
                    fits = _counted(following, value) == role
                elif numbers.get(id(value.owner), -1) >= begin:
                    return None
                elif isinstance(role, Moving):
                    place = (self.period + n - role.distance, role.index)
                    fits = found.setdefault(place, value) is value and type_of(value) == type_of(following)
                else:
                    fits = value is following
                if not fits:
                    return None
        used = _used_from(ops, numbers, begin, self.start + self.period, self.end)
        return found if used is None else None


def constant_of(value: SSAValue) -> int | None:
    """The number of an integer constant of the widths that are counted with."""
    owner = value.owner
    if not isinstance(owner, Operation) or owner.name != "arith.constant":
        return None
    number, kind = owner.properties["value"], value.type
    counts = isinstance(kind, IntegerType) and kind.width.data in _COUNTED_BITS
    return number.value.data if counts and isinstance(number, IntegerAttr) else None


@cache
def repeats(kind: type[Operation]) -> bool:
    """Whether ops of a class mean the same in a loop."""
    known = FACTS[kind.name]
    meets = known.meets is not None and (known.meets.orders or known.meets.results_only)
    return known.pure or known.plain_access or meets


@cache
def repeats_apart(kind: type[Operation]) -> bool:
    """Whether they mean the same in a branch of a loop too."""
    meets = FACTS[kind.name].meets
    return repeats(kind) and (meets is None or not meets.orders)


@cache
def takes_numbers(kind: type[Operation]) -> bool:
    """Whether a number that is found at run time may stand for a constant operand, at no cost."""
    return _counts(kind.name) and not any(slow in kind.name for slow in _QUICK_BY_CONSTANTS)


def _counts(name: str) -> bool:
    """Whether the operands of an op need not be constants."""
    return name.startswith("arith.") or FACTS[name].indexed


def find_repetitions(ops: Sequence[Operation], numbers: Mapping[int, int], kinds: Sequence[int]) -> list[Repetition]:
    """The stretches of a block's ops (without its constants) that repeat, in their order; none overlap.

    `numbers` are those of the ops by identity, `kinds` those of `kinds_of`.
    """
    text = "".join(chr(kind % _CHARACTERS) for kind in kinds)  # slices of text are quicker made than those of lists
    windows = [text[number : number + _WINDOW] for number in range(len(kinds) - _WINDOW + 1)]
    places: dict[str, list[int]] = {}
    for number, window in enumerate(windows):
        places.setdefault(window, []).append(number)
    found: list[Repetition] = []
    at = 0
    while at < len(windows):
        candidate = _longest(text, places[windows[at]], at)
        if candidate is None:
            at += 1
            continue
        repetition = _related(ops, numbers, at, *candidate)
        at += candidate[0] * candidate[1]
        if repetition is not None:
            found.append(repetition)
            at = repetition.end
    return found


def kinds_of(ops: Sequence[Operation]) -> list[int]:
    """A number for each op, the same for those of one place of the source; below 0 for ops that do not repeat."""
    seen: dict[tuple[type[Operation], int], int] = {}
    kinds: list[int] = []
    for number, op in enumerate(ops):
        kind = type(op)
        kinds.append(seen.setdefault((kind, id(op.location)), len(seen)) if repeats(kind) else -1 - number)
    return kinds


def _longest(text: str, own: Sequence[int], at: int) -> tuple[int, int] | None:
    """The period and the number of iterations of the longest stretch from `at` on; `own` begin as it does."""
    if own[-1] == at:
        return None
    best = (0, 0)
    following = [place for place in own if place > at][:_PERIODS]
    for place in following:
        period = place - at
        count = 1 + _alike(text, at, place) // period
        if _is_long(period, count) and period * count > best[0] * best[1]:
            best = (period, count)
        if period * count * 2 > len(text) - at:
            break
    return best if best[0] else None


def _alike(text: str, a: int, b: int) -> int:
    """How many ops from `a` on are of the kinds of those from `b` on."""
    start = b
    while b < len(text) and text[a : a + _CHUNK] == text[b : b + _CHUNK]:
        a, b = a + _CHUNK, b + _CHUNK
    while b < len(text) and text[a] == text[b]:
        a, b = a + 1, b + 1
    return min(b, len(text)) - start


def _related(
    ops: Sequence[Operation], numbers: Mapping[int, int], start: int, period: int, count: int
) -> Repetition | None:
    """The first iterations, one after the other, whose operands are related alike, if they may become a loop."""
    last = _roles(ops, numbers, start + period * (count - 1), period, partly=True) or ()
    reach = max((role.distance for roles in last for role in roles if isinstance(role, Moving)), default=0)
    if reach > period:
        longer = period * -(-reach // period)
        period, count = longer, period * count // longer
    found: Repetition | None = None
    first, common = 0, None
    for n in range(1, count):
        at = start + n * period
        if common is None or not _follows(ops, at, period, common):
            if found is not None:
                break
            first, common = n - 1, _roles(ops, numbers, at, period)
        if common is not None and _is_long(period, n + 1 - first):
            found = Repetition(start + first * period, period, n + 1 - first, common)
    return None if found is None else _as_loop(ops, numbers, found)


def _is_long(period: int, count: int) -> bool:
    return count >= _LEAST_ITERATIONS and period * count >= _LEAST_OPS


def _follows(ops: Sequence[Operation], at: int, period: int, common: Sequence[Sequence[Role]]) -> bool:
    """Whether the operands of an iteration follow from those of the one before as `common` says."""
    for n, roles in enumerate(common, at):
        op, before = ops[n], ops[n - period]
        if not same_but_operands(op, before):
            return False
        for value, previous, role in zip(operands_of(op), operands_of(before), roles, strict=True):
            if type(role) is Moving:
                alike = _result(ops[n - role.distance].results, role.index) is value
            else:
                alike = value is previous if role is _FIXED else _counted(value, previous) == role
            if not alike:
                return False
    return True


def same_but_operands(op: Operation, before: Operation) -> bool:
    """Whether two ops of a class have the same attributes and types, and as many operands."""
    if op.properties != before.properties or op.attributes != before.attributes:
        return False
    if len(operands_of(op)) != len(operands_of(before)):
        return False
    return list(map(type_of, op.results)) == list(map(type_of, before.results))


def _roles(
    ops: Sequence[Operation], numbers: Mapping[int, int], at: int, period: int, *, partly: bool = False
) -> tuple[tuple[Role, ...], ...] | None:
    """How the operands of an iteration follow from those of the one before; None where one does not.

    `partly` leaves those out instead.
    """
    found: list[tuple[Role, ...]] = []
    for n in range(at, at + period):
        op, before = ops[n], ops[n - period]
        pairs = zip(operands_of(op), operands_of(before), strict=True) if same_but_operands(op, before) else ()
        roles = [_role(numbers, n, period, value, previous) for value, previous in pairs]
        fixed = not _counts(op.name)
        known = tuple(role for role in roles if role is not None and not (fixed and isinstance(role, Counted)))
        if not partly and len(known) < len(operands_of(op)):
            return None
        found.append(known)
    return tuple(found)


def _role(numbers: Mapping[int, int], n: int, period: int, value: SSAValue, previous: SSAValue) -> Role | None:
    """What an operand of op `n` is, by what it was an iteration before."""
    if value is previous:
        return _FIXED
    made, made_before = numbers.get(id(value.owner)), numbers.get(id(previous.owner))
    if made is None or made_before is None:
        return _counted(value, previous)
    assert isinstance(value, OpResult) and isinstance(previous, OpResult)
    moves = made - made_before == period and value.index == previous.index
    return Moving(n - made, value.index) if moves else None


def _counted(value: SSAValue, previous: SSAValue) -> Counted | None:
    number, before = constant_of(value), constant_of(previous)
    if number is None or before is None or value.type != previous.type:
        return None
    return Counted(number - before)


def _as_loop(ops: Sequence[Operation], numbers: Mapping[int, int], found: Repetition) -> Repetition | None:
    """As many of the iterations as may become a loop.

    Operands come from an iteration before at most; what is used after the loop is made in its last iteration.
    """
    second = found.start + found.period
    for n, roles in enumerate(found.roles):
        for value, role in zip(operands_of(ops[second + n]), roles, strict=True):
            if isinstance(role, Moving) and role.distance > found.period + n:
                return None
            if role is _FIXED and numbers.get(id(value.owner), -1) >= second:
                return None
    used = _used_from(ops, numbers, second, found.end - found.period, found.end)
    if used is None:
        return found
    found = replace(found, count=(used - found.start) // found.period + 1)
    return found if _is_long(found.period, found.count) else None


def _used_from(ops: Sequence[Operation], numbers: Mapping[int, int], begin: int, stop: int, end: int) -> int | None:
    """The number of the first op from `begin` on, and before `stop`, of which op `end` or a later one uses a result."""
    number = numbers.get
    for n in range(begin, stop):
        for result in ops[n].results:
            for user in users_of(result):
                if number(id(user), end) >= end:
                    return n
    return None
