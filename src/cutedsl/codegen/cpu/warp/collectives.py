"""Shuffles and barriers in the warp emitter."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import i32
from xdsl.ir import Operation

from cutedsl.arch.abi.host import WARP_LANES, ErrorCode
from cutedsl.codegen.cpu.checked import checks
from cutedsl.codegen.cpu.control.returned import without_returned
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import LANE_NUMBERS, UNIFORM
from cutedsl.codegen.cpu.memory import access
from cutedsl.codegen.cpu.values import Pointer, Val, vector_val
from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.block_state import STATE
from cutedsl.codegen.llvm.types import scalar_type
from cutedsl.errors import internal_error
from cutedsl.native.constants import NAMED_BARRIERS


def source_lane(mode: str, lane: int, offset: int, clamp: int) -> int:
    """The lane that `shfl.sync` reads for `lane` (PTX ISA, "Data Movement: shfl.sync").

    >>> [source_lane("bfly", lane, 1, 31) for lane in range(4)]
    [1, 0, 3, 2]
    """
    limit, segment, amount = clamp & 31, clamp >> 8 & 31, offset & 31
    last = (lane & segment) | (limit & ~segment & 31)
    match mode:
        case "up":
            source, valid = lane - amount, lane - amount >= last
        case "down":
            source, valid = lane + amount, lane + amount <= last
        case "bfly":
            source, valid = lane ^ amount, lane ^ amount <= last
        case "idx":
            source = (lane & segment) | (amount & ~segment & 31)
            valid = source <= last
        case _:
            raise internal_error(f"shuffle mode {mode}")
    return source if valid else lane


def emit_shuffle(e: WarpEmitter, op: Operation) -> None:
    """Another lane's value: a constant shuffle where the distance is one, a scalar where all read one lane."""
    value, offset, _mask, clamp = (e.val(x) for x in op.operands)
    mode, result = string(op, "mode"), op.results[0]
    if value.lanes.uniform or not e.lanes:
        e.env[result] = value
        return
    vector = e.condition(value) if scalar_type(result.type) == "i1" else e.vector(value, result.type)
    scalar = scalar_type(result.type)
    full = f"<{e.lanes} x {scalar}>"
    if offset.lanes.known and clamp.lanes.constant is not None:
        limit = clamp.lanes.constant
        sources = [source_lane(mode, lane, by, limit) for lane, by in enumerate(offset.lanes.values())]
        if e.lanes_of(result).uniform:
            e.env[result] = Val(e.f.op(f"extractelement {full} {vector}, i32 {sources[0]}"), UNIFORM)
            return
        order = f"<{e.lanes} x i32> <" + ", ".join(f"i32 {s}" for s in sources) + ">"
        e.env[result] = vector_val(e.f.op(f"shufflevector {full} {vector}, {full} poison, {order}"))
        return
    if e.lanes_of(result).uniform:
        lane = e.f.op(f"and i32 {offset.text}, 31")
        e.env[result] = Val(e.f.op(f"extractelement {full} {vector}, i32 {lane}"), UNIFORM)
        return
    e.env[result] = vector_val(_permute(e, scalar, vector, sources_of(e, mode, offset, clamp)))


def sources_of(e: WarpEmitter, mode: str, offset: Val, clamp: Val) -> str:
    """The source lanes of a shuffle, computed at run time, as `<32 x i32>`."""
    f, kind = e.f, f"<{e.lanes} x i32>"

    def op(text: str) -> str:
        return f.op(text)

    lane = "<" + ", ".join(f"i32 {n}" for n in LANE_NUMBERS) + ">"
    amount = op(f"and {kind} {e.vector(offset, i32)}, splat (i32 31)")
    bound = e.vector(clamp, i32)
    shifted = op(f"lshr {kind} {bound}, splat (i32 8)")
    segment = op(f"and {kind} {shifted}, splat (i32 31)")
    outside = op(f"xor {kind} {segment}, splat (i32 31)")
    least = op(f"and {kind} {lane}, {segment}")
    last = op(f"or {kind} {least}, {op(f'and {kind} {bound}, {outside}')}")
    compute: dict[str, Callable[[], str]] = {
        "up": lambda: op(f"sub {kind} {lane}, {amount}"),
        "down": lambda: op(f"add {kind} {lane}, {amount}"),
        "bfly": lambda: op(f"xor {kind} {lane}, {amount}"),
        "idx": lambda: op(f"or {kind} {least}, {op(f'and {kind} {amount}, {outside}')}"),
    }
    source = compute[mode]()
    valid = op(f"icmp {'sge' if mode == 'up' else 'sle'} {kind} {source}, {last}")
    return op(f"select <{e.lanes} x i1> {valid}, {kind} {source}, {kind} {lane}")


def _permute(e: WarpEmitter, scalar: str, vector: str, sources: str) -> str:
    """Lane `i` takes lane `sources[i]` (0 to 31), through a stack slot."""
    stored = "i8" if scalar == "i1" else scalar
    full = f"<{e.lanes} x {stored}>"
    if scalar == "i1":
        vector = e.f.op(f"zext <{e.lanes} x i1> {vector} to {full}")
    slot = e.alloca(full, 64)
    e.f.do(f"store {full} {vector}, ptr {slot}, align 64")
    size = {"i8": 1, "i16": 2, "half": 2, "bfloat": 2, "i32": 4, "float": 4}.get(stored, 8)
    bytes_of = e.f.op(f"mul <{e.lanes} x i32> {sources}, splat (i32 {size})")
    place = Pointer(slot, vector_val(bytes_of), "smem")
    mask, e.mask = e.mask, None
    found = access.load_lanes(e, place, stored, size)
    e.mask = mask
    return e.f.op(f"icmp ne {full} {found}, zeroinitializer") if scalar == "i1" else found


