"""Pointers, loads and stores, shared and private memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute, Operation, SSAValue

from cutedsl.codegen.llvm.attributes import integer
from cutedsl.codegen.llvm.types import element_type, storage_bytes, vector_size
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter
from cutedsl.codegen.nvptx.hinted import hinted_load, hinted_store, hints_of, store_by_alignment
from cutedsl.codegen.nvptx.tiles.accumulator_ties import holds_sums, starts_anew
from cutedsl.codegen.nvptx.value_types import POINTERS, memory_type, value_type
from cutedsl.errors import internal_error
from cutedsl.ir.types import PtrType

ACCESS_BYTES: Final = 16
"""The widest access of one thread, but for global memory on Blackwell."""
_WIDE_BYTES: Final = 32
_WIDE_SINCE: Final = (8, 8)
"""Accesses of 32 bytes, of global memory from sm_100 on, and the PTX version that has them. Source: PTX ISA, `ld`."""

SMEM_SYMBOL: Final = "@cutedsl_smem"
SMEM_GLOBAL: Final = f"{SMEM_SYMBOL} = external addrspace(3) global [0 x i8], align 1024"
"""All of a block's shared memory is one dynamic array; allocations are constant offsets into it."""


def access_pieces(
    elems: int, elem_bytes: int, align_bytes: int, most_bytes: int = ACCESS_BYTES
) -> Iterator[tuple[int, int]]:
    """`(first element, elements)` of the accesses that make up a vector access.

    Each is a power of two of elements, at most `most_bytes` long, and at a multiple of its own size.

    >>> list(access_pieces(7, 4, 16))
    [(0, 4), (4, 2), (6, 1)]
    >>> list(access_pieces(4, 4, 8))
    [(0, 2), (2, 2)]
    """
    first = 0
    while first < elems:
        count = 1
        while (
            2 * count <= elems - first
            and 2 * count * elem_bytes <= most_bytes
            and first * elem_bytes % (2 * count * elem_bytes) == 0
            and align_bytes % (2 * count * elem_bytes) == 0
        ):
            count *= 2
        yield first, count
        first += count


def _pointer(value: SSAValue) -> PtrType:
    if not isinstance(value.type, PtrType):
        raise internal_error(f"{value.type} where a pointer is expected")
    return value.type


def _is_bool(mlir: Attribute) -> bool:
    scalar = element_type(mlir)
    return isinstance(scalar, IntegerType) and scalar.width.data == 1


def _shape(scalar: str, count: int) -> str:
    return f"<{count} x {scalar}>" if count > 1 else scalar


def _add(e: KernelEmitter, op: Operation) -> None:
    source, offset = op.operands
    scalar = memory_type(_pointer(source).element)
    e.bind(op, e.f.op(f"getelementptr {scalar}, {e.typed(source)}, {e.typed(offset)}"))


def _cast(e: KernelEmitter, op: Operation) -> None:
    source, wanted = op.operands[0], value_type(op.results[0].type)
    if value_type(source.type) == wanted:
        e.bind(op, e.text(source))
    else:
        e.bind(op, e.f.op(f"addrspacecast {e.typed(source)} to {wanted}"))


def _to_int(e: KernelEmitter, op: Operation) -> None:
    e.bind(op, e.f.op(f"ptrtoint {e.typed(op.operands[0])} to {value_type(op.results[0].type)}"))


def _from_int(e: KernelEmitter, op: Operation) -> None:
    e.bind(op, e.f.op(f"inttoptr {e.typed(op.operands[0])} to {value_type(op.results[0].type)}"))


def _extent(e: KernelEmitter, op: Operation) -> None:
    """Bounds are for the CPU's checks."""
    e.bind(op, e.text(op.operands[0]))


def _piece_address(e: KernelEmitter, pointer: SSAValue, scalar: str, first: int) -> str:
    if first == 0:
        return e.typed(pointer)
    address = e.f.op(f"getelementptr {scalar}, {e.typed(pointer)}, i32 {first}")
    return f"{value_type(pointer.type)} {address}"


def _piece_align(align_bytes: int, first: int, elem_bytes: int) -> int:
    """The alignment of an element in a vector whose start is aligned to `align_bytes`."""
    offset = first * elem_bytes
    return align_bytes if offset == 0 else min(align_bytes, offset & -offset)


def _access_ranges(
    e: KernelEmitter,
    op: Operation,
    pointer: SSAValue,
    elems: int,
    elem_bytes: int,
    align_bytes: int,
    *,
    hinted: bool,
) -> Iterator[tuple[int, int]]:
    """`access_pieces`, or single elements of sums of multiplies."""
    if elems > 1 and elem_bytes == 4 and _pointer(pointer).space.data == "rmem" and holds_sums(e, op, pointer):
        return ((k, 1) for k in range(elems))
    wide = e.target.at_least(10) and _pointer(pointer).space.data == "gmem" and elems * elem_bytes >= _WIDE_BYTES
    if not wide or align_bytes % _WIDE_BYTES or hinted:
        return access_pieces(elems, elem_bytes, align_bytes)
    e.ptx_used.add(_WIDE_SINCE)
    return access_pieces(elems, elem_bytes, align_bytes, _WIDE_BYTES)


