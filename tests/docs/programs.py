"""Read programs and commands from Markdown pages, and run them as a reader would, each in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.forked import run_forked

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 110
"""Ends programs that hang before the test's own limit does; those of torch.compile take 10 s of processor time."""


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block of a Markdown page; `line` is the number of its first line of content."""

    language: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Command:
    """One `$ ...` line of a console block, with the output lines shown under it."""

    text: str
    shown: tuple[str, ...]


def blocks(page: Path, language: str) -> list[Block]:
    """Return the page's fenced blocks of one language, in order."""
    text = page.read_text(encoding="utf-8")
    found = re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [
        Block(match[1], match[2], text.count("\n", 0, match.start(2)) + 1) for match in found if match[1] == language
    ]


def as_program(found: Sequence[Block]) -> str:
    """Join Python blocks into one program in which every line keeps the number that it has in the page."""
    program = ""
    for block in found:
        program += "\n" * (block.line - 1 - program.count("\n")) + block.text
    return program


def commands(block: Block) -> list[Command]:
    """Split a console block into commands with the output that is shown for each."""
    found: list[Command] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:], ()))
        elif found and line.strip():
            last = found.pop()
            found.append(Command(last.text, (*last.shown, line)))
    return found


def first_missing(shown: Sequence[str], output: str) -> str | None:
    """Return the first shown line that the output lacks, in order; `...` alone stands for any lines."""
    rest = iter(output.splitlines())
    for line in shown:
        wanted = line.rstrip()
        if wanted.strip() != "..." and all(wanted != got.rstrip() for got in rest):
            return line
    return None


def run(arguments: Sequence[str], folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run Python with `arguments`, in a fork; stderr is joined to stdout, and a run past the limit raises.

    The fork has loaded torch where a file of the arguments imports it.
    """
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "NO_COLOR": "1"}
    with_torch = any(imports_torch(Path(folder, word)) for word in arguments if word.endswith(".py"))
    return run_forked(arguments, folder, environment, TIMEOUT_S, joined=True, with_torch=with_torch)


def imports_torch(program: Path) -> bool:
    """Whether a program needs torch, so that a fork that has loaded it saves two seconds."""
    return re.search(r"^ *(import torch|from torch)\b", program.read_text(encoding="utf-8"), re.MULTILINE) is not None
