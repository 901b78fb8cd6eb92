"""`cutlass.torch`: types, test tensors, streams."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import torch

import cutedsl as cutlass
import cutedsl.cute as cute
import cutedsl.torch as cutlass_torch
from cutedsl.errors import DSLUserCodeError
from cutedsl.torch import TensorInitType


@pytest.mark.parametrize(
    ("numeric", "name"),
    [
        (cutlass.Float16, "float16"),
        (cutlass.TFloat32, "float32"),
        (cutlass.Boolean, "bool"),
        (cutlass.Uint8, "uint8"),
        (cutlass.Int64, "int64"),
        (cutlass.Float8E4M3FN, "float8_e4m3fn"),
        (cutlass.Float4E2M1FN, "int8"),
    ],
)
def test_each_dtype_has_its_own_in_torch(numeric: type[cutlass.Numeric], name: str) -> None:
    assert cutlass_torch.dtype(numeric) is vars(torch)[name]


def test_matrix_has_the_asked_mode_contiguous() -> None:
    for major, strides in ((True, (1, 5, 35)), (False, (7, 1, 35))):
        made = cutlass_torch.matrix(2, 5, 7, major, cutlass.Float16)
        assert (tuple(made.shape), made.stride(), made.dtype) == ((5, 7, 2), strides, torch.float16)


def test_tensors_are_filled_as_asked() -> None:
    make = cutlass_torch.create_and_permute_torch_tensor
    scalar = make((3, 4), torch.int32, (1, 0), TensorInitType.SCALAR, cutlass_torch.ScalarInitConfig(7))
    assert scalar.shape == (4, 3) and (scalar == 7).all()
    numbers = make((1000,), torch.float32, None, TensorInitType.RANDOM, cutlass_torch.RandomInitConfig(-3, 5))
    assert set(numbers.tolist()) == set(range(-3, 5))
    assert make((2, 3), torch.int8, None, TensorInitType.SKIP).shape == (2, 3)
    normal = make((20000,), torch.float32, None, TensorInitType.GAUSSIAN, cutlass_torch.GaussianInitConfig(2, 1, 3))
    assert abs(float(normal.mean()) - 6) < 0.3 and abs(float(normal.std()) - 3) < 0.3
    with pytest.raises(DSLUserCodeError) as error:
        make((3,), torch.float32, None, TensorInitType.SCALAR, cutlass_torch.RandomInitConfig())
    assert error.value.name == "init-config"


def test_conversion_into_the_memory_of_a_tensor_for_cute() -> None:
    values = torch.randn(6, 4).t()
    cute_tensor, memory = cutlass_torch.cute_tensor_like(torch.zeros_like(values), cutlass.Float16, False)
    converted = cutlass_torch.convert_cute_tensor(values, cute_tensor, cutlass.Float16)
    assert torch.equal(memory, values.half())
    assert str(converted.type_layout) == "(?,?):(1,?)"
    with pytest.raises(DSLUserCodeError, match="shape"):
        cutlass_torch.convert_cute_tensor(values.t(), cute_tensor, cutlass.Float16)


@cute.jit
def widen(source: cute.Tensor, out: cute.Tensor) -> None:
    for k in cutlass.range(cute.size(out)):
        out[k] = source[k].to(cutlass.Float32)


@pytest.mark.parametrize("kind", [cutlass.Float6E2M3FN, cutlass.Float6E3M2FN])
def test_float6_values_are_four_in_three_bytes(kind: Any) -> None:
    """Nearest elements, halfway the even one, as the type's definition has them; kernels read them back."""
    mantissa, bias = (3, 1) if kind is cutlass.Float6E2M3FN else (2, 3)
    all_of_it = [
        2.0 ** (max(code >> mantissa, 1) - bias) * (code % 2**mantissa / 2**mantissa + (code >> mantissa > 0))
        for code in range(32)
    ]
    halfway = [(low + high) / 2 for low, high in itertools.pairwise(all_of_it)]
    values = torch.tensor([*all_of_it, *(-x for x in all_of_it), *halfway, 1e9]).reshape(4, 24)
    cute_tensor, memory = cutlass_torch.cute_tensor_like(values, kind, False)
    number = int.from_bytes(memory.view(torch.uint8).flatten()[:72].numpy().tobytes(), "little")
    codes = [number >> 6 * k & 63 for k in range(96)]
    even = [code + code % 2 for code in range(31)]
    assert codes == [*range(64), *even, 31]
    assert (cute_tensor.shape, cute_tensor.stride, cute_tensor.element_type) == ((4, 24), (24, 1), kind)
    row = cutlass_torch.convert_cute_tensor(values, cute_tensor, kind)
    out = torch.zeros(96)
    flat = cute.runtime.from_dlpack(memory.view(torch.uint8).flatten()[:72])
    flat.element_type = kind
    widen(flat, out)
    signed = [(-1) ** (code >> 5) * all_of_it[code % 32] for code in codes]
    assert out.tolist() == signed and row is cute_tensor
    with pytest.raises(DSLUserCodeError, match="four elements share three bytes"):
        cutlass_torch.cute_tensor_like(torch.zeros(2, 6), kind, False)


