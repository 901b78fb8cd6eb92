"""`while` in staged code: a loop at run time if its condition is a run-time value, else Python's own loop."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from cutedsl.errors import fail
from cutedsl.staging import trace
from cutedsl.staging.places import Places, SlotKey
from cutedsl.staging.protocol import Handle, Region, Type, current_emitter
from cutedsl.staging.scopes.condition import truth
from cutedsl.staging.scopes.expression_scope import ExpressionScope
from cutedsl.staging.scopes.loop_scope import LoopVariables, is_number
from cutedsl.staging.scopes.region import RegionInfo

_MOST_TURNS = 64
"""This many iterations that change nothing count as an endless loop."""


class Phase(Enum):
    """What rewritten code does next."""

    TRY = "the condition is traced with the variables as arguments: is it a run-time value?"
    PYTHON = "it is not: the condition is evaluated again, with the variables as they are"
    AGAIN = "the body needs more arguments: both parts are traced again"
    DONE = "the loop is over"


class WhileScope:
    """One execution of a `while` statement.

    Rewritten code repeats while `more()`. It takes the variables from `enter(values, roots)` and passes the condition
    to `test`. If that is true it takes the variables from `body()`, runs the body and calls `leave`. The condition is
    traced first with the variables as arguments of a region; if it turns out to be known, the region is dropped and
    Python runs the iteration. A loop whose condition is the literal True (`forever`) is run by Python until an
    iteration may or may not have stopped it; from there on it is a loop at run time. It is one at once where numbers
    that it carries decide about its exits. `simple` conditions only compute with numbers.
    """

    __slots__ = (
        "_after",
        "_again",
        "_before",
        "_before_turn",
        "_cond",
        "_entry",
        "_forever",
        "_guard",
        "_inside",
        "_phase",
        "_repeats",
        "_results",
        "_running",
        "_simple",
        "_variables",
        "dynamic",
        "info",
    )

    def __init__(self, info: RegionInfo, forever: bool, simple: bool) -> None:
        self.info = info
        self._forever = forever
        self._simple = simple
        self._guard: ExpressionScope | None = None
        self.dynamic = False
        self._phase = Phase.TRY
        self._inside: Region | None = None
        self._before: Region | None = None
        self._after: Region | None = None
        self._results: tuple[Any, ...] = ()
        self._repeats = 0
        self._before_turn: tuple[Any, ...] = ()
        self._entry: tuple[tuple[Any, ...], Sequence[Any]] = ((), ())
        self._again = frozenset[SlotKey]()

    def more(self) -> bool:
        """Whether rewritten code goes on."""
        return self._phase is not Phase.DONE

    def enter(self, values: tuple[Any, ...], roots: Sequence[Any]) -> tuple[Any, ...]:
        """The values that the condition is evaluated with."""
        if self._phase is Phase.PYTHON:
            return self._variables.restore()
        if self._phase is Phase.AGAIN:
            self._phase = Phase.TRY
            return self._enter(*self._entry, self._variables.places(self._again))
        if self._forever and not self.dynamic and self._stopped(values) is False and not self._counts(values):
            self._phase = Phase.PYTHON
            return values[: len(self.info.looped)]
        return self._enter(values, roots)

    def _counts(self, values: tuple[Any, ...]) -> bool:
        """Whether numbers that change from turn to turn decide when the loop ends, so that it ends at run time."""
        return any(
            is_number(value) for name, value in zip(self.info.names, values, strict=True) if name in self.info.guards
        )

    def _stopped(self, values: tuple[Any, ...]) -> Any:
        """The flag that ends the loop early: a bool when it is known now, else a Boolean."""
        return truth(values[self.info.names.index(self.info.stop)]) if self.info.stop else False

    def _enter(self, values: tuple[Any, ...], roots: Sequence[Any], places: Places | None = None) -> tuple[Any, ...]:
        """Opens the condition's part; a body that is traced again keeps its `places`."""
        self._entry = (values, roots)
        self._variables = LoopVariables(self.info, values, roots, self._add, places, self._forever)
        self._before = self._inside = current_emitter().open_region([])
        trace.push(self)
        shown = self._variables.enter()
        if self.info.stop:
            self._running = ~self._variables.enter_flag(self.info.stop)
            self._guard = ExpressionScope("and", self._running, self._simple, True)
            self._guard.arm()
        return shown

    def test(self, value: Any, values: tuple[Any, ...]) -> bool:
        """Takes the condition, and the variables after it; whether to run the body now.

        Errors: assign-python-to-dynamic for a condition that runs at run time and changes a variable or an object.
        """
        held = truth(value)
        if self._phase is Phase.PYTHON:
            self._phase = Phase.TRY if held else Phase.DONE
            if held and not isinstance(value, list | dict | set | deque):  # which may be emptied, and stay the object
                self._check_end(values)
            return bool(held)
        if not isinstance(held, bool):
            self._variables.check_test(values)
        return self._decide(held)

    def _check_end(self, values: tuple[Any, ...]) -> None:
        """Counts an iteration by Python; error endless-loop where turns change nothing that the condition reads."""
        same = self._simple and all(a is b for a, b in zip(values, self._before_turn, strict=False))
        self._repeats, self._before_turn = self._repeats + 1 if same else 0, values
        if self._repeats >= _MOST_TURNS:
            raise fail(
                "endless-loop",
                "this `while` never ends: nothing in the loop changes what its condition reads",
                span=self.info.span,
            )

    def _decide(self, held: Any) -> bool:
        """Ends the condition's part, and opens the body's if the loop runs at run time."""
        emitter = current_emitter()
        known = isinstance(held, bool) and not self._forever
        goes_on: Any = self._running if self._forever else held
        if self._guard is not None and not isinstance(held, bool):
            goes_on = self._guard.result(held, None)
        trace.pop(self)
        self.abandon()
        assert self._before is not None
        if known:
            emitter.drop_region(self._before)
            self._phase = Phase.PYTHON
            return False
        self.dynamic = True
        self._cond = goes_on.ir_value()
        self._after = self._inside = emitter.open_region(self._variables.types, self._variables.labels)
        trace.push(self)
        return True

    def body(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """The values that the body starts with."""
        if self._after is None:
            return values
        return self._variables.again(self._after.args)

    def leave(self, values: tuple[Any, ...]) -> None:
        """Ends the body; at run time, records the loop."""
        if self._after is None:
            if self._stopped(values) is True:
                self._phase = Phase.DONE
            return
        trace.pop(self)
        self.abandon()
        emitter = current_emitter()
        assert self._before is not None
        missed = self._variables.missed()
        if not missed <= self._again:
            emitter.drop_region(self._before)
            emitter.drop_region(self._after)
            self._variables.restore()
            self._again, self._after, self._phase = self._again | missed, None, Phase.AGAIN
            return
        yields = self._variables.finish(values)
        emitter.close_condition(self._before, self._cond, list(self._before.args))
        emitter.close_region(self._after, yields)
        results = emitter.while_(self._variables.inits, self._before, self._after)
        self._results = self._variables.results(results)
        self._phase = Phase.DONE

    def exit(self) -> tuple[Any, ...]:
        """The values of the variables after the loop."""
        return self._results

    def abandon(self) -> None:
        """Goes back out of the part that is open."""
        if self._inside is not None:
            current_emitter().leave_region(self._inside)
            self._inside = None

    def materialize(self, name: str, sample: Any) -> Any:
        """See `LoopVariables.materialize`."""
        return self._variables.materialize(name, sample)

    def _add(self, kind: Type, name: str, first_value: Callable[[], Handle]) -> Handle:
        """Adds an argument to the condition's part and, once there is one, to the body's."""
        emitter = current_emitter()
        assert self._before is not None
        handle = emitter.add_region_arg(self._before, kind, name)
        return handle if self._after is None else emitter.add_region_arg(self._after, kind, name)
