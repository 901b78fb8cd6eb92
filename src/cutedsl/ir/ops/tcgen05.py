"""Blackwell's tensor memory and its multiplies: `cute.tcgen05.*`, one op an instruction of PTX.

Addresses of tensor memory are i32 (lane in bits 31..16, column in bits 15..0), descriptors i64 and i32 as PTX takes
them. `group` is how many blocks an instruction is for, 1 or 2. Source: PTX ISA, "TensorCore 5th Generation Family
Instructions".
"""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, StringAttr, UnitAttr, VectorType, i1, i32, i64
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from cutedsl.arch.tensor_memory import COPY_SHAPES, KINDS, SHAPES
from cutedsl.ir.definition import op_definition
from cutedsl.ir.traits import Arrives, Meets, MultipliesTiles, OrdersMemory, PerLane, Synchronizes, Writes
from cutedsl.ir.types import INDEX_ATTR, PtrType

_PROPERTIES = (ParsePropInAttrDict(),)


@op_definition
class TmemAllocOp(IRDLOperation):
    """`cute.tcgen05.alloc %p, %columns {group = 1}`: a warp takes columns; their address goes to shared memory."""

    name = "cute.tcgen05.alloc"
    traits = traits_def(Meets(), Writes(0), Synchronizes())
    place = operand_def(PtrType)
    columns = operand_def(i32)
    group = prop_def(INDEX_ATTR)
    irdl_options = _PROPERTIES
    assembly_format = "$place `,` $columns attr-dict `:` type($place)"


@op_definition
class TmemDeallocOp(IRDLOperation):
    """`cute.tcgen05.dealloc %address, %columns {group = 1}`: a warp gives them back."""

    name = "cute.tcgen05.dealloc"
    traits = traits_def(Meets(), Synchronizes())
    address = operand_def(i32)
    columns = operand_def(i32)
    group = prop_def(INDEX_ATTR)
    irdl_options = _PROPERTIES
    assembly_format = "$address `,` $columns attr-dict"


@op_definition
class TmemRelinquishOp(IRDLOperation):
    """`cute.tcgen05.relinquish {group = 1}`: the block allocates no more."""

    name = "cute.tcgen05.relinquish"
    traits = traits_def(Meets(), Synchronizes())
    group = prop_def(INDEX_ATTR)
    irdl_options = _PROPERTIES
    assembly_format = "attr-dict"


@op_definition
class Tcgen05MmaOp(IRDLOperation):
    """`cute.tcgen05.mma "f16" %d, %a, %b, %idesc, %accumulate {group = 1}`: D = A B (+ D), started by each thread.

    `a` is a descriptor (i64) or an address of tensor memory (i32). `extra` names the operands after those five, in
    this order. `lanes` has 4 words (8 for two blocks) of lanes of D that are not written. `scales` are the addresses
    of the factors of A and B, `metadata` the address of that of a sparse A, `zero_columns` a descriptor. `long_k` says
    that K is known to be 96.
    """

    name = "cute.tcgen05.mma"
    traits = traits_def(PerLane(), OrdersMemory(), Synchronizes(), MultipliesTiles())
    d = operand_def(i32)
    a = operand_def(IntegerType)
    b = operand_def(i64)
    idesc = operand_def(i32)
    accumulate = operand_def(i1)
    extras = var_operand_def(IntegerType)
    kind = prop_def(StringAttr)
    group = prop_def(INDEX_ATTR)
    extra = opt_prop_def(StringAttr)
    scale_vector = opt_prop_def(StringAttr)
    scale_d = opt_prop_def(INDEX_ATTR)
    collector = opt_prop_def(StringAttr)
    stationary = opt_prop_def(UnitAttr)
    long_k = opt_prop_def(UnitAttr)
    shifted = opt_prop_def(UnitAttr)
    irdl_options = _PROPERTIES
    assembly_format = (
        "$kind $d `,` $a `,` $b `,` $idesc `,` $accumulate `(` $extras `)` attr-dict `:` type($a) `(` type($extras) `)`"
    )

    def verify_(self) -> None:
        _check_one_of(self.name, self.kind.data, KINDS)


@op_definition
class TmemLoadOp(IRDLOperation):
    """`%v = cute.tcgen05.ld "32x32b" 4 %address`: a warp reads tensor memory into 32-bit registers.

    `packed`: two columns of 16 bits a register. With `%offset` of 16x32bx2: the columns of lanes 16 to 31.
    `reduce`, as `max.abs.f32`: one register more, the columns of the thread's lane combined.
    """

    name = "cute.tcgen05.ld"
    traits = traits_def(Meets(), OrdersMemory())
    address = operand_def(i32)
    shape = prop_def(StringAttr)
    repeat = prop_def(INDEX_ATTR)
    packed = opt_prop_def(UnitAttr)
    offset = opt_prop_def(INDEX_ATTR)
    reduce = opt_prop_def(StringAttr)
    result = result_def(VectorType)
    irdl_options = _PROPERTIES
    assembly_format = "$shape $repeat $address attr-dict `:` type($result)"

    def verify_(self) -> None:
        _check_one_of(self.name, self.shape.data, SHAPES)


