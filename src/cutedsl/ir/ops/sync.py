"""Ops that order threads: mbarriers, named barriers, fences, clusters, register hints, dependent launches."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, StringAttr, UnitAttr, i1, i32
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cutedsl.ir.definition import op_definition
from cutedsl.ir.traits import (
    Arrives,
    Between,
    Meets,
    OrdersMemory,
    PerLane,
    Polls,
    Position,
    Synchronizes,
    TracksCopies,
    Waits,
)
from cutedsl.ir.types import INDEX_ATTR, PtrType

FENCE_KINDS = (
    "mbarrier_init",
    "acq_rel.cta",
    "acq_rel.cluster",
    "acq_rel.gpu",
    "acq_rel.sys",
    *("sc.cta", "sc.cluster", "sc.gpu", "sc.sys"),
    "proxy.alias",
    "proxy.async",
    "proxy.async.global",
    "proxy.async.shared::cta",
    "proxy.async.shared::cluster",
)
CLUSTER_INDICES = ("idx", "dim", "block_idx", "block_dim", "rank", "size")


@op_definition
class MbarrierInitOp(IRDLOperation):
    """`cute.mbarrier.init %p, %count`: a barrier in shared memory whose phases take `count` arrivals.

    `ring` promises that a thread arrives at most once a phase, as in pipelines.
    """

    name = "cute.mbarrier.init"
    traits = traits_def(PerLane(), Synchronizes())
    barrier = operand_def(PtrType)
    count = operand_def(IntegerType)
    ring = opt_prop_def(UnitAttr)
    assembly_format = "(`ring` $ring^)? $barrier `,` $count attr-dict `:` type($barrier) `,` type($count)"


@op_definition
class MbarrierArriveOp(IRDLOperation):
    """`cute.mbarrier.arrive %p, %count`: each thread makes `count` arrivals.

    `scope` is that of the release at another block's mbarrier: the cluster's unless it is given. With `warp` a lane
    arrives for its whole warp, which comes here together. A `relaxed` arrival promises no order of memory.
    """

    name = "cute.mbarrier.arrive"
    traits = traits_def(Arrives("mbarrier"), PerLane(), Synchronizes())
    barrier = operand_def(PtrType)
    count = operand_def(IntegerType)
    scope = opt_prop_def(StringAttr)
    warp = opt_prop_def(UnitAttr)
    relaxed = opt_prop_def(UnitAttr)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$barrier `,` $count attr-dict `:` type($barrier) `,` type($count)"


@op_definition
class MbarrierArriveTxOp(IRDLOperation):
    """`cute.mbarrier.arrive_tx %p, %bytes`: the phase waits for `bytes` more of copies; then one arrival."""

    name = "cute.mbarrier.arrive_tx"
    traits = traits_def(TracksCopies(), Arrives("mbarrier"), PerLane(), Synchronizes())
    barrier = operand_def(PtrType)
    bytes = operand_def(IntegerType)
    assembly_format = "$barrier `,` $bytes attr-dict `:` type($barrier) `,` type($bytes)"


@op_definition
class MbarrierExpectTxOp(IRDLOperation):
    """`cute.mbarrier.expect_tx %p, %bytes`: the phase waits for `bytes` more of copies."""

    name = "cute.mbarrier.expect_tx"
    traits = traits_def(TracksCopies(), PerLane(), Synchronizes())
    barrier = operand_def(PtrType)
    bytes = operand_def(IntegerType)
    assembly_format = "$barrier `,` $bytes attr-dict `:` type($barrier) `,` type($bytes)"


@op_definition
class MbarrierCopyArriveOp(IRDLOperation):
    """`cute.mbarrier.copy_arrive %p`: one arrival when this thread's cp.async copies so far have ended."""

    name = "cute.mbarrier.copy_arrive"
    traits = traits_def(TracksCopies(), Arrives("mbarrier"), PerLane(), Synchronizes())
    barrier = operand_def(PtrType)
    assembly_format = "$barrier attr-dict `:` type($barrier)"


@op_definition
class MbarrierWaitOp(IRDLOperation):
    """`cute.mbarrier.wait %p, %parity`: until the phase of this parity is complete."""

    name = "cute.mbarrier.wait"
    traits = traits_def(Waits("mbarrier"), PerLane(), Synchronizes())
    barrier = operand_def(PtrType)
    parity = operand_def(IntegerType)
    assembly_format = "$barrier `,` $parity attr-dict `:` type($barrier) `,` type($parity)"


