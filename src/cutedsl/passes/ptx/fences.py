"""PTX's `fence` and `membar` as ops: those of a scope, of mbarriers just made, and between proxies.

Source: PTX ISA, "Parallel Synchronization and Communication Instructions: membar / fence".
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import StringAttr, i8

from cutedsl.arch.memory_model import SCOPES
from cutedsl.arch.tensor_map import DESCRIPTOR_BYTES
from cutedsl.ir.ops import sync as sync_ops
from cutedsl.ir.ops import tma as tma_ops
from cutedsl.passes.ptx.registers import Machine
from cutedsl.passes.ptx.text import Instruction

_PROXIES: Final = {
    ("proxy", "alias"): "proxy.alias",
    ("proxy", "async"): "proxy.async",
    ("proxy", "async", "global"): "proxy.async.global",
    ("proxy", "async", "shared_cta"): "proxy.async.shared::cta",
    ("proxy", "async", "shared_cluster"): "proxy.async.shared::cluster",
    ("proxy", "async_generic", "release", "sync_restrict_shared_cta", "cluster"): "proxy.async.shared::cta",
    # What the engines wrote is seen after a wait for their mbarrier: only the order of threads is left.
    ("proxy", "async_generic", "acquire", "sync_restrict_shared_cluster", "cluster"): "acq_rel.cluster",
    ("mbarrier_init", "release", "cluster"): "mbarrier_init",
    ("acquire", "sync_restrict_shared_cluster", "cluster"): "acq_rel.cluster",
    ("release", "sync_restrict_shared_cta", "cluster"): "acq_rel.cluster",
}
"""Fences by their modifiers."""
_ORDERS: Final = ("acq_rel", "acquire", "release", "sc")


def fence(m: Machine, i: Instruction) -> None:
    """One fence. Errors: inline-ptx-on-cpu."""
    if i.modifiers[:2] == ("proxy", "tensormap_generic"):
        _tensor_map(m, i)
        return
    kind = _PROXIES.get(tuple(i.modifiers)) or _of_scope(i)
    if kind is None:
        raise m.unknown(i.name)
    m.do(sync_ops.FenceOp, kind=StringAttr(kind))


def _of_scope(i: Instruction) -> str | None:
    """The fence that orders a thread's accesses for a scope; those of one direction as one of both."""
    *order, scope = i.modifiers
    scope = {"gl": "gpu"}.get(scope, scope)
    if scope not in SCOPES or len(order) > 1 or (order and (i.op == "membar" or order[0] not in _ORDERS)):
        return None
    is_whole = i.op == "membar" or order == ["sc"]
    return f"{'sc' if is_whole else 'acq_rel'}.{scope}"


def _tensor_map(m: Machine, i: Instruction) -> None:
    """Of maps that a kernel wrote, for those who use them."""
    match i.modifiers[2:], i.operands:
        case ("release", scope), () if scope in SCOPES:
            m.do(tma_ops.TmaDescriptorFenceOp, kind=StringAttr("release"))
        case ("acquire", scope), (place, size) if scope in SCOPES and size == str(DESCRIPTOR_BYTES):
            m.do(tma_ops.TmaDescriptorFenceOp, (m.address(place, i8, "gmem"),), kind=StringAttr("acquire"))
        case _:
            raise m.unknown(i.name)
