"""Fused functions of elements, the rotary embedding and the transpose."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import cutedsl.cute as cute
from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.ops.arrays import view_of
from cutedsl.ops.pointwise.functions import fused
from tests.products import each_value
from tests.unit.ops.tensors import DTYPES, FLOATS, TARGETS, OnlyMemory, close, normal, poisoned


@cute.jit
def leaky(x, slope):
    return x if x > 0.0 else x * slope


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_a_function_that_decides_by_values(target: str, dtype: torch.dtype) -> None:
    x, slope = normal((5, 77), dtype, target), normal((77,), dtype, target)
    out = poisoned(x)
    assert ops.elementwise(leaky, x, slope, out=out) is out
    close(out, torch.where(x > 0, x.double(), x.double() * slope.double()))


@pytest.mark.parametrize("target", TARGETS)
def test_shapes_spread_and_strides_differ(target: str) -> None:
    x = normal((4, 6, 40), torch.float32, target)
    y, z = normal((6, 1), torch.float32, target), normal((40, 4), torch.float32, target).T.unsqueeze(1)
    found = ops.elementwise(lambda a, b, c: a * b - c, x, y, z)
    close(found, x.double() * y.double() - z.double())
    close(ops.elementwise(lambda a: a + 1.0, x.permute(2, 0, 1)[::3]), x.double().permute(2, 0, 1)[::3] + 1)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("count", [1, 31, 4096, 100_003])
def test_flat_arrays_are_taken(target: str, count: int) -> None:
    x = normal((count,), torch.float32, target)
    with OnlyMemory():
        y = ops.elementwise(lambda a: a * a, x)
    assert torch.equal(y, x * x)


def test_values_that_a_function_reads_are_read_again() -> None:
    x = torch.ones(8)
    factor = 2.0

    def scaled(a: Any) -> Any:
        return a * factor

    assert torch.equal(ops.elementwise(scaled, x), x * 2)
    factor = 3.0
    assert torch.equal(ops.elementwise(scaled, x), x * 3)


def test_a_function_may_write_several_arrays() -> None:
    x = torch.arange(6.0)
    y, z = torch.zeros(6), torch.zeros(6)
    given, *written = (view_of("x", one) for one in (x, y, z))
    fused(lambda a: (a + 1.0, a * 3.0), [given], written)
    assert torch.equal(y, x + 1) and torch.equal(z, x * 3)


@pytest.mark.gpu
def test_more_elements_than_32_bits_count() -> None:
    x = torch.ones(2**31 + 64, dtype=torch.float16, device="cuda").view(-1, 64)
    y = ops.elementwise(lambda a: a + 1.0, x)
    assert y[-1].tolist() == [2.0] * 64 and y[0, 0] == 2


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("interleaved", [False, True])
def test_rotary_embedding_turns_pairs(target: str, interleaved: bool) -> None:
    x, angle = normal((2, 6, 3, 32), torch.float32, target), normal((6, 16), torch.float32, target)
    cos, sin = angle.cos(), angle.sin()
    pairs = torch.view_as_complex(
        (x.unflatten(-1, (16, 2)) if interleaved else x.unflatten(-1, (2, 16)).mT).double().contiguous()
    )
    turned = torch.view_as_real(pairs * torch.polar(torch.ones_like(angle), angle)[None, :, None])
    exact = turned.flatten(-2) if interleaved else turned.mT.flatten(-2)
    close(ops.rotary(x, cos, sin, interleaved=interleaved), exact)
    close(ops.rotary(x, cos.expand(2, 6, 16), sin.expand(2, 6, 16), interleaved=interleaved), exact)
    ops.rotary(x, cos, sin, interleaved=interleaved, out=x)
    close(x, exact)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("heads", "size", "apart"), [(1, 128, 0), (5, 24, 8), (70, 6, 2)])
@pytest.mark.parametrize("interleaved", [False, True])
def test_rotary_embedding_takes_any_number_of_heads(
    target: str, heads: int, size: int, apart: int, interleaved: bool
) -> None:
    """Heads that lie `apart` elements from each other, in bfloat16 with angles in float32."""
    x = normal((1, 3, heads, size + apart), torch.bfloat16, target)[..., :size]
    cos, sin = (normal((3, size // 2), torch.float32, target) for _ in range(2))
    halves = (x[..., ::2], x[..., 1::2]) if interleaved else x.chunk(2, -1)
    a, b = (half.double() for half in halves)
    c, s = cos[None, :, None].double(), sin[None, :, None].double()
    turned = torch.stack((a * c - b * s, b * c + a * s), -1 if interleaved else -2)
    close(ops.rotary(x, cos, sin, interleaved=interleaved), turned.flatten(-2))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("dtype", "shape"), each_value(FLOATS, [(3, 5), (130, 72), (2, 3, 64, 128), (2, 66, 64)]))
def test_arrays_are_transposed(target: str, dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    x = normal(shape, dtype, target)
    with OnlyMemory():
        y = ops.transpose(x)
    assert torch.equal(y, x.mT) and y.is_contiguous()
    assert torch.equal(ops.transpose(y.mT[..., 1:]), x[..., 1:].mT)


def test_arrays_of_numpy_are_taken() -> None:
    x = np.arange(12, dtype=np.int64).reshape(3, 4)
    assert np.array_equal(ops.transpose(x[:, ::-1]), x[:, ::-1].T)
    y = ops.elementwise(lambda a, b: a + b, np.ones((2, 3), np.float32), np.ones(3, np.float16))
    assert y.dtype == np.float32 and (y == 2).all()


def test_shapes_are_checked() -> None:
    x = torch.zeros(2, 3)
    calls = (
        lambda: ops.elementwise(lambda a, b: a + b, x, x[:, :2]),
        lambda: ops.rotary(x, x, x),
        lambda: ops.transpose(x[0]),
    )
    for call in calls:
        with pytest.raises(DSLUserCodeError, match="ops-shape"):
            call()
