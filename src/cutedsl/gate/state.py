"""What a candidate's Python keeps from call to call: a program that counts its calls may behave otherwise after some.

A candidate may keep compiled kernels and workspaces, which settle after a few calls. State that never comes twice is
a count, in whatever form: a number, a list that grows, an iterator, a closure, a random generator.
"""

from __future__ import annotations

import contextvars
import functools
import io
import itertools
import logging
import operator
import os
import pickle
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
_RISES: Final = 4
"""What has had so many values in the window, each larger than the one before, has not settled."""
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
        names = dict.fromkeys(name for state in self._states for name in state)
        if len({tuple(state.items()) for state in self._states}) <= _NEW * len(self._states):
            return next((name for name in names if self._grows(name)), "")
        return max(names, key=lambda name: len({state.get(name) for state in self._states}))

    def _grows(self, name: str) -> bool:
        """Whether a number or a size never falls and still rises, as of a set that each new array goes into."""
        values = [state.get(name) for state in self._states]
        if not all(isinstance(value, int) for value in values) or len(set(values)) < _RISES:
            return False
        return all(a <= b for a, b in itertools.pairwise(values))  # pyright: ignore


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
        if id(value) in seen or isinstance(value, int | float | str | bytes):
            continue
        seen.add(id(value))
        inside = [(name + step, inner, depth + 1) for step, inner in parts(value)]
        if depth < _DEPTH:
            todo.extend(inside)
        elif inside:
            found[name] = id(value)  # a chain of objects that is walked: each step is another one
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
    if _is_file(value):
        return _position(value)
    if isinstance(value, list | tuple | dict | set | frozenset | deque | bytearray):
        return len(value)
    if arrays.is_numpy(value) and value.size <= _SMALL:
        return zlib.crc32(value.tobytes())
    if arrays.is_torch(value) and value.numel() <= _SMALL and not value.is_cuda:
        return zlib.crc32(str(value.detach().tolist()).encode())
    if isinstance(value, Iterator) and operator.length_hint(value, -1) >= 0:
        return operator.length_hint(value)
    return _inside(value)


def _is_file(value: Any) -> bool:
    return isinstance(value, io.FileIO | io.BufferedIOBase | io.TextIOWrapper) and not isinstance(value, io.BytesIO)


def _position(file: Any) -> object:
    """How far a file has been read; None where that cannot be told."""
    try:
        return file.buffer.tell() << 32 | file.tell() if isinstance(file, io.TextIOWrapper) else file.tell()
    except (OSError, ValueError):
        return None


def _inside(value: Any) -> object:
    """What an object holds that shows no parts, as `Decimal`, `BytesIO` or a hash do; None where nothing tells."""
    if isinstance(value, contextvars.ContextVar):
        return _simple(value.get(None))
    if type(value).__module__.startswith("numpy.random") and hasattr(value, "bit_generator"):
        return repr(value.bit_generator.state)
    if isinstance(value, type) or callable(value) or getattr(value, "__dict__", None):
        return None
    if str(type(value).__module__).partition(".")[0] in _LIBRARIES:
        return None
    try:
        return zlib.crc32(value.digest() if hasattr(value, "digest") else pickle.dumps(value))
    except Exception:  # what cannot be pickled tells nothing
        return None


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What an object holds, and the way to each."""
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
    for name in ("manager", "parent") if isinstance(value, logging.Logger) else ():  # those of all packages
        names.pop(name, None)
    for name, inner in names.items():
        if not foreign or (isinstance(inner, int | float) and not name.startswith("_")):
            yield f".{name}", inner


def _filled(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False
