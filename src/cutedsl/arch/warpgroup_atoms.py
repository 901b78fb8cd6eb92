"""The matrix multiply-adds of a warp group (`wgmma`), and the shared-memory layouts that their descriptors can hold.

Sources: BSD-3 `cute/atom/mma_traits_sm90_gmma.hpp`; PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from cutedsl.arch.atom_records import Availability, MmaRecord
from cutedsl.errors import internal_error
from cutedsl.layout import Layout, Swizzle

SM90A: Final = Availability((9, 0), (8, 0), ("sm_90a",))
_GROUP: Final = Layout("128:1")

# (D, A, B) by bits of an element of A; tf32 counts 32.
FLOAT_KINDS: Final = (
    ("f16", "f16", "f16"),
    ("f32", "f16", "f16"),
    ("f32", "bf16", "bf16"),
    ("f32", "tf32", "tf32"),
    *((d, a, b) for d in ("f16", "f32") for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")),
)
INT_KINDS: Final = tuple(("s32", a, b) for a in ("s8", "u8") for b in ("s8", "u8"))
K_OF: Final = MappingProxyType({"f16": 16, "bf16": 16, "tf32": 8, "e4m3": 32, "e5m2": 32, "s8": 32, "u8": 32})
_A_IN_REGISTERS: Final = MappingProxyType(
    {
        16: "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))",
        32: "((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))",
        8: "((4,8,4),(2,2)):((64,1,16),(8,256))",
    }
)
_FLAGS: Final = frozenset({"ra", "ta", "tb"})


def columns_of(type_a: str) -> tuple[int, ...]:
    """The N that an instruction takes: multiples of 8 up to 256; integers 8, 24 and multiples of 16."""
    if type_a in ("s8", "u8"):
        return (8, 24, *range(16, 257, 16))
    return tuple(range(8, 257, 8))


@lru_cache(maxsize=2048)
def warpgroup_record(name: str) -> MmaRecord:
    """The record of `wgmma.m64n<N>k<K>.<D>.<A>.<B>[.ra][.ta][.tb]`.

    `.ra`: A comes from registers; `.ta`, `.tb`: A or B lies MN-major in shared memory.

    >>> str(warpgroup_record("wgmma.m64n128k16.f32.bf16.bf16").c)
    '((4,8,4),(2,2,16)):((128,1,16),(64,8,512))'
    """
    _, shape, d, a, b, *flags = name.split(".")
    n = int(shape[4 : shape.index("k")])
    k = K_OF[a]
    kinds = (*FLOAT_KINDS, *INT_KINDS)
    if (
        shape != f"m64n{n}k{k}"
        or (d, a, b) not in kinds
        or n not in columns_of(a)
        or not {"ra", "ta", "tb"}.issuperset(flags)
    ):
        raise internal_error(f"no multiply-add {name!r}")
    layout_a = Layout(_A_IN_REGISTERS[k]) if "ra" in flags else Layout((128, (64, k)), (0, (1, 64)))
    return MmaRecord(
        name,
        "wgmma",
        (64, n, k),
        d,
        a,
        b,
        d,
        _GROUP,
        layout_a,
        Layout((128, (n, k)), (0, (1, n))),
        Layout(((4, 8, 4), (2, 2, n // 8)), ((128, 1, 16), (64, 8, 512))),
        SM90A,
        f"wgmma.mma_async.sync.aligned.{shape}.{d}.{a}.{b}",
        _header(n, k, (d, a, b), "ra" in flags),
    )


def _header(n: int, k: int, kinds: tuple[str, str, str], registers: bool) -> str:
    """The name in the headers; 8- and 32-bit operands are K-major only and say so."""
    types = "".join(kind.upper() for kind in kinds)
    tail = "" if k == 16 else "_TN"
    return f"SM90_64x{n}x{k}_{types}_{'RS' if registers else 'SS'}{tail}"


@dataclass(frozen=True, slots=True)
class SmemAtom:
    """One of the eight shared-memory layouts that a descriptor holds: `bits` of each row, 8 rows, a byte swizzle.

    `layout_type` is the descriptor's field (PTX ISA, "Matrix Descriptor"): 0 none, 1 128 bytes, 2 64 bytes, 3 32 bytes.
    """

    name: str
    major: str
    row_bits: int
    swizzle: Swizzle
    layout_type: int

    def layout(self, elem_bits: int) -> Layout:
        """The atom in elements.

        >>> print(SMEM_ATOMS["K_SW128"].layout(16), SMEM_ATOMS["MN_SW64"].layout(16))
        (8,64):(64,1) (32,8):(1,32)
        """
        row = self.row_bits // elem_bits
        return Layout((8, row), (row, 1)) if self.major == "K" else Layout((row, 8), (1, row))


_SMEM: Final = tuple(
    SmemAtom(f"{major}_{kind}", major, row_bits, Swizzle(bits, 4, 3), layout_type)
    for major in ("MN", "K")
    for kind, row_bits, bits, layout_type in (
        ("INTER", 128, 0, 0),
        ("SW32", 256, 1, 3),
        ("SW64", 512, 2, 2),
        ("SW128", 1024, 3, 1),
    )
)
SMEM_ATOMS: Final = MappingProxyType({one.name: one for one in _SMEM})
"""The shared-memory layout atoms of warp-group multiplies, by `SmemLayoutAtomKind` name."""
