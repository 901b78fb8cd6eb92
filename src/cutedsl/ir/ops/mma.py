"""The machine's matrix multiplies: one warp's `cute.mma`, a warp group's `cute.wgmma` and its fences."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import StringAttr, UnitAttr, VectorType, i1
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)

from cutedsl.ir.definition import op_definition
from cutedsl.ir.traits import Counts, Meets, MultipliesTiles, Reads, Synchronizes, Waits, WholeWarp
from cutedsl.ir.types import INDEX_ATTR, PtrType


@op_definition
class MmaOp(IRDLOperation):
    """`%d = cute.mma "mma.m16n8k16.f32.f16.f16" %a, %b, %c`: a warp's D = A B + C, fragments as the table says.

    A sparse multiply takes the metadata of its A too, a 32-bit word a thread; a block-scaled one the scale factors of A
    and of B, bytes, and A and B as 32-bit words. One that is both takes the metadata first.
    """

    THREADS: ClassVar[int] = 32
    name = "cute.mma"
    traits = traits_def(Meets(), MultipliesTiles())
    a = operand_def(VectorType)
    b = operand_def(VectorType)
    c = operand_def(VectorType)
    more = var_operand_def(VectorType)
    atom = prop_def(StringAttr)
    result = result_def(VectorType)
    assembly_format = (
        "$atom $a `,` $b `,` $c (`with` $more^ `:` type($more))? attr-dict "
        "`:` type($a) `,` type($b) `,` type($c) `->` type($result)"
    )


@op_definition
class WgmmaOp(IRDLOperation):
    """`cute.wgmma "wgmma.m64n128k16.f32.f16.f16" %a, %b, %c`: a warp group's C = A B (+ C where `accumulate` holds).

    `a` is a pointer to shared memory or a register vector, `b` a pointer, `c` a pointer to the thread's accumulators.
    `layout_a` and `layout_b` say where element (row, k) of the operand lies: `OperandPlace.text`.
    Runs when it is waited for; source: PTX ISA, "wgmma". With `values` the accumulators are values of the program, as
    of inline PTX: they are in `c` for this multiply alone, and `find_register_uses` follows them for the checker.
    """

    THREADS: ClassVar[int] = 128
    name = "cute.wgmma"
    traits = traits_def(Reads(0, 1), WholeWarp(), Synchronizes(), MultipliesTiles())
    a = operand_def()
    b = operand_def(PtrType)
    c = operand_def(PtrType)
    accumulate = opt_operand_def(i1)
    atom = prop_def(StringAttr)
    layout_a = opt_prop_def(StringAttr)
    layout_b = prop_def(StringAttr)
    values = opt_prop_def(UnitAttr)
    assembly_format = (
        "$atom $a `,` $b `,` $c (`accumulate` $accumulate^)? (`a` $layout_a^)? `b` $layout_b (`values` $values^)? "
        "attr-dict `:` type($a) `,` type($b) `,` type($c)"
    )


@op_definition
class WgmmaFenceOp(IRDLOperation):
    """`cute.wgmma_fence`: registers and shared memory written before it are seen by the multiplies after it.

    All four warps execute it before any of them multiplies.
    """

    name = "cute.wgmma_fence"
    traits = traits_def(Waits("warp group"), WholeWarp(), Synchronizes())
    assembly_format = "attr-dict"


@op_definition
class WgmmaCommitOp(IRDLOperation):
    """`cute.wgmma_commit`: the warp group's multiplies so far are one group."""

    name = "cute.wgmma_commit"
    traits = traits_def(WholeWarp(), Synchronizes())
    assembly_format = "attr-dict"


@op_definition
class WgmmaWaitOp(IRDLOperation):
    """`cute.wgmma_wait n`: until at most n groups are under way.

    A multiply is one operation of four warps, so none of them goes on before all have committed the group.
    """

    name = "cute.wgmma_wait"
    traits = traits_def(Counts("count"), Waits("warp group"), WholeWarp(), Synchronizes())
    count = prop_def(INDEX_ATTR)
    assembly_format = "$count attr-dict"
