"""`ops.residual_matmul` against float64: the sums of squares of rows, every way to cut a product that it has."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from tests.unit.ops.tensors import TARGETS, OnlyMemory, close, normal, poisoned

pytestmark = pytest.mark.child


@pytest.fixture(autouse=True)
def _few_blocks(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """On the CPU, so that a block has several tiles."""
    if not torch.cuda.is_available():
        monkeypatch.setattr(import_module("cutedsl.utils.hardware_info"), "usable_cores", lambda: 3)


def compare(a: torch.Tensor, b: torch.Tensor, residual: torch.Tensor, config: Any = None) -> None:
    """Both results; squares are those of the elements as they are stored."""
    exact = a.double().cpu() @ b.double().cpu() + residual.double().cpu()
    out, squares = poisoned(residual), poisoned(residual[:, 0].float())
    with OnlyMemory():
        found = ops.residual_matmul(a, b, residual, out, squares=squares, config=config)
    assert (found[0] is out, found[1] is squares) == (True, True)
    close(out, exact)
    close(squares, out.double().square().sum(1), 2e-6)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "config",
    [
        None,
        ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1),
        ops.GemmConfig(tile_m=128, tile_n=96, stages=2, epilogue_stages=1),
        ops.GemmConfig(tile_m=256, tile_n=64, stages=2),
        ops.GemmConfig(tile_m=64, tile_n=64, stages=3, slab_m=2, epilogue_stages=1, pingpong=True),
        ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1, stream_k=True),
        ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1, cluster_m=2),
        ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1, cluster_n=2),
    ],
    ids=["chosen", "small", "pair", "tall", "turns", "streams", "above", "beside"],
)
def test_each_way_to_cut(target: str, config: Any) -> None:
    a, b = normal((200, 136), torch.bfloat16, target), normal((168, 136), torch.bfloat16, target).mT
    compare(a, b, normal((200, 168), torch.bfloat16, target, 10.0), config)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("m", "n", "k"), [(33, 45, 77), (1, 8, 8), (7, 136, 200), (130, 40, 16), (3, 5, 0)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16], ids=["float32", "float16"])
def test_odd_shapes(target: str, m: int, n: int, k: int, dtype: torch.dtype) -> None:
    compare(normal((m, k), dtype, target), normal((k, n), dtype, target), normal((m, n), dtype, target))


@pytest.mark.parametrize("target", TARGETS)
def test_a_norm_between_two_products_takes_no_pass(target: str) -> None:
    a, b, residual = (normal(shape, torch.float16, target) for shape in ((70, 64), (64, 40), (70, 40)))
    weight, following = torch.rand(40, device=target), normal((40, 24), torch.float16, target)
    x, squares = ops.residual_matmul(a, b, residual, out=residual)
    assert x is residual
    made = ops.matmul(x, (weight[:, None] * following).half(), scale_a=torch.rsqrt(squares / 40 + 1e-6))
    normed = torch.rms_norm(x.double(), (40,), weight.double(), 1e-6)
    close(made, normed @ following.double(), 2e-3)


def test_no_rows() -> None:
    found = ops.residual_matmul(np.ones((0, 4), np.float32), np.ones((4, 3), np.float32), np.ones((0, 3), np.float32))
    assert [part.shape for part in found] == [(0, 3), (0,)]


A, B, R = np.ones((2, 4), np.float32), np.ones((4, 3), np.float32), np.ones((2, 3), np.float32)


@pytest.mark.parametrize(
    ("arrays", "named", "name", "said"),
    [
        ((A, B[1:], R), {}, "ops-shape", r"they are \(M,K\) and \(K,N\)"),
        ((A[None], B, R), {}, "ops-shape", r"they are \(M,K\) and \(K,N\)"),
        ((A, B, A), {}, "ops-shape", "`residual` has the shape"),
        ((A, B, R.astype(np.float16)), {}, "ops-dtype", "`residual` holds float16, `a` float32"),
        ((A, B, R), {"squares": R[:, 0].astype(np.float16)}, "ops-dtype", "`squares` holds float16"),
        ((A, B, R), {"squares": np.ones(3, np.float32)}, "ops-shape", "`squares` has the shape"),
        ((A, B, R), {"config": 1}, "gemm-config", "`config` is 1"),
    ],
)
def test_what_is_refused(arrays: Any, named: Any, name: str, said: str) -> None:
    with pytest.raises(DSLUserCodeError, match=said) as found:
        ops.residual_matmul(*arrays, **named)
    assert found.value.name == name


@pytest.mark.parametrize("config", [ops.GemmConfig(swap=True), ops.GemmConfig(cluster_k=2)])
def test_ways_that_it_does_not_have(config: ops.GemmConfig) -> None:
    a = torch.ones(64, 64, dtype=torch.bfloat16)
    with pytest.raises(DSLUserCodeError, match="for sums of squares") as found:
        ops.residual_matmul(a, a, a, config=config)
    assert found.value.name == "gemm-config"
