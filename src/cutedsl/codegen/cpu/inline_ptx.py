"""PTX that the author wrote: instructions that a CPU does not have."""

from __future__ import annotations

from xdsl.ir import Operation

from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.llvm.attributes import position, string
from cutedsl.errors import Span, fail

_SHOWN = 60


def emit_inline_ptx(_e: WarpEmitter, op: Operation) -> None:
    """Refuses it. Errors: inline-ptx-on-cpu."""
    file, line, col = position(op)
    span = Span(file, line, max(col - 1, 0), line, max(col - 1, 0)) if line >= 1 else None
    text = " ".join(string(op, "text").split())
    shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
    raise fail("inline-ptx-on-cpu", f"the kernel has the inline PTX `{shown}`, and is compiled for the CPU", span=span)
