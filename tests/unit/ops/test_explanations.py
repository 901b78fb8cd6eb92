"""`ops.explain`: the kernel that a call takes, why, and floors that follow from its sizes."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import torch

from cutedsl import ops
from cutedsl.config import override
from cutedsl.errors import DSLUserCodeError
from cutedsl.ops.gemm import program as matmul_program
from cutedsl.ops.gemm_tuning import notes as matmul_notes
from cutedsl.ops.gemm_tuning.candidates import Problem
from cutedsl.ops.gemm_tuning.notes import note
from cutedsl.utils.machine_notes import MachineNotes

A, B = torch.empty(160, 4096, dtype=torch.bfloat16), torch.empty(8192, 4096, dtype=torch.bfloat16)


def test_a_product_on_matrix_units() -> None:
    """Nothing is compiled or run; the numbers are those of the sizes and of an H200."""
    kept = dict(matmul_program._PROGRAMS)
    found = ops.explain(ops.matmul, A, B.T)
    assert kept == matmul_program._PROGRAMS
    assert isinstance(found.config, ops.GemmConfig)
    assert found.flops == 2 * 160 * 8192 * 4096
    assert found.moved_bytes == 2 * (160 * 4096 + 8192 * 4096 + 160 * 8192)
    assert (found.bound, found.floor_us) == ("memory", pytest.approx(found.moved_bytes / 4.8e6))
    assert found.expected_us is not None
    assert found.expected_us > found.floor_us
    assert found.measured_us is None
    assert ops.explain(ops.matmul, torch.empty(8192, 4096, dtype=torch.bfloat16), B.T).bound == "multipliers"


def test_text_and_record_say_the_same() -> None:
    found: ops.Explanation = ops.explain(ops.matmul, A, B.T, bias=torch.empty(8192))
    text = str(found)
    assert text.startswith("matmul 160 x 8192 x 4096 bfloat16 -> bfloat16\n  kernel    matrix units")
    assert found.why[0] in text
    assert "chosen by the model of the machine" in text
    assert f"tile_n={found.config.tile_n}" in text  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue]
    assert "10.7 GFLOP, 71.1 MB" in text
    assert asdict(found)["bound"] == "memory"


CASES: dict[str, tuple[dict[str, Any], str, str]] = {
    "float32": ({"a": torch.empty(9, 64), "b": torch.empty(64, 8)}, "general kernel", "float32 is multiplied exactly"),
    "few rows": ({"a": torch.empty(2, 64), "b": torch.empty(8, 64).T}, "without matrix units", "2 rows or columns"),
    "odd strides": ({"a": A[:, :45], "b": B.T[:45, :7]}, "general kernel", "no tensor map holds the result: shape"),
    "turned bytes": (
        {"a": torch.empty(16, 32, dtype=torch.int8), "b": torch.empty(32, 16, dtype=torch.int8)},
        "matrix units of warp groups",
        "`b` is copied first: int8",
    ),
    "given": ({"a": A, "b": B.T, "config": ops.GemmConfig()}, "matrix units of warp groups", "`config` was given"),
}


@pytest.mark.parametrize("name", CASES)
def test_an_explanation_says_why(name: str) -> None:
    given, kernel, reason = CASES[name]
    found = ops.explain(ops.matmul, **given)
    assert kernel in found.kernel
    assert any(reason in why for why in found.why), found.why


@pytest.mark.parametrize(
    ("config", "said"),
    [
        (ops.GemmConfig(64, 64, cluster_m=4, groups=1), "4 blocks of a cluster share each tile of `b`"),
        (ops.GemmConfig(64, 64, cluster_m=4, groups=1, swap=True), "4 blocks of a cluster share each tile of `a`"),
        (ops.GemmConfig(64, 64, cluster_n=2, groups=1, swap=True), "2 blocks of a cluster share each tile of `b`"),
        (ops.GemmConfig(128, 192, pingpong=True), "two warp groups of a block take turns"),
        (ops.GemmConfig(64, 32, groups=1, resident=2), "2 blocks run at a time on each multiprocessor"),
        (ops.GemmConfig(), ""),
    ],
)
def test_what_blocks_share_is_explained(
    config: ops.GemmConfig, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the transposed result, the tiles of the kernel's B are those of the call's `a`."""
    with override(cache_dir=tmp_path):
        monkeypatch.setattr(matmul_notes, "_NOTES", MachineNotes("matmul"))
        note(Problem(160, 8192, 4096), config, 25.0)
        found = ops.explain(ops.matmul, A, B.T)
    assert found.config == config
    assert [why[: len(said)] for why in found.why[1:]] == ([said] if said else [])


def test_measured_times_are_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with override(cache_dir=tmp_path):
        monkeypatch.setattr(matmul_notes, "_NOTES", MachineNotes("matmul"))
        config = ops.GemmConfig(64, 160, 64, 5, 1, swap=True)
        note(Problem(160, 8192, 4096), config, 25.0)
        found = ops.explain(ops.matmul, A, B.T)
    assert (found.config, found.measured_us) == (config, 25.0)
    assert "as measured on this machine" in found.why[0]
    assert "  measured  25 us" in str(found)


def test_other_operations_and_wrong_calls() -> None:
    with pytest.raises(DSLUserCodeError, match="`explain` of softmax") as found:
        ops.explain(ops.softmax, A)
    assert found.value.name == "ops-function"
    with pytest.raises(DSLUserCodeError, match="4096 columns, 8192 rows"):
        ops.explain(ops.matmul, A, B)
