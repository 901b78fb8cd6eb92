"""mbarriers, named-barrier arrivals, clusters and fences in the warp emitter.

What waits looks first, then suspends its warp until a later turn finds the phase complete. Memory needs no fences: the
warps that share it run one after another on one thread.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xdsl.dialects.builtin import i32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from cutedsl.arch.abi.check import MAX_SITES, Event
from cutedsl.arch.abi.host import ARRIVES, CLUSTER_BARRIER, GRID, MBARRIER_LIMIT, NOT_ARRIVED, ErrorCode, MbarrierFault
from cutedsl.codegen.cpu.checked import check_alignment, checks
from cutedsl.codegen.cpu.emitter import UNLIKELY, WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import UNIFORM
from cutedsl.codegen.cpu.memory.access import check_bounds
from cutedsl.codegen.cpu.plan.orders import scope_of
from cutedsl.codegen.cpu.values import Pointer, Val, vector_val
from cutedsl.codegen.cpu.warp.collectives import barrier_operands, check_converged, suspend
from cutedsl.codegen.cpu.warp.indices import launch_dim
from cutedsl.codegen.cpu.warp.lane_loops import each_active_lane
from cutedsl.codegen.cpu.warp.spins import steer
from cutedsl.codegen.llvm.attributes import attribute, integer, string
from cutedsl.codegen.llvm.block_state import STATE
from cutedsl.errors import internal_error
from cutedsl.errors.frozen import frozen
from cutedsl.ir.ops.sync import FenceOp, MbarrierCopyArriveOp

_MBARRIER_BYTES: Final = 8


def _per_warp(e: WarpEmitter, name: str, kind: str) -> str:
    """The address of this warp's element of a field of the block's state."""
    place = e.f.op(f"getelementptr i8, ptr %state, i64 {STATE[name]}")
    return e.f.op(f"getelementptr {kind}, ptr {place}, i32 %warp")


# -- mbarriers -------------------------------------------------------------------------------------------------------
@frozen
class _Access:
    """An op on an mbarrier: where it lies, its number (count, bytes or parity), and the place in the source."""

    pointer: Pointer
    number: Val
    site: int

    @property
    def uniform(self) -> bool:
        """Whether all lanes name one mbarrier and one number."""
        return self.pointer.offset.lanes.uniform and self.number.lanes.uniform

    def in_lane(self, e: WarpEmitter, lane: str) -> tuple[str, str]:
        """The mbarrier's address and the number in one lane."""
        if self.uniform:
            return e.gep(self.pointer, self.pointer.offset.text), self.number.text
        kind = f"<{e.lanes} x {self.pointer.offset_type}>"
        offset = e.f.op(f"extractelement {kind} {e.offset_vector(self.pointer)}, i32 {lane}")
        number = e.f.op(f"extractelement <{e.lanes} x i32> {e.vector(self.number, i32)}, i32 {lane}")
        return e.gep(self.pointer, offset), number


def _access(e: WarpEmitter, op: Operation) -> _Access:
    pointer = e.pointer(op.operands[0])
    number = e.val(op.operands[1]) if len(op.operands) > 1 else Val("1", UNIFORM)
    site = e.sites.access(op, "mbarrier", pointer, _MBARRIER_BYTES)
    check_bounds(e, pointer, _MBARRIER_BYTES, site)
    return _Access(pointer, number, site)


def _touch(e: WarpEmitter, access: _Access) -> None:
    """Tells the checker that an mbarrier is used, which must come after it was initialised."""
    checks.access(e, access.pointer, _MBARRIER_BYTES, access.site, kind="load")


def _expect(e: WarpEmitter, access: _Access) -> None:
    """Tells the checker where bytes of an mbarrier are expected."""
    if e.plan.checks and access.uniform:
        place, number = access.in_lane(e, "0")
        checks.call(
            e, "expect", checks.came(checks.mbarrier(e, place), checks.phase_now(e, place), access.site, number)
        )


