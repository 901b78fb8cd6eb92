"""Real MLIR reads every module that our programs become, before and after expansion, and prints it back the same."""

from __future__ import annotations

import subprocess
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

import cutedsl.cute as cute
from cutedsl.driver.compile.observe import observing
from cutedsl.driver.compile.pipeline import Artifacts
from cutedsl.ir.text import generic_form, parse_module
from examples.row_sum import reduce_sum
from tests.kernels import test_language as language
from tests.unit.staging import test_talk as talk


def _arrays(shape: tuple[int, ...], dtype: Any, count: int) -> list[np.ndarray]:
    return [np.ones(shape, dtype) for _ in range(count)]


def _static(shape: tuple[int, ...], dtype: Any, count: int) -> list[Any]:
    return [cute.runtime.from_dlpack(array) for array in _arrays(shape, dtype, count)]


PROGRAMS: dict[str, tuple[Any, list[Any]]] = {
    "row_sum": (reduce_sum, [np.ones((4, 64), np.float32), np.ones(4, np.float32)]),
    "talk_dynamic": (talk.dynamic_loop, [talk.ReLU, *_static((16, 8), np.float16, 3)]),
    "talk_unrolled": (talk.unrolled_loop, [talk.Epilogue, *_static((4, 3), np.float32, 3)]),
    "talk_after": (talk.epilogue_after_loop, [talk.ReLU, *_static((16, 8), np.float16, 3)]),
    **{
        kernel.function.__name__: (language._launcher(kernel), _arrays((64,), np.int32, 2))
        for kernel, _ in language.CASES
    },
}


def _compiled(function: Any, arguments: list[Any]) -> Artifacts:
    found: list[Artifacts] = []
    with observing(found.append):
        cute.compile(function, *arguments, options="--target cpu")
    return found[0]


def _through_mlir_opt(tool: str, module: ModuleOp) -> str:
    command = [tool, "--allow-unregistered-dialect", "--mlir-print-op-generic"]
    text = generic_form(module, locations=True)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", PROGRAMS)
def test_both_levels_go_through_mlir_opt_and_come_back_equal(name: str, mlir_opt: str) -> None:
    artifacts = _compiled(*PROGRAMS[name])
    for module in (artifacts.program.module, artifacts.expanded):
        back = parse_module(_through_mlir_opt(mlir_opt, module))
        assert back.is_structurally_equivalent(module)
