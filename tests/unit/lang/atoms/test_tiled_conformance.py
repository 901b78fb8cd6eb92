"""Tiled copies and multiplies split tensors as the BSD-3 headers do: `cute_tiled.jsonl` is what their program printed.

Layouts are compared as text, offsets as numbers; see `tests/unit/layout/conformance/tiled.py`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.atoms.sparse import SPARSE_ATOMS
from cutedsl.cute.nvgpu import CopyUniversalOp, MmaUniversalOp, OperandMajorMode, cpasync, warp, warpgroup
from cutedsl.lang.atoms.mma_ops import OperandSource
from cutedsl.layout import Layout, get_flat_coord, size, slice_and_offset
from cutedsl.layout.partition import copy_partition, retile_layout

TABLE = Path(__file__).parents[2] / "layout" / "conformance" / "cute_tiled.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text().splitlines()]
F16, F32 = cutlass.Float16, cutlass.Float32
K = OperandMajorMode.K


def row(m: int, k: int) -> Layout:
    return Layout((m, k), (k, 1))


def column(m: int, k: int) -> Layout:
    return Layout((m, k), (1, m))


def universal(bits: int, kind: Any) -> Any:
    return cute.make_copy_atom(CopyUniversalOp(), kind, num_bits_per_copy=bits)


WARP_16 = warp.MmaF16BF16Op(F16, F32, (16, 8, 16))
GROUP = warpgroup.MmaF16BF16Op(F16, F32, (64, 128, 16), OperandSource.SMEM, K, K)
PERMUTED = Layout((8, 2, 2), (1, 16, 8))
MMAS = {
    "f16": (cute.make_tiled_mma(WARP_16, (2, 2, 1), (32, 32, 16)), row(64, 64), row(64, 64), row(64, 64)),
    "tall": (cute.make_tiled_mma(WARP_16, (4, 1, 1)), column(128, 32), row(64, 32), column(128, 64)),
    "tf32": (
        cute.make_tiled_mma(warp.MmaTF32Op((16, 8, 8)), (2, 2, 1), (32, PERMUTED, 8)),
        *(row(32, 16), row(64, 16), row(32, 64)),
    ),
    "fma": (
        cute.make_tiled_mma(MmaUniversalOp(F32), Layout((16, 8, 1), (8, 1, 0))),
        *(column(64, 16), column(32, 16), row(64, 32)),
    ),
    "deep": (
        cute.make_tiled_mma(warp.MmaF16BF16Op(F16, F32, (16, 8, 8)), (1, 2, 2)),
        *(row(32, 32), row(32, 32), row(32, 32)),
    ),
    "group": (cute.make_tiled_mma(GROUP, (2, 1, 1)), row(256, 64), row(128, 64), row(256, 128)),
}
WIDE = cute.make_tiled_copy_tv(
    cute.make_copy_atom(cpasync.CopyG2SOp(), F16, num_bits_per_copy=128), Layout((16, 8), (8, 1)), Layout((1, 8))
)
ROWS_4 = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), F16)
COLUMNS_2 = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(True, 2), F16)
STORES_4 = cute.make_copy_atom(warp.StMatrix8x8x16bOp(False, 4), F16)
PAIRS = universal(32, F16)
C = cute.make_tiled_copy_C(universal(64, F32), MMAS["f16"][0])
COPIES = {
    "wide": (WIDE, row(64, 128)),
    "two": (cute.make_tiled_copy_tv(PAIRS, Layout((32, 4)), Layout((2, 2))), column(128, 16)),
    "A": (cute.make_tiled_copy_A(ROWS_4, MMAS["f16"][0]), row(64, 64)),
    "B": (cute.make_tiled_copy_B(ROWS_4, MMAS["f16"][0]), row(64, 64)),
    "B transposed": (cute.make_tiled_copy_B(COLUMNS_2, MMAS["tall"][0]), column(64, 32)),
    "C": (C, row(64, 64)),
    "C atom": (cute.make_tiled_copy_C_atom(PAIRS, MMAS["f16"][0]), row(64, 64)),
    "S": (cute.make_tiled_copy_S(PAIRS, WIDE), row(64, 128)),
    "D": (cute.make_tiled_copy_D(PAIRS, C), row(64, 64)),
    "stores": (cute.make_tiled_copy_C(STORES_4, MMAS["f16"][0]), row(64, 64)),
}


def named(kind: str) -> list[Any]:
    return [pytest.param(r, id=f"{r['case']}-{r.get('thread', '')}") for r in ROWS if r["kind"] == kind]


@pytest.mark.parametrize("said", named("mma"))
def test_threads_and_values_of_multiplies(said: dict[str, Any]) -> None:
    tiled = MMAS[said["case"]][0]
    assert str(tiled.thr_layout_vmnk) == said["vmnk"]
    for operand in "ABC":
        assert str(getattr(tiled, f"tv_layout_{operand}_tiled")) == said[f"tv {operand}"], operand


@pytest.mark.parametrize("said", named("mma part"))
def test_partitions_of_multiplies_are_those_of_cute(said: dict[str, Any]) -> None:
    tiled, *layouts = MMAS[said["case"]]
    v, m, n, k = get_flat_coord(tiled.thr_layout_vmnk, said["thread"])
    for operand, layout, thread in zip("ABC", layouts, ((v, (m, k)), (v, (n, k)), (v, (m, n))), strict=True):
        part, offset = slice_and_offset((thread, (None, (None, None))), tiled.split(operand, layout))
        assert str(part) == said[operand], operand
        assert offset == said[f"{operand} offset"]


@pytest.mark.parametrize("said", named("copy"))
def test_threads_and_values_of_copies(said: dict[str, Any]) -> None:
    tiled, _ = COPIES[said["case"]]
    assert [str(tiled.layout_src_tv_tiled), str(tiled.layout_dst_tv_tiled)] == [said["tv S"], said["tv D"]]


@pytest.mark.parametrize("said", named("copy part"))
def test_partitions_of_copies_are_those_of_cute(said: dict[str, Any]) -> None:
    tiled, layout = COPIES[said["case"]]
    for side, tv in (("S", tiled.layout_src_tv), ("D", tiled.layout_dst_tv)):
        split = copy_partition(layout, tiled.tiler_mn, tiled.layout_tv_tiled, tiled.layout_ref_tv, tv)
        part, offset = slice_and_offset((said["thread"], None, (None, None)), split)
        assert str(part) == said[side], side
        assert offset == said[f"{side} offset"]


@pytest.mark.parametrize("said", named("retile"))
def test_fragments_regrouped_for_copies(said: dict[str, Any]) -> None:
    tiled, _ = COPIES[said["case"]]
    fragment = Layout(said["fragment"])
    found = retile_layout(fragment, tiled.tiler_mn, tiled.layout_tv_tiled, size(tiled.layout_ref_tv, [1]))
    assert str(found) == said["retiled"]


@pytest.mark.parametrize(
    ("case", "name"),
    [
        ("64x16, 32 bits", "mma.sp.m16n8k16.f32.tf32.tf32"),
        ("64x32, 16 bits", "mma.sp.m16n8k32.f32.f16.f16"),
        ("64x64, 8 bits", "mma.sp.m16n8k64.s32.s8.s8"),
        ("16x64, 8 bits", "mma.sp.m16n8k64.f32.e4m3.e4m3"),
    ],
)
def test_metadata_of_sparse_multiplies(case: str, name: str) -> None:
    """The headers have it for a warp group, whose first warp holds rows 0 to 15, and for a warp of Blackwell."""
    (said,) = [Layout(r["layout"]) for r in ROWS if r["kind"] == "metadata" and r["case"] == case]
    own = SPARSE_ATOMS[name].metadata
    assert own is not None and size(own, [1]) == size(said, [1])
    rows = int(case.partition("x")[0])
    for lane in range(32):
        for value in range(size(own, [1])):
            k, m = divmod(said(lane, value), rows)
            assert divmod(own(lane, value), 16) == (k, m)