def _fail_mbarrier(e: WarpEmitter, access: _Access, code: str, place: str, number: str) -> None:
    """Ends the call where `code` is a fault; tells the mbarrier's word and the op's number."""
    f = e.f
    failed, fine = f.label("bad"), f.label("ok")
    f.branch_if(f.op(f"icmp ne i32 {code}, 0"), failed, fine, suffix=UNLIKELY)
    f.begin(failed)
    detail = (f.op(f"zext i32 {code} to i64"), f.op(f"load i64, ptr {place}"), f.op(f"sext i32 {number} to i64"))
    e.fail(ErrorCode.MBARRIER, access.site, e.mask_bits(), detail)
    f.begin(fine)


def _report_arrival(e: WarpEmitter, access: _Access, place: str, name: str, lane: str = "") -> None:
    """Tells the checker what an op does to the phase under way of the mbarrier at a place, in a lane or the active
    ones: `arrive_lanes`, `arrive_relaxed` or `copies`."""
    if e.plan.checks and name:
        record, tag = checks.mbarrier(e, place), checks.phase_now(e, place)
        lanes = checks.active_lanes(e, lane) if name == "arrive_lanes" else "0"
        checks.call(e, name, checks.came(record, tag, access.site, lanes))


def _in_each_lane(e: WarpEmitter, access: _Access, call: str, tell: str = "", arrivals: str = "") -> None:
    """`call(…, place, number)` for each active lane, in order; `arrivals` says how many where `number` is of bytes."""

    def turn(lane: str, state: str) -> str:
        place, number = access.in_lane(e, lane)
        _report_arrival(e, access, place, tell, "" if access.uniform else lane)
        code = e.f.op(call.format(place=place, number=number))
        if arrivals:
            many = e.f.op(f"icmp eq i32 {code}, {int(MbarrierFault.ARRIVALS)}")
            number = e.f.op(f"select i1 {many}, i32 {arrivals}, i32 {number}")
        _fail_mbarrier(e, access, code, place, number)
        return state

    each_active_lane(e, "{}", turn)


def emit_mbarrier_init(e: WarpEmitter, op: Operation) -> None:
    """Every active lane sets the word; the last one stays."""
    access = _access(e, op)
    checks.access(e, access.pointer, _MBARRIER_BYTES, access.site, kind="store")
    check_alignment.aligned(e, access.pointer, _MBARRIER_BYTES, access.site)
    _in_each_lane(e, access, "call i32 @cute.mbarrier_init(ptr {place}, i32 {number})")


def emit_mbarrier_arrive(e: WarpEmitter, op: Operation) -> None:
    """As many arrivals as lanes are active, each counting `count` times."""
    steer(e, op)
    access = _access(e, op)
    call = "call i32 @cute.mbarrier_arrive(ptr %state, ptr {place}, i32 {times}, i32 {number})"
    told = "copies" if type(op) is MbarrierCopyArriveOp else "arrive_lanes"
    told = "arrive" if attribute(op, "warp") is not None else told
    told = "arrive_relaxed" if attribute(op, "relaxed") is not None and not _fences(op, _ORDERS) else told
    _touch(e, access)
    if not access.uniform:
        _in_each_lane(e, access, call.replace("{times}", "1"), told)
        return
    place, number = access.in_lane(e, "0")
    _report_arrival(e, access, place, told)
    times = str(e.lanes)
    if e.mask is not None:
        e.module.declare("i32 @llvm.ctpop.i32(i32)")
        times = e.f.op(f"call i32 @llvm.ctpop.i32(i32 {e.mask_bits()})")
    if e.plan.checks:
        _fail_overfull(e, access, place, times, number)
    _fail_mbarrier(e, access, e.f.op(call.format(place=place, times=times, number=number)), place, number)


