"""Reading any array through DLPack: pointer, shape, strides, element type, device.

Source: the DLPack specification, version 1 (structs `DLManagedTensor`, `DLManagedTensorVersioned`).
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any, Final, Protocol, runtime_checkable

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cuda.driver import driver
from cutedsl.targets.devices import DEVICES, is_gpu
from cutedsl.types import DType, dtype_named

CPU_DEVICES = (1, 3)
"""kDLCPU and kDLCUDAHost (pinned host memory)."""
CUDA_DEVICES = (2, 13)
"""kDLCUDA and kDLCUDAManaged."""
_DO_NOT_SYNCHRONISE = -1


class _DLTensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _ManagedTensor(ctypes.Structure):
    """`DLManagedTensorVersioned`."""

    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", _DLTensor),
    )


_MAJOR: Final = 1
_READ_ONLY_FLAG: Final = 1
_VERSIONED: Final = b"dltensor_versioned"

_is_capsule: Callable[[object, bytes], int] = ctypes.pythonapi.PyCapsule_IsValid
ctypes.pythonapi.PyCapsule_IsValid.restype = ctypes.c_int
ctypes.pythonapi.PyCapsule_IsValid.argtypes = (ctypes.py_object, ctypes.c_char_p)

_capsule_pointer: Callable[[object, bytes], int] = ctypes.pythonapi.PyCapsule_GetPointer
ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
ctypes.pythonapi.PyCapsule_GetPointer.argtypes = (ctypes.py_object, ctypes.c_char_p)

_DTYPES: dict[tuple[int, int], str] = {
    **{(0, bits): f"Int{bits}" for bits in (8, 16, 32, 64)},
    **{(1, bits): f"Uint{bits}" for bits in (8, 16, 32, 64)},
    **{(2, bits): f"Float{bits}" for bits in (16, 32, 64)},
    (4, 16): "BFloat16",
    (6, 8): "Boolean",
    (10, 8): "Float8E4M3FN",
    (12, 8): "Float8E5M2",
    (14, 8): "Float8E8M0FNU",
}


_PAIRS: dict[tuple[int, int], str] = {(17, 4): "Float4E2M1FN"}
"""Types of 4 bits of which two lie in a byte, which frameworks take for one element (torch's `float4_e2m1fn_x2`)."""
_COMPLEX = 5
_KINDS = {0: "int", 1: "uint", 2: "float", 4: "bfloat", _COMPLEX: "complex", 6: "bool"}
"""DLPack's kinds of numbers, by NumPy's names."""
_CODES: dict[str, tuple[int, int]] = {name: code for code, name in _DTYPES.items()}


def dlpack_type(dtype: DType) -> tuple[int, int] | None:
    """DLPack's type code and bits for an element type, or None where it has none.

    >>> dlpack_type(dtype_named("Float32"))
    (2, 32)
    """
    return _CODES.get(dtype.name)


@runtime_checkable
class SupportsDLPack(Protocol):
    """An array of any framework."""

    def __dlpack__(self) -> object: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...


@frozen
class ArrayView:
    """What an array is: where it lies, its shape, its strides in elements, its element type, its device.

    `keep` holds the memory alive. `device_kind` is "cpu" or "cuda". `read_only` says in words why nobody may write the
    memory; it is empty where that is allowed. `absent` says why there is no memory, of what can only be compiled with.
    """

    pointer: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: DType
    device_kind: str
    device_id: int
    keep: object
    read_only: str = ""
    absent: str = ""


JAX_ARRAY: Final = "an array of JAX never changes"
READ_ONLY: Final = "this array may only be read"
_FAKE: Final = "stands for one while torch traces, and has no memory"


def view_array(array: SupportsDLPack) -> ArrayView:
    """The view of an array's own memory; nothing is copied, nothing is synchronised.

    Errors: argument-unsupported for arrays that their framework does not export (they require a gradient, are
    conjugate views), and for element types or devices we have no name for.
    """
    torch: Any = sys.modules.get("torch")
    if torch is not None and isinstance(array, torch.Tensor):
        if type(array).__name__ == "FakeTensor":
            return _fake_view(torch, array)
        _refuse_negated(array)
        array = _without_gradient(torch, array)
    try:
        device_type, device_id = array.__dlpack_device__()
    except _REFUSALS as refused:
        raise _not_exported(array, refused) from refused
    kind = _device_kind(int(device_type))
    try:
        capsule = _cuda_capsule(array, int(device_id)) if is_gpu(kind) else _capsule(array)
    except _REFUSALS as refused:
        raise _not_exported(array, refused) from refused
    tensor, read_only = _content(array, capsule)
    shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
    strides = tuple(tensor.strides[i] for i in range(tensor.ndim)) if tensor.strides else row_major(shape)
    if not tensor.data and 0 not in shape:
        raise _not_exported(array, "it has none")
    elements = _elements(shape, strides, DLPackType(tensor.code, tensor.bits, tensor.lanes))
    return ArrayView(
        (tensor.data or 0) + tensor.byte_offset,
        *elements,
        kind,
        int(device_id),
        (array, capsule),
        read_only,
    )


def view_torch(array: object) -> ArrayView | None:
    """The view of an ordinary torch tensor in memory, by what torch says of it: a tenth of DLPack's time; else None."""
    torch: Any = sys.modules.get("torch")
    if torch is None or type(array) is not getattr(torch, "Tensor", None):
        return None
    tensor: Any = array
    if (
        tensor.requires_grad
        or tensor.layout is not torch.strided
        or tensor.is_neg()
        or tensor.is_conj()
        or tensor.is_nested
    ):
        return None
    dtype, kind = _torch_types(torch).get(tensor.dtype), tensor.device.type
    if dtype is None or kind not in DEVICES:  # `is_cuda` is True of all where the CPU stands for a GPU
        return None
    if torch._C._functorch.is_functorch_wrapped_tensor(tensor) or not (pointer := tensor.data_ptr()):
        return None
    number = max(tensor.get_device(), 0)  # -1 for the CPU
    return ArrayView(pointer, (*tensor.shape,), tensor.stride(), dtype, kind, number, tensor)


_TORCH_NAMES: Final = {"Boolean": "bool", "Float8E4M3FN": "float8_e4m3fn", "Float8E5M2": "float8_e5m2"}
_torch_dtypes: Final[dict[object, DType]] = {}


def _torch_types(torch: Any) -> dict[object, DType]:
    """Our element types by torch's."""
    if not _torch_dtypes:
        found = {getattr(torch, _TORCH_NAMES.get(name, name.lower()), None): name for name in _CODES}
        _torch_dtypes.update((kind, dtype_named(name)) for kind, name in found.items() if kind is not None)
    return _torch_dtypes


@frozen
class DLPackType:
    """An element type as DLPack writes it."""

    code: int
    bits: int
    lanes: int


def view_memory(
    pointer: int, shape: tuple[int, ...], strides: tuple[int, ...], kind: DLPackType, device: tuple[int, int]
) -> ArrayView:
    """The view of memory that the caller keeps alive; `device` is DLPack's type and number.

    Errors: argument-unsupported, as `view_array`.
    """
    return ArrayView(pointer, *_elements(shape, strides, kind), _device_kind(device[0]), device[1], None)


def _cuda_capsule(array: Any, device_id: int) -> object:
    """What the array exports; torch exports tensors of the current device only, so theirs is made current."""
    try:
        return _capsule(array, stream=_DO_NOT_SYNCHRONISE)
    except BufferError:
        with driver().on_device(device_id):
            return _capsule(array, stream=_DO_NOT_SYNCHRONISE)


def _capsule(array: Any, **options: int) -> object:
    """What the array exports; one that may only be read can say so in the newer form alone, which some do not know."""
    try:
        return array.__dlpack__(**options)
    except BufferError as refused:
        try:
            return array.__dlpack__(max_version=(_MAJOR, 0), **options)
        except TypeError:
            raise refused from None


def _content(array: object, capsule: object) -> tuple[_DLTensor, str]:
    """The tensor in a capsule, and why nobody may write its memory."""
    if not _is_capsule(capsule, _VERSIONED):
        immutable = isinstance(array, getattr(sys.modules.get("jax"), "Array", ()))
        return _DLTensor.from_address(_capsule_pointer(capsule, b"dltensor")), JAX_ARRAY if immutable else ""
    managed = _ManagedTensor.from_address(_capsule_pointer(capsule, _VERSIONED))
    if managed.major != _MAJOR:
        raise _not_exported(array, f"it exports version {managed.major} of DLPack")
    return managed.tensor, READ_ONLY if managed.flags & _READ_ONLY_FLAG else ""


_REFUSALS = (BufferError, NotImplementedError, RuntimeError, TypeError, ValueError)


def _not_exported(array: object, reason: object) -> Exception:
    torch: Any = sys.modules.get("torch")
    if torch is not None and isinstance(array, torch.Tensor):
        said = _torch_refusal(array, torch)
        if said is not None:
            return fail("argument-unsupported", f"this torch tensor {said[0]}", fix=said[1])
    dtype: Any = getattr(array, "dtype", None)
    if getattr(dtype, "kind", "") in ("V", "O", "S", "U", "M", "m"):
        if dtype.type.__module__ == "ml_dtypes":
            bits = f"x.view(np.uint{8 * dtype.itemsize})"
            fix = f"Pass a torch tensor of the type, or the bits, `{bits}`, and convert them: `x[i].bitcast(...)`."
            return fail("argument-unsupported", f"NumPy does not export arrays of {dtype} elements", fix=fix)
        names = getattr(dtype, "names", None)
        field = f"Pass the fields one by one, as copies: `x[{names[0]!r}].copy()`." if names else "Pass numbers."
        return fail(
            "argument-unsupported", f"this array has elements of type {dtype}, which are not numbers", fix=field
        )
    fix = next((fix for word, fix in _FIXES.items() if word in str(reason)), _PLAIN_COPY)
    return fail("argument-unsupported", f"cutedsl cannot read this {type(array).__name__}: {reason}", fix=fix)


_PLAIN_COPY = "Pass a detached, writable, plain copy (`x.detach()`, `x.copy()`, `x.resolve_conj()`)."
_FIXES = {
    "byte order": 'Pass a copy in the machine\'s byte order: `x.astype(x.dtype.newbyteorder("="))`.',
    "longdouble": "Pass a copy of fewer bits: `x.astype(np.float64)`.",
    "QInt": "Pass its integers, `x.int_repr()`, or its numbers, `x.dequantize()`.",
}
"""What to do about the reasons that NumPy and torch give."""


def _torch_refusal(tensor: Any, torch: Any) -> tuple[str, str] | None:
    """Why torch keeps a tensor's memory to itself, and what to do; None where it is something else."""
    operator = "Make the function an operator, `@cutedsl.torch.operator(...)`, and call that"
    if type(tensor).__name__ in ("FakeTensor", "FunctionalTensor"):
        return _FAKE, f"{operator}."
    if torch._C._functorch.is_functorch_wrapped_tensor(tensor):
        return "stands for many inside of `torch.func` (vmap, grad)", f"{operator}; it has rules for both."
    if tensor.device.type == "meta":
        return "is on the device `meta`, which has no memory", 'Make it on a device: `x.to_empty(device="cpu")`.'
    if tensor.is_nested:
        return "is nested: its rows have different lengths", "Pass its parts, `x.unbind()`, or `x.to_padded_tensor(0)`."
    if tensor.layout != torch.strided:
        return f"is stored as {tensor.layout}, not by strides", "Pass `x.to_dense()`, or its parts."
    if tensor.requires_grad:
        return (
            "wants a gradient, which a plain call would lose",
            "Pass `x.detach()`, or call it under `torch.no_grad()`; for a gradient, make it an operator: "
            "`@cutedsl.torch.operator(..., backward=)`.",
        )
    if tensor.is_conj():
        return "is a view that is conjugated only when it is read", "Pass `x.resolve_conj()`."
    return None


def _without_gradient(torch: Any, tensor: Any) -> Any:
    """The same memory of a tensor that requires a gradient, where torch records nothing that a call could lose."""
    return tensor.detach() if tensor.requires_grad and not torch.is_grad_enabled() else tensor


def _fake_view(torch: Any, tensor: Any) -> ArrayView:
    """What a torch `FakeTensor` says of the tensors that will come in its place."""
    with torch.utils._python_dispatch._disable_current_modes():
        one = view_array(torch.empty(1, dtype=tensor.dtype))
    shape, strides, kind = tuple(map(int, tensor.shape)), tuple(map(int, tensor.stride())), one.dtype
    if one.shape != (1,):
        shape, strides = _singles(shape, strides)
    device = tensor.device
    if device.type not in DEVICES:
        raise _not_exported(tensor, f"it is on the device `{device.type}`")
    return ArrayView(0, shape, strides, kind, device.type, device.index or 0, tensor, absent=_FAKE)


def _refuse_negated(tensor: Any) -> None:
    """torch exports a view that is negated only when read as if it were not; nothing else says so."""
    if tensor.is_neg():
        raise fail(
            "argument-unsupported",
            "this torch tensor is a lazily negated view",
            fix="Pass `x.resolve_neg()`.",
        )


def _device_kind(device_type: int) -> str:
    if device_type in CPU_DEVICES:
        return "cpu"
    if device_type in CUDA_DEVICES:
        return "cuda"
    raise fail(
        "argument-unsupported", f"arrays on DLPack device type {device_type} are not supported, only CPU and CUDA"
    )


def _dtype(code: int, bits: int, lanes: int) -> DType:
    name = _DTYPES.get((code, bits))
    if name is None or lanes != 1:
        kind = f"{_KINDS[code]}{bits}" if code in _KINDS else f"number {code} of DLPack, with {bits} bits"
        by = f", {lanes} to an element" if lanes != 1 else ""
        fix = "Convert the array to a type of cutlass, for example float32."
        if code == _COMPLEX and lanes == 1:
            fix = f"Pass its real and imaginary parts: `torch.view_as_real(x)`, or `x.view(np.float{bits // 2})`."
        raise fail("argument-unsupported", f"an array has elements of {kind}{by}; CuTe has no such type", fix=fix)
    return dtype_named(name)


def _elements(
    shape: tuple[int, ...], strides: tuple[int, ...], kind: DLPackType
) -> tuple[tuple[int, ...], tuple[int, ...], DType]:
    """Shape, strides and type in elements of CuTe: of a type that packs two in a byte, twice as many along a row.

    Errors: argument-unsupported.
    """
    pair = _PAIRS.get((kind.code, kind.bits)) if kind.lanes == 2 else None
    if pair is None:
        return shape, strides, _dtype(kind.code, kind.bits, kind.lanes)
    return *_singles(shape, strides), dtype_named(pair)


def _singles(shape: tuple[int, ...], strides: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A shape and strides of bytes that hold two elements each, in elements: the contiguous mode is twice as long.

    A mode of one place has no stride that counts: the row is another contiguous one, if there is any.

    >>> _singles((3, 8), (8, 1)), _singles((3, 8, 1), (8, 1, 1))
    (((3, 16), (16, 1)), ((3, 16, 1), (16, 1, 2)))
    """
    contiguous = [mode for mode in reversed(range(len(shape))) if strides[mode] == 1]
    row = next((mode for mode in contiguous if shape[mode] != 1), next(iter(contiguous), None))
    if row is None:
        raise fail(
            "argument-unsupported",
            f"an array of packed pairs has the strides {strides}, of which none is 1",
            fix="Pass a contiguous copy: `x.contiguous()`.",
        )
    return (
        tuple(extent * 2 if mode == row else extent for mode, extent in enumerate(shape)),
        tuple(1 if mode == row else stride * 2 for mode, stride in enumerate(strides)),
    )


def row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The strides, in elements, of a compact array whose last mode is the fastest."""
    strides: list[int] = []
    total = 1
    for extent in reversed(shape):
        strides.append(total)
        total *= extent
    return tuple(reversed(strides))
