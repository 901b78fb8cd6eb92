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


def test_frozen_classes_are_values(kind: Any) -> None:
    one = kind(1, d=b"x")
    assert (one.a, one.b, one.c, one.d, one.twice, kind.kind) == (1, "b", [], b"x", 2, "value")
    assert repr(one) == f"{kind.__name__}(a=1, b='b', c=[])"
    assert one == kind(1, "b", [9], b"x")
    assert hash(one) == hash(kind(1, "b", [9], b"x")) == hash((1, "b", b"x"))
    assert one != kind(1, d=b"y")
    assert one != (1, "b", b"x")
    assert kind(1).c is not kind(1).c
    assert kind.__doc__ == "A value."


def test_frozen_values_refuse_changes(kind: Any) -> None:
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


def test_functions_of_dataclasses_take_frozen_classes(kind: Any) -> None:
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


def test_frozen_values_are_copied(kind: Any) -> None:
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


def options(make: Any) -> tuple[type[Any], ...]:
    """A class with each option, by a decorator that takes those of a dataclass."""

    @make(eq=False)
    class Same:
        a: int

    @make(order=True)
    class Ordered:
        a: int
        b: int = 0

    @make(slots=False)
    class Open:
        a: int
        twice: int = field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "twice", 2 * self.a)

    @make()
    class Named:
        a: int
        b: int = field(default=1, kw_only=True)
        c: int = field(init=False, default=7)

    @make()
    class Equal:
        a: int

        def __eq__(self, other: object) -> bool:
            return True

    @make()
    class Below(Ordered):
        d: int = 4

    return Same, Ordered, Open, Named, Equal, Below


def standard(**given: Any) -> Any:
    return dataclass(frozen=True, **{"slots": True} | given)


@pytest.mark.parametrize("make", [frozen, standard])
def test_options_and_fields_are_those_of_a_dataclass(make: Any) -> None:
    same, ordered, free, named, equal, below = options(make)
    assert same(1) != same(1) and len({same(1), same(1)}) == 2
    assert ordered(1, 2) < ordered(2) and ordered(2) >= ordered(1, 9) and sorted([ordered(3), ordered(1)])[0].a == 1
    with pytest.raises(TypeError):
        assert ordered(1) < same(1)
    one = free(3)
    assert (one.twice, vars(one)) == (6, {"a": 3, "twice": 6}) and pickle.loads(pickle.dumps(Open(3))) == Open(3)
    with pytest.raises(TypeError):
        free(3, 6)
    assert (named(1, b=5).b, named(1).c) == (5, 7)
    with pytest.raises(TypeError):
        named(1, 5)
    assert equal(1) == equal(2) and hash(equal(1)) == hash(equal(1))
    assert below(1, 2, 3) == below(1, 2, 3) != below(1, 2, 4) and repr(below(1)).endswith("Below(a=1, b=0, d=4)")
    with pytest.raises(FrozenInstanceError):
        below(1).d = 5


@frozen(slots=False)
class Open:
    a: int


def test_a_frozen_dataclass_may_derive() -> None:
    @dataclass(frozen=True)
    class Derived(Open):
        b: int

    assert Derived(1, 2) == Derived(1, 2) and dataclasses.replace(Derived(1, 2), b=3).b == 3
    with pytest.raises(TypeError, match="cannot inherit non-frozen"):
        dataclass(type("Changing", (Open,), {"__annotations__": {"c": int}}))
