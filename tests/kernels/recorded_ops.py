"""What every op of the arch tables gives, case by case: the same cases make the GPU's record and are held against it.

    python -m tests.kernels.recorded_ops OUT.json            # on a machine with a GPU: writes the record
    python -m tests.kernels.recorded_ops OUT.json --missing  # the cases alone that the record does not have yet

A case's result is bits that the ISA fixes, of which the record keeps a hash, or numbers that it bounds, of which it
keeps a sample and the bound. Inputs are the same everywhere: the generators of the tests have seeds.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warp
from tests.kernels import (
    op_kernels,
    test_bulk_copies,
    test_conversions,
    test_math,
    test_matrix_copies,
    test_tma,
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
    relative to the largest number of the result, or with `each` to every number. `want` is NumPy's result, where the
    case has one.
    """

    name: str
    run: Callable[[str], np.ndarray]
    bound: float = 0.0
    each: bool = False
    want: Callable[[], np.ndarray] | None = None


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
    x = np.random.default_rng(7).integers(0, 6, 64).astype(np.int32)
    return test_warps_and_atomics.run_on(target, test_warps_and_atomics.warps, x, np.full((10, 64), -77, np.int32))[1]


def _bits(target: str) -> np.ndarray:
    rng = np.random.default_rng(7)
    a, b = (rng.integers(-(2**31), 2**31, 128).astype(np.int32) for _ in range(2))
    places = rng.integers(0, 40 << 8, 128).astype(np.int32)
    outs = np.full((14, 128), -77, np.int32), np.full((3, 128), -77, np.int64)
    got = test_warps_and_atomics.run_on(target, test_warps_and_atomics.bits, a, b, places, *outs)
    return np.concatenate([x.astype(np.int64).reshape(-1) for x in got[3:]])


def _function(name: str, low: float, high: float, target: str) -> np.ndarray:
    arrays = Arrays(target)
    x = np.random.default_rng(7).uniform(low, high, (1, 256)).astype(np.float32)
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


def _small_kernels() -> Iterator[Case]:
    """Atomics, warps, asynchronous and bulk copies: bits, with a reference each."""
    for one in op_kernels.atomics():
        yield Case(f"atomic {one.op} {one.dtype.name}", one.run, want=one.want)
    for kind in (np.int32, np.int64, np.float16, np.float32, np.float64):
        shuffle = op_kernels.Shuffle(np.dtype(kind))
        yield Case(f"shuffles {shuffle.dtype.name}", shuffle.run, want=shuffle.want)
    yield Case("votes", op_kernels.vote, want=op_kernels.voted)
    for kind in (np.int32, np.uint32):
        redux = op_kernels.Redux(np.dtype(kind))
        yield Case(f"redux {redux.dtype.name}", redux.run, want=redux.want)
    for words, everywhere in ((1, True), (2, True), (4, True), (4, False)):
        copy = op_kernels.CpAsync(words, everywhere)
        yield Case(f"cp.async.{'ca' if everywhere else 'cg'}.{32 * words}", copy.run, want=copy.want)
    for tile in op_kernels.tiles():
        how = f", {tile.reduce}" if tile.reduce else ""
        yield Case(f"tile {tile.dtype.name}, swizzle {tile.swizzle}{how}", tile.run, want=tile.want)
    for swizzle in (0, 3):
        yield Case(f"tiles for both blocks, swizzle {swizzle}", partial(_multicast, swizzle))
    for dtype, bits in ((np.float32, 0), (np.float32, 1024), (np.float16, 128)):
        yield Case(f"bulk rows {np.dtype(dtype).name}, {bits} bits", partial(_bulk_rows, dtype, bits))
    yield Case("bulk rows for both blocks, and from block to block", _bulk_spread)


def _multicast(swizzle: int, target: str) -> np.ndarray:
    arrays, rows = Arrays(target), 5 * test_tma.M
    x = np.random.default_rng(7).standard_normal((rows, 32)).astype(np.float32)
    back = arrays.poisoned((4, rows, 32))
    test_tma.run_shared_rows(arrays.put(x), back, swizzle, False)
    return arrays.get(back)


