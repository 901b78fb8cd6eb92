"""The call code of a compiled function: a CPython builtin beside the host function.

What differs from function to function is a table and a few instructions; the code that walks the table is the same for
all (`CALL_TEXT`) and is compiled once a process.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.call_abi import CALL_SUFFIX, STATE_BYTES, STATE_SUFFIX, WORD_BYTES
from cutedsl.arch.call_description import HostKind, PythonCall
from cutedsl.codegen.abi.direct import DIRECT_CALL
from cutedsl.codegen.abi.invoke import INVOKE
from cutedsl.codegen.abi.table import table_words
from cutedsl.codegen.abi.view import VIEW
from cutedsl.codegen.abi.walk import FILL
from cutedsl.native import built_text

CALL_TEXT: Final = VIEW + FILL + INVOKE + DIRECT_CALL + built_text("call")
"""The LLVM text that every function's call code shares."""
CALL_DECLARATION: Final = "declare ptr @cute.call(ptr, ptr, ptr, ptr, ptr, i64, ptr, ptr)"


def call_text(description: PythonCall, host: str, kind: HostKind) -> str:
    """LLVM text to append to the module that defines the host function `host`.

    It defines `<host>.call` and `<host>.state`. The module is to be linked with `CALL_TEXT`.
    """
    words = table_words(description, kind)
    table = ", ".join(f"i64 {word}" for word in words)
    state, call = f'@"{host}{STATE_SUFFIX}"', f'@"{host}{CALL_SUFFIX}"'
    slots = max(1, description.slot_count)
    return f"""{CALL_DECLARATION}
{state} = global [{STATE_BYTES // WORD_BYTES} x i64] zeroinitializer, align 8
@cute.table = private constant [{len(words)} x i64] [{table}], align 8
define ptr {call}(ptr %self, ptr %args, i64 %count, ptr %kwnames) {{
entry:
  %slots = alloca [{slots} x i64], align 8
  %result = call ptr @cute.call(ptr %self, ptr {state}, ptr @cute.table, ptr %slots, ptr %args, i64 %count, ptr %kwnames, ptr @"{host}")
  ret ptr %result
}}
"""  # noqa: E501
