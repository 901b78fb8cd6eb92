"""Test tensors of torch, as programs for CuTe DSL make them.

Source: `cutlass.torch` as CUTLASS's examples use it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from enum import Enum
from typing import Any

import torch

import cutedsl as cutlass
from cutedsl.cute.runtime import RuntimeTensor, from_dlpack
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frozen import frozen
from cutedsl.targets.devices import is_gpu
from cutedsl.torch.dtypes import dtype
from cutedsl.torch.packed import packed_bytes


class TensorInitType(Enum):
    """How a new tensor is filled."""

    SKIP = "skip"
    SCALAR = "scalar"
    RANDOM = "random"
    GAUSSIAN = "gaussian"


@frozen
class ScalarInitConfig:
    """One value everywhere."""

    value: float = 0.0


@frozen
class RandomInitConfig:
    """Integers in [`min_val`, `max_val`), so that sums of products are exact."""

    min_val: int = -2
    max_val: int = 2


@frozen
class GaussianInitConfig:
    """Normal numbers, times `scale`."""

    mean: float = 0.0
    std: float = 1.0
    scale: float = 1.0


_DEFAULTS = {
    TensorInitType.SKIP: None,
    TensorInitType.SCALAR: ScalarInitConfig(),
    TensorInitType.RANDOM: RandomInitConfig(),
    TensorInitType.GAUSSIAN: GaussianInitConfig(),
}


def create_and_permute_torch_tensor(
    shape: Sequence[int],
    dtype: Any,
    permute_order: Sequence[int] | None = None,
    init_type: TensorInitType = TensorInitType.RANDOM,
    init_config: Any = None,
    device: Any = None,
) -> Any:
    """A filled tensor of `shape` in memory, with its modes permuted.

    Errors: init-config where `init_config` is not that of `init_type`.
    """
    config = _DEFAULTS[init_type] if init_config is None else init_config
    if type(config) is not type(_DEFAULTS[init_type]):
        raise fail(
            "init-config",
            f"`init_type` is {init_type.name} and `init_config` {with_article(type(config).__name__)}",
            fix=f"Pass {with_article(type(_DEFAULTS[init_type]).__name__)}.",
        )
    made = torch.empty(tuple(shape), dtype=torch.float32, device=device)
    match config:
        case ScalarInitConfig():
            made.fill_(config.value)
        case RandomInitConfig():
            made.random_(config.min_val, config.max_val)
        case GaussianInitConfig():
            made.normal_(config.mean, config.std).mul_(config.scale)
        case _:
            pass
    made = made.to(dtype)
    return made if permute_order is None else made.permute(tuple(permute_order))


def matrix(
    l: int,  # noqa: E741  (the reference's name)
    mode0: int,
    mode1: int,
    is_mode0_major: bool,
    cutlass_dtype: type[cutlass.Numeric],
    init_type: TensorInitType = TensorInitType.RANDOM,
    init_config: Any = None,
    device: Any = None,
) -> Any:
    """A batch of `l` matrices as (mode0, mode1, l), with mode 0 or mode 1 contiguous.

    Floats of less than 16 bits are float32.

    >>> matrix(2, 3, 4, True, cutlass.Float16).stride()
    (1, 3, 12)
    """
    # torch multiplies no floats of 8 bits, which programs do with what they convert for CuTe afterwards.
    narrow = cutlass_dtype.spec.is_float and cutlass_dtype.spec.storage_bits < 16
    torch_dtype = torch.float32 if narrow else dtype(cutlass_dtype)
    shape, order = ((l, mode1, mode0), (2, 1, 0)) if is_mode0_major else ((l, mode0, mode1), (1, 2, 0))
    return create_and_permute_torch_tensor(shape, torch_dtype, order, init_type, init_config, device)


def get_leading_dim(tensor: Any) -> int | None:
    """The first mode whose stride is 1; None without one."""
    return next((mode for mode, stride in enumerate(tensor.stride()) if stride == 1), None)


def cute_tensor_like(
    data_ref: Any,
    cutlass_dtype: type[cutlass.Numeric],
    is_dynamic_layout: bool,
    assumed_align: int | None = None,
) -> tuple[RuntimeTensor, Any]:
    """A tensor of another element type with the values and the order of strides of `data_ref`, twice: for CuTe, torch.

    Shapes: both tensors have the shape of `data_ref`.

    It lies on the GPU where torch has one, wherever `data_ref` lies. Of types of 4 and 6 bits, torch's is int8 and
    begins with the elements, two in each byte, or four in three; the rest of its memory is unused, so that extents and
    strides of both count elements. Errors: argument-shape, for rows that do not fill their bytes.
    """
    device = "cuda" if torch.cuda.is_available() else data_ref.device
    if cutlass_dtype.spec.storage_bits < 8:
        pairs = packed_bytes(data_ref, cutlass_dtype, device)
        memory = torch.empty_like(data_ref, dtype=torch.int8, device=device)
        packed = memory.view(torch.uint8).as_strided(pairs.shape, pairs.stride())
        packed.copy_(pairs)
        return _wrapped(packed, cutlass_dtype, is_dynamic_layout, assumed_align), memory
    values = torch.empty_like(data_ref, dtype=dtype(cutlass_dtype), device=device)
    values.copy_(data_ref)
    return _wrapped(values, cutlass_dtype, is_dynamic_layout, assumed_align), values


def convert_cute_tensor(
    f32_torch_tensor: Any,
    cute_tensor: RuntimeTensor,
    dtype: type[cutlass.Numeric],
    is_dynamic_layout: bool = True,
) -> RuntimeTensor:
    """Writes float32 values, converted to `dtype`, into the memory of a tensor for CuTe; returns that tensor.

    Errors: argument-shape.
    """
    if tuple(f32_torch_tensor.shape) != cute_tensor.shape:
        raise fail("argument-shape", f"values of shape {tuple(f32_torch_tensor.shape)} do not fit {cute_tensor}")
    if dtype.spec.storage_bits < 8:
        if cute_tensor.element_type is not dtype or tuple(f32_torch_tensor.shape) != cute_tensor.shape:
            raise fail(
                "argument-shape",
                f"{dtype.__name__} of shape {tuple(f32_torch_tensor.shape)} does not fit {cute_tensor}",
            )
        pairs = packed_bytes(f32_torch_tensor, dtype, f32_torch_tensor.device)
        as_tensor(cute_tensor.data_ptr, pairs.shape, torch.uint8, pairs.stride(), cute_tensor).copy_(pairs)
        cute_tensor.element_type = dtype
        return cute_tensor
    memory = as_tensor(cute_tensor.data_ptr, cute_tensor.shape, _torch_dtype(dtype), cute_tensor.stride, cute_tensor)
    memory.copy_(f32_torch_tensor)
    cute_tensor.element_type = dtype
    return cute_tensor if not is_dynamic_layout else cute_tensor.mark_layout_dynamic(get_leading_dim(memory))


_torch_dtype = dtype


def _wrapped(values: Any, numeric: type[cutlass.Numeric], dynamic: bool, align: int | None) -> RuntimeTensor:
    tensor = from_dlpack(values, assumed_align=align)
    tensor.element_type = numeric
    return tensor.mark_layout_dynamic(get_leading_dim(values)) if dynamic else tensor


def as_tensor(pointer: Any, shape: Sequence[int], torch_dtype: Any, stride: Any = None, like: Any = None) -> Any:
    """The memory at an address as a torch tensor, row-major unless `stride` says otherwise; nothing is copied.

    It is memory of the device of `like`, by default of the CPU. Whoever owns the memory has to keep it.
    """
    extents = tuple(int(n) for n in shape)
    strides = tuple(stride) if stride is not None else torch.empty(extents, device="meta").stride()
    count = 1 + sum((n - 1) * d for n, d in zip(extents, strides, strict=True)) if 0 not in extents else 0
    on_gpu = like is not None and is_gpu(like.view.device_kind)
    if not count:
        return torch.empty(extents, dtype=torch_dtype, device="cuda" if on_gpu else "cpu")
    size_bytes = count * torch.empty((), dtype=torch_dtype).element_size()
    raw = _gpu_bytes(int(pointer), size_bytes) if on_gpu else _cpu_bytes(int(pointer), size_bytes)
    return raw.view(torch_dtype).as_strided(extents, strides)


def _cpu_bytes(address: int, size_bytes: int) -> Any:
    return torch.frombuffer((ctypes.c_char * size_bytes).from_address(address), dtype=torch.uint8)


@frozen
class _GpuMemory:
    """Bytes of a GPU, as torch and others take them. Source: Numba, "CUDA Array Interface", version 3."""

    address: int
    size_bytes: int

    @property
    def __cuda_array_interface__(self) -> dict[str, object]:
        return {"shape": (self.size_bytes,), "typestr": "|u1", "data": (self.address, False), "version": 3}


def _gpu_bytes(address: int, size_bytes: int) -> Any:
    return torch.as_tensor(_GpuMemory(address, size_bytes), device="cuda")
