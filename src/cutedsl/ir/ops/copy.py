"""Ops that move tiles: `cute.copy` with its atom, and the machine's own copies that it is expanded into."""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr, UnitAttr, VectorType, i1, i64
from xdsl.ir import SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from cutedsl.arch.atoms.copy import copy_record
from cutedsl.ir.definition import op_definition
from cutedsl.ir.traits import Counts, Meets, PerLane, Reads, Synchronizes, Writes
from cutedsl.ir.types import BYTES_ATTR, INDEX_ATTR, MemRefType, PtrType


@op_definition
class CopyOp(IRDLOperation):
    """`cute.copy "ldmatrix.x4" %src, %dst [with %pred, %policy]`: a tile by the named instruction, atom by atom.

    `pred`, a tensor, skips atoms; where it is false, an asynchronous copy writes zeros. `load_hints` and `store_hints`
    are PTX's cache operators and priorities for accesses to global memory; `cached` marks an L2 cache policy, an
    i64, for them.
    """

    name = "cute.copy"
    traits = traits_def(Reads(0, 2, 3), Writes(1))
    src = operand_def(MemRefType)
    dst = operand_def(MemRefType)
    extras = var_operand_def()
    atom = prop_def(StringAttr)
    cached = opt_prop_def(UnitAttr)
    load_hints = opt_prop_def(StringAttr)
    store_hints = opt_prop_def(StringAttr)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$atom (`cached` $cached^)? $src `,` $dst (`with` $extras^ `:` type($extras))? attr-dict "
        "`:` type($src) `,` type($dst)"
    )

    @property
    def pred(self) -> SSAValue | None:
        """The predicates, an i1 for each atom."""
        return self.extras[0] if len(self.extras) > (self.cached is not None) else None

    @property
    def policy(self) -> SSAValue | None:
        """The L2 cache policy."""
        return self.extras[-1] if self.cached is not None else None

    def verify_(self) -> None:
        copy_record(self.atom.data)
        if len(self.extras) > 1 + (self.cached is not None) or (self.policy is not None and self.policy.type != i64):
            raise VerifyException(f"cute.copy: {len(self.extras)} operands after the tensors")
        if self.pred is not None and not (isinstance(self.pred.type, MemRefType) and self.pred.type.element == i1):
            raise VerifyException(f"cute.copy: predicates are a tensor of i1, got {self.pred.type}")


@op_definition
class CpAsyncOp(IRDLOperation):
    """`cute.cp_async "cp.async.ca.128" 16 %src, %dst [with %pred, %policy]`: global to shared memory; complete after a
    wait.

    Where `pred`, an i1, is false, the bytes are zeros and `src` is not read. `policy` is an L2 cache policy, an i64.
    """

    name = "cute.cp_async"
    traits = traits_def(Reads(0, 2, 3), PerLane(), Synchronizes())
    src = operand_def(PtrType)
    dst = operand_def(PtrType)
    extras = var_operand_def()
    atom = prop_def(StringAttr)
    bytes = prop_def(BYTES_ATTR)
    assembly_format = (
        "$atom $bytes $src `,` $dst (`with` $extras^ `:` type($extras))? attr-dict `:` type($src) `,` type($dst)"
    )

    @property
    def pred(self) -> SSAValue | None:
        """Whether the source is read."""
        return next((value for value in self.extras if value.type == i1), None)

    @property
    def policy(self) -> SSAValue | None:
        """The L2 cache policy."""
        return next((value for value in self.extras if value.type == i64), None)

    def verify_(self) -> None:
        if [value.type for value in self.extras] not in ([], [i1], [i64], [i1, i64]):
            raise VerifyException("cute.cp_async: a predicate, an i1, and a cache policy, an i64, follow the pointers")


@op_definition
class CpAsyncCommitOp(IRDLOperation):
    """`cute.cp_async_commit`: this thread's copies so far are one group."""

    name = "cute.cp_async_commit"
    traits = traits_def(Synchronizes())
    assembly_format = "attr-dict"


@op_definition
class CpAsyncWaitOp(IRDLOperation):
    """`cute.cp_async_wait n`: until at most n of the thread's groups are under way."""

    name = "cute.cp_async_wait"
    traits = traits_def(Counts("count"), Synchronizes())
    count = prop_def(INDEX_ATTR)
    assembly_format = "$count attr-dict"


@op_definition
class LdMatrixOp(IRDLOperation):
    """`%v = cute.ldmatrix "ldmatrix.x4" %row`: matrices from shared memory, each lane giving a row's address."""

    name = "cute.ldmatrix"
    traits = traits_def(Reads(0), Meets(accesses=True))
    source = operand_def(PtrType)
    atom = prop_def(StringAttr)
    result = result_def(VectorType)
    assembly_format = "$atom $source attr-dict `:` type($source) `->` type($result)"


@op_definition
class StMatrixOp(IRDLOperation):
    """`cute.stmatrix "stmatrix.x4" %v, %row`: the inverse of `cute.ldmatrix`."""

    name = "cute.stmatrix"
    traits = traits_def(Meets(accesses=True))
    value = operand_def(VectorType)
    target = operand_def(PtrType)
    atom = prop_def(StringAttr)
    assembly_format = "$atom $value `,` $target attr-dict `:` type($value) `,` type($target)"


@op_definition
class StoreAsyncOp(IRDLOperation):
    """`cute.store_async %v, %p, %barrier`: registers to a block of the cluster; the bytes count at its mbarrier."""

    name = "cute.store_async"
    traits = traits_def(PerLane())
    value = operand_def(VectorType)
    target = operand_def(PtrType)
    barrier = operand_def(PtrType)
    assembly_format = "$value `,` $target `,` $barrier attr-dict `:` type($value) `,` type($target) `,` type($barrier)"