@op_definition
class TmemStoreOp(IRDLOperation):
    """`cute.tcgen05.st "32x32b" 4 %address, %v`: a warp writes 32-bit registers to tensor memory; see `ld`."""

    name = "cute.tcgen05.st"
    traits = traits_def(Meets(), OrdersMemory())
    address = operand_def(i32)
    value = operand_def(VectorType)
    shape = prop_def(StringAttr)
    repeat = prop_def(INDEX_ATTR)
    packed = opt_prop_def(UnitAttr)
    offset = opt_prop_def(INDEX_ATTR)
    irdl_options = _PROPERTIES
    assembly_format = "$shape $repeat $address `,` $value attr-dict `:` type($value)"

    def verify_(self) -> None:
        _check_one_of(self.name, self.shape.data, SHAPES)


@op_definition
class TmemWaitOp(IRDLOperation):
    """`cute.tcgen05.wait "ld"`: until this thread's loads, or stores, of tensor memory are complete.

    `implied`: of a copy to registers, whose author asked for no wait.
    """

    name = "cute.tcgen05.wait"
    traits = traits_def(Meets(), OrdersMemory(), Synchronizes())
    kind = prop_def(StringAttr)
    implied = opt_prop_def(UnitAttr)
    irdl_options = _PROPERTIES
    assembly_format = "$kind attr-dict"

    def verify_(self) -> None:
        _check_one_of(self.name, self.kind.data, ("ld", "st"))


@op_definition
class TmemCopyOp(IRDLOperation):
    """`cute.tcgen05.cp "32x128b.warpx4" %address, %descriptor {group = 1}`: shared to tensor memory, by each thread.

    `unpacks`, as `b8x16.b4x16_p64`: elements of 4 or 6 bits become bytes.
    """

    name = "cute.tcgen05.cp"
    traits = traits_def(PerLane(), OrdersMemory(), Synchronizes())
    address = operand_def(i32)
    descriptor = operand_def(i64)
    shape = prop_def(StringAttr)
    group = prop_def(INDEX_ATTR)
    unpacks = opt_prop_def(StringAttr)
    irdl_options = _PROPERTIES
    assembly_format = "$shape $address `,` $descriptor attr-dict"

    def verify_(self) -> None:
        _check_one_of(self.name, self.shape.data, COPY_SHAPES)


@op_definition
class TmemShiftOp(IRDLOperation):
    """`cute.tcgen05.shift %address {group = 1}`: 8 columns of a quarter's lanes, one lane down."""

    name = "cute.tcgen05.shift"
    traits = traits_def(PerLane(), OrdersMemory(), Synchronizes())
    address = operand_def(i32)
    group = prop_def(INDEX_ATTR)
    irdl_options = _PROPERTIES
    assembly_format = "$address attr-dict"


@op_definition
class Tcgen05CommitOp(IRDLOperation):
    """`cute.tcgen05.commit %p (mask %m) {group = 1}`: one arrival when this thread's mma, cp and shift have ended.

    With a mask, at the same place in each block of the cluster whose bit is set.
    """

    name = "cute.tcgen05.commit"
    traits = traits_def(Arrives("mbarrier"), PerLane(), OrdersMemory(), Synchronizes())
    barrier = operand_def(PtrType)
    mask = opt_operand_def(i32)
    group = prop_def(INDEX_ATTR)
    irdl_options = _PROPERTIES
    assembly_format = "$barrier (`mask` $mask^)? attr-dict `:` type($barrier)"


@op_definition
class Tcgen05FenceOp(IRDLOperation):
    """`cute.tcgen05.fence "before"`: orders tensor-core operations with a synchronisation after or before it."""

    name = "cute.tcgen05.fence"
    traits = traits_def(OrdersMemory(), Synchronizes())
    kind = prop_def(StringAttr)
    assembly_format = "$kind attr-dict"

    def verify_(self) -> None:
        _check_one_of(self.name, self.kind.data, ("before", "after"))


def _check_one_of(op: str, found: str, known: tuple[str, ...]) -> None:
    if found not in known:
        raise VerifyException(f"{op}: {found!r} is not one of {', '.join(known)}")


TCGEN05_OPS = (
    TmemAllocOp,
    TmemDeallocOp,
    TmemRelinquishOp,
    Tcgen05MmaOp,
    TmemLoadOp,
    TmemStoreOp,
    TmemWaitOp,
    TmemCopyOp,
    TmemShiftOp,
    Tcgen05CommitOp,
    Tcgen05FenceOp,
)
"""Every op of this file."""
