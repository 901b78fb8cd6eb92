"""Names, keywords and base classes that libraries use: FlashInfer, cudnn-frontend, quack and others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
import cutedsl.pipeline as pipeline
from cutedsl.compat.mlir.arith import FastMathFlags
from cutedsl.compat.mlir.cute_nvgpu import MmaAtomSM80Type
from cutedsl.compat.mlir.nvvm import atomicrmw
from cutedsl.compat.private_names import Trait, _pack_shape, extract_mlir_attributes, make_atom
from cutedsl.cute.nvgpu import tcgen05, warp
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.instructions.tensor_maps import TensorMapL2Promotion
from cutedsl.lang.register_vectors import vectors
from cutedsl.utils import distributed, sm100
from tests.kernels.arrays import EVERYWHERE, Arrays
from tests.programs.api_uses import resolve
from tests.programs.test_run import cutedsl_run


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cutlass.cute.typing.Optional", Optional),
        ("cutlass.cute.typing.Numeric", cutlass.Numeric),
        ("cutlass.base_dsl.compiler.DumpDir", cute.DumpDir),
        ("cutlass.experimental.cuda.tensor_map.TensorMapL2Promotion", TensorMapL2Promotion),
        ("cutlass.utils.dynamic_persistent_tile_scheduler.WorkTileInfo", cutlass.utils.WorkTileInfo),
        ("cutlass._mlir.dialects.arith.FastMathFlags", FastMathFlags),
        ("cutlass._mlir.ir.MLIRError", DSLUserCodeError),
        ("cutlass.cute.arch.nvvm.atomicrmw", atomicrmw),
        ("cutlass.utils.blackwell_helpers.LayoutEnum", cutlass.utils.LayoutEnum),
    ],
)
def test_libraries_find_names_in_their_modules(name: str, value: object) -> None:
    assert resolve(name) is value


def test_a_trivial_multiply_takes_its_arguments_by_name() -> None:
    mode, group, shape = tcgen05.OperandMajorMode, tcgen05.CtaGroup.ONE, (128, 64)
    make = sm100.make_trivial_tiled_mma
    named = make(
        ab_dtype=cutlass.Float16,
        a_leading_mode=mode.MN,
        b_leading_mode=mode.K,
        acc_dtype=cutlass.Float32,
        cta_group=group,
        mma_tiler_mn=shape,
        a_source=tcgen05.OperandSource.SMEM,
    )
    for by_place in (
        make(cutlass.Float16, mode.MN, mode.K, cutlass.Float32, group, shape),
        make(cutlass.Float16, cutlass.Float16, mode.MN, mode.K, cutlass.Float32, group, shape),
    ):
        assert str(named) == str(by_place) and named.op == by_place.op
    assert str(named) != str(make(cutlass.Float16, mode.K, mode.MN, cutlass.Float32, group, (128, 32)))


MODULES = """
import cutlass.utils.rubin_helpers as rubin
import cutlass.utils.gemm.tensor_utils
from cutlass._mlir.dialects import cuda
from cutlass.experimental.primitives import nvvm_wrapper
from cutlass.experimental.task_scheduling.resources import MemoryResource, producer_work
from cutlass.cute.nvgpu.cpasync.copy import CopyBulkTensorTileG2STrait
from cutlass.cute.nvgpu.warp.mma import Trait, _pack_shape
from cutlass.pipeline.sm100 import PipelineTmaUmma
class Resource(MemoryResource): pass
for use in (Resource, rubin.make_trivial_tiled_mma, cuda.launch_cfg_cluster_scheduling_policy):
    try:
        use()
    except NotImplementedError as error:
        print(str(error).splitlines()[0])
