"""`cutlass._mlir.dialects.llvm`, as far as programs use it: inline assembly and what goes with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, IntFlag
from types import MappingProxyType
from typing import Any, Final

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import IntegerAttr

from cutedsl.compat.mlir import arith
from cutedsl.compat.mlir import vector as mlir_vector
from cutedsl.compat.mlir.handles import handle_of, numeric_class_of, pointer_of, value_of
from cutedsl.compat.mlir.ir import TypeAttr
from cutedsl.compat.mlir.structures import Struct as Struct
from cutedsl.compat.mlir.structures import StructType as StructType
from cutedsl.compat.mlir.vector import VectorType, splat
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang import arch
from cutedsl.lang.intrinsics import integer_bits as bits
from cutedsl.lang.intrinsics.inline_ptx import asm_statement
from cutedsl.lang.register_vectors.tensor_ssa import vector_of
from cutedsl.lang.tensors.make import make_ptr, make_rmem_tensor, make_tensor
from cutedsl.lang.tensors.pointer import recast_ptr
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int8, Int32
from cutedsl.types import AddressSpace


class AsmDialect(Enum):
    """How the operands of a statement are written; NVIDIA's assembler has one way."""

    AD_ATT = 0
    AD_Intel = 1


def inline_asm(
    res: Any,
    operands_: Sequence[Any],
    asm_string: str,
    constraints: str,
    *,
    has_side_effects: bool = False,
    is_align_stack: bool = False,
    asm_dialect: Any = None,
    tail_call_kind: object = None,
    operand_attrs: object = None,
    loc: object = None,
    ip: object = None,
) -> Any:
    """One statement of PTX with LLVM's constraints: a handle, a `Struct` of handles, or None.

    `res` is a numeric class (`T.i32()`), a `StructType`, or None. Errors: inline-ptx-on-cpu.
    """
    match res:
        case None | [] | ():
            classes: tuple[Any, ...] = ()
        case StructType():
            classes = tuple(map(numeric_class_of, res.members))
        case _:
            classes = (numeric_class_of(res),)
    args = [handle_of(operand) for operand in operands_]
    handles = asm_statement(asm_string, constraints, args, classes, pure=not has_side_effects)
    if isinstance(res, StructType):
        return Struct(tuple(handles))
    return handles[0] if handles else None


def extractvalue(
    res: Any, container: Struct, position: Sequence[int], *, loc: object = None, ip: object = None
) -> Handle:
    """One of the results of a statement."""
    (index,) = position
    return container.parts[int(index)]


def insertelement(
    vector: Any, value: Any, position: Any, *, results: object = None, loc: object = None, ip: object = None
) -> Handle:
    """The vector with the element at a place, which may be known only at run time, replaced."""
    return mlir_vector.insertelement(value, vector, position=position)


def extractelement(
    vector: Any, position: Any, *, results: object = None, loc: object = None, ip: object = None
) -> Handle:
    """The element of a vector at a place, which may be known only at run time."""
    return mlir_vector.extractelement(vector, position=position)


InsertElementOp, ExtractElementOp = insertelement, extractelement
"""The classes of these operations, which programs call as well."""


def bitcast(res: Any, arg: Any, *, loc: object = None, ip: object = None) -> Handle:
    """The same bits as another type: a class, MLIR's (`Uint32.mlir_type`), or that of a vector; of a vector, too."""
    whole = vector_of(arg)
    if whole is None and not isinstance(res, VectorType):
        return value_of(arg).bitcast(numeric_class_of(res)).ir_value()
    given = arg if whole is not None else _alone(value_of(arg))
    if isinstance(res, VectorType):
        return mlir_vector.bitcast(res, given)
    return mlir_vector.extractelement(mlir_vector.bitcast(VectorType(1, numeric_class_of(res)), given))


def _alone(number: Any) -> Handle:
    """A vector of one number."""
    return mlir_vector.from_elements(VectorType(1, type(number)), [number])


