"""Guards: quick checks, mostly by identity, that what a trace read is still the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter, is_
from typing import Any

Check = Callable[[], bool]
_GONE: Any = object()
_BROKEN = (AttributeError, ValueError, RuntimeError, ReferenceError)


class Watches:
    """Checks on the objects that one walk went through; they keep these alive, so identities stay theirs.

    **Law**: if `unchanged()`, another walk would give the same digest. The opposite does not hold: a value replaced by
    an equal one counts as changed here, and the walk then decides.
    """

    __slots__ = ("_attributes", "_checks", "_names", "_ready")

    def __init__(self) -> None:
        self._checks: list[Check] = []
        self._names: dict[int, tuple[Mapping[str, Any], dict[str, Any]]] = {}
        self._attributes: dict[str, tuple[list[Any], list[Any]]] = {}
        self._ready: Check | None = None

    def name(self, scope: Mapping[str, Any], name: str) -> None:
        """Watches one name of a namespace: what it stands for, or that it is not there."""
        self._names.setdefault(id(scope), (scope, {}))[1][name] = scope.get(name, _GONE)

    def attribute(self, owner: object, name: str, value: object) -> None:
        """Watches an attribute that is set."""
        owners, values = self._attributes.setdefault(name, ([], []))
        owners.append(owner)
        values.append(value)

    def mapping(self, mapping: Mapping[Any, Any]) -> None:
        """Watches a whole dict: its keys and values."""
        keys, values = tuple(mapping), tuple(mapping.values())
        self._checks.append(lambda: _same(mapping, keys) and _same(mapping.values(), values))

    def items(self, items: Sequence[Any]) -> None:
        """Watches a list: its length and elements."""
        expected = tuple(items)
        self._checks.append(lambda: _same(items, expected))

    def value(self, read: Callable[[], object], expected: object) -> None:
        """Watches something that is read anew and compared by value."""
        self._checks.append(lambda: read() == expected)

    def unchanged(self) -> bool:
        """Whether everything watched is still what it was; some 40 ns a watch."""
        ready = self._ready
        if ready is None:
            ready = self._ready = self._whole_check()
        try:
            return ready()
        except _BROKEN:
            return False

    def _whole_check(self) -> Check:
        """All checks as one expression: a call of Python for each would cost several times as much."""
        known: dict[str, Any] = {"gone": _GONE}
        parts: list[str] = []

        def called(value: object) -> str:
            name = f"v{len(known)}"
            known[name] = value
            return name

        for scope, names in self._names.values():
            get = called(scope.get)
            parts += [f"{get}({name!r}, gone) is {called(value)}" for name, value in names.items()]
        for name, (owners, values) in self._attributes.items():
            get = called(attrgetter(name))
            parts += [f"{get}({called(o)}) is {called(v)}" for o, v in zip(owners, values, strict=True)]
        parts += [f"{called(check)}()" for check in self._checks]
        return eval(f"lambda: {' and '.join(parts) or 'True'}", known)


def _same(items: Any, expected: tuple[Any, ...]) -> bool:
    """Whether a collection has exactly these objects, in this order."""
    return len(items) == len(expected) and all(map(is_, items, expected))
