"""The runtime that every native module is linked with, in LLVM text: most of it is C (`native/cpu`), built ahead.

It is compiled once a machine, or a process that has no cache: what each block of a kernel with barriers comes through
at code-generation level 1 (a block costs two thirds of what it does at level 0), the rest, which is `optnone`, as fast
as LLVM can.
"""

from __future__ import annotations

import re
from typing import Final

from cutedsl.codegen.llvm.fault_runtime import FAULTS
from cutedsl.codegen.llvm.lane_runtime import LANES
from cutedsl.codegen.llvm.launch_runtime import LAUNCHER
from cutedsl.codegen.llvm.scheduler import IN_ORDER, run_text
from cutedsl.native import built_text


def declared_once(text: str) -> str:
    """The text with each declaration once, and none of what it defines."""
    lines = text.splitlines()
    defined = set(re.findall(r"^define .*?@([\w.]+)\(", text, re.M))
    declared = {_NAME.search(line)[1]: line for line in lines if line.startswith("declare ")}  # type: ignore[index]
    kept = [line for name, line in declared.items() if name not in defined]
    return "\n".join((*kept, *(line for line in lines if not line.startswith("declare ")))) + "\n"


_NAME: Final = re.compile(r"@([\w.]+)\(")

_COROUTINES: Final = """
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.resume(ptr)
declare i1 @llvm.coro.done(ptr)
define i1 @cute.ended(ptr %coroutine) noinline {
  %over = call i1 @llvm.coro.done(ptr %coroutine)
  ret i1 %over
}
"""
"""What C cannot say."""

_RUN: Final = run_text("cute.run", IN_ORDER)
TEXT: Final = declared_once(built_text("cpu") + _COROUTINES + LANES + FAULTS + LAUNCHER + _RUN)
"""The runtime's LLVM text."""

DECLARATIONS: Final = tuple(
    "declare " + re.sub(r" %\w+", "", match.group(1))
    for match in re.finditer(r"^define (?!internal)(.*?\)) .*\{$", TEXT, re.M)
)
"""What a module that uses the runtime declares."""