def ptrtoint(res: Any, arg: Any, *, loc: object = None, ip: object = None) -> Handle:
    """The address of a pointer, or of its `llvm_ptr`. Errors: not-yet for other handles."""
    return pointer_of(arg).toint().to(numeric_class_of(res)).ir_value()


def zext(res: Any, arg: Any, *, non_neg: object = None, loc: object = None, ip: object = None) -> Handle:
    """An integer as a wider one, filled up with zeros."""
    return arith.extui(res, arg)


def sext(res: Any, arg: Any, *, loc: object = None, ip: object = None) -> Handle:
    """An integer as a wider one, filled up with its sign, which is that of a single bit, too."""
    return arith.extsi(res, arg)


class IntegerOverflowFlags(IntFlag):
    """What a program promises about a result that does not fit; nothing here relies on it."""

    none, nsw, nuw = 0, 1, 2


def trunc(res: Any, arg: Any, overflow_flags: object = None, *, loc: object = None, ip: object = None) -> Handle:
    """The low bits of an integer."""
    return arith.trunci(res, arg)


def load(res: Any, addr: Any, *, alignment: object = None, loc: object = None, ip: object = None) -> Handle:
    """The number or the vector of a type at an address."""
    if isinstance(res, VectorType):
        return _elements_at(addr, res.element_type, res.count).load().handle
    return recast_ptr(pointer_of(addr), dtype=numeric_class_of(res))[0].ir_value()


def store(value: Any, addr: Any, *, alignment: object = None, loc: object = None, ip: object = None) -> None:
    """Writes a number or a vector to an address."""
    vector = vector_of(value)
    if vector is not None:
        _elements_at(addr, vector.dtype, vector.count).store(vector)
        return
    number = value_of(value)
    recast_ptr(pointer_of(addr), dtype=type(number))[0] = number


def _elements_at(addr: Any, dtype: Any, count: int) -> Tensor:
    return make_tensor(recast_ptr(pointer_of(addr), dtype=dtype), (count,))


