"""The registers of an inline PTX text while it is rebuilt as ops: reading operands, writing results.

A register holds an IR value of any type of its width; it is read as the type that an instruction names.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    BFloat16Type,
    BoolAttr,
    FileLineColLoc,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from cutedsl.errors import DSLUserCodeError, Span, fail
from cutedsl.ir import atomic_ops, pointer_ops, simt_ops
from cutedsl.ir.arithmetic import properties_of
from cutedsl.ir.elementwise_ops import CmpiOp, SelectOp
from cutedsl.ir.fast import fast
from cutedsl.ir.types import PtrType

TYPES: Final = MappingProxyType(
    {
        "pred": i1, "b8": i8, "u8": i8, "s8": i8, "b16": i16, "u16": i16, "s16": i16, "b32": i32, "u32": i32,
        "s32": i32, "b64": i64, "u64": i64, "s64": i64, "f16": f16, "bf16": bf16, "f32": f32, "f64": f64,
        "f16x2": i32, "bf16x2": i32,
    }
)  # fmt: skip
"""The IR type of a PTX type."""

_INTEGER = re.compile(r"[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)U?")
_HEX_FLOAT = re.compile(r"0[fFdD]([0-9a-fA-F]+)")
_FLOAT = re.compile(r"[-+]?(\d+\.\d*|\.\d+)([eE][-+]?\d+)?")
_ADDRESS = re.compile(r"\[\s*([\w$%.]+)\s*(?:\+\s*(-?\w+))?\s*\]")
_PLACE = re.compile(r"\$(\d+)")
_AXES: Final = {"x": 0, "y": 1, "z": 2}
_INDICES: Final[dict[str, type[Operation]]] = {
    "tid": simt_ops.ThreadIdxOp,
    "ntid": simt_ops.BlockDimOp,
    "ctaid": simt_ops.BlockIdxOp,
    "nctaid": simt_ops.GridDimOp,
}


def width_of(mlir: Attribute) -> int:
    """Bits of a register."""
    if isinstance(mlir, IntegerType):
        return mlir.width.data
    return 16 if isinstance(mlir, Float16Type | BFloat16Type) else 64 if mlir == f64 else 32


@dataclass(slots=True)
class Machine:
    """The text being rebuilt: the op it belongs to, where ops go, and what every register holds."""

    source: Operation
    block: Block
    values: dict[str, SSAValue] = field(default_factory=dict[str, SSAValue])
    carry: SSAValue | None = None

    # -- building ------------------------------------------------------------------------------------------------------
    def op(
        self, cls: type[Operation], operands: Sequence[SSAValue], result: Attribute, **properties: Attribute
    ) -> SSAValue:
        """An op with one result."""
        merged = {**properties_of(cls), **properties}
        return fast(cls, operands, (result,), merged, self.source.location, self.block).results[0]

    def do(self, cls: type[Operation], operands: Sequence[SSAValue] = (), **properties: Attribute) -> None:
        """An op without a result."""
        fast(cls, operands, (), {**properties_of(cls), **properties}, self.source.location, self.block)

    def constant(self, value: int | float, mlir: Attribute) -> SSAValue:
        """A number of a type."""
        if mlir == i1:
            attr: Attribute = BoolAttr.from_bool(bool(value))
        elif isinstance(mlir, IntegerType):
            bits = int(value) & ((1 << mlir.width.data) - 1)
            attr = IntegerAttr(bits - (bits >> (mlir.width.data - 1) << mlir.width.data), mlir)
        else:
            assert isinstance(mlir, Float16Type | BFloat16Type | Float32Type | Float64Type)
            attr = FloatAttr(float(value), mlir)
        return self.op(arith.ConstantOp, (), mlir, value=attr)

    def compare(self, predicate: int, a: SSAValue, b: SSAValue) -> SSAValue:
        """An integer comparison."""
        return self.op(CmpiOp, (a, b), i1, predicate=IntegerAttr(predicate, i64))

    def select(self, condition: SSAValue, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(SelectOp, (condition, a, b), a.type)

    def converted(self, value: SSAValue, mlir: Attribute) -> SSAValue:
        """The same bits as another type; an integer of another width is cut or filled with zeros."""
        if isinstance(value.type, PtrType):
            own = pointer_ops.address_type(value.type)
            value = self.op(pointer_ops.PtrToIntOp, (value,), own)
        if value.type == mlir:
            return value
        have, want = width_of(value.type), width_of(mlir)
        if have == want:
            return self.op(arith.BitcastOp, (value,), mlir)
        bits = self.converted(value, IntegerType(have))
        wider = IntegerType(want)
        bits = self.op(arith.ExtUIOp if have < want else arith.TruncIOp, (bits,), wider)
        return self.converted(bits, mlir)

    # -- operands ------------------------------------------------------------------------------------------------------
    def read(self, operand: str, mlir: Attribute) -> SSAValue:
        """An operand as a type. Errors: inline-ptx-on-cpu."""
        if operand.startswith("!"):
            flag = self.read(operand[1:].strip(), i1)
            return self.op(arith.XOrIOp, (flag, self.constant(1, i1)), i1)
        number = _number(operand, mlir)
        if number is not None:
            return self.constant(number, mlir)
        found = self.values.get(operand)
        if found is None:
            found = self._special(operand)
        return self.converted(found, mlir)

    def write(self, operand: str, value: SSAValue) -> None:
        """Gives a register a value; `_` drops it."""
        if operand != "_":
            self.values[operand] = value

    def parts(self, operand: str) -> list[str]:
        """The registers of `{a, b}`, or one."""
        return [part.strip() for part in operand.strip("{} ").split(",")]

    def address(self, operand: str, element: Attribute, space: str) -> SSAValue:
        """The pointer that `[a + n]` names, to elements of a type."""
        found = _ADDRESS.fullmatch(operand.strip())
        if found is None:
            raise self.unknown(operand)
        base, offset = self.values.get(found[1]), int(found[2] or "0", 0)
        if base is not None and isinstance(base.type, PtrType):
            pointer = base
        else:
            space = space if space == "smem" else "gmem"
            mlir = i32 if space == "smem" else i64
            number = self.read(found[1], mlir)
            pointer = self.op(pointer_ops.PtrFromIntOp, (number,), PtrType.of(i8, space))
        assert isinstance(pointer.type, PtrType)
        where = pointer.type.space.data
        if offset:
            pointer = self.op(pointer_ops.PtrCastOp, (pointer,), PtrType.of(i8, where))
            moved = self.constant(offset, i32 if where == "smem" else i64)
            pointer = self.op(pointer_ops.PtrAddOp, (pointer, moved), PtrType.of(i8, where))
        return self.op(pointer_ops.PtrCastOp, (pointer,), PtrType.of(element, where))

    def _special(self, name: str) -> SSAValue:
        """A special register, or a register that nothing has written (zero)."""
        stem, _, axis = name.removeprefix("%").partition(".")
        if stem in _INDICES and axis in _AXES:
            return self.op(_INDICES[stem], (), i32, axis=IntegerAttr(_AXES[axis], i32))
        if stem == "laneid":
            return self.op(simt_ops.LaneIdxOp, (), i32)
        if stem == "warpid":
            return self.op(simt_ops.WarpIdxOp, (), i32)
        if name.startswith("%") and stem in atomic_ops.SPECIAL_REGISTERS:
            mlir = i64 if stem.endswith("64") or stem in ("globaltimer", "gridid") else i32
            return self.op(atomic_ops.SpecialRegisterOp, (), mlir, register=StringAttr(stem))
        raise self.unknown(name)

    def unknown(self, what: str) -> DSLUserCodeError:
        """The error for something that is not run on the CPU. Errors: inline-ptx-on-cpu."""
        return not_on_cpu(self.source, what)


def _number(text: str, mlir: Attribute) -> int | float | None:
    if _INTEGER.fullmatch(text):
        number = int(text.rstrip("U"), 0)
        return number if isinstance(mlir, IntegerType) else float(number)
    bits = _HEX_FLOAT.fullmatch(text)
    if bits is not None:
        return struct.unpack(">f" if text[1] in "fF" else ">d", bytes.fromhex(bits[1]))[0]
    return float(text) if _FLOAT.fullmatch(text) else None


def place(operand: str) -> int | None:
    """The number of `$n`."""
    found = _PLACE.fullmatch(operand)
    return None if found is None else int(found[1])


def not_on_cpu(op: Operation, what: str) -> DSLUserCodeError:
    """The error for inline PTX that the CPU does not run. Errors: inline-ptx-on-cpu."""
    where, span = op.location, None
    if isinstance(where, FileLineColLoc) and where.line.data >= 1:
        line, col = where.line.data, max(where.column.data - 1, 0)
        span = Span(where.filename.data, line, col, line, col)
    return fail("inline-ptx-on-cpu", f"the inline PTX `{what}` is not among what runs on the CPU", span=span)
