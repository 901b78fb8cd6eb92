"""Numbered metadata of a module: debug lines and loop hints share one sequence."""

from __future__ import annotations

from dataclasses import dataclass

from cutedsl.codegen.llvm.text import ModuleText


@dataclass(slots=True)
class Metadata:
    """Adds nodes to a module's metadata.

    >>> nodes = Metadata(ModuleText())
    >>> nodes.node('!{!"x"}'), nodes.module.metadata
    (0, ['!0 = !{!"x"}'])
    """

    module: ModuleText
    count: int = 0

    def node(self, text: str) -> int:
        """Adds a node and returns its number; `{self}` in the text stands for it."""
        number = self.count
        self.count += 1
        self.module.metadata.append(f"!{number} = {text.replace('{self}', f'!{number}')}")
        return number

    def named(self, text: str) -> None:
        """Adds named metadata."""
        self.module.metadata.append(text)
