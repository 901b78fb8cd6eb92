"""Lanes' addresses as runs, as checked code hands them over."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cutedsl.arch.abi.check import FIRST_RULE, NO_RULE, RULE_SHIFT_BITS, SEVERAL_RULE, lane_rule
from cutedsl.codegen.cpu.checked.checks import byte_runs, first_of_each, word_runs


def test_runs_of_words_say_whose_they_are() -> None:
    assert word_runs([[4 * n] for n in range(32)], 4) == [(0, 32, -1, 0, 0)]
    assert word_runs([[16 * n] for n in range(32)], 16) == [(0, 128, -1, 0, 2)]
    assert word_runs([[0]] * 32, 8) == [(0, 2, -1, 0, 63)]
    assert word_runs([[2 * n] for n in range(32)], 2) is None
    assert first_of_each([0, 4, 4, 0]) == 0b11


def test_runs_have_gaps_up_to_64_words() -> None:
    assert word_runs([[0], [8], [24]], 4) == [(0, 7, 0b1000101, 0, 62)]
    assert word_runs([[0, 16]] * 2, 4) == [(0, 5, 0b10001, 0, 63)]
    far = word_runs([[48 * n] for n in range(8)], 4)
    assert far == [(0, 61, sum(1 << 12 * k for k in range(6)), 0, 62), (72, 13, 1 | 1 << 12, 48, 3)]
    assert word_runs([[0], [4 * 16]], 4) == [(0, 1, -1, 0, 0), (16, 1, -1, 1, 0)]


def test_words_of_unequal_owners_are_told_of_no_lane() -> None:
    """A word that one lane has beside a word that two have."""
    assert word_runs([[0], [4], [4]], 4) == [(0, 2, -1, 0, 62)]


def test_runs_of_bytes_say_whose_they_are() -> None:
    assert byte_runs([0, 4, 12], 4) == [(0, 8, lane_rule(0, 2)), (12, 4, lane_rule(2, 2))]
    assert byte_runs([64, 66, 0, 2], 2) == [(0, 4, lane_rule(2, 1)), (64, 4, lane_rule(0, 1))]
    assert byte_runs([0, 0, 4, 4], 4) == [(0, 8, SEVERAL_RULE)]
    assert byte_runs([4, 0], 4) == byte_runs([0, 0, 4], 4) == [(0, 8, NO_RULE)]
    assert byte_runs([0, 12], 12) == [(0, 24, NO_RULE)]


@given(first=st.integers(0, 31), shift=st.integers(0, 7), past=st.integers(-127, 4000))
def test_a_rule_counts_on(first: int, shift: int, past: int) -> None:
    """A rule from a place on is one of a line that begins elsewhere, in 16 bits, and not one of the special ones."""
    rule = lane_rule(first, shift) + (past << RULE_SHIFT_BITS)
    if past < (32 - first) << shift:
        assert FIRST_RULE <= rule < 1 << 16
        assert rule & 7 == shift
