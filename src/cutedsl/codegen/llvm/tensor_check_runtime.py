"""What checked modules with tensor memory are linked with besides both runtimes: C of `native/tensor_check`."""

from __future__ import annotations

from typing import Final

from cutedsl.codegen.llvm.check_runtime import declarations
from cutedsl.codegen.llvm.runtime import declared_once
from cutedsl.native import built_text

TEXT: Final = declared_once(built_text("tensor_check"))
"""The runtime's LLVM text."""

DECLARATIONS: Final = declarations(TEXT)
"""By name, what a module declares to call a function of it."""