def _fail_overfull(e: WarpEmitter, access: _Access, place: str, times: str, number: str) -> None:
    """In a checked run the arrivals of one op belong to one phase: more than it waits for are too many."""
    f = e.f
    total = f.op(f"mul i32 {times}, {number}")
    word = f.op(f"load i64, ptr {place}, align 8")
    pending = f.op(f"trunc i64 {f.op(f'and i64 {word}, {MBARRIER_LIMIT}')} to i32")
    more = f.op(f"and i1 {f.op(f'icmp ugt i32 {total}, {pending}')}, {f.op(f'icmp slt i64 {word}, 0')}")
    code = f.op(f"select i1 {more}, i32 {int(MbarrierFault.ARRIVALS)}, i32 0")
    _fail_mbarrier(e, access, code, place, total)


def emit_mbarrier_arrive_tx(e: WarpEmitter, op: Operation) -> None:
    """More bytes to come, and one arrival, in each active lane."""
    steer(e, op)
    call = "call i32 @cute.mbarrier_change(ptr %state, ptr {place}, i32 1, i32 {number})"
    access = _access(e, op)
    _touch(e, access)
    _expect(e, access)
    _in_each_lane(e, access, call, "arrive_lanes", "1")


def emit_mbarrier_expect_tx(e: WarpEmitter, op: Operation) -> None:
    """More bytes to come, in each active lane."""
    access = _access(e, op)
    _touch(e, access)
    _expect(e, access)
    _in_each_lane(e, access, "call i32 @cute.mbarrier_change(ptr %state, ptr {place}, i32 0, i32 {number})")


def complete_bytes(e: WarpEmitter, op: Operation, place: str, count: str) -> None:
    """A copy has written `count` bytes (i32): the mbarrier at `place` waits for so many less."""
    access = _Access(Pointer(place, Val("0", UNIFORM), "smem"), Val(count, UNIFORM), e.sites.add(op, "mbarrier"))
    less = e.f.op(f"sub i32 0, {count}")
    code = e.f.op(f"call i32 @cute.mbarrier_change(ptr %state, ptr {place}, i32 0, i32 {less})")
    _fail_mbarrier(e, access, code, place, count)


def arrive_at(e: WarpEmitter, op: Operation, place: str) -> None:
    """One arrival at the mbarrier at `place`."""
    access = _Access(Pointer(place, Val("0", UNIFORM), "smem"), Val("1", UNIFORM), e.sites.add(op, "mbarrier"))
    _report_arrival(e, access, place, "arrive")
    code = e.f.op(f"call i32 @cute.mbarrier_arrive(ptr %state, ptr {place}, i32 1, i32 1)")
    _fail_mbarrier(e, access, code, place, "1")


def _phase_left(e: WarpEmitter, access: _Access, place: str, parity: str) -> str:
    """i1: whether the phase of this parity is complete, that is, the phase under way has the other one."""
    f = e.f
    word = f.op(f"load i64, ptr {place}, align 8")
    unknown = f.op(f"icmp sge i64 {word}, 0")
    code = f.op(f"select i1 {unknown}, i32 {int(MbarrierFault.UNINITIALISED)}, i32 0")
    _fail_mbarrier(e, access, code, place, parity)
    now = f.op(f"trunc i64 {f.op(f'lshr i64 {word}, 62')} to i32")
    differs = f.op(f"and i32 {f.op(f'xor i32 {now}, {parity}')}, 1")
    return f.op(f"icmp ne i32 {differs}, 0")


def _any_left_behind(e: WarpEmitter, access: _Access) -> str:
    """i1: whether some active lane's phase is not complete; remembers what such a lane waits for."""

    def look(lane: str) -> str:
        place, parity = access.in_lane(e, lane)
        behind = e.f.op(f"xor i1 {_phase_left(e, access, place, parity)}, true")
        if e.plan.suspends:
            e.f.do(f"store ptr {place}, ptr {_per_warp(e, 'wait_barriers', 'ptr')}, align 8")
            e.f.do(f"store i32 {parity}, ptr {_per_warp(e, 'wait_parities', 'i32')}, align 4")
        return behind

    if access.uniform:
        return look("0")
    return each_active_lane(e, "i1", lambda lane, state: e.f.op(f"or i1 {state}, {look(lane)}"))


