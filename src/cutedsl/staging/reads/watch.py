"""Guards: quick checks, mostly by identity, that what a trace read is still the same."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter, is_
from types import MappingProxyType
from typing import Any, NamedTuple, cast

Check = Callable[[], bool]
GONE: Any = object()
_BROKEN = (AttributeError, ValueError, RuntimeError, ReferenceError)


class Parts(NamedTuple):
    """Watches taken apart, for machine code that looks at each by itself.

    `names`: dict, name, what it stands for (`GONE`: it is not there). `attributes`: owner, name, value. `mappings`:
    dicts with their keys and values. `rest` checks all else (None: there is nothing else).
    """

    names: tuple[tuple[dict[str, Any], str, object], ...]
    attributes: tuple[tuple[object, str, object], ...]
    mappings: tuple[tuple[dict[Any, Any], tuple[Any, ...], tuple[Any, ...]], ...]
    rest: Check | None


class Watches:
    """Checks on the objects that one walk went through; they keep these alive, so identities stay theirs.

    **Law**: if `unchanged()`, another walk would give the same digest. The opposite does not hold: a value replaced by
    an equal one counts as changed here, and the walk then decides.
    """

    __slots__ = ("_attributes", "_checks", "_mappings", "_names", "_ready")

    def __init__(self) -> None:
        self._checks: list[Check] = []
        self._names: dict[int, tuple[Mapping[str, Any], dict[str, Any]]] = {}
        self._attributes: dict[str, tuple[list[Any], list[Any]]] = {}
        self._mappings: list[tuple[Mapping[Any, Any], tuple[Any, ...], tuple[Any, ...]]] = []
        self._ready: Check | None = None

    def name(self, scope: Mapping[str, Any], name: str) -> None:
        """Watches one name of a namespace: what it stands for, or that it is not there."""
        self._names.setdefault(id(scope), (scope, {}))[1][name] = scope.get(name, GONE)

    def attribute(self, owner: object, name: str, value: object) -> None:
        """Watches an attribute that is set."""
        owners, values = self._attributes.setdefault(name, ([], []))
        owners.append(owner)
        values.append(value)

    def mapping(self, mapping: Mapping[Any, Any]) -> None:
        """Watches a whole dict: its keys and values."""
        self._mappings.append((mapping, tuple(mapping), tuple(mapping.values())))

    def items(self, items: Sequence[Any]) -> None:
        """Watches a list: its length and elements."""
        expected = tuple(items)
        self._checks.append(lambda: _same_objects(items, expected))

    def value(self, read: Callable[[], object], expected: object) -> None:
        """Watches something that is read anew and compared by value."""
        self._checks.append(lambda: read() == expected)

    def unchanged(self) -> bool:
        """Whether everything watched is still what it was; some 40 ns a watch."""
        ready = self._ready
        if ready is None:
            ready = self._ready = _check(self._names.values(), self._attributes, self._mappings, self._checks)
        try:
            return ready()
        except _BROKEN:
            return False

    def parts(self) -> Parts:
        """The watches one by one; scopes and mappings that are not dicts, nor views of dicts, are in the rest."""
        scopes = [(_dict_of(scope), scope, names) for scope, names in self._names.values()]
        mappings = [(_dict_of(mapping), mapping, keys, values) for mapping, keys, values in self._mappings]
        others = [(scope, names) for found, scope, names in scopes if found is None]
        wholes = [(mapping, keys, values) for found, mapping, keys, values in mappings if found is None]
        checks = [_guarded(_check(others, {}, wholes, self._checks))] if others or wholes or self._checks else []
        return Parts(
            tuple((d, name, value) for d, _, names in scopes if d is not None for name, value in names.items()),
            tuple((o, name, v) for name, pair in self._attributes.items() for o, v in zip(*pair, strict=True)),
            tuple((d, keys, values) for d, _, keys, values in mappings if d is not None),
            checks[0] if checks else None,
        )


def _dict_of(mapping: Mapping[Any, Any]) -> dict[Any, Any] | None:
    """A plain dict, or the one that a read-only view shows: `vars` of a class is such a view."""
    found: object = mapping
    if type(mapping) is MappingProxyType:
        shown = gc.get_referents(mapping)
        found = shown[0] if len(shown) == 1 else None
    return cast("dict[Any, Any]", found) if type(found) is dict else None


def _guarded(check: Check) -> Check:
    def guarded() -> bool:
        try:
            return check()
        except _BROKEN:
            return False

    return guarded


def _check(
    scopes: Iterable[tuple[Mapping[str, Any], dict[str, Any]]],
    attributes: Mapping[str, tuple[list[Any], list[Any]]],
    mappings: Iterable[tuple[Mapping[Any, Any], tuple[Any, ...], tuple[Any, ...]]],
    checks: Iterable[Check],
) -> Check:
    """All checks as one expression: a call of Python for each would cost several times as much."""
    known: dict[str, Any] = {"gone": GONE, "same": _same_objects}
    parts: list[str] = []

    def called(value: object) -> str:
        name = f"v{len(known)}"
        known[name] = value
        return name

    for scope, names in scopes:
        get = called(scope.get)
        parts += [f"{get}({name!r}, gone) is {called(value)}" for name, value in names.items()]
    for name, (owners, values) in attributes.items():
        get = called(attrgetter(name))
        parts += [f"{get}({called(o)}) is {called(v)}" for o, v in zip(owners, values, strict=True)]
    for mapping, keys, values in mappings:
        parts.append(f"same({called(mapping)}, {called(keys)}) and same({called(mapping.values)}(), {called(values)})")
    parts += [f"{called(check)}()" for check in checks]
    return eval(f"lambda: {' and '.join(parts) or 'True'}", known)


def _same_objects(items: Any, expected: tuple[Any, ...]) -> bool:
    """Whether a collection has exactly these objects, in this order."""
    return len(items) == len(expected) and all(map(is_, items, expected))
