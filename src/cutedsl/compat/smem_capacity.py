"""`cutlass.utils.ampere_helpers.SMEM_CAPACITY`, as releases up to 4.2 had it."""

from __future__ import annotations

from cutedsl.arch.targets import TARGETS

SMEM_CAPACITY = {
    name.replace("_", ""): target.max_smem_bytes for name, target in TARGETS.items() if name.startswith("sm_8")
}
"""Bytes of shared memory that a block may have, by GPU.

>>> SMEM_CAPACITY["sm80"]
166912
"""
