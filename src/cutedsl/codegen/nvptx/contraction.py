"""Multiply-adds with one rounding: a product that only one sum reads, and the arguments of approximate functions.

A product and a sum are two instructions, a multiply-add is one: kernels that multiply matrices without tensor cores
wait for half of them. CUDA C++ contracts by default too. A product with a second reader stays as it is: error terms
such as `fma(a, b, -p)` of `p = a * b` need the rounded product.

`exp2(x * scale - maximum, fastmath=True)` is the heart of a softmax, and a third of an attention kernel's arithmetic
outside of the tensor cores. There the product may have several readers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from xdsl.ir import Block, Operation

from cutedsl.codegen.llvm.attributes import fast_math
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import shaped
from cutedsl.config import config
from cutedsl.ir.ops.simt import VecExtractOp

_Emit = Callable[[ModuleText, FunctionText, Operation, Sequence[str], int], str]


_SUMS: Final = ("arith.addf", "arith.subf")


def _contracts(op: Operation) -> bool:
    """Whether a sum takes a product that nothing else reads, or only approximate functions read the result."""
    if op.name in _SUMS:
        return any(_is_product_of_a_sum(x.owner) for x in op.operands) or _is_approximate(op)
    return _is_product_of_a_sum(op) or _is_approximate(op)


def _is_product_of_a_sum(op: Operation | Block) -> bool:
    """Whether one sum reads a product; of a vector, one sum reads each element, as in the sum of a dot product."""
    if isinstance(op, VecExtractOp):
        op = op.source.owner
    if not isinstance(op, Operation) or op.name != "arith.mulf":
        return False
    readers = [use.operation for use in op.results[0].uses]
    parts = [one for one in readers if isinstance(one, VecExtractOp)]
    if parts and len(parts) == len(readers):
        if len({one.index for one in parts}) < len(parts):
            return False
        return all(_only_reader(one) in _SUMS for one in parts)
    return _only_reader(op) in _SUMS


def _only_reader(op: Operation) -> str:
    readers = [use.operation.name for use in op.results[0].uses]
    return readers[0] if len(readers) == 1 else ""


def _is_approximate(op: Operation) -> bool:
    """Whether only approximate functions read an op's result, perhaps by way of a sum."""
    readers = [use.operation for use in op.results[0].uses]
    product = op.name == "arith.mulf"
    return bool(readers) and all(
        "afn" in fast_math(one)
        if one.name.startswith("math.")
        else product and one.name in _SUMS and _is_approximate(one)
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
