"""`KernelPlan`: what is decided of a function before its code is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from xdsl.dialects import scf
from xdsl.ir import Block, Operation, SSAValue

from cutedsl.codegen.cpu.lanes.analysis import Geometry, Shape
from cutedsl.codegen.cpu.plan.bundles import Bundles
from cutedsl.codegen.cpu.plan.in_place import Place
from cutedsl.codegen.cpu.plan.orders import Orders
from cutedsl.codegen.cpu.plan.read_groups import ReadGroups
from cutedsl.codegen.cpu.plan.rows import Row
from cutedsl.codegen.cpu.plan.strips import Strip
from cutedsl.codegen.cpu.plan.teams import Team
from cutedsl.codegen.cpu.plan.word_orders import WordOrder
from cutedsl.codegen.llvm.compile import Machine, Registers
from cutedsl.errors.frozen import frozen
from cutedsl.ir.ops.pointer import PtrLoadOp


@frozen
class Launches:
    """How a host function launches: the index of each kernel by name, and whether kernels run on a GPU."""

    kernels: Mapping[str, int]
    on_gpu: bool


@frozen
class KernelPlan:
    """All that the analyses found about a function. The emitter reads it and decides nothing of this anew.

    Loops, stores and arrays that are not in a mapping are written in the plain way.
    """

    geometry: Geometry
    """The launch, as far as it is known, and how many threads run as one."""
    shapes: Mapping[SSAValue, Shape]
    """The lanes of every value."""
    machine: Machine
    """The machine that runs the code."""
    bounds: bool = True
    """Whether accesses are checked against the extents of their tensors."""
    checks: bool = False
    """Whether accesses and waits are reported to the checker."""
    measures: bool = False
    """Whether a checked kernel also hands over the addresses of accesses, where a run asks for them."""
    launches: Launches | None = None
    """Set in a host function."""
    registers: Registers | None = None
    """The registers that code is fitted to; None where it is not (checked kernels, host functions, single lanes)."""
    resident: bool = False
    """Whether the blocks of the grid run together, as one may wait for another."""
    brief: bool = False
    """Whether short code is worth more than quick code: of a long kernel each op runs about once."""
    length: int = 0
    """How many ops the kernel has: long ones call functions for what they do at many places. 0: it calls none."""
    suspends: bool = False
    """Whether a warp may have to wait, and is a coroutine."""
    lanes_apart: bool = False
    """Whether the lanes of a warp wait for each other, and each is a coroutine."""
    rounds: int = 0
    """How often the warps of a block meet, where they wait for nothing else; 0 where they may."""
    kept: frozenset[SSAValue] = frozenset()
    """The values that live while the warp waits."""
    streams: frozenset[SSAValue] = frozenset()
    """The parameters whose tensors are only written: stores may pass the caches."""
    teams: Mapping[Operation, Team] = field(default_factory=dict[Operation, Team])
    """The loops that one warp runs for all of its block."""
    strips: Mapping[scf.ForOp, Strip] = field(default_factory=dict[scf.ForOp, Strip])
    """The loops that are written for some lanes at a time."""
    in_place: frozenset[Operation] = frozenset()
    """The matrix multiplies that write where C lies, and the loads of fragments that they and others read in place."""
    matrix_places: Mapping[Operation, Place] = field(default_factory=dict[Operation, Place])
    """The matrix loads whose result is only stored, with the places in private memory."""
    bundles: Mapping[scf.ForOp, Bundles] = field(default_factory=dict[scf.ForOp, Bundles])
    """Of loops in strips, the values that are computed in the order of memory."""
    word_orders: Mapping[Operation, WordOrder] = field(default_factory=dict[Operation, WordOrder])
    """The arrays of private memory whose words lie in the order of bundles."""
    spilled: frozenset[Operation] = frozenset()
    """The arrays of private memory that are too large for registers while the warp waits."""
    rows: Mapping[Operation, Row] = field(default_factory=dict[Operation, Row])
    """The stores that fill a row together."""
    returns: frozenset[Block] | None = None
    """The arms that lanes return from; None where no barrier has to know."""
    orders: Orders = field(default_factory=Orders)
    """How a checked kernel orders its threads by atomics and fences."""
    accumulators: frozenset[Operation] = frozenset()
    """The arrays that a checked kernel's warp groups accumulate in."""
    fragments: Mapping[Operation, Sequence[PtrLoadOp]] = field(default_factory=dict[Operation, "Sequence[PtrLoadOp]"])
    """The multiplies of a checked kernel that take A from registers, with the loads that read it."""
    register_uses: Mapping[Operation, Sequence[Operation]] = field(
        default_factory=dict[Operation, "Sequence[Operation]"]
    )
    """Of a checked kernel, the ops that use accumulators which are values, with the allocations of their multiplies."""
    reads: ReadGroups = field(default_factory=ReadGroups)
    """The loads that a checked kernel reports together."""
    carried_sums: Mapping[Operation, Operation] = field(default_factory=dict[Operation, Operation])
    """Of a checked kernel, the sums that loops carry on to a pointer, each with an op that moves one by them."""
