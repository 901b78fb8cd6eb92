"""The five products of a tile of queries and a tile of keys, as a warp group hands them to the matrix units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warpgroup
from cutedsl.ops.attention_gradients.tiles import BackwardTiles


@dataclass(frozen=True)
class Products:
    """A thread's operands and sums. Scores and slopes are transposed: (keys, queries).

    `mmas` are the multiplies of scores, keys, queries and values; `p_words` and `s_words` probabilities and
    slopes as left operands in registers, `shared` both in shared memory where the groups are split.
    """

    mmas: tuple[Any, ...]
    operands: tuple[Any, ...]
    scores: Any
    slopes: Any
    p_words: Any
    s_words: Any
    shared: tuple[Any, ...]
    dQ: Any
    dK: Any
    dV: Any
    tiles: BackwardTiles

    def take_scores(self, stage: Any) -> None:
        """K Q^T."""
        keys, queries = self.operands[0], self.operands[2]
        warpgroup.fence()
        cute.gemm(self.mmas[0], self.scores, keys[None, None, None, 0], queries[None, None, None, stage], self.scores)
        warpgroup.commit_group()

    def take_slopes(self, stage: Any) -> None:
        """V G^T: the gradient of probabilities, from that of results."""
        values, grads = self.operands[1], self.operands[3]
        warpgroup.fence()
        cute.gemm(self.mmas[0], self.slopes, values[None, None, None, 0], grads[None, None, None, stage], self.slopes)
        warpgroup.commit_group()

    def add_to_values(self, stage: Any) -> None:
        """dV += P^T G."""
        warpgroup.fence()
        powers = self.shared[0][None, None, None, 0] if self.tiles.split else self.p_words
        cute.gemm(self.mmas[3], self.dV, powers, self.operands[4][None, None, None, stage], self.dV)
        warpgroup.commit_group()

    def add_to_keys(self, stage: Any) -> None:
        """dK += S^T Q."""
        slopes = self.shared[1][None, None, None, 0] if self.tiles.split else self.s_words
        cute.gemm(self.mmas[1], self.dK, slopes, self.operands[5][None, None, None, stage], self.dK)
        warpgroup.commit_group()

    def take_queries(self, buffer: Any) -> None:
        """S K, transposed or not."""
        keys, slopes = (x[None, None, None, at] for x, at in zip(self.operands[6:], (0, buffer), strict=True))
        a, b = (keys, slopes) if self.tiles.swapped else (slopes, keys)
        cute.gemm(self.mmas[2], self.dQ, a, b, self.dQ)
        warpgroup.commit_group()


def products_of(mmas: Any, memory: Any, thread: Any, tiles: BackwardTiles) -> Products:
    """The products of one of the threads that multiply, on Q, G, K, V, the slopes, and Q, G, K transposed."""
    sQ, sG, sK, sV, sS, sQt, sGt, sKt, sSt, sPt = memory
    mma_s, mma_k, mma_q, mma_v = mmas
    M, N, D, DV = tiles.tile_m, tiles.tile_n, tiles.head_dim, tiles.value_dim
    own_s, own_k, own_q, own_v = (mma.get_slice(thread) for mma in mmas)
    operands = [mma_s.make_fragment_A(own_s.partition_A(x)) for x in (sK, sV)]
    operands += [mma_s.make_fragment_B(own_s.partition_B(x)) for x in (sQ, sG)]
    operands += [mma_v.make_fragment_B(own_v.partition_B(sGt)), mma_k.make_fragment_B(own_k.partition_B(sQt))]
    if tiles.swapped:
        operands += [mma_q.make_fragment_A(own_q.partition_A(sKt)), mma_q.make_fragment_B(own_q.partition_B(sS))]
    else:
        operands += [mma_q.make_fragment_B(own_q.partition_B(sKt)), mma_q.make_fragment_A(own_q.partition_A(sS))]
    scores, slopes = (mma_s.make_fragment_C(mma_s.partition_shape_C((N, M))) for _ in range(2))
    shared: tuple[Any, ...] = ()
    if tiles.split:
        shared = tuple(mma_k.make_fragment_A(own_k.partition_A(x)) for x in (sPt, sSt))
        p_words, s_words = (cute.make_rmem_tensor(cute.size(scores), sQ.element_type) for _ in range(2))
    else:
        p_words, s_words = (mma_k.make_fragment_A(mma_k.partition_shape_A((N, M))) for _ in range(2))
    dK, dV = (mma.make_fragment_C(mma.partition_shape_C((N, size))) for mma, size in ((mma_k, D), (mma_v, DV)))
    dQ = mma_q.make_fragment_C(mma_q.partition_shape_C((D, M) if tiles.swapped else (M, D)))
    return Products(mmas, tuple(operands), scores, slopes, p_words, s_words, shared, dQ, dK, dV, tiles)
