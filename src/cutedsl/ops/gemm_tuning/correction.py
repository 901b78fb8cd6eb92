"""What the model of the machine gets wrong about a product, learned from measurements: a sum of small decision trees.

A tree is a number, or `[feature, threshold, tree up to it, tree beyond]`; all numbers are logarithms of factors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm_tuning.candidates import Problem
from cutedsl.ops.gemm_tuning.cost import LINE_BYTES, Estimate, Machine, grid_of, tiles_of, workers_of

Tree = float | Sequence[Any]
FEATURES: Final = (
    *("rows of a tile", "columns of a tile", "turns", "shared", "cluster along M", "cluster along K", "stages"),
    *("fewer of M and N", "more of M and N", "K", "bytes of an element", "rounds", "busy part of them", "steps"),
    *("tiles", "rows outside", "columns outside", "larger operand", "smaller operand", "lines apart", "order"),
    *("larger operand along rows", "times it is read", "blocks", "expected", "parts of results", "cluster along N"),
    *("asked for of a row", "asked for of a column", "rows along K", "columns along K"),
    *("multiplies of a step", "shared memory of a step", "cache of a step", "memory beside steps", "ends of them"),
)
"""What trees ask about; extents, counts, bytes and parts of times as logarithms to base 2."""


def features(problem: Problem, config: GemmConfig, machine: Machine, expected: Estimate) -> tuple[float, ...]:
    """What trees ask about, in the order of `FEATURES`."""
    p = problem
    rows, columns = (p.n, p.m) if config.swap else (p.m, p.n)
    down, across = grid_of(problem, config)
    tiles, workers = tiles_of(p, config), workers_of(p, config, machine)
    rounds, steps = -(-tiles // workers), -(-p.k // config.tile_k)
    own_steps = max(tiles * steps / workers, 1.0) if config.stream_k else rounds * -(-steps // config.cluster_k)
    along_rows = config.swap == (p.n >= p.m)
    along, step = (p.a_along_k, p.b_along_k), expected.step
    return (
        *(config.tile_m, config.tile_n, float(config.pingpong), float(config.stream_k)),
        *(config.cluster_m, config.cluster_k, config.stages),
        *(math.log2(min(p.m, p.n)), math.log2(max(p.m, p.n)), math.log2(p.k), p.item_bytes),
        *(min(tiles / workers, 20.0), tiles / workers / rounds, math.log2(own_steps), math.log2(tiles)),
        *(config.tile_m * down / rows, config.tile_n * across / columns),
        *(math.log2(extent * p.k * p.item_bytes) for extent in (max(p.m, p.n), min(p.m, p.n))),
        *(float(p.k * p.item_bytes % LINE_BYTES != 0), float(not (p.a_along_k and p.b_along_k)), float(along_rows)),
        *(across / config.cluster_n if along_rows else down / config.cluster_m, min(tiles, workers) * config.cluster_k),
        math.log2(expected.whole),
        *(-(-config.tile_n // config.part_columns(p.out_bytes)), config.cluster_n),
        *(step.rows / config.tile_m, step.columns / config.tile_n),
        *(float(along_k) for along_k in (reversed(along) if config.swap else along)),
        *(math.log2(part / step.whole) for part in (step.multiply, step.filled, step.cached)),
        *(math.log2(part / expected.within) for part in (expected.memory, expected.ends)),
    )


class Forest:
    """Trees, laid out so that NumPy walks all of them together for several configurations.

    A product's first call asks 500 trees about 64 of them: walked one by one, they were most of its choice.

    >>> Forest([[0, 1.5, 10.0, 20.0], 0.5]).sums([(1.0,), (2.0,)])
    [10.5, 20.5]
    """

    def __init__(self, trees: Sequence[Tree]) -> None:
        nodes = _Nodes([], [], [], [], [])
        roots = [_laid_out(tree, nodes) for tree in trees]
        self._roots, self._depth = np.array([root for root, _ in roots]), max(depth for _, depth in roots)
        self._asked, self._thresholds, self._low, self._high, self._values = map(np.array, nodes)

    def sums(self, given: Sequence[Sequence[float]]) -> list[float]:
        """For each configuration, what its features lead to, summed over the trees."""
        asked, rows = np.array(given), np.arange(len(given))[:, None]
        at = np.broadcast_to(self._roots, (len(given), len(self._roots)))
        for _ in range(self._depth):
            at = np.where(asked[rows, self._asked[at]] <= self._thresholds[at], self._low[at], self._high[at])
        return self._values[at].sum(axis=1).tolist()


class _Nodes(NamedTuple):
    """Of each node the feature, the threshold, the nodes up to it and beyond, and the value."""

    asked: list[int]
    thresholds: list[float]
    low: list[int]
    high: list[int]
    values: list[float]


def _laid_out(tree: Tree, nodes: _Nodes) -> tuple[int, int]:
    """The number of a tree's root among the nodes, and the tree's depth; a leaf stays where it is."""
    asked, thresholds, low, high, values = nodes
    if isinstance(tree, float | int):
        number, depth = len(asked), 0
        feature, threshold, below, beyond, value = 0, math.inf, number, number, tree
    else:
        (below, low_depth), (beyond, high_depth) = _laid_out(tree[2], nodes), _laid_out(tree[3], nodes)
        number, depth = len(asked), 1 + max(low_depth, high_depth)
        feature, threshold, value = tree[0], tree[1], 0.0
    asked.append(feature)
    thresholds.append(threshold)
    low.append(below)
    high.append(beyond)
    values.append(value)
    return number, depth
