"""`frozen` beside the dataclass that it stands for: the same values, errors and copies."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, dataclass, field
from typing import Any, ClassVar

import pytest

from cutedsl.errors.frozen import frozen


@frozen
class Ours:
    """A value."""

    a: int
    b: str = "b"
    c: list[int] = field(default_factory=list[int], compare=False)
    d: bytes = field(default=b"", repr=False)
    kind: ClassVar[str] = "value"

    def __post_init__(self) -> None:
        if self.a < 0:
            raise ValueError("negative")

    @property
    def twice(self) -> int:
        return 2 * self.a


@dataclass(frozen=True, slots=True)
class Standard:
    """A value."""

    a: int
    b: str = "b"
    c: list[int] = field(default_factory=list[int], compare=False)
    d: bytes = field(default=b"", repr=False)
    kind: ClassVar[str] = "value"

    def __post_init__(self) -> None:
        if self.a < 0:
            raise ValueError("negative")

    @property
    def twice(self) -> int:
        return 2 * self.a


@frozen
class One:
    value: Any


@frozen
class Shown:
    value: int

    def __repr__(self) -> str:
        return "its own"


@pytest.fixture(params=[Ours, Standard])
def kind(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_values(kind: Any) -> None:
    one = kind(1, d=b"x")
    assert (one.a, one.b, one.c, one.d, one.twice, kind.kind) == (1, "b", [], b"x", 2, "value")
    assert repr(one) == f"{kind.__name__}(a=1, b='b', c=[])"
    assert one == kind(1, "b", [9], b"x")
    assert hash(one) == hash(kind(1, "b", [9], b"x")) == hash((1, "b", b"x"))
    assert one != kind(1, d=b"y")
    assert one != (1, "b", b"x")
    assert kind(1).c is not kind(1).c
    assert kind.__doc__ == "A value."


def test_errors(kind: Any) -> None:
    one = kind(1)
    for change in (lambda: setattr(one, "a", 2), lambda: delattr(one, "a")):
        with pytest.raises(FrozenInstanceError):
            change()
    with pytest.raises((AttributeError, TypeError)):
        one.other = 1
    with pytest.raises(ValueError, match="negative"):
        kind(-1)
    for wrong in (lambda: kind(), lambda: kind(1, e=2), lambda: kind(1, 2, 3, 4, 5)):
        with pytest.raises(TypeError):
            wrong()
    assert not hasattr(one, "__dict__")


def test_what_dataclasses_offers(kind: Any) -> None:
    one = kind(1, c=[3])
    assert all(map(dataclasses.is_dataclass, (kind, one)))
    assert [f.name for f in dataclasses.fields(one)] == ["a", "b", "c", "d"]
    assert dataclasses.replace(one, a=5) == kind(5)
    assert dataclasses.astuple(one) == (1, "b", [3], b"")
    assert dataclasses.asdict(one) == {"a": 1, "b": "b", "c": [3], "d": b""}
    match one:
        case Ours(a, b) | Standard(a, b):
            assert (a, b) == (1, "b")
        case _:
            pytest.fail("no match")


def test_copies(kind: Any) -> None:
    one = kind(1, c=[3])
    for made in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert made == one
        assert made.c == [3]
    assert copy.copy(one).c is one.c
    assert copy.deepcopy(one).c is not one.c


def test_one_field_and_methods_of_its_own() -> None:
    assert (One(1), hash(One(1))) == (One(1), hash((1,)))
    assert One(1) != One(2)
    assert repr(Shown(1)) == "its own"
    loop: list[object] = []
    loop.append(One(loop))
    assert "..." in repr(loop[0])


def test_fields_of_another_kind_are_refused() -> None:
    def make() -> None:
        @frozen
        class Wrong:
            a: int = field(init=False)

        del Wrong

    with pytest.raises(TypeError, match="plain fields only"):
        make()
