"""The registers of an inline PTX text while it is rebuilt as ops: reading operands, writing results.

A register holds an IR value of any type of its width; it is read as the type that an instruction names.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from xdsl.dialects import arith, scf
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
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from cutedsl.errors import DSLUserCodeError, Span, fail
from cutedsl.ir.arithmetic import properties_of
from cutedsl.ir.fast import fast, new_block, ops_of, region_of
from cutedsl.ir.ops import atomic as atomic_ops
from cutedsl.ir.ops import pointer as pointer_ops
from cutedsl.ir.ops import simt as simt_ops
from cutedsl.ir.ops import sync as sync_ops
from cutedsl.ir.ops.elementwise import BitcastOp, CmpiOp, ExtSIOp, ExtUIOp, SelectOp, TruncIOp
from cutedsl.ir.types import PtrType

TYPES: Final = MappingProxyType(
    {
        "pred": i1, "b8": i8, "u8": i8, "s8": i8, "b16": i16, "u16": i16, "s16": i16, "b32": i32, "u32": i32,
        "s32": i32, "b64": i64, "u64": i64, "s64": i64, "f16": f16, "bf16": bf16, "f32": f32, "f64": f64,
        "f16x2": i32, "bf16x2": i32, "f32x2": i64,
    }
)  # fmt: skip
"""The IR type of a PTX type."""

PACKED: Final = ("f16x2", "bf16x2", "f32x2")
"""Types of two numbers in a register."""

_INTEGER = re.compile(r"[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)U?")
_HEX_FLOAT = re.compile(r"0[fFdD]([0-9a-fA-F]+)")
_FLOAT = re.compile(r"[-+]?(\d+\.\d*|\.\d+)([eE][-+]?\d+)?")
_ADDRESS = re.compile(r"\[\s*([\w$%.]+)\s*(?:\+\s*(-?\w+))?\s*\]")
_SEVERAL = re.compile(r"([\w$%]+)<(\d+)>")
_PLACE = re.compile(r"\$(\d+)")
_AXES: Final = {"x": 0, "y": 1, "z": 2}
_INDICES: Final[dict[str, type[Operation]]] = {
    "tid": simt_ops.ThreadIdxOp,
    "ntid": simt_ops.BlockDimOp,
    "ctaid": simt_ops.BlockIdxOp,
    "nctaid": simt_ops.GridDimOp,
}
_CLUSTER: Final = MappingProxyType(
    {
        "clusterid": "idx", "nclusterid": "dim", "cluster_ctaid": "block_idx", "cluster_nctaid": "block_dim",
        "cluster_ctarank": "rank", "cluster_nctarank": "size",
    }
)  # fmt: skip


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
    scopes: list[dict[str, SSAValue | None]] = field(default_factory=lambda: list[dict[str, "SSAValue | None"]]())
    """Of each scope that is open: what the names that it declares held before."""
    lasting: dict[str, str] = field(default_factory=dict[str, str])
    """PTX's types of the registers that are declared outside of braces: later texts of the function may name them."""
    vectors: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """The elements of each declared name; none of a register that is not a vector."""

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

    def filled(self, value: SSAValue, *, signed: bool) -> SSAValue:
        """What a register that may be wider holds: a signed one filled up with its sign, others with zeros."""
        if not signed or not isinstance(value.type, IntegerType) or value.type == i64:
            return value
        return self.op(ExtSIOp, (value,), i64)

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
            return self.op(BitcastOp, (value,), mlir)
        bits = self.converted(value, IntegerType(have))
        wider = IntegerType(want)
        bits = self.op(ExtUIOp if have < want else TruncIOp, (bits,), wider)
        return self.converted(bits, mlir)

    def opposite(self, condition: SSAValue) -> SSAValue:
        """The negation of a predicate."""
        return self.op(arith.XOrIOp, (condition, self.constant(1, i1)), i1)

    def when(self, condition: SSAValue, run: Callable[[], None]) -> None:
        """Runs something where a predicate holds; registers that it writes keep their values elsewhere."""
        outer, before = self.block, dict(self.values)
        then, otherwise = Block(), Block()
        self.block = then
        run()
        written = [name for name, value in self.values.items() if before.get(name) is not value]
        kinds = [_wider(self.values[name].type, before.get(name)) for name in written]
        self._yield([self.converted(self.values[name], kind) for name, kind in zip(written, kinds, strict=True)])
        self.block = otherwise
        self._yield(
            self.converted(before[name], kind) if name in before else self.constant(0, kind)
            for name, kind in zip(written, kinds, strict=True)
        )
        self.block = outer
        regions = [Region(then), Region(otherwise) if written else Region()]
        chosen = fast(scf.IfOp, (condition,), kinds, {}, self.source.location, outer, regions)
        self.values = {**before, **dict(zip(written, chosen.results, strict=True))}

    def loop(self, again: str, run: Callable[[], None]) -> None:
        """Runs something once, and again while the register `again` holds a true predicate at its end."""
        before = dict(self.values)
        kinds = self._written_kinds(run)
        outer, turn, following = self.block, new_block(kinds.values()), new_block(kinds.values())
        initial = [
            self.converted(before[name], kind) if name in before else self.constant(0, kind)
            for name, kind in kinds.items()
        ]
        self.values.update(zip(kinds, turn.args, strict=True))
        self.block = turn
        run()
        last = [self.converted(self.values[name], kind) for name, kind in kinds.items()]
        goes_on = self.read(again, i1)
        fast(scf.ConditionOp, (goes_on, *last), (), {}, self.source.location, turn)
        self.block = following
        self._yield(following.args)
        self.block = outer
        regions = [region_of(turn), region_of(following)]
        loop = fast(scf.WhileOp, initial, list(kinds.values()), {}, self.source.location, outer, regions)
        self.values = {**before, **dict(zip(kinds, loop.results, strict=True))}

    def _written_kinds(self, run: Callable[[], None]) -> dict[str, Attribute]:
        """The registers that something writes, with types that hold what they hold before and after it."""
        outer, before, carry = self.block, dict(self.values), self.carry
        self.block = new_block()
        run()
        written = [name for name, value in self.values.items() if before.get(name) is not value]
        kinds = {name: _wider(self.values[name].type, before.get(name)) for name in written}
        for op in reversed(ops_of(self.block)):
            op.detach()
            op.erase()
        self.block, self.values, self.carry = outer, before, carry
        return kinds

    def _yield(self, values: Iterable[SSAValue]) -> None:
        fast(scf.YieldOp, tuple(values), (), {}, self.source.location, self.block)

    # -- scopes --------------------------------------------------------------------------------------------------------
    def scope(self, *, opens: bool) -> None:
        """A brace: what the scope declared is, after it, what it was before."""
        if opens:
            self.scopes.append({})
            return
        for name, value in self.scopes.pop().items() if self.scopes else ():
            self.values.pop(name, None)
            if value is not None:
                self.values[name] = value

    def declare(self, name: str, kind: str, elements: int) -> None:
        """`.reg`; `r<4>` are r0 to r3; a vector's `elements` are registers of their own."""
        several = _SEVERAL.fullmatch(name)
        for one in [name] if several is None else [f"{several[1]}{k}" for k in range(int(several[2]))]:
            self.vectors[one] = [f"{one}.{axis}" for axis in "xyzw"[:elements]]
            for register in self.vectors[one] or [one]:
                if self.scopes:
                    self.scopes[-1][register] = self.values.pop(register, None)
                else:
                    self.lasting[register] = kind

    # -- operands ------------------------------------------------------------------------------------------------------
    def read(self, operand: str, mlir: Attribute) -> SSAValue:
        """An operand as a type. Errors: inline-ptx-on-cpu."""
        if operand.startswith("!"):
            return self.opposite(self.read(operand[1:].strip(), i1))
        number = _number(operand, mlir)
        if number is not None:
            return self.constant(number, mlir)
        found = self.values.get(operand)
        if found is None:
            found = self._special(operand)
        return self.converted(found, mlir)

    def write(self, operand: str, value: SSAValue) -> None:
        """Writes a register; `_` drops the value."""
        if operand != "_":
            self.values[operand] = value

    def parts(self, operand: str) -> list[str]:
        """The registers of `{a, b}` or of a vector, or one."""
        return self.vectors.get(operand) or [part.strip() for part in operand.strip("{} ").split(",")]

    def address(self, operand: str, element: Attribute, space: str) -> SSAValue:
        """The pointer that `[a + n]` names, to elements of a type."""
        found = _ADDRESS.fullmatch(operand.strip())
        if found is None:
            raise self.unknown(operand)
        base, offset = self.values.get(found[1]), int(found[2] or "0", 0)
        if base is not None and space == "dsmem":
            base = self._of_cluster(base) or base
        if base is not None and isinstance(base.type, PtrType):
            pointer = base
        elif space == "dsmem":
            raise self.unknown(f"{operand} of the cluster, which neither `mapa` nor `map_dsmem_ptr` gave")
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

    def _of_cluster(self, address: SSAValue) -> SSAValue | None:
        """The pointer of an address in another block's memory, also where numbers were added to it."""
        owner = address.owner
        if isinstance(owner, pointer_ops.PtrToIntOp):
            return owner.source
        if not isinstance(owner, arith.AddiOp | arith.SubiOp):
            return None
        sides = ((owner.lhs, owner.rhs), (owner.rhs, owner.lhs))
        for base, more in sides if isinstance(owner, arith.AddiOp) else sides[:1]:
            found = self._of_cluster(base)
            if found is not None:
                assert isinstance(found.type, PtrType)
                kind = PtrType.of(i8, found.type.space.data)
                pointer = self.op(pointer_ops.PtrCastOp, (found,), kind)
                moved = self.op(ExtSIOp, (self.converted(more, i32),), i64)
                if isinstance(owner, arith.SubiOp):
                    moved = self.op(arith.SubiOp, (self.constant(0, i64), moved), i64)
                return self.op(pointer_ops.PtrAddOp, (pointer, moved), kind)
        return None

    def _special(self, name: str) -> SSAValue:
        """A special register, or a register that nothing has written (zero)."""
        stem, _, axis = name.removeprefix("%").partition(".")
        if stem in _INDICES and axis in _AXES:
            return self.op(_INDICES[stem], (), i32, axis=IntegerAttr(_AXES[axis], i32))
        if stem in _CLUSTER and (axis in _AXES) != stem.endswith("rank"):
            kind, number = StringAttr(_CLUSTER[stem]), IntegerAttr(_AXES.get(axis, 0), i32)
            return self.op(sync_ops.ClusterIndexOp, (), i32, kind=kind, axis=number)
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
    """What a literal is as a type: a float's bits are a register of bits, no integer."""
    integer = isinstance(mlir, IntegerType)
    if text == "WARP_SZ":
        return 32
    if _INTEGER.fullmatch(text):
        number = int(text.rstrip("U"), 0)
        return number if integer else float(number)
    bits = _HEX_FLOAT.fullmatch(text)
    if bits is not None and integer:
        return int(bits[1], 16)
    if bits is not None:
        return struct.unpack(">f" if text[1] in "fF" else ">d", bytes.fromhex(bits[1]))[0]
    return float(text) if _FLOAT.fullmatch(text) and not integer else None


def _wider(mlir: Attribute, before: SSAValue | None) -> Attribute:
    """The type that holds a register's old value as well as its new one."""
    if before is None or isinstance(before.type, PtrType) or width_of(before.type) <= width_of(mlir):
        return mlir
    return before.type


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
