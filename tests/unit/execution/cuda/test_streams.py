"""Streams in every form that callers hold them."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.streams import environment_stream, is_stream, stream_handle


class TorchLike:
    cuda_stream = 0x77


class CoreLike:
    def __cuda_stream__(self) -> tuple[int, int]:
        return 0, 0x88


class DriverLike:
    """What `cuda.bindings.driver.CUstream` looks like from outside."""

    def __int__(self) -> int:
        return 0x99


DriverLike.__name__ = "CUstream"
DriverLike.__module__ = "cuda.bindings.driver"


@pytest.mark.parametrize(
    ("stream", "handle"), [(None, 0), (5, 5), (TorchLike(), 0x77), (CoreLike(), 0x88), (DriverLike(), 0x99)]
)
def test_a_stream_gives_its_handle(stream: object, handle: int) -> None:
    assert stream_handle(stream) == handle


@pytest.mark.parametrize("value", [True, "0", 1.0, object()])
def test_values_that_are_no_streams_are_refused(value: object) -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        stream_handle(value)
    assert caught.value.name == "argument-type"


def test_numbers_are_no_stream_objects() -> None:
    assert not any(map(is_stream, (0, None, "s")))
    assert all(map(is_stream, (TorchLike(), CoreLike(), DriverLike())))


def torch_like(initialized: bool) -> Any:
    return SimpleNamespace(
        cuda=SimpleNamespace(is_initialized=lambda: initialized),
        _C=SimpleNamespace(_cuda_getCurrentRawStream=lambda device: 0x100 + device),
    )


def test_the_environments_stream_is_torchs_where_torch_uses_the_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", torch_like(initialized=True))
    assert environment_stream(1) == 0x101
    monkeypatch.setitem(sys.modules, "torch", torch_like(initialized=False))
    assert environment_stream(1) == 0
    monkeypatch.delitem(sys.modules, "torch")
    assert environment_stream(1) == 0
    assert "torch" not in sys.modules
