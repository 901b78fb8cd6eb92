"""Cluster launch control: a cluster asks for the work of one that has not begun.

Source: PTX ISA, "clusterlaunchcontrol.try_cancel", "clusterlaunchcontrol.query_cancel".
"""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr, UnitAttr, i32
from xdsl.irdl import IRDLOperation, ParsePropInAttrDict, operand_def, opt_prop_def, prop_def, result_def, traits_def

from cutedsl.ir.definition import op_definition
from cutedsl.ir.traits import PerLane, Reads, Synchronizes
from cutedsl.ir.types import PtrType


@op_definition
class ClcRequestOp(IRDLOperation):
    """`cute.clc.request %response, %barrier`: 16 bytes of answer to each block of the cluster, which count at its
    mbarrier; by each thread that comes here. `alone`: to this block only."""

    name = "cute.clc.request"
    traits = traits_def(PerLane(), Synchronizes())
    response = operand_def(PtrType)
    barrier = operand_def(PtrType)
    alone = opt_prop_def(UnitAttr)
    assembly_format = "(`alone` $alone^)? $response `,` $barrier attr-dict `:` type($response) `,` type($barrier)"


@op_definition
class ClcAnswerOp(IRDLOperation):
    """`%n = cute.clc.answer "x" %response`: whether a cluster was canceled, or the index of its first block."""

    name = "cute.clc.answer"
    traits = traits_def(Reads(0))
    irdl_options = (ParsePropInAttrDict(),)
    part = prop_def(StringAttr)
    response = operand_def(PtrType)
    result = result_def(i32)
    assembly_format = "$part $response attr-dict `:` type($response)"


CLC_OPS = (ClcRequestOp, ClcAnswerOp)
"""Every op of this file."""
