"""`ops.grouped_matmul` against float64: groups of any sizes, on tensor maps and without, and lists of matrices."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from tests.products import long
from tests.unit.ops.tensors import TARGETS, OnlyMemory, close, normal, poisoned

pytestmark = pytest.mark.child

SMALL = ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1)
BOTH = ops.GemmConfig(tile_n=64, stages=2, epilogue_stages=1)
SIZES = [(70, 0, 3, 128, 64, 1), (0, 0, 5), (40,), tuple([2] * 40)]
"""Rows of each group: none, less than a tile, whole ones; more groups than a warp has lanes."""


def exactly(a: torch.Tensor, b: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    """The product in float64."""
    starts = [0, *ends.tolist()[:-1]]
    parts = [a[i:j].double() @ b[g].double() for g, (i, j) in enumerate(zip(starts, ends.tolist(), strict=True))]
    return torch.cat(parts)


@pytest.fixture(autouse=True)
def _few_blocks(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """On the CPU, so that a block has several tiles. A checked run has the module under another name, too."""
    if not torch.cuda.is_available():
        monkeypatch.setattr(import_module("cutedsl.utils.hardware_info"), "usable_cores", lambda: 3)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("sizes", "config"),
    [*((sizes, SMALL) for sizes in SIZES), (SIZES[0], BOTH)],
    ids=["some", "last", "one", "many", "wide"],
)
def test_groups_of_rows_are_multiplied(target: str, sizes: tuple[int, ...], config: ops.GemmConfig) -> None:
    """Rows after the last group are not written."""
    ends = torch.tensor(sizes, dtype=torch.int32, device=target).cumsum(0, dtype=torch.int32)
    rows = int(ends[-1])
    a, b = normal((rows + 7, 72), torch.bfloat16, target), normal((len(sizes), 136, 72), torch.bfloat16, target).mT
    out = poisoned(normal((rows + 7, 136), torch.bfloat16, target))
    assert ops.grouped_matmul(a, b, ends, out, config=config) is out
    close(out[:rows], exactly(a, b, ends))
    assert out[rows:].isnan().all()


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("kind", "k"), [("float32", 45), ("int8", 48), long("bfloat16", 45), long("float8_e4m3fn", 48)]
)
def test_types_and_what_no_tensor_map_holds(target: str, kind: str, k: int) -> None:
    ends = torch.tensor([5, 5, 140], dtype=torch.int32, device=target)
    a, b = ((torch.randn(shape) * 3).to(vars(torch)[kind]).to(target) for shape in ((140, k), (3, k, 80)))
    made = ops.grouped_matmul(a, b, ends)
    close(made.double() if kind == "int8" else made, exactly(a, b, ends), 1e-30 if kind == "int8" else None)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("k", [64, 61])
def test_terms_are_added_to_groups(target: str, k: int) -> None:
    sizes = (70, 1, 30)
    ends = torch.tensor(sizes, dtype=torch.int32, device=target).cumsum(0, dtype=torch.int32)
    a, b = normal((101, k), torch.float16, target), normal((3, k, 40), torch.float16, target)
    bias, columns = normal((3, 40), torch.float32, target), torch.rand(3, 40, device=target)
    rows = torch.rand(101, device=target)
    made = ops.grouped_matmul(a, b, ends, alpha=0.5, bias=bias, scale_a=rows, scale_b=columns, out_dtype="float32")
    of = torch.repeat_interleave(torch.arange(3, device=target), torch.tensor(sizes, device=target))
    exact = 0.5 * rows.double()[:, None] * columns[of].double() * exactly(a, b, ends) + bias[of].double()
    close(made, exact, 3e-6)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32])
def test_rows_of_a_bias_begin_anywhere(dtype: torch.dtype) -> None:
    """Groups of 33 numbers: those of the second and third are no multiple of 16 bytes after the first."""
    a, b, bias = normal((9, 32), dtype, "cpu"), normal((3, 32, 33), dtype, "cpu"), normal((3, 33), dtype, "cpu")
    ends = torch.tensor([2, 7, 9], dtype=torch.int32)
    close(ops.grouped_matmul(a, b, ends, bias=bias), exactly(a, b, ends) + bias.double()[[0, 0, 1, 1, 1, 1, 1, 2, 2]])


def test_ends_that_no_rows_have() -> None:
    """Ends beyond the rows or below zero read and write nothing outside."""
    a, b = normal((40, 16), torch.bfloat16, "cpu"), normal((4, 16, 24), torch.bfloat16, "cpu")
    out = poisoned(normal((40, 24), torch.bfloat16, "cpu"))
    ops.grouped_matmul(a, b, torch.tensor([-5, 30, 30, 99], dtype=torch.int32), out)
    close(out[:30], a[:30].double() @ b[1].double())
    close(out[30:], a[30:].double() @ b[3].double())


def test_lists_and_empty_groups_are_taken() -> None:
    shapes = [(3, 8, 5), (9, 4, 2)]
    a = [normal((m, k), torch.float32, "cpu") for m, _, k in shapes]
    b = [normal((k, n), torch.float32, "cpu") for _, n, k in shapes]
    with OnlyMemory():
        found = ops.grouped_matmul(a, b)
    for made, x, y in zip(found, a, b, strict=True):
        close(made, x.double() @ y.double())
    assert ops.grouped_matmul(a[0], torch.empty(0, 5, 8), torch.empty(0, dtype=torch.int32)).shape == (3, 8)


@pytest.mark.parametrize(
    ("name", "said", "call"),
    [
        ("ops-shape", "they are (M,K) and (G,K,N)", lambda a, b, e: ops.grouped_matmul(a, b[0], e)),
        ("ops-shape", "they are (M,K) and (G,K,N)", lambda a, b, e: ops.grouped_matmul(a[:, :2], b, e)),
        ("ops-shape", "`ends` has the shape (1,); it must be (2,)", lambda a, b, e: ops.grouped_matmul(a, b, e[:1])),
        ("ops-dtype", "`ends` holds int64", lambda a, b, e: ops.grouped_matmul(a, b, e.long())),
        ("ops-shape", "`bias` has the shape (6,)", lambda a, b, e: ops.grouped_matmul(a, b, e, bias=b[0, 0])),
        ("ops-dtype", "operands have one type", lambda a, b, e: ops.grouped_matmul(a, b.half(), e)),
        ("ops-shape", "lists of equal length", lambda a, b, e: ops.grouped_matmul([a], [b[0], b[1]])),
        ("gemm-config", "for a grouped product", lambda a, b, e: ops.grouped_matmul(
            a.bfloat16().repeat(1, 2), b.bfloat16().repeat(1, 2, 4), e, config=ops.GemmConfig(cluster_m=2))),
    ],
)  # fmt: skip
def test_wrong_groups_are_refused(name: str, said: str, call: Any) -> None:
    ends = torch.tensor([1, 3], dtype=torch.int32)
    with pytest.raises(DSLUserCodeError) as found:
        call(normal((3, 4), torch.float32, "cpu"), normal((2, 4, 6), torch.float32, "cpu"), ends)
    assert (found.value.name, "test_grouped_matmul.py" in str(found.value)) == (name, True)
    assert said in str(found.value)


def test_arrays_of_numpy_are_taken() -> None:
    a, b = np.ones((3, 2), np.float32), np.array([[[1], [1]], [[2], [2]]], np.float32)
    np.testing.assert_array_equal(ops.grouped_matmul(a, b, np.array([1, 3], np.int32)), [[2], [4], [4]])
