"""What a host function does, read off its IR: whether its caller must release the GIL and watch it."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from cutedsl.arch.abi.call_description import HostKind
from cutedsl.codegen.cpu.source import functions
from cutedsl.ir.facts import FACTS
from cutedsl.ir.fast import ops_within


def host_kind(module: ModuleOp, *, launches_here: bool) -> HostKind:
    """The kind of the module's host function; `launches_here`: its kernels run on the CPU."""
    names = {op.name for host in functions(module, "cute.host") for op in ops_within(host.body.block)}
    if any(FACTS[name].loop for name in names):
        return HostKind.LOOPS
    return HostKind.LAUNCHES if launches_here and "cute.launch" in names else HostKind.DIRECT
