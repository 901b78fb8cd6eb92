"""The words before names in messages."""

from __future__ import annotations


def with_article(name: str) -> str:
    """A type's name with its article: `an Int32`, `a Uint8`, `None`.

    >>> with_article("Int32"), with_article("ndarray"), with_article("Uint8"), with_article("NoneType")
    ('an Int32', 'an ndarray', 'a Uint8', 'None')
    """
    if name == "NoneType":
        return "None"
    vowel = name[:1] in "AEIOaeiou" or name == "ndarray"
    return f"{'an' if vowel else 'a'} {name}"
