"""Ops on memory that other threads touch at the same time: atomics, accesses with an order, hints; and clocks."""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import IntegerType, StringAttr
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from cutedsl.arch.memory_model import (
    ATOMIC_KINDS,
    ATOMIC_ORDERS,
    LOAD_ORDERS,
    MATCH_KINDS,
    REDUX_KINDS,
    SCOPES,
    SPECIAL_REGISTERS,
    STORE_ORDERS,
)
from cutedsl.ir.definition import op_definition
from cutedsl.ir.traits import (
    Arithmetic,
    Meets,
    Observable,
    OrdersMemory,
    PerLane,
    Reads,
    Synchronizes,
    TracksCopies,
    Writes,
)
from cutedsl.ir.types import PtrType


def check_member(op: IRDLOperation, value: StringAttr | None, allowed: tuple[str, ...]) -> None:
    """Refuses a string property that is none of the allowed ones."""
    if value is not None and value.data not in allowed:
        raise VerifyException(f"{op.name}: {value.data!r} is not one of {', '.join(allowed)}")


@op_definition
class AtomicOp(IRDLOperation):
    """`%old = cute.atomic %p, %v {kind}`: one read-modify-write; returns the old value. `red` has no result.

    The kinds `umax` and `umin` compare as unsigned; `inc` and `dec` wrap at the value (PTX ISA, `atom`).
    """

    name = "cute.atomic"
    traits = traits_def(Writes(0), Observable("atomic"), OrdersMemory(), Synchronizes())
    target = operand_def(PtrType)
    value = operand_def()
    kind = prop_def(StringAttr)
    sem = opt_prop_def(StringAttr)
    scope = opt_prop_def(StringAttr)
    result = opt_result_def()
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$kind $target `,` $value attr-dict `:` type($target) `,` type($value) (`->` type($result)^)?"

    def verify_(self) -> None:
        check_member(self, self.kind, ATOMIC_KINDS)
        check_member(self, self.sem, ATOMIC_ORDERS)
        check_member(self, self.scope, SCOPES)


@op_definition
class AtomicCasOp(IRDLOperation):
    """`%old = cute.atomic_cas %p, %cmp, %v`: writes `%v` where the memory holds `%cmp`; returns the old value."""

    name = "cute.atomic_cas"
    traits = traits_def(Writes(0), Observable("atomic"), OrdersMemory(), Synchronizes())
    target = operand_def(PtrType)
    compared = operand_def()
    value = operand_def()
    sem = opt_prop_def(StringAttr)
    scope = opt_prop_def(StringAttr)
    result = result_def()
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$target `,` $compared `,` $value attr-dict `:` type($target) `,` type($compared) `,` type($value) `->` type($result)"  # noqa: E501

    def verify_(self) -> None:
        check_member(self, self.sem, ATOMIC_ORDERS)
        check_member(self, self.scope, SCOPES)


@op_definition
class OrderedLoadOp(IRDLOperation):
    """`%v = cute.ordered_load %p {sem, scope, hints}`: a load that other threads' stores are ordered with.

    `hints` are PTX's cache operators and eviction priorities, written after the state space; only a GPU reads them.
    """

    name = "cute.ordered_load"
    traits = traits_def(Reads(0), Observable("load"), OrdersMemory(), Synchronizes())
    source = operand_def(PtrType)
    sem = prop_def(StringAttr)
    scope = opt_prop_def(StringAttr)
    hints = opt_prop_def(StringAttr)
    result = result_def()
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$sem $source attr-dict `:` type($source) `->` type($result)"

    def verify_(self) -> None:
        check_member(self, self.sem, LOAD_ORDERS)
        check_member(self, self.scope, SCOPES)


@op_definition
class OrderedStoreOp(IRDLOperation):
    """`cute.ordered_store %v, %p {sem, scope, hints}`: a store that other threads' loads are ordered with."""

    name = "cute.ordered_store"
    traits = traits_def(Writes(1), Observable("store"), OrdersMemory(), Synchronizes())
    value = operand_def()
    target = operand_def(PtrType)
    sem = prop_def(StringAttr)
    scope = opt_prop_def(StringAttr)
    hints = opt_prop_def(StringAttr)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$sem $value `,` $target attr-dict `:` type($value) `,` type($target)"

    def verify_(self) -> None:
        check_member(self, self.sem, STORE_ORDERS)
        check_member(self, self.scope, SCOPES)


