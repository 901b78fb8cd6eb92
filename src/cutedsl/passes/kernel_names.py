"""Names of kernels as NVIDIA's assembler should read them: `cutlass` in a name changes how it optimises.

ptxas 13.0 unrolls and schedules a kernel with `cutlass` in its name in another way. Of programs that do
not multiply on tensor cores some take 4 to 10 % less time without the word, and the others as much. Source: the
ledger's row `plain-names` on an H200; B15's reading there did not come again. Of those that do, one took 3 % more (a
run that is not kept).
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from cutedsl.arch.ptx_names import plain_name
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import ops_within
from cutedsl.ir.ops.program import LaunchOp
from cutedsl.ir.ops.ptx import InlinePtxOp


def name_plainly(module: ModuleOp) -> None:
    """Leaves `cutlass` out of the names of the kernels that do not multiply on tensor cores, and of their launches."""
    functions = [op for op in module.body.block.ops if isinstance(op, FuncOp)]
    renamed: dict[str, str] = {}
    for function in functions:
        if "cute.kernel" in function.attributes and not _multiplies_tiles(ops_within(function.body.block)):
            name = function.sym_name.data
            renamed[name] = plain_name(name)
            function.properties["sym_name"] = StringAttr(renamed[name])
    for function in functions:
        for op in () if "cute.kernel" in function.attributes else ops_within(function.body.block):
            if isinstance(op, LaunchOp):
                name = op.kernel.string_value()
                op.properties["kernel"] = SymbolRefAttr(renamed.get(name, name))


def _multiplies_tiles(ops: Iterable[Operation]) -> bool:
    return any(facts(op).multiplies_tiles or (isinstance(op, InlinePtxOp) and "mma" in op.text.data) for op in ops)
