"""bfloat16 on the CPU is 16 bits of an integer; LLVM's own type is a name in the text that is rewritten at the end.

LLVM passes a value of its type from one basic block to the next as a float32. To come back it needs
`vcvtneps2bf16`, which flushes subnormal numbers, or where the processor lacks that the function `__truncsfbf2`, which
no process has. Source: LLVM, `TargetLoweringBase::computeRegisterProperties` (a soft-promoted type in registers).
"""

from __future__ import annotations

import re
from typing import Final

from cutedsl.codegen.llvm.text import ModuleText

_NAME: Final = "bfloat"
_PARTS: Final = re.compile(r"\b(?P<type>bfloat)\b|\b0xR(?P<bits>[0-9A-F]{4})\b|(?P<intrinsic>@llvm\.[\w.]*bf16[\w.]*)")
_STRUCTURE: Final = "%record."


def take_bits_for_bfloats(text: ModuleText) -> None:
    """Makes `i16` of the type in functions, declarations and structures; constants in them become integers.

    >>> module = ModuleText(functions=["call <2 x bfloat> @llvm.masked.load.v2bf16.p0(bfloat 0xR8000)"])
    >>> take_bits_for_bfloats(module)
    >>> module.functions
    ['call <2 x i16> @llvm.masked.load.v2i16.p0(i16 -32768)']
    """
    text.functions[:] = map(_with_bits, text.functions)
    text.globals[:] = (_with_bits(line) if line.startswith(_STRUCTURE) else line for line in text.globals)
    text.declarations = dict.fromkeys(map(_with_bits, text.declarations))


def _with_bits(text: str) -> str:
    return _PARTS.sub(_part, text) if _NAME in text or "bf16" in text else text


def _part(found: re.Match[str]) -> str:
    if found["type"]:
        return "i16"
    if found["intrinsic"]:
        return found["intrinsic"].replace("bf16", "i16")
    bits = int(found["bits"], 16)
    return str(bits - (bits >> 15 << 16))
