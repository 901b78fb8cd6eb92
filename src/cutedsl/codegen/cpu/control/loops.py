"""Loops in the warp emitter; every back edge asks whether the call should stop."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.ir import Operation

from cutedsl.codegen.cpu.checked import checks
from cutedsl.codegen.cpu.control.for_loops import emit_for
from cutedsl.codegen.cpu.control.while_loops import emit_while
from cutedsl.codegen.cpu.emitter import WarpEmitter


def emit_loop(e: WarpEmitter, op: Operation) -> None:
    """A `for` or a `while`."""
    e.loop_depth += 1
    checks.stands(e, e.sites.add(op, "loop"))
    if isinstance(op, scf.ForOp):
        emit_for(e, op)
    elif isinstance(op, scf.WhileOp):
        emit_while(e, op)
    e.loop_depth -= 1
