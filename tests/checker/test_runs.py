"""Lanes' addresses as runs, as checked code hands them over."""

from __future__ import annotations

from cutedsl.codegen.cpu.checks import byte_runs, first_of_each, word_runs


def test_runs_of_words_say_whose_they_are() -> None:
    assert word_runs([4 * n for n in range(32)], 4) == [(0, 32, 0, 0)]
    assert word_runs([16 * n for n in range(32)], 16) == [(0, 128, 0, 2)]
    assert word_runs([0] * 32, 8) == [(0, 2, 0, 63)]
    assert word_runs([2 * n for n in range(32)], 2) is None
    assert byte_runs([0, 4, 12], 4) == [(0, 8), (12, 4)]
    assert first_of_each([0, 4, 4, 0]) == 0b11


def test_words_of_unequal_owners_are_told_of_no_lane() -> None:
    """A word that one lane has beside a word that two have."""
    assert word_runs([0, 4, 4], 4) == [(0, 2, 0, 62)]
