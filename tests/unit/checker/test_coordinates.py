"""Reports name the tensor, its layout with the numbers of the run, and the coordinate."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import Finding, check, tensors
from cutedsl.checker.formats.json import report_json
from cutedsl.checker.formats.sarif import report_sarif
from cutedsl.checker.formats.text import report_text
from cutedsl.checker.tensors import table_words


@cute.jit
def _launch(kernel: cutlass.Constexpr, x: cute.Tensor, out: cute.Tensor, block: cutlass.Constexpr = 64):
    kernel(x, out).launch(grid=(1, 1, 1), block=(block, 1, 1))


def _found(kernel: Any, x: np.ndarray, out: np.ndarray | None = None) -> Finding:
    (finding,) = check(_launch, kernel, x, np.zeros(64, np.float32) if out is None else out).findings
    return finding


def _place(finding: Finding) -> tuple[str, str, str]:
    return finding.tensor, finding.layout, finding.coord


def _rows() -> np.ndarray:
    return np.ones((64, 16), np.float32)


@cute.kernel
def _mirrored(x: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    sA = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((64, 16), stride=(16, 1)), 16)
    sA[tidx, 3] = x[tidx, 0]
    out[tidx] = sA[63 - tidx, 3]


def test_shared_memory_in_text_json_and_sarif() -> None:
    report = check(_launch, _mirrored, _rows(), np.zeros(64, np.float32))
    assert _place(report.findings[0]) == ("sA", "(64,16):(16,1)", "(32,3)")
    assert "= note: `sA`: (64,16):(16,1), coordinate (32,3)\n" in report_text(report)
    assert json.loads(report_json(report))["findings"][0]["coord"] == "(32,3)"
    result = json.loads(report_sarif(report, "1"))["runs"][0]["results"][0]
    assert result["properties"] == {"tensor": "sA", "layout": "(64,16):(16,1)", "coord": "(32,3)"}
    assert "`sA`: (64,16):(16,1), coordinate (32,3)" in result["message"]["text"]


@cute.kernel
def _partitioned(x: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    sA = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((16, 4), stride=(4, 1)), 16)
    mine = cute.local_tile(sA, (1, 1), (tidx // 4, tidx % 4))
    mine[0, 0] = x[tidx, 0]
    other = cute.local_tile(sA, (1, 1), (15 - tidx // 4, 3 - tidx % 4))
    out[tidx] = other[0, 0]


def test_of_a_tile_the_tensor_that_it_is_a_part_of_is_named() -> None:
    assert _place(_found(_partitioned, _rows())) == ("sA", "(16,4):(4,1)", "(8,0)")


@cute.kernel
def _swizzled(x: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    layout = cute.make_composed_layout(cute.make_swizzle(2, 0, 3), 0, cute.make_layout((8, 8), stride=(8, 1)))
    sA = utils.SmemAllocator().allocate_tensor(cutlass.Float32, layout, 16)
    if tidx != 33:
        sA[tidx // 8, tidx % 8] = x[tidx, 0]
    cute.arch.sync_threads()
    out[tidx] = sA[tidx // 8, tidx % 8]


@cute.kernel
def _swizzled_addresses(x: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    layout = cute.make_layout((8, 8), stride=(8, 1))
    sA = utils.SmemAllocator().allocate_tensor(cutlass.Float32, layout, 128, swizzle=cute.make_swizzle(1, 4, 3))
    if tidx != 33:
        sA[tidx // 8, tidx % 8] = x[tidx, 0]
    cute.arch.sync_threads()
    out[tidx] = sA[tidx // 8, tidx % 8]


@pytest.mark.parametrize(
    ("kernel", "layout"),
    [(_swizzled, "S<2,0,3> o 0 o (8,8):(8,1)"), (_swizzled_addresses, "S<1,4,3> of addresses o (8,8):(8,1)")],
)
def test_under_a_swizzle_the_coordinate_is_the_authors(kernel: Any, layout: str) -> None:
    assert _place(_found(kernel, _rows())) == ("sA", layout, "(4,1)")


@cute.kernel
def _broadcast(x: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    sA = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((2, 64), stride=(0, 1)), 16)
    sA[1, tidx] = x[tidx, 0]
    out[tidx] = sA[0, 63 - tidx]


def test_a_place_of_several_coordinates_has_them_all() -> None:
    assert _place(_found(_broadcast, _rows())) == ("sA", "(2,64):(0,1)", "(0,32) or (1,32)")


@cute.kernel
def _halves(x: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    sA = utils.SmemAllocator().allocate_tensor(cutlass.Float16, cute.make_layout(64), 16)
    if tidx != 7:
        sA[tidx] = cutlass.Float16(x[tidx, 0])
    cute.arch.sync_threads()
    out[tidx] = cutlass.Float32(sA[tidx])


def test_the_second_half_of_a_word_is_an_element_of_its_own() -> None:
    assert _place(_found(_halves, _rows())) == ("sA", "64:1", "7")


@cute.kernel
def _reversed(x: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    x[63 - tidx, 1] = x[tidx, 1]
    out[tidx] = 1.0


def test_a_dynamic_layout_has_the_numbers_of_the_run() -> None:
    x = cute.runtime.from_dlpack(_rows()).mark_layout_dynamic()
    (finding,) = check(_launch, _reversed, x, np.zeros(64, np.float32)).findings
    assert _place(finding) == ("x", "(64,16):(16,1)", "(32,1)")


@cute.kernel
def _beyond(x: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    out[tidx] = x[tidx + 5, 2]


def test_out_of_bounds_says_where_the_coordinate_would_be() -> None:
    finding = _found(_beyond, _rows())
    assert _place(finding) == ("x", "(64,16):(16,1)", "(64,2), which is outside of (64,16)")
    assert (finding.places[0].warp, finding.places[0].lane) == (1, 27)


@cute.kernel
def _unwritten(x: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    values = cute.make_rmem_tensor(cute.make_layout((2, 2), stride=(2, 1)), cutlass.Float32)
    values[0, 0] = values[0, 1] = values[1, 1] = x[tidx, 0]
    out[tidx] = values[1, 0]


def test_a_finding_in_registers_has_its_coordinates() -> None:
    assert _place(_found(_unwritten, _rows())) == ("values", "(2,2):(2,1)", "(1,0)")


@cute.kernel
def _by_pointer(x: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    numbers = utils.SmemAllocator().allocate_array(cutlass.Float32, 64)
    (numbers + tidx).store(x[tidx, 0])
    out[tidx] = (numbers + (63 - tidx)).load()


def test_an_array_without_a_layout_has_the_number_of_the_element() -> None:
    assert _found(_by_pointer, _rows()).coord == "32"


@cute.kernel
def _as_words(x: cute.Pointer, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    (x + (63 - tidx)).store((x + tidx).load())
    out[tidx] = 1.0


@cute.jit
def _launch_pointer(x: cute.Tensor, out: cute.Tensor):
    _as_words(x.iterator, out).launch(grid=(1, 1, 1), block=(64, 1, 1))


def test_of_a_pointer_the_element_is_told() -> None:
    (finding,) = check(_launch_pointer, np.ones(64, np.float32), np.zeros(64, np.float32)).findings
    assert _place(finding) == ("x", "", "element 32")


@cute.kernel
def _unused(x: cute.Tensor, out: cute.Tensor):
    pass


def test_a_tensor_that_nothing_accesses_has_its_words_in_the_table() -> None:
    function = cute.compile(_launch, _unused, _rows(), np.zeros(64, np.float32), options="--check")
    notes = [site.tensor for site in function.artifacts.source.sites if site.tensor is not None]
    assert [note.name for note in notes] == ["x", "out"]
    assert notes[1].word == 1 + notes[0].layout.count("?")
    assert table_words(function.artifacts.source.sites) > notes[1].word


@pytest.mark.parametrize("rows", [0, 1 << 62])
def test_numbers_of_a_run_that_make_no_layout_end_no_report(rows: int) -> None:
    """Of no elements, or of more than 64 bits count."""
    assert tensors._filled("(?,4):(4,1)", (rows,)) is None  # pyright: ignore[reportPrivateUsage]
