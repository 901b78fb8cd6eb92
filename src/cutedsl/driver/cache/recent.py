"""Direct calls of a `@jit` function: recent ones, recognised by the kinds of their arguments and guards.

Light: importing it loads nothing of what runs programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from cutedsl.config import Config
from cutedsl.driver.compile.static_results import fresh
from cutedsl.errors.frozen import frozen

if TYPE_CHECKING:
    from cutedsl.driver.call.compiled import CompiledFunction
    from cutedsl.staging.reads import Watches

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
        """Calls the program with the run-time arguments, and returns its result."""
        if len(self.passed) == len(args):
            self.compiled(*args)
        else:
            self.compiled(*[args[k] for k in self.passed])
        return fresh(self.result, args)

    def is_like(self, other: RecentCall) -> bool:
        """Whether two calls differ at most in their guards."""
        return (
            self.compiled is other.compiled
            and all(a is b for a, b in zip(self.bound_to, other.bound_to, strict=True))
            and all(map(_same_kind, self.kinds, other.kinds))
        )


def _same_kind(one: Part, other: Part) -> bool:
    if isinstance(one, Fixed) and isinstance(other, Fixed):
        return _equal(one.value, other.value)
    return one == other


def _equal(one: object, other: object) -> bool:
    """Whether two compile-time arguments are the same; mutable ones are if they are one object, which is guarded."""
    return one is other or (type(one) is type(other) and isinstance(one, COMPARABLE) and one == other)