def _waited_mbarrier(e: WarpEmitter) -> tuple[str, str]:
    """The number of the mbarrier that the warp was found to wait for, for the checker, and the phase."""
    place = e.f.op(f"load ptr, ptr {_per_warp(e, 'wait_barriers', 'ptr')}, align 8")
    parity = e.f.op(f"load i32, ptr {_per_warp(e, 'wait_parities', 'i32')}, align 4")
    return checks.mbarrier(e, place), parity


def emit_mbarrier_wait(e: WarpEmitter, op: Operation) -> None:
    """Suspends the warp until the phase is complete for all active lanes.

    At a complete phase the other warps run once too. Otherwise a warp that runs ahead could complete the next phase
    but one before they have checked this one. On a GPU, where warps run side by side, many programs rely on their
    speed. A checked run lets it run ahead.
    """
    steer(e, op)
    access, f = _access(e, op), e.f
    _touch(e, access)
    wait, sleep, resumed, passed = f.label("wait"), f.label("sleep"), f.label("resumed"), f.label("passed")
    if e.plan.suspends and not e.plan.checks and e.plan.geometry.warps != 1:
        turn = f.label("turn")
        f.branch_if(_any_left_behind(e, access), sleep, turn)
        f.begin(turn)
        _give_turn(e, access.site)
        f.branch(passed)
    else:
        f.branch(wait)
    f.begin(wait)
    f.branch_if(_any_left_behind(e, access), sleep, passed)
    f.begin(sleep)
    suspend(e, access.site, resumed, _waited_mbarrier(e) if e.plan.checks else None)
    f.branch(wait)
    f.begin(passed)
    _leave_phases(e, access)


def _leave_phases(e: WarpEmitter, access: _Access) -> None:
    """Tells the checker that the phases have ended which the active lanes waited for."""
    if not e.plan.checks:
        return

    def look(lane: str) -> str:
        place, parity = access.in_lane(e, lane)
        _leave(e, place, parity, "" if access.uniform else lane)
        return ""

    if access.uniform:
        look("0")
    else:
        each_active_lane(e, "", lambda lane, _: look(lane))


def _leave(e: WarpEmitter, place: str, parity: str, lane: str) -> None:
    """Tells the checker of a phase whose end a lane, or the active ones, have seen."""
    phase = e.f.op(f"and i32 {parity}, 1")
    checks.leave_lanes(e, checks.mbarrier(e, place), phase, checks.active_lanes(e, lane))


def emit_mbarrier_test(e: WarpEmitter, op: Operation) -> None:
    """Looks; if the phase is not complete, gives the other warps one turn and looks again."""
    steer(e, op)
    access, f = _access(e, op), e.f
    sleep, passed = f.label("sleep"), f.label("passed")
    f.branch_if(_any_left_behind(e, access), sleep, passed)
    f.begin(sleep)
    _give_turn(e, access.site, _waited_mbarrier(e) if e.plan.checks else None)
    f.branch(passed)
    f.begin(passed)
    _touch(e, access)
    if access.uniform:
        place, parity = access.in_lane(e, "0")
        done = _checked_answer(e, access, place, parity)
        _leave_if(e, place, parity, done, "")
        e.env[op.results[0]] = Val(done, UNIFORM)
        return
    kind = f"<{e.lanes} x i1>"

    def turn(lane: str, state: str) -> str:
        place, parity = access.in_lane(e, lane)
        done = _checked_answer(e, access, place, parity)
        _leave_if(e, place, parity, done, lane)
        return f.op(f"insertelement {kind} {state}, i1 {done}, i32 {lane}")

    e.env[op.results[0]] = vector_val(each_active_lane(e, kind, turn))


