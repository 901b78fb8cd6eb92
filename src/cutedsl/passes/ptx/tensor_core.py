"""PTX's `tcgen05` instructions: tensor memory and its multiplies, as the ops that the language's own are.

Source: PTX ISA, "TensorCore 5th Generation Family Instructions".
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, StringAttr, UnitAttr, VectorType, i1, i32, i64
from xdsl.ir import Attribute, SSAValue

from cutedsl.arch.tensor_memory import COLLECTOR_BUFFERS, COLLECTORS, COPY_SHAPES, KINDS, REGISTERS, SHAPES, UNPACKS
from cutedsl.ir.ops import simt as simt_ops
from cutedsl.ir.ops import tcgen05 as tensor_ops
from cutedsl.passes.ptx.bulk import place_of
from cutedsl.passes.ptx.registers import Machine
from cutedsl.passes.ptx.text import Instruction

_ALIGNED: Final = {"sync", "aligned"}
_COLLECTORS: Final = {
    f"collector_{buffer}_{use}": f"{buffer}::{use}" for buffer in COLLECTOR_BUFFERS for use in COLLECTORS
}
_REDUCTIONS: Final = ("min", "max", "abs", "NaN", "f32", "u32", "s32")
_VECTORS: Final = {
    **{f"scale_vec_{count}": count for count in ("1X", "2X", "4X")},
    **{block: block for block in ("block16", "block32")},
}


def tensor_core(m: Machine, i: Instruction) -> None:
    """One instruction. Errors: inline-ptx-on-cpu."""
    verb, *rest = i.modifiers
    more = set(rest)
    match verb:
        case "fence_before_thread_sync" | "fence_after_thread_sync":
            _whole(m, i, more)
            m.do(tensor_ops.Tcgen05FenceOp, kind=StringAttr(verb.split("_")[1]))
        case "wait_ld" | "wait_st":
            _whole(m, i, more - _ALIGNED)
            m.do(tensor_ops.TmemWaitOp, kind=StringAttr(verb[-2:]))
        case "alloc" | "dealloc" | "relinquish_alloc_permit":
            _columns(m, i, verb, more - _ALIGNED)
        case "ld" | "st":
            (_load if verb == "ld" else _store)(m, i, [part for part in rest if part not in _ALIGNED])
        case "mma":
            _multiply(m, i, more)
        case "cp":
            _copy(m, i, rest)
        case "shift":
            _whole(m, i, more - {"down", *_groups(more)})
            m.do(tensor_ops.TmemShiftOp, (_address(m, i.operands[0]),), group=_group(m, i, more))
        case "commit":
            _commit(m, i, more)
        case _:
            raise m.unknown(i.name)


def _whole(m: Machine, i: Instruction, left: set[str]) -> None:
    """Nothing is left of the modifiers."""
    if left:
        raise m.unknown(i.name)


def _groups(parts: set[str]) -> set[str]:
    return parts & {"cta_group_1", "cta_group_2"}


def _group(m: Machine, i: Instruction, parts: set[str]) -> IntegerAttr:
    found = _groups(parts)
    if len(found) != 1:
        raise m.unknown(i.name)
    return IntegerAttr(int(found.pop()[-1]), i32)


def _address(m: Machine, operand: str) -> SSAValue:
    """What `[a + n]` names in tensor memory."""
    name, _, offset = operand.strip("[] ").partition("+")
    base = m.read(name.strip(), i32)
    return m.op(arith.AddiOp, (base, m.constant(int(offset, 0), i32)), i32) if offset.strip() else base


def _columns(m: Machine, i: Instruction, verb: str, parts: set[str]) -> None:
    """Columns are taken, given back, or asked for no more."""
    group = _group(m, i, parts)
    _whole(m, i, parts - {"b32", "shared_cta", *_groups(parts)})
    if verb == "relinquish_alloc_permit":
        m.do(tensor_ops.TmemRelinquishOp, group=group)
        return
    place, columns = i.operands
    space = "smem" if "shared_cta" in parts else "gmem"
    where = m.address(place, i32, space) if verb == "alloc" else _address(m, place)
    cls = tensor_ops.TmemAllocOp if verb == "alloc" else tensor_ops.TmemDeallocOp
    m.do(cls, (where, m.read(columns, i32)), group=group)


# -- loads and stores ------------------------------------------------------------------------------------------------
def _form(m: Machine, i: Instruction, parts: list[str], packing: str, offset: list[str]) -> dict[str, Attribute]:
    """The properties of a load or store of a shape, so many times."""
    shape, times, *rest = [part for part in parts if part != "red"]
    if shape not in SHAPES or rest not in (["b32"], [packing, "b32"]) or not times.startswith("x"):
        raise m.unknown(i.name)
    found: dict[str, Attribute] = {"shape": StringAttr(shape), "repeat": IntegerAttr(int(times[1:]), i32)}
    if packing in rest:
        found["packed"] = UnitAttr()
    if offset:
        found["offset"] = IntegerAttr(int(offset[0], 0), i32)
    return found


def _load(m: Machine, i: Instruction, parts: list[str]) -> None:
    reduces = [part for part in parts if part in _REDUCTIONS] if "red" in parts else []
    registers, *more = i.operands
    names = m.parts(registers) + ([more.pop(0)] if reduces else [])
    plain = [*(part for part in parts if part not in reduces), *(["b32"] if reduces else [])]
    properties = _form(m, i, plain, "pack_16b", more[1:])
    if reduces:
        kind = next(part for part in reduces if part[-2:] == "32")
        properties["reduce"] = StringAttr(".".join([*(part for part in reduces if part != kind), kind]))
    _check_count(m, i, parts, len(names) - bool(reduces))
    words = m.op(tensor_ops.TmemLoadOp, (_address(m, more[0]),), VectorType(i32, [len(names)]), **properties)
    for k, name in enumerate(names):
        m.write(name, m.op(simt_ops.VecExtractOp, (words,), i32, index=IntegerAttr(k, i32)))


def _store(m: Machine, i: Instruction, parts: list[str]) -> None:
    place, *offset, registers = i.operands
    values = [m.read(name, i32) for name in m.parts(registers)]
    _check_count(m, i, parts, len(values))
    vector = m.op(simt_ops.VecPackOp, values, VectorType(i32, [len(values)]))
    m.do(tensor_ops.TmemStoreOp, (_address(m, place), vector), **_form(m, i, parts, "unpack_16b", offset))


def _check_count(m: Machine, i: Instruction, parts: list[str], count: int) -> None:
    shape, times = [part for part in parts if part != "red"][:2]
    if REGISTERS.get(shape, 0) * int(times[1:]) != count:
        raise m.unknown(f"{i.name}, with {count} registers")


# -- multiplies ------------------------------------------------------------------------------------------------------
def _multiply(m: Machine, i: Instruction, parts: set[str]) -> None:
    kinds = [kind for kind in KINDS if f"kind_{kind}" in parts]
    collectors, vectors = parts & _COLLECTORS.keys(), parts & _VECTORS.keys()
    marks = {"ws", "sp", "block_scale", "ashift", *_groups(parts), *collectors, *vectors}
    if len(kinds) != 1 or len(collectors) > 1 or len(vectors) > 1:
        raise m.unknown(i.name)
    _whole(m, i, parts - marks - {f"kind_{kinds[0]}"})
    d, a, b, *rest = i.operands
    left = _address(m, a) if a.startswith("[") else m.read(a, i64)
    metadata = [_address(m, rest.pop(0))] if "sp" in parts else []
    operands = [_address(m, d), left, m.read(b, i64), m.read(rest.pop(0), i32)]
    properties: dict[str, Attribute] = {"kind": StringAttr(kinds[0]), "group": _group(m, i, parts)}
    lanes = [m.read(name, i32) for name in m.parts(rest.pop(0))] if rest[0].startswith("{") else []
    scales = [_address(m, rest.pop(0)) for _ in range(2)] if "block_scale" in parts else []
    operands.append(m.read(rest.pop(0), i1))
    zeros = [m.read(rest.pop(0), i64)] if rest and "ws" in parts else []
    if rest:
        properties["scale_d"] = IntegerAttr(int(rest.pop(0), 0), i32)
    groups = {"lanes": lanes, "scales": scales, "metadata": metadata, "zero_columns": zeros}
    named = [name for name, values in groups.items() if values]
    if named:
        properties["extra"] = StringAttr(",".join(named))
    if vectors:
        properties["scale_vector"] = StringAttr(_VECTORS[vectors.pop()])
    if collectors:
        properties["collector"] = StringAttr(_COLLECTORS[collectors.pop()])
    properties |= {name: UnitAttr() for name, mark in (("stationary", "ws"), ("shifted", "ashift")) if mark in parts}
    extras = [value for values in groups.values() for value in values]
    m.do(tensor_ops.Tcgen05MmaOp, (*operands, *extras), **properties)


# -- copies and completion -------------------------------------------------------------------------------------------
def _copy(m: Machine, i: Instruction, rest: list[str]) -> None:
    shapes = {shape.replace("::", "_"): shape for shape in COPY_SHAPES}
    text = ".".join(part for part in rest if part not in _groups(set(rest)))
    unpacks = next((one for one in UNPACKS if text.endswith(f".{one}")), "")
    shape = shapes.get(text.removesuffix(f".{unpacks}") if unpacks else text)
    if shape is None:
        raise m.unknown(i.name)
    place, descriptor = i.operands
    properties: dict[str, Attribute] = {"unpacks": StringAttr(unpacks)} if unpacks else {}
    properties |= {"shape": StringAttr(shape), "group": _group(m, i, set(rest))}
    m.do(tensor_ops.TmemCopyOp, (_address(m, place), m.read(descriptor, i64)), **properties)


def _commit(m: Machine, i: Instruction, parts: set[str]) -> None:
    group = _group(m, i, parts)
    several = "multicast_cluster" in parts
    _whole(m, i, parts - {"mbarrier_arrive_one", "shared_cluster", "multicast_cluster", "b64", *_groups(parts)})
    barrier, *mask = i.operands
    if len(mask) != several:
        raise m.unknown(i.name)
    values = [place_of(m, barrier, i64, "dsmem"), *(m.read(name, i32) for name in mask)]
    m.do(tensor_ops.Tcgen05CommitOp, values, group=group)
