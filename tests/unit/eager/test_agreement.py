"""An eager run writes what the CPU target writes: the language's kernels, the row sums, the programs of the talk."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager
from tests.kernels import test_language as language
from tests.unit.staging import test_talk as talk

ROOT = Path(__file__).resolve().parents[3]


def both(function: Any, *arrays: np.ndarray, static: tuple[object, ...] = ()) -> list[np.ndarray]:
    """Runs a function on two copies of its arrays, compiled and eagerly; gives what the eager run left in them."""
    compiled, eagerly = ([a.copy() for a in arrays] for _ in range(2))
    function(*static, *compiled)
    eager.run(function, *static, *eagerly)
    for a, b in zip(compiled, eagerly, strict=True):
        np.testing.assert_array_equal(b, a)
    return eagerly


@pytest.mark.parametrize(
    ("kernel", "reference"), language.CASES, ids=[kernel.function.__name__ for kernel, _ in language.CASES]
)
def test_the_kernels_of_the_language(kernel: Any, reference: Callable[[np.ndarray], np.ndarray]) -> None:
    x = np.random.default_rng(5).integers(1, 400, 2 * language.THREADS).astype(np.int32)
    poison = np.full(x.shape, -77, np.int32)
    _, y = both(language._launcher(kernel), x, poison)
    np.testing.assert_array_equal(y, reference(x))


@pytest.fixture
def row_sums() -> Iterator[Callable[[str], Any]]:
    """The modules of `examples/`, by name."""
    sys.path.insert(0, str(ROOT / "examples"))
    yield importlib.import_module
    sys.path.remove(str(ROOT / "examples"))


@pytest.mark.parametrize("name", ["row_sum", "row_sum_layout", "row_sum_symbolic"])
def test_row_sums_agree_with_numpy(name: str, row_sums: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    module = row_sums(name)
    x = np.random.default_rng(6).standard_normal((3, 1024), dtype=np.float32)
    x_sums = x.sum(axis=1, dtype=np.float64)
    _, sums = both(module.reduce_sum, x, np.full(3, np.nan, np.float32))
    np.testing.assert_allclose(sums, x_sums, rtol=1e-4, atol=1e-4)


def test_compile_gives_an_eager_function_in_a_session(row_sums: Callable[[str], Any]) -> None:
    x = np.random.default_rng(7).standard_normal((2, 1028), dtype=np.float32)
    compiled, eagerly = np.full(2, np.nan, np.float32), np.full(2, np.nan, np.float32)
    vector = row_sums("row_sum_vector")
    vector.compiled(1028, options="--target cpu")(aligned(x), compiled)
    with eager.running(eager.Session()):
        vector.compiled(1028)(aligned(x), eagerly)
    np.testing.assert_array_equal(eagerly, compiled)


def aligned(x: np.ndarray) -> np.ndarray:
    """A copy that starts at a multiple of 16 bytes."""
    room = np.empty(x.nbytes + 16, np.uint8)
    start = -room.ctypes.data % 16
    copy = room[start : start + x.nbytes].view(x.dtype).reshape(x.shape)
    copy[:] = x
    return copy


@pytest.mark.parametrize("form", [talk.dynamic_loop, talk.unrolled_loop, talk.epilogue_after_loop])
@pytest.mark.parametrize("kind", [talk.Epilogue, talk.ReLU])
def test_the_examples_of_the_talk_agree(form: Any, kind: type, capsys: pytest.CaptureFixture[str]) -> None:
    operands = talk._operands(8, 6)
    printed = []
    results = []
    for call in (lambda *args: form(*args), lambda *args: eager.run(form, *args)):
        arrays = [x.copy() for x in operands]
        call(kind, *talk._static(*arrays))
        printed.append(capsys.readouterr().out)
        results.append(arrays[2])
    np.testing.assert_array_equal(results[1], results[0])
    assert printed[1] == printed[0]


def test_eager_runs_print_at_both_stages(capsys: pytest.CaptureFixture[str]) -> None:
    eager.run(talk.add_hybrid, 5.0)
    eager.run(talk.add_dynamicexpr, 5.0)
    assert capsys.readouterr().out == (
        "[add_hybrid (meta-stage)] result = ?\n[add_hybrid (object-stage)] result = 7.000000\n"
        "[add_dynamicexpr] result = ?\n"
    )


KINDS = [np.float16, np.float32, np.float64, np.int8, np.uint8, np.int16, np.uint32, np.int64, np.uint64]


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
def test_conversions_agree_on_edges(kind: Any) -> None:
    @cute.kernel
    def convert(x: cute.Tensor, a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, d: cute.Tensor):
        i, _, _ = cute.arch.thread_idx()
        a[i], b[i] = x[i].to(cutlass.Int8), x[i].to(cutlass.Uint32)
        c[i], d[i] = x[i].to(cutlass.Float16), x[i].to(cutlass.Int64)

    @cute.jit
    def run(x: cute.Tensor, a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, d: cute.Tensor):
        convert(x, a, b, c, d).launch(grid=1, block=32)

    limits = [float("nan"), float("inf"), float("-inf"), 1e300, -1e300, -0.0, 0.5, -129.0, 127.5, 65519.0, 65520.0]
    raw = np.random.default_rng(8).integers(0, 256, 32 * np.dtype(kind).itemsize, np.uint8).view(kind)
    x = raw.copy()
    if np.issubdtype(kind, np.floating):
        with np.errstate(over="ignore"):
            x[: len(limits)] = np.array(limits).astype(kind)
    outputs = [np.zeros(32, t) for t in (np.int8, np.uint32, np.float16, np.int64)]
    both(run, x, *outputs)


@pytest.mark.parametrize("dtype", ["BFloat16", "Float16", "Float32"])
def test_floats_round_once_in_each_operation(dtype: str) -> None:
    kind = getattr(cutlass, dtype)

    @cute.kernel
    def compute(x: cute.Tensor, y: cute.Tensor):
        i, _, _ = cute.arch.thread_idx()
        a, b = x[i].to(kind), x[i + 64].to(kind)
        c = a * b + a / b - b
        y[i] = c.to(cutlass.Float32)
        y[i + 64] = min(a, b).to(cutlass.Float32)
        y[i + 128] = (a % b).to(cutlass.Float32)

    @cute.jit
    def run(x: cute.Tensor, y: cute.Tensor):
        compute(x, y).launch(grid=1, block=64)

    x = np.random.default_rng(9).standard_normal(128).astype(np.float32)
    both(run, x, np.full(192, np.nan, np.float32))


@pytest.mark.parametrize("dtype", ["Float8E4M3FN", "Float8E5M2"])
def test_eight_bit_floats_are_read_and_written(dtype: str) -> None:
    kind = getattr(cutlass, dtype)

    @cute.kernel
    def convert(x: cute.Tensor, y: cute.Tensor, n: cute.Tensor):
        i, _, _ = cute.arch.thread_idx()
        wide = x[i].to(cutlass.Float32)
        n[i] = wide
        y[i] = (wide * 0.75).to(kind)
        y[64] = kind(1.5)

    @cute.jit
    def run(x: cute.Tensor, y: cute.Tensor, n: cute.Tensor):
        convert(x, y, n).launch(grid=1, block=64)

    import torch

    of_torch = {"Float8E4M3FN": torch.float8_e4m3fn, "Float8E5M2": torch.float8_e5m2}[dtype]
    codes = torch.arange(0, 120, 120 / 64).to(torch.uint8)
    results = []
    for call in (run, lambda *args: eager.run(run, *args)):
        y, n = torch.zeros(65, dtype=torch.uint8), np.zeros(64, np.float32)
        call(codes.view(of_torch), y.view(of_torch), n)
        results.append((y.tolist(), n.tolist()))
    assert results[0] == results[1]
    assert results[1][1] == codes.view(of_torch).float().tolist()


def test_narrow_integers_are_indices() -> None:
    """Found by the fuzzer: an index of 8 bits, with and without a sign."""

    @cute.kernel
    def gather(x: cute.Tensor, y: cute.Tensor):
        i, _, _ = cute.arch.thread_idx()
        mine = cute.make_rmem_tensor((2, 2), cutlass.Int32)
        mine.fill(3)
        s, u = i.to(cutlass.Int8), (i + 100).to(cutlass.Uint8)
        mine[s & 1, u & 1] = i
        y[s] = x[u] + mine[0, 1] * 1000 + mine[1, 0]

    @cute.jit
    def run(x: cute.Tensor, y: cute.Tensor):
        gather(x, y).launch(grid=1, block=64)

    x = np.arange(200, dtype=np.int32)
    _, y = both(run, x, np.full(64, -77, np.int32))
    ours = [(i + 100) + 3000 + 3 for i in range(64)]
    np.testing.assert_array_equal(y, ours)


@pytest.mark.parametrize("kind", ["Int32", "Uint32", "Int64"])
def test_large_integers_are_infinite_in_float16(kind: str) -> None:
    """Found by the fuzzer: LLVM leaves out a rounding to float16 of an integer with few significant bits."""

    @cute.kernel
    def convert(x: cute.Tensor, y: cute.Tensor):
        i, _, _ = cute.arch.thread_idx()
        y[i] = (x[i].to(getattr(cutlass, kind)) << 30).to(cutlass.Float16).to(cutlass.Float32)

    @cute.jit
    def run(x: cute.Tensor, y: cute.Tensor):
        convert(x, y).launch(grid=1, block=32)

    x = np.arange(32, dtype=np.int32) - 16
    _, y = both(run, x, np.zeros(32, np.float32))
    assert y[17] == np.inf


def test_narrow_integers_of_neighbouring_threads_wrap() -> None:
    """Found by the fuzzer: 8 bits of an index, widened again."""

    @cute.kernel
    def wrap(x: cute.Tensor, y: cute.Tensor):
        i = language._index()
        y[i] = (i << 5).to(cutlass.Int8) + x[0]

    x = np.zeros(language.THREADS, np.int32)
    _, y = both(language._launcher(wrap), x, np.full(x.shape, -77, np.int32))
    np.testing.assert_array_equal(y, (np.arange(language.THREADS) << 5).astype(np.int8))


def test_numbers_of_neighbouring_threads_wrap_before_they_are_widened() -> None:
    """Lanes on both sides of 2**31: a number is exact, though an index would be an error (`index-wraps`)."""

    @cute.kernel
    def wrap(x: cute.Tensor, y: cute.Tensor):
        tidx, _, _ = cute.arch.thread_idx()
        number = x[0] + tidx
        y[tidx] = cutlass.Int64(number)
        y[tidx + 32] = cutlass.Int64(number.to(cutlass.Uint32)) + tidx

    @cute.jit
    def run(x: cute.Tensor, y: cute.Tensor):
        wrap(x, y).launch(grid=[1, 1, 1], block=[32, 1, 1])

    _, y = both(run, np.full(1, 2**31 - 5, np.int32), np.zeros(64, np.int64))
    numbers = (np.arange(32) + (2**31 - 5)).astype(np.int32)
    np.testing.assert_array_equal(y[:32], numbers)
    np.testing.assert_array_equal(y[32:], numbers.astype(np.uint32).astype(np.int64) + np.arange(32))


def test_a_launch_that_the_host_does_not_come_to_is_not_run() -> None:
    """In a loop without turns and in a branch not taken; a grid of 0 is no error there."""

    @cute.kernel
    def count(y: cute.Tensor):
        tidx, _, _ = cute.arch.thread_idx()
        y[tidx] += 1

    @cute.jit
    def run(y: cute.Tensor, turns: cutlass.Int32):
        for _ in range(turns):
            count(y).launch(grid=1, block=32)
        if turns > 2:
            count(y).launch(grid=turns - 2, block=32)

    for turns, counted in ((0, 0), (1, 1), (3, 4)):
        (y,) = both(lambda y, turns=turns: run(y, turns), np.zeros(32, np.int32))
        assert (y == counted).all()


def test_a_loop_whose_first_turn_always_leaves_ends_for_its_lanes_only() -> None:
    """Found by the fuzzer: the lanes that never enter it go on."""

    @cute.kernel
    def leave(x: cute.Tensor, y: cute.Tensor):
        i, _, _ = cute.arch.thread_idx()
        for k in range(1, x[i] & 3):
            y[0, i] = k
            return
        y[0, i] = 5
        while x[i] > 20:
            y[1, i] = 6
            break
        y[2, i] = 7

    @cute.jit
    def run(x: cute.Tensor, y: cute.Tensor):
        leave(x, y).launch(grid=1, block=32)

    x = np.arange(32, dtype=np.int32)
    _, y = both(run, x, np.full((3, 32), -77, np.int32))
    returns = (x & 3) > 1
    np.testing.assert_array_equal(y[0], np.where(returns, 1, 5))
    np.testing.assert_array_equal(y[1], np.where(~returns & (x > 20), 6, -77))
    np.testing.assert_array_equal(y[2], np.where(returns, -77, 7))
