"""PTX's cluster launch control: a request for the work of a cluster that has not begun, and what the answer says.

Source: PTX ISA, "clusterlaunchcontrol.try_cancel", "clusterlaunchcontrol.query_cancel".
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import StringAttr, UnitAttr, i8, i32, i64
from xdsl.ir import Attribute, SSAValue

from cutedsl.ir.ops import clc as clc_ops
from cutedsl.ir.types import PtrType
from cutedsl.passes.ptx.registers import Machine
from cutedsl.passes.ptx.text import Instruction

ANSWER: Final = "b128"
"""The type of registers for an answer."""
_COUNTED: Final = "mbarrier_complete_tx_bytes"
_AXES: Final = ("x", "y", "z")


def load_answer(m: Machine, i: Instruction) -> None:
    """`ld.shared.b128`: the register stands for the place of the answer; nothing else is read with 128 bits."""
    if set(i.modifiers) - {"shared", "shared_cta", "b128"}:
        raise m.unknown(i.name)
    m.write(i.operands[0], m.address(i.operands[1], i8, "smem"))


def cluster_control(m: Machine, i: Instruction) -> None:
    """One instruction. Errors: inline-ptx-on-cpu."""
    match i.modifiers:
        case ("try_cancel", "async", *rest) if rest[-1:] == ["b128"]:
            _request(m, i, rest[:-1])
        case ("query_cancel", "is_canceled", "pred", "b128"):
            answer = _part(m, i, "canceled", i.operands[1])
            m.write(i.operands[0], m.compare(1, answer, m.constant(0, i32)))
        case ("query_cancel", "get_first_ctaid", "v4", "b32", "b128"):
            for name, axis in zip(m.parts(i.operands[0]), _AXES, strict=False):
                m.write(name, _part(m, i, axis, i.operands[1]))
        case ("query_cancel", part, "b32", "b128") if part.removeprefix("get_first_ctaid_") in _AXES:
            m.write(i.operands[0], _part(m, i, part[-1], i.operands[1]))
        case _:
            raise m.unknown(i.name)


def _request(m: Machine, i: Instruction, rest: list[str]) -> None:
    left = [part for part in rest if part not in ("shared_cta", _COUNTED)]
    if _COUNTED not in rest or left not in ([], ["multicast_cluster_all"]):
        raise m.unknown(i.name)
    marks: dict[str, Attribute] = {} if left else {"alone": UnitAttr()}
    places = m.address(i.operands[0], i8, "smem"), m.address(i.operands[1], i64, "smem")
    m.do(clc_ops.ClcRequestOp, places, **marks)


def _part(m: Machine, i: Instruction, part: str, register: str) -> SSAValue:
    place = m.values.get(register)
    if place is None or not isinstance(place.type, PtrType):
        raise m.unknown(f"{i.name} of a register that no `ld.shared.b128` wrote")
    return m.op(clc_ops.ClcAnswerOp, (place,), i32, part=StringAttr(part))
