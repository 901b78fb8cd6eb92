"""Lanes that run apart: one coroutine a lane, in scalar code, for kernels whose lanes wait for each other.

What a lane does alone and has no scalar form is written for the whole warp under a mask of this lane; what lanes do
together they do at a meeting (`native/cpu/lanes.c`): each puts down its operands, the last that comes does it for all.
`docs/design/0005-lanes-apart.md` says why.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, Operation, SSAValue

from cutedsl.arch.abi.host import WARP_LANES
from cutedsl.codegen.cpu.checked import checks
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.analysis import Geometry, LaneAnalysis, Shape, same
from cutedsl.codegen.cpu.lanes.lanes import UNIFORM, Lanes
from cutedsl.codegen.cpu.values import Pointer, Val, Value, vector_val
from cutedsl.codegen.cpu.warp.collectives import arrive_at_barrier, barrier_name, suspend, wait_at_barrier
from cutedsl.codegen.cpu.warp.lane_loops import lanes_of_bits
from cutedsl.codegen.cpu.warp.meetings import Meetings
from cutedsl.codegen.cpu.warp.sync import leave_cluster, wait_for_cluster
from cutedsl.codegen.llvm.types import element_type, scalar_type, storage_bytes, vector_size
from cutedsl.ir.facts import facts

Rule = Callable[[WarpEmitter, Operation], None]


def emit_alone(e: WarpEmitter, op: Operation, rule: Rule) -> None:
    """An op by its rule for a warp, of which this lane alone is there."""
    warp = _warp(e, op, e.f.op("shl i32 1, %lane"), {x: e.env[x] for x in op.operands})
    rule(warp, op)
    e.notes.epoch += 1
    for result in op.results:
        kind = scalar_type(element_type(result.type))
        vectors = [warp_vector(warp, val, result.type) for val in warp.elements(result)]
        vals = tuple(Val(e.f.op(f"extractelement <{WARP_LANES} x {kind}> {v}, i32 %lane"), UNIFORM) for v in vectors)
        e.env[result] = vals if vector_size(result.type) else vals[0]


def emit_together(e: WarpEmitter, op: Operation, rule: Rule) -> None:
    """An op that lanes do together."""
    f, meetings = e.f, e.meetings
    assert meetings is not None
    given = {operand: _put_down(e, operand) for operand in op.operands}
    meets = facts(op).meets
    assert meets is not None
    named = "-1" if meets.mask is None else e.val(op.operands[meets.mask]).text
    f.do(f"call void @cute.come(ptr %self, i32 %lane, i32 {meetings.number(op)}, i32 {named})")
    wait, look, all_there = f.label("meet"), f.label("look"), f.label("there")
    sleep, resumed, passed = f.label("sleep"), f.label("resumed"), f.label("met")
    f.branch(wait)
    f.begin(wait)
    f.branch_if(f.op("call i1 @cute.waits(ptr %self, i32 %lane)"), look, passed)
    f.begin(look)
    members = f.op("call i32 @cute.members(ptr %self, i32 %lane)")
    f.branch_if(f.op(f"icmp eq i32 {members}, 0"), sleep, all_there)
    f.begin(sleep)
    suspend(e, e.sites.add(op, "barrier"), resumed)
    f.branch(wait)
    f.begin(all_there)
    warp = _warp(e, op, members, {operand: taken() for operand, taken in given.items()})
    if meets.orders or meets.accesses:
        checks.met(warp, members)
    rule(warp, op)
    if meets.accesses:
        checks.met(warp, members)
    e.notes.epoch += 1
    places = {result: _hand_out(warp, meetings, result, members) for result in op.results}
    f.do(f"call void @cute.part(ptr %self, i32 {members})")
    f.branch(passed)
    f.begin(passed)
    for result, at in places.items():
        vals = tuple(_element_of_this_lane(e, place, result.type) for place in at)
        e.env[result] = vals if vector_size(result.type) else vals[0]


def emit_barrier_apart(e: WarpEmitter, op: Operation, _rule: Rule) -> None:
    """The warp's lanes meet and count it in once; then each waits for the barrier to open."""
    meetings = e.meetings
    assert meetings is not None
    place, site = meetings.take(4), e.sites.add(op, "barrier", barrier_name(e, op))

    def arrive(warp: WarpEmitter, op: Operation) -> None:
        number, count, generation = arrive_at_barrier(warp, op)
        if warp.plan.checks:
            checks.arrive(warp, checks.named_barrier(warp, number), generation, site, count)
        e.f.do(f"store i32 {generation}, ptr {e.f.op(f'getelementptr i8, ptr %self, i64 {place}')}, align 4")

    emit_together(e, op, arrive)
    number = e.val(op.operands[0]).text if op.operands else "0"
    generation = e.f.op(f"load i32, ptr {e.f.op(f'getelementptr i8, ptr %self, i64 {place}')}, align 4")
    record = checks.named_barrier(e, number) if e.plan.checks else ""
    wait_at_barrier(e, (number, generation), site, (record, generation) if record else None)
    if record:
        checks.leave(e, record, generation)


def emit_cluster_wait_apart(e: WarpEmitter, op: Operation, _rule: Rule) -> None:
    """Each lane waits for the cluster's barrier; when all are through, the warp leaves it, once."""
    wait_for_cluster(e, op)
    emit_together(e, op, leave_cluster)


