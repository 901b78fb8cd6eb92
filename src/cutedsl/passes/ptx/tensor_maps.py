"""PTX's `tensormap` instructions: changes of a tensor map in memory, and its copy from shared to global memory.

On the CPU a map is the request that it was made from, whose fields are plain numbers. Source: PTX ISA,
"tensormap.replace", "tensormap.cp_fenceproxy".
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import i8, i32, i64
from xdsl.ir import SSAValue

from cutedsl.arch.tensor_map import DESCRIPTOR_BYTES, MAX_RANK, REQUEST
from cutedsl.ir.ops import pointer as pointer_ops
from cutedsl.ir.ops import tma as tma_ops
from cutedsl.passes.ptx.registers import Machine
from cutedsl.passes.ptx.text import Instruction

_FIELDS: Final = {"global_address": ("address", 1), "global_dim": ("dims", MAX_RANK), "global_stride": ("strides", 4)}
"""The fields of a request that a program may change, and how many of each it has; all are 64 bits wide."""


def tensor_map(m: Machine, i: Instruction) -> None:
    """`tensormap`: one field replaced, or a copy of a whole map. Errors: inline-ptx-on-cpu."""
    match i.modifiers:
        case ("replace", "tile", field, "global" | "shared_cta" as space, "b1024", bits) if field in _FIELDS:
            _replace(m, i, field, "smem" if space == "shared_cta" else "gmem", wide=bits == "b64")
        case ("cp_fenceproxy", "global", "shared_cta", *_) if [*i.operands[2:]] == [str(DESCRIPTOR_BYTES)]:
            target, source = m.address(i.operands[0], i8, "gmem"), m.address(i.operands[1], i8, "smem")
            m.do(tma_ops.TmaPublishOp, (target, source))
        case _:
            raise m.unknown(i.name)


def _replace(m: Machine, i: Instruction, field: str, space: str, *, wide: bool) -> None:
    name, count = _FIELDS[field]
    place, *number, value = i.operands
    index = int(number[0], 0) if number else 0
    if not 0 <= index < count:
        raise m.unknown(f"{i.name} of the axis {index}")
    found: SSAValue = m.converted(m.read(value, i64 if wide else i32), i64)
    at = REQUEST[name] + 8 * index
    m.do(pointer_ops.PtrStoreOp, (found, m.address(f"{place.rstrip()[:-1]} + {at}]", i64, space)))