def emit_sync_warp(e: WarpEmitter, _op: Operation) -> None:
    """Lanes of a warp run in lockstep: nothing to wait for."""
    checks.step_active(e)


def emit_barrier(e: WarpEmitter, op: Operation) -> None:
    """Counts the warp in and suspends it until the barrier's generation changes.

    All of the warp's lanes must be here, but for those that have returned. Where warps do nothing but meet, the worker
    gives each a turn between two barriers, so that nothing has to be counted.
    """
    site = e.sites.add(op, "barrier", barrier_name(e, op))
    check_converged(e, site)
    if not e.plan.suspends:
        checks.step(e)
        return
    if e.plan.rounds:
        _suspend_until(e, e.f.label("met"))
        return
    number, count, generation = arrive_at_barrier(e, op)
    record = checks.named_barrier(e, number) if e.plan.checks else ""
    if record:
        checks.arrive(e, record, generation, site, count)
    wait_at_barrier(e, (number, generation), site, (record, generation) if record else None)
    if record:
        checks.leave(e, record, generation)


def barrier_name(e: WarpEmitter, op: Operation) -> str:
    """What an error calls a barrier: `barrier 1, 64` with the threads that it waits for, as far as they are known."""
    if not op.operands:
        return "the barrier of the block"
    number, count = (value.lanes.low if value.lanes.known else None for value in map(e.val, op.operands))
    return f"barrier {number}, {count or ''}" if number is not None else ""


def arrive_at_barrier(e: WarpEmitter, op: Operation) -> tuple[str, str, str]:
    """Counts the warp in; returns the barrier's number, the count that it waits for, and its generation."""
    number, count = "0", "0"
    if op.operands:
        number, count = barrier_operands(e, op)
    return number, count, e.f.op(f"call i32 @cute.arrive(ptr %state, i32 {number}, i32 {count})")


def barrier_operands(e: WarpEmitter, op: Operation) -> tuple[str, str]:
    """The number of a named barrier and the threads that it waits for; ends the call if there is no such barrier."""
    number, count = (first_of(e, e.val(x)) for x in op.operands)
    if number.startswith("%") or not 0 <= int(number) < NAMED_BARRIERS:
        site = e.sites.add(op, "trap", f"a named barrier has a number from 0 to {NAMED_BARRIERS - 1}")
        e.fail_if(e.f.op(f"icmp uge i32 {number}, {NAMED_BARRIERS}"), ErrorCode.TRAP, site)
    if count.startswith("%") or int(count) % WARP_LANES:
        site = e.sites.add(
            op, "trap count", f"a named barrier waits for whole warps, a multiple of {WARP_LANES} threads"
        )
        rest = e.f.op(f"and i32 {count}, {WARP_LANES - 1}")
        e.fail_if(e.f.op(f"icmp ne i32 {rest}, 0"), ErrorCode.TRAP, site)
    return number, count


def wait_at_barrier(e: WarpEmitter, phase: tuple[str, str], site: int, waits: tuple[str, str] | None = None) -> None:
    """Suspends until the barrier of a number leaves a generation; `waits` as in `suspend`."""
    f, (number, generation) = e.f, phase
    offset = f.op(f"mul i32 {number}, 8")
    slot = f.op(f"getelementptr i8, ptr %state, i32 {offset}")
    place = f.op(f"getelementptr i8, ptr {slot}, i64 {STATE['barriers'] + 4}")
    wait, sleep, resumed, passed = f.label("wait"), f.label("sleep"), f.label("resumed"), f.label("passed")
    f.branch(wait)
    f.begin(wait)
    now = f.op(f"load i32, ptr {place}, align 4")
    f.branch_if(f.op(f"icmp eq i32 {now}, {generation}"), sleep, passed)
    f.begin(sleep)
    suspend(e, site, resumed, waits)
    f.branch(wait)
    f.begin(passed)


def suspend(e: WarpEmitter, site: int, resumed: str, waits: tuple[str, str] | None = None) -> None:
    """Yields to the other warps, remembering where this one waits; goes on in the block `resumed`.

    `waits` are the number of the checker's record of a barrier, and the phase.
    """
    f = e.f
    checks.stands(e, site, ("0", "0") if waits is None else (f.op(f"add i32 {waits[0]}, 1"), waits[1]))
    f.do(f"store i32 {site}, ptr %wait_site, align 4")
    _suspend_until(e, resumed)


def _suspend_until(e: WarpEmitter, resumed: str) -> None:
    token = e.f.op("call i8 @llvm.coro.suspend(token none, i1 false)")
    e.f.do(f"switch i8 {token}, label %suspended [i8 0, label %{resumed} i8 1, label %cleanup]")
    e.f.begin(resumed)


def first_of(e: WarpEmitter, val: Val) -> str:
    """The scalar of an operand that must agree over the warp."""
    if not val.lanes.varying:
        return val.text
    lane = "0"
    if e.mask is not None and e.mask != e.view.full:
        e.module.declare("i32 @llvm.cttz.i32(i32, i1)")
        lane = e.f.op(f"call i32 @llvm.cttz.i32(i32 {e.mask_bits()}, i1 true)")
    return e.f.op(f"extractelement <{e.lanes} x i32> {val.text}, i32 {lane}")


def check_converged(e: WarpEmitter, site: int) -> None:
    """Ends the call if lanes that the warp has are not here, and have not returned."""
    if e.mask is None or e.mask == e.view.full:
        return
    missing = e.f.op(f"xor <{e.lanes} x i1> {e.mask}, {e.view.full or 'splat (i1 true)'}")
    bits = without_returned(e, e.bits(missing))
    e.fail_if(e.f.op(f"icmp ne i32 {bits}, 0"), ErrorCode.BARRIER_DIVERGENT, site, bits)