# -- the warp of a moment --------------------------------------------------------------------------------------------
def _warp(e: WarpEmitter, op: Operation, lanes: str, env: dict[SSAValue, Value]) -> WarpEmitter:
    """An emitter for a warp of which the lanes of the bits `lanes` are there, with the operands of one op."""
    geometry = Geometry(e.plan.geometry.block_dim, WARP_LANES, e.plan.geometry.cluster_dim)
    shapes: dict[SSAValue, Shape] = {x: _shape(value, x.type) for x, value in env.items()}
    LaneAnalysis(geometry, shapes).visit(op)
    plan = replace(e.plan, geometry=geometry, shapes=shapes)
    warp = replace(e, plan=plan, env=dict(env), splats={}, meetings=None)
    warp.mask = lanes_of_bits(warp, lanes)
    warp.view = replace(warp.view, full=warp.mask)
    return warp


def _shape(value: Value, mlir: Attribute) -> Shape:
    if isinstance(value, Pointer):
        return value.offset.lanes
    if isinstance(value, Val):
        return value.lanes
    lanes: Lanes = value[0].lanes
    return same(lanes, mlir)


def warp_vector(warp: WarpEmitter, val: Val, mlir: Attribute) -> str:
    """A value of a moment's warp as a vector."""
    return warp.condition(val) if element_type(mlir) == i1 else warp.vector(val, element_type(mlir))


# -- what is put down and taken up -----------------------------------------------------------------------------------
def _put_down(e: WarpEmitter, operand: SSAValue) -> Callable[[], Value]:
    """Stores this lane's operand; returns what loads all lanes' where the warp does the op."""
    value = e.env[operand]
    if isinstance(value, Pointer):
        kind = f"i{8 * (4 if value.offset_type == 'i32' else 8)}"
        offsets = _stored(e, value.offset.text, kind)
        return lambda: replace(value, offset=vector_val(_all_lanes(e, offsets, kind)))
    vals = (value,) if isinstance(value, Val) else value
    if all(val.lanes.known for val in vals):
        return lambda: value
    kind = scalar_type(element_type(operand.type))
    places = [_stored(e, _as_memory(e, val.text, kind), _memory(kind)) for val in vals]

    def take() -> Value:
        found = tuple(vector_val(_from_memory(e, _all_lanes(e, place, _memory(kind)), kind)) for place in places)
        return found if isinstance(value, tuple) else found[0]

    return take


def _memory(kind: str) -> str:
    return "i8" if kind == "i1" else kind


def _as_memory(e: WarpEmitter, text: str, kind: str) -> str:
    return e.f.op(f"zext i1 {text} to i8") if kind == "i1" else text


def _from_memory(e: WarpEmitter, text: str, kind: str) -> str:
    return e.f.op(f"icmp ne <{WARP_LANES} x i8> {text}, zeroinitializer") if kind == "i1" else text


def _size(kind: str) -> int:
    return {"i8": 1, "i16": 2, "half": 2, "bfloat": 2, "i32": 4, "float": 4}.get(kind, 8)


def _lane_place(e: WarpEmitter, place: int, size: int) -> str:
    """Where this lane's element lies of those at a place."""
    all_lanes = e.f.op(f"getelementptr i8, ptr %self, i64 {place}")
    return e.f.op(f"getelementptr i8, ptr {all_lanes}, i32 {e.f.op(f'mul i32 %lane, {size}')}")


def _stored(e: WarpEmitter, text: str, kind: str) -> int:
    assert e.meetings is not None
    size = _size(kind)
    place = e.meetings.take(size)
    e.f.do(f"store {kind} {text}, ptr {_lane_place(e, place, size)}, align {size}")
    return place


def _all_lanes(e: WarpEmitter, place: int, kind: str) -> str:
    where = e.f.op(f"getelementptr i8, ptr %self, i64 {place}")
    return e.f.op(f"load <{WARP_LANES} x {kind}>, ptr {where}, align {_size(kind)}")


def _hand_out(warp: WarpEmitter, meetings: Meetings, result: SSAValue, members: str) -> list[int]:
    """Stores the results of the lanes of a meeting, and of no others; returns the elements' places."""
    f = warp.f
    mlir = element_type(result.type)
    kind = scalar_type(mlir)
    size, stored = _size(_memory(kind)), f"<{WARP_LANES} x {_memory(kind)}>"
    assert size == storage_bytes(mlir)
    there = lanes_of_bits(warp, members)
    places: list[int] = []
    for val in warp.elements(result):
        text = warp_vector(warp, val, result.type)
        if kind == "i1":
            text = f.op(f"zext <{WARP_LANES} x i1> {text} to {stored}")
        place = meetings.take(size)
        where = f.op(f"getelementptr i8, ptr %self, i64 {place}")
        before = f.op(f"load {stored}, ptr {where}, align {size}")
        text = f.op(f"select <{WARP_LANES} x i1> {there}, {stored} {text}, {stored} {before}")
        f.do(f"store {stored} {text}, ptr {where}, align {size}")
        places.append(place)
    return places


def _element_of_this_lane(e: WarpEmitter, place: int, mlir: Attribute) -> Val:
    """This lane's element of a result."""
    kind = scalar_type(element_type(mlir))
    size = _size(_memory(kind))
    text = e.f.op(f"load {_memory(kind)}, ptr {_lane_place(e, place, size)}, align {size}")
    return Val(e.f.op(f"icmp ne i8 {text}, 0") if kind == "i1" else text, UNIFORM)
