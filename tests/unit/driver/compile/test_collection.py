"""The garbage collector rests while something is compiled, and is left as it was."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

import cutedsl.cute as cute
from cutedsl.driver.compile.collection import collector_at_rest, keep_all


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


@pytest.fixture
def nothing_frozen() -> Iterator[None]:
    """As in a user's process; the tests freeze what earlier ones left."""
    gc.unfreeze()
    yield
    gc.freeze()


def test_kept_objects_are_old_and_still_collected(nothing_frozen: None) -> None:
    class Node:
        pass

    node = Node()
    node.itself = node  # pyright: ignore[reportAttributeAccessIssue]
    gone = weakref.ref(node)
    keep_all()
    assert not any(found is node for found in gc.get_objects(generation=0))
    assert any(found is node for found in gc.get_objects(generation=2))
    del node
    gc.collect()
    assert gone() is None


def test_objects_frozen_by_a_program_stay_frozen(nothing_frozen: None) -> None:
    gc.freeze()
    frozen = gc.get_freeze_count()
    keep_all()
    assert frozen - gc.get_freeze_count() < 100  # a few may end by their reference counts meanwhile
