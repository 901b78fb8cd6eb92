"""Multiply-adds where the author gave accuracy away: in the argument of a function that is approximate.

`exp2(x * scale - maximum, fastmath=True)` is the heart of a softmax, and a third of an attention kernel's arithmetic
outside of the tensor cores. Everywhere else `a * b + c` is rounded twice, on every target.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from xdsl.ir import Operation

from cutedsl.codegen.llvm.attributes import fast_math
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import shaped
from cutedsl.config import config
from cutedsl.ir.facts import facts

_Emit = Callable[[ModuleText, FunctionText, Operation, Sequence[str], int], str]


def _contracts(op: Operation) -> bool:
    """Whether only approximate functions read an op's result, perhaps by way of a sum."""
    readers = [use.operation for use in op.results[0].uses]
    product = op.name == "arith.mulf"
    return bool(readers) and all(
        "afn" in fast_math(one)
        if one.name.startswith("math.")
        else product and facts(one).computes.operation in ("add", "sub") and _contracts(one)
        for one in readers
    )


def _contracted(instruction: str) -> _Emit:
    def emit(_m: ModuleText, f: FunctionText, op: Operation, x: Sequence[str], lanes: int) -> str:
        one_rounding = _contracts(op) and config().optimises("contraction")
        flags = fast_math(op) or ("contract " if one_rounding else "")
        return f.op(f"{instruction} {flags}{shaped(op.results[0].type, lanes)} {', '.join(x)}")

    return emit


CONTRACTED: Final[Mapping[str, _Emit]] = MappingProxyType(
    {"arith.addf": _contracted("fadd"), "arith.subf": _contracted("fsub"), "arith.mulf": _contracted("fmul")}
)
