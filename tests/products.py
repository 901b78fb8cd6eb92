"""Parameters of which all combinations would take too long: CI runs some, `make test-long` all (`--long`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

import pytest

Row = tuple[int, ...]
"""The place of a row's value on each axis."""


def each_pair(*axes: Sequence[Any]) -> list[Any]:
    """The product of the axes; rows are marked `long` unless they bring a pair of values that no row before has.

    For three axes and more: of two axes it is the whole product.
    """
    return _rows(axes, _pairwise)


def each_value(*axes: Sequence[Any]) -> list[Any]:
    """The product of the axes; rows are marked `long` but for as many as the longest axis has, with every value.

    For axes that do not act on each other, or whose pairs other tests have.
    """
    return _rows(axes, lambda rows: {tuple(turn % len(axis) for axis in axes) for turn in range(max(map(len, axes)))})


def long(*values: Any, id: str | None = None) -> Any:
    """One row of parameters for `make test-long` alone."""
    return pytest.param(*values, marks=pytest.mark.long, id=id)


def half(values: Sequence[Any]) -> list[Any]:
    """Rows of random cases, every second of them for `make test-long` alone: none of them has its own kind of case."""
    return [long(value) if place % 2 else value for place, value in enumerate(values)]


def _rows(axes: Sequence[Sequence[Any]], choose: Callable[[Sequence[Row]], set[Row]]) -> list[Any]:
    places = list(product(*(range(len(axis)) for axis in axes)))
    chosen = choose(places)
    values = ([axis[at] for axis, at in zip(axes, place, strict=True)] for place in places)
    return [pytest.param(*row) if place in chosen else long(*row) for place, row in zip(places, values, strict=True)]


def _pairwise(rows: Sequence[Row]) -> set[Row]:
    """Few rows with all pairs: each time the first of those that bring most."""
    missing = {pair for row in rows for pair in _pairs(row)}
    chosen: set[Row] = set()
    while missing:
        best = max(rows, key=lambda row: len(missing & _pairs(row)))
        chosen.add(best)
        missing -= _pairs(best)
    return chosen


def _pairs(row: Row) -> set[tuple[tuple[int, int], ...]]:
    """The pairs of (axis, place) in a row."""
    return set(combinations(enumerate(row), 2))