def alloca(
    res: Any,
    array_size: Any,
    elem_type: Any,
    *,
    alignment: Any = None,
    inalloca: object = None,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """The address of `array_size` elements of a thread's own memory, which nobody has written.

    Errors: not-yet where the number is known only at run time, and for elements that have parts.
    """
    count = _constant_of(array_size)
    if isinstance(elem_type, StructType) or count is None:
        raise fail("not-yet", f"`llvm.alloca` of {array_size} elements of {elem_type!r}")
    kind = numeric_class_of(elem_type.value if isinstance(elem_type, TypeAttr) else elem_type)
    return make_rmem_tensor((count,), kind).iterator.handle


def _constant_of(given: Any) -> int | None:
    """The number that a value is while the kernel is recorded, also as a handle of a constant."""
    number = value_of(given)
    if number.is_static:
        return int(number.literal)
    made = getattr(number.ir_value(), "owner", None)
    return made.value.value.data if isinstance(made, ConstantOp) and isinstance(made.value, IntegerAttr) else None


class GEPNoWrapFlags(IntFlag):
    """What a program promises of the arithmetic of an address; addresses here keep 64 bits, so that it changes nothing.

    Source: MLIR's documentation of `llvm.getelementptr`.
    """

    none = 0
    inboundsFlag = 1
    nusw = 2
    inbounds = 3
    nuw = 4


def getelementptr(
    res: Any,
    base: Any,
    dynamic_indices: Sequence[Any],
    raw_constant_indices: Sequence[int],
    elem_type: Any,
    no_wrap_flags: object = None,
    *,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """The address of an element: its index is a constant, or MLIR_DYNAMIC_INDEX for the run-time one.

    Errors: not-yet for elements that have parts.
    """
    if isinstance(elem_type, StructType) or len(raw_constant_indices) != 1:
        raise fail("not-yet", "`llvm.getelementptr` into a structure or an array")
    (index,) = dynamic_indices or raw_constant_indices
    offset = index if isinstance(index, int) else value_of(index)
    return (recast_ptr(pointer_of(base), dtype=numeric_class_of(elem_type)) + offset).handle


def intr_assume(
    cond: Any,
    op_bundle_operands: Sequence[Any] = (),
    op_bundle_sizes: Sequence[int] = (),
    *,
    op_bundle_tags: object = None,
    loc: object = None,
    ip: object = None,
) -> None:
    """A condition that the program promises for the compiler to use; it is not used or checked here."""


class AtomicOrdering(Enum):
    """What a fence orders; a fence that acquires or releases does both."""

    acquire = 4
    release = 5
    acq_rel = 6
    seq_cst = 7


_FENCES: Final[Mapping[str | None, Callable[[], None]]] = MappingProxyType(
    {None: arch.fence_acq_rel_sys, "device": arch.fence_acq_rel_gpu, "block": arch.fence_acq_rel_cta}
)


def fence(ordering: AtomicOrdering, *, syncscope: str | None = None, loc: object = None, ip: object = None) -> None:
    """Orders this thread's accesses for the threads of a scope, of the whole system if none is named.

    Errors: not-yet for scopes other than "device" and "block", and for a total order.
    """
    if syncscope not in _FENCES or ordering is AtomicOrdering.seq_cst:
        raise fail("not-yet", f"`llvm.fence` of {ordering.name} for the scope {syncscope!r}")
    _FENCES[syncscope]()


def mlir_undef(res: Any, *, loc: object = None, ip: object = None) -> Any:
    """Any value of a type, to be replaced part by part: zeros."""
    if isinstance(res, VectorType):
        return splat(res, res.element_type(0))
    if isinstance(res, StructType):
        return Struct(tuple(mlir_undef(member) for member in res.members))
    return numeric_class_of(res)(0).ir_value()


mlir_zero = mlir_undef
"""Zeros of a type."""


def insertvalue(
    container: Struct,
    value: Any,
    position: Sequence[int],
    *,
    results: object = None,
    loc: object = None,
    ip: object = None,
) -> Struct:
    """The structure with one part replaced."""
    (index,) = position
    parts = list(container.parts)
    parts[int(index)] = handle_of(value)
    return Struct(tuple(parts))


def _counting(count: Callable[[Any], Any]) -> Callable[..., Handle]:
    """An intrinsic that counts bits."""

    def op(
        in_: Any,
        is_zero_poison: object = False,
        *,
        res: object = None,
        results: object = None,
        loc: object = None,
        ip: object = None,
    ) -> Handle:
        value = value_of(in_)
        return count(value).to(type(value)).ir_value()

    return op


intr_ctlz = _counting(bits.clz)
"""The zeros above the highest bit that is set; all bits for 0."""
intr_ctpop = _counting(bits.popc)
"""The bits that are set."""


@frozen
class PointerType:
    """Pointers into one memory."""

    space: AddressSpace

    @staticmethod
    def get(address_space: Any = 0, *, context: object = None, loc: object = None) -> PointerType:
        """By an `AddressSpace`, or by LLVM's number of one."""
        return PointerType(AddressSpace(int(address_space)))


def inttoptr(res: PointerType, arg: Any, *, loc: object = None, ip: object = None) -> Handle:
    """The pointer at an address: to bytes, as LLVM's pointers say no type; into tensor memory, the address itself."""
    address = value_of(arg)
    if res.space is AddressSpace.tmem:
        return address.to(Int32).ir_value()
    return make_ptr(Int8, address, res.space).handle


def addrspacecast(res: PointerType, arg: Any, *, loc: object = None, ip: object = None) -> Handle:
    """The same address seen from another memory: global memory and the generic one, whose addresses are the same; a
    block's shared memory as the cluster's.

    Errors: not-yet for other memories.
    """
    pointer = pointer_of(arg)
    if pointer.memspace is res.space or (pointer.memspace, res.space) == (AddressSpace.smem, AddressSpace.dsmem):
        return pointer.handle
    if {pointer.memspace, res.space} != {AddressSpace.gmem, AddressSpace.generic}:
        raise fail("not-yet", f"a cast of a pointer from {pointer.memspace} to {res.space}")
    moved = make_ptr(pointer.dtype, pointer.toint(), res.space, assumed_align=pointer.align_bytes)
    return moved.handle
