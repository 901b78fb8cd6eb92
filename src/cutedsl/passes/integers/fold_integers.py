"""Integer arithmetic on constants, folded while a function is rebuilt: what unrolled loops compute from their counters.

Law: a folded op has the value that the op computes at run time; what has none (a division by 0) is not folded.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from xdsl.dialects import scf
from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Operation

from cutedsl.ir.facts import facts
from cutedsl.ir.fast import operands_of
from cutedsl.ir.foreign import EVALUATED, holds, signed, unsigned
from cutedsl.ir.ops.elementwise import CmpiOp, ExtSIOp, ExtUIOp, SelectOp, TruncIOp
from cutedsl.passes.expand.expansion import Expansion, Handler, copy_op, inline_block
from cutedsl.passes.integers.known_integers import integer_of


def _expand_binary(state: Expansion, op: Operation) -> None:
    left, right = (state.values[value] for value in operands_of(op))
    x, y = integer_of(left), integer_of(right)
    kind, computes = op.results[0].type, facts(op).computes
    if x is None or y is None or not isinstance(kind, IntegerType):
        same = computes.neutral
        if y in same or (x in same and computes.commutes):
            state.values[op.results[0]] = left if y in same else right
        else:
            copy_op(state, op)
        return
    width = kind.width.data
    assert computes.evaluate is not None
    _bind(state, op, computes.evaluate(x, y, width))


def _expand_compare(state: Expansion, op: CmpiOp) -> None:
    x, y = (integer_of(state.values[value]) for value in operands_of(op))
    predicate, kind = op.properties["predicate"], op.operands[0].type
    if x is None or y is None or not isinstance(kind, IntegerType) or not isinstance(predicate, IntegerAttr):
        copy_op(state, op)
        return
    _bind(state, op, int(holds(predicate.value.data, x, y, kind.width.data)))


def _expand_resize(state: Expansion, op: Operation) -> None:
    (source,) = operands_of(op)
    x, kind = integer_of(state.values[source]), source.type
    if x is None or not isinstance(kind, IntegerType):
        copy_op(state, op)
    else:
        _bind(state, op, unsigned(x, kind.width.data) if type(op) is ExtUIOp else x)


def _bind(state: Expansion, op: Operation, number: int | None) -> None:
    kind = op.results[0].type
    if number is None or not isinstance(kind, IntegerType):
        copy_op(state, op)
        return
    width = kind.width.data
    state.values[op.results[0]] = state.builder.constant(signed(number, width), width)


def _expand_select(state: Expansion, op: SelectOp) -> None:
    condition, chosen, other = operands_of(op)
    known = integer_of(state.values[condition])
    if known is None or chosen in state.views:
        copy_op(state, op)
    else:
        state.values[op.results[0]] = state.values[chosen if known else other]


def expand_if(state: Expansion, op: scf.IfOp) -> None:
    """A branch on a constant is the arm that it takes."""
    known = integer_of(state.values[op.cond])
    if known is None:
        copy_op(state, op)
        return
    arm = op.true_region if known else op.false_region
    if arm.blocks:
        inline_block(state, arm.block, op.results)


FOLDED: Final[Mapping[type[Operation], Handler]] = MappingProxyType(
    {
        **dict.fromkeys(EVALUATED, _expand_binary),
        CmpiOp: _expand_compare,
        **dict.fromkeys((ExtSIOp, ExtUIOp, TruncIOp), _expand_resize),
        SelectOp: _expand_select,
        scf.IfOp: expand_if,
    }
)
"""How ops are rebuilt that fold where their operands are constants."""
