"""Float arithmetic rounded towards zero, up or down: a function that changes the machine's rounding around one op.

The function is one for LLVM to leave alone (`strictfp`, never inlined), so that nothing else is rounded so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.ir import Operation

from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import shaped, suffix

_MODES: Final = {"rz": 0, "rp": 2, "rm": 3}
"""As `llvm.set.rounding` numbers them."""
_FROM_INTEGERS: Final = frozenset({"sitofp", "uitofp"})


def emit_rounded(module: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
    """`cute.rounded`, alone or for all lanes."""
    kind, mode = string(op, "kind"), string(op, "rounding")
    result, given = shaped(op.results[0].type, lanes), [shaped(operand.type, lanes) for operand in op.operands]
    types = suffix(op.results[0].type, lanes)
    if kind in _FROM_INTEGERS:
        types = f"{types}.{suffix(op.operands[0].type, lanes)}"
    name = f"cute.{kind}.{mode}.{types}"

    def write() -> None:
        intrinsic = f"llvm.experimental.constrained.{kind}.{types}"
        module.declare("i32 @llvm.get.rounding()")
        module.declare("void @llvm.set.rounding(i32)")
        module.declare(f"{result} @{intrinsic}({', '.join(given)}, metadata, metadata)")
        own = FunctionText()
        named = ", ".join(f"{type_} %x{k}" for k, type_ in enumerate(given))
        before = own.op("call i32 @llvm.get.rounding() strictfp")
        own.do(f"call void @llvm.set.rounding(i32 {_MODES[mode]}) strictfp")
        how = 'metadata !"round.dynamic", metadata !"fpexcept.strict"'
        found = own.op(f"call {result} @{intrinsic}({named}, {how}) strictfp")
        own.do(f"call void @llvm.set.rounding(i32 {before}) strictfp")
        own.do(f"ret {result} {found}")
        module.define(f"internal {result} @{name}({named}) noinline strictfp", own)

    module.once(name, write)
    return f.op(f"call {result} @{name}({', '.join(f'{kind} {text}' for kind, text in zip(given, x, strict=True))})")
