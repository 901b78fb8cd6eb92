"""Random static operations give, character by character, what the BSD-3 C++ headers of CuTe give (see conformance/)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.layout.conformance.operations import OPERATIONS, apply, from_texts

ROWS = [
    line.split("\t")
    for line in Path(__file__).with_name("conformance").joinpath("results.tsv").read_text().splitlines()
]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_results_are_those_of_the_headers(operation):
    rows = [row for row in ROWS if row[0] == operation]
    assert len(rows) >= 30
    wrong = [(row, got) for *row, expected in rows if (got := str(apply(from_texts(row)))) != expected]
    assert not wrong


def test_the_table_covers_every_operation():
    assert {row[0] for row in ROWS[1:]} == set(OPERATIONS)
    assert len(ROWS) > 500
