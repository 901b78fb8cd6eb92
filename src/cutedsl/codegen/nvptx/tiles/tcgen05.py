"""Tensor memory and its multiplies as PTX: one asm statement an instruction."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import i32
from xdsl.ir import Operation

from cutedsl.arch.availability import Availability
from cutedsl.arch.tensor_memory import (
    BLOCK_NAMES,
    HALVED,
    INTEGERS,
    LONG_K,
    NARROWEST,
    REDUCING,
    SCALE_VECTORS,
    TCGEN05,
)
from cutedsl.codegen.llvm.attributes import attribute, integer, string
from cutedsl.codegen.llvm.types import vector_size
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter
from cutedsl.codegen.nvptx.inline_asm import inline_asm, shared_address
from cutedsl.codegen.nvptx.tiles.tensor_core import check_available

Args = list[tuple[str, str]]


def _has(op: Operation, name: str) -> bool:
    return attribute(op, name) is not None


def _group(op: Operation) -> str:
    return f"cta_group::{integer(op, 'group')}"


def _alloc(e: KernelEmitter, op: Operation) -> None:
    check_available(e, op, "tcgen05.alloc", TCGEN05)
    args = (shared_address(e, op.operands[0]), ("i32", e.text(op.operands[1])))
    inline_asm(e, f"tcgen05.alloc.{_group(op)}.sync.aligned.shared::cta.b32 [$0], $1;", args)


def _dealloc(e: KernelEmitter, op: Operation) -> None:
    check_available(e, op, "tcgen05.dealloc", TCGEN05)
    args = [("i32", text) for text in e.texts(op)]
    inline_asm(e, f"tcgen05.dealloc.{_group(op)}.sync.aligned.b32 $0, $1;", args)


def _relinquish(e: KernelEmitter, op: Operation) -> None:
    check_available(e, op, "tcgen05.relinquish_alloc_permit", TCGEN05)
    inline_asm(e, f"tcgen05.relinquish_alloc_permit.{_group(op)}.sync.aligned;")


# -- multiplies ------------------------------------------------------------------------------------------------------
def _mma(e: KernelEmitter, op: Operation) -> None:
    kind = string(op, "kind")
    long_k = " with K of 96" if _has(op, "long_k") else ""
    check_available(e, op, f"tcgen05.mma of kind {kind}{long_k}", _availability(op, kind))
    d, a, b, idesc, accumulate, *extras = op.operands
    args: Args = [("i32", e.text(d)), ("i32" if a.type == i32 else "i64", e.text(a))]
    args += [("i64", e.text(b)), ("i32", e.text(idesc))]
    args.append(("i32", e.f.op(f"zext i1 {e.text(accumulate)} to i32")))
    left = "[$1]" if a.type == i32 else "$1"
    given = iter(range(len(args), len(args) + len(extras)))
    args += [("i64" if extra.type != i32 else "i32", e.text(extra)) for extra in extras]
    parts = {"lanes": "", "scales": "", "metadata": "", "zero_columns": ""}
    for name in string(op, "extra", "").split(","):
        match name:
            case "lanes":
                parts[name] = ", {" + ", ".join(f"${next(given)}" for _ in range(4 * integer(op, "group"))) + "}"
            case "scales":
                parts[name] = f", [${next(given)}], [${next(given)}]"
            case "metadata":
                parts[name] = f", [${next(given)}]"
            case "zero_columns":
                parts[name] = f", ${next(given)}"
            case _:
                pass
    scale_d = f", {integer(op, 'scale_d')}" if _has(op, "scale_d") else ""
    text = f"{_mma_name(op, kind)} [$0], {left}, $2{parts['metadata']}, $3{parts['scales']}{parts['lanes']}"
    text = f"{text}, p{scale_d}{parts['zero_columns']};"
    inline_asm(e, f"{{ .reg .pred p; setp.ne.b32 p, $4, 0; {text} }}", args)


def _availability(op: Operation, kind: str) -> Availability:
    if _has(op, "long_k"):
        return LONG_K
    if kind in SCALE_VECTORS and string(op, "scale_vector", "block")[0] == "b":
        return BLOCK_NAMES
    return INTEGERS if kind == "i8" else NARROWEST if kind == "mxf4nvf4" else TCGEN05


def _mma_name(op: Operation, kind: str) -> str:
    stationary = ".ws" if _has(op, "stationary") else ""
    sparse = ".sp" if "metadata" in string(op, "extra", "") else ""
    scaled = ".block_scale" if kind in SCALE_VECTORS else ""
    vector = string(op, "scale_vector", "")
    sized = f".{vector}" if vector.startswith("block") else f".scale_vec::{vector}" if vector else ""
    shifted = ".ashift" if _has(op, "shifted") else ""
    collected = f".collector::{string(op, 'collector')}" if _has(op, "collector") else ""
    return f"tcgen05.mma{stationary}{sparse}.{_group(op)}.kind::{kind}{scaled}{sized}{shifted}{collected}"


# -- loads and stores ------------------------------------------------------------------------------------------------
def _shape(op: Operation, packing: str) -> str:
    packed = f".{packing}::16b" if _has(op, "packed") else ""
    return f"{string(op, 'shape')}.x{integer(op, 'repeat')}{packed}"


def _half_offset(op: Operation) -> str:
    return f", {integer(op, 'offset')}" if string(op, "shape") == HALVED else ""


def _load(e: KernelEmitter, op: Operation) -> None:
    count, reduction = vector_size(op.results[0].type), string(op, "reduce", "")
    check_available(e, op, "tcgen05.ld.red" if reduction else "tcgen05.ld", REDUCING if reduction else TCGEN05)
    outs = [f"${k}" for k in range(count)]
    last = f", {outs.pop()}" if reduction else ""
    verb, kind = ("ld.red", reduction) if reduction else ("ld", "b32")
    address = f"[${count}]{_half_offset(op)}"
    text = f"tcgen05.{verb}.sync.aligned.{_shape(op, 'pack')}.{kind} {{{', '.join(outs)}}}{last}, {address};"
    constraints = ",".join(["=r"] * count + ["r", "~{memory}"])
    record = "i32" if count == 1 else e.module.record(["i32"] * count)
    operand = f"i32 {e.text(op.operands[0])}"
    # LLVM does not know that multiplies write tensor memory: a side effect keeps the load behind them.
    found = e.f.op(f'call {record} asm sideeffect "{text}", "{constraints}"({operand}) convergent nounwind')
    total = "poison"
    for k in range(count):
        one = found if count == 1 else e.f.op(f"extractvalue {record} {found}, {k}")
        total = e.f.op(f"insertelement <{count} x i32> {total}, i32 {one}, i32 {k}")
    e.bind(op, total)


def _store(e: KernelEmitter, op: Operation) -> None:
    check_available(e, op, "tcgen05.st", TCGEN05)
    address, value = op.operands
    count = vector_size(value.type)
    words = [e.f.op(f"extractelement {e.typed(value)}, i32 {k}") for k in range(count)]
    ins = ", ".join(f"${k + 1}" for k in range(count))
    text = f"tcgen05.st.sync.aligned.{_shape(op, 'unpack')}.b32 [$0]{_half_offset(op)}, {{{ins}}};"
    inline_asm(e, text, [("i32", e.text(address)), *(("i32", word) for word in words)])


def _wait(e: KernelEmitter, op: Operation) -> None:
    check_available(e, op, "tcgen05.wait", TCGEN05)
    inline_asm(e, f"tcgen05.wait::{string(op, 'kind')}.sync.aligned;")


# -- completion, order, copies ---------------------------------------------------------------------------------------
def _commit(e: KernelEmitter, op: Operation) -> None:
    check_available(e, op, "tcgen05.commit", TCGEN05)
    args = [shared_address(e, op.operands[0])]
    cast = mask = ""
    if len(op.operands) > 1:
        cast, mask = ".multicast::cluster", ", $1"
        args.append(("i16", e.f.op(f"trunc i32 {e.text(op.operands[1])} to i16")))
    done = "mbarrier::arrive::one.shared::cluster"
    inline_asm(e, f"tcgen05.commit.{_group(op)}.{done}{cast}.b64 [$0]{mask};", args)


def _fence(e: KernelEmitter, op: Operation) -> None:
    check_available(e, op, "tcgen05.fence", TCGEN05)
    inline_asm(e, f"tcgen05.fence::{string(op, 'kind')}_thread_sync;")


def _copy(e: KernelEmitter, op: Operation) -> None:
    check_available(e, op, "tcgen05.cp", TCGEN05)
    unpacks = f".{string(op, 'unpacks')}" if _has(op, "unpacks") else ""
    args = (("i32", e.text(op.operands[0])), ("i64", e.text(op.operands[1])))
    inline_asm(e, f"tcgen05.cp.{_group(op)}.{string(op, 'shape')}{unpacks} [$0], $1;", args)


def _shift(e: KernelEmitter, op: Operation) -> None:
    check_available(e, op, "tcgen05.shift", TCGEN05)
    inline_asm(e, f"tcgen05.shift.{_group(op)}.down [$0];", (("i32", e.text(op.operands[0])),))


TCGEN05_HANDLERS: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "cute.tcgen05.alloc": _alloc,
        "cute.tcgen05.dealloc": _dealloc,
        "cute.tcgen05.relinquish": _relinquish,
        "cute.tcgen05.mma": _mma,
        "cute.tcgen05.ld": _load,
        "cute.tcgen05.st": _store,
        "cute.tcgen05.wait": _wait,
        "cute.tcgen05.cp": _copy,
        "cute.tcgen05.shift": _shift,
        "cute.tcgen05.commit": _commit,
        "cute.tcgen05.fence": _fence,
    }
)
