"""Barriers, fences and clusters as PTX: `ptxas` takes them on the targets that have them; the others refuse by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble, compile_ptx, emit_nvptx
from cutedsl.errors import DSLUserCodeError
from cutedsl.ir.text import parse_module
from tests.ptx.every_op import module_of
from tests.ptx.sync_ops import FAMILIES

HAVE = [
    ("sm_90", "bulk"),
    ("sm_90a", "bulk"),
    ("sm_80", "sm_80"),
    ("sm_90a", "sm_80"),
    ("sm_90", "sm_90"),
    ("sm_90a", "sm_90"),
    ("sm_90a", "sm_90a"),
]


@pytest.mark.parametrize(("arch", "family"), [*HAVE, ("sm_100a", "sm_90a")])
def test_ptxas_assembles_it(arch: str, family: str, ptxas: Path) -> None:
    kernels = list(FAMILIES[family]())
    ptx = compile_ptx(emit_nvptx(parse_module(module_of(kernels)), target(arch)))
    report = assemble(ptx, target(arch), ["-O1"], ptxas=str(ptxas))
    assert len(report.kernels) == len(kernels)


@pytest.mark.parametrize(
    ("arch", "family", "fix"),
    [("sm_89", "bulk", "sm_90a"), ("sm_89", "sm_90", "sm_90a"), ("sm_90", "sm_90a", "sm_90a")],
)
def test_a_target_without_the_op_refuses(arch: str, family: str, fix: str) -> None:
    for text in FAMILIES[family]():
        with pytest.raises(DSLUserCodeError) as caught:
            emit_nvptx(parse_module(module_of([text])), target(arch))
        assert caught.value.name == "unsupported-arch"
        assert f" {arch}" in str(caught.value)
        assert f"Compile for {fix}" in str(caught.value) or f"--gpu-arch {fix}" in str(caught.value)


def test_a_tensor_map_stays_a_parameter() -> None:
    """The descriptor's address goes to the instruction as it is: no copy of it in local memory."""
    ptx = compile_ptx(emit_nvptx(parse_module(module_of(FAMILIES["bulk"]())), target("sm_90a")))
    assert ".param .align 64 .b8" in ptx
    assert ".local" not in ptx


def test_the_cluster_size_is_in_the_ptx() -> None:
    text = module_of(FAMILIES["sm_90"]()).replace(
        "{cute.kernel,", "{cute.cluster_dim = array<i32: 2, 1, 1>, cute.kernel,"
    )
    ptx = compile_ptx(emit_nvptx(parse_module(text), target("sm_90a")))
    assert ptx.count(".reqnctapercluster 2, 1, 1") == 3
    with pytest.raises(DSLUserCodeError) as caught:
        emit_nvptx(parse_module(text.replace(": 2, 1, 1", ": 2, 3, 3")), target("sm_90a"))
    assert caught.value.name == "launch-invalid-cluster"
