"""`wgmma_mma_async` of `cutlass._mlir.dialects.nvvm`: a warp group's multiply of matrices by their descriptors."""

from __future__ import annotations

import re
from enum import Enum, StrEnum
from typing import Any

from cutedsl.compat.mlir.llvm import Struct, StructType, inline_asm
from cutedsl.errors import fail


class WGMMATypes(StrEnum):
    """The types of elements."""

    f16 = "f16"
    bf16 = "bf16"
    tf32 = "tf32"
    e4m3 = "e4m3"
    e5m2 = "e5m2"
    s8 = "s8"
    u8 = "u8"
    f32 = "f32"
    s32 = "s32"


class WGMMAScaleOut(Enum):
    """Whether the sums so far are added."""

    zero = 0
    one = 1


class WGMMAScaleIn(Enum):
    """The sign of an operand."""

    neg = -1
    one = 1


class MMALayout(Enum):
    """How a matrix is ordered; K is contiguous in A by rows and in B by columns."""

    row = "row"
    col = "col"


_SHAPE = re.compile(r"#nvvm\.shape<m\s*=\s*64,\s*n\s*=\s*(\d+),\s*k\s*=\s*(\d+)>")
_HALVES = (WGMMATypes.f16, WGMMATypes.bf16)


def wgmma_mma_async(
    results: StructType,
    inouts: Struct,
    descriptor_a: Any,
    descriptor_b: Any,
    shape: Any,
    type_a: WGMMATypes,
    type_b: WGMMATypes,
    type_d: WGMMATypes,
    scale_d: WGMMAScaleOut,
    scale_a: WGMMAScaleIn,
    scale_b: WGMMAScaleIn,
    layout_a: MMALayout,
    layout_b: MMALayout,
    *,
    sat_finite: object = None,
    loc: object = None,
    ip: object = None,
) -> Struct:
    """The sums after one multiply of M = 64, both matrices in shared memory; they are there after a wait.

    Shapes: `#nvvm.shape<m = 64, n = N, k = K>`; a thread has N / 2 sums. Errors: not-yet for other shapes and for sums
    of Float16.
    """
    found, count = _SHAPE.fullmatch(str(shape)), len(inouts.parts)
    if found is None or count != int(found[1]) // 2 or type_d is WGMMATypes.f16:
        raise fail("not-yet", f"`nvvm.wgmma_mma_async` of the shape {shape} with {count} sums a thread")
    sums = "{" + ", ".join(f"${k}" for k in range(count)) + "}"
    scales = [] if type_d is WGMMATypes.s32 else [scale_a.value, scale_b.value]
    if type_a in _HALVES:
        scales += [int(layout_a is MMALayout.col), int(layout_b is MMALayout.row)]
    name = f"wgmma.mma_async.sync.aligned.m64n{found[1]}k{found[2]}.{type_d}.{type_a}.{type_b}"
    flags = "".join(f", {scale}" for scale in scales)
    letter = "=r" if type_d is WGMMATypes.s32 else "=f"
    return inline_asm(
        results,
        [*inouts.parts, descriptor_a, descriptor_b],
        f"{{ .reg .pred p; setp.ne.s32 p, {scale_d.value}, 0; "
        f"{name} {sums}, ${2 * count}, ${2 * count + 1}, p{flags}; }}",
        ",".join([letter] * count + [str(k) for k in range(count)] + ["l", "l"]),
        has_side_effects=True,
    )
