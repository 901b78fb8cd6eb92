"""The call code of a compiled function: a CPython builtin beside the host function.

What differs from function to function is a table; the C that walks it (`native/python`) is the same for all.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.abi.call import CALL_SUFFIX, STATE_SUFFIX
from cutedsl.arch.abi.call_description import HostKind, PythonCall
from cutedsl.codegen.abi.constants import state_text, words_text
from cutedsl.codegen.abi.table import table_words
from cutedsl.codegen.llvm.runtime import declared_once
from cutedsl.native import built_text
from cutedsl.native.structures import structure

_CALL_STATE: Final = structure("CallState")

CALL_TEXT: Final = declared_once(built_text("call") + built_text("python"))
"""The LLVM text that every function's call code shares."""
CUDA_CALL_TEXT: Final = declared_once(built_text("call") + built_text("python") + built_text("cuda"))
"""The same for programs that launch on a GPU: it has the launcher too."""
CALL_DECLARATION: Final = "declare ptr @cute.call(ptr, ptr, ptr, ptr, ptr, i64, ptr, ptr)"


def call_text(description: PythonCall, host: str, kind: HostKind) -> str:
    """LLVM text to append to the module that defines the host function `host`.

    It defines `<host>.call` and `<host>.state`. The module is to be linked with `CALL_TEXT`.
    """
    state, call = f"{host}{STATE_SUFFIX}", f"{host}{CALL_SUFFIX}"
    slots = max(1, description.slot_count)
    return f"""{CALL_DECLARATION}
{state_text(state, _CALL_STATE)}
{words_text("cute.table", table_words(description, kind))}
define ptr @"{call}"(ptr %self, ptr %args, i64 %count, ptr %kwnames) {{
  %slots = alloca [{slots} x i64], align 8
  %result = call ptr @cute.call(ptr %self, ptr @"{state}", ptr @cute.table, ptr %slots, ptr %args, i64 %count, ptr %kwnames, ptr @"{host}")
  ret ptr %result
}}
"""  # noqa: E501
