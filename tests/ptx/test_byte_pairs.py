"""8-bit floats become float16, and float32 become them, two by one instruction where the target has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from tests.lowered import lowered

KINDS = [(cutlass.Float8E4M3FN, "e4m3x2"), (cutlass.Float8E5M2, "e5m2x2")]


@cute.kernel
def there_and_back(mX: cute.Tensor, mY: cute.Tensor):
    mX.store(mY.load().to(mX.element_type))
    mY.store((mX.load().to(mY.element_type) * 2.0).to(mY.element_type))


@cute.jit
def run(mX: cute.Tensor, mY: cute.Tensor):
    there_and_back(mX, mY).launch(grid=(1, 1, 1), block=(1, 1, 1))


def ptx_of(kind: Any, wide: Any, arch: str) -> str:
    fakes = [cute.runtime.make_fake_tensor(x, (8,), (1,), assumed_align=8) for x in (kind, wide)]
    return lowered(lambda: cute.compile(run, *fakes, options="--target cpu"), arch).ptx()


@pytest.mark.parametrize(("kind", "pair"), KINDS)
def test_pairs_of_bytes_are_converted_together(kind: Any, pair: str, ptxas: Path) -> None:
    ptx = ptx_of(kind, cutlass.Float16, "sm_90a")
    assert ptx.count(f"cvt.rn.f16x2.{pair}") == 4
    assert ptx.count(f"cvt.rn.satfinite.{pair}.f32") == 4
    assert assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas)).spills == 0
    assert ptx_of(kind, cutlass.Float32, "sm_90a").count(f"cvt.rn.f16x2.{pair}") == 4


def test_older_targets_make_them_of_what_they_have() -> None:
    assert "e4m3x2" not in ptx_of(cutlass.Float8E4M3FN, cutlass.Float16, "sm_80")
