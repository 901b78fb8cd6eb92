"""PTX's accesses of memory, atomics, barriers and warp instructions as ops.

Source: PTX ISA, "Data Movement and Conversion Instructions", "Parallel Synchronization and Communication Instructions".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, StringAttr, VectorType, i1, i8, i32, i64
from xdsl.ir import Attribute, SSAValue

from cutedsl.arch.memory_model import ATOMIC_ORDERS, REDUX_KINDS
from cutedsl.ir import atomic_ops, copy_ops, pointer_ops, program_ops, simt_ops, sync_ops
from cutedsl.passes.ptx_arithmetic import ARITHMETIC, Rule, is_float, type_of
from cutedsl.passes.ptx_registers import Machine, width_of
from cutedsl.passes.ptx_text import Instruction

_COUNTS: Final = {"v2": 2, "v4": 4}
_SEMANTICS: Final = ("volatile", "relaxed", "acquire", "release")


def _space(i: Instruction) -> str:
    """`smem` for shared memory (of the block), else anywhere."""
    return "smem" if any(part.startswith("shared") for part in i.modifiers) else "gmem"


def _count(i: Instruction) -> int:
    return next((_COUNTS[part] for part in i.modifiers if part in _COUNTS), 1)


def _semantics(i: Instruction) -> str:
    return next((part for part in i.modifiers if part in _SEMANTICS), "")


def _load(m: Machine, i: Instruction) -> None:
    mlir, count, ordered = type_of(m, i), _count(i), _semantics(i)
    pointer = m.address(i.operands[1], mlir, _space(i))
    kind: Attribute = VectorType(mlir, [count]) if count > 1 else mlir
    if ordered:
        value = m.op(atomic_ops.OrderedLoadOp, (pointer,), kind, sem=StringAttr(ordered))
    else:
        value = m.op(pointer_ops.PtrLoadOp, (pointer,), kind)
    for k, name in enumerate(m.parts(i.operands[0])):
        part = value if count == 1 else m.op(simt_ops.VecExtractOp, (value,), mlir, index=IntegerAttr(k, i32))
        m.write(name, _widened(m, i, part))


def _widened(m: Machine, i: Instruction, value: SSAValue) -> SSAValue:
    """A byte fills a register of 32 bits by its sign or zeros."""
    if value.type != i8:
        return value
    return m.op(arith.ExtSIOp if i.modifiers[-1] == "s8" else arith.ExtUIOp, (value,), i32)


def _store(m: Machine, i: Instruction) -> None:
    mlir, count, ordered = type_of(m, i), _count(i), _semantics(i)
    pointer = m.address(i.operands[0], mlir, _space(i))
    values = [m.read(name, mlir) for name in m.parts(i.operands[1])]
    value = values[0] if count == 1 else m.op(simt_ops.VecPackOp, values, VectorType(mlir, [count]))
    if ordered:
        m.do(atomic_ops.OrderedStoreOp, (value, pointer), sem=StringAttr(ordered))
    else:
        m.do(pointer_ops.PtrStoreOp, (value, pointer))


def _atomic(m: Machine, i: Instruction) -> None:
    """`atom` gives the old value; `red` does not."""
    mlir, has_result = type_of(m, i), i.op == "atom"
    if _count(i) > 1 or i.modifiers[-1].endswith("x2"):
        raise m.unknown(i.name)
    place, *operands = i.operands[1:] if has_result else i.operands
    pointer = m.address(place, mlir, _space(i))
    order = next((part for part in i.modifiers if part in ATOMIC_ORDERS), "relaxed")
    values = [m.read(x, mlir) for x in operands]
    properties: dict[str, Attribute] = {"sem": StringAttr(order)}
    if "cas" in i.modifiers:
        m.write(i.operands[0], m.op(atomic_ops.AtomicCasOp, (pointer, *values), mlir, **properties))
        return
    names = ("add", "min", "max", "and", "or", "xor", "exch", "inc", "dec")
    kind = next((part for part in i.modifiers if part in names), None)
    if kind is None:
        raise m.unknown(i.name)
    if kind in ("min", "max") and i.modifiers[-1][0] == "u":
        kind = "u" + kind
    properties["kind"] = StringAttr(kind)
    if has_result:
        m.write(i.operands[0], m.op(atomic_ops.AtomicOp, (pointer, *values), mlir, **properties))
    else:
        m.do(atomic_ops.AtomicOp, (pointer, *values), **properties)


def _cp_async(m: Machine, i: Instruction) -> None:
    """Copies of 4, 8 or 16 bytes, and the groups that they are waited for in."""
    if i.modifiers[:2] == ("async", "commit_group"):
        m.do(copy_ops.CpAsyncCommitOp)
    elif i.modifiers[:2] == ("async", "wait_group"):
        m.do(copy_ops.CpAsyncWaitOp, count=IntegerAttr(int(i.operands[0], 0), i32))
    elif i.modifiers[:2] == ("async", "wait_all"):
        m.do(copy_ops.CpAsyncWaitOp, count=IntegerAttr(0, i32))
    elif i.modifiers[:2] in (("async", "ca"), ("async", "cg")) and len(i.operands) == 3:
        count = int(i.operands[2], 0)
        target, source = m.address(i.operands[0], i8, "smem"), m.address(i.operands[1], i8, "gmem")
        atom = StringAttr(f"cp.async.{i.modifiers[1]}.{8 * count}")
        m.do(copy_ops.CpAsyncOp, (source, target), atom=atom, bytes=IntegerAttr(count, i64))
    else:
        raise m.unknown(i.name)


def _barrier(m: Machine, i: Instruction) -> None:
    """`bar.sync`, `barrier.sync.aligned`, `bar.arrive`, `bar.warp.sync`."""
    kinds = [part for part in i.modifiers if part not in ("aligned", "cta")]
    operands = [m.read(x, i32) for x in i.operands]
    if kinds == ["warp", "sync"]:
        m.do(simt_ops.SyncWarpOp, operands)
    elif kinds == ["sync"]:
        whole = i.operands == ("0",) or not operands
        if not whole and len(operands) == 1:
            raise m.unknown(f"{i.name} {i.operands[0]}")
        m.do(simt_ops.BarrierOp, () if whole else operands)
    elif kinds == ["arrive"]:
        m.do(sync_ops.BarrierArriveOp, operands)
    else:
        raise m.unknown(i.name)


def _mbarrier(m: Machine, i: Instruction) -> None:
    """Set up, arrivals, expected bytes, and waits by parity."""
    match [
        part for part in i.modifiers if not part.startswith(("shared", "b64", "release", "acquire", "relaxed", "cta"))
    ]:
        case ["init"]:
            m.do(sync_ops.MbarrierInitOp, (m.address(i.operands[0], i64, "smem"), m.read(i.operands[1], i32)))
        case ["arrive"]:
            _drops_state(m, i)
            place, *counts = i.operands[1:]
            count = m.read(counts[0], i32) if counts else m.constant(1, i32)
            m.do(sync_ops.MbarrierArriveOp, (m.address(place, i64, "smem"), count))
        case ["arrive", "expect_tx"]:
            _drops_state(m, i)
            place = m.address(i.operands[1], i64, "smem")
            m.do(sync_ops.MbarrierArriveTxOp, (place, m.read(i.operands[2], i32)))
        case ["expect_tx"]:
            place = m.address(i.operands[0], i64, "smem")
            m.do(sync_ops.MbarrierExpectTxOp, (place, m.read(i.operands[1], i32)))
        case ["wait", "parity"]:
            place = m.address(i.operands[0], i64, "smem")
            m.do(sync_ops.MbarrierWaitOp, (place, m.read(i.operands[1], i32)))
        case ["try_wait" | "test_wait", "parity"]:
            place = m.address(i.operands[1], i64, "smem")
            m.write(i.operands[0], m.op(sync_ops.MbarrierTestOp, (place, m.read(i.operands[2], i32)), i1))
        case _:
            raise m.unknown(i.name)


def _drops_state(m: Machine, i: Instruction) -> None:
    if i.operands[0] != "_":
        raise m.unknown(f"{i.name} with a state")


def _elect(m: Machine, i: Instruction) -> None:
    """`elect.sync _|p, mask`."""
    lane, _, flag = i.operands[0].partition("|")
    if lane.strip() != "_":
        raise m.unknown(f"{i.name} with a lane")
    m.write(flag.strip(), m.op(simt_ops.ElectOp, (), i1))


def _shuffle(m: Machine, i: Instruction) -> None:
    target, value, offset, clamp, mask = i.operands
    if "|" in target:
        raise m.unknown(f"{i.name} with a predicate")
    operands = (m.read(value, i32), m.read(offset, i32), m.read(mask, i32), m.read(clamp, i32))
    m.write(target, m.op(simt_ops.ShuffleOp, operands, i32, mode=StringAttr(i.modifiers[1])))


def _vote(m: Machine, i: Instruction) -> None:
    mode = i.modifiers[1]
    operands = m.read(i.operands[1], i1), m.read(i.operands[2], i32)
    m.write(i.operands[0], m.op(simt_ops.VoteOp, operands, i32 if mode == "ballot" else i1, mode=StringAttr(mode)))


def _redux(m: Machine, i: Instruction) -> None:
    mlir, kind = type_of(m, i), i.modifiers[1]
    kind = f"u{kind}" if kind in ("min", "max") and i.modifiers[-1][0] == "u" else kind
    if is_float(mlir) or kind not in REDUX_KINDS or width_of(mlir) != 32:
        raise m.unknown(i.name)
    operands = m.read(i.operands[1], i32), m.read(i.operands[2], i32)
    m.write(i.operands[0], m.op(atomic_ops.ReduxOp, operands, i32, kind=StringAttr(kind)))


def _activemask(m: Machine, i: Instruction) -> None:
    m.write(i.operands[0], m.op(atomic_ops.SpecialRegisterOp, (), i32, register=StringAttr("activemask")))


def _cvta(m: Machine, i: Instruction) -> None:
    """Addresses of global memory are the same everywhere."""
    if "shared" in i.modifiers or "local" in i.modifiers:
        raise m.unknown(i.name)
    m.write(i.operands[0], m.read(i.operands[1], i64))


def _nothing(_m: Machine, _i: Instruction) -> None:
    """Fences, prefetches and register hints: the CPU target runs a block's warps in order on one core."""


def _nanosleep(m: Machine, i: Instruction) -> None:
    m.do(atomic_ops.NanosleepOp, (m.read(i.operands[0], i32),))


def _trap(m: Machine, _i: Instruction) -> None:
    m.do(program_ops.TrapOp, (), message=StringAttr("inline PTX `trap`"))


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        **ARITHMETIC,
        "ld": _load,
        "ldu": _load,
        "st": _store,
        "atom": _atomic,
        "red": _atomic,
        "cp": _cp_async,
        "bar": _barrier,
        "barrier": _barrier,
        "mbarrier": _mbarrier,
        "elect": _elect,
        "shfl": _shuffle,
        "vote": _vote,
        "redux": _redux,
        "activemask": _activemask,
        "cvta": _cvta,
        "membar": _nothing,
        "fence": _nothing,
        "prefetch": _nothing,
        "prefetchu": _nothing,
        "setmaxnreg": _nothing,
        "griddepcontrol": _nothing,
        "nanosleep": _nanosleep,
        "trap": _trap,
    }
)
"""Every instruction that the CPU runs."""