def _give_turn(e: WarpEmitter, site: int, waits: tuple[str, str] | None = None) -> None:
    """Suspends the warp for one round; that is not a deadlock. `waits`: see `checks.stands`."""
    place = e.f.op(f"getelementptr i8, ptr %state, i64 {STATE['progress']}")
    turns = e.f.op(f"load i64, ptr {place}")
    e.f.do(f"store i64 {e.f.op(f'add i64 {turns}, 1')}, ptr {place}")
    suspend(e, site, e.f.label("resumed"), waits)


def _checked_answer(e: WarpEmitter, access: _Access, place: str, parity: str) -> str:
    """What a look at an mbarrier answers: in a checked run the first ones say that the phase goes on, as any may.

    Not where the warp knows that it has ended: because its own arrival was the last, for example.
    """
    done = _phase_left(e, access, place, parity)
    if not e.plan.checks:
        return done
    look, answer = e.f.label("look"), e.f.label("answer")
    before = e.f.op(f"freeze i1 {done}")
    slot = e.alloca("i1")
    e.f.do(f"store i1 {before}, ptr {slot}")
    e.f.branch_if(before, look, answer)
    e.f.begin(look)
    phase = e.f.op(f"and i32 {parity}, 1")
    told = f"i32 {min(access.site, MAX_SITES - 1)}, i32 {checks.mbarrier(e, place)}, i32 {phase}"
    doubted = checks.call(e, "doubt", f"ptr %ck, i32 %row, {told}")
    e.f.do(f"store i1 {e.f.op(f'xor i1 {doubted}, true')}, ptr {slot}")
    e.f.branch(answer)
    e.f.begin(answer)
    return e.f.op(f"load i1, ptr {slot}")


def _leave_if(e: WarpEmitter, place: str, parity: str, done: str, lane: str) -> None:
    """Tells the checker of a phase that has ended, if it has."""
    if not e.plan.checks:
        return
    left, on = e.f.label("left"), e.f.label("on")
    e.f.branch_if(done, left, on)
    e.f.begin(left)
    _leave(e, place, parity, lane)
    e.f.branch(on)
    e.f.begin(on)


def emit_barrier_arrive(e: WarpEmitter, op: Operation) -> None:
    """Counts the warp in at a named barrier, and goes on."""
    site = e.sites.add(op, "barrier", ARRIVES)
    check_converged(e, site)
    if e.plan.suspends:
        number, count = barrier_operands(e, op)
        generation = e.f.op(f"call i32 @cute.arrive(ptr %state, i32 {number}, i32 {count})")
        if e.plan.checks:
            checks.arrive(e, checks.named_barrier(e, number), generation, site, count)


_TO_ENGINES: Final = {
    "proxy.async": (True, True),
    "proxy.async.global": (False, True),
    "proxy.async.shared::cta": (True, False),
    "proxy.async.shared::cluster": (True, False),
}
"""Fences after which the asynchronous engines see what was written: to shared memory, to global memory."""


def emit_fence(e: WarpEmitter, op: Operation) -> None:
    """Blocks of other threads of the CPU see what came before; the checker wants to know what it orders.

    Within a block, and with the copy engines, all runs in order.
    """
    kind = string(op, "kind")
    if kind in ("acq_rel.gpu", "acq_rel.sys") or kind.startswith("sc."):
        e.f.do("fence seq_cst")
    if e.plan.checks and kind in _TO_ENGINES:
        shared, global_memory = _TO_ENGINES[kind]
        checks.fence(e, shared=shared, global_memory=global_memory)
    elif e.plan.checks and kind == "mbarrier_init":
        checks.init_fence(e)
    elif kind.startswith(("acq_rel", "sc.")):
        checks.order(e, None, "acq_rel", "fence", scope_of(op))
        if kind.startswith("sc."):
            checks.store_load(e, None, e.sites.add(op, "barrier"), "seq_cst", "fence")


def emit_nothing(_e: WarpEmitter, _op: Operation) -> None:
    """A hint for the copy engine, or its fence: nothing to do where all runs in order."""


