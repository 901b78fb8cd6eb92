"""The error catalogue: one file an area, found and merged here; names are unique."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from cutedsl.errors.catalogue.entry import Entry


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


def _areas() -> Iterator[tuple[Entry, ...]]:
    """The `ENTRIES` of every file beside this one: a new area needs no registration."""
    for module in pkgutil.iter_modules(__path__):
        if module.name != "entry":
            yield importlib.import_module(f"{__name__}.{module.name}").ENTRIES


CATALOGUE: Mapping[str, Entry] = merge(_areas())
"""Every error a program can meet, by its kebab-case name."""

__all__ = ["CATALOGUE", "Entry", "merge"]
