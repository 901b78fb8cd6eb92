"""`A: Tensor[float, (M, N)]`: checked at the call, named extents bind once and must agree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Constexpr, Float16, Layout, Tensor, jit, kernel
from cutedsl.driver.arguments.slot_rules import SlotRule, check_slot_rules
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.tensors.typed_tensor import FreeName, TypedTensor
from tests.kernels.arrays import TARGETS, Arrays

# pyright: reportInvalidTypeForm=false, reportUndefinedVariable=false, reportInvalidTypeArguments=false
# ruff: noqa: F821

WIDTH = 8


@kernel
def _outer(a: Tensor[float, (M,)], b: Tensor[float, (N,)], c: Tensor[float, (M, N)]):
    i, _, _ = cute.arch.block_idx()
    j, _, _ = cute.arch.thread_idx()
    c[i, j] = a[i] * b[j]


@jit
def outer(a: Tensor[float, (M,)], b: Tensor[float, (N,)], c: Tensor[float, (M, N)]):
    M, N = c.shape
    _outer(a, b, c).launch(grid=M, block=N)


@jit
def fixed(a: Tensor[float, (WIDTH,)], extents: Constexpr):
    extents.append(a.shape)


@jit
def laid_out(a: Tensor[Float16, Layout((4, 2), (1, 4))], seen: Constexpr):
    seen.append(str(a.layout))


@pytest.fixture(params=TARGETS)
def arrays(request: pytest.FixtureRequest) -> Arrays:
    return Arrays(request.param)


def test_any_sizes_that_agree_run_one_program(arrays: Arrays) -> None:
    rng = np.random.default_rng(0)
    programs = set()
    for m, n in ((5, 7), (3, 32), (33, 1)):
        a, b = rng.standard_normal(m).astype(np.float32), rng.standard_normal(n).astype(np.float32)
        c = arrays.poisoned((m, n))
        outer(arrays.put(a), arrays.put(b), c)
        np.testing.assert_allclose(arrays.get(c), np.outer(a, b), rtol=1e-6)
        programs |= {call.compiled for call in outer._recent._calls}
    assert len(programs) == 1


def _floats(*shape: int) -> np.ndarray:
    return np.zeros(shape, np.float32)


@pytest.mark.parametrize(
    ("arguments", "name", "text"),
    [
        ((_floats(5), _floats(7), _floats(5, 6)), "argument-shape", "`N` of `outer` is 7 in mode 0 of `b`, and 6"),
        ((_floats(4), _floats(7), _floats(5, 7)), "argument-shape", "`M` of `outer` is 4 in mode 0 of `a`, and 5"),
        ((_floats(5), _floats(7), _floats(5)), "argument-rank", "annotated Tensor[Float32, (M, N)], got 1 modes"),
        ((_floats(5), _floats(7).astype(np.float64), _floats(5, 7)), "argument-dtype", "got elements of type Float64"),
        ((_floats(5), 7.0, _floats(5, 7)), "argument-type", "annotated Tensor[Float32, (N,)], got a float"),
    ],
)  # fmt: skip
def test_misfits_are_refused_before_anything_runs(arguments: Any, name: str, text: str) -> None:
    for _ in range(2):  # also when the program is known
        with pytest.raises(DSLUserCodeError) as error:
            outer(*arguments)
        assert error.value.name == name and text in str(error.value)
        outer(_floats(5), _floats(7), _floats(5, 7))


def test_a_compiled_function_keeps_the_rule() -> None:
    compiled = cute.compile(outer, _floats(5), _floats(7), _floats(5, 7), options="--target cpu")
    compiled(_floats(2), _floats(3), _floats(2, 3))
    with pytest.raises(DSLUserCodeError, match="mode 1 of `c` equal to mode 0 of `b`, so it must be 3, got 4"):
        compiled(_floats(2), _floats(3), _floats(2, 4))


def test_symbols_of_fake_tensors_meet_named_extents() -> None:
    m, n, other = cute.sym_int(), cute.sym_int(), cute.sym_int()

    def fake(*shape: Any) -> Any:
        return cute.runtime.make_fake_compact_tensor(cute.Float32, shape, stride_order=tuple(range(len(shape)))[::-1])

    compiled = cute.compile(outer, fake(m), fake(n), fake(other, n), options="--target cpu")
    a, b, c = np.ones(3, np.float32), np.full(4, 2, np.float32), np.full((3, 4), np.nan, np.float32)
    compiled(a, b, c)
    assert (c == 2).all()
    with pytest.raises(DSLUserCodeError, match="so it must be 3, got 5"):
        compiled(a, b, _floats(5, 4))


def test_a_number_is_a_compile_time_extent() -> None:
    seen: list[Any] = []
    fixed(_floats(8), seen)
    assert seen == [(8,)] and type(seen[0][0]) is int
    with pytest.raises(DSLUserCodeError, match=r"annotated Tensor\[Float32, \(8,\)\], got extent 9 in mode 0"):
        fixed(_floats(9), seen)


def test_a_layout_fixes_strides_too() -> None:
    seen: list[str] = []
    laid_out(np.zeros((4, 2), np.float16, order="F"), seen)
    assert seen == ["(4,2):(1,4)"]
    with pytest.raises(DSLUserCodeError, match="got strides") as error:
        laid_out(np.zeros((4, 2), np.float16), seen)
    assert error.value.name == "argument-stride"


def test_a_kernel_checks_its_own_annotation() -> None:
    @jit
    def wrong(a: cute.Tensor, b: cute.Tensor):
        _outer(a, b, b).launch(grid=1, block=1)

    with pytest.raises(DSLUserCodeError, match=r"`c`[^\n]*annotated Tensor\[Float32, \(M, N\)\], got 1 modes"):
        wrong(_floats(4), _floats(4))


def test_a_kernels_named_extents_are_checked_at_the_launch() -> None:
    @jit
    def unchecked(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
        _outer(a, b, c).launch(grid=1, block=1)

    unchecked(_floats(4), _floats(2), _floats(4, 2))
    with pytest.raises(DSLUserCodeError, match="`N` of `_outer`"):
        unchecked(_floats(4), _floats(2), _floats(4, 3))


@pytest.mark.parametrize("parameters", [(str,), (float, (M := FreeName("M"), 2.5)), (float, (-1,)), (float, 1, 2)])
def test_an_invalid_typed_tensor_is_refused(parameters: Any) -> None:
    with pytest.raises(DSLUserCodeError) as error:
        TypedTensor.of(parameters)
    assert error.value.name == "typed-tensor"


def test_element_types_of_other_libraries() -> None:
    import torch

    names = [TypedTensor.of(t).element.__name__ for t in (np.int16, np.dtype("uint8"), torch.bfloat16, bool, int)]
    assert names == ["Int16", "Uint8", "BFloat16", "Boolean", "Int32"]


def test_a_kernels_named_extents_that_are_known_are_checked_while_tracing() -> None:
    @jit
    def unchecked(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
        _outer(a, b, c).launch(grid=1, block=1)

    static = [cute.runtime.from_dlpack(x) for x in (_floats(4), _floats(2), _floats(4, 3))]
    with pytest.raises(DSLUserCodeError, match=r"`N` of `_outer` has two values.*: 2 and 3") as error:
        unchecked(*static)
    assert error.value.name == "argument-shape"


def test_a_kernels_typed_tensor_takes_no_number() -> None:
    @jit
    def wrong(a: cute.Tensor, n: cutlass.Int32):
        _outer(a, n, a).launch(grid=1, block=1)  # pyright: ignore

    with pytest.raises(TypeError, match=r"`b`[^\n]*is annotated Tensor\[Float32, \(N,\)\], got an Int32"):
        wrong(_floats(4), 3)


@jit
def first(x: cute.Tensor, out: cute.Tensor):
    out[0] = x[0, 0, 0]


def test_strides_of_a_compact_fake_tensor_follow_its_extents() -> None:
    m, n = cute.sym_int(), cute.sym_int()
    fake = cute.runtime.make_fake_compact_tensor(cute.Float32, (m, 4, n), stride_order=(2, 1, 0))
    compiled = cute.compile(first, fake, _floats(1), options="--target cpu")
    room, out = np.arange(2 * 8 * 6, dtype=np.float32).reshape(2, 8, 6) + 1, np.zeros(1, np.float32)
    compiled(np.ascontiguousarray(room[:, :4]), out)
    assert out[0] == 1
    with pytest.raises(DSLUserCodeError, match="so it must be 24, got 48") as error:
        compiled(room[:, :4], out)  # rows of 8 between the first modes
    assert error.value.name == "argument-stride"
    out[0] = 0
    compiled(room[:1, :4], out)  # of one, with any stride
    assert out[0] == 1


def test_a_rule_is_about_words_of_64_bits() -> None:
    rule = SlotRule(slot=1, coefficient=-2, factors=(0,), unless_one=None, is_stride=True, text="")
    assert rule.expected((3, 0)) == 2**64 - 6
    check_slot_rules([rule], (3, 2**64 - 6), "f")
    with pytest.raises(DSLUserCodeError, match="must be -6, got 6"):
        check_slot_rules([rule], (3, 6), "f")
    void = SlotRule(slot=1, coefficient=4, factors=(0,), unless_one=2, is_stride=True, text="")
    check_slot_rules([void], (3, 99, 1), "f")  # machine code asks this first: only what it refuses comes here
    with pytest.raises(DSLUserCodeError, match="must be 12, got 99"):
        check_slot_rules([void], (3, 99, 2), "f")
