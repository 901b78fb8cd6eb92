"""The matrix multiply-adds of a warp whose A holds two of four elements of each row (one of two for tf32).

A's layout is (thread, value) -> element of the stored (M,K/2); `metadata` is (thread, value) -> element of the whole
(M,K) that the thread's 32-bit register describes. Its bits are shared out evenly, lowest first: four bits for each
four elements, which are two indices of two bits, ascending. For tf32 the four bits of two elements are 4 (the first
is stored) or 14. Sources: PTX ISA, "Sparse matrix fragments"; A, B and C as of the dense multiplies; the metadata as
in the BSD-3 headers `cute/atom/mma_traits_sm90_gmma_sparse.hpp` (ELayout, one warp of it) and
`mma_traits_sm120_sparse.hpp`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from cutedsl.arch.atoms.records import MmaRecord, layout_of
from cutedsl.arch.availability import Availability

_SM80: Final = Availability((8, 0), (8, 5))
_SM89: Final = Availability((8, 9), (8, 5))
_C: Final = "((4,8),(2,2)):((32,1),(16,8))"
# By K and bits of an element: the layouts of A (stored), B and the metadata.
_LAYOUTS: Final = {
    (16, 16): ("((4,8),(2,2)):((32,1),(16,8))", "((4,8),(2,2)):((16,1),(8,64))", "((4,8),(16,2)):((0,1),(16,8))"),
    (32, 16): (
        "((4,8),(2,2,2)):((32,1),(16,8,128))",
        "((4,8),(2,4)):((16,1),(8,64))",
        "((2,2,8),(16,2)):((256,0,1),(16,8))",
    ),
    (8, 32): ("((4,8),2):((16,1),8)", "((4,8),2):((8,1),32)", "((4,8),(8,2)):((0,1),(16,8))"),
    (16, 32): ("((4,8),(2,2)):((16,1),(8,64))", "((4,8),4):((8,1),32)", "((2,2,8),(8,2)):((128,0,1),(16,8))"),
    (32, 8): ("((4,8),(4,2)):((64,1),(16,8))", "((4,8),(4,2)):((32,1),(8,128))", "((2,2,8),32):((8,0,1),16)"),
    (64, 8): ("((4,8),(4,2,2)):((64,1),(16,8,256))", "((4,8),(4,4)):((32,1),(8,128))", "((2,2,8),32):((8,512,1),16)"),
}


def _row(k: int, bits: int, d: str, a: str, b: str, where: Availability = _SM80) -> MmaRecord:
    layout_a, layout_b, metadata = map(layout_of, _LAYOUTS[k, bits])
    ptx = f"mma.sp::ordered_metadata.sync.aligned.m16n8k{k}.row.col.{d}.{a}.{b}.{d}"
    name, shape, warp = f"mma.sp.m16n8k{k}.{d}.{a}.{b}", (16, 8, k), layout_of("32:1")
    return MmaRecord(
        name, "mma", shape, d, a, b, d, warp, layout_a, layout_b, layout_of(_C), where, ptx, "", False, metadata
    )


_TABLE: Final = (
    *(_row(k, 16, d, ab, ab) for k in (16, 32) for d, ab in (("f16", "f16"), ("f32", "f16"), ("f32", "bf16"))),
    *(_row(k, 32, "f32", "tf32", "tf32") for k in (8, 16)),
    *(_row(k, 8, "s32", a, b) for k in (32, 64) for a in ("s8", "u8") for b in ("s8", "u8")),
    *(_row(64, 8, "f32", a, b, _SM89) for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")),
)

SPARSE_ATOMS: Final = MappingProxyType({one.name: one for one in _TABLE})
"""Every sparse warp multiply-add by name; none ran on hardware yet."""
