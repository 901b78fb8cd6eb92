"""Names that a few programs use: architectures, the language object, shuffles by kind, marks for profilers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.compat.arch_enum import Arch, BaseDSL, CuTeDSL
from cutedsl.config import override
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays
from tests.programs.api_uses import resolve


def test_architectures_are_ordered_and_know_their_family() -> None:
    assert Arch.sm_89 < Arch.sm_90 < Arch.sm_90a < Arch.sm_100 and Arch.sm_90 <= Arch.sm_90
    assert Arch.from_string("sm_100f") is Arch.sm_100f and str(Arch.sm_90a) == "sm_90a"
    assert (Arch.sm_103a.major, Arch.sm_103a.minor, Arch.sm_103a.suffix) == (10, 3, "a")
    assert Arch.AmpereArchs() == [Arch.sm_80, Arch.sm_86, Arch.sm_87] and Arch.AdaArchs() == [Arch.sm_89]
    assert Arch.HopperArchs() == [Arch.sm_90, Arch.sm_90a] and Arch.sm_121f in Arch.BlackwellArchs()
    assert Arch.sm_103f.is_family_of(Arch.sm_100f) and not Arch.sm_100f.is_family_of(Arch.sm_103f)
    assert not Arch.sm_120f.is_family_of(Arch.sm_100f)


def test_the_language_says_what_it_compiles_for() -> None:
    with override(target="cpu", arch="sm_80"):
        assert BaseDSL._get_dsl().get_arch_enum() is Arch.sm_80
    with override(target="cpu"):
        assert CuTeDSL._get_dsl().get_arch_enum() is Arch.sm_90a
        assert CuTeDSL._get_dsl().envar.arch == "sm_90a"


def test_pipelines_are_where_they_were_before() -> None:
    for name in ("PipelineAsync", "PipelineTmaAsync", "PipelineTmaUmma", "CooperativeGroup"):
        now = resolve(f"cutlass.pipeline.{name}")
        assert resolve(f"cutlass.utils.pipeline.{name}") is now and resolve(f"cutlass.utils.{name}") is now


@pytest.mark.parametrize(
    "name",
    ["cutlass.BaseDSL", "cutlass.CuTeDSL", "cutlass.base_dsl.BaseDSL"],
)
def test_programs_find_the_language(name: str) -> None:
    assert resolve(name) is BaseDSL


@pytest.mark.parametrize(
    "name", ["cutlass.base_dsl.arch.Arch", "cutlass.base_dsl.enums.Arch", "cutlass.cute.arch.Arch"]
)
def test_programs_find_the_architectures(name: str) -> None:
    assert resolve(name) is Arch


@pytest.mark.parametrize("target", TARGETS)
def test_shuffles_by_kind_and_marks(target: str) -> None:
    @cute.kernel
    def kernel(out: cute.Tensor):
        lane = cute.arch.lane_idx()
        cute.iket.range_push("shuffles", lane)
        cute.iket.mark("begun", 3)
        for k, kind in enumerate(("idx", "up", "down", "bfly")):
            clamp = 0 if kind == "up" else 31
            out[k, lane] = cute.arch.shuffle_sync_op(lane, 3, mask_and_clamp=clamp, kind=kind)
        cute.iket.range_pop()

    @cute.jit
    def host(out: cute.Tensor):
        kernel(out).launch(grid=1, block=32)

    arrays = Arrays(target)
    out: Any = arrays.poisoned((4, 32), np.int32)
    host(out)
    lane = np.arange(32)
    wanted = [lane * 0 + 3, np.where(lane < 3, lane, lane - 3), np.where(lane > 28, lane, lane + 3), lane ^ 3]
    np.testing.assert_array_equal(arrays.get(out), np.stack(wanted))


def test_a_kind_of_shuffle_that_does_not_exist() -> None:
    @cute.jit
    def host(out: cute.Tensor):
        out[0] = cute.arch.shuffle_sync_op(cutlass.Int32(1), 0, kind="round")

    with pytest.raises(DSLUserCodeError, match="warp-argument"):
        host(np.zeros(1, np.int32))


def test_programs_need_no_runtime_libraries() -> None:
    assert cute.runtime.find_runtime_libraries(enable_tvm_ffi=False) == []


def test_private_code_sets_the_architecture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUTEDSL_ARCH", raising=False)
    monkeypatch.setenv("CUTE_DSL_ARCH", "sm_90a")
    CuTeDSL._get_dsl().envar.arch = "sm_80"
    assert CuTeDSL._get_dsl().get_arch_enum() is Arch.sm_80


def test_fake_tensors_say_their_alignment() -> None:
    assert cute.runtime.make_fake_compact_tensor(cutlass.Float32, (4,), assumed_align=16)._assumed_align == 16


def test_names_before_4_1_are_there() -> None:
    @cute.jit
    def states(out: cute.Tensor):
        users = cutlass.utils.PipelineUserType.Consumer, cutlass.utils.PipelineUserType.Producer
        for row, user in enumerate(users):
            state = cutlass.utils.make_pipeline_state(user, 3)
            out[row, 0], out[row, 1], out[row, 2] = state.stages, state.index, state.phase

    out = np.full((2, 3), -1, np.int32)
    states(out)
    assert out.tolist() == [[3, 0, 0], [3, 0, 1]]
    assert cute.nvgpu.cpasync.make_tma_tile_atom is cute.nvgpu.cpasync.make_tiled_tma_atom


@pytest.mark.parametrize("target", TARGETS)
def test_a_kernel_with_its_arguments_is_launched_by_a_call(target: str) -> None:
    @cute.kernel
    def fill(y: cute.Tensor):
        y[cute.arch.thread_idx()[0]] = cute.arch.block_dim()[0]

    @cute.jit
    def launch(y: cute.Tensor):
        fill(y)(grid=(1, 1, 1), block=[8, 1, 1], min_blocks_per_mp=1)

    arrays = Arrays(target)
    y = arrays.put(np.zeros(8, np.int32))
    launch(y)
    assert arrays.get(y).tolist() == [8] * 8
