"""How the threads of a kernel are ordered by more than barriers: what a checked run has to look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from xdsl.ir import Operation

from cutedsl.arch.check_abi import Order
from cutedsl.codegen.llvm.attributes import string
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts

_BOTH: Final = Order.ACQUIRE | Order.RELEASE
_SEMS: Final[Mapping[str, Order]] = {"acquire": Order.ACQUIRE, "release": Order.RELEASE, "acq_rel": _BOTH}
_KINDS: Final[Mapping[str, Order]] = {
    "load": Order.LOADS,
    "store": Order.STORES,
    "atomic": Order.LOADS | Order.STORES,
    "fence": Order.FENCE,
}


@frozen
class Orders:
    """How a kernel orders its threads by more than barriers.

    `hands_on`: by releases that something acquires. `fences`: by fences too, for which relaxed accesses count.
    """

    hands_on: bool = False
    fences: bool = False

    def of(self, sem: str, kind: str) -> Order:
        """What an access of a kind, or a fence, does that counts; NONE where nothing is to be told."""
        if sem == "weak":
            return Order.NONE
        if self.fences:
            return _SEMS.get(sem, Order.NONE) | _KINDS[kind] | (_ordering(sem, kind) & Order.REPLACES)
        return _ordering(sem, kind) if self.hands_on else Order.NONE


def orders(kernel: Operation) -> Orders:
    """How a kernel orders its threads by more than barriers."""
    fences, done = False, Order.NONE
    for op in kernel.walk():
        if op.name == "cute.fence" and string(op, "kind").startswith(("acq_rel", "sc.")):
            fences = True
        elif (kind := facts(op).observable) is not None:
            done |= _ordering(string(op, "sem", "relaxed"), kind)
    return Orders(done & _BOTH == _BOTH, fences)


def _ordering(sem: str, kind: str) -> Order:
    """What an access acquires and releases: a load releases nothing, a store acquires nothing.

    Who acquires from a store knows what its thread released; after an atomic, also what was released there before.
    """
    does, sides = _SEMS.get(sem, Order.NONE), _KINDS[kind]
    acquires = Order.ACQUIRE | Order.LOADS if does & Order.ACQUIRE and sides & Order.LOADS else Order.NONE
    releases = Order.RELEASE | Order.STORES if does & Order.RELEASE and sides & Order.STORES else Order.NONE
    replaces = Order.REPLACES if releases and kind == "store" else Order.NONE
    return acquires | releases | replaces
