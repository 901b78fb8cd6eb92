"""Templates whose pointwise work is a function of register vectors, which a kernel of the library calls.

The work before the store is a Python function; what else it reads are operands of the library's kernel, each a tensor
of the result's shape with any strides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import sympy
import torch
from torch._inductor.codegen.common import DeferredLine
from torch._inductor.ops_handler import MockHandler
from torch._inductor.virtualized import V, ops

from cutedsl.errors.frozen import frozen
from cutedsl.torch.inductor.kernel import CuteDSLTemplateKernel
from cutedsl.torch.inductor.pointwise import FUSIBLE, NUMERIC, CuteDSLOpOverrides, computed_in, printed

READ = (torch.float32, torch.float16, torch.bfloat16)
"""What the operands of an epilogue may hold."""


class VectorOpOverrides(CuteDSLOpOverrides):
    """The text of one operation on register vectors, where that of scalars chooses by Python's words."""

    @staticmethod
    def relu(x: Any) -> str:
        return f"cute.where({x} < 0.0, cute.full_like({x}, 0.0), {x})"

    @staticmethod
    def maximum(a: Any, b: Any) -> str:
        return f"cute.where(({a} > {b}) | ({a} != {a}), {a}, {b})"

    @staticmethod
    def minimum(a: Any, b: Any) -> str:
        return f"cute.where(({a} < {b}) | ({a} != {a}), {a}, {b})"

    @staticmethod
    def where(condition: Any, a: Any, b: Any) -> str:
        return f"cute.where({condition}, {a}, {b})"

    @staticmethod
    def constant(value: Any, dtype: torch.dtype) -> str:
        return f"cute.full_like(x, {CuteDSLOpOverrides.constant(value, dtype)})"


VECTOR_FUSIBLE = FUSIBLE - {"index_expr", "masked", "get_index", "logical_not", "logical_and", "logical_or"}
"""The operations of a pointwise node that may become part of a function of vectors."""


@frozen
class Operand:
    """A buffer that a fused node reads: the strides of the result's modes in it, and where it starts."""

    buffer: str
    strides: tuple[Any, ...]
    offset: Any


def affine(index: Any, symbols: Sequence[Any]) -> tuple[tuple[Any, ...], Any] | None:
    """The strides and the offset of an index; None if it is not affine."""
    index = sympy.expand(index)
    strides = tuple(sympy.diff(index, symbol) for symbol in symbols)
    offset = sympy.expand(index - sum(d * symbol for d, symbol in zip(strides, symbols, strict=True)))
    if any(each.free_symbols & set(symbols) for each in (*strides, offset)):
        return None
    return strides, offset


class _Reads(MockHandler):
    """Runs a node's function for its loads alone."""

    def __init__(self) -> None:
        self.found: list[tuple[str, Any]] = []

    def load(self, name: str, index: Any) -> str:
        self.found.append((name, index))
        return name


def vector_fusible(node: Any, inside: Collection[str] | None) -> bool:
    """Whether a pointwise node's loads are all affine in the result's modes, of types that operands may hold.

    With `inside` it may read these buffers alone.
    """
    symbols = [sympy.Symbol(f"mode{k}", integer=True, nonnegative=True) for k in range(len(node.node.get_size()))]
    reads = _Reads()
    with V.set_ops_handler(reads):  # pyright: ignore[reportArgumentType]
        node.node.data.inner_fn(symbols)
    known = all(
        V.graph.get_dtype(name) in READ and affine(index, symbols) and (inside is None or name in inside)
        for name, index in reads.found
    )
    return known and node.node.get_dtype() in READ and set(node._body.op_counts) <= VECTOR_FUSIBLE


class VectorTemplateKernel(CuteDSLTemplateKernel):
    """A template with the hooks `epilogue()` and `operands()` in place of loads and stores of its own."""

    overrides = VectorOpOverrides

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._operands: list[Operand] = []
        self._modes: list[Any] = []

    def hooks(self) -> dict[str, Callable[..., str]]:
        return {**super().hooks(), "epilogue": self.epilogue, "operands": self.operands}

    def load(self, name: str, index: Any) -> Any:
        """A vector of the elements of a buffer, in Float32."""
        found = affine(index, self._modes)
        if found is None:
            raise NotImplementedError(f"{name}[{index}] in a function of vectors")
        operand = Operand(name, *found)
        if operand not in self._operands:
            self.args.input(name)
            self._operands.append(operand)
        place = self._operands.index(operand)
        return self.cse.generate(self.compute, f"operands[{place}]", dtype=torch.float32, shape=())

    def store(self, name: str, index: Any, value: Any, mode: Any = None) -> None:
        """What the function gives; of several stores one stays, as only the last buffer is wanted."""
        self.args.output(name)
        self.compute.writeline(DeferredLine(name, f"result = {value}"))

    def epilogue(self) -> str:
        """Defines `<kernel_name>_epilogue(x, *operands)`, of vectors in Float32, with everything that was fused."""

        def body(number: int) -> None:
            output = self.output_node
            self._modes = [sympy.Symbol(f"i{number}_{k}", integer=True) for k in range(len(output.get_size()))]
            # Rounded as the unfused output would be, so that fusion does not change what follows.
            text = f"x.to(cutlass.{NUMERIC[output.get_dtype()]}).to(cutlass.{computed_in(output.get_dtype())})"
            value = self.cse.generate(self.compute, text, dtype=output.get_dtype(), shape=())
            ops.store(output.get_name(), output.get_layout().make_indexer()(self._modes), value)
            for fused in self.epilogues:
                fused.node.get_store_function()(self._modes)

        key = self._block(body)
        write = self._hooks[key]

        def function() -> str:
            lines = [*write().split("\n"), "return result"]
            return "\n".join([f"def {self.kernel_name}_epilogue(x, *operands):", *(f"    {line}" for line in lines)])

        self._hooks[key] = function
        return key

    def operands(self) -> str:
        """In the entry function: the tuple of what the epilogue reads, as tensors of the result's shape."""

        def listed() -> str:
            size = ", ".join(printed(self.rename_indexing(n)) for n in self.output_node.get_size())
            views: list[str] = []
            for operand in self._operands:
                strides, offset = (
                    ", ".join(printed(self.rename_indexing(n)) for n in each)
                    for each in (operand.strides, [operand.offset])
                )
                views.append(f"_view({self.args.input(operand.buffer)}, ({size},), ({strides},), {offset}), ")
            return f"({''.join(views)})"

        return self._later(listed)
