"""Every form in which programs import `cutlass`; prints what is not the same object everywhere."""

from __future__ import annotations

import importlib
import subprocess
import sys

import cutlass
import cutlass.cute
import cutlass.cute as cute
import cutlass.cute.runtime
import cutlass.utils as utils
from cutlass import Constexpr, Float32, const_expr
from cutlass import cute as cute_too
from cutlass import utils as utils_too
from cutlass.cute import arch, math, nvgpu
from cutlass.cute import jit as staged
from cutlass.cute.arch import thread_idx
from cutlass.cute.core import make_layout
from cutlass.cute.nvgpu import cpasync, tcgen05, warp, warpgroup
from cutlass.cute.runtime import from_dlpack
from cutlass.cute.typing import Int32, Pointer
from cutlass.cutlass_dsl import Float32 as dsl_float32
from cutlass.cutlass_dsl import T, dsl_user_op, extract_mlir_values, new_from_mlir_values
from cutlass.pipeline import PipelineAsync, PipelineState
from cutlass.utils import SmemAllocator

import cutedsl

SAME = {
    "cute": (cutlass.cute is cute is cute_too, True),
    "cutedsl": (cute is cutedsl.cute, True),
    "arch": (arch is cute.arch is cutlass.cute.arch, True),
    "thread_idx": (thread_idx is arch.thread_idx, True),
    "runtime": (from_dlpack is cute.runtime.from_dlpack, True),
    "utils": (utils is utils_too and utils.SmemAllocator is SmemAllocator, True),
    "jit": (staged is cute.jit, True),
    "core": (make_layout is cute.make_layout, True),
    "Float32": (Float32 is cutlass.Float32 is cute.Float32 is dsl_float32, True),
    "typing": (Int32 is cutlass.Int32, True),
    "import_module": (importlib.import_module("cutlass.cute.math") is math, True),
    "spec": (cutedsl.cute.__spec__.name, "cutedsl.cute"),
    "nothing leaks": (hasattr(cutedsl, "cutlass_dsl"), False),
    "constexpr": (const_expr(3), 3),
    "version": (cutlass.__version__ >= "4", True),
}

if __name__ == "__main__":
    wrong = [name for name, (got, expected) in SAME.items() if got != expected]
    print("WRONG", *wrong) if wrong else print("PASS", *sys.argv[1:])
    if len(sys.argv) == 1:
        sys.exit(subprocess.run([sys.executable, __file__, "in a child"], check=False).returncode)
