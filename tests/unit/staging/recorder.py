"""A small DSL for the tests: an emitter that records text, checks that values are visible, and runs the program."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cutedsl.staging.fold import fold_binary, fold_compare, fold_unary
from cutedsl.staging.literal import to_literal
from cutedsl.staging.numeric import numeric_class
from cutedsl.staging.protocol import tracing
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.trace import check_closed, mark
from cutedsl.staging.tree import flatten, is_dynamic, leaf_handle, rebuild
from cutedsl.types import DType

POISON = "poison"


@dataclass(eq=False)
class Value:
    name: str
    type: str
    block: Block

    def __repr__(self) -> str:
        return self.name


@dataclass(eq=False)
class Block:
    parent: Block | None
    args: list[Value] = field(default_factory=list)
    ops: list[Op] = field(default_factory=list)
    end: tuple[Any, ...] = ()

    def sees(self, value: Value) -> bool:
        block: Block | None = self
        while block is not None:
            if block is value.block:
                return True
            block = block.parent
        return False


@dataclass(eq=False)
class Op:
    text: str
    operands: list[Value]
    results: list[Value]
    run: Callable[..., Sequence[Any]]
    blocks: list[Block] = field(default_factory=list)


class Recorder:
    """Types are the short names of dtypes (`i32`); memory is a dict of lists that `load` and `store` use."""

    def __init__(self) -> None:
        self.top = Block(None)
        self.stack = [self.top]
        self.count = 0
        self.prints: list[tuple[Any, ...]] = []
        self.env: dict[Value, Any] = {}

    # -- making ops
    def value(self, type: str, block: Block | None = None) -> Value:
        self.count += 1
        return Value(f"%{self.count - 1}", type, block or self.stack[-1])

    def add(
        self, text: str, operands: Sequence[Value], types: Sequence[str], run: Callable[..., Any], blocks=()
    ) -> list[Value]:
        block = self.stack[-1]
        for operand in operands:
            assert block.sees(operand), f"{operand} is not visible in {text}"
        results = [self.value(t) for t in types]
        block.ops.append(Op(text, list(operands), results, run, list(blocks)))
        return results

    def constant(self, value, dtype: DType) -> Value:
        return self.add(f"constant {value}", [], [dtype.short], lambda: [value])[0]

    def binary(self, op: str, dtype: DType, a, b) -> Value:
        assert a.type == b.type == dtype.short, (op, a.type, b.type, dtype)
        return self.add(op, [a, b], [dtype.short], lambda x, y: [fold_binary(op, dtype, x, y)])[0]

    def compare(self, op: str, dtype: DType, a, b) -> Value:
        assert a.type == b.type == dtype.short
        return self.add(op, [a, b], ["i1"], lambda x, y: [fold_compare(op, x, y)])[0]

    def unary(self, op: str, dtype: DType, a) -> Value:
        return self.add(op, [a], [dtype.short], lambda x: [fold_unary(op, dtype, x)])[0]

    def cast(self, a, src: DType, dst: DType) -> Value:
        assert a.type == src.short
        return self.add(f"cast {dst.short}", [a], [dst.short], lambda x: [to_literal(x, dst, warned=False)])[0]

    def bitcast(self, a, src: DType, dst: DType) -> Value:
        return self.add(f"bitcast {dst.short}", [a], [dst.short], lambda x: [x])[0]

    def select(self, cond, dtype: DType, a, b) -> Value:
        assert cond.type == "i1" and a.type == b.type == dtype.short
        return self.add(
            "select", [cond, a, b], [dtype.short], lambda c, x, y: [POISON if c is POISON else x if c else y]
        )[0]

    def undefined(self, type: str) -> Value:
        return self.add("undefined", [], [type], lambda: [POISON])[0]

    def type_of(self, handle: Value) -> str:
        return handle.type

    def is_of_caller(self, handle: Value) -> bool:
        return False

    def dtype_type(self, dtype: DType) -> str:
        return dtype.short

    def op(self, name: str, operands, result_types, attrs: Mapping[str, Any]):
        def run(*values):
            match name:
                case "print":
                    self.prints.append(values)
                    return []
                case "load":
                    return [attrs["memory"][values[0]]]
                case "store":
                    attrs["memory"][values[0]] = values[1]
                    return []
                case "pair":
                    return [values[0]]
            raise AssertionError(name)

        return tuple(self.add(name, operands, result_types, run))

    # -- regions
    def open_region(self, arg_types, arg_names=()) -> Block:
        block = Block(self.stack[-1])
        block.args = [self.value(t, block) for t in arg_types]
        self.stack.append(block)
        return block

    def leave_region(self, region: Block) -> None:
        assert self.stack.pop() is region

    def add_region_arg(self, region: Block, type: str, name: str = "") -> Value:
        region.args.append(self.value(type, region))
        return region.args[-1]

    def close_region(self, region: Block, yields) -> None:
        for handle in yields:
            assert region.sees(handle), f"{handle} is not visible at the end of a region"
        region.end = tuple(yields)

    def close_condition(self, region: Block, cond, values) -> None:
        assert region.sees(cond)
        region.end = (cond, *values)

    def drop_region(self, region: Block) -> None:
        assert region not in self.stack

    def for_(self, lo, hi, step, dtype, inits, region: Block, attrs):
        types = [handle.type for handle in inits]
        assert [a.type for a in region.args] == [dtype.short, *types] and [y.type for y in region.end] == types
        hints = {k: v for k, v in attrs.items() if k != "step_sign"}

        def run(low, high, by, *carried):
            values = list(carried)
            for i in range(low, high, by):
                values = self.block(region, [i, *values])
            return values

        return self.add(f"for {hints}" if hints else "for", [lo, hi, step, *inits], types, run, [region])

    def if_(self, cond, then_region: Block, else_region: Block, result_types):
        for region in (then_region, else_region):
            assert [y.type for y in region.end] == list(result_types)
        assert cond.type == "i1"
        run = lambda c: self.block(then_region if c else else_region, [])  # noqa: E731
        return self.add("if", [cond], result_types, run, [then_region, else_region])

    def while_(self, inits, before: Block, after: Block):
        types = [handle.type for handle in inits]
        assert [a.type for a in before.args] == types == [a.type for a in after.args]
        assert [y.type for y in before.end[1:]] == types == [y.type for y in after.end]

        def run(*carried):
            values = list(carried)
            while True:
                go, *values = self.block(before, values)
                if not go:
                    return values
                values = self.block(after, values)

        return self.add("while", list(inits), types, run, [before, after])

    # -- running
    def block(self, block: Block, args: Sequence[Any]) -> list[Any]:
        self.env.update(zip(block.args, args, strict=True))
        for op in block.ops:
            values = [self.env[operand] for operand in op.operands]
            decided = (op.text, False) in (("and", v) for v in values) or (op.text, True) in (("or", v) for v in values)
            spread = POISON in values and not op.blocks and op.text not in ("select", "store")
            if spread and decided:
                values = [op.text == "or"] * 2
                spread = False
            results = [POISON] * len(op.results) if spread else op.run(*values)
            self.env.update(zip(op.results, results, strict=True))
        return [self.env[handle] for handle in block.end]

    def text(self, block: Block | None = None, depth: int = 0) -> str:
        """The program, one op a line."""
        lines: list[str] = []
        for op in (block or self.top).ops:
            left = ", ".join(map(repr, op.results))
            lines.append("  " * depth + (f"{left} = " if left else "") + " ".join([op.text, *map(repr, op.operands)]))
            for inner in op.blocks:
                args = ", ".join(f"{a}: {a.type}" for a in inner.args)
                lines.append("  " * (depth + 1) + f"({args})")
                if inner.ops:
                    lines.append(self.text(inner, depth + 1))
                lines.append("  " * (depth + 1) + "yield " + ", ".join(map(repr, inner.end)))
        return "\n".join(lines)

    def ops(self, block: Block | None = None) -> list[str]:
        """The first words of all ops, in order."""
        found: list[str] = []
        for op in (block or self.top).ops:
            found.append(op.text.split()[0])
            for inner in op.blocks:
                found += self.ops(inner)
        return found


@dataclass
class Traced:
    recorder: Recorder
    result: Any
    parameters: list[Value]

    def run(self, *arguments: Any) -> Any:
        """Executes the program; gives the function's result with run-time values filled in."""
        r = self.recorder
        r.env = {}
        r.env.update(zip(self.parameters, arguments, strict=True))
        assert len(r.stack) == 1
        r.block(r.top, [])
        leaves, shape = flatten(self.result)
        filled = [r.env[leaf_handle(leaf)] if is_dynamic(leaf) else getattr(leaf, "value", leaf) for leaf in leaves]
        return rebuild(shape, filled)

    @property
    def ops(self) -> list[str]:
        return [op for op in self.recorder.ops() if op != "constant"]


