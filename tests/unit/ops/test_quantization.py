"""Quantisation to 8 bits: scales of rows, columns, blocks and matrices, against the same arithmetic in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.ops.arrays import view_of
from cutedsl.ops.quantization import columns
from cutedsl.testing import check
from tests.products import each_value, long
from tests.unit.ops.tensors import FLOATS, TARGETS, normal, poisoned

Block = tuple[int | None, int | None]
LARGEST = {torch.float8_e4m3fn: 448.0, torch.float8_e5m2: 57344.0, torch.int8: 127.0}
BLOCKS: list[Block] = [(1, 128), (1, None), (1, 40), (128, 128), (None, 1), (None, None), (3, 24)]


def exact(x: torch.Tensor, kind: torch.dtype, block: Block) -> tuple[torch.Tensor, torch.Tensor]:
    """Block by block, in float32."""
    x = x.cpu().float()
    *batch, m, n = x.shape
    rows, columns = block[0] or m, block[1] or n
    y, scales = torch.empty(x.shape, dtype=kind), torch.empty(*batch, -(-m // rows), -(-n // columns))
    for at in np.ndindex(*scales.shape):
        part = (*at[:-2], slice(at[-2] * rows, (at[-2] + 1) * rows), slice(at[-1] * columns, (at[-1] + 1) * columns))
        top = x[part].abs().max()
        factor = (
            torch.tensor(LARGEST[kind]) / top if top != 0 else torch.ones(())
        )  # a number would be multiplied by 1 / top
        scaled = x[part] * factor
        y[part] = (scaled.round() if kind is torch.int8 else scaled).to(kind)
        scales[at] = top / LARGEST[kind] if top != 0 else 1.0
    return y, scales


def check_quantized(x: torch.Tensor, kind: torch.dtype, block: Block) -> None:
    y, scales = exact(x, kind, block)
    out = torch.zeros(x.shape, dtype=kind, device=x.device)
    made = poisoned(scales.to(x.device))
    found = ops.quantize(x, kind, block=block, out=out, scales=made)
    assert found[0] is out and found[1] is made
    torch.testing.assert_close(made.cpu(), scales, rtol=2e-7, atol=0)
    wrong = (out.cpu().float() != y.float()).double().mean()
    # A division is rounded otherwise on the GPU by a bit, which may move a few results to their neighbours.
    assert float(wrong) <= (0 if x.device.type == "cpu" else 1e-3)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("block", "kind"), each_value(BLOCKS, list(LARGEST)))
def test_against_the_same_arithmetic(target: str, kind: torch.dtype, block: Block) -> None:
    x = normal((2, 131, 264), torch.bfloat16, target, 3)
    x[1, 128:, 100:] = 0
    check_quantized(x, kind, block)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("dtype", "block"),
    each_value(FLOATS, [(1, 128), (128, 128), (None, 1)]),
)
def test_odd_sizes_and_strides(target: str, dtype: torch.dtype, block: Block) -> None:
    check_quantized(normal((77, 203), dtype, target), torch.float8_e4m3fn, block)
    check_quantized(normal((40, 300), dtype, target).T, torch.int8, block)
    check_quantized(normal((50, 7, 130), dtype, target)[:, 3, 2:], torch.int8, block)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("columns", [20000, 70000, 600_000])
def test_long_rows_are_quantised(target: str, columns: int) -> None:
    check_quantized(normal((2, columns), torch.float32, target), torch.int8, (1, None))


@pytest.mark.parametrize("target", TARGETS)
def test_values_that_are_not_finite_make_such_a_scale(target: str) -> None:
    x = torch.ones(3, 256, device=target)
    x[0, 3], x[1, 200] = float("nan"), float("inf")
    y, scales = ops.quantize(x)
    assert scales.isnan().tolist() == [[True, False], [False, False], [False, False]]
    assert scales.isinf().tolist() == [[False, False], [False, True], [False, False]]
    assert bool(y.float()[0, :128].isnan().all())


def test_products_take_what_it_gives() -> None:
    a, weight = normal((5, 256), torch.bfloat16, "cpu"), normal((128, 256), torch.bfloat16, "cpu")
    (qa, scale_a), (qb, scale_b) = ops.quantize(a), ops.quantize(weight, block=(128, 128))
    found = ops.blockscaled_matmul(qa, qb.T, scale_a, scale_b.T)
    wanted = a.double() @ weight.double().T
    assert float((found.double() - wanted).norm() / wanted.norm()) < 0.05
    (qa, scale_a), (qb, scale_b) = (
        ops.quantize(a, "int8", block=(1, None)),
        ops.quantize(weight.T, "int8", block=(None, 1)),
    )
    found = ops.matmul(qa, qb, scale_a=scale_a[:, 0], scale_b=scale_b[0], out_dtype=torch.float32)
    assert float((found.double() - wanted).norm() / wanted.norm()) < 0.02


def test_numpy_and_checked_runs() -> None:
    x = np.random.default_rng(0).standard_normal((5, 200), np.float32)
    for block in ((1, 128), (4, 64), (None, 1)):
        y, scales = ops.quantize(x, np.int8, block=block)
        report = check(lambda: ops.quantize(x, np.int8, block=block))  # noqa: B023
        assert report.clean and report.launches
        rows, columns = (5 if block[0] is None else block[0]), block[1]
        wide = scales.repeat(rows, 0)[:5].repeat(columns, 1)[:, :200]
        assert np.abs(y * wide - x).max() <= 0.51 * scales.max()


REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "a type": ({"dtype": torch.float16}, "ops-dtype", "`dtype` is torch.float16"),
    "no block": ({"block": 128}, "ops-shape", "`block` is 128"),
    "an empty block": ({"block": (0, 128)}, "ops-shape", "at least 1"),
    "half a block": ({"block": (1, 1.5)}, "ops-number", "`block` is 1.5"),
    "a large block": ({"block": (256, 128)}, "ops-shape", "16384 elements"),
    "whole columns together": ({"block": (None, 2)}, "ops-shape", "smaller blocks"),
    "other scales": ({"scales": torch.ones(3, 3)}, "ops-shape", "`scales`"),
    "another result": ({"out": torch.ones(4, 256)}, "ops-dtype", "`out`"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_arguments_are_refused(name: str) -> None:
    given, error, said = REFUSED[name]
    with pytest.raises(DSLUserCodeError, match=said.replace("(", r"\(")) as found:
        ops.quantize(torch.ones(4, 256), **given)
    assert found.value.name == error
    assert found.value.span is not None and found.value.span.file == __file__


def test_an_array_of_one_axis() -> None:
    y, scales = ops.quantize(torch.arange(-3.0, 4.0), torch.int8, block=(1, 4))
    assert y.tolist() == [-127, -85, -42, 0, 42, 85, 127]
    torch.testing.assert_close(scales, torch.tensor([3.0, 3.0]) / 127)
    with pytest.raises(DSLUserCodeError, match="two axes"):
        ops.quantize(torch.ones(4), block=(4, 4))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("block", [(128, 128), (1, 4)])
def test_columns_may_lie_apart_in_what_is_given_and_in_the_result(target: str, block: Block) -> None:
    x = normal((7, 2 * 256), torch.bfloat16, target)[:, ::2]
    made = torch.zeros(256, 7, dtype=torch.int8, device=target).T
    y, scales = exact(x, torch.int8, block)
    found = ops.quantize(x, "int8", block=block, out=made)
    torch.testing.assert_close(found[1].cpu(), scales, rtol=2e-7, atol=0)
    assert found[0] is made
    assert torch.equal(made.cpu(), y)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("shape", "kind"), [((130, 1000), torch.float8_e4m3fn), long((300, 264), torch.int8)])
def test_columns_held_by_all_blocks_together(
    target: str, shape: tuple[int, int], kind: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice, as each launch leaves the flags for the next; with a NaN, an infinity and a column of zeros."""
    monkeypatch.setattr(columns, "LEAST_BYTES", 0)
    x = normal(shape, torch.bfloat16, target, 3)
    x[:, 3], x[2, 1], x[1, 5] = 0, float("inf"), float("nan")
    y, scales = exact(x, kind, (None, 1))
    for _ in range(2):
        found = [part.cpu() for part in ops.quantize(x, kind, block=(None, 1))]
        torch.testing.assert_close(found[1], scales, rtol=2e-7, atol=0, equal_nan=True)
        usual = [k for k in range(shape[1]) if k not in (1, 5)]
        assert (found[0][:, usual].float() != y[:, usual].float()).double().mean() <= (0 if target == "cpu" else 1e-3)


def test_columns_of_several_teams_are_clean_under_check() -> None:
    x = normal((37, 72), torch.bfloat16, "cpu")
    made, factors = torch.zeros_like(x, dtype=torch.int8), torch.zeros(1, 72)
    given, y_view, scales_view = view_of("x", x), view_of("y", made, ("int8",)), view_of("scales", factors)
    tile = columns.SlabTile(8, 4, threads=64, loads=2, carriers=2)
    report = check(lambda: columns.launch_in_slabs(given, y_view, scales_view, tile, 127.0, 2, 2))
    assert report.clean and report.launches >= 1  # one more clears the flags that no launch has had
    y, scales = exact(x, torch.int8, (None, 1))
    assert torch.equal(made, y) and torch.equal(factors, scales)