def emit_set_registers(e: WarpEmitter, op: Operation) -> None:
    """Warps here have all registers that they want; the checker looks whether a group's warps come together."""
    site = e.sites.add(op, "barrier")
    check_converged(e, site)
    if e.plan.checks and e.meetings is None:
        takes = int(string(op, "kind") == "inc")
        said = f"i32 {min(site, MAX_SITES - 1)}, i32 {integer(op, 'count')}, i32 {takes}"
        checks.call(e, "set_registers", f"ptr %ck, i32 %row, {said}")


def emit_dependent_launch(e: WarpEmitter, op: Operation) -> None:
    """Launches run one after another: only the checker wants to know what waits for the one before."""
    if e.plan.checks and string(op, "kind") == "wait":
        checks.call(e, "dependent_wait", "ptr %ck, i32 %row")
    elif e.plan.checks:
        checks.call(e, "let_dependents", "ptr %ck")


# -- clusters --------------------------------------------------------------------------------------------------------
def emit_cluster_arrive(e: WarpEmitter, op: Operation) -> None:
    """Counts the warp in at the cluster's barrier."""
    site = e.sites.add(op, "barrier")
    check_converged(e, site)
    if e.plan.checks:
        waits = e.f.op(f"icmp ne i32 {_cluster_phase(e)}, {NOT_ARRIVED}")
        checks.tell(e, waits, Event.AGAIN, min(site, MAX_SITES - 1), ("0", "0"))
    e.f.do("call void @cute.cluster_arrive(ptr %state, i32 %warp)")
    if e.plan.checks and (attribute(op, "relaxed") is None or _fences(op, ("mbarrier_init", *_ORDERS))):
        checks.arrive(e, checks.cluster_barrier(e), _cluster_phase(e), site)
    elif e.plan.checks:
        checks.stands(e, site)
        checks.call(e, "arrive_relaxed", checks.came(checks.cluster_barrier(e), _cluster_phase(e), site, "0"))


_ORDERS: Final = ("acq_rel", "sc.")
"""How the kinds of fences begin that order memory of all kinds."""


def _fences(op: Operation, kinds: tuple[str, ...]) -> bool:
    """Whether the kernel has a fence of some kinds, with which an arrival of no order of its own orders memory."""
    kernel = op
    while (parent := kernel.parent_op()) is not None and not isinstance(kernel, FuncOp):
        kernel = parent
    fences = (found for found in kernel.walk() if type(found) is FenceOp)
    return any(string(found, "kind").startswith(kinds) for found in fences)


def _cluster_phase(e: WarpEmitter) -> str:
    """The phase of the cluster's barrier that this warp arrived at last."""
    return e.f.op(f"load i32, ptr {_per_warp(e, 'cluster_seen', 'i32')}, align 4")


def emit_cluster_wait(e: WarpEmitter, op: Operation) -> None:
    """Suspends the warp until every warp of the cluster has arrived; for ever where it has not arrived itself."""
    wait_for_cluster(e, op)
    leave_cluster(e, op)


def leave_cluster(e: WarpEmitter, _op: Operation) -> None:
    """The warp must arrive again before it waits again."""
    e.f.do(f"store i32 {NOT_ARRIVED}, ptr {_per_warp(e, 'cluster_seen', 'i32')}, align 4")


def wait_for_cluster(e: WarpEmitter, op: Operation) -> None:
    """Suspends until every warp of the cluster has arrived after this one did."""
    site, f = e.sites.add(op, "barrier", CLUSTER_BARRIER), e.f
    check_converged(e, site)
    wait, sleep, resumed, passed = f.label("wait"), f.label("sleep"), f.label("resumed"), f.label("passed")
    f.branch(wait)
    f.begin(wait)
    f.branch_if(f.op("call i1 @cute.cluster_passed(ptr %state, i32 %warp)"), passed, sleep)
    f.begin(sleep)
    suspend(e, site, resumed, (checks.cluster_barrier(e), _cluster_phase(e)) if e.plan.checks else None)
    f.branch(wait)
    f.begin(passed)
    if e.plan.checks:
        checks.leave(e, checks.cluster_barrier(e), _cluster_phase(e))


