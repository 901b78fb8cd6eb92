"""`cute.gather`, `cute.scatter` and masked loads and stores against NumPy, on both targets and eagerly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLBaseError
from tests.kernels.arrays import EVERYWHERE, Arrays


@cute.kernel
def pick(x: cute.Tensor, places: cute.Tensor, out: cute.Tensor, again: cute.Tensor):
    index = places.load()
    found = cute.gather(x, 1, index)
    out[0, None, None].store(found)
    out[1, None, None].store(cute.gather(x.load(), 1, index))
    cute.scatter(again, 1, index, found)
    held = cute.scatter(cute.zeros_like(again), 1, index, found)
    out[2, None, None].store(cute.gather(held, 1, index))


@cute.jit
def run_pick(x: cute.Tensor, places: cute.Tensor, out: cute.Tensor, again: cute.Tensor):
    pick(x, places, out, again).launch(grid=1, block=1)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_elements_at_places_of_the_run(target: str) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    x = rng.standard_normal((3, 5), np.float32)
    places = np.stack([rng.permutation(5)[:4] for _ in range(3)]).astype(np.int32)
    out, again = arrays.poisoned((3, 3, 4)), arrays.put(np.zeros((3, 5), np.float32))
    run_pick(*(cute.runtime.from_dlpack(part) for part in (arrays.put(x), arrays.put(places), out, again)))
    found = np.take_along_axis(x, places, 1)
    assert (arrays.get(out) == found).all()
    spread = np.zeros_like(x)
    np.put_along_axis(spread, places, found, 1)
    assert (arrays.get(again) == spread).all()


@cute.kernel
def masked(x: cute.Tensor, n: cutlass.Int32, out: cute.Tensor):
    tid = cute.arch.thread_idx()[0]
    tile, target = cute.zipped_divide(x, (4,))[None, tid], cute.zipped_divide(out, (4,))[None, tid]
    numbers = cute.make_rmem_tensor(4, cutlass.Int32)
    for k in cutlass.range_constexpr(4):
        numbers[k] = tid * 4 + k
    inside = numbers.load() < n
    target.store(tile.load(inside, cute.full((4,), -1.0)) + tile.load(inside), numbers.load() < n + 1)


@cute.jit
def run_masked(x: cute.Tensor, n: cutlass.Int32, out: cute.Tensor):
    masked(x, n, out).launch(grid=1, block=2)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_masked_loads_and_stores(target: str) -> None:
    arrays = Arrays(target)
    x, out = np.arange(8, dtype=np.float32) + 1, arrays.put(np.full(8, 9, np.float32))
    run_masked(arrays.put(x), 5, out)
    assert arrays.get(out).tolist() == [2, 4, 6, 8, 10, -1, 9, 9]


def test_misfitting_gathers_are_refused() -> None:
    def outcome(body: Any) -> str:
        @cute.jit
        def run(x: cute.Tensor):
            body(x)

        with pytest.raises(DSLBaseError) as error:
            run(cute.runtime.from_dlpack(np.zeros((2, 4), np.float32)))
        return str(error.value).partition("[")[2].partition("]")[0]

    flat, pair = (4,), (2, 4)
    assert outcome(lambda x: cute.gather(x, 0, cute.full(flat, 0, cutlass.Int32))) == "rank-mismatch"
    assert outcome(lambda x: cute.gather(x, 2, cute.full(pair, 0, cutlass.Int32))) == "mode-out-of-range"
    assert outcome(lambda x: cute.gather(x, 0, cute.full(pair, 0.0))) == "operand-type"
    index = cutlass.Int32
    assert outcome(lambda x: cute.scatter(x, 0, cute.full(pair, 0, index), x[0, None].load())) == "tensor-size-mismatch"
    assert outcome(lambda x: x.load(cute.full(flat, True, cutlass.Boolean))) == "tensor-size-mismatch"
