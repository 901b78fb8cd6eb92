"""Runs the analyses of a function, in their order, and puts what they find into a `KernelPlan`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from cutedsl.arch.abi.host import WARP_LANES, KernelInfo
from cutedsl.codegen.cpu.lanes.analysis import Geometry, LaneAnalysis
from cutedsl.codegen.cpu.plan.accumulators import find_accumulators, find_fragments, find_register_uses
from cutedsl.codegen.cpu.plan.carried_sums import carried_sums
from cutedsl.codegen.cpu.plan.in_place import find_in_place, find_matrix_places
from cutedsl.codegen.cpu.plan.kept import kept_values, meetings
from cutedsl.codegen.cpu.plan.kernel_plan import KernelPlan, Launches
from cutedsl.codegen.cpu.plan.lane_groups import group_lanes
from cutedsl.codegen.cpu.plan.lane_waits import lanes_wait
from cutedsl.codegen.cpu.plan.orders import orders
from cutedsl.codegen.cpu.plan.private_memory import STACK_BYTES, find_spilled, private_bytes
from cutedsl.codegen.cpu.plan.read_groups import read_groups
from cutedsl.codegen.cpu.plan.returns import find_returns
from cutedsl.codegen.cpu.plan.rows import find_rows
from cutedsl.codegen.cpu.plan.streams import only_written
from cutedsl.codegen.cpu.plan.strips import find_strips
from cutedsl.codegen.cpu.plan.teams import find_teams
from cutedsl.codegen.cpu.plan.waits import can_suspend, looks
from cutedsl.codegen.cpu.plan.word_orders import find_word_orders
from cutedsl.codegen.llvm.compile import Machine
from cutedsl.config import config
from cutedsl.ir.ops.pointer import PtrAddOp


def plan_kernel(
    kernel: FuncOp,
    ops: Sequence[Operation],
    info: KernelInfo,
    machine: Machine,
    *,
    bounds: bool,
    check: bool,
    groups: bool,
    brief: bool,
) -> KernelPlan:
    """The plan of a kernel's warps, or of its single lanes where these wait for each other.

    `ops` are all of the kernel's, in the order of the program. `groups` allows fewer threads than a warp to run as one;
    `brief` prefers short code.
    """
    geometry = Geometry(info.block_dim, cluster_dim=info.cluster_dim)
    optimises = config().optimises
    if groups and not check and optimises("lane-groups"):
        geometry = replace(geometry, lanes=group_lanes(ops, geometry, machine.registers))
    suspends = info.resident or can_suspend(ops, geometry) or private_bytes(ops) > STACK_BYTES
    suspends = suspends or (check and any(looks(op) for op in ops))  # drawn orders differ in who comes first
    shapes = LaneAnalysis(geometry).run(kernel.body.block)
    plan = KernelPlan(geometry, shapes, machine, bounds or check, check, resident=info.resident, suspends=suspends)
    brief = brief and not check and optimises("brief-code")
    plan = replace(plan, brief=brief, length=len(ops) if optimises("shared-code") and not brief else 0)
    if lanes_wait(ops, shapes):
        plan = _plan_lane(plan, kernel)
    elif not check:
        plan = _plan_fast_code(plan, kernel, ops)
    else:
        plan = replace(
            plan,
            accumulators=find_accumulators(ops),
            fragments=find_fragments(ops),
            register_uses=find_register_uses(ops),
        )
    if plan.checks:
        sums = carried_sums(op for op in ops if isinstance(op, PtrAddOp))
        plan = replace(plan, orders=orders(kernel), reads=read_groups(ops), carried_sums=sums)
    if plan.lanes_apart:
        return plan
    keeps = suspends and optimises("kept-vectors")
    kept = kept_values(kernel.body.block) if keeps else frozenset()
    return replace(plan, kept=kept, returns=find_returns(ops, shapes))


def _plan_lane(warp: KernelPlan, kernel: FuncOp) -> KernelPlan:
    """The plan of one lane's code, for lanes that run apart."""
    geometry = replace(warp.geometry, lanes=1)
    shapes = LaneAnalysis(geometry).run(kernel.body.block)
    return replace(warp, geometry=geometry, shapes=shapes, suspends=True, lanes_apart=True)


def _plan_fast_code(plan: KernelPlan, kernel: FuncOp, ops: Sequence[Operation]) -> KernelPlan:
    """The plan with what makes the code of a warp faster."""
    optimises = config().optimises
    block, geometry, shapes, registers = kernel.body.block, plan.geometry, plan.shapes, plan.machine.registers
    alone = plan.suspends and not plan.resident and geometry.cluster_blocks == 1
    if not plan.resident:
        streams = only_written(block, ops) if optimises("streaming-stores") else frozenset()
        plan = replace(plan, streams=streams, teams=find_teams(block, geometry, shapes) if optimises("teams") else {})
    if plan.bounds and geometry.lanes == WARP_LANES and optimises("row-accesses"):
        plan = replace(plan, rows=find_rows(ops, shapes, geometry.lanes))
    strips = find_strips(ops, shapes, geometry.lanes, registers) if optimises("lane-parts") else {}
    word_orders, bundles = find_word_orders(ops, shapes, strips if optimises("bundles") else {}, geometry.lanes)
    spills = plan.suspends and optimises("spilled-arrays")
    return replace(
        plan,
        registers=registers,
        rounds=meetings(block) if alone and optimises("meeting-rounds") else 0,
        spilled=find_spilled(ops, geometry.lanes, registers) if spills else frozenset(),
        strips=strips,
        in_place=find_in_place(ops, shapes) if optimises("multiplies-in-place") else frozenset(),
        matrix_places=find_matrix_places(ops, shapes) if plan.length else {},
        word_orders=word_orders,
        bundles=bundles,
    )


def plan_host(host: FuncOp, machine: Machine, kernels: Mapping[str, int], *, bounds: bool, on_gpu: bool) -> KernelPlan:
    """The plan of a host function, which runs as one lane."""
    geometry = Geometry((1, 1, 1), lanes=1)
    shapes = LaneAnalysis(geometry).run(host.body.block)
    return KernelPlan(geometry, shapes, machine, bounds, launches=Launches(kernels, on_gpu))
