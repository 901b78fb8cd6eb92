"""Tensors of a type that packs two numbers in a byte: CuTe sees each number."""

from __future__ import annotations

from typing import Any

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError

torch: Any = pytest.importorskip("torch")
if not hasattr(torch, "float4_e2m1fn_x2"):
    pytest.skip("this torch has no type of packed pairs", allow_module_level=True)

VALUES = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)


@cute.kernel
def _widen(x: cute.Tensor, y: cute.Tensor):
    column, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    y[row, column] = x[row, column].to(cutlass.Float32)


@cute.jit
def widen(x: cute.Tensor, y: cute.Tensor):
    _widen(x, y).launch(grid=x.shape[0], block=x.shape[1])


def numbers(packed: Any) -> list[list[float]]:
    """The low four bits of a byte come first."""
    codes = [[code for byte in row for code in (byte & 15, byte >> 4)] for row in packed.tolist()]
    return [[-VALUES[code & 7] if code & 8 else VALUES[code] for code in row] for row in codes]


@pytest.mark.parametrize("how", ["torch", "dlpack", "tvm_ffi"])
def test_a_kernel_reads_each_number_of_a_pair(how: str) -> None:
    packed = torch.arange(8, dtype=torch.uint8).reshape(2, 4) * 37
    x, y = packed.view(torch.float4_e2m1fn_x2), torch.zeros(2, 8)
    match how:
        case "torch":
            widen(x, y)
        case "dlpack":
            widen(from_dlpack(x), from_dlpack(y))
        case _:
            cute.compile(widen, x, y, options="--enable-tvm-ffi --target cpu")(x, y)
    assert y.tolist() == numbers(packed)


def test_the_contiguous_mode_is_twice_as_long() -> None:
    columns = torch.zeros(4, 6, dtype=torch.uint8).view(torch.float4_e2m1fn_x2).t()
    tensor = from_dlpack(columns)
    assert (tensor.shape, tensor.stride) == ((12, 4), (1, 12)) and tensor.element_type is cutlass.Float4E2M1FN


def test_a_mode_of_one_place_is_not_the_contiguous_one() -> None:
    rows = torch.zeros(4, 6, dtype=torch.uint8).view(torch.float4_e2m1fn_x2)[..., None]
    tensor = from_dlpack(rows)
    assert tensor.shape == (4, 12, 1) and tensor.stride[:2] == (12, 1)


def test_pairs_of_no_contiguous_mode_are_refused() -> None:
    apart = torch.zeros(4, 6, dtype=torch.uint8).view(torch.float4_e2m1fn_x2)[:, ::2]
    with pytest.raises(DSLUserCodeError, match=r"strides \(6, 2\)") as found:
        from_dlpack(apart)
    assert found.value.name == "argument-unsupported"


@pytest.mark.parametrize("shape", [(2, 4), (4, 2), (8,)])
def test_bytes_stand_for_the_packed_numbers_that_a_program_is_compiled_for(shape: tuple[int, ...]) -> None:
    packed = torch.arange(8, dtype=torch.uint8).reshape(2, 4) * 37
    y = torch.zeros(2, 8)
    fake = cute.runtime.make_fake_compact_tensor(cutlass.Float4E2M1FN, (2, 8), stride_order=(1, 0), assumed_align=8)
    cute.compile(widen, fake, y)(packed.reshape(shape), y)
    assert y.tolist() == numbers(packed)


@pytest.mark.parametrize("size", [7, 9, 16])
def test_other_bytes_are_refused(size: int) -> None:
    y = torch.zeros(2, 8)
    fake = cute.runtime.make_fake_compact_tensor(cutlass.Float4E2M1FN, (2, 8), stride_order=(1, 0), assumed_align=8)
    with pytest.raises(DSLUserCodeError) as caught:
        cute.compile(widen, fake, y)(torch.zeros(size, dtype=torch.uint8), y)
    assert caught.value.name == "argument-dtype"
