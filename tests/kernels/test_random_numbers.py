"""Philox random numbers, bit by bit those of its paper, and what is made of them; on every target."""

from __future__ import annotations

import math

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays

THREADS = 128


@cute.jit
def multiply(a: cutlass.Uint32, b: cutlass.Constexpr):
    """The high and the low half of a 64-bit product."""
    product = cutlass.Uint64(a) * cutlass.Uint64(b)
    return cutlass.Uint32(product >> 32), cutlass.Uint32(product)


@cute.jit
def philox(counter: list, key: list):
    """Four random words for a counter of four and a key of two (Philox 4x32, 10 rounds).

    Source: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
    """
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        h0, l0 = multiply(c0, 0xD2511F53)
        h1, l1 = multiply(c2, 0xCD9E8D57)
        c0, c1, c2, c3 = h1 ^ c1 ^ k0, l1, h0 ^ c3 ^ k1, l0
        k0 += 0x9E3779B9
        k1 += 0xBB67AE85
    return c0, c1, c2, c3


@cute.kernel
def words_kernel(y: cute.Tensor, key: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    if i < y.shape[0]:
        zero = cutlass.Uint32(0)
        words = philox([cutlass.Uint32(i), zero, zero, zero], [key[0], key[1]])
        for k, word in enumerate(words):
            y[i, k] = word


@cute.jit
def random_words(y: cute.Tensor, key: cute.Tensor):
    words_kernel(y, key).launch(grid=cute.ceil_div(y.shape[0], THREADS), block=THREADS)


def philox_reference(counters: np.ndarray, key: np.ndarray) -> np.ndarray:
    c = [counters, *(np.zeros_like(counters) for _ in range(3))]
    k = [int(key[0]), int(key[1])]
    for _ in range(10):
        p0, p1 = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        low = np.uint64(0xFFFFFFFF)
        c = [
            (p1 >> np.uint64(32)) ^ c[1] ^ np.uint64(k[0]),
            p1 & low,
            (p0 >> np.uint64(32)) ^ c[3] ^ np.uint64(k[1]),
            p0 & low,
        ]
        k = [(k[0] + 0x9E3779B9) % 2**32, (k[1] + 0xBB67AE85) % 2**32]
    return np.stack(c, axis=1).astype(np.uint32)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_philox_gives_its_reference_words(target: str) -> None:
    arrays = Arrays(target)
    key = np.random.default_rng(7).integers(0, 2**32, 2, dtype=np.uint32)
    y = arrays.put(np.full((333, 4), 77, np.uint32))
    random_words(y, arrays.put(key))
    np.testing.assert_array_equal(arrays.get(y), philox_reference(np.arange(333, dtype=np.uint64), key))


def test_the_reference_gives_the_papers_known_answer() -> None:
    """Counter 0, key 0 of the known-answer tests that accompany the paper."""
    (words,) = philox_reference(np.zeros(1, np.uint64), np.zeros(2, np.uint32))
    assert [f"{w:08x}" for w in words] == ["6627e8d5", "e169c58d", "bc57ac4c", "9b00dbd8"]


# -- normal numbers by Box and Muller --------------------------------------------------------------------------------
@cute.jit
def unit(word: cutlass.Uint32):
    """In (0, 1]: 24 bits, so that every value is a Float32."""
    return (cutlass.Float32(word >> 8) + 1.0) * (1.0 / (1 << 24))


@cute.kernel
def normal_kernel(y: cute.Tensor, seed: cutlass.Uint32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    zero = cutlass.Uint32(0)
    w = philox([cutlass.Uint32(i), zero, zero, zero], [seed, zero])
    for pair in cutlass.range_constexpr(2):
        radius = cute.math.sqrt(-2.0 * cute.math.log(unit(w[2 * pair])))
        angle = (2.0 * math.pi) * unit(w[2 * pair + 1])
        for k, value in enumerate((radius * cute.math.cos(angle), radius * cute.math.sin(angle))):
            if 4 * i + 2 * pair + k < y.shape[0]:
                y[4 * i + 2 * pair + k] = value


@cute.jit
def normal(y: cute.Tensor, seed: cutlass.Uint32):
    normal_kernel(y, seed).launch(grid=cute.ceil_div(y.shape[0], 4 * THREADS), block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_normal_numbers_give_what_the_reference_gives(target: str) -> None:
    arrays, seed = Arrays(target), int(np.random.default_rng(7).integers(2**31))
    y = arrays.poisoned((1999,))
    normal(y, seed)
    words = philox_reference(np.arange(500, dtype=np.uint64), np.array([seed, 0], np.uint32))
    u = ((words >> np.uint32(8)).astype(np.float64) + 1) * 2.0**-24
    radius, angle = np.sqrt(-2 * np.log(u[:, ::2])), 2 * np.pi * u[:, 1::2]
    reference = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=2).reshape(-1)[:1999]
    np.testing.assert_allclose(arrays.get(y), reference, atol=1e-5)


# -- pi by throwing darts --------------------------------------------------------------------------------------------
@cute.kernel
def darts_kernel(hits: cute.Tensor, seed: cutlass.Uint32, rounds: cutlass.Int32):
    """Each thread throws 2 * rounds darts; a warp writes how many of its own hit the quarter of the circle."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    zero = cutlass.Uint32(0)
    count = 0
    for r in range(rounds):
        w = philox([cutlass.Uint32(i), cutlass.Uint32(r), zero, zero], [seed, zero])
        for k in (0, 2):
            x, y = unit(w[k]), unit(w[k + 1])
            count += 1 if x * x + y * y <= 1.0 else 0
    count = cute.arch.warp_reduction_sum(count)
    if tidx % 32 == 0:
        hits[i // 32] = count


@cute.jit
def darts(hits: cute.Tensor, seed: cutlass.Uint32, rounds: cutlass.Int32):
    darts_kernel(hits, seed, rounds).launch(grid=hits.shape[0] * 32 // THREADS, block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_monte_carlo_finds_pi(target: str) -> None:
    arrays, seed = Arrays(target), int(np.random.default_rng(7).integers(2**31))
    hits = arrays.poisoned((32,), np.int32)
    darts(hits, seed, 15)
    thrown = 32 * 32 * 15 * 2
    assert abs(4 * arrays.get(hits).sum() / thrown - math.pi) < 6 * 1.642 / thrown**0.5  # six standard deviations
