"""The table of call code: what the words say about each argument."""

from __future__ import annotations

import pytest

from cutedsl.arch.abi.call import ENVIRONMENT, NUMPY_WRITES
from cutedsl.arch.abi.call_description import (
    CallDescription,
    Extent,
    HostKind,
    ScalarArgument,
    SlotCheck,
    TensorArgument,
)
from cutedsl.codegen.abi.table import HEADER_WORDS, table_words

MATRIX = TensorArgument("Float32", 2, 32, (Extent(None, 4, 32), Extent(8)), (Extent(None), Extent(1)), 16, "cpu")


def test_a_tensor_is_eight_words_and_four_a_leaf() -> None:
    words = table_words(CallDescription((MATRIX,)), HostKind.LOOPS)
    assert words[:HEADER_WORDS] == [1, 2, 0, 8 * len(words)]
    record = words[HEADER_WORDS:]
    assert record[:8] == [0, 2 | 32 << 8 | 1 << 16, 2, 1, ENVIRONMENT["numpy_Float32"], 2, 15, NUMPY_WRITES]
    assert record[8:16] == [0, 2**31 - 1, 4, 1, 8, 0, 1, 0]
    assert record[16:] == [0, 2**63 - 1, 1, 1, 1, 0, 1, 0]


def test_a_type_without_numpy_name_points_at_a_word_that_is_always_null() -> None:
    tensor = TensorArgument("BFloat16", 4, 16, (), (), 2, "cuda")
    words = table_words(CallDescription((tensor,)), HostKind.DIRECT)
    assert words[HEADER_WORDS + 3 : HEADER_WORDS + 6] == [2, ENVIRONMENT["null"], 1]


@pytest.mark.parametrize(
    ("kind", "bits", "low", "span"),
    [
        ("int", 32, -(2**31), 2**32 - 1),
        ("uint", 8, 0, 255),
        ("int", 64, -(2**63), 2**64 - 1),
        ("uint", 64, 0, 2**63 - 1),
    ],
)
def test_the_range_of_an_integer(kind: str, bits: int, low: int, span: int) -> None:
    words = table_words(CallDescription((ScalarArgument(kind, bits),)), HostKind.DIRECT)
    assert words[HEADER_WORDS + 1 :] == [low, span]


def test_checks_stand_behind_the_records() -> None:
    checks = (SlotCheck(3, 2, (1, 1), None), SlotCheck(4, 1, (), 3))
    words = table_words(CallDescription((ScalarArgument("bool", 1),), checks), HostKind.LAUNCHES)
    assert words[:HEADER_WORDS] == [1, 1, 2, 8 * (HEADER_WORDS + 3)]
    assert words[HEADER_WORDS + 3 :] == [3, 2, -1, 2, 1, 1, 4, 1, 3, 0]