def emit_cluster_index(e: WarpEmitter, op: Operation) -> None:
    """From the block's index: the clusters' sizes are known when the kernel is compiled."""
    kind, axis, sizes = string(op, "kind"), integer(op, "axis"), e.plan.geometry.cluster_dim
    lanes = e.lanes_of(op.results[0])

    def block(along: int, operation: str) -> str:
        size = sizes[along]
        if size == 1:
            return e.block[along] if operation == "udiv" else "0"
        return e.f.op(f"{operation} i32 {e.block[along]}, {size}")

    match kind:
        case "idx":
            text = block(axis, "udiv")
        case "dim":
            grid = launch_dim(e, GRID + axis)
            text = grid if sizes[axis] == 1 else e.f.op(f"udiv i32 {grid}, {sizes[axis]}")
        case "block_idx":
            text = block(axis, "urem")
        case "rank":
            x, y, z = (block(along, "urem") for along in range(3))
            row = e.f.op(f"add i32 {y}, {e.f.op(f'mul i32 {z}, {sizes[1]}')}")
            text = e.f.op(f"add i32 {x}, {e.f.op(f'mul i32 {row}, {sizes[0]}')}")
        case "block_dim":
            text = str(sizes[axis])
        case "size":
            text = str(e.plan.geometry.cluster_blocks)
        case _:
            raise internal_error(f"cluster index {kind}")
    e.env[op.results[0]] = Val(text, lanes)


def emit_mapa(e: WarpEmitter, op: Operation) -> None:
    """The same offset in another block's shared memory, which lies `smem_stride` further for each rank."""
    pointer, rank, f = e.pointer(op.operands[0]), e.val(op.operands[1]), e.f
    site, size = e.sites.access(op, "mbarrier", pointer), e.plan.geometry.cluster_blocks
    own, stride = e.state_field("rank", "i32"), f.op(f"trunc i64 {e.state_field('smem_stride', 'i64')} to i32")
    detail = (str(size),)
    if rank.lanes.uniform:
        bad = f.op(f"icmp uge i32 {rank.text}, {size}")
        e.fail_if(bad, ErrorCode.CLUSTER_RANK, site, e.mask_bits(), (f.op(f"sext i32 {rank.text} to i64"), *detail))
        moved = f.op(f"mul i32 {f.op(f'sub i32 {rank.text}, {own}')}, {stride}")
        base = f.op(f"getelementptr i8, ptr {pointer.base}, i32 {moved}")
        e.env[op.results[0]] = replace(pointer, base=base, space="dsmem")
        return
    kind = f"<{e.lanes} x i32>"
    ranks = e.vector(rank, i32)
    outside = e.with_mask(f.op(f"icmp uge {kind} {ranks}, {e.splat(str(size), 'i32')}"))
    e.fail_if(e.any_of(outside), ErrorCode.CLUSTER_RANK, site, e.bits(outside), ("-1", *detail))
    # From the shared memory of the cluster's first block on, which bounds the lanes' places together.
    back = f.op(f"mul i32 {stride}, {f.op(f'sub i32 0, {own}')}")
    first = f.op(f"getelementptr i8, ptr %smem, i32 {back}")
    addresses = (f.op(f"ptrtoint ptr {where} to i64") for where in (pointer.base, "%smem"))
    before = f.op(f"trunc i64 {f.op('sub i64 {}, {}'.format(*addresses))} to i32")
    moved = f.op(f"mul {kind} {ranks}, {e.splat(stride, 'i32')}")
    there = f.op(f"add {kind} {moved}, {e.splat(before, 'i32')}")
    total = vector_val(f.op(f"add {kind} {there}, {e.offset_vector(pointer)}"))
    limit = f.op(f"mul i32 {stride}, {size}")
    e.env[op.results[0]] = replace(pointer, base=first, offset=total, limit=limit, space="dsmem")
