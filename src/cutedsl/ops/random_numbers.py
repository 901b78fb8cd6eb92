"""Numbers that look random and follow from a seed and a place: Philox 4x32 with ten rounds.

Source: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
"""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass

ROUNDS: Final = 10
_FACTORS: Final = (0xD2511F53, 0xCD9E8D57)
_KEY_STEPS: Final = (0x9E3779B9, 0xBB67AE85)
WORDS: Final = 4
"""Numbers of 32 bits that one counter gives."""


def philox(counter: Any, stream: Any, seed: Any) -> tuple[Any, Any, Any, Any]:
    """Four Uint32 of a counter and a stream, which together are Philox's 128 bits of counter, and a seed, its key.

    Units: all three are 64-bit integers; low words come first.
    """
    words = [*halves(counter), *halves(stream)]
    key = list(halves(seed))
    for turn in range(ROUNDS):
        if turn:
            key = [word + cutlass.Uint32(step) for word, step in zip(key, _KEY_STEPS, strict=True)]
        (high0, low0), (high1, low1) = (product(words[2 * k], _FACTORS[k]) for k in range(2))
        words = [high1 ^ words[1] ^ key[0], low1, high0 ^ words[3] ^ key[1], low0]
    return words[0], words[1], words[2], words[3]


def halves(number: Any) -> tuple[Any, Any]:
    """The low and the high word of 64 bits."""
    wide = cutlass.Uint64(number)
    return cutlass.Uint32(wide), cutlass.Uint32(wide >> 32)


def product(word: Any, factor: int) -> tuple[Any, Any]:
    """The high and the low word of a product of 64 bits."""
    low, high = halves(cutlass.Uint64(word) * cutlass.Uint64(factor))
    return high, low


def uniform(word: Any) -> Any:
    """A Float32 above 0 and at most 1, of the upper 24 bits of a Uint32."""
    return (cutlass.Int32(word >> 8).to(cutlass.Float32) + 1.0) * 2.0**-24
