"""Ops that only checked programs have."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, StringAttr, UnitAttr
from xdsl.irdl import IRDLOperation, ParsePropInAttrDict, operand_def, opt_attr_def, opt_prop_def, prop_def, traits_def

from cutedsl.ir.definition import op_definition
from cutedsl.ir.traits import PerLane


@op_definition
class CheckModeOp(IRDLOperation):
    """`cute.check.mode %at, %extent {mode, writes}`: reports an entry of a coordinate outside of its mode.

    `mode` counts the tensor's modes from 0; `writes` says that a store follows, else a load; the name is the tensor's.
    """

    name = "cute.check.mode"
    traits = traits_def(PerLane())
    at = operand_def()
    extent = operand_def()
    label = opt_attr_def(StringAttr, attr_name="name")
    mode = prop_def(IntegerAttr)
    writes = opt_prop_def(UnitAttr)
    assembly_format = "$at `,` $extent attr-dict `:` type($at) `,` type($extent)"
    irdl_options = (ParsePropInAttrDict(),)
