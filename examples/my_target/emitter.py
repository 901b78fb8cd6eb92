"""A module of the IR, after expansion, as the text of a Python module: one rule an op."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from cutedsl.ir.types import PtrType

_COMPARISONS: Final = ("==", "!=", "<", "<=", ">", ">=")
_RULES: Final = {
    "arith.addi": "{0} + {1}",
    "arith.addf": "{0} + {1}",
    "arith.subi": "{0} - {1}",
    "arith.subf": "{0} - {1}",
    "arith.muli": "{0} * {1}",
    "arith.mulf": "{0} * {1}",
    "arith.floordivsi": "{0} // {1}",
    "arith.extsi": "{0}",
    "arith.trunci": "{0}",
    "cute.thread_idx": "np.arange(block[0]) if {axis} == 0 else 0",
    "cute.block_idx": "index[{axis}]",
    "cute.block_dim": "block[{axis}]",
    "cute.grid_dim": "grid[{axis}]",
    "cute.lane_idx": "np.arange(block[0]) % 32",
    "cute.warp_idx": "np.arange(block[0]) // 32",
    "cute.barrier": "None  # all threads are here",
    "cute.ptr.extent": "extent({0}, {1}, {dtype!r})",
    "cute.ptr.add": "({0}[0], {0}[1] + {1})",
    "cute.ptr.load": "load({0}, {mask})",
    "cute.ptr.store": "store({0}, {1}, {mask})",
    "cute.smem_alloc": "(np.zeros({bytes}, np.uint8).view({dtype!r}), 0)",
}
_DTYPES: Final = {"f32": "f4", "f64": "f8", "i32": "i4", "i64": "i8"}


class Writer:
    """Writes the functions of one module."""

    def __init__(self) -> None:
        self._lines = [
            "import numpy as np",
            "from my_target.machine import butterfly, extent, launch, load, store, uniform",
        ]
        self._names: dict[SSAValue, str] = {}
        self._depth = 0

    def module(self, module: ModuleOp) -> str:
        """The text. Raises `NotImplementedError` for an op without a rule."""
        for function in module.ops:
            assert isinstance(function, FuncOp)
            block = function.body.block
            own = () if "cute.host" in function.attributes else ("index", "grid", "block", "m")
            self._line(f"def {function.sym_name.data}({', '.join((*own, *map(self._new, block.args)))}):")
            for value in () if own else block.args:
                if str(value.type) in _DTYPES:
                    self._line("    " + self._argument(value))
            self._indented(block, "m")
        return "\n".join(self._lines) + "\n"

    def _line(self, text: str) -> None:
        self._lines.append("    " * self._depth + text)

    def _argument(self, value: SSAValue) -> str:
        """Reads a number of the host function, which is given 8 bytes for each parameter."""
        name, dtype = self._names[value], _DTYPES[str(value.type)]
        return f"{name} = np.array([{name} & (1 << 64) - 1], 'u8').view({dtype!r})[0]"

    def _new(self, value: SSAValue) -> str:
        return self._names.setdefault(value, f"v{len(self._names)}")

    def _indented(self, block: Block, mask: str, results: Sequence[str] = ()) -> None:
        self._depth += 1
        self._body(block, mask, results)
        self._depth -= 1

    def _body(self, block: Block, mask: str, results: Sequence[str]) -> None:
        """A block's ops for the threads of a mask; what it yields goes into `results`."""
        for op in block.ops:
            self._op(op, mask, results)

    def _op(self, op: Operation, mask: str, results: Sequence[str]) -> None:
        given: list[Any] = [self._names[value] for value in op.operands]
        made = [self._new(value) for value in op.results]
        match op.name:
            case "func.return":
                self._line("return")
            case "scf.yield":
                if given:
                    self._line(f"{', '.join(results)} = {', '.join(given)}")
            case "scf.if":
                for k, region in enumerate(op.regions):
                    inner = f"{mask}{len(self._lines)}"
                    self._line(f"{inner} = {mask} & {'~' * k}np.asarray({given[0]}, bool)")
                    if region.blocks:
                        self._body(region.block, inner, [f"{name}_{k}" for name in made])
                for name in made:
                    self._line(f"{name} = np.where({given[0]}, {name}_0, {name}_1)")
            case "scf.for":
                first, end, step, *carried = given
                index, *inner = map(self._new, op.regions[0].block.args)
                for name, value in zip(inner, carried, strict=True):
                    self._line(f"{name} = {value}")
                self._line(f"for {index} in range(uniform({first}), uniform({end}), uniform({step})):")
                self._indented(op.regions[0].block, mask, inner)
                for name, value in zip(made, inner, strict=True):
                    self._line(f"{name} = {value}")
            case "cute.launch":
                symbol: Any = op.properties["kernel"]
                grid, block, arguments = (", ".join(given[at]) for at in (slice(3), slice(3, 6), slice(11, None)))
                self._line(f"launch({symbol.string_value()}, ({grid}), ({block}), [{arguments}])")
            case _:
                self._line(f"{', '.join(made) or '_'} = {self._expression(op, given, mask)}")

    def _expression(self, op: Operation, given: list[str], mask: str) -> str:
        facts: dict[str, Any] = {**op.attributes, **op.properties}
        values = (*op.results, *op.operands)
        dtypes = [_DTYPES[str(value.type.element)] for value in values if isinstance(value.type, PtrType)]
        match op.name:
            case "cute.ptr.cast" if dtypes[0] == dtypes[1]:  # it only says how the memory is aligned
                return given[0]
            case "arith.constant":
                text, _, kind = str(facts["value"]).partition(" : ")
                return f"np.float32({text})" if kind == "f32" else {"true": "True", "false": "False"}.get(text, text)
            case "arith.cmpi" if facts["predicate"].value.data < len(_COMPARISONS):
                return f"{given[0]} {_COMPARISONS[facts['predicate'].value.data]} {given[1]}"
            case "cute.shuffle" if facts["mode"].data == "bfly":
                return f"butterfly({given[0]}, {given[1]}, block[0])"
            case name if name in _RULES:
                words = {key: facts[key].value.data for key in ("axis", "bytes") if key in facts}
                dtype = dtypes[0] if dtypes else None
                return _RULES[name].format(*given, mask=mask, dtype=dtype, **words)
            case name:
                raise NotImplementedError(f"the NumPy target has no rule for {name}")
