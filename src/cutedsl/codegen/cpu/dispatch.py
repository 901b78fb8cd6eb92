"""Which function writes which op."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from xdsl.ir import Block, Operation

from cutedsl.codegen.cpu.checked import check_multiplies, check_tensor_memory, tracing
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import ops_of

Rule = Callable[[WarpEmitter, Operation], None]

RULES: Final[dict[str, Rule]] = {}
"""Op name to rule; ops that are not here are written element by element. `rules.py` fills it once."""

APART: Final[dict[str, Callable[[WarpEmitter, Operation, Rule], None]]] = {}
"""Op name to what writes it, given its rule, where the lanes of a warp run apart; the others are scalar code."""


def emit_block(e: WarpEmitter, block: Block) -> None:
    """Writes the ops of a block, except its terminator, which belongs to the op around it."""
    emit_ops(e, ops_of(block))


def emit_ops(e: WarpEmitter, ops: Iterable[Operation]) -> None:
    """Writes ops one after the other."""
    elementwise = RULES[""]
    for op in ops:
        name = op.name
        if e.plan.checks and e.notes.loads:
            check_tensor_memory.used(e, op)
        if op in e.plan.register_uses:
            check_multiplies.used(e, op)
        rule = RULES.get(name) or (_skip if facts(op).terminator else elementwise)
        if e.meetings is not None and name in APART:
            APART[name](e, op, rule)
        elif e.plan.checks and e.meetings is None and facts(op).synchronizes:
            tracing.told(e, op, rule)
        else:
            rule(e, op)


def _skip(_e: WarpEmitter, _op: Operation) -> None:
    """A terminator."""
