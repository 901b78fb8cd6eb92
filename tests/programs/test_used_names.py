"""Everything that public programs use of CuTe DSL is here, or refused by its name."""

from __future__ import annotations

import io
import re
from pathlib import Path
from types import ModuleType

import pytest

import cutedsl.cute as cute
from benchmarks.compatibility.names import Use, read_uses, uses_below, uses_of, write_uses
from cutedsl import Float32
from cutedsl.cute.nvgpu import CopyUniversalOp
from cutedsl.errors import DSLUserCodeError
from tests.programs.api_uses import ROOT
from tests.programs.used_names import (
    NOT_OF_THE_LANGUAGE,
    REFUSED_KEYWORDS,
    found,
    is_missing,
    is_refused,
    listed,
    missing,
)

PROGRAM = """
import cutlass, torch
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.runtime import from_dlpack as wrap
from cutlass.pipeline import PipelineState
from numpy import array

size = 3

def kernel(x: cute.Tensor, y: "cute.Tensor", n: cutlass.Constexpr[int], torch: object):
    smem = utils.SmemAllocator()
    tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout(4, stride=1))
    state = PipelineState(1, 2, 3, 4)
    x.iterator.align(16), state.phase, y.shape
    smem = None
    wrap(array, assumed_align=16).mark_layout_dynamic(leading_dim=0)
    torch.cutlass(1, key=2)
"""


def test_the_scan_finds_names_keywords_and_attributes() -> None:
    assert uses_of(PROGRAM) == {
        *(Use("name", name) for name in ("cutlass", "cutlass.cute", "cutlass.utils", "cutlass.utils.SmemAllocator")),
        *(Use("name", name) for name in ("cutlass.Constexpr", "cutlass.Float32", "cutlass.cute.make_layout")),
        *(Use("name", name) for name in ("cutlass.cute.Tensor", "cutlass.cute.runtime.from_dlpack")),
        Use("name", "cutlass.pipeline.PipelineState"),
        Use("keyword", "cutlass.cute.make_layout", "stride"),
        Use("keyword", "cutlass.cute.runtime.from_dlpack", "assumed_align"),
        Use("attribute", "cutlass.cute.Tensor", "iterator"),
        Use("attribute", "cutlass.pipeline.PipelineState", "phase"),
    }
    assert uses_of("print(") == uses_of("import torch") == set()


def test_counts_are_of_programs_and_can_be_read_again(tmp_path: Path) -> None:
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("import cutlass\ncutlass.range(3)\ncutlass.range(4)\n")
    counts = uses_below(tmp_path)
    assert counts == {Use("name", "cutlass"): 2, Use("name", "cutlass.range"): 2}
    text = io.StringIO()
    write_uses(counts, text)
    text.seek(0)
    assert read_uses(text) == dict(counts)


def test_a_missing_name_keyword_or_attribute_is_found_out() -> None:
    assert is_missing(Use("name", "cutlass.cute.no_such_name"))
    assert is_missing(Use("keyword", "cutlass.cute.make_layout", "no_such_keyword"))
    assert is_missing(Use("keyword", "cutlass.cute.copy", "no_such_keyword")), "`**kwargs` is not a promise"
    assert is_missing(Use("attribute", "cutlass.cute.Tensor", "no_such_attribute"))
    assert not is_missing(Use("keyword", "cutlass.cute.make_layout", "stride"))
    assert not is_missing(Use("keyword", "cutlass.cute.make_layout", "loc"))
    assert not is_missing(Use("attribute", "cutlass.cute.Tensor", "iterator"))


def test_nothing_that_public_programs_use_is_missing() -> None:
    assert len(listed()) > 2000
    assert [f"{count} {use}" for count, use in missing(listed())] == []


def test_each_exception_is_of_something_that_is_used() -> None:
    used = {(use.name, use.member) for use in listed()}
    assert {*NOT_OF_THE_LANGUAGE, *REFUSED_KEYWORDS} <= used


@pytest.mark.parametrize(("name", "keyword"), sorted(REFUSED_KEYWORDS))
def test_a_refused_keyword_is_named(name: str, keyword: str) -> None:
    with pytest.raises(DSLUserCodeError, match=keyword):
        found(name)(CopyUniversalOp(), Float32, **{keyword: cute.nvgpu.MemoryOrder.RELAXED})


def test_every_name_that_is_here_is_used_by_a_test() -> None:
    words = words_of_tests()
    untested = {
        use.name
        for use in listed()
        if use.kind == "name" and (use.name, "") not in NOT_OF_THE_LANGUAGE
        if not is_refused(value := found(use.name)) and not isinstance(value, ModuleType)
        if use.name.rpartition(".")[2] not in words
    }
    assert untested <= {
        "cutlass.base_dsl.runtime.cuda.get_device_attribute",  # of a GPU
        "cutlass.cute._tvm_ffi_args_spec_converter.NumericToTVMFFIDtype",  # quack's tests, benchmarks/compatibility
        "cutlass.cute._tvm_ffi_args_spec_converter._convert_single_arg",
        "cutlass.cute.mma_atom_call",  # `gemm` itself
        "cutlass.experimental.primitives.ReductionKind.FMAX",  # on a GPU of Blackwell only
        "cutlass.experimental.primitives.ReductionKind.FMIN",
        # by NVIDIA's Blackwell examples alone, which `python -m benchmarks.compatibility blackwell` runs
        *(
            f"cutlass.utils.mixed_input_helpers.{name}"
            for name in (
                *("epilog_gmem_copy_and_partition", "epilog_smem_copy_and_partition", "epilog_tmem_copy_and_partition"),
                *("get_gmem_layout_scale", "get_tma_atom_kind", "is_valid_mma_tiler_and_cluster_shape"),
                "scale_tma_partition",
            )
        ),
        *("cutlass.cute.core._pack_shape", "cutlass.cute.core._pack_tile"),
        "cutlass.cute.nvgpu.tcgen05.make_umma_smem_desc",
        "cutlass.cute.experimental.OperationTypeEnum.SM100_TMA_LOAD_2SM_MULTICAST",
        "cutlass.cute.experimental.TMAToUMMAPipeline.create_with_mask",
        "cutlass.cute.experimental.dot_block_scaled",
        "cutlass.cute.experimental.pipeline_advance_iterator",
        "cutlass.cute.experimental.tma_load_multicast",
    }


def words_of_tests() -> set[str]:
    """All words of the tests and examples, except in lists of names."""
    lists = ("used_names.py", "test_used_names.py", "api_uses.py", "test_api_names.py")
    return {
        word
        for folder in ("tests", "examples")
        for path in (ROOT / folder).rglob("*.py")
        if path.name not in lists
        for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))
    }
