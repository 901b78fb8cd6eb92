"""The runtime that checked modules are linked with besides `runtime.py`."""

from __future__ import annotations

import re
from typing import Final

from cutedsl.codegen.llvm.check_clashes import CLASHES
from cutedsl.codegen.llvm.check_clocks import CLOCKS
from cutedsl.codegen.llvm.check_global import GLOBAL
from cutedsl.codegen.llvm.check_handoffs import HANDOFFS
from cutedsl.codegen.llvm.check_measure import MEASURE
from cutedsl.codegen.llvm.check_multiplies import MULTIPLIES
from cutedsl.codegen.llvm.check_shared import SHARED
from cutedsl.codegen.llvm.check_unbounded import UNBOUNDED
from cutedsl.codegen.llvm.runtime import declared_once
from cutedsl.codegen.llvm.scheduler import DRAWN, run_text

_SCHEDULER: Final = """declare i64 @cute.progress(ptr, i32)
declare i1 @cute.poll(ptr, ptr)
declare void @cute.stood(ptr, ptr, i32)
declare i1 @cute.deadlock(ptr, ptr, i32)
declare void @cute.stuck(ptr, ptr, i32, i32)
declare void @llvm.coro.resume(ptr)
declare i1 @llvm.coro.done(ptr)
""" + run_text("cute.check.run", DRAWN)

TEXT: Final = declared_once(
    SHARED + CLOCKS + HANDOFFS + GLOBAL + MULTIPLIES + MEASURE + UNBOUNDED + CLASHES + _SCHEDULER
)
"""The runtime's LLVM text."""

DECLARATIONS: Final = {
    match.group(2): re.sub(r" %[\w.]+", "", match.group(1))
    for match in re.finditer(r"^define ((?!internal).*? @([\w.]+)\(.*?\)) .*\{$", TEXT, re.M)
}
"""By name, what a module declares to call a function of it."""
