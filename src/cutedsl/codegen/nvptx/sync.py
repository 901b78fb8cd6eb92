"""mbarriers, named barriers, fences, clusters and register hints, as PTX."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.llvm.attributes import attribute, integer, string
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter
from cutedsl.codegen.nvptx.inline_asm import inline_asm, require, shared_address
from cutedsl.codegen.nvptx.reused_memory import FENCE
from cutedsl.codegen.nvptx.tiles.accumulator_ties import kernel_of
from cutedsl.config import config
from cutedsl.ir.types import PtrType

_MOST_REGISTERS: Final = 256
"""The largest count of `setmaxnreg`. Source: PTX ISA, "setmaxnreg"."""
_THREADS_OF_FOUR_WARPS: Final = 128


def _is_remote(pointer: SSAValue) -> bool:
    return isinstance(pointer.type, PtrType) and pointer.type.space.data == "dsmem"


def _init(e: KernelEmitter, op: Operation) -> None:
    # A plain store for the memory model: others see it after a barrier, or after `fence.mbarrier_init` in a cluster.
    address = shared_address(e, op.operands[0])
    inline_asm(e, "mbarrier.init.shared.b64 [$0], $1;", (address, ("i32", e.text(op.operands[1]))))


def _arrive(e: KernelEmitter, op: Operation) -> None:
    barrier, count = op.operands
    address, number = shared_address(e, barrier), e.text(count)
    if _is_remote(barrier):
        require(e, op, "an arrival at another block's mbarrier", 9)
        scope = "cluster" if attribute(op, "scope") is None else string(op, "scope")
        # Release at cluster scope: what the thread wrote before is seen by those that wait in another block.
        text = f"mbarrier.arrive.release.{scope}.shared::cluster.b64 _, [$0], $1;"
        inline_asm(e, text, (address, ("i32", number)))
    elif number == "1":
        inline_asm(e, "mbarrier.arrive.shared.b64 _, [$0];", (address,))  # without a word it is .release.cta
    else:
        require(e, op, "an mbarrier arrival that counts more than once", 9)
        inline_asm(e, "mbarrier.arrive.shared.b64 _, [$0], $1;", (address, ("i32", number)))


def _with_bytes(verb: str, what: str) -> Handler:
    def handle(e: KernelEmitter, op: Operation) -> None:
        require(e, op, what, 9)
        barrier, count = op.operands
        args = (shared_address(e, barrier), ("i32", e.text(count)))
        sink = "_, " if verb == "arrive.expect_tx" else ""
        scope, space = ("cluster", "cluster") if _is_remote(barrier) else ("cta", "cta")
        # Announcing bytes alone publishes nothing, so it needs no order; an arrival hands on what the thread wrote.
        order = "release" if sink else "relaxed"
        inline_asm(e, f"mbarrier.{verb}.{order}.{scope}.shared::{space}.b64 {sink}[$0], $1;", args)

    return handle


def _copy_arrive(e: KernelEmitter, op: Operation) -> None:
    inline_asm(e, "cp.async.mbarrier.arrive.noinc.shared.b64 [$0];", (shared_address(e, op.operands[0]),))


def _look(e: KernelEmitter, patient: bool) -> str:
    """The instruction that looks whether a phase is over, at block scope. Only `try_wait`, from sm_90, may suspend.

    It gets no time limit of ours: ptxas puts a NANOSLEEP behind one that has it, so a thread sleeps past the phase's
    end. Without it the hardware's own limit holds.
    """
    if patient and e.target.at_least(9):
        return "mbarrier.try_wait.parity.shared::cta.b64"
    return "mbarrier.test_wait.parity.shared.b64"


def _wait(e: KernelEmitter, op: Operation) -> None:
    args = (shared_address(e, op.operands[0]), ("i32", e.text(op.operands[1])))
    look = _look(e, patient=True)
    inline_asm(e, f"{{ .reg .pred p; again: {look} p, [$0], $1; @p bra done; bra again; done: }}", args)


def _test(e: KernelEmitter, op: Operation) -> None:
    look = _look(e, attribute(op, "patient") is not None)
    args = (shared_address(e, op.operands[0]), ("i32", e.text(op.operands[1])))
    text = f"{{ .reg .pred p; {look} p, [$1], $2; selp.u32 $0, 1, 0, p; }}"
    found = inline_asm(e, text, args, "i32")
    e.bind(op, e.f.op(f"icmp ne i32 {found}, 0"))


def _barrier_arrive(e: KernelEmitter, op: Operation) -> None:
    number, count = e.texts(op)
    if op in e.fenced:
        inline_asm(e, FENCE)
    inline_asm(e, "bar.arrive $0, $1;", (("i32", number), ("i32", count)))


_FENCES: Final[Mapping[str, tuple[str, int]]] = MappingProxyType(
    {
        # Orders initialised mbarriers before what other blocks of the cluster do after the cluster's barrier.
        "mbarrier_init": ("fence.mbarrier_init.release.cluster;", 9),
        "acq_rel.cta": ("fence.acq_rel.cta;", 8),
        "acq_rel.cluster": ("fence.acq_rel.cluster;", 9),
        "acq_rel.gpu": ("fence.acq_rel.gpu;", 8),
        "acq_rel.sys": ("fence.acq_rel.sys;", 8),
        "sc.cta": ("fence.sc.cta;", 8),
        "sc.cluster": ("fence.sc.cluster;", 9),
        "sc.gpu": ("fence.sc.gpu;", 8),
        "sc.sys": ("fence.sc.sys;", 8),
        # TMA and tensor cores read shared memory by a proxy of their own: plain stores are fenced before they may look.
        "proxy.alias": ("fence.proxy.alias;", 9),
        "proxy.async": ("fence.proxy.async;", 9),
        "proxy.async.global": ("fence.proxy.async.global;", 9),
        "proxy.async.shared::cta": ("fence.proxy.async.shared::cta;", 9),
        "proxy.async.shared::cluster": ("fence.proxy.async.shared::cluster;", 9),
    }
)
"""Each fence's PTX and the compute capability that first has it."""


