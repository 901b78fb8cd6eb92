"""What a function does where an access lies outside: written once for all accesses whose reports are the same.

A report is a call of eight arguments. A kernel of 500 accesses would have as many, which is a sixth of the time that
LLVM takes for it, and two relocations each for who loads the program. What differs from one access to the next (its
place in the program, its offset) is a phi of the block that they share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cutedsl.codegen.llvm.text import FunctionText

Write = Callable[[Sequence[str]], None]
"""Writes a report, given the names of what differs, and ends its block."""


@dataclass(slots=True)
class _Report:
    label: str
    kinds: Sequence[str]
    write: Write
    come: list[tuple[Sequence[str], str]] = field(default_factory=list[tuple[Sequence[str], str]])


@dataclass(slots=True)
class Reports:
    """The shared reports of a function, by all that is the same in them."""

    found: dict[tuple[object, ...], _Report] = field(default_factory=dict[tuple[object, ...], _Report])

    def join(self, f: FunctionText, key: tuple[object, ...], differ: Sequence[tuple[str, str]], write: Write) -> None:
        """Ends the block with a report; `differ` are (type, text) pairs.

        What else the report reads has to be named in the key: so it is defined wherever one of its accesses is.
        """
        report = self.found.get(key)
        if report is None:
            report = self.found[key] = _Report(f.label("report"), [kind for kind, _ in differ], write)
        report.come.append(([text for _, text in differ], f.block))
        f.branch(report.label)

    def finish(self, f: FunctionText) -> None:
        """Writes the blocks of all reports, after a block that was ended."""
        for report in self.found.values():
            f.begin(report.label)
            columns = zip(*(texts for texts, _ in report.come), strict=True)
            blocks = [block for _, block in report.come]
            names = [
                f.phi(kind, *zip(texts, blocks, strict=True)) for kind, texts in zip(report.kinds, columns, strict=True)
            ]
            report.write(names)
        self.found.clear()
