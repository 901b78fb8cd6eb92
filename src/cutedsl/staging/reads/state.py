"""The state of plain Python objects: their attributes, if these are all there is."""

from __future__ import annotations

from functools import lru_cache
from types import MemberDescriptorType, MethodDescriptorType

_PICKLING = ("__reduce_ex__", "__reduce__", "__getstate__")


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
    cls = type(value)
    read = object.__getattribute__
    found: dict[str, object] = {}
    for name in slot_names(cls):
        try:
            found[name] = read(value, name)
        except AttributeError:
            continue
    return found


def is_plain(value: object) -> bool:
    """Whether attributes are the whole state: no part of it is held by an extension written in C."""
    cls = type(value)
    own = [getattr(cls, name) for name in _PICKLING]
    if any(isinstance(method, MethodDescriptorType) and method.__objclass__ is not object for method in own):
        return False
    if any(method is not getattr(object, name) for method, name in zip(own, _PICKLING, strict=True)):
        return True
    try:
        object.__reduce_ex__(value, 2)
    except TypeError:
        return False
    return True
