"""The pool's threads may still be in its machine code when Python clears its modules, at the end of the process."""

from __future__ import annotations

import gc
import weakref

from cutedsl.execution.cpu.pool import Pool
from cutedsl.native.pool import LAUNCH_GRID, RUN_GRID, SERVE


class _Code:
    """What owns the machine code."""


def test_code_and_memory_outlive_the_pool() -> None:
    pool, code = Pool(), _Code()
    kept = weakref.ref(code)
    pool.begin(code, {SERVE: 1, RUN_GRID: 1, LAUNCH_GRID: 1})
    del pool, code
    gc.collect()
    assert kept() is not None
