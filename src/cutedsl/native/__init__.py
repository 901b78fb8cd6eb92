"""The run-time that generated code calls, in C, and the structures that both share; nothing here knows the compiler.

The tables of structures are data. `scripts/build_native.py` makes `abi.h` of them, and LLVM text of the C
sources with clang, a tool of developers: `built/` is checked in, so that users need no C compiler.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent


def built_text(name: str) -> str:
    """The LLVM text of a part of the run-time, as `built_text("cpu")`; the same for every processor and system."""
    return (_FOLDER / "built" / f"{name}.ll").read_text(encoding="utf-8")


def exported_text(name: str) -> str:
    """C that exported programs contain, with `$name` for what differs (`string.Template`)."""
    return (_FOLDER / "export" / name).read_text(encoding="utf-8")
