"""The bulk copy engine, as PTX: tile copies by tensor maps, the maps themselves, plain bulk copies, their groups."""

from __future__ import annotations

from collections.abc import Mapping
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
from cutedsl.native.constants import SWIZZLE_BY_32_BYTES

_WHAT: Final = "a bulk copy (TMA)"


def _tile(e: KernelEmitter, op: Operation) -> None:
    """One elected thread of the warp issues, or each; the others go on."""
    require(e, op, _WHAT, 9)
    kind, values = string(op, "kind"), list(op.operands)
    many, cached = attribute(op, "multicast") is not None, attribute(op, "cached") is not None
    args: list[tuple[str, str]] = [("ptr", e.text(values[0]))]
    at = 1
    smem = barrier = ""
    if kind != "prefetch":
        args.append(shared_address(e, values[1]))
        smem, at = "$1", 2
    if kind == "load":
        args.append(shared_address(e, values[2]))
        barrier, at = "$2", 3
    extras = ""
    if many:
        mask = e.f.op(f"trunc i32 {e.text(values[at])} to i16")
        extras += f", ${len(args)}"
        args.append(("i16", mask))
        at += 1
    if cached:
        extras += f", ${len(args)}"
        args.append(("i64", e.text(values[at])))
        at += 1
    first, offsets = len(args), integer(op, "offsets") if attribute(op, "offsets") is not None else 0
    end = len(values) - offsets
    args += [("i32", e.text(x)) for x in values[at:end]]
    coords, rank = ", ".join(f"${k}" for k in range(first, len(args))), len(args) - first
    if offsets and kind != "store":
        further = ", ".join(f"${k}" for k in range(len(args), len(args) + offsets))
        args += [("i16", e.f.op(f"trunc i32 {e.text(x)} to i16")) for x in values[end:]]
        extras = f", {{{further}}}{extras}"
    pair = attribute(op, "pair") is not None
    if pair:
        check_available(e, op, "a bulk copy for a pair of blocks", TCGEN05)
        barrier = "b"
    rows = attribute(op, "rows") is not None
    if rows:
        check_available(e, op, "a bulk copy of four rows (gather4, scatter4)", TCGEN05)
        rank = 2
    pixels, four = ("im2col_no_offs", "scatter4") if kind == "store" else ("im2col", "gather4")
    mode = pixels if offsets else f"tile::{four}" if rows else "tile"
    if attribute(op, "row") is not None:
        check_available(e, op, "a bulk copy of pixels of a row (im2col::w)", TCGEN05)
        mode = f"im2col::{string(op, 'row')}"
    hint = ".L2::cache_hint" if cached else ""
    text = _tile_text(kind, rank, f"[$0, {{{coords}}}]", smem, barrier, extras, hint, many, pair, mode)
    before = f".reg .b32 b; and.b32 b, $2, {_EVEN_BLOCK:#x}; " if pair else ""
    if attribute(op, "each") is None:
        before, text = f"{before}.reg .pred p; elect.sync _|p, 0xffffffff; ", f"@p {text}"
    inline_asm(e, f"{{ {before}{text} }}" if before else text, args)


_EVEN_BLOCK: Final = 0xFEFFFFFF
"""Of an address in the shared memory of a cluster: the same place in the even block of the pair."""


def _tile_text(
    kind: str,
    rank: int,
    tensor: str,
    smem: str,
    barrier: str,
    extras: str,
    hint: str,
    many: bool,
    pair: bool,
    mode: str,
) -> str:
    cast = ".multicast::cluster" if many else ""
    head = f"cp.async.bulk.tensor.{rank}d"
    match kind:
        case "load":
            done = ".mbarrier::complete_tx::bytes"
            head += ".cta_group::2" if pair else ""
            return f"{head}.shared::cluster.global.{mode}{done}{cast}{hint} [{smem}], {tensor}, [{barrier}]{extras};"
        case "store":
            return f"{head}.global.shared::cta.{mode}.bulk_group{hint} {tensor}, [{smem}]{extras};"
        case "prefetch":
            return f"cp.async.bulk.prefetch.tensor.{rank}d.L2.global.{mode}{hint} {tensor}{extras};"
        case _:
            reduced = f"cp.reduce.async.bulk.tensor.{rank}d.global.shared::cta.{kind}.tile.bulk_group"
            return f"{reduced}{hint} {tensor}, [{smem}]{extras};"


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
        "cute.tma.copy_descriptor": _copy_descriptor,
        "cute.tma.replace": _replace,
        "cute.tma.descriptor_fence": _descriptor_fence,
        "cute.tma.publish": _publish,
        "cute.bulk.copy": _bulk,
        "cute.bulk.commit": _commit,
        "cute.bulk.wait": _wait,
    }
)
