"""One entry of the error catalogue."""

from __future__ import annotations

import re

from cutedsl.errors.classes import CLASS_OF_BASE
from cutedsl.errors.frozen import frozen

_KEBAB = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@frozen
class Entry:
    """What is known about an error by name: `title` and `why` are sentences, `fix` is one change.

    `base` is the builtin that the exception also inherits; `wrong` and `right` are short excerpts. `lead` stands
    before each message, for an error whose messages name only what is affected.
    Raises `ValueError` for a name that is not kebab-case, an empty text, or a base without a class.
    """

    name: str
    base: type[Exception]
    title: str
    why: str
    fix: str
    wrong: str
    right: str
    lead: str = ""

    def __post_init__(self) -> None:
        if not _KEBAB.fullmatch(self.name):
            raise ValueError(f"an error's name is kebab-case, not {self.name!r}")
        if self.base not in CLASS_OF_BASE:
            raise ValueError(f"{self.name}: no exception class is mixed with {self.base.__name__}")
        if not all(text.strip() for text in (self.title, self.why, self.fix, self.wrong, self.right)):
            raise ValueError(f"{self.name}: title, why, fix, wrong and right must all say something")
