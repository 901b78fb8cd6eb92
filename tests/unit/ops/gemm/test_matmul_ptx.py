"""The kernels of `ops.matmul` as Hopper gets them: no spills, multiplies not serialised, as many as planned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from cutedsl import ops
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble, emit_nvptx
from cutedsl.driver.compile.pipeline import Artifacts
from cutedsl.ops.epilogues import unchanged
from cutedsl.ops.gates import GATES
from cutedsl.ops.gemm.blockscaled_product import FEW, MANY, SOME, blockscaled_program
from cutedsl.ops.gemm.gated_product import gated_program
from cutedsl.ops.gemm.grouped_product import grouped_program
from cutedsl.ops.gemm.program import program
from cutedsl.ops.gemm.residual_product import residual_program
from cutedsl.ops.gemm_tuning.candidates import Problem
from cutedsl.ops.gemm_tuning.choice import Operand, config_by_columns, config_for_groups, ranked
from tests.lowered import lowered
from tests.products import each_value, long

RESULTS = {"int8": "int32", "float32": "float32", "float8_e4m3fn": "bfloat16", "bfloat16": "bfloat16"}
STEP_BYTES = 32
"""Of K in one multiply of a warp group."""


def made(program: Callable[..., Any], *given: Any, **named: Any) -> Artifacts:
    """A program that no test before has made."""
    place = f"{program.__module__}._PROGRAMS"
    with patch.dict(place, clear=True):
        return lowered(lambda: program(*given, target="--target cpu", **named))


def assembles(kind: str, config: ops.GemmConfig, ptxas: Path) -> None:
    """Asserts what must hold of every kernel."""
    row, column = Operand(kind, 2, 1, True), Operand(kind, 2, 0, True)
    into = Operand(RESULTS[kind], 2, 1, True)
    sums = "int32" if kind == "int8" else "float32"
    parts = [Operand(part, 1, 0, True) if config.stream_k else None for part in (sums, "int32")]
    operands = (row, column, into, *4 * [None], *parts)
    clean(made(program, operands, (), unchanged, config, kind == "float32").ptx(), kind, config, ptxas)


def clean(ptx: str, kind: str, config: ops.GemmConfig, ptxas: Path, spare: int = 0) -> None:
    """No spills beyond `spare` bytes, nothing serialised, as many multiplies as planned."""
    report = assemble(ptx, gpu_target("sm_90a"), ["-O3", "-v"], ptxas=str(ptxas))
    # One register of the largest tile with stream-K: the swizzled addresses of its epilogue stay in registers.
    spare = max(spare, 8 if config.stream_k and config.tile_n == 256 else 0)
    assert report.spills <= spare
    assert report.kernels[0].stack_bytes <= spare
    assert "serialized" not in report.log and "setmaxnreg" not in report.log
    # Without it the block gets the registers it uses, and warps that ask for more wait for ever.
    assert (".minnctapersm 1" in ptx) == (config.groups > 1)
    item_bytes = {"bfloat16": 2, "float32": 4}.get(kind, 1)
    steps = config.tile_k * item_bytes // STEP_BYTES
    assert ptx.count("wgmma.mma_async.sync.aligned.m64n") == steps * config.tile_m // config.sharing // 64


@pytest.mark.parametrize(
    "config",
    [
        ops.GemmConfig(stages=3, epilogue_stages=4, stream_k=True),
        ops.GemmConfig(tile_m=256, tile_n=128),
        ops.GemmConfig(tile_n=128, stages=5, cluster_m=2, pingpong=True),
        ops.GemmConfig(tile_m=64, stages=4, pingpong=True, stream_k=True),
        ops.GemmConfig(tile_n=16, stages=10, cluster_m=1, stream_k=True, swap=True),
        *(ranked(Problem(rows, 8192, 8192))[0] for rows in (8192, 64)),
        *(long(ranked(Problem(rows, 8192, 8192))[0]) for rows in (96, 128, 48, 80, 100)),
        long(ranked(Problem(700, 3584, 18944))[0]),
        *(long(ranked(Problem(rows, 3584, 18944))[0]) for rows in (160, 256)),
        ops.GemmConfig(tile_m=256, tile_n=192, epilogue_stages=3),
        ops.GemmConfig(tile_m=192, tile_n=192, groups=3, epilogue_stages=2),
        ranked(Problem(512, 512, 512))[0],
    ],
    ids=[
        "128x256 stream-K",
        "256x128",
        "ping-pong",
        "ping-pong 64x256",
        "128x16 stream-K",
        "8192",
        *(f"{rows} rows" for rows in (64, 96, 128, 48, 80, 100, 700, 160, 256)),
        "256x192",
        "192x192",
        "512",
    ],
)
def test_ptxas_assembles_it_without_spills(ptxas: Path, config: ops.GemmConfig) -> None:
    assembles("bfloat16", config, ptxas)


@pytest.mark.parametrize(
    "config", [ops.GemmConfig(), ops.GemmConfig(256, 128), ops.GemmConfig(tile_n=192, pingpong=True)]
)
def test_little_stands_between_multiplies(config: ops.GemmConfig) -> None:
    """A descriptor is the one before plus a constant; what changes from stage to stage is made uniform once a step."""
    row, column = Operand("bfloat16", 2, 1, True), Operand("bfloat16", 2, 0, True)
    ptx = made(program, (row, column, row, *6 * [None]), (), unchanged, config, False).ptx()
    between = ptx.split("wgmma.mma_async")[1:-1]
    for text in between:
        lines = [line.strip() for line in text.splitlines()[1:]]
        made_there = [line for line in lines if line and not line.startswith(("//", "{"))]
        assert len(made_there) <= 7, made_there
        assert all(line.startswith(("add.s32", "cvt.u64.u32", "or.b64", "mov.b32", "selp.b32")) for line in made_there)
    assert ptx.count("redux.sync.or") == 2


@pytest.mark.parametrize(
    ("config", "multiplies"), [(ops.GemmConfig(), 4), (ops.GemmConfig(tile_n=128, stages=5, pingpong=True), 8)]
)
def test_sums_go_from_multiply_to_multiply_without_memory(config: ops.GemmConfig, multiplies: int) -> None:
    """LLVM has less to read; what comes between leaves the sums alone, so that nothing has to be written.

    A group that has tiles of 128 rows multiplies the upper half and the lower one in turn.
    """
    row, column = Operand("bfloat16", 2, 1, True), Operand("bfloat16", 2, 0, True)
    artifacts = made(program, (row, column, row, *6 * [None]), (), unchanged, config, False)
    text = emit_nvptx(artifacts.expanded, gpu_target("sm_90a")).llvm_text
    between = text.split("wgmma.mma_async")[1:-1]
    assert len(between) == multiplies - 1
    assert not any(" load float" in part or "store float" in part for part in between)
    assert text.split("wgmma.mma_async")[-1].count("store float") >= 128


@pytest.mark.parametrize("kind", ["float8_e4m3fn", "float32", long("int8")])
def test_other_types_assemble_without_spills(ptxas: Path, kind: str) -> None:
    assembles(kind, ranked(Problem(8192, 8192, 8192, 1, 4 if kind == "float32" else 1, 4))[0], ptxas)


def test_grouped_products_assemble_without_spills(ptxas: Path) -> None:
    config = config_for_groups(Problem(8192, 8192, 8192, 8))
    classes = [Operand("bfloat16", 2, 1, True), Operand("bfloat16", 3, 1, True), Operand("bfloat16", 2, 1, True)]
    ends = Operand("int32", 1, 0, True)
    grouped = made(grouped_program, (*classes, None, None, None, ends), unchanged, config, False)
    clean(grouped.ptx(), "bfloat16", config, ptxas)


@pytest.mark.parametrize("shape", [(8192, 28672, 4096), (64, 28672, 4096)], ids=["many", "few"])
def test_gated_products_assemble_without_spills(ptxas: Path, shape: tuple[int, int, int]) -> None:
    config = config_by_columns(Problem(*shape), 2)
    row, column = Operand("bfloat16", 2, 1, True), Operand("bfloat16", 2, 0, True)
    parts = [Operand(part, 1, 0, True) if config.stream_k else None for part in ("float32", "int32")]
    gated = made(gated_program, (row, column, row, None, None, *parts), GATES["swiglu"], config)
    clean(gated.ptx(), "bfloat16", config, ptxas)


def test_sums_of_squares_assemble_without_spills(ptxas: Path) -> None:
    config = config_by_columns(Problem(8192, 4096, 4096, adds=True))
    row, column, ones = Operand("bfloat16", 2, 1, True), Operand("bfloat16", 2, 0, True), Operand("float32", 1, 0, True)
    parts = [Operand(part, 1, 0, True) if config.stream_k else None for part in ("float32", "int32")]
    classes = (row, column, row, row, Operand("float32", 2, 1, False), ones, *parts)
    clean(made(residual_program, classes, config).ptx(), "bfloat16", config, ptxas)


@pytest.mark.parametrize(("form", "way"), each_value(["one", "ends", "counts"], [FEW, SOME, MANY]))
def test_block_scales_leave_room_for_both_sums(ptxas: Path, form: str, way: ops.GemmConfig) -> None:
    """Scales are read before a block of K is multiplied, and the sums of the block stay in registers."""
    config = replace(way, stream_k=form == "one")
    ranks = {"one": (2, 2), "ends": (2, 3), "counts": (3, 3)}[form]
    kind, into = "float8_e4m3fn", Operand("bfloat16", ranks[0], ranks[0] - 1, True)
    operands = Operand(kind, ranks[0], ranks[0] - 1, True), Operand(kind, ranks[1], ranks[1] - 2, True), into
    scales = (Operand("float32", rank, None, False) for rank in ranks)
    ends = None if form == "one" else Operand("int32", 1, 0, True)
    parts = [Operand(part, 1, 0, True) if config.stream_k else None for part in ("float32", "int32")]
    ptx = made(blockscaled_program, (*operands, *scales, ends, *parts), form == "counts", config).ptx()
    # One register, written and read once a tile: an address of the scales.
    clean(ptx, kind, config, ptxas, spare=8 if form == "counts" and way is MANY else 0)
    first = ptx.index("wgmma.mma_async")
    role = "setmaxnreg.inc" if way.groups > 1 else "cp.async.bulk.tensor"
    assert ptx.rindex("ld.global.b32", 0, first) > ptx.rindex(role, 0, first)


@pytest.mark.parametrize(
    ("config", "few"),
    [(ops.GemvConfig(), 1), (ops.GemvConfig(columns=4, ahead=4, share=4), 1), (ops.GemvConfig(), 4)],
    ids=["2 columns", "4 columns", "4 rows"],
)
def test_very_few_rows_have_their_loads_under_way(ptxas: Path, config: ops.GemvConfig, few: int) -> None:
    """All 16-byte loads of the large matrix come before the first sum; and one at a time for what is left of K."""
    row, column = Operand("bfloat16", 2, 1, True), Operand("bfloat16", 2, 0, True)
    ptx = made(program, (row, column, row, *6 * [None]), (), unchanged, config, False, few=few).ptx()
    report = assemble(ptx, gpu_target("sm_90a"), ["-O3", "-v"], ptxas=str(ptxas))
    assert report.spills == 0
    assert report.kernels[0].stack_bytes == 0
    loads = [at for at, line in enumerate(ptx.splitlines()) if "ld.global.L1::no_allocate" in line and ".v4." in line]
    assert len(loads) == config.columns * (config.ahead + 1)
    sums = [at for at, line in enumerate(ptx.splitlines()) if "fma.rn.f32" in line]
    turn = loads[: config.columns * config.ahead]
    assert not [at for at in sums if turn[0] < at < turn[-1]]
    assert len(sums) == few * 8 * config.columns * (config.ahead + 1)
