"""The manifest: which programs there are, where they lie, how they are started and what a right run prints."""

from __future__ import annotations

import csv
import fnmatch
import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
STAND_INS = HERE / "stand_ins"
"""Modules of ours in the place of drawing packages that some programs import."""


@dataclass(frozen=True, slots=True)
class Source:
    """A public repository: `short` is its folder among the copies, `folders` are the only ones to read of it."""

    short: str
    repository: str
    folders: tuple[str, ...]
    licence: str


@dataclass(frozen=True, slots=True)
class Program:
    """One run of one program.

    Attributes:
        folder: Where it is started, below the folder of prepared copies; its first part is a source's `short`.
        argv: What follows `cutedsl run`.
        timeout_s: Seconds on an idle machine, with room to spare.
        must_print, must_not_print: Several programs exit with 0 after they failed.
        reference: NVIDIA's package 4.8.1 runs it on an H200; None where that was not tried.
        retired: There it stops at a name that 4.8 no longer has.
        device: "cuda" for a program that is too large for a CPU.
        real_size: An example at the size of its kernel's benchmark; it needs a GPU, and runs only where asked for.
        pythonpath: A folder to import from, seen from `folder`.
        notebook: The notebook, in `folder`, that `prepare` turns into the program.
        write: Files that `prepare` adds: name to text.
    """

    id: str
    folder: str
    argv: tuple[str, ...]
    timeout_s: float
    must_print: str = ""
    must_not_print: str = ""
    reference: bool | None = None
    retired: bool = False
    device: str = ""
    real_size: bool = False
    pythonpath: str = ""
    notebook: str = ""
    write: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def short(self) -> str:
        """The source that it is of."""
        return self.folder.partition("/")[0]

    @property
    def needs_gpu(self) -> bool:
        """Whether a CPU would take too long."""
        return self.device == "cuda" or self.real_size


@cache
def sources() -> tuple[Source, ...]:
    """The repositories of the manifest."""
    with (HERE / "sources.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            Source(row["short"], row["repository"], tuple(row["folders"].split()), row["licence"])
            for row in csv.DictReader(file)
        )


@cache
def programs() -> tuple[Program, ...]:
    """All programs, in the manifest's order. Errors: ValueError for a program twice, or of no source."""
    rows = json.loads((HERE / "programs.json").read_text(encoding="utf-8"))
    found = tuple(Program(**{**row, "argv": tuple(row["argv"])}) for row in rows)
    if len({one.id for one in found}) != len(found):
        raise ValueError("programs.json has an id twice")
    if unknown := {one.short for one in found} - {one.short for one in sources()}:
        raise ValueError(f"programs.json names sources that sources.csv lacks: {sorted(unknown)}")
    return found


def chosen(only: str, device: str, *, real_size: bool = False) -> list[Program]:
    """The programs to run: `only` are patterns of ids, with commas; a pattern that fits none is a ValueError."""
    patterns = only.split(",")
    for pattern in patterns:
        if not any(fnmatch.fnmatchcase(one.id, pattern) for one in programs()):
            raise ValueError(f"no program's id fits {pattern!r}")
    return [
        one
        for one in programs()
        if any(fnmatch.fnmatchcase(one.id, pattern) for pattern in patterns)
        and (device == "cuda" or not one.needs_gpu)
        and (real_size or not one.real_size)
    ]
