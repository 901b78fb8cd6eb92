"""Control flow by calls, for functions that are traced as they are: `if_generate`, `for_generate`, `while_generate`.

Source: CuTe DSL documentation, "Control Flow"; the generators follow MLIR's Python helper `scf.for_`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.staging.live import is_live
from cutedsl.staging.protocol import current_emitter, is_handle
from cutedsl.staging.ranges import Range
from cutedsl.staging.scalars import Boolean, Float32, Float64, Uint8, Uint16, Uint32, Uint64
from cutedsl.staging.scopes import expression_scope
from cutedsl.staging.scopes.condition import truth
from cutedsl.staging.scopes.for_scope import ForScope
from cutedsl.staging.scopes.live_loops import LiveFor, LiveWhile
from cutedsl.staging.scopes.region import RegionInfo
from cutedsl.staging.scopes.while_scope import WhileScope


@frozen
class LoopUnroll:
    """How often a loop's body is copied: `count` times, `full`y, or not at all (`disable`)."""

    count: int = -1
    full: bool = False
    disable: bool = False


class _Turn:
    """What the body of a loop passes on, given by `yield_out`."""

    def __init__(self, expected: int) -> None:
        self.expected = expected
        self.values: tuple[Any, ...] | None = () if expected == 0 else None

    def taken(self) -> tuple[Any, ...]:
        """The values of the iteration that ends; error requires-yield-out."""
        values, self.values = self.values, () if self.expected == 0 else None
        if values is None or len(values) != self.expected:
            given = "nothing" if values is None else f"{len(values)} values"
            raise fail("yield-out", f"the loop carries {self.expected} values, but an iteration yields {given}")
        return values


_TURNS: ContextVar[tuple[_Turn, ...]] = ContextVar("cutedsl_explicit_loops", default=())


def if_generate(
    cond: Any,
    then_body: Callable[..., Any],
    else_body: Callable[..., Any] | None = None,
    input_args: Sequence[Any] = (),
    return_types: Sequence[Any] = (),
    *,
    loc: object = None,
    ip: object = None,
) -> Any:
    """Calls one body with `input_args`: now if the condition is known, else both are branches of the program.

    Returns what the bodies return, joined; without `else_body` nothing. `return_types` are taken from the values.

    Errors: branch-type-mismatch.
    """
    held = truth(cond)
    if isinstance(held, bool):
        body = then_body if held else else_body
        return None if body is None else body(*input_args)
    scope = expression_scope.begin("if", held, False, False)
    expression_scope.arm()
    first = then_body(*input_args)
    expression_scope.arm()
    second = None if else_body is None else else_body(*input_args)
    return expression_scope.end(scope, None if else_body is None else first, second)


def for_generate(
    start: Any,
    stop: Any = None,
    step: Any = None,
    iter_args: Sequence[Any] | None = None,
    *,
    unroll: LoopUnroll | int = -1,
    unroll_full: bool = False,
    prefetch_stages: int | None = None,
    loc: object = None,
    ip: object = None,
) -> Iterator[Any]:
    """A loop of the program: `for i in for_generate(0, n): ...; yield_out()`.

    With `iter_args` each iteration gets `i, *values, results`, ends with `yield_out(new_values)`, and after the loop
    the list `results` holds the last values.

    Errors: loop-bound-not-integer, loop-type-changed, yield-out.
    """
    how = unroll if isinstance(unroll, LoopUnroll) else LoopUnroll(unroll)
    bounds = (0, start, 1) if stop is None else (start, stop, 1 if step is None else step)
    count = 1 if how.disable else how.count
    span = Range(*bounds, unroll=count, unroll_full=unroll_full or how.full, prefetch_stages=prefetch_stages)
    values = tuple(iter_args or ())
    scope = (LiveFor if is_live(current_emitter()) else ForScope)(_info(values), span, values, ())
    turn, results = _Turn(len(values)), list[Any]()
    for counter in scope:
        now = scope.enter()
        token = _TURNS.set((*_TURNS.get(), turn))
        yield (counter, *now, results) if values else counter
        _TURNS.reset(token)
        scope.leave(turn.taken())
    results.extend(scope.exit())


class WhileLoop:
    """What `while_generate` gives: iterated, or entered by `with`, where the body stands once.

    `results` are the loop's values when it has ended.
    """

    def __init__(self, values: tuple[Any, ...], cond: Callable[..., Any]) -> None:
        self.results: list[Any] = []
        self._turns = self._loop(values, cond)

    def __iter__(self) -> Iterator[Any]:
        return self._turns

    def __enter__(self) -> tuple[Any, ...]:
        turn = next(self._turns, None)
        if turn is None:
            raise fail("yield-out", "the condition of `with while_generate(...)` is False at compile time")
        return turn[:-1]

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None and next(self._turns, None) is not None:
            raise fail(
                "yield-out",
                "the body of this `while_generate` must be traced more than once, but `with` runs it once",
                fix="Write `for *values, results in while_generate(inputs, cond):`.",
            )

    def _loop(self, values: tuple[Any, ...], cond: Callable[..., Any]) -> Iterator[Any]:
        scope = (LiveWhile if is_live(current_emitter()) else WhileScope)(_info(values), False, False)
        turn = _Turn(len(values))
        while scope.more():
            values = scope.enter(values, ())
            if scope.test(cond(*values), values):
                values = scope.body(values)
                token = _TURNS.set((*_TURNS.get(), turn))
                yield (*values, self.results)
                _TURNS.reset(token)
                values = tuple(map(_number_of, turn.taken()))
                scope.leave(values)
        self.results.extend(scope.exit() if scope.dynamic else values)


def while_generate(
    inputs: Sequence[Any], cond: Callable[..., Any], *, loc: object = None, ip: object = None
) -> WhileLoop:
    """A loop of the program while `cond(*values)` holds: each iteration gets `*values, results` and ends with
    `yield_out`.

    `with while_generate(...) as values:` writes the body once, and `results` are those of the object.
    Errors: loop-type-changed, yield-out.
    """
    return WhileLoop(tuple(map(_number_of, inputs)), cond)


def _number_of(given: Any) -> Any:
    """A number for a handle that private code passes; its integers are compared bit by bit, so they have no sign."""
    if not is_handle(given):
        return given
    emitter = current_emitter()
    kind = emitter.type_of(given)
    classes = (Uint32, Uint64, Float32, Uint16, Uint8, Float64, Boolean)
    found = next((cls for cls in classes if emitter.dtype_type(cls.spec) == kind), None)
    return given if found is None else found.from_handle(given)


def yield_out(args: Sequence[Any] | Any = (), *, loc: object = None, ip: object = None) -> None:
    """Ends an iteration of the innermost `for_generate` or `while_generate` with the values for the next one.

    Errors: yield-out outside of such a loop.
    """
    turns = _TURNS.get()
    if not turns:
        raise fail("yield-out", "`yield_out` is used outside of `for_generate` and `while_generate`")
    turns[-1].values = tuple(args) if isinstance(args, list | tuple) else (args,)


def _info(values: Sequence[Any]) -> RegionInfo:
    names = tuple(f"value{k}" for k in range(len(values)))
    return RegionInfo(names, frozenset(names), frozenset(names))
