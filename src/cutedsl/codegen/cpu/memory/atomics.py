"""Atomics and ordered accesses in the warp emitter.

A block's warps share one core, so shared memory needs no atomic instruction: its read-modify-writes are plain. In
global memory the lanes of a warp that all add to one place do it with one instruction; what each lane gets back is
what it would get if the lanes came in their order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xdsl.dialects.builtin import VectorType, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from cutedsl.arch.abi.check import Access
from cutedsl.arch.abi.host import SMEM_REQUEST
from cutedsl.codegen.cpu.checked import checks
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import LANE_NUMBERS, UNIFORM
from cutedsl.codegen.cpu.memory import access
from cutedsl.codegen.cpu.memory.bfloat_updates import bfloat_update
from cutedsl.codegen.cpu.memory.pointers import emit_load, emit_store, memory_type
from cutedsl.codegen.cpu.plan.orders import scope_of
from cutedsl.codegen.cpu.plan.unread import is_unread
from cutedsl.codegen.cpu.plan.waits import spins
from cutedsl.codegen.cpu.scalar.narrow import combined_bfloats
from cutedsl.codegen.cpu.source import kernel_info
from cutedsl.codegen.cpu.values import Pointer, Val, vector_val
from cutedsl.codegen.cpu.warp.indices import launch_dim
from cutedsl.codegen.cpu.warp.lane_loops import each_active_lane
from cutedsl.codegen.cpu.warp.spins import steer, yield_turn
from cutedsl.codegen.cpu.warp.warp_values import REDUCE, reduced
from cutedsl.codegen.llvm.attributes import span_of, string
from cutedsl.codegen.llvm.types import bit_width, is_float, storage_bytes, suffix, vector_size
from cutedsl.errors import DSLUserCodeError, fail

_INTEGER: Final = {kind: kind for kind in ("add", "max", "min", "umax", "umin", "and", "or", "xor")} | {
    "exch": "xchg",
    "inc": "uinc_wrap",
    "dec": "udec_wrap",
}
_FLOAT: Final = {"add": "fadd", "max": "fmax", "min": "fmin", "exch": "xchg"}
_ORDER: Final = {"relaxed": "monotonic", "volatile": "monotonic", "acquire": "acquire", "release": "release"}
_SMEM_REGISTERS: Final = ("dynamic_smem_size", "total_smem_size", "aggr_smem_size")
_SCAN_STEPS: Final = (1, 2, 4, 8, 16)
_LOOKED_BYTES: Final = 4
"""Loads of so many bytes in a loop may be shown earlier values in a checked run."""


def _not_yet(op: Operation, message: str) -> DSLUserCodeError:
    return fail("not-yet", message, span=span_of(op))


def _order(op: Operation) -> str:
    return _ORDER.get(string(op, "sem", "relaxed"), "acq_rel")


def _checked(
    e: WarpEmitter, op: Operation, pointer: Pointer, size: int, count: int, kind: str, *, looks: bool = False
) -> None:
    if pointer.word_bytes:
        raise _not_yet(op, "an atomic or ordered access to a thread's own registers")
    site = e.sites.access(op, kind, pointer, size)
    flags = Access.READ
    if kind == "atomic" and pointer.space == "gmem" and _of_its_block(e, op):
        flags = Access.NARROW
    if pointer.space == "gmem" and is_unread(op):
        flags |= Access.REPLACES  # nothing depends on what it found, so it observes nothing
        if kind == "atomic" and not _replaces(op):
            flags |= Access.COMBINES  # who reads what it left has seen the value that it found too
    if kind == "atomic" and pointer.space != "gmem" and _replaces(op):
        flags = Access.REPLACES
    if pointer.space != "gmem" and (is_unread(op) or (kind == "load" and spins(op) and not e.plan.orders.looks)):
        flags |= Access.UNREAD  # nor does a loop that may end at an earlier value, which it is not shown
    by = replace(checks.by_warp(e), access=flags) if e.plan.checks and flags else None
    access.check(e, pointer, size * count, site, kind="ordered" if kind == "load" else "", by=by)
    _ordered(e, op, pointer, site, kind, looks=looks)


def _ordered(e: WarpEmitter, op: Operation, pointer: Pointer, site: int, kind: str, *, looks: bool = False) -> None:
    """Tells a checked run what an atomic or an ordered load orders. One whose value nothing depends on acquires
    nothing: the thread does the same whether it comes before the release or after it."""
    if not e.plan.checks:
        return
    if not is_unread(op):
        checks.ordered(e, pointer, site, string(op, "sem", "relaxed"), kind, scope_of(op), looks=looks)
    elif kind == "atomic":
        checks.ordered(e, pointer, site, string(op, "sem", "relaxed"), "reduction", scope_of(op))
    else:
        checks.store_load(e, pointer, site, string(op, "sem"), kind)


def _replaces(op: Operation) -> bool:
    """Whether an atomic is a mere store: an exchange that nothing takes the old value of."""
    return string(op, "kind", "") == "exch" and is_unread(op)


def _of_its_block(e: WarpEmitter, op: Operation) -> bool:
    """Whether an atomic is one for the threads of its own block only."""
    scope = scope_of(op)
    return scope == "cta" or (scope == "cluster" and e.plan.geometry.cluster_blocks == 1)


def emit_atomic(e: WarpEmitter, op: Operation) -> None:
    """One read-modify-write for each active lane, in the order of the lanes."""
    yield_turn(e, op)
    pointer, mlir = e.pointer(op.operands[0]), op.operands[1].type
    size, count = storage_bytes(mlir), max(vector_size(mlir), 1)
    kind = string(op, "kind")
    if (kind not in (_FLOAT if is_float(mlir) else _INTEGER)) or bit_width(mlir) not in (8, 16, 32, 64):
        raise _not_yet(op, f"an atomic {kind} of {mlir}")
    _checked(e, op, pointer, size, count, "atomic")
    wanted = bool(op.results) and op.results[0].first_use is not None
    found: list[Val] = []
    for index, val in enumerate(e.elements(op.operands[1])):
        found.append(_update_lane_by_lane(e, op, pointer, val, index * size, wanted))
    if wanted:
        e.env[op.results[0]] = tuple(found) if isinstance(mlir, VectorType) else found[0]


def _update_lane_by_lane(e: WarpEmitter, op: Operation, pointer: Pointer, val: Val, step: int, wanted: bool) -> Val:
    mlir, kind = op.operands[1].type, string(op, "kind")
    llvm = memory_type(mlir)
    if not e.lanes:
        place = e.gep(pointer, e.add_offset(pointer, pointer.offset.text, step))
        return Val(_update(e, op, place, val.text, shared=False), UNIFORM)
    if pointer.offset.lanes.uniform and not is_float(mlir) and kind in REDUCE and (kind == "add" or not wanted):
        return _update_for_all_lanes(e, op, pointer, val, step, wanted)
    full = f"<{e.lanes} x {llvm}>"
    values, offsets = e.vector(val, mlir), e.offset_vector(pointer)
    offset_kind = f"<{e.lanes} x {pointer.offset_type}>"

    def turn(lane: str, old: str) -> str:
        offset = e.f.op(f"extractelement {offset_kind} {offsets}, i32 {lane}")
        operand = e.f.op(f"extractelement {full} {values}, i32 {lane}")
        place = e.gep(pointer, e.add_offset(pointer, offset, step))
        got = _update(e, op, place, operand, shared=pointer.space == "smem")
        return e.f.op(f"insertelement {full} {old}, {llvm} {got}, i32 {lane}") if wanted else ""

    return vector_val(each_active_lane(e, full if wanted else "", turn))


def _update_for_all_lanes(e: WarpEmitter, op: Operation, pointer: Pointer, val: Val, step: int, wanted: bool) -> Val:
    """All lanes at one place: one update by what they add up to, and for a sum what each lane finds there."""
    mlir, f = op.operands[1].type, e.f
    llvm = memory_type(mlir)
    full = f"<{e.lanes} x {llvm}>"
    values = e.vector(val, mlir)
    total = reduced(e, string(op, "kind"), values, mlir, e.mask)
    place = e.gep(pointer, e.add_offset(pointer, pointer.offset.text, step))
    found = _update(e, op, place, total, shared=pointer.space == "smem")
    if not wanted:
        return Val(found, UNIFORM)
    if e.mask is not None:
        values = f.op(f"select <{e.lanes} x i1> {e.mask}, {full} {values}, {full} zeroinitializer")
    before = values
    for distance in _SCAN_STEPS:
        order = ", ".join(f"i32 {n - distance if n >= distance else e.lanes}" for n in LANE_NUMBERS)
        moved = f.op(f"shufflevector {full} {before}, {full} zeroinitializer, <{e.lanes} x i32> <{order}>")
        before = f.op(f"add {full} {before}, {moved}")
    first = e.splat(found, llvm)
    return vector_val(f.op(f"add {full} {first}, {f.op(f'sub {full} {before}, {values}')}"))


def _update(e: WarpEmitter, op: Operation, place: str, operand: str, *, shared: bool) -> str:
    """One read-modify-write; returns the old value. `shared` memory belongs to one core."""
    mlir, kind, f = op.operands[1].type, string(op, "kind"), e.f
    llvm, size = memory_type(mlir), storage_bytes(mlir)
    if not shared and llvm == "bfloat" and kind != "exch":
        # LLVM's own `atomicrmw fadd` of the type would come back from float32 as a scalar does (`bfloats.py`).
        return f.op(f"call bfloat @{bfloat_update(e.module, kind)}(ptr {place}, bfloat {operand})")
    if not shared:
        verb = (_FLOAT if is_float(mlir) else _INTEGER)[kind]
        return f.op(f"atomicrmw {verb} ptr {place}, {llvm} {operand} {_order(op)}, align {size}")
    old = f.op(f"load {llvm}, ptr {place}, align {size}")
    f.do(f"store {llvm} {_combined(e, kind, mlir, llvm, old, operand)}, ptr {place}, align {size}")
    return old


def _combined(e: WarpEmitter, kind: str, mlir: Attribute, llvm: str, old: str, operand: str) -> str:
    f = e.f
    if kind == "exch":
        return operand
    if llvm == "bfloat":
        return combined_bfloats(e.module, f, kind, old, operand)
    if kind in ("add", "and", "or", "xor"):
        return f.op(f"{'f' if is_float(mlir) else ''}{kind} {llvm} {old}, {operand}")
    if kind == "inc":
        more = f.op(f"add {llvm} {old}, 1")
        return f.op(f"select i1 {f.op(f'icmp uge {llvm} {old}, {operand}')}, {llvm} 0, {llvm} {more}")
    if kind == "dec":
        less = f.op(f"sub {llvm} {old}, 1")
        wraps = f.op(f"icmp uge {llvm} {less}, {operand}")  # 0 - 1 is the largest number
        return f.op(f"select i1 {wraps}, {llvm} {operand}, {llvm} {less}")
    name = {"max": "smax", "min": "smin"}.get(kind, kind) if not is_float(mlir) else f"{kind}num"
    function = f"llvm.{name}.{suffix(mlir)}"
    e.module.declare(f"{llvm} @{function}({llvm}, {llvm})")
    return f.op(f"call {llvm} @{function}({llvm} {old}, {llvm} {operand})")


def emit_atomic_cas(e: WarpEmitter, op: Operation) -> None:
    """Compare and swap, for each active lane in its order; floats are compared by their bits."""
    yield_turn(e, op)
    pointer, mlir = e.pointer(op.operands[0]), op.operands[1].type
    size, llvm = storage_bytes(mlir), memory_type(mlir)
    bits = f"i{8 * size}"
    if size > 8:
        raise _not_yet(op, f"an atomic compare-and-swap of {mlir}")
    _checked(e, op, pointer, size, 1, "atomic")
    order = _order(op)
    failure = "acquire" if order in ("acquire", "acq_rel") else "monotonic"
    lanes = e.lanes
    kind, words = (f"<{lanes} x {llvm}>", f"<{lanes} x {bits}>") if lanes else (llvm, bits)

    def as_bits(val: Val) -> str:
        text = e.vector(val, mlir)
        return e.f.op(f"bitcast {kind} {text} to {words}") if llvm != bits else text

    compared, value = as_bits(e.val(op.operands[1])), as_bits(e.val(op.operands[2]))

    def swap(place: str, expected: str, wanted: str) -> str:
        # The order that the program asks for; a failure stores nothing, so it has nothing to release.
        pair = e.f.op(f"cmpxchg ptr {place}, {bits} {expected}, {bits} {wanted} {order} {failure}, align {size}")
        return e.f.op(f"extractvalue {{ {bits}, i1 }} {pair}, 0")

    if lanes:
        offsets = e.offset_vector(pointer)

        def turn(lane: str, old: str) -> str:
            offset = e.f.op(f"extractelement <{lanes} x {pointer.offset_type}> {offsets}, i32 {lane}")
            expected, wanted = (e.f.op(f"extractelement {words} {x}, i32 {lane}") for x in (compared, value))
            found = swap(e.gep(pointer, offset), expected, wanted)
            return e.f.op(f"insertelement {words} {old}, {bits} {found}, i32 {lane}")

        found = each_active_lane(e, words, turn)
    else:
        found = swap(e.gep(pointer, pointer.offset.text), compared, value)
    if llvm != bits:
        found = e.f.op(f"bitcast {words} {found} to {kind}")
    e.env[op.results[0]] = vector_val(found) if lanes else Val(found, UNIFORM)


def emit_ordered_load(e: WarpEmitter, op: Operation) -> None:
    """A load that is done where it is written; later accesses come after an acquiring one.

    A scalar is an atomic load; lanes are read as a vector, each element of which the machine reads whole.
    """
    yield_turn(e, op)
    pointer, mlir = e.pointer(op.operands[0]), op.results[0].type
    sem, size = string(op, "sem"), storage_bytes(mlir)
    uniform = pointer.offset.lanes.uniform or not e.lanes
    if sem == "weak" or vector_size(mlir) or not uniform or pointer.word_bytes:
        emit_load(e, op)
        _ordered(e, op, pointer, e.sites.access(op, "load", pointer), "load")
        if sem != "weak":
            e.f.do("fence acquire")  # also keeps loops from reading once
        return
    # A GPU may show a loop each value that other threads stored (PTX, coherence order): a checked run does.
    looked = e.plan.checks and spins(op) and size == _LOOKED_BYTES
    _checked(e, op, pointer, size, 1, "load", looks=looked)
    kind, bits = memory_type(mlir), f"i{8 * size}"
    place = e.gep(pointer, pointer.offset.text)
    text = e.f.op(f"load atomic volatile {bits}, ptr {place} {_order(op)}, align {size}")
    if looked:
        text = checks.shown(e, text)
    if kind != bits:
        text = e.f.op(f"bitcast {bits} {text} to {kind}")
    if bit_width(mlir) == 1:
        text = e.f.op(f"icmp ne i8 {text}, 0")
    e.env[op.results[0]] = Val(text, UNIFORM)


def emit_ordered_store(e: WarpEmitter, op: Operation) -> None:
    """A store that is done where it is written; earlier accesses come before a releasing one."""
    steer(e, op)
    if string(op, "sem") != "weak":
        e.f.do("fence release")
    emit_store(e, op)
    pointer = e.pointer(op.operands[1])
    checks.ordered(e, pointer, e.sites.access(op, "store", pointer), string(op, "sem"), "store", scope_of(op))


def emit_prefetch(e: WarpEmitter, op: Operation) -> None:
    """Asks for the line of the warp's first address."""
    pointer = e.pointer(op.operands[0])
    if pointer.space in ("smem", "rmem") or pointer.offset.lanes.varying:
        return
    e.module.declare("void @llvm.prefetch.p0(ptr, i32, i32, i32)")
    near = 3 if string(op, "level") == "L1" else 2
    e.f.do(f"call void @llvm.prefetch.p0(ptr {e.gep(pointer, pointer.offset.text)}, i32 0, i32 {near}, i32 1)")


