"""Which threads of a block reach an op: conditions on thread, warp and lane numbers, evaluated for every thread.

For checks of an expanded kernel whose block is known. A number that depends on anything else is not known (None).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Operation, SSAValue

from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts
from cutedsl.ir.foreign import holds
from cutedsl.ir.ops.simt import BlockDimOp, ElectOp, LaneIdxOp, ThreadIdxOp, WarpIdxOp

_WARP_LANES: Final = 32
Numbers = tuple[int, ...]
"""A value of each thread of the block."""


@frozen
class Reach:
    """The threads that may run an op, whether these are exactly those that run it, and whether a loop is around it."""

    threads: frozenset[int]
    exact: bool
    in_loop: bool


@dataclass(slots=True)
class ThreadSets:
    """The threads of one block and what is known of values in them."""

    block_dim: tuple[int, int, int]
    _known: dict[SSAValue, Numbers | None] = field(default_factory=dict)

    @property
    def threads(self) -> int:
        """Threads of the block."""
        x, y, z = self.block_dim
        return x * y * z

    def reach(self, op: Operation) -> Reach:
        """The threads that come to an op, by the conditions around it."""
        threads, exact, in_loop = frozenset(range(self.threads)), True, False
        inner, outer = op, op.parent_op()
        while outer is not None and outer.name != "func.func":
            if outer.name == "scf.if":
                holds = self.value(outer.operands[0])
                region = inner.parent_region()
                if holds is None:
                    exact = False
                else:
                    wanted = 1 if region is outer.regions[0] else 0
                    threads &= {t for t, held in enumerate(holds) if held & 1 == wanted}
            else:
                in_loop, exact = True, exact and outer.name == "scf.for"
            inner, outer = outer, outer.parent_op()
        return Reach(threads, exact, in_loop)

    def value(self, value: SSAValue) -> Numbers | None:
        """An integer in every thread, or None."""
        if value not in self._known:
            owner = value.owner
            self._known[value] = self._result(owner) if isinstance(owner, Operation) else None
        return self._known[value]

    def constant(self, value: SSAValue) -> int | None:
        """An integer that is the same in every thread, or None."""
        owner = value.owner
        if isinstance(owner, Operation) and owner.name == "arith.constant":
            number = owner.properties["value"]
            return number.value.data if isinstance(number, IntegerAttr) else None
        found = self.value(value)
        return found[0] if found is not None and len(set(found)) == 1 else None

    def _result(self, op: Operation) -> Numbers | None:
        count = self.threads
        x, y, _ = self.block_dim
        match op:
            case arith.ConstantOp():
                number = op.properties["value"]
                return (number.value.data,) * count if isinstance(number, IntegerAttr) else None
            case ThreadIdxOp():
                axis = _axis(op)
                return tuple((t % x, t // x % y, t // (x * y))[axis] for t in range(count))
            case BlockDimOp():
                return (self.block_dim[_axis(op)],) * count
            case LaneIdxOp():
                return tuple(t % _WARP_LANES for t in range(count))
            case WarpIdxOp():
                return tuple(t // _WARP_LANES for t in range(count))
            case ElectOp():
                return tuple(int(t % _WARP_LANES == 0) for t in range(count))
            case _:
                return self._computed(op)

    def _computed(self, op: Operation) -> Numbers | None:
        if not op.results or not isinstance(op.results[0].type, IntegerType):
            return None
        operands = [self.value(x) for x in op.operands]
        known = [x for x in operands if x is not None]
        if len(known) < len(operands) or not known:
            return self._half_known(op, operands)
        evaluate, width = facts(op).computes.evaluate, op.results[0].type.width.data
        if evaluate is not None:
            return tuple(evaluate(a, b, width) or 0 for a, b in zip(*known, strict=True))
        match op.name:
            case "arith.cmpi":
                return _compared(op, known[0], known[1])
            case "arith.select":
                return tuple(b if a & 1 else c for a, b, c in zip(*known, strict=True))
            case "arith.extsi" | "arith.extui" | "arith.trunci" | "arith.index_cast":
                return known[0]
            case _:
                return None

    def _half_known(self, op: Operation, operands: list[Numbers | None]) -> Numbers | None:
        """Zero in every thread stays zero under `and`, whatever the other side is."""
        if op.name == "arith.andi" and any(x is not None and not any(x) for x in operands):
            return (0,) * self.threads
        return None


def _axis(op: Operation) -> int:
    axis = op.properties["axis"]
    assert isinstance(axis, IntegerAttr)
    return axis.value.data


def _compared(op: Operation, left: Numbers, right: Numbers) -> Numbers:
    predicate, width = op.properties["predicate"], op.operands[0].type
    assert isinstance(predicate, IntegerAttr) and isinstance(width, IntegerType)
    return tuple(int(holds(predicate.value.data, a, b, width.width.data)) for a, b in zip(left, right, strict=True))
