"""Names that most programs use, each asked for a value that is known from its definition."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import TARGETS, Arrays

L = cute.make_layout

LAYOUTS: list[tuple[Any, str]] = [
    (lambda: cute.group_modes(L((2, 3, 4)), 0, 2), "((2,3),4):((1,2),6)"),
    (lambda: cute.coalesce(L((2, 3))), "6:1"),
    (lambda: cute.logical_divide(L((8,)), (4,)), "((4,2)):((1,4))"),
    (lambda: cute.flat_divide(L((8, 6)), (4, 3)), "(4,3,2,2):(1,8,4,24)"),
    (lambda: cute.tiled_divide(L((8, 6)), (4, 3)), "((4,3),2,2):((1,8),4,24)"),
    (lambda: cute.select(L((2, 3, 4)), mode=[0, 2]), "(2,4):(1,6)"),
    (lambda: cute.filter_zeros(L((2, 3), stride=(1, 0))), "(2,1):(1,0)"),
    (lambda: cute.filter(L((2, 3), stride=(1, 0))), "2:1"),
    (lambda: cute.slice_(L((2, 3)), (None, 1)), "(2):(1)"),
    (lambda: cute.dice(L((2, 3)), (1, None)), "(2):(1)"),
    (lambda: cute.get(L((2, (3, 4))), mode=[1]), "(3,4):(2,6)"),
    (lambda: cute.logical_product(L((2,)), L((3,))), "((2),(3)):((1),(2))"),
    (lambda: cute.right_inverse(L((2, 3), stride=(3, 1))), "(3,2):(2,1)"),
    (lambda: cute.append(L((2,)), L(3, stride=5)), "(2,3):(1,5)"),
    (lambda: cute.prepend(L((2,)), L(3, stride=5)), "(3,2):(5,1)"),
    (lambda: cute.make_composed_layout(cute.make_swizzle(2, 0, 3), 0, L((8, 8))), "S<2,0,3> o 0 o (8,8):(1,8)"),
    (lambda: cute.tile_to_shape(L((2, 2)), (4, 4), (0, 1)), "((2,2),(2,2)):((1,4),(2,8))"),
    (lambda: cute.recast_layout(16, 8, L((8, 4))), "(4,4):(1,4)"),
    (lambda: cute.make_identity_layout((2, 3)), "(2,3):(1@0,1@1)"),
]
NUMBERS: list[tuple[Any, object]] = [
    (lambda: cute.rank(L((2, (3, 4)))), 2),
    (lambda: cute.cosize(L((2, 3), stride=(1, 10))), 22),
    (lambda: cute.shape(L((2, (3, 4))), mode=[1, 0]), 3),
    (lambda: cute.shape((2, 3)), (2, 3)),
    (lambda: cute.size_in_bytes(cutlass.Float16, L((8, 8))), 128),
    (lambda: cute.size_in_bytes(cutlass.Boolean, L((8,))), 8),
    (lambda: cute.flatten((1, (2, (3,)))), (1, 2, 3)),
    (lambda: cute.product_each(((2, 3), 4)), (6, 4)),
    (lambda: cute.is_static(L((2, 3))), True),
    (lambda: cute.depth((1, (2,))), 2),
    (lambda: cute.max_common_vector(L((4, 2)), L((4, 2), stride=(1, 8))), 4),
    (lambda: cute.pretty_str((1, (2, None))), "(1,(2,_))"),
    (lambda: cute.pretty_str(cute.make_swizzle(2, 4, 3)), "S<2,4,3>"),
    (lambda: cute.pretty_str(cute.nvgpu.CopyUniversalOp()), "CopyUniversalOp()"),
    (lambda: cute.is_int_tuple((1, (2, 3))), True),
    (lambda: cutlass.dtype("BFloat16"), cutlass.BFloat16),
    (lambda: cutlass.target_version(min_version="11.0"), True),
    (lambda: cute.Float32.width, 32),
    (lambda: (cutlass.Float32.width, cutlass.Float32.zero, cutlass.Int8.zero), (32, 0.0, 0)),
    (lambda: isinstance(cutlass.Float32, cutlass.NumericMeta), True),
    (lambda: (cute.arch.WARP_SIZE, cute.arch.FULL_MASK), (32, 0xFFFFFFFF)),
    (lambda: (cute.AddressSpace.generic, cute.AddressSpace.smem, cute.AddressSpace.rmem), (0, 3, 5)),
]  # fmt: skip


@pytest.mark.parametrize(("make", "text"), LAYOUTS, ids=[text for _, text in LAYOUTS])
def test_layouts_have_their_text(make: Any, text: str) -> None:
    assert str(make()) == text


@pytest.mark.parametrize(("make", "value"), NUMBERS)
def test_numbers_have_their_value(make: Any, value: object) -> None:
    assert make() == value


# pyright: reportIndexIssue=false, reportOptionalSubscript=false, reportAttributeAccessIssue=false
@cute.kernel
def _everyday(x: cute.Tensor, y: cute.Tensor, shape: cute.Shape, first: cute.Int, corner: cute.Coord, tile: cute.Tile):
    lane = cute.arch.lane_idx()
    cute.arch.sync_warp()
    above = cute.arch.shuffle_sync_down(x[lane], 1)
    from_first = cute.arch.shuffle_sync(x[lane], 0)
    frag = cute.make_fragment((4,), cutlass.Float32)
    for k in cutlass.range_constexpr(4):
        frag[k] = x[(lane + k) % shape[0]]
    like = cute.make_rmem_tensor_like(frag)
    values: cute.TensorSSA = cute.where(frag.load() > 0, frag.load(), cute.full_like(frag.load(), 0.5))
    like.store(values)
    largest = like.load().reduce(cute.ReductionOp.MAX, -1e30, 0)
    smallest = like.load().reduce(cute.ReductionOp.MIN, 1e30, 0)
    product = like.load().reduce(cute.ReductionOp.MUL, 1.0, 0)
    y[lane, 0], y[lane, 1], y[lane, 2] = largest, smallest, product
    y[lane, 3], y[lane, 4] = above, from_first
    y[lane, 5] = cutlass.Float32(first) + corner[0] + tile[0]


@cute.jit
def everyday(x: cute.Tensor, y: cute.Tensor, shape: cute.Shape, first: cute.Int):
    assert cutlass.Float32.mlir_type != cutlass.Int32.mlir_type
    _everyday(x, y, shape, first, (first, 1), (first * 2,)).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
def test_the_names_of_a_warp_work(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(0).standard_normal(32).astype(np.float32)
    y = arrays.poisoned((32, 6))
    everyday(arrays.put(x), y, (32, 1), 7)
    got, window = arrays.get(y), np.stack([np.roll(x, -k) for k in range(4)])
    window = np.where(window > 0, window, np.float32(0.5))
    np.testing.assert_array_equal(got[:, 0], window.max(0))
    np.testing.assert_array_equal(got[:, 1], window.min(0))
    np.testing.assert_allclose(got[:, 2], window.astype(np.float64).prod(0), rtol=1e-6)
    np.testing.assert_array_equal(got[:-1, 3], x[1:])
    assert (got[:, 4] == x[0]).all() and (got[:, 5] == 28).all()


def test_explicit_control_flow_has_its_names() -> None:
    assert callable(cutlass.if_generate) and callable(cutlass.for_generate)