@op_definition
class PrefetchOp(IRDLOperation):
    """`cute.prefetch %p {level}`: brings a line into the cache `L1` or `L2`; nothing else is seen of it."""

    name = "cute.prefetch"
    traits = traits_def(Reads(0), TracksCopies())
    source = operand_def(PtrType)
    level = prop_def(StringAttr)
    assembly_format = "$level $source attr-dict `:` type($source)"

    def verify_(self) -> None:
        check_member(self, self.level, ("L1", "L2"))


@op_definition
class MatchOp(IRDLOperation):
    """`%m = cute.match %v, %mask {kind}`: the lanes of the mask that hold the same value (PTX ISA, `match.sync`).

    `any`: those that agree with this lane; `all`: the mask where all agree, else 0.
    """

    name = "cute.match"
    traits = traits_def(Meets(1, results_only=True))
    value = operand_def(IntegerType)
    mask = operand_def(IntegerType)
    kind = prop_def(StringAttr)
    result = result_def(IntegerType)
    assembly_format = "$kind $value `,` $mask attr-dict `:` type($value) `,` type($mask) `->` type($result)"

    def verify_(self) -> None:
        check_member(self, self.kind, MATCH_KINDS)


@op_definition
class ReduxOp(IRDLOperation):
    """`%r = cute.redux %v, %mask {kind}`: the values of the mask's lanes combined (PTX ISA, `redux.sync`)."""

    name = "cute.redux"
    traits = traits_def(Meets(1, results_only=True))
    value = operand_def()
    mask = operand_def(IntegerType)
    kind = prop_def(StringAttr)
    nan = opt_prop_def(StringAttr)
    result = result_def()
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$kind $value `,` $mask attr-dict `:` type($value) `,` type($mask) `->` type($result)"

    def verify_(self) -> None:
        check_member(self, self.kind, REDUX_KINDS)
        if self.value.type != self.result.type:
            raise VerifyException(f"cute.redux: value {self.value.type}, result {self.result.type}")


@op_definition
class SpecialRegisterOp(IRDLOperation):
    """`%r = cute.special_register "clock64"`: what the hardware counts or knows (PTX ISA, "Special Registers")."""

    name = "cute.special_register"
    traits = traits_def(PerLane())
    register = prop_def(StringAttr)
    result = result_def(IntegerType)
    assembly_format = "$register attr-dict `->` type($result)"

    def verify_(self) -> None:
        check_member(self, self.register, SPECIAL_REGISTERS)


@op_definition
class NanosleepOp(IRDLOperation):
    """`cute.nanosleep %ns`: this thread can do without the core for about so long."""

    name = "cute.nanosleep"
    duration_ns = operand_def(IntegerType)
    assembly_format = "$duration_ns attr-dict `:` type($duration_ns)"


@op_definition
class BitReverseOp(IRDLOperation):
    """`%r = cute.brev %a`: the bits in reverse order."""

    name = "cute.brev"
    traits = traits_def(Arithmetic())
    source = operand_def()
    result = result_def()
    assembly_format = "$source attr-dict `:` type($source) `->` type($result)"


@op_definition
class PermuteBytesOp(IRDLOperation):
    """`%r = cute.prmt %a, %b, %selector`: four bytes of the eight of `b:a`, each by four bits of the selector."""

    name = "cute.prmt"
    traits = traits_def(Arithmetic())
    arguments = var_operand_def(IntegerType)
    result = result_def(IntegerType)
    assembly_format = "$arguments attr-dict `:` type($arguments) `->` type($result)"


ATOMIC_OPS: Final = (
    AtomicOp,
    AtomicCasOp,
    OrderedLoadOp,
    OrderedStoreOp,
    PrefetchOp,
    MatchOp,
    ReduxOp,
    SpecialRegisterOp,
    NanosleepOp,
    BitReverseOp,
    PermuteBytesOp,
)