def emit_nanosleep(_e: WarpEmitter, _op: Operation) -> None:
    """The warps of a block take turns anyway."""


def emit_special_register(e: WarpEmitter, op: Operation) -> None:
    """Clocks count nanoseconds here, `globaltimer` those since 1970 as on a GPU; there is one multiprocessor."""
    name, result, lanes = string(op, "register"), op.results[0], e.lanes_of(op.results[0])
    kind = "i64" if result.type == i64 else "i32"
    if lanes.known:
        e.env[result] = Val(str(lanes.low), lanes)
        return
    if name == "activemask":
        text = e.mask_bits()
    elif name == "warpid":
        text = "%warp"
    elif name in _SMEM_REGISTERS:
        text = _smem_bytes(e, op)
    else:
        text = _nanoseconds(e, of_the_day=name.startswith("globaltimer"))
        if kind == "i32":
            text = e.f.op(f"trunc i64 {text} to i32")
    e.env[result] = Val(text, lanes)


def _smem_bytes(e: WarpEmitter, op: Operation) -> str:
    """Bytes of the block's shared memory: as the kernel allocates, or as the launch asks for if that is more."""
    kernel = op
    while not isinstance(kernel, FuncOp):
        outer = kernel.parent_op()
        assert outer is not None, "an operation in no function"
        kernel = outer
    asked = launch_dim(e, SMEM_REQUEST)
    e.module.declare("i32 @llvm.umax.i32(i32, i32)")
    return e.f.op(f"call i32 @llvm.umax.i32(i32 {asked}, i32 {kernel_info(kernel).smem_bytes})")


def _nanoseconds(e: WarpEmitter, *, of_the_day: bool) -> str:
    """The machine's monotonic clock, or the time of day."""
    e.module.declare("i32 @clock_gettime(i32, ptr)")
    slot = e.alloca("[2 x i64]")
    e.f.do(f"call i32 @clock_gettime(i32 {0 if of_the_day else 1}, ptr {slot})")
    seconds = e.f.op(f"load i64, ptr {slot}, align 8")
    rest = e.f.op(f"load i64, ptr {e.f.op(f'getelementptr i8, ptr {slot}, i64 8')}, align 8")
    return e.f.op(f"add i64 {e.f.op(f'mul i64 {seconds}, 1000000000')}, {rest}")
