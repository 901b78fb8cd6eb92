"""The bulk copy engine, as PTX: tile copies by tensor maps, the maps themselves, plain bulk copies, their groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from xdsl.ir import Operation, SSAValue

from cutedsl.arch.availability import Availability
from cutedsl.arch.tensor_map import DESCRIPTOR_BYTES, ELEMENTS
from cutedsl.arch.tensor_memory import TCGEN05
from cutedsl.codegen.llvm.attributes import attribute, integer, integers, string
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter
from cutedsl.codegen.nvptx.inline_asm import inline_asm, require, shared_address
from cutedsl.codegen.nvptx.tiles.tensor_core import check_available
from cutedsl.codegen.nvptx.value_types import value_type
from cutedsl.ir.ops.tma import TmaTileOp
from cutedsl.native.constants import SWIZZLE_BY_32_BYTES

_WHAT: Final = "a bulk copy (TMA)"
_EVEN_BLOCK: Final = 0xFEFFFFFF
"""Of an address in the shared memory of a cluster: the same place in the even block of the pair."""
_ROWS_RANK: Final = 2
"""Four rows are of a matrix, and have five numbers."""


@dataclass(slots=True)
class _Arguments:
    """The arguments of an inline statement, in order."""

    given: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def add(self, kind: str, text: str) -> str:
        """Appends one; returns what the statement calls it."""
        self.given.append((kind, text))
        return f"${len(self.given) - 1}"


def _tile(e: KernelEmitter, op: Operation) -> None:
    """One elected thread of the warp issues, or each; the others go on."""
    assert isinstance(op, TmaTileOp)
    require(e, op, _WHAT, 9)
    mode = _tile_mode(e, op)
    args, values = _Arguments(), iter(op.values)
    place = args.add("ptr", e.text(next(values)))
    smem = "" if op.kind.data == "prefetch" else args.add(*shared_address(e, next(values)))
    barrier = args.add(*shared_address(e, next(values))) if op.kind.data == "load" else ""
    extras: list[str] = []
    if op.multicast is not None:
        extras.append(args.add("i16", e.f.op(f"trunc i32 {e.text(next(values))} to i16")))
    if op.cached is not None:
        extras.append(args.add("i64", e.text(next(values))))
    numbers, offsets = [*values], 0 if op.offsets is None else op.offsets.value.data
    end = len(numbers) - offsets
    coords = [args.add("i32", e.text(x)) for x in numbers[:end]]
    if offsets and op.kind.data != "store":  # those of a store are 0, and no operands
        further = [args.add("i16", e.f.op(f"trunc i32 {e.text(x)} to i16")) for x in numbers[end:]]
        extras.insert(0, f"{{{', '.join(further)}}}")
    before = ""
    if op.pair is not None:
        before, barrier = f".reg .b32 b; and.b32 b, {barrier}, {_EVEN_BLOCK:#x}; ", "b"
    rank = _ROWS_RANK if op.rows is not None else len(coords)
    tensor, tail = f"[{place}, {{{', '.join(coords)}}}]", "".join(f", {one}" for one in extras)
    text = _tile_text(op, f"{rank}d", mode, tensor, smem, barrier, tail)
    if op.each is None:
        before, text = f"{before}.reg .pred p; elect.sync _|p, 0xffffffff; ", f"@p {text}"
    inline_asm(e, f"{{ {before}{text} }}" if before else text, args.given)


def _tile_mode(e: KernelEmitter, op: TmaTileOp) -> str:
    """PTX's `.load_mode`. Refuses forms that the target lacks."""
    stores = op.kind.data == "store"
    if op.pair is not None:
        check_available(e, op, "a bulk copy for a pair of blocks", TCGEN05)
    if op.rows is not None:
        check_available(e, op, "a bulk copy of four rows (gather4, scatter4)", TCGEN05)
    if op.row is not None:
        check_available(e, op, "a bulk copy of pixels of a row (im2col::w)", TCGEN05)
        return f"im2col::{op.row.data}"
    if op.offsets is not None and op.offsets.value.data:
        return "im2col_no_offs" if stores else "im2col"
    if op.rows is not None:
        return "tile::scatter4" if stores else "tile::gather4"
    return "tile"


