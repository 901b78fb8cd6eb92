"""The state of plain Python objects: their attributes, if these are all there is."""

from __future__ import annotations

from functools import lru_cache
from types import MemberDescriptorType

_WORD_BYTES = tuple.__itemsize__


@lru_cache(maxsize=4096)
def slot_names(cls: type) -> tuple[str, ...]:
    """The `__slots__` of a class and its bases, as attribute names."""
    return tuple(
        name
        for base in cls.__mro__
        for name, value in vars(base).items()
        if isinstance(value, MemberDescriptorType) and value.__objclass__ is base and not name.startswith("__")
    )


def slots_of(value: object) -> dict[str, object]:
    """The slots that are set."""
    read = object.__getattribute__
    found: dict[str, object] = {}
    for name in slot_names(type(value)):
        try:
            found[name] = read(value, name)
        except AttributeError:
            continue
    return found


@lru_cache(maxsize=4096)
def is_plain(cls: type) -> bool:
    """Whether attributes are the whole state of instances: they are no larger than their slots and dict make them.

    Source: the check that CPython's `object.__reduce_ex__` makes before it copies an object.
    """
    words = len(slot_names(cls)) + (cls.__dictoffset__ > 0) + (cls.__weakrefoffset__ > 0)
    return not cls.__itemsize__ and cls.__basicsize__ <= object.__basicsize__ + _WORD_BYTES * words
