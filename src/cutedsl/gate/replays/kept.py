"""Memory that a candidate keeps from call to call: results must not depend on what calls have left there.

A workspace may hold anything, and a counter of blocks is as it was when the call ends. What is neither may count the
calls, or keep results of earlier ones: so it is aged, and the call run again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from cutedsl.gate.replays.memory import Memory
from cutedsl.gate.wire import Message

AGES: Final = ("counts", "first", "last")
"""What is replaced of the words that calls changed: those that each call moves by the same number, as if there had been
a million more; or the first half of the others, or the last, by numbers that no call wrote."""
_CALLS: Final = 1_000_000
_JUNK: Final = 0x3F9D70A4  # as a float 1.23
_MOST_BYTES: Final = 64 << 20


class KeptMemory:
    """The contents of a candidate's own memory before the last two replays, from the first that changed it on."""

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._history: dict[int, list[Any]] = {}

    def begin(self, memory: Mapping[int, Memory], events: Sequence[Message]) -> None:
        """A replay begins: notes the memory that its launches are given and that is not made in it."""
        made = {int(e.header["number"]) for e in events if e.kind == "memory" and e.header["origin"] != "constant"}
        made |= host_results(events)
        used = {int(place[1]) for e in events if e.kind == "launch" for place in e.header["places"]} - made
        self._before = {}
        for number in used:
            one = memory.get(number)
            if one is not None and one.size <= _MOST_BYTES:
                self._before[number] = one.array.copy()

    def changed(self, memory: Mapping[int, Memory]) -> list[int]:
        """The replay has ended: the numbers of memory that it changed."""
        found = [number for number, bytes_ in self._before.items() if (memory[number].array != bytes_).any()]
        for number, bytes_ in self._before.items():
            if number in found or number in self._history:
                self._history[number] = [*self._history.get(number, [])[-1:], bytes_]
        return found

    def age(self, memory: Mapping[int, Memory], number: int, how: str) -> None:
        """Replaces some of the words that the last two replays changed; `how` is one of AGES."""
        if number not in memory or len(self._history.get(number, [])) < 2:
            return
        now = _words(memory[number].array)
        first, second = (_words(one) for one in self._history[number])
        step = second - first
        steady = (step != 0) & (now - second == step)
        if how == "counts":
            now[steady] += step[steady] * np.uint32(_CALLS)
            return
        (others,) = np.nonzero(((first != second) | (second != now)) & ~steady)
        middle = len(others) // 2
        now[others[:middle] if how == "first" else others[middle:]] = _JUNK


def host_results(events: Sequence[Message]) -> set[int]:
    """Memory of results that the host makes in a call, as by `np.zeros`: no other call has it."""
    results = {int(one[0]) for event in events if event.kind == "end" for one in event.header["outputs"]}
    return {int(event.header["number"]) for event in events if event.kind == "memory"} & results


def _words(array: Any) -> Any:
    return array[: array.size // 4 * 4].view(np.uint32)
