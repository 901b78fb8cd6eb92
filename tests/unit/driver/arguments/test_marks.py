"""What marks make of a tensor's layout: the tables of docs/design/sources.md 3.2, row by row."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

import cutedsl as cutlass
from cutedsl import cute
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import layout_text

FOUR = ((8, 4, 16, 2), (2, 16, 64, 1))
ONES = ((1, 4, 1, 32, 1), (1, 1, 1, 4, 1))


def tensor(shape: tuple[int, ...], stride: tuple[int, ...], **options: Any) -> Any:
    reach = 1 + sum((n - 1) * d for n, d in zip(shape, stride, strict=True))
    memory = np.zeros(min(reach, 1 << 16), np.float32)
    return from_dlpack(as_strided(memory, shape, tuple(4 * d for d in stride)), **options)


DYNAMIC: list[tuple[Any, dict[str, Any], str]] = [
    (FOUR, {}, "(?,?,?,?):(?,?,?,1)"),
    (ONES, {"leading_dim": 0}, "(?,?,?,?,?):(1,?,?,?,?)"),
    (ONES, {"leading_dim": 2}, "(?,?,?,?,?):(?,?,1,?,?)"),
    (ONES, {}, "(?,?,?,?,?):(?,1,?,?,?)"),
    (((2, 2), (8, 2)), {}, "(?,?):(?,?)"),
    (((3, 4, 2, 5), (5, 0, 0, 1)), {}, "(?,?,?,?):(?,0,0,1)"),
    (FOUR, {"leading_dim": -1}, "(?,?,?,?):(?,?,?,1)"),
    (((1, 32, 1), (32, 1, 32)), {"leading_dim": 2}, "(?,?,?):(?,?,1)"),
]
COMPACT: list[tuple[Any, list[dict[str, Any]], str]] = [
    (FOUR, [{"mode": 0, "divisibility": 2}], "(?{div=2},4,16,2):(2,?{div=4},?{div=16},1)"),
    (FOUR, [{"mode": 1, "divisibility": 2}], "(8,?{div=2},16,2):(2,16,?{div=32},1)"),
    (
        FOUR,
        [{"mode": 1, "divisibility": 2}, {"mode": 3, "divisibility": 2}],
        "(8,?{div=2},16,?{div=2}):(?{div=2},?{div=16},?{div=32},1)",
    ),
    (ONES, [{"mode": 2, "stride_order": (3, 0, 2, 4, 1)}], "(1,4,?,32,1):(0,1,4,?{div=4},0)"),
    (ONES, [{"mode": 2, "stride_order": (2, 3, 4, 0, 1)}], "(1,4,?,32,1):(0,1,128,4,0)"),
]
REFUSED: list[tuple[str, Callable[[], object]]] = [
    ("leading-dim-unclear", lambda: tensor((1, 1, 1), (1, 1, 1)).mark_layout_dynamic()),
    ("leading-dim-stride", lambda: tensor((2, 2, 3, 4), (2, 1, 4, 12)).mark_layout_dynamic(leading_dim=-1)),
    ("leading-dim-stride", lambda: tensor(*FOUR).mark_layout_dynamic(leading_dim=4)),
    ("argument-stride", lambda: tensor((2, 2), (1 << 31, 1), use_32bit_stride=True)),
    ("stride-order-unclear", lambda: tensor(*ONES).mark_compact_shape_dynamic(2)),
    (
        "stride-order-invalid",  # not the order of an earlier call
        lambda: tensor(*FOUR).mark_compact_shape_dynamic(1).mark_compact_shape_dynamic(3, (0, 1, 2, 3)),
    ),
    ("not-compact", lambda: tensor(*FOUR).mark_compact_shape_dynamic(0, (0, 1, 2, 3))),
    ("not-compact", lambda: tensor((4, 4), (1, 8)).mark_compact_shape_dynamic(0)),
    ("mode-out-of-range", lambda: tensor(*FOUR).mark_compact_shape_dynamic(4)),
    ("mode-out-of-range", lambda: tensor(*FOUR).mark_compact_shape_dynamic(-1)),
    ("stride-order-invalid", lambda: tensor(*FOUR).mark_compact_shape_dynamic(0, (2, 1, 0))),
    ("stride-order-invalid", lambda: tensor(*FOUR).mark_compact_shape_dynamic(0, (2, 1, 0, 0))),
    ("extent-not-divisible", lambda: tensor(*FOUR).mark_compact_shape_dynamic(0, divisibility=3)),
]


def test_without_a_mark_everything_is_static() -> None:
    plain = tensor(*FOUR)
    assert layout_text(plain.type_layout) == "(8,4,16,2):(2,16,64,1)"
    assert (plain.align_bytes, tensor(*FOUR, assumed_align=8).align_bytes) == (4, 8)
    assert tensor(*FOUR, force_tf32=True).element_type is cutlass.TFloat32
    assert (plain.shape, plain.stride) == FOUR


@pytest.mark.parametrize(("layout", "options", "text"), DYNAMIC)
def test_all_extents_may_change(layout: Any, options: Any, text: str) -> None:
    marked = tensor(*layout).mark_layout_dynamic(**options)
    assert layout_text(marked.type_layout) == text
    assert (marked.shape, marked.stride) == layout
    assert marked.dynamic_shapes_mask == (1,) * len(layout[0])


@pytest.mark.parametrize(("layout", "calls", "text"), COMPACT)
def test_one_extent_may_change(layout: Any, calls: Any, text: str) -> None:
    marked = tensor(*layout)
    for call in calls:
        marked = marked.mark_compact_shape_dynamic(**call)
    assert layout_text(marked.type_layout) == text


@pytest.mark.parametrize(("name", "mark"), REFUSED)
def test_marks_that_cannot_be(name: str, mark: Callable[[], object]) -> None:
    with pytest.raises(DSLUserCodeError) as error:
        mark()
    assert error.value.name == name


def test_a_tensor_of_half_the_width_leads_with_twice_the_extent() -> None:
    packed = from_dlpack(np.zeros((4, 8), np.int8))
    packed.element_type = cutlass.Int4
    assert (packed.shape, packed.stride) == ((4, 16), (16, 1))


@cute.kernel
def add_one(x: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    x[i, 0] += 1.0


@cute.jit
def launch_add_one(x: cute.Tensor):
    add_one(x).launch(grid=1, block=4)


def test_calls_read_the_address_that_a_program_writes_into_a_tensor() -> None:
    first, second = np.zeros((4, 8), np.float32), np.zeros((4, 8), np.float32)
    x = from_dlpack(first).mark_layout_dynamic(leading_dim=1)
    compiled = cute.compile(launch_add_one, x)
    address = ctypes.cast(x.__c_pointers__()[0], ctypes.POINTER(ctypes.c_int64))
    x._dlpack_data = None  # as programs let go of the array
    x._dltensor_wrapper = None
    assert x.array is None
    for array, calls in ((first, 1), (second, 2), (first, 3)):
        address[0] = array.ctypes.data
        for _ in range(calls):
            compiled(x)
    address[0] = second.ctypes.data
    launch_add_one(x)  # a direct call
    assert (first[:, 0].tolist(), second[:, 0].tolist()) == ([4.0] * 4, [3.0] * 4)
    assert x.data_ptr == second.ctypes.data


def test_a_tensor_that_is_only_read_has_no_c_structure() -> None:
    array = np.zeros(4, np.float32)
    array.flags.writeable = False
    with pytest.raises(DSLUserCodeError, match="no-attribute"):
        from_dlpack(array).__c_pointers__()


@cute.jit
def mark_again(x: cute.Tensor):
    again = x.mark_layout_dynamic(leading_dim=1).mark_compact_shape_dynamic(mode=1, stride_order=(0, 1), divisibility=2)
    assert again is x
    again[0, 0] = 5.0


def test_marks_of_a_tensor_in_a_trace_leave_it_as_it_is() -> None:
    array = np.zeros((4, 8), np.float32)
    mark_again(array)
    assert array[0, 0] == 5.0
