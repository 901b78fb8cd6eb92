"""The matrix multiply-adds of a warp whose operands have scale factors, of sm_120a and sm_121a.

A thread holds A in four 32-bit words and B in two, element 0 in the low bits. An element has 4 bits for kinds mxf4
and mxf4nvf4, and a byte for mxf8f6f4. There a 6-bit number stands in bits 5 to 0 of its byte, a 4-bit one in bits 5
to 2. A sparse multiply takes twice the K with as many words of A, and a factor for twice as many elements: A stores
two of four elements, of kinds mxf4 and mxf4nvf4 two of four pairs. Sources: PTX ISA, "mma.sync with block scaling",
"mma.sp"; BSD-3 `cute/atom/mma_traits_sm120.hpp` and `mma_traits_sm120_sparse.hpp`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from cutedsl.arch.atoms.records import MmaRecord, ScaleFactors, layout_of
from cutedsl.arch.availability import Availability

_SM120A: Final = Availability((12, 0), (8, 8), ("sm_120a", "sm_121a"))
_C: Final = "((4,8),(2,2)):((32,1),(16,8))"
# By K: the layouts of A and B.
_LAYOUTS: Final = {
    32: ("((4,8),(4,2,2)):((64,1),(16,8,256))", "((4,8),(4,2)):((32,1),(8,128))"),
    64: ("((4,8),(8,2,2)):((128,1),(16,8,512))", "((4,8),(8,2)):((64,1),(8,256))"),
}
# By K: the layouts of A (stored), B and the metadata.
_SPARSE_LAYOUTS: Final = {
    64: ("((4,8),(4,2,2)):((64,1),(16,8,256))", "((4,8),(4,4)):((32,1),(8,128))", "((2,2,8),32):((8,512,1),16)"),
    128: ("((4,8),(8,2,2)):((128,1),(16,8,512))", "((4,8),(8,4)):((64,1),(8,256))", "((2,2,8),64):((8,1024,1),16)"),
}
NARROW_BITS: Final = MappingProxyType({"e4m3": 8, "e5m2": 8, "e2m3": 6, "e3m2": 6, "e2m1": 4})


def _row(kind: str, a: str, b: str, scale: str, block: int, *, sparse: bool = False) -> MmaRecord:
    k, bits = (32, 8) if kind == "mxf8f6f4" else (64, 4)
    mark = spelled = ""
    layouts = _LAYOUTS[k]
    if sparse:
        k, block, mark, spelled = 2 * k, 2 * block, ".sp", ".sp::ordered_metadata"
        layouts = _SPARSE_LAYOUTS[k]
    layout_a, layout_b, *metadata = map(layout_of, layouts)
    factors = ScaleFactors(
        scale, block, layout_of(f"((2,2,8),{k}):((8,0,1),16)"), layout_of(f"((4,8),{k}):((0,1),8)"), bits
    )
    words = f"m16n8k{k}.row.col.kind::{kind}.block_scale.scale_vec::{k // block}X.f32.{a}.{b}.f32.{scale}"
    name, shape = f"mma{mark}.{kind}.m16n8k{k}.f32.{a}.{b}.{scale}.{k // block}X", (16, 8, k)
    return MmaRecord(
        name, "mma", shape, "f32", a, b, "f32", layout_of("32:1"), layout_a, layout_b, layout_of(_C), _SM120A,
        f"mma{spelled}.sync.aligned.{words}", tested=False, metadata=metadata[0] if sparse else None, scales=factors,
    )  # fmt: skip


_FORMS: Final = (
    *(("mxf8f6f4", a, b, "ue8m0", 32) for a in NARROW_BITS for b in NARROW_BITS),
    ("mxf4", "e2m1", "e2m1", "ue8m0", 32),
    ("mxf4nvf4", "e2m1", "e2m1", "ue8m0", 32),
    ("mxf4nvf4", "e2m1", "e2m1", "ue4m3", 16),
)

SCALED_ATOMS: Final = MappingProxyType(
    {one.name: one for sparse in (False, True) for form in _FORMS for one in (_row(*form, sparse=sparse),)}
)
"""Every block-scaled warp multiply-add by name, dense and sparse; none ran on hardware yet."""