def test_float4_values_are_pairs_of_codes() -> None:
    values = torch.tensor([[0.0, 0.5, -1.5, 6.0], [0.25, 0.75, 2.5, -100.0]])
    cute_tensor, memory = cutlass_torch.cute_tensor_like(values, cutlass.Float4E2M1FN, False)
    codes = memory.view(torch.uint8).view(-1)[:4]
    assert codes.tolist() == [0x10, 0x7B, 0x20, 0xF4]
    assert (cute_tensor.shape, cute_tensor.element_type) == ((2, 4), cutlass.Float4E2M1FN)
    assert (memory.shape, memory.stride(), memory.dtype) == ((2, 4), (4, 1), torch.int8)
    cutlass_torch.convert_cute_tensor(-values, cute_tensor, cutlass.Float4E2M1FN)
    assert codes.tolist() == [0x98, 0xF3, 0xA8, 0x7C]
    with pytest.raises(DSLUserCodeError, match="shape"):
        cutlass_torch.convert_cute_tensor(values.t(), cute_tensor, cutlass.Float4E2M1FN)


def test_as_tensor_is_the_same_memory() -> None:
    base = torch.arange(12, dtype=torch.int16)
    seen = cutlass_torch.as_tensor(base.data_ptr(), (3, 4), torch.int16)
    seen[1, 2] = -1
    assert base[6] == -1 and seen.shape == (3, 4)


@pytest.mark.gpu
def test_values_of_the_cpu_go_to_a_tensor_on_the_gpu_and_back_by_its_address() -> None:
    values = torch.randn(6, 4)
    cute_tensor, memory = cutlass_torch.cute_tensor_like(torch.zeros_like(values), cutlass.BFloat16, False)
    assert memory.is_cuda
    cutlass_torch.convert_cute_tensor(values, cute_tensor, cutlass.BFloat16)
    assert torch.equal(memory.cpu(), values.bfloat16())
    seen = cutlass_torch.as_tensor(memory.data_ptr(), (6, 4), torch.bfloat16, like=cute_tensor)
    seen[2, 3] = 7
    assert memory[2, 3].item() == 7


def test_streams_are_launch_arguments() -> None:
    for stream in (cutlass_torch.default_stream(), cutlass_torch.current_stream()):
        assert int(stream) == 0  # pyright: ignore[reportArgumentType]


def test_names_that_are_not_yet_there() -> None:
    with pytest.raises(DSLUserCodeError) as error:
        cutlass_torch.prepare_tensors_for_gemm()  # pyright: ignore[reportAttributeAccessIssue]
    assert error.value.name == "not-yet"
