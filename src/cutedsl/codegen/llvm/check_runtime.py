"""The runtime that checked modules are linked with besides `runtime.py`: C of `native/check`, and shadows of memory."""

from __future__ import annotations

import re
from typing import Final

from cutedsl.codegen.llvm.runtime import declared_once
from cutedsl.native import built_text

_SORTS: Final = ("read", "write", "atomic", "ordered", "engine")
_WHO: Final = "ptr %ck, i32 %row, i64 %column, i64 %clock, i32 %site, i32 %kind"
_OF_VECTORS: Final = (
    ("void", "ordered_accesses", "ptr %ck, i32 %row, i32 %site, i32 %what, <32 x i64> %lanes, i32 %bits"),
    ("void", "hand_ons", "ptr %ck, i32 %row, i32 %what, <32 x i64> %lanes, i32 %bits"),
    ("void", "held", "ptr %ck, <32 x i64> %lanes, i32 %bits, i64 %bytes"),
    ("void", "lanes", "ptr %ck, i32 %row, i32 %site, i32 %size, <32 x i64> %lanes, i32 %active"),
    ("i32", "unbounded", "ptr %ck, i32 %row, i32 %site, i32 %kind, <32 x i64> %lanes, i32 %bits, i64 %size"),
    ("i32", "clash", "<32 x i64> %lanes, i32 %bits, i64 %bytes, ptr %values, i64 %count"),
    *(("void", f"{sort}.any", f"{_WHO}, <32 x i32> %lanes, i32 %bits, i32 %bytes") for sort in _SORTS),
    *(("void", f"{sort}.spans", f"{_WHO}, <32 x i64> %lanes, i32 %bits, i64 %bytes, i1 %told") for sort in _SORTS[:4]),
)
"""Functions that kernels give a vector, and C its address: `cute.check.<name>` calls `cute.check.<name>_at`."""


def _given_address(result: str, name: str, parameters: str) -> str:
    (kind,) = re.findall("<[^>]*>", parameters)
    passed = parameters.replace(f"{kind} %lanes", "ptr %place")
    said, value = ("", "") if result == "void" else ("%said = ", " %said")
    return f"""define {result} @cute.check.{name}({parameters}) noinline nounwind {{
  %place = alloca {kind}, align 256
  store {kind} %lanes, ptr %place, align 256
  {said}call {result} @cute.check.{name}_at({passed})
  ret {result}{value}
}}
"""


TEXT: Final = declared_once(built_text("check") + "".join(_given_address(*one) for one in _OF_VECTORS))
"""The runtime's LLVM text."""


def declarations(text: str) -> dict[str, str]:
    """By name, what a module declares to call a function of a text."""
    found = re.finditer(r"^define ((?!internal).*? @([\w.]+)\(.*?\)) .*\{$", text, re.M)
    return {match.group(2): re.sub(r" %[\w.]+", "", match.group(1)) for match in found}


DECLARATIONS: Final = declarations(TEXT)
"""By name, what a module declares to call a function of it."""
