"""The runtime that modules with tensor memory are linked with besides `runtime.py`: C of `native/tensor`."""

from __future__ import annotations

import re
from typing import Final

from cutedsl.codegen.llvm.runtime import declared_once
from cutedsl.native import built_text

TEXT: Final = declared_once(built_text("tensor"))
"""The runtime's LLVM text."""

DECLARATIONS: Final = {
    match.group(2): re.sub(r" %[\w.]+", "", match.group(1))
    for match in re.finditer(r"^define ((?!internal).*? @cute\.tensor\.([\w.]+)\(.*?\)) .*\{$", TEXT, re.M)
}
"""By name, what a module declares to call a function of it."""
