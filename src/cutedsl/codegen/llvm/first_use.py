"""Warms up LLVM for a target by compiling a trivial function."""

from __future__ import annotations

from typing import Final

from cutedsl.codegen.llvm.compile import Machine, optimise

_TEXT: Final = "define void @cutedsl_first_use(ptr %to) {\n  store i32 1, ptr %to\n  ret void\n}\n"
"""A larger text takes longer than it saves the next one."""


def use_first(machine: Machine) -> None:
    """Sends a store through the passes and the code generation that programs for `machine` go through."""
    optimise(_TEXT, machine).assembly()
