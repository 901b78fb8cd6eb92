"""Walks one kernel and writes its LLVM text: each IR value is one LLVM value, each thread runs the same code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.ir import Attribute, Block, Operation, SSAValue

from cutedsl.arch.targets import GpuTarget
from cutedsl.codegen.llvm.attributes import span_of
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.nvptx.lineinfo import LineInfo
from cutedsl.codegen.nvptx.metadata import Metadata
from cutedsl.codegen.nvptx.value_types import value_type
from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.frozen import frozen
from cutedsl.ir.ops.tma import TmaMakeOp


@frozen
class Multiply:
    """A warp-group multiply: the operands that it reads, (type, text), and its sums, (type, typed address)."""

    op: Operation
    inputs: list[tuple[str, str]]
    sums: list[tuple[str, str]]


@dataclass(slots=True)
class Warpgroup:
    """The warp-group multiplies of a kernel."""

    sums: tuple[Operation, ...] | None = None
    """The memory of their sums, once it was looked for."""
    tied: Mapping[Operation, Sequence[Operation]] | None = None
    """Which of it passes through each fence and wait, once that was looked for."""
    waiting: list[Multiply] = field(default_factory=list[Multiply])
    """The multiplies that wait for the last one of their statement."""


@dataclass(slots=True)
class KernelEmitter:
    """The state of emitting one kernel.

    `allocas` go to the top of the entry block; `math_used` collects our own math functions over the whole module,
    `ptx_used` the PTX versions that instructions need. `moves_registers` says that warps change their number of
    registers. `shared` has the names of what several ops use, by meaning. Reads of shared memory end before the
    barriers in `fenced`.
    """

    module: ModuleText
    target: GpuTarget
    handlers: Mapping[str, Handler]
    nodes: Metadata
    math_used: set[tuple[str, str]]
    block_dim: tuple[int, int, int] | None = None
    lines: LineInfo | None = None
    ptx_used: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    f: FunctionText = field(default_factory=FunctionText)
    values: dict[SSAValue, str] = field(default_factory=dict[SSAValue, str])
    allocas: list[str] = field(default_factory=list[str])
    moves_registers: bool = False
    shared: dict[object, str] = field(default_factory=dict[object, str])
    warpgroup: Warpgroup = field(default_factory=Warpgroup)
    fenced: frozenset[Operation] = frozenset()

    def emit_block(self, block: Block) -> None:
        """Emits the ops of a block in order."""
        for op in block.ops:
            self.emit_op(op)

    def emit_op(self, op: Operation, instead: Handler | None = None) -> None:
        """Emits an op, by another handler than its own if one is given."""
        handler = instead or self.handlers.get(op.name)
        if handler is None:
            raise _refused(op)
        if self.lines is None:
            handler(self, op)
        else:
            start = len(self.f.lines)
            handler(self, op)
            self.lines.attach(self.f.lines, start, op)

    def text(self, value: SSAValue) -> str:
        """The LLVM text of an operand."""
        return self.values[value]

    def texts(self, op: Operation) -> list[str]:
        """The LLVM texts of an op's operands."""
        return [self.values[operand] for operand in op.operands]

    def typed(self, value: SSAValue) -> str:
        """An operand with its type in front, as instructions take it."""
        return f"{value_type(value.type)} {self.values[value]}"

    def bind(self, op: Operation, text: str) -> None:
        """Makes `text` the value of the op's only result."""
        self.values[op.results[0]] = text

    def alloca(self, llvm_type: str, align_bytes: int) -> str:
        """Private memory of the thread, at the top of the function."""
        name = self.f.fresh()
        self.allocas.append(f"  {name} = alloca {llvm_type}, align {align_bytes}")
        return name

    def call(self, result: str, name: str, *args: tuple[str, str], flags: str = "") -> str:
        """Calls `@name` (declared here) with (type, text) arguments; an empty string for void."""
        self.module.declare(f"{result} @{name}({', '.join(kind for kind, _ in args)})")
        line = f"call {flags}{result} @{name}({', '.join(f'{kind} {text}' for kind, text in args)})"
        if result == "void":
            self.f.do(line)
            return ""
        return self.f.op(line)


Handler: TypeAlias = Callable[[KernelEmitter, Operation], None]
"""Emits one op."""


def friendly_name(op: Operation) -> str:
    """The op without its dialect: `exp` for `math.exp`."""
    return op.name.split(".", 1)[-1]


def type_name(mlir: Attribute) -> str:
    """A type as messages spell it."""
    return str(mlir)


def _refused(op: Operation) -> DSLUserCodeError:
    """The error for an op without a handler."""
    if isinstance(op, TmaMakeOp):  # the engine has maps from parameters, or from memory that `cute.tma.replace` wrote
        message = "a GPU cannot make a tensor map of what its kernel reads"
        return fail("tensor-map-host", message, span=span_of(op))
    return not_yet(op, f"`{friendly_name(op)}` does not run on the GPU yet")


def not_yet(op: Operation, message: str) -> DSLUserCodeError:
    """The error for something that this back end does not do."""
    return fail("not-yet", message, span=span_of(op))
