"""RMS norm and layer norm, forward and backward, against torch in float64."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.ops.arrays import view_of
from cutedsl.ops.norms.gradients import norm_backward_rows
from cutedsl.ops.norms.parts import added_up
from cutedsl.ops.programs import program
from cutedsl.ops.rowwise.tile import tile_in_turn
from tests.lowered import lowered
from tests.products import each_value, long
from tests.unit.ops.tensors import DTYPES, FLOATS, TARGETS, OnlyMemory, close, normal, poisoned

SHAPES = [(3, 1), (5, 77), (2, 3, 264)]
LONG = [(2, 66_001), long((3, 36000))]
LONG_ADDED = ((2, 66_001), torch.float32)


def parameters(columns: int, dtype: torch.dtype, target: str) -> tuple[torch.Tensor, torch.Tensor]:
    return normal((columns,), dtype, target), normal((columns,), dtype, target)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("dtype", "shape"), each_value(FLOATS, SHAPES))
def test_norms_give_what_torch_gives(target: str, dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    x, (weight, bias) = normal(shape, dtype, target) + 3, parameters(shape[-1], dtype, target)
    y = poisoned(x)
    assert ops.rms_norm(x, weight, out=y) is y
    close(y, F.rms_norm(x.double(), shape[-1:], weight.double(), 1e-6))
    if shape[-1] > 1:
        exact = F.layer_norm(x.double(), shape[-1:], weight.double(), bias.double())
        close(ops.layer_norm(x, weight, bias), exact, None if dtype is not torch.float32 else 1e-5)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", LONG)
def test_long_rows_give_what_torch_gives(target: str, shape: tuple[int, ...]) -> None:
    x, (weight, bias) = normal(shape, torch.float32, target), parameters(shape[-1], torch.float32, target)
    close(ops.layer_norm(x, weight, bias), F.layer_norm(x.double(), shape[-1:], weight.double(), bias.double()))
    check_gradients(x, weight, bias, 2e-5)


def check_gradients(x: torch.Tensor, weight: Any, bias: Any, limit: float) -> None:
    grad = torch.randn_like(x)
    for centred in (False, True):
        exact: list[Any] = [None if t is None else t.double().requires_grad_() for t in (x, weight, bias)]
        if centred:
            y = F.layer_norm(exact[0], x.shape[-1:], exact[1], exact[2])
            found = ops.layer_norm_backward(grad, x, weight, bias=bias is not None)
        else:
            y = F.rms_norm(exact[0], x.shape[-1:], exact[1], 1e-6)
            found = ops.rms_norm_backward(grad, x, weight)
        y.backward(grad.double())
        wanted = [t.grad for t in exact[: 3 if centred else 2] if t is not None]
        assert len(found) == len(wanted)
        for mine, reference in zip(found, wanted, strict=True):
            assert mine.dtype == x.dtype
            close(mine, reference, limit)


BACKWARD = [((7, 77), torch.bfloat16), ((300, 264), torch.float32), long((2, 5, 1024), torch.float32)]
ON_GPU = [pytest.param((300, n), d.values[0], marks=pytest.mark.gpu) for n in (77, 1024, 20000) for d in DTYPES]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("shape", "dtype"), [*BACKWARD, *ON_GPU])
def test_gradients_of_norms_give_what_torch_gives(target: str, shape: tuple[int, ...], dtype: torch.dtype) -> None:
    x, (weight, bias) = normal(shape, dtype, target) + 1, parameters(shape[-1], dtype, target)
    limit = {torch.float32: 2e-5, torch.float16: 2e-3, torch.bfloat16: 1.2e-2}[dtype]
    check_gradients(x, weight, bias, limit)
    check_gradients(x, None, None, limit)


@pytest.mark.gpu
@pytest.mark.parametrize("shape", [(1000, 1024), (777, 4096), (301, 8192), (67, 32768), (33, 65536)])
def test_sizes_of_the_benchmark(shape: tuple[int, ...]) -> None:
    for dtype in (torch.float32, torch.bfloat16):
        x, (weight, bias) = normal(shape, dtype, "cuda"), parameters(shape[-1], dtype, "cuda")
        close(ops.rms_norm(x, weight), F.rms_norm(x.double(), shape[-1:], weight.double(), 1e-6))
        exact = F.layer_norm(x.double(), shape[-1:], weight.double(), bias.double())
        close(ops.layer_norm(x, weight, bias), exact)
        check_gradients(x, weight, bias, 2e-5 if dtype is torch.float32 else 1.2e-2)


ADDED = [
    ((5, 77), torch.bfloat16),
    ((3, 4096), torch.float16),
    long((2, 36000), torch.float32),
    ((2, 530_000), torch.float32),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize(("shape", "dtype"), ADDED)
def test_a_residual_is_added_in_the_same_pass(
    target: str, in_place: bool, shape: tuple[int, ...], dtype: torch.dtype
) -> None:
    """The norm is that of the rounded sum, also where the results replace the arguments."""
    x, residual = normal(shape, dtype, target), normal(shape, dtype, target) + 3
    weight, bias = parameters(shape[-1], dtype, target)
    total = x + residual
    for centred in (False, True):
        given = x.clone(), residual.clone()
        out, summed = given if in_place else (poisoned(x), poisoned(x))
        if centred:
            found = ops.add_layer_norm(*given, weight, bias, out=out, summed=summed)
            exact = F.layer_norm(total.double(), shape[-1:], weight.double(), bias.double())
        else:
            found = ops.add_rms_norm(*given, weight, out=out, summed=summed)
            exact = F.rms_norm(total.double(), shape[-1:], weight.double(), 1e-6)
        assert found[0] is out and found[1] is summed
        assert torch.equal(summed, total)
        close(out, exact, 1e-5 if dtype is torch.float32 else None)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("shape", "dtype"), [((7, 77), torch.bfloat16), ((300, 264), torch.float32), long(*LONG_ADDED)]
)
def test_a_gradient_is_added_to_that_of_x(target: str, shape: tuple[int, ...], dtype: torch.dtype) -> None:
    grad, x, added = (normal(shape, dtype, target) for _ in range(3))
    weight, _ = parameters(shape[-1], dtype, target)
    limit = 1.2e-2 if dtype is torch.bfloat16 else 2e-5
    plain = ops.rms_norm_backward(grad.float(), x.float(), weight.float())
    found = ops.rms_norm_backward(grad, x, weight, added=added)
    close(found[0], plain[0].double() + added.double(), limit)
    close(found[1], plain[1], limit)
    plain = ops.layer_norm_backward(grad.float(), x.float(), weight.float(), bias=True)
    wanted = [plain[0].double() + added.double(), *plain[1:]]
    found = ops.layer_norm_backward(grad, x, weight, bias=True, added=added, out=added)
    assert found[0] is added
    for mine, exact in zip(found, wanted, strict=True):
        close(mine, exact, limit)


@pytest.mark.parametrize("target", TARGETS)
def test_types_may_differ_and_rows_may_lie_apart(target: str) -> None:
    x, weight = normal((6, 4, 100), torch.bfloat16, target)[::2, 1:, :96], normal((96,), torch.float32, target)
    close(ops.rms_norm(x, weight), F.rms_norm(x.double(), (96,), weight.double(), 1e-6))
    x = normal((96, 8), torch.float32, target).T
    close(ops.layer_norm(x), F.layer_norm(x.double(), (96,)))


@pytest.mark.parametrize("target", TARGETS)
def test_torch_computes_nothing(target: str) -> None:
    x, weight = normal((40, 64), torch.float32, target), normal((64,), torch.float32, target)
    with OnlyMemory():
        ops.rms_norm(x, weight)
        ops.layer_norm_backward(x, x, weight, bias=True)


def test_arrays_of_numpy_are_taken() -> None:
    x = np.random.default_rng(0).standard_normal((4, 40), np.float32)
    y = ops.rms_norm(x, np.ones(40, np.float16))
    np.testing.assert_allclose(y, x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-6), rtol=1e-5)


def test_parameters_are_checked() -> None:
    x = torch.zeros(2, 8)
    for call in (
        lambda: ops.rms_norm(x, x[0, :7]),
        lambda: ops.layer_norm_backward(x[:1], x),
        lambda: ops.add_rms_norm(x, x[:1]),
        lambda: ops.add_layer_norm(x, x, summed=x[:1]),
        lambda: ops.rms_norm_backward(x, x, added=x[:1]),
    ):
        with pytest.raises(DSLUserCodeError, match="ops-shape"):
            call()


def test_short_rows_compile_without_a_warning_about_the_library(recwarn: pytest.WarningsRecorder) -> None:
    """A block adds up as many rows as it has threads."""
    x = normal((300, 3), torch.float32, "cpu")
    ops.rms_norm_backward(x, x, torch.ones(3))
    assert not [str(one.message) for one in recwarn]


def test_more_parts_than_one_launch_adds_up_are_added_up_in_several() -> None:
    """Of rows that no thread can hold each is a part: those of more than 262,144 columns."""
    parts = torch.randn(1025, 8)
    (total,) = added_up([view_of("parts", parts)], [view_of("sum", torch.full((8,), float("nan")))])
    close(total, parts.double().sum(0))


def test_blocks_that_add_up_parts_find_registers_beside_those_that_make_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """65,536 of a multiprocessor: 512 threads of 112 and 256 of 32. Else they start when the others have ended."""
    monkeypatch.setattr("cutedsl.ops.programs._PROGRAMS", {})  # another test may have compiled them
    x, w = (view_of("x", torch.zeros(*shape, dtype=torch.bfloat16)) for shape in ((64, 1024), (1024,)))
    tile = replace(tile_in_turn(1024, 8, 16, 2, 2), most=132)
    parts = view_of("parts", torch.zeros(132, 1024))
    given = (x, x, None, w, x, parts, parts)
    made = lowered(lambda: program(norm_backward_rows, given, tile, True, numbers=[0.0])).ptx("sm_90a")
    assert tile.block == 512 and ".maxnreg 112" in made
    added = lowered(lambda: added_up([parts, parts], [w, w])).ptx("sm_90a")
    assert ".reqntid 256" in added
