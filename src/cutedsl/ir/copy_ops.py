"""Ops that move tiles: `cute.copy` with its atom, and the machine's own copies that it is expanded into."""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr, VectorType, i1
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)
from xdsl.utils.exceptions import VerifyException

from cutedsl.arch.copy_atoms import copy_record
from cutedsl.ir.types import BYTES_ATTR, INDEX_ATTR, MemRefType, PtrType


@irdl_op_definition
class CopyOp(IRDLOperation):
    """`cute.copy "ldmatrix.x4" %src, %dst`: a tile by the named instruction, atom by atom; `pred` skips atoms.

    `load_hints` and `store_hints` are PTX's cache operators and priorities for accesses to global memory.
    """

    name = "cute.copy"
    src = operand_def(MemRefType)
    dst = operand_def(MemRefType)
    pred = opt_operand_def(MemRefType)
    atom = prop_def(StringAttr)
    load_hints = opt_prop_def(StringAttr)
    store_hints = opt_prop_def(StringAttr)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$atom $src `,` $dst (`pred` $pred^ `:` type($pred))? attr-dict `:` type($src) `,` type($dst)"

    def verify_(self) -> None:
        copy_record(self.atom.data)
        if self.pred is not None:
            assert isinstance(self.pred.type, MemRefType)
            if self.pred.type.element != i1:
                raise VerifyException(f"cute.copy: predicates are i1, got {self.pred.type.element}")


@irdl_op_definition
class CpAsyncOp(IRDLOperation):
    """`cute.cp_async "cp.async.ca.128" %src, %dst`: global to shared memory; complete after a wait."""

    name = "cute.cp_async"
    src = operand_def(PtrType)
    dst = operand_def(PtrType)
    atom = prop_def(StringAttr)
    bytes = prop_def(BYTES_ATTR)
    assembly_format = "$atom $bytes $src `,` $dst attr-dict `:` type($src) `,` type($dst)"


@irdl_op_definition
class CpAsyncCommitOp(IRDLOperation):
    """`cute.cp_async_commit`: this thread's copies so far are one group."""

    name = "cute.cp_async_commit"
    assembly_format = "attr-dict"


@irdl_op_definition
class CpAsyncWaitOp(IRDLOperation):
    """`cute.cp_async_wait n`: until at most n of the thread's groups are under way."""

    name = "cute.cp_async_wait"
    count = prop_def(INDEX_ATTR)
    assembly_format = "$count attr-dict"


@irdl_op_definition
class LdMatrixOp(IRDLOperation):
    """`%v = cute.ldmatrix "ldmatrix.x4" %row`: matrices from shared memory, each lane giving a row's address."""

    name = "cute.ldmatrix"
    source = operand_def(PtrType)
    atom = prop_def(StringAttr)
    result = result_def(VectorType)
    assembly_format = "$atom $source attr-dict `:` type($source) `->` type($result)"


@irdl_op_definition
class StMatrixOp(IRDLOperation):
    """`cute.stmatrix "stmatrix.x4" %v, %row`: the inverse of `cute.ldmatrix`."""

    name = "cute.stmatrix"
    value = operand_def(VectorType)
    target = operand_def(PtrType)
    atom = prop_def(StringAttr)
    assembly_format = "$atom $value `,` $target attr-dict `:` type($value) `,` type($target)"
