"""The words that call code reads in this process: addresses of CPython's, torch's, NumPy's and our types and functions.

Everything that is not part of a stable C interface is compared with known objects first; where the comparison fails the
words stay 0, no argument of that kind matches, and its calls take the Python path.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any, Final

from cutedsl.arch.abi.call import BYTES_CONTENT, ENVIRONMENT, TUPLE_FIELDS, TYPE_OFFSET, WORD_BYTES
from cutedsl.config import override_variable
from cutedsl.execution.native_calls.function_address import address_of, library_address
from cutedsl.execution.native_calls.numpy import numpy_words
from cutedsl.execution.native_calls.scalars import event_of, handle_of, number_of
from cutedsl.execution.native_calls.tensors import tensor_words
from cutedsl.execution.native_calls.torch import torch_words
from cutedsl.forks.locks import fork_safe_lock

_FUNCTIONS: Final = {
    "incref": "Py_IncRef",
    "decref": "Py_DecRef",
    "float_as_double": "PyFloat_AsDouble",
    "long_as_long_long": "PyLong_AsLongLongAndOverflow",
    "long_from_long_long": "PyLong_FromLongLong",
    "error_occurred": "PyErr_Occurred",
    "error_clear": "PyErr_Clear",
    "vectorcall": "PyObject_Vectorcall",
    "context_var_get": "PyContextVar_Get",
    "dict_get_item": "PyDict_GetItemWithError",
    "dict_next": "PyDict_Next",
    "get_attribute": "PyObject_GetAttr",
    "list_as_tuple": "PyList_AsTuple",
    "unicode_compare": "PyUnicode_Compare",
    "rich_compare": "PyObject_RichCompareBool",
    "bytes_from": "PyBytes_FromStringAndSize",
    "allocate": "PyType_GenericAlloc",
}
_FRAMEWORKS: Final[dict[str, Callable[[Any], dict[str, int] | None]]] = {"torch": torch_words, "numpy": numpy_words}


class Environment:
    """The process's words; frameworks are added when the program has imported them.

    `usable` is False where call code cannot run at all (a free-threaded Python, unknown object headers).
    """

    def __init__(self) -> None:
        self._words = (ctypes.c_int64 * len(ENVIRONMENT))()
        self._known: set[str] = set()
        self._lock = fork_safe_lock()
        self._kept: list[object] = []
        self.address = ctypes.addressof(self._words)
        self.usable = _headers_are_known()
        if self.usable:
            self._fill(_python_words())
            self._fill(tensor_words())
            self.usable = self._words[_index("getenv")] != 0
        self.learn()

    def learn(self) -> bool:
        """Adds the frameworks that were imported since the last time; whether there were any."""
        if not self.usable or len(self._known) == len(_FRAMEWORKS):
            return False
        with self._lock:
            before = len(self._known)
            for name, words in _FRAMEWORKS.items():
                module = sys.modules.get(name)
                if module is None or name in self._known:
                    continue
                found = words(module)
                if found is None:  # its import is still going on
                    continue
                self._known.add(name)
                self._kept.append(module)
                self._fill(found)
            return len(self._known) > before

    def word(self, name: str) -> int:
        """One word; 0 where it is unknown."""
        return self._words[_index(name)]

    def _fill(self, words: dict[str, int]) -> None:
        for name, value in words.items():
            self._words[_index(name)] = value


def _index(name: str) -> int:
    return ENVIRONMENT[name] // WORD_BYTES


def _headers_are_known() -> bool:
    """Whether objects have their type, and tuples and bytes their content, where call code looks, under a GIL."""
    if sys.implementation.name != "cpython" or "t" in vars(sys).get("abiflags", ""):  # "t": a Python without a GIL
        return False
    if ctypes.sizeof(ctypes.c_void_p) != WORD_BYTES:
        return False
    samples: tuple[object, ...] = (1.5, 7, True, None, "text", _headers_are_known)
    pair = ("one", "two")
    size, second = (_word(pair, TUPLE_FIELDS[field] + at) for field, at in (("size", 0), ("items", WORD_BYTES)))
    if (size, second) != (2, id(pair[1])):
        return False
    text = b"eight on"
    if _word(text, BYTES_CONTENT).to_bytes(WORD_BYTES, sys.byteorder) != text:
        return False
    return all(_word(sample, TYPE_OFFSET) == id(type(sample)) for sample in samples)


def _word(value: object, offset: int) -> int:
    return ctypes.c_uint64.from_address(id(value) + offset).value


_VERSION: Final = 24
"""Where CPython up to 3.13 has a dict's version, behind its size."""


class _Plain:
    """An object that has its attributes itself, until somebody asks for its dict."""

    one = 1


def _version_offset() -> int:
    """Where a dict has a number that each change of it changes; 0 where this Python has none."""
    tried: dict[str, int] = {"one": 1}
    changes: tuple[Callable[[], object], ...] = (
        lambda: tried.__setitem__("two", 2),
        lambda: tried.__setitem__("two", 3),
        lambda: tried.update(two=4),
        lambda: tried.setdefault("three", 5),
        lambda: tried.pop("two"),
        lambda: tried.__delitem__("three"),
        lambda: tried.popitem(),
        lambda: tried.update(four=6),
        tried.clear,
    )
    seen = [_word(tried, _VERSION)]
    for change in changes:
        change()
        seen.append(_word(tried, _VERSION))
        tried.get("one")
        if seen[-1] != _word(tried, _VERSION):
            return 0
    if len(set(seen)) != len(seen) or 0 in seen or not _attributes_change_versions():
        return 0
    return _VERSION


def _attributes_change_versions() -> bool:
    """Whether assigning an attribute changes the version of the object's dict, which CPython 3.13 leaves as it is."""
    tried = _Plain()
    tried.one = 2
    held = vars(tried)
    before = _word(held, _VERSION)
    tried.one = 3
    return _word(held, _VERSION) != before


def _python_words() -> dict[str, int]:
    functions = {name: address_of(getattr(ctypes.pythonapi, symbol)) for name, symbol in _FUNCTIONS.items()}
    objects: dict[str, object] = {
        "none": None,
        "py_true": True,
        "py_false": False,
        "float_type": float,
        "int_type": int,
    }
    return (
        functions
        | {name: id(value) for name, value in objects.items()}
        | {
            "override_variable": id(override_variable()),
            "number_of": id(number_of),
            "handle_of": id(handle_of),
            "event_of": id(event_of),
            "getenv": library_address("getenv"),
            "dict_version_offset": _version_offset(),
        }
    )


_environments: Final[list[Environment]] = []
_lock: Final = fork_safe_lock()


def environment() -> Environment:
    """The process's environment."""
    if not _environments:
        with _lock:
            if not _environments:
                _environments.append(Environment())
    return _environments[0]
