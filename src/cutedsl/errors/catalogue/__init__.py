"""The error catalogue: one file an area, found and merged here; names are unique."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from cutedsl.errors.catalogue.entry import Entry
from cutedsl.forks.locks import fork_safe_lock


def merge(areas: Iterable[tuple[Entry, ...]]) -> Mapping[str, Entry]:
    """All entries by name, in order. Raises `ValueError` for a name that two entries share.

    >>> merge([()])
    mappingproxy({})
    """
    entries: dict[str, Entry] = {}
    for entry in (entry for area in areas for entry in area):
        if entry.name in entries:
            raise ValueError(f"the error {entry.name!r} has two catalogue entries")
        entries[entry.name] = entry
    return MappingProxyType(entries)


_FIRST = ("staging",)
"""The areas that are looked at before the others: what most mistakes and warnings are of."""


class _Catalogue(Mapping[str, Entry]):
    """The `ENTRIES` of every file beside this one: a new area needs no registration. Areas are read until a name is
    found, as a program that warns of one thing should not wait for all."""

    def __init__(self) -> None:
        self._entries: Mapping[str, Entry] = {}
        names = [module.name for module in pkgutil.iter_modules(__path__) if module.name != "entry"]
        self._unread = sorted(names, key=lambda name: name in _FIRST)
        self._reading = fork_safe_lock()

    def __getitem__(self, name: str) -> Entry:
        while name not in self._entries and self._unread:
            self._read()
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> Mapping[str, Entry]:
        while self._unread:
            self._read()
        return self._entries

    def _read(self) -> None:
        with self._reading:
            if not self._unread:
                return
            area = importlib.import_module(f"{__name__}.{self._unread[-1]}").ENTRIES
            self._entries = merge((tuple(self._entries.values()), area))
            self._unread.pop()


CATALOGUE: Final[Mapping[str, Entry]] = _Catalogue()
"""Every error a program can meet, by its kebab-case name."""

__all__ = ["CATALOGUE", "Entry", "merge"]