def _fence(e: KernelEmitter, op: Operation) -> None:
    kind = string(op, "kind")
    text, major = _FENCES[kind]
    if kind == "mbarrier_init" and not e.target.at_least(9):
        text, major = "fence.acq_rel.cta;", 8  # no clusters: the block is all there is
    require(e, op, f"the fence {kind}", major)
    inline_asm(e, text)


def _cluster_arrive(e: KernelEmitter, op: Operation) -> None:
    require(e, op, "a cluster barrier", 9)
    # Relaxed is for authors who publish nothing; with release, the others see what was written once they waited.
    order = "relaxed" if attribute(op, "relaxed") is not None else "release"
    inline_asm(e, f"barrier.cluster.arrive.{order}.aligned;")


def _cluster_wait(e: KernelEmitter, op: Operation) -> None:
    require(e, op, "a cluster barrier", 9)
    # acquire: what the others released when they arrived is visible from here on
    inline_asm(e, "barrier.cluster.wait.acquire.aligned;")


_CLUSTER_REGISTERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "idx": "clusterid.",
        "dim": "nclusterid.",
        "block_idx": "cluster_ctaid.",
        "block_dim": "cluster_nctaid.",
        "rank": "cluster_ctarank",
        "size": "cluster_nctarank",
    }
)


def _cluster_index(e: KernelEmitter, op: Operation) -> None:
    kind, axis = string(op, "kind"), "xyz"[integer(op, "axis")]
    if not e.target.at_least(9):
        e.bind(op, _without_clusters(e, kind, axis))
        return
    name = _CLUSTER_REGISTERS[kind]
    register = f"%{name}{axis}" if name.endswith(".") else f"%{name}"
    e.bind(op, e.f.op(f'call i32 asm "mov.u32 $0, {register};", "=r"()'))


