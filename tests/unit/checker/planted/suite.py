"""All planted bugs."""

from __future__ import annotations

from tests.unit.checker.planted import (
    between_blocks,
    bulk_global,
    copy_waits,
    deadlocks,
    dependents,
    divergent_barriers,
    global_races,
    groups_of_lanes,
    leaks,
    misaligned,
    named_barriers,
    one_lane,
    operands_in_registers,
    out_of_bounds,
    overfull,
    own_barriers,
    peers,
    proxies,
    proxy_fences,
    raw_wgmma,
    registers,
    scopes,
    shared_races,
    shuffles,
    staged_tiles,
    started_by_one_lane,
    store_loads,
    swizzles,
    tensor_maps,
    tma_waits,
    transaction_bytes,
    try_waits,
    uninitialised,
    wgmma_waits,
    work_requests,
    wraps,
)
from tests.unit.checker.planted.case import CASES as CASES
from tests.unit.checker.planted.tcgen05 import (
    collectors,
    fences,
    landings,
    matrices,
    memory,
    pairs,
    races,
    seldom,
    stages,
    unusual,
    waits,
)
from tests.unit.checker.production import blocks as split_sums
from tests.unit.checker.production import pipelines as staged_roles
from tests.unit.checker.production import roles, softmax
from tests.unit.checker.reported import blocks, clusters, grids, hopper, pipelines, simt, tails, tensor_cores

FILES = (
    *(
        shared_races,
        global_races,
        copy_waits,
        tma_waits,
        wgmma_waits,
        raw_wgmma,
        proxy_fences,
        out_of_bounds,
        misaligned,
    ),
    *(bulk_global, between_blocks, staged_tiles, tensor_maps, own_barriers),
    *(
        one_lane,
        operands_in_registers,
        started_by_one_lane,
        groups_of_lanes,
        try_waits,
        peers,
        proxies,
        named_barriers,
        scopes,
        registers,
        dependents,
        wraps,
        swizzles,
        store_loads,
    ),
    *(waits, landings, races, fences, memory, matrices, pairs, collectors, seldom, stages, unusual, work_requests),
    *(uninitialised, deadlocks, divergent_barriers, shuffles, transaction_bytes, overfull, leaks),
    *(split_sums, staged_roles, roles, softmax),
    *(blocks, clusters, grids, hopper, pipelines, simt, tails, tensor_cores),
)
"""The files of the cases, one or two for each class of bugs."""
