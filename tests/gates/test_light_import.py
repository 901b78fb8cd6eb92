"""`import cutedsl` loads nothing of the compiler: programs that an earlier process compiled start without it."""

from __future__ import annotations

import subprocess
import sys

HEAVY = (
    "xdsl",
    "llvmlite",
    "torch",
    "jax",
    "cutedsl.ir",
    "cutedsl.passes",
    "cutedsl.codegen",
    "cutedsl.staging.rewrite.build",
)


def test_the_compiler_is_not_imported() -> None:
    code = f"import sys, cutedsl, cutedsl.cute, cutedsl.utils; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
