"""Random programs in a kernel, whose lanes part ways, compute in each lane what CPython computes."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.fuzz import lane_programs
from tests.fuzz.test_against_python import FIRST, PROGRAMS, REFUSED

EACH = 5
GROUP = 20


@pytest.mark.parametrize("start", range(FIRST, FIRST + PROGRAMS, GROUP))
def test_each_lane_and_cpython_agree(start: int) -> None:
    ends = Counter(lane_programs.compare(seed) for seed in range(start, min(start + GROUP, FIRST + PROGRAMS), EACH))
    assert set(ends) <= {"same", "unset", *REFUSED}
    assert ends["same"] + ends["unset"] >= sum(ends.values()) // 2, ends
