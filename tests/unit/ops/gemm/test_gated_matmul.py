"""`ops.gated_matmul` against float64: gates, majors, odd sizes, groups, every way to cut a product that it has."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import cutedsl.cute as cute
from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from tests.unit.ops.tensors import TARGETS, OnlyMemory, close, normal, poisoned

pytestmark = pytest.mark.child

EXACT: dict[str, Any] = {
    "swiglu": F.silu,
    "geglu": F.gelu,
    "geglu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "reglu": torch.relu,
    "glu": torch.sigmoid,
}
SMALL = ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1)


def exactly(a: torch.Tensor, b: torch.Tensor, gate: str = "swiglu", bias: torch.Tensor | None = None) -> torch.Tensor:
    """The result in float64."""
    both = a.double().cpu() @ b.double().cpu() + (0 if bias is None else bias.double().cpu())
    first, second = both.chunk(2, -1)
    return EXACT[gate](first) * second


@pytest.fixture(autouse=True)
def _few_blocks(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """On the CPU, so that a block has several tiles."""
    if not torch.cuda.is_available():
        monkeypatch.setattr(import_module("cutedsl.utils.hardware_info"), "usable_cores", lambda: 3)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("gate", EXACT)
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32], ids=["mapped", "general"])
def test_each_gate(target: str, gate: str, dtype: torch.dtype) -> None:
    a, b = normal((70, 96), dtype, target, 0.3), normal((96, 2 * 72), dtype, target)
    close(ops.gated_matmul(a, b, gate=gate), exactly(a, b, gate))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "config",
    [
        SMALL,
        ops.GemmConfig(tile_m=128, tile_n=96, stages=2, epilogue_stages=1),
        ops.GemmConfig(tile_m=64, tile_n=64, stages=3, slab_m=2, epilogue_stages=1, pingpong=True),
        ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1, stream_k=True),
        ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1, resident=2),
        ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1, cluster_m=2),
        ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1, cluster_n=2),
        ops.GemmConfig(tile_m=64, tile_n=128, stages=3, groups=1, ahead=1),
    ],
    ids=["small", "pair", "turns", "streams", "two", "above", "beside", "ahead"],
)
def test_each_way_to_cut(target: str, config: ops.GemmConfig) -> None:
    """The last tile has fewer columns than a half of it: the first half's reaches into the second half's columns."""
    a, b = normal((200, 136), torch.bfloat16, target), normal((2 * 88, 136), torch.bfloat16, target).mT
    out = poisoned(normal((200, 88), torch.bfloat16, target))
    assert ops.gated_matmul(a, b, out, config=config) is out
    close(out, exactly(a, b))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("tile_n", [32, 64, 128, 256])
def test_columns_that_are_contiguous_along_n(target: str, tile_n: int) -> None:
    """A half of a tile is then a piece of each line, of 32, 64 or 128 bytes."""
    a, b = normal((130, 72), torch.float16, target).mT.contiguous().mT, normal((72, 2 * 136), torch.float16, target)
    config = ops.GemmConfig(tile_m=128 if tile_n == 256 else 64, tile_n=tile_n, stages=2, groups=1 + (tile_n == 256))
    close(ops.gated_matmul(a, b, config=config), exactly(a, b))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("m", "n", "k"), [(1, 1, 1), (33, 45, 77), (65, 33, 16), (7, 130, 200), (3, 8, 8)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=["float32", "bfloat16"])
def test_odd_shapes(target: str, m: int, n: int, k: int, dtype: torch.dtype) -> None:
    a, b = normal((m, k), dtype, target), normal((k, 2 * n), dtype, target)
    bias = normal((2 * n,), torch.float32, target)
    with OnlyMemory():
        made = ops.gated_matmul(a, b, bias=bias)
    close(made, exactly(a, b, bias=bias))


@pytest.mark.parametrize("target", TARGETS)
def test_stacks_and_bias(target: str) -> None:
    a, b = normal((3, 40, 64), torch.bfloat16, target), normal((3, 64, 2 * 40), torch.bfloat16, target)
    bias = normal((80,), torch.float32, target)
    close(ops.gated_matmul(a, b, bias=bias, out_dtype="float32"), exactly(a, b, bias=bias), 3e-6)
    close(ops.gated_matmul(a, b[0]), exactly(a, b[0]))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("config", [SMALL, None, "general"], ids=["small", "chosen", "general"])
def test_groups(target: str, config: Any) -> None:
    """An empty group, groups that end inside a tile, and rows after the last."""
    sizes, k = (70, 0, 3, 64, 1), 61 if config == "general" else 72
    ends = torch.tensor(sizes, device=target).cumsum(0, dtype=torch.int32)
    rows = int(ends[-1])
    a, b = normal((rows + 5, k), torch.float16, target), normal((5, k, 2 * 40), torch.float16, target)
    bias = normal((5, 80), torch.float32, target)
    out = poisoned(normal((rows + 5, 40), torch.float16, target))
    given = None if config == "general" else config
    ops.gated_matmul(a, b, out, gate="geglu", bias=bias, ends=ends, config=given)
    starts = [0, *ends.tolist()[:-1]]
    exact = [
        exactly(a[i:j], b[g], "geglu", bias[g]) for g, (i, j) in enumerate(zip(starts, ends.tolist(), strict=True))
    ]
    close(out[:rows], torch.cat(exact))
    assert out[rows:].isnan().all()


@pytest.mark.parametrize("target", TARGETS)
def test_a_gate_of_the_author(target: str) -> None:
    """Both vectors are bounded, as in gpt-oss."""

    def bounded(gate: Any, value: Any) -> Any:
        limited = cute.where(gate > 1.0, cute.full_like(gate, 1.0), gate)
        return limited * (value + 1.0)

    a, b = normal((70, 64), torch.bfloat16, target), normal((64, 2 * 40), torch.bfloat16, target)
    first, second = (a.double() @ b.double()).chunk(2, -1)
    close(ops.gated_matmul(a, b, gate=bounded), first.clamp(max=1.0) * (second + 1.0))


def test_no_elements() -> None:
    assert ops.gated_matmul(np.ones((0, 4), np.float32), np.ones((4, 6), np.float32)).shape == (0, 3)
    assert (ops.gated_matmul(np.ones((2, 0), np.float32), np.ones((0, 6), np.float32)) == 0).all()
    assert ops.gated(np.ones((0, 6), np.float32)).shape == (0, 3)


@pytest.mark.parametrize(
    ("given", "named", "name", "said"),
    [
        (((2, 4), (4, 5)), {}, "ops-shape", "5 columns, no two halves"),
        (((2, 4), (3, 6)), {}, "ops-shape", r"\(M,K\) and \(K,2N\), or stacks"),
        (((2, 2, 4), (3, 4, 6)), {}, "ops-shape", "or stacks"),
        (((2, 4), (4, 6)), {"ends": np.array([2], np.int32)}, "ops-shape", r"\(G,K,2N\)"),
        (((2, 4), (1, 4, 6)), {"ends": np.array([1, 2], np.int32)}, "ops-shape", "`ends` has the shape"),
        (((2, 4), (1, 4, 6)), {"ends": np.array([2])}, "ops-dtype", "`ends` holds int64"),
        (((2, 4), (4, 6)), {"gate": "relu"}, "ops-function", "`gate` is 'relu'; it must be one of swiglu, geglu"),
        (((2, 4), (4, 6)), {"gate": 3}, "ops-function", "`gate` is 3"),
        (((2, 4), (4, 6)), {"gate": lambda g, v: None}, "ops-function", "gives None"),
        (((2, 4), (4, 6)), {"bias": np.ones(3, np.float32)}, "ops-shape", "`bias` has the shape"),
        (((2, 4), (4, 6)), {"config": 3}, "gemm-config", "`config` is 3"),
    ],
)
def test_what_is_refused(given: Any, named: Any, name: str, said: str) -> None:
    arrays = [np.ones(shape, np.float32) for shape in given]
    with pytest.raises(DSLUserCodeError, match=said) as found:
        ops.gated_matmul(*arrays, **named)
    assert found.value.name == name


@pytest.mark.parametrize("config", [ops.GemmConfig(swap=True), ops.GemmConfig(cluster_k=2), ops.GemmConfig(tile_n=176)])
def test_ways_that_it_does_not_have(config: ops.GemmConfig) -> None:
    a = torch.ones(64, 64, dtype=torch.bfloat16)
    with pytest.raises(DSLUserCodeError, match="for a gated product") as found:
        ops.gated_matmul(a, a, config=config)
    assert found.value.name == "gemm-config"


def test_types_that_differ() -> None:
    a = torch.ones(8, 8, dtype=torch.bfloat16)
    with pytest.raises(DSLUserCodeError, match="`b` holds float16") as found:
        ops.gated_matmul(a, a.half())
    assert found.value.name == "ops-dtype"


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("gate", EXACT)
@pytest.mark.parametrize(("shape", "dtype"), [((5, 3, 40), torch.float32), ((7, 26), torch.bfloat16)])
def test_a_gate_in_one_pass_and_its_gradient(target: str, gate: str, shape: Any, dtype: torch.dtype) -> None:
    x = normal(shape, dtype, target)
    grad = normal((*shape[:-1], shape[-1] // 2), dtype, target)
    exact = x.double().cpu().requires_grad_()
    first, second = exact.chunk(2, -1)
    wanted = EXACT[gate](first) * second
    close(ops.gated(x, gate), wanted.detach())
    (slope,) = torch.autograd.grad(wanted, exact, grad.double().cpu())
    close(ops.gated_backward(grad, x, gate), slope)
    ops.gated_backward(grad, x, gate, out=x)
    close(x, slope)


def test_infinite_and_missing_values_of_a_gate() -> None:
    x = torch.tensor([[float("inf"), float("-inf"), float("nan"), -1e30, 1e30, 0.0, *[1.0] * 6]])
    found = ops.gated(x, "reglu")
    torch.testing.assert_close(found, torch.relu(x[:, :6]), equal_nan=True)
    found = ops.gated(x[:, 3:9].contiguous(), "swiglu")
    torch.testing.assert_close(found, F.silu(x[:, 3:6]), equal_nan=True)


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (lambda: ops.gated(np.ones((2, 3), np.float32)), "3 columns, no two halves"),
        (lambda: ops.gated_backward(np.ones((2, 3), np.float32), np.ones((2, 4), np.float32)), "`grad` has the shape"),
    ],
)
def test_rows_that_a_gate_refuses(run: Any, said: str) -> None:
    with pytest.raises(DSLUserCodeError, match=said) as found:
        run()
    assert found.value.name == "ops-shape"
