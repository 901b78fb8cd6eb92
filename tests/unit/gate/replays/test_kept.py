"""Memory that a candidate keeps is aged where calls change it: counts by a million calls, the rest by halves."""

from __future__ import annotations

import numpy as np
import pytest

from cutedsl.gate.replays.kept import KeptMemory
from cutedsl.gate.replays.memory import Memory
from cutedsl.gate.wire import Message

LAUNCH = [Message({"kind": "launch", "places": [[0, 5, 0]]})]


def after_calls(steps: list[list[int]]) -> tuple[KeptMemory, dict[int, Memory], list[int]]:
    """Memory 5 has the words of each step after a call, of the first before all; and what the last call changed."""
    memory = {5: Memory(4 * len(steps[0]), "constant")}
    words = memory[5].array.view(np.int32)
    words[:] = steps[0]
    kept, changed = KeptMemory(), []
    for step in steps[1:]:
        kept.begin(memory, LAUNCH)
        words[:] = step
        changed = kept.changed(memory)
    return kept, memory, changed


@pytest.mark.parametrize(
    ("steps", "how", "aged"),
    [
        ([[0, 7], [1, 7], [2, 7]], "counts", [1_000_002, 7]),
        ([[0, 0, 0, 0], [5, 6, 7, 0], [5, 6, 7, 0]], "first", [0x3F9D70A4, 6, 7, 0]),
        ([[0, 0, 0, 0], [5, 6, 7, 0], [5, 6, 7, 0]], "last", [5, 0x3F9D70A4, 0x3F9D70A4, 0]),
    ],
)
def test_values_that_calls_change_are_aged(steps: list[list[int]], how: str, aged: list[int]) -> None:
    kept, memory, _ = after_calls(steps)
    kept.age(memory, 5, how)
    assert memory[5].array.view(np.int32).tolist() == aged


def test_values_that_calls_leave_stay() -> None:
    kept, memory, changed = after_calls([[3, 0], [3, 0], [3, 0]])
    assert changed == []
    for how in ("counts", "first", "last"):
        kept.age(memory, 5, how)
    assert memory[5].array.view(np.int32).tolist() == [3, 0]
