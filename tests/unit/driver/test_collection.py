"""The garbage collector rests while something is compiled, and is left as it was."""

from __future__ import annotations

import gc

import pytest

import cutedsl.cute as cute
from cutedsl.driver.collection import collector_at_rest


def test_a_trace_runs_without_the_collector() -> None:
    seen: list[bool] = []

    @cute.jit
    def program() -> None:
        seen.append(gc.isenabled())

    assert gc.isenabled()
    cute.compile(program)
    assert seen == [False]
    assert gc.isenabled()


@pytest.mark.parametrize("before", [True, False])
def test_the_last_of_several_leaves_it_as_the_first_found_it(before: bool) -> None:
    (gc.enable if before else gc.disable)()
    try:
        with pytest.raises(KeyError), collector_at_rest():
            with collector_at_rest():
                assert not gc.isenabled()
            assert not gc.isenabled()
            raise KeyError
        assert gc.isenabled() == before
    finally:
        gc.enable()
