"""How the threads of a kernel are ordered by more than barriers: what a checked run has to look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from xdsl.ir import Operation

from cutedsl.arch.abi.check import Order
from cutedsl.codegen.cpu.plan.waits import spins
from cutedsl.codegen.llvm.attributes import string
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts
from cutedsl.ir.ops.sync import FenceOp

_BOTH: Final = Order.ACQUIRE | Order.RELEASE
_SEMS: Final[Mapping[str, Order]] = {"acquire": Order.ACQUIRE, "release": Order.RELEASE, "acq_rel": _BOTH}
_SCOPES: Final[Mapping[str, Order]] = {"cta": Order.OF_BLOCK, "cluster": Order.OF_CLUSTER}
_KINDS: Final[Mapping[str, Order]] = {
    "load": Order.LOADS,
    "store": Order.STORES,
    "atomic": Order.LOADS | Order.STORES,
    "reduction": Order.STORES,
    "fence": Order.FENCE,
}


@frozen
class Orders:
    """How a kernel orders its threads by more than barriers.

    `hands_on`: by releases that something acquires. `fences`: by fences too, for which relaxed accesses count.
    `scoped`: some of that for the threads of a block or a cluster only. `stores_and_loads`: it has ordered stores or
    atomics, and ordered loads. `looks`: a loop may be shown values that were stored earlier,
    as no fence of kind `sc` puts accesses of all threads in one order.
    """

    hands_on: bool = False
    fences: bool = False
    scoped: bool = False
    stores_and_loads: bool = False
    looks: bool = False

    def of(self, sem: str, kind: str, scope: str = "gpu") -> Order:
        """What an access of a kind, or a fence, does that counts; NONE where nothing is to be told."""
        if sem == "weak" or not (self.fences or self.hands_on):
            return Order.NONE
        done = _ordering(sem, kind)
        if self.fences:
            done = _SEMS.get(sem, Order.NONE) | _KINDS[kind] | (done & Order.REPLACES)
        if done & Order.STORES and self.looks:
            done |= Order.KEPT
        if done is Order.NONE or not self.scoped:
            return done
        return done | Order.SCOPED | _SCOPES.get(scope, Order.NONE)


def orders(kernel: Operation) -> Orders:
    """How a kernel orders its threads by more than barriers."""
    fences, scoped, sequential, polls, done = False, False, False, False, Order.NONE
    kinds: set[str] = set()
    for op in kernel.walk():
        scoped = scoped or scope_of(op) in _SCOPES
        sequential = sequential or (type(op) is FenceOp and string(op, "kind").startswith("sc."))
        if type(op) is FenceOp and string(op, "kind").startswith(("acq_rel", "sc.")):
            fences = True
        elif (kind := facts(op).observable) is not None:
            done |= _ordering(string(op, "sem", "relaxed"), kind)
            polls = polls or (kind == "load" and spins(op))
            kinds |= {kind} if string(op, "sem", "relaxed") != "weak" else set()
    looks = polls and not sequential and not scoped
    return Orders(done & _BOTH == _BOTH, fences, scoped, "load" in kinds and len(kinds) > 1, looks)


def scope_of(op: Operation) -> str:
    """The threads for which an access or a fence orders: "cta", "cluster", "gpu", "sys"; "" for other ops."""
    if type(op) is FenceOp:
        kind, _, scope = string(op, "kind").rpartition(".")
        return scope if kind in ("acq_rel", "sc") else ""
    return string(op, "scope", "gpu") if facts(op).observable is not None else ""


def _ordering(sem: str, kind: str) -> Order:
    """What an access acquires and releases: a load releases nothing, a store acquires nothing.

    Who acquires from a store knows what its thread released; after an atomic, also what was released there before.
    """
    does, sides = _SEMS.get(sem, Order.NONE), _KINDS[kind]
    acquires = Order.ACQUIRE | Order.LOADS if does & Order.ACQUIRE and sides & Order.LOADS else Order.NONE
    releases = Order.RELEASE | Order.STORES if does & Order.RELEASE and sides & Order.STORES else Order.NONE
    replaces = Order.REPLACES if releases and kind == "store" else Order.NONE
    return acquires | releases | replaces
