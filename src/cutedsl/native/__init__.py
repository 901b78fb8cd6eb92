"""The run-time that generated code calls, in C, and the structures that both share; nothing here knows the compiler.

`scripts/build_native.py` makes LLVM text of the C sources, and the places of the structures' fields, with clang, a tool
of developers: `built/` is checked in, so that users need no C compiler.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent


def built_file(name: str) -> str:
    """A file that the build made."""
    return (_FOLDER / "built" / name).read_text(encoding="utf-8")


def built_text(name: str) -> str:
    """The LLVM text of a part of the run-time, as `built_text("cpu")`; the same for every processor and system."""
    return built_file(f"{name}.ll")


def exported_text(name: str) -> str:
    """C that exported programs contain, with `$name` for what differs (`string.Template`)."""
    return (_FOLDER / "export" / name).read_text(encoding="utf-8")
