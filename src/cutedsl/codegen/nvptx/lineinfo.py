"""Source lines in PTX: `.loc` directives that `ptxas` keeps, so that profilers show the author's kernel.

LLVM calls the mode DebugDirectivesOnly; the fuller modes would switch optimisation off in `ptxas`.
"""

from __future__ import annotations

import os.path
from dataclasses import dataclass, field

from xdsl.ir import Operation

from cutedsl.codegen.llvm.attributes import position
from cutedsl.codegen.nvptx.metadata import Metadata


def _quoted(text: str) -> str:
    return "".join(c if 32 <= ord(c) < 127 and c not in '"\\' else f"\\{b:02X}" for c in text for b in c.encode()[:1])


@dataclass(slots=True)
class LineInfo:
    """The debug metadata of a module; `begin` starts a kernel, `attach` marks the instructions of an op."""

    nodes: Metadata
    _files: dict[str, int] = field(default_factory=dict[str, int])
    _scopes: dict[tuple[int, str], int] = field(default_factory=dict[tuple[int, str], int])
    _places: dict[tuple[int, str, int, int], str] = field(default_factory=dict[tuple[int, str, int, int], str])
    _unit: int = -1
    _kernel: int = -1
    _kernel_file: str = ""

    def begin(self, name: str, file: str, line: int) -> str:
        """Starts a kernel's subprogram; returns the text to put into its header."""
        file = file or "kernel.py"
        if self._unit < 0:
            self._start(file)
        types = self.nodes.node("!DISubroutineType(types: !{})")
        where = self._file(file)
        self._kernel_file = file
        self._kernel = self.nodes.node(
            f'distinct !DISubprogram(name: "{_quoted(name)}", scope: !{where}, file: !{where}, line: {max(line, 1)}, '
            f"type: !{types}, unit: !{self._unit}, spFlags: DISPFlagDefinition)"
        )
        return f" !dbg !{self._kernel}"

    def attach(self, lines: list[str], start: int, op: Operation) -> None:
        """Marks the lines from `start` on that no inner op has marked."""
        file, line, col = position(op)
        if line < 1:
            file, line, col = self._kernel_file, 1, 1
        mark = self._location_node(file, line, col)
        for index in range(start, len(lines)):
            text = lines[index]
            if text.startswith("  ") and "!dbg" not in text:
                lines[index] = text + mark

    def _start(self, file: str) -> None:
        self._unit = self.nodes.node(
            f'distinct !DICompileUnit(language: DW_LANG_C, file: !{self._file(file)}, producer: "cutedsl", '
            "isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)"
        )
        version = self.nodes.node('!{i32 2, !"Debug Info Version", i32 3}')
        self.nodes.named(f"!llvm.dbg.cu = !{{!{self._unit}}}")
        self.nodes.named(f"!llvm.module.flags = !{{!{version}}}")

    def _file(self, file: str) -> int:
        if file not in self._files:
            folder, base = os.path.split(file)
            self._files[file] = self.nodes.node(f'!DIFile(filename: "{_quoted(base)}", directory: "{_quoted(folder)}")')
        return self._files[file]

    def _scope(self, file: str) -> int:
        if file == self._kernel_file:
            return self._kernel
        key = (self._kernel, file)
        if key not in self._scopes:
            where = self._file(file)
            self._scopes[key] = self.nodes.node(
                f"!DILexicalBlockFile(scope: !{self._kernel}, file: !{where}, discriminator: 0)"
            )
        return self._scopes[key]

    def _location_node(self, file: str, line: int, col: int) -> str:
        key = (self._kernel, file, line, col)
        if key not in self._places:
            node = self.nodes.node(f"!DILocation(line: {line}, column: {col}, scope: !{self._scope(file)})")
            self._places[key] = f", !dbg !{node}"
        return self._places[key]
