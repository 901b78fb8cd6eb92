"""Direct calls of a `@jit` function: recent ones, recognised by the kinds of their arguments and guards."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from cutedsl.config import Config, config
from cutedsl.driver.compiled import CompiledFunction
from cutedsl.driver.signature import BoundArguments
from cutedsl.driver.specs import StaticSpec, TreeSpec
from cutedsl.execution.runtime_tensor import RuntimeTensor
from cutedsl.staging.reads import Watches, describe_type

_MOST_CALLS = 16
_INT32_LIMIT = 1 << 31
_COMPARABLE = (int, str, bytes, bool, type(None))


@dataclass(frozen=True, slots=True)
class RecentCall:
    """A call that was compiled, with what must hold for another to run the same program.

    `constants` are compile-time arguments with their positions, `integers` the positions of 32-bit run-time ones,
    `passed` the positions that the program takes.
    """

    compiled: CompiledFunction
    watches: Watches
    settings: Config
    bound_to: tuple[object, ...]
    types: tuple[type, ...]
    constants: tuple[tuple[int, object], ...]
    integers: tuple[int, ...]
    passed: tuple[int, ...]

    def fits(self, bound_to: tuple[object, ...], args: Sequence[object], settings: Config) -> bool:
        """Whether another call is of this kind; tensors are checked by the program itself."""
        return (
            tuple(map(type, args)) == self.types
            and (not bound_to or bound_to[0] is self.bound_to[0])
            and (settings is self.settings or settings == self.settings)
            and all(-_INT32_LIMIT <= args[k] < _INT32_LIMIT for k in self.integers)  # pyright: ignore[reportOperatorIssue]
            and all(_equal(args[k], value) for k, value in self.constants)
            and self.watches.unchanged()
        )

    def run(self, args: Sequence[object]) -> None:
        """Calls the program with the run-time arguments."""
        if len(self.passed) == len(args):
            self.compiled(*args)
        else:
            self.compiled(*[args[k] for k in self.passed])


class RecentCalls:
    """The recent calls of one `@jit` function, the latest first. Safe from several threads."""

    def __init__(self) -> None:
        self._calls: tuple[RecentCall, ...] = ()
        self._lock = threading.Lock()

    def find(self, bound_to: tuple[object, ...], args: Sequence[object]) -> RecentCall | None:
        """A call whose program serves `args` too."""
        settings = config()
        for call in self._calls:
            if call.fits(bound_to, args, settings):
                return call
        return None

    def add(self, call: RecentCall) -> None:
        """Puts a call first; the oldest goes when there are too many, and one of the same kind goes."""
        with self._lock:
            others = [c for c in self._calls if not _same_kind(c, call)]
            self._calls = (call, *others[: _MOST_CALLS - 1])


describe_type(RecentCalls, lambda _: ())


def recent_call(
    compiled: CompiledFunction,
    bound: BoundArguments,
    bound_to: tuple[object, ...],
    args: Sequence[object],
    watches: Watches,
) -> RecentCall | None:
    """A call as one to recognise; None where only binding the arguments anew tells what it compiles to."""
    specs = bound.specs[: len(args)]
    if len(specs) != len(args) or any(not _recognisable(a, s) for a, s in zip(args, specs, strict=True)):
        return None
    constants = tuple((k, args[k]) for k, spec in enumerate(specs) if isinstance(spec, StaticSpec))
    fixed = {k for k, _ in constants}
    integers = tuple(k for k, a in enumerate(args) if k not in fixed and type(a) is int)
    passed = tuple(k for k in range(len(args)) if k not in fixed)
    return RecentCall(compiled, watches, config(), bound_to, tuple(map(type, args)), constants, integers, passed)


def _recognisable(argument: object, spec: object) -> bool:
    """Whether the type of an argument, with the program's own checks, tells its spec."""
    wide = type(argument) is int and not -_INT32_LIMIT <= argument < _INT32_LIMIT
    return isinstance(spec, StaticSpec) or not (isinstance(spec, TreeSpec) or isinstance(argument, RuntimeTensor) or wide)


def _same_kind(one: RecentCall, other: RecentCall) -> bool:
    """Whether two calls differ in guards only."""
    return (
        one.types == other.types
        and all(a is b for a, b in zip(one.bound_to, other.bound_to, strict=False))
        and len(one.constants) == len(other.constants)
        and all(_equal(a, b) for (_, a), (_, b) in zip(one.constants, other.constants, strict=True))
        and one.compiled is other.compiled
    )


def _equal(one: object, other: object) -> bool:
    return one is other or (type(one) is type(other) and isinstance(one, _COMPARABLE) and one == other)
