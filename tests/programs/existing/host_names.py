"""Streams, CUDA results and 8-bit floats on the host, by the places where programs import them from."""

from __future__ import annotations

import argparse

import cutlass
import cutlass.cute as cute
import cutlass.testing as testing
import cutlass.utils as utils
import torch
from cutlass._mlir._mlir_libs._cutlass_ir._mlir import ir
from cutlass.base_dsl.runtime.cuda import checkCudaErrors
from cutlass.base_dsl.typing import __STR_TO_DTYPE__
from cutlass.cute.arch.smem import map_dsmem_ptr
from cutlass.cute.nvgpu import cpasync
from cutlass.cutlass_dsl import DSLCudaRuntimeError
from cutlass.utils.tensor_helpers import create_cute_tensor_for_fp8, is_fp8_dtype


def streams() -> None:
    made = cutlass.cuda.stream_create()
    cutlass.cuda.stream_sync(made)
    cutlass.cuda.stream_sync(cutlass.cuda.default_stream())
    cutlass.cuda.stream_destroy(made)


def results_of_cuda() -> None:
    assert checkCudaErrors((0,)) is None and checkCudaErrors((0, 5)) == 5 and checkCudaErrors((0, 1, 2)) == (1, 2)
    try:
        checkCudaErrors((2, 0))
    except DSLCudaRuntimeError as error:
        assert "2" in str(error)
    else:
        raise AssertionError("a failure went unseen")


def small_floats() -> None:
    kinds = {cutlass.Float8E4M3FN: torch.float8_e4m3fn, cutlass.Float8E5M2: torch.float8_e5m2}
    for kind, torch_kind in kinds.items():
        values = torch.randn(2, 16, 32, device="cuda").permute(1, 2, 0)
        storage = values.to(torch.uint8)
        tensor = create_cute_tensor_for_fp8(storage, kind, 1, source_f32_tensor=values)
        assert tensor.element_type is kind and is_fp8_dtype(kind)
        assert torch.equal(storage.view(torch_kind).float(), values.to(torch_kind).float())
    half = create_cute_tensor_for_fp8(torch.zeros(4, 8, dtype=torch.float16, device="cuda"), cutlass.Float16, 1)
    assert half.element_type is cutlass.Float16 and not utils.is_fp8_dtype(cutlass.Float16)


def arguments() -> None:
    parser = argparse.ArgumentParser()
    testing.add_tensor_init_args(parser, supports_int_dtypes=True)
    for words, normal in ((["--init_normal"], True), ([], False)):
        args = parser.parse_args(words)
        testing.validate_tensor_init_args(args, parser)
        assert args.init_normal is normal
    elapsed = testing.benchmark(lambda: None, kernel_arguments=testing.JitArguments(), iterations=2, nvtx_tag="nothing")
    assert elapsed >= 0


def places() -> None:
    assert cute.typing.Int32 is cutlass.Int32 and cute.core.AddressSpace.smem is cute.AddressSpace.smem
    assert __STR_TO_DTYPE__["Float16"] is cutlass.Float16 and cpasync.ReductionOp.ADD is cpasync.ReductionKind.ADD
    assert ir.IntegerType.get_signless(32) is cutlass.Int32 and utils.SmemPartition.RESERVED.name == "RESERVED"
    assert utils.HardwareInfo._checkCudaErrors((0, 3)) == 3 and map_dsmem_ptr is cute.arch.map_dsmem_ptr
    assert cute.tensor.TensorSSA is cute.TensorSSA and cute.runtime.Pointer is cute.Pointer


if __name__ == "__main__":
    streams()
    results_of_cuda()
    small_floats()
    arguments()
    places()
    print("PASS")
