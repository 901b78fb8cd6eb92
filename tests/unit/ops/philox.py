"""Philox 4x32 in NumPy, and what it must give."""

from __future__ import annotations

from typing import Any

import numpy as np

KNOWN = (
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
)
"""Counters, keys and words of ten rounds. Source: Random123's `kat_vectors`."""
KNOWN_OF_SEVEN = (0x5F6FB709, 0x0D893F64, 0x4F121F81, 0x4F730A48)
"""The words of zeros and seven rounds. Source: as above."""
LOW = np.uint64(0xFFFFFFFF)


def philox(counter: Any, stream: int, seed: int, rounds: int = 10) -> np.ndarray:
    """The four words of each counter, (..., 4) of uint32."""
    counters = np.asarray(counter, np.uint64)
    words = [counters & LOW, counters >> np.uint64(32)]
    words += [np.full_like(counters, stream >> shift & 0xFFFFFFFF) for shift in (0, 32)]
    key = [np.full_like(counters, seed >> shift & 0xFFFFFFFF) for shift in (0, 32)]
    for _ in range(rounds):
        first, second = (words[2 * k] * np.uint64(factor) for k, factor in enumerate((0xD2511F53, 0xCD9E8D57)))
        words = [
            second >> np.uint64(32) ^ words[1] ^ key[0],
            second & LOW,
            first >> np.uint64(32) ^ words[3] ^ key[1],
            first & LOW,
        ]
        key = [word + np.uint64(step) & LOW for word, step in zip(key, (0x9E3779B9, 0xBB67AE85), strict=True)]
    return np.stack(words, -1).astype(np.uint32)


def words_of(count: int, stream: int, seed: int) -> np.ndarray:
    """The words of the first `count` elements, of seven rounds."""
    return philox(np.arange(-(-count // 4)), stream, seed, 7).reshape(-1)[:count]
