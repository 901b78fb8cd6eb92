"""What of each PTX instruction's modifiers the CPU's rules take into account; any other makes it a named error.

A modifier that a rule did not know of would otherwise be left out, and the result would be another one without a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cutedsl.passes.ptx.registers import TYPES
from cutedsl.passes.ptx.text import Instruction

_SPACES = "global shared shared_cta shared_cluster"
_MODES = "rn rz rm rp"
_SCOPES = "cta cluster gpu sys"
_CACHES = "ca cg cs lu cv wb wt"
_COMPARISONS = "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan"
_TEXTS: Final = {
    "mov": "", "and": "", "or": "", "xor": "", "not": "", "shl": "", "shr": "", "lop3": "", "prmt": "", "popc": "",
    "clz": "", "brev": "", "bfe": "", "bfi": "", "selp": "", "rem": "", "trap": "", "activemask": "", "copysign": "",
    "dp4a": "", "nanosleep": "", "addc": "cc", "subc": "cc", "madc": "lo hi cc",
    "add": f"{_MODES} ftz sat cc", "sub": f"{_MODES} ftz sat cc", "mul": f"lo hi wide {_MODES} ftz sat",
    "mad": f"lo hi wide {_MODES} ftz sat cc", "fma": f"{_MODES} ftz sat relu", "div": f"{_MODES} approx full ftz",
    "rcp": f"approx {_MODES} ftz", "sqrt": f"approx {_MODES} ftz",
    "min": "ftz NaN abs xorsign", "max": "ftz NaN abs xorsign",
    "neg": "ftz", "abs": "ftz", "rsqrt": "approx ftz", "ex2": "approx ftz", "lg2": "approx ftz", "sin": "approx ftz",
    "cos": "approx ftz", "tanh": "approx", "shf": "l r wrap clamp",
    "setp": f"{_COMPARISONS} and or xor ftz",
    "cvt": "rn rna rz rm rp rni rzi rmi rpi rs ftz sat satfinite relu tf32 e4m3x2 e5m2x2 e2m3x2 e3m2x2 e2m1x2 ue8m0x2"
    " e4m3x4 e5m2x4 e2m3x4 e3m2x4 e2m1x4",
    "ld": f"{_SPACES} {_SCOPES} {_CACHES} weak volatile relaxed acquire nc v2 v4 v8 b128",
    "ldu": "global v2 v4",
    "st": f"{_SPACES} {_SCOPES} {_CACHES} weak volatile relaxed release v2 v4 v8 async bulk"
    " mbarrier_complete_tx_bytes",
    "atom": f"{_SPACES} {_SCOPES} relaxed acquire release acq_rel add min max and or xor exch inc dec cas noftz"
    " v2 v4 v8 L2_cache_hint",
    "red": f"{_SPACES} {_SCOPES} relaxed release add min max and or xor inc dec noftz async mbarrier_complete_tx_bytes"
    " v2 v4 v8 L2_cache_hint",
    "cp": "async ca cg shared shared_cta shared_cluster global commit_group wait_group wait_all mbarrier arrive noinc"
    " bulk bulk_group mbarrier_complete_tx_bytes multicast_cluster read prefetch L2"
    " reduce add min max and or xor inc dec noftz tensor 1d 2d 3d 4d 5d tile tile_gather4 tile_scatter4 im2col"
    " im2col_no_offs im2col_w im2col_w_128 cta_group_1 cta_group_2",
    "bar": "sync arrive warp cta", "barrier": "sync arrive wait aligned cta cluster release acquire relaxed",
    "mbarrier": f"{_SPACES} cta cluster init inval arrive expect_tx complete_tx wait try_wait test_wait parity release"
    " acquire relaxed",
    "elect": "sync", "shfl": "sync up down bfly idx", "vote": "sync any all uni ballot",
    "redux": "sync add min max and or xor abs NaN", "match": "sync any all", "cvta": "to global shared shared_cta",
    "membar": "cta gl sys", "mapa": "shared shared_cta shared_cluster",
}  # fmt: skip
_KNOWN: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {op: frozenset(text.split()) for op, text in _TEXTS.items()}
)
_CACHED: Final = frozenset({"ld", "st", "atom", "red", "cp"})
"""Instructions that take hints for the caches of both levels."""


def unknown_modifiers(instruction: Instruction) -> list[str]:
    """The modifiers that no rule looks at; none for instructions whose rule reads them all, or that change nothing.

    >>> from cutedsl.passes.ptx.text import statements
    >>> [unknown_modifiers(s) for s in statements("add.rz.f32 a, b, c; min.relu.f32 a, b, c;")]
    [[], ['relu']]
    """
    known = _KNOWN.get(instruction.op)
    if known is None:
        return []
    hints = ("L1_", "L2_") if instruction.op in _CACHED else ()
    return [
        part for part in instruction.modifiers if part not in known and part not in TYPES and not part.startswith(hints)
    ]
