"""PTX that an author writes into a kernel."""

from __future__ import annotations

from typing import Final

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation, prop_def, result_def, traits_def, var_operand_def, var_result_def

from cutedsl.ir.definition import op_definition
from cutedsl.ir.ops.elementwise import SIToFPOp, UIToFPOp
from cutedsl.ir.traits import Arithmetic, Opaque, OrdersMemory


@op_definition
class InlinePtxOp(IRDLOperation):
    """`%r = cute.inline_ptx "text" "constraints" (%a, ...)`: LLVM's inline assembly; effects are "some" or "none"."""

    name = "cute.inline_ptx"
    traits = traits_def(Opaque(), OrdersMemory())
    args = var_operand_def()
    text = prop_def(StringAttr)
    constraints = prop_def(StringAttr)
    effects = prop_def(StringAttr)
    outs = var_result_def()
    assembly_format = "$text $constraints $effects `(` $args `)` attr-dict `:` functional-type($args, $outs)"


@op_definition
class RoundedOp(IRDLOperation):
    """`%r = cute.rounded "fadd" "rz" %a, %b`: float arithmetic rounded as PTX says, on the CPU.

    `kind` is LLVM's name of the op, `rounding` PTX's of the mode (`rz`, `rp`, `rm`).
    """

    name = "cute.rounded"
    traits = traits_def(Arithmetic())
    kind = prop_def(StringAttr)
    rounding = prop_def(StringAttr)
    args = var_operand_def()
    result = result_def()
    assembly_format = "$kind $rounding $args attr-dict `:` type($args) `->` type($result)"


ROUNDED_KINDS: Final[dict[type[Operation], str]] = {
    arith.AddfOp: "fadd",
    arith.SubfOp: "fsub",
    arith.MulfOp: "fmul",
    arith.DivfOp: "fdiv",
    math.FmaOp: "fma",
    math.SqrtOp: "sqrt",
    SIToFPOp: "sitofp",
    UIToFPOp: "uitofp",
}
"""The `kind` of `cute.rounded` that stands for an op."""
