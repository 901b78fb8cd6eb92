"""`UNSET`: what a variable holds that was not assigned on some path."""

from __future__ import annotations

from typing import Final


class Unset:
    """The class of `UNSET`; rewritten code deletes a variable that would hold it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = Unset()
