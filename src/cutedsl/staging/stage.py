"""`Stage`: what rewritten functions call, under the name `__stage__`."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from cutedsl.errors import fail, user_frame
from cutedsl.staging import choose, drawn, order, patterns, python_builtins, trace, value_texts
from cutedsl.staging.aliases import check_joined
from cutedsl.staging.live import is_live
from cutedsl.staging.operators import is_numeric
from cutedsl.staging.places import NO_PLACES, find_places
from cutedsl.staging.protocol import current_emitter
from cutedsl.staging.ranges import Range
from cutedsl.staging.scopes import expression_scope
from cutedsl.staging.scopes.condition import truth
from cutedsl.staging.scopes.for_scope import ForScope
from cutedsl.staging.scopes.if_scope import IfScope
from cutedsl.staging.scopes.live_loops import LiveFor, LiveWhile
from cutedsl.staging.scopes.region import RegionInfo
from cutedsl.staging.scopes.while_scope import WhileScope
from cutedsl.staging.tree import flatten, is_dynamic
from cutedsl.staging.unset import UNSET, Gap, not_set
from cutedsl.staging.when import condition_of

Scope = IfScope | ForScope | WhileScope


class Stage:
    """The callbacks of one rewritten function; `infos` describes its regions, which calls name by index."""

    __slots__ = ("_infos",)

    unset = UNSET
    locals = staticmethod(builtins.locals)
    begin = staticmethod(expression_scope.begin)
    arm = staticmethod(expression_scope.arm)
    end = staticmethod(expression_scope.end)
    not_ = staticmethod(choose.not_)
    mark = staticmethod(trace.mark)
    unwind = staticmethod(trace.unwind)
    unwind_finally = staticmethod(trace.unwind_finally)
    when = staticmethod(condition_of)
    builtin = staticmethod(python_builtins.staged)
    compare = staticmethod(order.compare)
    truth = staticmethod(truth)
    fit = staticmethod(patterns.fit)
    patterns = patterns
    joined = staticmethod(value_texts.joined)
    text_method = staticmethod(value_texts.text_method)
    percent = staticmethod(value_texts.percent)

    def __init__(self, infos: Sequence[RegionInfo]) -> None:
        self._infos = tuple(infos)

    def if_(self, test: Any, index: int, values: tuple[Any, ...], roots: tuple[Any, ...]) -> IfScope:
        """Starts an `if`."""
        return IfScope(self._infos[index], test, values, roots)

    def for_(self, iterable: Any, index: int, values: tuple[Any, ...], roots: tuple[Any, ...]) -> ForScope:
        """Starts a `for`."""
        kind = LiveFor if isinstance(iterable, Range) and is_live(current_emitter()) else ForScope
        return kind(self._infos[index], iterable, values, roots)

    def while_(self, index: int, forever: bool, simple: bool) -> WhileScope:
        """Starts a `while`."""
        kind = LiveWhile if is_live(current_emitter()) else WhileScope
        return kind(self._infos[index], forever, simple)

    @staticmethod
    def surely(flag: Any) -> bool:
        """Whether a flag is known to hold."""
        return truth(flag) is True

    @staticmethod
    def read(variables: dict[str, Any], name: str) -> Any:
        """A variable that may not be set."""
        return variables.get(name, UNSET)

    @staticmethod
    def checked(variables: dict[str, Any], name: str, owner: int = 0) -> Any:
        """A variable that only some paths have set; `owner` is the line of the function if it may hold something
        where none has.

        Errors: read-never-set.
        """
        if name not in variables or (owner and _is_filled(owner, name)):
            raise not_set(name, _gap(name))
        return variables[name]

    @staticmethod
    def left(variables: dict[str, Any], flags: tuple[str, ...], name: str, owner: int, carried: bool) -> bool:
        """Whether a variable is forgotten after the loop of `flags`, as its exits may leave out what sets it.

        One that is `carried` stays for the reads that come only where it is set; the others of it are errors.
        """
        frame = user_frame()
        file = "" if frame is None else frame.f_code.co_filename
        if not trace.take_left(file, owner, flags, name) or name not in variables:
            return False
        if carried:
            trace.fill(file, owner, name)
        return not carried

    @staticmethod
    def range(function: Any) -> Any:
        """What `range` means in the head of a `for`."""
        return Range if function is builtins.range else function

    def begin_changing(
        self, kind: expression_scope.Kind, left: Any, as_test: bool, index: int, roots: tuple[Any, ...]
    ) -> expression_scope.ExpressionScope:
        """Starts an expression with calls in its operands, which may change objects and variables."""
        places = NO_PLACES
        if not isinstance(truth(left), bool):
            places = find_places(self._infos[index], roots, cells=True)
        return expression_scope.begin(kind, left, False, as_test, places)

    def chain(self, names: tuple[str, ...], late: int, index: int, roots: tuple[Any, ...], *operands: Any) -> Any:
        """A chained comparison; the operands whose bits are set in `late` are functions that give them.

        What comes after an operand is compared where that operand is evaluated, as only there it has a value.
        """
        left, right = (operand() if late >> k & 1 else operand for k, operand in enumerate(operands[:2]))
        held = order.compare(names[0], left, right)
        if len(names) == 1:
            return held
        rest = late >> 1 & ~1
        if rest and index >= 0:
            scope = self.begin_changing("and", held, True, index, roots)
        else:
            scope = expression_scope.begin("and", held, not rest, as_test=True)
        inner: Any = None
        if expression_scope.arm():
            inner = self.chain(names[1:], late >> 1 & ~1, index, roots, right, *operands[2:])
        return expression_scope.end(scope, inner, None)

    @staticmethod
    def drawn(function: Any) -> Any:
        """A function that may give something else at each call; warning drawn-once."""
        drawn.check(function)
        return function

    @staticmethod
    def contains(item: Any, items: Any, negated: bool) -> Any:
        """`item in items`; numbers of which one is known at run time are compared one by one."""
        if isinstance(items, builtins.range | Range) and is_numeric(item):
            held = _in_range(item, items)
        elif isinstance(items, list | tuple | set | frozenset | dict) and order.dynamic([item, *items]):
            held = order.contains(items, item)
        elif isinstance(own := getattr(type(items), "__contains__", None), FunctionType):
            held = truth(own(items, item))  # the author's may give a run-time value
        else:
            held = item in items
        return choose.not_(held) if negated else held

    @staticmethod
    def identical(left: Any, right: Any, negated: bool) -> bool:
        """`a is b`; error python-operation for a run-time value and a number, which are never the same object."""
        check_joined(left, right)
        value, other = (right, left) if is_numeric(right) else (left, right)
        numbers = is_numeric(value) and (is_numeric(other) or isinstance(other, int | float))
        if numbers and not value.is_static and value is not other:
            shown = "another number" if is_numeric(other) else f"the object {other}"
            raise fail(
                "python-operation",
                f"`is` compares objects: a run-time {type(value).__name__} is never {shown}",
                fix=f"Write `{'!=' if negated else '=='}`, or a Boolean itself as the condition.",
            )
        return (left is not right) if negated else (left is right)

    @staticmethod
    def printed(value: Any, spec: str) -> Any:
        """A value in the text of `printf(f"...")`: itself if it is known at run time only, else Python's text of it."""
        if any(map(is_dynamic, flatten(value)[0])):
            return value
        return format(value.value if is_numeric(value) else value, spec)

    @staticmethod
    def known(value: Any) -> Any:
        """The condition of an `assert`, which only exists while tracing; error requires-constexpr."""
        held = truth(value)
        if is_numeric(held) and not held.is_static:
            raise fail(
                "requires-constexpr",
                f"`assert` cannot depend on a run-time {type(value).__name__}",
                fix="`cute.testing.assert_(condition, message)` checks at run time (option `--enable-assertions`).",
            )
        return held

    @staticmethod
    def filters(condition: Any) -> bool:
        """Whether a comprehension keeps an item; error dynamic-bool."""
        held = truth(condition)
        if is_numeric(held):
            raise fail(
                "dynamic-bool",
                f"the `if` of a comprehension cannot depend on a run-time {type(condition).__name__}",
                fix="Write a `for` loop with an `if` in it.",
            )
        return held

    @staticmethod
    def constexpr(value: Any, name: str) -> Any:
        """The value of a variable declared Constexpr; error requires-constexpr for a run-time value."""
        if is_numeric(value) and not value.is_static:
            raise fail(
                "requires-constexpr",
                f"`{name}` is a Constexpr, but got a run-time {type(value).__name__}",
            )
        return value

    @staticmethod
    def raises(*scopes: Scope) -> None:
        """Checks that an exception does not leave a part that runs at run time; error early-exit."""
        if any(scope.dynamic for scope in scopes):
            raise fail("early-exit", "`raise` cannot leave a branch or loop whose condition is known only at run time")

    @staticmethod
    def forbid(construct: str, *scopes: Scope) -> None:
        """Refuses a construct in parts that run at run time; error unsupported-construct."""
        if any(scope.dynamic for scope in scopes):
            raise fail("unsupported-construct", f"{construct} is not supported in a run-time branch or loop")

    @staticmethod
    def never_set(name: str) -> Any:
        """A read of a variable that nothing before it can have set; error read-never-set."""
        raise fail("read-never-set", f"`{name}` is read before it is assigned")


def _is_filled(owner: int, name: str) -> bool:
    frame = user_frame()
    return frame is not None and trace.is_filled(frame.f_code.co_filename, owner, name)


def _gap(name: str) -> Gap | None:
    """The region of the author's function that left a variable unset."""
    frame = user_frame()
    return None if frame is None else trace.gap_of(frame.f_code.co_filename, name)


def _in_range(item: Any, items: builtins.range | Range) -> Any:
    """`item in range(...)` without its turns."""
    if isinstance(items, builtins.range) and item.is_static:
        return item.value in items
    above, below = (item >= items.start) & (item < items.stop), (item <= items.start) & (item > items.stop)
    between = choose.select_(items.step > 0, above, below)
    known = not is_numeric(items.step) or items.step.is_static
    return between if known and abs(int(items.step)) == 1 else between & ((item - items.start) % items.step == 0)
