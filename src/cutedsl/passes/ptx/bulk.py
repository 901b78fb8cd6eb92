"""PTX's asynchronous copies that an mbarrier counts: `cp.async.bulk` of plain bytes, `st.async`, `red.async`.

They become the ops that the language's own copies are. Source: PTX ISA, "Data Movement and Conversion Instructions".
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, StringAttr, UnitAttr, VectorType, i8, i16, i32, i64
from xdsl.ir import Attribute, SSAValue

from cutedsl.arch.bulk_updates import BULK_UPDATES
from cutedsl.ir.ops import atomic as atomic_ops
from cutedsl.ir.ops import copy as copy_ops
from cutedsl.ir.ops import pointer as pointer_ops
from cutedsl.ir.ops import simt as simt_ops
from cutedsl.ir.ops import sync as sync_ops
from cutedsl.ir.ops import tma as tma_ops
from cutedsl.ir.types import PtrType
from cutedsl.passes.ptx.arithmetic import type_of
from cutedsl.passes.ptx.registers import Machine, width_of
from cutedsl.passes.ptx.text import Instruction

_COUNTED: Final = "mbarrier_complete_tx_bytes"
_COUNTS: Final = {"v2": 2, "v4": 4}
_COPIES: Final[dict[tuple[str, ...], str]] = {
    ("shared_cluster", "global", _COUNTED): "g2s",
    ("shared_cta", "global", _COUNTED): "g2s",
    ("shared_cluster", "shared_cta", _COUNTED): "s2s",
    ("global", "shared_cta", "bulk_group"): "s2g",
}
"""Which copy the modifiers after `cp.async.bulk` name."""
_UPDATES: Final = ("add", "min", "max", "and", "or", "xor", "inc", "dec")


def bulk_copy(m: Machine, i: Instruction) -> None:
    """`cp.async.bulk`: copies, their groups, prefetches. Errors: inline-ptx-on-cpu."""
    parts = i.modifiers[2:]
    match parts:
        case ("commit_group",):
            m.do(tma_ops.BulkCommitOp)
        case ("wait_group",) | ("wait_group", "read"):
            read: dict[str, Attribute] = {"read": UnitAttr()} if "read" in parts else {}
            m.do(tma_ops.BulkWaitOp, (), pending=IntegerAttr(int(i.operands[0], 0), i32), **read)
        case ("prefetch", "L2", "global"):
            pass
        case _:
            _copy(m, i, parts)


def _copy(m: Machine, i: Instruction, parts: tuple[str, ...]) -> None:
    kind, more = _COPIES.get(parts[:3]), list(parts[3:])
    several = "multicast_cluster" in more
    hinted = "L2_cache_hint" in more
    given = 3 + (kind != "s2g") + several + hinted
    if kind is None or len(i.operands) != given or len(more) != several + hinted or (several and kind != "g2s"):
        raise m.unknown(i.name)
    spaces = ("gmem" if kind == "s2g" else "dsmem", "gmem" if kind == "g2s" else "smem")
    target, source = (place_of(m, operand, i8, space) for operand, space in zip(i.operands, spaces, strict=False))
    values = [target, source, m.read(i.operands[2], i32)]
    if kind != "s2g":
        values.append(place_of(m, i.operands[3], i64, "dsmem"))
    marks: dict[str, Attribute] = {}
    if several:
        values.append(m.read(i.operands[4], i16))
        marks["multicast"] = UnitAttr()
    m.do(tma_ops.BulkCopyOp, values, kind=StringAttr(kind), **marks)


def bulk_reduction(m: Machine, i: Instruction) -> None:
    """`cp.reduce.async.bulk` of plain bytes into global memory. Errors: inline-ptx-on-cpu."""
    head, rest = i.modifiers[:6], [part for part in i.modifiers[6:] if part != "L2_cache_hint"]
    name, hinted = ".".join(rest), "L2_cache_hint" in i.modifiers
    known = ("reduce", "async", "bulk", "global", "shared_cta", "bulk_group")
    if head != known or name not in BULK_UPDATES or len(i.operands) != 3 + hinted:
        raise m.unknown(i.name)
    target, source = (place_of(m, x, i8, space) for x, space in zip(i.operands, ("gmem", "smem"), strict=False))
    values = [target, source, m.read(i.operands[2], i32)]
    m.do(tma_ops.BulkCopyOp, values, kind=StringAttr("s2g"), reduce=StringAttr(name))


def place_of(m: Machine, operand: str, element: Attribute, space: str) -> SSAValue:
    """A place in memory; an address of shared memory that no block was named for is one of this block."""
    if space == "dsmem":
        base = m.values.get(operand.strip("[] ").partition("+")[0].strip())
        if base is not None and isinstance(base.owner, pointer_ops.PtrToIntOp):
            base = base.owner.source
        far = base is not None and isinstance(base.type, PtrType) and base.type.space.data == "dsmem"
        space = "dsmem" if far else "smem"
    return m.address(operand, element, space)


def store_async(m: Machine, i: Instruction) -> None:
    """`st.async`: registers into the cluster's shared memory. Errors: inline-ptx-on-cpu."""
    if i.modifiers[:3] not in (("async", "shared_cluster", _COUNTED), ("async", "weak", "shared_cluster")):
        raise m.unknown(i.name)
    mlir, counts = type_of(m, i), [_COUNTS[part] for part in i.modifiers if part in _COUNTS]
    values = [m.read(name, mlir) for name in m.parts(i.operands[1])]
    if _COUNTED not in i.modifiers or width_of(mlir) < 32 or counts not in ([], [len(values)]):
        raise m.unknown(i.name)
    vector = m.op(simt_ops.VecPackOp, values, VectorType(mlir, [len(values)]))
    target, barrier = place_of(m, i.operands[0], mlir, "dsmem"), place_of(m, i.operands[2], i64, "dsmem")
    m.do(copy_ops.StoreAsyncOp, (vector, target, barrier))


def reduce_async(m: Machine, i: Instruction) -> None:
    """`red.async`: an update in the cluster's shared memory that an mbarrier counts. Errors: inline-ptx-on-cpu."""
    mlir, kinds = type_of(m, i), [part for part in i.modifiers if part in _UPDATES]
    known = {"async", "relaxed", "cluster", "shared_cluster", _COUNTED, i.modifiers[-1], *kinds}
    if len(kinds) != 1 or set(i.modifiers) != known or width_of(mlir) < 32:
        raise m.unknown(i.name)
    kind = f"u{kinds[0]}" if kinds[0] in ("min", "max") and i.modifiers[-1][0] == "u" else kinds[0]
    target, barrier = place_of(m, i.operands[0], mlir, "dsmem"), place_of(m, i.operands[2], i64, "dsmem")
    m.do(
        atomic_ops.AtomicOp,
        (target, m.read(i.operands[1], mlir)),
        kind=StringAttr(kind),
        sem=StringAttr("relaxed"),
        scope=StringAttr("cluster"),
    )
    complete(m, barrier, m.constant(width_of(mlir) // 8, i32))


def complete(m: Machine, barrier: SSAValue, count: SSAValue) -> None:
    """A number of bytes has arrived: the mbarrier's phase waits for that many less."""
    less = m.op(arith.SubiOp, (m.constant(0, i32), count), i32)
    m.do(sync_ops.MbarrierExpectTxOp, (barrier, less))