def trace(function: Callable[..., Any], *types: Any) -> Traced:
    """Stages `function` and traces it: numeric classes become run-time parameters, other arguments are passed."""
    recorder = Recorder()
    parameters: list[Value] = []
    arguments: list[Any] = []
    for kind in types:
        if isinstance(kind, type) and hasattr(kind, "spec"):
            parameters.append(recorder.value(kind.spec.short, recorder.top))
            arguments.append(numeric_class(kind.spec).from_handle(parameters[-1]))
        else:
            arguments.append(kind)
    with tracing(recorder):
        start = mark()
        result = staged_function(function)(*arguments)
        check_closed(start)
    return Traced(recorder, result, parameters)


def emit(name: str, *values: Any, result: Any = None, **attrs: Any) -> Any:
    """Records an op of the test DSL."""
    from cutedsl.staging.numeric import as_numeric
    from cutedsl.staging.protocol import current_emitter

    handles = [as_numeric(v).ir_value() for v in values]
    results = current_emitter().op(name, handles, [result.spec.short] if result else [], attrs)
    return result.from_handle(results[0]) if result else None


def same(a: Any, b: Any) -> bool:
    """Equality that takes NaN as itself."""
    return a == b or (isinstance(a, float) and isinstance(b, float) and math.isnan(a) and math.isnan(b))
