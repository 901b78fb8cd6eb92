"""The run-time that generated code calls, in C, and the structures that both share; nothing here knows the compiler.

`structures.py` is the one table of structures. `scripts/build_native.py` makes `abi.h` of it, and LLVM text of the C
sources with clang, a tool of developers: `built/` is checked in, so that users need no C compiler.
"""

from __future__ import annotations

from importlib.resources import files


def built_text(name: str) -> str:
    """The LLVM text of a part of the run-time, as `built_text("cpu")`; the same for every processor and system."""
    return files(__name__).joinpath("built", f"{name}.ll").read_text(encoding="utf-8")
