"""The page of optimisations is what was recorded."""

from __future__ import annotations

from pathlib import Path

from benchmarks.ledger_page import page, recorded, table


def test_the_page_is_fresh(repository: Path) -> None:
    assert (repository / "docs" / "design" / "ledger.md").read_text(encoding="utf-8") == page()


def test_a_table_has_the_most_and_the_least_gain() -> None:
    rows = [
        {"without": "contraction", "program": "a", "gain": 1.1},
        {"without": "contraction", "program": "b", "gain": 0.9},
        {"without": "bundles", "program": "c", "run_gain": 0.95, "compile_gain": 1.5},
        {"without": "long gone", "program": "d", "gain": 2.0},
    ]
    assert [*table(rows)][2:] == [
        "| `bundles` | 1 | 1 | 1.50 (c) | 1.50 (c) |",
        "| `contraction` | 2 | 1 | 1.10 (a) | 0.90 (b) |",
    ]


def test_a_later_record_of_an_optimisation_counts() -> None:
    found = {(row["without"], row["program"]) for row in recorded(["cpu_ledger", "cpu_ledger_sizes"])}
    assert ("teams", "block norm 128 x 65536") in found
    assert ("bundles", "SGEMM 512") in found
