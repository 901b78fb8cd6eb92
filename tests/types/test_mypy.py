"""What mypy says of a program as people write them for `cutlass`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.docs.programs import ROOT

PROGRAM = '''"""Annotated as NVIDIA's examples are."""

from typing import Any, Callable, Optional, Tuple, Type, Union

import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync, warpgroup
from cutlass.cute.runtime import from_dlpack


class Copy:
    def __init__(self, acc_dtype: Type[cutlass.Numeric], tile_shape_mn: Tuple[int, int]) -> None:
        self.acc_dtype = acc_dtype
        self.tile = (*tile_shape_mn, 64)
        self.tiled_mma: Optional[cute.TiledMma] = None
        self.a_smem_layout_staged: Optional[cute.ComposedLayout] = None

    @cute.jit
    def __call__(self, a: cute.Tensor, c: cute.Tensor) -> None:
        self.a_dtype: Type[cutlass.Numeric] = a.element_type
        atom, source = self._make_tma_atoms_and_tensors(a, cute.make_layout((64, 64)), (64, 64), 1)
        operand = warpgroup.OperandMajorMode.K
        op = warpgroup.MmaF16BF16Op(
            cutlass.Float16, self.acc_dtype, (64, 64, 16), warpgroup.OperandSource.SMEM, operand, operand
        )
        grid = cute.ceil_div(c.shape, (64, 64, 1))
        self.kernel(atom, source, cute.make_tiled_mma(op), c).launch(grid=grid, block=[128, 1, 1], cluster=[1, 1, 1])

    @cute.kernel
    def kernel(
        self, tma_atom_a: cute.CopyAtom, mA: cute.Tensor, tiled_mma: cute.TiledMma, mC: cute.Tensor
    ) -> None:
        tidx, _, _ = cute.arch.thread_idx()
        warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
        if warp_idx == 0:
            cpasync.prefetch_descriptor(tma_atom_a)
        sA = utils.SmemAllocator().allocate_tensor(cutlass.Float16, cute.make_layout((64, 64)), byte_alignment=128)
        gA = cute.local_tile(mA, (64, 64), (None, 0))
        tAsA, tAgA = cpasync.tma_partition(
            tma_atom_a, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2)
        )
        cute.copy(tma_atom_a, tAgA[None, 0], tAsA)
        total = cutlass.Float32(0.0)
        for i in cutlass.range(4, unroll_full=True):
            total += mC[i, 0].to(cutlass.Float32)
        for j in range(cute.size(mC, mode=[0])):
            mC[j, tidx] = total.to(mC.element_type)
        before = 0  # a Python number first, a value of the kernel later
        if tidx >= 1:
            before = mC[tidx - 1, 0]
        mC[tidx, 0] = mC[tidx, 0] + before
        if tidx % 2 == 0 and warp_idx < 4:
            cute.printf("x = {}", total)

    @staticmethod
    def _make_tma_atoms_and_tensors(
        tensor: cute.Tensor,
        smem_layout: Union[cute.Layout, cute.ComposedLayout],
        smem_tile: Tuple[int, int],
        mcast_dim: int,
    ) -> Tuple[cute.CopyAtom, cute.Tensor]:
        op = cpasync.CopyBulkTensorTileG2SOp() if mcast_dim == 1 else cpasync.CopyBulkTensorTileG2SMulticastOp()
        return cpasync.make_tiled_tma_atom(op, tensor, smem_layout, smem_tile, num_multicast=mcast_dim)


def run(array: Any, epilogue: Callable[[cute.TensorSSA], cute.TensorSSA] = lambda x: x) -> None:
    mA = from_dlpack(array, assumed_align=16).mark_layout_dynamic(leading_dim=1)
    cute.compile(Copy(cutlass.Float32, (64, 64)), mA, mA)(mA, mA)
    mA.shapes  # the one mistake
'''


SETTINGS = """
[mypy]
[mypy-torch.*]
follow_imports = skip
"""
"""Torch's own types take two fifths of the time, and say nothing of ours."""
EXAMPLES = [path for path in sorted((ROOT / "examples").glob("*.py")) if path.name != "gemm_python.py"]
"""gemm_python annotates with sizes, as in `Tensor[float, (M, N)]`, which mypy reads as types."""


def test_programs_are_clean_but_for_their_mistake(tmp_path: Path) -> None:
    """With the option that docs/install.md names."""
    shutil.copytree(ROOT / "packages" / "cutlass-compat" / "cutlass-stubs", tmp_path / "found" / "cutlass")
    (tmp_path / "prog.py").write_text(PROGRAM)
    (tmp_path / "mypy.ini").write_text(SETTINGS)
    found = (tmp_path / "found", ROOT / "src", ROOT / "examples")
    settings = {"MYPYPATH": os.pathsep.join(map(str, found))}
    options = ["--python-version", "3.11", "--follow-imports", "silent", "--allow-redefinition"]
    command = [sys.executable, "-m", "mypy", *options, "prog.py", *map(str, EXAMPLES)]
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, **settings}, capture_output=True, text=True, timeout=115
    )
    wrong = [line.partition(": ")[2] for line in done.stdout.splitlines() if "error:" in line]
    assert len(wrong) == 1 and 'has no attribute "shapes"' in wrong[0], done.stdout + done.stderr
