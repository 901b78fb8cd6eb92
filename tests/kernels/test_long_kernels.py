"""Long unrolled kernels: with loops in the place of what repeats they give the same bits, and the same errors.

What repeats are stretches of ops, or statements in any order.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from xdsl.dialects import scf

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.codegen.cpu import module
from cutedsl.codegen.llvm.text import RUNS_ONCE
from cutedsl.passes.rerolling import statements
from cutedsl.passes.rerolling.repetition import kinds_of
from cutedsl.passes.rerolling.roll_up import roll_up
from cutedsl.targets import cpu_compiler
from tests.products import long

THREADS = 64
TURNS = 30
LONG_OPS = 200
"""From how many ops on the kernels here count as long ones."""


@pytest.fixture(autouse=True)
def _compiles_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CUTEDSL_CACHE", "0")
    yield


@cute.kernel
def rotates(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """Values of the turn before, an inner loop that is unrolled too, and all of them used afterwards."""
    tidx, _, _ = cute.arch.thread_idx()
    v = [x[tidx + THREADS * i] for i in range(4)]
    for _ in cutlass.range_constexpr(TURNS):
        for i in cutlass.range_constexpr(4):
            v[i] = v[i] * v[(i + 1) % 4] + a
    for i in cutlass.range_constexpr(4):
        y[tidx + THREADS * i] = v[i]


@cute.kernel
def counts(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """Constants that count up and down, in 32 and in 64 bits."""
    tidx, _, _ = cute.arch.thread_idx()
    k = tidx
    wide = cutlass.Int64(n) << 40
    for r in cutlass.range_constexpr(TURNS):
        k = (k ^ (3 * r)) + n - (TURNS - r)
        wide = wide * 3 + cutlass.Int64(r)
        y[tidx + THREADS * r] = x[tidx + r] * a + x[(tidx * 3 + r) % n] + cutlass.Float32(k & 7) + cutlass.Float32(wide)


@cute.kernel
def waits(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """Barriers at every fourth turn, and a branch between two loops."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(THREADS))
    t = x[tidx]
    for r in cutlass.range_constexpr(2 * TURNS):
        s[tidx] = t
        if r % 4 == 0:
            cute.arch.sync_threads()
        else:
            cute.arch.sync_warp()
        t = s[tidx // 4 * 4 + (tidx + r) % 4] * a + t * 0.5
        cute.arch.sync_threads()
    if tidx > n:
        t = t + 1.0
    for r in cutlass.range_constexpr(2 * TURNS):
        t = t * 0.75 + x[tidx + 2 * r]
    y[tidx] = t


@cute.kernel
def remembers(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """A value of a turn in the middle is used after the last: a loop ends there, another begins."""
    tidx, _, _ = cute.arch.thread_idx()
    t, seen = x[tidx], x[tidx]
    for r in cutlass.range_constexpr(2 * TURNS):
        t = t * a + x[tidx + r] * 0.5
        if r == TURNS:
            seen = t
    y[tidx] = t + seen


@cute.kernel
def leaps(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """Constants in no steps: one statement, at every turn with another number."""
    tidx, _, _ = cute.arch.thread_idx()
    t = x[tidx]
    for r in cutlass.range_constexpr(2 * TURNS):
        t = t * a + x[tidx + r * r]
    y[tidx] = t


@cute.kernel
def changes(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """Another value from outside from a turn in the middle on: a loop of the turns before, one of those after."""
    tidx, _, _ = cute.arch.thread_idx()
    t = early = x[tidx]
    late = early + a
    for r in cutlass.range_constexpr(2 * TURNS):
        scale = early if r < TURNS else late
        t = t * scale + x[tidx + r] * 0.5
    y[tidx] = t


@cute.kernel
def parts(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """Two values that are one from the first turn on: that turn stays apart."""
    tidx, _, _ = cute.arch.thread_idx()
    t, u = x[tidx], x[tidx + THREADS]
    for r in cutlass.range_constexpr(2 * TURNS):
        t = t * a + u * 0.5 + x[tidx + r]
        u = t
    y[tidx] = t


@cute.kernel
def keeps_the_first(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """A value of the first turn is used after the last: that turn stays apart."""
    tidx, _, _ = cute.arch.thread_idx()
    t = first = x[tidx]
    for r in cutlass.range_constexpr(2 * TURNS):
        t = t * a + x[tidx + r] * 0.5
        if r == 0:
            first = t
    y[tidx] = t - first


@cute.kernel
def begins_elsewhere(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """The first turn has a number, and a value from outside, that are not those of the others."""
    tidx, _, _ = cute.arch.thread_idx()
    t = early = x[tidx]
    late = early + a
    for r in cutlass.range_constexpr(2 * TURNS):
        t = t * a + x[tidx + (50 if r == 0 else r)]
    for r in cutlass.range_constexpr(2 * TURNS):
        scale = early if r == 0 else late
        t = t * scale + x[tidx + r]
    y[tidx] = t


@cute.kernel
def multiplies_fragments(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """Fragments by coordinates that are numbers, in three loops that are unrolled."""
    tidx, _, _ = cute.arch.thread_idx()
    u, v, w = (cute.make_rmem_tensor((5, 5), cutlass.Float32) for _ in range(3))
    for i in cutlass.range_constexpr(5):
        for j in cutlass.range_constexpr(5):
            u[i, j], v[i, j], w[i, j] = x[tidx + 5 * i + j], x[tidx + 7 * j + i] * a, a
    for i in cutlass.range_constexpr(5):
        for j in cutlass.range_constexpr(5):
            for k in cutlass.range_constexpr(5):
                w[i, j] += u[i, k] * v[k, j]
    for i in cutlass.range_constexpr(5):
        for j in cutlass.range_constexpr(5):
            y[tidx + THREADS * (5 * i + j)] = w[j, i]


@cute.kernel
def unrolls_inside_of_a_loop(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """The same inside of a loop that carries values, with a branch, and barriers."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((THREADS, 8)))
    w = cute.make_rmem_tensor((5, 5), cutlass.Float32)
    w.fill(0.0)
    total = x[tidx]
    for tile in range(n // 20):
        for i in cutlass.range_constexpr(8):
            s[tidx, i] = x[tidx + 8 * tile + i]
        cute.arch.sync_threads()
        for k in cutlass.range_constexpr(8):
            for i in cutlass.range_constexpr(5):
                for j in cutlass.range_constexpr(5):
                    w[i, j] += s[tidx // 8 + i, k] * s[tidx % 8 + j, 7 - k]
                    total = total * 0.5 + w[i, j]
        cute.arch.sync_threads()
        if tile % 2 == 1:
            total = total + a
    for i in cutlass.range_constexpr(5):
        for j in cutlass.range_constexpr(5):
            y[tidx + THREADS * (5 * i + j)] = w[i, j] + total


def _host(kernel: Any) -> Any:
    @cute.jit
    def host(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
        kernel(x, y, a, n).launch(grid=1, block=THREADS)

    return host


@pytest.fixture(autouse=True)
def tables_for_small_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutedsl.passes.rerolling.roll_up._TABLED", 1)


def _inputs() -> tuple[np.ndarray, np.ndarray]:
    x = np.random.default_rng(5).random(8192, dtype=np.float32)
    return x, np.full_like(x, np.nan)


def _compiled(kernel: Any) -> Any:
    return cute.compile(_host(kernel), *_inputs(), 0.37, 61, options="--target cpu")


def _loops(compiled: Any, long_ops: int = LONG_OPS) -> int:
    module = roll_up(compiled.artifacts.program.module, long_ops=long_ops)
    module.verify()
    return sum(isinstance(op, scf.ForOp) for op in module.walk())


def _results(kernel: Any, long_ops: int, monkeypatch: pytest.MonkeyPatch) -> tuple[np.ndarray, Any]:
    monkeypatch.setattr(cpu_compiler, "LONG_OPS", long_ops)
    compiled, (x, y) = _compiled(kernel), _inputs()
    compiled(x, y, 0.37, 61)
    return y, compiled


@pytest.mark.parametrize(
    ("kernel", "loops"),
    [
        *((rotates, 1), (counts, 1), (waits, 2), (remembers, 2), (leaps, 1), (changes, 2)),
        *((parts, 1), (keeps_the_first, 1), (begins_elsewhere, 2), (multiplies_fragments, 1)),
    ],
)
def test_the_same_bits_with_and_without_loops(kernel: Any, loops: int, monkeypatch: pytest.MonkeyPatch) -> None:
    unrolled, _ = _results(kernel, 1 << 30, monkeypatch)
    rolled, compiled = _results(kernel, LONG_OPS, monkeypatch)
    assert _loops(compiled) == loops
    assert np.array_equal(unrolled.view(np.uint32), rolled.view(np.uint32))
    assert not np.isnan(rolled[:THREADS]).any()
    assert len(compiled.artifacts.program.module.body.block.ops) == 2  # what was recorded stays as it was
    assert not any(isinstance(op, scf.ForOp) for op in compiled.artifacts.program.module.walk())


def test_a_long_block_of_a_loop_is_rolled_up(monkeypatch: pytest.MonkeyPatch) -> None:
    unrolled, _ = _results(unrolls_inside_of_a_loop, 1 << 30, monkeypatch)
    rolled, compiled = _results(unrolls_inside_of_a_loop, LONG_OPS, monkeypatch)
    assert np.array_equal(unrolled.view(np.uint32), rolled.view(np.uint32))
    assert not np.isnan(rolled[: THREADS * 25]).any()
    assert _loops(compiled) == 2
    assert _loops(compiled, 1000) == 1  # it was unrolled for speed


def test_statements_that_are_all_different_take_no_quadratic_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[object] = []
    real = statements._outside  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(statements, "_outside", lambda *given: compared.append(given) or real(*given))

    @cute.kernel
    def different(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
        fragment = cute.make_rmem_tensor(500, cutlass.Float32)
        for i in cutlass.range_constexpr(500):
            fragment[i] = a
        for i in cutlass.range_constexpr(500):
            fragment[i] = -fragment[(i * i) % 500]
        y[0] = fragment[3]

    module = _compiled(different).artifacts.program.module
    kernel = next(op for op in module.walk() if op.name == "func.func")
    ops = [op for op in kernel.regions[0].block.ops if op.name != "arith.constant"]
    compared.clear()
    statements.find_runs(statements.Uses.of(ops), kinds_of(ops), below=1 << 30)
    assert len(compared) < 40 * 1000
    compared.clear()
    assert statements.find_runs(statements.Uses.of(ops), kinds_of(ops), below=100) == []
    assert len(compared) < 40 * 100


@pytest.mark.parametrize(
    ("kernel", "multiplies"),
    [(rotates, 4), (counts, 1), (waits, 9), (parts, 4), (keeps_the_first, 4), (begins_elsewhere, 4)],
)
def test_code_stands_once_where_the_first_turn_is_as_the_others(kernel: Any, multiplies: int) -> None:
    """Of a first turn that is not, there are two."""
    module = roll_up(_compiled(kernel).artifacts.program.module, long_ops=LONG_OPS)
    assert sum(op.name == "arith.mulf" for op in module.walk()) == multiplies


def test_a_short_kernel_stays_as_it_is() -> None:
    module = _compiled(rotates).artifacts.program.module
    assert roll_up(module, long_ops=1000) is module


def test_tables_are_for_kernels_that_are_long_by_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no turn is like the one before, loops run several times as long as plain code; an access counts as four."""
    module = _compiled(leaps).artifacts.program.module
    kernel = next(op for op in module.walk() if op.name == "func.func")
    names = [op.name for op in kernel.regions[0].block.ops if op.name != "arith.constant"]
    ops = sum(4 if name.startswith("cute.memref.") else 1 for name in names)
    monkeypatch.setattr("cutedsl.passes.rerolling.roll_up._TABLED", 4)
    assert roll_up(module, long_ops=ops // 4 + 1) is module
    assert roll_up(module, long_ops=ops // 4) is not module
    assert roll_up(_compiled(rotates).artifacts.program.module, long_ops=LONG_OPS) is not module  # a loop without one


@cute.kernel
def leaves_the_tensor(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """The last turns are outside."""
    tidx, _, _ = cute.arch.thread_idx()
    for r in cutlass.range_constexpr(2 * TURNS):
        y[tidx + THREADS * r] = x[tidx + 140 * r] * a


@cute.kernel
def leaves_in_no_order(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """One of the turns in the midst is outside: of other threads than the first, after stores."""
    tidx, _, _ = cute.arch.thread_idx()
    t = x[tidx]
    for r in cutlass.range_constexpr(4 * TURNS):
        if cutlass.const_expr(r * r % 5 == 1):
            t = t * a + x[tidx + r * r * 11 % 8192]
        else:
            y[tidx + THREADS * r] = t


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize(
    ("kernel", "line"),
    [(leaves_the_tensor, "x[tidx + 140 * r]"), (leaves_in_no_order, "x[tidx + r * r * 11 % 8192]")],
)
def test_an_access_outside_is_told_of_alike(kernel: Any, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    written: list[np.ndarray] = []
    for long_ops in (1 << 30, LONG_OPS):
        monkeypatch.setattr(cpu_compiler, "LONG_OPS", long_ops)
        compiled, (x, y) = _compiled(kernel), _inputs()
        with pytest.raises(IndexError) as caught:
            compiled(x, y, 0.37, 61)
        said.append(str(caught.value))
        written.append(y.reshape(-1, THREADS)[:, :32])  # a loop may take the warps in turns: the second has stored too
    assert _loops(compiled) == 1
    assert said[0] == said[1]
    assert line in said[0]
    assert np.array_equal(written[0], written[1], equal_nan=True)
    assert np.isnan(written[0]).any() and not np.isnan(written[0]).all()


CODES: list[int] = []


def _step(code: int, v: list[Any], r: int, x: cute.Tensor, tidx: Any, n: Any) -> None:
    """One of several ops on one of the values, chosen by `code`."""
    i, j = code % 5, code // 5 % 5
    if code % 7 == 0:
        v[i] = v[i] + v[j]
    elif code % 7 == 1:
        v[i] = v[i] * (2 * r + 1)
    elif code % 7 == 2:
        v[i] = v[j] ^ (r * (code % 11) - 9)
    elif code % 7 == 3:
        v[i] = x[(tidx + r) % n] - v[j]
    elif code % 7 == 4:
        v[i] = cutlass.min(v[i], v[j] - r)
    elif code % 7 == 5:
        v[i], v[j] = v[j], v[i]
    else:
        v[i] = (v[i] >> 3) // (r + 1)


@cute.kernel
def random_ops(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    """The ops of `CODES` on five values, turn after turn."""
    tidx, _, _ = cute.arch.thread_idx()
    v = [x[tidx + i] for i in range(5)]
    for r in cutlass.range_constexpr(TURNS):
        for code in cutlass.range_constexpr(len(CODES)):
            _step(CODES[code], v, r, x, tidx, n)
    for i in cutlass.range_constexpr(5):
        y[tidx + THREADS * i] = v[i]


@cute.jit
def random_host(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    random_ops(x, y, n).launch(grid=1, block=THREADS)


@pytest.mark.cutedsl_unchecked  # checks stand between the ops
@pytest.mark.parametrize("seed", [*range(4), *map(long, range(4, 8))])
def test_long_kernels_of_random_ops_become_one_loop(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = random.Random(seed)
    monkeypatch.setattr(f"{__name__}.CODES", [chosen.randrange(385) for _ in range(chosen.randrange(8, 14))])
    x = np.random.default_rng(seed).integers(-(2**31), 2**31, 512).astype(np.int32)
    results: list[np.ndarray] = []
    for long_ops, once_ops in ((1 << 30, 1 << 30), (1 << 30, LONG_OPS), (LONG_OPS, 1 << 30)):
        monkeypatch.setattr(cpu_compiler, "LONG_OPS", long_ops)
        monkeypatch.setattr(module, "LONG_OPS", once_ops)
        y = np.zeros(512, np.int32)
        compiled = cute.compile(random_host, x, y, 61, options="--target cpu")
        compiled(x, y, 61)
        results.append(y)
        once = compiled.artifacts.source.llvm_text.startswith(RUNS_ONCE)
        assert once == (once_ops == LONG_OPS)
    assert np.array_equal(results[0], results[1])
    assert np.array_equal(results[0], results[2])
    assert _loops(compiled) == 1


@pytest.mark.parametrize("seed", range(6))
def test_statements_in_any_order(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = random.Random(100 + seed)
    monkeypatch.setattr(f"{__name__}.TURNS", 1)
    monkeypatch.setattr(f"{__name__}.CODES", [chosen.randrange(385) for _ in range(300)])
    x = np.random.default_rng(seed).integers(-(2**31), 2**31, 512).astype(np.int32)
    results: list[np.ndarray] = []
    for long_ops in (1 << 30, LONG_OPS):
        monkeypatch.setattr(cpu_compiler, "LONG_OPS", long_ops)
        y = np.zeros(512, np.int32)
        compiled = cute.compile(random_host, x, y, 61, options="--target cpu")
        compiled(x, y, 61)
        results.append(y)
    assert np.array_equal(results[0], results[1])
    assert np.count_nonzero(results[0]) > 128
    assert _loops(compiled) == 1


ORDER: list[tuple[int, int, int]] = []


@cute.kernel
def irregular(x: cute.Tensor, y: cute.Tensor, a: cutlass.Float32, n: cutlass.Int32):
    """Values of several types from statement to statement, coefficients of each turn, and -0.0 beside 0.0."""
    tidx, _, _ = cute.arch.thread_idx()
    v = [x[tidx + THREADS * i] for i in range(4)]
    wide, narrow, small = cutlass.Int64(n) << 33, cutlass.Float16(a), cutlass.Float64(a)
    first = cutlass.Boolean(tidx < n)
    cute.arch.sync_threads()
    for k in cutlass.range_constexpr(len(ORDER)):
        code, i, j = ORDER[k]
        if cutlass.const_expr(code == 0):
            v[i] = v[i] * (0.5 + 0.25 * (k % 3) if k % 4 else a) + v[j]
        elif cutlass.const_expr(code == 1):
            wide = wide * 3 + cutlass.Int64(k - 60) + cutlass.Int64(tidx)
        elif cutlass.const_expr(code == 2):
            first = v[i] < v[j]
        elif cutlass.const_expr(code == 3):
            v[i] = v[i] + cutlass.Float32(first) * v[j]
        elif cutlass.const_expr(code == 4):
            narrow = narrow * cutlass.Float16(0.5) + cutlass.Float16(v[i])
        elif cutlass.const_expr(code == 5):
            small = small * cutlass.Float64(-0.0 if i else 0.0)
        elif cutlass.const_expr(code == 8):
            v[i] = (t := v[j] * 0.5) + (t if k % 2 else v[i])
        elif cutlass.const_expr(code == 6):
            y[tidx + THREADS * (8 + k % 100)] = v[i] * a
        else:
            v[i] = x[(tidx * 3 + k) % n] - v[j] + cutlass.Float32(wide & 7)
    cute.arch.sync_threads()
    for i in cutlass.range_constexpr(4):
        y[tidx + THREADS * i] = v[i]
    y[tidx + THREADS * 4] = cutlass.Float32(wide) + cutlass.Float32(narrow)
    y[tidx + THREADS * 5] = cutlass.Float32(small)


@pytest.mark.parametrize("seed", [0, 1, long(2), long(3)])
def test_values_of_all_types_go_from_turn_to_turn(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = random.Random(seed)
    order = [(chosen.randrange(9), chosen.randrange(4), chosen.randrange(4)) for _ in range(250)]
    monkeypatch.setattr(f"{__name__}.ORDER", order)
    unrolled, _ = _results(irregular, 1 << 30, monkeypatch)
    rolled, compiled = _results(irregular, 300, monkeypatch)
    assert _loops(compiled, 300) == 1
    assert np.array_equal(unrolled.view(np.uint32), rolled.view(np.uint32))
    assert np.isfinite(rolled[: 6 * THREADS]).all()
