"""Register vectors: every operator, shape and reduction of `TensorSSA`, against NumPy, on both targets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.config import override
from cutedsl.lang.register_vectors.tensor_ssa import ReductionOp
from tests.kernels.arrays import TARGETS, Arrays

THREADS = 32


@pytest.fixture(autouse=True)
def _verifies() -> Iterator[None]:
    """Each stage checks what it made, as with CUTEDSL_VERIFY=1."""
    with override(verify=True):
        yield


def colex(shape: tuple[int, ...], flat: np.ndarray) -> np.ndarray:
    """Rows of elements in colexicographic order as arrays of a shape."""
    return flat.reshape(len(flat), *reversed(shape)).transpose(0, *range(len(shape), 0, -1))


def flat(array: np.ndarray) -> np.ndarray:
    """The inverse of `colex`."""
    return array.transpose(0, *range(array.ndim - 1, 0, -1)).reshape(len(array), -1)


def c_remainder(a: Any, b: Any) -> Any:
    return np.fmod(a, b)


INT_OPS: dict[str, tuple[Any, Any]] = {
    "add": (lambda a, b: a + b, lambda a, b: a + b),
    "sub": (lambda a, b: 7 - a - b, lambda a, b: 7 - a - b),
    "mul": (lambda a, b: a * b * 3, lambda a, b: a * b * 3),
    "floordiv": (lambda a, b: a // (abs(b) + 1), lambda a, b: a // (abs(b) + 1)),
    "mod": (lambda a, b: a % (abs(b) + 1), lambda a, b: c_remainder(a, abs(b) + 1)),
    "bits": (lambda a, b: (a & b) | (a ^ 12), lambda a, b: (a & b) | (a ^ 12)),
    "shift": (lambda a, b: (a << 2) + (b >> 1) + (1 << (a & 7)), lambda a, b: (a << 2) + (b >> 1) + (1 << (a & 7))),
    "invert": (lambda a, b: ~a + -b + +a, lambda a, b: ~a - b + a),
    "pow": (lambda a, b: (a & 7) ** 3 + a ** (b & 7), lambda a, b: (a & 7) ** 3 + a ** (b & 7)),
    "compare": (
        lambda a, b: ((a < b) | (a == 3) & ~(b != 2)).to(cutlass.Int32) + (a >= b).to(cutlass.Int32),
        lambda a, b: ((a < b) | (a == 3) & ~(b != 2)).astype(np.int32) + (a >= b),
    ),
    "where": (
        lambda a, b: cute.where(a > b, a, 5) + cute.where(a > 0, 1, b),
        lambda a, b: np.where(a > b, a, 5) + np.where(a > 0, 1, b),
    ),
    "broadcast": (
        lambda a, b: a[None, 0].reshape((4, 1)) + b[1, None].reshape((1, 2)) + a[3, 1],
        lambda a, b: a[:, :, :1] + b[:, 1:2, :] + a[:, 3:4, 1:2],
    ),
    "append": (lambda a, b: a + b[None, 1], lambda a, b: a + b[:, :, 1:2]),
    "partial": (
        lambda a, b: (
            a.reduce(ReductionOp.ADD, 100, (None, 1)).broadcast_to((4, 2))
            + a.reduce(ReductionOp.MAX, 0, (1, None)).reshape((1, 2))
        ),
        lambda a, b: 100 + a.sum(2, keepdims=True) + np.maximum(a.max(1, keepdims=True), 0),
    ),
    "reduce": (
        lambda a, b: a + b.reduce(ReductionOp.MUL, 1, 0) + b.reduce(ReductionOp.MIN, 9, 1),
        lambda a, b: a + b.prod((1, 2), keepdims=True, dtype=np.int32) + np.minimum(b.min((1, 2), keepdims=True), 9),
    ),
    "flags": (
        lambda a, b: (
            cute.full_like(a, 1) * (cute.any_(a > 6).to(cutlass.Int32) * 2 + cute.all_(b != 0).to(cutlass.Int32))
        ),
        lambda a, b: np.ones_like(a) * ((a > 6).any((1, 2), keepdims=True) * 2 + (b != 0).all((1, 2), keepdims=True)),
    ),
    "made": (
        lambda a, b: (
            cute.ones_like(a) + cute.zeros_like(b) + cute.full((4, 2), 3, cutlass.Int32) + cute.empty_like(a) * 0
        ),
        lambda a, b: np.full_like(a, 4),
    ),
    "bitcast": (
        lambda a, b: (a.to(cutlass.Float32) + 0.5).bitcast(cutlass.Int32),
        lambda a, b: (a.astype(np.float32) + np.float32(0.5)).view(np.int32),
    ),
    "mixed": (
        lambda a, b: (a * 1.5 + b / 2).to(cutlass.Int32),
        lambda a, b: (a * 1.5 + b / 2).astype(np.int32),
    ),
}


@cute.kernel
def apply(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, function: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    shape = cute.make_layout((4, 2))
    a = cute.composition(x[tidx, None], shape).load()
    b = cute.composition(y[tidx, None], shape).load()
    cute.composition(z[tidx, None], shape).store(function(a, b))


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, function: cutlass.Constexpr):
    apply(x, y, z, function).launch(grid=1, block=THREADS)


@pytest.mark.parametrize("target", [*TARGETS, "eager"])
def test_operators_give_what_numpy_gives(target: str) -> None:
    arrays = Arrays("cpu" if target == "eager" else target)
    rng = np.random.default_rng(7)
    wrong: list[str] = []
    for name, (function, reference) in INT_OPS.items():
        x, y = (rng.integers(-9, 10, (THREADS, 8)).astype(np.int32) for _ in range(2))
        out = arrays.poisoned((THREADS, 8), np.int32)
        if target == "eager":
            eager.run(run, x, y, out, function)
        else:
            run(arrays.put(x), arrays.put(y), out, function)
        expected = flat(np.broadcast_to(reference(colex((4, 2), x), colex((4, 2), y)), (THREADS, 4, 2)))
        if not (arrays.get(out) == expected.astype(np.int32)).all():
            wrong.append(name)
    assert not wrong


def test_ptxas_assembles_it(ptxas: Path) -> None:
    x = np.zeros((THREADS, 8), np.int32)
    for name in ("partial", "broadcast", "bits", "where", "flags"):
        artifacts = cute.compile(run, x, x, x, INT_OPS[name][0], options="--target cpu").artifacts
        assert assemble(artifacts.ptx("sm_80"), gpu_target("sm_80"), ptxas=str(ptxas)).spills == 0


@cute.kernel
def shapes(y: cute.Tensor):
    a = cute.full((4, (5, 2)), 1, cutlass.Float32)
    assert str(a) == "tensor_value<vector<40xf32> o (4,(5,2))>"
    assert a.reduce(ReductionOp.ADD, 0.0, (None, 1)).shape == (4,)
    assert a.reduce(ReductionOp.ADD, 0.0, (None, (None, 1))).shape == (4, (5,))
    assert a.reduce(ReductionOp.ADD, 0.0, None) is a
    assert a[None, (0, None)].shape == (4, 2)
    assert (a + cute.full((1, 10), 1, cutlass.Float32).reshape((1, (5, 2)))).shape == (4, (5, 2))
    assert (a > 0).dtype is cutlass.Boolean
    assert (a.to(cutlass.Float16) + a).dtype is cutlass.Float32
    assert (a.to(cutlass.Float16) * 2.5).dtype is cutlass.Float16
    assert (a.to(cutlass.Int8) / 2).dtype is cutlass.Float32
    assert cute.size(a) == 40
    y[0] = a.reduce(ReductionOp.ADD, 2.0, 0)


@cute.jit
def run_shapes(y: cute.Tensor):
    shapes(y).launch(grid=1, block=1)


def test_vectors_keep_their_shapes_and_types() -> None:
    out = np.zeros(1, np.float32)
    run_shapes(out)
    assert out[0] == 42.0
