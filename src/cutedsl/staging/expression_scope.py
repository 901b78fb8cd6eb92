"""`a if c else b`, `a and b`, `a or b` in staged code: what is not selected does not run."""

from __future__ import annotations

from typing import Any, Literal

from cutedsl.staging import trace
from cutedsl.staging.choose import truth
from cutedsl.staging.join import BRANCHES, Joined, Paths, Variable, join
from cutedsl.staging.live import open_arm
from cutedsl.staging.operators import CLASS_OF, binary, is_numeric
from cutedsl.staging.protocol import Region, current_emitter
from cutedsl.staging.region import RegionInfo
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
    only the truth of the result matters.
    """

    __slots__ = ("_cond", "_kind", "_left", "_open", "_regions", "_simple", "_test", "_turn", "info")

    def __init__(self, kind: Kind, left: Any, simple: bool, as_test: bool) -> None:
        self._kind: Kind = kind
        self._cond = truth(left)
        self._left = self._cond if as_test else left
        self._simple = simple
        self._test = as_test
        self._turn = 0
        self._open: Region | None = None
        self._regions: list[Region] = []
        self.info: RegionInfo | None = None

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
        if not self._simple:
            self._open = open_arm(current_emitter(), self._cond, (self._turn == 1) is (self._kind != "or"))
            self._regions.append(self._open)
            trace.push(self)
        return True

    def result(self, first: Any, second: Any) -> Any:
        """The value of the expression; `and` and `or` have one operand, in `first`."""
        if not self.dynamic:
            return self._static_result(first, second)
        self._close()
        match self._kind:
            case "if":
                return self._merge(first, second)
            case "and":
                return self._merge(truth(first) if self._test else first, self._left)
            case "or":
                return self._merge(self._left, truth(first) if self._test else first)

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

    def _merge(self, first: Any, second: Any) -> Any:
        """Joins the two outcomes: by a Boolean operation, by selects, or by regions."""
        if self._simple and self._kind != "if" and is_boolean(self._left):
            right = first if self._kind == "and" else second
            if is_boolean(right):
                return binary(self._kind, self._left, right)
        joined = join(_VARIABLES[self._kind], _PATHS[self._kind], first, second)
        if self._simple and all(dtype is not None for dtype in joined.dtypes):
            return self._select(joined)
        return self._branch(joined)

    def _select(self, joined: Joined) -> Any:
        emitter, cond = current_emitter(), self._cond.ir_value()
        parts = zip(joined.dtypes, joined.first, joined.second, strict=True)
        return joined.build([emitter.select(cond, dtype, a, b) for dtype, a, b in parts if dtype is not None])

    def _branch(self, joined: Joined) -> Any:
        """An `if` whose regions are the operands; the side without an operand is empty."""
        emitter = current_emitter()
        regions = list(self._regions)
        while len(regions) < 2:
            empty = emitter.open_region([])
            emitter.leave_region(empty)
            regions.insert(0 if self._kind == "or" else len(regions), empty)
        emitter.close_region(regions[0], joined.first)
        emitter.close_region(regions[1], joined.second)
        return joined.build(list(emitter.if_(self._cond.ir_value(), regions[0], regions[1], joined.types)))


def is_boolean(value: Any) -> bool:
    """Whether a value is a Boolean Numeric."""
    return is_numeric(value) and type(value) is CLASS_OF[BOOLEAN]


def begin(kind: Kind, left: Any, simple: bool, as_test: bool) -> ExpressionScope:
    """Starts an expression; its operands follow in the same Python expression, asked for by `arm`."""
    scope = ExpressionScope(kind, left, simple, as_test)
    trace.open_expressions().append(scope)
    return scope


def arm() -> bool:
    """Whether the expression that was begun last evaluates its next operand."""
    return trace.open_expressions()[-1].arm()


def end(scope: ExpressionScope, first: Any, second: Any) -> Any:
    """The value of an expression; those begun inside it that an exception ended are forgotten."""
    stack = trace.open_expressions()
    while stack.pop() is not scope:
        pass
    return scope.result(first, second)
