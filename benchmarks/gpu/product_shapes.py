"""The matrix products of ten model families, drawn by a seed: M of serving and training, N and K of their layers."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

SEED = 20261123
COUNT = 200
FRESH_SEEDS, FRESH_COUNT = (43, 46), 60
"""Of products on which the choice is never learned, so many of each seed."""
LAYERS: dict[str, tuple[tuple[int, int], ...]] = {
    "Llama 3 8B": ((4096, 4096), (6144, 4096), (28672, 4096), (4096, 14336), (1024, 4096)),
    "Llama 3 70B": ((8192, 8192), (10240, 8192), (57344, 8192), (8192, 28672), (1280, 8192)),
    "Qwen2.5 1.5B": ((1536, 1536), (2048, 1536), (17920, 1536), (1536, 8960), (256, 1536)),
    "Qwen2.5 7B": ((3584, 3584), (4608, 3584), (37888, 3584), (3584, 18944)),
    "Qwen2.5 72B": ((8192, 8192), (10240, 8192), (59136, 8192), (8192, 29568), (7392, 8192)),
    "Mistral 7B": ((4096, 4096), (6144, 4096), (14336, 4096), (4096, 14336)),
    "Gemma 2 9B": ((3584, 4096), (8192, 3584), (28672, 3584), (3584, 14336)),
    "Phi-3 mini": ((3072, 3072), (9216, 3072), (16384, 3072), (3072, 8192)),
    "DeepSeek V3": ((1536, 7168), (24576, 1536), (576, 7168), (32768, 512), (7168, 16384), (4096, 7168), (7168, 2048)),
    "GPT-2 and NeoX": ((1600, 1600), (4800, 1600), (6400, 1600), (1600, 6400), (6144, 6144), (18432, 6144)),
}
POWERS = tuple(2**i for i in range(15))
ODD = (3, 7, 24, 40, 100, 160, 200, 333, 500, 700, 777, 1000, 1536, 2500, 3000, 5000, 6000, 12000)
ORDERS = ("TN", "NN", "NT", "TT")
"""Of A and B as BLAS calls them: TN has K contiguous in both."""
ITEM_BYTES = {"bfloat16": 2, "float16": 2, "float8_e4m3fn": 1}
"""Of types that are multiplied as they are, by cuBLAS too."""
TYPES = ("bfloat16", "float16", "float8_e4m3fn", "int8", "float32")
_SHARES = (12, 3, 3, 1, 1)
_MOST_FLOPS = 8e12
_MOST_ROWS = 6000
_LEARNED_ROWS, _LEARNED_OF_EIGHT, _LEARNED_TYPES = (17, 3000), 0.8, ("bfloat16", "float8_e4m3fn")
_MIXED = 0.8
"""The part of fresh products of 16-bit floats that has any major orders."""
_OF_EIGHT = 0.5
"""The part of fresh products whose M is a multiple of 8, as an A that is contiguous along M must have."""


@dataclass(frozen=True, slots=True)
class Case:
    """One product: its type, M, N, K and the major orders of A and B."""

    dtype: str
    m: int
    n: int
    k: int
    order: str = "TN"

    @property
    def text(self) -> str:
        """Its name in tables."""
        return f"{self.dtype} {self.m}x{self.n}x{self.k} {self.order}"


def drawn(count: int = COUNT, seed: int = SEED) -> list[Case]:
    """`count` different products; each type, order, family and kind of M comes up as often as the tables say."""
    return _drawn(count, random.Random(seed), lambda draw: draw.choice(draw.choice((POWERS, ODD))), 0.4)


def fresh() -> list[Case]:
    """Different products of any M from 1 to 6000, small ones as often as large ones, of all major orders."""
    shares = _OF_EIGHT, _MIXED
    found = (case for n in FRESH_SEEDS for case in _between(FRESH_COUNT, random.Random(n), (1, _MOST_ROWS), shares))
    return list(dict.fromkeys(found))


def to_learn(count: int, seed: int) -> list[Case]:
    """`count` products of bfloat16 and e4m3 of 17 to 3000 rows, in all orders equally; none is of `fresh`."""
    kept = set(fresh())
    found = _between(count, random.Random(seed), _LEARNED_ROWS, (_LEARNED_OF_EIGHT, 1.0), _LEARNED_TYPES)
    return [case for case in found if case not in kept]


def _between(
    count: int,
    draw: random.Random,
    bounds: tuple[int, int],
    shares: tuple[float, float],
    types: tuple[str, ...] = TYPES,
) -> list[Case]:
    """Products with small M as often as large ones; the part `shares[0]` of them has M in multiples of 8."""
    least, most = map(math.log, bounds)

    def rows(draw: random.Random) -> int:
        m = round(math.exp(draw.uniform(least, most)))
        return -(-m // 8) * 8 if draw.random() < shares[0] else m

    return _drawn(count, draw, rows, shares[1], types)


def _drawn(
    count: int,
    draw: random.Random,
    rows: Callable[[random.Random], int],
    mixed: float,
    types: tuple[str, ...] = TYPES,
) -> list[Case]:
    """Products of the tables with M by `rows`; the part `mixed` of those of 16-bit floats has any major orders."""
    found: dict[Case, None] = {}
    while len(found) < count:
        n, k = draw.choice(LAYERS[draw.choice(list(LAYERS))])
        m = rows(draw)
        dtype = draw.choices(TYPES, _SHARES)[0]
        dtype = dtype if dtype in types else types[0]
        order = draw.choice(ORDERS) if dtype in ("bfloat16", "float16") and draw.random() < mixed else "TN"
        peer_takes = dtype != "int8" or (m > 16 and n % 8 == 0 and k % 8 == 0)
        mapped = order[0] == "T" or m % 8 == 0
        if 2.0 * m * n * k <= _MOST_FLOPS and peer_takes and mapped:
            found[Case(dtype, m, n, k, order)] = None
    return list(found)
