"""Run-time printing, traps, and launches from host functions."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Operation, SSAValue

from cutedsl.arch.abi.host import DIMS_COUNT, PRINT_SITE, RT, SLOT_BYTES, ErrorCode
from cutedsl.codegen.cpu.emitter import STOP, WarpEmitter
from cutedsl.codegen.cpu.memory.pointers import memory_type
from cutedsl.codegen.cpu.values import Pointer, Val
from cutedsl.codegen.cpu.warp.lane_loops import each_active_lane
from cutedsl.codegen.llvm.attributes import attribute, string
from cutedsl.codegen.llvm.types import scalar_type, storage_bytes
from cutedsl.errors import internal_error
from cutedsl.ir.ops.program import LAUNCH_DIMS

_LINE_BYTES = 1024
"""The longest text that one `print` of one thread writes."""


def emit_print(e: WarpEmitter, op: Operation) -> None:
    """Formats with C's `snprintf`, one text for each active lane in their order, and hands it to the runtime."""
    template = e.module.string(string(op, "format"))
    if e.plan.checks:
        e.sites.add(op, PRINT_SITE)
    buffer = e.alloca(f"[{_LINE_BYTES} x i8]", 16)
    if not e.lanes:
        _print_one(e, template, buffer, [(scalar_type(x.type), e.val(x).text) for x in op.operands])
        return
    vals = [(x, e.val(x)) for x in op.operands]
    wide = {
        x: e.condition(v) if scalar_type(x.type) == "i1" else e.vector(v, x.type)
        for x, v in vals
        if not v.lanes.uniform
    }

    def turn(lane: str, state: str) -> str:
        _print_one(e, template, buffer, [_argument(e, x, val, wide, lane) for x, val in vals])
        return state

    each_active_lane(e, "{}", turn)


def _argument(e: WarpEmitter, x: SSAValue, val: Val, wide: dict[SSAValue, str], lane: str) -> tuple[str, str]:
    kind = scalar_type(x.type)
    if val.lanes.uniform:
        return kind, val.text
    return kind, e.f.op(f"extractelement <{e.lanes} x {kind}> {wide[x]}, i32 {lane}")


def _print_one(e: WarpEmitter, template: str, buffer: str, args: Sequence[tuple[str, str]]) -> None:
    f = e.f
    e.module.declare("i32 @snprintf(ptr, i64, ptr, ...)")
    e.module.declare("i32 @llvm.smin.i32(i32, i32)")
    passed = "".join(f", {kind} {text}" for kind, text in args)
    wanted = f.op(f"call i32 (ptr, i64, ptr, ...) @snprintf(ptr {buffer}, i64 {_LINE_BYTES}, ptr {template}{passed})")
    length = f.op(f"call i32 @llvm.smin.i32(i32 {wanted}, i32 {_LINE_BYTES - 1})")
    pointer = f.op(f"getelementptr i8, ptr %rt, i64 {RT['write'].offset}")
    write = f.op(f"load ptr, ptr {pointer}, align 8")
    wide = f.op(f"sext i32 {length} to i64")
    written = f.op(f"call i32 {write}(ptr %rt, ptr {buffer}, i64 {wide})")
    e.fail_if(f.op(f"icmp eq i32 {written}, 0"), ErrorCode.STOPPED, -1)


def emit_trap(e: WarpEmitter, op: Operation) -> None:
    """Ends the call; what follows is never reached."""
    site = e.sites.add(op, "trap", string(op, "message"))
    e.fail(ErrorCode.TRAP, site, e.mask_bits() if e.lanes else "-1")
    e.f.begin(e.f.label("never"))


def emit_launch(e: WarpEmitter, op: Operation) -> None:
    """Fills the dims and parameter slots and calls the runtime's `launch`."""
    f = e.f
    values, params = op.operands[:LAUNCH_DIMS], op.operands[LAUNCH_DIMS:]
    dims = e.alloca(f"[{DIMS_COUNT} x i32]", 16)
    texts = [e.val(value).text for value in values[:-1]]
    for index in range(0, len(texts), 4):
        _store_dims(e, dims, index, texts[index : index + 4])
    slots = e.alloca(f"[{max(1, len(params))} x i64]", 16)
    for index, value in enumerate(params):
        place = f.op(f"getelementptr i8, ptr {slots}, i64 {SLOT_BYTES * index}")
        _store_slot(e, value, place)
    kernel = attribute(op, "kernel")
    if not isinstance(kernel, SymbolRefAttr):
        raise internal_error("a launch without a kernel")
    assert e.plan.launches is not None
    number = e.plan.launches.kernels[kernel.root_reference.data]
    pointer = f.op(f"getelementptr i8, ptr %rt, i64 {RT['launch'].offset}")
    launch = f.op(f"load ptr, ptr {pointer}, align 8")
    stream = e.val(values[-1]).text
    done = f.op(f"call i32 {launch}(ptr %rt, i32 {number}, ptr {dims}, i64 {stream}, ptr {slots})")
    failed, fine = f.label("bad"), f.label("ok")
    f.branch_if(f.op(f"icmp eq i32 {done}, 0"), failed, fine)
    f.begin(failed)
    f.do(
        f"call i1 @cute.fail(ptr %rt, i32 {int(ErrorCode.LAUNCH_FAILED)}, i32 {e.sites.add(op, 'launch')}, "
        "i32 0, i32 0, i32 0, i32 0, i64 0, i64 0, i64 0)"
    )
    f.branch(STOP)
    f.begin(fine)


def _store_dims(e: WarpEmitter, dims: str, first: int, texts: list[str]) -> None:
    """Some dims from number `first` on: constants together."""
    if all(text.isdecimal() for text in texts):
        place = e.f.op(f"getelementptr i32, ptr {dims}, i64 {first}")
        together = ", ".join(f"i32 {text}" for text in texts)
        e.f.do(f"store <{len(texts)} x i32> <{together}>, ptr {place}, align 4")
        return
    for index, text in enumerate(texts, first):
        place = e.f.op(f"getelementptr i32, ptr {dims}, i64 {index}")
        e.f.do(f"store i32 {text}, ptr {place}, align 4")


def _store_slot(e: WarpEmitter, value: SSAValue, place: str) -> None:
    """One parameter in its slot; the bytes above it are zero."""
    found = e.env[value]
    if isinstance(found, Pointer):
        e.f.do(f"store ptr {e.gep(found, found.offset.text)}, ptr {place}, align 8")
        return
    assert isinstance(found, Val)
    text, kind = found.text, memory_type(value.type)
    if scalar_type(value.type) == "i1":
        text = e.f.op(f"zext i1 {text} to i8")
    if storage_bytes(value.type) < SLOT_BYTES:
        e.f.do(f"store i64 0, ptr {place}, align 8")
    e.f.do(f"store {kind} {text}, ptr {place}, align 8")
