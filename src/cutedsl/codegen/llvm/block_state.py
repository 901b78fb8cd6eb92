"""The state of one block that a CPU worker runs, as byte offsets: what generated code and its runtime share."""

from __future__ import annotations

from typing import Final

from cutedsl.arch.host_abi import MAX_BLOCK_WARPS, NAMED_BARRIERS

_FIELDS: Final = (
    ("rt", 8),
    ("poll", 8),
    ("dims", 8),
    ("params", 8),
    ("smem", 8),
    ("arena", 8),
    ("used", 8),
    ("progress", 8),
    ("cluster", 8),
    ("smem_stride", 8),
    ("mark", 8),
    ("team", 8),
    ("handles", 8 * MAX_BLOCK_WARPS),
    ("wait_barriers", 8 * MAX_BLOCK_WARPS),
    ("block", 12),
    ("alive", 4),
    ("threads", 4),
    ("warps", 4),
    ("block_waiting", 4),
    ("rank", 4),
    ("cluster_alive", 4),
    ("cluster_arrived", 4),
    ("cluster_generation", 4),
    ("slot", 4),
    ("barriers", 8 * NAMED_BARRIERS),
    ("wait_sites", 4 * MAX_BLOCK_WARPS),
    ("wait_parities", 4 * MAX_BLOCK_WARPS),
    ("cluster_seen", 4 * MAX_BLOCK_WARPS),
)


STATE_ALIGN_BYTES: Final = 128


def _layout() -> tuple[dict[str, int], int]:
    offsets: dict[str, int] = {}
    at = 0
    for name, size in _FIELDS:
        offsets[name] = at
        at += size
    return offsets, (at + STATE_ALIGN_BYTES - 1) // STATE_ALIGN_BYTES * STATE_ALIGN_BYTES


STATE, STATE_BYTES = _layout()
"""Byte offsets in the state of the block that a worker runs; its warps share it. A barrier is {arrived threads,
generation}; slot 0 also serves barriers of the whole block, where `block_waiting` is set while warps wait.

The blocks of a cluster have their states one after another; `cluster` points to the first, which keeps the cluster's
barrier (`cluster_alive` and `cluster_arrived` in warps). `smem_stride` is how far apart their shared memories lie.
`slot` counts the blocks that run together; `mark` is the record of the worker for accesses that nobody can check
(`fault_runtime`). `team` is the memory of loops that one warp runs for all.
`wait_barriers` and `wait_parities` say which phase of which mbarrier each warp waited for last."""
