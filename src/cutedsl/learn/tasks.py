"""The test cases of each puzzle: arguments for `solve`, expected results, and rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from cutedsl.errors.frozen import frozen

Array = np.ndarray[Any, Any]


@frozen
class Case:
    """One call: `arguments` are inputs, then `out`, filled with NaN, for the result; `wanted` is that result."""

    inputs: tuple[Array, ...]
    wanted: Array
    more: tuple[int, ...] = ()


@frozen
class Task:
    """Test cases and rules of a puzzle.

    `uses` are names that the program must contain, each with what it is there for; `shared` is whether it may use
    shared memory; `conflict_free` asks for accesses to shared memory without bank conflicts, `whole_lines` for accesses
    to global memory that touch no more sectors than they need. `offsets` makes it a puzzle about a layout.
    """

    cases: Callable[[np.random.Generator], list[Case]]
    uses: tuple[tuple[str, str], ...] = ()
    shared: bool = True
    conflict_free: bool = False
    whole_lines: bool = False
    tolerance: float = 1e-4
    offsets: bool = False


def _floats(rng: np.random.Generator, *shape: int) -> Array:
    return rng.standard_normal(shape).astype(np.float32)


def _halves(rng: np.random.Generator, *shape: int) -> Array:
    return rng.standard_normal(shape).astype(np.float16)


def _one_input(
    function: Callable[[Array], Array], *shapes: tuple[int, ...]
) -> Callable[[np.random.Generator], list[Case]]:
    def cases(rng: np.random.Generator) -> list[Case]:
        inputs = [_floats(rng, *shape) for shape in shapes]
        return [Case((x,), function(x)) for x in inputs]

    return cases


def _two_inputs(
    function: Callable[[Array, Array], Array], *shapes: tuple[tuple[int, ...], tuple[int, ...]]
) -> Callable[[np.random.Generator], list[Case]]:
    def cases(rng: np.random.Generator) -> list[Case]:
        inputs = [(_floats(rng, *a), _floats(rng, *b)) for a, b in shapes]
        return [Case((x, y), function(x, y)) for x, y in inputs]

    return cases


def _product(*sizes: tuple[int, int, int]) -> Callable[[np.random.Generator], list[Case]]:
    """C (M,N) = A (M,K) B (K,N)."""
    return _two_inputs(lambda a, b: a @ b, *(((m, k), (k, n)) for m, n, k in sizes))


def _half_product(*sizes: tuple[int, int, int]) -> Callable[[np.random.Generator], list[Case]]:
    """C (M,N) = A (M,K) B (N,K)^T, with operands in half precision and the sum in single precision."""

    def cases(rng: np.random.Generator) -> list[Case]:
        inputs = [(_halves(rng, m, k), _halves(rng, n, k)) for m, n, k in sizes]
        return [Case((a, b), a.astype(np.float32) @ b.astype(np.float32).T) for a, b in inputs]

    return cases


def _offsets(shape: tuple[int, int], function: Callable[[int, int], int]) -> Callable[..., list[Case]]:
    wanted = np.array([[function(i, j) for j in range(shape[1])] for i in range(shape[0])])
    return lambda _rng: [Case((), wanted)]


def _neighbours(x: Array) -> Array:
    padded = np.pad(x, 1)
    return padded[:-2] + padded[1:-1] + padded[2:]


def _rotated(rng: np.random.Generator) -> list[Case]:
    x = _floats(rng, 64)
    return [Case((x,), np.roll(x, -turns), (turns,)) for turns in (1, 7, 64)]


def _max_and_sum(x: Array) -> Array:
    top = x.max(axis=1)
    return np.stack([top, np.exp(x - top[:, None]).sum(axis=1)], axis=1)


def _merged(a: Array, b: Array) -> Array:
    """Rows of (max, sum, weighted sum) of two halves, as of the whole."""
    top = np.maximum(a[:, 0], b[:, 0])
    one, two = np.exp(a[:, 0] - top), np.exp(b[:, 0] - top)
    return np.stack([top, a[:, 1] * one + b[:, 1] * two, a[:, 2] * one + b[:, 2] * two], axis=1)


def _attention(rng: np.random.Generator) -> list[Case]:
    found: list[Case] = []
    for length in (1, 5, 40):
        q, k, v = (_floats(rng, length, 32) for _ in range(3))
        scores = q @ k.T / np.sqrt(np.float32(32))
        scores = np.where(np.tri(length, dtype=bool), scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        found.append(Case((q, k, v), weights @ v / weights.sum(axis=1, keepdims=True)))
    return found


_GEMM: Final = (("cute.gemm", "the tensor cores multiply in `cute.gemm`"),)
_TMA: Final = (("tma_bar_ptr", "the copy engine brings the tile"),)

TASKS: Final[dict[str, Task]] = {
    "1.1": Task(_one_input(lambda x: x + 10, (64,))),
    "1.2": Task(_two_inputs(lambda x, y: x * y, ((96,), (96,)), ((32,), (32,)))),
    "1.3": Task(_two_inputs(lambda x, y: x[:, None] + y, ((4,), (8,)))),
    "2.1": Task(_one_input(lambda x: 2 * x, (100,), (128,), (1,))),
    "2.2": Task(_one_input(_neighbours, (100,), (64,), (1,))),
    "2.3": Task(_one_input(lambda x: x * x, (1000,), (128,), (5,))),
    "3.1": Task(_one_input(lambda x: x[::-1], (128,)), (("tile[", "the block exchanges its values in `tile`"),)),
    "3.2": Task(
        _one_input(lambda x: x[:-2] + x[1:-1] + x[2:], (66,), (130,)), (("tile[", "each value of x is read once"),)
    ),
    "3.3": Task(_rotated, (("tile[", "the values rotate in `tile`"),)),
    "4.1": Task(
        _one_input(lambda x: x.sum(axis=1), (5, 32)),
        (("shuffle_sync", "exchange the lanes' values by shuffles of your own"),),
        shared=False,
    ),
    "4.2": Task(
        _one_input(lambda x: x.cumsum(axis=1, dtype=np.float32), (3, 32)),
        (("shuffle_sync", "exchange the lanes' values by shuffles of your own"),),
        shared=False,
    ),
    "4.3": Task(_one_input(lambda x: x.max(axis=1), (3, 128)), (("sync_threads", "four warps must agree"),)),
    "5.1": Task(_offsets((4, 8), lambda i, j: i + 6 * j), offsets=True),
    "5.2": Task(
        _offsets((8, 8), lambda i, j: (i % 4) * 4 + j % 4 + 16 * (j // 4) + 32 * (i // 4)),
        offsets=True,
    ),
    "5.3": Task(
        _one_input(lambda x: x.T, (32, 32)), (("tile[", "the tile lies in shared memory"),), conflict_free=True
    ),
    "6.1": Task(_one_input(lambda x: x + 1, (32, 48), (16, 16)), (("local_tile", "blocks take tiles"),)),
    "6.2": Task(
        _one_input(lambda x: x, (32, 64), (8, 32)),
        (("make_tiled_copy_tv", "the copy is tiled"), ("cute.copy", "the copy moves the tile")),
        whole_lines=True,
    ),
    "6.3": Task(
        _one_input(lambda x: x[:, ::-1], (4, 128)),
        (("CopyG2SOp", "the copy is asynchronous"), ("cute.copy", "the copy moves the row")),
    ),
    "7.1": Task(_product((20, 17, 9), (16, 16, 16))),
    "7.2": Task(_product((16, 16, 32), (32, 16, 48)), (("tile_a[", "the tiles lie in shared memory"),)),
    "7.3": Task(_product((16, 16, 24), (32, 16, 8)), (("make_rmem_tensor", "the sums stay in registers"),)),
    "8.1": Task(_half_product((16, 8, 16)), _GEMM, tolerance=1e-2),
    "8.2": Task(_half_product((16, 8, 64), (16, 8, 16)), _GEMM, tolerance=1e-2),
    "8.3": Task(_half_product((32, 16, 32)), _GEMM, tolerance=1e-2),
    "9.1": Task(_one_input(lambda x: x + 1, (8, 32)), _TMA),
    "9.2": Task(_one_input(lambda x: x + 1, (24, 32), (8, 32)), _TMA),
    "9.3": Task(_one_input(lambda x: x + 1, (40, 32), (8, 32)), (*_TMA, ("PipelineTmaAsync", "the tiles are piped"))),
    "10.1": Task(_one_input(_max_and_sum, (4, 100), (1, 1))),
    "10.2": Task(_two_inputs(_merged, ((40, 3), (40, 3)))),
    "10.3": Task(_attention),
}
"""By the puzzle's number."""
