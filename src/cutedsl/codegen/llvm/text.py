"""Builders of LLVM text: a function body with fresh names and blocks, and a module with its declarations.

Text, not `llvmlite.ir`: parameter attributes, flags and poison are missing there, and it costs far more time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from struct import pack
from typing import Final

_EFFECTS: Final = ("load", "call", "phi", "alloca", "atomicrmw", "cmpxchg", "freeze")
"""How instructions begin whose results differ from one to the next."""

_PACKED: Final = {4: "i", 8: "q"}
_SHORT_TABLE: Final = 64
"""Longer tables are written as bytes, which are written and read in a fraction of the time."""
RUNS_ONCE: Final = "; long code without loops\n"
"""How the text of a module begins whose functions run each of very many instructions once.

Compiling them would take longer than running them: LLVM's passes and its register allocation are the simple ones. They
gain little on straight code (measured on three kernels of 3,000 ops: 0.4 times the time in LLVM, and kernels that take
0.7 to 1.3 times as long).
"""
RUNS_SELDOM: Final = "; statements of long code, one a turn\n"
"""How it begins where a re-rolled loop takes the place of such code. The simple passes run: they take a quarter of
the others' time, and the kernel takes a twentieth longer with the usual registers (measured on one of 3,000 ops).
"""
COMPILES_FAST: Final = "; a short compilation before a short run\n"
"""How it begins for checked code, and without "machine-code": the passes of `RUNS_SELDOM`, with the simple registers.

The checker's runtime, which is compiled once, takes nearly all of a checked launch, which takes a fifth longer at most;
its program compiles in two thirds of the time (measurements.md).
"""


@dataclass(slots=True)
class FunctionText:
    """The body of one function: lines, a counter of fresh names, and the block that the next line goes to.

    `known` are the values of the block by their instruction: one that the block has already is not written again. None
    where every instruction is to be written.

    >>> f = FunctionText()
    >>> f.op("add i32 1, 2")
    '%v1'
    >>> f.lines
    ['  %v1 = add i32 1, 2']
    """

    lines: list[str] = field(default_factory=list[str])
    block: str = "entry"
    count: int = 0
    known: dict[str, str] | None = None

    def op(self, text: str) -> str:
        """Appends `%vN = text` and returns `%vN`; or returns the name that the value has already."""
        known = self.known
        if known is not None:
            found = known.get(text)
            if found is not None:
                return found
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"  {name} = {text}")
        if known is not None and not text.startswith(_EFFECTS):
            known[text] = name
        return name

    def do(self, text: str) -> None:
        """Appends an instruction without a result."""
        self.lines.append("  " + text)

    def fresh(self) -> str:
        """A fresh value name, for an instruction written later (phis of loops)."""
        self.count += 1
        return f"%v{self.count}"

    def label(self, hint: str = "b") -> str:
        """A fresh block name (without `%`); `begin` starts it."""
        self.count += 1
        return f"{hint}{self.count}"

    def begin(self, label: str, known: dict[str, str] | None = None) -> None:
        """Starts the block `label`; the one before must have been ended.

        `known` are values that it may use: those of a block that always comes first."""
        self.lines.append(label + ":")
        self.block = label
        if self.known is not None:
            self.known = {} if known is None else known

    def branch(self, target: str) -> None:
        """Ends the block with a jump."""
        self.lines.append(f"  br label %{target}")

    def branch_if(self, condition: str, then: str, otherwise: str, *, suffix: str = "") -> None:
        """Ends the block with a two-way branch on an i1; `suffix` takes metadata."""
        self.lines.append(f"  br i1 {condition}, label %{then}, label %{otherwise}{suffix}")

    def reserve(self) -> int:
        """Keeps a place for a line that is known only later; `fill` writes it."""
        self.lines.append("")
        return len(self.lines) - 1

    def fill(self, place: int, text: str) -> None:
        """Writes the line of a reserved place (an empty text leaves it blank)."""
        self.lines[place] = "  " + text if text else ""

    def phi(self, llvm_type: str, *incoming: tuple[str, str]) -> str:
        """A phi over (value, block) pairs, at the start of the current block."""
        pairs = ", ".join(f"[ {value}, %{block} ]" for value, block in incoming)
        return self.op(f"phi {llvm_type} {pairs}")


@dataclass(slots=True)
class ModuleText:
    """An LLVM module: declarations collected once, constants, functions, metadata; `head` as `RUNS_ONCE` or nothing."""

    declarations: dict[str, None] = field(default_factory=dict[str, None])
    globals: list[str] = field(default_factory=list[str])
    functions: list[str] = field(default_factory=list[str])
    metadata: list[str] = field(default_factory=list[str])
    head: str = ""
    _written: set[str] = field(default_factory=set[str])
    _strings: dict[bytes, str] = field(default_factory=dict[bytes, str])
    _records: dict[tuple[str, ...], str] = field(default_factory=dict[tuple[str, ...], str])
    _tables: dict[tuple[str, tuple[int, ...]], str] = field(default_factory=dict[tuple[str, tuple[int, ...]], str])

    def declare(self, signature: str) -> None:
        """Declares a function once, e.g. `float @llvm.sqrt.f32(float)`."""
        self.declarations[signature] = None

    def string(self, text: str) -> str:
        """The name of a private constant with the text's UTF-8 bytes and a final NUL."""
        data = text.encode() + b"\0"
        found = self._strings.get(data)
        if found is None:
            found = self._strings[data] = f"@str.{len(self._strings)}"
            body = "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in data)
            self.globals.append(f'{found} = private unnamed_addr constant [{len(data)} x i8] c"{body}"')
        return found

    def record(self, kinds: Sequence[str]) -> str:
        """The name of a structure of these types; written out at each use, large ones are most of a text."""
        found = self._records.get(tuple(kinds))
        if found is None:
            found = self._records[tuple(kinds)] = f"%record.{len(self._records)}"
            self.globals.append(f"{found} = type {{ {', '.join(kinds)} }}")
        return found

    def table(self, kind: str, numbers: tuple[int, ...]) -> str:
        """The name of a private constant array of integers."""
        found = self._tables.get((kind, numbers))
        if found is None:
            found = self._tables[kind, numbers] = f"@table.{len(self._tables)}"
            size_bytes = int(kind[1:]) // 8
            if len(numbers) <= _SHORT_TABLE:
                array = f"[{len(numbers)} x {kind}] [{', '.join(f'{kind} {number}' for number in numbers)}]"
            else:
                data = pack(f"<{len(numbers)}{_PACKED[size_bytes]}", *numbers).hex("\\")
                array = f'[{len(numbers) * size_bytes} x i8] c"\\{data}"'
            self.globals.append(f"{found} = private unnamed_addr constant {array}, align {size_bytes}")
        return found

    def once(self, name: str, write: Callable[[], None]) -> None:
        """Calls `write`, which adds the function of a name, at the first use of the name."""
        if name not in self._written:
            self._written.add(name)
            write()

    def define(self, header: str, body: FunctionText) -> None:
        """Adds `define <header> { entry: … }`."""
        self.functions.append("\n".join((f"define {header} {{", "entry:", *filter(None, body.lines), "}")))

    def render(self) -> str:
        """The whole module as text."""
        declared = [f"declare {signature}" for signature in self.declarations]
        return self.head + "\n".join((*self.globals, *declared, *self.functions, *self.metadata)) + "\n"