import cutlass.utils.rubin_helper
"""


def test_modules_that_are_not_there_yet_are_imported_in_every_form(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(MODULES)
    done = cutedsl_run("run", "--device", "cpu", str(program))
    assert [line.partition("`")[2] for line in done.stdout.splitlines()] == [
        "experimental.task_scheduling.resources.MemoryResource`",
        "utils.rubin_helpers.make_trivial_tiled_mma`",
        "_mlir.dialects.cuda.launch_cfg_cluster_scheduling_policy`",
    ]
    assert done.returncode == 1 and "Did you mean `import cutlass.utils.rubin_helpers`?" in done.stderr
    assert "error[unknown-module]: there is no module `cutlass.utils.rubin_helper`" in done.stderr


def test_a_library_may_take_the_place_of_warnings_and_of_what_reads_locations() -> None:
    dsl = resolve("cutlass.base_dsl.dsl.BaseDSL")
    for name in ("print_warning", "print_warning_once"):
        with pytest.warns(UserWarning, match="slow"):
            getattr(dsl(), name)("slow")
    assert resolve("cutlass._mlir_helpers.op.inspect").getframeinfo


def test_primitives_lie_in_two_places() -> None:
    assert resolve("cutlass.primitives.elect_sync") is resolve("cutlass.experimental.primitives.elect_sync")


def test_options_are_of_classes_and_have_values() -> None:
    option = cute.GPUArch("sm_90a")
    assert isinstance(option, cute.GPUArch) and not isinstance(option, cute.DumpDir) and option.value == "sm_90a"
    assert option == cute.GPUArch("sm_90a") != cute.DumpDir("sm_90a") and len({option, cute.GPUArch("sm_90a")}) == 1
    assert cute.OptLevel().value == 3 and cute.KeepPTX().value is True


@cute.kernel
def _named(x: cute.Tensor) -> None:
    x[0] = 1.0


_named.set_name_prefix("library", remove_cutlass_symbol=True, keep_mangled_name=False)


@cute.kernel
def _keywords(x: cute.Tensor) -> None:
    nearest = cute.math.RoundingMode.NEAREST_EVEN
    x[1] = cute.math.add(x[0], 2.0, rounding=nearest, ftz=True)
    x[2] = cute.math.div(x[0], 4.0, full=True)
    x[3] = cute.math.fma(x[0], x[0], 1.0, rounding=nearest, ftz=True)
    x[4] = cute.math.rcp(x[0], approx=True, rounding=nearest)
    x[5] = distributed.atomicAdd(x.iterator, 1.0)


@cute.kernel
def _mask(x: cute.Tensor, rows: cutlass.Int32) -> None:
    mask = vectors.create_mask((2, 3), (rows, 2))
    chosen = vectors.where(mask, vectors.full((2, 3), 1.0), vectors.full((2, 3), 0.0))
    for i in cutlass.range_constexpr(2):
        for j in cutlass.range_constexpr(3):
            x[i, j] = chosen[i, j]


@cute.jit
def _run_keywords(x: cute.Tensor) -> None:
    _keywords(x).launch(grid=(1, 1, 1), block=(1, 1, 1))


@cute.jit
def _run_named(x: cute.Tensor) -> None:
    _named(x).launch(grid=(1, 1, 1), block=(1, 1, 1))


@cute.jit
def _run_mask(x: cute.Tensor, rows: cutlass.Int32) -> None:
    _mask(x, rows).launch(grid=(1, 1, 1), block=(1, 1, 1))


@pytest.mark.parametrize("target", EVERYWHERE)
def test_math_takes_the_keywords_of_single_calls(target: str) -> None:
    arrays = Arrays(target)
    x = arrays.put(np.array([4, 0, 0, 0, 0, 0], np.float32))
    _run_keywords(x)
    assert arrays.get(x).tolist() == [5, 6, 1, 17, 0.25, 4]


def test_other_roundings_are_refused_by_name() -> None:
    @cute.jit
    def rounds_up(x: cute.Tensor) -> None:
        x[0] = cute.math.mul(x[1], x[2], rounding=cute.math.RoundingMode.UP)

    with pytest.raises(DSLUserCodeError, match=r"not-yet.*`mul` with rounding UP"):
        rounds_up(np.ones(3, np.float32))


def test_a_kernel_takes_a_prefix_without_the_words_of_the_language() -> None:
    x = np.zeros(1, np.float32)
    _run_named(x)
    assert x[0] == 1 and "library" in cute.compile(_run_named, x).artifacts.ir


@pytest.mark.parametrize("target", EVERYWHERE)
def test_a_mask_holds_below_the_bound_of_each_mode(target: str) -> None:
    arrays = Arrays(target)
    for rows in (0, 1, 2):
        x = arrays.put(np.full((2, 3), 7, np.float32))
        _run_mask(x, rows)
        assert np.array_equal(arrays.get(x), np.outer(np.arange(2) < rows, np.arange(3) < 2))


@dataclass(frozen=True)
class _Ring(pipeline.PipelineAsync):
    """A library's own ring, with a field of its own that has no default."""

    is_leader: bool


