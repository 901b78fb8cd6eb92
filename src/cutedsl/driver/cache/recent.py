"""Direct calls of a `@jit` function: recent ones, recognised by the kinds of their arguments and guards.

Light: importing it loads nothing of what runs programs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from types import CodeType
from typing import TYPE_CHECKING, Any

from cutedsl.config import Config, config
from cutedsl.driver.fork_gate import GATE
from cutedsl.driver.static_results import fresh
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.frozen import frozen

if TYPE_CHECKING:
    from cutedsl.driver.compiled import CompiledFunction
    from cutedsl.staging.reads import Watches

_MOST_CALLS = 16
_MOST_BUILTINS = 4
INT32_LIMIT = 1 << 31
"""Run-time integers from here on compile to Int64."""

NOT_RUN = object()
"""The answer of `RecentCalls.run` where no program is known; any result of a program may be None."""

_COMPARABLE = (int, str, bytes, bool, type(None))


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
    parts: tuple[type | Fixed | Marked | Parts, ...]

    def fits(self, value: Any) -> bool:
        """Whether a value has parts of these kinds."""
        if type(value) is not self.kind:
            return False
        items = [getattr(value, name) for name in self.fields] if self.fields else value
        return len(items) == len(self.parts) and all(map(_is_of, items, self.parts))


def _is_of(value: Any, kind: type | Fixed | Marked | Parts) -> bool:
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

    `constants` are compile-time arguments with their positions, `integers` the positions of 32-bit run-time ones,
    `trees` those of arguments with parts, `marked` those of tensors with marks, and `passed` the positions that the
    program takes. `result` is static.
    """

    compiled: CompiledFunction
    watches: Watches
    settings: Config
    bound_to: tuple[object, ...]
    types: tuple[type, ...]
    constants: tuple[tuple[int, object], ...]
    integers: tuple[int, ...]
    trees: tuple[tuple[int, Parts], ...]
    marked: tuple[tuple[int, Marked], ...]
    passed: tuple[int, ...]
    result: object = None

    def fits(self, bound_to: tuple[object, ...], args: Sequence[Any], settings: Config) -> bool:
        """Whether another call is of this kind; tensors are checked by the program itself."""
        if tuple(map(type, args)) != self.types or (bound_to and bound_to[0] is not self.bound_to[0]):
            return False
        if settings is not self.settings and settings != self.settings:
            return False
        for k in self.integers:
            if not -INT32_LIMIT <= args[k] < INT32_LIMIT:
                return False
        for k, tensor in self.marked:
            if args[k].kind is not tensor.kind:
                return False
        for k, parts in self.trees:
            if not parts.fits(args[k]):
                return False
        for k, value in self.constants:
            if not _equal(args[k], value):
                return False
        return self.watches.unchanged()

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
            and self.types == other.types
            and self.trees == other.trees
            and self.marked == other.marked
            and all(a is b for a, b in zip(self.bound_to, other.bound_to, strict=True))
            and all(_equal(a, b) for (_, a), (_, b) in zip(self.constants, other.constants, strict=True))
        )


class RecentCalls:
    """The recent calls of one `@jit` function, the latest first. Safe from several threads.

    `entry` is a builtin that recognises the latest ones by itself, if there is one; `parameters` the names of those of
    the function, where a call by name can be made one by position, and the code that they were read from.
    """

    def __init__(self) -> None:
        self.parameters: tuple[CodeType | None, tuple[str, ...]] = (None, ())
        self.entry: Callable[..., Any] | None = None
        self._calls: tuple[RecentCall, ...] = ()
        self._tried = False
        self._lock = threading.RLock()

    def run(self, bound_to: tuple[object, ...], args: Sequence[object], by_python: Callable[..., object]) -> object:
        """Runs a remembered program if one is known to serve these arguments, for its result; NOT_RUN if not.

        A program that refuses the arguments has not run: another may serve. The first repeat makes the builtin;
        `by_python` makes any call, and is where it sends those that it does not recognise.
        """
        for call in self._fitting(bound_to, args):
            if self.entry is None and not (bound_to or self._tried):
                with GATE.compiling():
                    self._make_entry(by_python)
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

    def _make_entry(self, by_python: Callable[..., object]) -> None:
        try:
            from cutedsl.driver.cache.direct import direct_builtin  # a second process's first call has no use for it
        except ImportError:  # this call is a signal handler's, and came in the midst of the import
            return
        with self._lock:
            entry: Callable[..., object] = by_python
            for known in reversed(self._calls[:_MOST_BUILTINS]):
                entry = direct_builtin(known, entry) or entry
            self.entry, self._tried = None if entry is by_python else entry, True

    def _fitting(self, bound_to: tuple[object, ...], args: Sequence[object]) -> Iterator[RecentCall]:
        if not self._calls:
            return
        settings = config()
        if settings.remembers:
            for call in self._calls:
                if call.fits(bound_to, args, settings):
                    yield call


def _equal(one: object, other: object) -> bool:
    """Whether two compile-time arguments are the same; mutable ones are if they are one object, which is guarded."""
    return one is other or (type(one) is type(other) and isinstance(one, _COMPARABLE) and one == other)
