"""`any` and `all` of a generator: as in Python, no item is evaluated after the one that decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import GeneratorType
from typing import Any

from cutedsl.errors import user_span
from cutedsl.staging import choose
from cutedsl.staging.places import Places, places_of
from cutedsl.staging.scopes import expression_scope
from cutedsl.staging.scopes.condition import truth


def any_(values: Iterable[Any]) -> Any:
    """Whether one of the values holds; items that a generator makes run only while none before them held."""
    values = _items("any", values)
    return _in_turn("or", values, "any") if isinstance(values, Iterator) else choose.any_(values)


def all_(values: Iterable[Any]) -> Any:
    """Whether all of the values hold; items that a generator makes run only while all before them held."""
    values = _items("all", values)
    return _in_turn("and", values, "all") if isinstance(values, Iterator) else choose.all_(values)


def _items(name: str, values: Iterable[Any]) -> Iterable[Any]:
    """The items whose truth `any` or `all` asks for; a tensor says which those are."""
    own = getattr(type(values), "__staged_truths__", None)
    return values if own is None else own(values, name)


def _in_turn(kind: expression_scope.Kind, values: Iterator[Any], name: str) -> Any:
    """Joins the items of an iterator, each evaluated where those before have not decided."""
    result: Any = kind == "and"
    while True:
        places = _places(values, name) if not isinstance(result, bool) else expression_scope.NO_PLACES
        scope = expression_scope.begin(kind, result, False, True, places)
        held: Any = None
        if scope.arm():
            try:
                held = truth(next(values))
            except StopIteration:
                expression_scope.drop(scope)
                return result
        result = expression_scope.end(scope, held, None)
        if result is (kind == "or"):
            return result


def _places(values: Iterator[Any], name: str) -> Places:
    """What the next item of an iterator may change."""
    objects: list[Any] = [values]
    if isinstance(values, GeneratorType) and values.gi_frame is not None:
        objects = list(values.gi_frame.f_locals.values())
    elif isinstance(values, map | filter):
        objects = list(values.__reduce__()[1])
    return places_of(objects, f"an item of `{name}`", user_span())
