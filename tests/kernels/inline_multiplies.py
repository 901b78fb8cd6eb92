"""Multiplies of a warp as inline PTX, each on registers of its own: run on the CPU, and assembled for sm_120a."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Float32
from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble

OPTIONS = "--target cpu --gpu-arch sm_120a"
Array = np.ndarray[Any, Any]


@cute.kernel
def multiply_kernel(x: cute.Tensor, out: cute.Tensor, statements: cutlass.Constexpr, words: cutlass.Constexpr[int]):
    """Each statement reads so many words of a lane and gives four sums."""
    lane = cute.arch.lane_idx()
    for i, statement in enumerate(statements):
        given = [x[i, lane, j] for j in range(words)]
        found: Any = cute.arch.inline_ptx(statement, write_only_types=[Float32] * 4, read_only_args=given)
        for j, one in enumerate(found):
            out[i, lane, j] = one


@cute.jit
def multiply(x: cute.Tensor, out: cute.Tensor, statements: cutlass.Constexpr, words: cutlass.Constexpr[int]):
    """By one warp."""
    multiply_kernel(x, out, statements, words).launch(grid=1, block=32)


def check_multiplies(statements: Sequence[str], problems: Sequence[tuple[Array, Array]], ptxas: Path) -> None:
    """That each statement gives the exact result (16,8) of its problem: the registers (32,words), and that result."""
    x, out = np.stack([words for words, _ in problems]), np.zeros((len(statements), 32, 4), np.float32)
    program = cute.compile(multiply, x, out, tuple(statements), x.shape[2], options=OPTIONS)
    program(x, out)
    for statement, found, (_, exact) in zip(statements, out, problems, strict=True):
        for lane in range(32):
            for i in range(4):
                wanted = exact[lane // 4 + 8 * (i // 2), 2 * (lane % 4) + i % 2]
                assert found[lane, i] == np.float32(wanted), (statement, lane, i)
    for arch in ("sm_120a", "sm_121a"):
        assemble(program.artifacts.ptx(arch), target(arch), ["-O1"], ptxas=str(ptxas))