@op_definition
class MbarrierTestOp(IRDLOperation):
    """`%done = cute.mbarrier.test %p, %parity`: whether the phase of this parity is complete; `patient` may wait."""

    name = "cute.mbarrier.test"
    traits = traits_def(Polls("mbarrier"), PerLane(), Synchronizes())
    barrier = operand_def(PtrType)
    parity = operand_def(IntegerType)
    patient = opt_prop_def(UnitAttr)
    result = result_def(i1)
    assembly_format = "(`patient` $patient^)? $barrier `,` $parity attr-dict `:` type($barrier) `,` type($parity)"


@op_definition
class BarrierArriveOp(IRDLOperation):
    """`cute.barrier_arrive %id, %count`: counts this warp in at a named barrier and goes on."""

    name = "cute.barrier_arrive"
    traits = traits_def(Meets(orders=True), Arrives("block"), Synchronizes())
    number = operand_def(IntegerType)
    count = operand_def(IntegerType)
    assembly_format = "$number `,` $count attr-dict `:` type($number) `,` type($count)"


@op_definition
class FenceOp(IRDLOperation):
    """`cute.fence "kind"`: orders memory accesses."""

    name = "cute.fence"
    traits = traits_def(OrdersMemory(), Synchronizes())
    kind = prop_def(StringAttr)
    assembly_format = "$kind attr-dict"

    def verify_(self) -> None:
        if self.kind.data not in FENCE_KINDS:
            raise VerifyException(f"cute.fence: {self.kind.data!r} is not one of {', '.join(FENCE_KINDS)}")


@op_definition
class ClusterArriveOp(IRDLOperation):
    """`cute.cluster_arrive`: this thread has come to the cluster's barrier; `relaxed` orders no memory."""

    name = "cute.cluster_arrive"
    traits = traits_def(Meets(orders=True), Arrives("cluster"), Synchronizes())
    relaxed = opt_prop_def(UnitAttr)
    assembly_format = "(`relaxed` $relaxed^)? attr-dict"


@op_definition
class ClusterWaitOp(IRDLOperation):
    """`cute.cluster_wait`: until all threads of the cluster have arrived."""

    name = "cute.cluster_wait"
    traits = traits_def(Meets(), Waits("cluster"), Synchronizes())
    assembly_format = "attr-dict"


@op_definition
class ClusterIndexOp(IRDLOperation):
    """`%x = cute.cluster_index "kind" axis`: a cluster's place in the grid, or a block's in its cluster."""

    name = "cute.cluster_index"
    traits = traits_def(Position("blocks"), Between(0))
    kind = prop_def(StringAttr)
    axis = prop_def(INDEX_ATTR)
    result = result_def(i32)
    assembly_format = "$kind $axis attr-dict"

    def verify_(self) -> None:
        if self.kind.data not in CLUSTER_INDICES:
            raise VerifyException(f"cute.cluster_index: unknown {self.kind.data!r}")


@op_definition
class MapaOp(IRDLOperation):
    """`%q = cute.mapa %p, %rank`: the same place in the shared memory of another block of the cluster."""

    name = "cute.mapa"
    traits = traits_def(Pure())
    source = operand_def(PtrType)
    rank = operand_def(IntegerType)
    result = result_def(PtrType)
    assembly_format = "$source `,` $rank attr-dict `:` type($source) `,` type($rank) `->` type($result)"


@op_definition
class SetMaxRegisterOp(IRDLOperation):
    """`cute.setmaxregister "inc" 232`: how many registers each thread of the warpgroup has from here on."""

    name = "cute.setmaxregister"
    kind = prop_def(StringAttr)
    count = prop_def(INDEX_ATTR)
    assembly_format = "$kind $count attr-dict"


@op_definition
class DependentLaunchOp(IRDLOperation):
    """`cute.dependent_launch "wait"`: waits for the launch before, or lets the launch after start."""

    name = "cute.dependent_launch"
    kind = prop_def(StringAttr)
    assembly_format = "$kind attr-dict"


SYNC_OPS = (
    MbarrierInitOp,
    MbarrierArriveOp,
    MbarrierArriveTxOp,
    MbarrierExpectTxOp,
    MbarrierCopyArriveOp,
    MbarrierWaitOp,
    MbarrierTestOp,
    BarrierArriveOp,
    FenceOp,
    ClusterArriveOp,
    ClusterWaitOp,
    ClusterIndexOp,
    MapaOp,
    SetMaxRegisterOp,
    DependentLaunchOp,
)
"""Every op of this file."""
