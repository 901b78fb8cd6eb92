"""No modules that import each other, also inside of functions."""

from __future__ import annotations

from scripts.import_knots import graph, imports, knots


def test_there_is_no_knot() -> None:
    assert not knots(graph()), "what both sides need goes into a module below them"


def test_an_import_inside_of_a_function_counts_and_one_for_types_does_not() -> None:
    known = frozenset(("p", "p.a", "p.b"))
    lazy = "def f():\n    from p.b import x\n"
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p.b import x\n"
    assert [*imports(lazy, "p.a", is_package=False, known=known)] == ["p.b"]
    assert not [*imports(typed, "p.a", is_package=False, known=known)]
    assert [*imports("from . import b", "p", is_package=True, known=known)] == ["p.b"]
    assert [*imports("from .b import x", "p.a", is_package=False, known=known)] == ["p.b"]


def test_two_knots_are_found_apart() -> None:
    edges = {"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"e"}, "e": {"c"}, "f": {"a"}}
    assert knots(edges) == [["c", "d", "e"], ["a", "b"]]
