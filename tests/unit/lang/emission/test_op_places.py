"""The places of recorded ops: the author's instruction, found through whatever lies between."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from cutedsl.lang.emission.op_places import Place, place_of

HERE = __file__


def _here() -> Place:
    return place_of(sys._getframe(1))


def _compiled(text: str, file: str, names: dict[str, Any]) -> Callable[..., Any]:
    exec(compile(text, file, "exec"), names)
    return names["f"]


def _line(place: Place) -> tuple[str, int]:
    where: Any = place[0]
    return where.filename.data, where.line.data


def test_two_calls_of_one_line_are_two_places_and_each_is_one_object() -> None:
    def both() -> tuple[Place, Place]:
        return _here(), _here()

    (a, b), (c, d) = both(), both()
    assert a is c
    assert b is d
    assert a[0] != b[0]
    assert _line(a) == _line(b) == (HERE, both.__code__.co_firstlineno + 1)


def test_the_variable_of_an_assignment_is_known() -> None:
    total = _here()
    assert total[1] is not None
    assert total[1].target == "total"


def test_frames_of_ours_are_passed_by_each_time() -> None:
    import cutedsl

    inner = _compiled("def f(g):\n    return g()\n", cutedsl.__file__, {"__name__": "cutedsl.lang.made_up"})
    places = [inner(_here), inner(_here)]
    assert {_line(place)[0] for place in places} == {HERE}


def test_without_an_author_there_is_no_place() -> None:
    frame: FrameType | None = None
    assert place_of(frame)[1] is None
    assert "unknown" in str(place_of(frame)[0])
