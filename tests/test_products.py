"""The combinations of parameters that CI runs have what they promise."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.products import each_pair, each_value

AXES = ["full", "causal", "left", "window"], [64, 128, 256], [False, True], "xy"


def short(rows: list[Any]) -> list[tuple[Any, ...]]:
    return [row.values for row in rows if not row.marks]


def test_each_pair_of_values_occurs_in_few_rows() -> None:
    rows = each_pair(*AXES)
    assert len(rows) == 4 * 3 * 2 * 2
    assert len(short(rows)) <= 14  # 12 pairs of the longest axes
    for (i, one), (j, other) in combinations(enumerate(AXES), 2):
        assert {(row[i], row[j]) for row in short(rows)} == {(a, b) for a in one for b in other}


def test_each_value_occurs_in_as_many_rows_as_the_longest_axis_has() -> None:
    rows = each_value(*AXES)
    assert len(rows) == 4 * 3 * 2 * 2
    assert len(short(rows)) == 4
    assert [{row[i] for row in short(rows)} for i in range(4)] == [set(axis) for axis in AXES]
