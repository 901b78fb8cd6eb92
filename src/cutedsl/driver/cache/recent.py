"""Direct calls of a `@jit` function: recent ones, recognised by the kinds of their arguments and guards.

Light: importing it loads nothing of what runs programs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from types import CodeType
from typing import TYPE_CHECKING, Any, TypeAlias

from cutedsl.config import Config, config
from cutedsl.driver.fork_gate import GATE
from cutedsl.driver.slow_calls import count_slow_direct_call
from cutedsl.driver.static_results import fresh
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.frozen import frozen

if TYPE_CHECKING:
    from cutedsl.driver.compiled import CompiledFunction
    from cutedsl.staging.reads import Watches

_MOST_CALLS = 16
INT32_LIMIT = 1 << 31
"""Run-time integers from here on compile to Int64."""

NOT_RUN = object()
"""The answer of `RecentCalls.run` where no program is known; any result of a program may be None."""

COMPARABLE = (int, str, bytes, bool, type(None))


@frozen
class Fixed:
    """A part that is a compile-time constant."""

    value: object


@frozen
class Marked:
    """A tensor of exactly this type and kind: marks say what a compilation may rely on."""

    type: type
    kind: object


@frozen
class Parts:
    """What the parts of a tuple, a list or an object of exactly this class are: of a type, fixed, or parts themselves.

    `fields` are the attributes of an object. Integers are 32-bit ones.
    """

    kind: type
    fields: tuple[str, ...]
    parts: tuple[Part, ...]

    def fits(self, value: Any) -> bool:
        """Whether a value has parts of these kinds."""
        if type(value) is not self.kind:
            return False
        items = [getattr(value, name) for name in self.fields] if self.fields else value
        return len(items) == len(self.parts) and all(map(_is_of, items, self.parts))


Part: TypeAlias = type | Fixed | Marked | Parts
"""What an argument or a part of one must be."""


def _is_of(value: Any, kind: Part) -> bool:
    if isinstance(kind, Parts):
        return kind.fits(value)
    if isinstance(kind, Marked):
        return type(value) is kind.type and value.kind is kind.kind
    if isinstance(kind, Fixed):
        return _equal(value, kind.value)
    return type(value) is kind and (kind is not int or -INT32_LIMIT <= value < INT32_LIMIT)


@frozen
class RecentCall:
    """A call that was compiled, with what must hold for another to run the same program.

    `kinds` say what each argument must be, `passed` the positions of those that the program takes. `result` is static.
    """

    compiled: CompiledFunction
    watches: Watches
    settings: Config
    bound_to: tuple[object, ...]
    kinds: tuple[Part, ...]
    passed: tuple[int, ...]
    result: object = None

    def fits(self, bound_to: tuple[object, ...], args: Sequence[Any], settings: Config) -> bool:
        """Whether another call is of this kind; tensors are checked by the program itself."""
        if len(args) != len(self.kinds) or (bound_to and bound_to[0] is not self.bound_to[0]):
            return False
        if settings is not self.settings and settings != self.settings:
            return False
        return all(map(_is_of, args, self.kinds)) and self.watches.unchanged()

    def run(self, args: Sequence[object]) -> object:
        """Calls the program with the run-time arguments, and gives its static result."""
        if len(self.passed) == len(args):
            self.compiled(*args)
        else:
            self.compiled(*[args[k] for k in self.passed])
        return fresh(self.result)

    def is_like(self, other: RecentCall) -> bool:
        """Whether two calls differ at most in their guards."""
        return (
            self.compiled is other.compiled
            and all(a is b for a, b in zip(self.bound_to, other.bound_to, strict=True))
            and all(map(_same_kind, self.kinds, other.kinds))
        )


class RecentCalls:
    """The recent calls of one `@jit` function, the latest first. Safe from several threads.

    `entry` is a builtin that recognises them by itself, if there is one; it takes `self` of a method first, and
    `entry_count` arguments with it. `parameters` are the names of those of the function, where a call by name can be
    made one by position, and the code that they were read from.
    """

    def __init__(self) -> None:
        self.parameters: tuple[CodeType | None, tuple[str, ...]] = (None, ())
        self.entry: Callable[..., Any] | None = None
        self.entry_count = 0
        self._calls: tuple[RecentCall, ...] = ()
        self._tried = False
        self._lock = threading.RLock()

    def run(self, bound_to: tuple[object, ...], args: Sequence[object], by_python: Callable[..., object]) -> object:
        """Runs a remembered program if one is known to serve these arguments, for its result; NOT_RUN if not.

        A program that refuses the arguments has not run: another may serve. The first repeat makes the builtin;
        `by_python` makes any call, with `self` of a method first, and is where it sends those that it does not
        recognise.
        """
        for call in self._fitting(bound_to, args):
            if not self._tried:
                with GATE.compiling():
                    self._make_entry(by_python, len(bound_to) + len(args))
            elif call.compiled.calls_by_machine_code:
                count_slow_direct_call(call)
            try:
                return call.run(args)
            except DSLUserCodeError as refused:
                if not refused.name.startswith("argument-"):
                    raise
        return NOT_RUN

    def add(self, call: RecentCall) -> None:
        """Puts a call first; the oldest goes when there are too many, and one like it goes."""
        with self._lock:
            others = [c for c in self._calls if not c.is_like(call)]
            self._calls = (call, *others[: _MOST_CALLS - 1])
            self.entry, self._tried = None, False

    def _make_entry(self, by_python: Callable[..., object], count: int) -> None:
        try:
            from cutedsl.driver.cache.direct import direct_builtin  # a second process's first call has no use for it
        except ImportError:  # this call is a signal handler's, and came in the midst of the import
            return
        with self._lock:
            entry: Callable[..., object] = by_python
            for known in reversed(self._calls):
                entry = direct_builtin(known, entry) or entry
            self.entry_count = count
            self.entry, self._tried = None if entry is by_python else entry, True

    def _fitting(self, bound_to: tuple[object, ...], args: Sequence[object]) -> Iterator[RecentCall]:
        if not self._calls:
            return
        settings = config()
        if settings.remembers:
            for call in self._calls:
                if call.fits(bound_to, args, settings):
                    yield call


def _same_kind(one: Part, other: Part) -> bool:
    if isinstance(one, Fixed) and isinstance(other, Fixed):
        return _equal(one.value, other.value)
    return one == other


def _equal(one: object, other: object) -> bool:
    """Whether two compile-time arguments are the same; mutable ones are if they are one object, which is guarded."""
    return one is other or (type(one) is type(other) and isinstance(one, COMPARABLE) and one == other)
