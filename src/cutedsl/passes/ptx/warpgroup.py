"""PTX's multiplies of a warp group (`wgmma`) as the op that the language's own are.

A descriptor is a number: its low 14 bits may come from anywhere, what says the layout must be known while compiling.
Source: PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions", "Matrix Descriptor".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr, IntegerType, StringAttr, UnitAttr, f32, i1, i32, i64
from xdsl.ir import Attribute, Block, Region, SSAValue

from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.arch.atoms.warpgroup import FLOAT_KINDS, INT_KINDS, K_OF, OperandPlace, columns_of, warpgroup_record
from cutedsl.ir.ops import mma as mma_ops
from cutedsl.ir.ops import pointer as pointer_ops
from cutedsl.ir.types import PtrType
from cutedsl.passes.ptx.matrices import packed
from cutedsl.passes.ptx.registers import Machine
from cutedsl.passes.ptx.text import Instruction

_BYTES: Final = {"f16": 2, "bf16": 2, "tf32": 4, "e4m3": 1, "e5m2": 1, "s8": 1, "u8": 1}
_START: Final = (1 << 14) - 1
"""The descriptor's bits of the address, in units of 16 bytes."""
_SWIZZLES: Final = (0, 3, 2, 1)
"""Bits of the swizzle by the descriptor's two highest bits."""


def warp_group(m: Machine, i: Instruction) -> None:
    """One instruction. Errors: inline-ptx-on-cpu."""
    match i.modifiers:
        case ("fence", "sync", "aligned"):
            m.do(mma_ops.WgmmaFenceOp)
        case ("commit_group", "sync", "aligned"):
            m.do(mma_ops.WgmmaCommitOp)
        case ("wait_group", "sync", "aligned"):
            m.do(mma_ops.WgmmaWaitOp, count=IntegerAttr(int(i.operands[0]), i32))
        case ("mma_async", "sync", "aligned", shape, *kinds) if len(kinds) == 3:
            _multiply(m, i, [shape, *kinds])
        case _:
            raise m.unknown(i.name)


