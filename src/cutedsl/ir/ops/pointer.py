"""Ops on typed pointers: what tensors become before code generation."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, StringAttr, i32, i64
from xdsl.ir import Attribute
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    operand_def,
    opt_attr_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cutedsl.ir.definition import op_definition
from cutedsl.ir.traits import Address, Allocates, Indexed, PlainAccess, Reads, Writes
from cutedsl.ir.types import BYTES_ATTR, PtrType


@op_definition
class PtrAddOp(IRDLOperation):
    """`%q = cute.ptr.add %p, %offset`: moved by `offset` elements."""

    name = "cute.ptr.add"
    traits = traits_def(Pure(), Address(), Indexed())
    source = operand_def(PtrType)
    offset = operand_def()
    result = result_def(PtrType)
    assembly_format = "$source `,` $offset attr-dict `:` type($source) `,` type($offset) `->` type($result)"


@op_definition
class PtrCastOp(IRDLOperation):
    """`%q = cute.ptr.cast %p`: the same byte address, another element type, space or alignment."""

    name = "cute.ptr.cast"
    traits = traits_def(Pure(), Address())
    source = operand_def(PtrType)
    result = result_def(PtrType)
    assembly_format = "$source attr-dict `:` type($source) `->` type($result)"


@op_definition
class PtrExtentOp(IRDLOperation):
    """`%q = cute.ptr.extent %p, %n`: from `%p` on, elements `[0, n)` may be accessed (the CPU checks it).

    With a third operand `%low`, at most 0: elements `[low, n)`.
    """

    name = "cute.ptr.extent"
    traits = traits_def(Pure(), Address())
    source = operand_def(PtrType)
    elems = operand_def()
    low = opt_operand_def(i64)
    label = opt_attr_def(StringAttr, attr_name="name")
    result = result_def(PtrType)
    assembly_format = (
        "$source `,` $elems (`from` $low^)? attr-dict `:` type($source) `,` type($elems) `->` type($result)"
    )


@op_definition
class PtrTensorOp(IRDLOperation):
    """`%q = cute.ptr.tensor %p(%leaves...) {layout, bits}`: at `%p` a tensor begins that reports of checked runs name.

    `layout` is the text of a tensor type's ("" for a pointer by itself), `bits` the size of an element; the operands
    after the pointer are the run-time leaves of the layout.
    """

    name = "cute.ptr.tensor"
    traits = traits_def(Pure(), Address())
    source = operand_def(PtrType)
    leaves = var_operand_def()
    label = opt_attr_def(StringAttr, attr_name="name")
    layout = prop_def(StringAttr)
    bits = prop_def(BYTES_ATTR)
    result = result_def(PtrType)
    assembly_format = "$source `(` $leaves `)` attr-dict `:` functional-type(operands, results)"
    irdl_options = (ParsePropInAttrDict(),)


@op_definition
class PtrLoadOp(IRDLOperation):
    """`%v = cute.ptr.load %p [policy %c] {hints}`: one element, or N consecutive ones as a vector.

    `hints` are PTX's cache operators and priorities, written after the state space, `policy` an L2 cache policy; only a
    GPU reads them.
    """

    name = "cute.ptr.load"
    traits = traits_def(Reads(0), PlainAccess())
    source = operand_def(PtrType)
    policy = opt_operand_def(i64)
    label = opt_attr_def(StringAttr, attr_name="name")
    hints = opt_prop_def(StringAttr)
    result = result_def()
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$source (`policy` $policy^)? attr-dict `:` type($source) `->` type($result)"


@op_definition
class PtrStoreOp(IRDLOperation):
    """`cute.ptr.store %v, %p [policy %c] {hints}`: one element, or N consecutive ones from a vector."""

    name = "cute.ptr.store"
    traits = traits_def(Writes(1), PlainAccess())
    value = operand_def()
    target = operand_def(PtrType)
    policy = opt_operand_def(i64)
    label = opt_attr_def(StringAttr, attr_name="name")
    hints = opt_prop_def(StringAttr)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$value `,` $target (`policy` $policy^)? attr-dict `:` type($value) `,` type($target)"


@op_definition
class PtrToIntOp(IRDLOperation):
    """`%a = cute.ptr.to_int %p`: the byte address, i32 in a block's shared memory (from its own on), else i64."""

    name = "cute.ptr.to_int"
    traits = traits_def(Pure(), Address())
    source = operand_def(PtrType)
    result = result_def(IntegerType)
    assembly_format = "$source attr-dict `:` type($source) `->` type($result)"

    def verify_(self) -> None:
        if self.result.type != address_type(self.source.type):
            raise VerifyException(f"cute.ptr.to_int: {self.source.type} has addresses of another type")


@op_definition
class PtrFromIntOp(IRDLOperation):
    """`%p = cute.ptr.from_int %a`: the pointer at a byte address of `cute.ptr.to_int`; nothing bounds it."""

    name = "cute.ptr.from_int"
    traits = traits_def(Pure(), Address())
    source = operand_def(IntegerType)
    result = result_def(PtrType)
    assembly_format = "$source attr-dict `:` type($source) `->` type($result)"

    def verify_(self) -> None:
        if self.source.type != address_type(self.result.type):
            raise VerifyException(f"cute.ptr.from_int: {self.result.type} has addresses of another type")


def address_type(pointer: Attribute) -> IntegerType:
    """The type of a pointer's byte addresses; in tensor memory of its addresses of lanes and columns."""
    assert isinstance(pointer, PtrType)
    return i32 if pointer.space.data in ("smem", "dsmem", "tmem") else i64


@op_definition
class SmemAllocOp(IRDLOperation):
    """`%p = cute.smem_alloc {offset, bytes, align}`: a place in the block's shared memory."""

    name = "cute.smem_alloc"
    traits = traits_def(Pure(), Allocates("smem"))
    offset = prop_def(BYTES_ATTR)
    bytes = prop_def(BYTES_ATTR)
    align = prop_def(BYTES_ATTR)
    result = result_def(PtrType)
    assembly_format = "$offset `,` $bytes `,` $align attr-dict `:` type($result)"


@op_definition
class RmemAllocOp(IRDLOperation):
    """`%p = cute.rmem_alloc {elems}`: private memory of a thread, registers where its indices are constants."""

    name = "cute.rmem_alloc"
    traits = traits_def(Allocates("rmem"))
    elems = prop_def(BYTES_ATTR)
    result = result_def(PtrType)
    assembly_format = "$elems attr-dict `:` type($result)"
