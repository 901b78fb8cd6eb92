"""Numbers that look random and follow from a seed and a place: Philox 4x32.

Source: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
"""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute

ROUNDS: Final = 10
"""What the source recommends."""
FEWEST_ROUNDS: Final = 7
"""The fewest that pass all of the source's tests of randomness, for operations that do little else."""
_FACTORS: Final = (0xD2511F53, 0xCD9E8D57)
_KEY_STEPS: Final = (0x9E3779B9, 0xBB67AE85)
WORDS: Final = 4
"""Numbers of 32 bits that one counter gives."""


def philox(counter: Any, stream: Any, seed: Any, rounds: int = ROUNDS) -> tuple[Any, Any, Any, Any]:
    """Four Uint32 of a counter and a stream, which together are Philox's 128 bits of counter, and a seed, its key.

    Units: all three are 64-bit integers; low words come first.
    """
    words = [*halves(counter), *halves(stream)]
    key = list(halves(seed))
    for turn in range(rounds):
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


@cute.jit
def words_from(
    first: Any, count: cutlass.Constexpr[int], stream: Any, seed: Any, high: Any = 0,
    rounds: cutlass.Constexpr[int] = ROUNDS,
) -> Any:  # fmt: skip
    """The words of `count` elements from number `first` on: word i % 4 of counter i // 4, which `high` is added to.

    `count` is 1, 2, or a multiple of 4, and `first` a multiple of it.
    """
    start = cutlass.Int64(high) + first // WORDS
    if cutlass.const_expr(count >= WORDS):
        return [word for k in range(count // WORDS) for word in philox(start + k, stream, seed, rounds)]
    words, at = philox(start, stream, seed, rounds), cutlass.Int32(first % WORDS)
    found = [words[w] for w in range(count)]
    for w in cutlass.range_constexpr(count):
        for k in cutlass.range_constexpr(1, WORDS):
            found[w] = words[k] if at + w == k else found[w]
    return found


def exponential_draw(word: Any) -> Any:
    """An exponentially distributed Float32 of mean 1 from a Uint32, as exact near 0 as elsewhere."""
    part = (cutlass.Int64(word).to(cutlass.Float32) + 0.5) * 2.0**-32
    near = part * cute.math.fma(part, cute.math.fma(part, 1 / 3, 0.5), 1.0)
    return cutlass.select_(part < 1 / 64, near, -cute.math.log(1.0 - part))
