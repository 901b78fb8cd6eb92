"""One environment variable: its names, the setting behind it, how its text is read."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast


class ConfigError(ValueError):
    """Invalid value of an environment variable."""


@dataclass(frozen=True, slots=True)
class Alias:
    """A name of the reference whose text is read in another way than the variable's own: the contrary, say."""

    name: str
    read: Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Variable:
    """One environment variable: its name, the field of `Config` it sets, how its text is read, what it means.

    `aliases` are the reference's names for the same thing, looked at when `name` is unset or empty; where the value is
    a set, what all names say is joined. `calls`: a change matters to calls of programs that are compiled already, so
    that machine code which recognises such calls looks at the variable; the others are looked at when one compiles.
    """

    name: str
    field: str
    read: Callable[[str], object]
    meaning: str
    aliases: tuple[str | Alias, ...] = ()
    calls: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """Its own name, then the reference's."""
        return (self.name, *(alias.name if isinstance(alias, Alias) else alias for alias in self.aliases))

    def value(self) -> object | None:
        """What the environment gives, or None when no name of the variable has a text.

        Raises `ConfigError` with the name and what it takes.
        """
        readers = (self.read, *(alias.read if isinstance(alias, Alias) else self.read for alias in self.aliases))
        found = [
            _parsed(name, text, read)
            for name, read in zip(self.names, readers, strict=True)
            if (text := os.environ.get(name))
        ]
        if found and isinstance(found[0], frozenset):
            return frozenset[str]().union(*cast("list[frozenset[str]]", found))
        return found[0] if found else None


def _parsed(name: str, text: str, read: Callable[[str], object]) -> object:
    try:
        return read(text.strip())
    except ValueError as error:
        raise ConfigError(f"{name}={text!r}: {error}") from None
