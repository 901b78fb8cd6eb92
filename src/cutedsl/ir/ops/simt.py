"""Ops of the execution model: indices, warp collectives, barriers, register vectors."""

from __future__ import annotations

from xdsl.dialects.builtin import DenseArrayBase, IntegerType, StringAttr, VectorType, i1, i32
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from cutedsl.ir.definition import op_definition
from cutedsl.ir.traits import Arithmetic, Arrives, Between, Meets, PerLane, Position, Rearranges, Synchronizes, Waits
from cutedsl.ir.types import INDEX_ATTR

SHUFFLE_MODES = ("idx", "up", "down", "bfly")
VOTE_MODES = ("any", "all", "ballot", "uni")


def _check_member(op: IRDLOperation, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise VerifyException(f"{op.name}: {value!r} is not one of {', '.join(allowed)}")


@op_definition
class ThreadIdxOp(IRDLOperation):
    """`%x = cute.thread_idx {axis}`: this thread's index in its block."""

    name = "cute.thread_idx"
    traits = traits_def(Position("threads"), PerLane(), Between(0, 1023))
    axis = prop_def(INDEX_ATTR)
    result = result_def(i32)
    assembly_format = "$axis attr-dict"


@op_definition
class BlockIdxOp(IRDLOperation):
    """`%x = cute.block_idx {axis}`: this block's index in the grid."""

    name = "cute.block_idx"
    traits = traits_def(Position("blocks"), Between(0))
    axis = prop_def(INDEX_ATTR)
    result = result_def(i32)
    assembly_format = "$axis attr-dict"


@op_definition
class BlockDimOp(IRDLOperation):
    """`%x = cute.block_dim {axis}`: threads of a block along an axis."""

    name = "cute.block_dim"
    traits = traits_def(Position("blocks"), Between(1, 1024))
    axis = prop_def(INDEX_ATTR)
    result = result_def(i32)
    assembly_format = "$axis attr-dict"


@op_definition
class GridDimOp(IRDLOperation):
    """`%x = cute.grid_dim {axis}`: blocks of the grid along an axis."""

    name = "cute.grid_dim"
    traits = traits_def(Position("blocks"), Between(1))
    axis = prop_def(INDEX_ATTR)
    result = result_def(i32)
    assembly_format = "$axis attr-dict"


@op_definition
class TableOp(IRDLOperation):
    """`%x = cute.table %n {numbers = array<i32: ...>}`: number `n` of a list of constants; of f32, by its bits."""

    name = "cute.table"
    traits = traits_def(Arithmetic())
    place = operand_def(i32)
    numbers = prop_def(DenseArrayBase)
    result = result_def()
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$place attr-dict `:` type($result)"


@op_definition
class LaneIdxOp(IRDLOperation):
    """`%x = cute.lane_idx`: this thread's index in its warp, 0 to 31."""

    name = "cute.lane_idx"
    traits = traits_def(Position("lanes"), PerLane(), Between(0, 31))
    result = result_def(i32)
    assembly_format = "attr-dict"


@op_definition
class WarpIdxOp(IRDLOperation):
    """`%x = cute.warp_idx`: the warp's index in its block (linear thread index / 32)."""

    name = "cute.warp_idx"
    traits = traits_def(Position("warps"), Between(0, 31))
    result = result_def(i32)
    assembly_format = "attr-dict"


@op_definition
class ElectOp(IRDLOperation):
    """`%p = cute.elect`: whether this is the one lane of its warp that is elected (PTX ISA, `elect.sync`)."""

    name = "cute.elect"
    traits = traits_def(Meets(results_only=True))
    result = result_def(i1)
    assembly_format = "attr-dict"


@op_definition
class ShuffleOp(IRDLOperation):
    """`%r = cute.shuffle %v, %offset, %mask, %clamp {mode}`: another lane's value (PTX ISA, `shfl.sync`)."""

    name = "cute.shuffle"
    traits = traits_def(Meets(2, results_only=True))
    value = operand_def()
    offset = operand_def(IntegerType)
    mask = operand_def(IntegerType)
    clamp = operand_def(IntegerType)
    mode = prop_def(StringAttr)
    result = result_def()
    assembly_format = "$mode $value `,` $offset `,` $mask `,` $clamp attr-dict `:` type($value) `,` type($offset) `,` type($mask) `,` type($clamp) `->` type($result)"  # noqa: E501

    def verify_(self) -> None:
        _check_member(self, self.mode.data, SHUFFLE_MODES)
        if self.value.type != self.result.type:
            raise VerifyException(f"cute.shuffle: value {self.value.type}, result {self.result.type}")


@op_definition
class BarrierOp(IRDLOperation):
    """`cute.barrier`: all threads of the block, or `cute.barrier %id, %count` a named barrier."""

    name = "cute.barrier"
    traits = traits_def(Meets(orders=True), Arrives("block"), Waits("block"), Synchronizes())
    which = var_operand_def(IntegerType)
    assembly_format = "(`(` $which^ `)` `:` type($which))? attr-dict"

    def verify_(self) -> None:
        if len(self.which) not in (0, 2):
            raise VerifyException("cute.barrier takes no operand, or an id and a thread count")


@op_definition
class SyncWarpOp(IRDLOperation):
    """`cute.sync_warp %mask`: the lanes of the mask wait for each other."""

    name = "cute.sync_warp"
    traits = traits_def(Meets(0, orders=True), Synchronizes())
    mask = operand_def(IntegerType)
    assembly_format = "$mask attr-dict `:` type($mask)"


@op_definition
class VoteOp(IRDLOperation):
    """`%r = cute.vote %pred, %mask {mode}`: a predicate over the warp (PTX ISA, `vote.sync`)."""

    name = "cute.vote"
    traits = traits_def(Meets(1, results_only=True))
    predicate = operand_def(IntegerType)
    mask = operand_def(IntegerType)
    mode = prop_def(StringAttr)
    result = result_def(IntegerType)
    assembly_format = "$mode $predicate `,` $mask attr-dict `:` type($predicate) `,` type($mask) `->` type($result)"

    def verify_(self) -> None:
        _check_member(self, self.mode.data, VOTE_MODES)


@op_definition
class VecExtractOp(IRDLOperation):
    """`%x = cute.vec.extract %v {index}`: one element of a register vector."""

    name = "cute.vec.extract"
    traits = traits_def(Rearranges())
    source = operand_def(VectorType)
    index = prop_def(INDEX_ATTR)
    result = result_def()
    assembly_format = "$source `[` $index `]` attr-dict `:` type($source) `->` type($result)"


@op_definition
class VecPackOp(IRDLOperation):
    """`%v = cute.vec.pack %a, %b, ...`: a register vector from its elements."""

    name = "cute.vec.pack"
    traits = traits_def(Rearranges())
    elements = var_operand_def()
    result = result_def(VectorType)
    assembly_format = "$elements attr-dict `:` functional-type(operands, results)"


@op_definition
class VecSplatOp(IRDLOperation):
    """`%v = cute.vec.splat %a`: a register vector of equal elements."""

    name = "cute.vec.splat"
    traits = traits_def(Rearranges())
    source = operand_def()
    result = result_def(VectorType)
    assembly_format = "$source attr-dict `:` type($source) `->` type($result)"


@op_definition
class ErfcOp(IRDLOperation):
    """`%r = cute.erfc %a`: the complement of the error function, which MLIR's `math` dialect here does not have."""

    name = "cute.erfc"
    traits = traits_def(Arithmetic())
    source = operand_def()
    result = result_def()
    assembly_format = "$source attr-dict `:` type($source) `->` type($result)"


@op_definition
class FmodOp(IRDLOperation):
    """`%r = cute.fmod %a, %b`: the remainder with the sign of the dividend, as C's `fmod`."""

    name = "cute.fmod"
    traits = traits_def(Arithmetic())
    lhs = operand_def()
    rhs = operand_def()
    result = result_def()
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"