def _multiply(m: Machine, i: Instruction, form: list[str]) -> None:
    sums, left, right, keep, *scales = i.operands
    numbers = [int(text) for text in scales]
    in_registers = left.startswith("{") or left in m.vectors
    halves = form[2] in ("f16", "bf16")
    transposed = numbers[2:] if halves else []
    if numbers[:2] not in ([], [1, 1]) or len(transposed) != (2 - in_registers if halves else 0):
        raise m.unknown(f"{i.name} with {', '.join(scales)}")
    flags = ["ra"] * in_registers
    names = ("tb",) if in_registers else ("ta", "tb")
    flags += [name for name, on in zip(names, transposed, strict=bool(transposed)) if on]
    record = _record(m, i, [*form, *flags])
    element = IntegerType(8 * _BYTES[record.type_a])
    layouts: dict[str, Attribute] = {}
    if in_registers:
        first = packed(m, i, left, len(m.parts(left)) * 4 // _BYTES[record.type_a], element.width.data)
    else:
        first, place = _in_shared_memory(m, i, left, "ta" in flags, record.type_a)
        layouts["layout_a"] = StringAttr(place.text)
    second, place = _in_shared_memory(m, i, right, "tb" in flags, record.type_b)
    total, registers = f32 if record.type_d == "f32" else i32, m.parts(sums)
    if record.type_d == "f16" or len(registers) != record.shape_mnk[1] // 2:
        raise m.unknown(f"{i.name} with {len(registers)} registers")
    where = PtrType.of(total, "rmem")
    base = m.op(pointer_ops.RmemAllocOp, (), where, elems=IntegerAttr(len(registers), i64))
    places = [m.op(pointer_ops.PtrAddOp, (base, m.constant(k, i32)), where) for k in range(len(registers))]
    for name, at in zip(registers, places, strict=True):
        m.do(pointer_ops.PtrStoreOp, (m.read(name, total), at))
    m.do(
        mma_ops.WgmmaOp,
        (first, second, base, m.read(keep, i1)),
        atom=StringAttr(record.name),
        layout_b=StringAttr(place.text),
        values=UnitAttr(),
        **layouts,
    )
    for name, at in zip(registers, places, strict=True):
        m.write(name, m.op(pointer_ops.PtrLoadOp, (at,), total))


def _record(m: Machine, i: Instruction, parts: list[str]) -> MmaRecord:
    shape, d, a, b, *_ = parts
    if (d, a, b) not in (*FLOAT_KINDS, *INT_KINDS) or shape not in {f"m64n{n}k{K_OF[a]}" for n in columns_of(a)}:
        raise m.unknown(i.name)
    return warpgroup_record(".".join(["wgmma", *parts]))


def _in_shared_memory(m: Machine, i: Instruction, operand: str, mn: bool, kind: str) -> tuple[SSAValue, OperandPlace]:
    """The pointer of a descriptor, and how its matrix lies there."""
    value = m.read(operand, i64)
    fixed = _layout_bits(value)
    if fixed is None:
        raise m.unknown(f"{i.name} with a descriptor whose layout only run time knows")
    lead, stride = (fixed >> 16 & _START) << 4, (fixed >> 32 & _START) << 4
    place = OperandPlace(mn, _SWIZZLES[fixed >> 62 & 3], lead, stride, _BYTES[kind])
    units = m.op(arith.AndIOp, (m.converted(value, i32), m.constant(_START, i32)), i32)
    address = m.op(arith.ShLIOp, (units, m.constant(4, i32)), i32)
    return m.op(pointer_ops.PtrFromIntOp, (address,), PtrType.of(IntegerType(8 * _BYTES[kind]), "smem")), place


def _layout_bits(value: SSAValue, assumed: dict[SSAValue, int | None] | None = None) -> int | None:
    """What the constants that make a descriptor say above the address; None where they say nothing, or differ.

    What a loop carries has what it starts with, if each turn keeps it: `assumed` has those on the way.
    """
    assumed = assumed or {}
    if value in assumed:
        return assumed[value]
    sources = _sources(value)
    if sources:
        first = _layout_bits(sources[0], assumed)
        kept = {**assumed, value: first}
        return first if all(_layout_bits(other, kept) == first for other in sources[1:]) else None
    match value.owner:
        case arith.ConstantOp(value=IntegerAttr() as attr):
            return attr.value.data & ((1 << 64) - 1) & ~_START
        case arith.OrIOp() | arith.AddiOp() as op:
            parts = [part for part in (_layout_bits(operand, assumed) for operand in op.operands) if part]
            return sum(parts) & ((1 << 64) - 1) if parts else None
        case _:
            return None


def _sources(value: SSAValue) -> list[SSAValue]:
    """The values that one is, by way of loops, branches and choices: what is there first, first."""
    owner = value.owner
    match owner:
        case arith.SelectOp():
            return [owner.lhs, owner.rhs]
        case scf.IfOp():
            return [_yielded(region)[_index(owner.results, value)] for region in owner.regions]
        case scf.ForOp():
            at = _index(owner.results, value)
            return [owner.iter_args[at], _yielded(owner.body)[at]]
        case scf.WhileOp():
            return [_yielded(owner.before_region)[_index(owner.results, value) + 1]]
        case Block():
            loop = owner.parent_op()
            at = _index(owner.args, value)
            if isinstance(loop, scf.ForOp) and at:
                return [loop.iter_args[at - 1], _yielded(loop.body)[at - 1]]
            if isinstance(loop, scf.WhileOp) and owner is loop.before_region.block:
                return [loop.arguments[at], _yielded(loop.after_region)[at]]
            if isinstance(loop, scf.WhileOp):
                return [_yielded(loop.before_region)[at + 1]]
            return []
        case _:
            return []


def _yielded(region: Region) -> Sequence[SSAValue]:
    """What the last op of a region passes on; a loop's condition has its question first."""
    last = region.block.last_op
    return () if last is None else last.operands


def _index(values: Sequence[SSAValue], value: SSAValue) -> int:
    return next(k for k, one in enumerate(values) if one is value)
