"""The runtime that every native module is linked with, in LLVM text: C of `native/`, built ahead.

It is compiled once for each machine, or for each process without a cache. What each block of a kernel with barriers
runs is compiled at code-generation level 1: a block then costs two thirds of its time at level 0. The rest is
`optnone`, which compiles fastest.
"""

from __future__ import annotations

import re
import sys
from typing import Final

from cutedsl.native import built_text


def declared_once(text: str) -> str:
    """The text with each declaration once, and none of what it defines."""
    lines = text.splitlines()
    defined = set(re.findall(r'^define .*?@("[^"]+"|[\w.]+)\(', text, re.M))
    declared = {_NAME.search(line)[1]: line for line in lines if line.startswith("declare ")}  # type: ignore[index]
    kept = [line for name, line in declared.items() if name not in defined]
    return "\n".join((*kept, *(line for line in lines if not line.startswith("declare ")))) + "\n"


_NAME: Final = re.compile(r'@("[^"]+"|[\w.]+)\(')


def text_for(*, linux: bool) -> str:
    """The runtime's LLVM text, with the handler of illegal accesses on Linux."""
    return declared_once(built_text("cpu") + built_text("faults.linux" if linux else "faults.plain"))


TEXT: Final = text_for(linux=sys.platform == "linux")
"""The runtime's LLVM text for this system."""

DECLARATIONS: Final = tuple(
    "declare " + re.sub(r" %\w+", "", match.group(1))
    for match in re.finditer(r"^define (?!internal)(.*?\)) .*\{$", TEXT, re.M)
)
"""What a module that uses the runtime declares."""
