"""What every op of the arch tables gives, case by case: the same cases make the GPU's record and are held against it.

    python -m tests.kernels.recorded_ops OUT.json      # on a machine with a GPU: writes the record

A case's result is bits that the ISA fixes, of which the record keeps a hash, or numbers that it bounds, of which it
keeps a sample and the bound. Inputs are the same everywhere: the generators of the tests are seeded meanwhile.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warp
from tests.kernels import (
    test_conversions,
    test_math,
    test_matrix_copies,
    test_warp_mma,
    test_warpgroup_mma,
    test_warps_and_atomics,
)
from tests.kernels.arrays import Arrays

RECORD = Path(__file__).with_name("recorded_ops.json")
SAMPLES = 64
"""How many numbers of an inexact result are kept."""
EVERY = 6
"""Of the conversions every so manyth is recorded; the tests run all of them."""


@dataclass(frozen=True, slots=True)
class Case:
    """A named kernel. `run` gives its result for a target; `bound` how far results may lie apart, 0 for equal bits:
    relative to the largest number of the result, or with `each` to every number.
    """

    name: str
    run: Callable[[str], np.ndarray]
    bound: float = 0.0
    each: bool = False


@contextmanager
def seeded() -> Iterator[None]:
    """Generators without a seed are seeded; nothing is kept from or for tests that are not."""
    test_conversions.values_of.cache_clear()
    with patch("numpy.random.default_rng", partial(np.random.default_rng, 7)):
        yield
    test_conversions.values_of.cache_clear()


def _warp_multiply(op: Any, kinds: tuple[Any, Any, Any], target: str) -> np.ndarray:
    arrays = Arrays(target)
    given = test_warp_mma.passed(arrays, test_warp_mma.arguments(op, *kinds))
    program = test_warp_mma.program_of(op, given, arrays.options)
    program(*(cute.runtime.from_dlpack(x) for x in given))
    return arrays.get(given[3])


def _group_multiply(op: Any, kinds: Any, layouts: Any, target: str) -> np.ndarray:
    arrays = Arrays(target)
    given = test_warpgroup_mma.passed(arrays, test_warpgroup_mma.arguments(op, kinds))
    keep = True
    program = test_warpgroup_mma.program_of(op, given, layouts, keep, arrays.options)
    program(*(cute.runtime.from_dlpack(x) for x in given))
    return arrays.get(given[3])


def _matrix_load(transpose: bool, count: int, target: str) -> np.ndarray:
    op, arrays = warp.LdMatrix8x8x16bOp(transpose, count), Arrays(target)
    rows, wanted = test_matrix_copies.arrays_of(op)
    given = [arrays.put(rows), arrays.poisoned(wanted.shape, np.int16)]
    tensors = [cute.runtime.from_dlpack(x) for x in given]
    cute.compile(test_matrix_copies.run, *tensors, op, options=arrays.options)(*tensors)
    return arrays.get(given[1])


def _matrix_store(transpose: bool, count: int, target: str) -> np.ndarray:
    op, arrays = warp.StMatrix8x8x16bOp(transpose, count), Arrays(target)
    wanted, values = test_matrix_copies.arrays_of(op)
    given = [arrays.poisoned(wanted.shape, np.int16), arrays.put(values)]
    tensors = [cute.runtime.from_dlpack(x) for x in given]
    cute.compile(test_matrix_copies.run, *tensors, op, options=arrays.options)(*tensors)
    return arrays.get(given[0])


def _conversion(source: str, result: str, target: str) -> np.ndarray:
    """The bits of all results; NaNs, whose payload is free, as one."""
    bits = test_conversions.converted(target, source, result, test_conversions.values_of(source)).copy()
    if result not in test_conversions.INTS:
        with np.errstate(invalid="ignore"):
            wide = bits.view(test_conversions.numpy_type(result)).astype(np.float64)
        bits[np.isnan(wide)] = 0
    return bits


def _warps(target: str) -> np.ndarray:
    x = np.random.default_rng().integers(0, 6, 64).astype(np.int32)
    return test_warps_and_atomics.run_on(target, test_warps_and_atomics.warps, x, np.full((10, 64), -77, np.int32))[1]


def _bits(target: str) -> np.ndarray:
    rng = np.random.default_rng()
    a, b = (rng.integers(-(2**31), 2**31, 128).astype(np.int32) for _ in range(2))
    places = rng.integers(0, 40 << 8, 128).astype(np.int32)
    outs = np.full((14, 128), -77, np.int32), np.full((3, 128), -77, np.int64)
    got = test_warps_and_atomics.run_on(target, test_warps_and_atomics.bits, a, b, places, *outs)
    return np.concatenate([x.astype(np.int64).reshape(-1) for x in got[3:]])


def _function(name: str, low: float, high: float, target: str) -> np.ndarray:
    arrays = Arrays(target)
    x = np.random.default_rng().uniform(low, high, (1, 256)).astype(np.float32)
    given = [arrays.put(x), arrays.poisoned(x.shape)]
    test_math.run(given[0], given[0], given[1], (test_math.unary(name),))
    return arrays.get(given[1])


def _multiplies() -> Iterator[Case]:
    for param in test_warp_mma.CASES:
        values: Any = param.values
        op, a, b, c, ulp = values
        k = op.record().shape_mnk[2]
        yield Case(f"mma {param.id}", partial(_warp_multiply, op, (a, b, c)), 8 * (k + 1) * ulp)
    for param in test_warpgroup_mma.CASES:
        op, kinds, ulp, layouts = param.values
        yield Case(f"wgmma {param.id}", partial(_group_multiply, op, kinds, layouts), 16 * 65 * ulp)


def cases() -> list[Case]:
    """All cases."""
    found = list(_multiplies())
    for transpose, count in test_matrix_copies.SHAPES:
        turned = " transposed" * transpose
        found.append(Case(f"ldmatrix x{count}{turned}", partial(_matrix_load, transpose, count)))
        found.append(Case(f"stmatrix x{count}{turned}", partial(_matrix_store, transpose, count)))
    found += [Case(f"{a} to {b}", partial(_conversion, a, b)) for a, b in test_conversions.PAIRS[::EVERY]]
    found += [Case("warps: redux, match, vote, lane masks, shuffles", _warps), Case("bits of integers", _bits)]
    ulps = 2 * test_math.LIMIT_ULPS * 2.0**-23
    found += [Case(name, partial(_function, name, low, high), ulps) for name, (_, low, high) in test_math.UNARY.items()]
    return found


def result(case: Case, target: str) -> np.ndarray:
    """A case's result, in float64 where it is not bits."""
    with seeded():
        found = np.ascontiguousarray(case.run(target))
    return found if not case.bound else found.astype(np.float64)


def digest(array: np.ndarray) -> str:
    """The hash of an array's bytes."""
    return hashlib.blake2b(array.tobytes(), digest_size=12).hexdigest()


def sample(array: np.ndarray) -> list[float]:
    """Some of an array's numbers, spread over it."""
    flat = array.reshape(-1)
    return [float(x) for x in flat[:: max(1, len(flat) // SAMPLES)][:SAMPLES]]


def recorded(target: str) -> dict[str, object]:
    """The record of a target; a case that fails says why."""
    found: dict[str, object] = {}
    for case in cases():
        start = time.perf_counter()
        try:
            array = result(case, target)
            found[case.name] = sample(array) if case.bound else digest(array)
        except Exception as error:
            found[case.name] = {"failed": str(error).splitlines()[0]}
        print(f"{case.name}: {1e3 * (time.perf_counter() - start):.0f} ms", file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    import torch

    device = torch.cuda.get_device_name()
    Path(sys.argv[1]).write_text(json.dumps({"device": device, "results": recorded("cuda")}, indent=1) + "\n")
