"""When the tensor core's work has ended: `commit`."""

from __future__ import annotations

from typing import Any

from cutedsl.lang.atoms.umma_ops import CtaGroup
from cutedsl.lang.blackwell import tcgen05
from cutedsl.lang.intrinsics.election import elect_one
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.staging.rewrite import staged_function


def commit(mbar_ptr: Pointer, mask: Any = None, cta_group: CtaGroup = CtaGroup.ONE) -> None:
    """One arrival at an mbarrier when this thread's multiplies and copies so far have ended, by one thread.

    `mask` has a bit for each block of the cluster whose mbarrier it is, else it is this block's.
    Source: PTX ISA, `tcgen05.commit`.
    """
    tcgen05.commit(mbar_ptr, mask, cta_group.value)


def _commit_once(mbar_ptr: Pointer, mask: Any, cta_group: CtaGroup) -> None:
    with elect_one():
        commit(mbar_ptr, mask, cta_group)


def commit_once(mbar_ptr: Pointer, mask: Any = None, cta_group: CtaGroup = CtaGroup.ONE) -> None:
    """`commit` by the lane of the warp that started its multiplies."""
    staged_function(_commit_once)(mbar_ptr, mask, cta_group)
