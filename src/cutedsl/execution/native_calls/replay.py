"""Calls of operations that a builtin repeats: the records of what it has seen, and the builtin itself.

Source: arch/abi/replay.py.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, Final

from cutedsl.arch.abi.call import DLTENSOR_BYTES, DLTENSOR_FIELDS, WORD_BYTES
from cutedsl.arch.abi.replay import ALIGN_MASK, CONSTANT_WORDS, RECORD, REPLAY_SYMBOL, TENSOR
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu.module import link_objects
from cutedsl.execution.native_calls.builtin import new_builtin
from cutedsl.execution.native_calls.environment import environment

_MOST_RECORDS: Final = 64
"""Length of a chain, which is walked in every call of a class that has no record."""
_CONSTANTS: Final = (type(None), bool, int, float, str)
"""Types of arguments whose identity says all."""
_NUMBER: Final = -1


@frozen
class ViewOf:
    """What `view` makes of an array, by the array's number."""

    number: int
    view: Callable[[Any], Any]


@frozen
class Program:
    """One launch: what is called, and with what: numbers of arrays (arguments, then those made), views of them, or an
    object in a tuple."""

    run: Callable[..., Any]
    sources: Sequence[int | ViewOf | tuple[object]]


@frozen
class Repeated:
    """A call: its arguments, of which the last have names, what makes more arrays, the programs, and the result.

    The result is an array by its number, or without one what the last program answers.
    """

    given: Sequence[object]
    names: Sequence[str]
    makes: Sequence[Callable[[], Any]]
    programs: Sequence[Program]
    result: int | None


class Replays:
    """A chain of records and the builtin that walks it; all other calls go to `slow`.

    The builtin repeats nothing while `variable` is set to anything but None. Tensors are torch's ordinary ones, which
    need no gradient; other arguments are compared by identity.
    """

    def __init__(self, code: Any, name: str, slow: Callable[..., Any], variable: ContextVar[Any]) -> None:
        self._chain = (ctypes.c_int64 * 1)()
        self._first: tuple[object, ...] | None = None
        self._count = 0
        head = struct.pack("=3q", environment().address, ctypes.addressof(self._chain), id(variable))
        kept = (slow, head, self._chain, variable, code)
        self.builtin = new_builtin(name, code[REPLAY_SYMBOL], kept)

    def add(self, call: Repeated) -> bool:
        """Repeats calls like this one from now on; False where machine code cannot recognise their class."""
        arguments = [_argument(x) for x in call.given]
        words = [word for some in arguments if some is not None for word in some]
        if len(words) != sum(len(some or ()) for some in arguments) or None in arguments:
            return False
        if self._count >= _MOST_RECORDS:
            self.forget()
        names = [sys.intern(name) for name in call.names]
        rest = [id(make) for make in call.makes]
        kept: list[object] = [call, *names]
        for program in call.programs:
            rest += [id(program.run), len(program.sources)]
            for source in program.sources:
                rest += _words_of(source)
        head = {
            "next": 0 if self._first is None else self._chain[0],
            "positional": len(call.given) - len(names),
            "named": len(names),
            "makes": len(call.makes),
            "steps": len(call.programs),
            "most": max((len(program.sources) for program in call.programs), default=0),
            "result": _NUMBER if call.result is None else call.result,
        }
        record = (ctypes.c_int64 * (RECORD["end"] // WORD_BYTES + len(names) + len(words) + len(rest)))()
        self._first = (record, tuple(kept), self._first)
        record[:] = [id(self._first), *head.values(), *map(id, names), *words, *rest]
        self._chain[0] = ctypes.addressof(record)
        self._count += 1
        return True

    def forget(self) -> None:
        """Sends every next call to `slow`; a call under way keeps its record."""
        self._chain[0], self._first, self._count = 0, None, 0


def _words_of(source: int | ViewOf | tuple[object]) -> list[int]:
    """A source's words."""
    if isinstance(source, ViewOf):
        return [source.number, id(source.view)]
    return [_NUMBER, id(source[0])] if isinstance(source, tuple) else [source, 0]


def _argument(x: Any) -> list[int] | None:
    """An argument's words; None where machine code cannot tell its class."""
    words = environment()
    if type(x) in _CONSTANTS:
        return [WORD_BYTES * CONSTANT_WORDS, id(x)]
    if id(type(x)) not in (words.word("torch_tensor"), words.word("torch_parameter")):
        return None
    view = (ctypes.c_uint8 * DLTENSOR_BYTES)()
    read = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p)(words.word("torch_view"))
    if read(x, view):
        return None
    start = ctypes.addressof(view)

    def word(name: str) -> int:
        return ctypes.c_int64.from_address(start + DLTENSOR_FIELDS[name]).value

    rank = ctypes.c_int32.from_address(start + DLTENSOR_FIELDS["ndim"]).value
    low = (word("data") + word("byte_offset")) & ALIGN_MASK
    leaves = [d for name in ("shape", "strides") for d in (ctypes.c_int64 * rank).from_address(word(name))]
    size = TENSOR["leaves"] + WORD_BYTES * len(leaves)
    return [size, 0, id(type(x)), low, word("device_type"), word("ndim"), *leaves]


def link_replay(data: bytes) -> Any:
    """Loads the object of `native/replay`."""
    return link_objects(data, [REPLAY_SYMBOL])
