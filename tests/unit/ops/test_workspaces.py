"""Memory that blocks hand sums through: one for each stream, found again without Python."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import pytest

from cutedsl import ops
from cutedsl.ops import workspaces
from cutedsl.ops.arrays import View, view_of


@pytest.fixture
def like(monkeypatch: pytest.MonkeyPatch) -> Iterator[View]:
    """An array like which workspaces are asked for, with nothing kept from before and nothing left behind."""
    kept: dict[object, tuple[View, View]] = {}
    monkeypatch.setattr(workspaces, "_KEPT", kept)
    yield view_of("a", np.zeros((2, 2), np.float32))
    workspaces._giver.cache_clear()  # pyright: ignore[reportPrivateUsage]


def python_calls_of(call: object) -> list[str]:
    """The Python functions that a call enters."""
    assert callable(call)
    entered: list[str] = []
    sys.setprofile(lambda frame, event, _: entered.append(frame.f_code.co_name) if event == "call" else None)
    try:
        call()
    finally:
        sys.setprofile(None)
    return entered


def test_a_stream_that_asked_before_gets_its_array_without_python(like: View) -> None:
    sums, flags = workspaces.workspace(like, 300, 7)
    for part, view in enumerate((sums, flags)):
        give = workspaces._giver(part, "numpy", "cpu", 300, 7, "float32")  # pyright: ignore[reportPrivateUsage]
        assert python_calls_of(give)
        assert python_calls_of(give) == []
        assert give() is view.array
    assert not flags.array.any()


def test_streams_have_arrays_of_their_own_which_only_grow(like: View, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1]
    monkeypatch.setattr(workspaces, "_stream_reader", lambda device: (lambda number: now[number], 0))
    give = workspaces._giver(0, "numpy", "cpu", 300, 7, "float32")  # pyright: ignore[reportPrivateUsage]
    first = give()
    now[0] = 2
    second = give()
    assert second is not first and second.shape == first.shape == (320,)
    larger = workspaces.workspace(like, 500, 7)[0].array
    assert larger.shape == (512,) and workspaces.workspace(like, 300, 7)[0].array is larger
    assert give() is second  # large enough for those who have it
    now[0] = 1
    assert give() is first


def test_a_product_that_shares_tiles_along_k_runs_again_by_its_plan(like: View) -> None:
    config = ops.GemmConfig(tile_m=64, tile_n=64, stages=3, groups=1, stream_k=True)
    rng = np.random.default_rng(1)
    for _ in range(4):
        a, b = (rng.standard_normal((64, 512)).astype(np.float16) for _ in range(2))
        made = ops.matmul(a, b.T, config=config)
        exact = a.astype(np.float64) @ b.astype(np.float64).T
        assert np.linalg.norm(made - exact) < 1e-3 * np.linalg.norm(exact)
