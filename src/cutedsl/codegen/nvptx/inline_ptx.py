"""PTX that the author wrote, as LLVM's inline assembly."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import BFloat16Type, Float16Type
from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter
from cutedsl.codegen.nvptx.inline_asm import shared_address
from cutedsl.codegen.nvptx.value_types import value_type
from cutedsl.ir.types import PtrType

_SINCE: Final[Mapping[re.Pattern[str], tuple[int, int]]] = MappingProxyType(
    {
        re.compile(r"\b(st|red)\.async\b|\bmultimem\.|\bcvt\.\S*satfinite\S*x2\.f32"): (8, 1),
        re.compile(r"\b(atom|red)\.\S*\.v[248]\."): (8, 1),
        re.compile(r"\b(ld|st|atom)\.\S*\.b128\b|\btensormap\.|\bproxy\.tensormap\b"): (8, 3),
        re.compile(r"\.f32x2\b|\btcgen05\."): (8, 6),
        re.compile(r"\bcvt\.rs\b|\bkind::mxf4nvf4\b"): (8, 7),
        re.compile(r"\bblock_scale\S*\.block(16|32)\b|\btcgen05\.mma\S*\.block_scale(?!\S*scale_vec)"): (8, 8),
        re.compile(r"\b(max|min)\.\S*f32\s+[^,;]+,[^,;]+,[^,;]+,"): (8, 8),
        re.compile(r"\b(ld|st)\.\S*\.v8\.|\b(ld|st)\.\S*\.v4\.\w64\b"): (8, 8),
    }
)
"""The PTX versions of instructions that are later than their targets', whose version PTX of ours has otherwise.
Source: PTX ISA, "PTX ISA Notes" of each instruction."""


def _inline_ptx(e: KernelEmitter, op: Operation) -> None:
    constraints = string(op, "constraints")
    letters = [part for part in constraints.split(",") if part and not part.startswith("~")]
    inputs = letters[len(op.results) :]
    args = [_argument(e, value, letter) for value, letter in zip(op.operands, inputs, strict=True)]
    kinds = [_register(value) for value in op.results]
    result = "void" if not kinds else kinds[0] if len(kinds) == 1 else f"{{ {', '.join(kinds)} }}"
    e.ptx_used.update(version for pattern, version in _SINCE.items() if pattern.search(string(op, "text")))
    text = string(op, "text").replace("\\", "\\5C").replace('"', "\\22").replace("\n", "\\0A").replace("\t", " ")
    side = "" if string(op, "effects") == "none" else "sideeffect "
    listed = constraints if not side or "memory" in constraints else ",".join(filter(None, (constraints, "~{memory}")))
    line = f'call {result} asm {side}"{text}", "{listed}"({", ".join(args)}) nounwind'
    if not kinds:
        e.f.do(line)
        return
    made = e.f.op(line)
    for k, value in enumerate(op.results):
        part = made if len(kinds) == 1 else e.f.op(f"extractvalue {result} {made}, {k}")
        wanted = value_type(value.type)
        e.values[value] = part if wanted == kinds[k] else e.f.op(f"bitcast {kinds[k]} {part} to {wanted}")


def _argument(e: KernelEmitter, value: SSAValue, letter: str) -> str:
    if isinstance(value.type, PtrType):
        if letter == "r":
            return " ".join(shared_address(e, value))
        generic = e.f.op(f"addrspacecast {e.typed(value)} to ptr") if "addrspace" in e.typed(value) else e.text(value)
        return f"i64 {e.f.op(f'ptrtoint ptr {generic} to i64')}"
    wanted = _register(value)
    own = value_type(value.type)
    return f"{wanted} {e.text(value) if wanted == own else e.f.op(f'bitcast {e.typed(value)} to {wanted}')}"


def _register(value: SSAValue) -> str:
    """The LLVM type of a value in an asm statement: 16-bit floats are bits there."""
    return "i16" if isinstance(value.type, Float16Type | BFloat16Type) else value_type(value.type)


INLINE_PTX: Final[Mapping[str, Handler]] = MappingProxyType({"cute.inline_ptx": _inline_ptx})
