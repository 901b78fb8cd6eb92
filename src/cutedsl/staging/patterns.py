"""The patterns of `match` in staged code: what Python can tell now is decided now, numbers known later at run time."""

from __future__ import annotations

from collections.abc import Mapping as AnyMapping
from collections.abc import Sequence as AnySequence
from typing import Any, Protocol

from cutedsl.errors.frozen import frozen
from cutedsl.staging.aliases import check_joined
from cutedsl.staging.numeric import is_numeric_class
from cutedsl.staging.operators import binary
from cutedsl.staging.order import equal, pick
from cutedsl.staging.python_builtins import hasattr_, isinstance_
from cutedsl.staging.scalars import Boolean
from cutedsl.staging.scopes.condition import truth

Names = dict[str, Any]
_WHOLE = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""Classes whose one positional pattern is for the value itself."""


class Pattern(Protocol):
    """One pattern: `fits` gives a bool or a run-time Boolean, and adds what it captures to `names`."""

    def fits(self, subject: Any, names: Names) -> Any: ...


@frozen
class Fit:
    """Whether a case is taken as far as its pattern says, and what its names are bound to then."""

    holds: Any
    taken: tuple[Any, ...]


def fit(subject: Any, pattern: Pattern, order: tuple[str, ...]) -> Fit:
    """Holds a subject against the pattern of a case; `order` is that of the names in `taken`."""
    names: Names = {}
    holds = pattern.fits(subject, names)
    return Fit(holds, () if holds is False else tuple(names[name] for name in order))


@frozen
class Value:
    """`0`, `"a"`, `Color.RED`."""

    value: Any

    def fits(self, subject: Any, names: Names) -> Any:
        return truth(equal(subject, self.value))


@frozen
class Singleton:
    """`None`, `True`, `False`; a Boolean is one of the latter two, at run time."""

    value: Any

    def fits(self, subject: Any, names: Names) -> Any:
        check_joined(subject)
        if type(subject) is Boolean and self.value is not None:
            return truth(subject == self.value)
        return subject is self.value


@frozen
class Name:
    """`name`, `pattern as name`, `_`: what fits the pattern, or anything."""

    name: str = ""
    pattern: Pattern | None = None

    def fits(self, subject: Any, names: Names) -> Any:
        holds = self.pattern is None or self.pattern.fits(subject, names)
        if self.name:
            names[self.name] = subject
        return holds


@frozen
class Items:
    """`[a, *rest, b]`: `rest` is the name for what is between, empty for `*_`, None without a star."""

    before: tuple[Pattern, ...]
    rest: str | None
    after: tuple[Pattern, ...]

    def fits(self, subject: Any, names: Names) -> Any:
        if not isinstance(subject, AnySequence) or isinstance(subject, str | bytes | bytearray):
            return False
        items = list(subject)
        least, end = len(self.before) + len(self.after), len(items) - len(self.after)
        if len(items) < least or (self.rest is None and len(items) > least):
            return False
        if self.rest:
            names[self.rest] = items[len(self.before) : end]
        return _all_parts_fit(
            [*zip(self.before, items, strict=False), *zip(self.after, items[end:], strict=True)], names
        )


@frozen
class Entries:
    """`{"k": pattern, **rest}`."""

    keys: tuple[Any, ...]
    patterns: tuple[Pattern, ...]
    rest: str = ""

    def fits(self, subject: Any, names: Names) -> Any:
        if not isinstance(subject, AnyMapping) or any(key not in subject for key in self.keys):
            return False
        if self.rest:
            names[self.rest] = {key: value for key, value in subject.items() if key not in self.keys}
        return _all_parts_fit(
            [(pattern, subject[key]) for key, pattern in zip(self.keys, self.patterns, strict=True)], names
        )


@frozen
class Instance:
    """`Point(0, y=b)`, `Int32(n)`."""

    cls: Any
    positional: tuple[Pattern, ...]
    attributes: tuple[str, ...]
    patterns: tuple[Pattern, ...]

    def fits(self, subject: Any, names: Names) -> Any:
        if not isinstance_(subject, self.cls):
            return False
        whole = len(self.positional) == 1 and (issubclass(self.cls, _WHOLE) or is_numeric_class(self.cls))
        parts: list[tuple[Pattern, Any]] = [(self.positional[0], subject)] if whole else []
        attributes = () if whole else self._positional_names()
        named = [*zip(attributes, self.positional, strict=False), *zip(self.attributes, self.patterns, strict=True)]
        for name, pattern in named:
            if not hasattr_(subject, name):
                return False
            parts.append((pattern, getattr(subject, name)))
        return _all_parts_fit(parts, names)

    def _positional_names(self) -> tuple[str, ...]:
        """The attributes that positional patterns are for."""
        known: tuple[str, ...] = getattr(self.cls, "__match_args__", ())
        if len(known) < len(self.positional):
            raise TypeError(
                f"{self.cls.__name__}() accepts {len(known)} positional sub-patterns ({len(self.positional)} given)"
            )
        return known[: len(self.positional)]


@frozen
class Either:
    """`0 | 1`: the first that fits says what names are bound to."""

    patterns: tuple[Pattern, ...]

    def fits(self, subject: Any, names: Names) -> Any:
        holds: Any = False
        for pattern in self.patterns:
            own: Names = {}
            fits = pattern.fits(subject, own)
            if fits is False:
                continue
            names.update(own if holds is False else {name: pick(holds, names[name], own[name]) for name in own})
            holds = fits if holds is False or fits is True else binary("or", holds, fits)
            if fits is True:
                break
        return holds


def _all_parts_fit(parts: list[tuple[Pattern, Any]], names: Names) -> Any:
    """Whether all parts fit; nothing is looked at behind one that is known not to."""
    holds: Any = True
    for pattern, subject in parts:
        fits = pattern.fits(subject, names)
        if fits is False:
            return False
        holds = fits if holds is True else holds if fits is True else binary("and", holds, fits)
    return holds
