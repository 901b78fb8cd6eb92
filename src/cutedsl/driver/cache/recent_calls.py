"""The recent direct calls of one `@jit` function.

Light: importing it loads nothing of what runs programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import CodeType
from typing import TYPE_CHECKING, Any

from cutedsl.config import config
from cutedsl.driver.call.slow_calls import count_slow_direct_call
from cutedsl.errors import DSLUserCodeError
from cutedsl.forks.fork_gate import GATE
from cutedsl.forks.locks import fork_safe_lock

if TYPE_CHECKING:
    pass

from cutedsl.driver.cache.recent import NOT_RUN, RecentCall

_MOST_CALLS = 16


class RecentCalls:
    """The recent calls of one `@jit` function, the latest first. Safe from several threads.

    `entry` is a builtin that recognises them by itself, if there is one; it takes `self` of a method first, and
    `entry_count` arguments with it. `parameters` are the names of those of the function, where a call by name can be
    made one by position, and the code that they were read from.
    """

    def __init__(self) -> None:
        self.parameters: tuple[CodeType | None, tuple[str, ...]] = (None, ())
        self.entry: Callable[..., Any] | None = None
        self._calls: tuple[RecentCall, ...] = ()
        self._tried = False
        self._lock = fork_safe_lock()

    def run(
        self,
        bound_to: tuple[object, ...],
        args: Sequence[object],
        by_python: Callable[..., object],
        defaults: Sequence[object] = (),
    ) -> object:
        """Runs a remembered program if one is known to serve these arguments, for its result; NOT_RUN if not.

        A program that refuses the arguments has not run: another may serve. The first repeat makes the builtin;
        `by_python` makes any call, with `self` of a method first, and is where it sends those that it does not
        recognise. `defaults` are those of the function's last parameters.
        """
        for call in self._fitting(bound_to, args):
            if not self._tried:
                with GATE.compiling():
                    self._make_entry(by_python, defaults)
            elif call.compiled.calls_by_machine_code:
                count_slow_direct_call(call)
            try:
                return call.run(args)
            except DSLUserCodeError as refused:
                if not refused.name.startswith("argument-"):
                    raise
        return NOT_RUN

    def has(self, compiled: object) -> bool:
        """Whether a remembered call runs a program."""
        return any(call.compiled is compiled for call in self._calls)

    def add(self, call: RecentCall) -> None:
        """Puts a call first; the oldest goes when there are too many, and one like it goes."""
        with self._lock:
            others = [c for c in self._calls if not c.is_like(call)]
            self._calls = (call, *others[: _MOST_CALLS - 1])
            self.entry, self._tried = None, False

    def _make_entry(self, by_python: Callable[..., object], defaults: Sequence[object]) -> None:
        try:
            from cutedsl.driver.cache.direct import direct_builtin  # a second process's first call has no use for it
        except ImportError:  # this call is a signal handler's, and came in the midst of the import
            return
        with self._lock:
            entry: Callable[..., object] = by_python
            for known in reversed(self._calls):
                entry = direct_builtin(known, entry, self.parameters[1], defaults) or entry
            self.entry, self._tried = None if entry is by_python else entry, True

    def _fitting(self, bound_to: tuple[object, ...], args: Sequence[object]) -> Iterator[RecentCall]:
        if not self._calls:
            return
        settings = config()
        if settings.remembers:
            for call in self._calls:
                if call.fits(bound_to, args, settings):
                    yield call
