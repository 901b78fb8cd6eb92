"""For a GPU, kernels without tensor cores lose `cutlass` from their names."""

from __future__ import annotations

from xdsl.dialects.func import FuncOp

import cutedsl as cutlass
from cutedsl import cute
from cutedsl.config import override
from cutedsl.cute.nvgpu.warp import MmaF16BF16Op
from cutedsl.cute.runtime import make_fake_compact_tensor
from cutedsl.ir.ops.program import LaunchOp
from cutedsl.targets.nvidia_compiler import for_gpu
from tests.lowered import lowered


@cute.kernel
def _copied(x: cute.Tensor):
    x[0] = x[1]


@cute.kernel
def _multiplied(x: cute.Tensor):
    tiled = cute.make_tiled_mma(MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)))
    a, b = (
        tiled.make_fragment_A(tiled.partition_shape_A((16, 16))),
        tiled.make_fragment_B(tiled.partition_shape_B((8, 16))),
    )
    c = tiled.make_fragment_C(tiled.partition_shape_C((16, 8)))
    a.fill(1.0)
    b.fill(1.0)
    c.fill(0.0)
    cute.gemm(tiled, c, a, b, c)
    x[0] = c[0]


@cute.kernel
def _inlined(x: cute.Tensor):
    cute.arch.inline_ptx("wgmma.fence.sync.aligned;")
    x[0] = x[1]


@cute.jit
def all_of_them(x: cute.Tensor):
    _copied(x).launch(grid=(1, 1, 1), block=(32, 1, 1))
    _multiplied(x).launch(grid=(1, 1, 1), block=(32, 1, 1))
    _inlined(x).launch(grid=(1, 1, 1), block=(128, 1, 1))


def names(*without: str) -> tuple[list[str], list[str]]:
    """Of the kernels, and of what is launched."""
    tensor = make_fake_compact_tensor(cutlass.Float32, (8,))
    with override(without=frozenset(without)):
        module = for_gpu(lowered(lambda: cute.compile(all_of_them, tensor)).program.module)
    kernels = [op.sym_name.data for op in module.walk() if isinstance(op, FuncOp) and "cute.kernel" in op.attributes]
    return kernels, [op.kernel.string_value() for op in module.walk() if isinstance(op, LaunchOp)]


def test_only_kernels_with_tensor_cores_keep_the_word() -> None:
    kernels, launched = names()
    assert sorted(kernels) == sorted(launched)
    kept = ["kernel__copied", "kernel_cutlass__multiplied", "kernel_cutlass__inlined"]
    assert [name.rsplit("_", 2)[0] for name in launched] == kept


def test_it_can_be_left_out() -> None:
    assert all(name.startswith("kernel_cutlass_") for name in names("plain-names")[1])