def _bulk_rows(dtype: Any, bits: int, target: str) -> np.ndarray:
    arrays = Arrays(target)
    shape = (5, test_bulk_copies.ROWS, test_bulk_copies.ELEMS)
    values = np.random.default_rng(7).standard_normal(shape).astype(dtype)
    (x, _), (y, out) = (test_bulk_copies.columns(arrays, one) for one in (values, np.full_like(values, np.nan)))
    test_bulk_copies.run_there_and_back(x, y, bits)
    return arrays.get(out)


def _bulk_spread(target: str) -> np.ndarray:
    arrays = Arrays(target)
    x = arrays.put(np.random.default_rng(7).standard_normal(test_bulk_copies.ELEMS).astype(np.float32))
    y = arrays.poisoned((test_bulk_copies.CLUSTER, test_bulk_copies.ELEMS))
    test_bulk_copies.run_spread(cute.runtime.from_dlpack(x, assumed_align=16), y)
    return arrays.get(y)


def _other_multiplies() -> Iterator[Case]:
    """The types of the tables' multiplies that the tests of one tile do not go through."""
    tested = {param.id for param in test_warp_mma.CASES}
    floats = (test_warp_mma.E4M3, test_warp_mma.E5M2)
    ints = (test_warp_mma.I8, test_warp_mma.U8)
    kinds: list[tuple[Any, tuple[Any, Any, Any], float]] = []
    for a, b in itertools.product(floats, floats):
        for c, ulp in ((test_warp_mma.F32, 2**-13), (test_warp_mma.F16, 2**-11)):
            kinds += [(warp.MmaFP8Op(a, c, (16, 8, k), b), (a, b, c), ulp) for k in (16, 32)]
    for a, b in itertools.product(ints, ints):
        shapes = ((8, 8, 16), (16, 8, 16), (16, 8, 32))
        kinds += [(warp.MmaI8Op(a, b, shape), (a, b, cutlass.Int32), 0.0) for shape in shapes]
    for op, types, ulp in kinds:
        name = op.record().name
        if name not in tested:
            k = op.record().shape_mnk[2]
            wanted = partial(_product, op, types)
            yield Case(f"mma {name}", partial(_warp_multiply, op, types), 8 * (k + 1) * ulp, want=wanted)


def _product(op: Any, kinds: tuple[Any, Any, Any]) -> np.ndarray:
    """A B + C of a multiply's operands, in float64 or exactly."""
    wide = np.int32 if kinds[2] is cutlass.Int32 else np.float64
    a, b, c, _ = (x.astype(wide) for x in test_warp_mma.arguments(op, *kinds))
    return a @ b.T + c


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
    return [*found, *_small_kernels(), *_other_multiplies()]


def result(case: Case, target: str) -> np.ndarray:
    """A case's result, in float64 where it is not bits."""
    found = np.ascontiguousarray(case.run(target))
    return found if not case.bound else found.astype(np.float64)


def digest(array: np.ndarray) -> str:
    """The hash of an array's bytes."""
    return hashlib.blake2b(array.tobytes(), digest_size=12).hexdigest()


def sample(array: np.ndarray) -> list[float]:
    """Some of an array's numbers, spread over it."""
    flat = array.reshape(-1)
    return [float(x) for x in flat[:: max(1, len(flat) // SAMPLES)][:SAMPLES]]


def waiting() -> list[str]:
    """The cases that no GPU has recorded yet."""
    kept = json.loads(RECORD.read_text())["results"]
    return [case.name for case in cases() if case.name not in kept]


def recorded(target: str, chosen: Sequence[Case]) -> dict[str, object]:
    """The record of a target; a case that fails says why."""
    found: dict[str, object] = {}
    for case in chosen:
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

    missing = waiting() if "--missing" in sys.argv else None
    before = json.loads(RECORD.read_text())["results"] if missing is not None else {}
    chosen = [case for case in cases() if missing is None or case.name in missing]
    results = before | recorded("cuda", chosen)
    device = torch.cuda.get_device_name()
    Path(sys.argv[1]).write_text(json.dumps({"device": device, "results": results}, indent=1) + "\n")
