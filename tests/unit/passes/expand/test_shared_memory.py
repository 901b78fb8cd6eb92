"""Allocations of shared memory fill the gaps that alignment leaves, and never lie in each other."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from cutedsl.passes.expand.shared_memory import SharedMemory


def test_an_allocation_lies_in_the_first_gap_that_has_room() -> None:
    memory = SharedMemory()
    asked = [(80, 16), (2048, 1024), (160, 8), (900, 8), (4, 4)]  # 784 bytes are left before the second one
    assert [memory.allocate(*one) for one in asked] == [0, 1024, 80, 3072, 240]
    assert memory.end == 3972


def test_allocations_lie_apart_and_are_aligned() -> None:
    draw, memory = Random(0), SharedMemory()
    taken: list[tuple[int, int]] = []
    for _ in range(300):
        size, align = draw.randrange(1, 400), 1 << draw.randrange(11)
        begin = memory.allocate(size, align)
        assert begin % align == 0 and begin + size <= memory.end
        taken.append((begin, begin + size))
    taken.sort()
    assert all(a[1] <= b[0] for a, b in pairwise(taken))
