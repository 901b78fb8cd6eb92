"""Counting the calls that took the Python path."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cutedsl.driver.call.compiled import CompiledFunction


@contextmanager
def counting_slow_calls() -> Iterator[list[int]]:
    """A list whose only item is the number of calls that Python bound, since the block began."""
    count = [0]
    real = CompiledFunction._matched  # pyright: ignore[reportPrivateUsage]

    def matched(self: CompiledFunction, args: object, kwargs: object) -> list[object]:
        count[0] += 1
        return real(self, args, kwargs)  # pyright: ignore

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CompiledFunction, "_matched", matched)
        yield count
