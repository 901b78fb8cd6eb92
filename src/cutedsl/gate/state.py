"""What a candidate's Python keeps from call to call: a program that counts its calls may behave otherwise after some.

A candidate may keep compiled kernels and workspaces, which settle after a few calls. State that never comes twice is
a count, in whatever form: a number, a list that grows, an iterator, a closure, a random generator.
"""

from __future__ import annotations

import functools
import itertools
import operator
import os
import random
import types
import zlib
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, Final

from cutedsl.gate import arrays

WINDOW: Final = range(16, 40)
"""The calls of one case after which the state is looked at."""
_NEW: Final = 3 / 4
"""Above this share of states that came once only, calls are counted: those with the arrays of the last call repeat."""
_DEPTH: Final = 6
_MOST: Final = 5000
_SMALL: Final = 64
"""Elements of arrays whose values are part of the state."""
_LIBRARIES: Final = ("cutedsl", "cutlass", "torch", "numpy", "jax")


class Kept:
    """The states of a candidate after the calls of `WINDOW`."""

    def __init__(self) -> None:
        self._states: list[dict[str, object]] = []

    def look(self, roots: Mapping[str, Any]) -> None:
        """A call has ended. `roots` are what the candidate's functions can reach, by name."""
        self._states.append(state_of({**roots, "os.environ": dict(os.environ), "random": random.getstate()}))

    def counts(self) -> str:
        """What counts the calls, as a name; empty where nothing does."""
        if len(self._states) < len(WINDOW):
            return ""
        if len({tuple(state.items()) for state in self._states}) <= _NEW * len(self._states):
            return ""
        names = dict.fromkeys(name for state in self._states for name in state)
        return max(names, key=lambda name: len({state.get(name) for state in self._states}))


def state_of(roots: Mapping[str, Any]) -> dict[str, object]:
    """Numbers, texts and sizes that can be reached, by the way to them.

    >>> state_of({"calls": 3, "seen": [7]})
    {'calls': 3, 'seen': 1, 'seen[0]': 7}
    """
    found: dict[str, object] = {}
    seen: set[int] = set()
    todo = deque((name, value, 0) for name, value in roots.items())
    while todo and len(found) < _MOST:
        name, value, depth = todo.popleft()
        simple = _simple(value)
        if simple is not None:
            found[name] = simple
        if depth < _DEPTH and id(value) not in seen and not isinstance(value, int | float | str | bytes):
            seen.add(id(value))
            todo.extend((name + step, inner, depth + 1) for step, inner in _parts(value))
    return found


def _simple(value: Any) -> object:
    """What a value itself says, without its parts; None where it says nothing."""
    if isinstance(value, bool | int | float | complex):
        return value
    if isinstance(value, str | bytes):
        return zlib.crc32(value.encode("utf-8", "replace") if isinstance(value, str) else value)
    if isinstance(value, itertools.count):
        return repr(value)
    if isinstance(value, random.Random):
        return hash(value.getstate())
    if isinstance(value, list | tuple | dict | set | frozenset | deque | bytearray):
        return len(value)
    if isinstance(value, Iterator):
        return operator.length_hint(value, -1)
    if arrays.is_numpy(value) and value.size <= _SMALL:
        return zlib.crc32(value.tobytes())
    if arrays.is_torch(value) and value.numel() <= _SMALL and not value.is_cuda:
        return zlib.crc32(str(value.detach().tolist()).encode())
    return None


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        yield from ((f"[{key!r:.40}]", inner) for key, inner in list(value.items()))
    elif isinstance(value, list | tuple | set | frozenset | deque):
        yield from ((f"[{k}]", inner) for k, inner in enumerate(list(value)[:_SMALL]))
    elif isinstance(value, types.FunctionType):
        yield from ((f".{name}", inner) for name, inner in vars(value).items())
        cells = zip(value.__code__.co_freevars, value.__closure__ or (), strict=True)
        yield from ((f".{name}", cell.cell_contents) for name, cell in cells if _filled(cell))
        yield ".__defaults__", value.__defaults__ or ()
        yield ".__kwdefaults__", value.__kwdefaults__ or {}
    elif isinstance(value, functools.partial):
        yield from ((".func", value.func), (".args", value.args), (".keywords", value.keywords))
    elif isinstance(value, types.MethodType):
        yield from ((".__self__", value.__self__), (".__func__", value.__func__))
    elif isinstance(value, types.GeneratorType):
        yield ".locals", dict(value.gi_frame.f_locals) if value.gi_frame is not None else {}
    elif not isinstance(value, types.ModuleType) and not arrays.is_numpy(value) and not arrays.is_torch(value):
        yield from _attributes(value)


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:
    """What is in an object. Of objects of libraries only numbers with public names: others are caches of their own."""
    own = value if isinstance(value, type) else type(value)
    foreign = str(own.__module__).partition(".")[0] in _LIBRARIES
    names: dict[str, Any] = {}
    for slot in () if foreign else getattr(own, "__slots__", ()):
        if isinstance(slot, str) and hasattr(value, slot):
            names[slot] = getattr(value, slot)
    names.update(getattr(value, "__dict__", {}))
    for name, inner in names.items():
        if not foreign or (isinstance(inner, int | float) and not name.startswith("_")):
            yield f".{name}", inner


def _filled(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False
