"""No modules that import each other, also inside of functions; the knots that are left only become smaller."""

from __future__ import annotations

from os.path import commonpath

from scripts.import_knots import graph, imports, knots

LEFT = {"cutedsl.lang": 13}
"""The modules of each knot today, by folder. Who unties one lowers it."""


def test_no_knot_is_added() -> None:
    found = knots(graph())
    sizes = {commonpath([name.replace(".", "/") for name in knot]).replace("/", "."): len(knot) for knot in found}
    assert len(sizes) == len(found)
    assert sizes == LEFT, found


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
