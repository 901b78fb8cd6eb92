"""Shares of Stream-K: each step of each tile once, beginnings first and ends last."""

from __future__ import annotations

import itertools

import pytest

from cutedsl.utils import stream_k_share


@pytest.mark.parametrize("tiles", [1, 3, 7, 8, 9, 20, 64, 65])
@pytest.mark.parametrize("tiles_k", [1, 5, 64])
@pytest.mark.parametrize("workers", [1, 2, 7, 8, 66])
def test_shares_cover_each_step_once(tiles: int, tiles_k: int, workers: int) -> None:
    done: dict[tuple[int, int], int] = {}
    steps: list[int] = []
    for worker in range(workers):
        share = stream_k_share(worker, workers, tiles, tiles_k, True)
        items = [share.item(index) for index in range(int(share.count))]
        steps.append(sum(to_k - from_k for _, from_k, to_k in items))
        for index, (tile, from_k, to_k) in enumerate(items):
            for step in range(from_k, to_k):
                assert done.setdefault((tile, step), worker) == worker
            if to_k < tiles_k:
                assert index == share.whole, "a beginning that others wait for is not first"
            elif from_k > 0:
                assert index == len(items) - 1
                assert {done[tile, step] for step in range(from_k)} == set(range(share.first_worker(tile), worker))
    assert sorted(done) == list(itertools.product(range(tiles), range(tiles_k)))
    assert max(steps) - min(steps) <= 1
    if tiles * tiles_k >= workers:
        assert max(steps) - min(steps) <= 1