def _without_clusters(e: KernelEmitter, kind: str, axis: str) -> str:
    """On a target without clusters every block is a cluster of its own."""
    if kind in ("idx", "dim"):
        return e.call("i32", f"llvm.nvvm.read.ptx.sreg.{'ctaid' if kind == 'idx' else 'nctaid'}.{axis}")
    return "1" if kind in ("block_dim", "size") else "0"


def _mapa(e: KernelEmitter, op: Operation) -> None:
    require(e, op, "another block's shared memory", 9)
    source, rank = op.operands
    args = (shared_address(e, source), ("i32", e.text(rank)))
    address = inline_asm(e, "mapa.shared::cluster.u32 $0, $1, $2;", args, "i32")
    e.bind(op, e.f.op(f"inttoptr i32 {address} to ptr addrspace(7)"))


def _setmaxregister(e: KernelEmitter, op: Operation) -> None:
    require(e, op, "setmaxregister", 9, accelerated=e.target.capability[0] == 9)
    e.moves_registers = True
    kind, count = string(op, "kind"), integer(op, "count")
    if kind == "inc" and config().optimises("idle-registers"):
        count = _with_idle_registers(e, op, count)
    inline_asm(e, f"setmaxnreg.{kind}.sync.aligned.u32 {count};")


def _with_idle_registers(e: KernelEmitter, op: Operation, count: int) -> int:
    """The registers that a thread may have, with its share of the few that an SM's blocks leave idle.

    ptxas gives a block the largest count that it finds for each of its threads. Where each can have its share of all
    registers, no increase waits for longer. What another block of this kernel, or of another, could use is left.
    Where the author bounds the registers of a thread, ptxas gives no more than that, and the count stays.
    """
    if e.block_dim is None or attribute(kernel_of(op), "cute.max_registers") is not None:
        return count
    every, blocks = e.target.registers_per_sm, _min_blocks(op)
    # Each of an SM's four parts has a quarter of the registers: 320 threads, of which a part runs 96, get no more each
    # than 384 would.
    threads = -(-math.prod(e.block_dim) // _THREADS_OF_FOUR_WARPS) * _THREADS_OF_FOUR_WARPS
    idle = every - count * threads * blocks
    if idle >= min(count * threads, every // 4):
        return count
    return max(count, min(every // (threads * blocks) // 8 * 8, _MOST_REGISTERS))


def _min_blocks(op: Operation) -> int:
    """How many blocks an SM has to hold, as the author of the kernel said; 1 otherwise."""
    found = attribute(kernel_of(op), "cute.min_blocks")
    return found.value.data if isinstance(found, IntegerAttr) else 1


def _dependent_launch(e: KernelEmitter, op: Operation) -> None:
    # `wait` makes all writes of the kernel before visible; `launch_dependents` makes nothing visible, it only allows.
    require(e, op, "a dependent launch", 9)
    inline_asm(e, f"griddepcontrol.{string(op, 'kind')};")


SYNC: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "cute.mbarrier.init": _init,
        "cute.mbarrier.arrive": _arrive,
        "cute.mbarrier.arrive_tx": _with_bytes("arrive.expect_tx", "an mbarrier that counts bytes"),
        "cute.mbarrier.expect_tx": _with_bytes("expect_tx", "an mbarrier that counts bytes"),
        "cute.mbarrier.copy_arrive": _copy_arrive,
        "cute.mbarrier.wait": _wait,
        "cute.mbarrier.test": _test,
        "cute.barrier_arrive": _barrier_arrive,
        "cute.fence": _fence,
        "cute.cluster_arrive": _cluster_arrive,
        "cute.cluster_wait": _cluster_wait,
        "cute.cluster_index": _cluster_index,
        "cute.mapa": _mapa,
        "cute.setmaxregister": _setmaxregister,
        "cute.dependent_launch": _dependent_launch,
    }
)
