"""Operations over rows with tiles that only long or many rows get: rows in turn, rings, clusters, one exchange."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
import torch
import torch.nn.functional as F

from cutedsl.ops import cross_entropy, layer_norm, log_softmax, rms_norm, softmax
from cutedsl.ops.arrays import view_of
from cutedsl.ops.entropy import cross_entropy_rows
from cutedsl.ops.epilogues import unchanged
from cutedsl.ops.norms.forward import norm_rows
from cutedsl.ops.norms.gradients import norm_backward_rows
from cutedsl.ops.norms.parts import added_up, parts_of
from cutedsl.ops.programs import launch, program
from cutedsl.ops.rowwise.tile import RowTile, tile_in_turn, tile_of_exchange, tile_of_norm
from cutedsl.ops.softmaxes import softmax_rows
from tests.products import long
from tests.unit.ops.tensors import TARGETS, close, normal, poisoned

BF16 = torch.bfloat16
ROWS, COLUMNS = 13, 504  # fewer columns than the tiles have
TILES = {
    "alone": RowTile(8, 32, 2, 2, 1, keep="memory"),
    "in turn": RowTile(8, 64, 1, 1, 1, most=3, keep="memory"),
    "ring of one": RowTile(8, 64, 2, 1, 1, stages=1, most=2, keep="shared"),
    "ring of three": RowTile(8, 64, 1, 1, 1, stages=3, most=2, keep="shared"),
    "read and forgotten": RowTile(8, 32, 2, 2, 1, keep="memory", leaves="first"),
    "ring kept": RowTile(8, 64, 1, 1, 1, stages=3, most=2, keep="shared", leaves="last"),
    "pieces kept": RowTile(8, 32, 1, 1, 1, held=False, stages=2, leaves="last"),
    "ring in a cluster": RowTile(8, 32, 1, 1, 2, stages=2, most=4, keep="shared"),
    "pieces in a cluster": RowTile(8, 32, 1, 1, 4, held=False, stages=2, leaves="last"),
}

targets = pytest.mark.parametrize("target", TARGETS)


def tiles(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("tile", [pytest.param(TILES[name], id=name) for name in names])


@pytest.mark.child
@targets
@tiles("ring of three", "pieces kept", "ring in a cluster", "pieces in a cluster")
def test_softmax_of_tiles_gives_what_torch_gives(target: str, tile: RowTile) -> None:
    x = normal((ROWS, COLUMNS), BF16, target, 3)
    y = poisoned(x)
    launch(softmax_rows, (view_of("x", x), view_of("y", y)), tile, False)
    close(y, torch.softmax(x.double(), -1))


@pytest.mark.child
@targets
@tiles("alone", "in turn", "ring kept", "ring in a cluster", "pieces in a cluster")
def test_layer_norm_of_tiles_gives_what_torch_gives(target: str, tile: RowTile) -> None:
    x = normal((ROWS, COLUMNS), BF16, target) + 100
    y, weight, bias = poisoned(x), *(normal((COLUMNS,), BF16, target) for _ in range(2))
    views = [view_of("x", t) for t in (x, weight, bias, y)]
    launch(norm_rows, (views[0], None, *views[1:], None), tile, True, numbers=[1e-5])
    close(y, F.layer_norm(x.double(), (COLUMNS,), weight.double(), bias.double()))


@pytest.mark.child
@targets
@tiles("ring of one", "ring of three", "read and forgotten")
def test_cross_entropy_of_tiles_gives_what_torch_gives(target: str, tile: RowTile) -> None:
    x = normal((ROWS, COLUMNS), BF16, target, 3)
    labels = torch.randint(0, COLUMNS, (ROWS,), device=target)
    labels[4], labels[-1] = -100, COLUMNS
    loss = torch.full((ROWS,), float("inf"), device=target)
    views = view_of("x", x), view_of("labels", labels, ("int64",)), view_of("loss", loss), None
    launch(cross_entropy_rows, views, tile, numbers=[-100])
    assert bool(loss[-1].isnan())
    close(loss[:-1], F.cross_entropy(x[:-1].double(), labels[:-1], reduction="none"), 3e-6)


@pytest.mark.child
@targets
@tiles("ring of one", "ring in a cluster")
def test_gradients_of_tiles_give_what_torch_gives(target: str, tile: RowTile) -> None:
    """Of 13 rows, a block that works on two at a time has one too few in its last turn."""
    grad, x = normal((ROWS, COLUMNS), BF16, target), normal((ROWS, COLUMNS), BF16, target) + 1
    weight, dx = normal((COLUMNS,), BF16, target), poisoned(x)
    views = [view_of("x", t) for t in (grad, x, weight, dx)]
    parts = [parts_of(views[1], views[1], tile) for _ in range(2)]
    launch(norm_backward_rows, (*views[:2], None, *views[2:], *parts), tile, True, numbers=[1e-5])
    exact = [t.double().requires_grad_() for t in (x, weight, torch.zeros_like(weight))]
    F.layer_norm(exact[0], (COLUMNS,), exact[1], exact[2]).backward(grad.double())
    found = [dx, *added_up(parts, [view_of("total", torch.empty_like(weight)) for _ in parts])]
    for mine, wanted in zip(found, exact, strict=True):
        assert wanted.grad is not None
        close(mine, wanted.grad, 1.2e-2)


@pytest.mark.parametrize(("leaves", "policy"), [("last", 0x14F0000000000000), ("first", 0x12F0000000000000)])
@tiles("alone", "ring of one")
def test_rows_are_read_by_a_policy_of_the_cache(tile: RowTile, leaves: Literal["first", "last"], policy: int) -> None:
    """The rows, and not what all of them share."""
    x, weight = (view_of("x", torch.zeros(*shape, dtype=BF16)) for shape in ((ROWS, COLUMNS), (COLUMNS,)))
    views = x, None, weight, None, x, None
    made = program(norm_rows, views, replace(tile, leaves=leaves), False, unchanged, numbers=[1e-5])
    lines = [line for line in made.artifacts.ptx("sm_90a").splitlines() if ".L2::cache_hint" in line]
    given = ("ld.global.v4", "cp.async.cg.shared.global ")
    plain = [line for line in made.artifacts.ptx("sm_90a").splitlines() if line.strip().startswith(given)]
    assert len(lines) >= tile.loads
    assert len(plain) == tile.loads
    assert str(policy) in made.artifacts.ptx("sm_90a")


@targets
@pytest.mark.parametrize("columns", [72, 512, 1000])
def test_variances_beside_large_numbers(target: str, columns: int) -> None:
    """A mean of 1000 times the deviation, one number far from all others, and rows of equal numbers."""
    x = normal((5, columns), torch.float32, target)
    x[0] += 1000
    x[1, 0] = 1e4
    x[2, columns // 2] = -1e4
    x[3] = 3.0
    found, exact = layer_norm(x), F.layer_norm(x.double(), (columns,))
    for row, limit in enumerate((2e-4, 2e-6, 2e-6)):
        close(found[row], exact[row], limit)
    assert float(found[3].abs().max()) < 1e-3  # eps is all there is to divide by


def test_rows_of_a_norm_that_registers_hold_few_of_lie_in_shared_memory() -> None:
    assert tile_of_norm(8192, 8, 16, 32).stages == 2
    assert all(tile_of_norm(columns, 8, 16, 32).held for columns in (4096, 16384))
    assert tile_of_norm(8192, 8, 16, 16).held  # with a weight alone, registers hold enough of them


@pytest.mark.child
@targets
@pytest.mark.parametrize(("columns", "dtype"), [(40004, torch.float32), long(65536, BF16), long(131064, BF16)])
def test_rows_of_several_blocks_shared_memory(target: str, columns: int, dtype: torch.dtype) -> None:
    x = normal((3, columns), dtype, target, 3)
    weight, bias = normal((columns,), dtype, target), normal((columns,), dtype, target)
    labels = torch.tensor([0, columns - 1, columns // 2], device=x.device)
    wide = x.double()
    close(softmax(x), torch.softmax(wide, -1))
    close(log_softmax(x), torch.log_softmax(wide, -1))
    close(rms_norm(x, weight), F.rms_norm(wide, (columns,), weight.double(), 1e-6))
    close(layer_norm(x, weight, bias), F.layer_norm(wide, (columns,), weight.double(), bias.double()))
    close(cross_entropy(x, labels), F.cross_entropy(wide, labels, reduction="none"))


def test_long_rows_lie_in_the_shared_memory_of_as_many_blocks_as_they_need() -> None:
    """64 KB a block, so that three share a multiprocessor; beyond eight blocks of 100 KB, in pieces from memory."""
    chosen = {columns: tile_of_exchange(columns, 8, 16) for columns in (32768, 65536, 131072, 262144, 409600, 409608)}
    assert [tile.blocks for tile in chosen.values()] == [1, 2, 4, 8, 8, 8]
    assert [bool(tile.stages) for tile in chosen.values()] == [True, True, True, True, True, False]
    assert all(tile.columns * tile.stages >= columns for columns, tile in chosen.items() if tile.stages)
    assert not tile_of_exchange(65536, 1, 16).stages  # rows that no access of 16 bytes fits
    assert [tile_of_norm(262144, 8, 16, bits).loads for bits in (16, 32)] == [2, 4]


def test_two_or_four_blocks_of_a_row_keep_its_weights_and_biases_for_all_rows() -> None:
    """Where a block has room for them beside its part of a row."""
    chosen = {
        (columns, bits): tile_of_norm(columns, 8, 16, bits)
        for columns, bits in ((65536, 32), (65536, 64), (131072, 32), (131072, 16), (262144, 32))
    }
    assert [tile.keep == "shared" for tile in chosen.values()] == [True, False, True, False, False]
    assert all(tile.columns >= columns for (columns, _), tile in chosen.items() if tile.held)


def test_long_rows_of_a_sum_share_the_memory_of_twice_as_many_blocks() -> None:
    """Both tensors of a row are held: 64 KB a block for them together."""
    chosen = {columns: tile_of_norm(columns, 8, 16, 16, tensors=2) for columns in (16384, 32768, 65536, 131072)}
    assert [tile.blocks for tile in chosen.values()] == [1, 2, 4, 8]
    assert all(2 * tile.columns * tile.stages * 2 <= tile.blocks << 16 for tile in chosen.values() if tile.stages)


def test_rows_in_turn_leave_the_cache_last_where_threads_hold_few_elements() -> None:
    """Of longer rows a kernel has ended in an illegal instruction on an H200."""
    assert [tile_in_turn(columns, 8, 16, 2, 1).leaves for columns in (1024, 8192, 16384)] == ["last", "last", ""]
