"""`a if c else b`, `a and b`, `a or b` in staged code: what is not selected does not run."""

from __future__ import annotations

from itertools import islice
from typing import Any, Literal

from cutedsl.staging import trace
from cutedsl.staging.join import BRANCHES, Joined, Paths, Variable, join
from cutedsl.staging.live import open_arm
from cutedsl.staging.operators import CLASS_OF, binary, is_numeric
from cutedsl.staging.places import NO_PLACES, Places
from cutedsl.staging.protocol import Region, current_emitter
from cutedsl.staging.scopes.condition import truth
from cutedsl.staging.scopes.region import RegionInfo
from cutedsl.staging.tree import hold
from cutedsl.staging.unset import UNSET
from cutedsl.types import BOOLEAN

Kind = Literal["if", "and", "or"]
_PATHS: dict[str, Paths] = {
    "if": BRANCHES,
    "and": Paths("branch-type-mismatch", "on the right of `and`", "on the left"),
    "or": Paths("branch-type-mismatch", "on the left of `or`", "on the right"),
}
_VARIABLES = {
    "if": Variable("... if ... else ..."),
    "and": Variable("... and ..."),
    "or": Variable("... or ..."),
}


class ExpressionScope:
    """One evaluation of a conditional expression; `arm()` says whether to evaluate the next operand.

    `simple` operands only compute with numbers: they are evaluated without regions and selected. `as_test` says that
    only the truth of the result matters. `places` are the objects and variables that calls in the operands may change,
    which have what they held before where the operand is not evaluated.
    """

    __slots__ = (
        *("_cond", "_ends", "_kind", "_left", "_open", "_places", "_regions", "_saved", "_simple", "_test", "_turn"),
        "info",
    )

    def __init__(self, kind: Kind, left: Any, simple: bool, as_test: bool, places: Places = NO_PLACES) -> None:
        self._kind: Kind = kind
        self._cond = truth(left)
        self._left = self._cond if as_test else left
        self._simple = simple
        self._test = as_test
        self._turn = 0
        self._open: Region | None = None
        self._regions: list[Region] = []
        self.info: RegionInfo | None = None
        self._places = places if self.dynamic else NO_PLACES
        self._saved = self._places.read()
        self._ends: list[tuple[Any, ...]] = []

    @property
    def dynamic(self) -> bool:
        """Whether the condition is only known at run time."""
        return not isinstance(self._cond, bool)

    def arm(self) -> bool:
        """Whether the next operand is evaluated: always at run time, else only the selected one."""
        self._turn += 1
        if not self.dynamic:
            wanted = self._turn == 1 if self._kind != "or" else self._turn != 1
            return self._cond is wanted
        self._close()
        if self._turn > 1:
            self._restore()
        if not self._simple:
            self._open = open_arm(current_emitter(), self._cond, (self._turn == 1) is (self._kind != "or"))
            self._regions.append(self._open)
            trace.push(self)
        return True

    def result(self, first: Any, second: Any) -> Any:
        """The value of the expression; `and` and `or` have one operand, in `first`."""
        if not self.dynamic:
            return self._static_result(first, second)
        if self._test:
            first = truth(first)  # where the operand is evaluated
        self._close()
        self._restore()
        match self._kind:
            case "if":
                return self._merge(first, second)
            case "and":
                return self._merge(first, self._left)
            case "or":
                return self._merge(self._left, first)

    def drop(self) -> None:
        """Forgets the operand that is open: there was none."""
        self._close()
        for region in self._regions:
            current_emitter().drop_region(region)
        if self._saved:
            self._places.write(self._saved)

    def abandon(self) -> None:
        """Goes back out of the operand that is open."""
        if self._open is not None:
            current_emitter().leave_region(self._open)
            self._open = None

    def materialize(self, name: str, sample: object) -> object:
        """Expressions keep nothing from turn to turn."""
        return UNSET

    def _static_result(self, first: Any, second: Any) -> Any:
        """Python's result."""
        if self._kind == "if":
            return first if self._cond else second
        evaluated = self._cond is (self._kind == "and")
        value = first if evaluated else self._left
        return truth(value) if self._test else value

    def _close(self) -> None:
        """Ends the operand that is open."""
        if self._open is not None:
            trace.pop(self)
            self.abandon()

    def _restore(self) -> None:
        """Takes what the operand left in the places, and puts back what they held before it."""
        if self._places is not NO_PLACES:
            added, before = self._places.added()
            if added:
                self._places = self._places.grown(added)
                self._saved += before
                self._ends = [(*end, *map(hold, before)) for end in self._ends]
            self._ends.append(tuple(map(hold, self._places.read())))
            self._places.write(self._saved)

    def _joined_places(self) -> list[Joined]:
        """The outcomes for the places, from both operands, or from one and what was before."""
        if not self._saved:
            return []
        before = tuple(map(hold, self._saved))
        first, second = self._ends if len(self._ends) == 2 else (self._ends[0], before)
        if self._kind == "or":
            first, second = second, first
        pairs = zip(self._places.slots, first, second, strict=True)
        return [_join_place(place.variable, a, b) for place, a, b in pairs]

    def _merge(self, first: Any, second: Any) -> Any:
        """Joins the two outcomes: by a Boolean operation, by selects, or by regions."""
        if self._simple and self._kind != "if" and is_boolean(self._left):
            right = first if self._kind == "and" else second
            if is_boolean(right):
                return binary(self._kind, self._left, right)
        joined = join(_VARIABLES[self._kind], _PATHS[self._kind], first, second)
        if self._simple and all(dtype is not None for dtype in joined.dtypes):
            return self._select(joined)
        return self._branch(joined, self._joined_places())

    def _select(self, joined: Joined) -> Any:
        emitter, cond = current_emitter(), self._cond.ir_value()
        parts = zip(joined.dtypes, joined.first, joined.second, strict=True)
        return joined.build([emitter.select(cond, dtype, a, b) for dtype, a, b in parts if dtype is not None])

    def _branch(self, joined: Joined, places: list[Joined]) -> Any:
        """An `if` whose regions are the operands; the side without an operand is empty."""
        emitter = current_emitter()
        regions = list(self._regions)
        while len(regions) < 2:
            empty = emitter.open_region([])
            emitter.leave_region(empty)
            regions.insert(0 if self._kind == "or" else len(regions), empty)
        everything = [joined, *places]
        emitter.close_region(regions[0], [handle for part in everything for handle in part.first])
        emitter.close_region(regions[1], [handle for part in everything for handle in part.second])
        types = [kind for part in everything for kind in part.types]
        results = iter(emitter.if_(self._cond.ir_value(), regions[0], regions[1], types))
        value, *values = [part.build(list(islice(results, len(part.types)))) for part in everything]
        if values:
            self._places.write(values)
        return value


