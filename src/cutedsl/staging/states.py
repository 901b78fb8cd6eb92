"""What objects hold that a region cannot carry: compared at its start and its end, so that a change is an error."""

from __future__ import annotations

import io
import random
import types
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from functools import cache
from gc import get_referents
from itertools import count
from typing import Any

from cutedsl.errors.frames import module_of

State = tuple[Any, ...]
_LARGEST = 1 << 16
"""Arrays of more bytes than this are compared by a sample of their elements."""


def state(value: Any) -> State | None:
    """What an object holds now, to be compared with `is_same`; None for an object whose state is carried or constant.

    >>> items = iter((1, 2))
    >>> before = state(items)
    >>> next(items)
    1
    >>> is_same(before, state(items))
    False
    """
    of = _function_for(type(value))
    return None if of is None else of(value)


def has_state(cls: type) -> bool:
    """Whether `state` reads something of the objects of a class."""
    return _function_for(cls) is not None


def is_same(before: State | None, after: State | None) -> bool:
    """Whether two states are equal: the same objects, or equal numbers and texts."""
    if before is None or after is None:
        return before is after
    return len(before) == len(after) and all(map(_is_equal, before, after))


def is_iterator(value: Any) -> bool:
    """Whether the state of an object is how far it has been gone through."""
    return isinstance(value, Iterator) and not isinstance(value, io.IOBase)


def _is_equal(a: Any, b: Any) -> bool:
    return a is b or (type(a) is type(b) and isinstance(a, int | float | str | bytes | tuple | dict) and a == b)


@cache
def _function_for(cls: type) -> Callable[[Any], State] | None:
    """How the state of objects of a class is read."""
    for kinds, of in _KINDS:
        if issubclass(cls, kinds):
            return of
    package, _, _ = module_of(cls).partition(".")
    if package == "numpy" and any(base.__name__ == "ndarray" for base in cls.__mro__):
        return _of_array
    if package == "numpy" and cls.__name__ == "Generator":
        return lambda generator: (generator.bit_generator.state,)
    if package == "torch" and any(base.__name__ == "Tensor" for base in cls.__mro__):
        return _of_tensor
    if issubclass(cls, Iterator) and package in ("builtins", "itertools"):
        return _of_iterator
    return None


def _of_generator(generator: Any) -> State:
    frame = generator.gi_frame
    return () if frame is None else (frame.f_lasti, *frame.f_locals.values())


def _of_iterator(iterator: Any) -> State:
    """How many items are left, as far as the iterator knows, and the same of the iterators that it reads."""
    left = iterator.__length_hint__() if hasattr(iterator, "__length_hint__") else None
    inner = [state(value) for value in _kept_objects(iterator) if isinstance(value, Iterator)]
    return left, *(item for part in inner for item in part or ())


def _kept_objects(iterator: Any) -> list[Any]:
    """What an iterator keeps, also in tuples."""
    direct = get_referents(iterator)
    return direct + [part for value in direct if isinstance(value, tuple) for part in value]


def _of_array(array: Any) -> State:
    flat = array.reshape(-1)
    return (flat[:: max(1, flat.nbytes // _LARGEST)].tobytes(),) if array.dtype.kind != "O" else tuple(flat[:_LARGEST])


def _of_tensor(tensor: Any) -> State:
    return () if tensor.is_inference() else (tensor._version,)


_KINDS: tuple[tuple[Any, Callable[[Any], State]], ...] = (
    ((set, deque), tuple),
    ((bytearray, array), lambda value: (bytes(value),)),
    (types.GeneratorType, _of_generator),
    (count, lambda counter: (repr(counter),)),
    (random.Random, lambda drawn: (drawn.getstate(),)),
    ((io.StringIO, io.BytesIO), lambda file: (file.getvalue(),)),
    (ContextVar, lambda variable: (variable.get(None),)),
)