def test_pipelines_take_fields_of_derived_classes() -> None:
    assert _Ring(None, None, 2, None, None, True).is_leader  # pyright: ignore[reportArgumentType]


@dataclass(frozen=True)
class _OwnMultiply(warp.WarpMmaOp):
    """A library's own name for a warp's multiply of TFloat32."""

    shape_mnk: tuple[int, int, int]

    def _make_trait(self, *, loc: object = None, ip: object = None, **kwargs: object) -> Trait:
        shape = _pack_shape(self.shape_mnk, loc=loc, ip=ip).type.attribute
        # In MLIR both are 32 bits; the operands are meant to be TFloat32.
        return Trait(make_atom(MmaAtomSM80Type.get(shape, *[cutlass.Float32] * 3), loc=loc, ip=ip))


@dataclass(frozen=True)
class _Nameless(warp.WarpMmaOp):
    """One that does not say which instruction it is."""


@cute.kernel
def _product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, op: cutlass.Constexpr[Any]) -> None:
    tiled = cute.make_tiled_mma(op)
    thread = tiled.get_slice(cute.arch.thread_idx()[0])
    left, right = thread.partition_A(a), thread.partition_B(b)
    first, second = tiled.make_fragment_A(left), tiled.make_fragment_B(right)
    for k in cutlass.range_constexpr(cute.size(first)):
        first[k] = left[k].to(cutlass.TFloat32)
    for k in cutlass.range_constexpr(cute.size(second)):
        second[k] = right[k].to(cutlass.TFloat32)
    sums = tiled.make_fragment_C(thread.partition_C(c))
    sums.fill(0.0)
    cute.gemm(tiled, sums, first, second, sums)
    cute.autovec_copy(sums, thread.partition_C(c))


@cute.jit
def _multiply(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, op: cutlass.Constexpr[Any]) -> None:
    _product(a, b, c, op).launch(grid=(1, 1, 1), block=(32, 1, 1))


@pytest.mark.parametrize("target", EVERYWHERE)
def test_a_librarys_own_multiply_is_the_instruction_that_it_names(target: str) -> None:
    arrays = Arrays(target)
    left = np.arange(128, dtype=np.float32).reshape(16, 8) % 7
    right = np.arange(64, dtype=np.float32).reshape(8, 8) % 5
    a, b, c = (arrays.put(x) for x in (left, right, np.zeros((16, 8), np.float32)))
    _multiply(*map(from_dlpack, (a, b, c)), _OwnMultiply((16, 8, 8)))
    assert np.array_equal(arrays.get(c), left @ right.T)


def test_a_multiply_that_names_no_instruction_is_refused() -> None:
    with pytest.raises(DSLUserCodeError, match="mma-shape"):
        _OwnMultiply((16, 8, 9)).record()
    with pytest.raises(DSLUserCodeError, match=r"not-yet.*`_Nameless`"):
        _Nameless().record()


def test_values_say_the_attributes_of_their_handles() -> None:
    class Own:
        def __extract_mlir_attributes__(self) -> list[object]:
            return ["grid constant"]

    assert extract_mlir_attributes(Own()) == ["grid constant"] and extract_mlir_attributes(3) == []