def is_boolean(value: Any) -> bool:
    """Whether a value is a Boolean Numeric."""
    return is_numeric(value) and type(value) is CLASS_OF[BOOLEAN]


def _join_place(variable: Variable, first: Any, second: Any) -> Joined:
    """The outcome for an object's slot, or a variable; error as `join`."""
    if first is not second and (first is UNSET or second is UNSET):
        return Joined([], [], [], lambda _: UNSET, [])
    return join(variable, BRANCHES, first, second)


def begin(kind: Kind, left: Any, simple: bool, as_test: bool, places: Places = NO_PLACES) -> ExpressionScope:
    """Starts an expression; its operands follow in the same Python expression, asked for by `arm`."""
    scope = ExpressionScope(kind, left, simple, as_test, places)
    trace.open_expressions().append(scope)
    return scope


def arm() -> bool:
    """Whether the expression that was begun last evaluates its next operand."""
    return trace.open_expressions()[-1].arm()


def drop(scope: ExpressionScope) -> None:
    """Ends an expression whose next operand does not exist."""
    stack = trace.open_expressions()
    while stack.pop() is not scope:
        pass
    scope.drop()


def end(scope: ExpressionScope, first: Any, second: Any) -> Any:
    """The value of an expression; those begun inside it that an exception ended are forgotten."""
    stack = trace.open_expressions()
    while stack.pop() is not scope:
        pass
    return scope.result(first, second)
