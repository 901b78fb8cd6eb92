"""Editors know `import cutlass` by stubs that are written from the modules that programs get."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from tests.docs.programs import ROOT, run

STUBS = ROOT / "packages" / "cutlass-compat" / "cutlass-stubs"
PROGRAM = """from typing import assert_type

import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
import cutlass.utils.hopper_helpers as sm90_utils
from cutlass import Float32, const_expr
from cutlass._mlir import ir
from cutlass._mlir.dialects import llvm, nvvm
from cutlass.base_dsl.arch import Arch
from cutlass.cute.nvgpu import cpasync, tcgen05, warp, warpgroup
from cutlass.cute.runtime import from_dlpack, make_ptr
from cutlass.cute.typing import Int32, Pointer
from cutlass.cutlass_dsl import T, dsl_user_op
from cutlass.experimental import primitives


@cute.kernel
def kernel(tma_atom: cute.CopyAtom, x: cute.Tensor, n: cutlass.Constexpr[int], by: Float32):
    i, _, _ = cute.arch.thread_idx()
    assert_type(i, cutlass.Int32)
    cpasync.prefetch_descriptor(tma_atom)
    if const_expr(n > 2):
        x[i] = x[i] * by
    cute.arch.thread_index()  # error


@cute.jit
def run(x: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), x.element_type)
    kernel(atom, x, 4, 2.0).launch(grid=(1, 1, 1), block=(32, 1, 1))


used = pipeline.PipelineTmaAsync, utils.SmemAllocator, sm100_utils, sm90_utils, ir.Value, llvm, nvvm, Arch.sm_90a
more = tcgen05, warp, warpgroup, from_dlpack, make_ptr, Int32, Pointer, T, dsl_user_op, primitives.prmt
"""


def test_the_stubs_are_those_of_the_modules() -> None:
    assert run([str(ROOT / "scripts" / "cutlass_stubs.py"), "--check"]).returncode == 0, "run scripts/cutlass_stubs.py"


def test_pyright_knows_programs_that_import_cutlass(tmp_path: Path) -> None:
    shutil.copytree(STUBS, tmp_path / "site" / "cutlass-stubs")
    shutil.copy(STUBS.parent / "cutlass.py", tmp_path / "site")
    (tmp_path / "prog.py").write_text(PROGRAM)
    config = {"include": ["prog.py"], "extraPaths": ["site", str(ROOT / "src")], "pythonVersion": "3.11"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    command = [sys.executable, "-m", "pyright", "-p", str(tmp_path), "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=110)
    said = [(d["range"]["start"]["line"], d["severity"]) for d in json.loads(done.stdout)["generalDiagnostics"]]
    wrong = next(line for line, text in enumerate(PROGRAM.splitlines()) if "# error" in text)
    assert said == [(wrong, "error")], done.stdout
