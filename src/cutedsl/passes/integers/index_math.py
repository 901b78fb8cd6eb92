"""Integer arithmetic on IR values, so that layout functions compute with them as with Python ints.

An `IRInt` is a layout leaf (`DynamicInt`): adding or multiplying one records an `arith` op. Constants fold, 32-bit and
64-bit operands meet in 64 bits. Constants that are added may be kept apart, so that accesses a constant apart share an
address: machine instructions add one for free.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import gcd

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerType, LocationAttr, i32, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from cutedsl.errors.frozen import frozen
from cutedsl.ir.arithmetic import properties_of
from cutedsl.ir.fast import UNKNOWN_LOCATION, fast, fast_of, integer_attr, operands_of
from cutedsl.ir.ops.elementwise import ExtSIOp, TruncIOp
from cutedsl.layout import Swizzle, divisibility
from cutedsl.passes.expand.places import Places
from cutedsl.passes.expand.swizzled_addresses import swizzled
from cutedsl.passes.integers.known_integers import integer_of

MAX_INT32 = 2**31 - 1


@dataclass(slots=True)
class IndexBuilder:
    """Where index arithmetic is recorded: a block, a location, and the constants made so far in the function."""

    block: Block
    location: LocationAttr = UNKNOWN_LOCATION
    constants: dict[tuple[int, int], SSAValue] = field(default_factory=dict)
    entry: Block | None = None
    places: Places = field(default_factory=Places)
    keeps_apart: bool = False
    """Whether sums keep their constant part to the end."""
    swizzles_once: bool = False
    """Whether swizzled addresses are computed from as few bits as the swizzle reads."""

    def constant(self, value: int, width: int) -> SSAValue:
        """A constant of an integer type, made once at the top of the function."""
        key = (value, width)
        found = self.constants.get(key)
        if found is None:
            mlir = i64 if width == 64 else i32 if width == 32 else IntegerType(width)
            home = self.entry or self.block
            scratch = Block()
            op = fast(arith.ConstantOp, (), (mlir,), {"value": integer_attr(value, mlir)}, UNKNOWN_LOCATION, scratch)
            scratch.detach_op(op)
            first = home.first_op
            if first is None:
                home.add_op(op)
            else:
                home.insert_op_before(op, first)
            found = self.constants[key] = op.results[0]
            found.name_hint = f"c{value}" if value >= 0 else f"cm{-value}"
        return found

    def op(self, cls: type[Operation], operands: tuple[SSAValue, ...], result: Attribute) -> SSAValue:
        (made,) = fast_of(cls)(cls, operands, (result,), properties_of(cls), self.location, self.block).results
        return made

    def int_of(self, ssa: SSAValue) -> IRInt:
        """An IR value as an integer of layouts."""
        return IRInt(ssa, self)

    def apart(self, ssa: SSAValue) -> IRInt:
        """An IR value as an integer; constants that the author added to it are kept apart."""
        owner, whole = ssa.owner, self.int_of(ssa)
        if type(owner) is ExtSIOp:
            narrow = self.apart(owner.operands[0])
            return narrow.at_width(whole.width) if narrow.plus and whole.width in (32, 64) else whole
        if type(owner) not in (arith.AddiOp, arith.SubiOp, arith.MuliOp) or whole.width not in (32, 64):
            return whole
        left, right = operands_of(owner)  # pyright: ignore[reportArgumentType]
        if type(owner) is not arith.SubiOp and integer_of(left) is not None:
            left, right = right, left
        known = integer_of(right)
        if known is None:
            return whole
        if type(owner) is not arith.MuliOp:
            return self.apart(left) + (known if type(owner) is arith.AddiOp else -known)
        factor = self.apart(left)
        product = factor * known if factor.plus else whole
        return product if isinstance(product, IRInt) else whole

    def value(self, x: int | IRInt, width: int) -> SSAValue:
        """An SSA value of the given width for an int or an IRInt."""
        if isinstance(x, int):
            return self.constant(x, width)
        return x.at_width(width).ssa


@frozen(eq=False)
class IRInt:
    """An i32 or i64 IR value, `root + plus`, with Python's integer operators."""

    root: SSAValue
    builder: IndexBuilder
    divisibility: int = 1
    plus: int = 0

    @property
    def ssa(self) -> SSAValue:
        """The whole number; records an addition if a part of it was kept apart."""
        if self.plus == 0:
            return self.root
        width = self.width
        return self.builder.op(arith.AddiOp, (self.root, self.builder.constant(self.plus, width)), self.root.type)

    @property
    def width(self) -> int:
        assert isinstance(self.root.type, IntegerType)
        return self.root.type.width.data

    def at_width(self, width: int) -> IRInt:
        if width == self.width:
            return self
        cls = ExtSIOp if width > self.width else TruncIOp
        root = self.builder.op(cls, (self.root,), i64 if width == 64 else i32)
        return IRInt(root, self.builder, self.divisibility, self.plus)

    def widened(self) -> IRInt:
        """The value in 64 bits."""
        return self.at_width(64)

    def _binary(self, cls: type[Operation], other: int | IRInt, *, swap: bool = False, divisibility: int = 1) -> IRInt:
        width = self.width
        if isinstance(other, IRInt):
            width = max(width, other.width)
        elif abs(other) > MAX_INT32:
            width = 64
        a, b = self.at_width(width).ssa, self.builder.value(other, width)
        operands = (b, a) if swap else (a, b)
        return IRInt(self.builder.op(cls, operands, a.type), self.builder, divisibility)

    def _shared(self, other: int | IRInt) -> int:
        """What divides this number and another, and so their sum."""
        return gcd(self.divisibility, divisibility(other)) or 1

    def __add__(self, other: int | IRInt) -> IRInt:
        if isinstance(other, int) and other == 0:
            return self
        shared = self._shared(other)
        if not self.builder.keeps_apart:
            return self._binary(arith.AddiOp, other, divisibility=shared)
        plus = self.plus + (other if isinstance(other, int) else other.plus)
        both = self._alone() if isinstance(other, int) else self._alone()._binary(arith.AddiOp, other._alone())
        return IRInt((both.at_width(64) if abs(plus) > MAX_INT32 else both).root, self.builder, shared, plus)

    __radd__ = __add__

    def _alone(self) -> IRInt:
        """Without the constant part."""
        return IRInt(self.root, self.builder) if self.plus else self

    def __sub__(self, other: int | IRInt) -> IRInt:
        if isinstance(other, int) and (self.builder.keeps_apart or other == 0):
            return self + -other
        if isinstance(other, IRInt) and self.builder.keeps_apart:
            apart = self._alone()._binary(arith.SubiOp, other._alone(), divisibility=self._shared(other))
            return apart + (self.plus - other.plus)
        return self._binary(arith.SubiOp, other, divisibility=self._shared(other))

    def __rsub__(self, other: int) -> IRInt:
        return self._binary(arith.SubiOp, other, swap=True, divisibility=self._shared(other))

    def __mul__(self, other: int | IRInt) -> int | IRInt:
        if isinstance(other, int) and other in (0, 1):
            return 0 if other == 0 else self
        if isinstance(other, int) and self.plus:
            return self._alone() * other + self.plus * other
        return self._binary(arith.MuliOp, other, divisibility=self.divisibility * divisibility(other))

    __rmul__ = __mul__

    def _narrow(self) -> IRInt:
        """The number in 32 bits where it was made of such: a GPU divides those five times as fast."""
        owner = self.root.owner
        if self.plus or type(owner) is not ExtSIOp or owner.operands[0].type != i32:
            return self
        return IRInt(owner.operands[0], self.builder, self.divisibility)

    def _divided(self, cls: type[Operation], other: int | IRInt) -> IRInt:
        divided = self._narrow()._binary(cls, other._narrow() if isinstance(other, IRInt) else other)
        return divided.at_width(max(divided.width, self.width))

    def __floordiv__(self, other: int | IRInt) -> IRInt:
        return self if isinstance(other, int) and other == 1 else self._divided(arith.FloorDivSIOp, other)

    def __rfloordiv__(self, other: int) -> IRInt:
        return self._binary(arith.FloorDivSIOp, other, swap=True)

    def __mod__(self, other: int | IRInt) -> int | IRInt:
        return 0 if isinstance(other, int) and other == 1 else self._divided(arith.RemSIOp, other)

    def __rmod__(self, other: int) -> IRInt:
        return self._binary(arith.RemSIOp, other, swap=True)

    def __and__(self, other: int | IRInt) -> IRInt:
        return self._binary(arith.AndIOp, other)

    __rand__ = __and__

    def __xor__(self, other: int | IRInt) -> IRInt:
        return self._binary(arith.XOrIOp, other)

    __rxor__ = __xor__

    def __rshift__(self, other: int) -> IRInt:
        return self._binary(arith.ShRUIOp, other)

    def swizzled(self, swizzle: Swizzle) -> int | IRInt:
        """`swizzle(self)`."""
        builder = self.builder
        return swizzled(swizzle, self, builder.places.bits) if builder.swizzles_once else swizzle.exchange(self)

    def at_most(self, most: int) -> IRInt:
        """The smaller of the two."""
        return self._binary(arith.MinSIOp, most)

    def __neg__(self) -> IRInt:
        return self.__rsub__(0)

    def __str__(self) -> str:
        return "?"
