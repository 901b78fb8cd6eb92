"""What annotations say: as Python's own `get_type_hints` has it, at the time of the call."""

from __future__ import annotations

import typing
from types import NoneType
from typing import Any

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.driver.arguments.annotations import annotations_of

Element = cutlass.Float16


def plain(x: cute.Tensor, n: cutlass.Int32, e: Element) -> None: ...


def partly(x: cute.Tensor, sizes: list[int], other: cute.Tensor | None, anything: Any) -> tuple[int, int]: ...


def without(x, n): ...  # type: ignore[no-untyped-def]


def nested(x: typing.Optional["cute.Tensor"]) -> "None": ...  # noqa: UP045, UP037


@pytest.mark.parametrize("function", [plain, partly, without, nested])
def test_they_are_those_of_get_type_hints(function: Any) -> None:
    assert dict(annotations_of(function)) == typing.get_type_hints(function, include_extras=True)


def test_a_name_means_what_it_means_at_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    assert annotations_of(plain) == {"x": cute.Tensor, "n": cutlass.Int32, "e": cutlass.Float16, "return": NoneType}
    monkeypatch.setitem(globals(), "Element", cutlass.Float32)
    assert annotations_of(plain)["e"] is cutlass.Float32
