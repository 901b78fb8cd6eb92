"""PTX's copies of tiles by tensor maps in memory: loads, stores, reductions and prefetches.

They become the op that the language's own copies are. What the elements of a reduction are, only the map says when the
program runs. Source: PTX ISA, "cp.async.bulk.tensor", "cp.reduce.async.bulk.tensor", "cp.async.bulk.prefetch.tensor".
"""

from __future__ import annotations

import re
from typing import Final

from xdsl.dialects.builtin import IntegerAttr, StringAttr, UnitAttr, i8, i32, i64
from xdsl.ir import Attribute, SSAValue

from cutedsl.arch.tensor_map import ROW_OFFSETS
from cutedsl.ir.ops import tma as tma_ops
from cutedsl.passes.ptx.bulk import place_of
from cutedsl.passes.ptx.registers import Machine
from cutedsl.passes.ptx.text import Instruction

_MAP_AND_CORNER: Final = re.compile(r"\[\s*([^,]+?)\s*,\s*(\{.*\}|[^,{}]+)\s*\]")
_LOADS: Final = (("shared_cluster", "global"), ("shared_cta", "global"))
_STORE: Final = ("global", "shared_cta")
_COMBINED: Final = ("add", "min", "max", "inc", "dec", "and", "or", "xor")
_MODES: Final = ("tile", "tile_gather4", "tile_scatter4", "im2col", "im2col_no_offs", "im2col_w", "im2col_w_128")
_ROWS: Final = {"im2col_w": "w", "im2col_w_128": "w::128"}
"""Modes that copy pixels of a row."""


def tile_copy(m: Machine, i: Instruction) -> None:
    """One copy of a tile. Errors: inline-ptx-on-cpu."""
    *verb, axes = i.modifiers[: next((k for k, part in enumerate(i.modifiers) if part[1:] == "d"), 0) + 1]
    rest = i.modifiers[len(verb) + 1 :]
    mode = next((part for part in rest if part in _MODES), "tile")
    marks: dict[str, Attribute] = {"rows": UnitAttr()} if mode in ("tile_gather4", "tile_scatter4") else {}
    match verb, rest[:2]:
        case ["async", "bulk", "tensor"], spaces if spaces in _LOADS:
            _load(m, i, axes, mode, marks)
        case ["async", "bulk", "tensor"], spaces if spaces == _STORE:
            _store(m, i, axes, mode, marks)
        case ["reduce", "async", "bulk", "tensor"], spaces if spaces == _STORE:
            kinds = [part for part in rest if part in _COMBINED]
            if len(kinds) != 1 or mode != "tile":
                raise m.unknown(i.name)
            _store(m, i, axes, mode, marks, kinds[0])
        case ["async", "bulk", "prefetch", "tensor"], ("L2", "global"):
            pass
        case _:
            raise m.unknown(i.name)


def _load(m: Machine, i: Instruction, axes: str, mode: str, marks: dict[str, Attribute]) -> None:
    place, source, barrier, *further = i.operands
    descriptor, corner = _source(m, i, source, axes, mode)
    values = [descriptor, place_of(m, place, i8, "dsmem"), place_of(m, barrier, i64, "dsmem")]
    offsets: list[SSAValue] = []
    if mode == "im2col" or mode in _ROWS:
        offsets = [m.converted(m.read(part, i32), i32) for part in m.parts(further.pop(0))]
        if len(offsets) != (ROW_OFFSETS if mode in _ROWS else len(corner) - 2):
            raise m.unknown(i.name)
        marks["offsets"] = IntegerAttr(len(offsets), i32)
        if mode in _ROWS:
            marks["row"] = StringAttr(_ROWS[mode])
    if "multicast_cluster" in i.modifiers:
        values.append(m.converted(m.read(further.pop(0), i32), i32))
        marks["multicast"] = UnitAttr()
    if "cta_group_2" in i.modifiers:
        marks["pair"] = UnitAttr()
    if len(further) != ("L2_cache_hint" in i.modifiers):
        raise m.unknown(i.name)
    m.do(tma_ops.TmaTileOp, [*values, *corner, *offsets], kind=StringAttr("load"), each=UnitAttr(), **marks)


def _store(m: Machine, i: Instruction, axes: str, mode: str, marks: dict[str, Attribute], kind: str = "store") -> None:
    """A tile to global memory, or combined with what is there."""
    target, place, *further = i.operands
    if "bulk_group" not in i.modifiers or len(further) != ("L2_cache_hint" in i.modifiers):
        raise m.unknown(i.name)
    descriptor, corner = _source(m, i, target, axes, mode)
    values = [descriptor, place_of(m, place, i8, "smem"), *corner]
    if mode == "im2col_no_offs":
        values += [m.constant(0, i32)] * (len(corner) - 2)
        marks["offsets"] = IntegerAttr(len(corner) - 2, i32)
    m.do(tma_ops.TmaTileOp, values, kind=StringAttr(kind), each=UnitAttr(), **marks)


def _source(m: Machine, i: Instruction, operand: str, axes: str, mode: str) -> tuple[SSAValue, list[SSAValue]]:
    """The tensor map and the coordinates of `[map, {c0, c1}]`."""
    found = _MAP_AND_CORNER.fullmatch(operand.strip())
    if found is None:
        raise m.unknown(operand)
    corner = [m.read(part, i32) for part in m.parts(found[2])]
    wanted = 5 if mode in ("tile_gather4", "tile_scatter4") else int(axes[0])
    if len(corner) != wanted:
        raise m.unknown(f"{i.name} of {len(corner)} coordinates")
    place = m.address(f"[{found[1]}]", i8, "gmem")
    return m.op(tma_ops.TmaDescriptorAtOp, (place,), tma_ops.TmaDescriptorType()), corner
