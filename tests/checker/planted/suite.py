"""All planted bugs."""

from __future__ import annotations

from tests.checker.planted import (
    bulk_global,
    copy_waits,
    deadlocks,
    divergent_barriers,
    global_races,
    leaks,
    misaligned,
    out_of_bounds,
    overfull,
    proxy_fences,
    shared_races,
    shuffles,
    tma_waits,
    transaction_bytes,
    uninitialised,
    wgmma_waits,
)
from tests.checker.planted.case import CASES as CASES

FILES = (
    *(shared_races, global_races, copy_waits, tma_waits, wgmma_waits, proxy_fences, out_of_bounds, misaligned),
    bulk_global,
    *(uninitialised, deadlocks, divergent_barriers, shuffles, transaction_bytes, overfull, leaks),
)
"""The files of the cases, one or two for each class of bugs."""