def _tile_text(op: TmaTileOp, rank: str, mode: str, tensor: str, smem: str, barrier: str, tail: str) -> str:
    """The instruction, without who issues it; `tail` are the operands after the mbarrier."""
    kind, hint = op.kind.data, ".L2::cache_hint" if op.cached is not None else ""
    match kind:
        case "load":
            pair = ".cta_group::2" if op.pair is not None else ""
            cast = ".multicast::cluster" if op.multicast is not None else ""
            head = f"cp.async.bulk.tensor.{rank}{pair}.shared::cluster.global.{mode}.mbarrier::complete_tx::bytes"
            return f"{head}{cast}{hint} [{smem}], {tensor}, [{barrier}]{tail};"
        case "store":
            head = f"cp.async.bulk.tensor.{rank}.global.shared::cta.{mode}.bulk_group"
            return f"{head}{hint} {tensor}, [{smem}]{tail};"
        case "prefetch":
            return f"cp.async.bulk.prefetch.tensor.{rank}.L2.global.{mode}{hint} {tensor}{tail};"
        case _:
            head = f"cp.reduce.async.bulk.tensor.{rank}.global.shared::cta.{kind}.tile.bulk_group"
            return f"{head}{hint} {tensor}, [{smem}]{tail};"


def _prefetch_descriptor(e: KernelEmitter, op: Operation) -> None:
    require(e, op, _WHAT, 9)
    inline_asm(e, "prefetch.tensormap [$0];", (("ptr", e.text(op.operands[0])),))


def _bulk(e: KernelEmitter, op: Operation) -> None:
    require(e, op, _WHAT, 9)
    kind, (target, source, count, *rest) = string(op, "kind"), op.operands
    many, cached = (attribute(op, mark) is not None for mark in ("multicast", "cached"))
    hint = ".L2::cache_hint" if cached else ""
    size, policy = ("i32", e.text(count)), [("i64", e.text(rest[-1]))] if cached else []
    if kind == "s2g":
        args = [_global(e, target), shared_address(e, source), size, *policy]
        tail = ", $3" if cached else ""
        reduced = attribute(op, "reduce") is not None
        verb, how = ("cp.reduce.async", f".{string(op, 'reduce')}") if reduced else ("cp.async", "")
        inline_asm(e, f"{verb}.bulk.global.shared::cta.bulk_group{hint}{how} [$0], [$1], $2{tail};", args)
        return
    read = shared_address(e, source) if kind == "s2s" else ("ptr addrspace(1)", e.text(source))
    mask = [("i16", e.f.op(f"trunc i32 {e.text(rest[1])} to i16"))] if many else []
    args = [shared_address(e, target), read, size, shared_address(e, rest[0]), *mask, *policy]
    space = "shared::cta" if kind == "s2s" else "global"
    cast = ".multicast::cluster" if many else ""
    tail = "".join(f", ${k}" for k in range(4, len(args)))
    text = f"cp.async.bulk.shared::cluster.{space}.mbarrier::complete_tx::bytes{cast}{hint}"
    inline_asm(e, f"{text} [$0], [$1], $2, [$3]{tail};", args)


def _commit(e: KernelEmitter, op: Operation) -> None:
    require(e, op, _WHAT, 9)
    inline_asm(e, "cp.async.bulk.commit_group;")


def _wait(e: KernelEmitter, op: Operation) -> None:
    require(e, op, _WHAT, 9)
    read = ".read" if attribute(op, "read") is not None else ""
    inline_asm(e, f"cp.async.bulk.wait_group{read} {integer(op, 'pending')};")


# -- tensor maps in memory -------------------------------------------------------------------------------------------
_REPLACE: Final = Availability((9, 0), (8, 3), ("sm_90a", "sm_100a", "sm_103a", "sm_120a", "sm_121a"))
_ELEMENT_TYPES: Final = MappingProxyType({8: 9, 9: 10})
"""PTX's codes of element types where they are not the driver's: of Float64 and BFloat16."""
_FENCES: Final = Availability((9, 0), (8, 3))


def _descriptor_at(e: KernelEmitter, op: Operation) -> None:
    """The engine takes generic addresses of maps."""
    require(e, op, _WHAT, 9)
    place = op.operands[0]
    generic = value_type(place.type) == "ptr"
    e.bind(op, e.text(place) if generic else e.f.op(f"addrspacecast {e.typed(place)} to ptr"))


def _descriptor_word(e: KernelEmitter, op: Operation) -> None:
    require(e, op, _WHAT, 9)
    word = f"getelementptr i64, ptr {e.text(op.operands[0])}, i64 {integer(op, 'word')}"
    e.bind(op, e.f.op(f"load i64, ptr {e.f.op(word)}, align 8"))


def _descriptor_address(e: KernelEmitter, op: Operation) -> None:
    require(e, op, _WHAT, 9)
    e.bind(op, e.f.op(f"ptrtoint ptr {e.text(op.operands[0])} to i64"))