def _load(e: KernelEmitter, op: Operation) -> None:
    pointer, mlir = op.operands[0], op.results[0].type
    scalar, size = memory_type(mlir), storage_bytes(mlir)
    align, lanes = max(_pointer(pointer).align.data, size), vector_size(mlir)
    hints = hints_of(e, op, 1)
    total = ""
    for first, count in _access_ranges(e, op, pointer, max(lanes, 1), size, align, hinted=bool(hints)):
        address = _piece_address(e, pointer, scalar, first)
        kind = _shape(scalar, count)
        if hints:
            piece = hinted_load(e, hints, address, kind, 8 * size * count)
        else:
            piece = e.f.op(f"load {kind}, {address}, align {_piece_align(align, first, size)}")
        if count > 1 and not hints and _pointer(pointer).space.data != "rmem":
            # Or LLVM's VectorCombine makes scalar loads of it when all its uses are single elements.
            piece = e.f.op(f"freeze {kind} {piece}")
        total = _insert_piece(e, total, piece, scalar, first, count, lanes)
    e.bind(op, _to_value(e, mlir, total))


def _insert_piece(e: KernelEmitter, total: str, piece: str, scalar: str, first: int, count: int, lanes: int) -> str:
    """`total` with the piece at its place; the piece itself when it is everything."""
    if count == max(lanes, 1) and (lanes != 1):
        return piece
    whole, before = f"<{lanes} x {scalar}>", total or "poison"
    if count == 1:
        return e.f.op(f"insertelement {whole} {before}, {scalar} {piece}, i32 {first}")
    part = f"<{count} x {scalar}>"
    name = f"llvm.vector.insert.v{lanes}{_mangled(scalar)}.v{count}{_mangled(scalar)}"
    return e.call(whole, name, (whole, before), (part, piece), ("i64", str(first)))


def _store(e: KernelEmitter, op: Operation) -> None:
    value, pointer = op.operands[:2]
    mlir = value.type
    scalar, size = memory_type(mlir), storage_bytes(mlir)
    align, lanes = max(_pointer(pointer).align.data, size), vector_size(mlir)
    whole = _to_memory(e, mlir, e.text(value))
    hints = hints_of(e, op, 2)
    if (lanes, size, align) == (4, 4, 4) and not hints and _pointer(pointer).space.data == "gmem":
        store_by_alignment(e, _piece_address(e, pointer, scalar, 0), f"<4 x {scalar}>", whole)
        return
    if starts_anew(e, op):
        # LLVM would drop the block that only sets sums to 0, and set the registers before the branch around it, where
        # the sums before are still read: it then copies these while multiplies add to them, and ptxas makes each
        # multiply wait for the one before (C7514).
        e.f.do('call void asm sideeffect "", ""() convergent')
    for first, count in _access_ranges(e, op, pointer, max(lanes, 1), size, align, hinted=bool(hints)):
        piece = _extract_piece(e, whole, scalar, first, count, lanes)
        address = _piece_address(e, pointer, scalar, first)
        kind = _shape(scalar, count)
        if hints:
            hinted_store(e, hints, address, kind, piece, 8 * size * count)
        else:
            e.f.do(f"store {kind} {piece}, {address}, align {_piece_align(align, first, size)}")


def _extract_piece(e: KernelEmitter, whole: str, scalar: str, first: int, count: int, lanes: int) -> str:
    """The piece of a vector that one access stores."""
    if count == max(lanes, 1) and lanes != 1:
        return whole
    kind = f"<{lanes} x {scalar}>"
    if count == 1:
        return e.f.op(f"extractelement {kind} {whole}, i32 {first}")
    name = f"llvm.vector.extract.v{count}{_mangled(scalar)}.v{lanes}{_mangled(scalar)}"
    return e.call(f"<{count} x {scalar}>", name, (kind, whole), ("i64", str(first)))


_MANGLED: Final = {"float": "f32", "double": "f64", "half": "f16", "bfloat": "bf16"}


def _mangled(scalar: str) -> str:
    return _MANGLED.get(scalar, scalar)


def _to_value(e: KernelEmitter, mlir: Attribute, stored: str) -> str:
    if not _is_bool(mlir):
        return stored
    lanes = vector_size(mlir)
    return e.f.op(f"icmp ne {f'<{lanes} x i8>' if lanes else 'i8'} {stored}, {'zeroinitializer' if lanes else '0'}")


def _to_memory(e: KernelEmitter, mlir: Attribute, value: str) -> str:
    if not _is_bool(mlir):
        return value
    lanes = vector_size(mlir)
    stored = f"<{lanes} x i8>" if lanes else "i8"
    return e.f.op(f"zext {value_type(mlir)} {value} to {stored}")


def _smem_alloc(e: KernelEmitter, op: Operation) -> None:
    if SMEM_GLOBAL not in e.module.globals:
        e.module.globals.append(SMEM_GLOBAL)
    offset = integer(op, "offset")
    e.bind(op, f"getelementptr (i8, {POINTERS['smem']} {SMEM_SYMBOL}, i32 {offset})" if offset else SMEM_SYMBOL)


def _rmem_alloc(e: KernelEmitter, op: Operation) -> None:
    result = op.results[0].type
    if not isinstance(result, PtrType):
        raise internal_error(f"private memory as {result}")
    elems = integer(op, "elems")
    e.bind(op, e.alloca(f"[{elems} x {memory_type(result.element)}]", max(result.align.data, ACCESS_BYTES)))


MEMORY: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "cute.ptr.add": _add,
        "cute.ptr.cast": _cast,
        "cute.ptr.extent": _extent,
        "cute.ptr.to_int": _to_int,
        "cute.ptr.from_int": _from_int,
        "cute.ptr.load": _load,
        "cute.ptr.store": _store,
        "cute.smem_alloc": _smem_alloc,
        "cute.rmem_alloc": _rmem_alloc,
    }
)