def _copy_descriptor(e: KernelEmitter, op: Operation) -> None:
    require(e, op, _WHAT, 9)
    source, target, kind = e.text(op.operands[0]), e.typed(op.operands[1]), value_type(op.operands[1].type)
    for start in range(0, DESCRIPTOR_BYTES, 16):
        value = e.f.op(f"load <2 x i64>, ptr {e.f.op(f'getelementptr i8, ptr {source}, i64 {start}')}, align 16")
        e.f.do(f"store <2 x i64> {value}, {kind} {e.f.op(f'getelementptr i8, {target}, i64 {start}')}, align 16")


def _replace(e: KernelEmitter, op: Operation) -> None:
    """One instruction a field. Strides are in bytes, as compilers from CUDA 12.5 on take them.

    A whole map is written over zeros, which no document promises to be one.

    Source: PTX ISA, "tensormap.replace"; BSD-3 `cute/arch/copy_sm90_desc.hpp`.
    """
    check_available(e, op, "tensormap.replace", _REPLACE)
    place, source, *numbers = op.operands
    shared = value_type(place.type) == "ptr addrspace(3)"
    space, where = ("shared::cta", shared_address(e, place)) if shared else ("global", _global(e, place))
    address = e.f.op(f"ptrtoint {e.typed(source)} to i64")
    rank = (len(numbers) + 1) // 2

    def put(field: str, bits: int, at: str, value: str) -> None:
        text = f"tensormap.replace.tile.{field}.{space}.b1024.b{bits} [$0], {at}$1;"
        inline_asm(e, text, (where, (f"i{bits}", value)))

    if attribute(op, "element") is not None:
        for start in range(0, DESCRIPTOR_BYTES, 16):
            at = e.f.op(f"getelementptr i8, {where[0]} {where[1]}, i64 {start}")
            e.f.do(f"store <2 x i64> zeroinitializer, {where[0]} {at}, align 16")
        code = ELEMENTS[string(op, "element")].code
        constants = {"elemtype": _ELEMENT_TYPES.get(code, code), "interleave_layout": 0}
        swizzle = integer(op, "swizzle")
        by_32_bytes = swizzle == SWIZZLE_BY_32_BYTES
        constants |= {"swizzle_mode": swizzle - by_32_bytes, "fill_mode": 0}
        # Only GPUs that have the swizzle have the field, which is 0 in the zeros above.
        constants |= {"swizzle_atomicity": 1} if by_32_bytes else {}
        for field, value in constants.items():
            inline_asm(e, f"tensormap.replace.tile.{field}.{space}.b1024.b32 [$0], {value};", (where,))
        put("rank", 32, "", str(rank - 1))
        for index, size in enumerate(integers(op, "box")):
            put("box_dim", 32, f"{index}, ", str(size))
            put("element_stride", 32, f"{index}, ", "1")
    put("global_address", 64, "", address)
    for index, number in enumerate(numbers):
        if index < rank:
            put("global_dim", 32, f"{index}, ", e.f.op(f"trunc i64 {e.text(number)} to i32"))
        else:
            put("global_stride", 64, f"{index - rank}, ", e.text(number))


def _global(e: KernelEmitter, value: SSAValue) -> tuple[str, str]:
    """A pointer to global memory as an operand."""
    kind = "ptr addrspace(1)"
    return kind, e.text(value) if value_type(value.type) == kind else e.f.op(
        f"addrspacecast {e.typed(value)} to {kind}"
    )


def _descriptor_fence(e: KernelEmitter, op: Operation) -> None:
    kind = string(op, "kind")
    check_available(e, op, "fence.proxy.tensormap", _FENCES)
    if kind == "release":  # a map is read by a proxy of its own, so ordinary release and acquire do not reach it
        inline_asm(e, "fence.proxy.tensormap::generic.release.gpu;")
    else:
        text = f"fence.proxy.tensormap::generic.acquire.gpu [$0], {DESCRIPTOR_BYTES};"
        inline_asm(e, text, (_global(e, op.operands[0]),))


def _publish(e: KernelEmitter, op: Operation) -> None:
    check_available(e, op, "tensormap.cp_fenceproxy", _FENCES)
    head = "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned"
    args = (_global(e, op.operands[0]), shared_address(e, op.operands[1]))
    inline_asm(e, f"{head} [$0], [$1], {DESCRIPTOR_BYTES};", args)


TMA: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "cute.tma.tile": _tile,
        "cute.tma.prefetch_descriptor": _prefetch_descriptor,
        "cute.tma.descriptor_at": _descriptor_at,
        "cute.tma.descriptor_word": _descriptor_word,
        "cute.tma.descriptor_address": _descriptor_address,
        "cute.tma.copy_descriptor": _copy_descriptor,
        "cute.tma.replace": _replace,
        "cute.tma.descriptor_fence": _descriptor_fence,
        "cute.tma.publish": _publish,
        "cute.bulk.copy": _bulk,
        "cute.bulk.commit": _commit,
        "cute.bulk.wait": _wait,
    }
)
